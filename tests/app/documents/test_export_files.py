"""Exports are written whole or not at all, and a failure says what to do."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from app.documents.errors import NotWritten
from app.documents.files import write_file, write_folder
from app.documents.markdown import write_markdown
from tests.app.documents.exporting import draft


def failing(code: int) -> Callable[..., None]:
    """A system call that fails."""

    def fail(*_: object, **__: object) -> None:
        raise OSError(code, os.strerror(code))

    return fail


def test_a_file_replaces_the_one_before_it_and_nothing_else_is_left(tmp_path: Path) -> None:
    write_file(tmp_path / "a", b"old")
    write_file(tmp_path / "a", b"new")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a", b"new")]


@pytest.mark.parametrize("step", ["os.fsync", "pathlib.Path.open", "pathlib.Path.replace"])
def test_a_full_disk_at_any_step_leaves_the_old_file_and_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = tmp_path / "report.md"
    path.write_bytes(b"old")
    with monkeypatch.context() as disk:
        disk.setattr(step, failing(errno.ENOSPC))
        with pytest.raises(NotWritten, match="Make room on the disk") as refusal:
            write_markdown(draft(), path)
    assert "Doe" not in str(refusal.value)
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("report.md", b"old")]


def test_a_disk_that_takes_half_a_file_keeps_nothing_of_it(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource", reason="only POSIX can limit a file's size")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
    try:
        with pytest.raises(NotWritten, match="larger files"):
            write_file(tmp_path / "a", b"x" * 200)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(NotWritten, match="Choose a folder that exists"):
        write_markdown(draft(), tmp_path / "nowhere" / "report.md")


def test_a_folder_of_the_same_name_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "report.md").mkdir()
    with pytest.raises(NotWritten):
        write_markdown(draft(), tmp_path / "report.md")
    assert (tmp_path / "report.md").is_dir()
    assert len(list(tmp_path.iterdir())) == 1


def test_a_folder_appears_with_all_its_files(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    write_folder(tmp_path / "out", {"a": b"1", "b": b"2"})
    assert {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()} == {"a": b"1", "b": b"2"}
    assert len(list(tmp_path.iterdir())) == 1


def test_a_folder_that_holds_anything_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "kept").write_bytes(b"x")
    with pytest.raises(NotWritten, match="Name another"):
        write_folder(tmp_path, {"a": b"1"})
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


@pytest.mark.parametrize("step", ["os.fsync", "pathlib.Path.open", "pathlib.Path.rename"])
def test_a_folder_that_cannot_be_finished_does_not_appear(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    with monkeypatch.context() as disk:
        disk.setattr(step, failing(errno.ENOSPC))
        with pytest.raises(NotWritten, match="Make room"):
            write_folder(tmp_path / "out", {"a": b"1"})
    assert not list(tmp_path.iterdir())
