from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from engine.errors import RecipeError
from engine.preprocess import Fit, InputConvention
from engine.progress import ignore_progress
from training.data.patients import read_patients, split_of
from training.data.unlabelled import films_fingerprint, find_films, open_unlabelled

CONVENTION = InputConvention(height=16, width=16, channels=1, views=2, fit=Fit.PAD, mean=(0.5,), std=(0.25,))


def write_film(path: Path, seed: int) -> None:
    grey = np.random.default_rng(seed).integers(1, 255, (20, 16), dtype=np.uint8)
    Image.fromarray(grey).save(path)


def write_films(folder: Path, patients: int, each: int = 2) -> Path:
    """PNG films f0-0, f0-1, f1-0, ... of patients p0, p1, ... with the table that says so."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "data.csv").open("w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["patient_id", "image_id", "sex"])
        for patient in range(patients):
            for film in range(each):
                write_film(folder / f"f{patient}-{film}.png", patient * each + film)
                table.writerow([f"p{patient}", f"f{patient}-{film}", "f"])
    return folder


@given(st.text(max_size=20))
def test_a_patient_is_always_on_the_same_side(patient: str) -> None:
    assert split_of(patient) == split_of(patient)
    assert split_of(patient) in {"train", "val", "test"}


def test_three_quarters_of_the_patients_are_for_training_and_validation() -> None:
    counts = Counter(split_of(f"patient {number}") for number in range(4000))

    assert counts["test"] / 4000 == pytest.approx(0.25, abs=0.02)
    assert counts["val"] / 4000 == pytest.approx(0.15, abs=0.02)


def test_no_test_patients_film_is_found_and_no_patient_is_on_two_sides(tmp_path: Path) -> None:
    films = find_films(f"films:{write_films(tmp_path, 30)}")
    patients = read_patients(tmp_path)

    for film in films:
        assert film.split == split_of(patients[film.radiograph.path.stem]) != "test"
    assert len(films) == 2 * sum(split_of(f"p{number}") != "test" for number in range(30))


def test_without_a_table_every_picture_is_a_patient_of_its_own(tmp_path: Path) -> None:
    write_films(tmp_path, 30, each=1)
    (tmp_path / "data.csv").unlink()

    films = find_films(f"films:{tmp_path}")

    assert {film.split for film in films} == {"train", "val"}
    assert all(film.split == split_of(film.radiograph.path.stem) for film in films)


def test_films_come_in_the_models_size_and_from_the_cache_the_second_time(tmp_path: Path) -> None:
    films = find_films(f"films:{write_films(tmp_path / 'films', 30, each=1)}")
    first = open_unlabelled(tmp_path, films, CONVENTION, ignore_progress)
    for film in films:
        film.radiograph.path.unlink()
    again = open_unlabelled(tmp_path, films, CONVENTION, ignore_progress)

    assert first.grey.shape == (len(films), 16, 16)
    assert np.array_equal(first.grey, again.grey)
    assert sorted([*first.train, *first.val]) == list(range(len(films)))


def test_a_film_that_cannot_be_decoded_is_left_out(tmp_path: Path) -> None:
    folder = write_films(tmp_path / "films", 30, each=1)
    films = find_films(f"films:{folder}")
    broken = films[3].radiograph.path
    broken.write_bytes(broken.read_bytes()[:80])
    opened = open_unlabelled(tmp_path, films, CONVENTION, ignore_progress)

    assert 3 not in {*opened.train, *opened.val}
    assert len(opened.train) + len(opened.val) == len(films) - 1


def test_another_film_makes_another_fingerprint(tmp_path: Path) -> None:
    folder = write_films(tmp_path, 30)
    before = films_fingerprint(find_films(f"films:{folder}"))
    assert films_fingerprint(find_films(f"films:{folder}")) == before

    film = find_films(f"films:{folder}")[0].radiograph.path
    write_film(film, 999)
    assert films_fingerprint(find_films(f"films:{folder}")) != before


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("phantom:x", 'must be "films:FOLDER"'),
        ("films:", 'must be "films:FOLDER"'),
        ("films:no-such-folder", "no such folder"),
    ],
)
def test_a_source_that_is_no_folder_of_films_is_named(source: str, message: str) -> None:
    with pytest.raises(RecipeError, match=message):
        find_films(source)


def test_a_folder_with_too_few_patients_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match=r"too few patients' films here .*\(2 films\)"):
        find_films(f"films:{write_films(tmp_path, 1)}")


def test_a_table_without_patients_is_named(tmp_path: Path) -> None:
    (tmp_path / "data.csv").write_text("image_id,sex\nf0,f\n")

    with pytest.raises(RecipeError, match="no column 'patient_id'"):
        read_patients(tmp_path)
