"""Tolerant access to a data set's values: what cannot be read is absent, and a note says so."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

from pydicom.datadict import dictionary_description
from pydicom.dataset import Dataset
from pydicom.multival import MultiValue
from pydicom.sequence import Sequence as DicomSequence

from engine.plain_text import one_line, visible

MAX_ITEMS = 10_000


@dataclass(frozen=True, slots=True)
class Header:
    """A data set whose broken attributes cost a note, not the image; `notes` grows as values are read."""

    dataset: Dataset
    notes: list[str] = field(default_factory=list)

    def value(self, keyword: str) -> object:
        """The value as pydicom converts it, None where absent or broken."""
        try:
            return self.dataset.get(keyword)
        except Exception:  # conversion happens here and raises nearly anything on damaged values
            self.note(f"{dictionary_description(keyword)} cannot be read and is ignored.")
            return None

    def values(self, keyword: str) -> tuple[object, ...]:
        """All values of an attribute, one or many."""
        found = self.value(keyword)
        if found is None or found == "" or found == b"":
            return ()
        return tuple(found) if isinstance(found, MultiValue | list | tuple) else (found,)

    def text(self, keyword: str) -> str:
        """Text without padding; several values joined by backslash; "" where absent."""
        return visible("\\".join(str(value) for value in self.values(keyword)).strip(" \0"))

    def line(self, keyword: str) -> str:
        """The same in one line, as names and descriptions are shown."""
        return one_line(self.text(keyword))

    def numbers(self, keyword: str) -> tuple[float | None, ...]:
        """Numbers in their places; None where a value is empty, not a number, or not finite."""
        return tuple(self._finite(keyword, value) for value in self.values(keyword))

    def number(self, keyword: str) -> float | None:
        """The first number, None where there is none."""
        return next(iter(self.numbers(keyword)), None)

    def integer(self, keyword: str) -> int | None:
        """The first number if it is whole, else None with a note."""
        number = self.number(keyword)
        if number is not None and number != int(number):
            self.note(f"{dictionary_description(keyword)} is not a whole number and is ignored.")
            return None
        return None if number is None else int(number)

    def items(self, keyword: str) -> tuple[Header, ...]:
        """The items of a sequence, sharing these notes; () where absent or broken."""
        found = self.value(keyword)
        if not isinstance(found, DicomSequence):
            return ()
        try:
            return tuple(Header(item, self.notes) for item in _first(found, MAX_ITEMS))
        except Exception:  # items are parsed when they are touched
            self.note(f"{dictionary_description(keyword)} cannot be read and is ignored.")
            return ()

    def item(self, keyword: str) -> Header:
        """The first item of a sequence, an empty one where there is none."""
        return next(iter(self.items(keyword)), Header(Dataset(), self.notes))

    def has(self, keyword: str) -> bool:
        """Whether the attribute is present, empty or not."""
        return keyword in self.dataset

    def _finite(self, keyword: str, value: object) -> float | None:
        text = str(value).strip(" \0")
        try:
            number = float(text) if text else None
        except ValueError:
            number = math.nan
        if number is None or math.isfinite(number):
            return number
        self.note(f"{dictionary_description(keyword)} is not a number and is ignored.")
        return None

    def note(self, sentence: str) -> None:
        """Keep a sentence about an oddity, once."""
        if sentence not in self.notes:
            self.notes.append(sentence)


def _first(items: Iterable[Dataset], count: int) -> list[Dataset]:
    return [item for _, item in zip(range(count), items, strict=False)]
