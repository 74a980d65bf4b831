"""The lanes load heavy libraries while the others run; none may meet a library that is half loaded."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]

SLOWLY = """
import sys, threading, time
from importlib.abc import MetaPathFinder
from pathlib import Path


class Slow(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.startswith("pydicom"):
            time.sleep(0.02)


sys.meta_path.insert(0, Slow())
from app.files import DicomLoading, DiskFiles
from engine.progress import CancelToken

failures = []
threading.excepthook = lambda hooked: failures.append(hooked.exc_value)


def open_engine(cancel, on_progress):
    import engine.dicom.pixels


def open_files():
    time.sleep(0.05)
    DiskFiles(dicom).open([Path("nowhere")], cancel=CancelToken(), on_progress=lambda _: None)


dicom = DicomLoading()
opened = dicom.before(open_engine)
lanes = [threading.Thread(target=opened, args=(CancelToken(), None)), threading.Thread(target=open_files)]
for lane in lanes:
    lane.start()
for lane in lanes:
    lane.join()
assert not failures, failures
"""


def test_the_engine_and_the_files_can_both_begin_with_dicom_at_the_same_moment() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SLOWLY], cwd=CHECKOUT, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
