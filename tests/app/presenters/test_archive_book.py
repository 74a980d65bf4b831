"""The sheet of archives: what is kept and where, what a test says, and the cache."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from app.archives.book import Book
from app.archives.cache import DeskCache
from app.archives.shown import Fields
from app.presenters.archive_book import BookPorts, BookPresenter, archive_of, fields_of, size_words
from app.presenters.auditing import Auditor
from app.presenters.keeping import Keeper
from app.store.store import Store
from engine.archives.config import (
    ArchiveConfig,
    Auth,
    DicomwebAddress,
    DimseAddress,
    Limits,
    Receiver,
    Tls,
)
from engine.errors import ArchiveMisconfigured, ArchiveUntrusted
from tests.app.archive_fakes import MAIN, OTHER, FakeArchive, FakeSecrets, ShownBook
from tests.app.desk_fakes import StepLane

SECRET = "correct horse"
WEB = Fields("Web", True, url="https://pacs.example/dicom-web", auth="basic", user="ann", secret=SECRET)


@dataclass
class Sheet:
    """The presenter; lanes work when the test says so."""

    folder: Path
    book: Book = field(default_factory=lambda: Book((MAIN, OTHER)))

    def __post_init__(self) -> None:
        self.view, self.archive, self.secrets = ShownBook(), FakeArchive(), FakeSecrets()
        self.network, self.files, self.storing = StepLane(), StepLane(), StepLane()
        self.store = Store("sqlite://")
        self.cache = DeskCache(self.folder / "cache", lambda: 1e9)
        self.books: list[Book] = []
        self.saved: list[Book] = []
        self.refusal: Exception | None = None
        self.cleared = 0
        self.sheet = BookPresenter(
            self.view,
            BookPorts(
                self.network,
                self.files,
                self.archive.connect,
                self.secrets,
                self.cache,
                Auditor(Keeper(self.storing, lambda: self.store), lambda _: None),
                self._save,
            ),
            self.book,
            self.books.append,
            self._cleared,
        )
        self.sheet.show()
        self.work()

    def work(self) -> None:
        lanes = (self.network, self.files, self.storing)
        while any(lane.waiting for lane in lanes):
            for lane in lanes:
                lane.work_all()

    @property
    def said(self) -> str:
        return str(self.view.notice) if self.view.notice is not None else ""

    @property
    def names(self) -> tuple[str, ...]:
        assert self.view.shown is not None
        return self.view.shown.names

    def _save(self, book: Book) -> None:
        if self.refusal is not None:
            raise self.refusal
        self.saved.append(book)

    def _cleared(self) -> None:
        self.cleared += 1


@pytest.fixture
def sheet(tmp_path: Path) -> Sheet:
    return Sheet(tmp_path)


@pytest.mark.parametrize(
    "archive",
    [
        MAIN,
        ArchiveConfig(
            "Moved",
            DimseAddress("h", 2762, "PACS", "WE", Receiver(11113, "10.0.0.1", "OTHER_AE", "SENDER"), Tls()),
            Limits(matches=7),
        ),
        ArchiveConfig("Web", DicomwebAddress("https://h/dicom-web", Auth.BEARER, "", Tls(Path("/ca.pem")))),
    ],
)
def test_what_the_fields_show_is_what_they_keep_also_what_has_no_field(archive: ArchiveConfig) -> None:
    assert archive_of(fields_of(archive), archive) == archive


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        (Fields("", host="h", port="104", called_ae="X"), "An archive needs a name"),
        (Fields("A", host="h", port="many", called_ae="X"), "A port is a number, such as 104."),
        (Fields("A", host="h", port="70000", called_ae="X"), "A port is a number from 1 to 65535"),
        (Fields("A", host="h", called_ae=""), "An AE title has 1 to 16 characters"),
        (Fields("A", host="two words", called_ae="X"), "The host is neither"),
        (Fields("A", True, url="pacs.example"), "The address is no DICOMweb root."),
        (Fields("A", True, url="https://h/", auth="basic"), "needs a user name"),
        (Fields("A", True, url="https://h/", has_tls=True, key="k.pem"), "belong together"),
    ],
)
def test_fields_that_make_no_archive_are_refused_in_words_and_nothing_is_kept(
    sheet: Sheet, fields: Fields, said: str
) -> None:
    sheet.sheet.edit("")
    for act in (sheet.sheet.save, sheet.sheet.test):
        act(fields)
        sheet.work()
        assert said in sheet.said
    assert (sheet.saved, sheet.archive.secrets) == ([], [])


def test_a_new_archive_comes_behind_the_others_and_is_kept(sheet: Sheet) -> None:
    sheet.sheet.edit("")
    sheet.sheet.save(Fields("New", host="h", called_ae="X"))
    sheet.work()
    assert sheet.names == ("Main", "Other", "New")
    assert sheet.saved[-1].names == sheet.books[-1].names == ("Main", "Other", "New")
    assert sheet.said == "New is saved."


def test_a_password_goes_into_the_keyring_and_nowhere_else(sheet: Sheet) -> None:
    sheet.sheet.edit("")
    sheet.sheet.save(WEB)
    sheet.work()
    assert sheet.secrets.kept == {"Web": SECRET}
    assert "in the system's keyring" in sheet.said
    assert sheet.view.shown is not None
    assert sheet.view.shown.fields.secret == ""
    for told in (sheet.saved, sheet.view.shown, WEB, sheet.said, sheet.store.audit()):
        assert SECRET not in repr(told)


def test_a_locked_keyring_keeps_the_address_and_says_what_to_do(sheet: Sheet) -> None:
    sheet.secrets.locked = True
    sheet.sheet.edit("")
    sheet.sheet.save(WEB)
    sheet.work()
    assert sheet.names[-1] == "Web"
    assert "The keyring is locked." in sheet.said


def test_an_archive_with_another_name_keeps_its_password(sheet: Sheet) -> None:
    sheet.sheet.edit("")
    sheet.sheet.save(WEB)
    sheet.work()
    sheet.sheet.save(replace(WEB, name="Net", secret=""))
    sheet.work()
    assert sheet.secrets.kept == {"Net": SECRET}
    assert sheet.names == ("Main", "Other", "Net")
    assert sheet.view.secret.startswith("One is kept.")


def test_an_archive_that_is_removed_takes_its_password_along(sheet: Sheet) -> None:
    sheet.sheet.edit("")
    sheet.sheet.save(WEB)
    sheet.work()
    sheet.sheet.remove()
    sheet.work()
    assert sheet.names == ("Main", "Other")
    assert sheet.secrets.kept == {}


def test_a_test_uses_the_fields_as_they_are_with_the_password_that_was_typed(sheet: Sheet) -> None:
    sheet.sheet.edit("")
    sheet.sheet.test(WEB)
    assert sheet.view.busy
    sheet.work()
    assert sheet.archive.secrets == [SECRET]
    assert sheet.said == "Web answers, in 0.2 seconds. It calls itself MAIN."
    assert not sheet.view.busy
    assert sheet.saved == []
    sheet.archive.error = ArchiveUntrusted("Its certificate is not trusted.", where="Web", todo="Ask for it.")
    sheet.sheet.test(WEB)
    sheet.work()
    assert sheet.said == "Web: Its certificate is not trusted. Ask for it."


def test_closing_the_sheet_ends_a_test(sheet: Sheet) -> None:
    sheet.sheet.test(fields_of(MAIN))
    sheet.sheet.close()
    sheet.work()
    assert sheet.archive.secrets == []


def test_a_list_that_cannot_be_kept_is_said(sheet: Sheet) -> None:
    sheet.refusal = ArchiveMisconfigured("The list of archives cannot be read.", todo="Correct the file.")
    sheet.sheet.save(replace(fields_of(MAIN), host="other"))
    sheet.work()
    assert "The list of archives cannot be read." in sheet.said


def test_the_cache_says_what_it_holds_and_what_clearing_frees(sheet: Sheet) -> None:
    assert sheet.view.cache == ("No retrieved study lies on this disk.", False)
    with sheet.cache.held("Main", "1.2") as folder:
        (folder / "1.dcm").write_bytes(bytes(3 << 20))
    sheet.sheet.show()
    sheet.work()
    assert sheet.view.cache == ("1 retrieved study, 3.0 MB", True)
    sheet.sheet.clear_cache()
    sheet.work()
    assert sheet.said == "1 study removed, 3.0 MB freed. Their reviews are kept."
    assert sheet.cleared == 1
    row = sheet.store.audit()[0]
    assert (row.event, dict(row.detail)) == ("cache_cleared", {"studies": 1, "bytes": 3 << 20})


@pytest.mark.parametrize(
    ("size", "words"), [(0, "0.0 MB"), (1 << 20, "1.0 MB"), (340 << 20, "340 MB"), (3 << 29, "1.5 GB")]
)
def test_sizes_are_said_as_people_say_them(size: int, words: str) -> None:
    assert size_words(size) == words
