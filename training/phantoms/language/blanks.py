"""What fills the blanks of a wording: side, place, size and length of a finding, in words."""

from __future__ import annotations

import re

import numpy as np

from training.phantoms.anatomy import SIDE_NAMES
from training.phantoms.findings import DENSITIES, Kind, Plan
from training.phantoms.language.observers import Habit, worded
from training.phantoms.language.phrasebook import PhraseBook, Wordings

LEVELS = {"apex": "apical", "base": "basal", "wall": "lateral"}  # where the pleura is thick
RIB_ZONES = {"upper": "upper", "middle": "mid", "lower": "lower"}
ADVERBS = {
    "mild": "mildly",
    "slight": "slightly",
    "minimal": "minimally",
    "moderate": "moderately",
    "severe": "severely",
    "marked": "markedly",
}
LOBE_SHARE = 0.2  # how often a lobe is named where the zone of the film could be
HALF_CENTIMETRES = {  # lengths of nodules and masses
    1: "half a centimeter",
    2: "one centimeter",
    3: "one and a half centimeters",
    4: "two centimeters",
    5: "two and a half centimeters",
    6: "three centimeters",
    7: "three and a half centimeters",
    8: "four centimeters",
    9: "four and a half centimeters",
    10: "five centimeters",
    11: "five and a half centimeters",
    12: "six centimeters",
}


def statement_text(
    book: PhraseBook, wordings: Wordings, plan: Plan, habit: Habit, random: np.random.Generator
) -> str:
    """One wording of a finding with its blanks filled."""
    length = length_in_words(plan.size_mm) if plan.kind in (Kind.NODULE, Kind.MASS) else ""
    fitting = wordings if length else wordings.without("{length}")
    size = worded(book.sizes[plan.severity], habit, random) if plan.severity else ""
    return tidy(
        worded(fitting, habit, random).format(
            side=plan.side_name,
            place=_place(book, plan, habit, random) if plan.kind in DENSITIES else "",
            size=size,
            sizely=ADVERBS.get(size, ""),
            slight=size if plan.severity in ("mild", "small") else "",
            level=LEVELS.get(plan.place, ""),
            zone=RIB_ZONES.get(plan.place, ""),
            length=length,
        )
    )


def _place(book: PhraseBook, plan: Plan, habit: Habit, random: np.random.Generator) -> str:
    """The zone of the film, which both kinds of chests have, or now and then the lobe."""
    lobe = plan.lobe if plan.lobe and random.random() < LOBE_SHARE else ""
    zone = plan.place, plan.side_name
    return worded(book.places.get((*zone, lobe), book.places[*zone, ""]), habit, random)


def length_in_words(size_mm: float) -> str:
    """To the nearest half centimetre; empty where there is no length or no word for it.

    >>> length_in_words(21.0)
    'about two centimeters'
    """
    words = HALF_CENTIMETRES.get(round(size_mm / 5.0), "")
    return f"about {words}" if words else ""


def tidy(text: str) -> str:
    """No gap where a word was empty, "an" before a vowel, a capital at the start.

    >>> tidy("a  opacity in the right lung .")
    'An opacity in the right lung.'
    """
    text = re.sub(r" +(?=[ ,.])", "", text).strip()
    text = text[0].upper() + text[1:]
    return re.sub(r"\b([Aa]) (?=[aeiou])", r"\1n ", text)


def blank_words() -> frozenset[str]:
    """Every word that a blank may hold and the phrase book does not."""
    lengths = " ".join(HALF_CENTIMETRES.values()).split()
    sides = [*SIDE_NAMES.values(), "bilateral"]
    return frozenset(
        ["an", "about", *sides, *lengths, *LEVELS.values(), *RIB_ZONES.values(), *ADVERBS.values()]
    )
