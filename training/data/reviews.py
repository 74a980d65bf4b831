"""A desk's signed reviews as a corpus, "reviews:PLACE": films as they were signed on, and what was signed.

PLACE is what the desk is given as `--data`: a folder, its database file, or a server's address. Nothing in it
is ever written. The contract is the documented log (resources/docs/review-log.md): every row is believed only
if its hashes, computed again here, are those that stand beside it.

Which reviews are used, and as what:

- Only signed ones. One with an addendum is left out: the addendum may correct what was signed, and nobody can
  tell from its words which sentences of the report no longer hold.
- The target is the signed text. Where it has headings FINDINGS or IMPRESSION the recipe's section is taken,
  else the whole of it. Names, dates, numbers and addresses are replaced as in the export without the patient.
- A patient is in one split for good, by a hash of the patient's id (or, without one, of name and birth date).
- A film counts only if the studies' files are those of the last look before the signature, by their hash.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, Connection, create_engine, make_url, text
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from engine.dicom.container import parse, quiet_pydicom, read_bytes
from engine.dicom.files import open_paths
from engine.dicom.identifiers import film_identifiers
from engine.dicom.spacing import PROJECTION_MODALITIES
from engine.errors import RecipeError
from engine.identifiers import Identifiers, Scrubber, identifiers_of, name_words
from engine.progress import OnProgress, Progress, ignore_progress
from engine.sealing import chained, films_seal, review_start, seal, stored_time
from engine.study import Patient, PersonName, Radiograph, Study
from training.data.corpus import Corpus, CorpusStudy
from training.data.patients import split_of
from training.data.sections import FINDINGS, IMPRESSION, Wanted, report_sections, wanted_section
from training.data.spool import SpooledStudies

FILE_NAME = "consilium.sqlite3"
SCHEMAS = frozenset({"0002", "0003", "0004"})
"""Revisions whose tables are read here; all have the columns that the log's document names."""

STAGE = "Signed reviews are read"
NOT_SIGNED = "not signed"
ADDENDED = "with an addendum"
ALTERED = "altered in the database since they were signed"
MISSING = "missing"  # of the engine's codes for files that were not opened
NO_FILM = "without a film on disk"
CHANGED = "whose films are not those that were signed on"
UNREADABLE = "whose films cannot be opened"
NO_RADIOGRAPH = "without a radiograph"
NO_TEXT = "without text in the wanted section"

Row = Mapping[str, Any]


@dataclass(slots=True)
class Account:
    """What was found, for people: reviews left out by reason, and what is worth knowing of the others.

    `masked` passages were replaced in `masked_reviews` texts; `unedited` reports are one expert's draft,
    signed as it came; of `unproven` ones nobody kept a hash of their films.
    """

    left_out: Counter[str] = field(default_factory=Counter)
    splits: Counter[str] = field(default_factory=Counter)
    masked: int = 0
    masked_reviews: int = 0
    unedited: int = 0
    unproven: int = 0

    @property
    def used(self) -> int:
        """Reviews that can be trained on or compared with."""
        return self.splits.total()

    def to_json(self) -> dict[str, object]:
        """As `retrain --look` prints it for a program."""
        return {
            "used": self.used,
            "splits": dict(self.splits),
            "left_out": dict(self.left_out),
            "masked": self.masked,
            "masked_reviews": self.masked_reviews,
            "unedited": self.unedited,
            "unproven": self.unproven,
        }

    def lines(self) -> Iterator[str]:
        """In a few lines."""
        counts = ", ".join(f"{count} {split}" for split, count in sorted(self.splits.items()))
        yield f"{self.used} signed reviews can be used{f' ({counts})' if counts else ''}."
        for reason, count in sorted(self.left_out.items()):
            yield f"{count} left out: {reason}."
        if self.masked:
            yield f"{self.masked} names, dates or numbers in {self.masked_reviews} texts were replaced."
        if self.unedited:
            yield f"{self.unedited} are an expert's draft as it came: they teach the panel only itself."
        if self.unproven:
            yield f"{self.unproven} were signed before the desk kept hashes of films."


@dataclass(frozen=True, slots=True)
class Reviews:
    """Signed reviews as a corpus, and the account of how they were chosen."""

    corpus: Corpus
    account: Account


def read_reviews(
    place: str, section: Wanted = "findings", until: str = "", on_progress: OnProgress = ignore_progress
) -> Reviews:
    """The reviews that were signed in a desk's database, up to a moment (ISO 8601) where one is given.

    `RecipeError` where there is no such database, or one of another version.
    """
    account = Account()
    digest = hashlib.sha256()
    limit = _moment(until) if until else None

    def used() -> Iterator[CorpusStudy]:
        for study, films in _usable(connection, section, limit, account, on_progress):
            digest.update(json.dumps([study.identifier, study.split, study.report, films]).encode())
            yield study

    with _explaining(place), _connected(place) as connection:
        _require_known(connection, place)
        studies = SpooledStudies.of(used())
    left_out = tuple(sorted(account.left_out.items()))
    return Reviews(Corpus(Path(shown(place)), digest.hexdigest(), studies, left_out), account)


def shown(place: str) -> str:
    """A place as messages and folders name it: a server by its address without who asks."""
    if "://" not in place:
        return place
    url = make_url(place)
    return f"{url.host or ''}/{url.database or ''}"


def _usable(
    connection: Connection, section: Wanted, limit: datetime | None, account: Account, tell: OnProgress
) -> Iterator[tuple[CorpusStudy, str]]:
    """Studies of usable reviews, each with the hash of its films; the account grows as they are met."""
    studies = {row["study_uid"]: row for row in _rows(connection, "SELECT * FROM studies")}
    noted = _noted_films(connection)
    readers = name_words(
        *(row["author"] for row in _rows(connection, "SELECT DISTINCT author FROM operations"))
    )
    reviews = list(_rows(connection, "SELECT * FROM reviews ORDER BY id"))
    for number, review in enumerate(reviews, start=1):
        uid = review["study_uid"]
        log = list(_rows(connection, LOG, review=review["id"])) if _is_closed(review) else []
        signed = _Signed.of(review, studies[uid], log, limit)
        found = signed if isinstance(signed, str) else _study(signed, noted.get(uid, ()), readers, section)
        if isinstance(found, str):
            account.left_out[found] += 1
        else:
            _count(account, found)
            yield found.study, found.films
        tell(Progress(STAGE, number, len(reviews)))


LOG = (
    "SELECT seq, kind, role, json, author, time, hash FROM operations WHERE review_id = :review ORDER BY seq"
)


@dataclass(frozen=True, slots=True)
class _Signed:
    """A signed review that is what its hashes say, with whom it names."""

    study: Row
    text: str
    marks: str
    time: datetime
    names: frozenset[str]

    @classmethod
    def of(cls, review: Row, study: Row, log: list[Row], limit: datetime | None) -> _Signed | str:
        """The review, or why it is left out; addenda after the limit were not there yet."""
        if not _is_closed(review):
            return NOT_SIGNED
        if not _is_whole(review, study, log):
            return ALTERED
        said = {
            kind: [json.loads(row["json"]) for row in log if row["kind"] == kind]
            for kind in ("sign", "add_addendum")
        }
        if len(said["sign"]) != 1:
            return ALTERED
        signature = said["sign"][0]
        time = stored_time(signature["time"])
        if limit is not None and time > limit:
            return NOT_SIGNED
        added = [each for each in said["add_addendum"] if limit is None or stored_time(each["time"]) <= limit]
        if added:
            return ADDENDED
        return cls(study, review["text"], review["marks"], time, name_words(signature["name"]))


def _is_closed(review: Row) -> bool:
    return review["status"] in {"signed", "addended"}


def _is_whole(review: Row, study: Row, log: list[Row]) -> bool:
    """Whether rows and log are what their hashes say."""
    try:
        if seal("reviews", review) != review["seal"] or seal("studies", study) != study["seal"]:
            return False
        head = review_start(review["study_uid"])
        for number, row in enumerate(log, start=1):
            head = chained("operations", head, row)
            if head != row["hash"] or row["seq"] != number:
                return False
    except (ValueError, TypeError, UnicodeEncodeError):
        return False
    return bool(head == review["head"] and len(log) == review["version"])


@dataclass(frozen=True, slots=True)
class _Usable:
    """A review's study, the hash of its films, and what the account counts of it."""

    study: CorpusStudy
    films: str
    masked: int
    unedited: bool
    proven: bool


def _study(
    signed: _Signed, noted: tuple[tuple[datetime, str], ...], readers: frozenset[str], section: Wanted
) -> _Usable | str:
    """The study with its films and its masked text, or why it cannot be used."""
    row = signed.study
    paths = [Path(path) for path in json.loads(row["paths"])]
    found = open_paths(paths, processes=1)
    if not paths or any(skipped.code == MISSING for skipped in found.skipped):
        return NO_FILM
    opened = [study for study in found.studies if study.study_uid == row["study_uid"]]
    if not opened or not opened[0].radiographs:
        return UNREADABLE
    films = opened[0].radiographs
    as_signed = [said for time, said in noted if time <= signed.time]
    there = films_seal(film.digest for film in films)
    if as_signed and as_signed[-1] != there:
        return CHANGED
    if not any(film.modality in PROJECTION_MODALITIES or not film.identified for film in films):
        return NO_RADIOGRAPH
    report = _section_of(signed.text, section)
    if not report:
        return NO_TEXT
    known = identifiers_of(_as_study(row, films)) | Identifiers(names=readers | signed.names)
    scrubbed = Scrubber(known | _named_by(films)).scrub(report)
    patient = _hashed("patient", patient_of(row))
    study = CorpusStudy(
        identifier=_hashed("study", row["study_uid"]),
        split=split_of(patient),
        report=scrubbed.text,
        films=tuple(film.path for film in films),
        patient=patient,
        truth="",
    )
    return _Usable(study, there, len(scrubbed.changes), _is_unedited(signed), bool(as_signed))


def patient_of(study: Row) -> str:
    """What tells patients apart here: the id, whoever issued it, else name and birth date, else the study.

    Two patients with one id of two issuers fall into one split, which costs nothing; one patient in two would
    show the model in training whom it is tested on.
    """
    number = str(study["patient_id"]).strip().casefold()
    if number:
        return f"id {number}"
    name = " ".join(str(study[f"name_{script}"]) for script in ("alphabetic", "ideographic", "phonetic"))
    name = " ".join(name.casefold().split())
    return f"name {name} {study['birth_date']}" if name else f"study {study['study_uid']}"


def _hashed(what: str, value: str) -> str:
    """A name that says nothing of whom it stands for, the same on every machine."""
    return hashlib.sha256(f"consilium review {what} {value}".encode()).hexdigest()[:16]


def _section_of(report: str, section: Wanted) -> str:
    """The wanted section of a text that has such headings, else all of it, on one line."""
    sections = report_sections(report)
    if FINDINGS in sections or IMPRESSION in sections:
        return wanted_section(report, section)
    return " ".join(report.split())


def _named_by(films: tuple[Radiograph, ...]) -> Identifiers:
    """Whom the films' own headers name."""
    known = Identifiers()
    with quiet_pydicom():
        for film in films:
            if film.identified:
                known |= film_identifiers(parse(read_bytes(film.path)).dataset)
    return known


def _as_study(row: Row, films: tuple[Radiograph, ...]) -> Study:
    name = PersonName(row["name_alphabetic"], row["name_ideographic"], row["name_phonetic"])
    patient = Patient(name, row["patient_id"], row["issuer"], row["birth_date"], row["sex"])
    return Study(
        row["study_uid"],
        patient,
        row["study_date"],
        row["study_time"],
        row["accession_number"],
        row["description"],
        radiographs=films,
    )


def _is_unedited(signed: _Signed) -> bool:
    """Whether one expert wrote all of it: then its marks leave nothing but blanks."""
    marks = json.loads(signed.marks)
    covered = {place for mark in marks for place in range(mark["start"], mark["stop"])}
    experts = {mark["expert"] for mark in marks}
    alone = (place in covered or char.isspace() for place, char in enumerate(signed.text))
    return len(experts) == 1 and all(alone)


def _count(account: Account, found: _Usable) -> None:
    account.splits[found.study.split] += 1
    account.masked += found.masked
    account.masked_reviews += found.masked > 0
    account.unedited += found.unedited
    account.unproven += not found.proven


def _noted_films(connection: Connection) -> dict[str, tuple[tuple[datetime, str], ...]]:
    """By study, what the audit said of its films and when, oldest first."""
    noted: dict[str, tuple[tuple[datetime, str], ...]] = {}
    query = "SELECT study_uid, time, detail FROM audit WHERE detail LIKE :films ORDER BY time, id"
    for row in _rows(connection, query, films='%"films"%'):
        said = stored_time(row["time"]), str(json.loads(row["detail"])["films"])
        noted[row["study_uid"]] = (*noted.get(row["study_uid"], ()), said)
    return noted


def _rows(connection: Connection, query: str, **values: object) -> Iterator[Row]:
    for row in connection.execute(text(query), values).mappings():
        yield dict(row)


def _moment(said: str) -> datetime:
    try:
        time = datetime.fromisoformat(said)
    except ValueError as problem:
        raise RecipeError(f'data.signed_until is "{said}", which is no time.') from problem
    if time.tzinfo is None:
        raise RecipeError(f'data.signed_until is "{said}", without a zone.', todo="For example ...T12:00Z.")
    return time


@contextmanager
def _connected(place: str) -> Iterator[Connection]:
    """One connection that cannot write, and sees the database as it is at one moment."""
    engine = _server(place) if "://" in place else _file(place)
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def _server(place: str) -> Any:
    url = _address(place)
    options = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    try:
        return create_engine(url, hide_parameters=True, execution_options=options)
    except (ArgumentError, ImportError) as problem:
        raise RecipeError(
            f"there is no driver for {url.drivername} here.", todo="Install psycopg, the desk's own driver."
        ) from problem


def _address(place: str) -> URL:
    try:
        url = make_url(place)
    except (ArgumentError, ValueError):
        raise RecipeError(
            "the address of the reviews cannot be read.", todo="postgresql+psycopg://USER@HOST/NAME"
        ) from None
    if url.password:
        raise RecipeError(
            "a password has no place in a recipe, which is kept.",
            where=shown(place),
            todo="Give it by the environment variable PGPASSWORD or by the file ~/.pgpass.",
        )
    return url


def _file(place: str) -> Any:
    file = Path(place) / FILE_NAME if Path(place).is_dir() else Path(place)
    if not file.is_file():
        raise RecipeError(
            "there are no reviews here.", where=str(file), todo="Give what the desk has as --data."
        )
    return create_engine(
        "sqlite://", creator=lambda: _read_only(file), poolclass=NullPool, hide_parameters=True
    )


def _read_only(file: Path) -> sqlite3.Connection:
    """The file, read at one moment; one in a folder that cannot be written needs no journal."""
    address = f"file:{quote(str(file.absolute()))}?mode=ro"
    connection = sqlite3.connect(address, uri=True, isolation_level=None)
    try:
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM sqlite_master")
    except sqlite3.Error:
        connection.close()
        if file.with_name(f"{file.name}-wal").exists():
            raise
        connection = sqlite3.connect(f"{address}&immutable=1", uri=True, isolation_level=None)
    return connection


def _require_known(connection: Connection, place: str) -> None:
    found = [row["version_num"] for row in _rows(connection, "SELECT version_num FROM alembic_version")]
    if len(found) != 1 or found[0] not in SCHEMAS:
        raise RecipeError(
            "these reviews were kept by another version of Consilium.",
            where=shown(place),
            todo="Open them with this version's desk once, or update Consilium.",
        )


@contextmanager
def _explaining(place: str) -> Iterator[None]:
    """What the database raises quotes patients; only its kind is said."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error) as problem:
        kind = type(getattr(problem, "orig", None) or problem).__name__
        raise RecipeError(
            f"the reviews cannot be read ({kind}).",
            where=shown(place) if "://" not in place or not isinstance(problem, ArgumentError) else "",
            todo="Check that this is the desk's own database, and that a server runs.",
        ) from None
