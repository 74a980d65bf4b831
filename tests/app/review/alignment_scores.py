"""How well drafts are aligned, as a table: what `resources/docs/alignment.md` reports.

python -m tests.app.review.alignment_scores FOLDER     # indiana_reports.csv and annotation.json
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from tests.app.review.known_panels import Score, score
from tests.app.review.paraphrased_panels import HELD_OUT, paraphrased_panels, read_paraphrases, real_reports
from tests.app.review.phantom_panels import phantom_panels

PHANTOMS, REPORTS, SEED = 200, 150, 0
EVERY = 10_000  # more than there are reports


def phantom_score() -> Score:
    """Panels in the phantoms' language."""
    return score(phantom_panels(PHANTOMS, SEED))


def paraphrase_score(folder: Path) -> Score:
    """Panels of real reports in held-out wordings."""
    reports = real_reports(folder, "val")
    return score(paraphrased_panels(reports, read_paraphrases(HELD_OUT), REPORTS, SEED))


def clean_score(folder: Path, with_misread: bool = False) -> Score:
    """Every report of the split, none turned: for false alarms, which 150 panels say little about."""
    paraphrases = read_paraphrases(HELD_OUT, with_misread)
    return score(paraphrased_panels(real_reports(folder, "val"), paraphrases, EVERY, SEED + 1, turned=0.0))


def lines(folder: Path) -> Iterator[str]:
    """The table, line by line."""
    yield f"{'':44}panels  pairs  precision  recall  reworded  planted found  false alarms"
    yield _line("phantoms", phantom_score())
    yield _line("paraphrased reports", paraphrase_score(folder))
    yield _line("all reports, none turned", clean_score(folder))
    yield _line("the same with what the labeller misreads", clean_score(folder, with_misread=True))


def _line(name: str, of: Score) -> str:
    planted = f"{of.caught}/{of.planted}"
    alarms = f"{of.alarms}/{of.clean} {of.false_alarms:.3f}"
    shares = f"{of.precision:9.4f}  {of.recall:6.4f}  {of.reworded_recall:8.4f}"
    return f"{name:44}{of.panels:6}  {of.together:5}  {shares}  {planted:>13}  {alarms}"


if __name__ == "__main__":
    for line in lines(Path(sys.argv[1])):
        print(line)
