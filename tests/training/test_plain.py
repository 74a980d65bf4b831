from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from engine.bundle import Bundle
from engine.errors import RecipeError
from engine.models.metransformer import ExpertViT
from tests.training.conftest import STARTED, make_material, make_run
from training.baselines.plain import PlainTransformer
from training.baselines.plain_run import (
    begin_plain,
    first_plain,
    panel_of_bundle,
    panel_of_run,
    plain_recipe,
    train_plain,
    trained_plain,
    until,
)
from training.checkpoints import Saving, model_weights
from training.fit import WARM_UP, train
from training.recipes import Recipe
from training.runs import Run, Start
from training.tasks.drafting import greedy_tokens

START = Start(STARTED.isoformat(), "")


@pytest.fixture
def model(tiny_run: Run) -> PlainTransformer:
    torch.manual_seed(1)
    config = tiny_run.recipe.model
    return PlainTransformer(config, ExpertViT(config)).eval()


def films(count: int) -> tuple[torch.Tensor, torch.Tensor]:
    torch.manual_seed(2)
    return torch.randn(count, 2, 1, 16, 16), torch.ones(count, 2, dtype=torch.bool)


TOKENS = torch.tensor([[1, 5, 6, 7], [1, 8, 5, 4]])


def test_a_word_sees_no_later_word(model: PlainTransformer) -> None:
    memory = model.encode(*films(2))
    other = TOKENS.clone()
    other[:, 2] = 4
    before, after = model.decode(memory, TOKENS), model.decode(memory, other)

    torch.testing.assert_close(before[:, :, :2], after[:, :, :2])
    assert not torch.allclose(before[:, :, 2:], after[:, :, 2:])


def test_what_stands_in_an_absent_films_place_changes_nothing(model: PlainTransformer) -> None:
    images, present = films(2)
    present[:, 1] = False
    noise = images.clone()
    noise[:, 1] = torch.nan
    first, second = (model.decode(model.encode(each, present), TOKENS) for each in (images, noise))

    torch.testing.assert_close(first, second)


def test_writing_word_by_word_equals_the_parallel_pass(model: PlainTransformer) -> None:
    memory = model.encode(*films(2))
    parallel = model.output(model.decode(memory, TOKENS))[:, 0]  # (B, T, V)
    state = model.start(memory, 4)
    for place in range(4):
        logits, state = model.step(TOKENS[:, place], state)
        torch.testing.assert_close(logits, parallel[:, place])


def test_a_batch_writes_what_its_studies_write_alone(model: PlainTransformer) -> None:
    images, present = films(3)
    together = greedy_tokens(model, model.encode(images, present), 1, 2, 8)
    alone = [
        greedy_tokens(model, model.encode(images[[study]], present[[study]]), 1, 2, 8) for study in range(3)
    ]

    assert together.tolist() == torch.cat(alone).tolist()


def test_no_more_than_the_models_tokens_are_written(model: PlainTransformer) -> None:
    with pytest.raises(ValueError, match="the model was made for 12"):
        model.start(model.encode(*films(1)), 13)


def test_a_text_ends_at_its_first_end_mark() -> None:
    assert until([5, 6, 2, 2], 2) == [5, 6]
    assert until([5, 6], 2) == [5, 6]


def test_the_baseline_starts_from_the_panels_own_warm_up(tiny_run: Run, tmp_path: Path) -> None:
    material = make_material(tiny_run, 8, 4)
    train(tiny_run, material, Saving())
    plain = begin_plain(panel_of_run(tiny_run), tmp_path / "plain", 1, START)
    model = first_plain(panel_of_run(tiny_run), plain, material)

    warm = model_weights(tiny_run.best(WARM_UP))
    torch.testing.assert_close(model.vit.positions.detach(), warm["vit.positions"])
    torch.testing.assert_close(model.vit.expert_tokens.detach(), warm["vit.expert_tokens"])


def test_where_only_the_bundle_is_left_the_baseline_starts_from_its_trained_vit(tmp_path: Path) -> None:
    shipped = Bundle.open("report-phantom")
    panel = panel_of_bundle(shipped)
    plain = begin_plain(panel, tmp_path / "plain", 1, START)
    model = first_plain(panel, plain, make_material(plain, 8, 4))

    trained = load_file(shipped.path("weights.safetensors"))
    assert plain.record.data_fingerprint == shipped.manifest.provenance.data_fingerprint
    assert plain.tokenizer.size == panel.recipe.model.vocab_size
    torch.testing.assert_close(model.vit.expert_tokens.detach(), trained["vit.expert_tokens"].float())


def test_a_baseline_learns_its_reports_and_reads_them_from_the_film(
    tiny_recipe: Recipe, tmp_path: Path
) -> None:
    lasting = replace(tiny_recipe, warm_up=replace(tiny_recipe.warm_up, epochs=0))
    panel = panel_of_run(make_run(lasting, tmp_path / "panel"))
    plain = begin_plain(panel, tmp_path / "plain", 40, START)
    material = make_material(plain, 24, 6)
    train_plain(panel, plain, material, Saving())
    model, tokenizer, batch = trained_plain(plain), plain.tokenizer, material.val.batch(range(3), None)
    drafts = greedy_tokens(model, model.encode(batch.images, batch.present), tokenizer.bos, tokenizer.eos, 12)

    written = [tokenizer.decode(until(study[0], tokenizer.eos)).text for study in drafts.tolist()]
    assert written == [
        "There is a left pleural effusion.",
        "There is a right pleural effusion.",
        "The lungs are clear.",
    ]


def test_the_baseline_has_nothing_that_only_a_panel_has(tiny_recipe: Recipe) -> None:
    recipe = plain_recipe(tiny_recipe, 7)

    assert (recipe.epochs, recipe.warm_up.epochs) == (7, 0)
    assert recipe.loss.experts_per_step == 0
    assert (recipe.model, recipe.optimiser, recipe.augment) == (
        tiny_recipe.model,
        tiny_recipe.optimiser,
        tiny_recipe.augment,
    )


def test_a_folder_with_another_baseline_is_refused(tiny_recipe: Recipe, tmp_path: Path) -> None:
    unwarmed = replace(tiny_recipe, warm_up=replace(tiny_recipe.warm_up, epochs=0))
    panel = panel_of_run(make_run(unwarmed, tmp_path / "panel"))
    begin_plain(panel, tmp_path / "plain", 3, START)

    assert len(begin_plain(panel, tmp_path / "plain", 3, START).record.starts) == 2
    with pytest.raises(RecipeError, match="another recipe"):
        begin_plain(panel, tmp_path / "plain", 4, START)
