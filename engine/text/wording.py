"""The words that rules look at: a sentence in lower case, spelt as usual, without de-identification marks.

"XXXX" stands in public reports for what was removed, and often that was no name but a common word. Where its
neighbours tell which ("costophrenic XXXX"), the rules put that word back; elsewhere the mark goes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

MARK = "xxxx"
_WORD = re.compile(r"[a-z]+")


@dataclass(frozen=True, slots=True)
class Wording:
    """`spelling`: misspelt word to word. `restored`: a pattern with "xxxx" in it to what stood there."""

    spelling: Mapping[str, str]
    restored: tuple[tuple[re.Pattern[str], str], ...]

    def plain(self, sentence: str) -> str:
        """The sentence as rules expect it: single blanks between words and about colons: "lungs : clear"."""
        text = " ".join(sentence.lower().replace(":", " : ").split())
        if MARK in text:
            text = self._without_marks(text)
        return _WORD.sub(lambda word: self.spelling.get(word.group(), word.group()), text)

    def _without_marks(self, text: str) -> str:
        for pattern, words in self.restored:
            text = pattern.sub(words, text)
        return " ".join(text.replace(MARK, " ").split())
