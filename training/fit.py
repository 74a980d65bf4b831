"""From a recipe to a trained run: the encoder by films alone and by lessons, then the reports.

A run that was stopped at any moment and resumed ends at the same weights, and with the same log, as one that
was not: see `training.stages`. This holds on one machine with one number of threads and the same libraries.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file

from engine.bundle import Bundle
from engine.errors import RecipeError
from engine.models.bilinear import ExpertBilinearAttention
from engine.models.metransformer import MeTransformer, load_vit
from engine.preprocess import Fit, InputConvention
from engine.progress import OnProgress, ignore_progress
from engine.reader import WEIGHTS
from training.checkpoints import (
    Best,
    Saving,
    best_figure,
    best_weights,
    model_weights,
    part_of,
    seed_generators,
)
from training.data.ahead import Ahead
from training.data.batches import Epoch, InOrder, ReportSet, nothing_readable, report_set
from training.data.corpus import Chosen, Corpus
from training.data.films import CACHE_BYTES, FilmCache, StreamedFilms, open_cache
from training.data.hidden import HiddenFilms
from training.data.opening import open_corpus
from training.data.parts import WHOLE, Part
from training.data.targets import Slots
from training.data.unlabelled import UnlabelledFilms, open_unlabelled
from training.processes import ALONE, Processes
from training.recipes import AugmentRecipe, Recipe
from training.run_log import ignored_films
from training.runs import PANEL_OF, Run, data_fingerprint, open_run, unlabelled_films
from training.stages import Stage, StageData, StageFiles, train_stage
from training.tasks.initial import initialise
from training.tasks.leanings import draw_case_mix
from training.tasks.lessons import Lessons
from training.tasks.reporting import Reporting
from training.tasks.self_supervised import HiddenPatches
from training.tasks.stem_lessons import StemLessons
from training.tasks.steps import Task
from training.tasks.warm_up import WarmUp

FILMS, STEM, WARM_UP, REPORTS = "self-supervised", "stem", "warm-up", "reports"
STEM_OF, VIT_OF = "stem", "vit"  # pretrained = "stem:RUN" or "vit:BUNDLE"
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
    """A run's data, ready for batches; `films` are those without reports, None if no stage asks for them."""

    train: ReportSet
    val: ReportSet
    slots: Slots
    labels: tuple[str, ...]
    films: UnlabelledFilms | None = None


def prepare_material(run: Run, on_progress: OnProgress, cache_bytes: int = CACHE_BYTES) -> Material:
    """The run's data in their caches; `RecipeError` if they are not those that the run began with.

    Films beyond `cache_bytes` are decoded whenever they are asked for.
    """
    corpus, films = open_corpus(run.recipe.data), unlabelled_films(run.recipe)
    if data_fingerprint(corpus, films) != run.record.data_fingerprint:
        raise RecipeError(
            "the data have changed since this run began.", where=str(corpus.root), todo="Begin a new run."
        )
    convention = input_convention(run.recipe)
    parent = run.folder.parent
    unlabelled = open_unlabelled(parent, films, convention, on_progress) if films else None
    cache = open_cache(parent, corpus, convention, run.recipe.model.grid, on_progress, cache_bytes)
    slots = Slots.of(corpus.split("train"))
    check_lessons(run.recipe, slots)
    train, val = (_report_set(run, corpus, cache, slots, name) for name in ("train", "val"))
    return Material(train, val, slots, cache.labels, unlabelled)


def check_lessons(recipe: Recipe, slots: Slots) -> None:
    """`RecipeError` where the encoder is to be taught findings and the corpus tells of none."""
    taught = recipe.warm_up.epochs or recipe.warm_up.stem_epochs or recipe.loss.lessons_weight
    if taught and not slots.pairs:
        raise RecipeError(
            "the corpus does not say which findings are in its films, so the encoder has no lessons.",
            where=recipe.data.source,
            todo="Set warm_up.epochs=0, warm_up.stem_epochs=0 and loss.lessons_weight=0.",
        )


def _report_set(
    run: Run, corpus: Corpus, cache: FilmCache | StreamedFilms, slots: Slots, split: str
) -> ReportSet:
    """A split's studies; those of which a cache already knows that no film can be read are left out."""
    rows = corpus.rows(split)
    kept = cache if isinstance(cache, FilmCache) else cache.kept
    readable = [row for row in rows if row >= len(kept) or kept.present[row].any()]
    if len(readable) < len(rows):
        print(
            f"{len(rows) - len(readable)} of {len(rows)} {split} studies are left out: none of their films "
            f"can be read. Which, and why: python -m training data check {corpus.root} --images all",
            file=sys.stderr,
        )
    if not readable:
        raise RecipeError(f'no film of a "{split}" study can be read.', where=str(corpus.root))
    length = run.recipe.model.max_tokens
    convention = input_convention(run.recipe)
    studies = Chosen(corpus.studies, readable)
    return report_set(cache, convention, studies, readable, run.tokenizer, slots, length)


@dataclass(frozen=True, slots=True)
class Studies:
    """A run's studies as a stage's data; `seed` decides their order and their films' changes."""

    material: Material
    batch: int
    seed: int
    augment: AugmentRecipe

    def epoch(self, epoch: int, start: int, part: Part = WHOLE) -> Epoch | Ahead:
        """The part of each training batch of an epoch from number `start` on."""
        batches = Epoch(self.material.train, self.batch, self.seed, epoch, self.augment, start, part)
        return Ahead(batches) if self._streamed else batches

    def validation(self, part: Part = WHOLE) -> InOrder | Ahead:
        """Validation studies, unchanged, every `part.parts`-th batch."""
        batches = InOrder(self.material.val, self.batch, part)
        return Ahead(batches) if self._streamed else batches

    @property
    def _streamed(self) -> bool:
        return isinstance(self.material.train.cache, StreamedFilms)


@dataclass(frozen=True, slots=True)
class StageTask:
    """A stage of a run with what it trains and on which data."""

    stage: Stage
    task: Task
    data: StageData


def train(
    run: Run,
    material: Material,
    saving: Saving,
    on_progress: OnProgress = ignore_progress,
    processes: Processes = ALONE,
) -> Best:
    """Train what is left of the run; does nothing if it is complete. Returns its best validation figure."""
    seed_generators(run.recipe.seed, FIRST_WEIGHTS)
    for each in stage_tasks(run, material):
        learn(run, each.stage, each.task, each.data, saving, on_progress, processes)
    return best_figure(run.best(REPORTS))


def stage_tasks(run: Run, material: Material) -> Iterator[StageTask]:
    """The run's stages in order, each made when it is asked for, of what those before it have learned."""
    recipe = run.recipe
    model = first_model(recipe, material)
    slots, labels = len(material.slots.pairs), len(material.labels)
    lessons = Lessons(recipe.model.width, slots, labels)
    beta2, warm_up = recipe.optimiser.beta2, recipe.warm_up
    if recipe.self_supervised.epochs:
        stage = Stage(FILMS, recipe.self_supervised.epochs, "val_pixels", WARM_UP_CLIP_NORM)
        yield StageTask(stage, HiddenPatches(model, recipe.self_supervised, beta2), _films(recipe, material))
    if warm_up.stem_epochs:
        stage = Stage(STEM, warm_up.stem_epochs, "val_total", WARM_UP_CLIP_NORM)
        stem = StemLessons(model, slots, labels, warm_up, recipe.loss, beta2)
        yield StageTask(stage, stem, _studies(recipe, material, warm_up.batch))
        lessons.cells.load_state_dict(stem.cells.state_dict())
    if warm_up.epochs:
        stage = Stage(WARM_UP, warm_up.epochs, "val_total", WARM_UP_CLIP_NORM)
        whole = WarmUp(model, lessons, warm_up, recipe.loss, beta2)
        yield StageTask(stage, whole, _studies(recipe, material, warm_up.batch))
    mix = draw_case_mix(material.slots, recipe.model.experts, recipe.loss.case_mix, recipe.seed)
    stage = Stage(REPORTS, recipe.epochs, "val_ce", recipe.optimiser.clip_norm, ignored_films)
    reporting = Reporting(model, lessons, recipe.optimiser, recipe.loss, run.tokenizer, mix)
    yield StageTask(stage, reporting, _studies(recipe, material, recipe.batch))


def learn(
    run: Run,
    stage: Stage,
    task: Task,
    data: StageData,
    saving: Saving,
    on_progress: OnProgress = ignore_progress,
    processes: Processes = ALONE,
) -> None:
    """Train what is left of the stage; the task ends with its best weights."""
    files = StageFiles(run.last(stage.name), run.best(stage.name), run.log(stage.name))
    recipe = run.recipe
    train_stage(stage, task, data, files, recipe.seed, recipe.precision, saving, on_progress, processes)
    task.load_state_dict(best_weights(files.best))


def _studies(recipe: Recipe, material: Material, batch: int) -> Studies:
    return Studies(material, batch, recipe.seed, recipe.augment)


def _films(recipe: Recipe, material: Material) -> HiddenFilms:
    assert material.films is not None, "prepare_material opens the films of a stage that learns from them"
    stage = recipe.self_supervised
    patches, convention = recipe.model.grid**2, input_convention(recipe)
    return HiddenFilms(
        material.films, convention, patches, stage.hidden, stage.batch, recipe.seed, recipe.augment
    )


def first_model(recipe: Recipe, material: Material) -> MeTransformer:
    """The model before its first step."""
    model = MeTransformer(recipe.model)
    initialise(model, first_films(material.train))
    kind, _, place = recipe.pretrained.partition(":")
    if kind == STEM_OF and place:
        load_stem(model, open_run(Path(place)))
    elif kind == VIT_OF and place:
        load_panel_vit(model, Bundle.open(place))
    elif kind == PANEL_OF and place:
        load_panel(model, Bundle.open(place))
    elif recipe.pretrained:
        load_vit(model, pretrained_weights(Path(recipe.pretrained)))
    hold_few_pairs(model)
    return model


def load_stem(model: MeTransformer, run: Run) -> None:
    """Take the stem of another run's warm-up; `RecipeError` if that run has none of this shape."""
    stem = part_of(model_weights(run.best(WARM_UP)), "vit.patch_embed.")
    try:
        model.vit.patch_embed.load_state_dict(stem)
    except RuntimeError as problem:
        raise RecipeError(
            f"this run's stem has another shape: {problem}.", where=str(run.folder)
        ) from problem


@torch.no_grad()
def load_panel_vit(model: MeTransformer, bundle: Bundle) -> None:
    """Take the whole ViT of a trained panel, of its expert tokens as many as both have, the first.

    `RecipeError` if it is of another shape.
    """
    vit = part_of(pretrained_weights(bundle.path(WEIGHTS)), "vit.")
    experts = model.config.experts
    try:
        for name, first in (("expert_tokens", 0), ("positions", model.config.grid**2)):
            own = model.vit.state_dict()[name].clone()
            taken = vit.get(name, own)[: first + experts]
            own[: len(taken)] = taken
            vit[name] = own
        model.vit.load_state_dict(vit)
    except RuntimeError as problem:
        raise RecipeError(
            f"this panel's ViT has another shape: {problem}.", where=bundle.manifest.name
        ) from problem


def load_panel(model: MeTransformer, bundle: Bundle) -> None:
    """Go on from all weights of a trained panel; `RecipeError` if it is of another shape.

    A run that does so has the panel's words (`training.runs.recipe_tokenizer`).
    """
    try:
        model.load_state_dict(pretrained_weights(bundle.path(WEIGHTS)))
    except RuntimeError as problem:
        raise RecipeError(
            f"this panel has another shape: {problem}.", where=bundle.manifest.name
        ) from problem


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
    if not len(batch.images):
        raise nothing_readable()
    return batch.images[batch.present]
