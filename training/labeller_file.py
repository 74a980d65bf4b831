"""The labeller's own scores on real reports, measured with the same rules, to stand beside a bundle's."""

from __future__ import annotations

import json
from pathlib import Path

from engine.errors import RecipeError
from engine.text.findings import Labeller
from training.metrics.scores import Measured

PREFIX = "labeller_real"
UNMEASURED = "the labeller was not measured with these rules"


def labeller_file_scores(path: Path, labeller: Labeller) -> dict[str, Measured]:
    """Scores over labels and each label's F1 from what `python -m training labeller --json` wrote.

    One undefined score where there is no file, or one of other rules, which tells nothing of these errors;
    `RecipeError` where the file is something else.
    """
    if not path.is_file():
        return _unmeasured(labeller)
    try:
        report = json.loads(path.read_text(encoding="utf-8"))
        of_others = report["labeller"]["signature"] != labeller.signature
        overall = {f"{PREFIX}_{name}": Measured.from_json(entry) for name, entry in report["scores"].items()}
        labels = {
            f"{PREFIX}_f1: {label}": Measured.from_json(entry["f1"])
            for label, entry in report["labels"].items()
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as problem:
        raise RecipeError(
            f"these are no scores of `python -m training labeller --json`: {problem!r}.", where=str(path)
        ) from problem
    return _unmeasured(labeller) if of_others else overall | labels


def _unmeasured(labeller: Labeller) -> dict[str, Measured]:
    named = f"micro F1 of frequent labels on real reports, {labeller.signature}"
    return {f"{PREFIX}_f1_micro_frequent": Measured(None, named, undefined=UNMEASURED)}
