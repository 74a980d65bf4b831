"""A signed report on its way to an archive, and what becomes of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from app.archives.book import Book
from app.archives.cache import DeskCache
from app.messages import Notice
from app.presenters.auditing import Auditor
from app.presenters.keeping import Keeper
from app.presenters.sending import SendingPorts, SendingPresenter
from app.review.review import Review
from app.review.signing import sign
from app.store.events import Event
from app.store.store import Store
from engine.panel import Panel
from engine.study import Study
from tests.app.archive_fakes import MAIN, OTHER, FakeArchive, ShownSending, cut, write_text
from tests.app.desk_fakes import Clock, StepLane, study_of

STUDY = study_of("1.2")
TEXT = "The heart is normal."


def signed() -> Review:
    review = Review(STUDY.study_uid, TEXT)
    return sign(review, "Dr. Test", "radiologist", "This is my report.", Clock().now()).apply(review)


@dataclass
class Screen:
    """What is on the screen (`app.presenters.sending.OnScreen`)."""

    study: Study | None = STUDY
    review: Review | None = None
    panel: Panel | None = None


class Desk:
    """The presenter with an archive in memory; lanes work when the test says so."""

    def __init__(self, folder: Path, book: Book) -> None:
        self.view, self.archive, self.screen, self.clock = ShownSending(), FakeArchive(), Screen(), Clock()
        self.moving, self.storing = StepLane(), StepLane()
        self.store = Store("sqlite://")
        self.told: list[Notice] = []
        self.cache = DeskCache(folder / "cache", lambda: 1e9)
        keeper = Keeper(self.storing, lambda: self.store)
        self.sending = SendingPresenter(
            self.view,
            SendingPorts(
                self.moving,
                keeper,
                self.archive.connect,
                self.cache,
                Auditor(keeper, self.told.append),
                write_text,
                self.clock.now,
            ),
            book,
            self.screen,
            self.told.append,
            lambda: None,
        )

    def work(self) -> None:
        while self.moving.waiting or self.storing.waiting:
            self.moving.work_all()
            self.storing.work_all()

    def ask(self) -> None:
        self.sending.ask()
        self.work()

    def send(self, name: str) -> None:
        self.sending.send(name)
        self.work()

    def outcomes(self) -> list[object]:
        return [row.detail["outcome"] for row in reversed(self.store.audit()) if row.event == "sent"]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    desk = Desk(tmp_path, Book((MAIN, OTHER)))
    desk.screen.review = signed()
    return desk


def test_only_a_signed_report_is_sent(desk: Desk) -> None:
    desk.screen.review = Review(STUDY.study_uid, TEXT)
    desk.ask()
    assert desk.view.asked is None
    assert str(desk.told[0]) == "Only a signed report is sent to an archive. Sign it, then send it."


def test_without_a_study_or_an_archive_the_reader_is_told_what_is_missing(tmp_path: Path, desk: Desk) -> None:
    desk.screen.study = None
    desk.ask()
    assert desk.told[-1].what == "There is no report to send."
    empty = Desk(tmp_path, Book())
    empty.screen.review = signed()
    empty.ask()
    assert empty.told[-1].what == "There is no archive to send to."
    assert empty.view.asked is None


def test_the_archive_that_the_study_came_from_is_proposed(desk: Desk) -> None:
    desk.store.note(Event.RECEIVED, "1.2", {"archive": "Main", "files": 2, "outcome": "complete"})
    desk.store.note(Event.RECEIVED, "1.2", {"archive": "Other", "files": 2, "outcome": "complete"})
    desk.store.note(Event.RECEIVED, "1.2", {"archive": "Main", "files": 0, "outcome": "failed"})
    desk.ask()
    assert desk.view.asked is not None
    assert desk.view.asked.came_from == "Other"
    assert desk.view.asked.archives == ("Main", "Other")
    assert desk.view.asked.study.startswith("Doe Jane")
    assert desk.view.asked.signature == "Signed by Dr. Test."


def test_an_archive_that_takes_the_report_is_quoted_and_the_audit_has_it(desk: Desk) -> None:
    desk.ask()
    desk.send("Main")
    assert desk.archive.taken == [TEXT.encode()]
    assert str(desk.told[-1]) == "Main: The archive has taken the signed report."
    assert desk.told[-1].done
    assert desk.outcomes() == ["complete"]
    assert list(desk.cache.folder.iterdir()) == []  # nothing of the document is left on the disk


def test_an_archive_that_refuses_the_report_is_quoted_and_it_can_be_sent_again(desk: Desk) -> None:
    desk.archive.refuses = "It takes no reports."
    desk.ask()
    desk.send("Main")
    assert "did not take the report. It takes no reports." in desk.told[-1].what
    desk.archive.refuses = ""
    desk.ask()
    desk.send("Main")
    assert desk.outcomes() == ["failed", "complete"]


def test_a_connection_that_breaks_is_said_with_what_to_do(desk: Desk) -> None:
    desk.archive.error = cut()
    desk.ask()
    desk.send("Other")
    assert str(desk.told[-1]) == "Other: The report was not sent. The connection broke. Try again."
    assert desk.outcomes() == ["failed"]
    assert list(desk.cache.folder.iterdir()) == []


def test_sending_can_be_cancelled_and_nobody_is_told_that_it_did_not_arrive(desk: Desk) -> None:
    desk.ask()
    desk.sending.send("Main")
    assert desk.sending.is_busy
    desk.sending.cancel()
    desk.work()
    assert "may have taken the report all the same" in desk.told[-1].what
    assert desk.outcomes() == ["cancelled"]
    assert not desk.sending.is_busy


def test_one_report_is_sent_at_a_time(desk: Desk) -> None:
    desk.ask()
    desk.sending.send("Main")
    desk.ask()
    assert desk.told[-1].what in (
        "A report is being sent already.",
        "The archive has taken the signed report.",
    )
    desk.work()
    assert desk.outcomes() == ["complete"]


def test_what_is_sent_is_the_report_that_the_sheet_named(desk: Desk) -> None:
    desk.ask()
    desk.screen.study = study_of("9.9")
    desk.screen.review = None
    desk.send("Main")
    assert desk.archive.taken == [TEXT.encode()]
    assert next(row.study_uid for row in desk.store.audit() if row.event == "sent") == "1.2"
