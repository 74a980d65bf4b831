"""How often answers are right: by category, kind, expert and time, and the reader beside the model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from app.quiz.answers import ModelAnswer
from app.quiz.scoring import Result, Score, score
from engine.panel import EXPERT_LETTERS
from engine.question import Question

TIMES = ((0, 15), (15, 30), (30, 60), (60, 120), (120, 0))
"""Seconds that a question took, from and below; 0 at the end is no bound."""


@dataclass(frozen=True, slots=True)
class Group:
    """Questions that have something in common: the reader's score, the time, and the model's right ones.

    `model_scored` are those with a key that the model was asked, `model_right` those it got right.
    """

    name: str
    score: Score
    median_seconds: float
    model_right: int = 0
    model_scored: int = 0


@dataclass(frozen=True, slots=True)
class Both:
    """Questions with a key that reader and model both answered: who was right."""

    both: int = 0
    reader_only: int = 0
    model_only: int = 0
    neither: int = 0
    same_choice: int = 0

    @property
    def count(self) -> int:
        """All of them."""
        return self.both + self.reader_only + self.model_only + self.neither


@dataclass(frozen=True, slots=True)
class RouteRow:
    """What went to one expert: (question, option) rows, the mean gate, and rows by category."""

    expert: int
    rows: int
    mean_gate: float | None
    categories: Mapping[str, int]


def grouped(
    results: Iterable[Result], name: Callable[[Result], str], answers: Mapping[str, ModelAnswer]
) -> tuple[Group, ...]:
    """Groups in the order of their first result; a result with the name "" is in none."""
    sorted_in: dict[str, list[Result]] = {}
    for result in results:
        sorted_in.setdefault(name(result), []).append(result)
    return tuple(_group(name, own, answers) for name, own in sorted_in.items() if name)


def by_category(results: Sequence[Result], answers: Mapping[str, ModelAnswer]) -> tuple[Group, ...]:
    """By what the source calls the category."""
    return grouped(results, lambda result: result.question.category, answers)


def by_kind(results: Sequence[Result], answers: Mapping[str, ModelAnswer]) -> tuple[Group, ...]:
    """By what is asked for: diagnosis, treatment, and so on."""
    return grouped(results, lambda result: result.question.kind, answers)


def by_expert(results: Sequence[Result], answers: Mapping[str, ModelAnswer]) -> tuple[Group, ...]:
    """By the expert to whom the model sent the right option; only questions that a routed model answered."""

    def expert(result: Result) -> str:
        answer, key = answers.get(result.key), result.question.key
        return (
            EXPERT_LETTERS[answer.routes[key].expert] if answer and answer.routes and key is not None else ""
        )

    return tuple(sorted(grouped(results, expert, answers), key=lambda group: group.name))


def by_time(results: Sequence[Result], answers: Mapping[str, ModelAnswer]) -> tuple[Group, ...]:
    """By how long a question took; a group is named by its first second."""
    names = {low: str(low) for low, _ in TIMES}
    groups = grouped(
        results, lambda result: names[max(low for low, _ in TIMES if low <= result.seconds)], answers
    )
    return tuple(sorted(groups, key=lambda group: int(group.name)))


def beside(results: Iterable[Result], answers: Mapping[str, ModelAnswer]) -> Both:
    """The reader beside the model, where both answered a question with a key."""
    counts = {(True, True): 0, (True, False): 0, (False, True): 0, (False, False): 0}
    same = 0
    for result in results:
        answer = answers.get(result.key)
        if answer is None or result.right is None or result.chosen is None:
            continue
        counts[result.right, result.question.is_right(answer.choice)] += 1
        same += answer.choice == result.chosen
    return Both(counts[True, True], counts[True, False], counts[False, True], counts[False, False], same)


def routing(
    questions: Mapping[str, Question], answers: Mapping[str, ModelAnswer], experts: int
) -> tuple[RouteRow, ...]:
    """Where the options of these questions went, so far as a routed model answered them."""
    gates: list[list[float]] = [[] for _ in range(experts)]
    categories: list[dict[str, int]] = [{} for _ in range(experts)]
    for key, question in questions.items():
        for route in answers[key].routes if key in answers else ():
            gates[route.expert].append(route.gate)
            own = categories[route.expert]
            own[question.category] = own.get(question.category, 0) + 1
    return tuple(
        RouteRow(expert, len(own), sum(own) / len(own) if own else None, categories[expert])
        for expert, own in enumerate(gates)
    )


def _group(name: str, results: Sequence[Result], answers: Mapping[str, ModelAnswer]) -> Group:
    asked = [each for each in results if each.right is not None and each.key in answers]
    right = sum(each.question.is_right(answers[each.key].choice) for each in asked)
    return Group(name, score(results), median(each.seconds for each in results), right, len(asked))
