"""From a chest to a film: tube, detector, noise and the grey levels that are stored.

Everything that blurs or speckles is defined in millimetres or per square millimetre at the detector, so
that a film of 1024 pixels, averaged down, looks like one of 256.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import ndimage

from training.phantoms.geometry import Floats, Rays, turned, vector

FIELD_MM = 400.0
SOURCE_TO_DETECTOR_MM = 1800.0
CENTRE_TO_DETECTOR_MM = 160.0
MIDDLE_MM = (0.0, 0.0, -28.0)  # what the central ray meets in the average adult
MAX_VALUE = 4095
QUANTA_PER_MM2 = 4.0e5  # unattenuated, at the detector; about 2.5 microgray behind a lung
BLUR_MM = 0.25  # focal spot and scintillator
SCATTER_MM = 32.0
LEAD = 6.0  # attenuation of a side marker
VIEWS = ("PA", "LL")


@dataclass(frozen=True, slots=True)
class Exposure:
    """How one film was taken; 1 is average.

    `dose` scales quanta, `scatter` is scattered over primary radiation, `hardness` scales attenuation
    (higher kV, lower value), `shift_mm` moves the field (across, down), `margins_mm` are collimated away
    (left, right, top, bottom), `contrast` and `detail` are the console's processing.
    """

    dose: float = 1.0
    scatter: float = 0.25
    hardness: float = 1.0
    shift_mm: tuple[float, float] = (0.0, 0.0)
    margins_mm: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    contrast: float = 1.0
    detail: float = 0.35
    marker: str = "L"
    inverted: bool = False


def draw_exposure(random: np.random.Generator, view: str) -> Exposure:
    """Technique of one film of an ordinary department."""
    narrow = random.random() < 0.6
    margins = tuple(float(random.uniform(0.0, 14.0)) if narrow else 0.0 for _ in range(4))
    lateral = view == "LL"
    return Exposure(
        dose=float(np.exp(random.normal(0.0, 0.45))) * (3.0 if lateral else 1.0),
        scatter=float(random.uniform(0.15, 0.4)),
        hardness=float(random.uniform(0.92, 1.06)) * (0.8 if lateral else 1.0),
        shift_mm=(float(random.normal(0.0, 6.0)), float(random.normal(0.0, 8.0))),
        margins_mm=(margins[0], margins[1], margins[2], margins[3]),
        contrast=float(random.uniform(0.9, 1.12)),
        detail=float(random.uniform(0.25, 0.5)),
        marker="L" if lateral or random.random() < 0.7 else "R",
    )


def rays_for(view: str, size_px: int, exposure: Exposure, turn_degrees: float, tilt_degrees: float) -> Rays:
    """The rays of a frontal (PA) or left lateral (LL) film.

    PA: the beam goes from back to front and columns grow to the patient's left, as the viewer faces the
    patient. LL: the beam goes from right to left and columns grow to the back.
    """
    facing = {"PA": ((1, 0, 0), (0, 0, -1), (0, -1, 0)), "LL": ((0, 1, 0), (0, 0, -1), (1, 0, 0))}[view]
    axes = vector(facing) @ turned(2, turn_degrees).T @ turned(1 if view == "PA" else 0, tilt_degrees).T
    pitch = FIELD_MM / size_px
    places = (np.arange(size_px) - (size_px - 1) / 2.0) * pitch
    return Rays(
        axes=vector(axes),
        centre=vector(MIDDLE_MM),
        across_mm=vector(places + exposure.shift_mm[0]),
        down_mm=vector(places + exposure.shift_mm[1]),
        source_to_centre_mm=SOURCE_TO_DETECTOR_MM - CENTRE_TO_DETECTOR_MM,
        source_to_detector_mm=SOURCE_TO_DETECTOR_MM,
    )


def smooth(image: Floats, sigma_mm: float, pitch_mm: float) -> Floats:
    """Gaussian blur; a wide one works on a coarser grid, which nobody can tell."""
    sigma = sigma_mm / pitch_mm
    step = 1
    while sigma / step > 6.0 and min(image.shape) // (2 * step) >= 32:
        step *= 2
    if step == 1:
        return np.asarray(ndimage.gaussian_filter(image, sigma, mode="nearest", truncate=3.0), np.float32)
    height, width = image.shape
    coarse = image.reshape(height // step, step, width // step, step).mean(axis=(1, 3))
    coarse = ndimage.gaussian_filter(coarse, sigma / step, mode="nearest", truncate=3.0)
    return enlarged(np.asarray(coarse, np.float32), step)


def enlarged(coarse: Floats, step: int) -> Floats:
    """A coarse grid on one `step` times finer, linearly."""

    def weights(count: int) -> tuple[npt.NDArray[np.intp], Floats]:
        place = np.clip((np.arange(count * step) + 0.5) / step - 0.5, 0.0, count - 1.0)
        lower = np.minimum(place.astype(np.intp), count - 2)
        return lower, vector(place - lower)

    rows, down = weights(coarse.shape[0])
    columns, across = weights(coarse.shape[1])
    tall = coarse[rows] * (1.0 - down)[:, None] + coarse[rows + 1] * down[:, None]
    return np.asarray(tall[:, columns] * (1.0 - across) + tall[:, columns + 1] * across, np.float32)


def develop(
    attenuation: Floats, rays: Rays, exposure: Exposure, random: np.random.Generator
) -> npt.NDArray[np.uint16]:
    """Stored values, 12 bits, white where little arrived (MONOCHROME2).

    `attenuation` is the line integral along each ray. Order: marker, primary, scatter, blur, quantum
    noise, logarithm, the console's detail and contrast, collimation.
    """
    pitch = rays.pitch_mm
    attenuation = attenuation * np.float32(exposure.hardness)
    attenuation += LEAD * marker_mask(rays, exposure)
    primary = np.exp(-attenuation)
    signal = primary + np.float32(exposure.scatter) * smooth(primary, SCATTER_MM, pitch)
    blur = np.hypot(BLUR_MM, 0.45 * pitch)
    signal = smooth(signal, blur, pitch)
    quanta = QUANTA_PER_MM2 * exposure.dose * pitch**2
    noise = random.standard_normal(signal.shape, dtype=np.float32)
    signal += noise * np.sqrt(signal / np.float32(quanta))
    density = -np.log(np.maximum(signal, 1e-4))
    values = presented(density, pitch, exposure)
    if exposure.inverted:
        values = MAX_VALUE - values
    return values


def presented(density: Floats, pitch_mm: float, exposure: Exposure) -> npt.NDArray[np.uint16]:
    """The console's processing: large differences damped, the rest scaled to the stored range."""
    inside = density > 0.25
    base = smooth(np.minimum(density, 5.0), 18.0, pitch_mm)
    damped = density - np.float32(exposure.detail) * base
    chosen = damped[inside] if inside.any() else damped.reshape(-1)
    low, high = np.percentile(chosen[:: max(1, len(chosen) // 20000)], (1.0, 99.0))
    level = (damped - low) / max(float(high - low), 1e-3)
    curve = 1.0 / (1.0 + np.exp(-4.2 * exposure.contrast * (level - 0.5)))
    values = np.clip(curve * 1.12 - 0.09, 0.0, 1.0) * MAX_VALUE
    values *= field_mask(density.shape, pitch_mm, exposure)
    return np.asarray(np.rint(values), np.uint16)


def field_mask(shape: tuple[int, int], pitch_mm: float, exposure: Exposure) -> Floats:
    """1 in the collimated field, 0 outside, with an edge about a millimetre wide."""
    left, right, top, bottom = exposure.margins_mm

    def ramp(count: int, first_mm: float, last_mm: float) -> Floats:
        place = (np.arange(count) + 0.5) * pitch_mm
        length = count * pitch_mm
        rising = (place - first_mm) if first_mm > 0 else np.full(count, 9.0)
        falling = (length - last_mm - place) if last_mm > 0 else np.full(count, 9.0)
        return vector(np.clip(np.minimum(rising, falling) + 0.5, 0.0, 1.0))

    return ramp(shape[0], top, bottom)[:, None] * ramp(shape[1], left, right)[None, :]


GLYPHS = {
    "L": ("10000", "10000", "10000", "10000", "10000", "10000", "11111"),
    "R": ("11110", "10001", "10001", "11110", "10100", "10010", "10001"),
}
MARKER_HEIGHT_MM = 13.0


def marker_mask(rays: Rays, exposure: Exposure) -> Floats:
    """Where the side marker's lead lies: beside the shoulder of its side, at the top of the film."""
    height, width = rays.shape
    glyph = np.array([[int(mark) for mark in line] for line in GLYPHS[exposure.marker]], np.float32)
    cell = MARKER_HEIGHT_MM / len(glyph) / rays.pitch_mm
    on_left = exposure.marker == "R"  # the patient's right is on the viewer's left
    first_column = (24.0 if on_left else FIELD_MM - 24.0 - 5 * MARKER_HEIGHT_MM / 7) / rays.pitch_mm
    first_row = 22.0 / rays.pitch_mm
    rows = np.floor((np.arange(height) + 0.5 - first_row) / cell).astype(int)
    columns = np.floor((np.arange(width) + 0.5 - first_column) / cell).astype(int)
    mask = np.zeros((height, width), np.float32)
    in_rows, in_columns = (rows >= 0) & (rows < 7), (columns >= 0) & (columns < 5)
    mask[np.ix_(in_rows, in_columns)] = glyph[np.ix_(rows[in_rows], columns[in_columns])]
    return mask
