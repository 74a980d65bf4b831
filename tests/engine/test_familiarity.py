from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from engine.errors import BundleDamaged
from engine.familiarity import Familiarity, film_features
from engine.panel import FloatArray
from engine.runtime.base import BoolArray


@pytest.fixture
def known() -> Familiarity:
    random = np.random.default_rng(1)
    spread = np.array([1.0, 5.0, 0.2])
    films = (random.normal(size=(1000, 2, 3)) * spread + [10.0, 0.0, 0.0]).astype(np.float32)
    return Familiarity.fitted(films[:700], films[700:])


def study(first: float, second: float, third: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return np.array([[first, second, third], [0.0, 0.0, 0.0]], np.float32)


def test_a_film_like_the_training_films_is_familiar(known: Familiarity) -> None:
    assert not known.is_unfamiliar(study(10.0, 4.0, 0.1))


def test_a_film_far_off_in_a_narrow_direction_is_unfamiliar(known: Familiarity) -> None:
    assert known.distance(study(10.0, 10.0, 0.0)) < known.distance(study(20.0, 0.0, 0.0))
    assert known.is_unfamiliar(study(20.0, 0.0, 0.0))


def test_one_odd_film_makes_the_study_unfamiliar(known: Familiarity) -> None:
    both = np.array([[10.0, 0.0, 0.0], [30.0, 0.0, 0.0]], np.float32)

    assert known.is_unfamiliar(both)


def test_absent_films_are_not_judged(known: Familiarity) -> None:
    assert known.distance(np.zeros((2, 3), np.float32)) == 0.0


def test_nearly_all_films_like_the_training_films_pass(known: Familiarity) -> None:
    random = np.random.default_rng(2)
    films = (random.normal(size=(500, 2, 3)) * [1.0, 5.0, 0.2] + [10.0, 0.0, 0.0]).astype(np.float32)

    assert np.mean([known.is_unfamiliar(film) for film in films]) < 0.04


def test_a_saved_file_judges_alike(known: Familiarity, tmp_path: Path) -> None:
    path = tmp_path / "familiarity.safetensors"
    path.write_bytes(known.to_bytes())

    assert Familiarity.load(path).distance(study(13.0, 1.0, 0.0)) == known.distance(study(13.0, 1.0, 0.0))


@pytest.mark.parametrize("content", [b"", b"not safetensors at all"])
def test_a_damaged_file_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "familiarity.safetensors"
    path.write_bytes(content)

    with pytest.raises(BundleDamaged, match=r"familiarity\.safetensors"):
        Familiarity.load(path)


def test_a_view_without_films_cannot_be_learned() -> None:
    films = np.zeros((5, 1, 3), np.float32)

    with pytest.raises(ValueError, match="two films"):
        Familiarity.fitted(films, films)


def test_a_view_that_was_never_learned_is_unfamiliar_beside_one_that_was() -> None:
    films = np.zeros((9, 2, 3), np.float32)
    films[:, 0] = np.random.default_rng(1).normal(1.0, 1.0, (9, 3))
    known = Familiarity.fitted(films, films)
    assert known.distance(films[:1, 0:1].repeat(2, 1)[0] * np.array([[1.0], [0.0]], np.float32)) <= 1.0
    assert known.is_unfamiliar(np.array([[0, 0, 0], [0.1, 0, 0]], np.float32))


class Averaging:
    """A runner whose feature of a film is the mean of all films that it is shown together."""

    def encode_batch(self, images: FloatArray, present: BoolArray) -> Seen:
        shown = present.sum(axis=1, keepdims=True)
        together = (images.mean(axis=(2, 3, 4)) * present).sum(axis=1, keepdims=True) / shown
        return Seen((together * present).reshape(-1, 1).astype(np.float32))


@dataclass(frozen=True)
class Seen:
    features: FloatArray


def test_every_film_is_looked_at_alone() -> None:
    images = np.stack([np.full((2, 1, 2, 2), [[[[1.0]]], [[[5.0]]]]), np.full((2, 1, 2, 2), 9.0)])
    present = np.array([[True, True], [True, False]])
    features = film_features(Averaging(), images.astype(np.float32), present)  # type: ignore[arg-type]
    assert features[:, :, 0].tolist() == [[1.0, 5.0], [9.0, 0.0]]
