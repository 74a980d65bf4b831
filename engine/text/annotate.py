"""A draft's sentences with their words and findings: what the panel shows for any text, whoever wrote it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.panel import Sentence, Word
from engine.text.findings import findings_of
from engine.text.sentences import sentence_spans


def annotated(text: str, words: Sequence[Word] = ()) -> tuple[Sentence, ...]:
    """The sentences of `text`; `words` are its tokens in order, none where the source gave none.

    A word belongs to the sentence in which it starts. Words that show nothing (an empty span at the end)
    belong to none.
    """
    sentences = []
    for start, stop in sentence_spans(text):
        inside = [index for index, word in enumerate(words) if start <= word.start < stop]
        first, last = (inside[0], inside[-1] + 1) if inside else (0, 0)
        part = text[start:stop]
        sentences.append(Sentence(part, start, stop, first, last, findings_of(part)))
    return tuple(sentences)
