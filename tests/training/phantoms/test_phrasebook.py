from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import RecipeError
from training.phantoms.findings import DENSITIES, DEVICES, Kind
from training.phantoms.language.blanks import length_in_words, tidy
from training.phantoms.language.phrasebook import read_phrase_book
from training.phantoms.language.report import PHRASES


def _changed(tmp_path: Path, old: str, new: str) -> Path:
    text = PHRASES.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "language.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


def test_every_kind_of_finding_has_its_wordings_and_all_but_devices_have_faint_ones() -> None:
    book = read_phrase_book(PHRASES)
    for kind in Kind:
        statement = book.statement(kind.value, both_sides=False)
        assert (statement.faint is None) == (kind in DEVICES)
    assert {kind for kind, _ in book.statements} == {kind.value for kind in Kind}


def test_no_statement_has_the_same_wording_twice() -> None:
    for wordings in read_phrase_book(PHRASES).wordings():
        assert wordings.usual not in (*wordings.brief, *wordings.full)


def test_every_wording_of_a_density_says_where_it_is() -> None:
    book = read_phrase_book(PHRASES)
    for kind in DENSITIES:
        statement = book.statement(kind.value, both_sides=False)
        assert statement.faint is not None
        assert all("{place}" in phrase for phrase in (*statement.certain.all, *statement.faint.all))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('usual = "The lungs', 'usally = "The lungs', "usual"),
        ('region = "heart"', 'region = "hart"', "unknown region 'hart'"),
        ("{size} cardiomegaly", "{sise} cardiomegaly", "unknown blank 'sise'"),
        ('denies = ["Cardiomegaly"', 'denies = ["Big heart"', "unknown label 'Big heart'"),
        ('when = "wide aorta"', 'when = "wide"', "unknown condition 'wide'"),
        ("rare = true", "seldom = true", "unknown key 'seldom'"),
        ("both_sides = true", "both_sides = false", "is there twice"),
        ('brief = ["Shallow inspiration."]', 'brief = "Shallow inspiration."', "'brief' must be a list"),
        ("regions = [", "regions = ", "language.toml"),
    ],
)
def test_a_phrase_book_that_is_not_understood_is_refused_with_its_reason(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    with pytest.raises(RecipeError, match=said):
        read_phrase_book(_changed(tmp_path, old, new))


def test_lengths_are_said_to_the_nearest_half_centimetre() -> None:
    assert length_in_words(12.4) == "about one centimeter"
    assert length_in_words(13.0) == "about one and a half centimeters"
    assert length_in_words(0.0) == ""
    assert length_in_words(500.0) == ""


def test_an_empty_blank_leaves_no_gap() -> None:
    assert tidy("a  nodule in the left lung .") == "A nodule in the left lung."
    assert tidy("there may be a  opacity") == "There may be an opacity"
