"""One tiny run of each model, without anything that draws random numbers but its first weights.

`python -m tests.training.together FOLDER WHAT` trains them, or a panel with dropout, as one of several
processes; `tests.training.test_processes` compares them with runs of a single one.
"""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import replace
from pathlib import Path

import torch

from engine.errors import ConsiliumError
from engine.progress import ignore_progress
from tests.training.answering_questions import answering_table, write_questions
from tests.training.captioned import captioning_table, write_coco
from tests.training.conftest import make_material, make_recipe, make_run
from tests.training.test_fit import lively, stopping_after
from training.answering.fit import (
    begin_answering,
    open_answering_run,
    prepare_answering,
    train_answering,
)
from training.answering.recipe import parse_answering
from training.captioning.fit import (
    begin_captioning,
    open_captioning_run,
    prepare_captioning,
    train_captioning,
)
from training.captioning.recipe import parse_captioning
from training.checkpoints import Saving
from training.fit import train
from training.processes import Processes, joined, losses_said
from training.runs import Start, open_run

EVERY_STEP = Saving(minutes=0)
NOW = Start("2026-01-02T03:04:05+00:00", "")
PANEL, CAPTIONER, EXAMINEE, LIVELY = "panel", "captioner", "examinee", "lively"
STUDIES, HELD_OUT = 14, 5  # in batches of 4: two are left over, and one validation batch is short


def begin_all(folder: Path) -> None:
    """A run of each in `folder`, on data beside them."""
    recipe = make_recipe()
    still = replace(
        recipe,
        model=replace(recipe.model, dropout=0.0),
        loss=replace(recipe.loss, experts_per_step=0, lessons_weight=0.5, case_mix=0.5),
    )
    make_run(still, folder / PANEL)
    make_run(lively(recipe), folder / LIVELY)
    pictures = captioning_table(write_coco(folder / "coco"))
    for stage in ("cross_entropy", "fine_tuning"):
        pictures[stage] |= {"dropout": 0.0, "epochs": 1}
    pictures["self_critical"]["epochs"] = 0  # its samples are drawn
    begin_captioning(parse_captioning(pictures, "t"), folder / CAPTIONER, NOW)
    asked = answering_table(write_questions(folder), cached_bottom=False, epochs=1, batch=4)
    asked["model"]["dropout"] = 0.0
    begin_answering(parse_answering(asked, "t"), folder / EXAMINEE, NOW)


def train_all(folder: Path, processes: Processes) -> None:
    """The still runs."""
    panel = open_run(folder / PANEL)
    train(panel, make_material(panel, STUDIES, HELD_OUT), EVERY_STEP, processes=processes)
    captioner = open_captioning_run(folder / CAPTIONER)
    pictures = processes.first_alone(lambda: prepare_captioning(captioner, ignore_progress))
    train_captioning(captioner, pictures, EVERY_STEP, processes)
    examinee = open_answering_run(folder / EXAMINEE)
    questions = processes.first_alone(lambda: prepare_answering(examinee, ignore_progress))
    train_answering(examinee, questions, EVERY_STEP, processes)


def train_lively(folder: Path, processes: Processes, killed_after: int) -> None:
    """The panel with dropout; the second process is killed after so many batches, never if below 0."""
    panel = open_run(folder / LIVELY)
    material = make_material(panel, STUDIES, HELD_OUT)
    if killed_after >= 0 and not processes.first:
        material = replace(material, train=stopping_after(killed_after, material.train, signal.SIGKILL))
    train(panel, material, EVERY_STEP, processes=processes)


def main(folder: Path, what: str, killed_after: int) -> int:
    """The exit code; an error of ours is printed."""
    torch.set_num_threads(1)
    try:
        with joined(os.environ, 1, 1) as processes, losses_said():
            if what == LIVELY:
                train_lively(folder, processes, killed_after)
            else:
                train_all(folder, processes)
    except ConsiliumError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
