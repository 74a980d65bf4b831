"""Files and folders become studies; every file is accounted for."""

from __future__ import annotations

import logging
import os
import threading
import warnings
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from pydicom import uid
from pydicom.dataelem import RawDataElement
from pydicom.dataset import Dataset, FileDataset
from pydicom.filebase import DicomBytesIO
from pydicom.filewriter import write_dataset
from pydicom.sequence import Sequence as DicomSequence
from pydicom.tag import Tag

from engine.dicom.container import parse, quiet_pydicom
from engine.dicom.decoder import FrameDecoder
from engine.dicom.files import open_paths, read_file
from engine.dicom.header import Header
from engine.dicom.pixels import read_film
from engine.errors import PixelsUnreadable
from engine.progress import Cancelled, CancelToken, Progress
from engine.study import Opened
from tests.engine.dicom.making import film_dataset, radiograph_of, saved


def bare(dataset: FileDataset, folder: Path) -> Path:
    """Only the data set, in implicit VR: no preamble, no file meta information."""
    buffer = DicomBytesIO()
    buffer.is_little_endian, buffer.is_implicit_VR = True, True
    write_dataset(buffer, dataset)
    path = folder / "bare"
    path.write_bytes(buffer.getvalue())
    return path


def document(sop_class: str, study_uid: str) -> FileDataset:
    """A part of a study without image."""
    dataset = film_dataset([0, 1], {"SOPClassUID": sop_class, "StudyInstanceUID": study_uid})
    for keyword in ("PixelData", "Rows", "Columns", "BitsAllocated", "BitsStored", "HighBit"):
        delattr(dataset, keyword)
    if sop_class == uid.EncapsulatedPDFStorage:
        dataset.EncapsulatedDocument = b"%PDF-1.4"
    return dataset


def code(meaning: str) -> DicomSequence:
    item = Dataset()
    item.CodeValue, item.CodingSchemeDesignator, item.CodeMeaning = "1", "99TEST", meaning
    return DicomSequence([item])


def text_item(name: str, text: str) -> Dataset:
    item = Dataset()
    item.ValueType, item.ConceptNameCodeSequence, item.TextValue = "TEXT", code(name), text
    return item


def names_by_code(opened: Opened) -> dict[str, str]:
    return {skipped.path.name: skipped.code for skipped in opened.skipped}


def test_a_folder_becomes_studies_by_study_uid(tmp_path: Path) -> None:
    for name, study in (("a/1", "1.2.3"), ("a/2", "1.2.3"), ("b/deep/3", "1.2.4")):
        saved(film_dataset([0, 1], {"StudyInstanceUID": study}), tmp_path, name)
    opened = open_paths([tmp_path])
    assert {study.study_uid: len(study.radiographs) for study in opened.studies} == {"1.2.3": 2, "1.2.4": 1}
    assert opened.skipped == ()


def test_frontal_films_come_before_lateral_ones_then_by_number(tmp_path: Path) -> None:
    views = (("LL", 1, 1, "d"), ("PA", 2, 1, "c"), ("AP", 1, 2, "b"), ("PA", 1, 1, "a"))
    for number, (view, series, instance, name) in enumerate(views):
        attributes = {"StudyInstanceUID": "1.2.3", "ViewPosition": view, "SeriesNumber": series}
        saved(film_dataset([0, number], {**attributes, "InstanceNumber": instance}), tmp_path, name)
    (study,) = open_paths([tmp_path]).studies
    assert [film.path.name for film in study.radiographs] == ["a", "b", "c", "d"]


def test_a_view_code_counts_where_the_view_position_is_missing(tmp_path: Path) -> None:
    dataset = film_dataset([0, 1])
    item = Dataset()
    item.CodeValue, item.CodingSchemeDesignator, item.CodeMeaning = "399173006", "SCT", "left lateral"
    dataset.ViewCodeSequence = DicomSequence([item])
    assert radiograph_of(saved(dataset, tmp_path)).is_lateral


def test_a_bare_data_set_opens_with_a_note(tmp_path: Path) -> None:
    path = bare(film_dataset([0, 100, 200]), tmp_path)
    radiograph = radiograph_of(path)
    assert radiograph.transfer_syntax_uid == uid.ImplicitVRLittleEndian
    assert any("no DICOM preamble" in note for note in radiograph.notes)
    assert read_film(radiograph).display()[0].tolist() == [0, 128, 255]


@pytest.mark.parametrize("content", [b"A report: no acute disease.\n" * 20, b"\x08\x00 looks like a tag" * 9])
def test_a_text_file_is_no_film(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "report.txt").write_bytes(content)
    opened = open_paths([tmp_path])
    assert opened.studies == ()
    assert opened.skipped[0].code in ("not-dicom", "damaged")


@pytest.mark.filterwarnings("ignore::UserWarning")  # from pydicom, which writes the file
def test_a_wrong_value_representation_costs_nothing(tmp_path: Path) -> None:
    dataset = film_dataset([0, 1])
    tag = Tag("Exposure")
    dataset[tag] = RawDataElement(tag, "IS", 4, b"4.1 ", 0, False, True)
    path = saved(dataset, tmp_path)
    assert radiograph_of(path).notes == ()
    assert Header(parse(path.read_bytes()).dataset).number("Exposure") == 4.1
    assert b"4.1 " in path.read_bytes()


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_numbers_that_are_no_numbers_cost_a_note(tmp_path: Path) -> None:
    dataset = film_dataset([0, 1])
    for keyword, value in (("SeriesNumber", b"one "), ("InstanceNumber", b"1.5 ")):
        dataset[Tag(keyword)] = RawDataElement(Tag(keyword), "IS", 4, value, 0, False, True)
    radiograph = radiograph_of(saved(dataset, tmp_path))
    assert (radiograph.series_number, radiograph.instance_number) == (None, None)
    assert len(radiograph.notes) == 2


@pytest.mark.parametrize(
    ("sop_class", "kind"),
    [
        (uid.BasicTextSRStorage, "structured report"),
        (uid.KeyObjectSelectionDocumentStorage, "key objects"),
        (uid.EncapsulatedPDFStorage, "PDF"),
        (uid.GrayscaleSoftcopyPresentationStateStorage, "presentation state"),
        (uid.SegmentationStorage, "segmentation"),
        (uid.ColorPaletteStorage, "colour palette"),
    ],
)
def test_what_is_no_film_is_listed_by_its_kind_beside_the_films(
    sop_class: str, kind: str, tmp_path: Path
) -> None:
    saved(film_dataset([0, 1], {"StudyInstanceUID": "1.2.3"}), tmp_path, "film")
    saved(document(sop_class, "1.2.3"), tmp_path, "other")
    (study,) = open_paths([tmp_path]).studies
    assert len(study.radiographs) == 1
    assert [found.kind for found in study.documents] == [kind]


def test_a_structured_report_can_be_read_and_its_study_needs_no_film(tmp_path: Path) -> None:
    dataset = document(uid.BasicTextSRStorage, "1.2.3")
    dataset.ConceptNameCodeSequence = code("Chest report")
    finding = text_item("Finding", "Heart mildly enlarged.")
    finding.ContentSequence = DicomSequence([text_item("Certainty", "probable")])
    dataset.ContentSequence = DicomSequence([finding])
    saved(dataset, tmp_path)
    (study,) = open_paths([tmp_path]).studies
    assert study.radiographs == ()
    assert study.documents[0].title == "Chest report"
    assert study.documents[0].text == "Finding: Heart mildly enlarged.\n  Certainty: probable"


def test_the_same_file_twice_is_opened_once(tmp_path: Path) -> None:
    path = saved(film_dataset([0, 1]), tmp_path, "a")
    (tmp_path / "b").write_bytes(path.read_bytes())
    opened = open_paths([tmp_path, path])
    assert sum(len(study.radiographs) for study in opened.studies) == 1
    assert names_by_code(opened) == {"b": "duplicate"}


def test_two_images_with_one_uid_are_both_kept_told_apart_and_say_so(tmp_path: Path) -> None:
    for name, value in (("a", 1), ("b", 2)):
        uids = {"StudyInstanceUID": "1.2.3", "SOPInstanceUID": "1.2.3.4"}
        saved(film_dataset([0, value], uids), tmp_path, name)
    (study,) = open_paths([tmp_path]).studies
    assert len({film.sop_instance_uid for film in study.radiographs}) == 2
    assert [read_film(film).stored.max() for film in study.radiographs] == [1, 2]
    assert all(any("same SOP Instance UID" in note for note in film.notes) for film in study.radiographs)


@pytest.mark.parametrize(
    "other",
    [
        {"PatientID": "P2"},
        {"PatientID": "P1", "IssuerOfPatientID": "Hospital B"},
        {"PatientID": "", "PatientName": "Other^Person"},
    ],
    ids=["another number", "another issuer", "another name"],
)
def test_two_patients_never_share_a_study(other: dict[str, str], tmp_path: Path) -> None:
    base = {"StudyInstanceUID": "1.2.3", "IssuerOfPatientID": "Hospital A"}
    saved(film_dataset([0, 1], base), tmp_path, "a")
    saved(film_dataset([0, 2], {**base, **other}), tmp_path, "b")
    opened = open_paths([tmp_path])
    assert [len(study.radiographs) for study in opened.studies] == [1]
    assert names_by_code(opened) == {"b": "patient-conflict"}


def test_files_without_uids_stand_alone(tmp_path: Path) -> None:
    for name, value in (("a", 1), ("b", 2)):
        dataset = film_dataset([0, value])
        for keyword in ("StudyInstanceUID", "SOPInstanceUID", "SeriesInstanceUID"):
            delattr(dataset, keyword)
        dataset.file_meta.MediaStorageSOPInstanceUID = uid.UID("1.2.3")
        saved(dataset, tmp_path, name)
    opened = open_paths([tmp_path])
    assert len({study.study_uid for study in opened.studies}) == 2
    assert all(study.study_uid.startswith("2.25.") for study in opened.studies)
    assert all(read_film(study.radiographs[0]).values.shape == (1, 2) for study in opened.studies)


@pytest.mark.parametrize("name", ["film.png", "film.jpg"])
def test_a_picture_opens_as_unidentified_with_the_same_uids_every_time(name: str, tmp_path: Path) -> None:
    pixels = np.arange(64 * 48).reshape(48, 64).astype(np.uint8)
    Image.fromarray(pixels).save(tmp_path / name, quality=95)
    first, again = (radiograph_of(tmp_path / name) for _ in range(2))
    assert not first.identified
    assert first == again
    assert first.study_uid.startswith("2.25.")
    assert len({first.study_uid, first.series_uid, first.sop_instance_uid}) == 3


def test_pictures_are_shown_over_their_full_range(tmp_path: Path) -> None:
    Image.fromarray(np.array([[10, 200]], np.uint8)).save(tmp_path / "grey.png")
    Image.fromarray(np.array([[0, 65535]], np.uint16)).save(tmp_path / "deep.png")
    Image.fromarray(np.full((1, 2, 3), (200, 100, 50), np.uint8)).save(tmp_path / "colour.png")
    shown = {}
    with FrameDecoder() as decoder:
        for path in tmp_path.iterdir():
            shown[path.name] = read_film(radiograph_of(path), 0, decoder).display()[0].tolist()
    assert shown == {"grey.png": [10, 200], "deep.png": [0, 255], "colour.png": [124, 124]}


@pytest.mark.parametrize("size", [(2, 2), (3, 2)], ids=["same size", "another size"])
def test_a_picture_that_was_replaced_is_not_shown_under_the_first_ones_name(
    size: tuple[int, int], tmp_path: Path
) -> None:
    path = tmp_path / "film.png"
    Image.fromarray(np.full((2, 2), 50, np.uint8)).save(path)
    opened = open_paths([path]).studies[0].radiographs[0]
    Image.fromarray(np.full(size, 200, np.uint8)).save(path)
    with pytest.raises(PixelsUnreadable, match="changed"):
        read_film(opened)


def test_a_picture_is_turned_as_its_camera_says(tmp_path: Path) -> None:
    image = Image.fromarray(np.zeros((10, 30), np.uint8))
    image.putpixel((0, 0), 255)  # top left as stored
    exif = Image.Exif()
    exif[0x0112] = 6  # to be turned right: then it is at the top right
    image.save(tmp_path / "photo.png", exif=exif)
    radiograph = radiograph_of(tmp_path / "photo.png")
    assert (radiograph.rows, radiograph.columns) == (30, 10)
    film = read_film(radiograph)
    assert film.display()[0, -1] == 255
    assert any("EXIF" in note for note in film.notes)


def test_palette_colours_become_luminance(tmp_path: Path) -> None:
    attributes = {"BitsAllocated": 8, "BitsStored": 8, "HighBit": 7}
    dataset = film_dataset([0, 1], {**attributes, "PhotometricInterpretation": "PALETTE COLOR"})
    for colour, entries in (("Red", [0, 200]), ("Green", [0, 100]), ("Blue", [0, 50])):
        setattr(dataset, f"{colour}PaletteColorLookupTableDescriptor", [2, 0, 16])
        table = np.array(entries, "<u2") * 257
        setattr(dataset, f"{colour}PaletteColorLookupTableData", table.tobytes())
    film = read_film(radiograph_of(saved(dataset, tmp_path)))
    assert film.display()[0].tolist() == [0, 124]


def test_a_missing_number_of_frames_is_counted_from_the_data(tmp_path: Path) -> None:
    dataset = film_dataset(np.array([[1, 2, 3], [4, 5, 6]]))
    dataset.Rows = 1
    radiograph = radiograph_of(saved(dataset, tmp_path))
    assert radiograph.frames == 2
    assert read_film(radiograph, 1).stored[0].tolist() == [4, 5, 6]


def test_more_frames_than_the_data_hold_are_not_offered(tmp_path: Path) -> None:
    radiograph = radiograph_of(saved(film_dataset([0, 1], {"NumberOfFrames": 2**31 - 1}), tmp_path))
    assert radiograph.frames == 1
    assert any("claims 2147483647 frames" in note for note in radiograph.notes)


def test_published_films_name_their_licence(tmp_path: Path) -> None:
    comments = "A. Author. Licence: CC BY 3.0."
    assert radiograph_of(saved(film_dataset([0, 1], {"ImageComments": comments}), tmp_path)).attribution == (
        comments
    )


@pytest.mark.skipif(os.name != "posix", reason="needs symbolic links")
def test_links_that_form_a_loop_end(tmp_path: Path) -> None:
    saved(film_dataset([0, 1]), tmp_path / "inner", "film")
    (tmp_path / "inner" / "loop").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    opened = open_paths([tmp_path])
    assert len(opened.studies) == 1
    assert names_by_code(opened) == {"loop": "link", "dangling": "missing"}


@pytest.mark.skipif(os.name != "posix", reason="needs a named pipe")
def test_a_pipe_is_refused_without_waiting_for_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert names_by_code(open_paths([tmp_path])) == {"pipe": "not-a-file"}


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    (skipped,) = open_paths([tmp_path / "gone.dcm"]).skipped
    assert (skipped.code, skipped.reason) == ("missing", "There is no such file. Check the path.")


def test_a_path_that_no_file_can_have_is_said(tmp_path: Path) -> None:
    (skipped,) = open_paths([tmp_path / ("x" * 5000)]).skipped
    assert skipped.code == "unreadable"


def test_progress_is_told_and_cancel_stops_between_files(tmp_path: Path) -> None:
    for number in range(3):
        saved(film_dataset([0, number]), tmp_path, str(number))
    told: list[Progress] = []
    open_paths([tmp_path], on_progress=told.append)
    assert [(progress.done, progress.total) for progress in told] == [(0, 3), (1, 3), (2, 3), (3, 3)]
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        open_paths([tmp_path], cancel=cancel)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_messages_do_not_quote_the_file(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    dataset = film_dataset([0, 1])
    for keyword in ("StudyDate", "PatientBirthDate", "StudyInstanceUID"):
        dataset[Tag(keyword)] = RawDataElement(Tag(keyword), "DA", 8, b"SECRET^X", 0, False, True)
    path = saved(dataset, tmp_path)
    caplog.clear()
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        radiograph = radiograph_of(path)
    assert warned == []
    assert "SECRET" not in " ".join(radiograph.notes)
    assert "SECRET" not in caplog.text


def test_threads_that_read_at_once_stay_quiet_until_the_last_one_is_done() -> None:
    logger = logging.getLogger("pydicom")
    first, second = quiet_pydicom(), quiet_pydicom()
    with warnings.catch_warnings():
        filters = list(warnings.filters)
        first.__enter__()
        thread = threading.Thread(target=second.__enter__)
        thread.start()
        thread.join()
        first.__exit__(None, None, None)
        assert logger.disabled
        assert warnings.filters[0][0] == "ignore"
        second.__exit__(None, None, None)
        assert not logger.disabled
        assert list(warnings.filters) == filters


def test_one_file_is_an_item_of_its_study(tmp_path: Path) -> None:
    item = read_file(saved(film_dataset([0, 1], {"StudyDescription": "THORAX"}), tmp_path))
    assert item.study.description == "THORAX"
    assert str(item.study.patient.name) == "Test^Case"


def test_image_data_that_are_said_to_be_longer_than_the_file_are_noted(tmp_path: Path) -> None:
    path = saved(film_dataset([[1, 2, 3, 4]]), tmp_path)
    content = path.read_bytes()
    start = content.rindex(b"\xe0\x7f\x10\x00OW\0\0") + 8
    path.write_bytes(content[:start] + (0xFFFFFFF0).to_bytes(4, "little") + content[start + 4 :])
    assert any("ends before its image data" in note for note in radiograph_of(path).notes)


def test_a_pdf_object_without_its_document_is_refused(tmp_path: Path) -> None:
    dataset = film_dataset([[0]], {"SOPClassUID": "1.2.840.10008.5.1.4.1.1.104.1"})
    del dataset.PixelData
    (skipped,) = open_paths([saved(dataset, tmp_path)]).skipped
    assert skipped.code == "no-document"


def test_a_bare_image_older_than_sop_classes_opens(tmp_path: Path) -> None:
    dataset = film_dataset([0, 1])
    del dataset.SOPClassUID, dataset.SOPInstanceUID
    film = radiograph_of(bare(dataset, tmp_path))
    assert read_film(film).stored.tolist() == [[0, 1]]
    assert any("no DICOM preamble" in note for note in film.notes)


def test_an_image_of_exactly_its_length_is_uncompressed_whatever_its_syntax_says(tmp_path: Path) -> None:
    path = saved(film_dataset([[0, 1], [2, 4095]]), tmp_path)
    little, jpeg_ls = b"1.2.840.10008.1.2.1\0", b"1.2.840.10008.1.2.4.80"
    content = path.read_bytes().replace(b"UI\x14\0" + little, b"UI\x16\0" + jpeg_ls)
    length = int.from_bytes(content[140:144], "little") + 2
    path.write_bytes(content[:140] + length.to_bytes(4, "little") + content[144:])
    film = radiograph_of(path)
    assert film.transfer_syntax_uid == "1.2.840.10008.1.2.4.80"
    assert read_film(film).stored.tolist() == [[0, 1], [2, 4095]]
    assert any("says that its image is compressed" in note for note in film.notes)


def test_a_bare_image_without_a_uid_of_its_own_opens(tmp_path: Path) -> None:
    dataset = film_dataset([0, 1])
    del dataset.SOPInstanceUID
    assert read_film(radiograph_of(bare(dataset, tmp_path))).stored.tolist() == [[0, 1]]
