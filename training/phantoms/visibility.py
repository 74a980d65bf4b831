"""How well a finding shows: its contrast-to-noise, measured from its own shadow.

Rose's model: what decides is contrast over noise, times the root of the area over which the eye gathers it.
Here the noise is quantum noise and, far larger, the disorder of normal anatomy (ribs and vessels); findings
that are a change of shape (heart, mediastinum, rib) are measured against what readers vary by.
"""

from __future__ import annotations

import numpy as np

from training.phantoms.anatomy import Chest
from training.phantoms.film import QUANTA_PER_MM2, Exposure
from training.phantoms.findings import Kind, Plan, slip_mm
from training.phantoms.geometry import Bools, Floats
from training.phantoms.projection import Projection, cardiothoracic_ratio, extent

FAINT_BELOW = 4.0  # Rose: below 3 to 5 an object is not reliably seen
ANATOMIC_NOISE = 0.055  # standard deviation of log signal in normal lung, over about a square centimetre
GATHERED_CM2 = (0.25, 4.0)  # least and greatest area that counts
RATIO_LIMIT, RATIO_SPREAD = 0.49, 0.016  # cardiothoracic ratio: normal limit, and by how much readers differ
WIDTH_LIMIT_MM, WIDTH_SPREAD_MM = 72.0, 5.5  # upper mediastinum
SLIP_SPREAD_MM = 1.1  # of the pieces of a rib
MASK_SHARE = 0.22  # of a shadow's peak; fainter margins are left out of the mask
LEAST_SHADOW = 0.012


def mask_of(shadow: Floats) -> Bools:
    """(H, W) where a finding lies on the film."""
    peak = float(np.percentile(shadow[shadow > 0], 98)) if (shadow > 0).any() else 0.0
    return np.asarray(shadow > max(MASK_SHARE * peak, LEAST_SHADOW))


def contrast(plan: Plan, chest: Chest, views: list[tuple[Projection, Floats, Exposure, float]]) -> float:
    """Contrast-to-noise of one finding in the view that shows it best.

    `views` holds the projection, this finding's shadow, the exposure and the pixel pitch of each film.
    """
    if plan.kind is Kind.CARDIOMEGALY:
        return (cardiothoracic_ratio(chest) - RATIO_LIMIT) / RATIO_SPREAD
    if plan.kind is Kind.MEDIASTINUM:
        left, right = extent(chest.upper_mediastinum, 0)
        return (right - left - WIDTH_LIMIT_MM) / WIDTH_SPREAD_MM
    if plan.kind is Kind.FRACTURE:
        return slip_mm(plan.amount) / SLIP_SPREAD_MM
    return max(_shadow_contrast(*view) for view in views)


def _shadow_contrast(projection: Projection, shadow: Floats, exposure: Exposure, pitch_mm: float) -> float:
    mask = mask_of(shadow)
    if not mask.any():
        return 0.0
    primary = 1.0 / (1.0 + exposure.scatter)
    signal = float(shadow[mask].mean()) * exposure.hardness * primary
    behind = float(np.exp(-projection.attenuation[mask] * exposure.hardness).mean())
    quantum = 1.0 / max(QUANTA_PER_MM2 * exposure.dose * behind, 1.0)  # variance over 1 mm^2
    area_cm2 = float(mask.sum()) * pitch_mm**2 / 100.0
    gathered = np.sqrt(np.clip(area_cm2, *GATHERED_CM2))
    return float(signal / np.sqrt(ANATOMIC_NOISE**2 + quantum) * gathered)
