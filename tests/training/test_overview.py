from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.training.made_corpora import write_annotation
from training.__main__ import main


def test_bare_training_says_what_it_can_do_and_what_lies_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "data" / "iu").mkdir(parents=True)
    write_annotation(tmp_path / "data" / "iu", {"train": ["Clear."]}, {})
    run = tmp_path / "runs" / "trial"
    (run / "log").mkdir(parents=True)
    (run / "run.json").write_text(json.dumps({"starts": [{"time": "2026-01-02T03:04:05", "commit": ""}]}))
    (run / "recipe.toml").write_text('name = "mine"\nepochs = 7\n')
    (run / "log" / "reports.csv").write_text("epoch\n0\n1\n")
    (tmp_path / "runs" / "other").mkdir()
    (tmp_path / "runs" / "other" / "run.json").write_text("{")
    monkeypatch.chdir(tmp_path)

    assert main([]) == 0
    said = capsys.readouterr().out
    assert "phantoms   make a corpus" in said
    assert "data/iu  IU X-Ray as R2Gen distributes it" in said
    assert "mine, begun 2026-01-02 03:04: 2 epochs of reports, 7 asked for" in said
    assert "runs/other  cannot be read" in said
    assert re.search(r"report-phantom +metransformer", said)
    assert re.search(r"mimic-cxr +METransformer on MIMIC-CXR", said)


def test_an_empty_folder_has_none_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    main([])
    assert "Runs here: python -m training fit --resume RUN\n  none" in capsys.readouterr().out
