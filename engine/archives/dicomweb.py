"""An archive that speaks DICOMweb (PS3.18): QIDO-RS, WADO-RS, STOW-RS.

Searches go through dicomweb-client. Files do not: it holds each in memory several times, and tells nothing
while one is under way; here they stream between network and disk.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import quote

import requests
from dicomweb_client import DICOMwebClient
from pydicom.dataset import Dataset
from pydicom.filereader import read_file_meta_info
from requests.exceptions import RequestException

from engine.archives.answers import (
    ASKED,
    date_range,
    found,
    is_uid,
    match_of,
)
from engine.archives.archive import Echoed, Found, Match, Query, Retrieved, Stored
from engine.archives.config import DicomwebAddress, Limits
from engine.archives.failures import no_such_study, persistent
from engine.archives.http import (
    NotAllowed,
    NotThere,
    http_session,
    in_words,
    not_understood,
    status_error,
)
from engine.archives.incoming import Incoming, full_disk
from engine.archives.multipart import PartBegins, PartEnds, boundary_of, pieces
from engine.archives.outgoing import Head, Outcome, heads
from engine.archives.session import Watcher, missing_words
from engine.dicom.container import quiet_pydicom
from engine.dicom.header import Header
from engine.errors import ArchiveCut, ArchiveError, ArchiveFailed, ArchiveRefused, ConsiliumError

PAGE = 100
CHUNK_BYTES = 1 << 16
DICOM, JSON = "application/dicom", "application/dicom+json"
AS_STORED = f'multipart/related; type="{DICOM}"; transfer-syntax=*'
"""Without the last word servers convert all to Explicit VR Little Endian, and fail where they cannot."""
SOP_INSTANCE, SERIES = "00080018", "0020000E"
SINGLE_FAILURES = 3
"""After so many instances that cannot be had one by one, the rest is not asked for."""
SEARCHED: Mapping[str, str] = {
    "StudyInstanceUID": "study_uid",
    "PatientName": "patient_name",
    "PatientID": "patient_id",
    "AccessionNumber": "accession_number",
    "ModalitiesInStudy": "modality",
    "StudyDescription": "description",
}

Json = dict[str, Any]


class DicomwebSession:
    """A DICOMweb archive; a `Session`."""

    def __init__(self, address: DicomwebAddress, limits: Limits, secret: str, watcher: Watcher) -> None:
        self._address = address
        self._limits = limits
        self._watcher = watcher
        self._root = address.url.rstrip("/")
        self._http = http_session(address, secret)
        self._times = (limits.connect_seconds, limits.answer_seconds)
        self._client = DICOMwebClient(
            self._root, session=self._http, permissive_uid=True, timeout=self._times
        )
        self._client.set_http_retry_params(retry=False)  # its own waits 30 seconds on a refused connection

    def echo(self) -> Echoed:
        """A search for one study: DICOMweb has nothing smaller that every archive offers."""
        start = time.monotonic()
        with self._our_words():
            self._client.search_for_studies(limit=1)
        return Echoed(time.monotonic() - start, f"DICOMweb service {self._address}")

    def find(self, query: Query) -> Found:
        """QIDO-RS, page by page until a page brings nothing new or there are enough."""
        filters = {keyword: getattr(query, name) for keyword, name in SEARCHED.items()}
        filters["StudyDate"] = date_range(query)
        given = {keyword: value for keyword, value in filters.items() if value}
        pages = self._pages(
            lambda limit, offset: self._client.search_for_studies(
                limit=limit, offset=offset, fields=ASKED, search_filters=given
            ),
            "0020000D",
        )
        return found(query, (_match(each) for each in pages), self._limits.matches, self._watcher.matched)

    def retrieve(self, study_uid: str, folder: Path) -> Retrieved:
        """WADO-RS of the study as it is stored; what did not come is then asked for one by one."""
        listed = self._listed(study_uid)
        if listed is not None:
            self._watcher.expects(len(listed))
        incoming = Incoming(folder, self._limits)
        total = 0 if listed is None else len(listed)
        failures: list[str] = []
        try:
            try:
                self._bring(f"studies/{quote(study_uid)}", incoming, total)
            except NotThere as error:
                raise no_such_study() from error
            except (ArchiveCut, ArchiveFailed) as error:
                if listed is None and not incoming.arrived:
                    raise
                failures += self._bring_rest(study_uid, listed or {}, incoming, error)
            else:
                failures += self._bring_rest(study_uid, listed or {}, incoming, None)
        except ConsiliumError as error:
            if not incoming.arrived:
                raise
            failures.append(f"{error.what} {error.todo}".strip())
        finally:
            incoming.close()
        lacking = set(listed or {}) - incoming.arrived
        if lacking:
            failures.append(missing_words(total, total - len(lacking)))
        return Retrieved((), None if listed is None else total, tuple(dict.fromkeys(failures)))

    def store(self, paths: Sequence[Path]) -> Stored:
        """STOW-RS, a request for each file, so that each is answered for."""
        files, refused = heads(paths)
        outcome = Outcome(self._watcher, refused)
        for head in files:
            try:
                warning = persistent(self._limits, lambda head=head: self._send(head))  # type: ignore[misc]
                outcome.taken(head.path, warning)
            except _NotTaken as error:
                outcome.not_taken(head.path, error.what)
            except ArchiveError as error:
                rest = outcome.untold(files)
                if len(rest) == len(files):
                    raise
                for untold in rest:
                    outcome.not_taken(untold.path, error.what)
                break
        return outcome.stored()

    def _send(self, head: Head) -> str:
        """A warning of the archive, "" for none; _NotTaken where it does not confirm the file."""
        body = _Body(head.path, self._watcher)
        headers = {"Content-Type": body.content_type, "Accept": JSON}
        with self._our_words():
            response = self._http.post(
                f"{self._root}/studies", data=body, headers=headers, timeout=self._times
            )
            if response.status_code not in (200, 202, 409):
                raise status_error(response.status_code, self._address)
            answer = response.json()
        return _confirmation(answer, head.sop_instance)

    def _listed(self, study_uid: str) -> dict[str, str] | None:
        """SOP Instance UID -> Series Instance UID; None where the archive does not tell them."""
        listed: dict[str, str] = {}
        try:
            search = self._client.search_for_instances
            for answer in self._pages(
                lambda limit, offset: search(study_uid, limit=limit, offset=offset), SOP_INSTANCE
            ):
                uid, series = _text(answer, SOP_INSTANCE), _text(answer, SERIES)
                if not is_uid(uid) or not is_uid(series) or len(listed) > self._limits.files:
                    return None
                listed[uid] = series
        except NotAllowed:
            raise
        except (ArchiveFailed, ArchiveRefused):
            return None
        if not listed:
            raise no_such_study()
        return listed

    def _pages(self, ask: Callable[[int, int], list[Json]], tag: str) -> Iterator[Json]:
        """Answers page by page, until one is empty or, from archives without pages, brings nothing new."""
        seen: set[str] = set()
        offset = 0
        while True:

            def page(offset: int = offset) -> list[Json]:
                with self._our_words():
                    return ask(PAGE, offset)

            answers = persistent(self._limits, page)
            self._watcher.alive()
            if not isinstance(answers, list) or not all(isinstance(answer, dict) for answer in answers):
                raise not_understood()
            new = [answer for answer in answers if _text(answer, tag) not in seen]
            yield from new
            seen |= {_text(answer, tag) for answer in new}
            offset += len(answers)
            if not new:
                return

    def _bring_rest(
        self, study_uid: str, listed: Mapping[str, str], incoming: Incoming, cause: ArchiveError | None
    ) -> list[str]:
        """What has not come, one by one; sentences about what could not be had."""
        lacking = [uid for uid in listed if uid not in incoming.arrived]
        failures = [cause.what] if cause is not None and not listed else []
        given_up = 0
        for uid in lacking:
            path = f"studies/{quote(study_uid)}/series/{quote(listed[uid])}/instances/{quote(uid)}"
            try:
                persistent(self._limits, lambda path=path: self._bring(path, incoming, len(listed)))  # type: ignore[misc]
            except (ArchiveCut, ArchiveFailed, ArchiveRefused) as error:
                failures.append(error.what)
                given_up += 1
                if given_up == SINGLE_FAILURES:
                    break
        return failures

    def _bring(self, path: str, incoming: Incoming, total: int) -> None:
        """Every part of a WADO-RS answer as a file."""
        url = f"{self._root}/{path}"
        with (
            self._our_words(),
            self._http.get(url, headers={"Accept": AS_STORED}, stream=True, timeout=self._times) as response,
        ):
            if response.status_code not in (200, 206):
                raise status_error(response.status_code, self._address)
            boundary = boundary_of(response.headers.get("Content-Type", ""))
            chunks = self._chunks(response, incoming)
            part, file = incoming.parts / "part", None
            try:
                for piece in pieces(chunks, boundary):
                    if isinstance(piece, PartBegins):
                        file = _opened(part)
                    elif isinstance(piece, PartEnds):
                        assert file is not None
                        _write(file, None)
                        incoming.take(part, _instance_of(part))
                        self._watcher.moved(len(incoming.arrived), total)
                    elif file is not None:
                        _write(file, piece)
            finally:
                if file is not None:
                    file.close()

    def _chunks(self, response: requests.Response, incoming: Incoming) -> Iterator[bytes]:
        for chunk in response.iter_content(CHUNK_BYTES):
            incoming.count(len(chunk))
            self._watcher.alive()
            yield chunk

    @contextmanager
    def _our_words(self) -> Iterator[None]:
        try:
            yield
        except (RequestException, ValueError) as error:
            raise in_words(error, self._address, self._limits) from error


class _NotTaken(ArchiveRefused):
    """The archive does not confirm a file."""


class _Body:
    """A file as the body of a STOW-RS request, read as it is sent; its length is known before."""

    def __init__(self, path: Path, watcher: Watcher) -> None:
        boundary = secrets.token_hex(16)
        self.content_type = f'multipart/related; type="{DICOM}"; boundary={boundary}'
        self._path = path
        self._watcher = watcher
        self._before = f"--{boundary}\r\nContent-Type: {DICOM}\r\n\r\n".encode("ascii")
        self._after = f"\r\n--{boundary}--\r\n".encode("ascii")

    def __len__(self) -> int:
        return len(self._before) + self._path.stat().st_size + len(self._after)

    def __iter__(self) -> Iterator[bytes]:
        yield self._before
        with self._path.open("rb") as file:
            while chunk := file.read(CHUNK_BYTES):
                yield chunk
                self._watcher.alive()
        yield self._after


def _confirmation(answer: object, sop_instance: str) -> str:
    """What a STOW-RS answer (PS3.18 10.5.3) says of one file: "" or a warning; _NotTaken with the reason."""
    if not isinstance(answer, dict):
        raise not_understood()
    taken = _items(answer, "00081199")
    mine = next((item for item in taken if _text(item, "00081155") == sop_instance), None)
    if mine is not None:
        warning = _text(mine, "00081196")
        return f"The archive took a file and changed it: reason {_hexadecimal(warning)}." if warning else ""
    reasons = [_text(item, "00081197") for item in _items(answer, "00081198")]
    if reasons and reasons[0]:
        raise _NotTaken(f"The archive does not take the file: reason {_hexadecimal(reasons[0])}.")
    raise _NotTaken("The archive does not confirm that it has the file.")


def _hexadecimal(reason: str) -> str:
    return f"{int(reason):04X}H" if reason.isdecimal() else reason[:16]


def _items(answer: Json, tag: str) -> list[Json]:
    value = answer.get(tag, {})
    found = value.get("Value", []) if isinstance(value, dict) else []
    return [item for item in found if isinstance(item, dict)] if isinstance(found, list) else []


def _text(answer: Json, tag: str) -> str:
    """The first value of an attribute, "" where it is absent or something odd."""
    value = answer.get(tag, {})
    values = value.get("Value", []) if isinstance(value, dict) else []
    return str(values[0]) if isinstance(values, list) and values and isinstance(values[0], str | int) else ""


def _match(answer: Json) -> Match | None:
    """The study in an answer; None where it cannot be read."""
    with quiet_pydicom():
        try:
            return match_of(Dataset.from_json(answer))
        except Exception:  # pydicom raises nearly any class on JSON that is no DICOM
            return None


def _instance_of(part: Path) -> str:
    """The SOP Instance UID in a file's header."""
    try:
        with quiet_pydicom():
            uid = Header(read_file_meta_info(part)).text("MediaStorageSOPInstanceUID")
    except Exception:  # as above
        uid = ""
    if not is_uid(uid):
        raise not_understood()
    return uid


def _opened(part: Path) -> BinaryIO:
    try:
        return part.open("wb")
    except OSError as error:
        raise full_disk(error) from error


def _write(file: BinaryIO, content: bytes | None) -> None:
    """Write, or with None close; both can find the disk full."""
    try:
        if content is None:
            file.close()
        else:
            file.write(content)
    except OSError as error:
        raise full_disk(error) from error
