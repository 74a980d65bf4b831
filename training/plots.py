"""Charts as SVG files, written by hand: lines over a number, and values with intervals by name.

An SVG opens in every browser and stands in Markdown; it needs no library, and the same values give the same
bytes. Series differ in colour and in dashes, so that a chart can be read without seeing colours.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

WIDTH, HEIGHT = 720, 440
LEFT, RIGHT, TOP, BOTTOM = 84, 24, 56, 64
ROW, FIELD, LETTER = 26, 420, 7.0  # of a chart by name: a row's height, the values' width, a letter's
TICKS = 6
COLOURS = ("#1b6ca8", "#c8553d", "#4f7a28", "#7a4fa3", "#8a6d1f", "#3b3b3b")
DASHES = ("", "6 3", "2 3", "8 3 2 3", "1 4", "12 4")


@dataclass(frozen=True, slots=True)
class Point:
    """A value at x, with its interval where it has one."""

    x: float
    y: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Series:
    """Points that belong together, by growing x."""

    name: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class LineChart:
    """Series over a number; `note` stands below the chart."""

    title: str
    x_title: str
    y_title: str
    series: tuple[Series, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Named:
    """A value by name, with its interval where it has one; None where it is undefined."""

    name: str
    value: float | None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class NamedChart:
    """Values one below the other; `guide` is a value that is marked through all rows."""

    title: str
    x_title: str
    values: tuple[Named, ...]
    note: str = ""
    guide: float | None = None


def chart_svg(chart: LineChart | NamedChart) -> str:
    """Either chart as an SVG document."""
    return line_svg(chart) if isinstance(chart, LineChart) else named_svg(chart)


def line_svg(chart: LineChart) -> str:
    """The chart as an SVG document; without any finite point it has axes from 0 to 1."""
    points = [point for series in chart.series for point in series.points if math.isfinite(point.y)]
    ends = [end for point in points for end in (point.y, point.low, point.high) if end is not None]
    across = _Axis.of([point.x for point in points], LEFT, WIDTH - RIGHT)
    up = _Axis.of(ends, HEIGHT - BOTTOM, TOP)
    parts = [
        *_frame(chart.title, chart.note, WIDTH, HEIGHT),
        *_x_axis(across, chart.x_title, HEIGHT - BOTTOM),
    ]
    parts += [*_y_axis(up, chart.y_title)]
    for number, series in enumerate(chart.series):
        parts += _series(series, number, across, up)
    return _document(chart.title, WIDTH, HEIGHT, parts)


def named_svg(chart: NamedChart) -> str:
    """The chart as an SVG document, as high as it has rows."""
    height = TOP + ROW * max(1, len(chart.values)) + BOTTOM
    ends = [end for each in chart.values for end in (each.value, each.low, each.high) if end is not None]
    names = 2 * RIGHT + LETTER * max((len(each.name) for each in chart.values), default=0)
    width = round(names + FIELD)
    across = _Axis.of(ends, names, width - RIGHT)
    parts = [
        *_frame(chart.title, chart.note, width, height),
        *_x_axis(across, chart.x_title, height - BOTTOM),
    ]
    if chart.guide is not None:
        x = across.place(chart.guide)
        parts.append(_line(x, TOP, x, height - BOTTOM, "#bbbbbb", "4 3"))
    for number, each in enumerate(chart.values):
        y = TOP + ROW * (number + 0.5)
        parts.append(_text(names - 12, y + 4, each.name, "end"))
        if each.value is None:
            parts.append(_text(names + 8, y + 4, "undefined", "start"))
            continue
        if each.low is not None and each.high is not None:
            parts.append(_line(across.place(each.low), y, across.place(each.high), y, COLOURS[0], "", 2))
        parts.append(_mark(across.place(each.value), y, COLOURS[0]))
    return _document(chart.title, width, height, parts)


@dataclass(frozen=True, slots=True)
class _Axis:
    """Values from `first` to `last` in equal steps, on pixels from `start` to `stop`."""

    first: float
    last: float
    step: float
    start: float
    stop: float

    @classmethod
    def of(cls, values: Sequence[float], start: float, stop: float) -> _Axis:
        finite = [value for value in values if math.isfinite(value)] or [0.0, 1.0]
        low, high = min(finite), max(finite)
        if high - low < 1e-12 * max(abs(high), 1e-300):
            low, high = low - (abs(low) or 1) / 2, high + (abs(high) or 1) / 2
        rough = (high - low) / (TICKS - 1)
        power = 10 ** math.floor(math.log10(rough))
        step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
        return cls(math.floor(low / step) * step, math.ceil(high / step) * step, step, start, stop)

    def place(self, value: float) -> float:
        """Where a value lies, in pixels."""
        share = (value - self.first) / (self.last - self.first)
        return self.start + share * (self.stop - self.start)

    @property
    def ticks(self) -> list[float]:
        """The values that are written beside the axis."""
        return [self.first + self.step * n for n in range(round((self.last - self.first) / self.step) + 1)]

    def written(self, value: float) -> str:
        """A tick's value with as many digits as the step needs."""
        digits = max(0, -math.floor(math.log10(self.step) + 1e-9))
        return f"{value:.{digits}f}" if digits <= 6 else f"{value:.1e}"


def _frame(title: str, note: str, width: int, height: int) -> Iterator[str]:
    yield f'<rect width="{width}" height="{height}" fill="white"/>'
    yield _text(width / 2, 28, title, "middle", "bold", 15)
    if note:
        yield _text(width / 2, height - 10, note, "middle", size=11)


def _x_axis(axis: _Axis, title: str, y: float) -> Iterator[str]:
    yield _line(axis.start, y, axis.stop, y, "black")
    for tick in axis.ticks:
        x = axis.place(tick)
        yield _line(x, y, x, y + 5, "black")
        yield _text(x, y + 18, axis.written(tick), "middle", size=11)
    yield _text((axis.start + axis.stop) / 2, y + 36, title, "middle")


def _y_axis(axis: _Axis, title: str) -> Iterator[str]:
    yield _line(LEFT, axis.start, LEFT, axis.stop, "black")
    for tick in axis.ticks:
        y = axis.place(tick)
        yield _line(LEFT - 5, y, WIDTH - RIGHT, y, "#dddddd")
        yield _text(LEFT - 9, y + 4, axis.written(tick), "end", size=11)
    middle = (axis.start + axis.stop) / 2
    turned = f'transform="rotate(-90 20 {middle:.1f})"'
    yield f'<text x="20" y="{middle:.1f}" text-anchor="middle" {turned}>{escape(title)}</text>'


def _series(series: Series, number: int, across: _Axis, up: _Axis) -> Iterator[str]:
    colour, dash = COLOURS[number % len(COLOURS)], DASHES[number % len(DASHES)]
    shown = [point for point in series.points if math.isfinite(point.y)]
    path = " ".join(f"{across.place(point.x):.1f},{up.place(point.y):.1f}" for point in shown)
    stroke = f'stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"'
    yield f'<polyline points="{path}" fill="none" {stroke}/>'
    for point in shown:
        x = across.place(point.x)
        if point.low is not None and point.high is not None:
            yield _line(x, up.place(point.low), x, up.place(point.high), colour)
        yield _mark(x, up.place(point.y), colour)
    y = TOP + 6 + 18 * number
    yield _line(WIDTH - 220, y, WIDTH - 190, y, colour, dash, 2)
    yield _text(WIDTH - 184, y + 4, series.name, "start", size=11)


def _mark(x: float, y: float, colour: str) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>'


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, dash: str = "", width: float = 1) -> str:
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line {ends} stroke="{colour}" stroke-width="{width:g}"{dashed}/>'


def _text(x: float, y: float, text: str, anchor: str, weight: str = "normal", size: int = 12) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text {place} font-weight="{weight}" font-size="{size}">{escape(text)}</text>'


def _document(title: str, width: int, height: int, parts: Sequence[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"'
    about = f"aria-label={quoteattr(title)}"
    font = 'font-family="sans-serif" font-size="12"'
    return "\n".join([f"{head} {about} {font}>", f"<title>{escape(title)}</title>", *parts, "</svg>", ""])
