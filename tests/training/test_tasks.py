from __future__ import annotations

import pytest
import torch

from engine.models.metransformer import Memory, MeTransformer
from tests.training.conftest import make_material
from training.data.batches import Batch
from training.fit import first_films
from training.losses import token_cross_entropy
from training.recipes import Recipe
from training.runs import Run
from training.tasks.drafting import distinct_drafts, greedy_tokens
from training.tasks.initial import grid_positions, initialise, whiten_patches
from training.tasks.lessons import Lessons
from training.tasks.reporting import chosen_experts
from training.tasks.stem_lessons import StemLessons
from training.tasks.steps import whole_step
from training.tasks.warm_up import WarmUp


@pytest.fixture
def model(tiny_run: Run) -> MeTransformer:
    torch.manual_seed(0)
    return MeTransformer(tiny_run.recipe.model)


def test_patch_embeddings_start_centred_with_unit_variance() -> None:
    torch.manual_seed(1)
    films = torch.randn(200, 1, 8, 8) * torch.linspace(1, 3, 8) + 5.0
    projection = torch.nn.Conv2d(1, 16, 4, 4)
    with torch.no_grad():
        whiten_patches(projection, films)
        embedded = projection(films).transpose(0, 1).flatten(1)

    assert embedded.mean(1) == pytest.approx(torch.zeros(16), abs=1e-4)
    assert torch.cov(embedded) == pytest.approx(torch.eye(16), abs=0.1)


def test_more_channels_than_pixels_are_filled_by_rotation() -> None:
    torch.manual_seed(1)
    projection = torch.nn.Conv2d(1, 16, 2, 2)
    with torch.no_grad():
        whiten_patches(projection, torch.randn(100, 1, 8, 8))

    assert projection.weight.flatten(1).count_nonzero(dim=1).min() == 4


def test_positions_tell_rows_from_columns(model: MeTransformer) -> None:
    places = grid_positions(model).view(4, 4, -1)

    assert torch.equal(places[0, 0, :16], places[0, 3, :16])
    assert torch.equal(places[0, 0, 16:], places[3, 0, 16:])
    assert len(places.flatten(0, 1).unique(dim=0)) == 16


def test_the_first_logits_already_depend_on_the_film(tiny_run: Run, model: MeTransformer) -> None:
    data = make_material(tiny_run, 6, 3).train
    initialise(model.eval(), first_films(data))
    batch = data.batch(range(2), None)
    same, other = (batch.tokens[:1, :3], batch.images.flip(0))
    with torch.no_grad():
        logits = model(batch.images[:1], batch.present[:1], same)[0]
        changed = model(other[:1], batch.present[:1], same)[0]

    assert (logits - changed).square().mean().sqrt() > 0.01 * logits.std()


def test_chosen_experts_keep_their_own_maps() -> None:
    B, M, N, D = 3, 5, 4, 2
    numbered = torch.arange(M, dtype=torch.float).view(1, M, 1).expand(B, M, D)
    memory = Memory(
        patches=torch.zeros(B, N, D),
        experts=numbered,
        visual=torch.zeros(B, N, D),
        adjusted=numbered.unsqueeze(2).expand(B, M, N, D),
        key_mask=torch.ones(B, N, dtype=torch.bool),
        expert_attention=numbered[..., :1, None, None].expand(B, M, 1, 2, 2),
    )
    chosen = torch.tensor([[0, 4], [2, 2], [3, 1]])
    drawn = chosen_experts(memory, chosen)

    assert torch.equal(drawn.experts[..., 0], chosen.float())
    assert torch.equal(drawn.adjusted[:, :, 0], drawn.experts)
    assert torch.equal(drawn.expert_attention[:, :, 0, 0, 0], drawn.experts[..., 0])


def test_greedy_tokens_stop_at_the_end_mark(tiny_run: Run, model: MeTransformer) -> None:
    eos = tiny_run.tokenizer.eos
    with torch.no_grad():
        model.output.bias[eos] = 100.0
        batch = make_material(tiny_run, 3, 3).train.batch(range(3), None)
        memory = model.eval().encode(batch.images, batch.present)
    drafts = greedy_tokens(model, memory, tiny_run.tokenizer.bos, eos, 6)

    assert drafts.shape == (3, 2, 6)
    assert (drafts == eos).all()
    assert distinct_drafts(drafts) == 1.0


def test_distinct_drafts_are_counted_by_study() -> None:
    drafts = torch.tensor([[[1, 2], [1, 2], [1, 3]], [[4, 4], [5, 5], [6, 6]]])

    assert distinct_drafts(drafts) == 2.5


def test_an_absent_film_gives_the_warm_up_no_mask_lesson(tiny_run: Run, model: MeTransformer) -> None:
    recipe: Recipe = tiny_run.recipe
    task = WarmUp(model, Lessons(32, 2, 1), recipe.warm_up, recipe.loss, 0.98).eval()
    batch = make_material(tiny_run, 3, 3).train.batch(range(3), None)
    wrong = batch.cells.clone()
    wrong[:, 1] = 1.0  # the second slot is empty

    assert torch.equal(terms(task, batch)["masks"], terms(task, batch._replace(cells=wrong))["masks"])


def test_an_absent_film_is_no_lesson_for_the_stem(tiny_run: Run, model: MeTransformer) -> None:
    recipe: Recipe = tiny_run.recipe
    task = StemLessons(model, 2, 1, recipe.warm_up, recipe.loss, 0.98).eval()
    batch = make_material(tiny_run, 3, 3).train.batch(range(3), None)
    wrong = batch.cells.clone()
    wrong[:, 1] = 1.0  # the second slot is empty
    noisy = batch.images.clone()
    noisy[:, 1] = 7.0

    first, second = terms(task, batch), terms(task, batch._replace(cells=wrong, images=noisy))
    assert first["total"].item() == pytest.approx(second["total"].item())


def test_only_the_stem_learns_from_its_lessons(tiny_run: Run, model: MeTransformer) -> None:
    recipe = tiny_run.recipe
    task = StemLessons(model, 2, 1, recipe.warm_up, recipe.loss, 0.98)
    whole_step(task, make_material(tiny_run, 3, 3).train.batch(range(3), None))["loss"].backward()

    assert patch_gradient(model) > 0
    assert all(parameter.grad is None for parameter in model.vit.blocks.parameters())


def test_the_decoder_learns_nothing_in_the_warm_up(tiny_run: Run, model: MeTransformer) -> None:
    recipe = tiny_run.recipe
    task = WarmUp(model, Lessons(32, 2, 1), recipe.warm_up, recipe.loss, 0.98)
    whole_step(task, make_material(tiny_run, 3, 3).train.batch(range(3), None))["loss"].backward()

    assert all(parameter.grad is None for parameter in model.decoder.parameters())
    assert patch_gradient(model) > 0


def test_reports_teach_the_encoder_too(tiny_run: Run, model: MeTransformer) -> None:
    batch = make_material(tiny_run, 3, 3).train.batch(range(3), None)
    memory = chosen_experts(model.encode(batch.images, batch.present), torch.tensor([[0]] * 3))
    logits = model.output(model.decode(memory, batch.tokens[:, :-1]))
    token_cross_entropy(logits, batch.tokens[:, 1:], tiny_run.tokenizer.pad).mean().backward()

    assert patch_gradient(model) > 0


def terms(task: WarmUp | StemLessons, batch: Batch) -> dict[str, torch.Tensor]:
    return whole_step(task, batch)["terms"]


def patch_gradient(model: MeTransformer) -> float:
    gradient = dict(model.vit.named_parameters())["patch_embed.proj.weight"].grad
    return float(gradient.abs().sum()) if gradient is not None else 0.0
