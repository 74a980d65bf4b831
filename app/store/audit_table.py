"""The audit as a table for others: CSV, safe to open in a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path

from app.store.copies import explaining, require_free
from app.store.database import settle
from app.store.events import MEANINGS, Event
from app.store.rows import AuditRow
from app.store.store import Store
from engine.canonical import canonical, moment

COLUMNS = ("time", "user", "event", "code", "meaning", "action", "study_uid", "detail", "origin", "seq")
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")
"""A cell that begins so is taken for a formula by spreadsheets; an apostrophe before it prevents that."""


def audit_csv(rows: Iterable[AuditRow]) -> str:
    """One line an event, `code` and `meaning` being DICOM's (PS3.15 A.5.3, PS3.16 annex D)."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for row in rows:
        writer.writerow(
            _cell(value)
            for value in (
                moment(row.time),
                row.user,
                row.event,
                row.code,
                MEANINGS.get(row.code, ""),
                row.action,
                row.study_uid,
                canonical(dict(row.detail)).decode(),
                row.origin,
                str(row.seq),
            )
        )
    return text.getvalue()


def export_audit(store: Store, file: Path) -> int:
    """The whole audit, newest first, in a new file; how many rows. The audit says that it was read.

    FileInTheWay if the file is there; StoreFull and others if it cannot be written, and then there is none.
    """
    require_free(file)
    rows = store.audit(limit=None)
    partial = file.with_name(f"{file.name}.partial")
    with explaining(str(file)):
        try:
            partial.touch(mode=0o600)
            partial.write_text(audit_csv(rows), encoding="utf-8", newline="")
            settle(partial, file)
        finally:
            partial.unlink(missing_ok=True)
    store.note(Event.AUDIT_READ, detail={"rows": len(rows)})
    return len(rows)


def _cell(value: str) -> str:
    return f"'{value}" if value.startswith(FORMULA_SIGNS) else value
