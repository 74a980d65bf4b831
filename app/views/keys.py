"""The desk's keys, and the sheet that shows them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.views.theme import GRID, set_role


@dataclass(frozen=True, slots=True)
class Key:
    """One line of the sheet: `name` is the command's, "" where another widget listens to the keys."""

    group: str
    keys: tuple[str, ...]
    text: str
    name: str = ""


NAMES_WIDTH = 152
PAN_KEY = "H"
"""P goes to the previous study, N to the next; pan is under the middle button anyway."""

KEYS = (
    Key("Drafts", ("J",), "next draft, or expert of a statement", "next_draft"),
    Key("Drafts", ("K",), "previous draft, or expert", "previous_draft"),
    Key("Drafts", ("Down",), "next sentence, or statement", "next_sentence"),
    Key("Drafts", ("Up",), "previous sentence, or statement", "previous_sentence"),
    Key("Drafts", ("1–9",), "map of expert A, B, C …; again takes it away"),
    Key("Drafts", ("Return", "Enter"), "take the draft", "take_draft"),
    Key("Drafts", ("A",), "take the sentence", "take_sentence"),
    Key("Drafts", ("X",), "reject the sentence, or take that back", "reject_sentence"),
    Key("Drafts", ("Ctrl+R",), "read again", "read"),
    Key("Report", ("E",), "edit the report", "edit"),
    Key("Report", ("Ctrl+Z",), "undo", "undo"),
    Key("Report", ("Ctrl+Shift+Z", "Ctrl+Y"), "redo", "redo"),
    Key("Report", ("Ctrl+S",), "save now", "save"),
    Key("Report", ("Ctrl+Return", "Ctrl+Enter"), "sign, or add to a signed report", "sign"),
    Key("Report", ("Esc",), "leave the text or the search, or cancel the reading", "escape"),
    Key("Films", ("W",), "window tool"),
    Key("Films", ("Z",), "zoom tool"),
    Key("Films", (PAN_KEY,), "pan tool"),
    Key("Films", ("I",), "invert"),
    Key("Films", ("F",), "fit"),
    Key("Films", ("R",), "reset"),
    Key("Films", ("Space",), "overlay on or off"),
    Key("Films", ("Mouse",), "right drag: window; middle drag: pan; wheel: zoom; double click: fit"),
    Key("Desk", ("N",), "next study", "next_study"),
    Key("Desk", ("P",), "previous study", "previous_study"),
    Key("Desk", ("Ctrl+O",), "open films or a panel", "open"),
    Key("Desk", ("Ctrl+F",), "search studies; Enter opens the first", "search"),
    Key("Desk", ("Ctrl+1",), "read", "mode_read"),
    Key("Desk", ("Ctrl+2",), "compare", "mode_compare"),
    Key("Desk", ("T",), "compare all drafts, or two", "compare_other"),
    Key("Desk", ("[",), "worklist away and back", "fold_worklist"),
    Key("Desk", ("]",), "panel away and back", "fold_panel"),
    Key("Desk", ("?",), "this sheet", "help"),
)


class KeySheet(QDialog):
    """All keys on one page."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keys")
        columns = QHBoxLayout()
        columns.setSpacing(10 * GRID)
        groups = [(name, list(keys)) for name, keys in groupby(KEYS, key=lambda key: key.group)]
        for half in (groups[:2], groups[2:]):
            column = QVBoxLayout()
            column.setSpacing(6 * GRID)
            for name, keys in half:
                column.addLayout(_group(name, keys))
            column.addStretch()
            columns.addLayout(column)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6 * GRID, 6 * GRID, 6 * GRID, 6 * GRID)
        layout.addLayout(columns)


def _group(name: str, keys: list[Key]) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(4 * GRID)
    grid.setVerticalSpacing(GRID)
    grid.setColumnMinimumWidth(0, NAMES_WIDTH)
    grid.setColumnStretch(1, 1)
    title = QLabel(name.upper())
    set_role(title, "title")
    grid.addWidget(title, 0, 0, 1, 2)
    for row, key in enumerate(keys, start=1):
        names = QLabel(" or ".join(key.keys))
        names.setFixedHeight(20)
        set_role(names, "badge")
        grid.addWidget(names, row, 0, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        text = QLabel(key.text)
        text.setWordWrap(len(key.text) > 44)
        text.setMinimumWidth(260 if len(key.text) > 44 else 0)
        grid.addWidget(text, row, 1)
    return grid
