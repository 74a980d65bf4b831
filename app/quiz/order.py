"""In which order options are shown: shuffled by a seed, except where their order means something.

"All of the above" and "none of the above" stay last. A question whose options speak of other options by
letter, number or place ("A and C", "both of the above", "las respuestas 1 y 2") keeps its order, as does one
whose explanation names options by letter: shuffled, it would be wrong.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

from engine.question import Question

_LAST = re.compile(
    r"""^\W*(?:
        (?:all|none|any|neither|some)\ (?:of\ )?(?:the\ )?
            (?:above|preceding|previous|others?|these|those|options|answers)(?:\ (?:options|answers|ones))?
        (?:\ (?:is|are)\ (?:all\ )?(?:correct|true|right|false|wrong|incorrect))?
      | (?:all|none|neither)\ (?:is|are)\ (?:correct|true|right|false|wrong|incorrect)
      | (?:todas|todos|ninguna|ninguno|cualquiera)\ (?:(?:de\ )?(?:las|los|ellas|ellos|estas|estos)\ ?)?
            (?:(?:respuestas|opciones|otras|otros)\ ?)?(?:anteriores|previas|citadas|mencionadas)?
        (?:\ ?(?:es|son)\ (?:correctas?|ciertas?|verdaderas?|falsas?|incorrectas?|correctos?|ciertos?))?
    )\W*$""",
    re.VERBOSE | re.IGNORECASE,
)

_MARK = r"(?:[A-L]|\d{1,2})[.)]?"
_LETTERS = re.compile(
    rf"""^\W*(?:(?:both|only|either|solo|sólo|tanto|the|las?|los?)\ )*
        (?:(?:answers?|options?|choices?|statements?|respuestas?|opci[oó]n(?:es)?|afirmaci[oó]n(?:es)?)\ )?
        {_MARK}
        (?:(?:,\ ?|\ ?(?:and|or|y|e|o|&|\+|como)\ )(?:(?:answers?|options?|respuestas?|opci[oó]n)\ )?{_MARK})+
        (?:\ (?:only|are\ \w+|is\ \w+|son\ \w+|es\ \w+|solamente|únicamente))?\W*$
    """,
    re.VERBOSE | re.IGNORECASE,
)
_NAMED = re.compile(
    r"\b(?:answers?|options?|choices?|respuestas?|opci[oó]n(?:es)?)\s+\(?(?:[A-L]|\d{1,2})\b|"
    r"\b(?:both|two|first|last|ambas|ambos|dos|primeras?|[uú]ltimas?)\s+(?:of\s+)?(?:the\s+)?"
    r"(?:above|previous|preceding|anteriores|opciones|respuestas)\b|"
    r"\b(?:above|anteriores)\s+(?:except|but|excepto|salvo|menos)\b|"
    r"\b(?:except|excepto|salvo|menos)\s+(?:the\s+|la\s+|el\s+)?(?:[A-L]|\d{1,2})\W*$",
    re.IGNORECASE,
)


def shown_order(question: Question, seed: int) -> tuple[int, ...]:
    """Places of the options from top to bottom, the same for the same seed."""
    places = list(range(len(question.options)))
    if order_matters(question):
        return tuple(places)
    last = [place for place in places if stays_last(question.options[place].text)]
    free = [place for place in places if place not in last]
    Random(seed).shuffle(free)
    return (*free, *last)


def order_matters(question: Question) -> bool:
    """Whether a shuffled question would say something else."""
    options = [option.text for option in question.options]
    return any(_speaks_of_others(text, len(options)) for text in options) or any(
        _NAMED.search(text) for text in (*options, question.explanation)
    )


def stays_last(option: str) -> bool:
    """Whether an option speaks of all others: all, or none, of the above."""
    return _LAST.match(" ".join(option.split())) is not None


def shuffled(count: int, seed: int) -> Sequence[int]:
    """The places 0 to count - 1 in an order by the seed."""
    places = list(range(count))
    Random(seed).shuffle(places)
    return places


def _speaks_of_others(option: str, count: int) -> bool:
    """Whether an option is a list of letters or numbers that options have: "1 and 3", not "10 and 20"."""
    if not _LETTERS.match(option):
        return False
    numbers = [int(number) for number in re.findall(r"\d+", option)]
    return all(1 <= number <= count for number in numbers)
