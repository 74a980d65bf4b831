"""Grey-scale softcopy presentation states (PS3.3 A.33.1): a film as somebody wanted it to be seen.

A state replaces what the film's own file says about grey levels, polarity and shutter, and adds graphics and
text. It changes no pixel: measurements and the model see the film as it is. Values go through the state's
modality step (none, if it has none); its window is carried over into the film's modality values, so that a
window can be dragged on from there. A turned film keeps its coordinates: it is turned on the way to the
screen. What is not applied is said on the film: what is shown must never look like what was meant where it is
not.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from engine.dicom.container import parse, quiet_pydicom, read_bytes
from engine.dicom.film import Annotation, Film, FilmPoint, codes_of
from engine.dicom.frames import RawFrame
from engine.dicom.grey import MAX_ENTRIES, Modality, VoiLut, read_luts, read_modality, read_windows
from engine.dicom.header import Header
from engine.dicom.layout import INVERSE, Layout
from engine.dicom.overlays import read_overlays
from engine.dicom.shutters import bitmap_group, read_shutter
from engine.dicom.turning import Turn, read_turn
from engine.errors import ConsiliumError
from engine.study import SQUARE, VoiFunction, Window

UNREADABLE = "The presentation state cannot be read and is not applied."
NO_WINDOW = "The presentation state has no window; the film's own is used."
NO_TABLE = "The presentation state's own presentation lookup table is damaged and is not applied."
OTHER_SHAPE = "The presentation state gives pixels another shape than the film's file; the file's is drawn."
MAX_ANNOTATIONS, MAX_POINTS = 2000, 10_000
ELLIPSE_STEPS = 72
Area = tuple[float, float, float, float]
"""Top, left, bottom, right in film coordinates."""


def films_of(header: Header) -> tuple[str, ...]:
    """SOP Instance UIDs of the films that a state is for."""
    series = header.items("ReferencedSeriesSequence")
    films = (film for one in series for film in one.items("ReferencedImageSequence"))
    return tuple(dict.fromkeys(uid for film in films if (uid := film.text("ReferencedSOPInstanceUID"))))


def presented(film: Film, state: Path) -> Film:
    """The film as a state wants it seen; as it was, with a note, where the state cannot be read."""
    try:
        with quiet_pydicom():
            return _presented(film, state)
    except ConsiliumError as error:
        note = f"{UNREADABLE} {error.what}"
    except Exception:  # the film matters more than a damaged state
        note = UNREADABLE
    return replace(film, notes=(*film.notes, note))


def _presented(film: Film, state: Path) -> Film:
    dataset = parse(read_bytes(state)).dataset
    header = Header(dataset, list(film.notes))
    rows, columns = film.values.shape
    layout = _layout(film)
    nothing = RawFrame(np.zeros((rows, columns), np.uint8), 8, lossy=True)  # a state has no pixels of its own
    turn = read_turn(header)
    area = _displayed_area(header, film, turn)
    frame = _Frame(area or (0, 0, rows, columns), turn)
    shown = replace(
        _graded(film, header, layout),
        shutter=read_shutter(header, layout, film.radiograph.pixel_aspect),
        overlays=(
            *film.overlays,
            *read_overlays(dataset, layout, nothing, film.frame, header.note, bitmap_group(header)),
        ),
        annotations=tuple(_annotations(header, film, frame)),
        displayed=area,
        turn=turn,
    )
    return replace(shown, notes=tuple(header.notes))


def _layout(film: Film) -> Layout:
    """The film's own, so far as shutters, overlays and tables need it."""
    of = film.radiograph
    signed = np.issubdtype(film.stored.dtype, np.signedinteger)
    bits = 8 * film.stored.dtype.itemsize
    return Layout(
        of.rows, of.columns, 1, 1, bits, of.bits_stored, of.bits_stored - 1, signed, False, of.photometric
    )


@dataclass(frozen=True, slots=True)
class _Frame:
    """What is to be seen of a film and how it is turned: what shares of the displayed area are shares of."""

    area: Area
    turn: Turn

    def point(self, x: float, y: float) -> FilmPoint:
        """The film point at these shares, right and down, of what is seen."""
        top, left, bottom, right = self.area
        along, down = self.turn.back(x, y, 1, 1)
        return top + down * (bottom - top), left + along * (right - left)


def _p_values(header: Header) -> VoiLut | None:
    """The state's own presentation table; None where it has none that can be used."""
    if not header.items("PresentationLUTSequence"):
        return None
    tables = read_luts(header, "PresentationLUTSequence", (0, MAX_ENTRIES - 1))
    if not tables:
        header.note(NO_TABLE)
        return None
    return replace(tables[0], first=0)  # its second number must be 0 (PS3.3 C.11.6.1.1)


def _graded(film: Film, header: Header, layout: Layout) -> Film:
    """Window or table, and polarity, which the state alone says whatever the film's header does."""
    shape = header.text("PresentationLUTShape").upper()
    table = _p_values(header)
    if table is not None:  # it makes P-Values of whatever the file's polarity was
        film = replace(film, inverted=False, p_values=table)
    elif shape:
        film = replace(film, inverted=shape == INVERSE)
    voi = next((one for one in header.items("SoftcopyVOILUTSequence") if _concerns(one, film)), None)
    if voi is None or film.rgb is not None:
        if film.rgb is None:
            header.note(NO_WINDOW)
        return film
    modality = read_modality(header, layout.range)
    windows = [_carried(window, modality, film) for window in read_windows(voi)]
    possible = modality.apply(np.array(layout.range))
    tables = [
        _carried_table(table, modality, film)
        for table in read_luts(voi, "VOILUTSequence", (float(possible.min()), float(possible.max())))
    ]
    usable = [window for window in windows if window is not None]
    whole = [table for table in tables if table is not None]
    if not usable and not whole:
        header.note(NO_WINDOW)
        return film
    low, high = film.low, film.high
    for window in usable:
        low, high = min(low, window.center - window.width / 2), max(high, window.center + window.width / 2)
    return replace(
        film,
        windows=(*usable, *film.windows),
        voi_luts=(*whole, *film.voi_luts),
        default=usable[0] if usable else whole[0],
        low=low,
        high=high,
    )


@dataclass(frozen=True, slots=True)
class _Line:
    """The film's modality values for the state's: `slope` times them plus `intercept`."""

    slope: float
    intercept: float


def _between(modality: Modality, film: Film) -> _Line | None:
    """How the state's modality values lie in the film's; None where either is a table or they run against
    each other. A table is the film's own if it makes the same values of all that the film can have stored."""
    if modality.lut is not None:
        return _Line(1, 0) if _is_own_table(modality, film) else None
    if len(film.modality_table) < 2 or modality.slope == 0:
        return None
    table = film.modality_table
    own_slope, own_intercept = float(table[1] - table[0]), float(table[0])
    straight = np.allclose(table[: len(table) // 2], own_intercept + own_slope * np.arange(len(table) // 2))
    slope = own_slope / modality.slope
    if not straight or slope <= 0:
        return None
    return _Line(slope, own_intercept - slope * modality.intercept)


def _is_own_table(modality: Modality, film: Film) -> bool:
    """Whether the state repeats the film's own table."""
    table = film.modality_table
    if not len(table):
        return False
    codes = np.unique(codes_of(film.stored))
    stored = codes.view(film.stored.dtype)
    return bool(np.array_equal(modality.apply(stored), table[codes]))


def _note_shape(header: Header, item: Header, film: Film) -> None:
    """Say where a state calls pixels higher or wider than the film's file does."""
    pair = item.numbers("PresentationPixelSpacing") or item.numbers("PresentationPixelAspectRatio")
    match pair:
        case (float() as down, float() as along) if down > 0 and along > 0:
            if abs(down / along / film.radiograph.drawn_aspect - 1) > SQUARE:
                header.note(OTHER_SHAPE)


def _carried(window: Window, modality: Modality, film: Film) -> Window | None:
    line = _between(modality, film)
    if line is None:
        return None
    center, width = line.slope * window.center + line.intercept, line.slope * window.width
    if window.function is not VoiFunction.LINEAR:
        return replace(window, center=center, width=width)
    # LINEAR counts half a unit and one unit of what the state's values are (PS3.3 C.11.2.1.2.1).
    half = 0.5 * line.slope - 0.5
    return replace(window, center=center - half, width=width - line.slope + 1)


def _carried_table(table: VoiLut, modality: Modality, film: Film) -> VoiLut | None:
    line = _between(modality, film)
    if line is None or not math.isclose(line.slope, 1) or not line.intercept.is_integer():
        return None
    return replace(table, first=table.first + int(line.intercept))


def _concerns(item: Header, film: Film) -> bool:
    """Whether an item of a state is for this film and frame; one that names no film is for all of them."""
    named = item.items("ReferencedImageSequence")
    if not named:
        return True
    return any(
        one.text("ReferencedSOPInstanceUID") == film.radiograph.sop_instance_uid
        and (not (frames := one.numbers("ReferencedFrameNumber")) or film.frame + 1 in frames)
        for one in named
    )


def _displayed_area(header: Header, film: Film, turn: Turn) -> Area | None:
    """What of the film is to be seen (PS3.3 C.10.4); None where that is all of it, or makes no sense.

    Its corners are the upper left and lower right ones after the film was turned.
    """
    for item in header.items("DisplayedAreaSelectionSequence"):
        if not _concerns(item, film):
            continue
        _note_shape(header, item, film)
        first = item.numbers("DisplayedAreaTopLeftHandCorner")
        last = item.numbers("DisplayedAreaBottomRightHandCorner")
        match (*first, *last):
            case (float() as left, float() as top, float() as right, float() as bottom):
                rows, columns = film.stored.shape
                x0, y0 = turn.turned(left - 0.5, top - 0.5, columns, rows)
                x1, y1 = turn.turned(right - 0.5, bottom - 0.5, columns, rows)
                if x0 > x1 or y0 > y1:
                    return None
                (top, bottom), (left, right) = sorted((top, bottom)), sorted((left, right))
                return _inside(film, top - 1, left - 1, bottom, right)
    return None


def _inside(film: Film, top: float, left: float, bottom: float, right: float) -> Area | None:
    rows, columns = film.values.shape
    if not (top < bottom and left < right) or (
        top <= 0 and left <= 0 and bottom >= rows and right >= columns
    ):
        return None
    overlap = min(bottom, rows) > max(top, 0) and min(right, columns) > max(left, 0)
    return (top, left, bottom, right) if overlap else None


def _annotations(header: Header, film: Film, frame: _Frame) -> Iterator[Annotation]:
    """Graphics and texts for this film (PS3.3 C.10.5), as many as can be meant."""
    found = 0
    for group in header.items("GraphicAnnotationSequence"):
        if not _concerns(group, film):
            continue
        for one in (*_graphics(group, frame), *_texts(group, frame)):
            if found == MAX_ANNOTATIONS:
                header.note("The presentation state has more annotations than can be shown.")
                return
            found += 1
            yield one


def _graphics(group: Header, frame: _Frame) -> Iterator[Annotation]:
    for item in group.items("GraphicObjectSequence"):
        points = _points(item, "GraphicData", item.text("GraphicAnnotationUnits"), frame)
        line = _outline(item.text("GraphicType").upper(), points)
        if line:
            yield Annotation((line,))
        else:
            group.note("A graphic of the presentation state cannot be drawn.")


def _outline(kind: str, points: tuple[FilmPoint, ...]) -> tuple[FilmPoint, ...]:
    """A line through points; () for what is unknown or has too few of them."""
    match kind, points:
        case "POINT", ((row, column),):
            return (row, column), (row, column)
        case (("POLYLINE" | "INTERPOLATED"), (_, _, *_)):
            return points
        case "CIRCLE", ((row, column), (on_row, on_column)):
            radius = math.hypot(on_row - row, on_column - column)
            return _round((row, column), (radius, 0), (0, radius))
        case "ELLIPSE", (start, end, above, below):
            centre = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
            return _round(centre, _half(start, end), _half(above, below))
    return ()


def _half(one: FilmPoint, other: FilmPoint) -> FilmPoint:
    return (other[0] - one[0]) / 2, (other[1] - one[1]) / 2


def _round(centre: FilmPoint, one: FilmPoint, other: FilmPoint) -> tuple[FilmPoint, ...]:
    """The ellipse around `centre` with these half axes."""
    angles = (2 * math.pi * step / ELLIPSE_STEPS for step in range(ELLIPSE_STEPS + 1))
    return tuple(
        (
            centre[0] + math.cos(angle) * one[0] + math.sin(angle) * other[0],
            centre[1] + math.cos(angle) * one[1] + math.sin(angle) * other[1],
        )
        for angle in angles
    )


def _texts(group: Header, frame: _Frame) -> Iterator[Annotation]:
    for item in group.items("TextObjectSequence"):
        box_units, anchor_units = (
            item.text(f"{name}AnnotationUnits") for name in ("BoundingBox", "AnchorPoint")
        )
        corner = _points(item, "BoundingBoxTopLeftHandCorner", box_units, frame)
        anchor = _points(item, "AnchorPoint", anchor_units, frame)
        at = (*corner, *anchor)
        text = item.text("UnformattedTextValue")
        if not at or not text:
            group.note("A text of the presentation state cannot be placed.")
            continue
        seen = anchor and corner and item.text("AnchorPointVisibility").upper() == "Y"
        end = _points(item, "BoundingBoxBottomRightHandCorner", box_units, frame) or corner
        line = ((_nearest(corner[0], end[0], anchor[0]), anchor[0]),) if seen else ()
        yield Annotation(line, text, at[0])


def _nearest(corner: FilmPoint, end: FilmPoint, point: FilmPoint) -> FilmPoint:
    """Where in a box a line to a point outside begins."""
    sides = (sorted(pair) for pair in zip(corner, end, strict=True))
    row, column = (min(max(at, low), high) for at, (low, high) in zip(point, sides, strict=True))
    return row, column


def _points(item: Header, keyword: str, units: str, frame: _Frame) -> tuple[FilmPoint, ...]:
    """Pairs of column and row as film coordinates; () where they are none."""
    numbers = item.numbers(keyword)
    known = [number for number in numbers if number is not None]
    if len(known) != len(numbers) or len(known) % 2 or len(known) > 2 * MAX_POINTS:
        return ()
    pairs = zip(known[::2], known[1::2], strict=True)
    if units.upper() != "DISPLAY":
        return tuple((row, column) for column, row in pairs)
    return tuple(frame.point(x, y) for x, y in pairs)
