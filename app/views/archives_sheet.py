"""The sheet of archives: their list, the fields of one, its test, and the cache of retrieved studies."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFileDialog,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QMessageBox,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.archives.shown import BookShown, Fields
from app.language import tr
from app.messages import Notice
from app.settings import LARGEST_CACHE_GIB
from app.views.labels import plain_label
from app.views.states import NoticeBar
from app.views.theme import GRID, px, set_role

WIDTH, HEIGHT, LIST_WIDTH, LIMIT_WIDTH = 860, 640, 200, 96
AUTHS = ("none", "basic", "bearer")


class ArchivesSheets(QObject):
    """See `app.archives.shown.BookView`: one sheet at most, which says what the reader does in it."""

    edited = Signal(str)
    saved = Signal(object)
    removed = Signal()
    tested = Signal(object)
    closed = Signal()
    cache_limited = Signal(int)
    cache_cleared = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.sheet: ArchivesSheet | None = None

    def show_book(self, shown: BookShown) -> None:
        """Show these archives and fields."""
        if self.sheet is None:
            sheet = self.sheet = ArchivesSheet(self._window)
            sheet.edited.connect(self.edited)
            sheet.saved.connect(self.saved)
            sheet.removed.connect(self.removed)
            sheet.tested.connect(self.tested)
            sheet.cache_limited.connect(self.cache_limited)
            sheet.cache_cleared.connect(self.cache_cleared)
            sheet.finished.connect(self._finished)
            sheet.show_book(shown)
            sheet.open()
            return
        self.sheet.show_book(shown)

    def show_secret(self, text: str) -> None:
        """Say whether a password is kept; the fields stay as they are."""
        if self.sheet is not None:
            self.sheet.show_secret(text)

    def show_cache(self, text: str, can_clear: bool) -> None:
        """Say how much was retrieved and lies here; the fields stay as they are."""
        if self.sheet is not None:
            self.sheet.show_cache(text, can_clear)

    def say(self, notice: Notice | None, busy: bool = False) -> None:
        """Say in the sheet how a test or a change went; `busy` while one is under way."""
        if self.sheet is not None:
            self.sheet.say(notice, busy)

    def _finished(self) -> None:
        self.sheet = None
        self.closed.emit()


class ArchivesSheet(QDialog):
    """The archives at the left, the fields of one at the right."""

    edited = Signal(str)
    saved = Signal(object)
    removed = Signal()
    tested = Signal(object)
    cache_limited = Signal(int)
    cache_cleared = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Archives"))
        self._list = QListWidget()
        self._notice = NoticeBar()
        self._form = ArchiveForm()
        self._cache = plain_label("muted")
        self._limit = QSpinBox()
        self.add = _button(tr("Add"))
        self.remove = _button(tr("Remove"))
        self.test = _button(tr("Test"))
        self.save = _button(tr("Save"))
        self.clear = _button(tr("Clear…"))
        self._lay_out()
        self._connect()

    @property
    def said(self) -> str:
        """What stands in the sheet's bar."""
        return self._notice.said

    @property
    def form(self) -> ArchiveForm:
        """The fields."""
        return self._form

    @property
    def cache_text(self) -> str:
        """What is said of the cache."""
        return self._cache.text()

    def show_book(self, shown: BookShown) -> None:
        """Show these archives and fields."""
        self._list.blockSignals(True)
        self._list.clear()
        self._list.addItems(shown.names)
        if shown.editing in shown.names:
            self._list.setCurrentRow(shown.names.index(shown.editing))
        else:
            self._list.setCurrentRow(-1)
        self._list.blockSignals(False)
        self._limit.blockSignals(True)
        self._limit.setValue(shown.limit_gib)
        self._limit.blockSignals(False)
        self.remove.setEnabled(bool(shown.editing))
        self._form.show_fields(shown.fields)
        self._form.show_secret(shown.secret_text)
        self.say(None)

    def show_secret(self, text: str) -> None:
        """Say whether a password is kept."""
        self._form.show_secret(text)

    def show_cache(self, text: str, can_clear: bool) -> None:
        """Say how much was retrieved and lies here."""
        self._cache.setText(text)
        self.clear.setEnabled(can_clear)

    def say(self, notice: Notice | None, busy: bool = False) -> None:
        """Say how a test or a change went."""
        self._notice.show_notice(notice)
        self._notice.setAccessibleName(str(notice) if notice is not None else "")
        self.test.setEnabled(not busy)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 (Qt's)
        """Qt's."""
        self.reject()
        super().closeEvent(event)

    def _chosen(self, row: int) -> None:
        item = self._list.item(row)
        if item is not None:
            self.edited.emit(item.text())

    def _ask_to_clear(self) -> None:
        box = QMessageBox(self)
        box.setTextFormat(Qt.TextFormat.PlainText)  # what it names is not ours to trust
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle(tr("Clear the cache"))
        box.setText(tr("Remove every retrieved study from this disk? {cache}", cache=self._cache.text()))
        box.setInformativeText(
            tr("Reports and reviews are kept. The films can be retrieved again while their archive has them.")
        )
        clear = box.addButton(tr("Clear"), QMessageBox.ButtonRole.DestructiveRole)
        leave = box.addButton(tr("Leave it"), QMessageBox.ButtonRole.RejectRole)
        clear.clicked.connect(self.cache_cleared)
        box.setDefaultButton(leave)
        box.finished.connect(box.deleteLater)
        box.open()

    def _connect(self) -> None:
        self._list.currentRowChanged.connect(self._chosen)
        self.add.clicked.connect(lambda: self.edited.emit(""))
        self.remove.clicked.connect(self.removed)
        self.test.clicked.connect(lambda: self.tested.emit(self._form.fields))
        self.save.clicked.connect(lambda: self.saved.emit(self._form.fields))
        self.clear.clicked.connect(self._ask_to_clear)
        self._limit.valueChanged.connect(self.cache_limited)

    def _lay_out(self) -> None:
        self._list.setAccessibleName(tr("archives"))
        self._list.setMinimumWidth(px(LIST_WIDTH))
        self._list.setMaximumWidth(px(LIST_WIDTH))
        self._limit.setRange(1, LARGEST_CACHE_GIB)
        self._limit.setSuffix(" GB")
        self._limit.setKeyboardTracking(False)
        self._limit.setMinimumWidth(px(LIMIT_WIDTH))
        self._limit.setAccessibleName(tr("how much retrieved studies may take"))
        self.clear.setEnabled(False)
        self.clear.setAccessibleName(tr("clear the cache of retrieved studies"))
        set_role(self.save, "primary")
        self.save.setDefault(True)
        left = QVBoxLayout()
        left.addWidget(self._list, 1)
        left.addLayout(_row(self.add, self.remove))
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(self._form)
        right = QVBoxLayout()
        right.addWidget(self._notice)
        right.addWidget(scroll, 1)
        right.addLayout(_row(self.test, self.save))
        columns = QHBoxLayout()
        columns.setSpacing(4 * GRID)
        columns.addLayout(left)
        columns.addLayout(right, 1)
        title = plain_label("title")
        title.setText(tr("RETRIEVED STUDIES ON THIS DISK"))
        most = plain_label("muted")
        most.setText(tr("at most"))
        close = _button(tr("Close"))
        close.clicked.connect(self.accept)
        foot = QHBoxLayout()
        foot.setSpacing(2 * GRID)
        for widget in (title, self._cache, most, self._limit, self.clear):
            foot.addWidget(widget)
        foot.addStretch(1)
        foot.addWidget(close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4 * GRID, 4 * GRID, 4 * GRID, 4 * GRID)
        layout.setSpacing(4 * GRID)
        layout.addLayout(columns, 1)
        layout.addLayout(foot)
        room = self.screen().availableGeometry()
        self.resize(min(px(WIDTH), room.width()), min(px(HEIGHT), room.height()))


class ArchiveForm(QWidget):
    """The fields of one archive, as texts; those that its kind has no use for are away."""

    def __init__(self) -> None:
        super().__init__()
        self._name = _line(tr("Main archive"))
        self._kind = _choice(tr("DICOM (DIMSE)"), tr("DICOMweb"))
        self._host, self._port = _line("pacs.example"), _line("104")
        self._called, self._calling = _line("PACS"), _line("CONSILIUM")
        self._moved = QCheckBox(tr("The archive sends studies to this machine (C-MOVE)"))
        self._receiver = _line("11112")
        self._url = _line("https://pacs.example/dicom-web")
        self._auth = _choice(tr("No password"), tr("User and password"), tr("Token"))
        self._user, self._secret = _line(""), _line("")
        self._secret.setEchoMode(QLineEdit.EchoMode.Password)
        self._secret_note = plain_label("muted")
        self._tls = QCheckBox(tr("Encrypted (TLS)"))
        self._authorities = PathField(tr("Certificates that are trusted"))
        self._certificate = PathField(tr("Our certificate"))
        self._key = PathField(tr("Its key"))
        self._rows = QFormLayout(self)
        self._lay_out()
        for box in (self._kind, self._auth):
            box.currentIndexChanged.connect(self._fit)
        for check in (self._moved, self._tls):
            check.toggled.connect(self._fit)

    @property
    def fields(self) -> Fields:
        """What stands in the fields."""
        return Fields(
            self._name.text(),
            self._is_dicomweb,
            self._host.text(),
            self._port.text(),
            self._called.text(),
            self._calling.text(),
            self._moved.isChecked(),
            self._receiver.text(),
            self._url.text(),
            AUTHS[self._auth.currentIndex()],
            self._user.text(),
            self._tls.isChecked(),
            self._authorities.text,
            self._certificate.text,
            self._key.text,
            self._secret.text(),
        )

    def show_fields(self, fields: Fields) -> None:
        """Fill the fields in; the password's is always empty."""
        self._name.setText(fields.name)
        self._kind.setCurrentIndex(int(fields.is_dicomweb))
        self._host.setText(fields.host)
        self._port.setText(fields.port)
        self._called.setText(fields.called_ae)
        self._calling.setText(fields.calling_ae)
        self._moved.setChecked(fields.is_moved)
        self._receiver.setText(fields.receiver_port)
        self._url.setText(fields.url)
        self._auth.setCurrentIndex(AUTHS.index(fields.auth))
        self._user.setText(fields.user)
        self._tls.setChecked(fields.has_tls)
        self._authorities.show_text(fields.authorities)
        self._certificate.show_text(fields.certificate)
        self._key.show_text(fields.key)
        self._secret.clear()
        self._fit()

    def show_secret(self, text: str) -> None:
        """Say whether a password is kept."""
        self._secret_note.setText(text)
        self._fit()

    @property
    def _is_dicomweb(self) -> bool:
        return self._kind.currentIndex() == 1

    def _fit(self) -> None:
        """Only what this kind of archive needs."""
        web, auth = self._is_dicomweb, AUTHS[self._auth.currentIndex()]
        for field, shown in (
            *((field, not web) for field in (self._host, self._port, self._called, self._calling)),
            (self._moved, not web),
            (self._receiver, not web and self._moved.isChecked()),
            (self._url, web),
            (self._auth, web),
            (self._user, web and auth == "basic"),
            (self._secret, web and auth != "none"),
            (self._secret_note, web and auth != "none" and bool(self._secret_note.text())),
            *((field, self._tls.isChecked()) for field in (self._authorities, self._certificate, self._key)),
        ):
            self._rows.setRowVisible(field, shown)
        self._secret_label.setText(tr("Token") if auth == "bearer" else tr("Password"))

    def _lay_out(self) -> None:
        self._secret_note.setWordWrap(True)
        self._secret_label = QLabel(tr("Password"))
        self._rows.setSpacing(2 * GRID)
        self._rows.setContentsMargins(GRID, GRID, 3 * GRID, GRID)
        self._rows.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._rows.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        for text, field in (
            (tr("Name"), self._name),
            (tr("Kind"), self._kind),
            (tr("Host"), self._host),
            (tr("Port"), self._port),
            (tr("Its AE title"), self._called),
            (tr("Our AE title"), self._calling),
            ("", self._moved),
            (tr("Port here for what it sends"), self._receiver),
            (tr("Address"), self._url),
            (tr("Who asks"), self._auth),
            (tr("User"), self._user),
        ):
            _add(self._rows, text, field)
        self._secret.setAccessibleName(tr("password or token"))
        self._rows.addRow(self._secret_label, self._secret)
        self._rows.addRow("", self._secret_note)
        self._rows.addRow("", self._tls)
        for path in (self._authorities, self._certificate, self._key):
            self._rows.addRow(path.label, path)
        kept = plain_label("muted")
        kept.setText(
            tr("Passwords and tokens go into the keyring of this system, never into the settings or a log.")
        )
        kept.setWordWrap(True)
        self._rows.addRow(kept)
        self._fit()


class PathField(QFrame):
    """A file's path, typed or chosen."""

    def __init__(self, label: str) -> None:
        super().__init__()
        self.label = label
        self._line = QLineEdit()
        self._line.setAccessibleName(label.lower())
        choose = _button(tr("Choose…"))
        choose.setAccessibleName(tr("choose: {what}", what=label.lower()))
        choose.clicked.connect(self._choose)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._line, 1)
        row.addWidget(choose)

    @property
    def text(self) -> str:
        """The path."""
        return self._line.text()

    def show_text(self, text: str) -> None:
        """Show a path."""
        self._line.setText(text)

    def _choose(self) -> None:
        pem, everything = tr("PEM files"), tr("All files")
        name, _ = QFileDialog.getOpenFileName(
            self, self.label, "", f"{pem} (*.pem *.crt *.cer *.key);;{everything} (*)"
        )
        if name:
            self._line.setText(name)


def _add(rows: QFormLayout, text: str, field: QWidget) -> None:
    if text:
        field.setAccessibleName(text.lower())
    rows.addRow(text, field)


def _line(example: str) -> QLineEdit:
    line = QLineEdit()
    line.setPlaceholderText(example)
    return line


def _choice(*words: str) -> QComboBox:
    box = QComboBox()
    box.addItems(words)
    return box


def _button(text: str) -> QPushButton:
    button = QPushButton(text)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setAutoDefault(False)
    return button


def _row(*widgets: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(2 * GRID)
    row.addStretch(1)
    for widget in widgets:
        row.addWidget(widget)
    return row
