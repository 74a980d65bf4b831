"""The audit: a chain of rows that is only ever added to, in the transaction of what it records."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from app.review.decisions import storable
from app.store.errors import StoreDamaged
from app.store.events import Event
from app.store.tables import AuditChainRecord, AuditRecord, PanelRecord, ReviewRecord, content_of
from engine.canonical import canonical
from engine.sealing import AUDIT_FIELDS, audit_start, chained

Detail = Mapping[str, str | int]
"""What belongs to an event, without any patient's name: UIDs, numbers, kinds, hashes."""

NOTHING: Detail = {}


def note(
    session: Session, time: datetime, user: str, event: Event, study_uid: str = "", detail: Detail = NOTHING
) -> None:
    """Add one row to the active chain; StoreDamaged where there is none any more."""
    query = select(AuditChainRecord).where(AuditChainRecord.active).with_for_update()
    chain = session.scalars(query).first()
    if chain is None:
        raise StoreDamaged("The audit is gone from the database.", todo="Put a backup in the file's place.")
    record = AuditRecord(
        origin=chain.origin,
        seq=chain.count + 1,
        time=time,
        user=storable(user),
        event=event.word,
        code=event.code,
        action=event.action,
        study_uid=study_uid,
        detail=canonical(dict(detail)).decode(),
    )
    record.hash = chained("audit", chain.head, content_of(record, AUDIT_FIELDS))
    chain.count, chain.head = record.seq, record.hash
    session.add(record)


def begin_chain(session: Session, time: datetime, user: str, event: Event, detail: Detail = NOTHING) -> None:
    """Begin a new chain with this event, and take note in it of every review and panel that is there."""
    session.execute(update(AuditChainRecord).values(active=False))
    origin = uuid.uuid4().hex
    session.add(AuditChainRecord(origin=origin, count=0, head=audit_start(origin), active=True))
    session.flush()
    note(session, time, user, event, detail=detail)
    reviews = select(ReviewRecord.study_uid, ReviewRecord.version, ReviewRecord.head).order_by(
        ReviewRecord.id
    )
    for study_uid, version, head in session.execute(reviews).all():
        note(session, time, user, Event.ADOPTED, study_uid, {"version": version, "head": head})
    panels = select(PanelRecord.study_uid, PanelRecord.seal).order_by(PanelRecord.id)
    for study_uid, seal in session.execute(panels).all():
        note(session, time, user, Event.ADOPTED, study_uid, {"panel": seal})
