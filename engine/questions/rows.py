"""One row of a question file to one `Question`; whatever is wrong with it is a QuestionsMalformed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.errors import QuestionsMalformed
from engine.question import Option, Question
from engine.strict_json import JsonNode

FEWEST_OPTIONS, MOST_OPTIONS = 2, 12
MAX_CHARACTERS = 100_000  # of one text; the longest public stem has 5,000

LETTERS = "ABCDEFGHIJKL"


@dataclass(frozen=True, slots=True)
class Row:
    """Where a row stands and how it is parsed; `id` is what it is called if it has no name of its own.

    `exam`, `category` and `language` are what the document round it says.
    """

    place: str
    id: str
    parse: Callable[[], JsonNode]
    exam: str = ""
    category: str = ""
    language: str = ""

    def members(self) -> dict[str, JsonNode]:
        """The row's members; QuestionsMalformed where it is no object."""
        node = self.parse()
        if not isinstance(node.value, dict):
            raise malformed("It is not an object with members.")
        return node.mapping()


def malformed(problem: str) -> QuestionsMalformed:
    """What a row's JSON is refused with."""
    return QuestionsMalformed(problem)


def text_at(row: Mapping[str, JsonNode], *names: str) -> str:
    """The first of these members that is there, a text or a whole number; "" where none is."""
    for name in names:
        node = row.get(name)
        if node is not None and node.value is not None:
            return text_or_number(node)
    return ""


def text_or_number(node: JsonNode) -> str:
    """A text without blanks round it, or a whole number as text: ids and keys are written either way."""
    if isinstance(node.value, int) and not isinstance(node.value, bool):
        return str(node.integer())
    return node.text().strip()


def needed(row: Mapping[str, JsonNode], name: str) -> JsonNode:
    """A member that must be there."""
    if name not in row:
        raise malformed(f"{name} is missing.")
    return row[name]


def checked(question: Question) -> Question:
    """The question without its empty last options; QuestionsMalformed where it cannot be asked."""
    options = list(question.options)
    while options and not options[-1].text:
        options.pop()
    texts = {"The question": question.stem, "The context": question.context}
    texts |= {f"Option {option.label}": option.text for option in options}
    texts |= {f"The context of option {option.label}": option.context for option in options}
    for what, text in texts.items():
        if not text and "context" not in what:
            raise malformed(f"{what} is empty.")
        if len(text) > MAX_CHARACTERS:
            raise malformed(f"{what} has {len(text)} characters; {MAX_CHARACTERS} is the limit.")
    if not FEWEST_OPTIONS <= len(options) <= MOST_OPTIONS:
        raise malformed(f"It has {len(options)} options; {FEWEST_OPTIONS} to {MOST_OPTIONS} can be asked.")
    if question.key is not None and not 0 <= question.key < len(options):
        raise malformed("The key names no option.")
    return replace(question, options=tuple(options))


def lettered(texts: Sequence[str], contexts: Sequence[str] = ()) -> tuple[Option, ...]:
    """Options A, B, C, ... with evidence of their own where there is some for each."""
    if len(texts) > len(LETTERS):
        raise malformed(f"It has {len(texts)} options; {FEWEST_OPTIONS} to {MOST_OPTIONS} can be asked.")
    own = contexts if len(contexts) == len(texts) else [""] * len(texts)
    return tuple(
        Option(text, letter, context) for text, letter, context in zip(texts, LETTERS, own, strict=False)
    )


def place_of_label(options: Sequence[Option], label: str) -> int | None:
    """The option of that name; None for "", which is no key."""
    if not label:
        return None
    names = [option.label.casefold() for option in options]
    if label.casefold() not in names:
        raise malformed(f"The key {label!r} names none of the options {', '.join(o.label for o in options)}.")
    return names.index(label.casefold())


def place_of_number(options: Sequence[Option], number: int | None, first: int) -> int | None:
    """The option with that number, counted from `first`; None for no number."""
    if number is None:
        return None
    if not first <= number < first + len(options):
        raise malformed(f"The key {number} is outside {first} to {first + len(options) - 1}.")
    return number - first


def whole_number(node: JsonNode | None) -> int | None:
    """A whole number, also as text ("3"); None for null, "" and what is not there."""
    if node is None or node.value is None or node.value == "":
        return None
    text = text_or_number(node)
    if not text.lstrip("-").isascii() or not text.lstrip("-").isdigit() or len(text) > 9:
        raise node.error("must be a whole number.")
    return int(text)
