"""From a trained run to a bundle: weights, vocabulary, votes, familiarity and a card that says what it is."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from safetensors.torch import save

from engine.bundle import Bundle, BundleManifest, Provenance, Score, VotingSource, write_bundle
from engine.decoding import DecodingConfig
from engine.errors import RecipeError
from engine.familiarity import Familiarity, film_features
from engine.panel import FloatArray
from engine.runtime.torch_runner import TorchRunner
from engine.voting import voting_frequencies
from training.card import NOT_MEASURED, card
from training.checkpoints import model_weights
from training.data.batches import InOrder, ReportSet
from training.data.opening import open_corpus
from training.data.sources import PHANTOM, parse_source
from training.fit import REPORTS, Material, input_convention
from training.metrics.scores import Measured
from training.recipes import Recipe, load_recipe, recipe_toml
from training.runs import R, Run, RunOf
from training.stored_weights import half_precision
from training.table import score_groups, table_markdown

VERSION = "0.2.0"
LICENCE = "Apache-2.0"
PATIENT_LICENCE = "not stated; the terms of the data that it learned from hold"
PATIENT_USE = (
    "For research on drafting reports, by those who may use the data that it learned from. It has learned "
    "from films of patients, is validated for nothing and must not be used for care."
)
INTENDED_USE = (
    "For trying Consilium and learning how a panel of experts works, on computer-made chest phantoms. It has "
    "never seen a patient's film and must not be used on one."
)
WEIGHTS, TOKENIZER, FREQUENCIES = "weights.safetensors", "tokenizer.json", "document-frequencies.safetensors"
FAMILIARITY, CARD, RECIPE = "familiarity.safetensors", "CARD.md", "recipe.toml"
FEATURE_BATCH = 32


@dataclass(frozen=True, slots=True)
class About:
    """What a bundle says of itself that no run knows."""

    version: str
    licence: str
    intended_use: str


def about_run(recipe: Recipe) -> About:
    """What a bundle of a run from the beginning says."""
    if of_phantoms(recipe):
        return About(VERSION, LICENCE, INTENDED_USE)
    return About(VERSION, PATIENT_LICENCE, PATIENT_USE)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Scores from `evaluate --json`, and the hash of the weights that they belong to."""

    weights_sha256: str
    scores: Mapping[str, Measured]
    data: str

    @classmethod
    def read(cls, path: Path) -> Evaluation:
        """Read the file; `RecipeError` if it is none."""
        try:
            report = json.loads(path.read_text(encoding="utf-8"))
            scores = {name: Measured.from_json(entry) for name, entry in report["scores"].items()}
            of = report["data"]
            units = of.get("unit", "studies of the corpus")
            data = f"{of['count']} {of['split']} {units} `{of['fingerprint'][:16]}`"
            data += f", made for the examination `{of['exam']}`" if of["exam"] else ""
            return cls(report["bundle"]["weights_sha256"], scores, data)
        except (OSError, ValueError, KeyError, TypeError) as problem:
            raise RecipeError(
                f"these are no scores of `python -m training evaluate --json`: {problem!r}.", where=str(path)
            ) from problem

    def for_card(self) -> str:
        """The table, in Markdown, and what it was measured on."""
        return f"On {self.data}.\n\n{table_markdown(score_groups(self.scores))}"

    def for_manifest(self) -> dict[str, Score]:
        """The same scores as a manifest keeps them; why one is undefined goes into its signature."""
        return {
            name: Score(
                value=score.value,
                signature=f"{score.signature}; undefined: {score.undefined}"
                if score.value is None
                else score.signature,
                low=score.low,
                high=score.high,
            )
            for name, score in self.scores.items()
        }


def export(
    run: Run,
    material: Material,
    folder: Path,
    evaluation: Evaluation | None,
    now: datetime,
    about: About | None = None,
) -> Bundle:
    """Write the run's best checkpoint as a bundle; an older bundle at `folder` is replaced.

    `evaluation` adds scores to manifest and card: `RecipeError` if they were measured on other weights.
    """
    corpus, about = open_corpus(run.recipe.data), about or about_run(run.recipe)
    frequencies = voting_frequencies([study.report for study in corpus.split("train")])
    with tempfile.TemporaryDirectory() as scratch:
        weights = Path(scratch, WEIGHTS)
        weights.write_bytes(save(half_precision(model_weights(run.best(REPORTS)))))
        familiarity = fit_familiarity(run, material, weights)
        frequencies.save(Path(scratch, FREQUENCIES))
        manifest = BundleManifest(
            name=folder.name,
            version=about.version,
            architecture="metransformer",
            config=run.recipe.model.to_dict(),
            input=input_convention(run.recipe).to_dict(),
            decoding=asdict(DecodingConfig(max_tokens=run.recipe.model.max_tokens)),
            provenance=provenance(run, now),
            licence=about.licence,
            intended_use=about.intended_use,
            tokenizer=TOKENIZER,
            voting=VotingSource(FREQUENCIES, "training reports", frequencies.signature),
            familiarity=FAMILIARITY,
            scores=evaluation.for_manifest() if evaluation is not None else {},
        )
        measured = evaluation.for_card() if evaluation is not None else NOT_MEASURED
        files: dict[str, Path | bytes] = {
            WEIGHTS: weights,
            TOKENIZER: run.folder / TOKENIZER,
            FREQUENCIES: Path(scratch, FREQUENCIES),
            FAMILIARITY: familiarity.to_bytes(),
            RECIPE: recipe_toml(portable(run.recipe)).encode(),
            CARD: card(manifest, run.recipe, len(corpus.split("train")), measured).encode(),
        }
        if evaluation is not None:
            check_weights(evaluation, weights.read_bytes())
        return write_bundle(folder, manifest, files)


def of_phantoms(recipe: Recipe) -> bool:
    """Whether a panel has learned from made studies alone."""
    return parse_source(recipe.data.source).kind == PHANTOM


def with_scores(bundle: Bundle, evaluation: Evaluation) -> Bundle:
    """The bundle in its own place with these scores in manifest and card; nothing else in it changes.

    `RecipeError` if they were measured on other weights.
    """
    check_weights(evaluation, bundle.path(WEIGHTS).read_bytes())
    recipe = load_recipe(str(bundle.path(RECIPE)))
    manifest = replace(bundle.manifest, scores=evaluation.for_manifest())
    reports = bundle.frequencies().documents
    written = card(manifest, recipe, reports, evaluation.for_card()).encode()
    files: dict[str, Path | bytes] = {name: bundle.path(name) for name in bundle.manifest.files}
    return write_bundle(bundle.folder, manifest, {**files, CARD: written})


def portable(recipe: Recipe) -> Recipe:
    """The recipe without the folders of the machine that it ran on."""
    data, films = recipe.data, recipe.self_supervised
    return replace(
        recipe,
        data=replace(data, source=last_name(data.source), tokenizer=last_name(data.tokenizer)),
        self_supervised=replace(films, source=last_name(films.source)),
        pretrained=last_name(recipe.pretrained),
    )


def last_name(place: str) -> str:
    """The last part of a path, behind its kind if it has one.

    >>> last_name("phantom:data/phantoms"), last_name("weights/vit.safetensors"), last_name("")
    ('phantom:phantoms', 'vit.safetensors', '')
    """
    kind, colon, path = place.rpartition(":")
    is_kind = len(kind) > 1  # one letter is a drive of Windows
    return f"{kind}{colon}{Path(path).name}" if is_kind else Path(place).name


def check_weights(evaluation: Evaluation, weights: bytes) -> None:
    """`RecipeError` where scores were measured on other weights than these."""
    if hashlib.sha256(weights).hexdigest() != evaluation.weights_sha256:
        raise RecipeError(
            "these scores were measured on other weights.",
            todo="Evaluate this run's own bundle and export again.",
        )


def provenance(run: RunOf[R], now: datetime) -> Provenance:
    """What the bundle was made with."""
    return Provenance(
        recipe=run.recipe.name,
        data_fingerprint=run.record.data_fingerprint,
        seed=run.recipe.seed,
        commit=", ".join(run.record.commits),
        date=now.astimezone(UTC).isoformat(timespec="seconds"),
    )


def fit_familiarity(run: Run, material: Material, weights: Path) -> Familiarity:
    """What films the model knows, from its own features of training and validation films."""
    runner = TorchRunner(run.recipe.model, weights, device="cpu")
    train, val = (all_features(runner, part) for part in (material.train, material.val))
    try:
        return Familiarity.fitted(train, val)
    except ValueError as error:
        raise RecipeError(
            "the corpus has too few films to tell which are familiar: two of a view are needed, "
            "in training and in validation.",
            where=run.recipe.data.source,
            todo="Make a corpus of 60 studies or more.",
        ) from error


def all_features(runner: TorchRunner, data: ReportSet) -> FloatArray:
    """(n, F, D): features of every film, looked at alone; zeros for absent ones."""
    batches = InOrder(data, FEATURE_BATCH)
    return np.concatenate(
        [film_features(runner, batch.images.numpy(), batch.present.numpy()) for batch in batches]
    )
