"""The questions' library in words: the sets, what was read of the chosen one, what waits, and the model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.asking import Examiner, LibraryShown, SetLine, SittingLine
from app.language import moment, tr, tr_count, tr_engine, tr_mark, tr_marked
from app.presenters.quiz_sheet import counted
from app.quiz.scoring import Result, results_of
from app.quiz.sets import QuestionSet, question_key
from app.quiz.sitting import Mode, Plan
from engine.question import Question

if TYPE_CHECKING:
    from app.store.rows import KeptSet, KeptSitting

MODES = {Mode.TUTOR: tr_mark("tutor", "sitting"), Mode.EXAM: tr_mark("exam", "sitting")}


@dataclass(frozen=True, slots=True)
class Kept:
    """Everything that the store has for the questions."""

    sets: tuple[KeptSet, ...] = ()
    sittings: tuple[KeptSitting, ...] = ()
    questions: Mapping[str, Question] = field(default_factory=dict)

    @property
    def folders(self) -> Mapping[str, str]:
        """Where the images of questions are looked for."""
        return {
            question_key(question): kept.questions.folder
            for kept in self.sets
            for question in kept.questions.questions
            if question.image
        }

    @property
    def results(self) -> list[Result]:
        """How every question of every sitting was answered, as far as it counts."""
        return [result for kept in self.sittings for result in results_of(kept.sitting, self.questions)]

    def titled(self, words: str) -> list[KeptSet]:
        """The sets in whose titles these words stand."""
        wanted = words.casefold()
        return [kept for kept in self.sets if wanted in kept.questions.title.casefold()]

    def set_of(self, key: str) -> KeptSet | None:
        """The set with this key."""
        return next((kept for kept in self.sets if kept.key == key), None)


@dataclass(frozen=True, slots=True)
class Waiting:
    """How many missed questions come again, and how many of them now."""

    all: int
    due: int


def library_shown(
    kept: Kept, listed: list[KeptSet], chosen: KeptSet | None, waiting: Waiting, model: str, can_ask_all: bool
) -> LibraryShown:
    """The library with these sets listed and one of them chosen."""
    return LibraryShown(
        sets=tuple(
            SetLine(each.key, each.questions.title, counted(len(each.questions.questions))) for each in listed
        ),
        chosen=chosen.key if chosen is not None else "",
        title=chosen.questions.title if chosen is not None else "",
        count=len(chosen.questions.questions) if chosen is not None else 0,
        summary=summary(chosen) if chosen is not None else "",
        problems=problems(chosen.questions) if chosen is not None else (),
        unfinished=tuple(
            SittingLine(each.id, sitting_words(each))
            for each in reversed(kept.sittings)
            if not each.sitting.finished
        ),
        missed=missed_words(waiting),
        missed_due=waiting.due,
        model=model,
        can_ask_all=can_ask_all,
        empty="" if kept.sets else tr("No sets yet. Import a file, or start with the primer."),
    )


def summary(kept: KeptSet) -> str:
    """What was read of a set."""
    made = kept.questions
    parts = [
        tr("{questions}, added {time}.", questions=counted(len(made.questions)), time=moment(kept.added))
    ]
    if made.unkeyed:
        parts.append(
            tr_count("%n has no key and is not scored.", "%n have no key and are not scored.", made.unkeyed)
        )
    images = sum(bool(question.image) for question in made.questions)
    if images:
        parts.append(tr_count("%n has an image.", "%n have an image.", images))
    if made.faults:
        parts.append(tr_count("%n row was not read.", "%n rows were not read.", len(made.faults)))
    return " ".join(parts)


def problems(made: QuestionSet) -> tuple[str, ...]:
    """What was not read, and doubts about what was."""
    faults = (f"{fault.place}: {tr_engine(fault.problem)}" for fault in made.faults)
    return (*faults, *(tr_engine(note) for note in made.notes))


def sitting_words(kept: KeptSitting) -> str:
    """A sitting in a line."""
    plan: Plan = kept.sitting.plan
    return tr(
        "{title} · {mode} · {done} of {count} · {time}",
        title=plan.title,
        mode=tr_marked(MODES[plan.mode], "sitting"),
        done=sum(mark.chosen is not None for mark in kept.sitting.marks),
        count=len(plan.asked),
        time=moment(kept.begun),
    )


def missed_words(waiting: Waiting) -> str:
    """How many missed questions come again."""
    if not waiting.all:
        return tr("No missed questions.")
    return tr("{due} of {all} missed questions are due.", due=waiting.due, all=waiting.all)


def model_words(examiner: Examiner | None, failed: str) -> str:
    """Which model answers and how often it is right, or why none does."""
    if failed:
        return tr("The model could not be opened: {why}", why=failed)
    if examiner is None:
        return tr("No model that answers questions is installed; the questions do not need one.")
    measured = examiner.measured
    if measured is None:
        return tr("{model}: nobody has measured how often it is right.", model=examiner.name)
    return tr(
        "{model}: right in {count} of 100 such questions ({signature}).",
        model=examiner.name,
        count=measured.of_hundred,
        signature=measured.signature,
    )
