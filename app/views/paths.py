"""Where the reader says what is opened and where exports go: the system's dialogs, and what is dropped."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QFileDialog, QWidget

from app.language import tr, tr_marked
from app.messages import ExportKind, TableKind

FILM_FILES = "*.dcm *.dicom *.ima *.png *.jpg *.jpeg *.json *.zip"


def ask_for_files(parent: QWidget) -> list[Path]:
    """Let the reader choose files; none if nothing was chosen."""
    films, everything = tr("Films and panels"), tr("All files")
    filters = f"{films} ({FILM_FILES});;{everything} (*)"
    names, _ = QFileDialog.getOpenFileNames(parent, tr("Open films or a panel"), "", filters)
    return [Path(name) for name in names]


def ask_for_folder(parent: QWidget) -> list[Path]:
    """Let the reader choose a folder; none if nothing was chosen."""
    name = QFileDialog.getExistingDirectory(parent, tr("Open a folder with studies"))
    return [Path(name)] if name else []


def ask_for_target(parent: QWidget, kind: ExportKind) -> Path | None:
    """Let the reader choose where an export goes; the suggested name names nobody."""
    title = tr("Export: {format}", format=tr_marked(kind.words))
    if kind.ending:
        return _ask_where_to_save(parent, title, "report", kind.ending)
    name = QFileDialog.getExistingDirectory(
        parent, tr("{title}: choose where its new folder goes", title=title)
    )
    return _new_folder(Path(name), "study-without-patient") if name else None


def ask_for_table(parent: QWidget, kind: TableKind) -> Path | None:
    """Let the reader choose where a table of all reviews goes."""
    title = tr("Export all reviews: {format}", format=tr_marked(kind.words))
    return _ask_where_to_save(parent, title, "reviews", kind.ending)


def dropped(event: QDropEvent) -> list[Path]:
    """The files and folders of this machine that are dropped."""
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]


def _ask_where_to_save(parent: QWidget, title: str, name: str, ending: str) -> Path | None:
    given, _ = QFileDialog.getSaveFileName(parent, title, f"{name}{ending}", f"*{ending}")
    if not given:
        return None
    path = Path(given)
    return path if path.suffix else path.with_suffix(ending)


def _new_folder(place: Path, name: str) -> Path:
    """A folder of this name that is not there yet; a number behind it where there is one already."""
    free = place / name
    number = 1
    while free.exists():
        number += 1
        free = place / f"{name}-{number}"
    return free
