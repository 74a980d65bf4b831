"""The template seen through a deformation: density and structures on a person's grid."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from scipy import ndimage

from training.phantoms.geometry import Floats, vector
from training.phantoms.scanned.deform import Deformation
from training.phantoms.scanned.grid import Grid
from training.phantoms.scanned.template import Template

# The deformation is worked out at points this far apart, linear between; at most at every third voxel.
CONTROL_MM, LEAST_STEP = 15.0, 3
# What films see (z, y, x), with room for shifts of the field and for the widest persons.
LOWEST_MM, HIGHEST_MM = (-242.0, -190.0, -204.0), (184.0, 160.0, 204.0)


@dataclass(frozen=True, slots=True, eq=False)
class Warped:
    """(Z, Y, X) density (water is 1) and values of `Structure` of a person."""

    grid: Grid
    density: Floats
    structures: npt.NDArray[np.uint8]


def warp(template: Template, deformation: Deformation, spacing_mm: float) -> Warped:
    """The person; above and below the scan its outermost slices go on."""
    template = template.fit_for(spacing_mm)
    step = max(round(CONTROL_MM / spacing_mm), LEAST_STEP)
    grid, nodes = _fitted(template, deformation, spacing_mm, step)
    density = np.empty(grid.shape, np.float32)
    structures = np.empty(grid.shape, np.uint8)
    values, labels = torch.from_numpy(template.density), torch.from_numpy(template.structures).float()
    down, across = (_line(count, step) for count in nodes.shape[1:3])
    wide = torch.einsum("xi,zyic->zyxc", across, nodes)  # (z, y, X, 3)
    share = (torch.arange(step) / step)[:, None, None, None]
    for layer in range(len(nodes) - 1):
        rows = slice(layer * step, (layer + 1) * step)
        strips = torch.lerp(wide[layer], wide[layer + 1], share)  # (step, y, X, 3)
        places = (down @ strips.flatten(2)).unflatten(2, strips.shape[2:])  # (step, Y, X, 3)
        density[rows] = _sampled(values, places, "bilinear")
        structures[rows] = _sampled(labels, places, "nearest")
    return Warped(grid, density, structures)


def _fitted(
    template: Template, deformation: Deformation, spacing_mm: float, step: int
) -> tuple[Grid, torch.Tensor]:
    """A grid that just holds the body, and (z, y, x, 3) places in the template of every `step`-th voxel.

    The places are as grid_sample wants them: x, y, z from -1 to 1 over the template.
    """
    pitch = step * spacing_mm
    first = [int(np.floor(edge / pitch)) for edge in LOWEST_MM]
    counts = [int(np.ceil(edge / pitch)) - start + 1 for start, edge in zip(first, HIGHEST_MM, strict=True)]
    coarse = Grid((first[0], first[1], first[2]), (counts[0], counts[1], counts[2]), pitch)
    index = np.stack(np.meshgrid(*(np.arange(count) for count in counts), indexing="ij"), axis=-1)
    voxels = template.voxels(deformation.to_template(coarse.points(vector(index.reshape(-1, 3)))))
    size = np.asarray(template.density.shape)
    voxels[:, 0] = np.clip(voxels[:, 0], 0.0, size[0] - 1.0)
    body = template.structures[:, ::4, ::4] > 0
    hit = ndimage.map_coordinates(body, (voxels / vector((1, 4, 4))).T, order=0, mode="constant").reshape(
        counts
    )
    spans: list[slice] = []
    for axes in ((1, 2), (0, 2), (0, 1)):
        found = np.flatnonzero(hit.any(axis=axes))
        count = hit.shape[len(spans)]
        spans.append(slice(max(int(found[0]) - 1, 0), min(int(found[-1]) + 2, count)))
    unit = np.ascontiguousarray((voxels * vector(2.0 / (size - 1.0)) - 1.0)[:, ::-1], np.float32)
    nodes = unit.reshape(*counts, 3)[spans[0], spans[1], spans[2]]
    starts = [(start + span.start) * step for start, span in zip(first, spans, strict=True)]
    shape = [(span.stop - span.start - 1) * step for span in spans]
    grid = Grid((starts[0], starts[1], starts[2]), (shape[0], shape[1], shape[2]), spacing_mm)
    return grid, torch.from_numpy(nodes)


def _line(nodes: int, step: int) -> torch.Tensor:
    """(N, nodes) weights that draw straight lines between control points, `step` voxels apart."""
    places = torch.arange((nodes - 1) * step)[:, None] / step
    return torch.clamp(1.0 - torch.abs(places - torch.arange(nodes)[None, :]), min=0.0)


def _sampled(values: torch.Tensor, places: torch.Tensor, mode: str) -> Floats:
    found = torch.nn.functional.grid_sample(
        values[None, None], places[None], mode=mode, padding_mode="zeros", align_corners=True
    )
    return np.asarray(found[0, 0].numpy(), np.float32)
