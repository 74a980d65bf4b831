"""The deletion test on a fake model whose belief in "effusion" is the brightness of one place of the film."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from engine.decoding import IntArray, TopK
from engine.panel import Draft, Finding, FloatArray, Polarity, Word
from engine.preprocess import StudyInput
from engine.runtime.base import BoolArray
from engine.text.annotate import annotated
from engine.text.tokenizer import ReportTokenizer, train_word_level
from training.metrics.deletion import (
    PATCH_SHARE,
    Deletion,
    Dropped,
    deletion_scores,
    forced,
    hidden,
    naming_words,
    random_cells,
)
from training.metrics.pointing import ANYTHING, LabelPlaces, NamedFinding

TEXT = "There is a left effusion."
GRID, SIDE = (4, 4), 40
LESION = (0, 3, 3)  # film, row, column of the cell that shows it


@dataclass
class FakeState:
    films: FloatArray
    rows: int
    asked: list[IntArray] = field(default_factory=list)

    def reorder(self, parents: IntArray) -> None:
        """One expert of two for each study: row 2 b + e is expert e of study b."""
        self.films, self.rows = self.films[parents // 2], len(parents)


class FakeRunner:
    """Two experts; the log-probability of any token is minus the number of dark pixels of the lesion."""

    def __init__(self, vocabulary: int) -> None:
        self.vocabulary = vocabulary

    def encode_batch(self, images: FloatArray, present: BoolArray) -> FakeState:
        return FakeState(images, 2 * len(images))

    def step(self, tokens: IntArray, state: FakeState, k: int) -> tuple[TopK, FakeState]:
        assert k == self.vocabulary
        state.asked.append(tokens)
        cells = state.films[:, 0, 0, 30:40, 30:40]  # LESION of a 4 x 4 grid on 40 x 40 pixels
        chances = np.tile(-(cells < 0.5).sum(axis=(1, 2)).astype(np.float32)[:, None], (1, k))
        order = np.tile(np.arange(k)[::-1], (len(tokens), 1))
        return TopK(chances, order.astype(np.int64)), state


def tokenizer() -> ReportTokenizer:
    return train_word_level([TEXT], 1)


def draft() -> Draft:
    decoded = tokenizer().decode(tokenizer().encode(TEXT))
    words = tuple(Word(start, stop) for start, stop in decoded.words)
    return Draft(1, decoded.text, words, annotated(decoded.text, words))


def named(peak: tuple[int, int, int]) -> NamedFinding:
    attention = np.zeros((1, *GRID), np.float32)
    attention[peak] = 1.0
    finding = Finding("Pleural Effusion", Polarity.PRESENT, "left")
    return NamedFinding(finding, draft().sentences[0], attention, attention > 0)


def given() -> StudyInput:
    """A bright lesion in the corner of a dark film."""
    images = np.zeros((1, 1, SIDE, SIDE), np.float32)
    images[0, 0, 30:, 30:] = 1.0
    return StudyInput(images, (True,), (None,))


def dropped(peak: tuple[int, int, int]) -> Dropped:
    """Random areas can only lie in the cell opposite the lesion."""
    covered = np.zeros((1, *GRID), np.float32)
    covered[0, 0, 0] = 1
    runner: Any = FakeRunner(tokenizer().size)
    return Deletion(runner, tokenizer(), LabelPlaces({ANYTHING: covered})).dropped(
        draft(), [named(peak)], given(), 0
    )


def test_hiding_the_lesion_costs_the_words_their_probability_and_hiding_another_place_does_not() -> None:
    result = dropped(LESION)

    assert result.findings == 1
    assert result.words_pointed > 0
    assert result.words_random == 0
    assert result.sentence_pointed == pytest.approx(6 * result.words_pointed)  # six tokens, one names it


def test_pointing_beside_the_lesion_costs_nothing() -> None:
    assert dropped((0, 0, 1)) == Dropped(0, 0, 0, 0, 1)


def test_only_the_square_around_the_cell_changes() -> None:
    images = np.random.default_rng(0).random((2, 1, SIDE, SIDE)).astype(np.float32)
    changed = hidden(images, (1, 1, 2), GRID) != images
    side = round(PATCH_SHARE * SIDE)

    rows, columns = np.nonzero(changed[1, 0])
    assert not changed[0].any()
    assert (rows.min(), rows.max()) == (15 - side // 2, 15 + side // 2 - 1)
    assert (columns.min(), columns.max()) == (25 - side // 2, 25 + side // 2 - 1)


def test_a_square_at_the_edge_is_moved_inside_and_keeps_its_size() -> None:
    images = np.random.default_rng(0).random((1, 1, SIDE, SIDE)).astype(np.float32)

    assert (hidden(images, (0, 0, 0), GRID) != images).sum() == round(PATCH_SHARE * SIDE) ** 2


def test_random_areas_lie_where_training_findings_lie_and_are_the_same_for_the_same_seed() -> None:
    covered = np.zeros((2, 4, 4))
    covered[1, 2, 3] = covered[1, 0, 1] = 5
    first, second = (random_cells(covered, 1, 9, np.random.default_rng(4)) for _ in range(2))

    assert first == second
    assert set(first) <= {(1, 2, 3), (1, 0, 1)}


def test_the_finding_is_named_by_the_fewest_words_that_the_labeller_needs() -> None:
    first, last = naming_words(draft(), named(LESION))

    assert [TEXT[word.start : word.stop] for word in draft().words[first:last]] == ["effusion"]


def test_the_same_words_are_put_to_every_row() -> None:
    state = FakeState(given().images[None].repeat(2, axis=0), 2)
    runner: Any = FakeRunner(9)
    chances = forced(runner, state, (1, 5, 7), 9)

    assert chances.shape == (2, 2)
    assert [asked.tolist() for asked in state.asked] == [[1, 1], [5, 5]]


def test_what_was_not_tried_is_undefined() -> None:
    scores = deletion_scores([Dropped(), Dropped()])

    assert all(score.value is None and score.undefined for score in scores.values())


def test_the_lead_of_the_pointed_area_is_paired() -> None:
    scores = deletion_scores([Dropped(3.0, 1.0, 4.0, 2.0, 2), Dropped(1.0, 0.0, 1.0, 0.0, 2)])

    assert scores["deletion_pointed"].value == 1.0
    assert scores["deletion_random"].value == 0.25
    assert scores["deletion_pointed_minus_random"].value == 0.75
    assert scores["deletion_sentence_pointed_minus_random"].value == 0.75
