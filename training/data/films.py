"""Films of a corpus, decoded once into a memory-mapped cache in the model's own size.

The cache holds grey levels as bytes (what a display shows; 1/255 is below any film's noise) and masks as
shares of the model's grid cells. Its name holds a key of the corpus, the input convention and this file's
FORMAT: another key, another cache.

A cache has a limit. What is beyond it is decoded again whenever it is asked for: the first studies are kept
and none is ever put out for another, because every epoch asks for each study once, in an order of its own, so
that whatever was used last is what will be needed latest.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from typing import Protocol

import numpy as np
import numpy.typing as npt

from engine.dicom.decoder import FrameDecoder
from engine.dicom.files import open_paths, read_file
from engine.dicom.pixels import read_film
from engine.errors import FileRefused, PixelsUnreadable, RecipeError
from engine.panel import FloatArray, MapFrame
from engine.preprocess import InputConvention, StudyInput, choose_films, gather
from engine.progress import OnProgress, Progress
from engine.study import Radiograph, Study
from training.data.corpus import Corpus, CorpusStudy, FilmMask, film_masks
from training.data.samples import uid_from
from training.files import check_room

FORMAT = 2
LEVELS = 255
CACHE_BYTES = 20 * 10**9
WORKERS = min(8, os.cpu_count() or 1)
PATIENCE = 300.0  # seconds for a film: a machine that trains is busy, and a film given up is lost to the run
STAGE = "Films are decoded once for training"

ByteArray = npt.NDArray[np.uint8]
BoolArray = npt.NDArray[np.bool_]
Rows = npt.NDArray[np.int64]
Placed = tuple[Path, MapFrame]  # a film's file, and where the grid lies on it


@dataclass(frozen=True, slots=True)
class FilmCache:
    """Studies of a corpus in index order.

    `films` (n, F, H, W) grey bytes, `present` (n, F), `masks` (n, L, F, h, w): share of each grid cell that
    finding label L covers, in bytes. Of a cache that lies on disk the arrays are memory maps, read only.
    """

    films: ByteArray
    present: BoolArray
    masks: ByteArray
    labels: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.films)

    def take(self, rows: Rows) -> FilmCache:
        """The films of these rows, in that order."""
        return FilmCache(self.films[rows], self.present[rows], self.masks[rows], self.labels)


class Films(Protocol):
    """Where a training set's films come from."""

    @property
    def labels(self) -> tuple[str, ...]:
        """Finding labels of the masks."""

    def take(self, rows: Rows) -> FilmCache:
        """The films of these rows of the corpus, in that order; `present` nowhere where none can be read."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What films become: the model's input, its attention grid's side, the labels of masks."""

    convention: InputConvention
    grid: int
    labels: tuple[str, ...]

    @property
    def study_bytes(self) -> int:
        """What one study takes in a cache."""
        side = self.convention.views
        films = side * self.convention.height * self.convention.width
        return films + side + len(self.labels) * side * self.grid**2

    def empty(self, count: int) -> FilmCache:
        """Room for so many studies, black, in memory."""
        return FilmCache(
            np.zeros(self.shapes(count)["films"], np.uint8),
            np.zeros(self.shapes(count)["present"], np.bool_),
            np.zeros(self.shapes(count)["masks"], np.uint8),
            self.labels,
        )

    def shapes(self, count: int) -> dict[str, tuple[int, ...]]:
        """The shape of each array for so many studies."""
        views, cells = self.convention.views, (self.grid, self.grid)
        return {
            "films": (count, views, self.convention.height, self.convention.width),
            "present": (count, views),
            "masks": (count, len(self.labels), views, *cells),
        }


@dataclass(frozen=True, slots=True)
class StreamedFilms:
    """A corpus that is larger than its cache: `kept` are its first studies, the others are decoded anew."""

    kept: FilmCache
    studies: Sequence[CorpusStudy]
    wanted: Wanted
    decoders: Decoders

    @property
    def labels(self) -> tuple[str, ...]:
        """Finding labels of the masks."""
        return self.wanted.labels

    def take(self, rows: Rows) -> FilmCache:
        """The films of these rows, in that order."""
        taken = self.wanted.empty(len(rows))
        known = rows < len(self.kept)
        for whole, part in _arrays(taken, self.kept.take(rows[known])):
            whole[known] = part
        beyond = [(int(place), self.studies[int(rows[place])]) for place in np.flatnonzero(~known)]
        for _ in self.decoders.decode(taken, beyond, self.wanted):
            pass
        return taken


def _arrays(
    one: FilmCache, other: FilmCache
) -> list[tuple[npt.NDArray[np.generic], npt.NDArray[np.generic]]]:
    return [(one.films, other.films), (one.present, other.present), (one.masks, other.masks)]


def open_cache(
    parent: Path,
    corpus: Corpus,
    convention: InputConvention,
    grid: int,
    on_progress: OnProgress,
    limit_bytes: int = CACHE_BYTES,
) -> FilmCache | StreamedFilms:
    """The cache `films-<key>` under `parent`, made first where it is absent; runs of one corpus share it.

    Making it goes on where it was stopped. `DiskFull` where the disk has not the room.
    """
    wanted = Wanted(convention, grid, mask_labels(corpus))
    held = min(len(corpus.studies), limit_bytes // wanted.study_bytes)
    folder = parent / f"films-{_key(corpus, convention, grid, held)}"
    if not folder.is_dir():
        unfinished = folder.with_suffix(".unfinished")
        unfinished.mkdir(parents=True, exist_ok=True)
        _build(unfinished, corpus.studies, held, wanted, on_progress)
        unfinished.rename(folder)
    films, present, masks = (
        np.load(folder / f"{name}.npy", mmap_mode="r") for name in ("films", "present", "masks")
    )
    cache = FilmCache(films, present, masks, wanted.labels)
    return cache if held == len(corpus.studies) else StreamedFilms(cache, corpus.studies, wanted, Decoders())


def mask_labels(corpus: Corpus) -> tuple[str, ...]:
    """Labels of findings that have masks; none where the corpus has no masks."""
    return tuple(
        sorted(
            {
                finding.label
                for study in corpus.studies
                if study.masks is not None
                for finding in study.findings
            }
        )
    )


def _key(corpus: Corpus, convention: InputConvention, grid: int, held: int) -> str:
    decides = [FORMAT, corpus.fingerprint, convention.to_dict(), grid, held]
    return hashlib.sha256(json.dumps(decides, sort_keys=True).encode()).hexdigest()[:12]


def _build(
    folder: Path, studies: Sequence[CorpusStudy], held: int, wanted: Wanted, on_progress: OnProgress
) -> None:
    shapes = wanted.shapes(held)
    _make_room(folder, sum(int(np.prod(shape)) for shape in shapes.values()) + held)
    kinds = {"films": np.uint8, "present": np.bool_, "masks": np.uint8}
    films, present, masks = (
        _writable(folder / f"{name}.npy", shapes[name], kind) for name, kind in kinds.items()
    )
    done = _writable(folder / "done.npy", (held,), np.bool_)
    cache = FilmCache(films, present.view(np.bool_), masks, wanted.labels)
    missing = ((int(row), studies[int(row)]) for row in np.flatnonzero(done == 0))
    decoders = Decoders()
    try:
        for number, row in enumerate(decoders.decode(cache, missing, wanted), start=int(done.sum()) + 1):
            done[row] = True
            on_progress(Progress(STAGE, number, held))
    finally:
        decoders.close()
    for array in (films, present, masks):
        array.flush()


def _make_room(folder: Path, needed: int) -> None:
    """`DiskFull` where the disk has too little room for a cache."""
    there = sum(path.stat().st_blocks * 512 for path in folder.glob("*.npy"))
    todo = "Make room, or give a smaller --cache-gb: films beyond it are decoded in every epoch."
    check_room(folder.parent, needed - there, "the cache of films", todo)


def _writable(
    path: Path, shape: tuple[int, ...], kind: type
) -> np.memmap[tuple[int, ...], np.dtype[np.uint8]]:
    """The array in that file as it was left, else black."""
    if path.is_file():
        return np.lib.format.open_memmap(path, mode="r+")
    return np.lib.format.open_memmap(path, mode="w+", dtype=kind, shape=shape)


Numbered = tuple[int, CorpusStudy]  # a row of a cache, and the study that belongs there


class Decoders:
    """Several decoders side by side, each with a process of its own that starts with its first film."""

    def __init__(self, count: int = WORKERS) -> None:
        self._all = [FrameDecoder(PATIENCE) for _ in range(count)]
        self._idle: SimpleQueue[FrameDecoder] = SimpleQueue()
        for decoder in self._all:
            self._idle.put(decoder)

    def decode(self, cache: FilmCache, studies: Iterable[Numbered], wanted: Wanted) -> Iterator[int]:
        """Decode studies into their rows, some at a time; each row's number when it is there."""

        def one(numbered: Numbered) -> int:
            decoder = self._idle.get()
            try:
                _decode(cache, *numbered, wanted, decoder)
            finally:
                self._idle.put(decoder)
            return numbered[0]

        with ThreadPoolExecutor(len(self._all)) as pool:
            for some in _in_groups(studies, 8 * len(self._all)):
                yield from pool.map(one, some)

    def close(self) -> None:
        """End the processes."""
        for decoder in self._all:
            decoder.close()


def _in_groups(studies: Iterable[Numbered], size: int) -> Iterator[list[Numbered]]:
    following = iter(studies)
    while group := list(islice(following, size)):
        yield group


def _decode(cache: FilmCache, row: int, study: CorpusStudy, wanted: Wanted, decoder: FrameDecoder) -> None:
    """One study's row; it stays black, with no film present, where none can be read."""
    try:
        opened = read_study(study)
        inputs = read_inputs(opened, wanted.convention, decoder)
    except RecipeError:
        return
    cache.films[row] = as_bytes(inputs.images[:, 0], wanted.convention)
    cache.present[row] = inputs.present
    if wanted.labels:
        on_films = film_masks(study, opened.radiographs[0].rows)
        shares = label_cells(on_films, placed_frames(opened, inputs), wanted.labels, wanted.grid)
        cache.masks[row] = np.round(LEVELS * shares)


def placed_frames(study: Study, inputs: StudyInput) -> list[Placed | None]:
    """For each of the model's slots: the film's file, and where its grid lies on it."""
    paths = {film.sop_instance_uid: film.path for film in study.radiographs}
    return [(paths[frame.sop_instance_uid], frame) if frame is not None else None for frame in inputs.frames]


def as_bytes(images: FloatArray, convention: InputConvention) -> ByteArray:
    """Model units of one channel back to displayed grey 0..255; an absent film becomes a constant."""
    grey = images * convention.std[0] + convention.mean[0]
    return np.asarray(np.clip(np.round(LEVELS * grey), 0, LEVELS), np.uint8)


def read_study(study: CorpusStudy) -> Study:
    """The corpus study as the engine opens it; `RecipeError` where its files are not one study.

    Where the corpus itself says which films are one study, as pictures cannot, it is what the corpus says.
    """
    if study.views:
        return _told_study(study)
    opened = open_paths(study.films)
    if len(opened.studies) != 1:
        reasons = " ".join(skipped.reason for skipped in opened.skipped)
        raise RecipeError(f"study {study.identifier} is not one readable study. {reasons}")
    return opened.studies[0]


def _told_study(study: CorpusStudy) -> Study:
    films: dict[str, Radiograph] = {}
    headers, reasons = [], []
    for path, view in zip(study.films, study.views, strict=True):
        try:
            item = read_file(path)
        except FileRefused as refusal:
            reasons.append(refusal.what)
            continue
        if isinstance(item.part, Radiograph):
            headers.append(item.study)
            film = replace(item.part, view_position=view or item.part.view_position)
            films.setdefault(film.sop_instance_uid, film)
    if not films:
        raise RecipeError(f"study {study.identifier} is not one readable study. {' '.join(reasons)}")
    named = headers[0] if next(iter(films.values())).identified else Study(_study_uid(study))
    return replace(
        named, radiographs=tuple(replace(film, study_uid=named.study_uid) for film in films.values())
    )


def _study_uid(study: CorpusStudy) -> str:
    return uid_from(f"consilium corpus study {study.patient} {study.identifier}")


def read_inputs(study: Study, convention: InputConvention, decoder: FrameDecoder | None = None) -> StudyInput:
    """The study as the engine prepares it, so that training sees what reading sees.

    A film that cannot be decoded is absent; `RecipeError` where no film is left.
    """
    films, reasons = [], []
    for film in choose_films(study, convention.views):
        try:
            films.append(read_film(film, decoder=decoder) if film is not None else None)
        except PixelsUnreadable as problem:
            films.append(None)
            reasons.append(problem.what)
    if all(film is None for film in films):
        why = " ".join(reasons) or "It has no film of a view that the model reads."
        raise RecipeError(f"no film of the study can be used. {why}")
    return gather(films, convention)


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
