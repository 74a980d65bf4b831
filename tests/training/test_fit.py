from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from engine.errors import RecipeError
from engine.models.metransformer import MeTransformer
from engine.resources import BUNDLES
from tests.training.conftest import make_material, make_recipe, make_run
from training.checkpoints import Saving, best_figure, model_weights
from training.data.augment import Changes
from training.data.batches import Batch, ReportSet
from training.fit import REPORTS, WARM_UP, first_model, train
from training.recipes import AugmentRecipe, Recipe, load_recipe
from training.run_log import read_rows
from training.runs import Run, open_run, recipe_tokenizer
from training.tasks.drafting import greedy_tokens

EVERY_STEP = Saving(minutes=0)
EVERY_EPOCH = Saving(minutes=float("inf"))


class Stopped(Exception):
    """What a power cut looks like from inside."""


class StoppingSet(ReportSet):
    """A set that gives so many batches and then fails, or sends its process a signal."""

    batches_left: int
    signal: signal.Signals | None

    def batch(self, chosen: Sequence[int], changes: Changes | None) -> Batch:
        if self.batches_left == 0 and self.signal is None:
            raise Stopped
        if self.batches_left == 0 and self.signal is not None:
            os.kill(os.getpid(), self.signal)
        object.__setattr__(self, "batches_left", self.batches_left - 1)
        return super().batch(chosen, changes)


def stopping_after(batches: int, data: ReportSet, sends: signal.Signals | None = None) -> ReportSet:
    """The first batch of all is the one that the first weights are fitted to."""
    values = {field.name: getattr(data, field.name) for field in fields(data)}
    stopping = StoppingSet(**values)
    object.__setattr__(stopping, "batches_left", batches)
    object.__setattr__(stopping, "signal", sends)
    return stopping


def lively(recipe: Recipe) -> Recipe:
    """With all that draws random numbers: dropout, experts, changes to films; 2 epochs of 3 steps, twice."""
    changes = AugmentRecipe(brightness=0.1, contrast=0.1, shift=0.1)
    return replace(recipe, warm_up=replace(recipe.warm_up, epochs=2), augment=changes)


def assert_same_results(run: Run, other: Run) -> None:
    """Weights, optimiser, generators, best weights and log, bit for bit."""
    for stage in (WARM_UP, REPORTS):
        assert run.best(stage).read_bytes() == other.best(stage).read_bytes()
        assert run.log(stage).read_bytes() == other.log(stage).read_bytes()
        expected, resumed = (torch.load(each.last(stage), weights_only=True) for each in (run, other))
        for part in ("global_step", "state_dict", "optimizer_states", "lr_schedulers", "callbacks"):
            assert same(expected[part], resumed[part]), f"{part} of {stage}"


def same(one: object, other: object) -> bool:
    if isinstance(one, torch.Tensor) and isinstance(other, torch.Tensor):
        return torch.equal(one, other)
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(same(*pair) for pair in zip(one, other, strict=True))
    return one == other


@pytest.fixture(scope="module")
def whole_run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Trained without a stop; nobody writes to it."""
    torch.set_num_threads(1)
    run = make_run(lively(make_recipe()), tmp_path_factory.mktemp("whole") / "run")
    train(run, make_material(run, 12, 4), EVERY_EPOCH)
    return run


def test_a_run_leaves_its_best_weights_its_last_state_and_its_log(tiny_run: Run) -> None:
    best = train(tiny_run, make_material(tiny_run, 8, 4), EVERY_EPOCH)

    assert tiny_run.best(WARM_UP).is_file()
    assert tiny_run.last(REPORTS).is_file()
    rows = read_rows(tiny_run.log(REPORTS))
    assert [(row["epoch"], row["step"]) for row in rows] == [("0", "2"), ("1", "4")]
    for column in ("val_ce_0", "val_film_gain", "val_distinct_drafts", "train_orthogonal"):
        assert float(rows[0][column]) >= 0 or column == "val_film_gain"
    assert best.value == pytest.approx(min(float(row["val_ce"]) for row in rows), rel=1e-6)
    assert best == best_figure(tiny_run.best(REPORTS))


@pytest.mark.parametrize(
    "batches",
    [
        pytest.param(batches, marks=() if batches in (2, 4, 6, 7, 9, 12) else pytest.mark.slow)
        for batches in range(13)  # 1 for the first weights, 2 x 3 for the warm-up, 2 x 3 for the reports
    ],
)
def test_a_run_stopped_at_any_step_and_resumed_equals_one_that_was_not(
    whole_run: Run, batches: int, tmp_path: Path
) -> None:
    material = make_material(whole_run, 12, 4)
    run = make_run(whole_run.recipe, tmp_path / "stopped")
    with pytest.raises(Stopped):
        train(run, replace(material, train=stopping_after(batches, material.train)), EVERY_STEP)
    train(open_run(run.folder), material, EVERY_STEP)

    assert_same_results(whole_run, run)


def test_a_run_stopped_again_and_again_still_arrives(whole_run: Run, tmp_path: Path) -> None:
    run = make_run(whole_run.recipe, tmp_path / "stopped")
    material = make_material(run, 12, 4)
    stops = 0
    while stops < 12:
        try:
            train(run, replace(material, train=stopping_after(3, material.train)), EVERY_STEP)
            break
        except Stopped:
            stops += 1

    assert 4 <= stops < 12
    assert_same_results(whole_run, run)


def test_an_epoch_without_a_checkpoint_of_its_own_is_trained_again(whole_run: Run, tmp_path: Path) -> None:
    run = make_run(whole_run.recipe, tmp_path / "stopped")
    material = make_material(run, 12, 4)
    with pytest.raises(Stopped):
        train(run, replace(material, train=stopping_after(12, material.train)), EVERY_EPOCH)
    train(open_run(run.folder), material, EVERY_EPOCH)

    assert_same_results(whole_run, run)


KILLED = """
import sys
from dataclasses import replace
from pathlib import Path
from signal import SIGKILL
import torch
from tests.training.conftest import make_material
from tests.training.test_fit import EVERY_STEP, stopping_after
from training.fit import train
from training.runs import open_run

torch.set_num_threads(1)
run = open_run(Path(sys.argv[1]))
material = make_material(run, 12, 4)
train(run, replace(material, train=stopping_after(int(sys.argv[2]), material.train, SIGKILL)), EVERY_STEP)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL on Windows")
def test_a_run_killed_in_its_warm_up_and_in_its_reports_equals_one_that_was_not(
    whole_run: Run, tmp_path: Path
) -> None:
    run = make_run(whole_run.recipe, tmp_path / "killed")
    for batches in (3, 6):  # after step 2 of 6 of the warm-up, then after step 1 of 6 of the reports
        ended = subprocess.run([sys.executable, "-c", KILLED, str(run.folder), str(batches)], check=False)
        assert ended.returncode == -signal.SIGKILL
    assert not run.best(REPORTS).exists()
    train(open_run(run.folder), make_material(run, 12, 4), EVERY_STEP)

    assert_same_results(whole_run, run)


@pytest.fixture
def _interrupts_as_before() -> Iterator[None]:
    """Lightning ignores Ctrl-C from the first one on."""
    before = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are others on Windows")
@pytest.mark.usefixtures("_interrupts_as_before")
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_a_run_that_is_told_to_stop_does_not_look_complete(
    whole_run: Run, sent: signal.Signals, tmp_path: Path
) -> None:
    run = make_run(whole_run.recipe, tmp_path / "told")
    material = make_material(run, 12, 4)
    with pytest.raises(KeyboardInterrupt):
        train(run, replace(material, train=stopping_after(8, material.train, sent)), EVERY_STEP)
    assert not run.best(REPORTS).exists()
    train(open_run(run.folder), material, EVERY_STEP)

    assert_same_results(whole_run, run)


def test_within_an_epoch_a_run_is_saved_after_so_many_minutes(tiny_run: Run) -> None:
    seconds = iter(range(0, 10_000, 40))
    material = make_material(tiny_run, 20, 4)
    with pytest.raises(Stopped):
        train(
            tiny_run,
            replace(material, train=stopping_after(4, material.train)),
            Saving(minutes=2, clock=lambda: next(seconds)),
        )

    # the clock is read once at the start and once after each of three steps: 40, 80 and 120 seconds
    assert torch.load(tiny_run.last(WARM_UP), weights_only=True)["global_step"] == 3


def test_a_run_in_bfloat16_keeps_float32_weights_and_finite_losses(
    tiny_recipe: Recipe, tmp_path: Path
) -> None:
    run = make_run(replace(tiny_recipe, precision="bfloat16"), tmp_path / "run")
    best = train(run, make_material(run, 8, 4), EVERY_EPOCH)

    assert {tensor.dtype for tensor in model_weights(run.best(REPORTS)).values()} == {torch.float32}
    assert 0 < best.value < 10


def test_a_run_in_bfloat16_resumes_to_the_same_weights(tiny_recipe: Recipe, tmp_path: Path) -> None:
    recipe = replace(lively(tiny_recipe), precision="bfloat16")
    whole, stopped = make_run(recipe, tmp_path / "whole"), make_run(recipe, tmp_path / "stopped")
    material = make_material(whole, 12, 4)
    train(whole, material, EVERY_EPOCH)
    with pytest.raises(Stopped):
        train(stopped, replace(material, train=stopping_after(9, material.train)), EVERY_STEP)
    train(stopped, material, EVERY_STEP)

    assert_same_results(whole, stopped)


def test_a_complete_run_is_left_as_it_is(tiny_run: Run) -> None:
    material = make_material(tiny_run, 8, 4)
    train(tiny_run, material, EVERY_EPOCH)
    before = model_weights(tiny_run.best(REPORTS))
    train(open_run(tiny_run.folder), material, EVERY_EPOCH)

    after = model_weights(tiny_run.best(REPORTS))
    assert all(torch.equal(before[name], after[name]) for name in before)


def test_a_run_that_diverges_says_so(tiny_recipe: Recipe, tmp_path: Path) -> None:
    wild = replace(tiny_recipe, optimiser=replace(tiny_recipe.optimiser, lr=1e30, clip_norm=0.0))
    run = make_run(wild, tmp_path / "run")

    with pytest.raises(RecipeError, match=r"diverged: in reports, epoch 1, step 2, the loss is nan .* lower"):
        train(run, make_material(run, 40, 4), EVERY_STEP)
    kept = torch.load(run.last(REPORTS), weights_only=True)
    assert kept["global_step"] == 1, "the step before is there to look at"
    assert all(part.isfinite().all() for part in kept["state_dict"].values())


def test_a_run_that_an_earlier_version_began_says_that_it_cannot_go_on(tiny_run: Run) -> None:
    material = make_material(tiny_run, 8, 4)
    train(tiny_run, material, EVERY_EPOCH)
    last = torch.load(tiny_run.last(REPORTS), weights_only=True)
    last["state_dict"] = {name.removeprefix("task."): each for name, each in last["state_dict"].items()}
    torch.save(last, tiny_run.last(REPORTS))

    with pytest.raises(RecipeError, match="begun by an earlier version"):
        train(tiny_run, material, EVERY_EPOCH)


def test_a_run_without_weights_says_so(tiny_run: Run) -> None:
    with pytest.raises(RecipeError, match="no such weights yet"):
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
    train(run, make_material(run, 4, 2), EVERY_EPOCH)

    trained = model_weights(run.best(REPORTS))
    assert torch.allclose(
        trained["vit.blocks.0.attn.qkv.weight"], weights["blocks.0.attn.qkv.weight"], atol=1e-6
    )
    assert torch.allclose(trained["vit.positions"][:16], weights["pos_embed"][0, 1:], atol=1e-6)


def test_a_run_can_start_with_the_stem_of_another(tiny_recipe: Recipe, tmp_path: Path) -> None:
    first = make_run(tiny_recipe, tmp_path / "first")
    train(first, make_material(first, 6, 3), EVERY_EPOCH)
    lone = replace(tiny_recipe.model, experts=1)
    second = make_run(
        replace(tiny_recipe, pretrained=f"stem:{first.folder}", model=lone), tmp_path / "second"
    )
    model = first_model(second.recipe, make_material(second, 6, 3))

    learned = model_weights(first.best(WARM_UP))
    name = "vit.patch_embed.proj.weight"
    assert torch.equal(model.state_dict()[name], learned[name])


def test_a_stem_of_another_shape_is_refused(tiny_recipe: Recipe, tmp_path: Path) -> None:
    first = make_run(tiny_recipe, tmp_path / "first")
    train(first, make_material(first, 6, 3), EVERY_EPOCH)
    narrower = replace(tiny_recipe.model, width=16)
    second = make_run(
        replace(tiny_recipe, pretrained=f"stem:{first.folder}", model=narrower), tmp_path / "second"
    )

    with pytest.raises(RecipeError, match="stem has another shape"):
        first_model(second.recipe, make_material(second, 6, 3))


def test_a_lone_expert_can_start_from_the_vit_of_a_trained_panel(tmp_path: Path) -> None:
    shipped = load_recipe(str(BUNDLES / "report-phantom" / "recipe.toml"))
    lone = replace(shipped, pretrained="vit:report-phantom", model=replace(shipped.model, experts=1))
    run = make_run(lone, tmp_path / "run")
    model = first_model(run.recipe, make_material(run, 6, 3))

    trained = load_file(BUNDLES / "report-phantom" / "weights.safetensors")
    patches = shipped.model.grid**2
    torch.testing.assert_close(model.vit.expert_tokens.detach(), trained["vit.expert_tokens"][:1].float())
    torch.testing.assert_close(model.vit.positions.detach(), trained["vit.positions"][: patches + 1].float())


def test_a_panel_learns_on_from_its_bundle_with_its_own_words(tmp_path: Path) -> None:
    shipped = load_recipe(str(BUNDLES / "report-phantom" / "recipe.toml"))
    recipe = replace(shipped, pretrained="panel:report-phantom")
    words = recipe_tokenizer(recipe, ())
    run = make_run(recipe, tmp_path / "run")
    model = first_model(recipe, make_material(run, 6, 3))

    trained = load_file(BUNDLES / "report-phantom" / "weights.safetensors")
    assert words.size == shipped.model.vocab_size
    assert all(torch.equal(tensor, trained[name].float()) for name, tensor in model.state_dict().items())


def test_a_panel_of_another_width_is_refused(tiny_recipe: Recipe, tmp_path: Path) -> None:
    for kind, said in (("vit", "ViT has another shape"), ("panel", "panel has another shape")):
        run = make_run(replace(tiny_recipe, pretrained=f"{kind}:report-phantom"), tmp_path / kind)
        with pytest.raises(RecipeError, match=said):
            first_model(run.recipe, make_material(run, 6, 3))


def test_pretrained_weights_that_are_not_there_are_named(tiny_recipe: Recipe, tmp_path: Path) -> None:
    run = make_run(replace(tiny_recipe, pretrained="no-such.safetensors"), tmp_path / "run")

    with pytest.raises(RecipeError, match=r"no-such\.safetensors: pretrained weights cannot be read"):
        train(run, make_material(run, 4, 2), EVERY_EPOCH)


@pytest.mark.slow
def test_drafts_learn_to_depend_on_the_film(tiny_recipe: Recipe, tmp_path: Path) -> None:
    warm_up = replace(tiny_recipe.warm_up, epochs=30)
    run = make_run(replace(tiny_recipe, epochs=40, warm_up=warm_up), tmp_path / "run")
    material = make_material(run, 24, 6)
    train(run, material, EVERY_EPOCH)

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
