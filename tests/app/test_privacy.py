"""A whole run of the desk on a planted patient: no log, no temporary file and no crash report names him."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pydicom
import pytest

from app.__main__ import OURS
from app.archives.cache import FOLDER
from app.store.database import FILE_NAME
from engine.resources import STUDIES

CHECKOUT = Path(__file__).resolve().parents[2]
NAME, NUMBER, UID = "Zyxwvuts^Plantedson", "PLANTED-4711", "1.2.826.0.1.3680043.99.4711"
PLANTED = ("Zyxwvuts", "Plantedson", NUMBER, UID, "zyxwvuts")
RUN = """
import logging, sys, warnings
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from app.__main__ import Parts, assemble, watch
from app.archives.asked import Asked
from app.opening import StoreOpener
from app.settings import Settings
from engine.archives.archive import Match
from engine.study import Patient, PersonName
from tests.app.archive_fakes import FakeArchive, archive_parts_of, cut
from tests.app.desk_fakes import FakeEngine

film, data, name, uid = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], sys.argv[4]
app = QApplication([])
archive = FakeArchive((Match(uid, Patient(PersonName(name))),), {uid: [film]})
parts = archive_parts_of(archive, data)
desk = assemble(Parts(lambda *_: FakeEngine(), StoreOpener(str(data)), (), Settings(), "Dr. Test", parts))
watch(app, desk)
desk.window.show()
desk.presenter.start([film])

def settle():
    quiet = 0
    while quiet < 20:
        app.processEvents()
        quiet = quiet + 1 if desk.presenter.settled and not desk.lanes.busy else 0

settle()
assert name.split("^")[0] in str(desk.presenter.worklist.listed[0].patient.name)  # the run is about him
desk.archiving.page.ask(Asked("Main", patient_name=name))
settle()
desk.archiving.page.retrieve([uid])
settle()
archive.error = cut()
desk.archiving.page.retrieve([uid])
settle()
desk.window.report.edit.insertPlainText(f"{name} has a normal heart.")
settle()

def crash():
    study = desk.presenter.worklist.listed[0]
    raise KeyError(f"{study.patient} {study.row}")

QTimer.singleShot(0, crash)
settle()
warnings.warn(f"Invalid value for {name}")
logging.getLogger("pydicom").warning("Invalid value %s", name)
try:
    crash()
except KeyError:
    logging.getLogger("another").exception("while reading %s", uid)
desk.window.close()
while desk.window.isVisible():
    app.processEvents()
assert desk.end()
"""


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """A film of the planted patient, with values that libraries complain about."""
    if not STUDIES.is_dir():
        pytest.skip("resources/studies is not there; `python -m training phantoms` makes its studies")
    dataset = pydicom.dcmread(sorted(STUDIES.rglob("*.dcm"))[0])
    dataset.PatientName, dataset.PatientID, dataset.StudyInstanceUID = NAME, NUMBER, UID
    with pydicom.config.disable_value_validation():
        dataset.PatientBirthDate = "Plantedson"
        dataset.AccessionNumber = f"{NUMBER}-{'9' * 30}"
    file = tmp_path / "film.dcm"
    dataset.save_as(file)
    return file


def test_a_whole_run_of_the_desk_leaves_no_name_number_or_uid_in_any_log(film: Path, tmp_path: Path) -> None:
    home, data = tmp_path / "home", tmp_path / "data"
    home.mkdir()
    environment = os.environ | {
        "QT_QPA_PLATFORM": "offscreen",
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_DATA_HOME": str(home / "share"),
        "XDG_CACHE_HOME": str(home / "cache"),
        "TMPDIR": str(home),
        "PYTHONPATH": str(CHECKOUT),
    }
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(film), str(data), NAME, UID],
        cwd=CHECKOUT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=250,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert "KeyError" in done.stderr  # the crash was reported
    assert "UserWarning" in done.stderr
    logs = {"standard output": done.stdout, "standard error": done.stderr}
    for file in (*home.rglob("*"), *data.rglob("*")):
        kept = file.is_relative_to(data / "cache") or file.name.startswith(FILE_NAME)
        if file.is_file() and not kept:
            logs[str(file)] = file.read_bytes().decode("latin-1")
    assert {place for place, text in logs.items() if any(word in text for word in PLANTED)} == set()
    assert not [path for path in data.rglob("*") if any(word in path.name for word in PLANTED)]
    if os.name == "posix":
        for path in (data, *data.rglob("*")):
            assert not stat.S_IMODE(path.stat().st_mode) & 0o077, path


def test_the_desk_knows_the_names_of_what_it_keeps() -> None:
    assert {FILE_NAME, FOLDER} <= set(OURS)
