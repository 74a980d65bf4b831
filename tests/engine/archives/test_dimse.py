"""DIMSE against an archive in memory: what is asked, what arrives, and every way in which it can fail."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest
from pydicom import dcmread
from pydicom.dataset import FileDataset
from pydicom.uid import ImplicitVRLittleEndian, JPEG2000Lossless

from engine.archives.archive import Query
from engine.archives.config import DimseAddress, Limits, Receiver
from engine.archives.dimse import DimseSession
from engine.archives.identifiers import study_query
from engine.archives.incoming import file_name
from engine.errors import (
    ArchiveCut,
    ArchiveError,
    ArchiveFailed,
    ArchiveNotUnderstood,
    ArchiveRefused,
    ArchiveSilent,
    ArchiveUnreachable,
)
from tests.engine.archives.nodes import (
    Node,
    answers_garbage,
    claims_four_gigabytes,
    free_port,
    hangs_up,
    listener,
    running,
    says_nothing,
)
from tests.engine.archives.watching import HASTY, PATIENT, QUICK, Seen, as_read, study
from tests.engine.dicom.making import compressed, film_dataset, saved


@pytest.fixture
def node() -> Iterator[Node]:
    with running(Node()) as listening:
        yield listening


def session(
    node: Node,
    seen: Seen | None = None,
    limits: Limits = QUICK,
    receiver: Receiver | None = None,
    called: str = "NODE",
) -> DimseSession:
    return DimseSession(node.address(receiver, called=called), limits, seen or Seen())


def files_in(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def test_an_archive_that_knows_us_answers(node: Node) -> None:
    echoed = session(node).echo()
    assert echoed.seconds > 0
    assert "NODE@127.0.0.1" in echoed.answered


def test_a_study_is_found_with_all_that_the_archive_tells(node: Node) -> None:
    node.held = study(2)
    node.extra = {"ModalitiesInStudy": ["DX", "SR"], "NumberOfStudyRelatedInstances": 2}
    seen = Seen()
    found = session(node, seen).find(Query(modality="DX"))
    (match,) = found.matches
    assert seen.matches == [match]
    assert str(match.patient.name) == PATIENT
    assert (match.patient.patient_id, match.study_date, match.description) == ("P7", "20240229", "Thorax")
    assert (match.modalities, match.instances, match.series) == (("DX", "SR"), 2, None)
    assert (found.more, found.warnings, match.notes) == (False, (), ())


def test_optional_attributes_may_be_absent_and_a_lost_modality_is_said(node: Node) -> None:
    node.held = study(1)
    found = session(node).find(Query(modality="CT"))
    assert found.matches[0].modalities == ()
    assert "other modalities" in found.warnings[0]


def test_an_answer_without_a_study_costs_a_sentence_not_the_list(node: Node) -> None:
    node.held = [*study(1), *study(1, StudyInstanceUID="")]
    found = session(node).find(Query())
    assert len(found.matches) == 1
    assert "names no study" in found.warnings[0]


def test_a_list_ends_at_the_limit_and_says_that_there_is_more(node: Node) -> None:
    node.endless = True
    found = session(node, limits=Limits(matches=3)).find(Query())
    assert len(found.matches) == 3
    assert found.more


def test_a_list_of_just_the_limit_is_whole(node: Node) -> None:
    node.held = [*study(1), *study(1)]
    assert not session(node, limits=Limits(matches=2)).find(Query()).more


@pytest.mark.parametrize(
    ("first", "last", "written"),
    [
        (date(2024, 2, 29), date(2024, 3, 1), "20240229-20240301"),
        (date(2024, 2, 29), None, "20240229-"),
        (None, date(2024, 3, 1), "-20240301"),
        (None, None, ""),
    ],
)
def test_dates_are_asked_for_as_a_range(first: date | None, last: date | None, written: str) -> None:
    assert study_query(Query(first_date=first, last_date=last)).StudyDate == written


@pytest.mark.parametrize(
    ("name", "character_set"),
    [("Smith*", None), ("Müller*", "ISO_IR 100"), ("山田*", "ISO_IR 192"), ("Иванов*", "ISO_IR 192")],
)
def test_a_name_is_asked_for_in_the_narrowest_character_set(name: str, character_set: str | None) -> None:
    assert study_query(Query(patient_name=name)).get("SpecificCharacterSet") == character_set


def test_a_study_is_brought_by_c_get_as_it_is_stored(node: Node, tmp_path: Path) -> None:
    node.held = study(3)
    node.held.append(jpeg2000_film(node.held[0]))
    seen = Seen()
    retrieved = session(node, seen).retrieve(node.held[0].StudyInstanceUID, tmp_path)
    assert (retrieved.expected, retrieved.failures) == (4, ())
    assert seen.expected == 4
    assert seen.moves[-1] == (4, 4)
    names = {file_name(each.SOPInstanceUID) for each in node.held}
    assert {path.name for path in files_in(tmp_path)} == names
    arrived = dcmread(tmp_path / file_name(node.held[3].SOPInstanceUID))
    assert arrived.file_meta.TransferSyntaxUID == JPEG2000Lossless
    assert arrived.PixelData == node.held[3].PixelData


def jpeg2000_film(of: FileDataset) -> FileDataset:
    """Another film of the same study; nobody decodes it on the way."""
    attributes = {key: of.get(key) for key in ("StudyInstanceUID", "SeriesInstanceUID", "PatientName")}
    film = compressed(film_dataset([[0, 1], [2, 3]], attributes), b"a codestream", JPEG2000Lossless)
    return as_read(film)


def test_nothing_of_another_study_comes(node: Node, tmp_path: Path) -> None:
    node.held = [*study(1), *study(1)]
    session(node).retrieve(node.held[0].StudyInstanceUID, tmp_path)
    assert len(files_in(tmp_path)) == 1


def test_a_study_that_is_not_there_is_refused(node: Node, tmp_path: Path) -> None:
    with pytest.raises(ArchiveRefused, match="no such study"):
        session(node).retrieve("1.2.3", tmp_path)
    assert files_in(tmp_path) == []


def test_a_study_is_brought_by_c_move_to_our_receiver(node: Node, tmp_path: Path) -> None:
    node.held = study(3)
    port = free_port()
    node.destinations = {"APP": ("127.0.0.1", port)}
    receiver = Receiver(port, "127.0.0.1", "APP")
    retrieved = session(node, receiver=receiver).retrieve(node.held[0].StudyInstanceUID, tmp_path)
    assert (retrieved.expected, retrieved.failures) == (3, ())
    assert len(files_in(tmp_path)) == 3


def test_an_unknown_destination_is_told(node: Node, tmp_path: Path) -> None:
    node.held = study(1)
    receiver = Receiver(free_port(), "127.0.0.1", "APP")
    with pytest.raises(ArchiveRefused, match="sends nothing to APP"):
        session(node, receiver=receiver).retrieve(node.held[0].StudyInstanceUID, tmp_path)


def test_a_port_that_is_taken_is_told(node: Node, tmp_path: Path) -> None:
    node.held = study(1)
    receiver = Receiver(node.port, "127.0.0.1", "APP")
    with pytest.raises(ArchiveError, match="cannot be opened"):
        session(node, receiver=receiver).retrieve(node.held[0].StudyInstanceUID, tmp_path)


def test_what_came_before_the_connection_broke_stays_and_the_rest_is_told(node: Node, tmp_path: Path) -> None:
    node.held = study(4)
    node.break_off_after = 2
    retrieved = session(node).retrieve(node.held[0].StudyInstanceUID, tmp_path)
    assert len(files_in(tmp_path)) == 2
    assert retrieved.expected == 4
    assert any("4 files; 2 have arrived" in failure for failure in retrieved.failures)


def test_a_second_try_completes_the_study_and_doubles_nothing(node: Node, tmp_path: Path) -> None:
    node.held = study(4)
    node.break_off_after = 2
    session(node).retrieve(node.held[0].StudyInstanceUID, tmp_path)
    node.break_off_after = None
    assert session(node).retrieve(node.held[0].StudyInstanceUID, tmp_path).failures == ()
    assert len(files_in(tmp_path)) == 4


def test_without_a_list_the_archives_own_count_is_taken(node: Node, tmp_path: Path) -> None:
    node.held = study(2)
    node.list_images = False
    retrieved = session(node).retrieve(node.held[0].StudyInstanceUID, tmp_path)
    assert (retrieved.expected, retrieved.failures) == (2, ())


def test_a_study_beyond_its_limit_is_broken_off(node: Node, tmp_path: Path) -> None:
    node.held = study(3)
    node.held[1].PixelData = bytes(1 << 20)
    node.held[1].Rows, node.held[1].Columns = 512, 1024
    limits = Limits(file_bytes=1 << 19)
    retrieved = session(node, limits=limits).retrieve(node.held[0].StudyInstanceUID, tmp_path)
    assert any("A file is larger" in failure for failure in retrieved.failures)
    assert all(path.stat().st_size < 1 << 19 for path in files_in(tmp_path))


def test_files_are_sent_in_their_own_transfer_syntax(node: Node, tmp_path: Path) -> None:
    first = saved(film_dataset([[1, 2]], syntax=ImplicitVRLittleEndian), tmp_path, "a.dcm")
    second = saved(jpeg2000_film(study(1)[0]), tmp_path, "b.dcm")
    seen = Seen()
    stored = session(node, seen).store([first, second])
    assert (stored.sent, stored.failures, stored.warnings) == ((first, second), (), ())
    assert seen.outcomes == {first: "", second: ""}
    assert node.received[0].PixelData == dcmread(first).PixelData


def test_a_syntax_that_the_archive_does_not_take_is_named(tmp_path: Path) -> None:
    fine = saved(film_dataset([[1, 2]]), tmp_path, "a.dcm")
    unwanted = saved(jpeg2000_film(study(1)[0]), tmp_path, "b.dcm")
    with running(Node(syntaxes=("1.2.840.10008.1.2.1", "1.2.840.10008.1.2"))) as node:
        stored = session(node).store([unwanted, fine])
    assert stored.sent == (fine,)
    assert "JPEG 2000" in stored.failures[0].reason


def test_what_is_no_dicom_file_does_not_stop_the_others(node: Node, tmp_path: Path) -> None:
    junk = tmp_path / "junk.dcm"
    junk.write_bytes(b"no DICOM")
    fine = saved(film_dataset([[1, 2]]), tmp_path, "a.dcm")
    stored = session(node).store([junk, tmp_path / "missing.dcm", fine])
    assert stored.sent == (fine,)
    assert [failure.path for failure in stored.failures] == [junk, tmp_path / "missing.dcm"]


def test_an_archive_that_takes_a_file_and_changes_it_is_quoted(node: Node, tmp_path: Path) -> None:
    node.store_status = 0xB000
    stored = session(node).store([saved(film_dataset([[1, 2]]), tmp_path)])
    assert stored.complete
    assert "B000H" in stored.warnings[0]


def test_an_archive_without_room_is_quoted(node: Node, tmp_path: Path) -> None:
    node.store_status = 0xA700
    stored = session(node).store([saved(film_dataset([[1, 2]]), tmp_path)])
    assert "A700H" in stored.failures[0].reason


def test_files_after_a_broken_connection_are_told_as_not_sent(node: Node, tmp_path: Path) -> None:
    node.break_off_after = 1
    paths = [saved(each, tmp_path, f"{number}.dcm") for number, each in enumerate(study(3))]
    stored = session(node).store(paths)
    assert stored.sent == (paths[0],)
    assert [failure.path for failure in stored.failures] == paths[1:]


def test_an_archive_with_too_many_connections_is_asked_again(node: Node) -> None:
    node.rejections = 1
    assert session(node).echo().seconds > 0
    node.rejections = 9
    with pytest.raises(ArchiveFailed, match="too many connections"):
        session(node, limits=Limits(connect_seconds=10, attempts=2)).echo()
    assert node.rejections == 7


def test_a_wrong_called_title_is_named(node: Node) -> None:
    with pytest.raises(ArchiveRefused, match="not called WRONG"):
        session(node, called="WRONG").echo()


def test_an_archive_that_does_not_know_us_says_so() -> None:
    with running(Node(calling=("FRIEND",))) as node, pytest.raises(ArchiveRefused, match="know us as APP"):
        session(node).echo()


def test_a_service_that_is_not_offered_is_told(tmp_path: Path) -> None:
    with (
        running(Node(models=("1.2.840.10008.1.1",))) as node,
        pytest.raises(ArchiveRefused, match="not offer"),
    ):
        session(node).find(Query())


def test_a_status_of_failure_is_quoted(node: Node) -> None:
    node.find_status = 0xA700
    with pytest.raises(ArchiveFailed, match="A700H"):
        session(node).find(Query())


def test_an_archive_that_falls_silent_is_told_in_time(node: Node) -> None:
    node.silent.set()
    limits = Limits(connect_seconds=10, answer_seconds=0.5)
    with pytest.raises(ArchiveSilent, match=r"within 0\.5 seconds"):
        session(node, limits=limits).find(Query())


def echo_at(port: int, host: str = "127.0.0.1", limits: Limits = HASTY) -> None:
    DimseSession(DimseAddress(host, port, "NODE"), limits, Seen()).echo()


def test_a_port_where_nothing_listens_is_told() -> None:
    with pytest.raises(ArchiveUnreachable, match="Nothing listens"):
        echo_at(free_port())


def test_an_unknown_host_is_named() -> None:
    with pytest.raises(ArchiveUnreachable, match=r'"no-such-host\.invalid"'):
        echo_at(104, "no-such-host.invalid")


def test_something_that_listens_and_says_nothing_is_told() -> None:
    with listener(says_nothing) as port, pytest.raises(ArchiveSilent, match=r"within 0\.5 seconds"):
        echo_at(port)


@pytest.mark.parametrize("serve", [hangs_up, answers_garbage])
def test_what_is_no_archive_is_told(serve: Callable[[socket.socket], None]) -> None:
    with listener(serve) as port, pytest.raises(ArchiveCut, match="closed the connection"):
        echo_at(port, limits=QUICK)


def test_a_message_of_four_gigabytes_is_refused_by_its_announcement() -> None:
    with (
        listener(claims_four_gigabytes) as port,
        pytest.raises(ArchiveNotUnderstood, match="without measure"),
    ):
        echo_at(port, limits=QUICK)
