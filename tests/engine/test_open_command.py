"""`python -m engine open`: the command that others build on."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pydicom import uid

from engine.__main__ import main
from tests.engine.dicom.making import film_dataset, lut, saved

CHECKOUT = Path(__file__).resolve().parents[2]


def opened_as_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert main(["open", str(folder), "--json", "-"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_json_has_the_documented_fields(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    attributes = {"StudyInstanceUID": "1.2.3", "SOPInstanceUID": "1.2.3.4", "ViewPosition": "PA"}
    window = {"WindowCenter": 1000, "WindowWidth": 1001, "RescaleSlope": 1, "RescaleIntercept": -5}
    path = saved(film_dataset([[0, 1000, 4095]] * 2, {**attributes, **window}), tmp_path)
    assert opened_as_json(tmp_path, capsys) == {
        "studies": [
            {
                "study_uid": "1.2.3",
                "images": [
                    {
                        "file": str(path),
                        "sop_instance_uid": "1.2.3.4",
                        "modality": "DX",
                        "view": "PA",
                        "rows": 2,
                        "columns": 3,
                        "frames": 1,
                        "transfer_syntax": uid.ExplicitVRLittleEndian,
                        "photometric": "MONOCHROME2",
                        "window": {
                            "center": 1000.0,
                            "width": 1001.0,
                            "function": "LINEAR",
                            "explanation": "",
                            "source": "file",
                        },
                        "range": [-5.0, 4090.0],
                        "notes": [],
                    }
                ],
                "documents": [],
            }
        ],
        "skipped": [],
    }


def test_a_film_with_only_a_table_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dataset = film_dataset([0, 1])
    dataset.VOILUTSequence = lut(0, [0, 65535], explanation="vendor")
    saved(dataset, tmp_path)
    (image,) = opened_as_json(tmp_path, capsys)["studies"][0]["images"]
    assert image["window"] == {"table": {"first": 0, "entries": 2}, "explanation": "vendor"}


def test_what_cannot_be_read_is_skipped_with_code_and_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved(film_dataset([0, 1]), tmp_path, "good")
    cut = film_dataset(np.zeros((9, 9)))
    cut.PixelData = cut.PixelData[:10]
    saved(cut, tmp_path, "cut")
    (tmp_path / "notes.txt").write_text("not a film")
    found = opened_as_json(tmp_path, capsys)
    assert len(found["studies"]) == 1
    assert {Path(one["file"]).name: one["code"] for one in found["skipped"]} == {
        "cut": "pixels",
        "notes.txt": "not-dicom",
    }
    assert all(one["reason"].endswith(".") for one in found["skipped"])


def test_people_get_a_list_without_the_patients_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved(film_dataset([0, 1], {"PatientName": "SECRET", "StudyDescription": "THORAX\x1b[2J"}), tmp_path)
    assert main(["open", str(tmp_path)]) == 0
    shown = capsys.readouterr().out
    assert "THORAX" in shown
    assert "SECRET" not in shown
    assert "\x1b" not in shown


def test_json_goes_to_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    film, target = saved(film_dataset([0, 1]), tmp_path), tmp_path / "found.json"
    assert main(["open", str(film), "--json", str(target)]) == 0
    assert len(json.loads(target.read_text())["studies"]) == 1
    assert capsys.readouterr().out == ""


def test_a_target_that_cannot_be_written_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    film = saved(film_dataset([0, 1]), tmp_path)
    assert main(["open", str(film), "--json", str(tmp_path / "no" / "folder.json")]) == 1
    assert "cannot be written" in capsys.readouterr().err


def test_with_nothing_to_open_the_exit_code_is_1_and_one_sentence_says_so(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a film")
    found = subprocess.run(
        [sys.executable, "-m", "engine", "open", str(tmp_path)],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 1
    assert found.stderr.strip() == "Nothing could be opened; files skipped: 1."
    assert "not-dicom" in found.stdout
