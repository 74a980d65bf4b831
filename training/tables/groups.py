"""Tables of text scores and clinical efficacy with the published figures in the next columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.text.findings import LABELS
from training.metrics.clinical import AVERAGES, CONVENTIONS, MEASURES
from training.metrics.nlg import NAMES, TITLES
from training.metrics.scores import Measured
from training.table import Group, Line, group_of, interval_of, value_of
from training.tables.published import Published, sources_note

OURS = ("value", "95 % interval")
COMPARABLE = (
    "Published figures are of {corpus}'s test studies: with other data they say nothing of the model."
)

Scores = Mapping[str, Measured]


def nlg_group(title: str, scores: Scores, published: Sequence[Published]) -> Group:
    """BLEU, ROUGE-L, METEOR and CIDEr in the papers' order."""
    lines = [_line(scores, name, TITLES[name], published) for name in NAMES if name in scores]
    return _group(title, lines, scores, published)


def clinical_groups(scores: Scores, published: Sequence[Published]) -> list[Group]:
    """Averages over 14 and 5 classes, and F1 of every class."""
    groups = []
    for convention in CONVENTIONS:
        names = {
            f"{convention.name}_{average}_{measure}": f"{average} {measure}"
            for average in AVERAGES
            for measure in MEASURES
        }
        own = [row for row in published if row.scores.keys() & names.keys()]
        lines = [_line(scores, name, title, own) for name, title in names.items() if name in scores]
        title = f"Clinical efficacy of the elected draft, {convention.title}"
        groups.append(_group(title, lines, scores, own))
    return [*groups, _classes(scores)]


def _classes(scores: Scores) -> Group:
    prefix = f"{CONVENTIONS[0].name}_f1: "
    lines = [_line(scores, f"{prefix}{label}", label, ()) for label in LABELS if f"{prefix}{label}" in scores]
    return group_of("Clinical efficacy, class by class: F1", OURS, lines, scores)


def _line(scores: Scores, name: str, title: str, published: Sequence[Published]) -> Line:
    theirs = [f"{row.scores[name]:.3f}" if name in row.scores else "-" for row in published]
    return Line(title, (value_of(scores[name]), interval_of(scores[name]), *theirs), (name,))


def _group(title: str, lines: Sequence[Line], scores: Scores, published: Sequence[Published]) -> Group:
    columns = (*OURS, *(row.method for row in published))
    group = group_of(title, columns, lines, scores)
    if not published:
        return group
    notes = (sources_note(published), COMPARABLE.format(corpus=published[0].corpus))
    return Group(group.title, group.columns, group.lines, (*group.notes, *notes))
