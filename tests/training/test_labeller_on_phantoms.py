"""The labeller and the language of the phantoms must understand each other: scores on findings need both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pytest

from engine.panel import Finding, Polarity
from engine.text.findings import NO_FINDING, report_findings
from training.phantoms.anatomy import draw_person
from training.phantoms.findings import DENSITIES, LABELS, Kind, Plan
from training.phantoms.language import write_report
from training.phantoms.language.blanks import tidy
from training.phantoms.language.report import phrase_book
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


FILLED = {"size": "mild", "sizely": "mildly", "slight": "mild", "length": "about two centimeters"}


def _wordings() -> Iterator[tuple[str, str, Polarity]]:
    """Every wording of every statement on the left side, with its label and how it is put."""
    book = phrase_book()
    places = [words for (_, side, _), place in book.places.items() if side == "left" for words in place.all]
    for (kind, both), statement in book.statements.items():
        put = ((statement.certain, Polarity.PRESENT), (statement.faint, Polarity.UNCERTAIN))
        for phrase, polarity in [(phrase, how) for words, how in put if words for phrase in words.all]:
            for place in places if "{place}" in phrase else places[:1]:
                side = "bilateral" if both else "left"
                filled = phrase.format(side=side, place=place, level="apical", zone="upper", **FILLED)
                yield tidy(filled), LABELS[Kind(kind)], polarity


def test_every_wording_of_a_finding_says_that_finding_and_nothing_else() -> None:
    for text, label, polarity in _wordings():
        read = [(each.label, each.polarity) for each in report_findings(text)]
        assert read == [(label, polarity)] or read[1:] == [(label, polarity)], (
            text
        )  # devices: No Finding first


def test_every_denial_denies_its_labels_and_every_remark_says_nothing() -> None:
    book = phrase_book()
    for denial in book.denials:
        for text in denial.wordings.all:
            read = {each.label: each.polarity for each in report_findings(text)}
            assert {label for label, how in read.items() if how is Polarity.ABSENT} >= denial.denies, text
            assert all(how is Polarity.ABSENT or label == NO_FINDING for label, how in read.items()), text
    for remark in book.remarks:
        for text in remark.wordings.all:
            assert {each.label for each in report_findings(text)} <= {NO_FINDING}, text
