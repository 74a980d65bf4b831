"""Operations and marks as JSON, read back strictly: exact keys, exact types, nothing guessed."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from app.review.errors import ReviewMalformed
from app.review.review import Edit, Mark, Operation, TakeDraft, TakeSentence

_MARK_TYPES = {"start": int, "stop": int, "expert": int, "letter": str, "bundle": str, "bundle_sha256": str}
_EDIT_TYPES = {"at": int, "removed": str, "inserted": str, "marks_before": list, "marks_after": list}
_TAKE_TYPES = {"expert": int, "change": dict}


def kind_of(operation: Operation) -> str:
    """The operation's stable name in the log: edit, take_draft or take_sentence."""
    match operation:
        case Edit():
            return "edit"
        case TakeDraft():
            return "take_draft"
        case TakeSentence():
            return "take_sentence"


def operation_to_json(operation: Operation) -> str:
    """The operation's fields as one line of JSON; its kind is kept beside it."""
    return _dumped(asdict(operation))


def operation_from_json(kind: str, body: str) -> Operation:
    """The operation as it was written; ReviewMalformed if anything is missing, added or of another type."""
    value = _loaded(body)
    match kind:
        case "edit":
            return _edit(value)
        case "take_draft":
            fields = _fields(value, _TAKE_TYPES)
            return TakeDraft(fields["expert"], _edit(fields["change"]))
        case "take_sentence":
            fields = _fields(value, _TAKE_TYPES)
            return TakeSentence(fields["expert"], _edit(fields["change"]))
        case _:
            raise _malformed(f"{kind!r} is no kind of operation")


def marks_to_json(marks: Iterable[Mark]) -> str:
    """Marks as one line of JSON."""
    return _dumped([asdict(mark) for mark in marks])


def marks_from_json(body: str) -> tuple[Mark, ...]:
    """Marks as they were written; ReviewMalformed otherwise."""
    return _marks(_loaded(body))


def _edit(value: object) -> Edit:
    fields = _fields(value, _EDIT_TYPES)
    marks = {name: _marks(fields[name]) for name in ("marks_before", "marks_after")}
    return Edit(
        fields["at"], fields["removed"], fields["inserted"], marks["marks_before"], marks["marks_after"]
    )


def _marks(value: object) -> tuple[Mark, ...]:
    if type(value) is not list:
        raise _malformed("marks are no list")
    try:
        return tuple(Mark(**_fields(item, _MARK_TYPES)) for item in value)
    except ValueError as error:
        raise _malformed(str(error)) from error


def _fields(value: object, types: dict[str, type]) -> dict[str, Any]:
    """The object's fields, if they are exactly those named and each of exactly its type (True is no int)."""
    if type(value) is not dict or value.keys() != types.keys():
        raise _malformed(f"an object needs exactly the keys {', '.join(types)}")
    for name, wanted in types.items():
        if type(value[name]) is not wanted:
            raise _malformed(f"{name} must be {wanted.__name__}")
    return value


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _loaded(body: str) -> object:
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        raise _malformed("it is no JSON") from error


def _malformed(detail: str) -> ReviewMalformed:
    return ReviewMalformed(
        f"A stored operation or mark cannot be read: {detail}.", todo="Restore the data folder from a backup."
    )
