from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
import pytest

from engine.panel import Polarity
from engine.text.findings import report_findings
from training.phantoms.anatomy import Person
from training.phantoms.findings import Kind, Plan, draw_plan, draw_plans
from training.phantoms.language import Report, vocabulary, write_report


@dataclass(frozen=True, slots=True)
class Seen:
    plan: Plan
    faint: bool


def _report(seed: int) -> tuple[tuple[Seen, ...], Report]:
    random = np.random.default_rng(seed)
    seen = tuple(Seen(plan, bool(random.random() < 0.4)) for plan in draw_plans(random))
    return seen, write_report(seen, Person(), random)


@pytest.mark.parametrize("seed", range(60))
def test_a_report_never_denies_what_the_film_shows(seed: int) -> None:
    seen, report = _report(seed)
    assert not {finding.plan.label for finding in seen} & set(report.denied)


@pytest.mark.parametrize("seed", range(60))
def test_a_report_has_whole_sentences_and_no_gaps(seed: int) -> None:
    _, report = _report(seed)
    assert "  " not in report.text
    assert "{" not in report.text
    assert " ." not in report.text
    for sentence in re.split(r"(?<=\.) ", report.text):
        assert re.fullmatch(r"[A-Z][^.]+\.", sentence)


def test_reports_have_two_to_nine_sentences_and_mostly_25_to_60_tokens() -> None:
    texts = [_report(seed)[1].text for seed in range(300)]
    sentences = [text.count(".") for text in texts]
    tokens = [len(re.findall(r"[\w-]+|\.", text)) for text in texts]
    assert min(sentences) >= 2
    assert max(sentences) <= 9
    assert np.percentile(tokens, 10) >= 24
    assert np.percentile(tokens, 95) <= 60


def test_only_faint_findings_are_hedged() -> None:
    random = np.random.default_rng(1)
    for kind in Kind:
        plan = draw_plan(random, kind)
        assert write_report([Seen(plan, False)], Person(), random).hedged == (False,)
    hedged = [
        write_report([Seen(draw_plan(random, Kind.NODULE), True)], Person(), random).hedged for _ in range(60)
    ]
    assert 0.6 < np.mean(hedged) < 1.0


def test_the_side_and_zone_of_a_nodule_are_said() -> None:
    plan = Plan(Kind.NODULE, -1, "upper", 0.5, False, 1)
    text = write_report([Seen(plan, False)], Person(), np.random.default_rng(0)).text.lower()
    assert "right upper" in text
    assert "nodule" in text or "nodular" in text


def test_the_same_finding_is_put_in_several_ways() -> None:
    plan = Plan(Kind.EFFUSION, 1, "", 0.2, False, 1)
    texts = {
        write_report([Seen(plan, False)], Person(), np.random.default_rng(seed)).text for seed in range(30)
    }
    assert len(texts) > 20


def test_every_word_of_a_report_is_in_the_vocabulary() -> None:
    known = set(vocabulary())
    assert 150 <= len(known) <= 300
    for seed in range(200):
        assert set(re.findall(r"[a-z-]+", _report(seed)[1].text.lower())) <= known


def test_the_labeller_reads_out_of_reports_what_was_put_in() -> None:
    for seed in range(300):
        seen, report = _report(seed)
        read = {finding.label: finding for finding in report_findings(report.text)}
        for finding, hedged in zip(seen, report.hedged, strict=True):
            said = read[finding.plan.label]
            assert said.polarity is (Polarity.UNCERTAIN if hedged else Polarity.PRESENT)
            assert finding.plan.side_name in ("", said.side)
        assert {label for label in report.denied if read[label].polarity is Polarity.ABSENT} == set(
            report.denied
        )
