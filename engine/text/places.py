"""Where a mention lies: the side, and the lobe or zone, from the words around it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.text.mentions import Mention

# "opacity in the right base": a site behind a preposition belongs to what was named before it.
_BEHIND_PREPOSITION = re.compile(
    r"\b(in|on|at|within|of|over|overlying|to|involving|along|near|throughout) ((the|both|a|an) )?\Z"
)
# Words that may stand inside one site: "right mid and lower lung", "left lung base".
_SAME_SITE = re.compile(r"[\s,-]*((and|lung|greater than|to|of the) ?)*")


@dataclass(frozen=True, slots=True)
class PlaceWords:
    """Words of each side, of each place, and the side that a place lies on ("lingula" is left)."""

    sides: Mapping[str, re.Pattern[str]]
    places: Mapping[str, re.Pattern[str]]
    side_of_place: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Site:
    """Neighbouring words of side and place at characters start:stop."""

    start: int
    stop: int
    sides: frozenset[str]
    places: tuple[str, ...]


def places_of(
    text: str, mentions: Sequence[Mention], words: PlaceWords
) -> dict[Mention, tuple[tuple[str, str], ...]]:
    """(side, place) of each mention, once per place; "" where nothing is said."""
    owned: dict[Mention, list[_Site]] = {mention: [] for mention in mentions}
    for site in _sites(text, words):
        for mention in _owners(text, site, mentions):
            owned[mention].append(site)
    return {mention: _side_and_places(sites) for mention, sites in owned.items()}


def one_side(sides: Iterable[str]) -> str:
    """Left and right together are bilateral; "" says nothing."""
    named = set(sides) - {""}
    return named.pop() if len(named) == 1 else "bilateral" if named else ""


def _sites(text: str, words: PlaceWords) -> list[_Site]:
    """Side and place words, neighbours together."""
    sites: list[_Site] = []
    for word in sorted(_words(text, words), key=lambda site: site.start):
        last = sites[-1] if sites else None
        if last and (word.start < last.stop or _SAME_SITE.fullmatch(text, last.stop, word.start)):
            sites[-1] = _Site(
                last.start, max(last.stop, word.stop), last.sides | word.sides, last.places + word.places
            )
        else:
            sites.append(word)
    return sites


def _words(text: str, words: PlaceWords) -> Iterator[_Site]:
    for side, pattern in words.sides.items():
        for match in pattern.finditer(text):
            yield _Site(*match.span(), frozenset({side}), ())
    for place, pattern in words.places.items():
        sides = frozenset({words.side_of_place.get(place, "")})
        for match in pattern.finditer(text):
            yield _Site(*match.span(), sides, (place,))


def _owners(text: str, site: _Site, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions that a site belongs to: around it, else before a preposition, else the next one."""
    around = [mention for mention in mentions if mention.start < site.stop and site.start < mention.stop]
    if around:
        return around
    before = [mention for mention in mentions if mention.stop <= site.start]
    after = [mention for mention in mentions if mention.start >= site.stop]
    trailing = _BEHIND_PREPOSITION.search(text, 0, site.start) or text.startswith("bilaterally", site.start)
    if before and (trailing or not after):
        return [mention for mention in before if mention.start == before[-1].start]
    return [mention for mention in after if mention.start == after[0].start]


def _side_and_places(sites: Sequence[_Site]) -> tuple[tuple[str, str], ...]:
    """One side, and every place named."""
    side = one_side(side for site in sites for side in site.sides)
    places = tuple(dict.fromkeys(place for site in sites for place in site.places))
    return tuple((side, place) for place in places or ("",))
