"""What a report's text is made of: its sentences, their words and what each says."""

from __future__ import annotations

from collections.abc import Sequence

from engine.panel import Sentence, Word
from engine.text.findings import findings_of
from engine.text.sentences import sentence_spans


def sentences_of(text: str, words: Sequence[Word] = ()) -> tuple[Sentence, ...]:
    """The sentences of a text, with the words that begin in each and the findings it states.

    Words that show nothing (start equals stop) count to the sentence they stand in or before.
    """
    sentences: list[Sentence] = []
    first = 0
    for start, stop in sentence_spans(text):
        last = first
        while last < len(words) and words[last].start < stop:
            last += 1
        sentence = text[start:stop]
        sentences.append(Sentence(sentence, start, stop, first, last, findings_of(sentence)))
        first = last
    return tuple(sentences)
