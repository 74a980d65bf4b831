"""A de-identified export has nothing left of the patient, or is not written."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from pydicom import dcmread, dcmwrite
from pydicom.dataset import FileDataset
from pydicom.uid import JPEGBaseline8Bit

from app.documents.deidentified import write_deidentified
from app.documents.errors import FilmNotExported, IdentifiersLeft, NotWritten
from app.documents.from_review import report_document
from app.documents.report import AiSpan, Measured, Quantity, ReportDocument, SentenceVerdict, Signature
from app.messages import RESEARCH_USE
from app.review.decisions import Verdict
from app.review.filling import fill, insert_macro, insert_template
from app.review.measuring import measure
from app.review.signing import add_addendum, sign
from engine.dicom.files import open_paths
from engine.panel import Origin
from engine.resources import STUDIES
from engine.study import Study
from tests.app.documents.exporting import NOON, SHA, addended, draft, signed
from tests.app.documents.planting import (
    ACCESSION,
    BIRTH,
    DAY,
    NUMBER,
    PLANTS,
    mark_of,
    planted_film,
)
from tests.app.review.reviewing import EMPTY, FORMS, MEASUREMENTS
from tests.engine.dicom.making import compressed, film_dataset

KEY = b"k" * 32
TEXT = (
    "Zebedee Plantagenet, born 22.11.1934 (QX 73519), seen 17 Aug 2025 by Dr. Smith. "
    "The heart is enlarged. Plantagenet was called at 030 555 1234."
)
SECRETS = (
    "Plantagenet",
    "Zebedee",
    NUMBER,
    "73519",
    ACCESSION,
    BIRTH,
    DAY,
    "1934",
    "Smith",
    "555 1234",
    "Ann Reader",
)


def study_in(*paths: Path) -> Study:
    """The one study in these files."""
    (study,) = open_paths(paths).studies
    return study


def report_on(study: Study) -> ReportDocument:
    at = TEXT.index("The heart")
    return signed(study=study, text=TEXT, spans=(AiSpan(at, at + 22, "A", "report-phantom", SHA),))


def content_of(folder: Path) -> bytes:
    return b"\n".join(path.read_bytes() for path in sorted(folder.iterdir()))


@pytest.fixture
def planted(tmp_path: Path) -> ReportDocument:
    return report_on(study_in(planted_film(tmp_path)))


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"


def test_of_38_planted_identifiers_none_is_found(tmp_path: Path, planted: ReportDocument, out: Path) -> None:
    marks = [mark_of(place).encode() for place in PLANTS]
    before = (tmp_path / "film.dcm").read_bytes()
    assert len(marks) == 38
    assert [mark for mark in marks if mark not in before] == []
    write_deidentified(planted, out, KEY)
    assert [place for place in PLANTS if mark_of(place).encode() in content_of(out)] == []


def test_nothing_of_the_patient_or_the_reader_is_left_in_any_file(planted: ReportDocument, out: Path) -> None:
    write_deidentified(replace(planted, status=addended().status, addenda=addended().addenda), out, KEY)
    found = content_of(out).lower()
    assert [secret for secret in (*SECRETS, "Bo Other") if secret.lower().encode() in found] == []
    old = [planted.study.study_uid, *(film.series_uid for film in planted.study.radiographs)]
    assert [uid for uid in old if uid.encode() in found] == []


NAMED = "Zebedee Plantagenet"


@pytest.mark.parametrize(
    "changes",
    [
        {"panel": Origin(author="Zoltan Vermeer", created="2025-08-17T10:00:00+00:00")},
        {"panel": Origin(runtime=NAMED, device=NAMED, precision=NAMED, decoding=NAMED)},
        {"verdicts": (SentenceVerdict("A", 0, 9, NAMED, Verdict.EDITED, NAMED, panel="ef" * 32),)},
        {"signature": Signature("Ann Reader", f"for {NAMED}", NOON, f"seen with {NAMED}")},
        {"warnings": (f"unlike {NAMED}",)},
    ],
    ids=["author", "machine", "verdict", "signature", "warning"],
)
def test_nobody_is_named_beside_the_text(
    planted: ReportDocument, out: Path, changes: Mapping[str, object]
) -> None:
    write_deidentified(replace(planted, **changes), out, KEY)  # type: ignore[arg-type]
    found = content_of(out).lower()
    secrets = (*SECRETS, "Zoltan", "Vermeer", "2025-08-17", "ef" * 32)
    assert [secret for secret in secrets if secret.lower().encode() in found] == []


@pytest.mark.parametrize(
    "changes",
    [
        {"panel": Origin(bundle=f"model of {NAMED}")},
        {"panel": Origin(bundle="model", version=NAMED)},
        {"spans": (AiSpan(0, 90, "A", NAMED),)},
        {"verdicts": (SentenceVerdict("A", 0, 9, "", Verdict.REJECTED, bundle=NAMED),)},
    ],
    ids=["model", "version", "AI text", "verdict"],
)
def test_a_model_that_is_called_as_the_patient_stops_the_export(
    planted: ReportDocument, out: Path, changes: Mapping[str, object]
) -> None:
    with pytest.raises(IdentifiersLeft):
        write_deidentified(replace(planted, **changes), out, KEY)  # type: ignore[arg-type]
    assert not out.exists()


def test_a_template_a_macro_and_an_addendum_name_nobody(planted: ReportDocument, out: Path) -> None:
    """What fields and macros put into a report is its text; a field takes any name or date."""
    review = insert_template(EMPTY, FORMS[0], "Heart [size]. Told [size].").apply(EMPTY)
    for value in (NAMED, "17.08.2025"):
        review = fill(review, review.text.index("["), value).apply(review)
    review = insert_macro(review, FORMS[1], f"Seen {NUMBER}.", len(review.text), len(review.text)).apply(
        review
    )
    for one in MEASUREMENTS[:7]:
        review = measure(review, one).apply(review)
    review = sign(review, "Ann Reader", "radiologist", "I answer for it", NOON).apply(review)
    review = add_addendum(
        review, f"{NAMED} was told.", f"call of {ACCESSION}", "Bo Other", "resident", NOON
    ).apply(review)
    document = report_document(review, planted.study, None, NOON)
    assert NAMED in document.text
    write_deidentified(document, out, KEY)
    found = content_of(out).lower()
    assert [secret for secret in (*SECRETS, "Bo Other") if secret.lower().encode() in found] == []
    assert (
        json.loads((out / "review.jsonl").read_text())["text"]
        == "Heart [name] [name]. Told [date]. Seen [number]."
    )


def test_the_report_keeps_what_it_says_and_who_wrote_it(planted: ReportDocument, out: Path) -> None:
    done = write_deidentified(planted, out, KEY)
    review = json.loads((out / "review.jsonl").read_text())
    assert review["text"] == (
        "[name] [name], born [date] ([number]), seen [date] by [name]. "
        "The heart is enlarged. [name] was called at [number]."
    )
    span = next(span for sentence in review["sentences"] for span in sentence["spans"])
    assert review["text"][span["start"] : span["stop"]] == "The heart is enlarged."
    assert (review["status"], review["signature"]["name"], review["signature"]["time"]) == (
        "signed",
        "",
        None,
    )
    assert (done.films, done.replaced) == (1, 8)
    assert RESEARCH_USE in (out / "report.md").read_text()


def test_a_measurement_keeps_to_its_film_whose_uid_is_another(planted: ReportDocument, out: Path) -> None:
    uid = planted.study.radiographs[0].sop_instance_uid
    length = Measured(
        "length", uid, 0, ((0.0, 0.0), (3.0, 4.0)), (Quantity("length", 5.0, "px"),), "pixels", "5 px"
    )
    write_deidentified(replace(planted, measurements=(length,)), out, KEY)
    written = json.loads((out / "review.jsonl").read_text())
    film = dcmread(out / "film-1.dcm").SOPInstanceUID
    assert [one["film"] for one in written["measurements"]] == [film]
    assert film != uid


def test_a_film_says_that_and_how_it_was_de_identified_and_keeps_its_pixels(
    planted: ReportDocument, out: Path
) -> None:
    write_deidentified(planted, out, KEY)
    film = dcmread(out / "film-1.dcm")
    assert film.PatientIdentityRemoved == "YES"
    assert film.DeidentificationMethodCodeSequence[0].CodeValue == "113100"
    assert film.preamble == bytes(128)
    assert film.ImageComments == RESEARCH_USE
    assert film.pixel_array.tolist() == [[1, 2, 3], [4, 5, 6]]
    assert film.file_meta.MediaStorageSOPInstanceUID == film.SOPInstanceUID


def test_films_of_one_study_stay_together_and_references_still_hold(tmp_path: Path, out: Path) -> None:
    first = planted_film(tmp_path, {}, "a.dcm")
    second = dcmread(planted_film(tmp_path, {}, "b.dcm"))
    reference = type(second)("", {})
    reference.ReferencedSOPClassUID = second.SOPClassUID
    reference.ReferencedSOPInstanceUID = dcmread(first).SOPInstanceUID
    second.ReferencedImageSequence = [reference]
    dcmwrite(tmp_path / "b.dcm", second)
    write_deidentified(draft(study=study_in(first, tmp_path / "b.dcm")), out, KEY)
    films = {path.name: dcmread(path) for path in out.glob("*.dcm")}
    a, b = (
        next(film for film in films.values() if ("ReferencedImageSequence" in film) is has)
        for has in (False, True)
    )
    assert (a.StudyInstanceUID, a.SeriesInstanceUID) == (b.StudyInstanceUID, b.SeriesInstanceUID)
    assert b.ReferencedImageSequence[0].ReferencedSOPInstanceUID == a.SOPInstanceUID
    assert a.PatientID == b.PatientID == study_in(*out.glob("*.dcm")).patient.patient_id


def test_another_key_gives_other_uids_and_the_same_key_the_same(
    planted: ReportDocument, tmp_path: Path
) -> None:
    folders = [tmp_path / name for name in ("a", "b", "c")]
    for folder, key in zip(folders, (KEY, KEY, b"other" * 8), strict=True):
        write_deidentified(planted, folder, key)
    uids = [dcmread(folder / "film-1.dcm").SOPInstanceUID for folder in folders]
    assert uids[0] == uids[1] != uids[2]


@pytest.mark.parametrize(
    ("said", "warned"), [("YES", "says that text is burned"), (None, "Nobody has looked"), ("NO", "")]
)
def test_burned_in_text_is_warned_of(tmp_path: Path, out: Path, said: str | None, warned: str) -> None:
    film = dcmread(planted_film(tmp_path, {}))
    if said:
        film.BurnedInAnnotation = said
    dcmwrite(tmp_path / "film.dcm", film)
    done = write_deidentified(draft(study=study_in(tmp_path / "film.dcm")), out, KEY)
    warnings = [warning for warning in done.warnings if "film-1.dcm" in warning]
    assert warned in "".join(warnings)
    assert bool(warnings) is bool(warned)


def test_a_name_in_compressed_pixels_stops_the_export(tmp_path: Path, out: Path) -> None:
    film = film_dataset(np.zeros((8, 8), np.uint8), {"BitsAllocated": 8, "BitsStored": 8, "HighBit": 7})
    film.PatientName = "Plantagenet^Zebedee"
    hidden = b"\xff\xd8\xff\xfe\x00\x1ataken of PLANTAGENET, Z.\xff\xd9"
    dcmwrite(tmp_path / "film.dcm", compressed(film, hidden, JPEGBaseline8Bit), enforce_file_format=True)
    with pytest.raises(IdentifiersLeft, match="Nothing was written") as refusal:
        write_deidentified(draft(study=study_in(tmp_path / "film.dcm")), out, KEY)
    assert "lantagenet" not in str(refusal.value)
    assert not out.exists()


def test_an_overlay_in_the_unused_bits_of_the_pixels_is_cleared(tmp_path: Path, out: Path) -> None:
    film = with_hidden_overlay(film_dataset([[0x1001, 0xF002]], {"BitsStored": 12}))
    dcmwrite(tmp_path / "film.dcm", film, enforce_file_format=True)
    write_deidentified(draft(study=study_in(tmp_path / "film.dcm")), out, KEY)
    assert np.frombuffer(dcmread(out / "film-1.dcm").PixelData, "<u2").tolist() == [1, 2]


def test_an_overlay_in_pixels_that_cannot_be_cleared_stops_the_export(tmp_path: Path, out: Path) -> None:
    film = with_hidden_overlay(film_dataset([[1, 2]], {"PixelRepresentation": 1}))
    dcmwrite(tmp_path / "film.dcm", film, enforce_file_format=True)
    with pytest.raises(FilmNotExported, match="overlay inside its pixels"):
        write_deidentified(draft(study=study_in(tmp_path / "film.dcm")), out, KEY)
    assert not out.exists()


def with_hidden_overlay(film: FileDataset) -> FileDataset:
    film.add_new((0x6000, 0x0010), "US", 1)
    film.add_new((0x6000, 0x0011), "US", 2)
    film.add_new((0x6000, 0x0102), "US", 12)
    return film


def test_a_film_that_is_gone_stops_the_export(planted: ReportDocument, out: Path, tmp_path: Path) -> None:
    (tmp_path / "film.dcm").unlink()
    with pytest.raises(FilmNotExported, match="no such file"):
        write_deidentified(planted, out, KEY)
    assert not out.exists()


def test_a_folder_with_anything_in_it_is_not_touched(planted: ReportDocument, tmp_path: Path) -> None:
    before = sorted(path.name for path in tmp_path.iterdir())
    with pytest.raises(NotWritten):
        write_deidentified(planted, tmp_path, KEY)
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_pictures_and_documents_are_left_out_and_counted(tmp_path: Path, out: Path) -> None:
    study = study_in(planted_film(tmp_path, {}))
    picture = replace(study.radiographs[0], path=tmp_path / "a.png", identified=False)
    done = write_deidentified(
        draft(study=replace(study, radiographs=(*study.radiographs, picture))), out, KEY
    )
    assert done.films == 1
    assert any(warning.startswith("1 files of the study were left out") for warning in done.warnings)


def errors_of(dciodvfy: str, path: Path) -> int:
    done = subprocess.run([dciodvfy, path], capture_output=True, timeout=120, check=False)
    return sum(line.startswith(b"Error") for line in done.stderr.splitlines())


def test_dciodvfy_finds_no_more_errors_than_before_in_any_sample_film(tmp_path: Path) -> None:
    dciodvfy = shutil.which("dciodvfy")
    if dciodvfy is None:
        pytest.skip("dciodvfy is not on this machine (package dicom3tools)")
    for number, study in enumerate(open_paths([STUDIES]).studies):
        folder = tmp_path / str(number)
        write_deidentified(draft(study=study), folder, KEY)
        before = [errors_of(dciodvfy, film.path) for film in study.radiographs]
        after = [errors_of(dciodvfy, folder / f"film-{place}.dcm") for place in range(1, len(before) + 1)]
        assert [new <= old for old, new in zip(before, after, strict=True)] == [True] * len(before)


def test_every_public_film_can_leave_without_its_patient(shared_data: Path, tmp_path: Path) -> None:
    studies = open_paths([shared_data / "hannover_cxr", shared_data / "dicom"]).studies[:40]
    for number, study in enumerate(studies):
        films = sum(film.identified for film in study.radiographs)
        assert write_deidentified(draft(study=study), tmp_path / str(number), KEY).films == films
    assert studies
