"""What the reader types into the query page, and the query that it means."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum

from app.language import tr_mark
from engine.archives.archive import Query


class Period(Enum):
    """When a study was made, so far as the reader narrows it. `days` back from today, today included."""

    ANY = (tr_mark("any time"), 0)
    TODAY = (tr_mark("today"), 1)
    WEEK = (tr_mark("last 7 days"), 7)
    MONTH = (tr_mark("last 30 days"), 30)
    BETWEEN = (tr_mark("between…"), 0)

    def __init__(self, words: str, days: int) -> None:
        self.words = words
        self.days = days


@dataclass(frozen=True, slots=True)
class Asked:
    """The fields as they were filled in; `first` and `last` count for BETWEEN alone."""

    archive: str
    patient_name: str = ""
    patient_id: str = ""
    period: Period = Period.ANY
    first: date | None = None
    last: date | None = None
    accession_number: str = ""
    modality: str = ""
    description: str = ""


def query_of(asked: Asked, today: date) -> Query:
    """The query. Parts of a name begin it and its next parts; words of a description stand anywhere in it."""
    first, last = _days(asked, today)
    return Query(
        patient_name=_name(asked.patient_name),
        patient_id=asked.patient_id.strip(),
        first_date=first,
        last_date=last,
        accession_number=asked.accession_number.strip(),
        modality=asked.modality.strip().upper(),
        description=_anywhere(asked.description),
    )


def asks_for_something(query: Query) -> bool:
    """Whether the query narrows anything; a single * is a reader's way to say that all is wanted."""
    return not query.is_empty


def fields_of(query: Query) -> tuple[str, ...]:
    """Which fields narrow the query, for the audit; never what stands in them."""
    return tuple(name for name in Query.__dataclass_fields__ if getattr(query, name))


def _days(asked: Asked, today: date) -> tuple[date | None, date | None]:
    if asked.period is Period.BETWEEN:
        given = [each for each in (asked.first, asked.last) if each is not None]
        return (min(given), max(given)) if len(given) == 2 else (asked.first, asked.last)
    if asked.period.days:
        return today - timedelta(days=asked.period.days - 1), today
    return None, None


def _name(typed: str) -> str:
    """ "Doe, Jane" finds Doe^Jane and Doe^Janet^M; whoever types a wildcard or ^ has it as typed."""
    if re.search(r"[*?^=]", typed):
        return typed.strip()
    parts = re.findall(r"[^\s,]+", typed)
    return "".join(f"{part}*" for part in parts)


def _anywhere(typed: str) -> str:
    words = typed.split()
    if not words or re.search(r"[*?]", typed):
        return typed.strip()
    return f"*{'*'.join(words)}*"
