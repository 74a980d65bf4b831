"""A disk that fills up and a folder that cannot be written: a sentence, and nothing half written."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.store.copies import back_up, restore
from app.store.database import FILE_NAME, url_of
from app.store.errors import StoreError
from app.store.store import Store
from app.store.transfer import export_archive
from app.store.verification import verify
from tests.app.store.storing import rows_of, saved, with_review

resource = pytest.importorskip("resource", reason="only POSIX systems limit the size of files")
CHECKOUT = Path(__file__).resolve().parents[3]


@contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    """Whoever writes a file beyond this size gets an error, as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A database with one saved review."""
    store = Store(url_of(tmp_path / "data"))
    saved(store, with_review(store), "Kept.")
    store.close()
    return tmp_path / "data"


def listing(folder: Path) -> list[str]:
    return sorted(
        path.name for path in folder.iterdir() if path.suffix not in {".sqlite3-wal", ".sqlite3-shm"}
    )


def text_in(folder: Path) -> str:
    return str(rows_of(folder / FILE_NAME, "SELECT text FROM reviews")[0][0])


def test_wherever_the_disk_is_full_a_change_is_there_as_a_whole_or_not_at_all(folder: Path) -> None:
    refusals = 0
    for size in range(0, 1 << 20, 12_000):
        with files_of_at_most(size):
            said = tried(folder)
        assert verify(url_of(folder)).findings == ()
        assert text_in(folder) == ("Kept." if said else "Kept." + " More." * 20_000)
        if not said:
            break
        assert said.endswith(".")
        refusals += 1
    assert refusals > 10
    assert text_in(folder).endswith("More.")


def tried(folder: Path) -> str:
    """What was said, "" if the change was kept."""
    try:
        store = Store(url_of(folder))
    except StoreError as error:
        return str(error)
    try:
        saved(store, store.open_review("1.2.3"), " More." * 20_000)
    except StoreError as error:
        return str(error)
    finally:
        store.close()
    return ""


def test_a_backup_an_archive_and_a_restore_that_find_no_room_leave_everything_as_it_was(
    folder: Path, tmp_path: Path
) -> None:
    store = Store(url_of(folder))
    back_up(store, tmp_path / "good.bak")
    saved(store, store.open_review("1.2.3"), " More.")
    with files_of_at_most(30_000), pytest.raises(StoreError, match="disk"):
        back_up(store, tmp_path / "copy.bak")
    with files_of_at_most(1_000), pytest.raises(StoreError, match="disk"):
        export_archive(store, tmp_path / "all.zip")
    store.close()
    with files_of_at_most(30_000), pytest.raises(StoreError, match="disk"):
        restore(url_of(folder), tmp_path / "good.bak")
    assert listing(tmp_path) == ["data", "good.bak"]
    assert listing(folder) == [FILE_NAME]
    assert text_in(folder) == "Kept. More."
    assert verify(url_of(folder)).findings == ()


WRITE = """
import sys
from app.store.database import url_of
from app.store.errors import StoreError
from app.store.store import Store
try:
    Store(url_of(sys.argv[1]))
except StoreError as error:
    sys.exit(str(error))
"""


def as_an_ordinary_user(*command: str) -> subprocess.CompletedProcess[str]:
    """Run Python so that permissions hold: root has to give up that they do not concern it."""
    prefix: list[str] = []
    if os.geteuid() == 0:
        if shutil.which("setpriv") is None:
            pytest.skip("root can write everywhere, and there is no setpriv to give that up")
        prefix = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
    return subprocess.run(
        [*prefix, sys.executable, *command], capture_output=True, text=True, cwd=CHECKOUT, check=False
    )


@pytest.fixture
def locked(folder: Path) -> Iterator[Path]:
    """The folder without the right to write."""
    (folder / FILE_NAME).chmod(0o400)
    folder.chmod(0o500)
    yield folder
    folder.chmod(0o700)


def test_a_folder_that_cannot_be_written_says_so_and_stays_as_it_is(locked: Path) -> None:
    before = (locked / FILE_NAME).read_bytes()
    done = as_an_ordinary_user("-c", WRITE, str(locked))
    assert done.returncode == 1
    assert "cannot be" in done.stderr
    assert "Traceback" not in done.stderr
    assert ((locked / FILE_NAME).read_bytes(), listing(locked)) == (before, [FILE_NAME])


def test_what_cannot_be_written_can_still_be_verified(locked: Path) -> None:
    done = as_an_ordinary_user("-m", "app.store", "verify", str(locked))
    assert (done.returncode, done.stderr) == (0, "")
    assert "nothing was altered or lost" in done.stdout


def test_a_backup_into_a_folder_that_cannot_be_written_says_so(locked: Path, tmp_path: Path) -> None:
    store = Store(url_of(tmp_path / "other"))
    store.close()
    done = as_an_ordinary_user("-m", "app.store", "backup", str(tmp_path / "other"), str(locked / "copy.bak"))
    assert done.returncode == 1
    assert done.stderr.startswith(str(locked / "copy.bak"))
    assert "Check the folder" in done.stderr
    assert listing(locked) == [FILE_NAME]
