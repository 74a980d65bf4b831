from __future__ import annotations

import pytest

from engine.text.findings import findings_of
from tests.engine.text.stated import said


@pytest.mark.parametrize(
    ("sentence", "findings"),
    [
        ("In the left apex there is a nodule.", ["+Lung Lesion/left/apex"]),
        ("Old left rib fracture.", ["+Fracture/left"]),
        ("Patchy right basilar airspace opacity.", ["+Lung Opacity/right/base"]),
        ("Nodule in the lingula.", ["+Lung Lesion/left/lingula"]),
        ("Middle lobe consolidation.", ["+Consolidation/right/middle lobe"]),
        ("Effusions, right greater than left.", ["+Pleural Effusion/bilateral"]),
        ("Trace right and moderate left pleural effusions.", ["+Pleural Effusion/bilateral"]),
        ("Opacities in the lung bases.", ["+Lung Opacity/bilateral/base"]),
        ("Opacity in the right lung base.", ["+Lung Opacity/right/base"]),
        ("Right upper lobe and left lower lobe opacities.",
         ["+Lung Opacity/bilateral/upper lobe", "+Lung Opacity/bilateral/lower lobe"]),
        ("Left effusion and right pneumothorax.", ["+Pleural Effusion/left", "+Pneumothorax/right"]),
        ("The effusion on the left has increased while the right effusion has cleared.",
         ["+Pleural Effusion/left", "-Pleural Effusion/right"]),
    ],
)  # fmt: skip
def test_a_site_belongs_to_the_finding_that_it_describes(sentence: str, findings: list[str]) -> None:
    assert list(findings_of(sentence)) == [said(line) for line in findings]


@pytest.mark.parametrize(
    ("sentence", "findings"),
    [
        ("Opacity in the right lower lobe may represent pneumonia.",
         ["+Lung Opacity/right/lower lobe", "?Pneumonia/right/lower lobe"]),
        ("Bibasilar atelectasis versus consolidation.",
         ["?Atelectasis/bilateral/base", "?Consolidation/bilateral/base"]),
        ("Left basilar opacity, likely atelectasis.",
         ["+Lung Opacity/left/base", "?Atelectasis/left/base"]),
        ("Scarring or atelectasis in the lingula.",
         ["+Lung Opacity/left/lingula", "+Atelectasis/left/lingula"]),
        ("Right pleural effusion with adjacent atelectasis.",
         ["+Pleural Effusion/right", "+Atelectasis/right"]),
    ],
)  # fmt: skip
def test_what_a_finding_is_taken_for_lies_where_it_lies(sentence: str, findings: list[str]) -> None:
    assert list(findings_of(sentence)) == [said(line) for line in findings]


@pytest.mark.parametrize(
    ("sentence", "findings"),
    [
        ("Cardiomegaly with left effusion.", ["+Cardiomegaly", "+Pleural Effusion/left"]),
        ("Left effusion, no pneumothorax.", ["+Pleural Effusion/left", "-Pneumothorax"]),
        ("Catheter tip in the right atrium.", ["+Support Devices"]),
        ("Pneumothorax seen on the left lateral view.", ["+Pneumothorax"]),
    ],
)
def test_a_finding_takes_no_side_that_is_not_its_own(sentence: str, findings: list[str]) -> None:
    assert list(findings_of(sentence)) == [said(line) for line in findings]
