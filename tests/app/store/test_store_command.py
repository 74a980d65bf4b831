"""`python -m app.store`: what it prints and its exit codes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from app.store.__main__ import main
from app.store.database import FILE_NAME, url_of
from app.store.store import Store
from app.store.verification import verify
from tests.app.store.storing import alter, rows_of, saved, with_review


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    store = Store(url_of(tmp_path / "data"))
    saved(store, with_review(store), "Normal.")
    store.close()
    return tmp_path / "data"


def test_a_whole_database_gives_zero_its_counts_and_its_audit_head(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(folder)]) == 0
    said = capsys.readouterr().out
    assert "1 studies, 1 reviews, 1 operations" in said
    assert "nothing was altered or lost" in said
    assert verify(url_of(folder)).head in said


def test_an_altered_row_gives_one_and_is_named(folder: Path) -> None:
    alter(folder / FILE_NAME, "UPDATE operations SET author = 'X'")
    command = [sys.executable, "-m", "app.store", "verify", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[3], check=False)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("operations row 1 (study 1.2.3, change 1): was altered")


def test_an_address_and_a_file_name_work_like_a_folder(folder: Path) -> None:
    assert main(["verify", f"sqlite:///{folder / FILE_NAME}"]) == 0
    assert main(["verify", str(folder / FILE_NAME)]) == 0


@pytest.mark.parametrize("command", [["verify"], ["backup", "b"], ["export", "e"]])
def test_where_there_is_no_database_none_is_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    name, *file = command
    assert main([name, str(tmp_path / "nowhere"), *(str(tmp_path / one) for one in file)]) == 1
    assert "There is no database" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_backup_and_restore_say_what_they_did(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup", str(folder), str(tmp_path / "copy.bak")]) == 0
    assert main(["backup", str(folder), str(tmp_path / "copy.bak")]) == 1
    assert "Choose another name" in capsys.readouterr().err
    assert main(["restore", str(folder), str(tmp_path / "copy.bak")]) == 0
    said = capsys.readouterr().out
    assert "the backup is in place" in said
    assert ".replaced-" in said


def test_export_and_import_say_what_they_did(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", str(folder), str(tmp_path / "all.zip")]) == 0
    assert main(["import", str(tmp_path / "there"), str(tmp_path / "all.zip")]) == 0
    assert "added 1 studies, 1 reviews, 1 operations" in capsys.readouterr().out
    assert rows_of(tmp_path / "there" / FILE_NAME, "SELECT text FROM reviews") == [("Normal.",)]


def test_an_import_with_conflicts_gives_one_and_names_them(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", str(folder), str(tmp_path / "all.zip")]) == 0
    store = Store(url_of(tmp_path / "there"))
    saved(store, with_review(store), "Mine.")
    store.close()
    assert main(["import", str(tmp_path / "there"), str(tmp_path / "all.zip")]) == 1
    assert "Not taken over: review of study 1.2.3" in capsys.readouterr().out
