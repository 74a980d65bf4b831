"""Whether a sentence's attention peaks inside the finding that it names (the pointing game).

Two baselines look at no film: a random cell, and the cell in which findings of the sentence's label and side
lay most often in training films.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
VARIED = 0.5  # of a finding's kin in training films lie elsewhere than in the commonest cell, or more
OF_VARIED_PLACE = "whose commonest cell covers less than half of their kin in training films"
NOBODY_NAMED = "no sentence names a finding that is there and has a mask"
NO_PRIOR = "no training mask was looked at"

Cells = npt.NDArray[np.bool_]
Places = dict[tuple[str, str], FloatArray]  # by label and side


@dataclass(frozen=True, slots=True)
class Pointed:
    """One rightly named finding: whether the peak hits it, a random cell's chance, whether the prior hits.

    `usual` is in which share of training studies with such a finding it covers the prior's cell.
    """

    label: str
    hit: bool
    by_chance: float
    by_prior: bool
    usual: float


@dataclass(frozen=True, slots=True)
class LabelPlaces:
    """Where findings lie: `covered[label, side]` (F, h, w), by the model's slots, side "" for any.

    The share of the training studies with such a finding in which it covers a cell.
    """

    covered: Mapping[tuple[str, str], FloatArray]

    def shares(self, finding: Finding, there: Sequence[int]) -> FloatArray | None:
        """(len(there), h, w) for the finding's label and side, else its label, else any finding.

        `there` are the slots that the study's films fill.
        """
        for key in ((finding.label, finding.side), (finding.label, ""), ANYTHING):
            shares = self.covered.get(key)
            if shares is not None and shares[list(there)].any():
                return shares[list(there)]
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


def pointed(named: Sequence[NamedFinding], places: LabelPlaces, there: Sequence[int]) -> tuple[Pointed, ...]:
    """The pointing of one study; `there` are the model's slots that its films fill."""
    results = []
    for each in named:
        shares = places.shares(each.finding, there)
        results.append(
            Pointed(
                label=each.finding.label,
                hit=bool(each.inside.flat[int(each.attention.argmax())]),
                by_chance=float(each.inside.mean()),
                by_prior=shares is not None and bool(each.inside.flat[int(shares.argmax())]),
                usual=float(shares.max()) if shares is not None else 0.0,
            )
        )
    return tuple(results)


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


def pointing_scores(results: Sequence[Sequence[Pointed]], places: LabelPlaces) -> dict[str, Measured]:
    """Pointing beside its baselines: of all named findings, of those of varied place, and label by label."""
    labels = sorted({each.label for study in results for each in study})
    by_label = {
        name: score
        for label in labels
        for name, score in _beside_baselines(
            [[each for each in study if each.label == label] for study in results], places, f": {label}"
        ).items()
        if not name.startswith("pointing_ratio")
    }
    varied = [[each for each in study if each.usual < VARIED] for study in results]
    elsewhere = _beside_baselines(varied, places, "_varied", f", only findings {OF_VARIED_PLACE}")
    return _beside_baselines(results, places) | (elsewhere if places.covered else {}) | by_label


def _beside_baselines(
    results: Sequence[Sequence[Pointed]], places: LabelPlaces, suffix: str = "", which: str = ""
) -> dict[str, Measured]:
    """Share of sentences that point into their finding, of random and likely cells that would, the gain."""
    hits = _rows(results, lambda each: each.hit)
    chance = _rows(results, lambda each: each.by_chance)
    scores = {
        f"pointing{suffix}": _share(hits, f"{SIGNATURE}{which}"),
        f"pointing_random{suffix}": _share(
            chance, f"a random cell instead of the peak; else: {SIGNATURE}{which}"
        ),
    }
    names = (f"pointing_label_prior{suffix}", f"pointing_ratio{suffix}")
    if not places.covered:
        return scores | {name: Measured(None, f"{PRIOR}{which}", undefined=NO_PRIOR) for name in names}
    prior = _rows(results, lambda each: each.by_prior)
    scores[names[0]] = _share(prior, f"{PRIOR}; else: {SIGNATURE}{which}")
    scores[names[1]] = measured(
        np.hstack([hits, chance, prior]),
        over_better,
        f"pointing over the better of a random cell and {PRIOR}, paired; {SIGNATURE}{which}",
        f"{NOBODY_NAMED}, or no baseline ever hits",
        SEED,
    )
    return scores


def _rows(results: Sequence[Sequence[Pointed]], count: Callable[[Pointed], float]) -> Rows:
    return np.array([[sum(map(count, study)), len(study)] for study in results], np.float64).reshape(-1, 2)


def over_better(sums: Rows) -> Rows:
    """Rate of columns 0:2 over the greater of the rates of columns 2:4 and 4:6."""
    rates = np.stack([ratio(sums[..., 2:4]), ratio(sums[..., 4:6])])
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(ratio(sums[..., :2]) / rates.max(axis=0))


def _share(rows: Rows, named: str) -> Measured:
    return measured(rows, ratio, named, NOBODY_NAMED, SEED)
