"""What the questions are given to work with: shipped sets, and the model that is installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.asking import Measured
from app.examiner import PRIMER, SAMPLE, answering_bundle, measured_of, primer_topics, read_topic
from app.language import LANGUAGES
from engine.bundle import Score
from tests.engine.tiny_examinee import write_tiny_examinee


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_topic_of_the_primer_and_the_sample_can_be_taken(language: str) -> None:
    topics = primer_topics(language)
    assert len(topics) == len(list(PRIMER.glob("*.toml"))) + 1
    first, sample = (read_topic(topics[place].path, language) for place in (0, -1))
    assert first.title == topics[0].title
    assert {(each.language, each.category) for each in first.questions} == {(language, first.title)}
    assert (len(sample.questions), sample.unkeyed, sample.faults) == (40, 0, ())
    assert not any(each.image for each in sample.questions)
    assert "Ministerio de Sanidad, Consumo y Bienestar Social" in sample.notes[-1]
    assert "2019" in sample.notes[-1]


def test_the_samples_source_and_date_are_named_beside_the_files_and_in_the_notice() -> None:
    for text in (
        (SAMPLE / "README.md").read_text("utf-8"),
        (Path(__file__).parents[2] / "NOTICE").read_text("utf-8"),
    ):
        assert "Ministerio de Sanidad, Consumo y Bienestar Social, Spain, 2019-01-14" in text


def test_a_bundle_that_answers_is_found_and_says_how_often_it_is_right(tmp_path: Path) -> None:
    assert answering_bundle([tmp_path]) is None
    write_tiny_examinee(tmp_path)
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "bundle.json").write_text("{}")
    found = answering_bundle([tmp_path])
    assert found is not None
    assert measured_of(found.manifest) == Measured(25, "accuracy|primer test, 4 questions")


@pytest.mark.parametrize("scores", [{}, {"accuracy": Score(None, "no key")}, {"cider": Score(0.3, "x")}])
def test_a_bundle_that_nobody_measured_has_no_figure(tmp_path: Path, scores: dict[str, Score]) -> None:
    assert measured_of(write_tiny_examinee(tmp_path, scores=scores).manifest) is None
