"""Every shipped recipe for reports from a phantom corpus in its layout, by its documented command; the page.

Models are of toy size: what is tried is the path, not what is learned.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from engine.__main__ import main as engine_main
from engine.bundle import Bundle
from engine.resources import RESOURCES
from training.__main__ import main

PAGE = RESOURCES / "docs" / "from-physionet-to-desk.md"
TINY_MODEL = {
    "image_size": 32,
    "patch_size": 16,
    "width": 16,
    "depth": 1,
    "heads": 2,
    "d_mid": 8,
    "experts": 2,
    "encoder_layers": 1,
    "decoder_layers": 1,
    "max_tokens": 12,
}
TINY = [*(f"model.{key}={value}" for key, value in TINY_MODEL.items()), "batch=2", "epochs=1"]
SHORT_LESSONS = ("warm_up.stem_epochs=1", "warm_up.epochs=1")
SETTINGS = [word for setting in TINY for word in ("--set", setting)]


def _lay_out(folder: Path, layout: str, made: Path) -> None:
    assert main(["phantoms", str(folder), "--layout", layout, "--of", str(made)]) == 0


def _page_commands() -> list[list[str]]:
    blocks = re.findall(r"```sh\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return [shlex.split(line) for block in blocks for line in block.splitlines()]


def test_the_page_from_physionet_to_the_desk_is_true(
    made_phantoms: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _lay_out(tmp_path / "mimic_cxr", "mimic", made_phantoms)
    monkeypatch.chdir(tmp_path)

    commands = _page_commands()
    for command in commands:
        python, option, package, *words = command
        assert (python, option) == ("python", "-m")
        run = {"training": main, "engine": engine_main}[package]
        assert run([*words, *(SETTINGS if words[0] == "fit" else [])]) == 0, command
    assert len(commands) == 7
    bundle = Bundle.open("mimic-panel")
    assert bundle.manifest.scores["cider_unseen"].signature
    card = bundle.path("CARD.md").read_text(encoding="utf-8")
    assert "It has learned from films of patients" in bundle.manifest.intended_use
    assert "5 training studies of patients: MIMIC-CXR" in card
    assert "training phantoms" not in card
    printed = capsys.readouterr()
    assert "Estimate from 3 steps" in printed.err
    assert "CheXpert's labels of the reports" in (tmp_path / "scores.json").read_text(encoding="ascii")
    assert (tmp_path / "runs" / "mimic" / "log" / "reports-loss.svg").is_file()


def test_iu_x_ray_s_recipe_runs_from_phantoms_in_its_layout(made_phantoms: Path, tmp_path: Path) -> None:
    _lay_out(tmp_path / "iu", "iu", made_phantoms)
    source = f"data.source=iu:{tmp_path / 'iu'}"

    run = ["fit", "iu-xray", "--limit", "2", "--out", str(tmp_path / "run"), "--set", source, *SETTINGS]
    assert main(run) == 0
    assert (tmp_path / "run" / "reports" / "best.safetensors").is_file()


@pytest.mark.slow  # two more fits; phantoms are fitted in test_fit.py as well
@pytest.mark.parametrize("recipe", ["paper", "phantom"])
def test_the_recipes_for_phantoms_run_from_phantoms(recipe: str, made_phantoms: Path, tmp_path: Path) -> None:
    lessons = [word for setting in SHORT_LESSONS if recipe == "phantom" for word in ("--set", setting)]
    source = ["--set", f"data.source=phantom:{made_phantoms}"]

    run = ["fit", recipe, "--limit", "2", "--out", str(tmp_path / "run"), *source, *SETTINGS, *lessons]
    assert main(run) == 0
