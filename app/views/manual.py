"""The help window: contents and search beside the page. Everything comes from files that are shipped."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QKeySequence, QShortcut, QTextDocument, QTextTable
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSplitter,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from app.language import tr
from app.manual import Page, search
from app.views.keys import KeyMap
from app.views.theme import GRID, colour, px, set_role

SIZE = (920, 680)
LIST_SHARE = 0.3


class HelpBrowser(QTextBrowser):
    """Shows Markdown; a link is told, never followed, so that nothing is fetched."""

    def loadResource(self, kind: int, name: QUrl | str) -> None:  # noqa: N802 (Qt's)
        """Qt's; pages have no pictures and no styles of their own."""
        return


class HelpWindow(QWidget):
    """A window of its own, so that it can stand beside the desk. Pages are read anew when keys change."""

    def __init__(self, pages: Callable[[], Sequence[Page]], keys: KeyMap, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Consilium help"))
        self.setObjectName("help")
        self._read = pages
        self._pages = tuple(pages())
        self._past: list[str] = []
        self._name = ""
        self._line = QLineEdit()
        self._line.setPlaceholderText(tr("Search the help"))
        self._line.setAccessibleName(tr("search the help"))
        self._line.setClearButtonEnabled(True)
        self._line.textChanged.connect(self._list_pages)
        self._line.returnPressed.connect(self._open_first)
        self._contents = QListWidget()
        self._contents.setWordWrap(True)
        self._contents.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._contents.setAccessibleName(tr("contents"))
        self._contents.currentItemChanged.connect(self._chosen)
        self._back = QPushButton(tr("Back"))
        set_role(self._back, "quiet")
        self._back.clicked.connect(self._go_back)
        self._browser = HelpBrowser()
        self._browser.setOpenLinks(False)
        self._browser.anchorClicked.connect(self._follow)
        set_role(self._browser, "report")
        keys.changed.connect(self._renew)
        self._lay_out()
        self._list_pages("")
        self.open_page(self._pages[0].name)

    @property
    def page(self) -> str:
        """The name of the page that is shown."""
        return self._name

    @property
    def text(self) -> str:
        """What the page says, without markup."""
        return self._browser.toPlainText()

    def open_page(self, name: str) -> None:
        """Show a page; a name that there is not changes nothing."""
        page = next((each for each in self._pages if each.name == name), None)
        if page is None or name == self._name:
            return
        if self._name:
            self._past.append(self._name)
        self._show(page)

    def focus_search(self) -> None:
        """Let the reader type what to look for."""
        self._line.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _show(self, page: Page) -> None:
        self._name = page.name
        self._browser.setMarkdown(page.text)
        calm_tables(self._browser.document())
        self._browser.setAccessibleName(page.title)
        self._back.setEnabled(bool(self._past))
        self._mark(page.name)
        if word := self._line.text().split()[:1]:
            self._browser.find(word[0])

    def _mark(self, name: str) -> None:
        self._contents.blockSignals(True)
        for row in range(self._contents.count()):
            item = self._contents.item(row)
            if item.data(Qt.ItemDataRole.UserRole) == name:
                self._contents.setCurrentItem(item)
        self._contents.blockSignals(False)

    def _list_pages(self, wanted: str) -> None:
        self._contents.blockSignals(True)
        self._contents.clear()
        if wanted.strip():
            for found in search(self._pages, wanted):
                self._add(f"{found.page.title}\n{found.excerpt}", found.page)
            if not self._contents.count():
                nothing = QListWidgetItem(tr("Nothing found. Try one word."), self._contents)
                nothing.setFlags(Qt.ItemFlag.NoItemFlags)
        else:
            for page in self._pages:
                self._add(page.title, page)
        self._contents.blockSignals(False)
        self._mark(self._name)

    def _add(self, text: str, page: Page) -> None:
        item = QListWidgetItem(text, self._contents)
        item.setData(Qt.ItemDataRole.UserRole, page.name)

    def _chosen(self, item: QListWidgetItem | None) -> None:
        if item is not None and isinstance(item.data(Qt.ItemDataRole.UserRole), str):
            self.open_page(item.data(Qt.ItemDataRole.UserRole))

    def _open_first(self) -> None:
        self._chosen(self._contents.item(0))

    def _follow(self, link: QUrl) -> None:
        """A link to another page is followed; there are no others, and none would be."""
        if not link.scheme():
            self.open_page(link.path().removesuffix(".md"))

    def _go_back(self) -> None:
        if self._past:
            name = self._past.pop()
            self._show(next(page for page in self._pages if page.name == name))

    def _renew(self) -> None:
        self._pages = tuple(self._read())
        self._show(next(page for page in self._pages if page.name == self._name))

    def _lay_out(self) -> None:
        side = QWidget()
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 2 * GRID, 0)
        column.addWidget(self._line)
        column.addWidget(self._contents, 1)
        right = QWidget()
        page = QVBoxLayout(right)
        page.setContentsMargins(2 * GRID, 0, 0, 0)
        page.addWidget(self._back, 0, Qt.AlignmentFlag.AlignLeft)
        page.addWidget(self._browser, 1)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(side)
        split.addWidget(right)
        split.setChildrenCollapsible(False)
        split.setHandleWidth(1)
        room = self.screen().availableGeometry()
        width, height = min(px(SIZE[0]), room.width()), min(px(SIZE[1]), room.height())
        self.resize(width, height)
        split.setSizes([round(width * LIST_SHARE), round(width * (1 - LIST_SHARE))])
        layout = QHBoxLayout(self)
        layout.setContentsMargins(3 * GRID, 3 * GRID, 3 * GRID, 3 * GRID)
        layout.addWidget(split)
        for key, do in (("Esc", self.close), ("Alt+Left", self._go_back), ("Ctrl+F", self.focus_search)):
            QShortcut(QKeySequence(key), self).activated.connect(do)


def calm_tables(document: QTextDocument) -> None:
    """Tables with thin dark lines and room around their words; Markdown says nothing of that."""
    for frame in document.rootFrame().childFrames():
        if isinstance(frame, QTextTable):
            form = frame.format().toTableFormat()
            form.setBorderBrush(colour("edge"))
            form.setBorderCollapse(True)
            form.setCellPadding(GRID)
            form.setTopMargin(GRID)
            form.setBottomMargin(2 * GRID)
            frame.setFormat(form)
