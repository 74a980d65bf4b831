from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path

import pytest

from engine.errors import RecipeError
from engine.panel import Polarity
from engine.study import Skipped
from tests.training.made_corpora import (
    mimic_report,
    write_annotation,
    write_citation,
    write_csv,
    write_film,
    write_physionet,
)
from training.data.corpus import CorpusStudy
from training.data.layouts.annotation import read_annotation, samples
from training.data.layouts.openi import read_openi
from training.data.layouts.pairs import read_pairs
from training.data.layouts.physionet import read_physionet
from training.data.opening import detect, named_or_found, open_corpus, studies_of
from training.data.sources import Source, parse_source
from training.recipes import DataRecipe


def _physionet(folder: Path) -> list[CorpusStudy]:
    return list(read_physionet(folder, "findings", []))


def test_an_annotation_gives_every_sample_its_split_report_films_and_places(tmp_path: Path) -> None:
    write_annotation(tmp_path, {"train": ["Clear.", "Old."], "val": ["New."], "test": []}, {})

    studies = list(read_annotation(tmp_path))
    assert [(study.split, study.report) for study in studies] == [
        ("train", "Clear."),
        ("train", "Old."),
        ("val", "New."),
    ]
    assert studies[0].views == ("", "LATERAL")
    assert all(film.is_file() for study in studies for film in study.films)
    assert studies[0].patient == "CXR1"


def test_an_annotation_is_read_in_pieces_that_may_end_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_annotation(tmp_path, {"train": ['Is "clear" [1].'] * 3, "val": [], "test": ["New."]}, {"n": [{}]})
    whole = list(samples(tmp_path / "annotation.json"))
    monkeypatch.setattr("training.data.layouts.annotation.CHUNK", 7)

    assert list(samples(tmp_path / "annotation.json")) == whole
    assert len(whole) == 4


@pytest.mark.parametrize(
    "text", ["", "[1]", '{"train": [{"id": 1}', '{"train": [3]}', '{"train": 3}', '{"a"']
)
def test_a_damaged_annotation_is_refused_by_its_name(tmp_path: Path, text: str) -> None:
    (tmp_path / "annotation.json").write_text(text, encoding="utf-8")

    with pytest.raises(RecipeError, match=r"annotation\.json"):
        list(read_annotation(tmp_path))


def test_a_key_of_the_annotation_that_is_no_split_is_passed_over(tmp_path: Path) -> None:
    text = json.dumps({"info": [{"id": 1}], "train": [], "    ": [{}]})
    (tmp_path / "annotation.json").write_text(text, encoding="utf-8")

    assert list(read_annotation(tmp_path)) == []


def test_mimic_s_study_has_its_subject_views_labels_and_findings(tmp_path: Path) -> None:
    write_physionet(tmp_path, [mimic_report("Mild edema."), mimic_report("Clear.")])

    first, second = _physionet(tmp_path)
    assert (first.identifier, first.patient, first.split) == ("s50000001", "10000001", "train")
    assert first.report == "Mild edema."
    assert first.views == ("PA", "LATERAL")
    assert [(finding.label, finding.polarity) for finding in first.findings] == [
        ("Edema", Polarity.UNCERTAIN)
    ]
    assert second.split == "val"
    assert second.denied == ("Edema",)


def test_mimic_is_found_as_wget_leaves_it_with_reports_apart_from_films(tmp_path: Path) -> None:
    write_physionet(tmp_path / "made", [mimic_report("Clear.")])
    root = tmp_path / "physionet.org" / "files"
    films, reports = root / "mimic-cxr-jpg" / "2.0.0", root / "mimic-cxr" / "2.0.0" / "mimic-cxr-reports"
    films.parent.mkdir(parents=True)
    (tmp_path / "made").rename(films)
    text = next(films.rglob("s*.txt"))
    (reports / text.relative_to(films)).parent.mkdir(parents=True)
    text.rename(reports / text.relative_to(films))

    (study,) = _physionet(tmp_path)
    assert study.report == "Clear."
    assert all(film.is_file() for film in study.films)


def test_mimic_s_tables_may_be_unpacked_and_views_and_labels_absent(tmp_path: Path) -> None:
    write_physionet(tmp_path, [mimic_report("Clear.")], ending=".csv")
    (tmp_path / "mimic-cxr-2.0.0-metadata.csv").unlink()
    (tmp_path / "mimic-cxr-2.0.0-chexpert.csv").unlink()

    (study,) = _physionet(tmp_path)
    assert study.views == ("", "")
    assert (study.findings, study.denied) == ((), ())


def test_a_study_of_mimic_without_report_or_film_is_read_and_said_to_lack_it(tmp_path: Path) -> None:
    write_physionet(tmp_path, [mimic_report("Clear.")] * 5)
    next(tmp_path.rglob("s50000001.txt")).unlink()
    next(tmp_path.rglob("s50000002.txt")).write_text(" IMPRESSION: Normal.", encoding="utf-8")
    for film in (tmp_path / "files" / "p10" / "p10000003" / "s50000003").iterdir():
        film.unlink()

    corpus = open_corpus(DataRecipe(f"mimic:{tmp_path}"))
    assert [study.identifier for study in corpus.studies] == ["s50000004", "s50000005"]
    assert corpus.left_out == (("without a film on disk", 1), ("without a report", 2))


def test_a_damaged_table_of_mimic_is_refused_by_its_name(tmp_path: Path) -> None:
    write_physionet(tmp_path, [mimic_report("Clear.")])
    table = tmp_path / "mimic-cxr-2.0.0-split.csv.gz"
    table.write_bytes(table.read_bytes()[:-9])

    with pytest.raises(RecipeError, match=r"split\.csv\.gz: the table cannot be read"):
        _physionet(tmp_path)
    table.write_bytes(gzip.compress(b"dicom_id,study_id\na,1\n"))
    with pytest.raises(RecipeError, match='no column "subject_id"'):
        _physionet(tmp_path)


def test_open_i_s_reports_come_by_number_with_the_wanted_section(tmp_path: Path) -> None:
    for number in (10, 2):
        write_citation(tmp_path, number, {"FINDINGS": f"Clear {number}.", "IMPRESSION": "Normal."})

    studies = list(read_openi(tmp_path, "both", []))
    assert [study.report for study in studies] == ["Clear 2. Normal.", "Clear 10. Normal."]
    assert studies[0].views == ("", "LATERAL")
    assert all(film.is_file() for study in studies for film in study.films)


def test_a_broken_report_of_open_i_is_skipped_with_its_reason(tmp_path: Path) -> None:
    write_citation(tmp_path, 1, {"FINDINGS": "Clear."})
    (tmp_path / "ecgen-radiology" / "2.xml").write_text("<eCitation>", encoding="utf-8")
    skipped: list[Skipped] = []

    assert len(list(read_openi(tmp_path, "findings", skipped))) == 1
    assert skipped[0].path.name == "2.xml"


def test_open_i_s_tables_tell_views_and_may_be_split_by_an_annotation(tmp_path: Path) -> None:
    rows = [{"uid": uid, "findings": f"Clear {uid}.", "impression": ""} for uid in (1, 2, 3)]
    write_csv(tmp_path / "indiana_reports.csv", rows)
    films = [(1, "1_b.png", "Lateral"), (1, "1_a.png", "Frontal"), (2, "2_a.png", "Frontal")]
    names = [{"uid": uid, "filename": name, "projection": view} for uid, name, view in films]
    write_csv(tmp_path / "indiana_projections.csv", names)
    write_film(tmp_path / "images" / "images_normalized" / "1_a.png")
    sample = {"id": "CXR1_IM-1", "report": "", "image_path": []}
    splits = {"train": [], "val": [sample], "test": []}
    (tmp_path / "annotation.json").write_text(json.dumps(splits), encoding="utf-8")

    studies = list(read_openi(tmp_path, "findings", []))
    assert [study.split for study in studies] == ["val", "", ""]
    assert studies[0].views == ("LATERAL", "")
    assert studies[2].films == ()
    corpus = open_corpus(DataRecipe(f"openi:{tmp_path}"))
    assert [(study.identifier, study.views) for study in corpus.studies] == [("CXR1", ("",))]
    assert dict(corpus.left_out) == {"in no split": 2}


def test_without_an_annotation_open_i_is_split_seven_to_one_to_two(tmp_path: Path) -> None:
    rows = [{"uid": uid, "findings": "Clear.", "impression": ""} for uid in range(2000)]
    write_csv(tmp_path / "indiana_reports.csv", rows)

    counts = Counter(study.split for study in read_openi(tmp_path, "findings", []))
    assert counts["train"] == pytest.approx(1400, rel=0.05)
    assert counts["val"] == pytest.approx(200, rel=0.2)


def test_pairs_are_read_under_any_of_their_columns_names(tmp_path: Path) -> None:
    one = {
        "image": "images/a.png",
        "clinical notes": "Old  man.\nClear.",
        "Patientid": "7",
        "modality": "X-ray",
    }
    other = {"image": "images/b.png", "clinical notes": "Tomogram.", "Patientid": "8", "modality": "CT"}
    write_csv(tmp_path / "metadata.csv", [one, other])
    write_film(tmp_path / "images" / "a.png")

    (study,) = read_pairs(tmp_path)
    assert (study.report, study.patient, study.films) == (
        "Old man. Clear.",
        "7",
        (tmp_path / "images/a.png",),
    )
    write_csv(tmp_path / "metadata.csv", [{"filename": "a.png", "text": "Clear.", "split": "val"}])
    (study,) = read_pairs(tmp_path)
    assert (study.films[0].is_file(), study.split) == (True, "val")


def test_learning_by_heart_trains_and_validates_on_every_study(tmp_path: Path) -> None:
    rows = [{"filename": f"{number}.png", "text": f"Film {number}."} for number in range(4)]
    write_csv(tmp_path / "metadata.csv", rows)
    for number in range(4):
        write_film(tmp_path / "images" / f"{number}.png", number)

    corpus = open_corpus(DataRecipe(f"pairs:{tmp_path}", by_heart=True))
    train, val = ([study.report for study in corpus.split(split)] for split in ("train", "val"))
    assert train == val == [f"Film {number}." for number in range(4)]
    assert corpus.fingerprint != open_corpus(DataRecipe(f"pairs:{tmp_path}")).fingerprint


def test_a_limit_takes_the_first_studies_of_each_split_and_cleaning_reaches_every_report(
    tmp_path: Path,
) -> None:
    write_annotation(tmp_path, {"train": ["A, B."] * 5, "val": ["C."] * 3, "test": ["D."]}, {})

    corpus = open_corpus(DataRecipe(f"iu:{tmp_path}", limit=2, cleaning="r2gen-iu"))
    assert [study.report for study in corpus.studies] == ["a b .", "a b .", "c .", "c .", "d ."]


def test_the_fingerprint_tells_another_report_or_another_film_but_not_another_folder(tmp_path: Path) -> None:
    splits = {"train": ["Clear."], "val": ["New."], "test": []}
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        write_annotation(tmp_path / name, splits, {})
    one, two = (open_corpus(DataRecipe(f"iu:{tmp_path / name}")).fingerprint for name in ("one", "two"))
    assert one == two

    write_film(tmp_path / "two" / "images" / "CXR1_IM-0001" / "0.png", side=30)
    assert open_corpus(DataRecipe(f"iu:{tmp_path / 'two'}")).fingerprint != one
    write_annotation(tmp_path / "one", {**splits, "train": ["Clearer."]}, {})
    assert open_corpus(DataRecipe(f"iu:{tmp_path / 'one'}")).fingerprint != one


def test_what_lies_in_a_folder_is_told_by_its_files(tmp_path: Path) -> None:
    for name in ("iu", "r2gen", "openi", "mimic", "pairs", "none"):
        (tmp_path / name).mkdir()
    write_annotation(tmp_path / "iu", {"train": ["Clear."]}, {})
    write_annotation(tmp_path / "r2gen", {"train": ["Clear."]}, {"subject_id": 10000001, "study_id": 5})
    write_citation(tmp_path / "openi", 1, {"FINDINGS": "Clear."})
    write_physionet(tmp_path / "mimic", [mimic_report("Clear.")])
    write_csv(tmp_path / "pairs" / "metadata.csv", [{"image": "a.png", "text": "Clear."}])

    kinds = {name: detect(tmp_path / name).kind for name in ("iu", "r2gen", "openi", "mimic", "pairs")}
    assert kinds == {"iu": "iu", "r2gen": "mimic", "openi": "openi", "mimic": "mimic", "pairs": "pairs"}
    with pytest.raises(RecipeError, match="no corpus that is known lies here"):
        detect(tmp_path / "none")
    assert named_or_found(str(tmp_path / "iu")) == Source("iu", tmp_path / "iu")
    assert named_or_found("mimic:somewhere") == Source("mimic", Path("somewhere"))


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("somewhere", 'must be "kind:place"'),
        ("chexpert:somewhere", 'of the kind "chexpert", for which there is no reader'),
    ],
)
def test_a_source_that_names_no_kind_says_which_there_are(source: str, message: str) -> None:
    with pytest.raises(RecipeError, match=message) as raised:
        parse_source(source)
    assert "mimic" in raised.value.todo


def test_a_folder_of_another_kind_is_refused_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match="data check"):
        studies_of(Source("iu", tmp_path), "findings", [])
    with pytest.raises(RecipeError, match="no such folder"):
        studies_of(Source("iu", tmp_path / "nowhere"), "findings", [])


def test_the_reports_of_iu_x_ray_are_as_many_as_their_source_says(shared_data: Path) -> None:
    folder = shared_data / "iu_xray_text"
    if not folder.is_dir():
        pytest.skip("the public report texts are not beside this checkout (../shared/data/iu_xray_text)")

    annotated = list(read_annotation(folder))
    assert Counter(study.split for study in annotated) == {"train": 2069, "val": 296}
    assert all(study.report and len(study.films) == 2 for study in annotated)
    tabled = {study.identifier: study for study in read_openi(folder, "findings", [])}
    assert len(tabled) == 3261
    named = [study for study in tabled.values() if study.split]
    assert Counter(study.split for study in named) == {"train": 2069, "val": 296}
    by_number = {study.patient: study for study in annotated}
    assert all(by_number[study.patient].report.split() == study.report.split() for study in named)
