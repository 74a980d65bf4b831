"""A prior beside the current study: the line that offers it, and its own frame, caption and film.

Nobody may take one film for the other: the prior stands in a broken frame of a colour that nothing else has,
and both films carry a caption with the word and the day.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.language import tr
from app.viewing import BarShown, FilmShown, PriorOffered, PriorShown, StripItem, Tool
from app.views.film import FilmPane
from app.views.keys import tip_with_key
from app.views.labels import ElidedLabel, plain_label, plain_tip
from app.views.theme import GRID, icon, set_role

OWN_TOOLS = frozenset({Tool.WINDOW, Tool.ZOOM, Tool.PAN})
"""What works on a prior; every other tool belongs to the current study."""


class PriorOffer(QFrame):
    """One line above the films: which prior there is; away where there is none, or where one is shown."""

    asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "prior-offer")
        self._text = ElidedLabel("prior")
        self._show = QPushButton(tr("Show beside"))
        set_role(self._show, "quiet")
        self._show.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._show.clicked.connect(self.asked)
        tip_with_key(self._show, tr("Show the newest prior beside the film"), "prior")
        row = _row(self)
        row.addWidget(self._text)
        row.addWidget(self._show)
        row.addStretch(1)
        self.hide()

    def show_prior(self, shown: PriorShown) -> None:
        """Offer the newest."""
        if shown.offers:
            newest, more = shown.offers[0], len(shown.offers) - 1
            text = tr("Prior: {day}, {interval}", day=newest.day, interval=newest.interval)
            self._text.show_text(text + (tr(" and {count} more", count=more) if more else ""))
            self._text.setToolTip(plain_tip(newest.grounds))
        self.setVisible(bool(shown.offers) and shown.beside is None)


class CurrentCaption(QFrame):
    """Says which film is the current one, as long as another stands beside it, and lets a view be chosen."""

    film_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "current-caption")
        self._words = _CaptionWords("current", self)
        self._films: list[QToolButton] = []
        self._row = _row(self)
        self._row.addWidget(self._words, 1)
        self.hide()

    def show_prior(self, shown: PriorShown) -> None:
        """The caption of the current study."""
        self._words.show_words(tr("CURRENT"), shown.current, "")
        self.setVisible(shown.beside is not None)

    def show_films(self, items: Sequence[StripItem]) -> None:
        """The films of the study, to choose one."""
        while len(self._films) > len(items):
            self._films.pop().deleteLater()
        while len(self._films) < len(items):
            button = QToolButton(self)
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(partial(self.film_chosen.emit, len(self._films)))
            self._films.append(button)
            self._row.addWidget(button)
        for button, item in zip(self._films, items, strict=True):
            button.setText(item.label)
            button.setChecked(item.place >= 0)


class PriorPane(QFrame):
    """The prior's film in its frame. An `app.viewing.ViewerView` of one place, for a presenter of its own."""

    chosen = Signal(int)
    link_toggled = Signal()
    closed = Signal()
    reshaped = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, "prior-frame")
        self.setAccessibleName(tr("prior"))
        self.pane = FilmPane(self)
        self.shape = 1.0  # width over height of the film
        self._words = _CaptionWords("prior", self)
        self._offers: tuple[PriorOffered, ...] = ()
        self._menu = QMenu(self)
        self._menu.triggered.connect(lambda action: self.chosen.emit(action.data()))
        self._choice = self._button("", tr("Choose another prior"), "")
        self._choice.setMenu(self._menu)
        self._choice.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._link = self._button("link", tr("Link window, zoom and pan"), "link")
        self._link.setCheckable(True)
        self._link.clicked.connect(self.link_toggled)
        close = self._button("", tr("Take the prior away"), "prior")
        close.setText("×")
        close.clicked.connect(self.closed)
        head = QFrame(self)
        set_role(head, "prior-caption")
        row = _row(head)
        row.addWidget(self._words, 1)
        row.addWidget(self._choice)
        row.addWidget(self._link)
        row.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(head)
        column.addWidget(self.pane, 1)
        self.hide()

    def show_prior(self, shown: PriorShown) -> None:
        """The caption above the film; the frame is away where no prior stands beside."""
        self.setVisible(shown.beside is not None)
        if shown.beside is None:
            return
        beside = shown.beside
        how = tr("same scale") if shown.in_millimetres else tr("linked by film size")
        parts = (beside.interval, shown.message or (how if shown.linked else tr("not linked")))
        self._words.show_words(tr("PRIOR"), beside.day, " · ".join(parts))
        self._words.setToolTip(plain_tip(f"{beside.description}\n{beside.grounds}".strip()))
        self._show_choice(shown)
        self._link.setChecked(shown.linked)

    # app.viewing.ViewerView

    def show_places(self, count: int) -> None:
        """See `ViewerView`; there is one."""

    def show_film(self, place: int, shown: FilmShown) -> None:
        """See `ViewerView`."""
        if shown.tones is not None and self.shape != shown.tones.shape:
            self.shape = shown.tones.shape
            self.reshaped.emit()
        self.pane.show_film(shown)

    def show_bar(self, shown: BarShown) -> None:
        """See `ViewerView`; the bar itself is the current study's."""
        self.pane.show_tool(shown.tool if shown.tool in OWN_TOOLS else Tool.WINDOW, shown.probing)

    def show_strip(self, items: Sequence[StripItem]) -> None:
        """See `ViewerView`; there is one film."""

    def _show_choice(self, shown: PriorShown) -> None:
        if shown.offers != self._offers:
            self._offers = shown.offers
            self._menu.clear()
            for index, offer in enumerate(shown.offers):
                action = self._menu.addAction(offer_line(offer))
                action.setCheckable(True)
                action.setData(index)
        for index, action in enumerate(self._menu.actions()):
            action.setChecked(index == shown.chosen)
        self._choice.setVisible(len(shown.offers) > 1)

    def _button(self, sign: str, tip: str, command: str) -> QToolButton:
        button = QToolButton(self)
        if sign:
            button.setIcon(icon(sign))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setAccessibleName(tip)
        set_role(button, "icon")
        if command:
            tip_with_key(button, tip, command)
        else:
            button.setToolTip(plain_tip(tip))
        return button


class _CaptionWords(QWidget):
    """A word and a day, and below them a line that may be cut. Where there is no room for the day beside the
    word, it begins the line: half a date is another date."""

    def __init__(self, role: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._word, self._day, self._rest = "", "", ""
        self._title = plain_label(role)
        self._title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._more = ElidedLabel("muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addStretch(1)
        column.addWidget(self._title)
        column.addWidget(self._more)
        column.addStretch(1)

    def show_words(self, word: str, day: str, more: str) -> None:
        """Show these."""
        self._word, self._day, self._rest = word, day, more
        self.setMinimumWidth(self._title.fontMetrics().horizontalAdvance(word) + 2)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        whole = f"{self._word}   {self._day}"
        if self._title.fontMetrics().horizontalAdvance(whole) <= self.width():
            self._title.setText(whole)
            self._more.show_text(self._rest or " ")  # both captions are equally high
        else:
            self._title.setText(self._word)
            self._more.show_text(" · ".join(part for part in (self._day, self._rest) if part))


def offer_line(offer: PriorOffered) -> str:
    """A prior in the list of several."""
    return ", ".join(part for part in (offer.day, offer.interval, offer.description) if part)


def _row(frame: QFrame) -> QHBoxLayout:
    """As high as its words are, whatever their size."""
    frame.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
    row = QHBoxLayout(frame)
    row.setContentsMargins(2 * GRID, GRID, GRID, GRID)
    row.setSpacing(GRID)
    return row
