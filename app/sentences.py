"""The engine's sentences, recognised: which pattern one was made from, and the same in another language.

The engine knows no language: it raises and notes whole English sentences, and tools beside the desk print
them. `app.engine_sentences` lists their patterns, taken from the source by `app.extraction`. A sentence is
compared with all of them, so that one out of a kept panel or from another process is recognised as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from string import Formatter

from app.engine_sentences import ENGINE_SENTENCES

MOST_SENTENCES = 12  # that are looked through; a panel from elsewhere may carry any text as a warning
ANY = ""
"""Stands for the first word of a pattern that begins with a place."""
NOTE = "engine"
FINDING = "finding"
"""The notes under which patterns, and names of findings, stand in the translations."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A sentence with numbered places; `words` are what stands before, between and behind these."""

    text: str
    words: tuple[str, ...]

    @property
    def wordiness(self) -> int:
        """How much of it is its own; of two that fit, the wordier one was meant."""
        return sum(map(len, self.words))

    def values_in(self, text: str) -> tuple[str, ...] | None:
        """What fills the places, each as short as can be; None where `text` was not made from this."""
        if len(self.words) == 1:
            return () if text == self.words[0] else None
        first, *middle, last = self.words
        if not (text.startswith(first) and text.endswith(last)):
            return None
        values, at, end = [], len(first), len(text) - len(last)
        for words in middle:
            found = text.find(words, at + 1, end)
            if found < 0:
                return None
            values.append(text[at:found])
            at = found + len(words)
        return (*values, text[at:end]) if at < end else None


def translated(text: str, look_up: Callable[[str, str, int], str]) -> str:
    """`text`, sentence by sentence; what is not recognised, or too long to be ours, stays as it is."""
    if len(_ends(text)) > MOST_SENTENCES:
        return text
    for stop in (*_ends(text), len(text)):
        said = _translated_whole(text[:stop], look_up)
        if said:
            return said + _rest(text[stop:], look_up)
    stop = next(iter(_ends(text)), len(text))
    return text[:stop] + _rest(text[stop:], look_up)


def _rest(text: str, look_up: Callable[[str, str, int], str]) -> str:
    """What follows a sentence, with the blanks that part them."""
    words = text.lstrip()
    return text[: len(text) - len(words)] + translated(words, look_up) if words else text


def recognised(text: str) -> tuple[str, tuple[str, ...]]:
    """The pattern that a sentence was made from and what fills its places; ("", ()) where there is none."""
    likely = _by_first_word()
    found = (
        (pattern, values)
        for group in (likely.get(text.partition(" ")[0], ()), likely[ANY])
        for pattern in group
        if (values := pattern.values_in(text)) is not None
    )
    best = max(found, key=lambda one: one[0].wordiness, default=None)
    return ("", ()) if best is None else (best[0].text, best[1])


@cache
def patterns() -> tuple[Pattern, ...]:
    """All patterns."""
    return tuple(Pattern(text, _words(text)) for text in ENGINE_SENTENCES)


@cache
def _by_first_word() -> Mapping[str, Sequence[Pattern]]:
    """Patterns by the word that they begin with, so that a thousand reasons are quick; see `ANY`."""
    groups: dict[str, list[Pattern]] = {ANY: []}
    for pattern in patterns():
        first, blank, _ = pattern.words[0].partition(" ")
        groups.setdefault(first if blank else ANY, []).append(pattern)
    return groups


def _translated_whole(text: str, look_up: Callable[[str, str, int], str]) -> str:
    pattern, values = recognised(text)
    said = (look_up(pattern, NOTE, -1) or look_up(pattern, "", -1)) if pattern else ""
    return said.format(*(_value(value, look_up) for value in values)) if said else ""


def _value(value: str, look_up: Callable[[str, str, int], str]) -> str:
    """What fills a place stays as it is, but for names of findings ("fracture, lung lesion") and for "5,000",
    which elsewhere is five.
    """
    if _THOUSANDS.fullmatch(value):
        return value.replace(",", "")
    names = [look_up(name.title(), FINDING, -1) for name in value.split(", ")]
    return ", ".join(names).lower() if all(names) else value


_THOUSANDS = re.compile(r"\d{1,3}(,\d{3})+")


def _words(text: str) -> tuple[str, ...]:
    words, ends_with_place = [], False
    for literal, place, _, _ in Formatter().parse(text):
        words.append(literal)
        ends_with_place = place is not None
    return (*words, "") if ends_with_place else tuple(words)


def _ends(text: str) -> list[int]:
    """Where sentences end, as far as a full stop before a blank tells."""
    return [found.end() for found in re.finditer(r"\.(?= )", text)]
