"""From an examinee's run to a bundle: weights, tokenizer, what its experts are asked about, and a card."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import save

from engine.bundle import Bundle, BundleManifest, write_bundle
from engine.examinee_manifest import ARCHITECTURE, WEIGHTS
from engine.experts import ExpertProfile, Experts, Topic
from engine.models.moebqa import Moebqa, expert_cosines
from engine.panel import FloatArray, read_only
from training.answering.batches import QuestionSet, QuestionsInOrder
from training.answering.card import card
from training.answering.fit import AnsweringMaterial, AnsweringRun, stored_weights, trained_model
from training.answering.recipe import AnsweringRecipe, load_answering
from training.answering.scores import NOTE, answer_groups
from training.card import NOT_MEASURED
from training.export import (
    CARD,
    RECIPE,
    TOKENIZER,
    Evaluation,
    check_weights,
    last_name,
    provenance,
)
from training.recipes import recipe_toml
from training.table import table_markdown
from training.tasks.answering import row_routing

VERSION = "0.1.0"
LICENCE = "Apache-2.0"
INTENDED_USE = (
    "For trying Consilium and learning how a mixture of experts answers questions about chest radiographs "
    "that come with a paragraph. It gives no medical advice and cannot pass a doctors' exam."
)
EXPERTS = "experts.json"
TOPICS = 12  # training questions that are kept for each expert
QUESTIONS_AT_ONCE = 8


def export_answers(
    run: AnsweringRun,
    material: AnsweringMaterial,
    folder: Path,
    evaluation: Evaluation | None,
    now: datetime,
) -> Bundle:
    """Write the run's best weights as a bundle; an older bundle at `folder` is replaced.

    `evaluation` adds scores to manifest and card: `RecipeError` if they were measured on other weights.
    """
    manifest = BundleManifest(
        name=folder.name,
        version=VERSION,
        architecture=ARCHITECTURE,
        config=run.recipe.model.to_dict(),
        input={"max_tokens": run.recipe.data.max_tokens},
        decoding={},
        provenance=provenance(run, now),
        licence=LICENCE,
        intended_use=INTENDED_USE,
        tokenizer=TOKENIZER,
        experts=EXPERTS if run.recipe.model.unshared_experts else "",
        scores=evaluation.for_manifest() if evaluation is not None else {},
    )
    weights = save(stored_weights(run))
    files: dict[str, Path | bytes] = {
        WEIGHTS: weights,
        TOKENIZER: run.folder / TOKENIZER,
        RECIPE: recipe_toml(portable(run.recipe)).encode(),
        CARD: card(manifest, portable(run.recipe), measured_text(evaluation)).encode(),
    }
    if manifest.experts:
        files[EXPERTS] = experts_of(trained_model(run), material.train).to_json().encode()
    if evaluation is not None:
        check_weights(evaluation, weights)
    return write_bundle(folder, manifest, files)


def with_answer_scores(bundle: Bundle, evaluation: Evaluation) -> Bundle:
    """The bundle in its own place with these scores in manifest and card; nothing else in it changes.

    `RecipeError` if they were measured on other weights.
    """
    check_weights(evaluation, bundle.path(WEIGHTS).read_bytes())
    recipe = load_answering(str(bundle.path(RECIPE)))
    manifest = replace(bundle.manifest, scores=evaluation.for_manifest())
    written = card(manifest, recipe, measured_text(evaluation)).encode()
    files: dict[str, Path | bytes] = {name: bundle.path(name) for name in bundle.manifest.files}
    return write_bundle(bundle.folder, manifest, {**files, CARD: written})


def measured_text(evaluation: Evaluation | None) -> str:
    """The table, in Markdown, and what it was measured on."""
    if evaluation is None:
        return NOT_MEASURED
    return f"On {evaluation.data}.\n\n{table_markdown(answer_groups(evaluation.scores), NOTE)}"


def experts_of(model: Moebqa, data: QuestionSet) -> Experts:
    """Where the training rows go, the questions with each expert's highest affinity, how alike experts are.

    A question's affinity is the mean over its options' rows.
    """
    count = model.config.unshared_experts
    went, affinities = np.zeros(count, np.int64), []
    with torch.inference_mode():
        for batch in QuestionsInOrder(data, QUESTIONS_AT_ONCE):
            routing = row_routing(model, batch)
            went += np.bincount(routing.experts.numpy(), minlength=count)
            options = batch.present.sum(1).tolist()
            affinities += [part.mean(0).numpy() for part in routing.affinities.split(options)]
    by_question = np.stack(affinities)  # (questions, experts)
    return Experts(
        data=f"{len(data)} training questions, {len(data.rows)} rows; affinities are means over rows",
        profiles=tuple(
            ExpertProfile(int(went[expert]), topics_of(by_question[:, expert], data))
            for expert in range(count)
        ),
        cosines=read_only(expert_cosines(model).numpy().astype(np.float32)),
    )


def topics_of(affinities: FloatArray, data: QuestionSet) -> tuple[Topic, ...]:
    """The questions with the highest affinities, each text once."""
    topics: dict[str, Topic] = {}
    for place in np.argsort(-affinities, kind="stable"):
        question = data.asked[place].question
        if question.stem not in topics:
            affinity = round(float(affinities[place]), 4)
            topics[question.stem] = Topic(question.stem, affinity, question.category, question.kind)
        if len(topics) == TOPICS:
            break
    return tuple(topics.values())


def portable(recipe: AnsweringRecipe) -> AnsweringRecipe:
    """The recipe without the folders of the machine that it ran on."""
    data = recipe.data
    sources = tuple(replace(source, source=last_name(source.source)) for source in data.sources)
    return replace(
        recipe,
        backbone=last_name(recipe.backbone),
        data=replace(data, sources=sources, paragraphs=last_name(data.paragraphs)),
    )
