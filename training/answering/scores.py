"""All scores of an examinee on an exam, every one beside its baselines, as one table and by name.

`accuracy` reads what the questions bring along, `accuracy_without` nothing, `accuracy_retrieved` paragraphs
that BM25 finds. Questions of one paragraph, and translations, are resampled together; differences are paired.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.panel import EXPERT_LETTERS
from training.answering.exam import RETRIEVED, WITH, WITHOUT, ExamQuestion, Sat, evidence_texts
from training.answering.guesses import Marks, chance, longest_option, word_overlap
from training.answering.routing import Routed, routing_scores
from training.metrics.scores import SEED, Measured, Rows, measured, minus, ratio
from training.table import Group, Line, group_of, interval_of, line_of, value_of

ACCURACY = "accuracy"
WAYS = {
    WITH: "evidence of the question's own",
    WITHOUT: "no evidence",
    RETRIEVED: "paragraphs found by BM25",
}
GROUPINGS: dict[str, Callable[[ExamQuestion], str]] = {
    "level": lambda each: each.level,
    "kind": lambda each: each.question.kind,
    "language": lambda each: each.question.language,
    "category": lambda each: each.question.category,
}
OVERLAP, COSINE = "word_overlap", "zero_shot_cosine"
NO_BACKBONE = "no backbone was given (--backbone FOLDER)"
NO_CONTEXT = "no question brings evidence along"
NOTE = (
    "Intervals are 95 % bootstrap intervals; questions of one paragraph and translations of one question are "
    "drawn together, and differences are of the same draws. What each figure depends on stands beside it in "
    "`evaluate --json` and bundle.json."
)


@dataclass(frozen=True, slots=True)
class Marked:
    """An exam with its answers marked; `cosine` are the untrained backbone's marks, if one was given."""

    sat: Sat
    experts: int
    units: str
    cosine: Marks | None = None

    def scores(self) -> dict[str, Measured]:
        """All scores by name."""
        ways = [way for way in WAYS if self.sat.has_contexts or way != WITH]
        right = {way: correct(self.sat, way) for way in ways}
        scores = {f"{ACCURACY}{way}": self._mean(right[way], WAYS[way]) for way in ways}
        main = right[self.main]
        for way in [way for way in ways if way != self.main]:
            how = f"{WAYS[self.main]} minus {WAYS[way]}"
            scores[f"{ACCURACY}{self.main}_minus{way}"] = self._difference(main, right[way], how)
        guesses = self.guesses()
        for name, (marks, how) in guesses.items():
            scores[name] = self._mean(marks, how)
            gain = f"{ACCURACY}{self.main}_minus_{name}"
            scores[gain] = self._difference(main, marks, f"{WAYS[self.main]} minus {how}")
        if not self.sat.has_contexts:
            scores[ACCURACY] = Measured(None, WAYS[WITH], undefined=NO_CONTEXT)
        if self.cosine is None:
            scores[COSINE] = Measured(None, "mean states of the backbone", undefined=NO_BACKBONE)
        grouped = {f"{ACCURACY}{way}": (marks, WAYS[way]) for way, marks in right.items()}
        grouped[OVERLAP] = guesses[OVERLAP]
        return scores | self._grouped(grouped) | routing_scores(self.routed(), self.experts)

    @property
    def main(self) -> str:
        """The way of reading that baselines are held against: with evidence where there is any."""
        return WITH if self.sat.has_contexts else RETRIEVED

    def evidence(self) -> list[tuple[str, ...]]:
        """What baselines may read: the same as the examinee."""
        return evidence_texts(self.sat.answers[self.main])

    def guesses(self) -> dict[str, tuple[Marks, str]]:
        """Baselines by name, each with what it does."""
        questions = [each.question for each in self.sat.questions]
        found = {
            "chance": (chance(questions), "any option"),
            "longest_option": (longest_option(questions), "the longest option"),
            OVERLAP: (
                word_overlap(questions, self.evidence()),
                f"the option with most of its words in the evidence ({WAYS[self.main]})",
            ),
        }
        if self.cosine is not None:
            found[COSINE] = (self.cosine, "the option nearest to evidence and question, untrained backbone")
        return found

    def routed(self) -> list[Routed]:
        """Where the rows went as they were read with evidence, or as found."""
        return [
            Routed(tuple(route.expert for route in answer.routes), each.question.kind)
            for each, answer in zip(self.sat.questions, self.sat.answers[self.main], strict=True)
        ]

    def _grouped(self, marked: Mapping[str, tuple[Marks, str]]) -> dict[str, Measured]:
        scores = {}
        for grouping, of in GROUPINGS.items():
            names = np.array([of(each) for each in self.sat.questions])
            for name in sorted(set(names.tolist()) - {""}):
                for figure, (marks, how) in marked.items():
                    key = f"{figure}_{grouping}: {name}"
                    scores[key] = self._mean(marks, f"{how}, {grouping} {name}", names == name)
        return scores

    def _mean(self, marks: Marks, how: str, among: npt.NDArray[np.bool_] | None = None) -> Measured:
        rows = self._rows(marks, among)
        return measured(rows, ratio, self._signature(how, among), "no question", SEED, self.units)

    def _difference(self, one: Marks, other: Marks, how: str) -> Measured:
        rows = np.concatenate([self._rows(one), self._rows(other)], axis=1)
        return measured(rows, minus(ratio), self._signature(how), "no question", SEED, self.units)

    def _signature(self, how: str, among: npt.NDArray[np.bool_] | None = None) -> str:
        count = len(self.sat.questions) if among is None else int(among.sum())
        left_out = f", {self.sat.unanswered} too long" if self.sat.unanswered else ""
        return f"share of right answers, {how}, {count} questions{left_out}"

    def _rows(self, marks: Marks, among: npt.NDArray[np.bool_] | None = None) -> Rows:
        """(units, 2): right answers and questions of each unit that has any."""
        there = np.ones(len(marks), np.bool_) if among is None else among
        _, unit = np.unique([each.unit for each in self.sat.questions], return_inverse=True)
        sums = [np.bincount(unit, np.where(there, part, 0)) for part in (marks, np.ones(len(marks)))]
        rows = np.stack(sums, axis=1)
        return np.asarray(rows[rows[:, 1] > 0], np.float64)


def correct(sat: Sat, way: str) -> Marks:
    """1 for every right answer, 0 for a wrong one."""
    return np.array([float(answer.correct is True) for answer in sat.answers[way]])


# --- the table ---

PAIRED = ("value", "95 % interval", "with minus it", "95 % interval")
PLAIN = ("value", "95 % interval")
BY_WAY = ("with", "95 % interval", "without", "95 % interval", "found", "95 % interval", "most words")
TITLES = {
    f"{ACCURACY}{WITHOUT}": "without evidence",
    f"{ACCURACY}{RETRIEVED}": "with paragraphs found by BM25",
    "chance": "chance",
    "longest_option": "longest option",
    OVERLAP: "most words in the evidence",
    COSINE: "nearest by the untrained backbone",
}
ROUTING_TITLES = {
    "routing_mutual_information": "what an expert tells of the kind asked for, bits",
    "routing_mutual_information_shuffled": "the same with shuffled kinds",
}


def answer_groups(scores: Mapping[str, Measured]) -> list[Group]:
    """The whole table; a score without a place of its own stands in the last group."""
    groups = [
        group_of("Share of right answers", PAIRED, accuracy_lines(scores), scores),
        *(
            group_of(f"By {grouping}", BY_WAY, grouped_lines(scores, grouping), scores)
            for grouping in GROUPINGS
        ),
        group_of("Where rows are sent", PLAIN, routing_lines(scores), scores),
    ]
    shown = {name for group in groups for line in group.lines for name in line.names}
    rest = [line_of(scores, name, name) for name in scores if name not in shown]
    return [group for group in [*groups, group_of("Other scores", PLAIN, rest, scores)] if group.lines]


def accuracy_lines(scores: Mapping[str, Measured]) -> list[Line]:
    """The accuracy, and below it other ways of reading and baselines with how much it lies above them."""
    if ACCURACY not in scores:
        return []
    lines = [line_of(scores, ACCURACY, "with evidence")]
    main = ACCURACY if scores[ACCURACY].value is not None else f"{ACCURACY}{RETRIEVED}"
    for name, title in TITLES.items():
        if name not in scores:
            continue
        gain = f"{main}_minus_{name.removeprefix(f'{ACCURACY}_')}"
        below = line_of(scores, name, title, indented=True)
        if gain in scores:
            cells = (*below.cells, value_of(scores[gain], "+"), interval_of(scores[gain], "+"))
            below = Line(title, cells, (name, gain), indented=True)
        lines.append(below)
    return lines


def grouped_lines(scores: Mapping[str, Measured], grouping: str) -> list[Line]:
    """A line for each group: its accuracy in every way of reading, and what counting words gets."""
    start = f"{ACCURACY}{WITHOUT}_{grouping}: "
    lines = []
    for name in [name.removeprefix(start) for name in scores if name.startswith(start)]:
        figures = [
            f"{figure}_{grouping}: {name}" for figure in (*(f"{ACCURACY}{way}" for way in WAYS), OVERLAP)
        ]
        cells = [
            cell
            for key in figures
            for cell in ((value_of(scores[key]), interval_of(scores[key])) if key in scores else ("-", ""))
        ]
        there = tuple(key for key in figures if key in scores)
        lines.append(Line(name, tuple(cells[: len(BY_WAY)]), there))
    return lines


def routing_lines(scores: Mapping[str, Measured]) -> list[Line]:
    """Shares of experts, and what they tell."""
    shares = {f"routed_share: {letter}": f"rows sent to expert {letter}" for letter in EXPERT_LETTERS}
    titles = shares | ROUTING_TITLES
    return [line_of(scores, name, title) for name, title in titles.items() if name in scores]
