"""The page of archives: queries, their answers whole and in part, retrievals, and their rows in the audit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from app.archives.asked import Asked, Period
from app.archives.book import Book
from app.archives.cache import DeskCache
from app.archives.shown import AskState, Column, Here
from app.messages import Notice
from app.presenters.archive import ArchivePorts, ArchivePresenter
from app.presenters.auditing import Auditor
from app.presenters.keeping import Keeper
from app.presenters.retrieving import RetrievingPorts, RetrievingPresenter
from app.store.rows import AuditRow
from app.store.store import Store
from engine.errors import ArchiveUnreachable
from engine.study import Opened, Skipped
from tests.app.archive_fakes import MAIN, OTHER, FakeArchive, ShownArchive, cut, match_of
from tests.app.desk_fakes import Clock, StepLane, study_of

THREE = (
    match_of("1", "Doe^Jane", "20240312"),
    match_of("2", "Alva^Ana", "20240101"),
    match_of("3", "", "20231224", images=None),
)


@dataclass
class Page:
    """The presenters with an archive in memory; lanes work when the test says so."""

    folder: Path
    archive: FakeArchive = field(default_factory=lambda: FakeArchive(THREE))
    book: Book = field(default_factory=lambda: Book((MAIN, OTHER)))

    def __post_init__(self) -> None:
        self.view, self.clock = ShownArchive(), Clock()
        self.asking, self.moving, self.storing = StepLane(), StepLane(), StepLane()
        self.store = Store("sqlite://")
        self.listed: set[str] = set()
        self.opened: list[str] = []
        self.brought: list[Sequence[Path]] = []
        self.told: list[Notice] = []
        self.openable = True
        self.evictions = 0
        self.cache = DeskCache(self.folder / "cache", lambda: self.clock.now().timestamp())
        auditor = Auditor(Keeper(self.storing, lambda: self.store), self.told.append)
        self.retrieving = RetrievingPresenter(
            RetrievingPorts(
                self.moving,
                self.archive.connect,
                self.cache,
                auditor,
                self._bring,
                self._evicted,
            ),
            lambda: self.page.show_soon(),
            self.told.append,
        )
        self.page = ArchivePresenter(
            self.view,
            ArchivePorts(
                self.asking,
                self.archive.connect,
                auditor,
                self.clock,
                self.clock.now,
                self.listed.__contains__,
                self.opened.append,
            ),
            self.book,
            self.retrieving,
        )

    def search(self, name: str = "*") -> None:
        """Ask and wait for the answer."""
        self.page.ask(Asked("Main", patient_name=name))
        self.work()

    def work(self) -> None:
        """Let every lane work until nothing waits, and let the page be drawn."""
        lanes = (self.asking, self.moving, self.storing)
        while any(lane.waiting for lane in lanes):
            for lane in lanes:
                lane.work_all()
        self.clock.pass_seconds(1)

    def audit(self) -> list[AuditRow]:
        """The rows about archives, oldest first."""
        rows = self.store.audit()
        return [row for row in reversed(rows) if row.event in ("queried", "received")]

    def here(self) -> dict[str, Here]:
        return {row.study_uid: row.here for row in self.view.rows}

    @property
    def shown_state(self) -> AskState:
        assert self.view.results is not None
        return self.view.results.state

    @property
    def summary(self) -> str:
        assert self.view.results is not None
        return self.view.results.summary

    def _evicted(self) -> None:
        self.evictions += 1

    def _bring(
        self,
        paths: Sequence[Path],
        then: Callable[[Opened], None],
        failed: Callable[[BaseException], None],
    ) -> None:
        self.brought.append(tuple(paths))
        uid = paths[0].read_text()
        if self.openable:
            self.listed.add(uid)
            then(Opened((study_of(uid),)))
        else:
            then(Opened(skipped=(Skipped(paths[0], "damaged", "The file is damaged."),)))


@pytest.fixture
def page(tmp_path: Path) -> Page:
    page = Page(tmp_path)
    for uid, count in (("1", 2), ("2", 3)):
        page.archive.files[uid] = []
        for number in range(count):
            file = tmp_path / f"{uid}-{number}"
            file.write_text(uid)
            page.archive.files[uid].append(file)
    return page


def cells(page: Page, column: Column) -> list[str]:
    return [row.cells[list(Column).index(column)] for row in page.view.rows]


def test_without_an_archive_the_page_says_how_to_get_one(tmp_path: Path) -> None:
    page = Page(tmp_path, book=Book())
    assert page.shown_state is AskState.NO_ARCHIVE
    assert page.view.results is not None
    assert page.view.results.heading == "No archive yet"


def test_nothing_is_asked_before_the_reader_asks(page: Page) -> None:
    assert page.shown_state is AskState.READY
    assert (page.asking.waiting, page.moving.waiting) == ([], [])


def test_an_answer_is_shown_counted_and_in_the_audit_without_a_name(page: Page) -> None:
    page.search("Doe")
    assert page.shown_state is AskState.ANSWERED
    assert page.summary == "Main: 3 studies"
    assert cells(page, Column.PATIENT) == ["Doe, Jane", "Alva, Ana", "ID-3"]
    assert cells(page, Column.IMAGES) == ["2", "2", ""]
    assert cells(page, Column.DATE)[0] == "12 Mar 2024 14:02"
    (row,) = page.audit()
    assert dict(row.detail) == {
        "archive": "Main",
        "fields": "patient_name",
        "outcome": "complete",
        "studies": 3,
    }


def test_an_archive_that_has_more_is_not_shown_as_if_it_had_not(page: Page) -> None:
    page.archive.more = True
    page.search()
    assert page.summary.startswith("Main: 3 studies. The archive has more")


def test_a_query_for_everything_is_refused_with_what_to_do(page: Page) -> None:
    page.page.ask(Asked("Main"))
    assert page.view.notice is not None
    assert "everything" in page.view.notice.what
    assert not page.asking.waiting
    assert page.audit() == []


def test_today_is_the_day_of_the_readers_clock(page: Page) -> None:
    page.page.ask(Asked("Main", period=Period.TODAY))
    page.work()
    today = page.clock.now().astimezone().date()
    assert (page.archive.asked[0].first_date, page.archive.asked[0].last_date) == (today, today)


def test_an_answer_that_is_not_whole_says_so(page: Page) -> None:
    page.archive.warnings = ("One answer cannot be read.",)
    page.search()
    assert page.shown_state is AskState.PARTIAL
    assert page.summary == "Main: 3 studies, not all: One answer cannot be read."
    assert page.view.results is not None
    assert page.view.results.can_retry
    assert page.audit()[0].detail["outcome"] == "partial"


def test_an_archive_that_cannot_be_reached_is_named_with_what_to_do_and_asked_again(page: Page) -> None:
    page.archive.error = ArchiveUnreachable("Nobody answers.", where="Main", todo="Check the address.")
    page.search()
    assert page.view.results is not None
    assert page.view.results.state is AskState.FAILED
    assert page.view.results.text == "Main: Nobody answers. Check the address."
    page.archive.error = None
    page.page.retry()
    page.work()
    assert page.shown_state is AskState.ANSWERED
    assert [row.detail["outcome"] for row in page.audit()] == ["failed", "complete"]


def test_studies_that_came_before_an_archive_died_stay_and_are_said_to_be_some(page: Page) -> None:
    page.archive.error, page.archive.survives = cut(), 2
    page.search()
    assert len(page.view.rows) == 2
    assert page.summary == "Main: broke off after 2 studies; there may be more"
    assert page.view.notice is not None
    assert "broke" in page.view.notice.what


def test_a_cancelled_query_keeps_what_came_and_says_that_there_may_be_more(page: Page) -> None:
    page.page.ask(Asked("Main", patient_name="*"))
    call = page.asking.waiting[0]
    call.told(THREE[0])
    page.page.cancel()
    page.work()
    assert page.shown_state is AskState.CANCELLED
    assert page.summary == "Main: cancelled after 1 study; there may be more"
    assert page.audit()[0].detail["outcome"] == "cancelled"


def test_a_query_under_way_gives_way_to_the_next_and_its_answer_is_not_shown(page: Page) -> None:
    page.page.ask(Asked("Main", patient_name="first"))
    page.page.ask(Asked("Main", patient_name="second"))
    page.work()
    assert [query.patient_name for query in page.archive.asked] == ["second*"]
    assert [row.detail["outcome"] for row in page.audit()] == ["cancelled", "complete"]


def test_hundreds_of_answers_are_not_drawn_one_by_one(tmp_path: Path) -> None:
    page = Page(tmp_path, FakeArchive(tuple(match_of(str(number)) for number in range(400))))
    page.page.ask(Asked("Main", patient_name="*"))
    before = page.view.shows
    page.asking.work_all()
    assert page.view.shows - before == 1
    assert len(page.view.rows) == 400


def test_rows_are_sorted_by_any_column_and_what_is_not_said_stands_last(page: Page) -> None:
    page.search()
    page.page.sort(Column.PATIENT)
    assert cells(page, Column.PATIENT) == ["Alva, Ana", "Doe, Jane", "ID-3"]
    page.page.turn_order()
    assert cells(page, Column.PATIENT) == ["Doe, Jane", "Alva, Ana", "ID-3"]
    page.page.sort_by_next()
    assert cells(page, Column.PATIENT_ID) == ["ID-1", "ID-2", "ID-3"]


def test_a_study_that_is_retrieved_is_counted_brought_and_then_opens(page: Page) -> None:
    page.search()
    page.page.activate(["1"])
    assert page.here()["1"] is Here.WAITING or page.retrieving.is_busy
    page.work()
    assert page.here()["1"] is Here.HERE
    assert [len(paths) for paths in page.brought] == [2]
    assert page.opened == []  # nobody is led away from what he looks at
    page.page.activate(["1"])
    assert page.opened == ["1"]
    row = page.audit()[-1]
    assert (row.event, row.study_uid) == ("received", "1")
    assert dict(row.detail) == {"archive": "Main", "outcome": "complete", "files": 2}
    assert page.store.origin_of("1") == "Main"


def test_a_study_that_is_on_the_worklist_already_is_marked(page: Page) -> None:
    page.listed.add("2")
    page.search()
    assert page.here() == {"1": Here.AWAY, "2": Here.HERE, "3": Here.AWAY}
    page.page.open(["2"])
    assert page.opened == ["2"]
    page.page.open(["3"])
    assert page.view.notice is not None
    assert page.view.notice.what == "This study is not here yet."


def test_what_came_before_an_archive_died_is_here_in_part_and_can_be_asked_again(page: Page) -> None:
    page.search()
    page.archive.error, page.archive.survives = cut(), 2
    page.page.retrieve(["2"])
    page.work()
    (row,) = [row for row in page.view.rows if row.study_uid == "2"]
    assert row.here is Here.PARTIAL
    assert row.cells[0] == "partial 2 of 3"
    assert "The connection broke." in row.help
    assert "in part: 2 of 3 files" in page.told[0].what
    assert page.audit()[-1].detail["outcome"] == "partial"
    page.archive.error = None
    page.page.activate(["2"])
    page.work()
    assert page.here()["2"] is Here.HERE


def test_an_archive_that_dies_at_once_leaves_nothing_here_and_says_why(page: Page) -> None:
    page.search()
    page.archive.error = cut()
    page.page.retrieve(["1", "2"])
    page.work()
    assert (page.here()["1"], page.here()["2"]) == (Here.FAILED, Here.FAILED)
    assert page.brought == []
    assert not page.retrieving.is_busy
    assert page.store.origin_of("1") == ""
    assert page.told[0].what.startswith("A study was not retrieved. Main: The connection broke.")


def test_cancelling_stops_what_comes_and_what_waits_and_only_what_was_begun_is_in_the_audit(
    page: Page,
) -> None:
    page.search()
    page.page.retrieve(["1", "2"])
    page.moving.waiting[0].told(_begun())
    page.page.cancel()
    page.work()
    assert (page.here()["1"], page.here()["2"]) == (Here.CANCELLED, Here.CANCELLED)
    received = [row for row in page.audit() if row.event == "received"]
    assert [(row.study_uid, row.detail["outcome"]) for row in received] == [("1", "cancelled")]


def test_files_that_have_come_and_cannot_be_opened_are_not_called_a_study(page: Page) -> None:
    page.search()
    page.openable = False
    page.page.retrieve(["1"])
    page.work()
    (row,) = [row for row in page.view.rows if row.study_uid == "1"]
    assert row.here is Here.FAILED
    assert "It has arrived, but cannot be opened: The file is damaged." in row.help


def test_the_bar_counts_studies_and_names_nobody(page: Page) -> None:
    page.search()
    page.page.retrieve(["1", "2"])
    progress = page.retrieving.progress
    assert progress is not None
    assert progress.text == "Retrieving study 1 of 2"
    page.moving.work_once()
    progress = page.retrieving.progress
    assert progress is not None
    assert progress.text == "Retrieving study 2 of 2"
    page.work()
    assert page.retrieving.progress is None


def test_older_studies_make_room_and_the_reader_is_told(page: Page) -> None:
    page.cache.limit(3)  # bytes: there is room for one study of two or three files with a byte each
    page.search()
    page.page.retrieve(["1"])
    page.work()
    page.page.retrieve(["2"])
    page.work()
    assert page.evictions == 1
    assert any("was removed" in notice.what for notice in page.told)
    assert page.cache.use().studies == 1


def test_a_row_of_the_audit_that_cannot_be_written_is_said(page: Page) -> None:
    page.store.close()
    page.store = _Broken()  # type: ignore[assignment]
    page.search()
    assert any(notice.what.startswith("This is not in the audit.") for notice in page.told)


def test_an_archive_that_was_taken_away_meanwhile_is_not_asked(page: Page) -> None:
    page.search()
    page.page.show_book(Book((OTHER,)))
    page.page.retrieve(["1"])
    assert page.view.notice is not None
    assert page.view.notice.what == "This archive is not in the list any more."
    assert not page.moving.waiting


def _begun() -> object:
    from engine.progress import Progress

    return Progress("", 0, 0)


class _Broken:
    """A store that takes no row."""

    def note(self, *_: object) -> None:
        raise OSError(28, "No space left on device")
