"""A draft's sentences with their words and findings: what the panel shows for any text, whoever wrote it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.panel import Sentence, Word
from engine.text.findings import findings_of
from engine.text.sentences import sentence_spans


def annotated(text: str, words: Sequence[Word] = ()) -> tuple[Sentence, ...]:
    """The sentences of `text`; `words` are its tokens in order, none where the source gave none."""
    return tuple(sentence_of(text, start, stop, words) for start, stop in sentence_spans(text))


def sentence_of(text: str, start: int, stop: int, words: Sequence[Word] = ()) -> Sentence:
    """Characters start:stop as a sentence. Its words are those that start in it and show something."""
    inside = [index for index, word in enumerate(words) if start <= word.start < min(stop, word.stop)]
    first, last = (inside[0], inside[-1] + 1) if inside else (0, 0)
    part = text[start:stop]
    return Sentence(part, start, stop, first, last, findings_of(part))
