"""From stored values to modality values to grey: lookup tables, rescale, windows (PS3.3 C.11.1, C.11.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from engine.study import VoiFunction, Window, WindowSource

if TYPE_CHECKING:  # showing a film needs no pydicom, which takes a quarter of a second to import
    from pydicom.dataset import Dataset

    from engine.dicom.header import Header

Values = npt.NDArray[np.float64]
Table = npt.NDArray[np.uint16]
MAX_ENTRIES = 1 << 16
SIGN = 1 << 15
AUTO_TAIL = 0.001  # share of pixels that the automatic window leaves outside at either end
FULL_RANGE = "full range"


@dataclass(frozen=True, slots=True, eq=False)
class VoiLut:
    """A value-of-interest table: modality value `first + i` becomes `table[i]` of `2**bits - 1`."""

    first: int
    table: Table
    bits: int
    explanation: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Modality:
    """Stored value to modality value: a table if there is one, else slope and intercept (PS3.3 C.11.1.1)."""

    slope: float = 1.0
    intercept: float = 0.0
    lut: VoiLut | None = None

    def apply(self, stored: npt.NDArray[np.integer]) -> Values:
        """Modality values, exact in float64 for all integers of up to 32 bits."""
        if self.lut is not None:
            return looked_up(self.lut, stored.astype(np.float64)).astype(np.float64)
        return stored.astype(np.float64) * self.slope + self.intercept


def looked_up(lut: VoiLut, values: Values) -> Table:
    """Table entries for values; beyond either end the end's entry, fractions to the nearest entry."""
    index = np.rint(values - lut.first)
    return lut.table[np.clip(index, 0, len(lut.table) - 1).astype(np.intp)]


def grey_levels(chosen: Window | VoiLut, values: Values) -> Values:
    """Grey in [0, 1] for modality values, before polarity."""
    if isinstance(chosen, VoiLut):
        return looked_up(chosen, values) / float((1 << chosen.bits) - 1)
    center, width = chosen.center, chosen.width
    if chosen.function is VoiFunction.SIGMOID:
        # Beyond 700 exp() only overflows; the level is 0 or 1 long before.
        exponent = np.clip(-4 * (values - center) / width, -700, 700)
        return 1 / (1 + np.exp(exponent))
    if chosen.function is VoiFunction.LINEAR_EXACT:
        return np.clip((values - center) / width + 0.5, 0, 1)
    return _linear(values, center, width)


def _linear(values: Values, center: float, width: float) -> Values:
    """PS3.3 C.11.2.1.2.1; a width of 1 is a threshold."""
    if width <= 1:
        return (values > center - 0.5).astype(np.float64)
    return np.clip((values - (center - 0.5)) / (width - 1) + 0.5, 0, 1)


def full_window(low: float, high: float, explanation: str = FULL_RANGE) -> Window:
    """The window that shows `low` as 0 and `high` as 1; one value alone becomes mid grey."""
    width = high - low if high > low else 1.0
    return Window((low + high) / 2, width, explanation, VoiFunction.LINEAR_EXACT, WindowSource.AUTO)


def auto_window(values: Values, counts: npt.NDArray[np.int64]) -> Window:
    """A window for an image without one: all but 0.1 % of its pixels at either end.

    `counts[i]` pixels have `values[i]`. A constant image becomes mid grey.
    """
    order = np.argsort(values, kind="stable")
    ordered, below = values[order], np.cumsum(counts[order])
    low, high = np.searchsorted(below, (AUTO_TAIL * below[-1], (1 - AUTO_TAIL) * below[-1]))
    if ordered[low] == ordered[high]:  # nearly constant: whatever differs must stay visible
        return full_window(float(ordered[0]), float(ordered[-1]), "auto")
    return full_window(float(ordered[low]), float(ordered[high]), "auto")


def read_windows(header: Header) -> tuple[Window, ...]:
    """The file's complete window pairs, the first being its default (PS3.3 C.11.2.1.2).

    A center without a width is no window; a pair that is empty or has no positive width is left out with a
    note.
    """
    centers, widths = header.numbers("WindowCenter"), header.numbers("WindowWidth")
    explanations = header.values("WindowCenterWidthExplanation")
    if len(centers) != len(widths):
        header.note("The file has unequal numbers of window centers and widths; only whole pairs are used.")
    function = _voi_function(header)
    windows = []
    for number, (center, width) in enumerate(zip(centers, widths, strict=False)):
        explanation = str(explanations[number]).strip() if number < len(explanations) else ""
        if center is None or width is None or width <= 0:
            header.note("A window of the file is not usable and is left out.")
            continue
        windows.append(_window(header, center, width, explanation, function))
    return tuple(windows)


def _window(header: Header, center: float, width: float, explanation: str, function: VoiFunction) -> Window:
    if function is VoiFunction.LINEAR and width < 1:
        # LINEAR needs a width of at least 1 (PS3.3 C.11.2.1.2.1); its formula would turn black into white.
        header.note("A window is narrower than LINEAR allows; it is applied as LINEAR_EXACT.")
        function = VoiFunction.LINEAR_EXACT
    return Window(center, width, explanation, function)


def _voi_function(header: Header) -> VoiFunction:
    name = header.text("VOILUTFunction").upper() or VoiFunction.LINEAR.value
    try:
        return VoiFunction(name)
    except ValueError:
        header.note("The VOI LUT function is unknown; LINEAR is used.")
        return VoiFunction.LINEAR


def read_modality(header: Header, stored_range: tuple[int, int]) -> Modality:
    """The modality table or rescale; identity, with a note, where the file's is not usable."""
    tables = read_luts(header, "ModalityLUTSequence", stored_range)
    if tables:
        return Modality(lut=tables[0])
    slope, intercept = header.number("RescaleSlope"), header.number("RescaleIntercept")
    if slope == 0:
        header.note("A Rescale Slope of 0 would erase the image; the rescale is ignored.")
        return Modality()
    return Modality(1.0 if slope is None else slope, 0.0 if intercept is None else intercept)


def read_luts(header: Header, keyword: str, input_range: tuple[float, float]) -> tuple[VoiLut, ...]:
    """The usable tables of a LUT sequence for inputs in `input_range`; others are left out with a note."""
    tables = []
    for item in header.items(keyword):
        try:
            table = _read_lut(item, input_range)
        except Exception:  # damaged items raise whatever pydicom's conversion meets; the window is still good
            table = None
        if table is None:
            header.note("A lookup table of the file is empty or damaged and is left out.")
        else:
            tables.append(table)
    return tuple(tables)


def _read_lut(item: Header, input_range: tuple[float, float]) -> VoiLut | None:
    descriptor = [int(number) for number in raw_words(item.dataset, "LUTDescriptor")]
    data = raw_words(item.dataset, "LUTData")
    if len(descriptor) != 3:
        return None
    # The first and third numbers are unsigned whatever their VR says; 0 entries means 65536.
    entries, bits = descriptor[0] or MAX_ENTRIES, descriptor[2]
    if not 8 <= bits <= 16:
        return None
    if bits == 8 and len(data) < entries <= 2 * len(data):
        data = data.view(np.uint8).astype(np.uint16)  # two 8-bit entries to a word
    if len(data) < entries:
        return None
    table = np.ascontiguousarray(data[:entries])
    table.setflags(write=False)
    bits = max(bits, int(table.max()).bit_length())  # some writers give fewer bits than they use
    return VoiLut(
        _first_mapped(descriptor[1], entries, input_range), table, bits, item.text("LUTExplanation")
    )


def _first_mapped(word: int, entries: int, input_range: tuple[float, float]) -> int:
    """The first input that the table maps: signed if its input is (PS3.3 C.11.1.1.1, C.11.2.1.1).

    Its VR is often wrong, so of the two readings the one that covers more of the possible input is taken.
    """
    if word < SIGN:
        return word
    low, high = input_range
    covered = {
        first: min(high, first + entries - 1) - max(low, first) for first in (word - MAX_ENTRIES, word)
    }
    return max(covered, key=lambda first: covered[first])


def raw_words(dataset: Dataset, keyword: str) -> Table:
    """An attribute of 16-bit words as unsigned numbers, whatever of US, SS or OW it was written as."""
    value = dataset.get(keyword)
    if value is None:
        return np.zeros(0, np.uint16)
    if isinstance(value, bytes):
        order = ">" if dataset.original_encoding[1] is False else "<"
        words = np.frombuffer(value[: len(value) // 2 * 2], order + "u2")
        return words.astype(np.uint16)
    numbers: Sequence[int] = [value] if isinstance(value, int) else value
    return (np.array([int(number) for number in numbers], np.int64) & 0xFFFF).astype(np.uint16)
