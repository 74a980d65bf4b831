"""Films without reports, for the encoder's first stage: "films:FOLDER" of PNG, JPEG and DICOM files.

They are read as the desk reads films and kept in a cache in the model's own size, as `training.data.films`
keeps a corpus. Only training and validation patients' films are ever decoded; the others are for tests.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from engine.dicom.decoder import FrameDecoder
from engine.dicom.files import open_paths
from engine.dicom.pixels import read_film
from engine.errors import PixelsUnreadable, RecipeError
from engine.preprocess import InputConvention, gather
from engine.progress import OnProgress, Progress
from engine.study import Radiograph, Study
from training.data.films import FORMAT, ByteArray, as_bytes
from training.data.patients import read_patients, split_of
from training.files import written_aside

KIND = "films"


@dataclass(frozen=True, slots=True)
class FoundFilm:
    """A film's header, and the split of its patient."""

    radiograph: Radiograph
    split: str


@dataclass(frozen=True, slots=True)
class UnlabelledFilms:
    """Films (n, H, W) in grey bytes, and the rows of each split."""

    grey: ByteArray
    train: npt.NDArray[np.int64]
    val: npt.NDArray[np.int64]


def find_films(source: str) -> tuple[FoundFilm, ...]:
    """The films of training and validation patients under "films:FOLDER", in an order of their own.

    `RecipeError` where there are none for either, or `source` is of another kind.
    """
    folder = films_folder(source)
    patients = read_patients(folder)
    found = [
        FoundFilm(film, split_of(_patient(study, film, patients)))
        for study in open_paths([folder]).studies
        for film in study.radiographs
    ]
    used = sorted(
        (film for film in found if film.split != "test"), key=lambda film: film.radiograph.sop_instance_uid
    )
    if not {film.split for film in used} >= {"train", "val"}:
        raise RecipeError(
            f"there are too few patients' films here to learn from and to validate on ({len(found)} films).",
            where=str(folder),
            todo="Name a folder with films of 20 patients or more.",
        )
    return tuple(used)


def films_folder(source: str) -> Path:
    """The folder that "films:FOLDER" names; `RecipeError` if there is none."""
    kind, _, place = source.partition(":")
    if kind != KIND or not place:
        raise RecipeError(f'self_supervised.source must be "films:FOLDER", got "{source}".')
    if not Path(place).is_dir():
        raise RecipeError("there is no such folder of films.", where=place)
    return Path(place)


def _patient(study: Study, film: Radiograph, patients: dict[str, str]) -> str:
    """By the folder's table, else by the file's header; a film that names nobody is a patient of its own."""
    return patients.get(film.path.stem) or study.patient.patient_id or film.path.stem


def films_fingerprint(films: Sequence[FoundFilm]) -> str:
    """Changes with any film and with the split of any."""
    named = [[film.radiograph.sop_instance_uid, film.split] for film in films]
    return hashlib.sha256(json.dumps(named).encode()).hexdigest()


def open_unlabelled(
    parent: Path, films: Sequence[FoundFilm], convention: InputConvention, on_progress: OnProgress
) -> UnlabelledFilms:
    """The films' grey levels from the cache `unlabelled-<key>.npy` under `parent`, made first if absent.

    Each is taken alone, whatever its view. A film that cannot be decoded is all black there.
    """
    alone = replace(convention, views=1)
    path = parent / f"unlabelled-{_key(films, alone)}.npy"
    if not path.is_file():
        grey = np.zeros((len(films), alone.height, alone.width), np.uint8)
        with FrameDecoder() as decoder:  # one worker for all films
            for row, film in enumerate(films):
                grey[row] = _decoded(film.radiograph, alone, decoder)
                on_progress(Progress("Films without reports are decoded once", row + 1, len(films)))
        with written_aside(path) as aside, aside.open("wb") as file:
            np.save(file, grey)
    grey = np.load(path, mmap_mode="r")
    seen = grey.any(axis=(1, 2))
    rows = {
        split: np.flatnonzero(seen & [film.split == split for film in films]) for split in ("train", "val")
    }
    return UnlabelledFilms(grey, rows["train"], rows["val"])


def _key(films: Sequence[FoundFilm], convention: InputConvention) -> str:
    decides = [FORMAT, films_fingerprint(films), convention.to_dict()]
    return hashlib.sha256(json.dumps(decides, sort_keys=True).encode()).hexdigest()[:12]


def _decoded(radiograph: Radiograph, convention: InputConvention, decoder: FrameDecoder) -> ByteArray:
    try:
        film = read_film(radiograph, decoder=decoder)
    except PixelsUnreadable:
        return np.zeros((convention.height, convention.width), np.uint8)
    return as_bytes(gather([film], convention).images[0, 0], convention)
