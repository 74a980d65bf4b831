"""A review: the reader's report so far, with the origin of every sentence that an expert wrote.

A `Review` is a value. What a reader does to it is an operation: a value as well, with `apply` and
`inverse`. The functions `edit`, `edit_to`, `take_draft` and `take_sentence` make one for a given review; it
carries all that it removes, so that the inverse restores it exactly.

Positions count Python characters (Unicode code points), not UTF-16 units as a GUI toolkit may do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise

from app.review.errors import ReviewClosed, StaleEdit
from engine.panel import Draft, Sentence


class Status(Enum):
    """How far a review has come."""

    DRAFT = "draft"
    PRELIMINARY = "preliminary"
    SIGNED = "signed"
    ADDENDED = "addended"


@dataclass(frozen=True, slots=True)
class Mark:
    """Characters `start:stop` of the report came, unedited, from one expert's draft."""

    start: int
    stop: int
    expert: int
    letter: str
    bundle: str = ""
    bundle_sha256: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.stop:
            raise ValueError(f"a mark covers at least one character, not {self.start}:{self.stop}")

    def moved(self, characters: int) -> Mark:
        """The same origin, further along the text."""
        return replace(self, start=self.start + characters, stop=self.stop + characters)

    def outside(self, start: int, stop: int) -> tuple[Mark, ...]:
        """What is left of this mark when characters `start:stop` are touched: none, one or two parts."""
        left = replace(self, stop=min(self.stop, start)) if self.start < start else None
        right = replace(self, start=max(self.start, stop)) if self.stop > stop else None
        return tuple(part for part in (left, right) if part is not None)

    def reaches_into(self, start: int, stop: int) -> bool:
        """Whether a change of characters `start:stop` touches this mark; beside its edges does not."""
        return self.start < stop and self.stop > start


@dataclass(frozen=True, slots=True)
class Review:
    """The report on one study as it stands. Marks are in order, apart, and within the text.

    `version` counts the operations that made it: the store takes an operation only on the version
    for which it was made.
    """

    study_uid: str
    text: str = ""
    marks: tuple[Mark, ...] = ()
    status: Status = Status.DRAFT
    version: int = 0

    def __post_init__(self) -> None:
        if any(before.stop > after.start for before, after in pairwise(self.marks)):
            raise ValueError("marks overlap or are out of order")
        if self.marks and self.marks[-1].stop > len(self.text):
            raise ValueError("a mark reaches beyond the text")


@dataclass(frozen=True, slots=True)
class Edit:
    """Characters `removed` at `at` give way to `inserted`.

    `marks_before` are the marks that the change alters, as they were; `marks_after` are what becomes of
    them. All other marks keep their characters and move along with them.
    """

    at: int
    removed: str
    inserted: str
    marks_before: tuple[Mark, ...] = ()
    marks_after: tuple[Mark, ...] = ()

    @property
    def stop(self) -> int:
        """Where the removed characters end, before the change."""
        return self.at + len(self.removed)

    @property
    def growth(self) -> int:
        """How many characters longer the text becomes."""
        return len(self.inserted) - len(self.removed)

    def apply(self, review: Review) -> Review:
        """The changed review; StaleEdit if text or marks are not those that this was made for."""
        _require_open(review)
        if not self._fits(review):
            raise StaleEdit(
                "This change was made for another text and was not applied.",
                todo="Open the study again and repeat the change.",
            )
        text = review.text[: self.at] + self.inserted + review.text[self.stop :]
        untouched = (self.carry(mark) for mark in review.marks if mark not in self.marks_before)
        marks = in_order((*untouched, *self.marks_after))
        return replace(review, text=text, marks=marks, version=review.version + 1)

    def inverse(self) -> Edit:
        """The change that undoes this one, marks included."""
        return Edit(self.at, self.inserted, self.removed, self.marks_after, self.marks_before)

    def carry(self, mark: Mark) -> Mark:
        """Where a mark that this change leaves alone lies afterwards."""
        return mark.moved(self.growth) if mark.start >= self.stop else mark

    def _fits(self, review: Review) -> bool:
        touched = (mark for mark in review.marks if mark.reaches_into(self.at, self.stop))
        return (
            0 <= self.at <= len(review.text)
            and review.text[self.at : self.stop] == self.removed
            and set(self.marks_before) <= set(review.marks)
            and set(touched) <= set(self.marks_before)
        )


@dataclass(frozen=True, slots=True)
class TakeDraft:
    """An expert's whole draft replaces the report."""

    expert: int
    change: Edit

    def apply(self, review: Review) -> Review:
        """The review with the draft as its text; StaleEdit as for `Edit`."""
        return self.change.apply(review)

    def inverse(self) -> Edit:
        """Brings the earlier report back, marks included."""
        return self.change.inverse()


@dataclass(frozen=True, slots=True)
class TakeSentence:
    """One sentence of an expert's draft is put into the report."""

    expert: int
    change: Edit

    def apply(self, review: Review) -> Review:
        """The review with the sentence; StaleEdit as for `Edit`."""
        return self.change.apply(review)

    def inverse(self) -> Edit:
        """Takes the sentence out again."""
        return self.change.inverse()


Operation = Edit | TakeDraft | TakeSentence


def edit(review: Review, start: int, stop: int, inserted: str) -> Edit:
    """The reader puts `inserted` in place of characters `start:stop`; nothing of it counts as an expert's.

    NUL characters and lone surrogates, which no database keeps, are dropped from `inserted`.
    """
    return _change(review, start, stop, storable(inserted), ())


def edit_to(review: Review, text: str) -> Edit:
    """The smallest single edit that turns the review's text into `text`."""
    old, new = review.text, storable(text)
    start = _common_prefix(old, new)
    end = _common_prefix(old[start:][::-1], new[start:][::-1])
    return _change(review, start, len(old) - end, new[start : len(new) - end], ())


def take_draft(review: Review, draft: Draft) -> TakeDraft:
    """The whole draft in place of the whole report; undoing it brings the report back."""
    text = storable(draft.text)
    marks = (_origin(draft, 0, len(text)),) if text else ()
    return TakeDraft(draft.expert, _change(review, 0, len(review.text), text, marks))


def take_sentence(review: Review, draft: Draft, sentence: Sentence, at: int) -> TakeSentence:
    """One sentence of a draft, put where a sentence may begin: at `at` or the next such place.

    It is never put inside another sentence, whose meaning it could turn. Spaces are added as needed; they
    are not part of the mark. Pass `len(review.text)` to add it at the end.
    """
    at = sentence_gap(review.text, at)
    words = storable(sentence.text).strip()
    before, after = review.text[:at], review.text[at:]
    lead = " " if words and before and not before[-1].isspace() else ""
    tail = " " if words and after and not after[0].isspace() else ""
    start = at + len(lead)
    marks = (_origin(draft, start, start + len(words)),) if words else ()
    return TakeSentence(draft.expert, _change(review, at, at, lead + words + tail, marks))


def sentence_gap(text: str, at: int) -> int:
    """The first place from `at` on where a sentence ends or none has begun; the end of the text at last."""
    before = text[:at].rstrip()
    blank = text[len(before) : at]
    ended = bool(before) and before[-1] in _SENTENCE_ENDS and (blank or text[at : at + 1].strip() == "")
    if not before or "\n" in blank or ended:
        return at
    ending = _SENTENCE_END.search(text, at)
    return ending.start() if ending else len(text)


def storable(text: str) -> str:
    """The text without NUL characters and lone surrogates, which databases and JSON readers refuse."""
    return _UNSTORABLE.sub("", text)


def in_order(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """Marks as a review holds them."""
    return tuple(sorted(marks, key=lambda mark: mark.start))


_SENTENCE_ENDS = ".!?:"
_SENTENCE_END = re.compile(r"(?<=[.!?])(?=\s|$)|(?=\n)")  # "2.5 cm" does not end a sentence
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


def _require_open(review: Review) -> None:
    if review.status not in {Status.DRAFT, Status.PRELIMINARY}:
        raise ReviewClosed("This review is signed and takes no more edits.", todo="Write an addendum.")


def _change(review: Review, start: int, stop: int, inserted: str, new_marks: tuple[Mark, ...]) -> Edit:
    """A change made for `review`, with marks that the inserted text brings (where they lie afterwards)."""
    if not 0 <= start <= stop <= len(review.text):
        raise IndexError(f"characters {start}:{stop} are not in a text of {len(review.text)}")
    bare = Edit(start, review.text[start:stop], inserted)
    touched = tuple(mark for mark in review.marks if mark.reaches_into(start, stop))
    left_over = (bare.carry(part) for mark in touched for part in mark.outside(start, stop))
    return replace(bare, marks_before=touched, marks_after=in_order((*left_over, *new_marks)))


def _origin(draft: Draft, start: int, stop: int) -> Mark:
    return Mark(start, stop, draft.expert, draft.letter, draft.origin.bundle, draft.origin.bundle_sha256)


def _common_prefix(one: str, other: str) -> int:
    shared = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        shared += 1
    return shared
