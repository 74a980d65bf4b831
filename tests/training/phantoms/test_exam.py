from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.errors import RecipeError
from training.__main__ import main
from training.phantoms.exam import EXAMS, TOLERANCE, check_of, differences, read_exam
from training.phantoms.mix import Source
from training.phantoms.phantom import draw_source

EXAM = read_exam("phantom")
CHECKS = {f"{check.split}-{check.index}": check for check in EXAM.checks}


def _written(folder: Path, old: str, new: str) -> Path:
    text = (EXAMS / "phantom.toml").read_text(encoding="utf-8")
    assert old in text
    (folder / "phantom.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", ["test-0", "test-4", "train-0"])
def test_the_generator_is_the_one_that_the_examination_was_frozen_with(name: str) -> None:
    check = CHECKS[name]
    assert differences(check, check_of(EXAM.phantom(check.split, check.index), check.split)) == []


@pytest.mark.slow
@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
def test_every_study_that_the_examination_names_is_made_again(check: object) -> None:
    wanted = next(one for one in EXAM.checks if one == check)
    found = check_of(EXAM.phantom(wanted.split, wanted.index), wanted.split)
    assert differences(wanted, found) == []


def test_the_checks_hold_both_kinds_of_chest_and_all_splits() -> None:
    sources = {draw_source(EXAM.part(check.split).seed, check.index, EXAM.mix) for check in EXAM.checks}
    assert sources == set(Source)
    assert {check.split for check in EXAM.checks} == {"train", "val", "test"}


def test_other_words_and_another_film_are_told_apart() -> None:
    check = EXAM.checks[0]
    brighter = tuple(tuple(grey + TOLERANCE + 1 for grey in film) for film in check.films)
    assert differences(check, replace(check, words="0")) == ["findings or report differ"]
    assert differences(check, replace(check, films=brighter)) == ["a film's part differs by 5 grey levels"]
    assert differences(check, replace(check, films=check.films)) == []


def test_a_split_is_asked_for_with_all_that_the_examination_says(tmp_path: Path) -> None:
    corpus = EXAM.corpus(tmp_path, ("test",))
    assert (corpus.count, corpus.size_px, corpus.exam) == (500, 192, "phantom")
    assert [part.split for part in EXAM.corpus(tmp_path).parts] == ["train", "val", "test"]


def test_no_two_splits_share_a_seed(tmp_path: Path) -> None:
    assert len({part.seed for part in EXAM.parts}) == 3
    with pytest.raises(RecipeError, match="a seed of its own"):
        read_exam("phantom", _written(tmp_path, "seed = 20262", "seed = 20261"))


def test_another_generator_is_refused(tmp_path: Path) -> None:
    exam = read_exam("phantom", _written(tmp_path, 'generator = "3"', 'generator = "1"'))
    with pytest.raises(RecipeError, match="frozen with generator 1"):
        exam.corpus(tmp_path)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--exam", "other"], 'no examination "other"'),
        (["--exam", "phantom", "--seed", "3"], "has its own seed"),
        (["--count", "2", "--split", "test"], "Give --exam"),
    ],
)
def test_what_does_not_go_together_is_refused_with_one_sentence(
    tmp_path: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["phantoms", str(tmp_path), *arguments]) == 1
    said = capsys.readouterr().err
    assert message in said
    assert said.count("\n") == 1
