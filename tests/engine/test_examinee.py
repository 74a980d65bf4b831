from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.__main__ import main
from engine.answer import Paragraph, accuracy
from engine.bundle import Bundle, write_bundle
from engine.commands import answer as command
from engine.errors import BundleDamaged, BundleMissing, BundleUnsupported
from engine.evidence import ParagraphIndex
from engine.examinee import WINDOW, Examinee
from engine.examinee_manifest import examinee_config
from engine.experts import read_experts
from engine.panel import read_only
from engine.progress import Cancelled, CancelToken, Progress
from engine.question import Option, Question
from engine.runtime.base import Description
from engine.runtime.rows import RowBatch, RowScores, batches, row_batch
from engine.text.question_rows import QuestionRow
from tests.engine.tiny_bundle import write_tiny_bundle
from tests.engine.tiny_examinee import CONFIG, write_tiny_examinee

YES_NO = (Option("yes", "A"), Option("no", "B"))


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Bundle:
    return write_tiny_examinee(tmp_path_factory.mktemp("examinee"))


@pytest.fixture(scope="module")
def examinee(bundle: Bundle) -> Examinee:
    return Examinee.open(bundle, device="cpu")


def question(name: str, stem: str = "Where does fluid collect?", **changes: object) -> Question:
    return replace(Question(name, stem, YES_NO), **changes)  # type: ignore[arg-type]


class Grader:
    """Scores a row by how often a token stands in it; sends it to the expert of its length."""

    batch_tokens = 1000

    def __init__(self, token: int, experts: int = 3) -> None:
        self.token, self.experts = token, experts
        self.batches: list[RowBatch] = []

    def describe(self) -> Description:
        return Description("fake", "cpu", "float32")

    def score(self, batch: RowBatch, cancel: CancelToken) -> RowScores:
        cancel.raise_if_cancelled()
        self.batches.append(batch)
        lengths = batch.mask.sum(1)
        count = len(lengths)
        return RowScores(
            (batch.ids == self.token).sum(1).astype(np.float32),
            lengths % self.experts,
            np.full(count, 0.5, np.float32),
            np.zeros((count, self.experts), np.float32),
        )


# --- answering ---


def test_answers_keep_the_questions_order_and_probabilities_sum_to_one(examinee: Examinee) -> None:
    questions = [question(str(number), "What is it? " * (1 + number % 5)) for number in range(12)]
    sitting = examinee.answer(questions)
    assert [answer.question.id for answer in sitting.answers] == [str(number) for number in range(12)]
    for answer in sitting.answers:
        assert float(answer.probabilities.sum()) == pytest.approx(1, abs=1e-6)
        assert answer.choice == int(answer.probabilities.argmax())
        assert [route.option for route in answer.routes] == [0, 1]
        for route in answer.routes:
            assert route.affinities.shape == (3,)
            assert route.expert == int(route.affinities.argmax())
            assert route.gate == pytest.approx(float(route.shares.max()), abs=1e-6)
    with pytest.raises(ValueError, match="read-only"):
        sitting.answers[0].probabilities[0] = 1


def test_the_likeliest_option_is_chosen_and_the_first_of_equals(bundle: Bundle) -> None:
    runner = Grader(bundle.tokenizer().encode("no")[0])
    (no, none) = (
        Examinee(bundle, runner)
        .answer([question("1"), question("2", options=(Option("above", "A"), Option("below", "B")))])
        .answers
    )
    assert (no.choice, none.choice) == (1, 0)
    assert [route.expert for route in no.routes] == [len(runner.batches[0].ids[0]) % 3] * 2


def test_a_batch_gives_what_its_questions_give_alone(examinee: Examinee) -> None:
    questions = [
        question("1"),
        question("2", "A man has pain. What is the next step?"),
        question("3", "Air?"),
    ]
    together = examinee.answer(questions).answers
    for each, answer in zip(questions, together, strict=True):
        (alone,) = examinee.answer([each]).answers
        np.testing.assert_allclose(alone.probabilities, answer.probabilities, atol=1e-6)
        assert [route.expert for route in alone.routes] == [route.expert for route in answer.routes]


def test_a_question_that_is_too_long_is_named_and_the_others_are_answered(examinee: Examinee) -> None:
    sitting = examinee.answer([question("long", "pain " * 60), question("short")])
    assert [answer.question.id for answer in sitting.answers] == ["short"]
    (left,) = sitting.unanswered
    assert left.question.id == "long"
    assert left.reason.startswith("With option A it has 64 tokens; the model reads 40.")


def test_options_of_different_numbers_share_a_batch(examinee: Examinee) -> None:
    five = tuple(
        Option(text, letter)
        for text, letter in zip(("yes", "no", "maybe", "above", "below"), "ABCDE", strict=True)
    )
    sitting = examinee.answer([question("two"), question("five", options=five)])
    assert [len(answer.probabilities) for answer in sitting.answers] == [2, 5]


def test_evidence_stands_before_the_question_and_is_said(examinee: Examinee) -> None:
    index = ParagraphIndex([Paragraph("p", "Fluid sinks ."), Paragraph("q", "Air rises .")])
    (answer,) = examinee.answer([question("1", context="A man has pain .")], evidence=index).answers
    (first, _) = answer.given
    assert first.text == "A man has pain .\nFluid sinks ."
    assert first.read == len(first.text)
    assert [found.paragraph.id for found in first.found] == ["p"]
    long = question("2", context="pain " * 100)
    (cut,) = examinee.answer([long]).answers
    assert 0 < cut.given[0].read < len(cut.given[0].text)


def test_no_questions_have_no_answers(examinee: Examinee) -> None:
    assert examinee.answer([]).answers == ()


def test_progress_counts_questions_and_answers_come_as_they_are_there(bundle: Bundle) -> None:
    seen: list[Progress] = []
    given: list[str] = []
    questions = [question(str(number)) for number in range(WINDOW + 2)]
    Examinee(bundle, Grader(0)).answer(
        questions, on_progress=seen.append, on_answer=lambda answer: given.append(answer.question.id)
    )
    assert (seen[0].done, seen[-1].done) == (0, WINDOW + 2)
    assert [each.done for each in seen] == sorted(each.done for each in seen)
    assert given == [each.id for each in questions]


def test_it_stops_within_a_batch(bundle: Bundle) -> None:
    examinee, cancel = Examinee.open(bundle, device="cpu"), CancelToken()
    passed = []

    def stop(progress: Progress) -> None:
        passed.append(progress.done)
        cancel.cancel()

    with pytest.raises(Cancelled):
        examinee.answer([question("1")], cancel=cancel, on_progress=stop)
    assert passed == [0], "no batch was finished"
    assert len(examinee.answer([question("1")]).answers) == 1, "and it goes on working"


def test_a_dense_bundle_answers_without_routes(tmp_path: Path) -> None:
    dense = write_tiny_examinee(tmp_path, replace(CONFIG, unshared_experts=0))
    (answer,) = Examinee.open(dense, device="cpu").answer([question("1")]).answers
    assert answer.routes == ()
    assert len(answer.probabilities) == 2


# --- accuracy ---


def test_questions_without_a_key_leave_the_denominator(bundle: Bundle) -> None:
    runner = Grader(bundle.tokenizer().encode("no")[0])
    keyed = [question("1", key=1), question("2", key=0), question("3", key=1), question("4")]
    scored = accuracy(Examinee(bundle, runner).answer(keyed).answers)
    assert (scored.answered, scored.correct, scored.unkeyed) == (3, 2, 1)
    assert scored.value == pytest.approx(2 / 3)
    assert accuracy([]).value is None


# --- rows ---


def row(length: int) -> QuestionRow:
    return QuestionRow(tuple(range(5, 5 + length)), (0,) * length, (1, 2), 0)


def test_rows_of_like_length_share_a_batch_and_each_is_in_one() -> None:
    rows = [row(length) for length in (9, 3, 8, 3, 4)]
    made = list(batches(rows, most_tokens=10))
    assert made == [[1, 3], [4], [2], [0]]
    assert sorted(place for batch in batches(rows, 100) for place in batch) == [0, 1, 2, 3, 4]
    assert list(batches([row(30)], most_tokens=10)) == [[0]], "a row that is longer is alone"


def test_shorter_rows_are_filled_up() -> None:
    batch = row_batch([row(4), row(3)], pad=0)
    assert batch.ids.tolist() == [[5, 6, 7, 8], [5, 6, 7, 0]]
    assert batch.mask.tolist() == [[True] * 4, [True, True, True, False]]
    assert batch.routed_by.tolist() == [[False, True, False, False]] * 2


# --- bundles ---


def test_a_bundle_that_writes_reports_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BundleUnsupported, match="is a metransformer and does not answer questions"):
        Examinee.open(write_tiny_bundle(tmp_path))


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"input": {"max_tokens": 49}}, "input must be max_tokens, a number from 8 to 48"),
        ({"input": {}}, "input must be max_tokens"),
        ({"config": {"width": 16}}, "the model's config lacks or does not know"),
        ({"experts": "absent.json"}, "absent.json is used but not listed"),
    ],
)
def test_parts_that_do_not_fit_are_named(tmp_path: Path, changes: dict[str, Any], problem: str) -> None:
    with pytest.raises(BundleDamaged, match=problem):
        Examinee.open(write_tiny_examinee(tmp_path, **changes))


def test_weights_of_another_model_are_refused(bundle: Bundle, tmp_path: Path) -> None:
    config = replace(examinee_config(bundle.manifest), unshared_experts=2)
    other = write_bundle(
        tmp_path / "other",
        replace(bundle.manifest, config=config.to_dict(), experts=""),
        {name: bundle.path(name) for name in bundle.manifest.files},
    )
    with pytest.raises(BundleDamaged, match=r"weights\.safetensors: experts\.2.* is not part of this model"):
        Examinee.open(other)


def test_what_is_known_of_experts_reads_back(bundle: Bundle) -> None:
    experts = read_experts(bundle.path("experts.json"))
    assert [profile.rows for profile in experts.profiles] == [10, 20, 30]
    assert experts.profiles[0].topics[0].category == "pleura"
    assert experts.similarity is not None
    assert (experts.similarity.min(), experts.similarity.max()) == (0, 1)
    assert replace(experts, cosines=read_only(np.ones((4, 4)))).similarity is None


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda m: m.pop("data"), "data is missing"),
        (lambda m: m.update(format=2), "It has format 2, not 1"),
        (lambda m: m["cosines"].pop(), "cosines are not square"),
        (lambda m: m["experts"].pop(), "cosines are not square, or not those of 2 experts"),
        (lambda m: m["experts"][0].update(rows="1"), r"experts\[0\]\.rows must be a whole number"),
        (lambda m: m["experts"][1]["topics"][0].pop("kind"), r"experts\[1\]\.topics\[0\]\.kind is missing"),
    ],
)
def test_what_is_known_of_experts_is_read_strictly(
    bundle: Bundle, tmp_path: Path, change: Callable[[dict[str, Any]], object], problem: str
) -> None:
    members = json.loads(bundle.path("experts.json").read_text(encoding="utf-8"))
    change(members)
    path = tmp_path / "experts.json"
    path.write_text(json.dumps(members), encoding="utf-8")
    with pytest.raises(BundleDamaged, match=problem):
        read_experts(path)


# --- commands ---

CSV = """id,question,A,B,key
q1,Where does fluid collect?,above,below,B
q2,What is seen?,yes,no,
q3,,yes,no,A
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "exam.csv"
    path.write_text(CSV, encoding="utf-8")
    return path


def test_the_command_writes_the_documented_json(
    bundle: Bundle, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["answer", str(file), "--bundle", str(bundle.folder), "--json", "-"]) == 0
    printed = capsys.readouterr()
    result = json.loads(printed.out)
    first, second = result["questions"]
    assert set(first) == {"id", "choice", "probabilities", "key", "routes"}
    assert set(first["routes"][0]) == {"option", "expert", "gate", "affinities"}
    assert (first["id"], first["key"], second["key"]) == ("q1", 1, None)
    assert set(result["accuracy"]) == {"answered", "correct", "value", "unkeyed"}
    assert (result["accuracy"]["answered"], result["accuracy"]["unkeyed"]) == (1, 1)
    assert result["accuracy"]["value"] == float(first["choice"] == 1)
    assert result["bundle"]["sha256"] == bundle.sha256
    assert result["skipped"] == [{"place": "line 4", "reason": "The question is empty."}]
    assert printed.err == "exam.csv, line 4: The question is empty.\n"


def test_the_command_prints_a_line_for_each_answer(
    bundle: Bundle, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["answer", str(file), "--bundle", str(bundle.folder)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("q1  ")
    assert "Where does fluid collect?" in lines[0]
    assert "(no key)" in lines[1]
    assert lines[2].endswith("of 1 right; without a key: 1; not answered: 0.")
    assert lines[3] == "Research use. Not a medical device."


def test_text_of_a_file_cannot_steer_the_terminal(
    bundle: Bundle, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text(
        "question,A,B,key\nWhat \x1b[2J is seen?,yes,no,A\nWhy?,yes,no,\x1b[2J\n", encoding="utf-8"
    )
    assert main(["answer", str(file), "--bundle", str(bundle.folder)]) == 0
    printed = capsys.readouterr()
    assert "What ?[2J is seen?" in printed.out
    assert "\x1b" not in printed.out + printed.err


def test_no_key_at_all_makes_accuracy_undefined(
    bundle: Bundle, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text("question,A,B\nWhat is seen?,yes,no\n", encoding="utf-8")
    assert main(["answer", str(file), "--bundle", str(bundle.folder), "--json", "-"]) == 0
    scored = json.loads(capsys.readouterr().out)["accuracy"]
    assert (scored["value"], scored["answered"], scored["unkeyed"]) == (None, 0, 1)
    assert scored["undefined"] == "no question that was answered has a key"


def test_a_limit_and_a_folder_of_evidence(
    bundle: Bundle, file: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "a.txt").write_text("Fluid sinks .", encoding="utf-8")
    words = ["answer", str(file), "--bundle", str(bundle.folder), "--json", "-", "--limit", "1"]
    assert main([*words, "--evidence", str(tmp_path / "texts")]) == 0
    (only,) = json.loads(capsys.readouterr().out)["questions"]
    (first, _) = only["evidence"]
    assert first["paragraphs"][0]["id"] == "a.txt#1"
    assert first["paragraphs"][0]["words"] == [[0, 5]]


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["absent.csv"], "absent.csv: The file cannot be read: no such file or directory."),
        (["exam.csv", "--bundle", "absent"], "absent: There is no bundle here"),
        (["exam.csv", "--evidence", "absent"], "absent: This is no folder."),
    ],
)
def test_what_cannot_be_answered_ends_with_one_sentence(
    bundle: Bundle,
    file: Path,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    problem: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(file.parent)
    assert main(["answer", *words]) == 1
    error = capsys.readouterr().err
    assert problem in error
    assert error.count("\n") == 1


def test_without_a_name_the_first_bundle_that_answers_questions_is_taken(tmp_path: Path) -> None:
    with pytest.raises(BundleMissing, match="No installed bundle answers questions"):
        command.first_examinee((tmp_path,))
    write_tiny_bundle(tmp_path)
    bundle = write_tiny_examinee(tmp_path)
    assert command.first_examinee((tmp_path,)) == bundle.folder


def test_experts_are_listed_with_their_topics_and_how_alike_they_are(
    bundle: Bundle, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(bundle.folder.parent)
    assert main(["bundles", "--folder", folder, "--experts", "--scores"]) == 0
    printed = capsys.readouterr().out
    assert "accuracy 0.250  [accuracy|primer test, 4 questions]" in printed
    assert "Experts, by 60 rows of a test's questions:" in printed
    assert "B  33% of the rows" in printed
    assert "1.50  Question 2?  (pleura, diagnosis)" in printed
    assert "stretched to 0 to 1" in printed
    assert main(["bundles", "--folder", folder, "--experts", "--json", "-"]) == 0
    listed = json.loads(capsys.readouterr().out)["bundles"]
    experts = next(each for each in listed if each["name"] == "tiny-examinee")["experts"]
    assert len(experts["similarity"]) == len(experts["cosines"]) == 4
    assert main(["bundles", "--folder", folder]) == 0
    assert "Experts" not in capsys.readouterr().out


def test_a_bundle_with_wrong_experts_does_not_stop_the_list(
    tmp_path: Path, bundle: Bundle, capsys: pytest.CaptureFixture[str]
) -> None:
    write_bundle(tmp_path / "odd", replace(bundle.manifest, tokenizer=""), {"experts.json": b'{"format": 2}'})
    assert main(["bundles", "--folder", str(tmp_path), "--experts"]) == 0
    assert "odd  cannot be used: experts.json: cosines is missing." in capsys.readouterr().out


def test_questions_are_read_before_torch_is_loaded() -> None:
    program = (
        "import sys, engine.commands.answer, engine.questions.primer; "
        "sys.exit(bool({'torch', 'transformers'} & sys.modules.keys()))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
