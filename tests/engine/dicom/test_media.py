"""Discs, archives, large folders: what is there opens, what is missing is named, nothing else is read."""

from __future__ import annotations

import os
import shutil
import stat
import zipfile
from collections.abc import Mapping
from functools import partial
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from pydicom import dcmread
from pydicom.fileset import FileSet
from pydicom.uid import generate_uid

from engine.child import start_child
from engine.dicom.decoder import FrameDecoder
from engine.dicom.file_readers import BATCH, FileReaders
from engine.dicom.files import PARALLEL_FROM, open_paths
from engine.dicom.pixels import read_film
from engine.dicom.reading import Item, read_all
from engine.dicom.zip_archive import MAX_ENTRIES, Archive
from engine.errors import FileRefused
from engine.plain_text import one_line
from engine.plain_values import from_plain, to_plain
from engine.progress import Cancelled, CancelToken, Progress
from engine.study import Opened, Skipped
from tests.engine.dicom.making import film_dataset, saved

posix = pytest.mark.skipif(os.name != "posix", reason="needs links and modes of POSIX")


def film(number: int = 0, study_uid: str = "1.2.3") -> bytes:
    """A film as a file's bytes; another for every number."""
    buffer = BytesIO()
    dataset = film_dataset(
        [0, number + 1], {"StudyInstanceUID": study_uid, "StudyID": "1", "StudyDate": "20260101"}
    )
    dataset.StudyTime, dataset.SeriesNumber, dataset.InstanceNumber = "120000", 1, number + 1
    dataset.AccessionNumber = ""
    dataset.save_as(buffer, enforce_file_format=True)
    return buffer.getvalue()


def zipped(path: Path, members: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


def disc(folder: Path, films: int = 2) -> Path:
    """A folder with films and the DICOMDIR that lists them, as pydicom writes it."""
    files = FileSet()
    for number in range(films):
        files.add(dcmread(BytesIO(film(number))))
    files.write(folder)
    return folder / "DICOMDIR"


def listed(directory: Path) -> list[Path]:
    """The files of a disc, by name."""
    return sorted(path for path in directory.parent.rglob("*") if path.is_file() and path != directory)


def rewritten(directory: Path, old: bytes, new: bytes) -> None:
    assert len(old) == len(new)
    content = directory.read_bytes()
    assert old in content
    directory.write_bytes(content.replace(old, new))


def films_of(opened: Opened) -> int:
    return sum(len(study.radiographs) for study in opened.studies)


def codes(opened: Opened) -> dict[str, str]:
    return {one.path.name: one.code for one in opened.skipped}


# A DICOMDIR


def test_a_dicomdir_opens_what_it_lists_and_nothing_else(tmp_path: Path) -> None:
    directory = disc(tmp_path)
    (tmp_path / "not-listed").write_bytes(film(9))
    opened = open_paths([directory])
    assert films_of(opened) == 2
    assert opened.skipped == ()


def test_a_folder_with_a_dicomdir_opens_all_that_lies_there_once(tmp_path: Path) -> None:
    disc(tmp_path)
    (tmp_path / "not-listed").write_bytes(film(9))
    opened = open_paths([tmp_path])
    assert films_of(opened) == 3
    assert opened.skipped == ()


def test_a_listed_file_that_is_not_there_is_named_and_the_others_open(tmp_path: Path) -> None:
    directory = disc(tmp_path, films=3)
    gone = listed(directory)[1]
    gone.unlink()
    for opened in (open_paths([directory]), open_paths([tmp_path])):
        assert films_of(opened) == 2
        assert codes(opened) == {gone.name: "missing"}
        assert 'It is listed in "DICOMDIR", but it is not there.' in opened.skipped[0].reason


@pytest.mark.parametrize("ending", ["", ".dcm", ".DCM", ";1"])
def test_a_disc_copied_in_small_letters_or_with_endings_opens(ending: str, tmp_path: Path) -> None:
    directory = disc(tmp_path / "disc")
    for path in sorted((tmp_path / "disc").rglob("*"), reverse=True):
        if path != directory:
            path.rename(path.with_name(path.name.lower() + (ending if path.is_file() else "")))
    opened = open_paths([directory])
    assert films_of(opened) == 2
    assert opened.skipped == ()


@pytest.mark.parametrize("target", [b"..\\..\\X", b"\\etc\\XX", b"C:\\X\\XX", b"../../X", b"/etc/XX"])
def test_a_dicomdir_never_leads_out_of_its_folder(target: bytes, tmp_path: Path) -> None:
    directory = disc(tmp_path / "a" / "b" / "disc", films=1)
    for outside in (tmp_path / "a" / "X", tmp_path / "a" / "b" / "X"):
        outside.write_bytes(film(7))
    content = directory.read_bytes()
    at = content.index(b"\x04\x00\x00\x15CS")
    length = int.from_bytes(content[at + 6 : at + 8], "little")
    directory.write_bytes(content[: at + 8] + target.ljust(length)[:length] + content[at + 8 + length :])
    opened = open_paths([directory])
    assert opened.studies == ()
    assert {one.code for one in opened.skipped} == {"outside"}


@posix
def test_a_link_on_a_disc_that_leads_out_of_it_is_not_followed(tmp_path: Path) -> None:
    directory = disc(tmp_path / "disc", films=1)
    (only,) = listed(directory)
    shutil.move(only, tmp_path / "outside")
    only.symlink_to(tmp_path / "outside")
    opened = open_paths([directory])
    assert opened.studies == ()
    assert codes(opened) == {only.name: "outside"}


def test_offsets_that_lead_nowhere_cost_nothing(tmp_path: Path) -> None:
    directory = disc(tmp_path)
    content = bytearray(directory.read_bytes())
    for tag in (b"\x04\x00\x00\x14UL", b"\x04\x00\x20\x14UL", b"\x04\x00\x00\x12UL", b"\x04\x00\x02\x12UL"):
        start = 0
        while (at := content.find(tag, start)) >= 0:
            content[at + 8 : at + 12] = b"\xef\xbe\xad\xde"
            start = at + 12
    directory.write_bytes(content)
    assert films_of(open_paths([directory])) == 2


def test_a_dicomdir_that_lists_nothing_says_so(tmp_path: Path) -> None:
    FileSet().write(tmp_path)
    opened = open_paths([tmp_path / "DICOMDIR"])
    assert [(one.code, one.path.name) for one in opened.skipped] == [("dicomdir", "DICOMDIR")]


def test_real_dicomdirs_open_what_lies_beside_them_and_name_the_rest(shared_data: Path) -> None:
    folder = shared_data / "dicom" / "dicomdir_pydicom"
    for directory in sorted(folder.rglob("DICOMDIR*")):
        opened = open_paths([directory])
        assert opened.studies or opened.skipped, directory
        assert {one.code for one in opened.skipped} <= {"missing", "dicomdir", "no-pixels"}, directory
    whole = open_paths([folder / "TINY_ALPHA" / "DICOMDIR"])  # its 50 files were emptied of their pixels
    assert [one.code for one in whole.skipped] == ["no-pixels"] * 50


# ZIP archives


def test_the_films_of_an_archive_are_read_where_they_lie_and_leave_nothing_behind(tmp_path: Path) -> None:
    path = zipped(tmp_path / "films.zip", {"a/1": film(0), "a/2": film(1), "readme.txt": b"no film"})
    opened = open_paths([path])
    assert films_of(opened) == 2
    assert codes(opened) == {"readme.txt": "not-dicom"}
    radiograph = opened.studies[0].radiographs[1]
    assert radiograph.path == path / "a" / "2"
    assert read_film(radiograph).stored.tolist() == [[0, 2]]
    assert open_paths([radiograph.path]).studies[0].radiographs == (radiograph,)
    assert list(tmp_path.iterdir()) == [path]


def test_a_compressed_picture_in_an_archive_is_decoded_by_the_worker(tmp_path: Path) -> None:
    buffer = BytesIO()
    Image.fromarray(np.array([[10, 200]], np.uint8)).save(buffer, "PNG")
    path = zipped(tmp_path / "films.zip", {"film.png": buffer.getvalue()})
    (study,) = open_paths([path]).studies
    with FrameDecoder() as decoder:
        assert read_film(study.radiographs[0], 0, decoder).display().tolist() == [[10, 200]]


def test_media_as_orthanc_makes_them_open_with_what_is_missing_named(tmp_path: Path) -> None:
    disc(tmp_path / "disc", films=3)
    files = {
        str(path.relative_to(tmp_path / "disc")): path.read_bytes()
        for path in (tmp_path / "disc").rglob("*")
        if path.is_file()
    }
    gone = sorted(name for name in files if name != "DICOMDIR")[0]
    del files[gone]
    opened = open_paths([zipped(tmp_path / "media.zip", files)])
    assert films_of(opened) == 2
    assert codes(opened) == {Path(gone).name: "missing"}
    patient = {f"P1 DOE JANE/20260101 Chest/DX PA/DX{number:06}.dcm": film(number) for number in range(3)}
    assert films_of(open_paths([zipped(tmp_path / "archive.zip", patient)])) == 3


@pytest.mark.parametrize(
    "name", ["../evil", "a/../../evil", "/abs", "C:\\w", "c:/w", "\\abs", "..\\evil", "a\0b"]
)
def test_an_archive_with_a_name_that_leads_out_is_refused_whole(name: str, tmp_path: Path) -> None:
    path = zipped(tmp_path / "films.zip", {"good": film(), name.replace("\0", "0"): film(1)})
    if "\0" in name:
        path.write_bytes(path.read_bytes().replace(b"a0b", b"a\0b"))
    before = {*tmp_path.rglob("*")}
    opened = open_paths([path])
    assert opened.studies == ()
    assert codes(opened) == {"films.zip": "outside"}
    assert {*tmp_path.rglob("*")} == before


def test_an_encrypted_archive_is_refused_with_what_to_do(tmp_path: Path) -> None:
    path = zipped(tmp_path / "films.zip", {"film": film()})
    content = bytearray(path.read_bytes())
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.index(signature) + offset] |= 1
    path.write_bytes(content)
    (skipped,) = open_paths([path]).skipped
    assert (skipped.code, skipped.reason) == (
        "encrypted",
        "The archive is encrypted. Unpack it with its password and open the folder.",
    )


def test_an_archive_in_an_archive_is_refused_and_the_rest_opens(tmp_path: Path) -> None:
    inner = zipped(tmp_path / "inner.zip", {"film": film()}).read_bytes()
    (tmp_path / "inner.zip").unlink()
    opened = open_paths([zipped(tmp_path / "outer.zip", {"inner.zip": inner, "film": film(1)})])
    assert films_of(opened) == 1
    assert codes(opened) == {"inner.zip": "archive"}


def test_links_and_strange_methods_in_an_archive_are_named_and_the_rest_opens(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "films.zip", "w") as archive:
        archive.writestr("film", film())
        archive.writestr("packed", film(1), zipfile.ZIP_BZIP2)
        link = zipfile.ZipInfo("link")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
    opened = open_paths([tmp_path / "films.zip"])
    assert films_of(opened) == 1
    assert codes(opened) == {"packed": "compression", "link": "link"}


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_of_two_members_with_one_name_the_first_is_read_and_the_other_named(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "films.zip", "w") as archive:
        archive.writestr("film", film(4))
        archive.writestr("film", film(5))
    opened = open_paths([tmp_path / "films.zip"])
    assert read_film(opened.studies[0].radiographs[0]).stored.max() == 5
    assert codes(opened) == {"film": "same-name"}


@pytest.mark.parametrize("flagged", [True, False], ids=["UTF-8", "UTF-8 unsaid"])
def test_names_in_other_letters_are_kept(flagged: bool, tmp_path: Path) -> None:
    name = "Röntgen/胸"
    path = zipped(tmp_path / "films.zip", {name: film()})
    if not flagged:
        content = bytearray(path.read_bytes())
        for signature, offset in ((b"PK\x03\x04", 7), (b"PK\x01\x02", 9)):
            content[content.index(signature) + offset] &= ~8
        path.write_bytes(content)
    (study,) = open_paths([path]).studies
    assert study.radiographs[0].path == path / name


def test_a_name_in_the_old_code_page_is_kept(tmp_path: Path) -> None:
    path = zipped(tmp_path / "films.zip", {"Rxntgen": film()})
    path.write_bytes(path.read_bytes().replace(b"Rxntgen", b"R\x94ntgen"))
    assert open_paths([path]).studies[0].radiographs[0].path.name == "Röntgen"


def test_a_thousandfold_archive_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    path = zipped(tmp_path / "bomb.zip", {str(number): bytes(8 << 20) for number in range(10)})
    assert path.stat().st_size < 1 << 20
    opened = open_paths([path])
    assert codes(opened) == {"bomb.zip": "too-large"}


def test_entries_that_share_their_bytes_are_counted_each(tmp_path: Path) -> None:
    """A bomb whose entries all point at one well packed file."""
    path = zipped(tmp_path / "bomb.zip", {"a": np.random.default_rng(0).bytes(1 << 20) + bytes(20 << 20)})
    content = path.read_bytes()
    at, end = content.index(b"PK\x01\x02"), content.index(b"PK\x05\x06")
    entry = content[at:end]
    entries = b"".join(entry[:46] + b"%c" % number + entry[47:] for number in range(97, 123))
    tail = bytearray(content[end:])
    tail[8:10] = tail[10:12] = (26).to_bytes(2, "little")
    tail[12:16] = len(entries).to_bytes(4, "little")
    path.write_bytes(content[:at] + entries + tail)
    assert codes(open_paths([path])) == {"bomb.zip": "too-large"}


def test_too_many_entries_are_refused_whatever_the_archive_says_of_their_number(tmp_path: Path) -> None:
    entry = b"PK\x01\x02" + bytes(24) + (1).to_bytes(2, "little") + bytes(16) + b"x"
    directory = entry * (MAX_ENTRIES + 1)
    end = b"PK\x05\x06" + bytes(4) + b"\x01\0\x01\0" + len(directory).to_bytes(4, "little") + bytes(6)
    (tmp_path / "many.zip").write_bytes(b"PK\x03\x04" + directory + end)
    assert codes(open_paths([tmp_path / "many.zip"])) == {"many.zip": "too-many"}


def test_a_member_larger_than_it_claims_gives_no_more_than_it_claims(tmp_path: Path) -> None:
    path = zipped(tmp_path / "films.zip", {"film": film() + bytes(100_000)})
    content = bytearray(path.read_bytes())
    at = content.index(b"PK\x01\x02") + 24
    content[at : at + 4] = (1000).to_bytes(4, "little")
    path.write_bytes(content)
    with Archive.open(path) as archive, pytest.raises(FileRefused, match="damaged"):
        archive.read("film")
    assert codes(open_paths([path])) == {"film": "damaged"}


@pytest.mark.parametrize("content", [b"PK\x03\x04", b"PK\x03\x04" + bytes(500), b"PK\x05\x06" + bytes(18)])
def test_a_damaged_or_empty_archive_is_said(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "films.zip").write_bytes(content)
    assert set(codes(open_paths([tmp_path])).values()) <= {"damaged", "empty"}


def test_a_film_that_begins_like_an_archive_is_a_film_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "film").write_bytes(b"PK\x03\x04" + film()[4:])
    (study,) = open_paths([tmp_path]).studies
    assert any("also a ZIP archive" in note for note in study.radiographs[0].notes)


# Many files


def test_several_processes_find_what_one_finds(tmp_path: Path) -> None:
    for number in range(3 * BATCH):
        saved(
            film_dataset([0, number], {"StudyInstanceUID": f"1.2.{number // 4}"}),
            tmp_path,
            f"{number % 5}/{number}",
        )
    (tmp_path / "notes.txt").write_text("no film")
    shutil.copy(tmp_path / "0" / "0", tmp_path / "0" / "copy")
    disc(tmp_path / "disc", films=1)
    zipped(tmp_path / "films.zip", {"film": film(3, "1.2.7.7")})
    paths = sorted(path for path in tmp_path.rglob("*") if path.is_file())
    alone = read_all(paths)
    with FileReaders(2) as readers:
        assert list(readers.read(paths)) == list(alone)


def test_what_processes_hand_over_is_the_same_again(tmp_path: Path) -> None:
    path = saved(
        film_dataset([[0, 1]], {"WindowCenter": 1, "WindowWidth": 2, "ImagerPixelSpacing": [0.1, 0.2]}),
        tmp_path,
    )
    (item,) = read_all([path])
    assert isinstance(item, Item)
    assert from_plain(Item, to_plain(item)) == item


def test_many_files_are_read_by_processes_with_progress(tmp_path: Path) -> None:
    content = film()
    for number in range(PARALLEL_FROM):
        (tmp_path / f"{number:04}").write_bytes(content)
    told: list[Progress] = []
    opened = open_paths([tmp_path], on_progress=told.append, processes=2)
    assert films_of(opened) == 1
    assert len(opened.skipped) == PARALLEL_FROM - 1
    assert (told[-1].done, told[-1].total) == (PARALLEL_FROM, PARALLEL_FROM)


def test_cancel_stops_processes_too(tmp_path: Path) -> None:
    for number in range(PARALLEL_FROM):
        (tmp_path / f"{number:04}").write_bytes(b"no film")
    cancel = CancelToken()

    def on_progress(progress: Progress) -> None:
        if progress.done == BATCH + 1:
            cancel.cancel()

    with pytest.raises(Cancelled):
        open_paths([tmp_path], cancel=cancel, on_progress=on_progress, processes=2)


@pytest.mark.parametrize("name", ["deadly", "endless"])
def test_a_file_that_ends_or_holds_up_the_process_that_reads_it_costs_itself_alone(
    name: str, tmp_path: Path
) -> None:
    paths = [tmp_path / "a", tmp_path / name, tmp_path / "z"]
    for number, path in enumerate(paths):
        path.write_bytes(film(number))
    launch = partial(start_child, "tests.engine.dicom.deadly_worker")
    with FileReaders(1, seconds_per_file=1, launch=launch) as readers:
        first, second, third = readers.read(paths)
    assert isinstance(first, Item)
    assert isinstance(third, Item)
    assert isinstance(second, Skipped)
    assert "took too long or ended the program that read it" in second.reason


@posix
def test_odd_names_open_and_unreadable_folders_are_named(tmp_path: Path) -> None:
    for name in (b"\xff\xfe", "Ünï\n<b>".encode(), b"a" * 200):
        (Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name))).write_bytes(film(len(name), generate_uid()))
    (tmp_path / "closed").mkdir(mode=0o000)
    try:
        opened = open_paths([tmp_path])
    finally:
        (tmp_path / "closed").chmod(0o700)
    assert films_of(opened) == 3
    if os.geteuid() != 0:  # root reads everything
        assert codes(opened) == {"closed": "unreadable"}


def test_zeros_behind_a_film_cost_nothing_and_elements_without_end_are_refused(tmp_path: Path) -> None:
    (tmp_path / "padded").write_bytes(film() + bytes(100_000))
    (tmp_path / "endless").write_bytes(film(1) + b"\xfe\xff\xfe\xffUS\0\0" * 60_000)
    (tmp_path / "command").write_bytes(bytes(128) + b"DICM" + bytes(100_000))
    opened = open_paths([tmp_path])
    assert films_of(opened) == 1
    assert codes(opened) == {"endless": "damaged", "command": "damaged"}


@pytest.mark.parametrize(
    ("start", "said"),
    [
        (b"MZ", "The file is also a Windows program: never run it."),
        (b"#!/bin/sh", "The file is also a script: never run it."),
        (b"a vendor's words", "The file's preamble is not empty; exports leave it out."),
    ],
)
def test_a_preamble_that_is_more_than_zeros_is_said(start: bytes, said: str, tmp_path: Path) -> None:
    (tmp_path / "film").write_bytes(start + film()[len(start) :])
    assert said in open_paths([tmp_path]).studies[0].radiographs[0].notes


@pytest.mark.parametrize("start", [bytes(4), b"II*\0", b"MM\0*"])
def test_an_empty_preamble_and_one_of_a_tiff_are_as_they_should_be(start: bytes, tmp_path: Path) -> None:
    (tmp_path / "film").write_bytes(start + film()[4:])
    assert open_paths([tmp_path]).studies[0].radiographs[0].notes == ()


@pytest.mark.parametrize("sign", ["\u202e", "\u2066", "\x07", "\x7f"])
def test_signs_that_move_others_about_are_seen_and_letters_of_every_script_stay(
    sign: str, tmp_path: Path
) -> None:
    names = {
        "PatientName": f"Doe{sign}^Ja\nne",
        "StudyDescription": f"Chest{sign}\nPA",
        "PatientID": f"1{sign}7",
    }
    saved(film_dataset([0, 1], names), tmp_path)
    (study,) = open_paths([tmp_path]).studies
    assert str(study.patient.name) == "Doe\ufffd^Ja ne"
    assert study.description == "Chest\ufffd PA"
    assert study.patient.patient_id == "1\ufffd7"
    for name in ("רות^כהן", "علی\u200cرضا^نوری", "Wang^XiaoDong=王^小东", "O'Brien^Zoë"):
        assert one_line(name) == name
