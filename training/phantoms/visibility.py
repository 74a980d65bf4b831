"""How well a finding shows: its contrast-to-noise, measured from its own shadow.

What decides is the mean change of log signal within a finding over what normal anatomy varies by over the
same area. Measured on normal phantoms of both kinds (mean of a disc less that of the ring about it, in the
lungs), this disorder of ribs and vessels does not fall with the area as white noise does, but grows slowly.
Findings that are a change of shape or place (heart, mediastinum, rib, pleural line) are measured against what
readers vary by.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from training.phantoms.film import QUANTA_PER_MM2, SCATTER_MM, Exposure, smooth
from training.phantoms.findings import Kind, Plan, gap_mm, slip_mm, wall_mm, widening_mm
from training.phantoms.geometry import Bools, Floats

FAINT_BELOW = 4.0  # Rose: below 3 to 5 an object is not reliably seen
# Standard deviation of log signal over 1 cm2 of normal lung. Discs against rings measure twice that; half of
# it, our estimate, readers can tell: they know where ribs run and compare the sides (docs/phantoms.md).
ANATOMIC_NOISE = {"PA": 0.02, "LL": 0.03}
GROWTH = 0.2  # exponent with which that grows with the area
AREA_CM2 = (0.25, 40.0)  # least and greatest area that counts
RATIO_LIMIT, RATIO_SPREAD = 0.49, 0.016  # cardiothoracic ratio: normal limit, and by how much readers differ
WIDTH_SPREAD_MM = 5.5  # of the upper mediastinum
SLIP_SPREAD_MM = 2.0  # of the pieces of a rib
WALL_SPREAD_MM = 1.6  # of the pleura beside the ribs
GAP_SPREAD_MM = 3.0  # of a pleural line from the wall
MEASURED: dict[Kind, tuple[Callable[[float], float], float]] = {
    Kind.FRACTURE: (slip_mm, SLIP_SPREAD_MM),
    Kind.PNEUMOTHORAX: (gap_mm, GAP_SPREAD_MM),
    Kind.MEDIASTINUM: (widening_mm, WIDTH_SPREAD_MM),
    Kind.THICKENING: (wall_mm, WALL_SPREAD_MM),
}
MASK_SHARE = 0.22  # of a shadow's peak; fainter margins are left out of the mask
LEAST_SHADOW = 0.012


def heart_contrast(ratio: float) -> float:
    """How far a cardiothoracic ratio is beyond normal, in spreads of readers."""
    return (ratio - RATIO_LIMIT) / RATIO_SPREAD


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """A finding's (H, W) shadow in one view, how that was exposed, and (H, W) attenuation with it."""

    view: str
    shadow: Floats
    exposure: Exposure
    pitch_mm: float
    attenuation: Floats


def mask_of(shadow: Floats) -> Bools:
    """(H, W) where a finding lies on the film."""
    peak = float(np.percentile(shadow[shadow > 0], 98)) if (shadow > 0).any() else 0.0
    return np.asarray(shadow > max(MASK_SHARE * peak, LEAST_SHADOW))


def contrast(plan: Plan, heart_ratio: float, sights: Sequence[Sight]) -> float:
    """Contrast-to-noise of one finding in the view that shows it best; the ratio is cardiothoracic."""
    if plan.kind is Kind.CARDIOMEGALY:
        return heart_contrast(heart_ratio)
    if plan.kind in MEASURED:
        measure, spread_mm = MEASURED[plan.kind]
        return measure(plan.amount) / spread_mm
    return max(shadow_contrast(sight) for sight in sights)


def shadow_contrast(sight: Sight) -> float:
    """Contrast-to-noise of a shadow on one film."""
    mask = mask_of(sight.shadow)
    if not mask.any():
        return 0.0
    exposure = sight.exposure
    with_it = np.exp(-sight.attenuation * exposure.hardness)
    scattered = (exposure.scatter * smooth(with_it, SCATTER_MM, sight.pitch_mm))[mask]
    with_it = with_it[mask]
    without = with_it * np.exp(sight.shadow[mask] * exposure.hardness)
    # Little of it shows where most of what arrives is scatter: behind the heart and the diaphragm.
    signal = float(np.log((without + scattered) / (with_it + scattered)).mean())
    quantum = 1.0 / max(QUANTA_PER_MM2 * exposure.dose * float(with_it.mean()), 1.0)  # variance over 1 mm^2
    area_cm2 = float(np.clip(float(mask.sum()) * sight.pitch_mm**2 / 100.0, *AREA_CM2))
    anatomic = ANATOMIC_NOISE[sight.view] * area_cm2**GROWTH
    return float(signal / np.sqrt(anatomic**2 + quantum / (100.0 * area_cm2)))
