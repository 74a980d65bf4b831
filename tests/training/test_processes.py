"""Runs in two processes, and in two passes, against the same runs in one."""

from __future__ import annotations

import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from engine.errors import RecipeError
from tests.training.conftest import make_material
from tests.training.test_fit import Stopped, stopping_after
from tests.training.together import (
    CAPTIONER,
    EVERY_STEP,
    EXAMINEE,
    HELD_OUT,
    LIVELY,
    PANEL,
    STUDIES,
    begin_all,
    train_all,
)
from training.checkpoints import best_weights
from training.fit import train
from training.launch import run_together
from training.processes import ALONE, Processes, check_devices, joined
from training.run_log import read_rows
from training.runs import open_run

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="gloo's processes are started otherwise")


NEAR = {PANEL: 2e-5, CAPTIONER: 2e-5, EXAMINEE: 1e-3}
"""How near weights are. An examinee's pooler moves all options' scores alike: its gradient is what rounding
leaves, of which Adam makes steps of up to the rate (0.003). For the gradients themselves see `test_parts`."""


def together(folder: Path, what: str, killed_after: int = -1) -> int:
    command = [sys.executable, "-m", "tests.training.together", str(folder), what, str(killed_after)]
    return run_together(2, command)


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Runs that have begun; nobody trains them here."""
    folder = tmp_path_factory.mktemp("together") / "begun"
    folder.mkdir()
    begin_all(folder)
    return folder


@pytest.fixture(scope="module")
def alone(begun: Path) -> Path:
    """The runs, trained by one process in one pass."""
    torch.set_num_threads(1)
    folder = Path(shutil.copytree(begun, begun.with_name("alone")))
    train_all(folder, ALONE)
    return folder


def assert_alike(one: Path, other: Path) -> None:
    """Weights, router counts and logs of all stages, up to the order in which numbers are added."""
    stages = sorted(path.relative_to(one) for path in one.glob("*/*/best.safetensors"))
    assert {path.parts[0] for path in stages} == {PANEL, CAPTIONER, EXAMINEE}
    for stage in stages:
        weights, others = best_weights(one / stage), best_weights(other / stage)
        for name, tensor in weights.items():
            atol = NEAR[stage.parts[0]]
            torch.testing.assert_close(tensor, others[name], atol=atol, rtol=1e-4, msg=f"{name} of {stage}")
    for log in sorted(path.relative_to(one) for path in one.glob("*/log/*.csv")):
        rows, other_rows = read_rows(one / log), read_rows(other / log)
        for row, twin in zip(rows, other_rows, strict=True):
            assert row.keys() == twin.keys()
            for column in row.keys() - {"warning"}:
                assert float(row[column]) == pytest.approx(float(twin[column]), abs=1e-4), (log, column)


def test_two_processes_train_every_model_as_one_does(begun: Path, alone: Path) -> None:
    folder = Path(shutil.copytree(begun, begun.with_name("two")))

    assert together(folder, "all") == 0
    assert_alike(alone, folder)


def test_two_passes_train_every_model_as_one_does(begun: Path, alone: Path) -> None:
    folder = Path(shutil.copytree(begun, begun.with_name("passes")))
    train_all(folder, Processes(passes=2))

    assert_alike(alone, folder)


def test_a_run_stopped_in_two_passes_goes_on_in_one(begun: Path, alone: Path) -> None:
    folder = Path(shutil.copytree(begun, begun.with_name("other")))
    panel = open_run(folder / PANEL)
    material = make_material(panel, STUDIES, HELD_OUT)
    stopped = replace(material, train=stopping_after(3, material.train))
    with pytest.raises(Stopped):
        train(panel, stopped, EVERY_STEP, processes=Processes(passes=2))
    train(panel, material, EVERY_STEP)

    for stage in ("warm-up", "reports"):
        place = Path(PANEL, stage, "best.safetensors")
        weights, others = best_weights(alone / place), best_weights(folder / place)
        for name, tensor in weights.items():
            torch.testing.assert_close(tensor, others[name], atol=2e-5, rtol=1e-4, msg=f"{name} of {stage}")


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_a_killed_process_ends_the_other_and_the_run_goes_on_to_the_same_weights(
    begun: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    whole, killed = (Path(shutil.copytree(begun, begun.with_name(name))) for name in ("whole", "killed"))
    assert together(whole, LIVELY) == 0

    assert together(killed, LIVELY, killed_after=4) == 1
    said = capfd.readouterr().err
    assert "Process 2 of 2 was ended by SIGKILL." in said
    assert "another process of this run has ended" in said
    assert "Traceback" not in said
    assert together(killed, LIVELY) == 0
    for stage in ("warm-up", "reports"):
        place = Path(LIVELY) / stage / "best.safetensors"
        assert (whole / place).read_bytes() == (killed / place).read_bytes()


def test_processes_share_out_every_part_once_pass_by_pass() -> None:
    shares = [Processes(number, count=3, passes=2).parts() for number in range(3)]

    assert [part.number for share in shares for part in share] == [0, 1, 2, 3, 4, 5]
    assert {part.parts for share in shares for part in share} == {6}
    assert [Processes(number, count=3).turn().number for number in range(3)] == [0, 1, 2]


@pytest.mark.parametrize(
    "environment", [{"WORLD_SIZE": "2"}, {"WORLD_SIZE": "x", "RANK": "0", "LOCAL_RANK": "0"}]
)
def test_a_launcher_that_does_not_say_who_is_who_is_refused(environment: dict[str, str]) -> None:
    with pytest.raises(RecipeError, match="torchrun"), joined(environment, 1, 1):
        raise AssertionError("nobody gets here")


def test_one_process_of_torchrun_is_not_four_devices() -> None:
    environment = {"WORLD_SIZE": "1", "RANK": "0", "LOCAL_RANK": "0", "LOCAL_WORLD_SIZE": "1"}
    with pytest.raises(RecipeError, match="Leave --devices out"), joined(environment, 4, 1):
        raise AssertionError("nobody gets here")


def test_devices_are_not_given_twice_in_two_ways() -> None:
    check_devices(here=2, devices=1, count=4)
    with pytest.raises(RecipeError, match="--devices 4 is given, and 2 processes were started here"):
        check_devices(here=2, devices=4, count=2)
    with pytest.raises(RecipeError, match="3 processes cannot be 2 on each machine"):
        check_devices(here=2, devices=1, count=3)
