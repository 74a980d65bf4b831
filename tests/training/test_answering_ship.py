from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.numpy import load_file

from engine.answer import Paragraph
from engine.bundle import Bundle
from engine.evidence import ParagraphIndex
from engine.examinee import Examinee
from engine.progress import ignore_progress
from engine.question import Option, Question
from tests.training.answering_questions import answering_recipe, write_backbone, write_questions
from training.__main__ import main
from training.answering.exam import RETRIEVED, WITH, WITHOUT, open_exam, sit
from training.answering.guesses import credit, longest_option, word_overlap, zero_shot_cosine
from training.answering.routing import Routed, mutual_information, routing_scores
from training.answering.scores import Marked, answer_groups
from training.recipes import recipe_toml
from training.table import table_text


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Recipe to bundle with scores by the commands, on twelve questions."""
    folder = tmp_path_factory.mktemp("ship")
    file = write_questions(folder)
    (folder / "recipe.toml").write_text(recipe_toml(answering_recipe(file, epochs=1)))
    paragraphs = folder / "paragraphs"
    paragraphs.mkdir()
    (paragraphs / "signs.txt").write_text("The sign is red.\n\nThe sign is blue.\n")
    run, bundle, scores = folder / "runs" / "tiny", folder / "tiny", folder / "scores.json"
    evaluate = ["evaluate", str(bundle), str(file), "--evidence", str(paragraphs), "--device", "cpu"]
    for words in (
        ["fit", str(folder / "recipe.toml"), "--out", str(run)],
        ["fit", "--resume", str(run)],  # complete: its figure is looked up
        ["export", str(run), str(bundle)],
        [*evaluate, "--json", str(scores)],
        ["scores", str(bundle), str(scores)],
    ):
        assert main(words) == 0, words
    return {"bundle": Bundle.read(bundle), "report": json.loads(scores.read_text()), "run": run, "file": file}


def test_the_bundle_answers_and_keeps_what_it_was_made_of(shipped: dict[str, Any]) -> None:
    bundle = shipped["bundle"]
    experts = Examinee.open(bundle, device="cpu").experts

    assert experts is not None
    assert sum(profile.rows for profile in experts.profiles) == 12 * 4
    assert experts.cosines.shape == (3, 3)
    for profile in experts.profiles:  # every stem is the same, so that one topic is left
        assert [(topic.question, topic.kind) for topic in profile.topics] == [
            ("Which colour is seen?", profile.topics[0].kind)
        ]
    tensors = load_file(bundle.path("weights.safetensors"))
    assert {str(tensor.dtype) for tensor in tensors.values()} == {"float16"}
    assert "router.counts" not in tensors
    recipe = bundle.path("recipe.toml").read_text()
    assert 'source = "questions:questions.csv"' in recipe
    assert str(shipped["file"].parent) not in recipe


def test_scores_stand_beside_their_baselines_in_json_manifest_and_card(shipped: dict[str, Any]) -> None:
    report, bundle = shipped["report"], shipped["bundle"]
    scores = report["scores"]

    assert (report["data"]["split"], report["data"]["count"]) == ("all", 12)
    assert report["bundle"]["weights_sha256"] == bundle.manifest.files["weights.safetensors"].sha256
    assert scores["chance"]["value"] == 0.25
    assert scores["word_overlap"]["value"] == 1  # the evidence names the colour
    assert scores["longest_option"]["value"] == pytest.approx(
        0.25
    )  # green and white, of four keys each a half
    assert scores["zero_shot_cosine"]["undefined"] == "no backbone was given (--backbone FOLDER)"
    assert {"accuracy", "accuracy_without", "accuracy_retrieved", "accuracy_minus_without"} <= scores.keys()
    assert {"accuracy_kind: diagnosis", "accuracy_without_language: en"} <= scores.keys()
    assert scores["word_overlap_kind: treatment"]["value"] == 1
    for score in scores.values():
        assert score["signature"]
    rows = report["routing"]["rows"]
    assert sum(sum(row.values()) for row in rows.values()) == 48
    assert set(rows) == {"diagnosis", "treatment"}
    assert bundle.manifest.scores["word_overlap"].value == 1
    card = bundle.path("CARD.md").read_text()
    assert "It cannot pass a doctors' exam: what it can do is read." in card
    assert "| - most words in the evidence | 1.000 |" in card


def test_other_questions_of_a_bundle_or_options_of_other_bundles_are_refused(
    shipped: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bundle, file = str(shipped["bundle"].folder), str(shipped["file"])

    assert main(["evaluate", bundle, file, "--readings", str(tmp_path / "r.json")]) == 1
    assert "--readings is for bundles that write reports" in capsys.readouterr().err
    assert main(["evaluate", bundle, file, "--runtime", "onnx"]) == 1
    assert "an examinee has no ONNX files" in capsys.readouterr().err
    assert main(["evaluate", "report-phantom", str(tmp_path), "--backbone", str(tmp_path)]) == 1
    assert "--backbone are for bundles that answer questions" in capsys.readouterr().err
    assert main(["evaluate", bundle, file, "--limit", "0"]) == 1
    assert "--limit 0 leaves no question" in capsys.readouterr().err
    assert main(["export", str(shipped["run"]), str(tmp_path / "b"), "--onnx"]) == 1
    assert "only panels that write reports have ONNX files" in capsys.readouterr().err
    assert main(["evaluate", bundle, str(tmp_path / "none")]) == 1


def test_every_way_of_reading_gives_what_it_says(shipped: dict[str, Any]) -> None:
    examinee = Examinee.open(shipped["bundle"], device="cpu")
    exam = open_exam(shipped["file"], "test")
    index = ParagraphIndex([Paragraph("p", "The colour is seen.")])
    sat = sit(examinee, exam, index, ignore_progress)

    def read(way: str) -> str:
        return sat.answers[way][0].given[0].text

    assert (read(WITH), read(WITHOUT), read(RETRIEVED)) == ("Sign 0 is red.", "", "The colour is seen.")
    assert sat.unanswered == 0
    bare = replace(
        exam, questions=tuple(replace(e, question=replace(e.question, context="")) for e in exam.questions)
    )
    scores = Marked(sit(examinee, bare, index, ignore_progress), 2, "questions").scores()
    assert scores["accuracy"].value is None
    assert scores["accuracy"].undefined == "no question brings evidence along"
    assert scores["accuracy_retrieved_minus_without"].value is not None
    assert not any(name.startswith(("accuracy_minus", "accuracy_kind")) for name in scores)
    table = table_text(answer_groups(scores))
    assert "undefined" in table.splitlines()[2]
    diagnosis = next(line for line in table.splitlines() if line.startswith("diagnosis"))
    assert diagnosis.split()[1] == "-"


def test_a_primer_s_questions_are_resampled_by_their_paragraph() -> None:
    exam = open_exam(Path("primer"), "test")

    assert exam.units == "paragraphs"
    assert len({each.unit for each in exam.questions}) == 54
    assert {each.level for each in exam.questions} == {"reading", "reasoning"}
    assert {each.question.language for each in exam.questions} == {"en", "es"}


# --- ablations ---


def test_ablations_train_every_arm_once_and_stand_beside_the_paper(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recipe, out = tmp_path / "recipe.toml", tmp_path / "arms"
    own = answering_recipe(write_questions(tmp_path), epochs=1, backbone=str(write_backbone(tmp_path)))
    recipe.write_text(recipe_toml(own))
    words = ["ablations", str(recipe), "--seeds", "1", "--arms", "dense", "cls", "--out", str(out)]

    assert main(words) == 0
    table = capsys.readouterr().out
    assert sorted(path.name for path in out.glob("*-5")) == ["cls-5", "dense-5", "moe-5"]
    assert len(list(out.glob("states-*.npy"))) == 1
    lines = [line.split() for line in table.splitlines()]
    assert [line[-1] for line in lines[2:4]] == ["-2.9", "-3.4"]
    trained = [path.stat().st_mtime_ns for path in out.glob("*/answers/last.ckpt")]
    assert main(words) == 0
    assert capsys.readouterr().out == table
    assert [path.stat().st_mtime_ns for path in out.glob("*/answers/last.ckpt")] == trained
    assert main([*words, "--set", "beta=0.5"]) == 1
    assert "a run of another recipe lies here" in capsys.readouterr().err
    assert main(["ablations", str(recipe), "--arms", "sparse"]) == 1
    assert 'there is no arm "sparse"' in capsys.readouterr().err


# --- what does not read ---


def question(options: tuple[str, ...], key: int) -> Question:
    return Question("q", "?", tuple(Option(text) for text in options), key)


@pytest.mark.parametrize(
    ("scores", "key", "wanted"),
    [((1, 3, 2), 1, 1), ((1, 3, 2), 0, 0), ((3, 3, 1), 0, 0.5), ((0, 0, 0), 2, 1 / 3)],
)
def test_equal_candidates_are_drawn_from(scores: tuple[int, ...], key: int, wanted: float) -> None:
    assert credit(scores, key) == pytest.approx(wanted)


def test_guesses_by_length_and_by_words() -> None:
    asked = [question(("a long one", "short"), 0), question(("Pulmonary oedema", "The pleura"), 1)]

    assert longest_option(asked).tolist() == [1, 0]
    evidence = [("", ""), ("The pleura is smooth.",) * 2]
    assert word_overlap(asked, evidence).tolist() == [0.5, 1]


def test_an_option_that_says_the_same_as_evidence_and_question_is_nearest_untrained(tmp_path: Path) -> None:
    torch.manual_seed(1)
    backbone = write_backbone(tmp_path)
    asked = [
        replace(question(("white", "red Which colour is seen?", "blue"), 1), stem="Which colour is seen?")
    ]

    assert zero_shot_cosine(asked, [("red",) * 3], backbone).tolist() == [1]
    assert zero_shot_cosine([replace(asked[0], key=0)], [("red",) * 3], backbone).tolist() == [0]


# --- routing ---


def test_an_expert_for_each_kind_tells_one_bit_and_any_expert_for_any_kind_none() -> None:
    assert mutual_information(np.array([[4, 0], [0, 4]])) == pytest.approx(1)
    assert mutual_information(np.array([[2, 2], [2, 2]])) == pytest.approx(0)


def test_what_experts_tell_is_held_against_shuffled_kinds() -> None:
    parted = [Routed((0, 0, 0), "diagnosis")] * 20 + [Routed((1, 1, 1), "treatment")] * 20
    scores = routing_scores(parted, 2)
    baseline = scores["routing_mutual_information_shuffled"]

    assert scores["routed_share: A"].value == 0.5
    assert scores["routing_mutual_information"].value == pytest.approx(1)
    assert baseline.high is not None
    assert baseline.high < 0.3
    assert routing_scores([Routed((), "")], 0)["routing_mutual_information"].undefined == "the model is dense"
    alone = routing_scores([Routed((0, 1), "diagnosis")], 2)["routing_mutual_information"]
    assert alone.undefined == "the questions are of fewer than two kinds"


def test_questions_of_a_unit_are_drawn_together(shipped: dict[str, Any]) -> None:
    examinee = Examinee.open(shipped["bundle"], device="cpu")
    exam = open_exam(shipped["file"], "test")
    halves = tuple(replace(each, unit=str(place < 6)) for place, each in enumerate(exam.questions))
    sat = sit(examinee, replace(exam, questions=halves), ParagraphIndex([]), ignore_progress)
    scores = Marked(sat, 2, "halves").scores()

    assert "12 questions, 2 halves, bootstrap" in scores["accuracy"].signature
    text = table_text(answer_groups(scores))
    assert "Where rows are sent" in text
    assert "Other scores" not in text
