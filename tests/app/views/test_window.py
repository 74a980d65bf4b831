"""The window: keys, modes, dropped files, remembered places, and that nothing is cut at 1280x800."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QLabel,
    QLineEdit,
    QListView,
    QPushButton,
    QSplitter,
    QTabBar,
)
from pytestqt.qtbot import QtBot

from app.commands import COMMANDS
from app.messages import (
    RESEARCH_USE,
    EngineShown,
    EngineState,
    ExportKind,
    Notice,
    PanelShown,
    PanelState,
    ProgressShown,
    SkippedRow,
    StudyState,
    TableKind,
    WorklistRow,
)
from app.viewing import StripItem
from app.views.bars import COMPARE, READ
from app.views.states import NoticeBar
from app.views.window import WITH_ARCHIVE, WITH_QUESTIONS, WITH_STUDIES, DeskWindow


@pytest.fixture
def window(qtbot: QtBot, themed: QApplication) -> DeskWindow:
    window = DeskWindow()
    qtbot.addWidget(window, before_close_func=lambda window: window.close_now())
    window.resize(1280, 800)
    window.show()
    qtbot.waitExposed(window)
    return window


def rows(*uids: str) -> list[WorklistRow]:
    return [WorklistRow(uid, f"Patient {uid}", "12 Mar 2024", "Chest PA", StudyState.NEW) for uid in uids]


def columns(window: DeskWindow) -> QSplitter:
    """The splitter between worklist, films and drafts."""
    return next(each for each in window.findChildren(QSplitter) if each.count() == 3)


def visible_texts(window: DeskWindow) -> list[str]:
    return [label.text() for label in window.findChildren(QLabel) if label.isVisible()]


def test_the_label_is_always_on_the_window(window: DeskWindow) -> None:
    assert RESEARCH_USE in visible_texts(window)
    window.show_progress(ProgressShown("Experts write 2 of 6", 2, 6))
    window.show_mode(COMPARE)
    assert RESEARCH_USE in visible_texts(window)


def test_keys_give_their_commands(qtbot: QtBot, window: DeskWindow) -> None:
    given: list[str] = []
    window.command_given.connect(given.append)
    window.setFocus()
    for key in (Qt.Key.Key_J, Qt.Key.Key_K, Qt.Key.Key_N, Qt.Key.Key_P, Qt.Key.Key_A, Qt.Key.Key_Return):
        qtbot.keyClick(window, key)
    assert given == [
        "next_draft",
        "previous_draft",
        "next_study",
        "previous_study",
        "take_sentence",
        "take_draft",
    ]


def test_number_keys_choose_experts(qtbot: QtBot, window: DeskWindow) -> None:
    window.setFocus()
    with qtbot.waitSignal(window.expert_chosen) as told:
        qtbot.keyClick(window, Qt.Key.Key_3)
    assert told.args == [2]


def test_letters_typed_into_the_report_are_text_and_no_commands(qtbot: QtBot, window: DeskWindow) -> None:
    given: list[str] = []
    window.command_given.connect(given.append)
    edit = window.report.edit
    edit.setEnabled(True)
    edit.setFocus()
    qtbot.waitUntil(edit.hasFocus)
    qtbot.keyClicks(edit, "jan 3")
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert edit.text == "jan 3\n"
    assert given == []


def test_no_key_has_two_commands(window: DeskWindow) -> None:
    for mode in (WITH_STUDIES, WITH_QUESTIONS, WITH_ARCHIVE):
        every = [key for command in COMMANDS if command.place in mode for key in command.keys]
        assert sorted(every) == sorted(set(every))
    names = [command.name for command in COMMANDS]
    assert sorted(names) == sorted(set(names))
    assert set(window.viewer.commands) <= set(names)


def test_space_presses_the_button_that_has_the_focus(qtbot: QtBot, window: DeskWindow) -> None:
    window.show_progress(ProgressShown("reading"))
    buttons = [each for each in window.findChildren(QPushButton) if each.text() == "Cancel"]
    (button,) = (each for each in buttons if each.isVisible())
    button.setFocus()
    qtbot.waitUntil(button.hasFocus)
    with qtbot.waitSignal(window.cancel_asked):
        qtbot.keyClick(button, Qt.Key.Key_Space)


def test_compare_keeps_films_and_report_in_sight(window: DeskWindow) -> None:
    window.show_mode(COMPARE)
    assert window.compare.isVisible()
    assert window.viewer.isVisible()
    assert window.report.isVisible()
    assert not window.panel.isVisible()
    window.show_mode(READ)
    assert window.panel.isVisible()
    assert window.worklist.isVisible()


def test_dropped_files_and_folders_are_opened(qtbot: QtBot, window: DeskWindow, tmp_path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path))])
    event = QDropEvent(
        QPointF(10, 10),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    with qtbot.waitSignal(window.paths_opened) as told:
        window.dropEvent(event)
    assert told.args == [[tmp_path]]


def test_columns_remember_their_places(qtbot: QtBot, window: DeskWindow) -> None:
    columns(window).setSizes([250, 700, 330])
    state = window.layout_state()
    other = DeskWindow()
    qtbot.addWidget(other, before_close_func=lambda window: window.close_now())
    other.restore_layout(state)
    other.show()
    QApplication.processEvents()
    assert other.worklist.width() == window.worklist.width() == 250
    assert other.panel.width() == window.panel.width()


def test_a_damaged_layout_is_ignored(window: DeskWindow) -> None:
    window.restore_layout({"window": b"x", "center": b"x", "panel": b"", "body-0": b"\xff", "body-1": b"1,2"})
    assert len(columns(window).sizes()) == 3


@pytest.mark.parametrize("size", [(1280, 800), (2560, 1440)])
def test_every_pane_lies_inside_the_window(window: DeskWindow, size: tuple[int, int]) -> None:
    window.resize(*size)
    QApplication.processEvents()
    window.spread()
    QApplication.processEvents()
    assert (window.width(), window.height()) == size
    for pane in (window.worklist, window.viewer, window.report, window.panel):
        corner = pane.mapTo(window, QPoint(pane.width(), pane.height()))
        assert corner.x() <= window.width()
        assert corner.y() <= window.height()
        assert pane.width() >= pane.minimumSizeHint().width()


def test_at_2560_the_films_get_the_room(window: DeskWindow) -> None:
    window.resize(2560, 1440)
    QApplication.processEvents()
    window.spread()
    QApplication.processEvents()
    assert window.viewer.width() > 0.6 * window.width()


def test_a_chosen_line_is_told_and_a_shown_one_is_not(qtbot: QtBot, window: DeskWindow) -> None:
    chosen: list[str] = []
    window.worklist.study_chosen.connect(chosen.append)
    window.worklist.show_rows(rows("1", "2"), "1", "")
    assert chosen == []
    (studies,) = window.worklist.findChildren(QListView)
    studies.setFocus()
    qtbot.waitUntil(studies.hasFocus)
    qtbot.keyClick(studies, Qt.Key.Key_Down)
    assert chosen == ["2"]


def test_skipped_files_unfold(qtbot: QtBot, window: DeskWindow) -> None:
    window.worklist.show_skipped([SkippedRow("notes.txt", Path("/in"), "This is no DICOM file.")])
    button = next(each for each in window.findChildren(QPushButton) if "1 file was not opened" in each.text())
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert any("notes.txt\nThis is no DICOM file." in text for text in visible_texts(window))


def test_a_notice_is_said_and_can_be_closed(window: DeskWindow) -> None:
    window.show_notice(Notice("The disk is full.", "/data", "Free some space."))
    assert "/data: The disk is full. Free some space." in visible_texts(window)
    window.show_notice(None)
    assert "/data: The disk is full. Free some space." not in visible_texts(window)


def test_progress_shows_a_bar_only_while_something_is_under_way(window: DeskWindow) -> None:
    window.show_progress(ProgressShown("Experts write 2 of 6", 2, 6))
    assert "Experts write 2 of 6" in visible_texts(window)
    window.show_progress(None)
    assert "Experts write 2 of 6" not in visible_texts(window)


def test_the_engine_is_named(qtbot: QtBot, window: DeskWindow) -> None:
    window.show_engine(EngineShown(EngineState.READY, "report-phantom · CPU · PyTorch"))
    # the bar is laid out a moment later
    qtbot.waitUntil(lambda: "report-phantom · CPU · PyTorch" in visible_texts(window))


def test_only_what_works_has_a_tab(window: DeskWindow) -> None:
    (tabs,) = window.findChildren(QTabBar)
    assert [tabs.tabText(index) for index in range(tabs.count())] == [
        "Read",
        "Compare",
        "Questions",
        "Archive",
    ]


def test_closing_asks_first(qtbot: QtBot, window: DeskWindow) -> None:
    with qtbot.waitSignal(window.close_asked):
        window.close()
    assert window.isVisible()
    window.close_now()
    assert not window.isVisible()


def test_escape_in_the_search_ends_the_search_and_nothing_else(qtbot: QtBot, window: DeskWindow) -> None:
    given: list[str] = []
    window.command_given.connect(given.append)
    window.focus_search()
    search = window.findChild(QLineEdit)
    assert isinstance(search, QLineEdit)
    qtbot.keyClicks(search, "roe")
    qtbot.keyClick(search, Qt.Key.Key_Escape)
    assert (search.text(), search.hasFocus(), given) == ("", False, [])
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert given == ["escape"]


def test_enter_in_the_search_asks_for_the_first_study_found(qtbot: QtBot, window: DeskWindow) -> None:
    window.focus_search()
    search = window.findChild(QLineEdit)
    assert isinstance(search, QLineEdit)
    with qtbot.waitSignal(window.search_entered):
        qtbot.keyClick(search, Qt.Key.Key_Return)
    assert not search.hasFocus()


def test_an_empty_worklist_says_why(window: DeskWindow) -> None:
    window.worklist.show_rows((), "", "No study matches the search.")
    assert "No study matches the search." in visible_texts(window)


def test_fifty_films_and_a_long_file_name_widen_nothing(window: DeskWindow) -> None:
    before = window.viewer.minimumSizeHint().width()
    window.viewer.show_strip([StripItem(f"PA {number}", -1) for number in range(50)])
    QApplication.processEvents()
    assert window.viewer.minimumSizeHint().width() == before
    window.worklist.show_skipped(
        [SkippedRow("034_SC_rgb_jpeg_app14_dcmd_and_so_on.dcm", Path("/films"), "This is not a DICOM file.")]
    )
    fold = next(each for each in window.worklist.findChildren(QPushButton) if "not opened" in each.text())
    fold.click()
    QApplication.processEvents()
    label = next(each for each in window.worklist.findChildren(QLabel) if "034" in each.text())
    assert label.minimumSizeHint().width() <= window.worklist.minimumWidth()


def test_what_is_done_is_not_told_in_the_colours_of_a_warning(window: DeskWindow) -> None:
    bars = window.findChildren(NoticeBar)
    for notice, role in ((Notice("Saved.", done=True), "told"), (Notice("The disk is full."), "notice")):
        window.show_notice(notice)
        assert [bar.property("role") for bar in bars if bar.isVisible()] == [role]


def test_a_comparison_too_says_that_the_film_is_unfamiliar(qtbot: QtBot) -> None:
    window = DeskWindow()
    qtbot.addWidget(window)
    window.panel.show_panel(PanelShown(PanelState.READY, unfamiliar="This film is unlike all others."))

    bars = [label for label in window.compare.findChildren(QLabel) if label.text().startswith("This film")]
    assert len(bars) == 1
    assert not bars[0].isHidden()


def test_an_export_without_the_patient_asks_for_a_folder_and_makes_a_new_one_in_it(
    window: DeskWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[object, Path]] = []
    window.export_chosen.connect(lambda kind, path: told.append((kind, path)))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path))
    window.ask_for_target(ExportKind.WITHOUT_PATIENT)
    (tmp_path / "study-without-patient").mkdir()
    window.ask_for_target(ExportKind.WITHOUT_PATIENT)
    names = [path.relative_to(tmp_path).name for _, path in told]
    assert names == ["study-without-patient", "study-without-patient-2"]


def test_a_table_of_all_reviews_gets_its_ending(
    window: DeskWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Path] = []
    window.table_chosen.connect(lambda _, path: told.append(path))
    for name in ("mine", ""):
        given = str(tmp_path / name) if name else ""
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, given=given: (given, ""))
        window.ask_for_table(TableKind.JSONL)
    assert told == [tmp_path / "mine.jsonl"]
