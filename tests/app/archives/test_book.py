"""The archives of the desk: their order, their names, and the file that keeps them."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.archives.book import Book, BookFile
from engine.archives.config import ArchiveConfig, Auth, DicomwebAddress
from engine.errors import ArchiveMisconfigured
from tests.app.archive_fakes import MAIN, OTHER

WEB = ArchiveConfig("Web", DicomwebAddress("https://pacs.example/dicom-web", Auth.BASIC, "ann"))


def test_a_book_comes_back_from_its_file(tmp_path: Path) -> None:
    file = BookFile(tmp_path / "archives.json")
    assert file.read() == Book()
    file.write(Book((MAIN, WEB)))
    assert file.read() == Book((MAIN, WEB))


def test_a_file_that_cannot_be_read_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "archives.json"
    path.write_text("{")
    with pytest.raises(ArchiveMisconfigured):
        BookFile(path).write(Book((MAIN,)))
    assert path.read_text() == "{"


def test_an_archive_that_is_edited_keeps_its_place() -> None:
    book = Book((MAIN, OTHER)).put(WEB, instead_of="Main")
    assert book.names == ("Web", "Other")
    assert book.without("Web").names == ("Other",)


def test_two_archives_never_share_a_name_by_which_a_password_is_found() -> None:
    twin = ArchiveConfig("main!", MAIN.address)
    with pytest.raises(ArchiveMisconfigured, match="Another archive has this name"):
        Book((MAIN,)).put(twin)
    assert Book((MAIN,)).put(twin, instead_of="Main").names == ("main!",)
