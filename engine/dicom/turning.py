"""How a film is turned and mirrored before it is looked at (PS3.3 C.10.6), and which way its edges lie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # showing a film needs no pydicom, which takes a quarter of a second to import
    from engine.dicom.header import Header

QUARTER = 90
OPPOSITE = {"L": "R", "R": "L", "A": "P", "P": "A", "H": "F", "F": "H"}
MAX_LETTERS = 3
MIRRORED = "The presentation state mirrors the film: left and right are exchanged."


@dataclass(frozen=True, slots=True)
class Turn:
    """Clockwise by so many quarters, then left and right exchanged if `mirrored`.

    `x`, `y` count right and down from the upper left corner, in any unit; width and height are those of what
    lies there before it is turned.
    """

    quarters: int = 0
    mirrored: bool = False

    @property
    def sideways(self) -> bool:
        """Whether rows become columns."""
        return self.quarters % 2 == 1

    def turned(self, x: float, y: float, width: float, height: float) -> tuple[float, float]:
        """Where a point comes to lie."""
        x, y = ((x, y), (height - y, x), (width - x, height - y), (y, width - x))[self.quarters]
        return ((height if self.sideways else width) - x, y) if self.mirrored else (x, y)

    def back(self, x: float, y: float, width: float, height: float) -> tuple[float, float]:
        """The point that came to lie there."""
        x = (height if self.sideways else width) - x if self.mirrored else x
        return ((x, y), (y, height - x), (width - x, height - y), (width - y, x))[self.quarters]

    def back_by(self, dx: float, dy: float) -> tuple[float, float]:
        """The move that became this one."""
        dx = -dx if self.mirrored else dx
        return ((dx, dy), (dy, -dx), (-dx, -dy), (-dy, dx))[self.quarters]


UPRIGHT = Turn()


@dataclass(frozen=True, slots=True)
class Edges:
    """Which side of the patient lies at each edge: "L", "R", "A", "P", "H", "F", or several; "" unknown."""

    left: str = ""
    top: str = ""
    right: str = ""
    bottom: str = ""

    def turned(self, turn: Turn) -> Edges:
        """The edges after a film was turned."""
        edges = (self.left, self.top, self.right, self.bottom)
        left, top, right, bottom = (edges[(place - turn.quarters) % 4] for place in range(4))
        return Edges(right, top, left, bottom) if turn.mirrored else Edges(left, top, right, bottom)


NO_EDGES = Edges()


def read_edges(header: Header) -> Edges:
    """The film's edges by its Patient Orientation; without, or with one that makes no sense, unknown."""
    along, down = ([str(value).strip().upper() for value in header.values("PatientOrientation")] + ["", ""])[
        :2
    ]
    if not (_is_direction(along) and _is_direction(down) and _is_direction(along[0] + down[0])):
        return NO_EDGES
    return Edges(_opposite(along), _opposite(down), along, down)


def read_turn(header: Header) -> Turn:
    """What a presentation state asks for; angles that are no quarters are said and not applied."""
    angle = (header.integer("ImageRotation") or 0) % (4 * QUARTER)
    if angle % QUARTER:
        header.note(f"The presentation state turns the film by {angle}°; this is not applied.")
        angle = 0
    turn = Turn(angle // QUARTER, header.text("ImageHorizontalFlip").upper() == "Y")
    if turn.quarters:
        header.note(f"The presentation state turns the film by {angle}°.")
    if turn.mirrored:
        header.note(MIRRORED)
    return turn


def _is_direction(letters: str) -> bool:
    """One to three letters, of which no two are the same way or opposite ways."""
    ways = {frozenset((letter, OPPOSITE.get(letter, ""))) for letter in letters}
    return 0 < len(letters) <= MAX_LETTERS and set(letters) <= OPPOSITE.keys() and len(ways) == len(letters)


def _opposite(letters: str) -> str:
    return "".join(OPPOSITE[letter] for letter in letters)
