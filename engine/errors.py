"""Everything that a user, a file or a device can cause.

ConsiliumError
├── FileRefused            one file cannot be opened; the others go on
├── PixelsUnreadable       the header is fine, the image cannot be shown
├── NothingToRead          a path holds no study, or a study no readable film
├── BundleError
│   ├── BundleMissing      no bundle of that name or at that path
│   ├── BundleDamaged      a file is absent, altered, or not what the manifest says
│   ├── BundleUnsupported  made for another format, architecture or version
│   └── RuntimesDisagree   its ONNX files do not write what its weights write
├── ArchiveError           an archive over the network
│   ├── ArchiveMisconfigured  what was said about it cannot be
│   ├── SecretMissing      its password or token is not known
│   ├── SecretNotKept      the system's keyring does not take one
│   ├── ArchiveUnreachable nobody answers at its address
│   ├── ArchiveSilent      it was reached and does not answer in time
│   ├── ArchiveUntrusted   its certificate, or ours, is not accepted
│   ├── ArchiveRefused     it does not want us, our password, our request or our files
│   ├── ArchiveFailed      it says itself that it failed
│   ├── ArchiveCut         the connection broke in the middle
│   └── ArchiveNotUnderstood  what it answers is not what the standard says
├── DiskFull               what was to be written has no room, or exceeds a limit
├── PanelMalformed         a panel's JSON does not follow resources/docs/panel-format.md
├── QuestionsMalformed     a file of exam questions does not follow resources/docs/questions.md
├── RulesMalformed         the report labeller's rules do not follow their own head
├── DeviceUnavailable      the asked-for device or runtime is not on this machine
├── OutOfMemory            the device has too little memory for what was asked
├── ProcessLost            one of several processes that work on one thing has ended
└── RecipeError            a training recipe or data set does not fit

Every one says what is wrong, where, and what to do next. Our own mistakes are plain exceptions.
"""

from __future__ import annotations


class ConsiliumError(Exception):
    """What is wrong (`what`), with which file, row or device (`where`), and what to do (`todo`)."""

    code = "error"

    def __init__(self, what: str, *, where: str = "", todo: str = "") -> None:
        super().__init__(what, where, todo)
        self.what = what
        self.where = where
        self.todo = todo

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        advice = f" {self.todo}" if self.todo else ""
        return f"{place}{self.what}{advice}"


class FileRefused(ConsiliumError):
    """One file cannot be opened as a study; `code` tells which kind of problem."""

    code = "refused"

    def __init__(self, what: str, *, code: str, where: str = "", todo: str = "") -> None:
        super().__init__(what, where=where, todo=todo)
        self.code = code


class PixelsUnreadable(ConsiliumError):
    """The header was read, but the image cannot be decoded or shown."""

    code = "pixels"


class NothingToRead(ConsiliumError):
    """A path holds no study, or a study holds no film that can be read."""

    code = "nothing"


class BundleError(ConsiliumError):
    """A trained model on disk cannot be used."""

    code = "bundle"


class BundleMissing(BundleError):
    """No bundle of that name or at that path."""


class BundleDamaged(BundleError):
    """A file of the bundle is absent, altered, or not what the manifest says."""


class BundleUnsupported(BundleError):
    """The bundle was made for another format, architecture or version of Consilium."""


class RuntimesDisagree(BundleError):
    """ONNX files were made that do not write, or not elect, what the weights do."""


class ArchiveError(ConsiliumError):
    """An archive over the network cannot be used, or not as asked; `where` is its name."""

    code = "archive"


class ArchiveMisconfigured(ArchiveError):
    """What was said about an archive cannot be: its address, titles, certificates or limits."""


class SecretMissing(ArchiveError):
    """The archive wants a password or token and none is known."""


class SecretNotKept(ArchiveError):
    """The system's keyring does not take, or give up, a password."""


class ArchiveUnreachable(ArchiveError):
    """Nobody answers at the archive's address: unknown host, refused connection, no way there."""


class ArchiveSilent(ArchiveError):
    """The archive was reached and does not answer within the time it is given."""


class ArchiveUntrusted(ArchiveError):
    """TLS: the archive's certificate is not trusted here, or ours is not trusted there."""


class ArchiveRefused(ArchiveError):
    """The archive answers and does not want us, our password, our request or our files."""


class ArchiveFailed(ArchiveError):
    """The archive answers that it failed."""


class ArchiveCut(ArchiveError):
    """The connection broke in the middle of an answer."""


class ArchiveNotUnderstood(ArchiveError):
    """What the archive answers is not what the standard says."""


class DiskFull(ConsiliumError):
    """What was to be written has no room on the disk, or exceeds a limit of ours."""

    code = "disk"


class PanelMalformed(ConsiliumError):
    """A panel's JSON does not follow the documented format."""

    code = "panel"


class QuestionsMalformed(ConsiliumError):
    """A file of exam questions, or one row of it, does not follow a format that is read."""

    code = "questions"


class RulesMalformed(ConsiliumError):
    """The rules by which reports are labelled do not follow the format that their file describes."""

    code = "rules"


class DeviceUnavailable(ConsiliumError):
    """The device or runtime that was asked for is not on this machine."""

    code = "device"


class OutOfMemory(ConsiliumError):
    """The device has too little memory for what was asked."""

    code = "memory"


class ProcessLost(ConsiliumError):
    """One of several processes that work on one thing has ended, and the others cannot go on without it."""

    code = "process"


class RecipeError(ConsiliumError):
    """A training recipe or its data does not fit."""

    code = "recipe"
