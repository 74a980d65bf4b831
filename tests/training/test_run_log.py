from __future__ import annotations

from pathlib import Path

import pytest

from training.files import written_aside
from training.run_log import ignored_films, read_rows, rows_before, write_rows


def gains(*values: float) -> list[dict[str, str]]:
    return [{"epoch": str(epoch), "val_film_gain": str(value)} for epoch, value in enumerate(values)]


@pytest.mark.parametrize(
    ("values", "warns"),
    [
        ((0.0,), False),
        ((0.0, 0.004), True),
        ((0.3, 0.2, -0.01, 0.001), True),
        ((0.0, 0.0, 0.3), False),
        ((0.0, 0.3, 0.0), False),
    ],
)
def test_two_validations_without_a_gain_from_the_film_are_warned_of(
    values: tuple[float, ...], warns: bool
) -> None:
    assert bool(ignored_films(gains(*values))) == warns


def test_the_warning_says_how_little_the_film_saves() -> None:
    assert "saves 0.0012 nats per word" in ignored_films(gains(0.0, 0.0012))


def test_a_log_is_read_back_and_keeps_columns_that_come_later(tmp_path: Path) -> None:
    path = tmp_path / "log" / "reports.csv"
    write_rows(path, [{"epoch": "0", "a": "1"}, {"epoch": "1", "a": "2", "b": "3"}])

    assert path.read_text() == "epoch,a,b\n0,1,\n1,2,3\n"
    assert rows_before(read_rows(path), 1) == [{"epoch": "0", "a": "1", "b": ""}]


def test_no_log_has_no_rows(tmp_path: Path) -> None:
    assert read_rows(tmp_path / "none.csv") == []


def test_a_file_written_aside_is_whole_or_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    path.write_text("old")

    def fail() -> None:
        with written_aside(path) as aside:
            aside.write_text("half")
            raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        fail()
    assert path.read_text() == "old"
    with written_aside(path) as aside:
        aside.write_text("new")
    assert path.read_text() == "new"
    assert [entry.name for entry in tmp_path.iterdir()] == ["file.txt"]
