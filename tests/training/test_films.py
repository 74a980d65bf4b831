from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.errors import DiskFull, RecipeError
from engine.panel import MapFrame, Polarity
from engine.preprocess import InputConvention
from engine.progress import Progress, ignore_progress
from tests.training.made_corpora import write_film
from training.data.corpus import Corpus, CorpusStudy, FilmMask, TrueFinding, phantom_corpus
from training.data.films import (
    LEVELS,
    FilmCache,
    StreamedFilms,
    as_bytes,
    cell_shares,
    label_cells,
    open_cache,
    read_study,
)
from training.data.opening import open_corpus
from training.data.targets import Slots, cell_targets
from training.phantoms.corpus import Corpus as PhantomCorpus
from training.phantoms.corpus import Part, write_corpus
from training.recipes import DataRecipe

CONVENTION = InputConvention(height=32, width=32, channels=1, views=2)


@pytest.fixture(scope="module")
def phantoms(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("phantoms")
    write_corpus(PhantomCorpus(folder, (Part(9, 4),), 64), 1, lambda _: None)
    return folder


def test_a_cell_half_covered_has_a_share_of_one_half() -> None:
    mask = np.zeros((4, 4), bool)
    mask[:2, :3] = True

    shares = cell_shares(mask, MapFrame("film", 0, 0, 4, 4), 2)

    assert shares.tolist() == [[1.0, 0.5], [0.0, 0.0]]


def test_cells_with_fractional_edges_get_their_exact_share() -> None:
    mask = np.zeros((3, 3), bool)
    mask[1, 1] = True

    shares = cell_shares(mask, MapFrame("film", 0, 0, 3, 3), 2)

    assert shares == pytest.approx(np.full((2, 2), 0.25 / 2.25))


def test_padding_around_the_film_is_not_covered() -> None:
    shares = cell_shares(np.ones((4, 2), bool), MapFrame("film", 0, -1, 4, 3), 4)

    assert shares.tolist() == [[0.0, 1.0, 1.0, 0.0]] * 4


def test_a_mask_lies_on_its_own_film_and_label_only() -> None:
    finding = TrueFinding("Edema", Polarity.PRESENT)
    mask = FilmMask(finding, Path("pa.dcm"), np.ones((2, 2), bool), step=4)
    frames = [(Path("pa.dcm"), MapFrame("1", 0, 0, 8, 8)), (Path("lat.dcm"), MapFrame("2", 0, 0, 8, 8))]

    cells = label_cells([mask], frames, ["Edema", "Fracture"], 2)

    assert cells[0, 0].min() == 1.0
    assert cells[0, 1].max() == cells[1].max() == 0.0


def test_a_point_is_inside_a_coarse_mask_by_film_pixels() -> None:
    grid = np.zeros((2, 2), bool)
    grid[1, 0] = True
    mask = FilmMask(TrueFinding("Edema", Polarity.PRESENT), Path("pa.dcm"), grid, step=4)

    assert mask.covers(4.0, 3.9)
    assert not mask.covers(3.9, 3.9)
    assert not mask.covers(9.0, 0.0)
    assert not mask.covers(-0.1, 0.0)


def test_the_most_covered_cell_is_a_full_target_and_an_empty_film_has_none() -> None:
    shares = np.array([[[0.0, 0.2], [0.1, 0.0]], [[0.0, 0.0], [0.0, 0.0]]], np.float32)

    assert cell_targets(shares)[0].ravel() == pytest.approx([0.0, 1.0, 0.5, 0.0])
    assert cell_targets(shares)[1].max() == 0.0


def test_grey_bytes_come_back_within_half_a_level() -> None:
    grey = np.linspace(0, 1, 50, dtype=np.float32).reshape(1, 1, 50)
    units = (grey - CONVENTION.mean[0]) / CONVENTION.std[0]

    assert np.abs(as_bytes(units, CONVENTION)[0] / LEVELS - grey[0]).max() <= 0.5 / LEVELS + 1e-6


def test_the_cache_holds_both_films_and_the_masks_of_every_study(phantoms: Path, tmp_path: Path) -> None:
    corpus = phantom_corpus(phantoms)
    cache = open_cache(tmp_path, corpus, CONVENTION, 4, ignore_progress)

    assert isinstance(cache, FilmCache)
    assert cache.films.shape == (4, 2, 32, 32)
    assert cache.present.all()
    for row, study in enumerate(corpus.studies):
        covered = {cache.labels[label] for label in np.flatnonzero(cache.masks[row].max(axis=(1, 2, 3)))}
        assert covered == {finding.label for finding in study.findings}
    assert cache.films.std(axis=(2, 3)).min() > 5


def test_a_second_run_uses_the_same_cache(phantoms: Path, tmp_path: Path) -> None:
    corpus = phantom_corpus(phantoms)
    open_cache(tmp_path, corpus, CONVENTION, 4, ignore_progress)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.npy")}
    open_cache(tmp_path, corpus, CONVENTION, 4, ignore_progress)

    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.npy")} == before


def test_a_bilateral_finding_fills_both_sides() -> None:
    from tests.training.conftest import side_study

    both = side_study(0, "", "train")
    bilateral = replace(both, findings=(TrueFinding("Pleural Effusion", Polarity.UNCERTAIN, "bilateral"),))
    slots = Slots.of([bilateral])

    assert slots.pairs == (("Pleural Effusion", "left"), ("Pleural Effusion", "right"))
    assert slots.targets(bilateral).tolist() == [1.0, 1.0]
    assert slots.targets(side_study(0, "left", "train")).tolist() == [1.0, 0.0]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("somewhere", 'must be "kind:place"'),
        ("chexpert:folder", 'of the kind "chexpert", for which there is no reader'),
        ("iu:nowhere", "there is no such folder"),
        ("phantom:nowhere", "there is no finished phantom corpus"),
    ],
)
def test_a_corpus_that_cannot_be_read_says_why(source: str, message: str) -> None:
    with pytest.raises(RecipeError, match=message):
        open_corpus(DataRecipe(source))


def _noise(folder: Path, count: int) -> Corpus:
    """Studies of two pictures of noise each, as IU X-Ray has them."""
    studies = [
        CorpusStudy(
            identifier=f"study {number}",
            split="train",
            report="Noise.",
            films=tuple(write_film(folder / f"{number}_{view}.png", 2 * number + view) for view in (0, 1)),
            views=("", "LATERAL"),
            truth="",
        )
        for number in range(count)
    ]
    return Corpus(folder, "noise", studies)


def test_films_beyond_the_limit_are_the_same_as_those_that_are_kept(tmp_path: Path) -> None:
    corpus = _noise(tmp_path, 5)
    whole = open_cache(tmp_path / "whole", corpus, CONVENTION, 4, ignore_progress)
    part = open_cache(tmp_path / "part", corpus, CONVENTION, 4, ignore_progress, limit_bytes=2 * 2050)

    assert isinstance(part, StreamedFilms)
    assert len(part.kept) == 2
    rows = np.array([4, 0, 3])
    for one, other in zip(
        (whole.take(rows).films, whole.take(rows).present),
        (part.take(rows).films, part.take(rows).present),
        strict=True,
    ):
        assert np.array_equal(one, other)
    assert whole.take(rows).present.all()
    part.decoders.close()


def test_pictures_go_where_the_corpus_says_that_they_belong(tmp_path: Path) -> None:
    corpus = _noise(tmp_path, 1)
    (study,) = corpus.studies
    opened = read_study(study)

    assert [film.is_lateral for film in opened.radiographs] == [False, True]
    assert len({film.study_uid for film in opened.radiographs} | {opened.study_uid}) == 1
    assert read_study(replace(study, identifier="another")).study_uid != opened.study_uid


def test_a_film_that_cannot_be_read_is_absent_and_a_study_without_any_has_none(tmp_path: Path) -> None:
    corpus = _noise(tmp_path, 3)
    (tmp_path / "0_1.png").write_bytes(b"\x89PNG\r\n\x1a\nbroken")
    for view in (0, 1):
        (tmp_path / f"2_{view}.png").write_bytes(b"no picture")

    cache = open_cache(tmp_path / "runs", corpus, CONVENTION, 4, ignore_progress)
    assert cache.take(np.arange(3)).present.tolist() == [[True, False], [True, True], [False, False]]


def test_making_a_cache_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    corpus = _noise(tmp_path, 4)
    seen: list[int] = []

    def stop_after_two(progress: Progress) -> None:
        seen.append(progress.done)
        if progress.done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        open_cache(tmp_path / "runs", corpus, CONVENTION, 4, stop_after_two)
    seen.clear()
    cache = open_cache(tmp_path / "runs", corpus, CONVENTION, 4, lambda progress: seen.append(progress.done))
    assert seen[0] > 2
    assert cache.take(np.arange(4)).present.all()


def test_a_cache_that_the_disk_has_no_room_for_is_refused_before_it_is_begun(tmp_path: Path) -> None:
    corpus = _noise(tmp_path, 3)
    large = replace(CONVENTION, height=10**8, width=10**5)

    with pytest.raises(DiskFull, match="--cache-gb"):
        open_cache(tmp_path, corpus, large, 4, ignore_progress, limit_bytes=10**20)
