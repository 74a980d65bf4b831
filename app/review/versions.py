"""Every version of a report, with who made it when: what the log amounts to for a reader.

Each step of the log is a version; typing that went on is one. `app.review.comparison.differences` shows what
a version changed, `app.review.review.restore` brings one back.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from app.review.history import Entry, History, Role
from app.review.operations import Operation
from app.review.review import Review


@dataclass(frozen=True, slots=True)
class Version:
    """The report after one step. `review.version` is its number; `before` is what it was made from."""

    review: Review
    before: Review
    operation: Operation
    role: Role
    time: datetime
    author: str


def versions(study_uid: str, log: Iterable[Entry]) -> tuple[Version, ...]:
    """All versions, oldest first; ReviewError if the log does not fit together."""
    history = History(Review(study_uid))
    found: list[Version] = []
    for entry in log:
        before = history.present
        history = history.after(entry)
        if entry.role is Role.MORE:
            began = found.pop()
            before, operation, role = began.before, history.done[-1], began.role
        else:
            operation, role = entry.operation, entry.role
        found.append(Version(history.present, before, operation, role, entry.time, entry.author))
    return tuple(found)
