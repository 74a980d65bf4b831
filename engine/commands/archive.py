"""`python -m engine archive echo | find | get | send ARCHIVE`: archives over the network without the desk.

ARCHIVE is a name from the list of archives, or an address: dicom://CALLED_AE@host:port or a DICOMweb root.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

from engine.archives.archive import Archive, Found, Match, NotStored, Query, Retrieved, Stored
from engine.archives.config import (
    LONGEST_NAME,
    OUR_AE_TITLE,
    ArchiveConfig,
    DicomwebAddress,
    DimseAddress,
    Receiver,
)
from engine.archives.config_json import archives_path, read_archives
from engine.archives.connection import connect
from engine.archives.pdf import encapsulated_pdf, is_pdf
from engine.archives.secrets import SystemSecrets
from engine.commands.output import printable, progress_bar, write_json
from engine.errors import ArchiveError, ArchiveMisconfigured
from engine.progress import CancelToken

SCHEME = "dicom"
ARCHIVE_HELP = "a name, dicom://AE@host:port, or a DICOMweb root"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What is to be done, with whom, and what that needs."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    echo = actions.add_parser("echo", help="see whether the archive answers")
    find = actions.add_parser("find", help="list studies")
    get = actions.add_parser("get", help="bring a study into a folder")
    send = actions.add_parser("send", help="send DICOM files")
    for action in (echo, find, get, send):
        action.add_argument("archive", metavar="ARCHIVE", help=ARCHIVE_HELP)
        action.add_argument(
            "--archives", type=Path, default=archives_path(), metavar="FILE", help="the list of archives"
        )
        action.add_argument(
            "--calling", default=OUR_AE_TITLE, metavar="AE", help="our title at a dicom:// address"
        )
        action.add_argument("--json", metavar="FILE", help="write the result as JSON; - is standard output")
    find.add_argument("--name", default="", help="the patient's name; * and ? stand for others")
    find.add_argument("--patient", default="", metavar="ID")
    find.add_argument("--from", dest="first", type=_day, metavar="YYYY-MM-DD")
    find.add_argument("--to", dest="last", type=_day, metavar="YYYY-MM-DD")
    find.add_argument("--accession", default="", metavar="NUMBER")
    find.add_argument("--modality", default="")
    find.add_argument("--description", default="")
    get.add_argument("study", metavar="STUDY_UID")
    get.add_argument("folder", type=Path, metavar="FOLDER")
    get.add_argument("--move-to", type=int, metavar="PORT", help="from dicom:// by C-MOVE to us at this port")
    send.add_argument(
        "paths", nargs="+", type=Path, metavar="FILE", help="DICOM files, and PDFs with --study"
    )
    send.add_argument("--study", default="", metavar="STUDY_UID", help="the study in the archive of the PDFs")


def run(arguments: argparse.Namespace) -> int:
    """Do it. What came in part is told, and ends with ArchiveError."""
    archive = connect(_configuration(arguments), SystemSecrets())
    with _cancelled_by_interrupt() as cancel:
        match arguments.action:
            case "echo":
                return _echo(archive, arguments.json, cancel)
            case "find":
                return _find(archive, _query(arguments), arguments.json, cancel)
            case "get":
                return _get(archive, arguments, cancel)
            case _:
                return _send(archive, arguments, cancel)


def _echo(archive: Archive, target: str | None, cancel: CancelToken) -> int:
    echoed = archive.echo(cancel=cancel)
    if target:
        write_json({"seconds": round(echoed.seconds, 3), "answered": echoed.answered}, target)
    else:
        print(printable(f"{echoed.answered} answers after {echoed.seconds:.3f} seconds."))
    return 0


def _find(archive: Archive, query: Query, target: str | None, cancel: CancelToken) -> int:
    def show(match: Match) -> None:
        if target is None:
            print(printable(_line(match)))

    found = archive.find(query, on_match=show, cancel=cancel)
    if target:
        write_json(_found_json(found), target)
    for warning in found.warnings:
        print(printable(warning), file=sys.stderr)
    if found.more:
        count = len(found.matches)
        print(f"There are more; these are the first {count}. Narrow the search.", file=sys.stderr)
    return 0


def _get(archive: Archive, arguments: argparse.Namespace, cancel: CancelToken) -> int:
    with progress_bar() as on_progress:
        retrieved = archive.retrieve(
            arguments.study, arguments.folder, on_progress=on_progress, cancel=cancel
        )
    if arguments.json:
        write_json(_retrieved_json(retrieved), arguments.json)
    else:
        of = "" if retrieved.expected is None else f" of {retrieved.expected}"
        print(printable(f"{len(retrieved.files)}{of} files are in {arguments.folder}."))
    if not retrieved.complete:
        raise ArchiveError("The study is not complete.", todo=" ".join(retrieved.failures))
    return 0


def _send(archive: Archive, arguments: argparse.Namespace, cancel: CancelToken) -> int:
    with progress_bar() as on_progress, TemporaryDirectory() as folder:
        sent_as = {path: path for path in arguments.paths}
        pdfs = [path for path in arguments.paths if is_pdf(path)]
        if pdfs:
            study = _study(archive, arguments.study, cancel)
            sent_as |= {path: _enclosed(path, study, Path(folder, f"{n}.dcm")) for n, path in enumerate(pdfs)}
        told = archive.store(list(sent_as.values()), on_progress=on_progress, cancel=cancel)
    stored = _by_given_names(told, {sent: given for given, sent in sent_as.items()})
    if arguments.json:
        write_json(_stored_json(stored), arguments.json)
    else:
        print(f"{len(stored.sent)} of {len(arguments.paths)} files are in the archive.")
    for line in (*stored.warnings, *(f"{failure.path}: {failure.reason}" for failure in stored.failures)):
        print(printable(line), file=sys.stderr)
    if not stored.complete:
        raise ArchiveError("Not all files are in the archive.", todo="Send the others again.")
    return 0


def _study(archive: Archive, study_uid: str, cancel: CancelToken) -> Match:
    """Whose a PDF is."""
    if not study_uid:
        raise ArchiveMisconfigured("A PDF does not say whose it is.", todo="Name its study with --study.")
    found = archive.find(Query(study_uid=study_uid), cancel=cancel).matches
    match = next((each for each in found if each.study_uid == study_uid), None)
    if match is None:
        raise ArchiveError("The archive has no such study.", where=study_uid, todo="Look for it with find.")
    return match


def _enclosed(path: Path, study: Match, target: Path) -> Path:
    encapsulated_pdf(path, study, datetime.now()).save_as(target, enforce_file_format=True)
    return target


def _by_given_names(stored: Stored, given: Mapping[Path, Path]) -> Stored:
    failures = tuple(NotStored(given[each.path], each.reason) for each in stored.failures)
    return Stored(tuple(given[path] for path in stored.sent), failures, stored.warnings)


def _configuration(arguments: argparse.Namespace) -> ArchiveConfig:
    """The archive that is meant, with the receiver that `--move-to` asks for."""
    word = arguments.archive
    port = getattr(arguments, "move_to", None)
    if word.startswith(("http://", "https://")):
        return ArchiveConfig(word[:LONGEST_NAME], DicomwebAddress(word))
    if word.startswith(f"{SCHEME}://"):
        receiver = None if port is None else Receiver(port, ae_title=arguments.calling)
        return ArchiveConfig(word[:LONGEST_NAME], _dimse_address(word, arguments.calling, receiver))
    known = {archive.name: archive for archive in read_archives(arguments.archives)}
    if word not in known:
        names = ", ".join(known) or "none"
        raise ArchiveMisconfigured(
            "No archive has this name.", where=word, todo=f"Known in {arguments.archives}: {names}."
        )
    return known[word]


def _dimse_address(word: str, calling: str, receiver: Receiver | None) -> DimseAddress:
    try:
        parts = urlsplit(word)
        title, host, port = parts.netloc.rpartition("@")[0], parts.hostname, parts.port
    except ValueError:
        title, host, port = "", None, None
    if not title or host is None or port is None:
        raise ArchiveMisconfigured(
            "The address is not whole.", where=word, todo="Write dicom://AE@host:port."
        )
    return DimseAddress(host, port, title, calling, receiver)


def _query(arguments: argparse.Namespace) -> Query:
    return Query(
        arguments.name,
        arguments.patient,
        arguments.first,
        arguments.last,
        arguments.accession,
        arguments.modality,
        arguments.description,
    )


def _day(text: str) -> date:
    return datetime.strptime(text, "%Y-%m-%d").date()


@contextmanager
def _cancelled_by_interrupt() -> Iterator[CancelToken]:
    """Ctrl+C cancels, so that nothing half done stays; a second one ends at once."""
    cancel = CancelToken()

    def interrupt(*_: object) -> None:
        signal.signal(signal.SIGINT, before)
        cancel.cancel()

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield cancel
    finally:
        signal.signal(signal.SIGINT, before)


def _line(match: Match) -> str:
    day = match.study_date or "without date"
    kinds = "/".join(match.modalities)
    count = "" if match.instances is None else f"{match.instances} files"
    who = f"{match.patient.name}  {match.patient.patient_id}"
    return "  ".join(filter(None, (match.study_uid, day, kinds, who, match.description, count)))


def _found_json(found: Found) -> dict[str, Any]:
    studies = [_match_json(match) for match in found.matches]
    return {"studies": studies, "more": found.more, "warnings": list(found.warnings)}


def _match_json(match: Match) -> dict[str, Any]:
    name = match.patient.name
    return {
        "study_uid": match.study_uid,
        "patient_name": [name.alphabetic, name.ideographic, name.phonetic],
        "patient_id": match.patient.patient_id,
        "issuer": match.patient.issuer,
        "birth_date": match.patient.birth_date,
        "sex": match.patient.sex,
        "study_date": match.study_date,
        "study_time": match.study_time,
        "accession_number": match.accession_number,
        "description": match.description,
        "modalities": list(match.modalities),
        "series": match.series,
        "instances": match.instances,
        "notes": list(match.notes),
    }


def _retrieved_json(retrieved: Retrieved) -> dict[str, Any]:
    return {
        "files": [str(file) for file in retrieved.files],
        "expected": retrieved.expected,
        "complete": retrieved.complete,
        "failures": list(retrieved.failures),
    }


def _stored_json(stored: Stored) -> dict[str, Any]:
    return {
        "sent": [str(path) for path in stored.sent],
        "failures": [{"file": str(failure.path), "reason": failure.reason} for failure in stored.failures],
        "warnings": list(stored.warnings),
    }
