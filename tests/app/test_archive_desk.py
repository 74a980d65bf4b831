"""An archive searched by keys alone: real window, real films, real database; the archive stands in."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.__main__ import Desk, Parts, assemble
from app.archives.shown import Here
from app.messages import StudyState
from app.opening import StoreOpener
from app.settings import Settings
from app.store.store import Store
from engine.archives.archive import Match
from engine.dicom.files import open_paths
from engine.resources import STUDIES
from tests.app.archive_fakes import FakeArchive, archive_parts_of, cut
from tests.app.desk_fakes import FakeEngine

NONE, CONTROL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
WAIT = 60_000  # milliseconds; the machine may be busy


@dataclass
class Reader:
    """A desk with an archive that holds the sample studies."""

    qtbot: QtBot
    data: Path
    archive: FakeArchive
    desks: list[Desk] = field(default_factory=list)

    def open(self) -> Desk:
        store, parts = StoreOpener(str(self.data)), archive_parts_of(self.archive, self.data)
        desk = assemble(Parts(lambda *_: FakeEngine(), store, (), Settings(), "Dr. Test", parts))
        self.desks.append(desk)
        desk.window.resize(1280, 800)
        desk.window.show()
        desk.window.activateWindow()
        desk.presenter.start(())
        self.settle(desk)
        return desk

    def settle(self, desk: Desk) -> None:
        self.until(lambda: desk.presenter.settled and not desk.lanes.busy)
        self.until(lambda: desk.presenter.settled and not desk.lanes.busy)  # one may have begun another

    def until(self, holds: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(holds, timeout=WAIT)

    def close(self, desk: Desk) -> None:
        desk.window.close()
        self.until(lambda: not desk.window.isVisible())
        assert desk.end()
        self.desks.remove(desk)


@pytest.fixture
def reader(qtbot: QtBot, themed: QApplication, tmp_path: Path) -> Iterator[Reader]:
    if not STUDIES.is_dir():
        pytest.skip("resources/studies is not there; `python -m training phantoms` makes its studies")
    studies = open_paths([STUDIES]).studies
    archive = FakeArchive(
        tuple(
            Match(
                study.study_uid,
                study.patient,
                study.study_date,
                study.study_time,
                study.accession_number,
                study.description,
                ("DX",),
                1,
                len(study.radiographs),
            )
            for study in studies
        ),
        {study.study_uid: [film.path for film in study.radiographs] for study in studies},
    )
    made = Reader(qtbot, tmp_path / "data", archive)
    yield made
    for desk in made.desks:
        desk.window.close_now()
        desk.end()


def press(key: Qt.Key, modifier: Qt.KeyboardModifier = NONE) -> None:
    """One key on whatever has the focus."""
    focus = QApplication.focusWidget()
    assert isinstance(focus, QWidget)
    QTest.keyClick(focus, key, modifier)
    QApplication.processEvents()


def type_into_focus(text: str) -> None:
    focus = QApplication.focusWidget()
    assert isinstance(focus, QWidget)
    QTest.keyClicks(focus, text)


def here(desk: Desk) -> list[Here]:
    return [row.here for row in desk.window.archive.table.rows]


def rows_of_the_audit(data: Path) -> list[str]:
    store = Store(f"sqlite:///{data / 'consilium.sqlite3'}")
    try:
        return [row.event for row in reversed(store.audit())]
    finally:
        store.close()


def test_a_study_is_searched_retrieved_and_opened_by_keys_alone(reader: Reader) -> None:
    desk = reader.open()
    desk.window.setFocus()
    press(Qt.Key.Key_4, CONTROL)
    assert desk.window.archive.isVisible()
    type_into_focus("*")
    press(Qt.Key.Key_Return)
    reader.settle(desk)
    assert len(here(desk)) == len(reader.archive.matches)
    press(Qt.Key.Key_L, CONTROL)
    assert desk.window.archive.table.hasFocus()
    press(Qt.Key.Key_Down)
    (chosen,) = desk.window.archive.table.chosen
    press(Qt.Key.Key_Return)
    reader.settle(desk)
    reader.until(lambda: here(desk)[1] is Here.HERE)
    assert desk.window.archive.isVisible()  # nobody is led away

    press(Qt.Key.Key_Return)
    reader.settle(desk)
    assert not desk.window.archive.isVisible()
    assert desk.presenter.worklist.chosen == chosen
    assert desk.viewer.film_at(0) is not None
    study = desk.presenter.worklist.study(chosen)
    assert study is not None
    assert all(film.path.is_relative_to(reader.data / "cache") for film in study.radiographs)
    reader.close(desk)

    events = rows_of_the_audit(reader.data)
    assert [each for each in events if each in ("queried", "received")] == ["queried", "received"]
    assert events.count("study_opened") == 1

    again = reader.open()  # and it is there at the next start, from the cache
    again.presenter.worklist.choose(chosen)
    reader.settle(again)
    assert again.viewer.film_at(0) is not None


def test_an_archive_that_dies_in_the_middle_leaves_what_came_and_the_desk_goes_on(reader: Reader) -> None:
    desk = reader.open()
    press(Qt.Key.Key_4, CONTROL)
    type_into_focus("*")
    press(Qt.Key.Key_Return)
    reader.settle(desk)
    films = max(reader.archive.files.values(), key=len)
    uid = next(uid for uid, files in reader.archive.files.items() if files is films)
    reader.archive.error, reader.archive.survives = cut(), 1
    desk.archiving.page.retrieve([uid])
    reader.settle(desk)
    expected = Here.PARTIAL if len(films) > 1 else Here.HERE
    reader.until(lambda: expected in here(desk))
    assert uid in desk.presenter.worklist
    assert "broke" in desk.window.archive.said

    reader.archive.error = None
    desk.archiving.page.activate([uid])
    reader.settle(desk)
    reader.until(lambda: Here.HERE in here(desk))
    study = desk.presenter.worklist.study(uid)
    assert study is not None
    assert len(study.radiographs) == len(films)  # nothing lost, nothing doubled


def test_closing_the_window_stops_a_retrieval_and_the_audit_has_it(reader: Reader) -> None:
    desk = reader.open()
    press(Qt.Key.Key_4, CONTROL)
    type_into_focus("*")
    press(Qt.Key.Key_Return)
    reader.settle(desk)
    reader.archive.gate = threading.Semaphore(0)
    desk.window.archive.table.begin()
    press(Qt.Key.Key_Return)
    reader.until(lambda: Here.COMING in here(desk))
    assert desk.lanes.moving.busy
    reader.close(desk)
    assert rows_of_the_audit(reader.data).count("received") == 1


def test_clearing_the_cache_leaves_reviews_and_says_which_films_are_gone(reader: Reader) -> None:
    desk = reader.open()
    uid = reader.archive.matches[0].study_uid
    press(Qt.Key.Key_4, CONTROL)
    type_into_focus("*")
    press(Qt.Key.Key_Return)
    reader.settle(desk)
    desk.archiving.page.retrieve([uid])
    reader.settle(desk)
    desk.archiving.book.show()
    reader.settle(desk)
    sheet = desk.window.archives.sheet
    assert sheet is not None
    assert sheet.cache_text.startswith("1 retrieved study")
    desk.archiving.book.clear_cache()
    reader.settle(desk)
    assert "1 study removed" in sheet.said
    assert desk.presenter.worklist.state_of(uid) is StudyState.MISSING
    assert Here.HERE not in here(desk)
    sheet.accept()
    desk.archiving.page.retrieve([uid])
    reader.settle(desk)
    assert desk.presenter.worklist.state_of(uid) is StudyState.NEW
