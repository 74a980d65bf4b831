"""What a reader takes from a sentence, by kind of wording. A new rule comes with its sentence here."""

from __future__ import annotations

import pytest

from engine.text.findings import findings_of
from tests.engine.text.stated import said

Table = list[tuple[str, list[str]]]

PRESENT: Table = [
    ("No interval enlargement of the heart.", ["+Cardiomegaly"]),
    ("Left effusion, pneumothorax is absent.", ["+Pleural Effusion/left", "-Pneumothorax"]),
    ("There is a small left pleural effusion.", ["+Pleural Effusion/left"]),
    ("The heart is mildly enlarged.", ["+Cardiomegaly"]),
    ("Heart size is upper limits of normal to mildly enlarged.", ["+Cardiomegaly"]),
    ("The mediastinum is widened.", ["+Enlarged Cardiomediastinum"]),
    ("The cardiomediastinal silhouette is enlarged.", ["+Enlarged Cardiomediastinum"]),
    ("Mild pulmonary vascular congestion.", ["+Edema"]),
    ("Findings are consistent with congestive heart failure.", ["+Edema"]),
    ("Left lower lobe collapse.", ["+Atelectasis/left/lower lobe"]),
    ("Healed right rib fractures.", ["+Fracture/right"]),
    ("Compression deformity of T12.", ["+Fracture"]),
    ("Biapical pleural thickening.", ["+Pleural Other/bilateral/apex"]),
    ("Calcified granuloma in the right lower lobe.", ["+Lung Lesion/right/lower lobe"]),
    ("Right hydropneumothorax.", ["+Pneumothorax/right", "+Pleural Effusion/right"]),
    ("Right PICC line tip in the SVC.", ["+Support Devices/right"]),
    ("Dual lead pacemaker with leads in the right atrium and right ventricle.", ["+Support Devices"]),
    ("Median sternotomy wires are intact.", ["+Support Devices"]),
    ("Nasogastric tube courses below the diaphragm.", ["+Support Devices"]),
    ("the heart is enlarged . no effusion .", ["+Cardiomegaly", "-Pleural Effusion"]),
]

ABSENT: Table = [
    ("There is no enlargement of the heart.", ["-Cardiomegaly"]),
    ("No significant enlargement of the cardiac silhouette.", ["-Cardiomegaly"]),
    (
        "Consolidation, effusion and pneumothorax are absent.",
        ["-Consolidation", "-Pleural Effusion", "-Pneumothorax"],
    ),
    ("No effusion or pneumothorax.", ["-Pleural Effusion", "-Pneumothorax"]),
    (
        "No consolidation, pneumothorax, or large effusion.",
        ["-Consolidation", "-Pneumothorax", "-Pleural Effusion"],
    ),
    (
        "There is no evidence of pneumothorax, consolidation or effusion.",
        ["-Pneumothorax", "-Consolidation", "-Pleural Effusion"],
    ),
    ("Neither effusion nor pneumothorax is identified.", ["-Pleural Effusion", "-Pneumothorax"]),
    ("Negative for pneumothorax or focal consolidation.", ["-Pneumothorax", "-Consolidation"]),
    ("Absence of effusion.", ["-Pleural Effusion"]),
    ("Free of effusion.", ["-Pleural Effusion"]),
    ("No definite pneumothorax.", ["-Pneumothorax"]),
    ("No acute fracture.", ["-Fracture"]),
    ("No new focal consolidation.", ["-Consolidation"]),
    ("No focal consolidation to suggest pneumonia.", ["-Consolidation", "-Pneumonia"]),
    ("No evidence suggesting pneumonia.", ["-Pneumonia"]),
    ("A pneumothorax is not seen.", ["-Pneumothorax"]),
    ("Pneumothorax not visualized.", ["-Pneumothorax"]),
    ("Pneumothorax and effusion are not seen.", ["-Pneumothorax", "-Pleural Effusion"]),
    ("Pneumothorax is absent.", ["-Pneumothorax"]),
    ("The heart is not enlarged.", ["-Cardiomegaly"]),
    ("Heart size is at the upper limits of normal.", ["-Cardiomegaly"]),
    ("Normal heart size and clear lungs.", ["-Cardiomegaly", "-Lung Opacity"]),
    ("Heart and mediastinum are normal.", ["-Enlarged Cardiomediastinum", "-Cardiomegaly"]),
    ("The cardiomediastinal silhouette is within normal limits.", ["-Enlarged Cardiomediastinum"]),
    (
        "Cardiac size, mediastinal contour, and pulmonary vascularity are within normal limits.",
        ["-Cardiomegaly", "-Enlarged Cardiomediastinum", "-Edema"],
    ),
    ("Lungs are expanded and clear airspace disease.", ["-Lung Opacity"]),
    ("The lungs are clear.", ["-Lung Opacity"]),
    ("Lungs: clear.", ["-Lung Opacity"]),
    (
        "Lungs are clear of focal consolidation, pneumothorax or pleural effusion.",
        ["-Lung Opacity", "-Consolidation", "-Pneumothorax", "-Pleural Effusion"],
    ),
    ("The pleural spaces are clear.", ["-Pleural Effusion"]),
    ("Pulmonary vascularity is within normal limits.", ["-Edema"]),
    ("Bones are intact.", ["-Fracture"]),
    ("Effusion: none.", ["-Pleural Effusion"]),
    ("The lungs are hyperinflated and clear.", ["-Lung Opacity"]),
    ("Nothing to suggest pneumonia.", ["-Pneumonia"]),
    ("No blunting of the costophrenic angles.", ["-Pleural Effusion//base"]),
]

UNCERTAIN: Table = [
    ("Pneumonia cannot be excluded.", ["?Pneumonia"]),
    ("Small effusion not excluded.", ["?Pleural Effusion"]),
    ("Could not exclude a small effusion.", ["?Pleural Effusion"]),
    ("There may be a small left apical pneumothorax.", ["?Pneumothorax/left/apex"]),
    ("The heart may be enlarged.", ["?Cardiomegaly"]),
    ("Borderline heart size.", ["?Cardiomegaly"]),
    ("Questionable nodule in the left mid lung zone.", ["?Lung Lesion/left/mid zone"]),
    ("Suspected left rib fracture.", ["?Fracture/left"]),
    ("Pneumonia is unlikely.", ["?Pneumonia"]),
    ("Blunting of the right costophrenic angle.", ["?Pleural Effusion/right/base"]),
    ("Atelectasis, less likely pneumonia.", ["+Atelectasis", "?Pneumonia"]),
    ("Consider CT to exclude a pulmonary nodule.", ["?Lung Lesion"]),
    ("Increased interstitial markings, which may represent mild edema.", ["+Lung Opacity", "?Edema"]),
    ("Interstitial opacities may be secondary to edema.", ["+Lung Opacity", "?Edema"]),
]

WHERE_SCOPES_END: Table = [
    ("No pneumothorax, small left pleural effusion.", ["-Pneumothorax", "+Pleural Effusion/left"]),
    ("Small effusion, but no pneumothorax is seen.", ["+Pleural Effusion", "-Pneumothorax"]),
    (
        "No effusion but there is a nodule in the left upper lobe.",
        ["-Pleural Effusion", "+Lung Lesion/left/upper lobe"],
    ),
    ("No effusion and heart is enlarged.", ["-Pleural Effusion", "+Cardiomegaly"]),
    ("No edema and effusions are small.", ["-Edema", "+Pleural Effusion"]),
    ("Atelectasis and effusion are possible.", ["?Atelectasis", "?Pleural Effusion"]),
    ("Edema and cardiomegaly are unchanged.", ["+Edema", "+Cardiomegaly"]),
    ("No effusion and pneumothorax is seen.", ["-Pleural Effusion", "-Pneumothorax"]),
    ("Effusion is present and pneumothorax is not seen.", ["+Pleural Effusion", "-Pneumothorax"]),
    ("Left base atelectasis without effusion.", ["+Atelectasis/left/base", "-Pleural Effusion"]),
    ("Cardiomegaly without overt failure.", ["+Cardiomegaly", "-Edema"]),
    (
        "The lungs are clear except for a calcified granuloma in the right apex.",
        ["-Lung Opacity", "+Lung Lesion/right/apex"],
    ),
    (
        "Clear lungs without effusion or pneumothorax; the heart is enlarged.",
        ["-Lung Opacity", "-Pleural Effusion", "-Pneumothorax", "+Cardiomegaly"],
    ),
    (
        "Small left effusion, no pneumothorax, heart size normal.",
        ["+Pleural Effusion/left", "-Pneumothorax", "-Cardiomegaly"],
    ),
    ("This is atelectasis rather than pneumonia.", ["+Atelectasis", "-Pneumonia"]),
    (
        "No large pleural effusion or pneumothorax, small effusion not excluded.",
        ["-Pleural Effusion", "-Pneumothorax", "?Pleural Effusion"],
    ),
]

CHANGE: Table = [
    ("The effusion has resolved.", ["-Pleural Effusion"]),
    ("The effusion has nearly resolved.", ["?Pleural Effusion"]),
    ("Effusion and pneumothorax have resolved.", ["-Pleural Effusion", "-Pneumothorax"]),
    ("Endotracheal tube and NG tube have been removed.", ["-Support Devices"]),
    ("Almost completely resolved right pneumothorax.", ["?Pneumothorax/right"]),
    ("Interval resolution of the left pneumothorax.", ["-Pneumothorax/left"]),
    ("Pulmonary edema is no longer seen.", ["-Edema"]),
    ("Pulmonary opacities have cleared.", ["-Lung Opacity"]),
    ("Resolving right lower lobe pneumonia.", ["+Pneumonia/right/lower lobe"]),
    ("The right pleural effusion is unchanged.", ["+Pleural Effusion/right"]),
    ("No change in the left effusion.", ["+Pleural Effusion/left"]),
    ("No interval change in cardiomegaly.", ["+Cardiomegaly"]),
    ("Edema has improved.", ["+Edema"]),
    ("Left nodule, not seen on the previous film.", ["+Lung Lesion/left"]),
    ("There is no pneumothorax and the effusion has decreased.", ["-Pneumothorax", "+Pleural Effusion"]),
    ("The left PICC has been removed.", ["-Support Devices/left"]),
]

NOT_SAID_OF_THE_FILM: Table = [
    ("Patient with history of CHF and pneumonia.", []),
    ("If there is clinical concern for pneumonia, a lateral view is recommended.", []),
    ("Evaluate for pneumothorax.", []),
    ("Indication: rule out pneumonia.", []),
    ("Fractures may not be demonstrated.", []),
    ("Overlapping bones could obscure a small nodule.", []),
]

NO_LABEL_AT_ALL: Table = [
    ("Degenerative changes of the spine.", []),
    ("The aorta is tortuous.", []),
    ("Emphysema without acute disease.", []),
    ("Possible pericardial effusion.", []),
    ("Evidence of prior granulomatous infection.", []),
    ("Large breast mass.", []),
    ("Soft tissue edema about the ankle.", []),
    ("", []),
]

MISSPELT_OR_HIDDEN: Table = [
    ("Mild cardiomegally with plural efusion.", ["+Cardiomegaly", "+Pleural Effusion"]),
    ("Blunting of the left costophrenic XXXX.", ["?Pleural Effusion/left/base"]),
    ("No XXXX of pleural effusion.", ["-Pleural Effusion"]),
    ("Heart size XXXX within normal limits.", ["-Cardiomegaly"]),
    ("XXXX sternotomy XXXX are noted.", ["+Support Devices"]),
    ("Right chest XXXX with tip in the SVC.", ["+Support Devices/right"]),
    ("XXXX opacity most XXXX pneumonia.", ["+Lung Opacity", "?Pneumonia"]),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "findings"), PRESENT)
def test_what_is_there_is_present(sentence: str, findings: list[str]) -> None:
    assert list(findings_of(sentence)) == [said(line) for line in findings]


@pytest.mark.parametrize(("sentence", "findings"), ABSENT)
def test_what_is_denied_is_absent(sentence: str, findings: list[str]) -> None:
    assert list(findings_of(sentence)) == [said(line) for line in findings]


@pytest.mark.parametrize(("sentence", "findings"), UNCERTAIN)
def test_what_is_hedged_is_uncertain(sentence: str, findings: list[str]) -> None:
    assert list(findings_of(sentence)) == [said(line) for line in findings]


@pytest.mark.parametrize(("sentence", "findings"), WHERE_SCOPES_END)
def test_a_negation_ends_where_its_clause_ends(sentence: str, findings: list[str]) -> None:
    assert list(findings_of(sentence)) == [said(line) for line in findings]


@pytest.mark.parametrize(("sentence", "findings"), CHANGE)
def test_what_is_gone_is_absent_and_what_changed_is_present(sentence: str, findings: list[str]) -> None:
    assert list(findings_of(sentence)) == [said(line) for line in findings]


@pytest.mark.parametrize(("sentence", "findings"), NOT_SAID_OF_THE_FILM)
def test_what_is_asked_or_of_another_time_says_nothing(sentence: str, findings: list[str]) -> None:
    assert list(findings_of(sentence)) == [said(line) for line in findings]


@pytest.mark.parametrize(("sentence", "findings"), NO_LABEL_AT_ALL)
def test_what_looks_like_a_label_and_is_none_says_nothing(sentence: str, findings: list[str]) -> None:
    assert list(findings_of(sentence)) == [said(line) for line in findings]


@pytest.mark.parametrize(("sentence", "findings"), MISSPELT_OR_HIDDEN)
def test_misspelt_and_hidden_words_are_understood(sentence: str, findings: list[str]) -> None:
    assert list(findings_of(sentence)) == [said(line) for line in findings]
