"""The desk against a real Orthanc: query, retrieve, read, sign, send the report back, in three ways."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from time import time

import pydicom
import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.__main__ import Desk, Parts, assemble
from app.archives.asked import Asked
from app.archives.book import Book
from app.archives.cache import DeskCache
from app.archives.shown import AskState, Here
from app.archiving import ArchiveOpener, ArchiveParts, write_report
from app.messages import StudyState
from app.opening import StoreOpener
from app.settings import Settings
from app.store.store import Store
from app.views.archive_results import MatchTable
from engine.archives.connection import connect
from engine.dicom.files import open_paths
from engine.resources import STUDIES
from engine.study import Study
from tests.app.archive_fakes import FakeSecrets, kept_nowhere
from tests.app.desk_fakes import FakeEngine
from tests.engine.archives.servers import PASSWORD, SECRETS, Server, orthanc

pytestmark = [pytest.mark.integration, pytest.mark.slow]  # a server, processes and a desk: a minute
WAIT = 120_000  # milliseconds


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    folder = tmp_path / "orthanc"
    folder.mkdir()
    with orthanc(folder) as running:
        yield running


@pytest.fixture
def study(server: Server) -> Study:
    """A sample study, which the server has."""
    if not STUDIES.is_dir():
        pytest.skip("resources/studies is not there; `python -m training phantoms` makes its studies")
    found = max(open_paths([STUDIES]).studies, key=lambda each: len(each.radiographs))
    stored = connect(server.archives["get"], SECRETS).store([film.path for film in found.radiographs])
    assert stored.complete
    return found


@pytest.fixture
def desk(qtbot: QtBot, themed: QApplication, server: Server, tmp_path: Path) -> Iterator[Desk]:
    secrets = FakeSecrets({"web": PASSWORD})
    data = tmp_path / "data"
    parts = ArchiveParts(
        Book(tuple(server.archives.values())),
        kept_nowhere,
        DeskCache(data / "cache", time),
        ArchiveOpener(secrets),
        secrets,
        write_report,
    )
    desk = assemble(Parts(lambda *_: FakeEngine(), StoreOpener(str(data)), (), Settings(), "Dr. Test", parts))
    desk.window.show()
    desk.presenter.start(())
    yield desk
    desk.window.close_now()
    desk.end()


@pytest.fixture
def settle(qtbot: QtBot, desk: Desk) -> Callable[[], None]:
    def until_quiet() -> None:
        for _ in range(3):  # one job may begin another
            qtbot.waitUntil(lambda: desk.presenter.settled and not desk.lanes.busy, timeout=WAIT)
        qtbot.waitUntil(lambda: desk.archiving.is_settled, timeout=WAIT)
        desk.archiving.page.show()

    return until_quiet


def here(desk: Desk) -> list[Here]:
    table: MatchTable = desk.window.archive.table
    return [row.here for row in table.rows]


def kept_there(server: Server, study: Study, folder: Path) -> list[str]:
    """The modalities of what the server has of a study."""
    got = connect(server.archives["get"], SECRETS).retrieve(study.study_uid, folder)
    assert got.complete
    return sorted(pydicom.dcmread(file, stop_before_pixels=True).Modality for file in got.files)


@pytest.mark.parametrize("way", ["get", "move", "web"])
def test_a_study_is_found_retrieved_read_signed_and_its_report_sent_back_once(
    desk: Desk, server: Server, study: Study, settle: Callable[[], None], way: str, tmp_path: Path
) -> None:
    desk.window.show_mode(3)
    desk.archiving.page.ask(Asked(way, patient_id=study.patient.patient_id))
    settle()
    assert desk.window.archive.summary.startswith(f"{way}: 1 study")
    desk.archiving.page.activate([study.study_uid])
    settle()
    assert here(desk) == [Here.HERE]
    desk.archiving.page.activate([study.study_uid])
    settle()
    listed = desk.presenter.worklist.study(study.study_uid)
    assert listed is not None
    assert len(listed.radiographs) == len(study.radiographs)
    assert desk.viewer.film_at(0) is not None

    desk.presenter.panel.take()
    settle()
    desk.presenter.signing.ask()
    settle()
    desk.presenter.signing.sign("Dr. Test", "radiologist", "I have reviewed and approve this report.")
    settle()
    assert desk.presenter.worklist.state_of(study.study_uid) is StudyState.SIGNED
    films = ["DX"] * len(study.radiographs)
    for _ in range(2):  # sent again it is the same document
        desk.archiving.sending.ask()
        settle()
        desk.archiving.sending.send(way)
        settle()
    assert kept_there(server, study, tmp_path / "back") == [*films, "SR"]

    store = Store(f"sqlite:///{tmp_path / 'data' / 'consilium.sqlite3'}")
    rows = [(row.event, row.detail.get("outcome")) for row in reversed(store.audit())]
    store.close()
    assert [row for row in rows if row[0] in ("queried", "received", "sent")] == [
        ("queried", "complete"),
        ("received", "complete"),
        ("sent", "complete"),
        ("sent", "complete"),
    ]


@pytest.mark.parametrize("way", ["get", "web"])
def test_a_server_that_was_killed_is_named_and_what_is_here_stays(
    desk: Desk, server: Server, study: Study, settle: Callable[[], None], way: str
) -> None:
    desk.archiving.page.ask(Asked(way, patient_id=study.patient.patient_id))
    settle()
    server.kill()
    desk.archiving.page.activate([study.study_uid])
    settle()
    assert here(desk) == [Here.FAILED]
    assert study.study_uid not in desk.presenter.worklist
    desk.archiving.page.retry()
    settle()
    assert desk.archiving.page.state is AskState.FAILED
