from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
import torch

from engine.errors import RecipeError
from engine.progress import ignore_progress
from engine.runtime.routed_runner import load_examinee
from tests.training.answering_questions import answering_recipe, answering_table, write_questions
from tests.training.test_fit import same
from training.answering.batches import AnswerBatch, QuestionEpoch, QuestionSet, QuestionsInOrder
from training.answering.export import export_answers
from training.answering.fit import (
    ANSWERS,
    AnsweringMaterial,
    AnsweringRun,
    begin_answering,
    open_answering_run,
    prepare_answering,
    train_answering,
    trained_model,
)
from training.answering.recipe import AnsweringRecipe, parse_answering
from training.checkpoints import Saving
from training.runs import Start
from training.tasks.answering import option_scores

EVERY_STEP = Saving(minutes=0)
EVERY_EPOCH = Saving(minutes=float("inf"))
NOW = Start("2026-01-02T03:04:05+00:00", "")


class Stopped(Exception):
    """What a power cut looks like from inside."""


class StoppingSet(QuestionSet):
    """A set that gives so many batches and then fails."""

    batches_left: int

    def batch(self, chosen: Sequence[int]) -> AnswerBatch:
        if self.batches_left == 0:
            raise Stopped
        object.__setattr__(self, "batches_left", self.batches_left - 1)
        return super().batch(chosen)


def stopping_after(batches: int, data: QuestionSet) -> QuestionSet:
    stopping = StoppingSet(**{field.name: getattr(data, field.name) for field in fields(data)})
    object.__setattr__(stopping, "batches_left", batches)
    return stopping


def begun(folder: Path, recipe: AnsweringRecipe) -> tuple[AnsweringRun, AnsweringMaterial]:
    run = begin_answering(recipe, folder, NOW)
    return run, prepare_answering(run, ignore_progress)


@pytest.mark.parametrize(("cached", "stops"), [(True, (1, 4, 6)), (False, (3,))])  # of 4 steps an epoch
def test_a_run_stopped_at_any_step_and_resumed_equals_one_that_was_not(
    cached: bool, stops: tuple[int, ...], tmp_path: Path
) -> None:
    recipe = answering_recipe(write_questions(tmp_path), cached_bottom=cached)
    whole, material = begun(tmp_path / "whole", recipe)
    train_answering(whole, material, EVERY_EPOCH)
    for batches in stops:
        run, material = begun(tmp_path / f"stopped-{batches}", recipe)
        broken = replace(material, train=stopping_after(batches, material.train))
        with pytest.raises(Stopped):
            train_answering(run, broken, EVERY_STEP)
        again = open_answering_run(run.folder)
        train_answering(again, prepare_answering(again, ignore_progress), EVERY_STEP)

        assert whole.best(ANSWERS).read_bytes() == run.best(ANSWERS).read_bytes()
        assert whole.log(ANSWERS).read_bytes() == run.log(ANSWERS).read_bytes()
        expected, resumed = (torch.load(each.last(ANSWERS), weights_only=True) for each in (whole, run))
        assert sum(expected["state_dict"]["task.model.router.counts"]) == 2 * 12 * 4  # rows of two epochs
        for part in ("global_step", "state_dict", "optimizer_states", "lr_schedulers", "callbacks"):
            assert same(expected[part], resumed[part]), f"{part} after {batches} batches"


def test_a_frozen_bottom_stays_as_it_was_and_all_else_learns(tmp_path: Path) -> None:
    run, material = begun(tmp_path / "run", answering_recipe(write_questions(tmp_path)))
    before = {name: part.clone() for name, part in material.first_model.state_dict().items()}
    train_answering(run, material, EVERY_EPOCH)
    after = material.first_model.state_dict()

    frozen = {name for name in before if torch.equal(before[name], after[name])}
    kept = {name for name in frozen if name.startswith(("embeddings.", "bottom."))}
    assert kept == {name for name in before if name.startswith(("embeddings.", "bottom."))}
    assert not any(name.startswith(("shared.", "router.", "pooler.", "classifier.")) for name in frozen)


def test_kept_states_give_what_the_whole_model_gives_up_to_half_precision(tmp_path: Path) -> None:
    _, material = begun(tmp_path / "run", answering_recipe(write_questions(tmp_path)))
    model = material.first_model.eval()
    for data in (material.train, material.val):
        batch = data.batch([5, 0, 3])
        with torch.no_grad():
            kept, whole = (
                option_scores(model, batch),
                option_scores(model, batch._replace(states=torch.zeros(0))),
            )
        torch.testing.assert_close(kept.logits, whole.logits, atol=1e-4, rtol=0)
        torch.testing.assert_close(kept.routing.affinities, whole.routing.affinities, atol=1e-4, rtol=0)


def test_states_are_computed_once_for_all_runs_of_a_folder_whatever_their_experts(tmp_path: Path) -> None:
    file = write_questions(tmp_path)
    begun(tmp_path / "one", answering_recipe(file))
    kept = sorted(tmp_path.glob("states-*.npy"))
    written = [path.stat().st_mtime_ns for path in kept]
    table = answering_table(file)
    table["model"]["routing"] = "cls"
    begun(tmp_path / "two", parse_answering(table, "tiny.toml"))

    assert len(kept) == 1
    assert sorted(tmp_path.glob("states-*.npy")) == kept
    assert [path.stat().st_mtime_ns for path in kept] == written


def test_it_learns_which_option_is_right(tmp_path: Path) -> None:
    _, material = begun(tmp_path / "run", answering_recipe(write_questions(tmp_path), cached_bottom=False))
    model, batch = material.first_model.train(), material.train.batch([0, 4, 8])  # red is the key in each
    optimiser = torch.optim.AdamW(model.parameters(), lr=1e-2)
    for _ in range(40):
        optimiser.zero_grad()
        torch.nn.functional.cross_entropy(option_scores(model, batch).logits, batch.keys).backward()
        optimiser.step()
    logits = option_scores(model.eval(), batch).logits

    assert logits.argmax(1).tolist() == [0, 0, 0]
    assert torch.nn.functional.cross_entropy(logits, batch.keys) < 0.1


def test_the_best_weights_come_back_as_a_bundle_keeps_them(tmp_path: Path) -> None:
    run, material = begun(tmp_path / "run", answering_recipe(write_questions(tmp_path)))
    train_answering(run, material, EVERY_EPOCH)

    for name, part in trained_model(run).state_dict().items():
        assert name == "router.counts" or torch.equal(part, part.half().float())


def test_an_examinee_without_experts_becomes_the_bottom_and_the_experts_of_another(tmp_path: Path) -> None:
    file = write_questions(tmp_path)
    table = answering_table(file)
    table["model"] |= {"unshared_experts": 0, "bottom_layers": 0, "top_layers": 3}
    run, material = begun(tmp_path / "dense-run", parse_answering(table, "dense.toml"))
    train_answering(run, material, EVERY_EPOCH)
    bundle = export_answers(run, material, tmp_path / "dense", None, datetime(2026, 1, 2, tzinfo=UTC))
    recipe = answering_recipe(file, backbone=f"dense:{bundle.folder}", stored="8-bit")
    second, material = begun(tmp_path / "run", recipe)
    dense, first = trained_model(run), material.first_model.eval()
    batch = material.val.batch([0, 1, 5])._replace(states=torch.zeros(0))

    with torch.no_grad():
        torch.testing.assert_close(
            option_scores(first, batch).logits, option_scores(dense, batch).logits, atol=1e-6, rtol=0
        )
    train_answering(second, material, EVERY_EPOCH)
    with_experts = export_answers(second, material, tmp_path / "moe", None, datetime(2026, 1, 2, tzinfo=UTC))
    card = with_experts.path("CARD.md").read_text()
    assert "the examinee without experts `dense`, as its own card says" in card
    assert "large matrices in 8 bits" in card
    loaded = load_examinee(second.recipe.model, with_experts.path("weights.safetensors")).state_dict()
    for name, part in trained_model(second).state_dict().items():
        assert name in ("router.counts", "embeddings.position_ids") or torch.equal(part, loaded[name])

    with pytest.raises(RecipeError, match="this examinee has experts of its own"):
        begun(tmp_path / "again", replace(recipe, backbone=f"dense:{with_experts.folder}"))
    with pytest.raises(RecipeError, match="not the weights that the recipe starts from"):
        begun(tmp_path / "other", replace(recipe, backbone_sha256="0" * 64))


def test_changed_questions_are_no_longer_this_run_s(tmp_path: Path) -> None:
    file = write_questions(tmp_path)
    run, _ = begun(tmp_path / "run", answering_recipe(file))
    file.write_text(file.read_text().replace("Which colour", "What colour"))

    with pytest.raises(RecipeError, match="questions have changed since this run began"):
        prepare_answering(run, ignore_progress)


def test_questions_that_are_too_long_are_left_out_and_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write_questions(tmp_path)
    file.write_text(
        file.read_text().replace("Which colour is seen?", "Which colour is seen " + "so " * 20, 1)
    )
    _, material = begun(tmp_path / "run", answering_recipe(file))

    assert (len(material.train), len(material.val)) == (11, 11)
    assert "Left out: 2 questions longer than 24 tokens, 0 without a key." in capsys.readouterr().err


def test_a_batch_holds_rows_in_the_order_of_options_and_marks_those_that_are_absent(tmp_path: Path) -> None:
    file = write_questions(tmp_path)
    file.write_text(file.read_text().replace("red,green,blue,white,B", "red,green,,,B", 1))
    _, material = begun(tmp_path / "run", answering_recipe(file))
    batch = material.train.batch([0, 1])

    assert batch.present.tolist() == [[True] * 4, [True, True, False, False]]
    assert batch.keys.tolist() == [0, 1]
    assert batch.rows.ids.shape == batch.states.shape[:2]
    scores = option_scores(material.first_model.eval(), batch)
    assert scores.logits.isinf().tolist() == [[False] * 4, [False, False, True, True]]


def test_an_epoch_has_each_question_once_and_starts_where_it_is_told(tmp_path: Path) -> None:
    _, material = begun(tmp_path / "run", answering_recipe(write_questions(tmp_path)))

    def epoch(number: int, start: int = 0) -> list[list[int]]:
        ids = {row.ids: place for place, row in enumerate(material.train.rows)}
        found = []
        for batch in QuestionEpoch(material.train, 3, 5, number, start):
            rows = [
                tuple(row[mask].tolist()) for row, mask in zip(batch.rows.ids, batch.rows.mask, strict=True)
            ]
            found.append([ids[row] // 4 for row in rows[::4]])
        return found

    assert sorted(number for batch in epoch(0) for number in batch) == list(range(12))
    assert epoch(0) != epoch(1)
    assert epoch(0, 2) == epoch(0)[2:]
    assert len(list(QuestionsInOrder(material.val, 5))) == 3
