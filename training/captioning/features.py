"""What a captioner sees of each item: a detector's regions, a backbone's cells, or the pictures themselves.

A frozen backbone looks at every item once; its cells are kept beside the runs, in half precision, under a key
of all that decides them, for all runs of one folder.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt
import torch
from PIL import Image, UnidentifiedImageError

from engine.errors import RecipeError
from engine.models.grid import TimmGrid, VitGrid
from engine.models.grid_config import OWN, GridConfig
from engine.panel import FloatArray
from engine.preprocess import Fit, InputConvention
from engine.progress import OnProgress, Progress
from engine.region_features import padded_regions, read_region_table, read_regions
from training.data.batches import in_model_units
from training.data.captions import CaptionCorpus
from training.data.films import LEVELS, open_cache
from training.data.films import Films as TakenFilms
from training.files import check_room

FORMAT = 1
SUFFIXES = (".npz", ".npy")
TABLES = (".h5", ".hdf5")
STAGE = "The backbone looks at every picture once"
AT_ONCE = 16


class Seen(NamedTuple):
    """B items: `features` (B, N, D) or images (B, F, C, H, W), and which are `present`, (B, N) or (B, F)."""

    features: torch.Tensor
    present: torch.Tensor


class Features(Protocol):
    """What is seen of items, which are called by their places in the corpus."""

    def of(self, rows: Sequence[int]) -> Seen:
        """These items side by side."""


@dataclass(frozen=True, slots=True)
class RegionFiles:
    """A file of regions for each item."""

    paths: tuple[Path, ...]
    width: int

    def of(self, rows: Sequence[int]) -> Seen:
        """These items side by side; `RecipeError` where a file holds no such regions."""
        return _side_by_side([read_regions(self.paths[row], self.width) for row in rows])


@dataclass(frozen=True, slots=True)
class RegionTable:
    """One HDF5 file with the regions of all items."""

    path: Path
    names: tuple[str, ...]
    width: int

    def of(self, rows: Sequence[int]) -> Seen:
        """These items side by side; `RecipeError` where the file has no such regions."""
        return _side_by_side(read_region_table(self.path, [self.names[row] for row in rows], self.width))


@dataclass(frozen=True, slots=True)
class KeptCells:
    """A frozen backbone's cells: `regions` (n, N, D) in half precision, `present` (n, N); memory maps."""

    regions: npt.NDArray[np.float16]
    present: npt.NDArray[np.bool_]

    def of(self, rows: Sequence[int]) -> Seen:
        """These items side by side."""
        regions = np.asarray(self.regions[list(rows)], np.float32)
        return Seen(torch.from_numpy(regions), torch.from_numpy(np.asarray(self.present[list(rows)])))


@dataclass(frozen=True, slots=True)
class Films:
    """Films of a corpus of reports, from the cache that panels train from too."""

    cache: TakenFilms
    convention: InputConvention

    def of(self, rows: Sequence[int]) -> Seen:
        """These studies' films in model units."""
        taken = self.cache.take(np.asarray(rows, np.int64))
        grey = torch.from_numpy(np.asarray(taken.films / np.float32(LEVELS), np.float32))
        images = in_model_units(grey, self.convention)  # (B, F, 1 or C, H, W)
        shape = (-1, -1, self.convention.channels, -1, -1)
        return Seen(images.expand(shape), torch.from_numpy(np.array(taken.present)))


@dataclass(frozen=True, slots=True)
class Pictures:
    """Pictures in files, in colour where the model takes three channels; one film each."""

    paths: tuple[Path, ...]
    convention: InputConvention

    def of(self, rows: Sequence[int]) -> Seen:
        """These pictures in model units; `RecipeError` where one cannot be read."""
        images = np.stack([read_picture(self.paths[row], self.convention) for row in rows])
        return Seen(torch.from_numpy(images[:, None]), torch.ones(len(rows), 1, dtype=torch.bool))


def read_picture(path: Path, convention: InputConvention) -> FloatArray:
    """(C, H, W) in model units; resized as the convention fits films, bilinear with antialiasing."""
    try:
        with Image.open(path) as opened:
            picture = opened.convert("RGB" if convention.channels == 3 else "L")
            fitted = _fitted(picture, convention)
    except (OSError, UnidentifiedImageError, Image.DecompressionBombError, ValueError) as problem:
        raise RecipeError(
            f"the picture cannot be read: {problem}.", where=str(path), todo="Copy the pictures again."
        ) from problem
    values = np.asarray(fitted, np.float32).reshape(convention.height, convention.width, -1) / LEVELS
    mean, std = (np.asarray(each, np.float32) for each in (convention.mean, convention.std))
    return np.ascontiguousarray(((values - mean) / std).transpose(2, 0, 1))


def _fitted(picture: Image.Image, convention: InputConvention) -> Image.Image:
    size = (convention.width, convention.height)
    scales = [size[axis] / picture.size[axis] for axis in (0, 1)]
    if convention.fit is Fit.STRETCH:
        return picture.resize(size, Image.Resampling.BILINEAR)
    scale = max(scales) if convention.fit is Fit.CROP else min(scales)
    resized = picture.resize(
        tuple(max(1, round(side * scale)) for side in picture.size),  # type: ignore[arg-type]  # two of them
        Image.Resampling.BILINEAR,
    )
    canvas = Image.new(picture.mode, size)
    canvas.paste(resized, ((size[0] - resized.width) // 2, (size[1] - resized.height) // 2))
    return canvas


def given_regions(corpus: CaptionCorpus, place: str, width: int) -> RegionFiles | RegionTable:
    """A detector's regions of all items; `RecipeError` where there are none for one of them."""
    path = Path(place)
    names = tuple(item.identifier for item in corpus.items)
    if path.suffix in TABLES:
        return RegionTable(path, names, width)
    if not path.is_dir():
        raise RecipeError("there are no regions here.", where=place, todo="Give a folder, or an .h5 file.")
    there = {file.stem: file for suffix in SUFFIXES for file in path.glob(f"*{suffix}")}
    for name in names:
        if name not in there:
            raise RecipeError(
                f"there are no regions of {name}.",
                where=place,
                todo=f"Name its file {name}.npz or {name}.npy.",
            )
    return RegionFiles(tuple(there[name] for name in names), width)


def seen_films(
    parent: Path,
    corpus: CaptionCorpus,
    grid: GridConfig,
    convention: InputConvention,
    on_progress: OnProgress,
) -> Films | Pictures:
    """The items' films or pictures as the backbone takes them."""
    if corpus.studies is not None:
        side = grid.vit.grid if grid.backbone == OWN else 1
        return Films(open_cache(parent, corpus.studies, convention, side, on_progress), convention)
    if convention.views != 1:
        raise RecipeError("pictures are one film each.", todo="Set grid.views to 1.", where=str(corpus.root))
    paths = tuple(item.picture for item in corpus.items if item.picture is not None)
    return Pictures(paths, convention)


def keep_cells(
    parent: Path,
    corpus: CaptionCorpus,
    grid: VitGrid | TimmGrid,
    films: Films | Pictures,
    on_progress: OnProgress,
) -> KeptCells:
    """The cells `cells-<key>` under `parent`, made first where they are absent."""
    folder = parent / f"cells-{_key(corpus, grid, films.convention)}"
    if not folder.is_dir():
        unfinished = folder.with_suffix(".unfinished")
        unfinished.mkdir(parents=True, exist_ok=True)
        _build(unfinished, len(corpus.items), grid, films, on_progress)
        unfinished.rename(folder)
    regions, present = (np.load(folder / f"{name}.npy", mmap_mode="r") for name in ("regions", "present"))
    return KeptCells(regions, present)


def _key(corpus: CaptionCorpus, grid: VitGrid | TimmGrid, convention: InputConvention) -> str:
    decides = [FORMAT, corpus.fingerprint, convention.to_dict(), type(grid).__name__]
    digest = hashlib.sha256(json.dumps(decides, sort_keys=True).encode())
    for name, weight in grid.state_dict().items():
        digest.update(name.encode() + weight.cpu().numpy().tobytes())
    return digest.hexdigest()[:12]


def _build(
    folder: Path, count: int, grid: VitGrid | TimmGrid, films: Films | Pictures, on_progress: OnProgress
) -> None:
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    grid = grid.to(device).eval()
    regions: Any = None
    present: Any = None
    for rows in _blocks(count):
        seen = films.of(rows)
        with torch.inference_mode():
            cells = grid(seen.features.to(device), seen.present.to(device))
        if regions is None:
            shape = (count, *cells.regions.shape[1:])
            check_room(
                folder, 2 * int(np.prod(shape)), "what the backbone sees in all pictures", "Make room."
            )
            regions = np.lib.format.open_memmap(folder / "regions.npy", "w+", np.float16, shape)
            present = np.lib.format.open_memmap(folder / "present.npy", "w+", np.bool_, shape[:2])
        regions[rows], present[rows] = cells.regions.cpu().numpy(), cells.present.cpu().numpy()
        on_progress(Progress(STAGE, rows[-1] + 1, count))
    for array in (regions, present):
        array.flush()
    grid.cpu()


def _blocks(count: int) -> Iterator[list[int]]:
    for start in range(0, count, AT_ONCE):
        yield list(range(start, min(start + AT_ONCE, count)))


def _side_by_side(images: Sequence[FloatArray]) -> Seen:
    features, present = padded_regions(images)
    return Seen(torch.from_numpy(features), torch.from_numpy(present))
