"""A review: the report so far, the origin of every sentence that an expert wrote, verdicts, measurements.

A `Review` is a value. What a reader does to it is an operation: a value as well, with `apply` and
`inverse`. The functions `edit`, `edit_to`, `take_draft` and `take_sentence` make one for a given review; it
carries all that it removes, so that the inverse restores it exactly. `app.review.judging` makes those that
decide about a sentence, `app.review.measuring` those that measure, `app.review.signing` those that sign.

Positions count Python characters (Unicode code points), not UTF-16 units as a GUI toolkit may do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise

from app.review.decisions import Decision, Passage, Verdict, passage_of, storable
from app.review.errors import ReviewClosed, StaleEdit
from app.review.fields import Form
from app.review.measurements import Calibration, Measurement, in_film_order
from app.review.signatures import Addendum, Signature
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

    `decisions` are in order of their passages, one for each; `measurements` in theirs, with at most one
    calibration for a film. `signature` is there from signing on.
    `version` counts the operations that made it: the store takes an operation only on the version
    for which it was made. `forms` are of the templates and macros in use, in the order of their use.
    """

    study_uid: str
    text: str = ""
    marks: tuple[Mark, ...] = ()
    status: Status = Status.DRAFT
    version: int = 0
    decisions: tuple[Decision, ...] = ()
    signature: Signature | None = None
    addenda: tuple[Addendum, ...] = ()
    measurements: tuple[Measurement, ...] = ()
    forms: tuple[Form, ...] = ()

    def __post_init__(self) -> None:
        if any(before.stop > after.start for before, after in pairwise(self.marks)):
            raise ValueError("marks overlap or are out of order")
        if self.marks and self.marks[-1].stop > len(self.text):
            raise ValueError("a mark reaches beyond the text")
        if any(a.passage >= b.passage for a, b in pairwise(self.decisions)):
            raise ValueError("two verdicts on one sentence, or verdicts out of order")
        if self.measurements != in_film_order(set(self.measurements)):
            raise ValueError("measurements twice or out of order")
        calibrated = [one.film for one in self.measurements if isinstance(one, Calibration)]
        if len(calibrated) != len(set(calibrated)):
            raise ValueError("two calibrations of one film")

    @property
    def is_closed(self) -> bool:
        """Whether it is signed, so that its text stays as it is."""
        return self.status not in {Status.DRAFT, Status.PRELIMINARY}

    def decision_on(self, passage: Passage) -> Decision | None:
        """The verdict on a sentence, None if there is none."""
        return next((decision for decision in self.decisions if decision.passage == passage), None)


@dataclass(frozen=True, slots=True)
class FormsChange:
    """The forms of a review, all of them, before and after a change."""

    before: tuple[Form, ...]
    after: tuple[Form, ...]


@dataclass(frozen=True, slots=True)
class Edit:
    """Characters `removed` at `at` give way to `inserted`.

    `marks_before` are the marks that the change alters, as they were; `marks_after` are what becomes of
    them. All other marks keep their characters and move along with them. `decisions_before` give way to
    `decisions_after`, `measured_before` to `measured_after` in the same way. `forms` is None where the
    review's forms stay as they are.
    """

    at: int
    removed: str
    inserted: str
    marks_before: tuple[Mark, ...] = ()
    marks_after: tuple[Mark, ...] = ()
    decisions_before: tuple[Decision, ...] = ()
    decisions_after: tuple[Decision, ...] = ()
    measured_before: tuple[Measurement, ...] = ()
    measured_after: tuple[Measurement, ...] = ()
    forms: FormsChange | None = None

    @property
    def stop(self) -> int:
        """Where the removed characters end, before the change."""
        return self.at + len(self.removed)

    @property
    def growth(self) -> int:
        """How many characters longer the text becomes."""
        return len(self.inserted) - len(self.removed)

    def apply(self, review: Review) -> Review:
        """The changed review; StaleEdit if this was made for another, ReviewClosed if it is signed."""
        require_open(review)
        if not self._fits(review):
            raise StaleEdit(
                "This change was made for another text and was not applied.",
                todo="Open the study again and repeat the change.",
            )
        kept = (decision for decision in review.decisions if decision not in self.decisions_before)
        return replace(
            review,
            text=self.new_text(review),
            marks=self.new_marks(review),
            decisions=by_passage((*kept, *self.decisions_after)),
            measurements=self._measured(review),
            forms=self.forms.after if self.forms else review.forms,
            version=review.version + 1,
        )

    def inverse(self) -> Edit:
        """The change that undoes this one, all else included."""
        return Edit(
            self.at,
            self.inserted,
            self.removed,
            self.marks_after,
            self.marks_before,
            self.decisions_after,
            self.decisions_before,
            self.measured_after,
            self.measured_before,
            FormsChange(self.forms.after, self.forms.before) if self.forms else None,
        )

    def carry(self, mark: Mark) -> Mark:
        """Where a mark that this change leaves alone lies afterwards."""
        return mark.moved(self.growth) if mark.start >= self.stop else mark

    def new_text(self, review: Review) -> str:
        """The text of a review that this fits, changed."""
        return review.text[: self.at] + self.inserted + review.text[self.stop :]

    def new_marks(self, review: Review) -> tuple[Mark, ...]:
        """The marks of a review that this fits, changed and carried along."""
        untouched = (self.carry(mark) for mark in review.marks if mark not in self.marks_before)
        return in_order((*untouched, *self.marks_after))

    def _measured(self, review: Review) -> tuple[Measurement, ...]:
        if not (self.measured_before or self.measured_after):
            return review.measurements
        return in_film_order(set(review.measurements) - set(self.measured_before) | set(self.measured_after))

    def _fits(self, review: Review) -> bool:
        touched = (mark for mark in review.marks if mark.reaches_into(self.at, self.stop))
        kept = {decision.passage for decision in review.decisions if decision not in self.decisions_before}
        return (
            0 <= self.at <= len(review.text)
            and review.text[self.at : self.stop] == self.removed
            and set(self.marks_before) <= set(review.marks)
            and set(touched) <= set(self.marks_before)
            and set(self.decisions_before) <= set(review.decisions)
            and kept.isdisjoint(decision.passage for decision in self.decisions_after)
            and self._fits_measurements(review)
            and (self.forms is None or self.forms.before == review.forms)
        )

    def _fits_measurements(self, review: Review) -> bool:
        before = set(self.measured_before)
        kept = set(review.measurements) - before
        after = set(self.measured_after)
        calibrated = [one.film for one in kept | after if isinstance(one, Calibration)]
        return (
            before <= set(review.measurements)
            and kept.isdisjoint(after)
            and len(calibrated) == len(set(calibrated))
        )


@dataclass(frozen=True, slots=True)
class TakeDraft:
    """An expert's whole draft replaces the report; all its sentences count as accepted."""

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
    """One sentence of an expert's draft is accepted: it is put into the report."""

    expert: int
    change: Edit

    def apply(self, review: Review) -> Review:
        """The review with the sentence; StaleEdit as for `Edit`."""
        return self.change.apply(review)

    def inverse(self) -> Edit:
        """Takes the sentence out again."""
        return self.change.inverse()


@dataclass(frozen=True, slots=True)
class Decide:
    """A sentence of an expert's draft is rejected or edited, or its verdict is withdrawn (None).

    `change` carries the verdict; its text part is empty where the report stays as it is.
    """

    verdict: Verdict | None
    expert: int
    change: Edit

    def apply(self, review: Review) -> Review:
        """The review with the verdict; StaleEdit as for `Edit`."""
        return self.change.apply(review)

    def inverse(self) -> Edit:
        """Brings the earlier verdict and text back."""
        return self.change.inverse()


@dataclass(frozen=True, slots=True)
class Measure:
    """Measurements are added, changed or removed; the text part of `change` is empty."""

    change: Edit

    def apply(self, review: Review) -> Review:
        """The review with these measurements; StaleEdit as for `Edit`."""
        return self.change.apply(review)

    def inverse(self) -> Edit:
        """Brings the earlier measurements back."""
        return self.change.inverse()


@dataclass(frozen=True, slots=True)
class Restore:
    """Text, marks, verdicts and measurements become again what they were at an older version."""

    version: int
    change: Edit

    def apply(self, review: Review) -> Review:
        """The review as it was; StaleEdit as for `Edit`."""
        return self.change.apply(review)

    def inverse(self) -> Edit:
        """Brings the newer report back."""
        return self.change.inverse()


@dataclass(frozen=True, slots=True)
class InsertForm:
    """A template or macro of this name is put into the report."""

    name: str
    change: Edit

    def apply(self, review: Review) -> Review:
        """The review with its text and its form; StaleEdit as for `Edit`."""
        return self.change.apply(review)

    def inverse(self) -> Edit:
        """Takes it out again."""
        return self.change.inverse()


@dataclass(frozen=True, slots=True)
class FillField:
    """An empty field is filled in with `value`, or left out where that is ""."""

    label: str
    value: str
    change: Edit

    def apply(self, review: Review) -> Review:
        """The review with the value; StaleEdit as for `Edit`."""
        return self.change.apply(review)

    def inverse(self) -> Edit:
        """Empties the field again."""
        return self.change.inverse()


def edit(review: Review, start: int, stop: int, inserted: str) -> Edit:
    """The reader puts `inserted` in place of characters `start:stop`; nothing of it counts as an expert's.

    An accepted sentence that no longer stands as it came counts as edited; one that is deleted as a whole
    loses its verdict. NUL characters and lone surrogates, which no database keeps, are dropped.
    """
    return with_verdicts(_change(review, start, stop, storable(inserted), ()), review)


def edit_to(review: Review, text: str) -> Edit:
    """The smallest single edit that turns the review's text into `text`."""
    old, new = review.text, storable(text)
    start = _common_prefix(old, new)
    end = _common_prefix(old[start:][::-1], new[start:][::-1])
    return edit(review, start, len(old) - end, new[start : len(new) - end])


def take_draft(review: Review, draft: Draft, panel: str = "") -> TakeDraft:
    """The whole draft in place of the whole report; undoing it brings the report back.

    Its sentences are accepted; those accepted before, which it replaced, lose their verdicts, and templates
    that it replaced are no longer in use. `panel` is the `panel_key` of the draft's panel.
    """
    text = storable(draft.text)
    marks = (_origin(draft, 0, len(text)),) if text else ()
    change = with_forms(_change(review, 0, len(review.text), text, marks), review, ())
    passages = (passage_of(draft, sentence, panel) for sentence in draft.sentences)
    accepted = {passage: Decision(passage, Verdict.ACCEPTED) for passage in passages}
    return TakeDraft(
        draft.expert, with_verdicts(change, review, tuple(accepted.values()), is_new_report=True)
    )


def take_sentence(review: Review, draft: Draft, sentence: Sentence, at: int, panel: str = "") -> TakeSentence:
    """One sentence of a draft, put where a sentence may begin: at `at` or the next such place.

    It is never put inside another sentence, whose meaning it could turn. Spaces are added as needed; they
    are not part of the mark. Pass `len(review.text)` to add it at the end. `panel` is the `panel_key` of the
    draft's panel.
    """
    at = sentence_gap(review.text, at)
    words = storable(sentence.text).strip()
    before, after = review.text[:at], review.text[at:]
    lead = " " if words and before and not before[-1].isspace() else ""
    tail = " " if words and after and not after[0].isspace() else ""
    start = at + len(lead)
    marks = (_origin(draft, start, start + len(words)),) if words else ()
    change = _change(review, at, at, lead + words + tail, marks)
    accepted = Decision(passage_of(draft, sentence, panel), Verdict.ACCEPTED)
    return TakeSentence(draft.expert, with_verdicts(change, review, (accepted,)))


def restore(review: Review, older: Review) -> Restore:
    """Everything that undo would bring back, in one step that is undone as one."""
    drawn, drawn_then = set(review.measurements), set(older.measurements)
    change = Edit(
        0,
        review.text,
        older.text,
        review.marks,
        older.marks,
        by_passage(set(review.decisions) - set(older.decisions)),
        by_passage(set(older.decisions) - set(review.decisions)),
        in_film_order(drawn - drawn_then),
        in_film_order(drawn_then - drawn),
    )
    return Restore(older.version, with_forms(change, review, older.forms))


def standing(text: str, marks: Sequence[Mark], passage: Passage) -> tuple[int, int] | None:
    """Which characters of a report are the sentence, exactly as its expert wrote it; None if none are."""
    source = (passage.expert, passage.bundle, passage.bundle_sha256)
    for mark in marks:
        if (mark.expert, mark.bundle, mark.bundle_sha256) == source and passage.text:
            at = text.find(passage.text, mark.start, mark.stop)
            if at >= 0:
                return at, at + len(passage.text)
    return None


def with_verdicts(
    change: Edit, review: Review, given: Sequence[Decision] = (), *, is_new_report: bool = False
) -> Edit:
    """The change with all that it does to verdicts: those given, and those on sentences that fall by it."""
    text, marks = change.new_text(review), change.new_marks(review)
    new = {decision.passage: decision for decision in given}
    before, after = set[Decision](), set(given)
    for decision in review.decisions:
        if decision.passage in new:
            before.add(decision)
        elif decision.verdict is Verdict.ACCEPTED:
            place = standing(review.text, review.marks, decision.passage)
            if place is None or standing(text, marks, decision.passage) is not None:
                continue
            before.add(decision)
            if not (is_new_report or _deletes(change, place)):
                after.add(replace(decision, verdict=Verdict.EDITED))
    return replace(
        change, decisions_before=by_passage(before - after), decisions_after=by_passage(after - before)
    )


def with_forms(change: Edit, review: Review, forms: tuple[Form, ...]) -> Edit:
    """The change, after which these forms are in use."""
    return change if forms == review.forms else replace(change, forms=FormsChange(review.forms, forms))


def sentence_gap(text: str, at: int) -> int:
    """The first place from `at` on where a sentence ends or none has begun; the end of the text at last."""
    before = text[:at].rstrip()
    blank = text[len(before) : at]
    ended = bool(before) and before[-1] in _SENTENCE_ENDS and (blank or text[at : at + 1].strip() == "")
    if not before or "\n" in blank or ended:
        return at
    ending = _SENTENCE_END.search(text, at)
    return ending.start() if ending else len(text)


def in_order(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """Marks as a review holds them."""
    return tuple(sorted(marks, key=lambda mark: mark.start))


def by_passage(decisions: Iterable[Decision]) -> tuple[Decision, ...]:
    """Decisions as a review holds them."""
    return tuple(sorted(decisions, key=lambda decision: decision.passage))


_SENTENCE_ENDS = ".!?:"
_SENTENCE_END = re.compile(r"(?<=[.!?])(?=\s|$)|(?=\n)")  # "2.5 cm" does not end a sentence


def require_open(review: Review) -> None:
    """ReviewClosed if the review is signed."""
    if review.is_closed:
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


def _deletes(change: Edit, place: tuple[int, int]) -> bool:
    """Whether the change does away with all these characters and puts nothing there."""
    start, stop = place
    return change.at <= start and stop <= change.stop and not change.inserted.strip()
