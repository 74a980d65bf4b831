"""The deletion test: does hiding where a sentence points cost the finding's words their probability?

For every finding that the elected draft names rightly, a square around the peak of the sentence's map is
replaced by a blurred copy of the film, and so are equal squares elsewhere on that film, drawn from the cells
in which findings of the training films lie. The model looks again, and the same draft is put to it word by
word; what is compared is how much log-probability the words that name the finding lose.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.ndimage import gaussian_filter

from engine.decoding import IntArray
from engine.panel import Draft, FloatArray
from engine.preprocess import StudyInput
from engine.runtime.base import Runner
from engine.text.findings import findings_of
from engine.text.tokenizer import ReportTokenizer
from training.metrics.pointing import ANYTHING, LabelPlaces, NamedFinding
from training.metrics.scores import SEED, Measured, Rows, measured, minus, ratio

PATCH_SHARE = 0.2  # of the model's image side: about the width of a lung's zone
RANDOM_AREAS = 4  # whose mean drop is compared with the pointed area's
NONE_TRIED = "no finding was named rightly, or the test was not asked for"

Cell = tuple[int, int, int]  # film, row, column


@dataclass(frozen=True, slots=True)
class Dropped:
    """Sums over `findings` of log-probability lost, in nats: of the words that name the finding and of the

    sentence, where the pointed area is hidden and where a random one is.
    """

    words_pointed: float = 0.0
    words_random: float = 0.0
    sentence_pointed: float = 0.0
    sentence_random: float = 0.0
    findings: int = 0

    def __add__(self, other: Dropped) -> Dropped:
        return Dropped(
            self.words_pointed + other.words_pointed,
            self.words_random + other.words_random,
            self.sentence_pointed + other.sentence_pointed,
            self.sentence_random + other.sentence_random,
            self.findings + other.findings,
        )


@dataclass(frozen=True, slots=True)
class Deletion:
    """What the test needs of a bundle, and the cells (F, h, w) that random areas are drawn from."""

    runner: Runner[Any]
    tokenizer: ReportTokenizer
    places: LabelPlaces

    def dropped(self, draft: Draft, named: Sequence[NamedFinding], given: StudyInput, seed: int) -> Dropped:
        """The test on one study. A draft that does not encode back to its own tokens is left out."""
        tokens = self.tokenizer.encode(draft.text)
        if len(tokens) != len(draft.words) or ANYTHING not in self.places.covered:
            return Dropped()
        random = np.random.default_rng([SEED, seed])
        total = Dropped()
        for finding in named:
            total += self._dropped(draft, tokens, finding, given, random)
        return total

    def _dropped(
        self,
        draft: Draft,
        tokens: Sequence[int],
        named: NamedFinding,
        given: StudyInput,
        random: np.random.Generator,
    ) -> Dropped:
        there = [slot for slot, present in enumerate(given.present) if present]
        film, row, column = np.unravel_index(int(named.attention.argmax()), named.attention.shape)
        peak = (there[int(film)], int(row), int(column))
        areas = [peak, *random_cells(self.places.covered[ANYTHING], peak[0], RANDOM_AREAS, random)]
        grid = named.attention.shape[1:]
        films = np.stack([given.images, *(hidden(given.images, area, grid) for area in areas)])
        chances = self._chances(draft.expert, tokens, films, given.present)  # (1 + areas, T)
        lost = chances[0] - chances[1:]  # (areas, T)
        first, last = naming_words(draft, named)
        words = lost[:, first:last].sum(axis=1)
        sentence = lost[:, named.sentence.first_word : named.sentence.last_word].sum(axis=1)
        return Dropped(
            float(words[0]), float(words[1:].mean()), float(sentence[0]), float(sentence[1:].mean()), 1
        )

    def _chances(
        self, expert: int, tokens: Sequence[int], films: FloatArray, present: Sequence[bool]
    ) -> FloatArray:
        state = self.runner.encode_batch(films, np.tile(np.array(present, np.bool_), (len(films), 1)))
        experts = state.rows // len(films)
        expert %= experts  # all drafts of a captioner come from its one row
        state.reorder(np.arange(len(films), dtype=np.int64) * experts + expert)
        return forced(self.runner, state, (self.tokenizer.bos, *tokens), self.tokenizer.size)


def forced(runner: Runner[Any], state: Any, tokens: Sequence[int], vocabulary: int) -> FloatArray:
    """(R, T): log-probability that every row gives to each of the tokens after the first, in nats."""
    chances = []
    for given, wanted in pairwise(tokens):
        last: IntArray = np.full(state.rows, given, np.int64)
        top, state = runner.step(last, state, vocabulary)
        chances.append(top.log_probabilities[top.tokens == wanted])
    return np.stack(chances, axis=1)


def hidden(images: FloatArray, cell: Cell, grid: tuple[int, ...]) -> FloatArray:
    """Images (F, C, H, W) with a square around the centre of a cell of the grid (h, w) replaced by a blur."""
    film, row, column = cell
    height, width = images.shape[-2:]
    side = round(PATCH_SHARE * height)
    top, left = (
        int(np.clip(round((place + 0.5) * length / cells - side / 2), 0, length - side))
        for place, length, cells in ((row, height, grid[0]), (column, width, grid[1]))
    )
    patch = np.s_[film, :, top : top + side, left : left + side]
    changed = images.copy()
    changed[patch] = gaussian_filter(images[film], (0, side / 2, side / 2))[patch[1:]]
    return changed


def random_cells(
    covered: npt.NDArray[np.floating], film: int, count: int, random: np.random.Generator
) -> list[Cell]:
    """`count` cells of a film, drawn from those that findings of training films cover."""
    rows, columns = np.nonzero(covered[film] > 0)
    if not len(rows):
        rows, columns = np.nonzero(np.ones_like(covered[film]))
    drawn = random.integers(len(rows), size=count)
    return [(film, int(rows[index]), int(columns[index])) for index in drawn]


def naming_words(draft: Draft, named: NamedFinding) -> tuple[int, int]:
    """The shortest run of the sentence's words (half open) that states the label alone, the first of equals.

    The whole sentence where only that does.
    """
    first, last = named.sentence.first_word, named.sentence.last_word
    for length in range(1, last - first):
        for start in range(first, last - length + 1):
            text = draft.text[draft.words[start].start : draft.words[start + length - 1].stop]
            if named.finding.label in {finding.label for finding in findings_of(text)}:
                return start, start + length
    return first, last


def deletion_scores(results: Sequence[Dropped]) -> dict[str, Measured]:
    """Mean drop where the pointed area is hidden, where a random one is, and the one minus the other."""
    area = f"square of {PATCH_SHARE:g} of the film's side, blurred"
    chance = f"mean of {RANDOM_AREAS} areas of the film in which training findings lie"
    kinds = {
        "deletion": ("the words that name a finding", "words"),
        "deletion_sentence": ("the sentence that names a finding", "sentence"),
    }
    tried = [each for each in results if each.findings]
    scores: dict[str, Measured] = {}
    for name, (what, field) in kinds.items():
        pointed, random = (_rows(tried, f"{field}_{where}") for where in ("pointed", "random"))
        named = f"log-probability in nats that {what} lose, elected draft, {area}"
        scores |= {
            f"{name}_pointed": _mean(pointed, f"{named} at the peak of the sentence's map"),
            f"{name}_random": _mean(random, f"{named}, {chance}"),
            f"{name}_pointed_minus_random": measured(
                np.hstack([pointed, random]),
                minus(ratio),
                f"{named}, at the peak minus {chance}, paired",
                NONE_TRIED,
                SEED,
            ),
        }
    return scores


def _rows(results: Sequence[Dropped], field: str) -> Rows:
    return np.array([[getattr(each, field), each.findings] for each in results], np.float64).reshape(-1, 2)


def _mean(rows: Rows, named: str) -> Measured:
    return measured(rows, ratio, named, NONE_TRIED, SEED)
