"""What can go wrong when a report leaves the desk.

ConsiliumError
└── ExportError
    ├── NotWritten         the disk, the folder or its rights did not let the file be written
    ├── NotValid           the document would not follow its own format, and was not written
    ├── NoFont             this machine has no font to print with
    ├── FilmNotExported    a film of the study cannot be read, or cannot be de-identified
    └── IdentifiersLeft    something that names the patient is still in the de-identified files

`where` is the file or folder that the reader chose, or a DICOM tag; never a value of the patient's.
"""

from __future__ import annotations

from engine.errors import ConsiliumError


class ExportError(ConsiliumError):
    """A report cannot leave the desk in the form that was asked for."""

    code = "export"


class NotWritten(ExportError):
    """The file cannot be written; an older one of that name is still as it was."""


class NotValid(ExportError):
    """The document would not follow its own format; nothing was written."""


class NoFont(ExportError):
    """There is no font on this machine, so nothing can be printed."""


class FilmNotExported(ExportError):
    """A film cannot be read or cannot be de-identified; nothing was written."""


class IdentifiersLeft(ExportError):
    """The scan of the finished files found what it must not find; nothing was written."""
