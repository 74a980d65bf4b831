"""One way to write a value down, so that anybody can recompute its SHA-256 with any JSON library.

The form is RFC 8785 for what is kept here (texts, whole numbers, lists, objects with ASCII keys): UTF-8,
keys sorted, no blanks, nothing escaped that need not be. It never changes; another form gets another name in
the values that it is used for (`"format": ...`). See resources/docs/review-log.md.
"""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime


def canonical(value: object) -> bytes:
    """The value's only form; UnicodeEncodeError for lone surrogates, ValueError for what is no number."""
    return json.dumps(
        value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
    ).encode()


def sha256_of(value: object) -> str:
    """SHA-256 over the canonical form, 64 hexadecimal digits."""
    return hashlib.sha256(canonical(value)).hexdigest()


def moment(time: datetime) -> str:
    """A time in its only form: UTC, to the microsecond, as in 2026-03-12T14:02:00.000000+00:00."""
    return time.astimezone(UTC).isoformat(timespec="microseconds")
