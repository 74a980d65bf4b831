"""From a captioning recipe to a trained run: cross-entropy, fine-tuning, self-critical training.

Every stage starts from the best weights so far, and its own are kept only if they are better; all are chosen
by the same figure (`training.tasks.captioning`). A stop at any moment leaves a run as if there had been none.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file

from engine.bundle import Bundle
from engine.errors import RecipeError
from engine.models.expansionnet import ExpansionNet
from engine.models.grid import GridCaptioner, TimmGrid, VitGrid, grid_shape, kept_weights, make_grid
from engine.models.grid_config import CaptionerConfig, GridConfig
from engine.models.metransformer_config import MeTransformerConfig
from engine.preprocess import Fit, InputConvention
from engine.progress import OnProgress
from engine.reader import ARCHITECTURE, WEIGHTS
from engine.text.cider import DocumentFrequencies
from engine.text.tokenizer import ReportTokenizer, train_word_level
from training.captioning.batches import CaptionBatches, CaptionSet, caption_set
from training.captioning.features import (
    Features,
    Films,
    Pictures,
    given_regions,
    keep_cells,
    seen_films,
)
from training.captioning.recipe import CaptioningRecipe, StageRecipe, load_captioning
from training.checkpoints import Best, Saving, best_figure, model_weights, part_of, seed_generators
from training.data.captions import CaptionCorpus, open_captions
from training.processes import ALONE, Processes
from training.rewards import CiderReward, with_end
from training.runs import RunOf, RunRecord, Start, create_run, open_run_of, started_again, vocabulary_path
from training.stages import Stage, StageFiles, train_stage
from training.tasks.captioning import Captioning
from training.tasks.self_critical import Sampling, SelfCritical

CROSS_ENTROPY, FINE_TUNING, SELF_CRITICAL = "cross-entropy", "fine-tuning", "self-critical"
FIRST_WEIGHTS = "first weights"  # of the generators' seeds, the one for what a model starts from
CHOSEN_BY = "val_loss"

CaptioningRun = RunOf[CaptioningRecipe]
Captioner = ExpansionNet | GridCaptioner


@dataclass(frozen=True, slots=True)
class CaptionMaterial:
    """A run's captions, what they are worth, and the backbone of a run that has one with what it looks at.

    The backbone is a part of the model where it learns; else `train` and `val` see its cells.
    """

    corpus: CaptionCorpus
    train: CaptionSet
    val: CaptionSet
    rewards: CiderReward
    val_rewards: CiderReward
    grid: VitGrid | TimmGrid | None = None
    films: Films | Pictures | None = None


@dataclass(frozen=True, slots=True)
class StageResult:
    """What a stage's best weights reached, mean CIDEr-D of greedy captions (0 to 10); if they were kept."""

    name: str
    reward: float
    epoch: int
    kept: bool


def begin_captioning(recipe: CaptioningRecipe, folder: Path, start: Start) -> CaptioningRun:
    """A new run in `folder`: captions and backbone are found, the resolved recipe written."""
    corpus = open_captions(recipe.data.source, recipe.data.pictures)
    tokenizer = recipe_tokenizer(recipe, corpus)
    grid = recipe_grid(recipe)
    model = replace(recipe.model, vocab_size=tokenizer.size)
    if grid is not None:
        model = replace(model, feature_width=grid_shape(grid)[1])
    sized = replace(recipe, model=model, grid=grid)
    return create_run(folder, sized, RunRecord(corpus.fingerprint, (start,)), tokenizer)


def open_captioning_run(folder: Path) -> CaptioningRun:
    """Read a captioner's run back; `RecipeError` if it is none."""
    return open_run_of(folder, lambda path: load_captioning(str(path)))


def resume_captioning(folder: Path, start: Start) -> CaptioningRun:
    """Open a captioner's run to train on; its record then has this start too."""
    return started_again(open_captioning_run(folder), start)


def recipe_tokenizer(recipe: CaptioningRecipe, corpus: CaptionCorpus) -> ReportTokenizer:
    """The vocabulary that the recipe names, or one of the training captions."""
    if recipe.data.tokenizer:
        return ReportTokenizer.load(vocabulary_path(recipe.data.tokenizer))
    return train_word_level(corpus.captions("train"), recipe.data.min_count)


def recipe_grid(recipe: CaptioningRecipe) -> GridConfig | None:
    """The image backbone, of the panel's sizes where it is a panel's; `RecipeError` where it cannot be."""
    if not recipe.panel:
        return recipe.grid
    manifest = Bundle.open(recipe.panel).manifest
    if manifest.architecture != ARCHITECTURE:
        raise RecipeError(
            f"its architecture is {manifest.architecture}; only a panel has such a ViT.", where=manifest.name
        )
    try:
        grid = GridConfig.of_panel(MeTransformerConfig.from_dict(manifest.config))
    except ValueError as problem:
        raise RecipeError(f"this ViT cannot be a backbone: {problem}.", where=manifest.name) from problem
    if recipe.grid not in (None, grid):
        raise RecipeError("[grid] has other sizes than this panel's ViT.", where=manifest.name)
    return grid


def captioner_config(recipe: CaptioningRecipe) -> CaptionerConfig:
    """What a bundle of the run holds."""
    return CaptionerConfig(recipe.model, recipe.grid)


def caption_convention(recipe: CaptioningRecipe) -> InputConvention:
    """How pictures become the backbone's input: the panel's own way where its ViT looks at them."""
    if recipe.panel:
        return InputConvention.from_dict(dict(Bundle.open(recipe.panel).manifest.input))
    assert recipe.grid is not None, "only a backbone looks at pictures"
    return InputConvention(
        height=recipe.grid.image_size,
        width=recipe.grid.image_size,
        channels=recipe.grid.channels,
        views=recipe.grid.views,
        fit=Fit(recipe.input.fit),
        mean=recipe.input.mean,
        std=recipe.input.std,
    )


def prepare_captioning(run: CaptioningRun, on_progress: OnProgress) -> CaptionMaterial:
    """The run's data; `RecipeError` if they are not those that the run began with."""
    recipe = run.recipe
    corpus = open_captions(recipe.data.source, recipe.data.pictures)
    if corpus.fingerprint != run.record.data_fingerprint:
        raise RecipeError(
            "the data have changed since this run began.", where=str(corpus.root), todo="Begin a new run."
        )
    rewards, val_rewards = (caption_reward(corpus, run.tokenizer, split) for split in ("train", "val"))
    grid, films, features = _seen(run, corpus, on_progress)
    train, val = (
        caption_set(corpus, split, features, run.tokenizer, recipe.model.max_tokens)
        for split in ("train", "val")
    )
    return CaptionMaterial(corpus, train, val, rewards, val_rewards, grid, films)


def _seen(
    run: CaptioningRun, corpus: CaptionCorpus, on_progress: OnProgress
) -> tuple[VitGrid | TimmGrid | None, Films | Pictures | None, Features]:
    """The backbone, what it looks at, and what the captioner's model sees."""
    recipe, parent = run.recipe, run.folder.parent
    if recipe.grid is None:
        return None, None, given_regions(corpus, recipe.data.regions, recipe.model.feature_width)
    grid = trained_grid(recipe)
    films = seen_films(parent, corpus, recipe.grid, caption_convention(recipe), on_progress)
    features = films if recipe.train_grid else keep_cells(parent, corpus, grid, films, on_progress)
    return grid, films, features


def trained_grid(recipe: CaptioningRecipe) -> VitGrid | TimmGrid:
    """The backbone before the first step: pretrained, or with random weights of the recipe's seed."""
    assert recipe.grid is not None, "a captioner of given regions has no backbone"
    seed_generators(recipe.seed, "backbone")
    grid = make_grid(recipe.grid)
    if not recipe.pretrained:
        return grid
    bundle = Bundle.open(recipe.panel) if recipe.panel else None
    path = bundle.path(WEIGHTS) if bundle is not None else Path(recipe.pretrained)
    try:
        weights = load_file(path)
    except (OSError, SafetensorError) as problem:
        raise RecipeError(f"pretrained weights cannot be read: {problem}.", where=str(path)) from problem
    own = part_of(weights, "vit.") if bundle is not None else weights
    inner = grid.vit if isinstance(grid, VitGrid) else grid.model
    wanted = kept_weights(inner)
    for name, weight in wanted.items():
        if name not in own or own[name].shape != weight.shape:
            raise RecipeError(
                f"these are not the weights of this backbone: {name} is absent or of another shape.",
                where=str(path),
            )
    inner.load_state_dict({name: own[name].float() for name in wanted}, strict=False)
    return grid


def caption_reward(corpus: CaptionCorpus, tokenizer: ReportTokenizer, split: str) -> CiderReward:
    """What captions of a split's pictures are worth, by the training captions' frequencies."""
    train = _references(corpus, tokenizer, "train")
    try:
        frequencies = DocumentFrequencies.of(train)
    except ValueError as problem:
        raise RecipeError(
            f"captions cannot be rewarded: {problem}.", where=str(corpus.root), todo="Give more captions."
        ) from problem
    references = train if split == "train" else _references(corpus, tokenizer, split)
    return CiderReward(references, frequencies, tokenizer_words(tokenizer))


def _references(corpus: CaptionCorpus, tokenizer: ReportTokenizer, split: str) -> list[list[str]]:
    words = tokenizer_words(tokenizer)
    captions = [_as_words(tokenizer, words, corpus.items[row].captions) for row in corpus.rows(split)]
    return with_end(captions, words[tokenizer.eos])


def tokenizer_words(tokenizer: ReportTokenizer) -> tuple[str, ...]:
    """What every id stands for, as one word without blanks."""
    return tuple(tokenizer.word(index) for index in range(tokenizer.size))


def _as_words(tokenizer: ReportTokenizer, words: Sequence[str], captions: Sequence[str]) -> list[str]:
    """Captions as rewards read them: a word that the vocabulary lacks stays, and no sample can match it."""
    return [
        " ".join(
            words[token.id] if token.id != tokenizer.unk else caption[token.start : token.stop].lower()
            for token in tokenizer.tokens(caption)
        )
        for caption in captions
    ]


def first_captioner(run: CaptioningRun, material: CaptionMaterial) -> Captioner:
    """The model before its first step."""
    seed_generators(run.recipe.seed, FIRST_WEIGHTS)
    captioner = ExpansionNet(run.recipe.model)
    if run.recipe.train_grid and material.grid is not None:
        return GridCaptioner(copy.deepcopy(material.grid), captioner)  # other runs start from it too
    return captioner


def train_captioning(
    run: CaptioningRun, material: CaptionMaterial, saving: Saving, processes: Processes = ALONE
) -> list[StageResult]:
    """Train what is left of the run; does nothing if it is complete. What each stage reached."""
    recipe = run.recipe
    model = first_captioner(run, material)
    done: list[str] = []
    for name, stage in stages_of(recipe):
        if done:
            model.load_state_dict(model_weights(run.best(best_stage(run, done))))
        set_dropout(model, stage.dropout)
        data = CaptionBatches(material.train, material.val, stage.batch, recipe.seed, name != SELF_CRITICAL)
        task = stage_task(name, stage, model, run, material)
        files = StageFiles(run.last(name), run.best(name), run.log(name))
        limits = Stage(name, stage.epochs, CHOSEN_BY, stage.clip_norm, patience=stage.patience)
        seed, precision = recipe.seed, recipe.precision
        train_stage(limits, task, data, files, seed, precision, saving, processes=processes)
        done.append(name)
    return stage_results(run)


def stages_of(recipe: CaptioningRecipe) -> list[tuple[str, StageRecipe]]:
    """The stages that the recipe has, in their order."""
    every = (
        (CROSS_ENTROPY, recipe.cross_entropy),
        (FINE_TUNING, recipe.fine_tuning),
        (SELF_CRITICAL, recipe.self_critical),
    )
    return [(name, stage) for name, stage in every if stage.epochs]


def stage_task(
    name: str, stage: StageRecipe, model: Captioner, run: CaptioningRun, material: CaptionMaterial
) -> Captioning | SelfCritical:
    """What one step of a stage means."""
    recipe, tokenizer = run.recipe, run.tokenizer
    sampling = Sampling(tokenizer.bos, tokenizer.eos, recipe.sampling.samples, recipe.sampling.max_tokens)
    if name == SELF_CRITICAL:
        return SelfCritical(model, material.rewards, material.val_rewards, sampling, stage)
    return Captioning(model, material.val_rewards, sampling, stage, recipe.label_smoothing, tokenizer.pad)


def set_dropout(model: Captioner, share: float) -> None:
    """Let all of the captioner drop this share; a backbone keeps its own."""
    captioner = model.captioner if isinstance(model, GridCaptioner) else model
    for module in captioner.modules():
        if isinstance(module, torch.nn.Dropout):
            module.p = share


def best_stage(run: CaptioningRun, stages: Sequence[str]) -> str:
    """Of these stages, in their order, the one whose weights are kept: later ones only if they are better."""
    return min(stages, key=lambda name: best_figure(run.best(name)).value)


def stage_results(run: CaptioningRun) -> list[StageResult]:
    """What each of a complete run's stages reached."""
    results: list[StageResult] = []
    for name, _ in stages_of(run.recipe):
        figure: Best = best_figure(run.best(name))
        kept = all(-figure.value > result.reward for result in results)
        results.append(StageResult(name, -figure.value, figure.epoch, kept))
    return results


def trained_captioner(run: CaptioningRun, material: CaptionMaterial) -> dict[str, torch.Tensor]:
    """The weights of the run's best stage as its bundle names them, the backbone's with them."""
    best = best_stage(run, [name for name, _ in stages_of(run.recipe)])
    weights = model_weights(run.best(best))
    if material.grid is None or run.recipe.train_grid:
        return {name: part for name, part in weights.items() if not name.endswith("num_batches_tracked")}
    grid = {f"grid.{name}": part for name, part in kept_weights(material.grid).items()}
    return grid | {f"captioner.{name}": part for name, part in weights.items()}


def results_text(results: Sequence[StageResult]) -> str:
    """What each stage added, a line for each."""
    lines: list[str] = []
    before = 0.0
    for result in results:
        added = f", {result.reward - before:+.4f}" if before or lines else ""
        kept = "kept" if result.kept else "not better, not kept"
        lines.append(
            f"{result.name}: CIDEr-D {result.reward:.4f}{added} (validation, greedy, epoch "
            f"{result.epoch + 1}; {kept})"
        )
        before = max(before, result.reward)
    return "\n".join(lines)
