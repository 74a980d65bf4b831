from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace

import numpy as np
import pytest

from engine.panel import Polarity
from engine.text.findings import NO_FINDING, SUPPORT_DEVICES, report_findings
from training.phantoms.anatomy import LEFT, RIGHT, Person, draw_person
from training.phantoms.findings import DENSITIES, Kind, Plan
from training.phantoms.language import Report, vocabulary, write_report
from training.phantoms.mix import Mix, draw_plan, draw_plans

NORMAL = (
    "Heart size and mediastinal contours are within normal limits. The lungs are clear. "
    "There is no pleural effusion or pneumothorax. There is no acute fracture. "
    "No acute cardiopulmonary abnormality."
)
LUNG_LABELS = {"Lung Lesion", "Lung Opacity", "Edema", "Consolidation", "Atelectasis"}
HEDGES = re.compile(
    r"\b(may|possible|questionable|borderline|cannot|suspected|suspicious for|suggests?|equivocal)\b"
)


@dataclass(frozen=True, slots=True)
class Seen:
    plan: Plan
    faint: bool


def _seen(seed: int) -> tuple[Seen, ...]:
    """Findings as the generator draws them, some with the lobe and size that a scanned chest gives."""
    random = np.random.default_rng((1, seed))
    plans = draw_plans(random, Mix())
    if random.random() < 0.7:
        plans = tuple(_placed(plan) for plan in plans)
    return tuple(Seen(plan, plan.subtle) for plan in plans)


def _placed(plan: Plan) -> Plan:
    lobe = "" if plan.kind not in DENSITIES else plan.place
    if (lobe, plan.side) == ("middle", LEFT):
        lobe = "upper"
    return replace(plan, lobe=lobe, size_mm=60.0 * plan.amount)


def _report(seed: int) -> tuple[tuple[Seen, ...], Report]:
    seen, random = _seen(seed), np.random.default_rng((2, seed))
    return seen, write_report(seen, draw_person(random), random)


def _texts(plan: Plan, faint: bool, count: int) -> list[str]:
    return [
        write_report([Seen(plan, faint)], Person(), np.random.default_rng(seed)).text for seed in range(count)
    ]


def _tokens(text: str) -> list[str]:
    return re.findall(r"[\w-]+|[.,]", text)


def test_a_report_never_denies_what_the_film_shows() -> None:
    for seed in range(400):
        seen, report = _report(seed)
        labels = {finding.plan.label for finding in seen}
        assert not labels & set(report.denied)
        if labels & LUNG_LABELS:
            lungs = re.findall(r"[^.]*\bclear\b[^.]*", report.text.lower())
            assert all("otherwise" in sentence for sentence in lungs)
        if labels - {SUPPORT_DEVICES}:
            assert "normal chest" not in report.text.lower()
            assert "no acute cardiopulmonary" not in report.text.lower()


def test_what_is_absent_is_denied_by_rule_so_that_silence_says_little() -> None:
    silent = Counter[str]()
    for seed in range(400):
        seen, report = _report(seed)
        labels = {finding.plan.label for finding in seen}
        for label in {"Cardiomegaly", "Pleural Effusion", "Pneumothorax", "Fracture"} - labels:
            silent[label] += label not in report.denied
    assert max(silent.values()) < 0.06 * 400


def test_a_report_has_whole_sentences_and_no_gaps() -> None:
    for seed in range(400):
        _, report = _report(seed)
        assert not re.search(r"  |[{}]| [.,]|\ba [aeiou]|\ban [^aeiou]", report.text.lower())
        assert not re.search(r"\b(\w+) \1\b", report.text.lower())
        for sentence in re.split(r"(?<=\.) ", report.text):
            assert re.fullmatch(r"[A-Z][^.]+\.", sentence)


def test_reports_have_four_to_eight_sentences_and_at_most_70_tokens() -> None:
    texts = [_report(seed)[1].text for seed in range(1000)]
    sentences = {text.count(".") for text in texts}
    tokens = [len(_tokens(text)) for text in texts]
    assert sentences == {4, 5, 6, 7, 8}
    assert max(tokens) <= 70
    assert 30 <= np.median(tokens) <= 50


def test_only_faint_findings_are_hedged_and_most_of_them_are() -> None:
    random = np.random.default_rng(1)
    for kind in Kind:
        plan = draw_plan(random, kind, Mix())
        clear = write_report([Seen(plan, False)], Person(), random)
        assert clear.hedged == (False,)
        assert not HEDGES.search(clear.text.lower())
    plan = draw_plan(random, Kind.NODULE, Mix())
    reports = [write_report([Seen(plan, True)], Person(), random) for _ in range(200)]
    assert 0.75 < np.mean([report.hedged for report in reports]) < 0.95
    assert all(bool(HEDGES.search(report.text.lower())) == report.hedged[0] for report in reports)


@pytest.mark.parametrize("kind", [Kind.LINE, Kind.PACEMAKER, Kind.TUBE])
def test_a_device_is_never_hedged(kind: Kind) -> None:
    plan = draw_plan(np.random.default_rng(0), kind, Mix())
    assert write_report([Seen(plan, True)], Person(), np.random.default_rng(0)).hedged == (False,)


def test_the_side_and_zone_of_a_nodule_are_said() -> None:
    plan = Plan(Kind.NODULE, RIGHT, "upper", 0.5, False, 1)
    for text in _texts(plan, False, 50):
        assert "right upper" in text.lower()
        assert "lobe" not in text  # a geometric chest has none


def test_lobe_and_length_are_now_and_then_said_where_the_chest_has_them() -> None:
    plan = Plan(Kind.NODULE, RIGHT, "middle", 0.5, False, 1, lobe="middle", size_mm=19.0)
    texts = " ".join(_texts(plan, False, 200))
    assert "right middle lobe" in texts
    assert "measuring about two centimeters" in texts


def test_the_usual_wording_of_a_finding_is_said_in_about_half_of_its_reports() -> None:
    texts = _texts(Plan(Kind.EFFUSION, LEFT, "", 0.2, False, 1), False, 400)
    sentences = Counter(sentence for text in texts for sentence in re.split(r"(?<=\.) ", text))
    assert 0.45 < sentences["There is a small left pleural effusion."] / 400 < 0.65
    assert len([sentence for sentence in sentences if "effusion" in sentence]) >= 8


def test_the_usual_report_of_a_healthy_chest_is_the_commonest() -> None:
    texts = Counter(write_report([], Person(), np.random.default_rng(seed)).text for seed in range(300))
    (text, count), (_, second) = texts.most_common(2)
    assert text == NORMAL
    assert count > 1.5 * second
    assert len(texts) > 100


def test_the_same_draws_give_the_same_report() -> None:
    assert _report(3) == _report(3)


def test_every_word_of_a_report_is_in_the_vocabulary() -> None:
    known = set(vocabulary())
    for seed in range(400):
        assert set(re.findall(r"[a-z-]+", _report(seed)[1].text.lower())) <= known


def test_two_thousand_reports_use_300_to_500_words() -> None:
    words = {word for seed in range(2000) for word in re.findall(r"[a-z-]+", _report(seed)[1].text.lower())}
    assert 300 <= len(words) <= 500


def test_the_labeller_reads_out_of_reports_what_was_put_in_and_nothing_else() -> None:
    for seed in range(600):
        seen, report = _report(seed)
        read = {finding.label: finding for finding in report_findings(report.text)}
        for finding, hedged in zip(seen, report.hedged, strict=True):
            said = read[finding.plan.label]
            assert said.polarity is (Polarity.UNCERTAIN if hedged else Polarity.PRESENT), report.text
            assert finding.plan.side_name in ("", said.side), report.text
        there = {label for label, finding in read.items() if finding.polarity is not Polarity.ABSENT}
        assert there - {NO_FINDING} == {finding.plan.label for finding in seen}, report.text
        assert set(report.denied) <= set(read) - there, report.text
