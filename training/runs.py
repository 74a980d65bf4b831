"""A run's folder: what was asked for, on which data, by which code, and where its checkpoints lie.

recipe.toml  tokenizer.json  run.json
self-supervised/  warm-up/  reports/   last.ckpt (resume), best.safetensors (lowest validation loss)
answers/                               the same of an examinee's run
log/                                   metrics of each stage as CSV, a row per epoch
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from engine.bundle import Bundle
from engine.errors import RecipeError
from engine.resources import VOCABULARIES
from engine.text.tokenizer import ReportTokenizer, train_word_level
from training.data.corpus import Corpus, CorpusStudy
from training.data.opening import open_corpus
from training.data.unlabelled import FoundFilm, films_fingerprint, find_films
from training.files import written_aside
from training.recipes import Recipe, load_recipe, recipe_toml

RECIPE = "recipe.toml"

PANEL_OF = "panel"  # pretrained = "panel:BUNDLE"


@dataclass(frozen=True, slots=True)
class Start:
    """When a process took up a run (ISO 8601), and the code's commit then ("" outside git)."""

    time: str
    commit: str


@dataclass(frozen=True, slots=True)
class RunRecord:
    """Where a run comes from: the data's fingerprint; the first start and every resume, in order."""

    data_fingerprint: str
    starts: tuple[Start, ...]

    @property
    def commits(self) -> tuple[str, ...]:
        """All commits that trained it, in order, each once."""
        return tuple(dict.fromkeys(start.commit for start in self.starts))


class NamedRecipe(Protocol):
    """A recipe for whatever task."""

    @property
    def seed(self) -> int:
        """What all its random numbers come from."""

    @property
    def name(self) -> str:
        """What its runs are called."""


R = TypeVar("R", bound=NamedRecipe)


@dataclass(frozen=True, slots=True)
class RunOf(Generic[R]):
    """A run that has begun; `recipe` is the resolved one."""

    folder: Path
    recipe: R
    record: RunRecord
    tokenizer: ReportTokenizer

    def last(self, stage: str) -> Path:
        """The checkpoint that a stage resumes from."""
        return self.folder / stage / "last.ckpt"

    def best(self, stage: str) -> Path:
        """The stage's best weights by validation loss."""
        return self.folder / stage / "best.safetensors"

    def log(self, stage: str) -> Path:
        """The stage's metrics, a row per epoch."""
        return self.folder / "log" / f"{stage}.csv"


Run = RunOf[Recipe]  # of a panel that writes reports


def run_name(recipe: NamedRecipe, started: datetime) -> str:
    """`phantom-20260102-030405`."""
    return f"{recipe.name}-{started:%Y%m%d-%H%M%S}"


def start_now(now: datetime) -> Start:
    """A start of this code at this time."""
    return Start(now.isoformat(timespec="seconds"), code_commit(Path(__file__).parent))


def begin(recipe: Recipe, folder: Path, start: Start) -> Run:
    """A new run in `folder`: the corpus is found, the vocabulary made, the resolved recipe written."""
    corpus = open_corpus(recipe.data)
    tokenizer = recipe_tokenizer(recipe, corpus.split("train"))
    sized = replace(recipe, model=replace(recipe.model, vocab_size=tokenizer.size))
    record = RunRecord(data_fingerprint(corpus, unlabelled_films(recipe)), (start,))
    return create_run(folder, sized, record, tokenizer)


def unlabelled_films(recipe: Recipe) -> tuple[FoundFilm, ...]:
    """The films of the recipe's self-supervised stage; none if it has no such stage."""
    return find_films(recipe.self_supervised.source) if recipe.self_supervised.epochs else ()


def data_fingerprint(corpus: Corpus, films: Sequence[FoundFilm]) -> str:
    """The corpus's, followed by that of the films without reports if there are any."""
    return f"{corpus.fingerprint} films:{films_fingerprint(films)}" if films else corpus.fingerprint


def recipe_tokenizer(recipe: Recipe, studies: Sequence[CorpusStudy]) -> ReportTokenizer:
    """That of the panel that is trained on, the one that the recipe names, or one of the training reports."""
    kind, _, place = recipe.pretrained.partition(":")
    if kind == PANEL_OF and place:
        return Bundle.open(place).tokenizer()
    if recipe.data.tokenizer:
        return ReportTokenizer.load(vocabulary_path(recipe.data.tokenizer))
    return train_word_level([study.report for study in studies], recipe.data.min_count)


def vocabulary_path(name: str) -> Path:
    """The `tokenizer.json` at a path, or of the shipped vocabulary of that name."""
    candidates = [VOCABULARIES / name / "tokenizer.json", Path(name)]
    for path in candidates:
        if path.is_file():
            return path
    known = ", ".join(sorted(path.parent.name for path in VOCABULARIES.glob("*/tokenizer.json")))
    raise RecipeError(f'there is no vocabulary "{name}".', todo=f"Give a tokenizer.json, or one of: {known}.")


def create_run(folder: Path, recipe: R, record: RunRecord, tokenizer: ReportTokenizer) -> RunOf[R]:
    """Write a new run's folder; `RecipeError` if there is something already."""
    if folder.exists() and any(folder.iterdir()):
        raise RecipeError(
            "there is something here already.",
            where=str(folder),
            todo="Give another --out, or --resume this run.",
        )
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer.save(folder / "tokenizer.json")
    (folder / RECIPE).write_text(recipe_toml(recipe), encoding="utf-8")
    write_record(folder, record)
    return RunOf(folder, recipe, record, tokenizer)


def write_record(folder: Path, record: RunRecord) -> None:
    """Replace `run.json`."""
    with written_aside(folder / "run.json") as aside:
        aside.write_text(json.dumps(asdict(record), indent=1) + "\n", encoding="utf-8")


def open_run(folder: Path) -> Run:
    """Read a panel's run back; `RecipeError` if it is none."""
    return open_run_of(folder, lambda path: load_recipe(str(path)))


def open_run_of(folder: Path, load: Callable[[Path], R]) -> RunOf[R]:
    """Read a run's folder back, its recipe by `load`; `RecipeError` if it is none."""
    try:
        said = json.loads((folder / "run.json").read_text(encoding="utf-8"))
        record = RunRecord(said["data_fingerprint"], tuple(Start(**start) for start in said["starts"]))
        tokenizer = ReportTokenizer.load(folder / "tokenizer.json")
    except FileNotFoundError as problem:
        raise RecipeError(
            "this is no run of `python -m training fit`: no run.json or no tokenizer.json is in it.",
            where=str(folder),
        ) from problem
    except (OSError, ValueError, TypeError, KeyError) as problem:
        raise RecipeError(
            f"this is no run of `python -m training fit`: {problem!r}.", where=str(folder)
        ) from problem
    return RunOf(folder, load(folder / RECIPE), record, tokenizer)


def resume(folder: Path, start: Start) -> Run:
    """Open a panel's run to train on; its record then has this start too."""
    return started_again(open_run(folder), start)


def started_again(run: RunOf[R], start: Start) -> RunOf[R]:
    """The run with this start in its record, on disk too."""
    record = replace(run.record, starts=(*run.record.starts, start))
    write_record(run.folder, record)
    return replace(run, record=record)


def code_commit(checkout: Path) -> str:
    """The commit that `checkout` stands at, "+changes" if files differ from it; "" outside git."""
    try:
        commit = _git(checkout, "rev-parse", "HEAD")
        changed = _git(checkout, "status", "--porcelain", "--untracked-files=no")
    except (OSError, subprocess.CalledProcessError):
        return ""
    return commit + ("+changes" if changed else "")


def _git(checkout: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=checkout, capture_output=True, text=True, check=True)
    return done.stdout.strip()
