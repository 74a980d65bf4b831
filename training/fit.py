"""From a recipe to a trained run: the encoder's warm-up, then the reports.

A run that was stopped at any moment and resumed ends at the same weights, and with the same log, as one that
was not: see `training.stages`. This holds on one machine with one number of threads and the same libraries.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import lightning
import torch
from safetensors import SafetensorError
from safetensors.torch import load_file

from engine.errors import RecipeError
from engine.models.bilinear import ExpertBilinearAttention
from engine.models.metransformer import MeTransformer, load_vit
from engine.preprocess import Fit, InputConvention
from engine.progress import OnProgress
from training.checkpoints import Best, Saving, best_figure, best_weights, seed_generators
from training.data.batches import Epoch, InOrder, ReportSet, report_set
from training.data.corpus import Corpus, open_corpus
from training.data.films import FilmCache, open_cache
from training.data.targets import Slots
from training.recipes import AugmentRecipe, Recipe
from training.run_log import ignored_films
from training.runs import Run
from training.stages import Stage, StageData, StageFiles, train_stage
from training.tasks.initial import initialise
from training.tasks.leanings import draw_case_mix
from training.tasks.lessons import Lessons
from training.tasks.reporting import Reporting
from training.tasks.warm_up import WarmUp

WARM_UP, REPORTS = "warm-up", "reports"
FIRST_WEIGHTS = "first weights"  # of the generators' seeds, the one for what a model starts from
WARM_UP_CLIP_NORM = 1.0
PAIRS_AT_ONCE = (
    1 << 20
)  # numbers, 4 MB: a training step of the phantom recipe takes 0.7 of its time with 16 MB
FIRST_STUDIES = 300  # whose patches the patch embedding is fitted to


def input_convention(recipe: Recipe) -> InputConvention:
    """How the recipe's films become the model's input."""
    return InputConvention(
        height=recipe.model.image_size,
        width=recipe.model.image_size,
        channels=recipe.model.channels,
        views=recipe.model.views,
        fit=Fit(recipe.input.fit),
        mean=recipe.input.mean,
        std=recipe.input.std,
    )


@dataclass(frozen=True, slots=True)
class Material:
    """A run's data, ready for batches."""

    train: ReportSet
    val: ReportSet
    slots: Slots
    labels: tuple[str, ...]


def prepare_material(run: Run, on_progress: OnProgress) -> Material:
    """The run's corpus in its cache; `RecipeError` if the corpus is not the one that the run began with."""
    corpus = open_corpus(run.recipe.data.source)
    if corpus.fingerprint != run.record.data_fingerprint:
        raise RecipeError(
            "the corpus has changed since this run began.", where=str(corpus.root), todo="Begin a new run."
        )
    convention = input_convention(run.recipe)
    cache = open_cache(run.folder.parent, corpus, convention, run.recipe.model.grid, on_progress)
    slots = Slots.of(corpus.split("train"))
    train, val = (_report_set(run, corpus, cache, slots, name) for name in ("train", "val"))
    return Material(train, val, slots, cache.labels)


def _report_set(run: Run, corpus: Corpus, cache: FilmCache, slots: Slots, split: str) -> ReportSet:
    rows = [row for row, study in enumerate(corpus.studies) if study.split == split]
    length = run.recipe.model.max_tokens
    convention = input_convention(run.recipe)
    return report_set(cache, convention, corpus.split(split), rows, run.tokenizer, slots, length)


@dataclass(frozen=True, slots=True)
class Studies:
    """A run's studies as a stage's data; `seed` decides their order and their films' changes."""

    material: Material
    batch: int
    seed: int
    augment: AugmentRecipe

    def epoch(self, epoch: int, start: int) -> Epoch:
        """Training batches of an epoch from number `start` on."""
        return Epoch(self.material.train, self.batch, self.seed, epoch, self.augment, start)

    def validation(self) -> InOrder:
        """Validation studies, unchanged."""
        return InOrder(self.material.val, self.batch)


def train(run: Run, material: Material, saving: Saving) -> Best:
    """Train what is left of the run; does nothing if it is complete. Returns its best validation figure."""
    recipe = run.recipe
    seed_generators(recipe.seed, FIRST_WEIGHTS)
    model = first_model(recipe, material)
    lessons = Lessons(recipe.model.width, len(material.slots.pairs), len(material.labels))
    if recipe.warm_up.epochs:
        warm_up = WarmUp(model, lessons, recipe.warm_up, recipe.loss, recipe.optimiser.beta2)
        stage = Stage(WARM_UP, recipe.warm_up.epochs, "val_total", WARM_UP_CLIP_NORM)
        _train(run, stage, warm_up, _studies(recipe, material, recipe.warm_up.batch), saving)
        warm_up.load_state_dict(best_weights(run.best(WARM_UP)))
    mix = draw_case_mix(material.slots, recipe.model.experts, recipe.loss.case_mix, recipe.seed)
    reporting = Reporting(model, lessons, recipe.optimiser, recipe.loss, run.tokenizer, mix)
    stage = Stage(REPORTS, recipe.epochs, "val_ce", recipe.optimiser.clip_norm, ignored_films)
    _train(run, stage, reporting, _studies(recipe, material, recipe.batch), saving)
    return best_figure(run.best(REPORTS))


def _studies(recipe: Recipe, material: Material, batch: int) -> Studies:
    return Studies(material, batch, recipe.seed, recipe.augment)


def _train(run: Run, stage: Stage, task: lightning.LightningModule, data: StageData, saving: Saving) -> None:
    files = StageFiles(run.last(stage.name), run.best(stage.name), run.log(stage.name))
    train_stage(stage, task, data, files, run.recipe.seed, run.recipe.precision, saving)


def first_model(recipe: Recipe, material: Material) -> MeTransformer:
    """The model before its first step."""
    model = MeTransformer(recipe.model)
    initialise(model, first_films(material.train))
    if recipe.pretrained:
        load_vit(model, pretrained_weights(Path(recipe.pretrained)))
    hold_few_pairs(model)
    return model


def pretrained_weights(path: Path) -> dict[str, torch.Tensor]:
    """The tensors of a safetensors file; `RecipeError` if it is none."""
    try:
        return load_file(path)
    except (OSError, SafetensorError) as problem:
        raise RecipeError(f"pretrained weights cannot be read: {problem}.", where=str(path)) from problem


def hold_few_pairs(model: MeTransformer) -> None:
    """Let EBA work on blocks that stay in a core's own cache."""
    for module in model.modules():
        if isinstance(module, ExpertBilinearAttention):
            module.block_numbers = PAIRS_AT_ONCE


def first_films(data: ReportSet) -> torch.Tensor:
    """(n, C, H, W): the films of the first training studies, absent ones left out."""
    batch = data.batch(range(min(FIRST_STUDIES, len(data))), None)
    return batch.images[batch.present]
