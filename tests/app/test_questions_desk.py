"""The questions walked through as a student would: real window, real database, keys alone; a tiny model."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.__main__ import Desk, Parts, assemble, no_examiner
from app.asking import Begin, OpenExaminer
from app.examiner import ExaminerOpener
from app.opening import StoreOpener
from app.ports import Engine
from app.quiz.sitting import Mode
from app.settings import Settings
from app.views.quiz_option import OptionCard
from engine.errors import BundleMissing
from tests.app.archive_fakes import no_archives
from tests.engine.tiny_examinee import write_tiny_examinee

NONE, CONTROL, SHIFT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
)
WAIT = 60_000  # milliseconds; the machine may be busy
COUNT = 20


def no_engine(*_: object) -> Engine:
    raise BundleMissing("There is no bundle here.")


@dataclass
class Student:
    """Desks on the same data, one after the other."""

    qtbot: QtBot
    data: Path
    desks: list[Desk] = field(default_factory=list)

    def open(self, examiner: OpenExaminer = no_examiner) -> Desk:
        store = StoreOpener(str(self.data))
        archives = no_archives(self.data)
        parts = Parts(no_engine, store, (), Settings(), "Dr. Test", archives, open_examiner=examiner)
        desk = assemble(parts)
        self.desks.append(desk)
        desk.window.resize(1280, 800)
        desk.window.show()
        desk.presenter.start(())
        self.settle(desk)
        self.press(desk, Qt.Key.Key_3, CONTROL)
        self.settle(desk)
        return desk

    def press(self, desk: Desk, key: Qt.Key, modifier: Qt.KeyboardModifier = NONE) -> None:
        QTest.keyClick(desk.window, key, modifier)

    def settle(self, desk: Desk) -> None:
        self.until(lambda: not desk.lanes.busy)
        self.until(lambda: not desk.lanes.busy)  # one job may have begun another

    def until(self, holds: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(holds, timeout=WAIT)

    def close(self, desk: Desk) -> None:
        self.settle(desk)
        desk.window.close()
        self.until(lambda: not desk.window.isVisible())
        assert desk.end()
        self.desks.remove(desk)


@pytest.fixture
def student(qtbot: QtBot, themed: QApplication, tmp_path: Path) -> Iterator[Student]:
    made = Student(qtbot, tmp_path / "data")
    yield made
    for desk in tuple(made.desks):
        made.close(desk)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Twenty questions with the right option marked in its text, the last without a key; and a bad row."""
    path = tmp_path / "exam.csv"
    rows = [
        [
            f"Where is sign {number}?",
            "right one",
            "other",
            "none of the above",
            "" if number == COUNT else "A",
        ]
        for number in range(1, COUNT + 1)
    ]
    with path.open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream).writerows(
            [["question", "A", "B", "C", "key"], *rows, ["No options?", "", "", "", ""]]
        )
    return path


def drop(desk: Desk, file: Path) -> None:
    """A file is dropped on the window."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file))])
    copy, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    desk.window.dropEvent(QDropEvent(QPoint(9, 9), copy, data, button, NONE))


def cards(desk: Desk) -> list[OptionCard]:
    return desk.window.questions.sheet.cards


def right_key(desk: Desk) -> Qt.Key:
    """The key of the option that says that it is right; "none of the above" is always last."""
    texts = [card.text for card in cards(desk)]
    assert texts[-1] == "none of the above"
    return (Qt.Key.Key_A, Qt.Key.Key_B)[texts.index("right one")]


def test_twenty_questions_of_an_imported_exam_by_keys_alone_with_a_restart_in_the_middle(
    student: Student, file: Path
) -> None:
    desk = student.open()
    library = desk.window.questions.library
    assert library.empty == "No sets yet. Import a file, or start with the primer."
    drop(desk, file)
    student.until(lambda: library.titles == ["exam"])
    assert library.summary.startswith("20 questions, added ")
    assert library.summary.endswith(". 1 has no key and is not scored. 1 row was not read.")
    assert "line 22" in library.problems
    library.exam.setFocus()
    QTest.keyClick(library.exam, Qt.Key.Key_Space)
    library.begin.setFocus()
    QTest.keyClick(library.begin, Qt.Key.Key_Space)
    sheet = desk.window.questions.sheet
    student.until(lambda: desk.window.questions.page is sheet)
    for number in range(12):
        student.press(desk, Qt.Key.Key_C if number < 3 else right_key(desk))
        student.press(desk, Qt.Key.Key_Return)
    student.press(desk, Qt.Key.Key_F)
    student.press(desk, Qt.Key.Key_A, SHIFT)
    student.press(desk, Qt.Key.Key_S)
    student.press(desk, Qt.Key.Key_2)
    assert [card.verdict for card in cards(desk)] == ["struck out", "struck out", ""]
    assert sheet.progress == "Question 13 of 20 · 12 answered"
    stem, texts = sheet.stem, [card.text for card in cards(desk)]
    student.close(desk)

    desk = student.open()
    library, sheet = desk.window.questions.library, desk.window.questions.sheet
    (line,) = library.unfinished
    assert line.startswith("exam · exam · 12 of 20 · ")
    desk.questions.go_on(1)
    assert (sheet.stem, [card.text for card in cards(desk)]) == (stem, texts)
    assert [card.verdict for card in cards(desk)] == ["struck out", "struck out", ""]
    assert sheet.states[12] == "question 13: not answered, flagged"
    assert sheet.states[0] == "question 1: answered"  # an exam tells nothing before its end
    for _ in range(8):
        student.press(desk, right_key(desk))
        student.press(desk, Qt.Key.Key_Return)
    results = desk.window.questions.results
    student.until(lambda: desk.window.questions.page is results)
    wrong = sum(state.endswith("not right") for state in states_after(desk))
    assert results.sentence == f"{19 - wrong} of 19 right. 1 more has no key and is not counted."
    assert wrong in (2, 3)  # three were answered wrongly, one of which may be the one without a key
    student.press(desk, Qt.Key.Key_Escape)
    student.press(desk, Qt.Key.Key_Escape)
    student.settle(desk)
    assert desk.window.questions.page is library
    assert library.unfinished == []
    assert not library.missed.isEnabled()  # they come again tomorrow


def states_after(desk: Desk) -> list[str]:
    """The states of all questions once the sitting is over."""
    desk.questions.back()
    states = desk.window.questions.sheet.states
    desk.questions.show_statistics()
    return states


def test_with_a_model_each_option_has_its_expert_and_what_was_measured_stands_beside(
    student: Student, file: Path, tmp_path: Path
) -> None:
    write_tiny_examinee(tmp_path)
    desk = student.open(ExaminerOpener((tmp_path,), "cpu"))
    desk.questions.import_files([file])
    student.until(lambda: desk.window.questions.library.titles == ["exam"])
    desk.questions.begin(Begin(Mode.TUTOR, 3, True, 0))
    sheet = desk.window.questions.sheet
    student.until(lambda: len(cards(desk)) == 3)
    student.press(desk, Qt.Key.Key_1)
    assert sheet.model_said == ""  # no model speaks before the reader did
    student.press(desk, Qt.Key.Key_Return)
    student.until(lambda: sheet.model_said != "")
    assert "It is right in 25 of 100 such questions (accuracy|primer test, 4 questions)." in sheet.model_said
    assert all(card.routed.startswith("expert ") for card in cards(desk))
    assert sum("model's answer" in card.said for card in cards(desk)) == 1
    student.settle(desk)
    student.close(desk)

    desk = student.open()  # the model is gone, its answers are not shown without its name
    desk.questions.go_on(1)
    assert [card.routed for card in cards(desk)] == ["", "", ""]


def test_keys_of_the_questions_do_nothing_to_studies_and_the_other_way_round(student: Student) -> None:
    desk = student.open()
    given: list[str] = []
    asked: list[str] = []
    desk.window.command_given.connect(given.append)
    desk.window.question_command_given.connect(asked.append)
    for key in (Qt.Key.Key_F, Qt.Key.Key_S, Qt.Key.Key_A):
        student.press(desk, key)
    assert (given, asked) == ([], ["flag_question", "strike_option", "option_a"])
    student.press(desk, Qt.Key.Key_1, CONTROL)
    student.press(desk, Qt.Key.Key_A)
    assert (given, len(asked)) == (["take_sentence"], 3)


def test_a_note_that_is_still_being_written_belongs_to_the_question_where_it_was_begun(
    student: Student, file: Path
) -> None:
    desk = student.open()
    desk.questions.import_files([file])
    student.until(lambda: desk.window.questions.library.titles == ["exam"])
    desk.questions.begin(Begin(Mode.EXAM, 3, False, 0))
    student.until(lambda: len(cards(desk)) == 3)
    student.press(desk, Qt.Key.Key_N)
    sheet = desk.window.questions.sheet
    QTest.keyClicks(sheet.note, "ask a b")
    student.qtbot.mouseClick(sheet.action, Qt.MouseButton.LeftButton)
    assert desk.questions.sitting is not None
    assert [mark.note for mark in desk.questions.sitting.marks] == ["ask a b", "", ""]
    assert [mark.chosen for mark in desk.questions.sitting.marks] == [None, None, None]
    assert (sheet.note.toPlainText(), desk.questions.sitting.current) == ("", 1)
