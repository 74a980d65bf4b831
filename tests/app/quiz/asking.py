"""What the tests of questions share: small questions, and a clock of their own."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from app.quiz.sitting import Event, Kind, Mode, Sitting, planned
from engine.question import Option, Question

NOON = datetime(2026, 3, 12, 12, 0, tzinfo=UTC)
NOTHING = -1


def question(stem: str = "What is seen?", *options: str, key: int | None = 0, **fields: str) -> Question:
    """A question with these options, or four."""
    texts = options or ("Fluid", "Air", "Bone", "None of the above")
    return Question(f"id of {stem}", stem, tuple(map(Option, texts)), key, **fields)


def questions(count: int) -> tuple[Question, ...]:
    """Questions with the first option right; the last of them has no key."""
    return tuple(
        question(f"Question {number}?", key=None if number == count else 0, category="pleura")
        for number in range(1, count + 1)
    )


def sitting(mode: Mode = Mode.TUTOR, count: int = 3, limit_seconds: int = 0) -> Sitting:
    """A sitting that begins, in the questions' order."""
    plan = planned("Test", questions(count), mode, 7, shuffle=False, limit_seconds=limit_seconds)
    return Sitting.begun(plan)


def event(
    kind: Kind, item: int = 0, option: int = NOTHING, seconds: float = 0, text: str = "", days: float = 0
) -> Event:
    """Something that happens, so many days after noon."""
    return Event(kind, item, NOON + timedelta(days=days), option, seconds, text)
