"""Answers of sittings as CSV: a row for each question that came to count."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from app.documents.files import write_file
from app.documents.tables import BYTE_ORDER_MARK, spreadsheet_cell
from app.documents.wording import moment
from app.quiz.answers import ModelAnswer
from app.quiz.scoring import results_of
from app.quiz.sitting import Sitting
from engine.panel import EXPERT_LETTERS
from engine.question import Question

COLUMNS = (
    *("sitting", "title", "mode", "answered", "question", "stem", "category", "kind", "language"),
    *("chosen", "key", "right", "seconds", "changes", "flagged", "note"),
    *("model", "model_chosen", "model_probability", "model_expert"),
)


@dataclass(frozen=True, slots=True)
class NumberedSitting:
    """A sitting and the number that it has in the database."""

    number: int
    sitting: Sitting


def write_answers_csv(
    sittings: Iterable[NumberedSitting],
    questions: Mapping[str, Question],
    answers: Mapping[str, ModelAnswer],
    path: Path,
) -> None:
    """Write one row for each answer. UTF-8 with a byte order mark, which spreadsheets need; NotWritten."""
    text = answers_csv(sittings, questions, answers)
    write_file(path, text.encode("utf-8", "replace"))


def answers_csv(
    sittings: Iterable[NumberedSitting],
    questions: Mapping[str, Question],
    answers: Mapping[str, ModelAnswer],
) -> str:
    """The table with its head. Options are their texts; what is not known is empty, and so is a blank."""
    table = StringIO()
    writer = csv.writer(table, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for numbered in sittings:
        for row in _rows(numbered, questions, answers):
            writer.writerow([spreadsheet_cell(cell) for cell in row])
    return BYTE_ORDER_MARK + table.getvalue()


def _rows(
    numbered: NumberedSitting, questions: Mapping[str, Question], answers: Mapping[str, ModelAnswer]
) -> Iterable[tuple[str, ...]]:
    plan = numbered.sitting.plan
    marks = dict(zip((asked.question for asked in plan.asked), numbered.sitting.marks, strict=True))
    for result in results_of(numbered.sitting, questions):
        question, mark = result.question, marks[result.key]
        yield (
            *(str(numbered.number), plan.title, plan.mode.value, moment(result.when)),
            *(question.id, question.stem, question.category, question.kind, question.language),
            _option(question, result.chosen),
            _option(question, question.key),
            "" if result.right is None else ("yes" if result.right else "no"),
            f"{result.seconds:.1f}",
            *(str(mark.changes), "yes" if mark.flagged else "no", mark.note),
            *_model(question, answers.get(result.key)),
        )


def _option(question: Question, place: int | None) -> str:
    return "" if place is None else question.options[place].text


def _model(question: Question, answer: ModelAnswer | None) -> tuple[str, str, str, str]:
    if answer is None:
        return "", "", "", ""
    expert = EXPERT_LETTERS[answer.routes[answer.choice].expert] if answer.routes else ""
    chosen, probability = question.options[answer.choice].text, answer.probabilities[answer.choice]
    return f"{answer.bundle} {answer.version}".strip(), chosen, f"{probability:.4f}", expert
