"""Fields of templates and macros: places in a report that wait for a value.

An empty field is text: its label in square brackets, `[heart size]`. It is typed, moved, undone and
exported like any other text, and what it takes is looked up by its label in the forms that the review
keeps. Filling it puts the value in its place; from then on it is text of the reader's own. Brackets without a
form, and marks that other systems leave (`___`, `***`, `{side}`, `<side>`), are empty fields too, of which
nothing is known but that they are empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import Enum

from app.review.errors import FieldRefused
from app.review.policy import ConcernKind, Policy, Weight, strictest

VALUE = "{value}"
"""Where a value stands in a field's wording."""


class FieldKind(Enum):
    """What a field takes; the words are kept in logs and never change."""

    TEXT = "text"
    CHOICE = "choice"
    NUMBER = "number"
    DATE = "date"


@dataclass(frozen=True, slots=True)
class Field:
    """One field. `default` is what is proposed; nothing is ever filled in without the reader.

    `wording` is what goes into the report, with the value at `{value}`: an optional field brings its own
    words along ("Compared with the film of {value}."), so that leaving it out leaves no stump. `choices`
    belong to a choice, `unit`, `low`, `high` and `decimals` to a number.
    """

    label: str
    kind: FieldKind
    required: bool = True
    default: str = ""
    wording: str = VALUE
    choices: tuple[str, ...] = ()
    unit: str = ""
    low: Decimal | None = None
    high: Decimal | None = None
    decimals: int = 0

    @property
    def token(self) -> str:
        """The empty field as it stands in the text."""
        return f"[{self.label}]"

    def value_of(self, typed: str) -> str:
        """What was typed, as the report has it; FieldRefused says what does not fit."""
        given = " ".join(typed.split())
        if not given:
            raise FieldRefused(f"The field “{self.label}” is empty.", todo="Fill it in.")
        if _FIELD.search(given):
            raise FieldRefused(
                f"The field “{self.label}” takes no brackets or marks of an empty field.",
                todo="Write it without them.",
            )
        match self.kind:
            case FieldKind.TEXT:
                return given
            case FieldKind.CHOICE:
                return self._choice(given)
            case FieldKind.NUMBER:
                return self._number(given)
            case FieldKind.DATE:
                return self._date(given)

    def written(self, value: str) -> str:
        """The value in its words, with its unit."""
        return self.wording.replace(VALUE, self._with_unit(value))

    @property
    def range_words(self) -> str:
        """Which numbers it takes, in a sentence."""
        low, high = (None if one is None else self._with_unit(str(one)) for one in (self.low, self.high))
        if low is not None and high is not None:
            return (
                f"Write a number from {self.low} to {high}."
                if self.decimals
                else f"Write a whole number from {self.low} to {high}."
            )
        if low is not None:
            return (
                f"Write a number from {low} on." if self.decimals else f"Write a whole number from {low} on."
            )
        if high is not None:
            return f"Write a number up to {high}." if self.decimals else f"Write a whole number up to {high}."
        return "Write a number." if self.decimals else "Write a whole number."

    def _with_unit(self, value: str) -> str:
        return f"{value} {self.unit}" if self.unit else value

    def _choice(self, given: str) -> str:
        if given not in self.choices:
            raise FieldRefused(
                f"The field “{self.label}” does not offer “{given}”.", todo="Choose one of those in its list."
            )
        return given

    def _number(self, given: str) -> str:
        bare = given.removesuffix(self.unit).strip() if self.unit else given
        if not _NUMBER.fullmatch(bare):
            raise FieldRefused(
                f"The field “{self.label}” needs a number, not “{given}”.", todo=self.range_words
            )
        text = bare.replace(",", ".")  # a comma is a decimal sign in half of the world
        if len(text.partition(".")[2]) > self.decimals:
            raise FieldRefused(
                f"The field “{self.label}” takes fewer decimals than “{given}” has.", todo=self.range_words
            )
        number = Decimal(text)
        if (self.low is not None and number < self.low) or (self.high is not None and number > self.high):
            raise FieldRefused(f"The field “{self.label}” does not take {text}.", todo=self.range_words)
        return format(number, "f")

    def _date(self, given: str) -> str:
        try:
            if date.fromisoformat(given).isoformat() == given:  # it reads other forms as well
                return given
        except ValueError:
            pass
        raise FieldRefused(
            f"The field “{self.label}” needs a date, not “{given}”.", todo="Write it as 2026-03-12."
        )


@dataclass(frozen=True, slots=True)
class Form:
    """What a template or macro gives to a review beside its text; kept there, whatever becomes of its file.

    `sha256` is the template's own. `policy` is empty for a macro, which has none.
    """

    name: str
    language: str
    sha256: str
    fields: tuple[Field, ...] = ()
    policy: tuple[tuple[ConcernKind, Weight], ...] = ()


@dataclass(frozen=True, slots=True)
class EmptyField:
    """Characters `start:stop` of a text wait for a value; `field` says which, where a form knows it."""

    start: int
    stop: int
    label: str
    field: Field | None = None

    @property
    def required(self) -> bool:
        """Whether it must be filled in; of what nobody knows, it is taken for granted."""
        return self.field is None or self.field.required


def empty_fields(text: str, forms: Sequence[Form] = ()) -> tuple[EmptyField, ...]:
    """All empty fields of a text, in order; where two forms have one label, the later form's counts."""
    known = {field.token: field for form in forms for field in form.fields}
    return tuple(_empty(found, known.get(found[0])) for found in _FIELD.finditer(text))


def field_at(text: str, at: int, forms: Sequence[Form]) -> EmptyField | None:
    """The empty field that begins at `at`, None if none does."""
    return next((field for field in empty_fields(text, forms) if field.start == at), None)


def policy_of(forms: Iterable[Form]) -> Policy:
    """What the templates in use do to signing: the strictest of each kind."""
    return strictest(dict(form.policy) for form in forms if form.policy)


def without_fields(text: str) -> str:
    """The text with blanks in place of empty fields, which say nothing yet; places stay as they are."""
    return _FIELD.sub(lambda found: " " * len(found[0]), text)


def room_of(text: str, start: int, stop: int) -> tuple[int, int]:
    """What goes with characters `start:stop` when they are left out: their line, or one blank beside them."""
    before, after = text[:start], text[stop:]
    at_line_start = not before or before.endswith("\n")
    if at_line_start and (not after or after.startswith("\n")):
        return (start, stop + 1) if after else (max(start - 1, 0), stop)
    if before.endswith(" ") and (not after or after[0] in _CLOSING):
        return start - 1, stop
    if at_line_start and after.startswith(" "):
        return start, stop + 1
    return start, stop


def labels_in(text: str) -> Iterator[str]:
    """The labels of all empty fields in brackets."""
    for found in _FIELD.finditer(text):
        if found[0].startswith("["):
            yield found[0][1:-1]


def _empty(found: re.Match[str], field: Field | None) -> EmptyField:
    label = field.label if field else found[0].strip("[]{}<>").strip()
    return EmptyField(found.start(), found.end(), label, field)


_FIELD = re.compile(r"\[[^\[\]\n]*\]|_{3,}|\{[^{}\n]*\}|\*{3,}|<\w[^<>\n]{0,38}\w>")
_NUMBER = re.compile(r"-?[0-9]{1,12}([.,][0-9]{1,12})?")
_CLOSING = " \n.,;:)"
