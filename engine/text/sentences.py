"""Where the sentences of a report are, as character spans.

A sentence ends at a full stop, question or exclamation mark before a blank or the end, at an empty line, and
at a line break before a capital, a digit or a bullet; a break before a lower-case letter is a wrapped line.
Not an end: a list number ("1. No effusion."), a decimal point, an abbreviation ("e.g. calcified"). In
tokenised text the full stop stands alone and still belongs to the sentence before it.
"""

from __future__ import annotations

import re

# What stands before a full stop that ends no sentence.
ABBREVIATIONS = frozenset({"e.g", "i.e", "dr", "mr", "mrs", "ms", "prof", "vs", "cf", "ca", "approx", "resp"})

_BREAK = re.compile(
    r"""[.?!]+["')\]]*(?=\s|$)        # end marks, with what closes behind them
      | (?<=[a-z])\.(?=[A-Z])         # "clear.The": the blank was forgotten
      | \n[^\S\n]*\n                  # an empty line
      | \n(?=[^\S\n]*[^\sa-z])        # a line that starts like a sentence""",
    re.VERBOSE,
)
_LIST_NUMBER = re.compile(r"\s*\(?\d{1,2}[.)]")
_WORD_BEFORE = re.compile(r"[^\s(]*\Z")


def sentence_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Ordered, disjoint spans (start, stop) that together cover all that is not blank."""
    spans: list[tuple[int, int]] = []
    start = 0
    for found in _BREAK.finditer(text):
        if not _is_open(text, start, found):
            spans.append((start, found.end()))
            start = found.end()
    trimmed = [_trim(text, *span) for span in [*spans, (start, len(text))]]
    return tuple(span for span in trimmed if span[0] < span[1])


def _is_open(text: str, start: int, found: re.Match[str]) -> bool:
    """Whether the sentence that began at `start` goes on behind this mark."""
    mark = found.group()
    if mark.isspace():
        return False
    number = _LIST_NUMBER.match(text, start)
    if number and number.end() == found.end() and text[found.end() :].strip():
        return True
    word = _WORD_BEFORE.search(text, start, found.start())
    return mark == "." and word is not None and word.group().lower() in ABBREVIATIONS


def _trim(text: str, start: int, stop: int) -> tuple[int, int]:
    """The span without blanks at its ends."""
    while start < stop and text[start].isspace():
        start += 1
    while stop > start and text[stop - 1].isspace():
        stop -= 1
    return start, stop
