"""Region features of images, found elsewhere by a detector (bottom-up attention) or taken from a grid.

One file for each image: a .npy array (N, D), or a .npz archive with one, alone or under `feat` or `features`.
Or one HDF5 file for all, as ExpansionNet's released code writes it: an array `<image>_features` for each.
"""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import RecipeError
from engine.panel import FloatArray
from engine.runtime.base import BoolArray

MOST_REGIONS = 100  # of bottom-up features, 10 to 100 boxes an image
NAMES = ("feat", "features")  # of the features among other arrays of an archive
MOST_BYTES = 1 << 28  # of an archive's array once unpacked; 100 regions of 2048 numbers take 0.8 MB


def read_regions(path: Path, width: int, most: int = MOST_REGIONS) -> FloatArray:
    """Features (N, `width`) of 1 to `most` regions, float32; `RecipeError` where the file holds none such."""
    try:
        array = _from_archive(path) if path.suffix == ".npz" else np.load(path, "r", allow_pickle=False)
    except (OSError, ValueError, EOFError, zipfile.BadZipFile, NotImplementedError) as problem:
        raise _wrong(str(path), f"region features cannot be read: {problem}.") from problem
    return _checked(array, str(path), width, most)


def read_region_table(
    path: Path, images: Sequence[str], width: int, most: int = MOST_REGIONS
) -> list[FloatArray]:
    """The same of several images from one HDF5 file; `RecipeError` where it is none or lacks one of them."""
    import h5py  # most captioners read no such file

    try:
        with h5py.File(path, "r") as table:
            arrays = [table[f"{image}_features"] for image in images]
            return [
                _checked(array, f"{path}: {image}", width, most)
                for image, array in zip(images, arrays, strict=True)
            ]
    except KeyError as problem:
        raise _wrong(str(path), f"an image has no region features: {problem.args[0]}.") from problem
    except (OSError, ValueError) as problem:
        raise _wrong(str(path), f"region features cannot be read: {problem}.") from problem


def _checked(array: Any, where: str, width: int, most: int) -> FloatArray:
    """The array of a file or a table as float32; its sizes are looked at before its numbers are read."""
    shape: tuple[int, ...] = getattr(array, "shape", ())
    kind = getattr(getattr(array, "dtype", None), "kind", "")
    if len(shape) != 2 or kind != "f":
        raise _wrong(where, "region features are not one table of floating-point numbers.")
    regions, found = shape
    if not 1 <= regions <= most:
        raise _wrong(where, f"there are {regions} regions, not 1 to {most}.")
    if found != width:
        raise _wrong(where, f"a region has {found} features where the model reads {width}.")
    features = np.array(array, np.float32)
    if not np.isfinite(features).all():
        raise _wrong(where, "some region features are not finite numbers.")
    return features


def padded_regions(images: Sequence[FloatArray]) -> tuple[FloatArray, BoolArray]:
    """A batch's features (B, N, D), 0 where an image has no more regions, and which are there (B, N)."""
    lengths = np.array([len(image) for image in images])
    present = np.arange(lengths.max()) < lengths[:, None]
    features = np.zeros((*present.shape, images[0].shape[1]), np.float32)
    features[present] = np.concatenate(list(images))
    return features, present


def _from_archive(path: Path) -> np.ndarray:
    with zipfile.ZipFile(path) as archive:
        if max((member.file_size for member in archive.infolist()), default=0) > MOST_BYTES:
            raise ValueError(f"an array of more than {MOST_BYTES >> 20} MB")
    with np.load(path, allow_pickle=False) as arrays:
        names = arrays.files if len(arrays.files) == 1 else [name for name in NAMES if name in arrays.files]
        if len(names) != 1:
            raise ValueError(f"it holds {', '.join(arrays.files) or 'nothing'}, and not one of {NAMES}")
        array: np.ndarray = arrays[names[0]]
        return array


def _wrong(where: str, what: str) -> RecipeError:
    return RecipeError(what, where=where, todo="Extract this image's features again.")
