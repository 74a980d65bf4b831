"""A batch in parts teaches what the whole batch teaches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as some

from engine.errors import RecipeError
from engine.models.expansionnet import ExpansionNet, ExpansionNetConfig
from engine.models.metransformer import MeTransformer
from engine.models.moebqa import Moebqa
from engine.progress import ignore_progress
from engine.text.cider import Float64Array
from tests.training.answering_questions import answering_table, write_questions
from tests.training.conftest import make_recipe, make_run
from training.answering.fit import begin_answering, prepare_answering
from training.answering.recipe import parse_answering
from training.captioning.recipe import StageRecipe
from training.data.batches import Batch
from training.data.hidden import HiddenBatch
from training.data.parts import Part
from training.data.targets import Slots
from training.runs import Start
from training.tasks.answering import Answering
from training.tasks.captioning import Captioning
from training.tasks.leanings import draw_case_mix
from training.tasks.lessons import Lessons
from training.tasks.reporting import Reporting
from training.tasks.self_critical import CaptionBatch, Sampling
from training.tasks.self_supervised import HiddenPatches
from training.tasks.stem_lessons import StemLessons
from training.tasks.steps import Counts, Task, Whole, finished, whole_step
from training.tasks.warm_up import WarmUp

Gradients = dict[str, torch.Tensor | None]


@given(
    items=some.lists(some.integers(), min_size=8, max_size=40),
    parts=some.integers(1, 8),
)
def test_parts_have_every_item_once_and_differ_by_one_item_at_most(items: list[int], parts: int) -> None:
    taken = [Part(number, parts).of(items) for number in range(parts)]

    assert sorted(item for part in taken for item in part) == sorted(items)
    assert max(map(len, taken)) - min(map(len, taken)) <= 1


def test_a_batch_smaller_than_its_parts_is_refused() -> None:
    with pytest.raises(RecipeError, match="a batch of 3 cannot be divided into 4 parts"):
        Part(0, 4).of(range(3))


def in_parts(task: Task, batches: Sequence[tuple[Any, ...]]) -> tuple[dict[str, float], Gradients]:
    """Terms and gradients of parts that learn one after another, told what all of them hold."""
    own = [next(task.learn(batch)) for batch in batches]
    counts: Counts = {name: torch.stack([each[name] for each in own]).sum(0) for name in own[0]}
    terms: dict[str, float] = {}
    for number, batch in enumerate(batches):
        learning = task.learn(batch)
        next(learning)
        done = finished(learning, Whole(counts, first=number == 0))
        done["loss"].backward()
        for name, term in done["terms"].items():
            terms[name] = terms.get(name, 0.0) + float(term)
    return terms, gradients(task)


def at_once(task: Task, batch: tuple[Any, ...]) -> tuple[dict[str, float], Gradients]:
    done = whole_step(task, batch)
    done["loss"].backward()
    return {name: float(term) for name, term in done["terms"].items()}, gradients(task)


def gradients(task: Task) -> Gradients:
    """Those of all parameters, which then have none."""
    found: Gradients = {}
    for number, parameter in enumerate(task.parameters()):
        found[str(number)] = parameter.grad
        parameter.grad = None
    return found


def assert_alike(one: tuple[dict[str, float], Gradients], other: tuple[dict[str, float], Gradients]) -> None:
    assert one[0] == pytest.approx(other[0], abs=1e-5)
    for name, gradient in one[1].items():
        twin = other[1][name]
        assert (gradient is None) == (twin is None)
        if gradient is not None and twin is not None:
            torch.testing.assert_close(gradient, twin, atol=1e-5, rtol=1e-4)


def studies(count: int) -> Batch:
    """Reports of 1 to `count` words, labels and cells, films of which some are absent."""
    random = np.random.default_rng(count)
    tokens = torch.zeros(count, count + 1, dtype=torch.long)
    for study in range(count):
        tokens[study, : study + 2] = torch.from_numpy(random.integers(3, 9, study + 2))
    targets = torch.from_numpy(random.integers(0, 2, (count, 2)).astype(np.float32))
    present = torch.tensor([[True, study % 3 == 1] for study in range(count)])
    return Batch(
        images=torch.from_numpy(random.normal(size=(count, 2, 1, 16, 16)).astype(np.float32)),
        present=present,
        tokens=tokens,
        targets=targets,
        cells=torch.from_numpy(random.uniform(size=(count, 2, 1, 4, 4)).astype(np.float32)),
    )


SLOTS = Slots((("Pleural Effusion", "left"), ("Pleural Effusion", "right")))


def panel_task(kind: str, tmp_path: Path) -> Task:
    torch.manual_seed(0)
    run = make_run(make_recipe(), tmp_path / kind)
    recipe = run.recipe
    model = MeTransformer(replace(recipe.model, dropout=0.0))
    lessons = Lessons(recipe.model.width, 2, 1)
    if kind == "stem":
        return StemLessons(model, 2, 1, recipe.warm_up, recipe.loss, 0.98)
    if kind == "warm-up":
        return WarmUp(model, lessons, recipe.warm_up, recipe.loss, 0.98)
    loss = replace(recipe.loss, experts_per_step=0, lessons_weight=0.5, case_mix=0.7, best_expert_share=0.3)
    mix = draw_case_mix(SLOTS, 2, loss.case_mix, 1)
    return Reporting(model, lessons, recipe.optimiser, loss, run.tokenizer, mix)


@pytest.mark.parametrize("kind", ["stem", "warm-up", "reports"])
@pytest.mark.parametrize("parts", [2, 3, 5])
def test_a_panel_learns_from_parts_what_it_learns_from_the_whole(
    kind: str, parts: int, tmp_path: Path
) -> None:
    task, batch = panel_task(kind, tmp_path), studies(5)
    places = [Part(number, parts).of(range(5)) for number in range(parts)]
    divided = [Batch(*(tensor[own] for tensor in batch)) for own in places]

    assert_alike(in_parts(task, divided), at_once(task, batch))


def test_a_mean_of_the_parts_own_means_would_be_another_loss(tmp_path: Path) -> None:
    task, batch = panel_task("reports", tmp_path), studies(5)
    divided = [Batch(*(tensor[own] for tensor in batch)) for own in (slice(0, 2), slice(2, 5))]
    whole = at_once(task, batch)[0]["ce"]

    assert abs(sum(at_once(task, part)[0]["ce"] for part in divided) / 2 - whole) > 1e-3


def test_a_part_without_any_film_has_counts_of_nothing(tmp_path: Path) -> None:
    for kind in ("stem", "warm-up", "reports"):
        empty = Batch(*(tensor[:0] for tensor in studies(3)))
        assert all(
            float(count) == 0 for count in next(panel_task(kind, tmp_path / kind).learn(empty)).values()
        )


def test_hidden_patches_are_guessed_in_parts_as_in_the_whole() -> None:
    recipe = make_recipe()
    torch.manual_seed(0)
    task = HiddenPatches(MeTransformer(recipe.model).eval(), recipe.self_supervised, 0.98)
    hidden = torch.zeros(3, 16, dtype=torch.bool)
    hidden[0, :2], hidden[1, :7], hidden[2, 4] = True, True, True
    batch = HiddenBatch(torch.randn(3, 1, 1, 16, 16), hidden)
    divided = [HiddenBatch(*(tensor[own] for tensor in batch)) for own in (slice(0, 1), slice(1, 3))]

    assert_alike(in_parts(task, divided), at_once(task, batch))


def no_reward(captions: Sequence[Sequence[int]], items: Sequence[int]) -> Float64Array:
    return np.zeros(0)


def test_captions_are_learned_in_parts_as_in_the_whole() -> None:
    config = ExpansionNetConfig(
        feature_width=6, vocab_size=9, width=8, heads=2, hidden_width=8, encoder_layers=1,
        decoder_layers=1, encoder_vectors=2, decoder_vectors=2, max_tokens=8, dropout=0.0,
    )  # fmt: skip
    torch.manual_seed(0)
    task = Captioning(ExpansionNet(config), no_reward, Sampling(1, 2), StageRecipe(epochs=1), 0.1, 0)
    tokens = torch.tensor([[1, 5, 2, 0, 0, 0], [1, 4, 6, 7, 8, 2], [1, 2, 0, 0, 0, 0]])
    batch = CaptionBatch(torch.randn(3, 2, 6), torch.ones(3, 2, dtype=torch.bool), torch.arange(3), tokens)
    divided = [CaptionBatch(*(tensor[own] for tensor in batch)) for own in (slice(0, 1), slice(1, 3))]

    assert_alike(in_parts(task, divided), at_once(task, batch))


@pytest.mark.parametrize("balance", ["cumulative", "batch", "none"])
def test_an_examinee_routes_and_balances_parts_as_the_whole(balance: str, tmp_path: Path) -> None:
    table = answering_table(write_questions(tmp_path), cached_bottom=False)
    table["model"] |= {"balance": balance, "dropout": 0.0}
    run = begin_answering(parse_answering(table, "t"), tmp_path / "run", Start("", ""))
    material = prepare_answering(run, ignore_progress)
    model: Moebqa = material.first_model
    assert model.router is not None
    torch.manual_seed(0)
    torch.nn.init.normal_(model.router.centroids)
    task = Answering(model, run.recipe.optimiser, 0.5)
    before = model.router.counts.clone()
    parts = in_parts(task, [material.train.batch([0, 1, 2, 3]), material.train.batch([4])])
    counted = model.router.counts.clone()
    model.router.counts.copy_(before)

    assert_alike(parts, at_once(task, material.train.batch([0, 1, 2, 3, 4])))
    assert torch.equal(model.router.counts, counted)
    assert int(counted.sum()) == (20 if balance != "none" else 0)
