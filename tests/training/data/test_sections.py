from __future__ import annotations

import pytest

from tests.training.made_corpora import mimic_report
from training.data.sections import report_sections, wanted_section


def test_findings_and_impression_are_found_under_their_headings_and_joined_to_one_line() -> None:
    report = mimic_report("Lungs are\n clear.", "Normal\n chest.")

    assert wanted_section(report, "findings") == "Lungs are clear."
    assert wanted_section(report, "impression") == "Normal chest."
    assert wanted_section(report, "both") == "Lungs are clear. Normal chest."


@pytest.mark.parametrize(
    ("report", "name", "text"),
    [
        (" FINDGINGS:  Clear.\n \n IMPRESSON: Normal.", "findings", "Clear."),
        (" FINDGINGS:  Clear.\n \n IMPRESSON: Normal.", "impression", "Normal."),
        (" FINDINGS AND IMPRESSION:  Clear.", "impression", "Clear."),
        (" CHEST, PA AND LATERAL:  Clear.\n \n IMPRESSION: Normal.", "findings", "Clear."),
        (" CHEST, PA AND LATERAL:\n \n INDICATION:  Cough.\n \n FINDINGS:  Clear.", "findings", "Clear."),
        (
            " FINDINGS:  Clear.\n \n COMPARISON: None.\n \n FINDINGS:\n \n IMPRESSION: Normal.",
            "findings",
            "Clear.",
        ),
        (
            " FINDINGS:\n LUNGS: Clear.\n HEART: Normal.\n IMPRESSION: None.",
            "findings",
            "LUNGS: Clear. HEART: Normal.",
        ),
        (" REASON FOR EXAM: Cough.\n FINDINGS: At 10:30 clear.", "findings", "At 10:30 clear."),
        (
            " FINAL REPORT\n INDICATION: Cough.\n \n The lungs are clear.\n",
            "last paragraph",
            "The lungs are clear.",
        ),
        ("  FINAL REPORT\n Two views show clear lungs.\n", "last paragraph", "Two views show clear lungs."),
    ],
)
def test_odd_headings_are_understood(report: str, name: str, text: str) -> None:
    assert report_sections(report)[name] == text


@pytest.mark.parametrize("report", ["", "\n \n", " INDICATION: Cough.\n", "  FINAL REPORT\n"])
def test_a_report_without_findings_has_none(report: str) -> None:
    assert wanted_section(report, "findings") == ""
    assert "last paragraph" not in report_sections(report)


def test_the_last_paragraph_is_no_section_where_there_is_an_impression() -> None:
    assert set(report_sections(" IMPRESSION: Normal.\n \n Dictated today.")) == {"impression"}
