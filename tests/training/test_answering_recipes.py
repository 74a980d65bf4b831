from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.errors import RecipeError
from engine.resources import RECIPES
from engine.text.tokenizer import ReportTokenizer
from tests.training.answering_questions import answering_recipe, answering_table, write_questions
from training.answering.backbone import backbone_tokenizer, check_backbone, sha256_of
from training.answering.questions import is_held_out, open_questions, source_questions
from training.answering.recipe import SourceRecipe, load_answering, parse_answering
from training.recipes import is_answering, load_recipe, recipe_toml


def test_the_shipped_recipes_for_answering_can_be_read() -> None:
    names = sorted(path.stem for path in RECIPES.glob("*.toml") if is_answering(path.stem))

    assert names == ["head-qa", "medqa", "nlpec", "qa-mini", "qa-mini-dense"]
    assert [load_answering(name).name for name in names] == names


def test_the_papers_settings_stand_in_the_papers_recipes() -> None:
    medqa, head_qa = load_answering("medqa"), load_answering("head-qa")

    def setting(recipe: Any) -> tuple[Any, ...]:
        model, optimiser = recipe.model, recipe.optimiser
        experts = model.bottom_layers, model.top_layers, model.unshared_experts, model.routing
        return (*experts, recipe.beta, optimiser.lr, recipe.epochs, recipe.batch, recipe.data.max_tokens)

    assert setting(medqa) == (10, 2, 4, "last_sentence", 0.01, 3e-5, 5, 2, 512)
    assert setting(head_qa) == (8, 4, 2, "question", 0.001, 5e-5, 3, 2, 512)
    for recipe in (medqa, head_qa):
        assert (recipe.optimiser.warm_up_ratio, recipe.optimiser.weight_decay) == (0.1, 0)
        assert (recipe.optimiser.clip_norm, recipe.seed, recipe.cached_bottom) == (1.0, 1234, False)


def test_what_is_written_is_read_back_equal(tmp_path: Path) -> None:
    recipe = answering_recipe(write_questions(tmp_path))

    assert parse_answering(tomllib.loads(recipe_toml(recipe)), "again") == recipe


def with_key(table: dict[str, Any], path: str, value: Any) -> None:
    *parents, key = path.split(".")
    for parent in parents:
        table = table[int(parent)] if parent.isdigit() else table[parent]  # type: ignore[index]
    table[key] = value


@pytest.mark.parametrize(
    ("path", "value", "problem"),
    [
        ("task", "reporting", 'task = "answering" is missing'),
        ("betta", 0.1, "betta is no key of a recipe"),
        ("data.sources.0.langauges", ["en"], r"data.sources\[0\].langauges is no key"),
        ("data.sources.0.source", "films:x", 'source must be "primer", "primer:FOLDER" or "questions:FILE"'),
        ("data.sources.0.evidence", "some", r"data.sources\[0\].evidence must be one of"),
        ("data.sources.1.validation_share", 0.5, "validation_share is for sources that are trained on"),
        ("data.sources.0.used_for", "val", "no source is used for training"),
        ("data.max_tokens", 33, "data.max_tokens is 33, not from 8 to 32"),
        ("epochs", 0, "epochs must be above 0"),
        ("optimiser.warm_up_ratio", 1, "warm_up_ratio is 1"),
        ("model.heads", 3, "width 16 is not a multiple of heads 3"),
    ],
)
def test_a_recipe_is_read_strictly(path: str, value: Any, problem: str) -> None:
    table = answering_table(Path("questions.csv"))
    with_key(table, path, value)

    with pytest.raises(RecipeError, match=problem):
        parse_answering(table, "tiny.toml")


def test_a_recipe_for_another_task_is_refused_by_either_side() -> None:
    with pytest.raises(RecipeError, match='task = "answering" is missing'):
        load_answering("phantom")
    with pytest.raises(RecipeError, match="task is no key of a recipe"):
        load_recipe("medqa")


# --- the backbone ---


def test_a_backbone_that_is_not_here_is_asked_for_and_never_downloaded() -> None:
    with pytest.raises(RecipeError, match=r"nothing is downloaded.*--set backbone=FOLDER"):
        check_backbone(load_answering("medqa"))


def test_an_examinee_to_start_from_that_is_not_here_is_to_be_trained_first() -> None:
    with pytest.raises(
        RecipeError, match=r"qa-mini-dense: There is no bundle here.*Train one without experts"
    ):
        check_backbone(load_answering("qa-mini"))


def test_a_backbone_with_other_weights_is_refused(tmp_path: Path) -> None:
    (tmp_path / "model.safetensors").write_bytes(b"others")
    with pytest.raises(RecipeError, match="SHA-256 differs"):
        check_backbone(load_answering("qa-mini-dense", [f"backbone={tmp_path}"]))

    own = sha256_of(tmp_path / "model.safetensors")
    check_backbone(load_answering("qa-mini-dense", [f"backbone={tmp_path}", f"backbone_sha256={own}"]))


def test_a_vocabulary_without_a_tokenizer_file_is_bert_s(tmp_path: Path) -> None:
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "Lung", "lung", "##s", "."]
    (tmp_path / "vocab.txt").write_text("\n".join(words) + "\n")
    lower = backbone_tokenizer(tmp_path)
    (tmp_path / "tokenizer_config.json").write_text('{"do_lower_case": false}')
    cased = backbone_tokenizer(tmp_path)

    def read(tokenizer: ReportTokenizer) -> list[str]:
        return [words[index] for index in tokenizer.encode("Lungs.")]

    assert read(lower) == ["lung", "##s", "."]
    assert read(cased) == ["Lung", "##s", "."]
    assert (lower.size, lower.bos, lower.eos, lower.pad) == (9, 2, 3, 0)


def test_a_backbone_without_any_vocabulary_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match="no tokenizer that can be read"):
        backbone_tokenizer(tmp_path)


# --- questions ---


def test_questions_keep_their_evidence_where_the_source_wants_it(tmp_path: Path) -> None:
    questions = open_questions(answering_recipe(write_questions(tmp_path)))

    assert [asked.key for asked in questions.train] == [0, 1, 2, 3] * 3
    assert questions.train[1].evidence == ("Sign 1 is green.",) * 4
    assert questions.val[1].evidence == ("",) * 4


def test_evidence_that_is_looked_up_comes_from_the_named_folder(tmp_path: Path) -> None:
    paragraphs = tmp_path / "paragraphs"
    paragraphs.mkdir()
    (paragraphs / "all.txt").write_text("Grass is green.\n\nThe colour blue is seen.\n")
    table = answering_table(write_questions(tmp_path))
    table["data"]["paragraphs"] = str(paragraphs)
    table["data"]["sources"][0]["evidence"] = "retrieved"
    asked = open_questions(parse_answering(table, "tiny.toml")).train[0]

    assert asked.evidence[0] == "The colour blue is seen."  # "Which colour is seen? red"
    assert sorted(asked.evidence[1].splitlines()) == ["Grass is green.", "The colour blue is seen."]


def test_a_question_and_its_translation_are_held_out_together() -> None:
    english, spanish = (
        source_questions(SourceRecipe("primer", languages=(language,))) for language in ("en", "es")
    )
    held_out = [is_held_out(question, 0.25) for question in english]

    assert held_out == [is_held_out(question, 0.25) for question in spanish]
    assert 0.2 < sum(held_out) / len(held_out) < 0.3
    assert not any(is_held_out(question, 0.0) for question in english)


def test_the_fingerprint_changes_with_what_is_read(tmp_path: Path) -> None:
    file = write_questions(tmp_path)
    table = answering_table(file)
    one = open_questions(parse_answering(table, "tiny.toml")).fingerprint
    table["data"]["sources"][1]["evidence"] = "context"
    other = open_questions(parse_answering(table, "tiny.toml")).fingerprint
    file.write_text(file.read_text().replace("green.", "blue."))

    assert len({one, other, open_questions(parse_answering(table, "tiny.toml")).fingerprint}) == 3


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda table: table["data"].update(sources=table["data"]["sources"][:1]), "0 to validate on"),
        (lambda table: table["data"]["sources"][0].update(source="questions:no.csv"), "cannot be read"),
        (
            lambda table: table["data"]["sources"][0].update(source="primer", languages=["fr"]),
            "the primer has no question for split train, languages fr",
        ),
    ],
)
def test_what_cannot_be_learned_from_is_named(
    change: Callable[[dict[str, Any]], None], problem: str, tmp_path: Path
) -> None:
    table = answering_table(write_questions(tmp_path))
    change(table)

    with pytest.raises(RecipeError, match=problem):
        open_questions(parse_answering(table, "tiny.toml"))
