from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from engine.errors import RecipeError
from training.__main__ import main
from training.phantoms.corpus import (
    Corpus,
    Part,
    read_index,
    read_masks,
    small_mask,
    split_of,
    write_corpus,
)

SIZE = 64


def _bytes(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def _write(folder: Path, count: int, workers: int = 1, seed: int = 5) -> Path:
    write_corpus(Corpus(folder, (Part(seed, count),), SIZE), workers, lambda _: None)
    return folder


def test_two_workers_write_the_same_bytes_as_one(tmp_path: Path) -> None:
    assert _bytes(_write(tmp_path / "one", 4, workers=1)) == _bytes(_write(tmp_path / "two", 4, workers=2))


def test_a_folder_that_cannot_be_written_is_our_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RecipeError, match="cannot be written: not a directory"):
        _write(tmp_path / "file" / "corpus", 1)


def test_an_index_without_a_description_is_no_corpus(tmp_path: Path) -> None:
    (tmp_path / "corpus.json").write_text("[]")
    (tmp_path / "index.jsonl").write_text("")
    with pytest.raises(RecipeError, match="format"):
        read_index(tmp_path)


def test_a_shorter_corpus_is_the_beginning_of_a_longer_one(tmp_path: Path) -> None:
    short, long = _bytes(_write(tmp_path / "short", 2)), _bytes(_write(tmp_path / "long", 4))
    for name, content in short.items():
        if name not in ("corpus.json", "index.jsonl"):
            assert long[name] == content
    assert long["index.jsonl"].startswith(short["index.jsonl"])


def test_writing_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole = _bytes(_write(tmp_path / "whole", 4))

    class Stop(Exception):
        pass

    def stop_after_two(done: int) -> None:
        if done == 2:
            raise Stop

    with pytest.raises(Stop):
        write_corpus(Corpus(tmp_path / "part", (Part(5, 4),), SIZE), 1, stop_after_two)
    assert not (tmp_path / "part" / "index.jsonl").exists()
    counts: list[int] = []
    write_corpus(Corpus(tmp_path / "part", (Part(5, 4),), SIZE), 1, counts.append)
    assert counts == [2, 3, 4]
    assert _bytes(tmp_path / "part") == whole


def test_a_folder_with_another_corpus_is_refused(tmp_path: Path) -> None:
    _write(tmp_path, 1, seed=5)
    with pytest.raises(RecipeError, match="another corpus"):
        _write(tmp_path, 1, seed=6)


def test_the_index_reads_back_with_files_that_exist(tmp_path: Path) -> None:
    _write(tmp_path, 6)
    records = read_index(tmp_path)
    assert [record.study_id for record in records] == [f"{index:06d}" for index in range(6)]
    assert any(record.findings for record in records)
    for record in records:
        assert [image.view for image in record.images] == ["PA", "LL"]
        assert all(image.path.is_file() for image in record.images)
        masks = read_masks(record.masks)
        expected = {f"{number}_{view}" for number in range(len(record.findings)) for view in ("pa", "lat")}
        assert set(masks) == expected
        for mask in masks.values():
            assert mask.shape == (16, 16)
            assert mask.dtype == np.uint8
            assert set(np.unique(mask)) <= {0, 1}
            assert mask.any()


def test_a_folder_without_a_corpus_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match="no finished phantom corpus"):
        read_index(tmp_path)


def test_a_damaged_line_is_refused_in_a_sentence(tmp_path: Path) -> None:
    _write(tmp_path, 1)
    (tmp_path / "index.jsonl").write_text('{"id": "000000"}\n', encoding="utf-8")
    with pytest.raises(RecipeError, match="damaged"):
        read_index(tmp_path)


def test_splits_are_about_eight_one_one() -> None:
    splits = [split_of(index) for index in range(3000)]
    assert 0.77 < splits.count("train") / 3000 < 0.83
    assert 0.08 < splits.count("val") / 3000 < 0.12
    assert 0.08 < splits.count("test") / 3000 < 0.12


def test_a_small_mask_covers_film_pixels_in_steps_of_four() -> None:
    mask = np.zeros((64, 64), np.bool_)
    mask[8:12, 20:24] = True
    assert np.argwhere(small_mask(mask)).tolist() == [[2, 5]]


def test_a_thin_mask_does_not_vanish() -> None:
    mask = np.zeros((64, 64), np.bool_)
    mask[:, 30] = True
    assert small_mask(np.where(np.arange(64)[:, None] % 4 == 0, mask, False)).any()


def test_the_command_writes_a_corpus_and_says_nothing_in_a_pipe(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["phantoms", str(tmp_path), "--count", "2", "--seed", "1", "--size", "64", "--workers", "1"])
    assert code == 0
    assert capsys.readouterr() == ("", "")
    manifest = json.loads((tmp_path / "corpus.json").read_text(encoding="utf-8"))
    assert (manifest["count"], manifest["size_px"], manifest["seeds"]) == (2, 64, {"all": 1})


@pytest.mark.parametrize(
    "arguments",
    [["--seed", "1"], ["--count", "0"], ["--count", "1", "--size", "3"], ["--count", "1", "--seed", "-1"]],
)
def test_a_corpus_that_cannot_be_is_refused_with_one_sentence(
    tmp_path: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["phantoms", str(tmp_path), *arguments]) == 1
    assert capsys.readouterr().err.count("\n") == 1
