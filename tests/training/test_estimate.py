from __future__ import annotations

from itertools import count

import torch

from tests.training.conftest import make_material
from training.checkpoints import Saving
from training.estimate import estimate
from training.fit import train
from training.run_log import read_rows
from training.runs import Run


def test_every_stage_is_measured_with_its_epochs_steps_and_validation(tiny_run: Run) -> None:
    ticks = count(0, 2)  # two seconds between two looks at the clock
    measured = estimate(tiny_run, make_material(tiny_run, 8, 3), lambda: float(next(ticks)))

    assert [(stage.name, stage.epochs, stage.steps, stage.validations) for stage in measured.stages] == [
        ("warm-up", 1, 2, 1),
        ("reports", 2, 2, 1),
    ]
    assert [stage.seconds for stage in measured.stages] == [6.0, 12.0]
    assert "18 s" in measured.text()
    assert "reports: 2 epochs of 2 steps at 2 s" in measured.text()


def test_measuring_leaves_the_run_s_random_numbers_as_they_were(tiny_run: Run) -> None:
    material = make_material(tiny_run, 8, 3)
    torch.manual_seed(5)
    expected = torch.rand(3)
    torch.manual_seed(5)
    estimate(tiny_run, material)

    assert torch.equal(torch.rand(3), expected)


def test_a_run_s_log_holds_the_rate_of_each_epoch_and_its_charts_lie_there(tiny_run: Run) -> None:
    train(tiny_run, make_material(tiny_run, 8, 3), Saving())

    rates = [float(row["lr"]) for row in read_rows(tiny_run.log("reports"))]
    assert 3e-3 > rates[0] > rates[1] >= 0  # cosine to 0
    assert (tiny_run.folder / "log" / "warm-up-loss.svg").is_file()
