"""The paper's variants on one recipe: the baselines, expansion in one half only, few and many vectors.

Every variant and seed is a run of its own under one folder, with the same steps of the same stages, so that
an interruption costs little: what is complete is not trained again. Each is then tried on pictures that chose
nothing, with the weights that cross-entropy left and with those of self-critical training.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch

from engine.errors import RecipeError
from engine.models.expansionnet import ExpansionNet
from engine.models.expansionnet_config import ExpansionNetConfig
from engine.progress import OnProgress, Progress
from engine.text.cider import Float64Array
from training.captioning.batches import CaptionBatches, CaptionSet, CaptionsInOrder, caption_set
from training.captioning.fit import (
    CROSS_ENTROPY,
    SELF_CRITICAL,
    Captioner,
    CaptioningRun,
    CaptionMaterial,
    begin_captioning,
    best_stage,
    caption_reward,
    first_captioner,
    prepare_captioning,
    resume_captioning,
    stage_task,
    stages_of,
    train_captioning,
)
from training.captioning.recipe import CaptioningRecipe
from training.checkpoints import Saving, model_weights, seed_generators
from training.data.corpus import GENERATOR
from training.metrics.findings import label_counts, label_signature, said_labels, true_labels
from training.metrics.scores import SEED, Measured, Rows, mean_rows, measured, micro_f1, minus, ratio
from training.runs import RECIPE, Start
from training.tasks.captioning import Captioning
from training.tasks.self_critical import Sampling, SelfCritical, likeliest, written_mask, written_tokens
from training.tasks.steps import whole_step

NO_ITEM = "there is no picture"
NOTHING = "no study has a finding, said or true"
STAGE = "Variants write captions"
PAPER = {"64-16": "131.4"}  # CIDEr-D (x 100) on COCO's Karpathy test split, one model
NOT_FOUND = "-"


@dataclass(frozen=True, slots=True)
class Variant:
    """A model of the paper as a change of the recipe's."""

    name: str
    title: str
    changed: Callable[[ExpansionNetConfig], ExpansionNetConfig]


def _base(model: ExpansionNetConfig) -> ExpansionNetConfig:
    """The plain Transformer, with twice the layers (the paper: 6 and 3)."""
    return replace(
        model,
        encoder_mixer="attention",
        decoder_mixer="attention",
        encoder_layers=2 * model.encoder_layers,
        decoder_layers=2 * model.decoder_layers,
        aggregate=False,
    )


def _base_with_aoa(model: ExpansionNetConfig) -> ExpansionNetConfig:
    return replace(
        model,
        encoder_mixer="attention",
        decoder_mixer="attention",
        hidden_width=0,
        attention_on_attention=True,
        aggregate=False,
    )


def _vectors(encoder: int, decoder: int) -> Callable[[ExpansionNetConfig], ExpansionNetConfig]:
    def changed(model: ExpansionNetConfig) -> ExpansionNetConfig:
        return replace(
            model,
            encoder_mixer="static",
            decoder_mixer="dynamic",
            encoder_vectors=encoder,
            decoder_vectors=decoder,
        )

    return changed


VARIANTS = (
    Variant("base", "Base: Transformer of twice the layers", _base),
    Variant("base-aoa", "Base with AoA", _base_with_aoa),
    Variant(
        "static",
        "static expansion only (encoder)",
        lambda model: replace(model, encoder_mixer="static", decoder_mixer="attention"),
    ),
    Variant(
        "dynamic",
        "dynamic expansion only (decoder)",
        lambda model: replace(model, encoder_mixer="attention", decoder_mixer="dynamic"),
    ),
    Variant("16-4", "ExpansionNet (16, 4)", _vectors(16, 4)),
    Variant("64-16", "ExpansionNet (64, 16)", _vectors(64, 16)),
)


@dataclass(frozen=True, slots=True)
class Tried:
    """Greedy captions of pictures that chose nothing: CIDEr-D of each, label counts where truth is known."""

    rewards: Float64Array
    counts: Rows | None


@dataclass(frozen=True, slots=True)
class VariantResult:
    """A variant after cross-entropy and after self-critical training, means over seeds; seconds of a step."""

    variant: Variant
    before: Tried
    after: Tried
    seconds: tuple[float, float]
    parameters: int

    def scores(self) -> dict[str, Measured]:
        """CIDEr-D and micro F1 of both, and what self-critical training added on the same pictures."""
        named = "CIDEr-D of greedy captions, training document frequencies, end token included"
        pairs = {"cider": (self.before.rewards, self.after.rewards)}
        scores: dict[str, Measured] = {}
        for name, (before, after) in pairs.items():
            rows = [mean_rows(before), mean_rows(after)]
            scores[f"{name}_ce"] = measured(rows[0], ratio, named, NO_ITEM, SEED)
            scores[f"{name}_sc"] = measured(rows[1], ratio, named, NO_ITEM, SEED)
            both = np.hstack([rows[1], rows[0]])
            scores[f"{name}_gain"] = measured(both, minus(ratio), f"{named}, paired", NO_ITEM, SEED)
        if self.before.counts is not None and self.after.counts is not None:
            named = f"micro F1, {label_signature(GENERATOR)}"
            rows = [self.before.counts, self.after.counts]
            scores["f1_ce"] = measured(rows[0], micro_f1, named, NOTHING, SEED)
            scores["f1_sc"] = measured(rows[1], micro_f1, named, NOTHING, SEED)
            both = np.hstack([rows[1], rows[0]])
            scores["f1_gain"] = measured(both, minus(micro_f1), f"{named}, paired", NOTHING, SEED)
        return scores


def chosen_variants(names: Sequence[str]) -> tuple[Variant, ...]:
    """The variants of these names, in the paper's order; `RecipeError` for one that is not known."""
    known = {variant.name: variant for variant in VARIANTS}
    for name in names:
        if name not in known:
            raise RecipeError(f'there is no variant "{name}".', todo=f"Known: {', '.join(known)}.")
    return tuple(variant for variant in VARIANTS if variant.name in names)


def run_variants(
    recipe: CaptioningRecipe,
    variants: Sequence[Variant],
    seeds: int,
    split: str,
    folder: Path,
    start: Start,
    saving: Saving,
    rounds: int,
    on_progress: OnProgress,
) -> list[VariantResult]:
    """Train what is left of every variant and seed, try them on `split`, and time `rounds` steps of each.

    `RecipeError` where `folder` holds runs of another recipe.
    """
    if not recipe.self_critical.epochs:
        raise RecipeError("the recipe has no self-critical stage.", where=recipe.name)
    tried: list[tuple[Tried, Tried]] = []
    runs: list[tuple[CaptioningRun, CaptionMaterial]] = []
    for number, variant in enumerate(variants):
        of_seeds = []
        for seed in range(recipe.seed, recipe.seed + seeds):
            run = _run(equal_budget(recipe, variant, seed), folder / f"{variant.name}-{seed}", start)
            material = prepare_captioning(run, on_progress)
            train_captioning(run, material, saving)
            of_seeds.append((run, material))
        tried.append(_tried_seeds(of_seeds, split))
        runs.append(of_seeds[0])
        on_progress(Progress(STAGE, number + 1, len(variants)))
    seconds = step_seconds(runs, rounds)
    return [
        VariantResult(variant, *both, each, parameters_of(run))
        for variant, both, each, (run, _) in zip(variants, tried, seconds, runs, strict=True)
    ]


def equal_budget(recipe: CaptioningRecipe, variant: Variant, seed: int) -> CaptioningRecipe:
    """The recipe with the variant's model; no stage of it ends early, so that all have the same steps."""
    return replace(
        recipe,
        name=f"{recipe.name}-{variant.name}-{seed}",
        seed=seed,
        model=variant.changed(recipe.model),
        cross_entropy=replace(recipe.cross_entropy, patience=0),
        self_critical=replace(recipe.self_critical, patience=0),
    )


def _run(recipe: CaptioningRecipe, folder: Path, start: Start) -> CaptioningRun:
    if not (folder / RECIPE).is_file():
        return begin_captioning(recipe, folder, start)
    run = resume_captioning(folder, start)
    sized = replace(
        recipe,
        grid=run.recipe.grid,
        model=replace(
            recipe.model,
            vocab_size=run.recipe.model.vocab_size,
            feature_width=run.recipe.model.feature_width,
        ),
    )
    if run.recipe != sized:
        raise RecipeError("a run of another recipe lies here.", where=str(folder), todo="Give another --out.")
    return run


def _tried_seeds(
    of_seeds: Sequence[tuple[CaptioningRun, CaptionMaterial]], split: str
) -> tuple[Tried, Tried]:
    """Before and after self-critical training; of each picture the mean over seeds, counts their sum."""
    halves = []
    for after in (False, True):
        each = [try_on(run, material, split, after) for run, material in of_seeds]
        counts = [one.counts for one in each if one.counts is not None]
        rewards = np.mean([one.rewards for one in each], axis=0)
        halves.append(Tried(rewards, np.sum(counts, axis=0) if counts else None))
    return halves[0], halves[1]


def try_on(run: CaptioningRun, material: CaptionMaterial, split: str, self_critical: bool) -> Tried:
    """Greedy captions of a split, with the best weights of self-critical training or of what came before."""
    earlier = [name for name, _ in stages_of(run.recipe) if name != SELF_CRITICAL]
    model = first_captioner(run, material)
    stage = SELF_CRITICAL if self_critical else best_stage(run, earlier)
    model.load_state_dict(model_weights(run.best(stage)))
    data = caption_set(
        material.corpus, split, material.train.features, run.tokenizer, run.recipe.model.max_tokens
    )
    captions = greedy_captions(run, model.eval(), data)
    rewards = caption_reward(material.corpus, run.tokenizer, split)(captions, range(len(captions)))
    return Tried(rewards, _label_rows(run, material, data, captions))


def greedy_captions(run: CaptioningRun, model: Captioner, data: CaptionSet) -> list[list[int]]:
    """The likeliest tokens of every item, the end token included where one was written.

    Nothing is written of a study without a readable film.
    """
    tokenizer = run.tokenizer
    sampling = Sampling(tokenizer.bos, tokenizer.eos, max_tokens=run.recipe.sampling.max_tokens)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = model.to(device)
    captions: list[list[int]] = [[] for _ in range(len(data))]
    for batch in CaptionsInOrder(data, run.recipe.self_critical.batch):
        with torch.inference_mode():
            memory = model.encode(batch.features.to(device), batch.present.to(device))
            tokens = written_tokens(model, memory, sampling, len(batch.items), 1, likeliest)
        lengths = written_mask(tokens, tokenizer.eos).sum(1).tolist()
        for item, row, length in zip(batch.items.tolist(), tokens.tolist(), lengths, strict=True):
            captions[item] = row[:length]
    return captions


def _label_rows(
    run: CaptioningRun, material: CaptionMaterial, data: CaptionSet, captions: Sequence[Sequence[int]]
) -> Rows | None:
    """(S, 3 L) counts of labels, None where nothing tells what is really in the pictures."""
    studies = material.corpus.studies
    if studies is None or any(studies.studies[row].truth != GENERATOR for row in data.rows):
        return None
    truth = [true_labels(studies.studies[row]) for row in data.rows]
    said = [said_labels(run.tokenizer.decode(caption).text) for caption in captions]
    return np.array([label_counts(*pair) for pair in zip(said, truth, strict=True)])


def parameters_of(run: CaptioningRun) -> int:
    """How many numbers its captioner learns."""
    with torch.device("meta"):
        return sum(parameter.numel() for parameter in ExpansionNet(run.recipe.model).parameters())


def step_seconds(
    runs: Sequence[tuple[CaptioningRun, CaptionMaterial]], rounds: int
) -> list[tuple[float, float]]:
    """Seconds of a step of cross-entropy and of self-critical training, the medians of `rounds`.

    The variants take turns, so that other load meets all of them alike; CPU seconds where they run on a CPU.
    """
    timed = [
        [_Timed(run, material, stage) for run, material in runs] for stage in (CROSS_ENTROPY, SELF_CRITICAL)
    ]
    for each in (*timed[0], *timed[1]):
        each.step()  # the first step allocates
    taken: list[list[list[float]]] = [[[] for _ in runs] for _ in timed]
    for _ in range(rounds):
        for of_stage, seconds in zip(timed, taken, strict=True):
            for each, own in zip(of_stage, seconds, strict=True):
                own.append(each.step())
    medians = [[statistics.median(own) if own else 0.0 for own in seconds] for seconds in taken]
    return list(zip(*medians, strict=True))


class _Timed:
    """One variant's step of one stage, always on the same batch."""

    def __init__(self, run: CaptioningRun, material: CaptionMaterial, stage: str) -> None:
        recipe = dict(stages_of(run.recipe))[stage]
        self.gpu = torch.cuda.is_available()
        self.device = torch.device("cuda" if self.gpu else "cpu")
        model = first_captioner(run, material)
        data = CaptionBatches(
            material.train, material.val, recipe.batch, run.recipe.seed, stage == CROSS_ENTROPY
        )
        batch = next(iter(data.epoch(0, 0)))
        self.batch = type(batch)(*(part.to(self.device) for part in batch))
        self.task: Captioning | SelfCritical = stage_task(stage, recipe, model, run, material)
        self.task.to(self.device).train()
        self.optimiser = torch.optim.RAdam(self.task.parameters(), lr=recipe.lr)
        self.seed = run.recipe.seed

    def step(self) -> float:
        """Seconds of one step; the random generators begin anew, so that all steps of one are alike."""
        seed_generators(self.seed, "timing")
        began = self._now()
        self.optimiser.zero_grad()
        whole_step(self.task, self.batch)["loss"].backward()
        self.optimiser.step()
        return self._now() - began

    def _now(self) -> float:
        if self.gpu:
            torch.cuda.synchronize()
            return time.perf_counter()
        return time.process_time()


def variants_table(results: Sequence[VariantResult], items: str) -> str:
    """Scores with 95 % intervals, then seconds of a step side by side, the paper's figure beside."""
    scores = [result.scores() for result in results]
    rows: list[tuple[str, ...]] = [("", "cross-entropy", "self-critical", "gained", "paper, COCO")]
    for result, own in zip(results, scores, strict=True):
        cells = [_cell(own[f"cider_{part}"], sign) for part, sign in (("ce", ""), ("sc", ""), ("gain", "+"))]
        rows.append((result.variant.title, *cells, PAPER.get(result.variant.name, NOT_FOUND)))
    parts = [_block("CIDEr-D, 0 to 10", rows)]
    if all("f1_ce" in own for own in scores):
        rows = [("", "cross-entropy", "self-critical", "gained")]
        for result, own in zip(results, scores, strict=True):
            cells = [_cell(own[f"f1_{part}"], sign) for part, sign in (("ce", ""), ("sc", ""), ("gain", "+"))]
            rows.append((result.variant.title, *cells))
        parts.append(_block("Findings: micro F1 of labels, 0 to 1", rows))
    first = results[0]
    rows = [("", "parameters", "cross-entropy", "of the first", "self-critical", "of the first")]
    for result in results:
        times = zip(result.seconds, first.seconds, strict=True)
        cells = [
            cell for own, base in times for cell in (f"{own:.3f} s", f"x {own / base:.2f}" if base else "-")
        ]
        rows.append((result.variant.title, f"{result.parameters:,}", *cells))
    where = "seconds" if torch.cuda.is_available() else "CPU seconds"
    parts.append(_block(f"A training step, {where}, medians, taken in turns", rows))
    note = (
        f"On {items}, greedy captions; 95 % bootstrap intervals over them, gains paired. Each variant had "
        "the same steps. The paper's figure is CIDEr-D x 100 of one model on COCO's Karpathy test split; of "
        "its other variants no figure was at hand, of a step's time only that (64, 16) barely doubles it."
    )
    return "\n\n".join([*parts, note])


def _cell(score: Measured, sign: str) -> str:
    if score.value is None:
        return "undefined"
    form = f"{sign}.3f"
    interval = (
        f" ({score.low:{form}} to {score.high:{form}})"
        if score.low is not None and score.high is not None
        else ""
    )
    return f"{score.value:{form}}{interval}"


def _block(title: str, rows: Sequence[tuple[str, ...]]) -> str:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [title]
    for first, *cells in rows:
        padded = [cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True)]
        lines.append("  ".join([first.ljust(widths[0]), *padded]).rstrip())
    return "\n".join(lines)
