"""Findings: what can be wrong with a chest, and what a plan for one says.

A `Plan` says what a finding is, in words and millimetres, and depends on random draws alone. Placed in a
chest, geometric or scanned, it changes what the rays meet. How well it shows is measured afterwards, from
its own shadow.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from training.phantoms.anatomy import LUNG, SIDE_NAMES, SOFT

DENSER = SOFT - LUNG  # lung filled with fluid or cells
BOTH = 0  # a side: neither left nor right alone


class Kind(Enum):
    """What can be wrong; the value names it in files."""

    CARDIOMEGALY = "cardiomegaly"
    MEDIASTINUM = "widened mediastinum"
    EFFUSION = "pleural effusion"
    NODULE = "nodule"
    MASS = "mass"
    CONSOLIDATION = "consolidation"
    OPACITY = "opacity"
    OEDEMA = "oedema"
    ATELECTASIS = "atelectasis"
    PNEUMOTHORAX = "pneumothorax"
    FRACTURE = "rib fracture"
    LINE = "central line"
    PACEMAKER = "pacemaker"
    TUBE = "endotracheal tube"
    THICKENING = "pleural thickening"


LABELS = {  # the CheXpert class of each kind
    Kind.CARDIOMEGALY: "Cardiomegaly",
    Kind.MEDIASTINUM: "Enlarged Cardiomediastinum",
    Kind.EFFUSION: "Pleural Effusion",
    Kind.NODULE: "Lung Lesion",
    Kind.MASS: "Lung Lesion",
    Kind.CONSOLIDATION: "Consolidation",
    Kind.OPACITY: "Lung Opacity",
    Kind.OEDEMA: "Edema",
    Kind.ATELECTASIS: "Atelectasis",
    Kind.PNEUMOTHORAX: "Pneumothorax",
    Kind.FRACTURE: "Fracture",
    Kind.LINE: "Support Devices",
    Kind.PACEMAKER: "Support Devices",
    Kind.TUBE: "Support Devices",
    Kind.THICKENING: "Pleural Other",
}
DEVICES = frozenset({Kind.LINE, Kind.PACEMAKER, Kind.TUBE})
DENSITIES = frozenset({Kind.NODULE, Kind.MASS, Kind.CONSOLIDATION, Kind.OPACITY})
DENSE = DENSITIES | {Kind.OEDEMA, Kind.ATELECTASIS}  # more or less dense, at one size
PLEURAL = frozenset({Kind.EFFUSION, Kind.PNEUMOTHORAX, Kind.THICKENING})
SIDED = DENSITIES | PLEURAL | {Kind.ATELECTASIS, Kind.FRACTURE}
RIBS_IN = {"upper": (4, 5), "middle": (6, 7), "lower": (8, 9)}  # whose lateral parts a zone of the film shows
ZONES = {"upper": (0.66, 0.86), "middle": (0.42, 0.6), "lower": (0.12, 0.34)}  # shares from dome to apex


@dataclass(frozen=True, slots=True)
class Plan:
    """One finding before it is placed.

    `side` is RIGHT, LEFT or BOTH; `place` is "upper", "middle", "lower" (zones of the height, as on the
    film; a broken rib has one too), "apex", "base", "wall" (the lateral chest wall), "perihilar" or "";
    `lobe` is "upper", "middle" or "lower" where the chest has lobes and the finding lies in one; `amount`
    from 0 to 1 says how far it has gone; `subtle` asks for one that hardly shows; `draw` seeds its own
    details; `size_mm` is its greatest extent (the diameter of a nodule, the width of a pneumothorax), 0
    where it has none; `target` is the contrast-to-noise that it is made to reach, 0 for whatever it has.
    """

    kind: Kind
    side: int
    place: str
    amount: float
    subtle: bool
    draw: int
    lobe: str = ""
    size_mm: float = 0.0
    target: float = 0.0

    @property
    def label(self) -> str:
        """Its CheXpert class."""
        return LABELS[self.kind]

    @property
    def side_name(self) -> str:
        """Its side in words; empty where a side says nothing."""
        if self.kind in SIDED:
            return SIDE_NAMES.get(self.side, "bilateral")
        return SIDE_NAMES.get(self.side, "") if self.kind is Kind.PACEMAKER else ""

    @property
    def solid(self) -> bool:
        """Whether it is as dense as soft tissue, whatever it is to show: a clear nodule is."""
        return self.kind is Kind.NODULE and not self.subtle

    @property
    def severity(self) -> str:
        """How much of it, in words."""
        words = SEVERITIES.get(self.kind, ("", "", ""))
        first, second = (0.55, 0.8) if self.kind in (Kind.PNEUMOTHORAX, Kind.EFFUSION) else (0.4, 0.75)
        return words[0] if self.amount < first else words[1] if self.amount < second else words[2]


SEVERITIES = {
    Kind.NODULE: ("small", "", "large"),
    Kind.MASS: ("small", "", "large"),
    Kind.EFFUSION: ("small", "moderate", "large"),
    Kind.PNEUMOTHORAX: ("small", "moderate", "large"),
    Kind.CARDIOMEGALY: ("mild", "moderate", "severe"),
    Kind.OEDEMA: ("mild", "moderate", "severe"),
    Kind.THICKENING: ("mild", "", ""),
}


def lesion_radius_mm(kind: Kind, amount: float) -> float:
    """Of a nodule or a mass."""
    return 5.5 + 9.0 * amount if kind is Kind.NODULE else 16.0 + 14.0 * amount


def gap_mm(amount: float) -> float:
    """How wide the air of a pneumothorax is beside and above the lung."""
    return 2.0 + 43.0 * amount


def layer_mm(place: str, amount: float) -> float:
    """How thick thickened pleura is."""
    return (1.6 if place == "apex" else 1.0) * wall_mm(amount)


def wall_mm(amount: float) -> float:
    """How thick thickened pleura is beside the lung."""
    return 1.0 + 17.0 * amount


def widening_mm(amount: float) -> float:
    """How much wider than the person's own the upper mediastinum is."""
    return 3.0 + 52.0 * amount


def slip_mm(amount: float) -> float:
    """How far the pieces of a broken rib have moved apart."""
    return 1.5 + 14.5 * amount


def swelling_mm(amount: float) -> float:
    """Radius of the blood that lifts the pleura off a broken rib."""
    return 3.0 + 5.0 * amount


def callus_mm(amount: float) -> float:
    """Radius of the new bone about the ends of a broken rib; that of a slight break stays within the rib."""
    return min(6.5 * amount, 6.5)


def size_mm(kind: Kind, place: str, amount: float) -> float:
    """The greatest extent that a finding's kind is measured by; 0 where it is not."""
    if kind in (Kind.NODULE, Kind.MASS):
        return 2.0 * lesion_radius_mm(kind, amount)
    if kind is Kind.PNEUMOTHORAX:
        return gap_mm(amount)
    if kind is Kind.THICKENING:
        return layer_mm(place, amount)
    if kind is Kind.MEDIASTINUM:
        return widening_mm(amount)
    return slip_mm(amount) if kind is Kind.FRACTURE else 0.0
