"""What commands write for programs."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from engine.__main__ import main
from engine.commands.output import write_json
from engine.errors import ConsiliumError
from tests.engine.tiny_bundle import write_tiny_bundle


def test_any_file_name_can_be_written_and_read_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = {"file": "R\u00f6ntgen \udcff.dcm"}
    write_json(document, str(tmp_path / "out.json"))
    write_json(document, "-")
    assert json.loads((tmp_path / "out.json").read_text()) == document
    assert json.loads(capsys.readouterr().out) == document


def test_a_place_that_cannot_be_written_is_our_error(tmp_path: Path) -> None:
    with pytest.raises(ConsiliumError, match=r"no such file or directory. Name another\."):
        write_json({}, str(tmp_path / "absent" / "out.json"))


@pytest.mark.parametrize("option", ["--json", "--overlays"])
def test_reading_into_a_place_that_cannot_be_written_ends_in_one_sentence(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bundle = write_tiny_bundle(tmp_path)
    Image.fromarray(np.eye(8, dtype=np.uint8) * 200).save(tmp_path / "film.png")
    target = tmp_path / "film.png" / "out"
    words = ["read", str(tmp_path / "film.png"), "--bundle", str(bundle.folder), "--device", "cpu"]
    assert main([*words, option, str(target)]) == 1
    assert "cannot be written" in capsys.readouterr().err
