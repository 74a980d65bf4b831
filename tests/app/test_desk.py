"""The desk walked through as a reader would: real window, real films, real database; the engine stands in.

The last test does it once more with the shipped bundle, where there is one.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from app.__main__ import DEFAULT_BUNDLE, Desk, Parts, assemble, has_display, parser, window_size
from app.closing import Closing
from app.messages import PanelState, StudyState
from app.opening import StoreOpener
from app.ports import OpenEngine, Store
from app.settings import Settings
from app.store.errors import StoreFull
from app.views.signing import SigningSheet
from engine.errors import BundleMissing
from engine.resources import BUNDLES, STUDIES
from tests.app.archive_fakes import no_archives
from tests.app.desk_fakes import BrokenStore, FakeEngine

CHECKOUT = Path(__file__).resolve().parents[2]
NONE = Qt.KeyboardModifier.NoModifier
HARMLESS = "This plugin does not support propagateSizeHints()"
WAIT = 60_000  # milliseconds; the machine may be busy


@dataclass
class Visit:
    """Desks that were opened in one test; each is closed at its end."""

    qtbot: QtBot
    data: Path
    desks: list[Desk] = field(default_factory=list)

    def open(self, engine: OpenEngine, store: Callable[[], Store] | None = None, *paths: Path) -> Desk:
        """A window on the same data."""
        opener = store or StoreOpener(str(self.data))
        archives = no_archives(self.data)
        desk = assemble(Parts(engine, opener, (STUDIES,), Settings(), "Dr. Test", archives))
        self.desks.append(desk)
        desk.window.resize(1280, 800)
        desk.window.show()
        desk.presenter.start(paths)
        return desk

    def until(self, holds: Callable[[], bool]) -> None:
        """Let the desk work until this holds."""
        self.qtbot.waitUntil(holds, timeout=WAIT)

    def settle(self, desk: Desk) -> None:
        """Let the desk work until nothing is under way."""
        self.until(lambda: desk.presenter.settled and not desk.lanes.busy)

    def close(self, desk: Desk) -> None:
        """Close as the reader does, and let go of everything."""
        desk.window.close()
        self.until(lambda: not desk.window.isVisible())
        assert desk.end()
        self.desks.remove(desk)


def press(widget: QWidget, key: Qt.Key, modifier: Qt.KeyboardModifier = NONE) -> None:
    """One key on a widget."""
    QTest.keyClick(widget, key, modifier)


def fake_engine(*_: object) -> FakeEngine:
    return FakeEngine()


def no_engine(*_: object) -> FakeEngine:
    raise BundleMissing("There is no bundle here.")


@pytest.fixture
def visit(qtbot: QtBot, themed: QApplication, tmp_path: Path) -> Iterator[Visit]:
    if not STUDIES.is_dir():
        pytest.skip("resources/studies is not there; `python -m training phantoms` makes its studies")
    visit = Visit(qtbot, tmp_path / "data")
    yield visit
    for desk in visit.desks:
        desk.window.close_now()
        desk.end()


def brightness(image: QImage) -> float:
    """Mean grey of a picture, 0..255."""
    small = image.convertToFormat(QImage.Format.Format_Grayscale8).scaled(64, 64)
    data = bytes(small.constBits())
    return sum(data) / len(data)


def test_a_reader_opens_reads_compares_edits_closes_and_finds_the_review_again(visit: Visit) -> None:
    desk = visit.open(fake_engine)
    window = desk.window
    visit.settle(desk)
    assert [card.expert for card in window.panel.cards] == [0, 4, 1, 3, 2, 5]
    plain = brightness(window.viewer.grab().toImage())
    assert plain > 5  # films are there

    window.setFocus()
    press(window, Qt.Key.Key_1)
    assert brightness(window.viewer.grab().toImage()) != plain  # an expert's map lies on them
    press(window, Qt.Key.Key_Space)
    press(window, Qt.Key.Key_Space)

    press(window, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    visit.until(lambda: window.compare.isVisible())
    press(window, Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)

    press(window, Qt.Key.Key_Return)  # take the elected draft
    row = window.panel.cards[2].rows[2]
    place = QPoint(row.width() - 14, row.height() // 2)
    visit.qtbot.mouseClick(row, Qt.MouseButton.LeftButton, pos=place)
    press(window, Qt.Key.Key_E)
    window.report.edit.moveCursor(QTextCursor.MoveOperation.End)
    visit.qtbot.keyClicks(window.report.edit, " No rib fracture.")
    expected = (
        "The heart is mildly enlarged. There is a small left pleural effusion. No pneumothorax. "
        "No focal consolidation. No rib fracture."
    )
    assert window.report.edit.text == expected
    study_uid = desk.presenter.worklist.chosen
    visit.close(desk)

    again = visit.open(fake_engine)
    visit.settle(again)
    again.presenter.worklist.choose(study_uid)
    visit.settle(again)
    assert again.window.report.edit.text == expected
    assert again.presenter.worklist.state_of(study_uid) is StudyState.DRAFT
    press(again.window.report.edit, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert again.window.report.edit.text == expected.removesuffix(" No rib fracture.")
    visit.close(again)


def test_with_the_keys_alone_statements_are_compared_taken_and_rejected_and_the_report_is_signed(
    visit: Visit,
) -> None:
    desk = visit.open(fake_engine)
    window = desk.window
    visit.settle(desk)
    window.setFocus()
    press(window, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    table = window.compare.statements
    visit.until(lambda: bool(table.rows))
    visit.settle(desk)
    assert any(row.shown.contradiction for row in table.rows)

    press(window, Qt.Key.Key_Down)
    press(window, Qt.Key.Key_A)
    press(window, Qt.Key.Key_Down)
    press(window, Qt.Key.Key_X)
    wordings = [wording for row in table.rows for wording in row.shown.wordings]
    assert (wordings[0].taken, wordings[1].rejected) == (True, True)
    text = window.report.edit.text
    assert text == "".join(piece.text for piece in wordings[0].pieces)
    for _ in range(2):
        press(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.report.edit.text == ""
    for _ in range(2):
        press(window, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert window.report.edit.text == text

    press(window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    visit.until(lambda: window.findChild(SigningSheet) is not None)
    sheet = window.findChild(SigningSheet)
    assert isinstance(sheet, SigningSheet)
    press(sheet, Qt.Key.Key_Return)  # the default button signs
    visit.settle(desk)
    assert window.report.edit.isReadOnly()
    study_uid = desk.presenter.worklist.chosen
    visit.close(desk)

    again = visit.open(fake_engine)
    visit.settle(again)
    again.presenter.worklist.choose(study_uid)
    visit.settle(again)
    assert again.window.report.edit.isReadOnly()
    assert again.window.report.edit.text == text
    assert again.presenter.worklist.state_of(study_uid) is StudyState.SIGNED
    visit.close(again)


def test_the_next_study_comes_with_its_own_films_and_report(visit: Visit) -> None:
    desk = visit.open(fake_engine)
    visit.settle(desk)
    first = desk.presenter.worklist.chosen
    visit.qtbot.keyClicks(desk.window.report.edit, "About the first.")
    desk.window.setFocus()
    press(desk.window, Qt.Key.Key_N)
    visit.settle(desk)
    assert desk.presenter.worklist.chosen != first
    assert desk.window.report.edit.text == ""
    press(desk.window, Qt.Key.Key_P)
    assert desk.window.report.edit.text == "About the first."
    visit.close(desk)


def test_cancel_stops_a_reading_and_the_desk_goes_on(visit: Visit) -> None:
    engine = FakeEngine(gated=True)
    desk = visit.open(lambda *_: engine)
    visit.until(lambda: bool(engine.studies))
    desk.window.setFocus()
    press(desk.window, Qt.Key.Key_Escape)
    visit.settle(desk)
    assert desk.presenter.panel.why_no_panel == f"No drafts: {PanelState.CANCELLED.value}."
    visit.close(desk)


def test_closing_during_a_reading_ends_it_and_keeps_the_database_whole(visit: Visit) -> None:
    engine = FakeEngine(gated=True)
    desk = visit.open(lambda *_: engine)
    visit.until(lambda: bool(engine.studies) and desk.window.report.edit.isEnabled())
    visit.qtbot.keyClicks(desk.window.report.edit, "Written meanwhile.")
    study_uid = desk.presenter.worklist.chosen
    started = time.monotonic()
    visit.close(desk)
    assert time.monotonic() - started < 10
    store = StoreOpener(str(visit.data))()
    assert store.open_review(study_uid).review.text == "Written meanwhile."
    assert store.latest_panel(study_uid) is None  # no late result was written
    store.close()


def test_without_a_model_a_review_can_be_written(visit: Visit) -> None:
    desk = visit.open(no_engine)
    visit.settle(desk)
    visit.until(lambda: desk.window.report.edit.isEnabled())
    visit.qtbot.keyClicks(desk.window.report.edit, "By hand.")
    study_uid = desk.presenter.worklist.chosen
    visit.close(desk)
    store = StoreOpener(str(visit.data))()
    assert store.open_review(study_uid).review.text == "By hand."
    store.close()


def test_closing_while_the_store_fails_asks_and_loses_nothing(visit: Visit) -> None:
    from app.store.store import Store as RealStore

    broken = BrokenStore(RealStore("sqlite://"))
    desk = visit.open(no_engine, lambda: broken)
    visit.settle(desk)
    broken.error = StoreFull("The disk is full.")
    visit.qtbot.keyClicks(desk.window.report.edit, "Precious.")
    desk.window.close()
    visit.until(lambda: bool(desk.window.findChildren(QMessageBox)))
    assert desk.window.isVisible()
    assert desk.window.report.edit.text == "Precious."
    closing = desk.window.findChild(Closing)
    assert closing is not None
    closing.keep_copy(visit.data.with_name("no-such-folder") / "copy.txt")
    assert desk.window.isVisible()
    copy = visit.data.with_name("copy.txt")
    closing.keep_copy(copy)
    assert "Precious." in copy.read_text(encoding="utf-8")
    assert not desk.window.isVisible()


def test_the_window_comes_without_what_only_models_and_reviews_need() -> None:
    code = (
        "import sys\n"
        "from PySide6.QtWidgets import QApplication\n"
        "from pathlib import Path\n"
        "from app.__main__ import Parts, archive_parts, assemble\n"
        "from app.archives.book import Book, BookFile\n"
        "from app.settings import Settings\n"
        "from app.views.theme import apply_theme\n"
        "app = QApplication([]); apply_theme(app)\n"
        "archives = archive_parts(Settings(), Book(), BookFile(Path('none')), Path('no such folder'))\n"
        "desk = assemble(Parts(lambda c, p: None, lambda: None, (), Settings(), 'x', archives))\n"
        "desk.window.show(); app.processEvents()\n"
        "heavy = {'torch', 'timm', 'transformers', 'onnxruntime', 'sqlalchemy', 'scipy', 'pydicom'}\n"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)\n"
        "desk.window.close_now(); desk.end()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=CHECKOUT, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr


def test_a_screenshot_is_taken_when_the_first_study_is_read_and_says_what_was_voted(
    visit: Visit, capsys: pytest.CaptureFixture[str]
) -> None:
    from app.__main__ import photograph

    desk = visit.open(fake_engine)
    file = visit.data / "shot.png"
    assert photograph(QApplication.instance(), desk, file) == 0  # type: ignore[arg-type]
    said = capsys.readouterr().out
    assert "Draft A, elected of 6 (5 distinct), vote 4.2" in said
    assert "The heart is mildly enlarged." in said
    assert QImage(str(file)).size().toTuple() == (1280, 800)


@pytest.mark.parametrize(
    ("platform", "environment", "seen"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {"DISPLAY": ":0", "QT_QPA_PLATFORM": "offscreen"}, False),
        ("darwin", {}, True),
        ("win32", {}, True),
    ],
)
def test_a_display_is_looked_for_only_where_there_may_be_none(
    platform: str, environment: dict[str, str], seen: bool
) -> None:
    assert has_display(platform, environment) is seen


def test_the_command_line_says_what_is_wrong_with_a_size(capsys: pytest.CaptureFixture[str]) -> None:
    assert window_size("1280x800") == (1280, 800)
    with pytest.raises(SystemExit) as stopped:
        parser().parse_args(["--size", "large"])
    assert stopped.value.code == 2
    assert "1280x800" in capsys.readouterr().err


def run_desk(*arguments: object) -> subprocess.CompletedProcess[str]:
    """`python -m app` in a process of its own, without a display."""
    environment = {name: value for name, value in os.environ.items() if name not in _DISPLAYS}
    command = [sys.executable, "-m", "app", *map(str, arguments)]
    return subprocess.run(
        command, cwd=CHECKOUT, env=environment, capture_output=True, text=True, timeout=250, check=False
    )


_DISPLAYS = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}


def sample_study() -> Path:
    """A phantom's folder."""
    studies = sorted(STUDIES.glob("phantom-*"))
    if not studies:
        pytest.skip("resources/studies holds no phantom; `python -m training phantoms` makes its studies")
    return studies[0]


def test_without_a_display_the_desk_reads_off_screen_saves_a_picture_and_says_so(tmp_path: Path) -> None:
    from tests.engine.tiny_bundle import write_tiny_bundle

    write_tiny_bundle(tmp_path)
    file = tmp_path / "desk.png"
    done = run_desk(
        sample_study(),
        "--bundle",
        tmp_path / "tiny",
        "--data",
        tmp_path,
        "--screenshot",
        file,
        "--size",
        "1280x800",
    )
    assert done.returncode == 0, done.stderr
    assert "rendered off screen" in done.stdout
    assert "elected of 3" in done.stdout
    assert "Research use. Not a medical device." in done.stdout
    assert QImage(str(file)).size().toTuple() == (1280, 800)
    assert done.stderr.strip() in {"", HARMLESS}


def test_a_screenshot_without_a_model_says_why_there_is_no_report_and_what_was_not_opened(
    tmp_path: Path,
) -> None:
    file = tmp_path / "desk.png"
    done = run_desk(
        sample_study(),
        tmp_path / "missing.dcm",
        "--bundle",
        tmp_path / "none",
        "--data",
        tmp_path,
        "--screenshot",
        file,
        "--size",
        "1280x800",
    )
    assert done.returncode == 1
    assert "No model here." in done.stdout
    assert f"Not opened: {tmp_path / 'missing.dcm'}: " in done.stdout
    assert file.is_file()


def test_the_shipped_bundle_reads_a_sample_study(tmp_path: Path) -> None:
    if not (BUNDLES / DEFAULT_BUNDLE).is_dir():
        pytest.skip(f"{DEFAULT_BUNDLE} is not in resources/bundles; `python -m training fit` makes it")
    done = run_desk(sample_study(), "--data", tmp_path, "--screenshot", tmp_path / "desk.png")
    assert done.returncode == 0, done.stderr
    assert "elected of" in done.stdout
