"""One file on disk -> one parsed data set, with every amount bounded before it is spent.

Files are read whole and parsed from memory: a lazily read file lets an element that claims 3 GB allocate
them. A deflated data set is inflated up to a limit. What pydicom says about odd values is kept out of
warnings and logs, because those messages quote patient data.
"""

from __future__ import annotations

import hashlib
import logging
import stat
import threading
import warnings
import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from pydicom.dataset import Dataset, FileMetaDataset
from pydicom.filereader import read_dataset, read_partial
from pydicom.tag import BaseTag
from pydicom.uid import (
    UID,
    DeflatedExplicitVRLittleEndian,
    ExplicitVRBigEndian,
    ExplicitVRLittleEndian,
    ImplicitVRLittleEndian,
)

from engine.dicom.heads import (
    ARCHIVES,
    FIRST_GROUPS,
    HEAD_BYTES,
    PREAMBLE_BYTES,
    PREFIX,
    can_be_a_film,
    has_prefix,
    preamble_note,
)
from engine.dicom.zip_archive import MAX_RATIO, RATIO_COUNTS_FROM, read_member
from engine.errors import FileRefused

MAX_FILE_BYTES = 1 << 30
MAX_INFLATED_BYTES = 1 << 28
INFLATED_AT_ONCE = 1 << 20
MAX_ELEMENTS = 50_000
"""Of one data set, those in its sequences apart; real ones have some hundreds."""
STORAGE_ROOT = "1.2.840.10008.5.1.4.1.1."
"""All storage SOP classes of the standard (PS3.6 annex A)."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """A data set, the transfer syntax it is really in, the file's digest, and what was odd about the file."""

    dataset: Dataset
    transfer_syntax_uid: str
    digest: bytes
    notes: tuple[str, ...] = ()


class _Silence:
    """Keeps pydicom's messages out of stderr and logs while any thread is inside.

    Logger and warning filters belong to the whole process. If each thread restored them for itself, the
    first to leave would let the others' patient data through, the last would leave the process silent.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._inside = 0
        self._restore = ExitStack()

    def __enter__(self) -> None:
        with self._lock:
            if self._inside == 0:
                self._restore.enter_context(_silenced())
            self._inside += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._inside -= 1
            if self._inside == 0:
                self._restore.close()


@contextmanager
def _silenced() -> Iterator[None]:
    logger = logging.getLogger("pydicom")
    before = logger.disabled
    logger.disabled = True
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logger.disabled = before


_SILENCE = _Silence()  # one for the process, as what it guards


def quiet_pydicom() -> AbstractContextManager[None]:
    """Keep pydicom's messages, which quote values, out of stderr and logs; any number of threads at once."""
    return _SILENCE


def read_bytes(path: Path) -> bytes:
    """The whole file, also one in a ZIP archive.

    FileRefused if it is missing, no regular file, empty, too large, not readable, or begins like nothing that
    is read here: then the rest of it stays where it is.
    """
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise FileRefused("This is not a regular file.", code="not-a-file")
        if status.st_size > MAX_FILE_BYTES:
            size = f"{status.st_size / (1 << 30):.1f} GiB"
            raise FileRefused(f"The file has {size}; the limit is 1 GiB.", code="too-large")
        with path.open("rb") as file:
            checked_head(file.read(HEAD_BYTES))
            file.seek(0)
            return file.read(status.st_size)
    except (FileNotFoundError, NotADirectoryError):
        content = read_member(path)
        checked_head(content[:HEAD_BYTES])
        return content
    except (OSError, ValueError) as error:
        raise FileRefused(f"The file cannot be read: {_cause(error)}.", code="unreadable") from error


def checked_head(head: bytes) -> None:
    """FileRefused if a file is empty or begins like nothing that is read here."""
    if not head:
        raise FileRefused("The file is empty.", code="empty", todo="Copy it again.")
    if not can_be_a_film(head):
        raise _no_dicom(head)


def parse(content: bytes) -> Parsed:
    """The data set in a file's bytes.

    Raises FileRefused for what is no DICOM, and for a deflated data set beyond the limit; anything that
    pydicom raises on damaged files passes through, for the one boundary around the caller.
    """
    prefixed = has_prefix(content[:HEAD_BYTES])
    if not prefixed and content[:2] not in FIRST_GROUPS:
        raise _no_dicom(content)
    meta = _file_meta(content, PREAMBLE_BYTES + len(PREFIX) if prefixed else 0)
    if _uid(meta, "TransferSyntaxUID") == DeflatedExplicitVRLittleEndian:
        dataset = _inflated_dataset(content, meta)
    else:
        if content[meta.stop : meta.stop + 2] == b"\0\0":  # pydicom would read a message's command there
            raise FileRefused("The file is damaged.", code="damaged", todo="Copy it again.")
        dataset = read_partial(BytesIO(content), _ElementCount(_is_padding), force=True)
    if not prefixed and not _plausible(dataset):
        raise _no_dicom(content)
    return _parsed(dataset, meta, content, prefixed)


def _parsed(dataset: Dataset, meta: _Meta, content: bytes, prefixed: bool) -> Parsed:
    odd = preamble_note(content[:HEAD_BYTES]) if prefixed else "The file has no DICOM preamble."
    notes = [odd] if odd else []
    syntax = _uid(meta, "TransferSyntaxUID")
    if not syntax:
        guessed = _guessed_syntax(dataset)
        notes.append(f"The file does not say its transfer syntax; it was read as {guessed.name}.")
        syntax = str(guessed)
    return Parsed(dataset, syntax, hashlib.sha256(content).digest(), tuple(notes))


@dataclass(frozen=True, slots=True)
class _Meta:
    """File meta information, and where the data set begins."""

    dataset: Dataset
    stop: int


def _file_meta(content: bytes, start: int) -> _Meta:
    file = BytesIO(content)
    file.seek(start)
    dataset = read_dataset(file, False, True, stop_when=_ElementCount(_is_beyond_file_meta))
    return _Meta(dataset, file.tell())


class _ElementCount:
    """Where pydicom is to stop reading; FileRefused where there is no end of elements."""

    def __init__(self, is_end: Callable[[BaseTag], bool]) -> None:
        self._is_end = is_end
        self._count = 0

    def __call__(self, tag: BaseTag, _vr: str | None, _length: int) -> bool:
        self._count += 1
        if self._count > MAX_ELEMENTS:
            raise FileRefused(f"The file has more than {MAX_ELEMENTS} attributes.", code="damaged")
        return self._is_end(tag)


def _is_beyond_file_meta(tag: BaseTag) -> bool:
    return tag.group != 2


def _is_padding(tag: BaseTag) -> bool:
    """Zeros behind the last element, as tapes and some devices leave them."""
    return tag.group == 0


def _inflated_dataset(content: bytes, meta: _Meta) -> Dataset:
    deflated = memoryview(content)[meta.stop :]
    _check_inflated_size(deflated)
    inflated = zlib.decompressobj(-zlib.MAX_WBITS).decompress(deflated)
    dataset = read_dataset(BytesIO(inflated), False, True, stop_when=_ElementCount(_is_padding))
    dataset.file_meta = FileMetaDataset(meta.dataset)
    return dataset


def _check_inflated_size(deflated: memoryview) -> None:
    """FileRefused where the data set grows beyond reason; it is gone through once without being kept."""
    limit = min(MAX_INFLATED_BYTES, max(RATIO_COUNTS_FROM, MAX_RATIO * len(deflated)))
    inflater, size = zlib.decompressobj(-zlib.MAX_WBITS), 0
    while deflated and not inflater.eof:
        size += len(inflater.decompress(deflated, INFLATED_AT_ONCE))
        if size > limit:
            raise FileRefused(f"The deflated data set grows beyond {limit >> 20} MiB.", code="too-large")
        deflated = memoryview(inflater.unconsumed_tail)


def _plausible(dataset: Dataset) -> bool:
    """Whether a data set without preamble is DICOM after all (pydicom "reads" any bytes).

    It names a storage class, and itself or its rows; or, older than those (ACR-NEMA), it is an image that is
    all there.
    """
    rows, columns, bits = (dataset.get(keyword) for keyword in ("Rows", "Columns", "BitsAllocated"))
    if str(dataset.get("SOPClassUID", "")).startswith(STORAGE_ROOT):
        named = str(dataset.get("SOPInstanceUID", "")).replace(".", "").isdigit()
        return named or (isinstance(rows, int) and rows > 0)
    pixels = dataset.get("PixelData")
    if not (isinstance(rows, int) and isinstance(columns, int) and isinstance(bits, int)):
        return False
    return isinstance(pixels, bytes) and 0 < rows * columns * bits // 8 <= len(pixels)


def _guessed_syntax(dataset: Dataset) -> UID:
    implicit, little = dataset.original_encoding
    if implicit:
        return ImplicitVRLittleEndian
    return ExplicitVRLittleEndian if little else ExplicitVRBigEndian


def _uid(meta: _Meta, keyword: str) -> str:
    return str(meta.dataset.get(keyword) or "").strip(" \0")


def _no_dicom(content: bytes) -> FileRefused:
    archive = next((name for magic, name in ARCHIVES.items() if content.startswith(magic)), "")
    if archive:
        return FileRefused(archive, code="archive", todo="Unpack it and open the folder.")
    return FileRefused("This is not a DICOM file.", code="not-dicom")


def _cause(error: Exception) -> str:
    return (getattr(error, "strerror", None) or type(error).__name__).lower()
