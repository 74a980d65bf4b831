"""Question sets, sittings and models' answers in the database. All of it is only ever added to.

A question is kept once, by what it says; sets and plans name questions. A sitting is its events, so that it
is there after a restart in its middle.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from itertools import groupby
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.quiz.answers import ModelAnswer, answer_from, answer_text
from app.quiz.encoding import event_from, event_text, plan_from, plan_text
from app.quiz.sets import QuestionSet, question_fields, question_key, question_of
from app.quiz.sitting import Event, Plan, Sitting
from app.review.decisions import storable
from app.store.errors import StaleSitting, StoreDamaged
from app.store.rows import KeptSet, KeptSitting
from app.store.tables import (
    ModelAnswerRecord,
    QuestionRecord,
    QuestionSetRecord,
    SittingEventRecord,
    SittingRecord,
)
from engine.canonical import canonical
from engine.question import Fault, Question

SET_FORMAT = "consilium-question-set-1"
AT_ONCE = 500  # keys in one query; SQLite has a limit


class Quizzes:
    """What the store keeps for the questions; every call is one transaction."""

    def __init__(
        self,
        transaction: Callable[[], AbstractContextManager[Session]],
        clock: Callable[[], datetime],
        place: str,
    ) -> None:
        self._transaction = transaction
        self._clock = clock
        self._place = place

    def keep_set(self, kept: QuestionSet) -> bool:
        """Keep a set; whether it was new. One that is there already stays as it is."""
        keys = [question_key(question) for question in kept.questions]
        with self._transaction() as session:
            if session.get(QuestionSetRecord, kept.key) is not None:
                return False
            known = self._known(session, keys)
            session.add_all(
                QuestionRecord(key=key, json=_text(question_fields(question)))
                for key, question in zip(keys, kept.questions, strict=True)
                if key not in known
            )
            session.add(
                QuestionSetRecord(key=kept.key, json=_text(_set_fields(kept, keys)), added=self._clock())
            )
            return True

    def sets(self) -> tuple[KeptSet, ...]:
        """Every set, the one that was added last first."""
        query = select(QuestionSetRecord).order_by(QuestionSetRecord.added.desc(), QuestionSetRecord.key)
        with self._transaction() as session, self._reading():
            questions = self._all_questions(session)
            return tuple(
                KeptSet(record.key, _set_of(json.loads(record.json), questions), record.added)
                for record in session.scalars(query)
            )

    def begin(self, plan: Plan, reader: str) -> KeptSitting:
        """Keep the plan of a sitting that begins."""
        with self._transaction() as session:
            record = SittingRecord(reader=storable(reader), plan=plan_text(plan), begun=self._clock())
            session.add(record)
            session.flush()
            return KeptSitting(record.id, record.reader, record.begun, Sitting.begun(plan))

    def add(self, sitting_id: int, before: int, events: Sequence[Event]) -> None:
        """Add what happened after the first `before` events; StaleSitting where there are others by now."""
        last = select(func.max(SittingEventRecord.seq)).where(SittingEventRecord.sitting_id == sitting_id)
        with self._transaction() as session:
            if (session.scalar(last) or 0) != before:
                raise StaleSitting(
                    "Another window went on with this sitting, so the last answer was not kept.",
                    where=self._place,
                    todo="Leave the sitting and open it again.",
                )
            session.add_all(
                SittingEventRecord(sitting_id=sitting_id, seq=seq, json=event_text(event), time=event.time)
                for seq, event in enumerate(events, start=before + 1)
            )

    def sittings(self, reader: str) -> tuple[KeptSitting, ...]:
        """A reader's sittings as their events made them, the first first."""
        log = SittingEventRecord
        with self._transaction() as session, self._reading():
            records = session.scalars(
                select(SittingRecord)
                .where(SittingRecord.reader == storable(reader))
                .order_by(SittingRecord.id)
            ).all()
            rows = session.execute(
                select(log.sitting_id, log.json, log.time).order_by(log.sitting_id, log.seq)
            )
            events = {
                sitting_id: [event_from(row.json, row.time) for row in own]
                for sitting_id, own in groupby(rows, key=lambda row: row.sitting_id)
            }
            return tuple(
                KeptSitting(
                    record.id,
                    record.reader,
                    record.begun,
                    Sitting.begun(plan_from(record.plan)).following(events.get(record.id, ())),
                )
                for record in records
            )

    def questions(self) -> Mapping[str, Question]:
        """Every question that was ever imported, by its key."""
        with self._transaction() as session, self._reading():
            return self._all_questions(session)

    def keep_answers(self, answers: Mapping[str, ModelAnswer]) -> None:
        """Keep what a model answered, by question; an answer of the same bundle stays as it is."""
        for bundle, own in groupby(
            sorted(answers.items(), key=lambda item: item[1].bundle_sha256),
            key=lambda item: item[1].bundle_sha256,
        ):
            with self._transaction() as session:
                query = select(ModelAnswerRecord.question).where(ModelAnswerRecord.bundle_sha256 == bundle)
                known = set(session.scalars(query))
                session.add_all(
                    ModelAnswerRecord(
                        question=key, bundle_sha256=bundle, json=answer_text(answer), created=self._clock()
                    )
                    for key, answer in own
                    if key not in known
                )

    def answers(self, bundle_sha256: str) -> Mapping[str, ModelAnswer]:
        """What one bundle answered, by question."""
        record = ModelAnswerRecord
        query = select(record.question, record.json).where(record.bundle_sha256 == bundle_sha256)
        with self._transaction() as session, self._reading():
            return {key: answer_from(text) for key, text in session.execute(query)}

    def _known(self, session: Session, keys: Sequence[str]) -> set[str]:
        known: set[str] = set()
        for start in range(0, len(keys), AT_ONCE):
            query = select(QuestionRecord.key).where(QuestionRecord.key.in_(keys[start : start + AT_ONCE]))
            known |= set(session.scalars(query))
        return known

    def _all_questions(self, session: Session) -> dict[str, Question]:
        rows = session.execute(select(QuestionRecord.key, QuestionRecord.json))
        return {key: question_of(json.loads(text)) for key, text in rows}

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Says that a row was altered where it cannot be read."""
        try:
            yield
        except (ValueError, KeyError) as error:
            raise StoreDamaged(
                "A question or a sitting cannot be read; somebody altered the database.",
                where=self._place,
                todo="Put a backup in the file's place.",
            ) from error


def _text(fields: Mapping[str, object]) -> str:
    return canonical(fields).decode()


def _set_fields(kept: QuestionSet, keys: Iterable[str]) -> dict[str, object]:
    return {
        "format": SET_FORMAT,
        "title": kept.title,
        "layout": kept.layout,
        "folder": kept.folder,
        "faults": [{"place": fault.place, "problem": fault.problem} for fault in kept.faults],
        "notes": list(kept.notes),
        "questions": list(keys),
    }


def _set_of(fields: dict[str, Any], questions: Mapping[str, Question]) -> QuestionSet:
    if fields["format"] != SET_FORMAT:
        raise ValueError(f"format {fields['format']!r}")
    return QuestionSet(
        str(fields["title"]),
        tuple(questions[key] for key in fields["questions"]),
        str(fields["layout"]),
        str(fields["folder"]),
        tuple(Fault(str(each["place"]), str(each["problem"])) for each in fields["faults"]),
        tuple(str(note) for note in fields["notes"]),
    )
