"""Statistics as they are shown: tables of shares with what they are made from, never a bare per cent."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from app.asking import HeatShown, ResultsShown, TableShown
from app.language import decimal, tr, tr_count
from app.presenters.quiz_sheet import kind_words
from app.quiz.answers import ModelAnswer
from app.quiz.scoring import Result, Score, score
from app.quiz.statistics import (
    TIMES,
    Group,
    beside,
    by_category,
    by_expert,
    by_kind,
    by_time,
    routing,
)
from engine.experts import Experts, expert_names
from engine.panel import EXPERT_LETTERS
from engine.question import Question

COMMONEST = 3  # categories named in a row of the routing table


def results_shown(
    title: str,
    results: Sequence[Result],
    answers: Mapping[str, ModelAnswer],
    questions: Mapping[str, Question],
    experts: Experts | None,
) -> ResultsShown:
    """The statistics of these results; `questions` are those whose routes are counted."""
    heat = heat_shown(experts) if experts is not None else None
    tables = [table for table in _tables(results, answers) if table.rows]
    routes = routing_table(questions, answers)
    if routes.rows:
        tables.append(routes)
    if not results:
        empty = tr("Nothing was answered yet. The statistics begin with the first answer that counts.")
        return ResultsShown(title, "", tuple(tables), heat, empty)
    return ResultsShown(title, sentence(score(results)), tuple(tables), heat)


def sentence(found: Score) -> str:
    """The score in words, with what it leaves out."""
    parts = [tr("{right} of {scored} right.", right=found.right, scored=found.scored)]
    if not found.scored:
        parts = [tr("No question that was answered has a key, so there is no score.")]
    if found.blank:
        parts.append(tr_count("%n of these was not answered.", "%n of these were not answered.", found.blank))
    if found.unkeyed:
        parts.append(
            tr_count(
                "%n more has no key and is not counted.",
                "%n more have no key and are not counted.",
                found.unkeyed,
            )
        )
    return " ".join(parts)


def share(right: int, scored: int) -> str:
    """A share as "7/9 (78 %)", or a dash where there is nothing to divide by."""
    return f"{right}/{scored} ({round(100 * right / scored)} %)" if scored else "–"


def routing_table(questions: Mapping[str, Question], answers: Mapping[str, ModelAnswer]) -> TableShown:
    """Where the options of a set went."""
    heads = (tr("Expert"), tr("Options"), tr("Mean gate"), tr("Most of them in"))
    experts = max(
        (len(route.affinities) for key in questions if key in answers for route in answers[key].routes),
        default=0,
    )
    rows = []
    for row in routing(questions, answers, experts):
        common = sorted(row.categories.items(), key=lambda item: -item[1])[:COMMONEST]
        named = ", ".join(f"{name or '–'} {count}" for name, count in common)
        gate = "–" if row.mean_gate is None else decimal(f"{row.mean_gate:.2f}")
        rows.append((EXPERT_LETTERS[row.expert], str(row.rows), gate, named))
    return TableShown(tr("Where the model sent the options"), heads, tuple(rows))


def heat_shown(experts: Experts) -> HeatShown | None:
    """How alike the experts are, as the paper draws it."""
    values = experts.similarity
    if values is None:
        return None
    low, high = float(experts.cosines.min()), float(experts.cosines.max())
    text = tr(
        "Cosines of all parameters, {low} to {high}, stretched to 0 to 1.",
        low=decimal(f"{low:.4f}"),
        high=decimal(f"{high:.4f}"),
    )
    names = [tr("shared") if name == "shared" else name for name in expert_names(experts, EXPERT_LETTERS)]
    return HeatShown(tuple(names), values, text)


def _tables(results: Sequence[Result], answers: Mapping[str, ModelAnswer]) -> Sequence[TableShown]:
    return (
        _grouped(tr("By category"), tr("Category"), by_category(results, answers), str),
        _grouped(tr("By what is asked"), tr("Kind"), by_kind(results, answers), kind_words),
        _grouped(tr("By time"), tr("Seconds"), by_time(results, answers), _band),
        _grouped(tr("By expert of the right option"), tr("Expert"), by_expert(results, answers), str),
        _beside(results, answers),
    )


def _grouped(title: str, head: str, groups: Sequence[Group], name: Callable[[str], str]) -> TableShown:
    rows = tuple(
        (
            name(group.name),
            share(group.score.right, group.score.scored),
            share(group.model_right, group.model_scored),
            decimal(f"{group.median_seconds:.0f} s"),
        )
        for group in groups
    )
    return TableShown(title, (head, tr("You"), tr("Model"), tr("Median time")), rows)


def _band(first: str) -> str:
    low = int(first)
    high = dict(TIMES)[low]
    return tr("{low} to {high}", low=low, high=high) if high else tr("{low} and more", low=low)


def _beside(results: Sequence[Result], answers: Mapping[str, ModelAnswer]) -> TableShown:
    found = beside(results, answers)
    rows = (
        (tr("both right"), str(found.both)),
        (tr("only you right"), str(found.reader_only)),
        (tr("only the model right"), str(found.model_only)),
        (tr("neither right"), str(found.neither)),
        (tr("same option chosen"), str(found.same_choice)),
    )
    title = tr_count("You and the model, %n question", "You and the model, %n questions", found.count)
    return TableShown(title, (tr("Who"), tr("Questions")), rows if found.count else ())
