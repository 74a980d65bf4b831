"""All scores as one table for people: groups in plain words, as text in 100 columns and as Markdown.

Which lines there are depends on which scores there are: baselines are those that `finding_f1_micro` is
compared with. A score that has no place here stands in the last group by its own name, so none is lost.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine.reader import LABEL_SCORE
from engine.text.findings import LABELS
from training.metrics.finding_scores import CASES
from training.metrics.scores import Measured

WIDTH = 100
MINUS, CIDER_MINUS = "finding_f1_micro_minus_", "cider_elected_minus_"
EXPERTS = ("mean_expert", "best_expert")
WRITERS = {
    "constant": "most frequent report",
    "nearest": "nearest training report",
    "plain": "plain Transformer decoder",
    "m1": "panel of one expert (M=1)",
    "mean_expert": "mean expert",
    "best_expert": "best single expert on validation",
}
PAIRED = ("value", "95 % interval", "elected minus it", "95 % interval")
PLAIN = ("value", "95 % interval")

Scores = Mapping[str, Measured]


@dataclass(frozen=True, slots=True)
class Line:
    """What is measured, its cells, the names of the scores in them; indented below what it is beside."""

    title: str
    cells: tuple[str, ...]
    names: tuple[str, ...]
    indented: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Lines under one heading; `notes` say what the figures depend on and why some are undefined."""

    title: str
    columns: tuple[str, ...]
    lines: tuple[Line, ...]
    notes: tuple[str, ...]


def score_groups(scores: Scores) -> list[Group]:
    """The whole table."""
    parts: list[tuple[str, tuple[str, ...], Callable[[Scores], list[Line]]]] = [
        ("Findings of the elected draft: F1 of labels, 0 to 1", PAIRED, finding_lines),
        (
            "Findings, label by label: F1 of the elected draft and of baselines",
            _label_columns(scores),
            label_lines,
        ),
        ("What electing is worth", PAIRED, election_lines),
        ("How experts differ", PLAIN, variety_lines),
        ("Where the elected draft's sentences point", PLAIN, pointing_lines),
        (
            "Pointing, label by label: peak inside the mask",
            ("value", "95 % interval", "random cell", "commonest cell"),
            pointing_label_lines,
        ),
        ("Likeness of the elected draft to the report", PAIRED, likeness_lines),
        ("Studies whose report no training study has, and what drafts repeat", PLAIN, unseen_lines),
        ("The labeller, whose errors are in every score on findings: F1 of labels", PLAIN, labeller_lines),
    ]
    groups = [group_of(title, columns, lines(scores), scores) for title, columns, lines in parts]
    shown = {name for group in groups for line in group.lines for name in line.names}
    rest = [line_of(scores, name, name) for name in scores if name not in shown]
    return [group for group in [*groups, group_of("Other scores", PLAIN, rest, scores)] if group.lines]


def baselines_of(scores: Scores) -> list[str]:
    """Names of the baselines that the elected draft is compared with."""
    names = [name.removeprefix(MINUS) for name in scores if name.startswith(MINUS)]
    return [name for name in names if name not in EXPERTS]


def finding_lines(scores: Scores) -> list[Line]:
    """Micro F1 by kind of film and macro F1; below each its baselines, and what true reports would get."""
    kinds = {
        "finding_f1_micro": "all films",
        "finding_f1_micro_clear": "clear films",
        "finding_f1_micro_ambiguous": "films with a faint finding",
        "finding_f1_macro": "mean over labels, all films",
    }
    lines = []
    for name, title in kinds.items():
        lines += _beside(scores, name, title, baselines_of(scores), f"{name}_minus_")
        lines += _lines(
            scores, {f"labeller{name.removeprefix('finding')}": "the true reports, same labeller"}, True
        )
    return lines


def label_lines(scores: Scores) -> list[Line]:
    """One line for each label, one column for each baseline."""
    prefixes = [LABEL_SCORE, *(f"finding_f1_{name}: " for name in baselines_of(scores))]
    lines = []
    for label in LABELS:
        names = [f"{prefix}{label}" for prefix in prefixes]
        if not any(name in scores for name in names):
            continue
        cells = [value_of(scores[name]) if name in scores else "-" for name in names]
        interval = interval_of(scores[names[0]]) if names[0] in scores else ""
        there = tuple(name for name in [*names, f"{CASES}{label}"] if name in scores)
        lines.append(Line(label, (_cases(scores, label), cells[0], interval, *cells[1:]), there))
    return lines


def _cases(scores: Scores, label: str) -> str:
    counted = scores.get(f"{CASES}{label}")
    return "0" if counted is None or counted.value is None else f"{counted.value:.0f}"


def _label_columns(scores: Scores) -> tuple[str, ...]:
    return ("cases", "value", "95 % interval", *baselines_of(scores))


def election_lines(scores: Scores) -> list[Line]:
    """The elected draft against the mean expert and the best one."""
    return [
        *_beside(scores, "finding_f1_micro", "F1 of labels, elected draft", EXPERTS, MINUS),
        *_beside(scores, "cider_elected", "CIDEr-D, elected draft", EXPERTS, CIDER_MINUS, "cider_"),
    ]


def variety_lines(scores: Scores) -> list[Line]:
    """Distinct drafts and finding sets, and errors on what is disputed."""
    titles = {
        "distinct_drafts": "different texts among a study's drafts",
        "distinct_finding_sets_clear": "different finding sets, clear films",
        "distinct_finding_sets_ambiguous": "different finding sets, films with a faint finding",
    }
    for suffix, which in {"": "all labels", "_of_stated": "labels there or stated"}.items():
        titles |= {
            f"disputed_error{suffix}": f"error on disputed findings, {which}",
            f"undisputed_error{suffix}": f"error on undisputed findings, {which}",
            f"disputed_error_ratio{suffix}": "ratio of the two",
        }
    return _lines(scores, titles)


def pointing_lines(scores: Scores) -> list[Line]:
    """Pointing beside its baselines, and the deletion test."""
    titles = {
        "pointing": "peak inside the finding's mask",
        "pointing_random": "a random cell inside it",
        "pointing_label_prior": "the label's commonest cell inside it",
        "pointing_ratio": "peak over the better of the two",
    }
    titles |= {
        "pointing_varied": "findings of varied place: peak inside the mask",
        "pointing_random_varied": "a random cell inside it",
        "pointing_label_prior_varied": "the label's commonest cell inside it",
        "pointing_ratio_varied": "peak over the better of the two",
    }
    for name, what in {"deletion": "finding's words", "deletion_sentence": "whole sentence"}.items():
        titles |= {
            f"{name}_pointed": f"{what}: nats lost, pointed area hidden",
            f"{name}_random": f"{what}: nats lost, random area hidden",
            f"{name}_pointed_minus_random": "pointed minus random",
        }
    return _lines(scores, titles)


def pointing_label_lines(scores: Scores) -> list[Line]:
    """Pointing label by label, beside both baselines."""
    prefixes = ("pointing: ", "pointing_random: ", "pointing_label_prior: ")
    lines = []
    for label in LABELS:
        names = tuple(f"{prefix}{label}" for prefix in prefixes if f"{prefix}{label}" in scores)
        if names:
            values = (value_of(scores[names[0]]), interval_of(scores[names[0]]))
            lines.append(Line(label, (*values, *(value_of(scores[name]) for name in names[1:])), names))
    return lines


def likeness_lines(scores: Scores) -> list[Line]:
    """CIDEr-D, BLEU-4 and ROUGE-L with their baselines."""
    names = baselines_of(scores)
    return [
        *_beside(scores, "cider_elected", "CIDEr-D, 0 to 10", names, CIDER_MINUS, "cider_"),
        *_beside(scores, "bleu_4", "BLEU-4", names, "bleu_4_minus_"),
        *_beside(scores, "rouge_l", "ROUGE-L", names, "rouge_l_minus_"),
    ]


def unseen_lines(scores: Scores) -> list[Line]:
    """Scores on unseen reports, and shares of reports and drafts that stand elsewhere word for word."""
    titles = {
        "cider_unseen": "CIDEr-D, unseen reports",
        "bleu_4_unseen": "BLEU-4, unseen reports",
        "rouge_l_unseen": "ROUGE-L, unseen reports",
        "finding_f1_micro_unseen": "F1 of labels, unseen reports",
        "report_seen": "share of reports that a training study has",
        "draft_seen": "share of drafts that a training study has",
        "verbatim": "share of drafts that are their report word for word",
    }
    return _lines(scores, titles)


def labeller_lines(scores: Scores) -> list[Line]:
    """Every score of the labeller itself."""
    titles = {
        "labeller_f1_micro": "true reports, all films",
        "labeller_f1_micro_clear": "true reports, clear films",
        "labeller_f1_micro_ambiguous": "true reports, films with a faint finding",
    }
    others = {name: _real_reports(name) for name in scores if name.startswith("labeller_")}
    return _lines(scores, titles | {name: title for name, title in others.items() if name not in titles})


def _real_reports(name: str) -> str:
    """A score of the labeller on reports of IU X-Ray, in words."""
    what = name.removeprefix("labeller_real_")
    words = {
        "f1_micro": "all labels",
        "f1_micro_frequent": "labels with enough cases",
        "f1_micro_frequent_ill": "labels with enough cases, without No Finding",
        "f1_macro_frequent": "mean over labels with enough cases",
        "f1_micro_frequent_certain": "labels with enough cases, uncertain as absent",
        "side": "share of sides that agree",
        "place": "share of places that agree",
    }
    return f"real reports, {words.get(what, what.removeprefix('f1: '))}"


def _beside(
    scores: Scores, name: str, title: str, others: Sequence[str], minus: str, prefix: str | None = None
) -> list[Line]:
    """A figure, and below it the same of others with how much it lies above them."""
    prefix = f"{name}_" if prefix is None else prefix
    if name not in scores:
        return []
    lines = [line_of(scores, name, title)]
    for other in others:
        if f"{prefix}{other}" in scores:
            below = line_of(scores, f"{prefix}{other}", WRITERS.get(other, other), True)
            gain = scores.get(f"{minus}{other}")
            cells = (f"{value_of(gain, '+')}", interval_of(gain, "+")) if gain is not None else ()
            names = (*below.names, *((f"{minus}{other}",) if gain is not None else ()))
            lines.append(Line(below.title, (*below.cells, *cells), names, True))
    return lines


def _lines(scores: Scores, titles: Mapping[str, str], indented: bool = False) -> list[Line]:
    return [line_of(scores, name, title, indented) for name, title in titles.items() if name in scores]


def line_of(scores: Scores, name: str, title: str, indented: bool = False) -> Line:
    """One score with its interval."""
    return Line(title, (value_of(scores[name]), interval_of(scores[name])), (name,), indented)


def value_of(score: Measured, sign: str = "-") -> str:
    """Three digits, or "undefined"; `sign` "+" shows it of what is above 0 too."""
    return "undefined" if score.value is None else _digits(score.value, sign)


def interval_of(score: Measured, sign: str = "-") -> str:
    """ "0.893 to 0.930"; an open end is said in words, and what has no interval has none."""
    if score.low is not None and score.high is not None:
        return f"{_digits(score.low, sign)} to {_digits(score.high, sign)}"
    if score.low is not None:
        return f"{_digits(score.low, sign)} or more"
    return ""


def _digits(value: float, sign: str) -> str:
    """Three digits; what rounds to 0 has no minus."""
    return f"{round(value, 3) + 0.0:{sign}.3f}"


def group_of(title: str, columns: tuple[str, ...], lines: Sequence[Line], scores: Scores) -> Group:
    """Lines with the first figure's signature, and the reason of each undefined one."""
    notes = [f"Depends on: {scores[line.names[0]].signature}." for line in lines[:1]]
    reasons: dict[str, list[str]] = {}
    for line in lines:
        for name in line.names:
            if scores[name].value is None:
                reasons.setdefault(scores[name].undefined or "no reason was kept", []).append(name)
    notes += [f"Undefined ({why}): {', '.join(names)}." for why, names in reasons.items()]
    return Group(title, columns, tuple(lines), tuple(notes))


EVERYWHERE = (
    "Intervals are 95 % bootstrap intervals over studies; differences and ratios are of the same studies, "
    "resampled alike. What each figure depends on stands beside it in `evaluate --json` and bundle.json."
)


def table_text(groups: Sequence[Group], note: str = EVERYWHERE) -> str:
    """The table for a terminal; `note` holds for all of it."""
    parts = [_group_text(group) for group in groups]
    return "\n\n".join([*parts, textwrap.fill(note, WIDTH)])


def _group_text(group: Group) -> str:
    titles = [("  " if line.indented else "") + line.title for line in group.lines]
    first = max(len(title) for title in titles)
    rows = [group.columns, *(line.cells for line in group.lines)]
    widths = [max(len(row[index]) for row in rows if index < len(row)) for index in range(len(group.columns))]
    text = [group.title]
    for title, cells in zip(["", *titles], rows, strict=True):
        padded = [cell.rjust(width) for cell, width in zip(cells, widths, strict=False)]
        text.append("  ".join([title.ljust(first), *padded]).rstrip())
    for note in group.notes:
        text += textwrap.wrap(note, WIDTH, initial_indent="  ", subsequent_indent="  ")
    return "\n".join(text)


def table_markdown(groups: Sequence[Group], note: str = EVERYWHERE) -> str:
    """The table for a bundle's card."""
    return "\n".join([*(_group_markdown(group) for group in groups), note, ""])


def _group_markdown(group: Group) -> str:
    lines = [f"### {group.title}", "", f"| | {' | '.join(group.columns)} |"]
    lines.append("|---|" + "---:|" * len(group.columns))
    for line in group.lines:
        title = f"- {line.title}" if line.indented else line.title
        cells = [*line.cells, *[""] * (len(group.columns) - len(line.cells))]
        lines.append(f"| {title} | {' | '.join(cells)} |")
    notes = [note.replace("|", "\\|") for note in group.notes]
    return "\n".join([*lines, "", *(f"{note}\n" for note in notes)])
