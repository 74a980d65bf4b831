"""Where a mention lies: the side, and the lobe or zone, from the words around it.

A site belongs to the mention around it, else to what it stands behind ("opacity in the left base"), else to
the next mention. What a mention is taken for lies where it does ("left opacity, likely atelectasis"), and a
site behind a list belongs to the whole list ("scarring or atelectasis in the lingula").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.panel import Polarity
from engine.text.mentions import Mention

# "opacity in the right base": a site behind a preposition belongs to what was named before it.
_BEHIND_PREPOSITION = re.compile(
    r"\b(in|on|at|within|of|over|overlying|to|involving|along|near|throughout) ((the|both|a|an) )?\Z"
)
# Words that may stand inside one site: "right mid and lower lung", "left lung base".
_SAME_SITE = re.compile(r"[\s,-]*((and|lung|greater than|to|of the) ?)*")


@dataclass(frozen=True, slots=True)
class PlaceWords:
    """Words of each side, of each place, and the side that a place lies on ("lingula" is left).

    `lists` is all that may stand between members of a list; `taken_for` stands between a mention and another
    name for it. Labels in `midline` have no site.
    """

    sides: Mapping[str, re.Pattern[str]]
    places: Mapping[str, re.Pattern[str]]
    side_of_place: Mapping[str, str]
    lists: re.Pattern[str]
    taken_for: re.Pattern[str]
    midline: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Site:
    """Neighbouring words of side and place at characters start:stop."""

    start: int
    stop: int
    sides: frozenset[str]
    places: tuple[str, ...]


def places_of(
    text: str, said: Mapping[Mention, Polarity], words: PlaceWords
) -> dict[Mention, tuple[tuple[str, str], ...]]:
    """(side, place) of each mention, in the order of `said`, once per place; "" where nothing is named."""
    sided = [mention for mention in said if mention.label not in words.midline]
    owned: dict[Mention, list[_Site]] = {mention: [] for mention in said}
    for site in _sites(text, words):
        for mention in _owners(text, site, sided, words.lists):
            owned[mention].append(site)
    there = [mention for mention in sided if said[mention] is not Polarity.ABSENT]
    for mention, following in pairwise(there):
        if not owned[following] and words.taken_for.search(text, mention.stop, following.start):
            owned[following] = owned[mention]
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


def _owners(text: str, site: _Site, mentions: Sequence[Mention], lists: re.Pattern[str]) -> Sequence[Mention]:
    """The mentions that a site belongs to."""
    around = [mention for mention in mentions if mention.start < site.stop and site.start < mention.stop]
    if around:
        return around
    before = [mention for mention in mentions if mention.stop <= site.start]
    after = [mention for mention in mentions if mention.start >= site.stop]
    trailing = _BEHIND_PREPOSITION.search(text, 0, site.start) or text.startswith("bilaterally", site.start)
    if before and (trailing or not after):
        return _list_at_end(text, before, lists)
    return [mention for mention in after if mention.start == after[0].start]


def _list_at_end(text: str, mentions: Sequence[Mention], lists: re.Pattern[str]) -> Sequence[Mention]:
    """The last mention, and those before it that stand in one list with it."""
    first = len(mentions) - 1
    while first > 0 and _in_list(text, mentions[first - 1], mentions[first], lists):
        first -= 1
    return mentions[first:]


def _in_list(text: str, mention: Mention, following: Mention, lists: re.Pattern[str]) -> bool:
    """Whether nothing but a list's words stands between; two labels may be named by one word."""
    together = mention.stop > following.start
    return together or lists.fullmatch(text, mention.stop, following.start) is not None


def _side_and_places(sites: Sequence[_Site]) -> tuple[tuple[str, str], ...]:
    """One side, and every place named."""
    side = one_side(side for site in sites for side in site.sides)
    places = tuple(dict.fromkeys(place for site in sites for place in site.places))
    return tuple((side, place) for place in places or ("",))
