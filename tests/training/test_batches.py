from __future__ import annotations

import numpy as np
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.training.conftest import make_material
from training.data.augment import Changes, change_films, shifted
from training.data.batches import Epoch, padded, report_ids, shuffled_batches
from training.recipes import AugmentRecipe
from training.runs import Run


@settings(deadline=None)
@given(st.lists(st.integers(2, 60), min_size=1, max_size=90), st.integers(1, 9), st.integers(0, 5))
def test_every_study_comes_at_most_once_and_only_a_last_rest_is_left_out(
    lengths: list[int], batch: int, seed: int
) -> None:
    batches = shuffled_batches(lengths, batch, np.random.default_rng(seed))
    chosen = [index for part in batches for index in part]

    assert len(set(chosen)) == len(chosen)
    assert len(chosen) == (len(lengths) // batch * batch or len(lengths))


def test_an_epoch_is_the_same_twice_and_another_epoch_differs(tiny_run: Run) -> None:
    data = make_material(tiny_run, 24, 3).train
    changes = AugmentRecipe(brightness=0.1, contrast=0.1, shift=0.1)
    first, again, other = (list(Epoch(data, 4, 1, epoch, changes)) for epoch in (0, 0, 1))

    assert all(torch.equal(a.images, b.images) for a, b in zip(first, again, strict=True))
    assert not all(torch.equal(a.images, b.images) for a, b in zip(first, other, strict=True))


def test_unchanged_films_come_back_in_model_units(tiny_run: Run) -> None:
    batch = make_material(tiny_run, 3, 3).train.batch([0], None)

    assert batch.images.shape == (1, 2, 1, 16, 16)
    assert torch.isclose(batch.images[0, 0, 0, 0, 0], torch.tensor((100 / 255 - 0.5) / 0.25))
    assert batch.cells.shape == (1, 2, 1, 4, 4)
    assert batch.cells[0, 0, 0, 3, 3] == 1.0


def test_a_film_shifted_right_leaves_black_on_its_left() -> None:
    film = np.arange(9, dtype=np.float32).reshape(1, 3, 3)

    assert shifted(film, 0, 1)[0].tolist() == [[0, 0, 1], [0, 3, 4], [0, 6, 7]]
    assert shifted(film, -1, 0)[0].tolist() == [[3, 4, 5], [6, 7, 8], [0, 0, 0]]


def test_brightness_and_contrast_stay_within_grey() -> None:
    grey = np.full((1, 1, 2, 2), 0.9, np.float32)
    brighter = Changes(np.full(1, 1.0, np.float32), np.full(1, 0.3, np.float32), np.zeros((1, 2)))
    flatter = Changes(np.full(1, 0.5, np.float32), np.full(1, 0.0, np.float32), np.zeros((1, 2)))

    assert change_films(grey, brighter).max() == 1.0
    assert np.allclose(change_films(grey, flatter), 0.7)


def test_a_report_is_cut_to_its_length_and_only_then_lacks_its_end(tiny_run: Run) -> None:
    tokenizer = tiny_run.tokenizer
    whole = report_ids(tokenizer, "the lungs are clear .", 12)

    assert (whole[0], whole[-1], len(whole)) == (tokenizer.bos, tokenizer.eos, 7)
    assert report_ids(tokenizer, "the lungs are clear .", 4) == whole[:4]


def test_reports_are_padded_on_the_right() -> None:
    assert padded([[1, 2], [1]], 0).tolist() == [[1, 2], [1, 0]]
