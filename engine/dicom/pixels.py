"""Radiograph -> film: right grey levels, from the stored words to the screen.

    stored value     masked and sign-extended to Bits Stored          PS3.5 8.1
    modality value   Modality LUT, or rescale slope and intercept     PS3.3 C.11.1
    grey in [0, 1]   VOI LUT, or window                               PS3.3 C.11.2
    display          inverted once if the minimum is white            PS3.3 C.7.6.3.1.2

Choices. A file may offer windows and VOI LUTs, of which either may be applied (C.11.2.1): here its first
window is the default and its tables are offered beside it, because a window can be dragged from where it is
and a table cannot. Padding pixels are kept out of the automatic window and of the sliders' limits but are
displayed like all others: a wrong Pixel Padding Value must not hide anatomy.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from engine.dicom.colour import Words
from engine.dicom.container import parse, quiet_pydicom, read_bytes
from engine.dicom.decoder import FrameDecoder
from engine.dicom.film import BLOCK, Film, ModalityValues, Probe, Stored, codes_of, take_codes
from engine.dicom.frames import RawFrame, is_native, native_frame
from engine.dicom.grey import (
    Modality,
    Values,
    VoiLut,
    auto_window,
    full_window,
    read_luts,
    read_modality,
    read_windows,
)
from engine.dicom.header import Header
from engine.dicom.layout import Layout, minimum_is_white, read_layout
from engine.dicom.overlays import Mask, read_overlays
from engine.dicom.pictures import is_picture, synthetic_uid
from engine.dicom.shutters import bitmap_group, read_shutter
from engine.dicom.turning import read_edges
from engine.errors import ConsiliumError, PixelsUnreadable
from engine.study import Radiograph, Window

__all__ = ["Decodes", "Film", "Probe", "read_film", "stored_values"]

VALUE_TYPES = (np.int16, np.uint16, np.int32)


class Decodes(Protocol):
    """Whatever decodes one compressed frame elsewhere: a `FrameDecoder`, or a fake of it."""

    def decode(self, path: Path, frame: int) -> RawFrame:
        """The frame's samples as stored; PixelsUnreadable if they cannot be had."""


def read_film(radiograph: Radiograph, frame: int = 0, decoder: Decodes | None = None) -> Film:
    """One frame of a radiograph, counted from 0.

    Uncompressed pixels are read here, compressed ones by `decoder` (or a worker that is started for this
    frame alone). Raises PixelsUnreadable with a sentence, whatever the file does.
    """
    if not 0 <= frame < radiograph.frames:
        raise PixelsUnreadable(f"The image has {radiograph.frames} frames; there is no frame {frame + 1}.")
    try:
        with quiet_pydicom():
            return _read_film(radiograph, frame, decoder)
    except PixelsUnreadable:
        raise
    except ConsiliumError as error:
        raise PixelsUnreadable(error.what, where=error.where, todo=error.todo) from error
    except Exception as error:  # the one boundary: damaged files raise nearly anything
        raise PixelsUnreadable("The image data are damaged and cannot be shown.") from error


def _read_film(radiograph: Radiograph, frame: int, decoder: Decodes | None) -> Film:
    content = read_bytes(radiograph.path)
    if is_picture(content):
        raw = _decoded(radiograph.path, 0, decoder)
        made = synthetic_uid("sop", hashlib.sha256(content).digest())
        _check_unchanged(radiograph, (made,), raw.words.shape)
        return replace(_plain_film(radiograph, raw), rgb=raw.rgb)
    parsed = parse(content)
    header = Header(parsed.dataset, list(radiograph.notes))
    layout = read_layout(header)
    uids = (header.text("SOPInstanceUID"), synthetic_uid("sop", parsed.digest))
    _check_unchanged(radiograph, uids, (layout.rows, layout.columns))
    native = is_native(parsed, layout)
    raw = native_frame(parsed, layout, frame) if native else _decoded(radiograph.path, frame, decoder)
    if raw.words.shape != (radiograph.rows, radiograph.columns):
        raise PixelsUnreadable("The decoded image has another size than the header says.")
    for note in raw.notes:
        header.note(note)
    per_frame = _for_frame(header, "FrameDisplayShutterSequence", frame)
    shutter = read_shutter(per_frame, layout, radiograph.pixel_aspect)
    overlays = read_overlays(parsed.dataset, layout, raw, frame, header.note, bitmap_group(header))
    if raw.colour:
        film = _plain_film(radiograph, raw, tuple(header.notes))
    else:
        film = _grey_film(radiograph, raw, header, layout, frame)
    return replace(
        film, overlays=overlays, shutter=shutter, rgb=raw.rgb, frame=frame, edges=read_edges(header)
    )


def _decoded(path: Path, frame: int, decoder: Decodes | None) -> RawFrame:
    if decoder is not None:
        return decoder.decode(path, frame)
    with FrameDecoder() as short_lived:
        return short_lived.decode(path, frame)


def _check_unchanged(radiograph: Radiograph, uids: Sequence[str], size: tuple[int, ...]) -> None:
    """Another image under the same path must never be shown under this one's name.

    `uids` are those that the file can go by: its own, and the one made from its content.
    """
    if radiograph.sop_instance_uid not in uids or size != (radiograph.rows, radiograph.columns):
        raise PixelsUnreadable("The file has changed since it was opened.", todo="Open it again.")


def _grey_film(
    radiograph: Radiograph,
    raw: RawFrame,
    header: Header,
    layout: Layout,
    frame: int,
) -> Film:
    stored = stored_values(raw, layout)
    modality = read_modality(_for_frame(header, "PixelValueTransformationSequence", frame), layout.range)
    table = _modality_table(stored.dtype, modality)
    possible = modality.apply(_extremes(layout, modality))
    limits = (float(possible.min()), float(possible.max()))
    voi = _for_frame(header, "FrameVOILUTSequence", frame)
    luts = read_luts(voi, "VOILUTSequence", limits)
    values = _modality_values(stored, modality, table, limits)
    return _film(
        radiograph,
        values=values,
        stored=stored,
        table=table,
        padding=_padding(stored, header, layout),
        inverted=minimum_is_white(header, layout.photometric),
        windows=read_windows(voi),
        luts=luts,
        notes=tuple(header.notes),
    )


def _plain_film(radiograph: Radiograph, raw: RawFrame, notes: tuple[str, ...] = ()) -> Film:
    """A picture or colour image, already grey: shown over its whole range, not windowed."""
    stored = np.ascontiguousarray(raw.words)
    identity, top = Modality(), float((1 << raw.precision) - 1)
    table = _modality_table(stored.dtype, identity)
    return _film(
        radiograph,
        values=_modality_values(stored, identity, table, (0, top)),
        stored=stored,
        table=table,
        padding=None,
        inverted=False,
        windows=(full_window(0, top),),
        luts=(),
        notes=notes or radiograph.notes,
    )


def _film(
    radiograph: Radiograph,
    *,
    values: ModalityValues,
    stored: Stored,
    table: Values,
    padding: Mask | None,
    inverted: bool,
    windows: tuple[Window, ...],
    luts: tuple[VoiLut, ...],
    notes: tuple[str, ...],
) -> Film:
    present, counts = _histogram(values, stored, table, padding)
    default = windows[0] if windows else luts[0] if luts else None
    windows = windows or (auto_window(present, counts),)
    data_low, data_high = float(present.min()), float(present.max())
    for array in (values, stored, table):
        array.setflags(write=False)
    return Film(
        radiograph=radiograph,
        values=values,
        stored=stored,
        modality_table=table,
        padding=padding,
        inverted=inverted,
        windows=windows,
        voi_luts=luts,
        default=default or windows[0],
        data_low=data_low,
        data_high=data_high,
        low=min(data_low, *(window.center - window.width / 2 for window in windows)),
        high=max(data_high, *(window.center + window.width / 2 for window in windows)),
        notes=notes,
    )


def stored_values(raw: RawFrame, layout: Layout) -> Stored:
    """Words -> stored values: Bits Stored of each word, sign-extended if the pixels are signed (PS3.5 8.1.1).

    Other bits may hold anything. A lossy codec may overshoot Bits Stored: its values are clipped, where
    masking would turn white into black.
    """
    container = raw.words.dtype.itemsize * 8
    bits = layout.bits_stored if not raw.lossy else raw.precision
    bits = min(bits, raw.precision, container)
    shift = layout.high_bit + 1 - layout.bits_stored if raw.precision > layout.high_bit else 0
    if raw.lossy:
        shift = 0
    values = _extracted(raw.words, bits, shift, layout.signed)
    if raw.lossy and bits > layout.bits_stored:
        low, high = layout.range
        values = np.clip(values, low, high)
    return np.ascontiguousarray(values)


def _extracted(words: Words, bits: int, shift: int, signed: bool) -> Stored:
    container = words.dtype.itemsize * 8
    if not signed:
        mask = words.dtype.type((1 << bits) - 1)
        return (words >> words.dtype.type(shift)) & mask
    raised = words << words.dtype.type(container - bits - shift)
    return raised.view(f"i{words.dtype.itemsize}") >> (container - bits)


def _for_frame(header: Header, keyword: str, frame: int) -> Header:
    """Where an enhanced multi-frame image keeps an attribute of this frame; else the image's own header."""
    per_frame = header.items("PerFrameFunctionalGroupsSequence")[frame : frame + 1]
    for group in (*per_frame, *header.items("SharedFunctionalGroupsSequence")[:1]):
        for item in group.items(keyword):
            return item
    return header


def _modality_table(dtype: np.dtype[Any], modality: Modality) -> Values:
    """Modality values of every code of an 8- or 16-bit type, in the order of its unsigned reading."""
    if dtype.itemsize > 2:
        return np.zeros(0)
    codes = np.arange(1 << (8 * dtype.itemsize)).astype(f"u{dtype.itemsize}")
    return modality.apply(codes.view(dtype))


def _extremes(layout: Layout, modality: Modality) -> npt.NDArray[np.int64]:
    """Stored values whose modality values enclose all others: both ends, or all of them for a table."""
    low, high = layout.range
    return np.arange(low, high + 1) if modality.lut and layout.bits_stored <= 16 else np.array([low, high])


def _modality_values(
    stored: Stored, modality: Modality, table: Values, limits: tuple[float, float]
) -> ModalityValues:
    whole = modality.lut is not None or (modality.slope % 1 == 0 and modality.intercept % 1 == 0)
    dtype = _value_type(stored.dtype, limits, whole)
    if dtype == stored.dtype and (modality.lut, modality.slope, modality.intercept) == (None, 1, 0):
        return stored
    if len(table):
        low, high = (np.iinfo(dtype).min, np.iinfo(dtype).max) if whole else limits
        return take_codes(np.clip(table, low, high).astype(dtype), stored)
    return modality.apply(stored).astype(dtype)


def _value_type(stored: np.dtype[Any], limits: tuple[float, float], whole: bool) -> np.dtype[Any]:
    if not whole:
        return np.dtype(np.float32)
    for candidate in (stored, *map(np.dtype, VALUE_TYPES)):
        info = np.iinfo(candidate)
        if candidate in VALUE_TYPES and info.min <= limits[0] and limits[1] <= info.max:
            return candidate
    return np.dtype(np.float64)


def _padding(stored: Stored, header: Header, layout: Layout) -> Mask | None:
    """Pixels between Pixel Padding Value and Range Limit (PS3.3 C.7.5.1.1.2)."""
    value, limit = header.integer("PixelPaddingValue"), header.integer("PixelPaddingRangeLimit")
    if value is None:
        return None
    ends = [_as_stored(end, layout) for end in (value, value if limit is None else limit)]
    padding = (stored >= min(ends)) & (stored <= max(ends))
    padding.setflags(write=False)
    return padding


def _as_stored(value: int, layout: Layout) -> int:
    """A padding value in the pixels' signedness, whatever VR it was written with."""
    if layout.signed and value >= 1 << (layout.bits_allocated - 1):
        return value - (1 << layout.bits_allocated)
    if not layout.signed and value < 0:
        return value + (1 << layout.bits_allocated)
    return value


def _histogram(
    values: ModalityValues, stored: Stored, table: Values, padding: Mask | None
) -> tuple[Values, npt.NDArray[np.int64]]:
    """Modality values that occur, and how often; padding is left out unless there is nothing else."""
    image = ~padding if padding is not None and not padding.all() else None
    if not len(table):
        counted = values if image is None else values[image]
        present, counts = np.unique(counted, return_counts=True)
        return present.astype(np.float64), counts.astype(np.int64)
    codes = codes_of(stored).reshape(-1) if image is None else codes_of(stored[image])
    counts = np.zeros(len(table), np.int64)
    for start in range(0, codes.size, BLOCK):
        counts += np.bincount(codes[start : start + BLOCK], minlength=len(table))
    return table[counts > 0], counts[counts > 0]
