from __future__ import annotations

from pathlib import Path

import h5py
import numpy as np
import pytest

from engine.errors import RecipeError
from engine.region_features import padded_regions, read_region_table, read_regions

TWO = np.array([[1, 2, 3], [4, 5, 6]], np.float32)


def test_arrays_and_archives_are_read_as_float32(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", TWO.astype(np.float16))
    np.savez(tmp_path / "b.npz", x=TWO)
    np.savez_compressed(tmp_path / "c.npz", feat=TWO, boxes=np.zeros((2, 4)))
    for name in ("a.npy", "b.npz", "c.npz"):
        regions = read_regions(tmp_path / name, 3)
        assert regions.dtype == np.float32
        assert regions.tolist() == TWO.tolist()


@pytest.mark.parametrize(
    ("array", "complaint"),
    [
        (np.zeros((0, 3), np.float32), "0 regions, not 1 to 4"),
        (np.zeros((5, 3), np.float32), "5 regions, not 1 to 4"),
        (np.zeros((2, 2), np.float32), "2 features where the model reads 3"),
        (np.zeros((2, 3), np.int64), "floating-point"),
        (np.zeros(3, np.float32), "one table"),
        (np.array([[1.0, np.nan, 2.0]]), "not finite"),
        (np.array([["a", None, 1]], object), "cannot be read"),
    ],
    ids=["none", "too many", "narrow", "integers", "no table", "nan", "pickled"],
)
@pytest.mark.parametrize("suffix", [".npy", ".npz"])
def test_what_does_not_fit_is_refused_with_its_file(
    array: np.ndarray, complaint: str, suffix: str, tmp_path: Path
) -> None:
    path = tmp_path / f"image{suffix}"
    if suffix == ".npy":
        np.save(path, array, allow_pickle=True)
    else:
        np.savez(path, feat=array)
    with pytest.raises(RecipeError, match=complaint) as refused:
        read_regions(path, 3, most=4)
    assert refused.value.where == str(path)


@pytest.mark.parametrize("name", ["absent.npy", "absent.npz", "text.npy", "text.npz", "cut.npz", "two.npz"])
def test_a_file_that_holds_no_features_is_refused(name: str, tmp_path: Path) -> None:
    for text in ("text.npy", "text.npz"):
        (tmp_path / text).write_text("no array")
    np.savez(tmp_path / "two.npz", boxes=TWO, scores=TWO)
    (tmp_path / "cut.npz").write_bytes((tmp_path / "two.npz").read_bytes()[:60])
    with pytest.raises(RecipeError, match="cannot be read"):
        read_regions(tmp_path / name, 3)


def test_a_batch_is_padded_to_its_longest_image() -> None:
    features, present = padded_regions([TWO[:1], TWO])
    assert features.shape == (2, 2, 3)
    assert features[0].tolist() == [[1, 2, 3], [0, 0, 0]]
    assert features[1].tolist() == TWO.tolist()
    assert present.tolist() == [[True, False], [True, True]]


def test_a_table_holds_the_regions_of_many_images(tmp_path: Path) -> None:
    with h5py.File(tmp_path / "all.h5", "w") as table:
        table["7_features"], table["9_features"] = TWO, TWO[:1]
    seven, nine = read_region_table(tmp_path / "all.h5", ["7", "9"], 3)
    assert (seven.tolist(), nine.tolist()) == (TWO.tolist(), TWO[:1].tolist())


@pytest.mark.parametrize(
    ("image", "complaint"),
    [("8", "has no region features"), ("1", "2 features where"), ("2", "not finite"), ("3", "one table")],
)
def test_what_does_not_fit_in_a_table_is_refused(image: str, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "all.h5"
    with h5py.File(path, "w") as table:
        table["1_features"], table["2_features"] = TWO[:, :2], np.full((2, 3), np.inf)
        table.create_group("3_features")
    with pytest.raises(RecipeError, match=complaint):
        read_region_table(path, [image], 3)
    path.write_text("no table")
    with pytest.raises(RecipeError, match="cannot be read"):
        read_region_table(path, [image], 3)
