"""Windows and tables as the reader meets them: what is on offer, how dragging changes one, their names."""

from __future__ import annotations

from app.language import decimal, tr
from app.rendering import Tones
from engine.dicom.film import Film
from engine.dicom.grey import VoiLut, full_window
from engine.study import VoiFunction, Window, WindowSource

Grading = Window | VoiLut

DRAG_SHARE = 1 / 512  # of the window's width, for each pixel of the mouse
RANGE_SHARE = 1 / 2048  # of the film's range, for each pixel of the mouse; lets a narrow window grow again
NARROWEST = 1e-4  # of the film's range, where the window's function sets no limit itself


def presets(tones: Tones) -> tuple[tuple[Grading, str, str], ...]:
    """Every window on offer for a film: the grading, its name, and where it comes from."""
    film = tones.film
    offered: list[tuple[Grading, str, str]] = []
    for count, window in enumerate(film.windows, start=1):
        if window.source is WindowSource.FILE:
            offered.append(
                (window, window.explanation or tr("window {number}", number=count), _window_source(window))
            )
    for count, lut in enumerate(film.voi_luts, start=1):
        offered.append((lut, lut.explanation or tr("table {number}", number=count), source(lut)))
    whole = full_window(film.data_low, film.data_high)
    offered.append(
        (
            tones.auto,
            tr("auto"),
            tr("{share} % of the pixels outside at either end", share=decimal("0.1")),
        )
    )
    offered.append((whole, tr("full range"), tr("lowest to highest pixel")))
    return tuple(offered)


def dragged(grading: Grading, film: Film, right: float, up: float) -> Window:
    """`grading` wider by so many pixels of the mouse to the right, lower by so many upwards."""
    window = _as_window(grading)
    span = film.high - film.low or 1.0
    step = max(span * RANGE_SHARE, window.width * DRAG_SHARE)
    least = 1.0 if window.function is VoiFunction.LINEAR else span * NARROWEST
    width = min(max(window.width + right * step, least), 2 * span)
    center = min(max(window.center - up * step, film.low), film.high)
    return Window(center, max(width, least), "", window.function, WindowSource.READER)


def _as_window(grading: Grading) -> Window:
    """A table cannot be dragged; the window over the values that it maps can."""
    if isinstance(grading, Window):
        return grading
    last = grading.first + len(grading.table) - 1
    return full_window(grading.first, last)


def grading_text(grading: Grading) -> str:
    """ "W 400  L 40", or a table's name."""
    if isinstance(grading, VoiLut):
        return grading.explanation or tr("table")
    return tr("W {width}  L {level}", width=number(grading.width), level=number(grading.center))


def source(grading: Grading) -> str:
    """Where the window in use comes from, in a few words."""
    if isinstance(grading, VoiLut):
        return tr("table in the file")
    if grading.source is WindowSource.READER:
        return tr("by hand")
    if grading.source is WindowSource.AUTO:
        return grading.explanation or tr("auto")
    return tr("{name} (file)", name=grading.explanation) if grading.explanation else tr("file")


def _window_source(window: Window) -> str:
    return tr("in the file, {window}", window=grading_text(window))


def outside(grading: Grading, film: Film) -> str:
    """A warning where the window lies beside all of the film's values: a plain area is no finding."""
    if isinstance(grading, VoiLut) or grading.function is VoiFunction.SIGMOID:
        return ""
    low, high = grading.center - grading.width / 2, grading.center + grading.width / 2
    beside = film.data_high < low or film.data_low > high
    return tr("all values outside the window") if beside else ""


def number(value: float) -> str:
    """A modality value for people: whole where it is whole or large, else four significant digits."""
    if value == round(value) or abs(value) >= 1000:
        return f"{value:.0f}"
    return decimal(f"{value:.4g}")
