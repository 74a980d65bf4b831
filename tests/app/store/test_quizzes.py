"""Questions and sittings in the database: kept once, only added to, there again after a restart."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.quiz.answers import ModelAnswer
from app.quiz.sets import QuestionSet
from app.quiz.sitting import Kind, Mode
from app.store.database import FILE_NAME, url_of
from app.store.errors import StaleSitting, StoreDamaged
from app.store.store import Store
from engine.question import Fault
from tests.app.quiz.asking import event, question, questions, sitting
from tests.app.store.storing import Clock, alter

SET = QuestionSet("Pleura", questions(3), "CSV", "/films", (Fault("line 7", "No options."),), ("A doubt.",))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(url_of(tmp_path), Clock())
    yield opened
    opened.close()


def test_a_set_comes_back_as_it_was_and_is_kept_once(store: Store) -> None:
    assert [store.quizzes.keep_set(SET) for _ in range(2)] == [True, False]
    (kept,) = store.quizzes.sets()
    assert (kept.key, kept.questions) == (SET.key, SET)


def test_a_question_of_two_sets_is_kept_once_and_the_last_set_comes_first(
    store: Store, tmp_path: Path
) -> None:
    store.quizzes.keep_set(SET)
    store.quizzes.keep_set(QuestionSet("More", (*questions(3), question("Where?"))))
    assert [kept.questions.title for kept in store.quizzes.sets()] == ["More", "Pleura"]
    assert len(store.quizzes.questions()) == 4


def test_a_sitting_is_there_after_a_restart_in_its_middle(tmp_path: Path) -> None:
    first = Store(url_of(tmp_path), Clock())
    begun = first.quizzes.begin(sitting(Mode.EXAM, limit_seconds=90).plan, "Dr. Roe")
    events = [event(Kind.CHOSEN, 0, 1, 2.5), event(Kind.SHOWN, 1), event(Kind.NOTED, 1, text="größer?")]
    first.quizzes.add(begun.id, 0, events[:2])
    first.quizzes.add(begun.id, 2, events[2:])
    first.close()
    again = Store(url_of(tmp_path), Clock())
    (kept,) = again.quizzes.sittings("Dr. Roe")
    assert kept.sitting == begun.sitting.following(events)
    assert again.quizzes.sittings("Dr. Doe") == ()
    again.close()


def test_two_windows_cannot_both_go_on_with_one_sitting(store: Store) -> None:
    begun = store.quizzes.begin(sitting().plan, "Dr. Roe")
    store.quizzes.add(begun.id, 0, [event(Kind.CHOSEN, 0, 1)])
    with pytest.raises(StaleSitting, match="open it again"):
        store.quizzes.add(begun.id, 0, [event(Kind.CHOSEN, 0, 0)])
    assert store.quizzes.sittings("Dr. Roe")[0].sitting.marks[0].chosen == 1


def test_what_a_model_answered_stays_as_it_was_first(store: Store) -> None:
    store.quizzes.keep_answers({"q": ModelAnswer(1, (0.25, 0.75), bundle="tiny", bundle_sha256="ab")})
    store.quizzes.keep_answers({"q": ModelAnswer(0, (0.75, 0.25), bundle="tiny", bundle_sha256="ab")})
    store.quizzes.keep_answers({"q": ModelAnswer(0, (0.75, 0.25), bundle="other", bundle_sha256="cd")})
    assert store.quizzes.answers("ab")["q"].choice == 1
    assert store.quizzes.answers("cd")["q"].choice == 0
    assert store.quizzes.answers("ef") == {}


@pytest.mark.parametrize(
    "table", ["questions", "question_sets", "sittings", "sitting_events", "model_answers"]
)
def test_nothing_of_it_can_be_changed_or_erased(store: Store, tmp_path: Path, table: str) -> None:
    store.quizzes.keep_set(SET)
    begun = store.quizzes.begin(sitting().plan, "Dr. Roe")
    store.quizzes.add(begun.id, 0, [event(Kind.CHOSEN, 0, 1)])
    store.quizzes.keep_answers({"q": ModelAnswer(1, (0.25, 0.75), bundle_sha256="ab")})
    column = "plan" if table == "sittings" else "json"
    for statement in (f"DELETE FROM {table}", f"UPDATE {table} SET {column} = ''"):
        with (
            closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection,
            pytest.raises(sqlite3.IntegrityError, match="only added to"),
        ):
            connection.execute(statement)


def test_a_row_that_somebody_altered_is_said_and_not_guessed(store: Store, tmp_path: Path) -> None:
    store.quizzes.keep_set(SET)
    alter(tmp_path / FILE_NAME, "UPDATE questions SET json = '{}'")
    with pytest.raises(StoreDamaged, match="altered"):
        store.quizzes.sets()
