"""What a reader may do, drawn at random, for the laws of reviews and histories."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from hypothesis import strategies as st

from app.review.fields import Field, FieldKind, Form, empty_fields
from app.review.filling import fill, insert_macro, insert_template, left_out
from app.review.judging import edit_sentence, reject, withdraw
from app.review.measurements import (
    Angle,
    Calibration,
    Caliper,
    CardiothoracicRatio,
    FilmFrame,
    Length,
    Measurement,
    Point,
    Region,
    RegionShape,
    Scale,
    ScaleKind,
    Statistics,
    with_handle,
)
from app.review.measuring import measure, remeasure, take_away
from app.review.operations import Operation
from app.review.review import Review, Status, edit, restore, take_draft, take_sentence
from app.review.signing import MakeDraft, MakePreliminary
from engine.panel import Draft, Origin, Sentence

EMPTY = Review("1.2.3")
NOON = datetime(2026, 3, 12, 12, 0, tzinfo=UTC)
PANEL = "cd" * 32
PA, LATERAL = FilmFrame("1.2.3.1"), FilmFrame("1.2.3.2")
DETECTOR = Scale(0.143, 0.143, ScaleKind.DETECTOR)
CORNER, FAR = Point(10.0, 20.5), Point(40.25, 60.0)
MEASUREMENTS: tuple[Measurement, ...] = (
    Length(PA, CORNER, FAR, DETECTOR),
    Length(LATERAL, CORNER, FAR, Scale()),
    Angle(PA, CORNER, Point(10.0, 60.0), FAR, DETECTOR),
    Region(PA, RegionShape.ELLIPSE, CORNER, FAR, DETECTOR, Statistics(940, 1043.25, 22.5, 900.0, 1200.0)),
    Region(PA, RegionShape.RECTANGLE, CORNER, FAR, DETECTOR),
    CardiothoracicRatio(PA, Caliper(30.0, 20.0, 48.0), Caliper(50.5, 10.0, 60.0)),
    Calibration(PA, CORNER, FAR, 25.0),
    Calibration(PA, CORNER, Point(10.0, 60.5), 30.0, 1.25),
)


def draft(expert: int, *sentences: str) -> Draft:
    """A draft whose text is the sentences with spaces between them."""
    parts, at = [], 0
    for text in sentences:
        parts.append(Sentence(text, at, at + len(text), 0, 0))
        at += len(text) + 1
    origin = Origin(bundle="phantom", bundle_sha256="ab" * 32)
    return Draft(expert, " ".join(sentences), sentences=tuple(parts), origin=origin)


DRAFTS = (
    draft(0, "The heart is normal.", "No pleural effusion."),
    draft(1, "Small left effusion.", "Ribs are intact.", "No nodule."),
    draft(2),
)
FORMS = (
    Form("chest", "en", "ab" * 32, (Field("size", FieldKind.TEXT),)),
    Form("macro", "en", "", (Field("side", FieldKind.TEXT, required=False),)),
)
FORM_TEXTS = ("Heart [size].", "Seen [side].")


@dataclass(frozen=True, slots=True)
class Wish:
    """An action independent of the text it will meet: places are fractions of the text's length."""

    kind: str
    start: float
    stop: float
    text: str
    choice: int

    def operation(self, review: Review) -> Operation:
        """The wish as an operation on this review; where it cannot be had, an edit."""
        start, stop = sorted(round(place * len(review.text)) for place in (self.start, self.stop))
        chosen = DRAFTS[self.choice % len(DRAFTS)]
        if self.kind == "draft":
            return take_draft(review, chosen, PANEL)
        if self.kind == "form":
            index = self.choice % len(FORMS)
            if self.choice % 3:
                return insert_template(review, FORMS[index], FORM_TEXTS[index])
            return insert_macro(review, FORMS[index], FORM_TEXTS[index], start, stop)
        if self.kind == "fill" and (known := [f for f in empty_fields(review.text, review.forms) if f.field]):
            return fill(review, known[self.choice % len(known)].start, "ab")
        if self.kind == "leave out" and (operations := left_out(review)[0]):
            return operations[0]
        if self.kind == "status":
            return MakePreliminary() if review.status is Status.DRAFT else MakeDraft()
        if self.kind == "restore":
            return restore(review, take_draft(EMPTY, chosen, PANEL).apply(EMPTY))
        if self.kind == "measure":
            return measured(review, self.choice)
        if self.kind == "withdraw" and review.decisions:
            return withdraw(review, review.decisions[self.choice % len(review.decisions)].passage)
        if self.kind in {"sentence", "reject", "reword"} and chosen.sentences:
            sentence = chosen.sentences[self.choice % len(chosen.sentences)]
            if self.kind == "reject":
                return reject(review, chosen, sentence, PANEL)
            if self.kind == "reword":
                return edit_sentence(review, chosen, sentence, sentence.text[: stop + 1] + self.text, PANEL)
            return take_sentence(review, chosen, sentence, start, PANEL)
        return edit(review, start, stop, self.text)


fractions = st.floats(0, 1)
texts = st.text(alphabet="ab. \n\U0001fac1é", max_size=6)
kinds = st.sampled_from(
    ["edit"] * 4
    + ["draft", "sentence", "sentence", "reject", "reword", "withdraw", "restore", "status"]
    + ["measure"] * 3
    + ["form", "form", "fill", "leave out"]
)
wishes = st.builds(Wish, kinds, fractions, fractions, texts, st.integers(0, 15))


def measured(review: Review, choice: int) -> Operation:
    """A measurement that is not there is added; one that is, is taken away or changed."""
    chosen = MEASUREMENTS[choice % len(MEASUREMENTS)]
    there = next((one for one in review.measurements if one == chosen), None)
    if there is None:
        return measure(review, chosen)
    if choice < len(MEASUREMENTS):
        return take_away(review, there, DETECTOR)
    return remeasure(review, there, with_handle(there, 0, Point(5.0, 5.5)))


def applied(review: Review, some: list[Wish]) -> Review:
    """The review after all wishes."""
    for wish in some:
        review = wish.operation(review).apply(review)
    return review


def content(review: Review) -> tuple[object, ...]:
    """Everything that undo brings back."""
    return review.text, review.marks, review.decisions, review.status, review.measurements, review.forms


reviews = st.lists(wishes, max_size=8).map(lambda some: applied(EMPTY, some))
