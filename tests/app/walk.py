"""A reader's whole walk through the desk, by mouse or by keys, with a picture of every step.

    python -m tests.app.walk FOLDER [--by mouse|keys] [--size 1280x800]

Six drafts of a sample study are compared, a contradiction is found, four sentences of three experts are
taken, one is edited, all is undone and redone, signed, added to, exported, carried to another data folder and
found there. Nothing is called but what a hand can reach: clicks, drags and keys on what is on the screen.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QLineEdit,
    QListView,
    QMenu,
    QPlainTextEdit,
    QTabBar,
    QToolButton,
    QWidget,
)

from app.__main__ import DEFAULT_BUNDLE, Desk, Parts, assemble, window_size
from app.messages import ExportKind, StudyState
from app.opening import EngineOpener, StoreOpener
from app.settings import Settings
from app.store.__main__ import main as store_command
from app.views.panel import CardStack
from app.views.statements import StatementView
from app.views.worklist import ROW_ROLE
from engine.resources import BUNDLES, STUDIES
from tests.app.archive_fakes import no_archives

CONTRADICTORY = "2.25.266990949111165487436998283468864608949"
"""Of the sample studies, the published film of which the shipped panel says what cannot all be true."""

PATIENCE_SECONDS = 120.0
CONTROL, PLAIN = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier
LEFT = Qt.MouseButton.LeftButton
EDITED = " Compare with earlier films."
ADDED = "The clinician was told by telephone."
WANTED_EXPERTS, WANTED_SENTENCES = 3, 4


class WalkFailed(AssertionError):
    """A step did not lead where it should."""


def until(holds: Callable[[], bool], what: str) -> None:
    """Let the desk work until this holds."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        if time.monotonic() > end:
            raise WalkFailed(f"waited in vain: {what}")
        QApplication.processEvents()
        time.sleep(0.01)


def expect(holds: bool, what: str) -> None:
    """What must be so at this point of the walk."""
    if not holds:
        raise WalkFailed(what)


@dataclass(frozen=True)
class Place:
    """A wording in the comparison: which statement, which of its wordings, and an expert who says it so."""

    row: int
    wording: int
    expert: int


class Hands(Protocol):
    """How the reader does things."""

    def choose_study(self, desk: Desk, study_uid: str) -> None:
        """Turn to this study in the worklist."""

    def compare(self, desk: Desk) -> None:
        """Turn to the comparison."""

    def point_at(self, desk: Desk, place: Place) -> None:
        """Look where this expert looked for this wording."""

    def take(self, desk: Desk, place: Place) -> None:
        """Take this wording into the report."""

    def write(self, desk: Desk, words: str) -> None:
        """Add words at the report's end, and leave it."""

    def undo(self, desk: Desk) -> None:
        """One step back."""

    def redo(self, desk: Desk) -> None:
        """One step forth."""

    def ask_to_sign(self, desk: Desk) -> None:
        """Ask for the sheet before a signature, or for that of an addendum."""

    def agree(self, sheet: QDialog, words: str) -> None:
        """Press the sheet's own button."""

    def export(self, desk: Desk, kind: ExportKind) -> None:
        """Choose an export; a file dialog comes."""


class Mouse:
    """Everything by the mouse; text is typed, of course."""

    def choose_study(self, desk: Desk, study_uid: str) -> None:
        """Click on the study's row."""
        rows = desk.window.worklist.findChild(QListView)
        assert isinstance(rows, QListView)
        places = [rows.model().index(row, 0) for row in range(rows.model().rowCount())]
        index = next(place for place in places if place.data(ROW_ROLE).study_uid == study_uid)
        rows.scrollTo(index)
        QTest.mouseClick(rows.viewport(), LEFT, PLAIN, rows.visualRect(index).center())

    def compare(self, desk: Desk) -> None:
        """Click on the tab."""
        tabs = desk.window.findChild(QTabBar)
        assert isinstance(tabs, QTabBar)
        QTest.mouseClick(tabs, LEFT, PLAIN, tabs.tabRect(1).center())

    def point_at(self, desk: Desk, place: Place) -> None:
        """Move over the expert's letter."""
        view, at = _cell(desk, place)
        QTest.mouseMove(view, at - QPoint(40, 0))
        QTest.mouseMove(view, at)

    def take(self, desk: Desk, place: Place) -> None:
        """Double click on the letter."""
        view, at = _cell(desk, place)
        QTest.mouseDClick(view, LEFT, PLAIN, at)

    def write(self, desk: Desk, words: str) -> None:
        """Click behind the last word and type."""
        edit = desk.window.report.edit
        area = edit.viewport().rect()
        QTest.mouseClick(edit.viewport(), LEFT, PLAIN, area.bottomRight() - QPoint(4, 4))
        QTest.keyClicks(edit, words)
        desk.window.setFocus()

    def undo(self, desk: Desk) -> None:
        """Click on Undo."""
        _click(_button(desk.window.report, "Undo"))

    def redo(self, desk: Desk) -> None:
        """Click on Redo."""
        _click(_button(desk.window.report, "Redo"))

    def ask_to_sign(self, desk: Desk) -> None:
        """Click on Sign or Addendum."""
        names = ("Sign…", "Addendum…")
        button = next(b for b in desk.window.report.findChildren(QAbstractButton) if b.text() in names)
        _click(button)

    def agree(self, sheet: QDialog, words: str) -> None:
        """Click on the button."""
        _click(_button(sheet, words))

    def export(self, desk: Desk, kind: ExportKind) -> None:
        """Click on More, then on the format."""
        more = _button(desk.window.report, "More")

        def choose() -> None:
            menu = QApplication.activePopupWidget()
            expect(isinstance(menu, QMenu), "More opens no menu")
            assert isinstance(menu, QMenu)
            QTest.mouseClick(menu, LEFT, PLAIN, menu.actionGeometry(_entry(menu, kind)).center())

        QTimer.singleShot(200, choose)
        _click(more)


class Keys:
    """Everything by keys: Tab and arrows where a command has no key of its own."""

    def choose_study(self, desk: Desk, study_uid: str) -> None:
        """Next study, until it is this one."""
        for _ in range(len(list(STUDIES.iterdir())) + 1):
            if desk.presenter.worklist.chosen == study_uid:
                return
            QTest.keyClick(desk.window, Qt.Key.Key_N)
        raise WalkFailed("N does not reach the study")

    def compare(self, desk: Desk) -> None:
        """Ctrl+2."""
        QTest.keyClick(desk.window, Qt.Key.Key_2, CONTROL)

    def point_at(self, desk: Desk, place: Place) -> None:
        """Arrows to the wording, J to the expert."""
        rows = desk.window.compare.statements.rows
        before = sum(len(row.shown.wordings) for row in rows[: place.row]) + place.wording
        for _ in range(200):
            QTest.keyClick(desk.window, Qt.Key.Key_Up)
        for _ in range(before):
            QTest.keyClick(desk.window, Qt.Key.Key_Down)
        said = [each.expert for each in rows[place.row].shown.wordings[place.wording].said]
        for _ in range(said.index(place.expert)):
            QTest.keyClick(desk.window, Qt.Key.Key_J)

    def take(self, desk: Desk, place: Place) -> None:
        """A."""
        self.point_at(desk, place)
        QTest.keyClick(desk.window, Qt.Key.Key_A)

    def write(self, desk: Desk, words: str) -> None:
        """E, type, Esc."""
        QTest.keyClick(desk.window, Qt.Key.Key_E)
        edit = desk.window.report.edit
        QTest.keyClick(edit, Qt.Key.Key_End, CONTROL)
        QTest.keyClicks(edit, words)
        QTest.keyClick(edit, Qt.Key.Key_Escape)

    def undo(self, desk: Desk) -> None:
        """Ctrl+Z."""
        QTest.keyClick(desk.window, Qt.Key.Key_Z, CONTROL)

    def redo(self, desk: Desk) -> None:
        """Ctrl+Y."""
        QTest.keyClick(desk.window, Qt.Key.Key_Y, CONTROL)

    def ask_to_sign(self, desk: Desk) -> None:
        """Ctrl+Return."""
        QTest.keyClick(desk.window, Qt.Key.Key_Return, CONTROL)

    def agree(self, sheet: QDialog, words: str) -> None:
        """Tab to the button, Space."""
        _tab_to(sheet, lambda widget: isinstance(widget, QAbstractButton) and widget.text() == words)
        QTest.keyClick(_focused(sheet), Qt.Key.Key_Space)

    def export(self, desk: Desk, kind: ExportKind) -> None:
        """Tab to More, Space, arrows to the format, Return."""
        _tab_to(desk.window, lambda widget: isinstance(widget, QToolButton) and widget.text() == "More")

        def choose() -> None:
            menu = QApplication.activePopupWidget()
            expect(isinstance(menu, QMenu), "Space on More opens no menu")
            assert isinstance(menu, QMenu)
            wanted = _entry(menu, kind)
            for _ in range(len(menu.actions()) + 1):
                if menu.activeAction() is wanted:
                    break
                QTest.keyClick(menu, Qt.Key.Key_Down)
            QTest.keyClick(menu, Qt.Key.Key_Return)

        QTimer.singleShot(200, choose)
        QTest.keyClick(_focused(desk.window), Qt.Key.Key_Space)


HANDS: dict[str, Callable[[], Hands]] = {"mouse": Mouse, "keys": Keys}


@dataclass
class Walk:
    """One walk; pictures go into `folder`, numbered."""

    folder: Path
    hands: Hands
    size: tuple[int, int]
    steps: list[str] = field(default_factory=list)

    def go(self) -> None:
        """From the first study to the archive on another machine."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with self._desk(self.folder / "data") as desk:
            self._report(desk)
        archive, elsewhere = self.folder / "archive.zip", self.folder / "elsewhere"
        run_quietly("export", str(self.folder / "data"), str(archive))
        run_quietly("import", str(elsewhere), str(archive))
        run_quietly("verify", str(elsewhere))
        with self._desk(elsewhere) as desk:
            self.hands.choose_study(desk, CONTRADICTORY)
            self._settle(desk)
            edit = desk.window.report.edit
            expect(edit.isReadOnly() and EDITED.strip() in edit.text, "the imported report is not signed")
            expect(desk.presenter.worklist.state_of(CONTRADICTORY) is StudyState.ADDENDED, "no addendum came")
            self._picture(desk.window, "imported")

    def _report(self, desk: Desk) -> None:
        hands, window = self.hands, desk.window
        hands.choose_study(desk, CONTRADICTORY)
        self._settle(desk)
        self._picture(window, "six-drafts")
        hands.compare(desk)
        until(lambda: bool(window.compare.statements.rows), "the comparison")
        self._settle(desk)
        self._picture(window, "compared")

        rows = window.compare.statements.rows
        against = [index for index, row in enumerate(rows) if row.shown.contradiction]
        expect(bool(against), "no contradiction is marked")
        hands.point_at(desk, _place(rows, against[0], 0))
        self._settle(desk)
        self._picture(window, "contradiction")

        places = four_places(rows)
        for place in places:
            hands.take(desk, place)
        self._settle(desk)
        taken = window.report.edit.text
        expect(len({place.expert for place in places}) >= WANTED_EXPERTS, "fewer than three experts")
        self._picture(window, "four-taken")
        hands.write(desk, EDITED)
        self._settle(desk)
        edited = window.report.edit.text
        expect(edited == taken + EDITED, f"the edit is not there: {edited!r}")
        self._picture(window, "edited")

        steps = 0
        while window.report.edit.text and steps < 100:
            hands.undo(desk)
            steps += 1
        expect(window.report.edit.text == "" and steps > len(places), f"{steps} steps back, text is left")
        self._settle(desk)
        self._picture(window, "undone")
        for _ in range(steps):
            hands.redo(desk)
        expect(window.report.edit.text == edited, "redo does not bring everything back")
        self._settle(desk)
        self._picture(window, "redone")
        self._sign(desk)
        for kind, name in ((ExportKind.PDF, "report.pdf"), (ExportKind.STRUCTURED_REPORT, "report.dcm")):
            self._export(desk, kind, self.folder / name)
        self._picture(window, "exported")

    def _sign(self, desk: Desk) -> None:
        self.hands.ask_to_sign(desk)
        sheet = self._sheet(desk)
        self._picture(sheet, "signing")
        self.hands.agree(sheet, "Sign")
        self._back(desk)
        expect(desk.window.report.edit.isReadOnly(), "the report is not signed")
        self._picture(desk.window, "signed")
        self.hands.ask_to_sign(desk)
        sheet = self._sheet(desk)
        text = sheet.findChild(QPlainTextEdit)
        assert isinstance(text, QPlainTextEdit)
        QTest.keyClicks(text, ADDED)
        for box in sheet.findChildren(QComboBox):
            if not box.currentText():
                box.setEditText("additional information")
        self._picture(sheet, "addendum")
        self.hands.agree(sheet, "Add")
        self._back(desk)
        state = desk.presenter.worklist.state_of(CONTRADICTORY)
        expect(state is StudyState.ADDENDED, f"{state} after an addendum")
        self._picture(desk.window, "addended")

    def _export(self, desk: Desk, kind: ExportKind, file: Path) -> None:
        def answer() -> None:
            dialog = next((w for w in QApplication.topLevelWidgets() if isinstance(w, QFileDialog)), None)
            if dialog is None:
                QTimer.singleShot(100, answer)
                return
            line = dialog.findChild(QLineEdit)
            assert isinstance(line, QLineEdit)
            line.selectAll()
            QTest.keyClicks(line, str(file))
            QTest.keyClick(line, Qt.Key.Key_Return)

        QTimer.singleShot(600, answer)
        self.hands.export(desk, kind)
        self._settle(desk)
        until(file.is_file, f"{file.name} is not written")

    def _sheet(self, desk: Desk) -> QDialog:
        def sheet() -> QDialog | None:
            return next((each for each in desk.window.findChildren(QDialog) if each.isVisible()), None)

        until(lambda: sheet() is not None, "a sheet")
        found = sheet()
        assert found is not None
        return found

    def _back(self, desk: Desk) -> None:
        """After a sheet: a window manager would make the window active again, off screen there is none."""
        desk.window.activateWindow()
        self._settle(desk)

    @contextlib.contextmanager
    def _desk(self, data: Path) -> Iterator[Desk]:
        engine = EngineOpener((DEFAULT_BUNDLE,), "cpu", (BUNDLES,))
        store, archives = StoreOpener(str(data)), no_archives(data)
        desk = assemble(Parts(engine, store, (STUDIES,), Settings(), "Dr. Walker", archives))
        desk.window.resize(*self.size)
        desk.window.show()
        desk.presenter.start(())
        try:
            self._settle(desk)
            desk.window.setFocus()
            yield desk
            desk.window.close()
            until(lambda: not desk.window.isVisible(), "the window closes")
        finally:
            desk.window.close_now()
            desk.end()
            engine.close()

    def _settle(self, desk: Desk) -> None:
        until(lambda: desk.presenter.settled and not desk.lanes.busy, "the desk settles")
        end = time.monotonic() + 0.3  # what is only drawn a moment later
        while time.monotonic() < end:
            QApplication.processEvents()
            time.sleep(0.01)

    def _picture(self, widget: QWidget, name: str) -> None:
        self.steps.append(name)
        file = self.folder / f"{len(self.steps):02d}-{name}.png"
        expect(widget.grab().save(str(file)), f"{file} cannot be written")


def four_places(rows: Sequence[StatementView]) -> list[Place]:
    """Four wordings of four statements, by at least three experts where the panel has so many."""
    chosen: list[Place] = []
    for index, row in enumerate(rows):
        used = {place.expert for place in chosen}
        options = [
            Place(index, number, said.expert)
            for number, wording in enumerate(row.shown.wordings)
            for said in wording.said
        ]
        fresh = [place for place in options if place.expert not in used]
        chosen.append((fresh or options)[0])
    return chosen[:WANTED_SENTENCES]


def run_quietly(*arguments: str) -> None:
    """`python -m app.store ...`; its output only where it fails."""
    heard = io.StringIO()
    with contextlib.redirect_stdout(heard):
        code = store_command(arguments)
    expect(code == 0, f"{' '.join(arguments)}: {heard.getvalue()}")


def _place(rows: Sequence[StatementView], row: int, wording: int) -> Place:
    return Place(row, wording, rows[row].shown.wordings[wording].said[0].expert)


def _cell(desk: Desk, place: Place) -> tuple[StatementView, QPoint]:
    """The statement's widget, scrolled into view, and the middle of the expert's letter on it."""
    table = desk.window.compare.statements
    view, stack = table.rows[place.row], table.findChild(CardStack)
    assert isinstance(stack, CardStack)
    stack.ensureWidgetVisible(view)
    return view, view.letter_place(place.wording, place.expert).toPoint()


def _button(parent: QWidget, text: str) -> QAbstractButton:
    found = [button for button in parent.findChildren(QAbstractButton) if button.text() == text]
    expect(bool(found) and found[0].isVisible(), f"there is no button {text!r} on the screen")
    expect(found[0].isEnabled(), f"{text!r} cannot be pressed")
    return found[0]


def _click(button: QAbstractButton) -> None:
    QTest.mouseClick(button, LEFT)


def _entry(menu: QMenu, kind: ExportKind) -> QAction:
    return next(action for action in menu.actions() if kind.words in action.text())


def _tab_to(window: QWidget, found: Callable[[QWidget], bool]) -> None:
    for _ in range(200):
        focused = window.focusWidget()
        if focused is not None and found(focused):
            return
        QTest.keyClick(focused or window, Qt.Key.Key_Tab)
    raise WalkFailed("Tab does not lead there")


def _focused(window: QWidget) -> QWidget:
    focused = window.focusWidget()
    expect(focused is not None, "nothing has the focus")
    assert focused is not None
    return focused


def main() -> int:
    """Walk, and say where the pictures are."""
    command = argparse.ArgumentParser(prog="python -m tests.app.walk")
    command.add_argument("folder", type=Path)
    command.add_argument("--by", choices=sorted(HANDS), default="mouse")
    command.add_argument("--size", type=window_size, default=(1280, 800))
    options = command.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from app.views.theme import apply_theme

    app = QApplication(sys.argv[:1])
    apply_theme(app)
    walk = Walk(options.folder, HANDS[options.by](), options.size)
    walk.go()
    print(f"{len(walk.steps)} pictures in {options.folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
