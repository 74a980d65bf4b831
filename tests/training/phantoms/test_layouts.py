from __future__ import annotations

import csv
import gzip
import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from engine.dicom.files import open_paths
from engine.progress import ignore_progress
from training.__main__ import main
from training.phantoms.corpus import PhantomRecord, read_index
from training.phantoms.layouts.coco import write_coco
from training.phantoms.layouts.iu import write_iu
from training.phantoms.layouts.mimic import impression, report_text, write_mimic
from training.phantoms.layouts.openi import write_openi


@pytest.fixture
def made(made_phantoms: Path) -> list[PhantomRecord]:
    records = read_index(made_phantoms)
    return [*records[:3], records[5], records[7]]


def _table(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(gzip.decompress(path.read_bytes()).decode().splitlines()))


def test_iu_has_two_pictures_a_study_and_the_annotation_names_them(
    made: list[PhantomRecord], tmp_path: Path
) -> None:
    write_iu(made, tmp_path, ignore_progress)

    annotation = json.loads((tmp_path / "annotation.json").read_text(encoding="utf-8"))
    assert {split: len(studies) for split, studies in annotation.items()} == {"train": 3, "val": 1, "test": 1}
    for split, studies in annotation.items():
        for study in studies:
            assert study["split"] == split
            assert len(study["image_path"]) == 2
            assert all((tmp_path / "images" / path).is_file() for path in study["image_path"])
    assert annotation["train"][0]["report"] == made[0].report


def test_pictures_show_lungs_dark_whatever_the_film_s_polarity(
    made: list[PhantomRecord], tmp_path: Path
) -> None:
    write_iu(made, tmp_path, ignore_progress)

    for picture in sorted(tmp_path.rglob("0.png")):
        grey = np.asarray(Image.open(picture), float)
        lungs = np.r_[grey[25:40, 15:25].ravel(), grey[25:40, 40:50].ravel()].mean()
        assert lungs < grey[25:60, 29:35].mean()  # the spine between them


def test_mimic_s_tables_agree_with_the_files_that_lie_there(
    made: list[PhantomRecord], tmp_path: Path
) -> None:
    write_mimic(made, tmp_path, "jpg", ignore_progress)

    split = _table(tmp_path / "mimic-cxr-2.0.0-split.csv.gz")
    views = _table(tmp_path / "mimic-cxr-2.0.0-metadata.csv.gz")
    assert [row["split"] for row in split] == ["train"] * 6 + ["validate"] * 2 + ["test"] * 2
    assert [row["ViewPosition"] for row in views] == ["PA", "LATERAL"] * 5
    for row in split:
        study = tmp_path / "files" / "p10" / f"p{row['subject_id']}" / f"s{row['study_id']}"
        assert (study / f"{row['dicom_id']}.jpg").is_file()
        assert "FINDINGS:" in study.with_suffix(".txt").read_text(encoding="utf-8")


def test_mimic_s_labels_are_those_of_the_films_and_of_what_the_report_denies(
    made: list[PhantomRecord], tmp_path: Path
) -> None:
    write_mimic(made, tmp_path, "jpg", ignore_progress)

    for record, row in zip(made, _table(tmp_path / "mimic-cxr-2.0.0-chexpert.csv.gz"), strict=True):
        there = {label for label in row if row[label] in ("1.0", "-1.0")} - {"No Finding"}
        assert there == {finding.label for finding in record.findings}
        assert {label for label in row if row[label] == "0.0"} == set(record.denied) - there


def test_mimic_s_films_may_be_the_dicom_files_themselves(made: list[PhantomRecord], tmp_path: Path) -> None:
    write_mimic(made[:1], tmp_path, "dicom", ignore_progress)

    opened = open_paths([tmp_path / "files" / "p10" / "p10000001" / "s50000001"])
    assert [len(study.radiographs) for study in opened.studies] == [2]


def test_a_report_of_mimic_has_its_findings_and_its_impression_under_their_headings(
    made: list[PhantomRecord],
) -> None:
    text = report_text(made[0])

    between = text.split("FINDINGS:")[1].split("IMPRESSION:")[0]
    assert " ".join(between.split()) == made[0].report
    assert impression(made[0]) in " ".join(text.split())


def test_coco_numbers_pictures_and_captions_without_gaps(made: list[PhantomRecord], tmp_path: Path) -> None:
    write_coco(made, tmp_path, ignore_progress)

    images = json.loads((tmp_path / "dataset_coco.json").read_text(encoding="utf-8"))["images"]
    captions = [caption for image in images for caption in image["sentences"]]
    assert [caption["sentid"] for caption in captions] == list(range(len(captions)))
    assert [image["imgid"] for image in images] == list(range(5))
    assert all(1 <= len(image["sentences"]) <= 5 for image in images)
    assert all((tmp_path / image["filepath"] / image["filename"]).is_file() for image in images)
    assert {image["filepath"] for image in images if image["split"] == "train"} == {"train2014"}
    assert all(caption["raw"] in made[caption["imgid"]].report for caption in captions)


def test_open_i_has_a_file_for_each_report_that_names_its_films(
    made: list[PhantomRecord], tmp_path: Path
) -> None:
    write_openi(made, tmp_path, ignore_progress)

    reports = sorted((tmp_path / "ecgen-radiology").glob("*.xml"))
    assert len(reports) == 5
    text = reports[0].read_text(encoding="utf-8")
    assert '<AbstractText Label="FINDINGS">' in text
    for picture in ("CXR1_1_IM-0001-1001", "CXR1_1_IM-0001-2001"):
        assert f'<parentImage id="{picture}">' in text
        assert (tmp_path / "NLMCXR_png" / f"{picture}.png").is_file()


def test_writing_a_layout_again_gives_the_same_bytes(made: list[PhantomRecord], tmp_path: Path) -> None:
    for folder in ("one", "two"):
        write_mimic(made[:1], tmp_path / folder, "jpg", ignore_progress)

    one, two = (
        {path.relative_to(tmp_path / folder): path.read_bytes() for path in (tmp_path / folder).rglob("*.*")}
        for folder in ("one", "two")
    )
    assert one == two


def test_a_layout_is_made_of_new_phantoms_or_of_some_that_are_there(
    made_phantoms: Path, tmp_path: Path
) -> None:
    asked = ["--layout", "iu", "--count", "1", "--size", "64", "--workers", "1"]
    assert main(["phantoms", str(tmp_path / "iu"), *asked]) == 0
    assert main(["phantoms", str(tmp_path / "coco"), "--layout", "coco", "--of", str(made_phantoms)]) == 0

    assert (tmp_path / "iu" / "annotation.json").is_file()
    assert (tmp_path / "iu" / "phantoms" / "index.jsonl").is_file()
    assert len(list((tmp_path / "coco").rglob("*.jpg"))) == 9


def test_phantoms_are_not_copied_into_the_layout_that_they_have(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["phantoms", str(tmp_path / "copy"), "--of", str(tmp_path)]) == 1
    assert "have this layout already" in capsys.readouterr().err


def test_no_layout_is_made_where_there_are_no_phantoms(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["phantoms", str(tmp_path / "iu"), "--layout", "iu", "--of", str(tmp_path)]) == 1
    assert "no finished phantom corpus" in capsys.readouterr().err
    assert not (tmp_path / "iu").exists()
