"""The labeller and the language of the phantoms must understand each other: scores on findings need both."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from engine.panel import Finding, Polarity
from engine.text.findings import NO_FINDING, report_findings
from training.phantoms.anatomy import draw_person
from training.phantoms.findings import DENSITIES, Plan
from training.phantoms.language import write_report
from training.phantoms.mix import Mix, draw_plans

STUDIES = 400
HEIGHTS = {  # what the labeller may call the zone of a density
    "upper": {"upper lobe", "upper zone"},
    "middle": {"middle lobe", "mid zone", "lingula", "upper lobe"},  # left lungs have no middle lobe
    "lower": {"lower lobe", "lower zone", "base"},
}


@dataclass(frozen=True, slots=True)
class Seen:
    plan: Plan
    faint: bool


def _study(seed: int) -> tuple[tuple[Seen, ...], str, dict[str, Finding]]:
    random = np.random.default_rng((5, seed))
    seen = tuple(Seen(plan, plan.subtle) for plan in draw_plans(random, Mix()))
    text = write_report(seen, draw_person(random), random).text
    return seen, text, {finding.label: finding for finding in report_findings(text)}


@pytest.fixture(scope="module")
def studies() -> list[tuple[tuple[Seen, ...], str, dict[str, Finding]]]:
    return [_study(seed) for seed in range(STUDIES)]


def test_labels_of_a_report_are_those_of_its_findings(
    studies: list[tuple[tuple[Seen, ...], str, dict[str, Finding]]],
) -> None:
    for seen, text, read in studies:
        said = {label for label, finding in read.items() if finding.polarity is not Polarity.ABSENT}
        assert said - {NO_FINDING} == {each.plan.label for each in seen}, text


def test_a_clear_finding_is_present_and_never_uncertain(
    studies: list[tuple[tuple[Seen, ...], str, dict[str, Finding]]],
) -> None:
    for seen, text, read in studies:
        for each in seen:
            assert each.faint or read[each.plan.label].polarity is Polarity.PRESENT, text


def test_the_side_of_a_finding_is_read(
    studies: list[tuple[tuple[Seen, ...], str, dict[str, Finding]]],
) -> None:
    for seen, text, read in studies:
        for each in seen:
            assert each.plan.side_name in ("", read[each.plan.label].side), text


def test_the_zone_of_a_density_is_read(
    studies: list[tuple[tuple[Seen, ...], str, dict[str, Finding]]],
) -> None:
    densities = [
        (each.plan, text, read[each.plan.label])
        for seen, text, read in studies
        for each in seen
        if each.plan.kind in DENSITIES
    ]
    assert len(densities) > STUDIES / 10
    for plan, text, finding in densities:
        assert finding.place in HEIGHTS.get(plan.place, {finding.place}), text
