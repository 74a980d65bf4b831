from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.panel import Finding, Polarity
from engine.text.findings import LABELS, Labeller, findings_of, merged, report_findings
from tests.engine.text.stated import said


def test_a_report_merges_present_before_uncertain_before_absent() -> None:
    text = "No effusion. Possible effusion. No pneumothorax. There is a left effusion."
    assert report_findings(text) == (said("-Pneumothorax"), said("+Pleural Effusion/left"))


def test_left_and_right_make_bilateral() -> None:
    text = "Small left effusion. Large right effusion at the base."
    assert report_findings(text) == (said("+Pleural Effusion/bilateral/base"),)


def test_no_finding_holds_where_nothing_but_devices_is_present_or_uncertain() -> None:
    assert report_findings("The lungs are clear. Pacemaker.")[0] == said("+No Finding")
    assert said("+No Finding") not in report_findings("Possible pneumonia.")


@pytest.mark.parametrize("text", ["Normal chest x-XXXX.", "No acute cardiopulmonary abnormality."])
def test_a_report_that_only_calls_the_film_normal_has_no_finding(text: str) -> None:
    assert report_findings(text) == (said("+No Finding"),)


def test_an_empty_report_says_nothing_at_all() -> None:
    assert report_findings("") == ()


@settings(deadline=None)
@given(st.lists(st.builds(Finding, st.sampled_from(LABELS), st.sampled_from(Polarity))))
def test_merging_twice_is_merging_once(findings: list[Finding]) -> None:
    once = merged(findings)
    assert merged(once) == once
    assert [f.label for f in once] == [label for label in LABELS if label in {f.label for f in once}]


@settings(deadline=None)
@given(st.text(max_size=80))
def test_any_text_is_read(text: str) -> None:
    assert all(finding.label in LABELS for finding in findings_of(text))


@settings(deadline=None)
@given(st.text(alphabet="xXnoefusi ,.;", max_size=60), st.booleans())
def test_case_and_blanks_change_nothing(text: str, upper: bool) -> None:
    other = "  ".join((text.upper() if upper else text.lower()).split(" "))
    assert findings_of(other) == findings_of(text)


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "phrase",
    [
        "no , small heart size and ",
        "heart size and mediastinal contours are within the upper limits of ",
        "left right upper lower lobe opacity or ",
        "nodular focal hazy increased ",
        "xxxx costophrenic xxxx ",
        "may be ",
    ],
)
def test_a_hostile_sentence_comes_to_an_end(phrase: str) -> None:
    """Patterns that backtrack over and over would take longer than the universe lasts."""
    assert isinstance(findings_of(phrase * 400), tuple)


def test_a_signature_names_the_code_and_the_rules() -> None:
    labeller = Labeller.load()
    assert labeller.signature.startswith("labeller ")
    assert labeller.rules.digest in labeller.signature


def test_every_label_but_no_finding_has_rules() -> None:
    named = [phrases.label for phrases in Labeller.load().rules.labels]
    assert sorted(named) == sorted(LABELS[1:])


def test_polarity_has_the_three_values_of_chexpert() -> None:
    assert {polarity.value for polarity in Polarity} == {"present", "absent", "uncertain"}
