"""Whether a sentence's attention peaks inside the finding that it names (the pointing game).

Two baselines look at no film: a random cell, and the cell in which findings of the sentence's label and side
lay most often in training films.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from engine.panel import Draft, Evidence, Finding, FloatArray, MapFrame, Panel, Polarity, Sentence
from training.data.corpus import FilmMask
from training.metrics.scores import SEED, Measured, Rows, measured, ratio

SIGNATURE = (
    "peak of the mean word map of a sentence, centre of its grid cell, inside the mask of a finding of the "
    "sentence's label, any film, no tolerance; elected draft"
)
PRIOR = "the cell where training masks of the sentence's label and side lie most often, instead of the peak"
NOBODY_NAMED = "no sentence names a finding that is there and has a mask"
NO_PRIOR = "no training mask was looked at"

Cells = npt.NDArray[np.bool_]
Places = dict[tuple[str, str], FloatArray]  # by label and side


@dataclass(frozen=True, slots=True)
class Pointed:
    """Sentences that name a finding which is there: how many hit it, a random cell would, the prior would."""

    hits: float
    by_chance: float
    by_prior: float
    named: int


@dataclass(frozen=True, slots=True)
class LabelPlaces:
    """In how many training studies findings of a label, on a side or ("") anywhere, cover each cell.

    `covered[label, side]` is (F, h, w), by the model's slots.
    """

    covered: Mapping[tuple[str, str], FloatArray]

    def likeliest(self, finding: Finding, there: Sequence[int]) -> tuple[int, int, int] | None:
        """The commonest cell for the finding's label and side, else its label, else any finding.

        `there` are the slots that the study's films fill, of which the cell's first number counts.
        """
        for key in ((finding.label, finding.side), (finding.label, ""), ANYTHING):
            counts = self.covered.get(key)
            if counts is not None and counts[list(there)].any():
                chosen = counts[list(there)]
                film, row, column = np.unravel_index(int(chosen.argmax()), chosen.shape)
                return int(film), int(row), int(column)
        return None


ANYTHING = ("", "")


@dataclass(frozen=True, slots=True)
class NamedFinding:
    """A stated finding that is there and has a mask: its sentence, the sentence's map, cells inside masks."""

    finding: Finding
    sentence: Sentence
    attention: FloatArray  # (F, h, w)
    inside: Cells  # (F, h, w)


def named_findings(panel: Panel, masks: Sequence[FilmMask], files: Mapping[str, Path]) -> list[NamedFinding]:
    """What the elected draft names rightly. `files` maps SOP Instance UIDs to the films that `masks` name."""
    draft, frames = panel.drafts[panel.elected], panel.evidence.frames
    named = []
    for sentence, attention in stated_maps(draft, panel.evidence):
        for finding in stated(sentence):
            wanted = [mask for mask in masks if mask.finding.label == finding.label]
            if wanted:
                inside = cells_inside(frames, attention.shape[1:], wanted, files)
                named.append(NamedFinding(finding, sentence, attention, inside))
    return named


def stated(sentence: Sentence) -> list[Finding]:
    """One finding for each label that a sentence states as present or possible, by label."""
    said = {
        finding.label: finding for finding in sentence.findings if finding.polarity is not Polarity.ABSENT
    }
    return [said[label] for label in sorted(said)]


def stated_maps(draft: Draft, evidence: Evidence) -> list[tuple[Sentence, FloatArray]]:
    """Every sentence that states a finding, with its map (F, h, w)."""
    maps = [
        (sentence, evidence.words_map(draft.expert, sentence.first_word, sentence.last_word))
        for sentence in draft.sentences
        if stated(sentence)
    ]
    return [(sentence, attention) for sentence, attention in maps if attention is not None]


def pointed(named: Sequence[NamedFinding], places: LabelPlaces, there: Sequence[int]) -> Pointed:
    """The pointing of one study; `there` are the model's slots that its films fill."""
    guesses = [(each, places.likeliest(each.finding, there)) for each in named]
    return Pointed(
        hits=float(sum(bool(each.inside.flat[int(each.attention.argmax())]) for each in named)),
        by_chance=float(sum(each.inside.mean() for each in named)),
        by_prior=float(sum(bool(each.inside[cell]) for each, cell in guesses if cell is not None)),
        named=len(named),
    )


def cells_inside(
    frames: Sequence[MapFrame], grid: tuple[int, ...], masks: Sequence[FilmMask], files: Mapping[str, Path]
) -> Cells:
    """(F, h, w): whether each cell's centre lies in one of the masks; `grid` is (h, w)."""
    inside = np.zeros((len(frames), *grid), np.bool_)
    for film, frame in zip(inside, frames, strict=True):
        for mask in masks:
            if mask.film == files[frame.sop_instance_uid]:
                film |= centres_covered(mask, frame, grid)
    return inside


def centres_covered(mask: FilmMask, frame: MapFrame, grid: tuple[int, ...]) -> Cells:
    """(h, w): whether each cell's centre lies in the mask; `frame` lays the grid over the mask's film."""
    down = frame.top + (np.arange(grid[0]) + 0.5) * (frame.bottom - frame.top) / grid[0]
    along = frame.left + (np.arange(grid[1]) + 0.5) * (frame.right - frame.left) / grid[1]
    return np.array([[mask.covers(row, column) for column in along] for row in down], np.bool_)


def pointing_scores(results: Sequence[Pointed], places: LabelPlaces) -> dict[str, Measured]:
    """Share of sentences that point into their finding, of random and likely cells that would, the gain."""
    named = np.array([result.named for result in results], np.float64)
    hits, chance, prior = (
        np.stack([np.array(counts, np.float64), named], axis=-1)
        for counts in zip(
            *[(result.hits, result.by_chance, result.by_prior) for result in results], strict=True
        )
    )
    scores = {
        "pointing": _share(hits, SIGNATURE),
        "pointing_random": _share(chance, f"a random cell instead of the peak; else: {SIGNATURE}"),
    }
    if not places.covered:
        missing = {"pointing_label_prior": PRIOR, "pointing_ratio": "pointing over the better baseline"}
        return scores | {name: Measured(None, what, undefined=NO_PRIOR) for name, what in missing.items()}
    scores["pointing_label_prior"] = _share(prior, f"{PRIOR}; else: {SIGNATURE}")
    scores["pointing_ratio"] = measured(
        np.hstack([hits, chance, prior]),
        over_better,
        f"pointing over the better of a random cell and {PRIOR}, paired; {SIGNATURE}",
        f"{NOBODY_NAMED}, or no baseline ever hits",
        SEED,
    )
    return scores


def over_better(sums: Rows) -> Rows:
    """Rate of columns 0:2 over the greater of the rates of columns 2:4 and 4:6."""
    rates = np.stack([ratio(sums[..., 2:4]), ratio(sums[..., 4:6])])
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(ratio(sums[..., :2]) / rates.max(axis=0))


def _share(rows: Rows, named: str) -> Measured:
    return measured(rows, ratio, named, NOBODY_NAMED, SEED)
