"""A run's folder: what was asked for, on which data, by which code, and where its checkpoints lie.

recipe.toml  tokenizer.json  run.json
warm-up/  reports/     last.ckpt (resume), best.ckpt (lowest validation loss)
log/                   metrics of each stage as CSV
"""

from __future__ import annotations

import json
import subprocess
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from engine.errors import RecipeError
from engine.text.tokenizer import ReportTokenizer
from training.recipes import Recipe, load_recipe, recipe_toml


@dataclass(frozen=True, slots=True)
class RunRecord:
    """Where a run comes from: ISO 8601 start, the code's commit ("" outside git), the data's fingerprint."""

    started: str
    commit: str
    data_fingerprint: str


@dataclass(frozen=True, slots=True)
class Run:
    """A run that has begun; `recipe` is the resolved one."""

    folder: Path
    recipe: Recipe
    record: RunRecord
    tokenizer: ReportTokenizer

    def last(self, stage: str) -> Path:
        """The checkpoint that a stage resumes from."""
        return self.folder / stage / "last.ckpt"

    def best(self, stage: str) -> Path:
        """The stage's best checkpoint by validation loss."""
        return self.folder / stage / "best.ckpt"


def run_name(recipe: Recipe, started: datetime) -> str:
    """`phantom-20260102-030405`."""
    return f"{recipe.name}-{started:%Y%m%d-%H%M%S}"


def create_run(folder: Path, recipe: Recipe, record: RunRecord, tokenizer: ReportTokenizer) -> Run:
    """Write a new run's folder; `RecipeError` if there is something already."""
    if folder.exists() and any(folder.iterdir()):
        raise RecipeError(
            "there is something here already.",
            where=str(folder),
            todo="Give another --out, or --resume this run.",
        )
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer.save(folder / "tokenizer.json")
    (folder / "recipe.toml").write_text(recipe_toml(recipe), encoding="utf-8")
    (folder / "run.json").write_text(json.dumps(asdict(record), indent=1) + "\n", encoding="utf-8")
    return Run(folder, recipe, record, tokenizer)


def open_run(folder: Path) -> Run:
    """Read a run's folder back; `RecipeError` if it is none."""
    try:
        record = RunRecord(**json.loads((folder / "run.json").read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError) as problem:
        raise RecipeError(
            f"this is no run of `python -m training fit`: {problem}.", where=str(folder)
        ) from problem
    tokenizer = ReportTokenizer.load(folder / "tokenizer.json")
    return Run(folder, load_recipe(str(folder / "recipe.toml")), record, tokenizer)


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
