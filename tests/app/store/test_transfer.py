"""Out into an archive and into another database: the same logs and chains, conflicts named."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from app.review.review import Status
from app.store.database import FILE_NAME, url_of
from app.store.errors import ArchiveMalformed, FileInTheWay, StoreDamaged
from app.store.store import Store
from app.store.transfer import Imported, export_archive, import_archive
from app.store.verification import verify
from engine.study import Patient, PersonName
from tests.app.store.storing import STUDY, Clock, alter, rows_of, saved, with_review
from tests.app.store.test_verification import write

LOG = (
    "SELECT study_uid, seq, kind, role, json, author, time, hash FROM operations "
    "JOIN reviews ON reviews.id = review_id ORDER BY study_uid, seq"
)
REVIEWS = "SELECT study_uid, text, marks, status, version, created, saved, head, seal FROM reviews ORDER BY 1"


def exported(folder: Path, file: Path) -> Path:
    store = Store(url_of(folder))
    export_archive(store, file)
    store.close()
    return file


def imported(folder: Path, file: Path) -> Imported:
    store = Store(url_of(folder), user="Dr. Poe")
    try:
        return import_archive(store, file)
    finally:
        store.close()


def written(folder: Path, *words: str, study_uid: str = "1.2.3", patient: Patient = STUDY.patient) -> None:
    """A database in which the reader added these words, one after the other."""
    store = Store(url_of(folder), Clock(), user="Dr. Roe")
    stored = with_review(store, replace(STUDY, study_uid=study_uid, patient=patient))
    for word in words:
        stored = saved(store, stored, word)
    store.close()


def text_in(folder: Path) -> str:
    return str(rows_of(folder / FILE_NAME, "SELECT text FROM reviews WHERE study_uid = '1.2.3'")[0][0])


def whole(folder: Path) -> bool:
    return verify(url_of(folder)).findings == ()


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """An archive of two reviews, one of them signed, a panel and an audit."""
    return exported(write(tmp_path / "here").parent, tmp_path / "all.zip")


def test_into_an_empty_folder_come_the_same_logs_panels_and_chains(archive: Path, tmp_path: Path) -> None:
    here, there = tmp_path / "here" / FILE_NAME, tmp_path / "there" / FILE_NAME
    found = imported(there.parent, archive)
    assert found.conflicts == ()
    assert found.added == {"studies": 2, "reviews": 2, "operations": 7, "panels": 1, "audit": 13}
    for query in (LOG, REVIEWS, "SELECT * FROM studies", "SELECT json, seal FROM panels"):
        assert rows_of(there, query) == rows_of(here, query)
    audit = "SELECT origin, seq, time, user, event, detail, hash FROM audit ORDER BY origin, seq"
    assert set(rows_of(here, audit)[:13]) <= set(rows_of(there, audit))
    assert whole(there.parent)


def test_an_imported_review_opens_with_signature_addendum_and_undo(archive: Path, tmp_path: Path) -> None:
    imported(tmp_path / "there", archive)
    store = Store(url_of(tmp_path / "there"))
    signed = store.open_review("1.2.4").review
    draft = store.open_review("1.2.3")
    assert signed.status is Status.ADDENDED
    assert signed.signature is not None
    assert (signed.signature.name, signed.addenda[0].text) == ("Dr. Roe", "Known.")
    assert len(draft.history.done) == 3
    assert saved(store, draft, " Four.").review.text == "One. Two. Three. Four."
    store.close()
    assert whole(tmp_path / "there")


def test_an_archive_has_no_pixels_and_is_for_its_owner_alone(archive: Path) -> None:
    with zipfile.ZipFile(archive) as files:
        assert sorted(files.namelist()) == [
            "audit.jsonl",
            "audit_chains.jsonl",
            "manifest.json",
            "operations.jsonl",
            "panels.jsonl",
            "reviews.jsonl",
            "studies.jsonl",
        ]
        manifest = json.loads(files.read("manifest.json"))
        lines = files.read("operations.jsonl")
    assert (manifest["format"], manifest["version"]) == ("consilium-archive", 2)
    said = manifest["files"]["operations.jsonl"]
    assert said == {"bytes": len(lines), "rows": 7, "sha256": hashlib.sha256(lines).hexdigest()}
    assert archive.stat().st_mode & 0o077 == 0


def test_imported_twice_nothing_is_added(archive: Path, tmp_path: Path) -> None:
    imported(tmp_path / "there", archive)
    again = imported(tmp_path / "there", archive)
    assert (set(again.added.values()), again.conflicts) == ({0}, ())
    assert whole(tmp_path / "there")


def test_an_archive_of_its_own_adds_nothing(archive: Path, tmp_path: Path) -> None:
    again = imported(tmp_path / "here", archive)
    assert (set(again.added.values()), again.conflicts) == ({0}, ())
    assert whole(tmp_path / "here")


def test_into_a_filled_folder_come_the_studies_that_it_has_not(archive: Path, tmp_path: Path) -> None:
    written(tmp_path / "there", "Mine.", study_uid="1.2.9")
    found = imported(tmp_path / "there", archive)
    assert (found.added["studies"], found.conflicts) == (2, ())
    texts = rows_of(tmp_path / "there" / FILE_NAME, "SELECT text FROM reviews ORDER BY study_uid")
    assert texts[2] == ("Mine.",)
    assert whole(tmp_path / "there")


def test_a_log_that_is_here_in_part_is_gone_on_with(tmp_path: Path) -> None:
    written(tmp_path / "here", "One.")
    imported(tmp_path / "there", exported(tmp_path / "here", tmp_path / "early.zip"))
    written(tmp_path / "here", " Two.")
    found = imported(tmp_path / "there", exported(tmp_path / "here", tmp_path / "late.zip"))
    assert (found.added["operations"], found.added["reviews"], found.conflicts) == (1, 0, ())
    assert text_in(tmp_path / "there") == "One. Two."
    assert whole(tmp_path / "there")


def test_an_older_archive_leaves_what_came_after_it(tmp_path: Path) -> None:
    written(tmp_path / "here", "One.")
    early = exported(tmp_path / "here", tmp_path / "early.zip")
    written(tmp_path / "here", " Two.")
    assert imported(tmp_path / "here", early).conflicts == ()
    assert text_in(tmp_path / "here") == "One. Two."
    assert whole(tmp_path / "here")


def test_a_review_that_was_only_opened_here_is_filled(archive: Path, tmp_path: Path) -> None:
    written(tmp_path / "there")
    assert imported(tmp_path / "there", archive).conflicts == ()
    assert text_in(tmp_path / "there") == "One. Two. Three."
    assert whole(tmp_path / "there")


def test_logs_that_differ_are_named_and_what_is_here_stays(archive: Path, tmp_path: Path) -> None:
    written(tmp_path / "there", "Mine.")
    found = imported(tmp_path / "there", archive)
    assert [str(conflict) for conflict in found.conflicts] == [
        "review of study 1.2.3: went on differently here and there"
    ]
    assert found.added["reviews"] == 1
    assert text_in(tmp_path / "there") == "Mine."
    assert whole(tmp_path / "there")


def test_another_patient_under_the_same_uid_is_named_and_nothing_of_it_is_taken(
    archive: Path, tmp_path: Path
) -> None:
    other = Patient(PersonName("Roe^Ann"), patient_id="99")
    written(tmp_path / "there", "Mine.", patient=other)
    found = imported(tmp_path / "there", archive)
    assert [str(conflict) for conflict in found.conflicts] == [
        "study 1.2.3: is kept here for another patient"
    ]
    assert (found.added["panels"], found.added["reviews"]) == (0, 1)
    assert text_in(tmp_path / "there") == "Mine."
    assert whole(tmp_path / "there")


def test_an_older_copy_put_in_place_by_hand_shows_in_its_own_audit(tmp_path: Path) -> None:
    written(tmp_path / "here", "One.")
    copy = (tmp_path / "here" / FILE_NAME).read_bytes()
    written(tmp_path / "here", " Two.")
    late = exported(tmp_path / "here", tmp_path / "late.zip")
    (tmp_path / "here" / FILE_NAME).write_bytes(copy)
    (conflict,) = imported(tmp_path / "here", late).conflicts
    assert "an older copy was put in place" in str(conflict)
    assert text_in(tmp_path / "here") == "One. Two."
    assert whole(tmp_path / "here")


def test_an_export_never_overwrites_a_file(archive: Path, tmp_path: Path) -> None:
    before = archive.read_bytes()
    with pytest.raises(FileInTheWay):
        exported(tmp_path / "here", archive)
    assert archive.read_bytes() == before


def test_a_database_that_was_altered_is_not_exported(tmp_path: Path) -> None:
    written(tmp_path / "here", "One.")
    alter(tmp_path / "here" / FILE_NAME, "UPDATE operations SET author = 'X'")
    with pytest.raises(StoreDamaged, match="operations row 1"):
        exported(tmp_path / "here", tmp_path / "all.zip")
    assert not (tmp_path / "all.zip").exists()


def rewritten(archive: Path, name: str, change: Callable[[bytes], bytes], honest: bool = True) -> None:
    """Alter one file of the archive; `honest` manifests say so, as somebody who means it would."""
    with zipfile.ZipFile(archive) as files:
        contents = {one: files.read(one) for one in files.namelist()}
    contents[name] = change(contents[name])
    if honest and name != "manifest.json":
        manifest = json.loads(contents["manifest.json"])
        said = manifest["files"][name]
        said["sha256"], said["bytes"] = hashlib.sha256(contents[name]).hexdigest(), len(contents[name])
        contents["manifest.json"] = json.dumps(manifest).encode()
    with zipfile.ZipFile(archive, "w") as files:
        for one, content in contents.items():
            files.writestr(one, content)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("operations.jsonl", b" Two.", b" Ten."),
        ("operations.jsonl", b'"author":"R"', b'"author":"S"'),
        ("operations.jsonl", b'"seq":2', b'"seq":3'),
        ("operations.jsonl", b'"seq":2', b'"seq":"2"'),
        ("operations.jsonl", b'"seq":2', b'"seq":true'),
        ("operations.jsonl", b'"role":"do"', b'"role":"do","more":1'),
        ("operations.jsonl", b'"study_uid":"1.2.4"', b'"study_uid":"1.2.9"'),
        ("operations.jsonl", b"12:00:00.000000+00:00", b"13:00:00.000000+01:00"),
        ("reviews.jsonl", b"One.", b"Six."),
        ("reviews.jsonl", b'"status":"addended"', b'"status":"draft"'),
        ("studies.jsonl", b"Doe^Jane", b"Doe^Joan"),
        ("panels.jsonl", b"phantom", b"phantasm"),
        ("audit.jsonl", b'"user":"Dr. Roe"', b'"user":"Dr. Doe"'),
        ("audit.jsonl", b'"event":"signed"', b'"event":"edited"'),
        ("audit_chains.jsonl", b'"count":13', b'"count":12'),
        ("audit_chains.jsonl", b'"active":true', b'"active":false'),
        ("studies.jsonl", b"Doe^Jane", b"\\ud800"),
        ("studies.jsonl", b"Doe^Jane", b"Doe\\u0000"),
        ("studies.jsonl", b"Doe^Jane", b"\xff"),
    ],
)
def test_an_altered_archive_is_refused_and_nothing_of_it_is_taken(
    archive: Path, tmp_path: Path, name: str, old: bytes, new: bytes
) -> None:
    with zipfile.ZipFile(archive) as files:
        assert old in files.read(name)
    rewritten(archive, name, lambda content: content.replace(old, new, 1))
    Store(url_of(tmp_path / "there")).close()
    with pytest.raises(ArchiveMalformed, match="cannot be taken over"):
        imported(tmp_path / "there", archive)
    for table in ("studies", "reviews", "operations", "panels"):
        assert rows_of(tmp_path / "there" / FILE_NAME, f"SELECT count(*) FROM {table}") == [(0,)]
    assert whole(tmp_path / "there")


def without_the_last_line(content: bytes) -> bytes:
    return b"".join(content.splitlines(keepends=True)[:-1])


@pytest.mark.parametrize("name", ["operations.jsonl", "reviews.jsonl", "studies.jsonl", "audit.jsonl"])
def test_an_archive_that_lost_its_last_row_is_refused(archive: Path, tmp_path: Path, name: str) -> None:
    rewritten(archive, name, without_the_last_line)
    with pytest.raises(ArchiveMalformed):
        imported(tmp_path / "there", archive)


def test_files_that_differ_from_their_manifest_are_refused(archive: Path, tmp_path: Path) -> None:
    rewritten(archive, "panels.jsonl", lambda content: content + b"\n", honest=False)
    with pytest.raises(ArchiveMalformed, match="not what its manifest says"):
        imported(tmp_path / "there", archive)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda manifest: b"[]", "cannot be read"),
        (lambda manifest: b"{", "cannot be read"),
        (lambda manifest: manifest.replace(b"consilium-archive", b"holiday-films"), "of another kind"),
        (lambda manifest: manifest.replace(b'"version": 2', b'"version": 3'), "newer Consilium"),
        (lambda manifest: manifest.replace(b"panels.jsonl", b"../panels.jsonl"), "not complete"),
    ],
)
def test_a_manifest_that_is_not_ours_is_refused(
    archive: Path, tmp_path: Path, change: Callable[[bytes], bytes], said: str
) -> None:
    rewritten(archive, "manifest.json", change)
    with pytest.raises(ArchiveMalformed, match=said):
        imported(tmp_path / "there", archive)


def test_an_archive_of_the_version_before_is_taken_over_too(archive: Path, tmp_path: Path) -> None:
    rewritten(archive, "manifest.json", lambda manifest: manifest.replace(b'"version": 2', b'"version": 1'))
    assert imported(tmp_path / "there", archive).added["operations"] == 7
    assert whole(tmp_path / "there")


def test_other_files_in_an_archive_are_refused_and_never_unpacked(archive: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(archive, "a") as files:
        files.writestr("../outside.txt", "x")
    with pytest.raises(ArchiveMalformed, match="not those of its manifest"):
        imported(tmp_path / "there", archive)
    assert not list(tmp_path.rglob("outside.txt"))


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x05\x06" + bytes(18)])
def test_what_is_no_archive_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "all.zip").write_bytes(content)
    with pytest.raises(ArchiveMalformed):
        imported(tmp_path / "there", tmp_path / "all.zip")


def test_a_damaged_archive_is_refused_wherever_the_damage_is(archive: Path, tmp_path: Path) -> None:
    good = archive.read_bytes()
    for place in range(0, len(good), len(good) // 40):
        archive.write_bytes(good[:place] + bytes([good[place] ^ 0xFF]) + good[place + 1 :])
        try:
            found = imported(tmp_path / f"there{place}", archive)
        except ArchiveMalformed:
            continue
        assert found.added["operations"] == 7  # a byte that says nothing: a time stamp, an attribute
        assert whole(tmp_path / f"there{place}")
