"""The language that the desk speaks: sentences stand in English where they are said, and are looked up here.

    tr("Take draft {letter} into the report", letter="A")    a sentence with places to be filled
    tr("left", "side of the body")                           a word for two things: a note tells them apart
    tr_count("%n draft", "%n drafts", count)                 one and many; %n is the number
    NO_STUDY = tr_mark("No study")                           a constant: marked where it is written,
    tr_marked(NO_STUDY)                                      put into the reader's language where it is shown
    tr_engine(error.what)                                    what the engine said, recognised by its pattern

The first arguments of `tr`, `tr_count` and `tr_mark` are literals, or Qt's lupdate does not see them. Nothing
is translated that is kept, sent or signed: it stays English, and is put into words where it is shown.

The language is the one thing of the desk that the whole process shares (decision 10). The composition root
sets it before it builds the window; nothing else does, tests apart. No Qt here: the look-up is handed in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime

from app.sentences import translated

LANGUAGES = ("en", "es")
"""What the desk can speak; English is in the code, each other one in resources/languages."""

LookUp = Callable[[str, str, int], str]
"""Text, note and count (-1 for none) to the translation, "" where there is none."""


def _as_written(_text: str, _note: str, _count: int) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Language:
    """A language as it is spoken here; `decimal_point` is the region's, not the language's alone."""

    code: str = "en"
    look_up: LookUp = _as_written
    decimal_point: str = "."


ENGLISH = Language()
_spoken = ENGLISH


def language() -> Language:
    """The language that is spoken now."""
    return _spoken


def set_language(spoken: Language) -> None:
    """Speak this from now on; what is on the screen already stays as it is."""
    global _spoken
    _spoken = spoken


@contextmanager
def speaking(spoken: Language) -> Iterator[None]:
    """Another language for a while, for tests."""
    before = _spoken
    set_language(spoken)
    try:
        yield
    finally:
        set_language(before)


def tr(text: str, note: str = "", /, **places: object) -> str:
    """A sentence in the reader's language; `{name}` stands for what `places` says."""
    return _filled(_spoken.look_up(text, note, -1) or text, places)


def tr_count(one: str, many: str, count: int, /, **places: object) -> str:
    """The same for a sentence that counts: `one` for 1, `many` for all else, %n for the number."""
    found = _spoken.look_up(one, many, count) or (one if count == 1 else many)
    return _filled(found.replace("%n", str(count)), places)


def tr_mark(text: str, _note: str = "", /) -> str:
    """The text itself: a constant that `tr_marked` shall find in the translations."""
    return text


def tr_marked(text: str, note: str = "", /, **places: object) -> str:
    """What was marked, in the reader's language; any other text as it is."""
    return tr(text, note, **places) if text else ""


def tr_engine(text: str) -> str:
    """Sentences that the engine or the store wrote, in the reader's language so far as they are known.

    They are recognised by how they are written (`app.sentences`), and may come out of a kept panel or
    another process. What is not recognised stays as it is.
    """
    return text if _spoken is ENGLISH else translated(text, _spoken.look_up)


def decimal(written: str) -> str:
    """A number that is written with a point, with the region's decimal sign: decimal(f"{vote:.1f}")."""
    return written.replace(".", _spoken.decimal_point)


def moment(time: datetime) -> str:
    """A time to the minute on the reader's clock: 2024-03-12 14:02."""
    return time.astimezone().strftime(tr("%Y-%m-%d %H:%M", "date and time, as strftime has it"))


def moment_to_the_second(time: datetime) -> str:
    """The same with seconds: 2024-03-12 14:02:11."""
    return time.astimezone().strftime(tr("%Y-%m-%d %H:%M:%S", "date and time, as strftime has it"))


def numeric_day(value: date) -> str:
    """A day in figures: 2024-03-12."""
    return value.strftime(tr("%Y-%m-%d", "date, as strftime has it"))


def day(value: date) -> str:
    """A day as people write it: 12 Mar 2024."""
    month = tr_marked(MONTHS[value.month - 1], "month")
    return tr("{day} {month} {year}", day=value.day, month=month, year=value.year)


MONTHS = (
    tr_mark("Jan", "month"),
    tr_mark("Feb", "month"),
    tr_mark("Mar", "month"),
    tr_mark("Apr", "month"),
    tr_mark("May", "month"),
    tr_mark("Jun", "month"),
    tr_mark("Jul", "month"),
    tr_mark("Aug", "month"),
    tr_mark("Sep", "month"),
    tr_mark("Oct", "month"),
    tr_mark("Nov", "month"),
    tr_mark("Dec", "month"),
)


def _filled(template: str, places: dict[str, object]) -> str:
    return template.format(**places) if places else template
