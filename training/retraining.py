"""A bundle that goes on learning from a desk's signed reviews: what would be used, the run, the comparison.

A retraining is a folder, so that it can be stopped at any moment and taken up again:

retraining.json   what was asked for, and up to which moment reviews count
run/              the run, as of `python -m training fit`
NAME/             the new bundle, once it is trained
result.json       how it compares with the present one, once that is known

Films of patients are cached in the folder while it is worked on, and deleted when it is done.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from engine.bundle import MANIFEST, Bundle
from engine.errors import RecipeError
from engine.progress import OnProgress
from engine.runtime.base import Device
from training.checkpoints import Saving
from training.compare import By, Comparison, compare
from training.data.opening import corpus_at
from training.data.reviews import Account, Reviews, read_reviews
from training.data.sources import REVIEWS
from training.export import PATIENT_LICENCE, About, export
from training.files import written_aside
from training.fit import prepare_material, train
from training.readings import Examinee
from training.recipes import DataRecipe, Recipe, load_recipe
from training.runs import PANEL_OF, RECIPE, Run, begin, resume, start_now

FEWEST = {"train": 20, "val": 4, "test": 1}
"""Reviews of each split without which nothing is begun: fewer teach nothing, or choose no epoch."""
EPOCHS, LR_SHARE = 3, 0.3
"""Of a retraining: three passes at 0.3 of the rate that the bundle learned with. Nobody has measured better
ones on real reviews yet; others are given with --set."""
RETRAINING, RESULT = "retraining.json", "result.json"
INTENDED_USE = (
    "Retrained on signed reviews of one desk, for that desk and for research. Nobody has shown that it reads "
    "any film rightly; a person reads every film and signs."
)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a retraining was begun with: the bundle's folder, the reviews' place, the moment up to which."""

    bundle: str
    reviews: str
    until: str
    settings: tuple[str, ...]
    by: By
    least: int


@dataclass(frozen=True, slots=True)
class Look:
    """What a retraining would use; `unknown` words of `words` are not in the bundle's vocabulary.

    `cut` reports are longer than the bundle writes. `too_few` says why it cannot begin, "" if it can.
    """

    account: Account
    words: int
    unknown: int
    cut: int
    too_few: str

    def lines(self) -> Iterator[str]:
        """In a few lines."""
        yield from self.account.lines()
        if self.unknown:
            yield (
                f"{self.unknown} of their {self.words} words are not in the bundle's vocabulary: "
                "these cannot be learned."
            )
        if self.cut:
            yield f"{self.cut} reports are longer than the bundle writes and are cut."
        if self.too_few:
            yield self.too_few

    def to_json(self) -> dict[str, object]:
        """For a program."""
        own = {"words": self.words, "unknown": self.unknown, "cut": self.cut, "too_few": self.too_few}
        return {**self.account.to_json(), **own, "lines": list(self.lines())}


def look(bundle: Bundle, place: str, on_progress: OnProgress) -> Look:
    """What there is to learn from; reads every film's file once."""
    return _looked(bundle, read_reviews(place, on_progress=on_progress))


def _looked(bundle: Bundle, reviews: Reviews) -> Look:
    tokenizer = bundle.tokenizer()
    longest = int(bundle.manifest.config["max_tokens"])
    words = unknown = cut = 0
    for study in reviews.corpus.studies:
        ids = tokenizer.encode(study.report)
        words += len(ids)
        unknown += ids.count(tokenizer.unk)
        cut += len(ids) + 2 > longest
    return Look(reviews.account, words, unknown, cut, too_few(reviews.account))


def too_few(account: Account) -> str:
    """Why there is too little to begin with; "" if there is enough."""
    short = {split: fewest for split, fewest in FEWEST.items() if account.splits[split] < fewest}
    if not short:
        return ""
    needed = ", ".join(f"{fewest} to {WORDS[split]}" for split, fewest in short.items())
    there = ", ".join(f"{account.splits[split]} to {WORDS[split]}" for split in short)
    return f"Too few signed reviews: there are {there}; it needs {needed}. Patients are shared out by chance."


WORDS = {"train": "learn from", "val": "choose the epoch by", "test": "compare on"}


def begin_retraining(folder: Path, asked: Asked, bundle: Bundle) -> Run:
    """A new retraining in `folder`; `RecipeError` where there is something, or too little to learn from."""
    reviews = read_reviews(asked.reviews, until=asked.until)
    lacking = too_few(reviews.account)
    if lacking:
        raise RecipeError(lacking, todo="Sign more reviews first.")
    recipe = retraining_recipe(bundle, asked, reviews.account.splits["train"])
    run = begin(recipe, folder / "run", start_now(datetime.now().astimezone()))
    _write(folder / RETRAINING, asdict(asked))
    return run


def retraining_recipe(bundle: Bundle, asked: Asked, studies: int) -> Recipe:
    """The bundle's own recipe, shorter and slower, from its weights, on reviews; then `asked.settings`."""
    path = str(bundle.path(RECIPE))
    own = load_recipe(path)
    changes = {
        "name": f"{bundle.manifest.name}-reviews",
        "epochs": EPOCHS,
        "batch": max(1, min(own.batch, studies)),
        "pretrained": f"{PANEL_OF}:{bundle.folder.absolute()}",
        "data.source": f"{REVIEWS}:{asked.reviews}",
        "data.tokenizer": "",
        "data.cleaning": "none",
        "data.limit": 0,
        "data.signed_until": asked.until,
        "self_supervised.epochs": 0,
        "warm_up.stem_epochs": 0,
        "warm_up.epochs": 0,
        "optimiser.lr": own.optimiser.lr * LR_SHARE,
        "loss.lessons_weight": 0.0,
        "loss.case_mix": 0.0,
    }
    settings = [f"{key}={json.dumps(value, ensure_ascii=False)}" for key, value in changes.items()]
    return load_recipe(path, [*settings, *asked.settings])


def open_retraining(folder: Path) -> tuple[Asked, Run]:
    """A retraining to go on with; `RecipeError` if it is none."""
    try:
        said = json.loads((folder / RETRAINING).read_text(encoding="utf-8"))
        asked = Asked(**{**said, "settings": tuple(said["settings"])})
    except (OSError, ValueError, TypeError, KeyError) as problem:
        raise RecipeError(
            "this is no retraining that was begun.", where=str(folder), todo="Begin a new one."
        ) from problem
    return asked, resume(folder / "run", start_now(datetime.now().astimezone()))


def go_on(
    folder: Path, asked: Asked, run: Run, saving: Saving, device: Device, on_progress: OnProgress
) -> Comparison:
    """Do what is left of a retraining: train, write the bundle, compare, forget the films."""
    present = Bundle.open(asked.bundle)
    place = folder / present.manifest.name
    if not (place / MANIFEST).is_file():
        material = prepare_material(run, on_progress)
        train(run, material, saving, on_progress)
        export(run, material, place, None, datetime.now(UTC), _about(present))
    result = compare_on(
        present, Bundle.read(place), f"{REVIEWS}:{asked.reviews}", "test", None, asked, device, on_progress
    )
    _write(folder / RESULT, result.to_json())
    for cache in folder.glob("films-*"):
        shutil.rmtree(cache)
    return result


def compare_on(
    old: Bundle,
    new: Bundle,
    data: str,
    split: str,
    limit: int | None,
    asked: Asked,
    device: Device,
    on_progress: OnProgress,
) -> Comparison:
    """Both bundles on the same studies of a split, the first `limit` of them."""
    corpus = corpus_at(data, DataRecipe(""), asked.until)
    studies = list(corpus.split(split)[:limit])
    with (
        closing(Examinee.open(old, "auto", device)) as first,
        closing(Examinee.open(new, "auto", device)) as second,
    ):
        return compare(first, second, studies, asked.by, asked.least, on_progress)


def _about(present: Bundle) -> About:
    """Its licence is for those whose reports it learned from; its version goes on behind a plus sign."""
    version, _, times = present.manifest.version.partition("+reviews.")
    return About(f"{version}+reviews.{int(times or 0) + 1}", PATIENT_LICENCE, INTENDED_USE)


def _write(path: Path, said: object) -> None:
    with written_aside(path) as aside:
        aside.write_text(json.dumps(said, indent=1) + "\n", encoding="utf-8")
