from __future__ import annotations

import pytest

from engine.panel import Polarity
from training.data.corpus import CorpusStudy, TrueFinding
from training.metrics.finding_scores import finding_scores
from training.metrics.reports import Reports
from training.metrics.true_reports import labeller_scores

EFFUSION, CLEAR = "There is a left pleural effusion.", "The lungs are clear."
BOTH = "There is a left pleural effusion. There is mild cardiomegaly."


def study(*labels: str, faint: bool = False, report: str = "") -> CorpusStudy:
    findings = tuple(TrueFinding(label, Polarity.PRESENT, faint=faint) for label in labels)
    return CorpusStudy("1", "test", report, findings)


STUDIES = [study("Pleural Effusion"), study("Pleural Effusion"), study("Cardiomegaly", faint=True)]


def values(elected: list[str], baseline: list[str]) -> dict[str, float | None]:
    scores = finding_scores(Reports.of("e", elected), {"plain": Reports.of("p", baseline)}, STUDIES)
    return {name: score.value for name, score in scores.items()}


def test_clear_and_ambiguous_films_are_scored_apart() -> None:
    found = values([EFFUSION, EFFUSION, EFFUSION], [EFFUSION] * 3)

    assert found["finding_f1_micro_clear"] == 1.0
    assert found["finding_f1_micro_ambiguous"] == 0.0
    assert found["finding_f1_micro"] == pytest.approx(2 * 2 / (2 * 2 + 1 + 1))


def test_every_figure_has_its_baseline_and_the_difference() -> None:
    found = values([EFFUSION, EFFUSION, BOTH], [EFFUSION, BOTH, EFFUSION])

    for name in (
        "finding_f1_micro",
        "finding_f1_micro_clear",
        "finding_f1_micro_ambiguous",
        "finding_f1_macro",
    ):
        own, other, lead = found[name], found[f"{name}_plain"], found[f"{name}_minus_plain"]
        assert own is not None
        assert other is not None
        assert lead == pytest.approx(own - other)
    assert found["finding_f1: Cardiomegaly"] == 1.0
    assert found["finding_f1_plain: Cardiomegaly"] == 0.0


def test_a_kind_of_film_that_does_not_occur_is_undefined_with_its_reason() -> None:
    clear = [study("Pleural Effusion")]
    score = finding_scores(Reports.of("e", [EFFUSION]), {}, clear)["finding_f1_micro_ambiguous"]

    assert score.value is None
    assert score.undefined


def test_a_label_stands_with_the_number_of_films_that_show_it() -> None:
    found = values([EFFUSION] * 3, [EFFUSION] * 3)

    assert (found["cases: Pleural Effusion"], found["cases: Cardiomegaly"]) == (2.0, 1.0)
    assert "cases: Edema" not in found


def test_a_label_that_is_neither_there_nor_said_has_no_score() -> None:
    assert "finding_f1: Edema" not in values([EFFUSION] * 3, [EFFUSION] * 3)


def test_a_report_that_the_labeller_cannot_read_shows_in_its_own_score() -> None:
    told, untold = (
        study("Cardiomegaly", report=BOTH),
        study("Cardiomegaly", report="Large heart shadow, ctr 0.6."),
    )

    assert labeller_scores([study("Pleural Effusion", report=EFFUSION)])["labeller_f1_micro"].value == 1.0
    both = labeller_scores([told, untold])["labeller_f1_micro"].value
    assert both is not None
    assert both < 1.0
