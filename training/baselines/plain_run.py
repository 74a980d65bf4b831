"""A plain Transformer trained as a panel was: same corpus, encoder, lessons, words, optimiser and passes.

Its encoder starts from the panel's warm-up, as the panel's own reports did; where only the panel's bundle is
left, from the panel's trained ViT, which has seen more: the baseline is the stronger for it. The run's folder
is one of `fit`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch

from engine.bundle import Bundle
from engine.errors import RecipeError
from engine.models.metransformer import ExpertViT
from engine.progress import OnProgress, Progress
from engine.reader import WEIGHTS
from engine.text.tokenizer import ReportTokenizer
from training.baselines.plain import PlainTransformer
from training.checkpoints import (
    Best,
    Saving,
    best_figure,
    best_weights,
    model_weights,
    part_of,
    seed_generators,
)
from training.data.corpus import CorpusStudy
from training.data.films import read_inputs, read_study
from training.export import RECIPE
from training.fit import (
    FIRST_WEIGHTS,
    REPORTS,
    STEM,
    WARM_UP,
    Material,
    Studies,
    first_model,
    input_convention,
    learn,
    pretrained_weights,
)
from training.readings import Written
from training.recipes import Recipe, load_recipe
from training.run_log import ignored_films
from training.runs import Run, RunRecord, Start, create_run, resume
from training.stages import Stage
from training.tasks.drafting import greedy_tokens
from training.tasks.leanings import draw_case_mix
from training.tasks.lessons import Lessons
from training.tasks.reporting import Reporting

BATCH = 32  # studies that are read together


@dataclass(frozen=True, slots=True)
class Panel:
    """What a baseline takes from a panel. `encoder` are weights that its ViT starts from, named as there."""

    recipe: Recipe
    data_fingerprint: str
    tokenizer: ReportTokenizer
    encoder: Mapping[str, torch.Tensor]


def panel_of_run(run: Run) -> Panel:
    """A run of `fit`, its encoder as the lessons left it before any report."""
    warm_up = run.recipe.warm_up
    encoder: dict[str, torch.Tensor] = {}
    if warm_up.epochs:
        encoder = part_of(model_weights(run.best(WARM_UP)), "vit.")
    elif warm_up.stem_epochs:
        stem = part_of(best_weights(run.best(STEM)), "stem.")
        encoder = {f"patch_embed.{name}": weight for name, weight in stem.items()}
    return Panel(run.recipe, run.record.data_fingerprint.split(" ")[0], run.tokenizer, encoder)


def panel_of_bundle(bundle: Bundle) -> Panel:
    """A bundle of `export`, its encoder as it is shipped."""
    recipe = load_recipe(str(bundle.path(RECIPE)))
    encoder = part_of(pretrained_weights(bundle.path(WEIGHTS)), "vit.")
    return Panel(recipe, bundle.manifest.provenance.data_fingerprint, bundle.tokenizer(), encoder)


def plain_recipe(recipe: Recipe, epochs: int) -> Recipe:
    """The panel's recipe without what only a panel has, and without stages that its encoder has behind it."""
    return replace(
        recipe,
        name=f"{recipe.name}-plain",
        epochs=epochs,
        self_supervised=replace(recipe.self_supervised, epochs=0),
        warm_up=replace(recipe.warm_up, epochs=0, stem_epochs=0),
        loss=replace(
            recipe.loss, orthogonal_weight=0.0, experts_per_step=0, case_mix=0.0, best_expert_share=0.0
        ),
    )


def begin_plain(panel: Panel, folder: Path, epochs: int, start: Start) -> Run:
    """A new run beside the panel's, or the one that is there already; `RecipeError` if that is another's."""
    recipe = plain_recipe(panel.recipe, epochs)
    if not (folder / "run.json").is_file():
        record = RunRecord(panel.data_fingerprint, (start,))
        return create_run(folder, recipe, record, panel.tokenizer)
    run = resume(folder, start)
    if run.recipe != recipe:
        raise RecipeError(
            "this run has another recipe.",
            where=str(folder),
            todo="Give another folder, or the same --epochs.",
        )
    return run


def train_plain(panel: Panel, run: Run, material: Material, saving: Saving) -> Best:
    """Train what is left of the run; does nothing if it is complete. Returns its best validation figure."""
    recipe = run.recipe
    seed_generators(recipe.seed, FIRST_WEIGHTS)
    model = first_plain(panel, run, material)
    lessons = Lessons(recipe.model.width, len(material.slots.pairs), len(material.labels))
    mix = draw_case_mix(material.slots, 1, 0.0, recipe.seed)
    task = Reporting(model, lessons, recipe.optimiser, recipe.loss, run.tokenizer, mix)
    stage = Stage(REPORTS, recipe.epochs, "val_ce", recipe.optimiser.clip_norm, ignored_films)
    learn(run, stage, task, Studies(material, recipe.batch, recipe.seed, recipe.augment), saving)
    return best_figure(run.best(REPORTS))


def first_plain(panel: Panel, run: Run, material: Material) -> PlainTransformer:
    """The model before its first step, its encoder as the panel's."""
    vit = first_model(run.recipe, material).vit
    absent = vit.load_state_dict(dict(panel.encoder), strict=False)
    assert not absent.unexpected_keys, "a panel of this recipe has this ViT"
    return PlainTransformer(run.recipe.model, vit)


def trained_plain(run: Run) -> PlainTransformer:
    """The run's best model, ready to read on the CPU."""
    model = PlainTransformer(run.recipe.model, ExpertViT(run.recipe.model))
    model.load_state_dict(model_weights(run.best(REPORTS)))
    return model.requires_grad_(False).eval()


def write_plain(run: Run, studies: Sequence[CorpusStudy], on_progress: OnProgress) -> list[Written]:
    """What the run's best model writes of every study, greedily: one draft, without a vote."""
    model, convention, tokenizer = trained_plain(run), input_convention(run.recipe), run.tokenizer
    written: list[Written] = []
    for start in range(0, len(studies), BATCH):
        opened = [read_study(study) for study in studies[start : start + BATCH]]
        inputs = [read_inputs(study, convention) for study in opened]
        with torch.inference_mode():
            memory = model.encode(
                torch.from_numpy(np.stack([given.images for given in inputs])),
                torch.tensor([given.present for given in inputs]),
            )
            drafts = greedy_tokens(model, memory, tokenizer.bos, tokenizer.eos, model.config.max_tokens)
        for study, (tokens,) in zip(opened, drafts.tolist(), strict=True):
            text = tokenizer.decode(until(tokens, tokenizer.eos)).text
            written.append(Written(study.study_uid, (text,), (None,), 0))
        on_progress(Progress("The plain Transformer reads", len(written), len(studies)))
    return written


def until(tokens: Sequence[int], end: int) -> Sequence[int]:
    """The tokens before the first end mark, all if there is none."""
    return tokens[: tokens.index(end)] if end in tokens else tokens
