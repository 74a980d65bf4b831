"""Query, retrieve, and store the report back, with servers that other people wrote.

One set of laws for two servers and three ways to speak to them; what differs between servers stands below.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from pydicom import dcmread
from pydicom.dataset import FileDataset
from pydicom.uid import JPEGLSLossless, generate_uid

from app.documents.structured_report import write_structured_report
from engine.archives.archive import Archive, Query
from engine.archives.config import Auth, DicomwebAddress, DimseAddress
from engine.archives.connection import connect
from engine.archives.secrets import EnvironmentSecrets
from engine.dicom.files import open_paths
from engine.errors import ArchiveCut, ArchiveError, ArchiveRefused, ArchiveUnreachable
from engine.progress import Progress
from engine.study import PersonName
from tests.app.documents.exporting import signed
from tests.app.documents.exporting import study as study_of_report
from tests.engine.archives.servers import SECRETS, Server, dcmqrscp, orthanc
from tests.engine.dicom.making import film_dataset, saved

pytestmark = pytest.mark.integration

NAMES = {
    "ISO_IR 192": "Müller^Jörg",
    "ISO_IR 100": "Núñez^José",
    "\\ISO 2022 IR 87": "Yamada^Tarou=山田^太郎=やまだ^たろう",
    "ISO_IR 144": "Люкceмбypг",
}


@pytest.fixture(scope="module")
def real_orthanc(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with orthanc(tmp_path_factory.mktemp("orthanc")) as server:
        yield server


@pytest.fixture(scope="module")
def real_dcmqrscp(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with dcmqrscp(tmp_path_factory.mktemp("dcmqrscp")) as server:
        yield server


WAYS = ["orthanc get", "orthanc move", "orthanc web", "dcmqrscp get", "dcmqrscp move"]
FINDING = ["orthanc get", "orthanc web", "dcmqrscp get"]
"""Where nothing is moved, C-MOVE is C-GET."""


@pytest.fixture(params=WAYS)
def archive(request: pytest.FixtureRequest) -> Archive:
    """Each server in each way."""
    server, way = request.param.split()
    running: Server = request.getfixturevalue(f"real_{server}")
    return connect(running.archives[way], SECRETS)


def series_of(study_uid: str) -> str:
    """The UID of a study's one series."""
    return generate_uid(entropy_srcs=[study_uid])


def film(study_uid: str, number: int, **attributes: object) -> FileDataset:
    """A film whose pixels tell its number."""
    pixels = np.arange(64).reshape(8, 8) + 64 * number
    values = {
        "StudyInstanceUID": study_uid,
        "SeriesInstanceUID": series_of(study_uid),
        "StudyDate": "20240229",
    }
    return film_dataset(pixels, {**values, "SeriesNumber": 1, "InstanceNumber": number, **attributes})


def test_what_is_stored_is_found_comes_back_and_takes_its_report(archive: Archive, tmp_path: Path) -> None:
    uid, patient = generate_uid(), generate_uid()[-12:]
    films = [film(uid, number, PatientID=patient, PatientName="Stored^Case") for number in range(3)]
    paths = [saved(each, tmp_path / "films", f"{number}.dcm") for number, each in enumerate(films)]
    assert archive.store(paths).sent == tuple(paths)

    (match,) = archive.find(Query(patient_id=patient, patient_name="Stor*")).matches
    assert (match.study_uid, str(match.patient.name), match.study_date) == (uid, "Stored^Case", "20240229")

    steps: list[Progress] = []
    retrieved = archive.retrieve(uid, tmp_path / "back", on_progress=steps.append)
    assert (len(retrieved.files), retrieved.expected, retrieved.failures) == (3, 3, ())
    assert (steps[-1].done, steps[-1].total) == (3, 3)
    (study,) = open_paths([tmp_path / "back"]).studies
    assert len(study.radiographs) == 3
    sent = {each.SOPInstanceUID: each.PixelData for each in films}
    assert {file.SOPInstanceUID: file.PixelData for file in map(dcmread, retrieved.files)} == sent

    about = study_of_report(study_uid=uid, patient=replace(study.patient))
    write_structured_report(signed(study=about), tmp_path / "report.dcm")
    assert archive.store([tmp_path / "report.dcm"]).complete
    again = archive.retrieve(uid, tmp_path / "back")
    assert (len(again.files), again.failures) == (4, ())
    (study,) = open_paths([tmp_path / "back"]).studies
    assert (len(study.radiographs), [each.kind for each in study.documents]) == (3, ["structured report"])


@pytest.mark.parametrize("archive", FINDING, indirect=True)
def test_names_in_every_script_are_found_as_they_were_stored(archive: Archive, tmp_path: Path) -> None:
    accession = generate_uid()[-12:]
    stored, expected = [], {}
    for number, (character_set, name) in enumerate(NAMES.items()):
        uid, sets = generate_uid(), character_set.split("\\")
        attributes = {"SpecificCharacterSet": sets if len(sets) > 1 else sets[0], "PatientName": name}
        dataset = film(uid, number, AccessionNumber=accession, PatientID=f"{accession}{number}", **attributes)
        stored.append(saved(dataset, tmp_path, f"{number}.dcm"))
        expected[uid] = PersonName(*name.split("="))
    assert archive.store(stored).complete
    found = archive.find(Query(accession_number=accession)).matches
    assert {match.study_uid: match.patient.name for match in found} == expected


@pytest.mark.parametrize("archive", FINDING, indirect=True)
def test_a_study_that_is_not_there_is_refused(archive: Archive, tmp_path: Path) -> None:
    with pytest.raises(ArchiveRefused, match="no such study"):
        archive.retrieve(generate_uid(), tmp_path / "none")
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("way", ["get", "move", "web"])
def test_orthanc_gives_compressed_films_as_they_are_stored(
    real_orthanc: Server, tmp_path: Path, way: str, shared_data: Path
) -> None:
    dataset = dcmread(_jpeg_ls(shared_data))
    dataset.StudyInstanceUID, dataset.SeriesInstanceUID = generate_uid(), generate_uid()
    dataset.SOPInstanceUID = dataset.file_meta.MediaStorageSOPInstanceUID = generate_uid()
    path = tmp_path / "compressed.dcm"
    dataset.save_as(path)
    archive = connect(real_orthanc.archives[way], SECRETS)
    assert archive.store([path]).complete
    retrieved = archive.retrieve(dataset.StudyInstanceUID, tmp_path / "back")
    back = dcmread(retrieved.files[0])
    assert back.file_meta.TransferSyntaxUID == dataset.file_meta.TransferSyntaxUID
    assert back.PixelData == dataset.PixelData


def _jpeg_ls(shared_data: Path) -> Path:
    for path in sorted(shared_data.rglob("*.dcm")):
        try:
            meta = dcmread(path, stop_before_pixels=True).file_meta
        except Exception:  # the corpus holds damaged files as well
            continue
        if meta.get("TransferSyntaxUID") == JPEGLSLossless:
            return path
    pytest.skip("no film in JPEG-LS is among the sample data")


def test_orthanc_tells_a_wrong_title_and_a_stranger(real_orthanc: Server) -> None:
    config = real_orthanc.archives["get"]
    assert isinstance(config.address, DimseAddress)
    wrong = replace(config, address=replace(config.address, called_ae="WRONG"))
    with pytest.raises(ArchiveRefused, match="not called WRONG"):
        connect(wrong, SECRETS).echo()
    stranger = replace(config, address=replace(config.address, calling_ae="STRANGER"))
    with pytest.raises(ArchiveCut, match="allows this to STRANGER"):
        connect(stranger, SECRETS).find(Query())


def test_orthanc_tells_a_wrong_password_and_a_wrong_root(real_orthanc: Server) -> None:
    config = real_orthanc.archives["web"]
    assert isinstance(config.address, DicomwebAddress)
    liar = EnvironmentSecrets({"CONSILIUM_ARCHIVE_SECRET_WEB": "wrong"})
    with pytest.raises(ArchiveRefused, match="does not accept"):
        connect(config, liar).find(Query())
    nobody = replace(config, address=replace(config.address, auth=Auth.NONE, user=""))
    with pytest.raises(ArchiveRefused, match="who asks"):
        connect(nobody, SECRETS).find(Query())
    elsewhere = replace(config, address=replace(config.address, url=f"{config.address.url}-not"))
    with pytest.raises(ArchiveRefused, match="nothing at this address"):
        connect(elsewhere, SECRETS).find(Query())


def test_dcmqrscp_says_success_to_an_unknown_destination_and_is_not_believed(
    real_dcmqrscp: Server, tmp_path: Path
) -> None:
    uid = generate_uid()
    archive = connect(real_dcmqrscp.archives["get"], SECRETS)
    assert archive.store([saved(film(uid, 1), tmp_path)]).complete
    with pytest.raises(ArchiveRefused, match="sends nothing to NOBODY"):
        connect(real_dcmqrscp.archives["unknown"], SECRETS).retrieve(uid, tmp_path / "back")


def test_dcmqrscp_tells_no_modalities_and_that_is_said(real_dcmqrscp: Server, tmp_path: Path) -> None:
    uid = generate_uid()
    archive = connect(real_dcmqrscp.archives["get"], SECRETS)
    assert archive.store([saved(film(uid, 1), tmp_path)]).complete
    found = archive.find(Query(study_uid=uid, modality="CT"))
    assert all(not match.modalities for match in found.matches)
    assert bool(found.warnings) == bool(found.matches)


@pytest.mark.parametrize("way", ["get", "move", "web"])
def test_a_server_killed_in_the_middle_loses_and_doubles_nothing(tmp_path: Path, way: str) -> None:
    uid = generate_uid()
    with orthanc(_made(tmp_path / "server")) as server:
        films = [saved(_large(uid, number), tmp_path / "films", f"{number}.dcm") for number in range(24)]
        assert connect(server.archives["get"], SECRETS).store(films).complete
        archive = connect(server.archives[way], SECRETS)

        def kill(progress: Progress) -> None:
            if progress.done == 2:
                server.kill()

        retrieved = archive.retrieve(uid, tmp_path / "back", on_progress=kill)
        assert 2 <= len(retrieved.files) < 24
        assert (retrieved.expected, retrieved.complete) == (24, False)
        assert any("24 files" in failure for failure in retrieved.failures)
        assert sorted((tmp_path / "back").iterdir()) == list(retrieved.files)
        assert all(len(dcmread(file).PixelData) == 2 * 512 * 512 for file in retrieved.files)
        with pytest.raises(ArchiveError) as error:
            archive.retrieve(uid, tmp_path / "back")
        assert isinstance(error.value, ArchiveUnreachable)
        assert sorted((tmp_path / "back").iterdir()) == list(retrieved.files)


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


def _large(uid: str, number: int) -> FileDataset:
    values = {"StudyInstanceUID": uid, "SeriesInstanceUID": series_of(uid), "InstanceNumber": number}
    return film_dataset(np.full((512, 512), number), values)
