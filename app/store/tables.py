"""The store's tables. Operations, panels and audit rows are only added; a review's row is its latest state.

What `hash`, `head` and `seal` are made over is in `engine.sealing`.
"""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import DateTime, Dialect, ForeignKey, MetaData, String, Text, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeDecorator

from engine.sealing import SEALED_FIELDS, seal


class UtcDateTime(TypeDecorator[datetime]):
    """A moment with its zone. SQLite keeps none, so UTC is stored and put back; naive times are refused."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """UTC, as stored."""
        assert value is None or value.tzinfo is not None, "a stored time needs a zone"
        return value and value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """UTC; SQLite forgot the zone, a server may give another."""
        if value is None:
            return None
        return value.astimezone(UTC) if value.tzinfo else value.replace(tzinfo=UTC)


class Base(DeclarativeBase):
    """All tables; names of constraints are fixed, so that a migration can name them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class StudyRecord(Base):
    """A study that was opened once. Keyed by its UID: equal names or ids never join two studies."""

    __tablename__ = "studies"

    study_uid: Mapped[str] = mapped_column(Text, primary_key=True)
    name_alphabetic: Mapped[str] = mapped_column(Text)
    name_ideographic: Mapped[str] = mapped_column(Text)
    name_phonetic: Mapped[str] = mapped_column(Text)
    patient_id: Mapped[str] = mapped_column(Text)
    issuer: Mapped[str] = mapped_column(Text)
    birth_date: Mapped[str] = mapped_column(Text)
    sex: Mapped[str] = mapped_column(Text)
    study_date: Mapped[str] = mapped_column(Text)
    study_time: Mapped[str] = mapped_column(Text)
    accession_number: Mapped[str] = mapped_column(Text)
    description: Mapped[str] = mapped_column(Text)
    paths: Mapped[str] = mapped_column(Text)
    """Where it was opened from: a JSON list of paths."""
    first_opened: Mapped[datetime] = mapped_column(UtcDateTime)
    last_opened: Mapped[datetime] = mapped_column(UtcDateTime)
    seal: Mapped[str] = mapped_column(String(64))


class PanelRecord(Base):
    """A panel's JSON as the engine gave it. A new reading is a new row."""

    __tablename__ = "panels"

    id: Mapped[int] = mapped_column(primary_key=True)
    study_uid: Mapped[str] = mapped_column(ForeignKey("studies.study_uid"), index=True)
    json: Mapped[str] = mapped_column(Text)
    bundle: Mapped[str] = mapped_column(Text)
    bundle_sha256: Mapped[str] = mapped_column(Text)
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    seal: Mapped[str] = mapped_column(String(64))


class ReviewRecord(Base):
    """A review as its operations made it: `version` of them, `head` being the last one's hash."""

    __tablename__ = "reviews"

    id: Mapped[int] = mapped_column(primary_key=True)
    study_uid: Mapped[str] = mapped_column(ForeignKey("studies.study_uid"), unique=True)
    text: Mapped[str] = mapped_column(Text)
    marks: Mapped[str] = mapped_column(Text)
    status: Mapped[str] = mapped_column(String(16))
    version: Mapped[int] = mapped_column()
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    saved: Mapped[datetime | None] = mapped_column(UtcDateTime)
    head: Mapped[str] = mapped_column(String(64))
    seal: Mapped[str] = mapped_column(String(64))

    __mapper_args__ = {"version_id_col": version, "version_id_generator": False}  # noqa: RUF012 (SQLAlchemy's)


class OperationRecord(Base):
    """One line of a review's log; `seq` counts from 1 and is the review's version after it."""

    __tablename__ = "operations"
    __table_args__ = (UniqueConstraint("review_id", "seq"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    review_id: Mapped[int] = mapped_column(ForeignKey("reviews.id"))
    seq: Mapped[int]
    kind: Mapped[str] = mapped_column(String(32))
    role: Mapped[str] = mapped_column(String(8))
    json: Mapped[str] = mapped_column(Text)
    author: Mapped[str] = mapped_column(Text)
    time: Mapped[datetime] = mapped_column(UtcDateTime)
    hash: Mapped[str] = mapped_column(String(64))


class AuditChainRecord(Base):
    """One chain of audit rows: how many it has and the last one's hash. New rows go to the active one.

    Chains that are not active came with an imported archive, or were written before a backup was restored.
    """

    __tablename__ = "audit_chains"

    origin: Mapped[str] = mapped_column(String(32), primary_key=True)
    """A random number that the database gave itself: archives of several desks stay apart by it."""
    count: Mapped[int]
    head: Mapped[str] = mapped_column(String(64))
    active: Mapped[bool]


class AuditRecord(Base):
    """One thing that happened; `seq` counts from 1 in its chain. UIDs only, never a patient's name."""

    __tablename__ = "audit"
    __table_args__ = (UniqueConstraint("origin", "seq"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    origin: Mapped[str] = mapped_column(ForeignKey("audit_chains.origin"))
    seq: Mapped[int]
    time: Mapped[datetime] = mapped_column(UtcDateTime)
    user: Mapped[str] = mapped_column(Text)
    event: Mapped[str] = mapped_column(String(32))
    code: Mapped[str] = mapped_column(String(16))
    action: Mapped[str] = mapped_column(String(1))
    study_uid: Mapped[str] = mapped_column(Text)
    detail: Mapped[str] = mapped_column(Text)
    """A JSON object of texts and whole numbers."""
    hash: Mapped[str] = mapped_column(String(64))


class QuestionRecord(Base):
    """An exam question by what it says; see `app.quiz.sets.question_key`."""

    __tablename__ = "questions"

    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    json: Mapped[str] = mapped_column(Text)


class QuestionSetRecord(Base):
    """Questions that were imported together: title, faults, notes, and the questions' keys in their order."""

    __tablename__ = "question_sets"

    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    json: Mapped[str] = mapped_column(Text)
    added: Mapped[datetime] = mapped_column(UtcDateTime)


class SittingRecord(Base):
    """A sitting's plan; what became of it is in its events."""

    __tablename__ = "sittings"

    id: Mapped[int] = mapped_column(primary_key=True)
    reader: Mapped[str] = mapped_column(Text)
    plan: Mapped[str] = mapped_column(Text)
    begun: Mapped[datetime] = mapped_column(UtcDateTime)


class SittingEventRecord(Base):
    """One thing that happened in a sitting; `seq` counts from 1."""

    __tablename__ = "sitting_events"
    __table_args__ = (UniqueConstraint("sitting_id", "seq"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    sitting_id: Mapped[int] = mapped_column(ForeignKey("sittings.id"))
    seq: Mapped[int]
    json: Mapped[str] = mapped_column(Text)
    time: Mapped[datetime] = mapped_column(UtcDateTime)


class ModelAnswerRecord(Base):
    """What one bundle answered to one question."""

    __tablename__ = "model_answers"
    __table_args__ = (UniqueConstraint("question", "bundle_sha256"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    question: Mapped[str] = mapped_column(String(64))
    bundle_sha256: Mapped[str] = mapped_column(String(64))
    json: Mapped[str] = mapped_column(Text)
    created: Mapped[datetime] = mapped_column(UtcDateTime)


def content_of(record: Base, fields: tuple[str, ...]) -> dict[str, object]:
    """A record's columns by name, as hashes are made over them."""
    return {name: getattr(record, name) for name in fields}


def seal_record(record: StudyRecord | PanelRecord | ReviewRecord) -> None:
    """Give a row its seal; whoever changes one calls this last."""
    table = record.__tablename__
    record.seal = seal(table, content_of(record, SEALED_FIELDS[table]))
