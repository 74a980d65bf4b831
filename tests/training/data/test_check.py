from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.progress import ignore_progress
from tests.training.made_corpora import mimic_report, write_annotation, write_physionet
from training.__main__ import main
from training.data.check import Checked, Words, check, check_text, evenly
from training.data.opening import all_studies, detect
from training.data.sources import Source


def _checked(folder: Path, films: int | None = 0) -> Checked:
    source = detect(folder)
    return check(source, all_studies(source, "findings", []), [], films, ignore_progress)


def test_counts_by_split_tell_what_is_missing_and_what_stands_twice(tmp_path: Path) -> None:
    splits = {
        "train": ["Clear lungs.", "Clear lungs.", "Old fracture."],
        "val": ["New nodule."],
        "test": ["Clear  lungs.", "Old fracture.", "Other.", ""],
    }
    write_annotation(tmp_path, splits, {})
    for film in (tmp_path / "images" / "CXR7_IM-0007").iterdir():
        film.unlink()
    (tmp_path / "images" / "CXR1_IM-0001" / "0.png").unlink()

    counts = _checked(tmp_path).splits
    train, val, test = (counts[split] for split in ("train", "val", "test"))
    assert (train.studies, train.usable, train.films, train.films_missing) == (3, 3, 5, 1)
    assert (train.repeated, train.in_train) == (1, 0)
    assert (val.usable, val.in_train) == (1, 0)
    assert (test.studies, test.usable, test.without_report, test.without_film) == (4, 2, 1, 1)
    assert test.in_train == 2


def test_a_patient_on_two_sides_is_counted(tmp_path: Path) -> None:
    write_annotation(tmp_path, {"train": ["A."], "val": ["B."], "test": ["C."]}, {"subject_id": 7})

    assert (_checked(tmp_path).patients_apart, _checked(tmp_path).patients_shared) == (1, 1)


def test_films_that_cannot_be_read_are_named_with_the_reason(tmp_path: Path) -> None:
    write_annotation(tmp_path, {"train": ["A.", "B."], "val": [], "test": []}, {})
    broken = tmp_path / "images" / "CXR2_IM-0002" / "1.png"
    broken.write_bytes(broken.read_bytes()[:60])

    checked = _checked(tmp_path, None)
    assert (checked.films, checked.films_tried) == (4, 4)
    assert [each.path for each in checked.unreadable] == [broken]
    assert str(broken) in check_text(checked)
    assert checked.decoding_seconds is not None
    assert checked.decoding_seconds > 0
    assert _checked(tmp_path, 0).decoding_seconds is None


def test_films_to_try_are_spread_over_all() -> None:
    films = [Path(str(number)) for number in range(10)]

    assert evenly(films, 3) == [Path("0"), Path("3"), Path("6")]
    assert evenly(films, 20) == evenly(films, None) == films
    assert evenly(films, 0) == []


def test_lengths_are_counted_in_words_and_against_what_r2gen_keeps() -> None:
    assert Words.of([10, 61, 101]) == Words(61.0, 101, 172, 2, 1)
    assert Words.of([]) == Words()


def test_the_command_says_it_in_a_table_and_as_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_physionet(tmp_path / "mimic", [mimic_report("Clear.")] * 3)

    assert main(["data", "check", str(tmp_path / "mimic"), "--json", str(tmp_path / "check.json")]) == 0
    said = capsys.readouterr().out
    assert f"mimic:{tmp_path / 'mimic'}" in said
    assert "6 of 6 films were decoded, 0 of them cannot be read" in said
    assert "1 of 1 test reports stand word for word among training reports" in said
    found = json.loads((tmp_path / "check.json").read_text(encoding="ascii"))
    assert found["splits"]["test"]["in_train"] == 1
    assert found["usable"] == 3
    assert found["films"] == {"there": 6, "tried": 6, "unreadable": []}


def test_a_corpus_of_which_nothing_can_be_used_ends_with_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_annotation(tmp_path, {"train": [""], "val": [], "test": []}, {})

    assert main(["data", "check", str(tmp_path), "--images", "0"]) == 1
    assert "Nothing can be used" in capsys.readouterr().out
    assert main(["data", "check", str(tmp_path / "nowhere")]) == 1
    assert main(["data", "check", str(tmp_path), "--images", "some"]) == 1


def test_the_public_reports_of_iu_x_ray_repeat_each_other_as_their_source_says(shared_data: Path) -> None:
    folder = shared_data / "iu_xray_text"
    if not folder.is_dir():
        pytest.skip("the public report texts are not beside this checkout (../shared/data/iu_xray_text)")

    source = Source("iu", folder)
    checked = check(source, all_studies(source, "findings", []), [], 0, ignore_progress)
    assert checked.splits["val"].in_train == 65
    assert checked.usable == 0
