"""How the whole desk looks: colours, sizes and fonts, in one place.

A reading room is dark and the film is the brightest thing in it. Surfaces are neutral near-black, text is
calm, one accent marks focus and choice. Widgets ask for a look by the dynamic property `role` (`set_role`);
the style sheet resources/style/desk.qss says what each role looks like, with the colours named here.

Roles: on a QLabel "title", "heading", "muted", "report", "number", "badge", "warning", "failure"; on a
QPushButton "primary", "quiet", "link"; on a QFrame "card", "card-chosen", "bar", "pane", "notice", "told",
"tour"; on a QTextEdit "report".

Text can be larger or smaller than usual (`show_text_at`): `points` and `px` are sizes as they are now. A view
that keeps a size, or a text laid out, renews it in its `changeEvent`.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QColor, QFont, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QWidget

from engine.panel import EXPERT_LETTERS
from engine.resources import RESOURCES

STYLE_SHEET: Final = RESOURCES / "style" / "desk.qss"
ICONS: Final = RESOURCES / "icons"

COLOURS: Final = MappingProxyType(
    {
        "film": "#000000",  # behind the films, nothing else
        "window": "#0d0e10",
        "pane": "#131416",
        "raised": "#1a1c1f",  # cards, inputs
        "control": "#24272b",  # buttons, slider grooves
        "hover": "#2d3136",
        "pressed": "#383d44",
        "line": "#2a2d31",  # separators
        "edge": "#43484f",  # outlines of inputs
        "text": "#dfe2e6",
        "report": "#eceef1",
        "muted": "#a2a8b1",
        "disabled": "#6d737c",
        "accent": "#6fb3f2",  # focus ring, choice
        "accent_deep": "#1f4a73",  # chosen rows, primary buttons
        "amber": "#f2b84b",  # look twice
        "amber_deep": "#3b2d10",
        "red": "#ff8a80",  # failed
        "red_deep": "#43191a",
        "green": "#6fcf97",  # kept, signed
        "prior": "#c9a2ff",  # frame and caption of another day's film
        "prior_deep": "#2b2140",
        "marks": "#a4e34f",  # what the file draws on its film
    }
)

# Okabe & Ito's colour-blind-safe set without black; their green, blue and vermillion are lifted until letters
# in them read on a dark card (4.5:1). From H on, five of the set once more, lightened.
EXPERT_COLOURS: Final = (
    "#56b4e9",  # A sky blue
    "#e69f00",  # B orange
    "#0bab80",  # C bluish green
    "#f0e442",  # D yellow
    "#cc79a7",  # E reddish purple
    "#ea6a12",  # F vermillion
    "#4492d0",  # G blue
    "#a9dbf7",  # H
    "#f6cf85",  # I
    "#86dcc1",  # J
    "#e6b8d2",  # K
    "#f7b48a",  # L
)

ICON_SIZES = (20, 40, 60)  # for one, two and three device pixels to a pixel
GRID = 4  # pixels; distances are multiples of it
RADIUS = 4
TEXT_POINTS = 10.0
SMALL_POINTS = 8.5
REPORT_POINTS = 11.5
HEADING_POINTS = 12.0
ANNOTATION_POINTS = 9.0
LINE_HEIGHT, BADGE_HEIGHT, MARK_SIDE = 20, 20, 14  # pixels: of buttons, badges, and boxes to be ticked
TEXT_SIZES: Final = (90, 100, 110, 125, 150, 175, 200)  # per cent
USUAL_TEXT: Final = 100


def apply_theme(app: QApplication, per_cent: int = USUAL_TEXT) -> None:
    """Give `app` the desk's palette, font and style sheet; widgets made before or after look the same."""
    with no_collection():
        app.setStyle("Fusion")
        app.setPalette(palette())
    show_text_at(app, per_cent)


def show_text_at(app: QApplication, per_cent: int) -> None:
    """Show all text, and what is as high as text, at this size; every widget hears a change of its style."""
    app.setProperty(_TEXT_SIZE, per_cent)
    font = app.font()
    font.setPointSizeF(points(TEXT_POINTS))
    with no_collection():
        # Another sheet in place of one in use goes through Qt's cache of style rules, where widgets can stand
        # that are deleted by now: seen to crash (Qt 6.11). A sheet that comes after none starts a new cache.
        app.setStyleSheet("")
        app.setFont(font)
        app.setStyleSheet(style_sheet())


@contextmanager
def no_collection() -> Iterator[None]:
    """Keep Python from collecting garbage while Qt goes through all widgets.

    Qt goes through a list that it made before. Our `changeEvent`s run meanwhile, and a collection in one of
    them could delete widgets that nobody holds any more but that stand in the list: Qt would crash.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def text_size() -> int:
    """At how many per cent text is shown now."""
    app = QApplication.instance()
    size = app.property(_TEXT_SIZE) if app is not None else None
    return size if isinstance(size, int) else USUAL_TEXT


def points(usual: float) -> float:
    """A font size as it is shown now."""
    return usual * text_size() / 100


def px(usual: float) -> int:
    """A length that grows with the text, in pixels as it is now."""
    return round(usual * text_size() / 100)


def colour(name: str) -> QColor:
    """A colour by its name in `COLOURS`; KeyError for a name that is not there."""
    return QColor(COLOURS[name])


def expert_colour(expert: int) -> QColor:
    """The colour of the expert with this index, the same everywhere on the desk; 0 is A, 11 is L."""
    return QColor(EXPERT_COLOURS[expert])


def expert_ink(expert: int) -> QColor:
    """What to write with on a patch of the expert's colour."""
    return colour("film")


def set_role(widget: QWidget, role: str) -> None:
    """Give `widget` the look that the style sheet has for `role`; works before and after it is shown."""
    widget.setProperty("role", role)
    widget.style().unpolish(widget)
    widget.style().polish(widget)


def icon(name: str) -> QIcon:
    """resources/icons/NAME.svg in the theme's colours; an icon draws with currentColor on a 20 x 20 grid."""
    drawing = (ICONS / f"{name}.svg").read_text(encoding="utf-8")
    made = QIcon()
    for mode, state, ink in _ICON_INKS:
        renderer = QSvgRenderer(QByteArray(drawing.replace("currentColor", COLOURS[ink]).encode()))
        for size in ICON_SIZES:
            pixmap = QPixmap(size, size)
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            renderer.render(painter)
            painter.end()
            made.addPixmap(pixmap, mode, state)
    return made


def tabular(font: QFont) -> QFont:
    """`font` with figures of equal width, so that numbers below each other can be compared."""
    figures = QFont(font)
    figures.setFeature(QFont.Tag("tnum"), 1)
    return figures


def style_sheet() -> str:
    """The style sheet with every @name replaced by its colour or present size, @expert_A by the expert's."""
    values = dict(COLOURS) | {
        f"expert_{letter}": value for letter, value in zip(EXPERT_LETTERS, EXPERT_COLOURS, strict=True)
    }
    values |= {
        "small_size": f"{points(SMALL_POINTS)}pt",
        "report_size": f"{points(REPORT_POINTS)}pt",
        "heading_size": f"{points(HEADING_POINTS)}pt",
        "line_height": f"{px(LINE_HEIGHT)}px",
        "badge_height": f"{px(BADGE_HEIGHT)}px",
        "mark_side": f"{px(MARK_SIDE)}px",
        "icons": ICONS.as_posix(),
    }
    text = STYLE_SHEET.read_text(encoding="utf-8")
    return re.sub(r"@(\w+)", lambda found: values[found.group(1)], text)


def palette() -> QPalette:
    """Colours for what a style sheet does not reach: selections, links, native item views."""
    chosen = QPalette()
    for role, name in _PALETTE.items():
        chosen.setColor(role, colour(name))
    for role in (QPalette.ColorRole.Text, QPalette.ColorRole.WindowText, QPalette.ColorRole.ButtonText):
        chosen.setColor(QPalette.ColorGroup.Disabled, role, colour("disabled"))
    return chosen


def contrast(first: QColor, second: QColor) -> float:
    """WCAG 2.2 contrast ratio of two opaque colours, from 1 to 21."""
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(of: QColor) -> float:
    red, green, blue = (_linear(part) for part in (of.redF(), of.greenF(), of.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


_TEXT_SIZE = "consilium text size"  # of the application, as its font and style sheet are

_PALETTE = {
    QPalette.ColorRole.Window: "window",
    QPalette.ColorRole.WindowText: "text",
    QPalette.ColorRole.Base: "raised",
    QPalette.ColorRole.AlternateBase: "pane",
    QPalette.ColorRole.Text: "text",
    QPalette.ColorRole.PlaceholderText: "muted",
    QPalette.ColorRole.Button: "control",
    QPalette.ColorRole.ButtonText: "text",
    QPalette.ColorRole.BrightText: "report",
    QPalette.ColorRole.Highlight: "accent_deep",
    QPalette.ColorRole.HighlightedText: "report",
    QPalette.ColorRole.Link: "accent",
    QPalette.ColorRole.LinkVisited: "accent",
    QPalette.ColorRole.ToolTipBase: "raised",
    QPalette.ColorRole.ToolTipText: "text",
    QPalette.ColorRole.Light: "hover",
    QPalette.ColorRole.Midlight: "control",
    QPalette.ColorRole.Mid: "line",
    QPalette.ColorRole.Dark: "window",
    QPalette.ColorRole.Shadow: "film",
    QPalette.ColorRole.Accent: "accent",
}

_ICON_INKS = (
    (QIcon.Mode.Normal, QIcon.State.Off, "text"),
    (QIcon.Mode.Normal, QIcon.State.On, "report"),
    (QIcon.Mode.Disabled, QIcon.State.Off, "disabled"),
    (QIcon.Mode.Disabled, QIcon.State.On, "disabled"),
)
