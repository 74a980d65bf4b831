from __future__ import annotations

import csv
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.panel import Finding, Polarity
from engine.text.findings import LABELS, findings_of, merged, report_findings

POLARITIES = {"+": Polarity.PRESENT, "-": Polarity.ABSENT, "?": Polarity.UNCERTAIN}


def said(line: str) -> Finding:
    """ "+ Pleural Effusion / left / base" as a finding."""
    sign, label, side, place = (*line[0:1], *(part.strip() for part in (line[1:] + "//").split("/")[:3]))
    return Finding(label, POLARITIES[sign], side, place)


@pytest.mark.parametrize(
    ("sentence", "findings"),
    [
        ("There is a small left pleural effusion.", ["+Pleural Effusion/left"]),
        ("No effusion or pneumothorax.", ["-Pleural Effusion", "-Pneumothorax"]),
        ("No consolidation, pneumothorax, or large effusion.",
         ["-Consolidation", "-Pneumothorax", "-Pleural Effusion"]),
        ("No pneumothorax, small left pleural effusion.", ["-Pneumothorax", "+Pleural Effusion/left"]),
        ("Small effusion, but no pneumothorax is seen.", ["+Pleural Effusion", "-Pneumothorax"]),
        ("No effusion and heart is enlarged.", ["-Pleural Effusion", "+Cardiomegaly"]),
        ("No effusion and pneumothorax is seen.", ["-Pleural Effusion", "-Pneumothorax"]),
        ("Left base atelectasis without effusion.", ["+Atelectasis/left/base", "-Pleural Effusion"]),
        ("Pneumothorax and effusion are not seen.", ["-Pneumothorax", "-Pleural Effusion"]),
        ("Effusion is present and pneumothorax is not seen.", ["+Pleural Effusion", "-Pneumothorax"]),
        ("The effusion has resolved.", ["-Pleural Effusion"]),
        ("Pneumonia cannot be excluded.", ["?Pneumonia"]),
        ("Could not exclude a small effusion.", ["?Pleural Effusion"]),
        ("Opacity in the right lower lobe may represent pneumonia.",
         ["+Lung Opacity/right/lower lobe", "?Pneumonia"]),
        ("No evidence suggesting pneumonia.", ["-Pneumonia"]),
        ("Bibasilar atelectasis versus consolidation.", ["?Atelectasis/bilateral/base", "?Consolidation"]),
        ("No change in the left effusion.", ["+Pleural Effusion/left"]),
        ("The heart is mildly enlarged.", ["+Cardiomegaly"]),
        ("The heart is not enlarged.", ["-Cardiomegaly"]),
        ("The heart size is normal.", ["-Cardiomegaly"]),
        ("Heart size is at the upper limits of normal.", ["-Cardiomegaly"]),
        ("The cardiomediastinal silhouette is within normal limits.", ["-Enlarged Cardiomediastinum"]),
        ("The mediastinum is widened.", ["+Enlarged Cardiomediastinum"]),
        ("The lungs are clear.", ["-Lung Opacity"]),
        ("In the left apex there is a nodule.", ["+Lung Lesion/left/apex"]),
        ("Blunting of the right costophrenic angle.", ["?Pleural Effusion/right/base"]),
        ("Right PICC line tip in the SVC.", ["+Support Devices/right"]),
        ("Old left rib fracture.", ["+Fracture/left"]),
        ("Effusions, right greater than left.", ["+Pleural Effusion/bilateral"]),
        ("the heart is enlarged . no effusion .", ["+Cardiomegaly", "-Pleural Effusion"]),
        ("Degenerative changes of the spine.", []),
        ("", []),
    ],
)  # fmt: skip
def test_a_sentence_says_what_a_reader_takes_from_it(sentence: str, findings: list[str]) -> None:
    assert list(findings_of(sentence)) == [said(line) for line in findings]


def test_a_report_merges_present_before_uncertain_before_absent() -> None:
    text = "No effusion. Possible effusion. No pneumothorax. There is a left effusion."
    assert report_findings(text) == (said("-Pneumothorax"), said("+Pleural Effusion/left"))


def test_left_and_right_make_bilateral() -> None:
    text = "Small left effusion. Large right effusion at the base."
    assert report_findings(text) == (said("+Pleural Effusion/bilateral/base"),)


def test_no_finding_holds_where_nothing_but_devices_is_present_or_uncertain() -> None:
    assert report_findings("The lungs are clear. Pacemaker.")[0] == said("+No Finding")
    assert said("+No Finding") not in report_findings("Possible pneumonia.")


def test_an_empty_report_says_nothing_at_all() -> None:
    assert report_findings("") == ()


@given(st.lists(st.builds(Finding, st.sampled_from(LABELS), st.sampled_from(Polarity))))
def test_merging_twice_is_merging_once(findings: list[Finding]) -> None:
    once = merged(findings)
    assert merged(once) == once
    assert [f.label for f in once] == [label for label in LABELS if label in {f.label for f in once}]


@given(st.text(max_size=80))
def test_any_text_is_read(text: str) -> None:
    assert all(finding.label in LABELS for finding in findings_of(text))


def test_a_hostile_sentence_takes_no_longer_than_a_second() -> None:
    start = time.process_time()
    findings_of("no , small heart size and " * 800)
    assert time.process_time() - start < 1


def test_clear_labels_agree_with_the_indexers_of_real_reports(shared_data: Path) -> None:
    """F1 against the MeSH codes of IU X-Ray: a floor under what the rules reached when they were written."""
    with (shared_data / "iu_xray_text" / "indiana_reports.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))[:1000]
    ours = [report_findings(f"{row['findings']} {row['impression']}") for row in rows]
    theirs = [{term.split("/")[0].strip() for term in row["MeSH"].lower().split(";")} for row in rows]
    for label, code, floor in [
        ("Cardiomegaly", "cardiomegaly", 0.85),
        ("Pleural Effusion", "pleural effusion", 0.8),
        ("Atelectasis", "pulmonary atelectasis", 0.8),
    ]:
        said_by_us = [
            any(f.label == label and f.polarity is not Polarity.ABSENT for f in findings) for findings in ours
        ]
        coded = [code in terms for terms in theirs]
        both = sum(a and b for a, b in zip(said_by_us, coded, strict=True))
        assert 2 * both / (sum(said_by_us) + sum(coded)) > floor, label
