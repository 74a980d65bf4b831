"""Films of a corpus, decoded once into a memory-mapped cache in the model's own size.

The cache holds grey levels as bytes (what a display shows; 1/255 is below any film's noise) and masks as
shares of the model's grid cells. Its name holds a key of the corpus, the input convention and this file's
FORMAT: another key, another cache.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from engine.dicom.files import open_paths
from engine.dicom.pixels import read_film
from engine.errors import RecipeError
from engine.panel import FloatArray, MapFrame
from engine.preprocess import InputConvention, StudyInput, choose_films, gather
from engine.progress import OnProgress, Progress
from engine.study import Study
from training.data.corpus import Corpus, CorpusStudy, FilmMask, film_masks

FORMAT = 1
LEVELS = 255

ByteArray = npt.NDArray[np.uint8]
BoolArray = npt.NDArray[np.bool_]
Placed = tuple[Path, MapFrame]  # a film's file, and where the grid lies on it


@dataclass(frozen=True, slots=True)
class FilmCache:
    """All studies of a corpus in index order.

    `films` (n, F, H, W) grey bytes, `present` (n, F), `masks` (n, L, F, h, w): share of each grid cell that
    finding label L covers, in bytes. The arrays are memory maps, read only.
    """

    films: ByteArray
    present: BoolArray
    masks: ByteArray
    labels: tuple[str, ...]


def open_cache(
    parent: Path, corpus: Corpus, convention: InputConvention, grid: int, on_progress: OnProgress
) -> FilmCache:
    """The cache `films-<key>` under `parent`, made first where it is absent; runs of one corpus share it."""
    labels = tuple(sorted({finding.label for study in corpus.studies for finding in study.findings}))
    folder = parent / f"films-{_key(corpus, convention, grid)}"
    if not folder.is_dir():
        unfinished = folder.with_suffix(".unfinished")
        unfinished.mkdir(parents=True, exist_ok=True)
        _build(unfinished, corpus, convention, grid, labels, on_progress)
        unfinished.rename(folder)
    films, present, masks = (
        np.load(folder / f"{name}.npy", mmap_mode="r") for name in ("films", "present", "masks")
    )
    return FilmCache(films, present, masks, labels)


def _key(corpus: Corpus, convention: InputConvention, grid: int) -> str:
    decides = [FORMAT, corpus.fingerprint, convention.to_dict(), grid]
    return hashlib.sha256(json.dumps(decides, sort_keys=True).encode()).hexdigest()[:12]


def _build(
    folder: Path,
    corpus: Corpus,
    convention: InputConvention,
    grid: int,
    labels: Sequence[str],
    on_progress: OnProgress,
) -> None:
    n, views = len(corpus.studies), convention.views
    films = _writable(folder / "films.npy", (n, views, convention.height, convention.width), np.uint8)
    present = _writable(folder / "present.npy", (n, views), np.bool_)
    masks = _writable(folder / "masks.npy", (n, len(labels), views, grid, grid), np.uint8)
    for row, study in enumerate(corpus.studies):
        opened = read_study(study)
        inputs = read_inputs(opened, convention)
        films[row] = as_bytes(inputs.images[:, 0], convention)
        present[row] = inputs.present
        placed = placed_frames(opened, inputs)
        on_films = film_masks(study, opened.radiographs[0].rows)
        masks[row] = np.round(LEVELS * label_cells(on_films, placed, labels, grid))
        on_progress(Progress("Films are decoded once for training", row + 1, n))
    for array in (films, present, masks):
        array.flush()


def _writable(
    path: Path, shape: tuple[int, ...], kind: type
) -> np.memmap[tuple[int, ...], np.dtype[np.uint8]]:
    return np.lib.format.open_memmap(path, mode="w+", dtype=kind, shape=shape)


def placed_frames(study: Study, inputs: StudyInput) -> list[Placed | None]:
    """For each of the model's slots: the film's file, and where its grid lies on it."""
    paths = {film.sop_instance_uid: film.path for film in study.radiographs}
    return [(paths[frame.sop_instance_uid], frame) if frame is not None else None for frame in inputs.frames]


def as_bytes(images: FloatArray, convention: InputConvention) -> ByteArray:
    """Model units of one channel back to displayed grey 0..255; an absent film becomes a constant."""
    grey = images * convention.std[0] + convention.mean[0]
    return np.asarray(np.clip(np.round(LEVELS * grey), 0, LEVELS), np.uint8)


def read_study(study: CorpusStudy) -> Study:
    """The corpus study as the engine opens it; `RecipeError` where its files are not one study."""
    opened = open_paths(study.films)
    if len(opened.studies) != 1:
        reasons = " ".join(skipped.reason for skipped in opened.skipped)
        raise RecipeError(f"study {study.identifier} is not one readable study. {reasons}")
    return opened.studies[0]


def read_inputs(study: Study, convention: InputConvention) -> StudyInput:
    """The study as the engine prepares it, so that training sees what reading sees."""
    chosen = choose_films(study, convention.views)
    return gather([read_film(film) if film is not None else None for film in chosen], convention)


def label_cells(
    masks: Sequence[FilmMask],
    frames: Sequence[Placed | None],
    labels: Sequence[str],
    grid: int,
) -> FloatArray:
    """(L, F, h, w): share of each grid cell that findings of label L cover; `frames` by the model's slots."""
    cells = np.zeros((len(labels), len(frames), grid, grid), np.float32)
    for mask in masks:
        row = labels.index(mask.finding.label)
        for slot, placed in enumerate(frames):
            if placed is not None and placed[0] == mask.film:
                shares = cell_shares(mask.mask, mask.frame(placed[1]), grid)
                np.maximum(cells[row, slot], shares, out=cells[row, slot])
    return cells


def cell_shares(mask: BoolArray, frame: MapFrame, grid: int) -> FloatArray:
    """(h, w): which share of each cell of the grid laid over a film by `frame` the mask covers.

    Exact for fractional cell edges, as the mask's integral is interpolated; outside the film it is 0.
    """
    integral = np.pad(np.cumsum(np.cumsum(mask, axis=0, dtype=np.float64), axis=1), ((1, 0), (1, 0)))
    rows = np.linspace(frame.top, frame.bottom, grid + 1)
    columns = np.linspace(frame.left, frame.right, grid + 1)
    along_rows = _interpolated(integral, rows)  # (grid + 1, columns + 1)
    corners = _interpolated(along_rows.T, columns).T  # (grid + 1, grid + 1)
    covered = np.diff(np.diff(corners, axis=0), axis=1)
    area = (rows[1] - rows[0]) * (columns[1] - columns[0])
    return np.asarray(np.clip(covered / area, 0.0, 1.0), np.float32)


def _interpolated(table: npt.NDArray[np.float64], places: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    inside = np.clip(places, 0, len(table) - 1)
    low = np.minimum(inside.astype(int), len(table) - 2)
    weight = (inside - low)[:, None]
    return np.asarray((1 - weight) * table[low] + weight * table[low + 1], np.float64)
