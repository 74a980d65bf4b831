from __future__ import annotations

import json
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from engine.errors import RecipeError
from tests.training.conftest import make_run
from training.recipes import Recipe
from training.runs import (
    RunRecord,
    Start,
    code_commit,
    create_run,
    open_run,
    recipe_tokenizer,
    resume,
    vocabulary_path,
)

LATER, AGAIN = (
    Start("2026-01-03T00:00:00+00:00", "b+changes"),
    Start("2026-01-04T00:00:00+00:00", "b+changes"),
)


def test_a_run_is_opened_as_it_was_begun(tiny_recipe: Recipe, tmp_path: Path) -> None:
    begun = make_run(tiny_recipe, tmp_path / "run")
    opened = open_run(tmp_path / "run")

    assert (opened.recipe, opened.record, opened.folder) == (begun.recipe, begun.record, begun.folder)
    assert opened.tokenizer.size == begun.tokenizer.size


def test_every_start_is_recorded_with_its_time_and_commit(tiny_recipe: Recipe, tmp_path: Path) -> None:
    begun = make_run(tiny_recipe, tmp_path / "run")
    resume(tmp_path / "run", LATER)
    run = resume(tmp_path / "run", AGAIN)

    assert run.record.starts == (*begun.record.starts, LATER, AGAIN)
    assert open_run(tmp_path / "run").record == run.record
    assert run.record.commits == ("", "b+changes")


def test_a_folder_that_holds_something_is_not_begun_in(tiny_recipe: Recipe, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep")

    with pytest.raises(RecipeError, match="something here already"):
        make_run(tiny_recipe, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.parametrize("record", ["", "[]", "{}", '{"data_fingerprint": "a", "starts": [{"when": 1}]}'])
def test_a_folder_that_is_no_run_is_named(tiny_recipe: Recipe, tmp_path: Path, record: str) -> None:
    make_run(tiny_recipe, tmp_path / "run")
    (tmp_path / "run" / "run.json").write_text(record)

    with pytest.raises(RecipeError, match="no run of `python -m training fit`"):
        open_run(tmp_path / "run")


def test_a_folder_without_a_run_says_what_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match=r"no run\.json or no tokenizer\.json is in it"):
        open_run(tmp_path / "nowhere")


def test_a_damaged_vocabulary_of_a_run_is_named(tiny_recipe: Recipe, tmp_path: Path) -> None:
    make_run(tiny_recipe, tmp_path / "run")
    (tmp_path / "run" / "tokenizer.json").write_text("{")

    with pytest.raises(Exception, match=r"tokenizer\.json"):
        open_run(tmp_path / "run")


def git(folder: Path, *words: str) -> str:
    named = ["-c", "user.name=a", "-c", "user.email=a@b", *words]
    return subprocess.run(
        ["git", *named], cwd=folder, capture_output=True, text=True, check=True
    ).stdout.strip()


def test_the_codes_commit_tells_whether_files_differ_from_it(tmp_path: Path) -> None:
    assert code_commit(tmp_path) == ""
    git(tmp_path, "init", "-q")
    (tmp_path / "code.py").write_text("1")
    git(tmp_path, "add", "code.py")
    git(tmp_path, "commit", "-q", "-m", "first")
    commit = git(tmp_path, "rev-parse", "HEAD")
    assert code_commit(tmp_path) == commit

    (tmp_path / "code.py").write_text("2")
    assert code_commit(tmp_path) == f"{commit}+changes"


def test_a_recipe_names_a_shipped_vocabulary_or_a_file(tiny_recipe: Recipe, tmp_path: Path) -> None:
    shipped = replace(tiny_recipe, data=replace(tiny_recipe.data, tokenizer="bert-base-uncased"))
    own = tmp_path / "own.json"
    make_run(tiny_recipe, tmp_path / "run").tokenizer.save(own)
    named = replace(tiny_recipe, data=replace(tiny_recipe.data, tokenizer=str(own)))

    assert recipe_tokenizer(shipped, ()).size == 30522
    assert recipe_tokenizer(named, ()).size < 30
    with pytest.raises(RecipeError, match=r'no vocabulary "german"\. .* one of: bert-base-uncased'):
        vocabulary_path("german")


def test_the_record_is_plain_json(tiny_recipe: Recipe, tmp_path: Path) -> None:
    run = make_run(tiny_recipe, tmp_path / "first")
    create_run(tmp_path / "run", tiny_recipe, RunRecord("abc", (LATER,)), run.tokenizer)

    assert json.loads((tmp_path / "run" / "run.json").read_text()) == {
        "data_fingerprint": "abc",
        "starts": [{"time": "2026-01-03T00:00:00+00:00", "commit": "b+changes"}],
    }
