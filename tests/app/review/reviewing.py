"""What a reader may do, drawn at random, for the laws of reviews and histories."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

from app.review.review import Operation, Review, edit, take_draft, take_sentence
from engine.panel import Draft, Origin, Sentence

EMPTY = Review("1.2.3")


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


@dataclass(frozen=True, slots=True)
class Wish:
    """An action independent of the text it will meet: places are fractions of the text's length."""

    kind: str
    start: float
    stop: float
    text: str
    choice: int

    def operation(self, review: Review) -> Operation:
        """The wish as an operation on this review."""
        start, stop = sorted(round(place * len(review.text)) for place in (self.start, self.stop))
        chosen = DRAFTS[self.choice % len(DRAFTS)]
        if self.kind == "draft":
            return take_draft(review, chosen)
        if self.kind == "sentence" and chosen.sentences:
            sentence = chosen.sentences[self.choice % len(chosen.sentences)]
            return take_sentence(review, chosen, sentence, start)
        return edit(review, start, stop, self.text)


fractions = st.floats(0, 1)
texts = st.text(alphabet="ab. \n\U0001fac1é", max_size=6)
kinds = st.sampled_from(["edit", "edit", "edit", "draft", "sentence", "sentence"])
wishes = st.builds(Wish, kinds, fractions, fractions, texts, st.integers(0, 5))


def applied(review: Review, some: list[Wish]) -> Review:
    """The review after all wishes."""
    for wish in some:
        review = wish.operation(review).apply(review)
    return review


reviews = st.lists(wishes, max_size=8).map(lambda some: applied(EMPTY, some))
