"""Whether a sentence's attention peaks inside the finding that it names (the pointing game)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.panel import Draft, Evidence, FloatArray, MapFrame, Panel, Polarity
from training.data.corpus import FilmMask

SIGNATURE = (
    "peak of the mean word map of a sentence, centre of its grid cell, inside the mask of a finding of the "
    "sentence's label, any film, no tolerance; elected draft"
)


@dataclass(frozen=True, slots=True)
class Pointed:
    """Sentences that name a finding which is there: how many hit it, how many a random cell would."""

    hits: float
    by_chance: float
    named: int


def pointed(panel: Panel, masks: Sequence[FilmMask], files: dict[str, Path]) -> Pointed:
    """The elected draft's pointing. `files` maps SOP Instance UIDs to the films that `masks` name."""
    draft = panel.drafts[panel.elected]
    hits, chance, named = 0.0, 0.0, 0
    for labels, attention in named_maps(draft, panel.evidence):
        for label in labels:
            wanted = [mask for mask in masks if mask.finding.label == label]
            if not wanted:
                continue
            inside = cells_inside(panel.evidence.frames, attention, wanted, files)
            hits += float(inside.flat[int(attention.argmax())])
            chance += float(inside.mean())
            named += 1
    return Pointed(hits, chance, named)


def named_maps(draft: Draft, evidence: Evidence) -> list[tuple[tuple[str, ...], FloatArray]]:
    """For every sentence that states findings: their labels, and its map (F, h, w)."""
    stated = []
    for sentence in draft.sentences:
        said = {finding.label for finding in sentence.findings if finding.polarity is not Polarity.ABSENT}
        attention = evidence.words_map(draft.expert, sentence.first_word, sentence.last_word)
        if said and attention is not None:
            stated.append((tuple(sorted(said)), attention))
    return stated


def cells_inside(
    frames: Sequence[MapFrame], attention: FloatArray, masks: Sequence[FilmMask], files: dict[str, Path]
) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """(F, h, w): whether each cell's centre lies in one of the masks."""
    inside = np.zeros(attention.shape, np.bool_)
    for film, row, column in np.ndindex(attention.shape):
        frame = frames[film]
        down = frame.top + (row + 0.5) * (frame.bottom - frame.top) / attention.shape[1]
        along = frame.left + (column + 0.5) * (frame.right - frame.left) / attention.shape[2]
        on_film = [mask for mask in masks if mask.film == files[frame.sop_instance_uid]]
        inside[film, row, column] = any(mask.covers(down, along) for mask in on_film)
    return inside
