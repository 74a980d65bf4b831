"""From a film to the model's input, and the exact way back for attention maps.

A bundle says in its `InputConvention` how its training films were prepared; `prepare` does the same to any
other film and returns, beside the pixels, the `MapFrame` that lays the model's grid over the film again.
Pixels that are not square are made so here, as they are for the screen; frames stay in the film's own pixels.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from enum import Enum
from typing import Any

import numpy as np
from PIL import Image

from engine.dicom.pixels import Film
from engine.errors import BundleUnsupported
from engine.panel import FloatArray, MapFrame
from engine.study import Radiograph, Study

FRONTAL, LATERAL = 0, 1


class Fit(Enum):
    """How a film of another shape fills the model's input."""

    PAD = "pad"  # whole film, centred, black around it
    CROP = "crop"  # the largest centred part of the input's shape
    STRETCH = "stretch"  # whole film, aspect given up (R2Gen's evaluation transform)


@dataclass(frozen=True, slots=True)
class InputConvention:
    """What one film becomes: (channels, height, width), grey in [0, 1] as displayed, then (x - mean) / std.

    `views` is how many films of a study the model takes: slot 0 is the frontal film, slot 1 the lateral.
    """

    height: int
    width: int
    channels: int = 1
    views: int = 2
    fit: Fit = Fit.PAD
    mean: tuple[float, ...] = (0.5,)
    std: tuple[float, ...] = (0.25,)

    def __post_init__(self) -> None:
        if min(self.height, self.width, self.channels, self.views) < 1:
            raise ValueError("a size is less than 1")
        if not {len(self.mean), len(self.std)} <= {1, self.channels}:
            raise ValueError("mean and std need one value, or one for each channel")
        if not all(0 < value < math.inf for value in self.std) or not all(map(math.isfinite, self.mean)):
            raise ValueError("mean or std cannot be used")

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> InputConvention:
        """Read a manifest's input section; BundleUnsupported where a key or a value cannot be."""
        known = {item.name for item in fields(cls)}
        if set(values) != known:
            odd = ", ".join(sorted(set(values) ^ known))
            raise BundleUnsupported(f"The input convention has other keys than expected: {odd}.")
        try:
            return cls(
                height=int(values["height"]),
                width=int(values["width"]),
                channels=int(values["channels"]),
                views=int(values["views"]),
                fit=Fit(values["fit"]),
                mean=tuple(float(value) for value in values["mean"]),
                std=tuple(float(value) for value in values["std"]),
            )
        except (TypeError, ValueError) as error:
            raise BundleUnsupported(
                f"The input convention cannot be used: {error}.", todo="Export the bundle again."
            ) from error

    def to_dict(self) -> dict[str, Any]:
        """The manifest's input section."""
        return asdict(self) | {"fit": self.fit.value, "mean": list(self.mean), "std": list(self.std)}


@dataclass(frozen=True, slots=True)
class Prepared:
    """One film as the model sees it, and where that lies on the film."""

    image: FloatArray  # (C, H, W)
    frame: MapFrame


@dataclass(frozen=True, slots=True)
class StudyInput:
    """A study's films in the model's slots: (F, C, H, W); an absent view is zeros and not `present`.

    `frames[f]` is None where slot f is empty.
    """

    images: FloatArray
    present: tuple[bool, ...]
    frames: tuple[MapFrame | None, ...]


def choose_films(study: Study, views: int) -> tuple[Radiograph | None, ...]:
    """The film for each of the model's slots: first frontal, first lateral, then what is left.

    A single film always goes where its view belongs, so that a lateral alone is not read as a frontal.
    """
    slots: list[Radiograph | None] = [None] * views
    rest = []
    for film in study.radiographs:
        wanted = LATERAL if film.is_lateral else FRONTAL
        if wanted < views and slots[wanted] is None:
            slots[wanted] = film
        else:
            rest.append(film)
    for slot in range(2, views):
        slots[slot] = rest.pop(0) if rest else None
    return tuple(slots)


def prepare(film: Film, convention: InputConvention) -> Prepared:
    """The film in its first window and true polarity, resized with antialiasing to the model's input.

    Bilinear with antialiasing, as the papers' public loaders resize (PIL's filter).
    """
    grey, aspect = film.unit(), film.radiograph.drawn_aspect
    rows, columns = grey.shape
    if convention.fit is Fit.PAD:
        canvas, edges = _padded(grey, convention, aspect)
    else:
        box = (0.0, 0.0, float(columns), float(rows))
        if convention.fit is Fit.CROP:
            box = _centred_box(rows, columns, convention, aspect)
        canvas = _resized(grey, convention.height, convention.width, box)
        left, top, right, bottom = box
        edges = (top, left, bottom, right)
    frame = MapFrame(film.radiograph.sop_instance_uid, *edges)
    return Prepared(normalised(canvas, convention), frame)


def normalised(grey: FloatArray, convention: InputConvention) -> FloatArray:
    """(H, W) in [0, 1] -> (C, H, W) in the model's units."""
    mean = np.asarray(convention.mean, np.float32).reshape(-1, 1, 1)
    std = np.asarray(convention.std, np.float32).reshape(-1, 1, 1)
    stacked = np.broadcast_to(grey, (convention.channels, *grey.shape))
    return np.asarray((stacked - mean) / std, np.float32)


def gather(films: Sequence[Film | None], convention: InputConvention) -> StudyInput:
    """Prepare every slot's film and stack them; empty slots stay zero."""
    shape = (len(films), convention.channels, convention.height, convention.width)
    images = np.zeros(shape, np.float32)
    frames: list[MapFrame | None] = []
    for slot, film in enumerate(films):
        prepared = prepare(film, convention) if film is not None else None
        if prepared is not None:
            images[slot] = prepared.image
        frames.append(prepared.frame if prepared is not None else None)
    return StudyInput(images, tuple(frame is not None for frame in frames), tuple(frames))


def _resized(grey: FloatArray, height: int, width: int, box: tuple[float, float, float, float]) -> FloatArray:
    image = Image.fromarray(np.ascontiguousarray(grey, np.float32))
    resized = image.resize((width, height), Image.Resampling.BILINEAR, box=box)
    return np.clip(np.asarray(resized, np.float32), 0.0, 1.0)


def _padded(
    grey: FloatArray, convention: InputConvention, aspect: float
) -> tuple[FloatArray, tuple[float, float, float, float]]:
    """The whole film centred on black; the canvas's edges in film pixels: top, left, bottom, right."""
    rows, columns = grey.shape
    scale = min(convention.height / (rows * aspect), convention.width / columns)
    height = min(convention.height, max(1, round(rows * aspect * scale)))
    width = min(convention.width, max(1, round(columns * scale)))
    top, left = (convention.height - height) // 2, (convention.width - width) // 2
    canvas = np.zeros((convention.height, convention.width), np.float32)
    canvas[top : top + height, left : left + width] = _resized(grey, height, width, (0, 0, columns, rows))
    # Rounding to whole pixels scales rows and columns a little apart: the way back uses what was really done.
    row_step, column_step = rows / height, columns / width
    edges = (
        -top * row_step,
        -left * column_step,
        (convention.height - top) * row_step,
        (convention.width - left) * column_step,
    )
    return canvas, edges


def _centred_box(
    rows: int, columns: int, convention: InputConvention, aspect: float
) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of the largest centred part of the film with the input's aspect."""
    scale = min(rows * aspect / convention.height, columns / convention.width)
    height, width = convention.height * scale / aspect, convention.width * scale
    left, top = (columns - width) / 2, (rows - height) / 2
    return left, top, left + width, top + height
