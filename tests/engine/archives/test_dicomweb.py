"""DICOMweb against an archive in memory: what is asked, what arrives, and every way in which it can fail."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from urllib.parse import unquote

import pytest
from pydicom import dcmread
from pydicom.uid import JPEG2000Lossless

from engine.archives.archive import Query
from engine.archives.config import Auth, DicomwebAddress, Limits
from engine.archives.dicomweb import DicomwebSession
from engine.archives.incoming import file_name
from engine.errors import (
    ArchiveCut,
    ArchiveError,
    ArchiveFailed,
    ArchiveNotUnderstood,
    ArchiveRefused,
    ArchiveSilent,
    ArchiveUnreachable,
    DiskFull,
)
from tests.engine.archives.nodes import answers_garbage, free_port, hangs_up, listener, says_nothing
from tests.engine.archives.watching import HASTY, PATIENT, QUICK, Seen, encoded, study
from tests.engine.archives.webs import Web, basic, serving
from tests.engine.dicom.making import compressed, film_dataset, saved


@pytest.fixture
def web() -> Iterator[Web]:
    with serving(Web()) as listening:
        yield listening


def session(
    web: Web,
    seen: Seen | None = None,
    limits: Limits = QUICK,
    auth: Auth = Auth.NONE,
    secret: str = "",
) -> DicomwebSession:
    user = "alice" if auth is Auth.BASIC else ""
    return DicomwebSession(DicomwebAddress(web.url, auth, user), limits, secret, seen or Seen())


def files_in(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def test_a_service_answers(web: Web) -> None:
    assert session(web).echo().answered == f"DICOMweb service {web.url}"


def test_a_study_is_found_with_all_that_the_archive_tells(web: Web) -> None:
    web.held = study(2, ModalitiesInStudy=["DX", "SR"], NumberOfStudyRelatedInstances=2)
    seen = Seen()
    found = session(web, seen).find(Query(patient_name="Müller*", first_date=date(2024, 1, 1), modality="DX"))
    (match,) = found.matches
    assert seen.matches == [match]
    assert str(match.patient.name) == PATIENT
    assert (match.patient.patient_id, match.study_date, match.description) == ("P7", "20240229", "Thorax")
    assert (match.modalities, match.instances, match.series) == (("DX", "SR"), 2, None)
    assert "PatientName=M%C3%BCller*" in web.asked[0]
    asked = unquote(web.asked[0])
    assert "StudyDate=20240101-" in asked
    assert "ModalitiesInStudy=DX" in asked
    assert "AccessionNumber=" not in asked.replace("includefield=AccessionNumber", "")


@pytest.mark.parametrize("pages", [True, False])
def test_long_lists_come_page_by_page_each_study_once(web: Web, pages: bool) -> None:
    web.pages = pages
    web.studies = [f"1.2.{number}" for number in range(230)]
    found = session(web).find(Query())
    assert [match.study_uid for match in found.matches] == web.studies
    assert not found.more


def test_a_list_ends_at_the_limit_and_says_that_there_is_more(web: Web) -> None:
    web.studies = [f"1.2.{number}" for number in range(4)]
    found = session(web, limits=Limits(matches=3)).find(Query())
    assert len(found.matches) == 3
    assert found.more


def test_an_answer_without_a_study_costs_a_sentence_not_the_list(web: Web) -> None:
    web.held = [*study(1), *study(1, StudyInstanceUID="")]
    found = session(web).find(Query())
    assert len(found.matches) == 1
    assert "names no study" in found.warnings[0]


def test_a_list_that_breaks_off_is_told_as_incomplete(web: Web) -> None:
    web.studies = [f"1.2.{number}" for number in range(120)]

    class FirstPageSeen(Seen):
        def alive(self) -> None:
            web.statuses = [500]

    found = session(web, FirstPageSeen(), Limits(attempts=1)).find(Query())
    assert len(found.matches) == 100
    assert found.warnings[0] == "The list is not complete."
    assert "HTTP 500" in found.warnings[1]


def test_a_study_is_brought_as_it_is_stored(web: Web, tmp_path: Path) -> None:
    web.held = study(2)
    first = web.held[0]
    attributes = {"StudyInstanceUID": first.StudyInstanceUID, "SeriesInstanceUID": first.SeriesInstanceUID}
    web.held.append(compressed(film_dataset([[1, 2]], attributes), b"a codestream", JPEG2000Lossless))
    seen = Seen()
    retrieved = session(web, seen).retrieve(first.StudyInstanceUID, tmp_path)
    assert (retrieved.expected, retrieved.failures) == (3, ())
    assert seen.moves[-1] == (3, 3)
    for held in web.held:
        assert (tmp_path / file_name(held.SOPInstanceUID)).read_bytes() == encoded(held)
    assert len(files_in(tmp_path)) == 3


def test_a_study_that_is_not_there_is_refused(web: Web, tmp_path: Path) -> None:
    web.held = study(1)
    with pytest.raises(ArchiveRefused, match="no such study"):
        session(web).retrieve("1.2.3", tmp_path)
    assert files_in(tmp_path) == []


def test_an_archive_that_lists_no_instances_is_taken_at_its_word(web: Web, tmp_path: Path) -> None:
    web.held = study(2)
    web.lists_instances = False
    retrieved = session(web).retrieve(web.held[0].StudyInstanceUID, tmp_path)
    assert (retrieved.expected, retrieved.failures, len(files_in(tmp_path))) == (None, (), 2)
    with pytest.raises(ArchiveRefused, match="no such study"):
        session(web).retrieve("1.2.3", tmp_path)


def test_what_a_study_lacks_is_asked_for_one_by_one(web: Web, tmp_path: Path) -> None:
    web.held = study(3)
    web.forgets = frozenset([web.held[1].SOPInstanceUID])
    assert session(web).retrieve(web.held[0].StudyInstanceUID, tmp_path).failures == ()
    assert len(files_in(tmp_path)) == 3
    assert sum("/instances/" in asked for asked in web.asked) == 1


def test_a_connection_that_breaks_in_the_middle_goes_on_where_it_broke(web: Web, tmp_path: Path) -> None:
    web.held = study(3)
    for film in web.held:
        film.PixelData = bytes(200_000)
    web.cut_after = 450_000  # the second film is not whole in the chunks that come before
    assert session(web).retrieve(web.held[0].StudyInstanceUID, tmp_path).failures == ()
    assert len(files_in(tmp_path)) == 3
    assert sum("/instances/" in asked for asked in web.asked) == 2


def test_what_never_comes_is_counted_and_told(web: Web, tmp_path: Path) -> None:
    web.held = study(3)
    for film in web.held:
        film.PixelData = bytes(200_000)
    web.cut_after = 450_000

    class FirstFileSeen(Seen):
        def moved(self, done: int, total: int) -> None:
            web.statuses = [500, 500]

    limits = Limits(attempts=1)
    retrieved = session(web, FirstFileSeen(), limits).retrieve(web.held[0].StudyInstanceUID, tmp_path)
    assert len(files_in(tmp_path)) == 1
    assert retrieved.expected == 3
    assert "The archive listed 3 files; 1 have arrived." in retrieved.failures


def test_an_archive_that_is_busy_for_a_moment_is_asked_again(web: Web) -> None:
    web.held = study(1)
    web.statuses = [503]
    assert len(session(web).find(Query()).matches) == 1


def test_an_archive_that_stays_busy_is_left_after_the_last_try(web: Web) -> None:
    web.statuses = [503, 503, 503]
    with pytest.raises(ArchiveFailed, match="busy"):
        session(web, limits=Limits(attempts=2)).find(Query())
    assert web.statuses == [503]


def test_a_study_without_end_stops_at_the_limit(web: Web, tmp_path: Path) -> None:
    web.held = study(2)
    web.endless = True
    limits = Limits(study_bytes=1 << 20, attempts=1)
    retrieved = session(web, limits=limits).retrieve(web.held[0].StudyInstanceUID, tmp_path)
    assert retrieved.failures == ()  # all that was listed came before the rest that never ends
    assert len(files_in(tmp_path)) == 2


def test_a_file_without_end_stops_at_the_limit(web: Web, tmp_path: Path) -> None:
    web.held = study(1)
    web.held[0].PixelData = bytes(1 << 20)
    limits = Limits(file_bytes=1 << 18, attempts=1)
    with pytest.raises(DiskFull, match="A file is larger"):
        session(web, limits=limits).retrieve(web.held[0].StudyInstanceUID, tmp_path)
    assert files_in(tmp_path) == []


def test_files_are_sent_as_they_are_and_confirmed(web: Web, tmp_path: Path) -> None:
    paths = [saved(each, tmp_path, f"{number}.dcm") for number, each in enumerate(study(2))]
    seen = Seen()
    stored = session(web, seen).store(paths)
    assert (stored.sent, stored.failures) == (tuple(paths), ())
    assert [each.SOPInstanceUID for each in web.received] == [dcmread(path).SOPInstanceUID for path in paths]


def test_a_file_that_is_refused_is_quoted_and_the_others_go_on(web: Web, tmp_path: Path) -> None:
    web.refuses = True
    stored = session(web).store([saved(each, tmp_path, f"{n}.dcm") for n, each in enumerate(study(2))])
    assert stored.sent == ()
    assert ["A700H" in failure.reason for failure in stored.failures] == [True, True]


def test_success_without_a_confirmation_is_not_believed(web: Web, tmp_path: Path) -> None:
    web.confirms = False
    stored = session(web).store([saved(film_dataset([[1, 2]]), tmp_path)])
    assert "does not confirm" in stored.failures[0].reason


def test_what_is_no_dicom_file_does_not_stop_the_others(web: Web, tmp_path: Path) -> None:
    junk = tmp_path / "junk.dcm"
    junk.write_bytes(b"no DICOM")
    fine = saved(film_dataset([[1, 2]]), tmp_path, "a.dcm")
    stored = session(web).store([junk, fine])
    assert (stored.sent, stored.failures[0].path) == ((fine,), junk)


def test_user_and_password_are_shown(web: Web) -> None:
    web.authorization = basic("alice", "pässword")
    assert session(web, auth=Auth.BASIC, secret="pässword").echo().seconds > 0


def test_a_token_is_shown(web: Web) -> None:
    web.authorization = "Bearer abc.def"
    assert session(web, auth=Auth.BEARER, secret="abc.def").echo().seconds > 0


def test_a_wrong_password_is_told_and_not_repeated_in_the_error(web: Web) -> None:
    web.authorization = basic("alice", "right")
    with pytest.raises(ArchiveRefused, match="does not accept the password") as refusal:
        session(web, auth=Auth.BASIC, secret="hunter2").find(Query())
    assert "hunter2" not in str(refusal.value)


def test_an_archive_that_wants_to_know_who_asks_says_so(web: Web) -> None:
    web.authorization = basic("alice", "right")
    with pytest.raises(ArchiveRefused, match="wants to know who asks"):
        session(web).find(Query())


@pytest.mark.parametrize(
    ("status", "kind", "words"),
    [
        (403, ArchiveRefused, "does not allow"),
        (404, ArchiveRefused, "nothing at this address"),
        (400, ArchiveRefused, "HTTP 400"),
        (500, ArchiveFailed, "HTTP 500"),
    ],
)
def test_each_status_has_its_sentence(web: Web, status: int, kind: type[ArchiveError], words: str) -> None:
    web.statuses = [status]
    with pytest.raises(kind, match=words):
        session(web).find(Query())


@pytest.mark.parametrize(
    "body",
    [b"<html>Welcome</html>", b'"a text"', b"[1, 2]", b'[{"0020000D": 7}]', b"\xff\xfe", b'{"00100010": []}'],
)
def test_answers_that_are_no_dicom_json_are_told(web: Web, body: bytes) -> None:
    web.body = body
    try:
        found = session(web).find(Query())
    except ArchiveNotUnderstood:
        return
    assert found.matches == ()
    assert "names no study" in found.warnings[0]


def test_an_answer_that_holds_no_files_is_told(web: Web, tmp_path: Path) -> None:
    web.held = study(1)

    class Listed(Seen):
        def expects(self, count: int) -> None:
            web.body, web.content_type = b"PK", "application/zip"

    with pytest.raises(ArchiveNotUnderstood, match="something else than DICOM"):
        session(web, Listed()).retrieve(web.held[0].StudyInstanceUID, tmp_path)
    assert files_in(tmp_path) == []


def test_a_redirect_to_another_server_does_not_take_the_password_along(web: Web) -> None:
    with serving(Web()) as other:
        web.elsewhere = other.url
        session(web, auth=Auth.BASIC, secret="hunter2").find(Query())
    assert web.told == [basic("alice", "hunter2")]
    assert set(other.told) == {""}


def echo_at(port: int, host: str = "127.0.0.1", limits: Limits = HASTY) -> None:
    DicomwebSession(DicomwebAddress(f"http://{host}:{port}/dicom-web"), limits, "", Seen()).echo()


def test_a_port_where_nothing_listens_is_told() -> None:
    with pytest.raises(ArchiveUnreachable, match="Nothing listens"):
        echo_at(free_port())


def test_an_unknown_host_is_named() -> None:
    with pytest.raises(ArchiveUnreachable, match=r'"no-such-host\.invalid"'):
        echo_at(80, "no-such-host.invalid")


def test_something_that_listens_and_says_nothing_is_told() -> None:
    with listener(says_nothing) as port, pytest.raises(ArchiveSilent, match=r"within 0\.5 seconds"):
        echo_at(port)


def test_a_connection_that_is_closed_is_told() -> None:
    with listener(hangs_up) as port, pytest.raises(ArchiveCut):
        echo_at(port)


def test_what_speaks_another_protocol_is_told() -> None:
    with listener(answers_garbage) as port, pytest.raises(ArchiveError):
        echo_at(port)


def test_no_proxy_of_the_environment_is_used(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{free_port()}")
    assert session(web).echo().seconds > 0
