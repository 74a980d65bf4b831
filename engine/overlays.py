"""Attention maps laid back on the film's own pixel grid, and pictures of them for the command line."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image

from engine.dicom.pixels import Film
from engine.panel import FloatArray, MapFrame, Panel

ORANGE = np.array((255.0, 140.0, 0.0), np.float32)
STRONGEST = 0.65  # opacity where a map is highest, so that the film stays readable under it


def on_film(attention: FloatArray, frame: MapFrame, rows: int, columns: int) -> FloatArray:
    """(h, w) map -> (rows, columns) on the film, bilinear between the centres of the grid's cells.

    Values keep the map's own scale. Film pixels outside the grid (a cropped input) are 0: the model did not
    see them.
    """
    h, w = attention.shape
    down = _weights(rows, frame.top, frame.bottom, h)
    along = _weights(columns, frame.left, frame.right, w)
    return np.asarray(down @ attention @ along.T, np.float32)


def _weights(pixels: int, start: float, stop: float, cells: int) -> FloatArray:
    """(pixels, cells) interpolation weights from cell centres to pixel centres; rows outside are zero."""
    centre = np.arange(pixels) + 0.5
    position = (centre - start) / (stop - start) * cells - 0.5
    lower = np.clip(np.floor(position), 0, cells - 1).astype(int)
    upper = np.minimum(lower + 1, cells - 1)
    share = np.clip(position - lower, 0.0, 1.0)
    weights = np.zeros((pixels, cells), np.float32)
    every = np.arange(pixels)
    np.add.at(weights, (every, lower), 1 - share)
    np.add.at(weights, (every, upper), share)
    weights[(centre < start) | (centre > stop)] = 0.0
    return weights


def blend(grey: npt.NDArray[np.uint8], attention: FloatArray) -> npt.NDArray[np.uint8]:
    """Film and map as one (rows, columns, 3) picture: more orange means more attention."""
    peak = float(attention.max(initial=0.0))
    opacity = (attention / peak if peak > 0 else attention)[..., None] * STRONGEST
    return np.asarray(grey[..., None] * (1 - opacity) + ORANGE * opacity, np.uint8)


def with_square_pixels(picture: Image.Image, aspect: float) -> Image.Image:
    """The picture of a film whose pixels are `aspect` times as high as wide; the longer side is repeated."""
    if aspect == 1:
        return picture
    width, height = picture.size
    size = (width, round(height * aspect)) if aspect > 1 else (round(width / aspect), height)
    return picture.resize(size, Image.Resampling.BILINEAR)


def save_overlays(panel: Panel, films: Mapping[str, Film], folder: Path) -> list[Path]:
    """Write one PNG for each film and expert: `film-1-expert-A.png`. `films` is by SOP Instance UID."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for index, frame in enumerate(panel.evidence.frames):
        film = films.get(frame.sop_instance_uid)
        if film is None:
            continue
        grey = film.display()
        for draft in panel.drafts:
            maps = panel.evidence.expert_map(draft.expert)
            if maps is None:
                continue
            picture = Image.fromarray(blend(grey, on_film(maps[index], frame, *grey.shape)))
            path = folder / f"film-{index + 1}-expert-{draft.letter}.png"
            with_square_pixels(picture, film.radiograph.drawn_aspect).save(path)
            written.append(path)
    return written
