from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file

from engine.errors import RecipeError
from engine.models.metransformer import MeTransformer
from tests.training.conftest import make_material, make_run
from training.data.augment import Changes
from training.data.batches import Batch, ReportSet
from training.fit import REPORTS, WARM_UP, model_weights, train
from training.recipes import Recipe
from training.runs import Run, open_run
from training.tasks.drafting import greedy_tokens


class Stopped(Exception):
    """What a power cut looks like from inside."""


class StoppingSet(ReportSet):
    """A set that gives so many batches and then fails."""

    batches_left: int

    def batch(self, chosen: Sequence[int], changes: Changes | None) -> Batch:
        if self.batches_left == 0:
            raise Stopped
        object.__setattr__(self, "batches_left", self.batches_left - 1)
        return super().batch(chosen, changes)


def stopping_after(batches: int, data: ReportSet) -> ReportSet:
    values = {field.name: getattr(data, field.name) for field in fields(data)}
    stopping = StoppingSet(**values)
    object.__setattr__(stopping, "batches_left", batches)
    return stopping


def test_a_run_leaves_its_best_and_last_checkpoints_and_its_log(tiny_run: Run) -> None:
    train(tiny_run, make_material(tiny_run, 8, 4))

    assert tiny_run.best(WARM_UP).is_file()
    assert tiny_run.last(REPORTS).is_file()
    log = (tiny_run.folder / "log" / "reports" / "metrics.csv").read_text()
    for column in ("val_ce_0", "val_film_gain", "val_distinct_drafts", "train_orthogonal"):
        assert column in log.splitlines()[0]


def test_a_stopped_and_resumed_run_ends_at_the_same_weights(tiny_recipe: Recipe, tmp_path: Path) -> None:
    whole = make_run(replace(tiny_recipe, epochs=3), tmp_path / "whole")
    material = make_material(whole, 12, 4)
    train(whole, material)
    stopped = make_run(replace(tiny_recipe, epochs=3), tmp_path / "stopped")
    with pytest.raises(Stopped):
        train(stopped, replace(material, train=stopping_after(7, material.train)))
    train(open_run(stopped.folder), material)

    expected, resumed = (torch.load(run.last(REPORTS), weights_only=True) for run in (whole, stopped))
    assert expected["global_step"] == resumed["global_step"]
    for name, tensor in expected["state_dict"].items():
        assert torch.equal(tensor, resumed["state_dict"][name]), name


def test_a_run_in_bfloat16_keeps_float32_weights_and_finite_losses(
    tiny_recipe: Recipe, tmp_path: Path
) -> None:
    run = make_run(replace(tiny_recipe, precision="bfloat16"), tmp_path / "run")
    train(run, make_material(run, 8, 4))

    assert {tensor.dtype for tensor in model_weights(run.best(REPORTS)).values()} == {torch.float32}
    best = torch.load(run.last(REPORTS), weights_only=True)["callbacks"]
    scores = [state["best_model_score"] for state in best.values() if "best_model_score" in state]
    assert len(scores) == 1
    assert torch.isfinite(scores[0])


def test_a_complete_run_is_left_as_it_is(tiny_run: Run) -> None:
    material = make_material(tiny_run, 8, 4)
    train(tiny_run, material)
    before = model_weights(tiny_run.best(REPORTS))
    train(open_run(tiny_run.folder), material)

    after = model_weights(tiny_run.best(REPORTS))
    assert all(torch.equal(before[name], after[name]) for name in before)


def test_a_run_without_a_checkpoint_says_so(tiny_run: Run) -> None:
    with pytest.raises(RecipeError, match="no such checkpoint yet"):
        model_weights(tiny_run.best(REPORTS))


def test_a_run_can_start_from_a_pretrained_vit(tiny_recipe: Recipe, tmp_path: Path) -> None:
    source = MeTransformer(tiny_recipe.model)
    weights = {
        name: tensor.clone()
        for name, tensor in source.vit.state_dict().items()
        if name.split(".")[0] in {"patch_embed", "blocks", "norm"}
    }
    weights["pos_embed"] = torch.randn(1, 17, 32)
    save_file(weights, tmp_path / "vit.safetensors")
    warm_up = replace(tiny_recipe.warm_up, epochs=0)
    still = replace(tiny_recipe.optimiser, lr=1e-12)
    start = replace(
        tiny_recipe, pretrained=str(tmp_path / "vit.safetensors"), optimiser=still, warm_up=warm_up
    )
    run = make_run(start, tmp_path / "run")
    train(run, make_material(run, 4, 2))

    trained = model_weights(run.best(REPORTS))
    assert torch.allclose(
        trained["vit.blocks.0.attn.qkv.weight"], weights["blocks.0.attn.qkv.weight"], atol=1e-6
    )
    assert torch.allclose(trained["vit.positions"][:16], weights["pos_embed"][0, 1:], atol=1e-6)


def test_pretrained_weights_that_are_not_there_are_named(tiny_recipe: Recipe, tmp_path: Path) -> None:
    run = make_run(replace(tiny_recipe, pretrained="no-such.safetensors"), tmp_path / "run")

    with pytest.raises(RecipeError, match=r"no-such\.safetensors: pretrained weights cannot be read"):
        train(run, make_material(run, 4, 2))


@pytest.mark.slow
def test_drafts_learn_to_depend_on_the_film(tiny_recipe: Recipe, tmp_path: Path) -> None:
    warm_up = replace(tiny_recipe.warm_up, epochs=30)
    run = make_run(replace(tiny_recipe, epochs=40, warm_up=warm_up), tmp_path / "run")
    material = make_material(run, 24, 6)
    train(run, material)

    model = MeTransformer(run.recipe.model).eval()
    model.load_state_dict(model_weights(run.best(REPORTS)))
    batch = material.val.batch(range(3), None)
    with torch.no_grad():
        drafts = greedy_tokens(
            model, model.encode(batch.images, batch.present), run.tokenizer.bos, run.tokenizer.eos, 12
        )
    texts = [run.tokenizer.decode(study[0].tolist()).text for study in drafts]
    assert texts == [
        "There is a left pleural effusion.",
        "There is a right pleural effusion.",
        "The lungs are clear.",
    ]
