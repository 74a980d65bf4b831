"""From a captioner's run to a bundle: weights, vocabulary, votes, familiarity and a card."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import datetime
from pathlib import Path

import numpy as np
from safetensors.torch import save

from engine.bundle import Bundle, BundleManifest, VotingSource, write_bundle
from engine.decoding import DecodingConfig
from engine.errors import RecipeError
from engine.familiarity import Familiarity, film_features
from engine.panel import FloatArray
from engine.reader import CAPTIONER
from engine.runtime.film_captioner import FilmCaptioner
from engine.voting import voting_frequencies
from training.captioning.card import card
from training.captioning.features import Films
from training.captioning.fit import (
    CaptioningRun,
    CaptionMaterial,
    StageResult,
    caption_convention,
    captioner_config,
    stage_results,
    trained_captioner,
)
from training.captioning.recipe import CaptioningRecipe
from training.card import NOT_MEASURED
from training.export import (
    CARD,
    FAMILIARITY,
    FREQUENCIES,
    RECIPE,
    TOKENIZER,
    WEIGHTS,
    Evaluation,
    check_weights,
    last_name,
    provenance,
)
from training.recipes import recipe_toml
from training.stored_weights import half_precision

VERSION = "0.1.0"
LICENCE = "Apache-2.0"
INTENDED_USE = (
    "For trying Consilium's second reader, a captioner, beside a panel of experts. It must not be used on "
    "patients."
)
FAMILIAR_STUDIES = 1500  # at most, of a split: a Gaussian of some hundred numbers needs no more
FILMS_AT_ONCE = 16
SCORES_HEADING, LIMITS_HEADING = "## Scores\n", "## Limits\n"  # of the card; what stages reached stands above


def export_captioner(
    run: CaptioningRun,
    material: CaptionMaterial,
    folder: Path,
    evaluation: Evaluation | None,
    now: datetime,
) -> Bundle:
    """Write the run's best weights as a bundle; an older bundle at `folder` is replaced.

    `evaluation` adds scores to manifest and card: `RecipeError` if they were measured on other weights.
    """
    recipe = run.recipe
    frequencies = voting_frequencies(material.corpus.captions("train"))
    halves = save(half_precision(trained_captioner(run, material)))
    with tempfile.TemporaryDirectory() as scratch:
        weights, counted = Path(scratch, WEIGHTS), Path(scratch, FREQUENCIES)
        weights.write_bytes(halves)
        frequencies.save(counted)
        familiarity = fit_familiarity(run, material, weights)
        decoding = DecodingConfig(
            beam=recipe.decoding.beam,
            max_tokens=recipe.model.max_tokens,
            length_normalisation="mean_at_end",
            drafts=recipe.decoding.drafts,
        )
        manifest = BundleManifest(
            name=folder.name,
            version=VERSION,
            architecture=CAPTIONER,
            config=captioner_config(recipe).to_dict(),
            input=caption_convention(recipe).to_dict() if recipe.grid is not None else {},
            decoding=asdict(decoding),
            provenance=provenance(run, now),
            licence=LICENCE,
            intended_use=INTENDED_USE,
            tokenizer=TOKENIZER,
            voting=VotingSource(FREQUENCIES, "training captions", frequencies.signature),
            familiarity=FAMILIARITY if familiarity is not None else "",
            scores=evaluation.for_manifest() if evaluation is not None else {},
        )
        results = stage_results(run)
        files: dict[str, Path | bytes] = {
            WEIGHTS: weights,
            TOKENIZER: run.folder / TOKENIZER,
            FREQUENCIES: counted,
            RECIPE: recipe_toml(portable(recipe)).encode(),
            CARD: card_of(manifest, recipe, results, frequencies.documents, evaluation).encode(),
        }
        if familiarity is not None:
            files[FAMILIARITY] = familiarity.to_bytes()
        if evaluation is not None:
            check_weights(evaluation, halves)
        return write_bundle(folder, manifest, files)


def with_caption_scores(bundle: Bundle, evaluation: Evaluation) -> Bundle:
    """The bundle in its own place with these scores in manifest and card; nothing else in it changes.

    `RecipeError` if they were measured on other weights.
    """
    check_weights(evaluation, bundle.path(WEIGHTS).read_bytes())
    manifest = replace(bundle.manifest, scores=evaluation.for_manifest())
    before = bundle.path(CARD).read_text(encoding="utf-8")
    made, limits = before.partition(SCORES_HEADING)[0], before.partition(LIMITS_HEADING)[2]
    written = f"{made}{SCORES_HEADING}\n{evaluation.for_card()}\n{LIMITS_HEADING}{limits}"
    files: dict[str, Path | bytes] = {name: bundle.path(name) for name in bundle.manifest.files}
    return write_bundle(bundle.folder, manifest, {**files, CARD: written.encode()})


def card_of(
    manifest: BundleManifest,
    recipe: CaptioningRecipe,
    results: Sequence[StageResult],
    items: int,
    evaluation: Evaluation | None,
) -> str:
    """The card, with the table of scores where there is one."""
    measured = evaluation.for_card() if evaluation is not None else NOT_MEASURED
    return card(manifest, recipe, {result.name: result for result in results}, items, measured)


def portable(recipe: CaptioningRecipe) -> CaptioningRecipe:
    """The recipe without the folders of the machine that it ran on."""
    data = recipe.data
    moved = replace(
        data,
        source=last_name(data.source),
        regions=last_name(data.regions),
        pictures=last_name(data.pictures),
        tokenizer=last_name(data.tokenizer),
    )
    return replace(recipe, data=moved, pretrained=last_name(recipe.pretrained))


def fit_familiarity(run: CaptioningRun, material: CaptionMaterial, weights: Path) -> Familiarity | None:
    """What films the model knows, from its own regions of them; None for what is no film of a study."""
    if material.corpus.studies is None or run.recipe.grid is None:
        return None
    films = material.films
    assert isinstance(films, Films), "a corpus of studies has films"
    runner = FilmCaptioner(captioner_config(run.recipe), weights, device="cpu")
    train, val = (
        all_features(runner, films, part.rows[:FAMILIAR_STUDIES]) for part in (material.train, material.val)
    )
    try:
        return Familiarity.fitted(train, val)
    except ValueError as error:
        raise RecipeError(
            "the corpus has too few films to tell which are familiar: two of every view are needed, "
            "in training and in validation.",
            where=run.recipe.data.source,
            todo="Make a corpus of 60 studies or more.",
        ) from error


def all_features(runner: FilmCaptioner, films: Films, rows: Sequence[int]) -> FloatArray:
    """(n, F, D): features of every film, looked at alone; zeros for absent ones."""
    parts = []
    for start in range(0, len(rows), FILMS_AT_ONCE):
        seen = films.of(rows[start : start + FILMS_AT_ONCE])
        parts.append(film_features(runner, seen.features.numpy(), seen.present.numpy()))
    return np.concatenate(parts)
