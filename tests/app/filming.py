"""Small films, a lane that waits for nobody, and a viewer's stand-in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from app.ports import Result, Task, Tell, Work, ignore, ignore_cancelled
from app.viewing import BarShown, FilmShown, StripItem
from engine.dicom.film import Film, codes_of
from engine.dicom.grey import VoiLut
from engine.panel import Evidence, MapFrame, read_only
from engine.progress import CancelToken
from engine.study import Radiograph, Study, Window


def radiograph(uid: str, rows: int, columns: int, *, view: str = "PA", identified: bool = True) -> Radiograph:
    return Radiograph(
        path=Path(f"{uid}.dcm"),
        sop_instance_uid=uid,
        sop_class_uid="",
        series_uid="1",
        study_uid="1",
        modality="DX",
        rows=rows,
        columns=columns,
        view_position=view,
        identified=identified,
    )


def film(
    stored: npt.ArrayLike,
    *,
    uid: str = "film",
    slope: float = 1.0,
    intercept: float = 0.0,
    inverted: bool = False,
    windows: Sequence[Window] = (Window(2048, 4096),),
    luts: Sequence[VoiLut] = (),
    padding: npt.NDArray[np.bool_] | None = None,
) -> Film:
    """A film as `read_film` makes it, from stored values."""
    pixels = np.asarray(stored)
    pixels = pixels if pixels.dtype.itemsize <= 2 else pixels.astype(np.uint16)
    codes = np.arange(1 << (8 * pixels.dtype.itemsize)).astype(f"u{pixels.dtype.itemsize}")
    table = codes.view(pixels.dtype).astype(np.float64) * slope + intercept
    values = table[codes_of(pixels)].astype(np.float32)
    low, high = float(values.min()), float(values.max())
    return Film(
        radiograph=radiograph(uid, *pixels.shape),
        values=values,
        stored=pixels,
        modality_table=table,
        padding=padding,
        inverted=inverted,
        windows=tuple(windows),
        voi_luts=tuple(luts),
        default=windows[0],
        data_low=low,
        data_high=high,
        low=min(low, *(window.center - window.width / 2 for window in windows)),
        high=max(high, *(window.center + window.width / 2 for window in windows)),
    )


def ramp(rows: int, columns: int) -> npt.NDArray[np.uint16]:
    """Every pixel another 12-bit value, as far as they last."""
    return (np.arange(rows * columns).reshape(rows, columns) * 7 % 4096).astype(np.uint16)


def study_of(films: Sequence[Film]) -> Study:
    return Study("1", radiographs=tuple(film.radiograph for film in films))


def reader_of(films: Sequence[Film]) -> Callable[[Radiograph, int, Path | None], Film]:
    """Reads exactly these films, the same for every frame but for its number."""
    by_uid = {film.radiograph.sop_instance_uid: film for film in films}
    return lambda radiograph, frame, _: replace(by_uid[radiograph.sop_instance_uid], frame=frame)


def one_hot(films: Sequence[Film], index: int, cell: tuple[int, int], shape: tuple[int, int]) -> Evidence:
    """One expert that looks at one cell of one film; every grid lies exactly on its film."""
    maps = np.zeros((1, len(films), *shape))
    maps[0, index, *cell] = 1.0
    frames = tuple(
        MapFrame(film.radiograph.sop_instance_uid, 0, 0, film.values.shape[0], film.values.shape[1])
        for film in films
    )
    return Evidence(frames, read_only(maps))


class DirectLane:
    """Runs everything at once, on the thread that asks."""

    def run(
        self,
        work: Work[Result],
        *,
        done: Callable[[Result], None],
        failed: Callable[[BaseException], None],
        cancelled: Callable[[], None] = ignore_cancelled,
        told: Tell = ignore,
    ) -> Task:
        token = CancelToken()
        try:
            result = work(token, told)
        except Exception as error:
            failed(error)
        else:
            done(result)
        return token


class WaitingLane:
    """Keeps everything until the test says `go`."""

    def __init__(self) -> None:
        self._waiting: list[Callable[[], None]] = []
        self.tokens: list[CancelToken] = []

    def run(
        self,
        work: Work[Result],
        *,
        done: Callable[[Result], None],
        failed: Callable[[BaseException], None],
        cancelled: Callable[[], None] = ignore_cancelled,
        told: Tell = ignore,
    ) -> Task:
        token = CancelToken()
        self.tokens.append(token)
        # Heedless of the token: a result that comes although it was cancelled is the hard case.
        self._waiting.append(lambda: done(work(CancelToken(), told)))
        return token

    def go(self) -> None:
        waiting, self._waiting = self._waiting, []
        for deliver in waiting:
            deliver()


class ViewerStandIn:
    """A viewer that only remembers what it was told to show."""

    def __init__(self) -> None:
        self.places = 0
        self.films: dict[int, FilmShown] = {}
        self.bar = BarShown()
        self.strip: tuple[StripItem, ...] = ()

    def show_places(self, count: int) -> None:
        self.places = count

    def show_film(self, place: int, shown: FilmShown) -> None:
        self.films[place] = shown

    def show_bar(self, shown: BarShown) -> None:
        self.bar = shown

    def show_strip(self, items: Sequence[StripItem]) -> None:
        self.strip = tuple(items)
