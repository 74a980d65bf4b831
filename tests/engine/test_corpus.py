"""The table of a corpus: every file in one of two columns."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pydicom
import pytest

from engine.__main__ import main
from engine.corpus import MEMORY_LIMIT_MB, SECONDS_LIMIT, Outcome, summarise, walk
from tests.engine.dicom.making import film_dataset, saved

PIXELS = [[0, 1000], [2000, 4095]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A film, a film whose last pixel is cut off, and a text."""
    saved(film_dataset(PIXELS), tmp_path, "film")
    whole = saved(film_dataset(PIXELS), tmp_path, "part").read_bytes()
    (tmp_path / "part").write_bytes(whole[:-1])
    (tmp_path / "letter").write_text("No acute disease.")
    return tmp_path


def test_every_file_is_opened_or_refused_with_a_reason(folder: Path) -> None:
    found = {one.path.name: one for one in walk([folder])}
    assert {name: (one.code, one.frames) for name, one in found.items()} == {
        "film": ("", 1),
        "letter": ("not-dicom", 0),
        "part": ("pixels", 0),
    }
    assert found["film"].holds == "film"
    assert found["letter"].reason == "This is not a DICOM file."
    assert "end early" in found["part"].reason


def test_a_summary_counts_both_columns_and_names_the_slowest() -> None:
    outcomes = [
        Outcome(Path("a"), "", "", "film", 3, 0.1, 0.3, 50.0),
        Outcome(Path("b"), "pixels", "Damaged.", "film", 0, SECONDS_LIMIT + 1, 7.0, 60.0),
        Outcome(Path("c"), "", "", "film", 1, 0.2, 0.2, MEMORY_LIMIT_MB + 1),
    ]
    summary = summarise(outcomes)
    assert (summary.opened, summary.refused, summary.frames) == (2, (("pixels", 1),), 4)
    assert summary.median_seconds == 0.2
    assert summary.slowest is outcomes[1]
    assert summary.heaviest is outcomes[2]
    assert summary.beyond_limits == (outcomes[1], outcomes[2])


def test_a_corpus_of_no_files_has_no_median() -> None:
    summary = summarise([])
    assert (summary.opened, summary.refused, summary.median_seconds) == (0, (), None)


def test_the_command_prints_a_line_for_each_file_and_the_sums(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["corpus", str(folder), "--json", str(folder / "table.json")]) == 0
    printed = capsys.readouterr().out
    assert "opened 1, refused 2 (not-dicom 1, pixels 1)" in printed
    table = json.loads((folder / "table.json").read_text())["files"]
    assert [(Path(row["path"]).name, row["opened"]) for row in table] == [
        ("film", True),
        ("letter", False),
        ("part", False),
    ]


def public_files(shared_data: Path) -> Iterator[Path]:
    """The corpora that tests may read: those beside this checkout, and pydicom's own."""
    yield from (shared_data / name for name in ("dicom", "dicom_corpus"))
    yield Path(pydicom.__file__).parent / "data"


@pytest.mark.slow  # a minute: eleven hundred files, each of them wholly
def test_every_public_file_opens_or_is_refused_within_five_seconds_and_500_mb(shared_data: Path) -> None:
    outcomes = tuple(walk(public_files(shared_data)))
    assert all(one.opened or one.reason.endswith(".") for one in outcomes)
    assert summarise(outcomes).beyond_limits == ()
    assert sum(one.opened for one in outcomes) > 700
