from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.text.cider import DocumentFrequencies
from training.data.indexed_reports import read_indexed_reports
from training.metrics.comparison import compare, perturbed
from training.metrics.java import Java, JavaFailed, find_java
from training.metrics.meteor import Aligner, meteor, meteor_counts, without_whole_chunks
from training.metrics.nlg import NAMES, Scorer
from training.metrics.protocols import PROTOCOLS, protocol_of
from training.metrics.ptb import ptb_texts

REPORTS = (
    "The heart is enlarged. No pleural effusion.",
    "The lungs are clear. No pneumothorax is seen.",
    "Small left effusion; the heart is normal in size.",
)
# What the jar counts, and how it scores it, of these pairs and of all four together:
#   the heart is big .  /  the heart is enlarged and the lungs are clear .
#   no effusions seen , small heart  /  no pleural effusion is seen
#   (nothing)  /  no effusion
#   the lungs are clear  /  the lungs are clear
COUNTED = [
    [5, 10, 3, 6, 1, 1, 3, 3, *[0] * 12, 2, 4, 4],
    [6, 5, 2, 2, 1, 1, 1, 1, *[0] * 12, 2, 2, 2],
    [0, 2, 0, 1, 0, 0, 0, 0, *[0] * 12, 0, 0, 0],
    [4, 4, 2, 2, 2, 2, 2, 2, *[0] * 12, 1, 4, 4],
]
SCORED, TOGETHER = [0.17213321153957672, 0.13973799126637557, 0.0, 1.0], 0.22806140152050053


def java_that(tmp_path: Path, does: str, seconds: float = 20) -> Java:
    """A program in Java's place."""
    program = tmp_path / "java"
    program.write_text(f"#!/bin/sh\n{does}\n")
    program.chmod(0o755)
    return Java(program, seconds)


def real_java() -> Java:
    java = find_java()
    if java is None:
        pytest.skip("no Java on this machine")
    return java


def scorer(name: str, java: Java | None = None, training: tuple[str, ...] = ()) -> Scorer:
    return Scorer(protocol_of(name), REPORTS, training, java)


def test_meteor_of_the_jars_counts_is_the_jars_score() -> None:
    counts = without_whole_chunks(np.array(COUNTED, np.float64))

    np.testing.assert_allclose(meteor(counts), SCORED, atol=1e-12)
    assert meteor(counts.sum(axis=0)) == pytest.approx(TOGETHER, abs=1e-12)


def test_without_java_meteor_is_undefined_and_not_zero() -> None:
    scores = scorer("r2gen-iu").scores(REPORTS)

    assert (scores["meteor"].value, scores["meteor"].undefined) == (None, "no Java")
    assert scores["bleu_4"].value == pytest.approx(1.0)


def test_without_java_every_score_on_treebank_tokens_is_undefined() -> None:
    scores = scorer("coco").scores(REPORTS)

    assert {score.value for score in scores.values()} == {None}
    assert all("no Java" in score.undefined for score in scores.values())


@pytest.mark.parametrize("protocol", [protocol.name for protocol in PROTOCOLS if not protocol.ptb])
def test_every_score_says_what_it_depends_on_and_has_an_interval(protocol: str) -> None:
    scores = scorer(protocol).scores([REPORTS[0], REPORTS[2], "No effusion."])

    assert tuple(scores) == NAMES
    for name in set(NAMES) - {"meteor"}:
        assert f"protocol:{protocol}|" in scores[name].signature
        assert "references:" in scores[name].signature
        assert "bootstrap 1000" in scores[name].signature
        assert scores[name].low is not None
    assert "df:the-scored-references" in scores["cider_d"].signature


def test_cider_over_references_that_are_all_alike_is_undefined() -> None:
    alike = Scorer(protocol_of("consilium"), ("Clear.", "Clear."))

    assert alike.scores(["Clear.", "Clear."])["cider_d"].undefined == "fewer than 2 distinct references"


def test_given_document_frequencies_are_used_and_named() -> None:
    frequencies = DocumentFrequencies.of([["a b"], ["b c"]])
    given = Scorer(protocol_of("consilium"), ("Clear.",), frequencies=frequencies).scores(["Clear."])

    assert given["cider_d"].value is not None
    assert frequencies.signature in given["cider_d"].signature


def test_references_are_cut_and_their_rare_words_unknown_where_training_reports_say_so() -> None:
    protocol = protocol_of("r2gen-iu")
    known = protocol.known_words(["the heart .", "the heart .", "the heart .", "the lung ."])
    (cut,) = protocol.references(["word " * 70], None, None)

    assert protocol.references(["The heart, the lung."], known, None) == ["the heart the <unk> ."]
    assert len(cut.split()) == 59
    assert "rare words <unk> (3 known)" in protocol.signature(known)
    assert "rare words kept" in protocol.signature(protocol.known_words([]))


def test_a_protocol_of_no_name_is_refused_with_those_there_are() -> None:
    with pytest.raises(Exception, match="Known: r2gen-iu, r2gen-mimic"):
        protocol_of("bleu")


def test_a_program_that_does_not_answer_in_time_is_ended_and_the_score_undefined(tmp_path: Path) -> None:
    slow = java_that(tmp_path, "exec sleep 60", seconds=0.2)
    score = scorer("consilium", slow).scores(REPORTS)["meteor"]

    assert (score.value, score.undefined) == (None, "Java did not answer within 0.2 seconds")


@pytest.mark.parametrize(
    ("does", "reason"),
    [
        ("exit 3", "exit code 3"),
        ("echo 1 2 3", "answered 1 lines to 3 texts"),
        ("cat > /dev/null; echo a b; echo; echo", "answered 3 lines to 3 texts"),
    ],
)
def test_a_program_that_fails_leaves_the_reason(tmp_path: Path, does: str, reason: str) -> None:
    scores = scorer("consilium", java_that(tmp_path, does)).scores(REPORTS)

    assert reason in scores["meteor"].undefined
    assert scores["bleu_1"].value is not None


def test_the_jar_is_asked_for_each_pair_of_texts_once(tmp_path: Path) -> None:
    line = " ".join(map(str, COUNTED[0]))
    seen = tmp_path / "seen"
    answers = f'while read -r given; do echo "$given" >> "{seen}"; echo {line}; done'
    aligner = Aligner(java_that(tmp_path, answers))
    given = Scorer(protocol_of("consilium"), REPORTS, aligner=aligner)
    given.align([REPORTS, ("No effusion.", *REPORTS[1:])])

    assert given.scores(REPORTS)["meteor"].value == pytest.approx(SCORED[0])
    assert len(seen.read_text().splitlines()) == 4


def test_a_java_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(JavaFailed, match="cannot be started"):
        Java(tmp_path / "nothing").lines([], [], tmp_path)


def test_line_breaks_and_bars_never_reach_the_jar(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    keeps = java_that(tmp_path, f'cat > "{seen}"; exit 1')
    with pytest.raises(JavaFailed):
        meteor_counts(["a\n||| b ||||\x0b c\u2028d"], [["e\r\nf"]], keeps)

    assert seen.read_text() == "SCORE ||| e f ||| a b c d\n"


def test_reports_are_perturbed_in_every_way_and_always_the_same() -> None:
    hypotheses = perturbed([f"{REPORTS[number % 3]} {number}" for number in range(16)])

    assert hypotheses == perturbed([f"{REPORTS[number % 3]} {number}" for number in range(16)])
    assert hypotheses[5] == hypotheses[13] == ""
    assert len(hypotheses[6].split()) > 50
    assert "|||" in hypotheses[7]


def test_our_scores_of_perturbed_reports_are_the_public_ones() -> None:
    compared = compare([f"{REPORTS[number % 3]} Finding {number}." for number in range(24)], None)

    assert [each.name for each in compared][:4] == ["BLEU-1", "BLEU-2", "BLEU-3", "BLEU-4"]
    for each in compared:
        assert each.difference < 1e-9
        assert each.ours == pytest.approx(each.theirs, abs=1e-9)


@pytest.mark.slow  # 500 real reports by both
def test_scores_of_500_real_reports_are_the_public_ones(shared_data: Path) -> None:
    reports = read_indexed_reports(shared_data / "iu_xray_text", "train").reports[:500]
    compared = compare([report.text for report in reports], find_java())

    assert len(reports) == 500
    for each in compared:
        assert each.difference < 1e-9
        assert each.ours == pytest.approx(each.theirs, abs=1e-9)


@pytest.mark.slow  # the jar reads its paraphrases for ten seconds of a core
@pytest.mark.timeout(600)
def test_the_real_jar_counts_what_was_recorded() -> None:
    hypotheses = ["the heart is big .", "no effusions seen , small heart", "", "the lungs are clear"]
    references = [
        "the heart is enlarged and the lungs are clear .",
        "no pleural effusion is seen",
        "no effusion",
        "the lungs are clear",
    ]
    counts = meteor_counts(hypotheses, [[text] for text in references], real_java())

    np.testing.assert_array_equal(counts, without_whole_chunks(np.array(COUNTED, np.float64)))


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_treebank_tokens_are_lower_case_without_punctuation() -> None:
    texts = ["The heart is enlarged, mildly; (3.5 cm).", "", "Can't exclude\x0bit."]

    assert ptb_texts(texts, real_java()) == [
        "the heart is enlarged mildly -lrb- 3.5 cm -rrb-",
        "",
        "ca n't exclude it",
    ]
