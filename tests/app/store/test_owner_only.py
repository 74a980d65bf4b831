"""Files with patients' data are closed to everybody but their owner, and strangers' files are left alone."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from app.store.owner_only import Tightened, tighten, tighten_data
from app.store.store import Store

pytestmark = pytest.mark.skipif(os.name != "posix", reason="rights of files are POSIX's")
OURS = ("consilium.sqlite3", "settings.json")


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """As an older version left it: readable by all."""
    folder = tmp_path / "data"
    folder.mkdir(mode=0o755)
    for name in ("consilium.sqlite3", "consilium.sqlite3-wal"):
        (folder / name).write_bytes(b"")
        (folder / name).chmod(0o644)
    return folder


def test_a_data_folder_of_ours_is_closed_with_what_is_in_it(folder: Path) -> None:
    told = tighten_data(folder, OURS)
    assert sorted(path.name for path in told.closed) == [
        "consilium.sqlite3",
        "consilium.sqlite3-wal",
        "data",
    ]
    assert told.open == ()
    assert [rights(path) for path in (folder, *sorted(folder.iterdir()))] == [0o700, 0o600, 0o600]
    assert tighten_data(folder, OURS) == Tightened()


def test_a_folder_that_others_work_in_stays_open_and_only_our_files_are_closed(folder: Path) -> None:
    others = folder / "thesis.txt"
    others.write_text("x")
    others.chmod(0o644)
    told = tighten_data(folder, OURS)
    assert rights(folder) == 0o755
    assert rights(others) == 0o644
    assert rights(folder / "consilium.sqlite3") == 0o600
    assert told.open == (folder,)


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.write_text("x")
    target.chmod(0o644)
    (tmp_path / "link").symlink_to(target)
    assert not tighten(tmp_path / "link")
    assert rights(target) == 0o644


def test_a_new_database_and_what_lies_beside_it_are_closed_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o000)
    try:
        store = Store(f"sqlite:///{tmp_path / 'data' / 'consilium.sqlite3'}")
        try:
            modes = {path.name: rights(path) for path in (tmp_path / "data").iterdir()}
        finally:
            store.close()
    finally:
        os.umask(before)
    assert rights(tmp_path / "data") == 0o700
    assert set(modes.values()) == {0o600}
    assert "consilium.sqlite3" in modes


def test_an_old_database_that_others_could_read_is_closed_when_it_is_opened(tmp_path: Path) -> None:
    file = tmp_path / "consilium.sqlite3"
    Store(f"sqlite:///{file}").close()
    file.chmod(0o644)
    Store(f"sqlite:///{file}").close()
    assert rights(file) == 0o600
