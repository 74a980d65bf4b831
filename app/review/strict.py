"""Stored values, read back strictly: exact keys, exact types, known words, nothing guessed."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any, TypeVar

from app.review.errors import ReviewMalformed

Word = TypeVar("Word", bound=Enum)


def exactly(value: object, types: Mapping[str, type]) -> dict[str, Any]:
    """The object's fields, if they are exactly those named and each of exactly its type (True is no int)."""
    if type(value) is not dict or value.keys() != types.keys():
        raise malformed(f"an object needs exactly the keys {', '.join(types) or 'none'}")
    for name, wanted in types.items():
        if type(value[name]) is not wanted:
            raise malformed(f"{name} must be {wanted.__name__}")
    return value


def word_of(kind: type[Word], word: object) -> Word:
    """The member that a stored word stands for."""
    try:
        return kind(word)
    except ValueError as error:
        raise malformed(f"{word!r} is not known here") from error


def malformed(detail: str) -> ReviewMalformed:
    """The error for a stored value that says `detail`."""
    return ReviewMalformed(
        f"A stored operation or mark cannot be read: {detail}.", todo="Restore the data folder from a backup."
    )
