"""Reports in radiologists' wording: several phrasings of everything, in varying order, hedged where faint.

All text is ours. Words in braces are filled from the finding; an empty one leaves no gap. A report never
denies what the film shows, and hedges only what is faint.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from training.phantoms.anatomy import Person
from training.phantoms.findings import DENSITIES, Kind, Plan


class ShownFinding(Protocol):
    """What the writer needs to know of a finding."""

    @property
    def plan(self) -> Plan:
        """What it is and where."""

    @property
    def faint(self) -> bool:
        """Whether it hardly shows."""


@dataclass(frozen=True, slots=True)
class Report:
    """The text; `hedged` says of each finding whether it is put as unsure, `denied` lists labels denied."""

    text: str
    hedged: tuple[bool, ...]
    denied: tuple[str, ...]


HEDGED_SHARE = 0.85  # of faint findings; of the others none
PLACES = {
    ("upper", "right"): ("right upper lobe", "right upper lung zone", "right upper lung"),
    ("upper", "left"): ("left upper lobe", "left upper lung zone", "left upper lung"),
    ("middle", "right"): ("right middle lobe", "right mid lung zone", "right mid lung"),
    ("middle", "left"): ("left mid lung zone", "left mid lung"),
    ("lower", "right"): ("right lower lobe", "right lower lung zone", "right lung base"),
    ("lower", "left"): ("left lower lobe", "left lower lung zone", "left lung base"),
}

CERTAIN: dict[Kind, tuple[str, ...]] = {
    Kind.CARDIOMEGALY: (
        "The heart is {adverb} enlarged.",
        "{severity} cardiomegaly.",
        "There is {severity} cardiomegaly.",
        "The cardiac silhouette is {adverb} enlarged.",
        "{severity} enlargement of the cardiac silhouette is present.",
        "The cardiothoracic ratio is {adverb} increased, consistent with cardiomegaly.",
    ),
    Kind.MEDIASTINUM: (
        "The mediastinum is widened.",
        "There is widening of the upper mediastinum.",
        "The superior mediastinal contour is widened.",
    ),
    Kind.EFFUSION: (
        "There is a {severity} {side} pleural effusion.",
        "{severity} {side} pleural effusion.",
        "{severity} {side} pleural effusion is present.",
        "A {severity} {side} pleural effusion is seen with blunting of the costophrenic angle.",
        "{side} costophrenic angle is obscured by a {severity} pleural effusion.",
        "Layering {severity} {side} pleural fluid is noted, compatible with effusion.",
    ),
    Kind.NODULE: (
        "There is a {severity} nodule in the {place}.",
        "A {severity} pulmonary nodule is seen in the {place}.",
        "{severity} nodule in the {place}.",
        "{severity} solitary pulmonary nodule overlying the {place}.",
        "A {severity} nodular density projects over the {place}.",
    ),
    Kind.MASS: (
        "There is a {severity} mass in the {place}.",
        "A {severity} lung mass is seen in the {place}.",
        "{severity} mass in the {place}.",
        "A {severity} rounded mass projects over the {place}.",
        "{severity} lobulated mass lesion within the {place}.",
    ),
    Kind.CONSOLIDATION: (
        "There is consolidation in the {place}.",
        "Focal consolidation is seen in the {place}.",
        "{place} consolidation.",
        "Dense airspace consolidation is present in the {place}.",
        "Confluent consolidation occupies part of the {place}.",
    ),
    Kind.OPACITY: (
        "There is a hazy opacity in the {place}.",
        "Patchy opacity is seen in the {place}.",
        "{place} opacity.",
        "An ill-defined opacity projects over the {place}.",
        "Increased hazy opacity is noted within the {place}.",
    ),
    Kind.OEDEMA: (
        "There is {severity} pulmonary edema.",
        "{severity} pulmonary edema with bilateral perihilar haziness.",
        "Bilateral perihilar haze consistent with {severity} pulmonary edema.",
        "Findings of {severity} pulmonary edema are present.",
        "Central vascular congestion with {severity} pulmonary edema.",
    ),
    Kind.ATELECTASIS: (
        "There is linear atelectasis at the {side} lung base.",
        "Linear atelectasis is seen at the {side} base.",
        "{side} basilar atelectasis.",
        "Bands of atelectasis are present at the {side} lung base.",
        "Streaky bandlike densities at the {side} base reflect subsegmental atelectasis.",
    ),
    Kind.PNEUMOTHORAX: (
        "There is a {severity} {side} pneumothorax.",
        "{severity} {side} apical pneumothorax.",
        "A {severity} {side} pneumothorax is present.",
        "{severity} {side} pneumothorax with a visible pleural line.",
        "{severity} {side} pneumothorax, absent lung markings beyond the visceral pleural edge.",
    ),
    Kind.FRACTURE: (
        "There is a displaced {side} rib fracture.",
        "{side} rib fracture.",
        "A fracture of a {side} rib is seen.",
        "Cortical step off of a {side} rib indicates a fracture.",
    ),
    Kind.LINE: (
        "A right central venous catheter is in place.",
        "Right internal jugular central line with the tip in the superior vena cava.",
        "A central venous line terminates in the superior vena cava.",
    ),
    Kind.PACEMAKER: (
        "A left chest pacemaker is in place.",
        "Left pacemaker with its lead at the ventricular apex.",
        "There is a left sided pacemaker.",
        "Left subclavian pacemaker generator with intact lead.",
    ),
    Kind.TUBE: (
        "An endotracheal tube is in place.",
        "The endotracheal tube terminates above the carina.",
        "Endotracheal tube with the tip above the carina.",
    ),
}
UNSURE: dict[Kind, tuple[str, ...]] = {
    Kind.CARDIOMEGALY: (
        "Possible enlargement of the heart.",
        "Possible mild cardiomegaly.",
        "There may be mild enlargement of the heart.",
        "Borderline cardiac size, mild cardiomegaly is possible.",
    ),
    Kind.MEDIASTINUM: (
        "There may be mild widening of the mediastinum.",
        "Possible widening of the upper mediastinum.",
    ),
    Kind.EFFUSION: (
        "Possible small {side} pleural effusion.",
        "Slight blunting of the {side} costophrenic angle may represent a small pleural effusion.",
        "A small {side} pleural effusion cannot be excluded.",
        "There may be a small {side} pleural effusion.",
    ),
    Kind.NODULE: (
        "Possible nodule in the {place}.",
        "A faint density in the {place} may represent a nodule.",
        "A nodule in the {place} cannot be excluded.",
        "Questionable small nodule projects over the {place}.",
    ),
    Kind.MASS: (
        "Possible mass in the {place}.",
        "A faint rounded density in the {place} may represent a mass.",
        "A mass in the {place} cannot be excluded.",
    ),
    Kind.CONSOLIDATION: (
        "Possible consolidation in the {place}.",
        "Faint density in the {place} may represent consolidation.",
        "Early consolidation in the {place} cannot be excluded.",
    ),
    Kind.OPACITY: (
        "Possible faint opacity in the {place}.",
        "There may be a subtle opacity in the {place}.",
        "Questionable opacity in the {place}.",
    ),
    Kind.OEDEMA: (
        "Possible mild pulmonary edema.",
        "Subtle perihilar haziness may represent mild pulmonary edema.",
        "Mild pulmonary edema cannot be excluded.",
    ),
    Kind.ATELECTASIS: (
        "Possible {side} basilar atelectasis.",
        "Faint linear density at the {side} base may represent atelectasis.",
        "There may be minimal atelectasis at the {side} lung base.",
    ),
    Kind.PNEUMOTHORAX: (
        "Possible tiny {side} apical pneumothorax.",
        "A small {side} pneumothorax cannot be excluded.",
        "There may be a small {side} apical pneumothorax.",
    ),
    Kind.FRACTURE: (
        "Possible {side} rib fracture.",
        "A nondisplaced {side} rib fracture cannot be excluded.",
        "Questionable fracture of a {side} rib.",
    ),
}
BILATERAL_EFFUSION = {
    False: (
        "There are {severity} bilateral pleural effusions.",
        "{severity} bilateral pleural effusions.",
        "Bilateral pleural effusions are present.",
    ),
    True: (
        "Possible small bilateral pleural effusions.",
        "There may be small bilateral pleural effusions.",
        "Small bilateral pleural effusions cannot be excluded.",
    ),
}
ADVERBS = {"mild": "mildly", "moderate": "moderately", "severe": "severely"}


@dataclass(frozen=True, slots=True)
class Denial:
    """Sentences that deny `labels`; `region` is what they look at.

    `also` are labels whose presence the sentences would contradict, though a reader of labels would not say
    that they are denied: "the lungs are clear" names no nodule.
    """

    region: str
    labels: tuple[str, ...]
    phrasings: tuple[str, ...]
    also: tuple[str, ...] = ()

    @property
    def claims(self) -> frozenset[str]:
        """Every label that must be absent for these sentences to be true."""
        return frozenset(self.labels + self.also)


HEART, MEDIASTINUM = "Cardiomegaly", "Enlarged Cardiomediastinum"
EFFUSION, PNEUMOTHORAX = "Pleural Effusion", "Pneumothorax"
AIRSPACE = ("Consolidation", "Lung Lesion", "Edema", "Atelectasis")
DENIALS = (
    Denial(
        "heart",
        (MEDIASTINUM,),
        (
            "The cardiomediastinal silhouette is within normal limits.",
            "Cardiomediastinal silhouette is normal.",
            "The cardiomediastinal contours are unremarkable.",
        ),
        also=(HEART,),
    ),
    Denial(
        "heart",
        (HEART, MEDIASTINUM),
        (
            "Heart size and mediastinal contours are within normal limits.",
            "Heart size and mediastinal contours are normal.",
        ),
    ),
    Denial(
        "heart",
        (HEART,),
        (
            "The heart is normal in size.",
            "Heart size is within normal limits.",
            "Heart size is normal.",
            "The cardiac silhouette is not enlarged.",
        ),
    ),
    Denial(
        "mediastinum",
        (MEDIASTINUM,),
        (
            "The mediastinum is unremarkable.",
            "Mediastinal contours are normal.",
            "The mediastinal contour is within normal limits.",
        ),
    ),
    Denial(
        "lungs",
        ("Lung Opacity",),
        (
            "The lungs are clear.",
            "Lungs are clear bilaterally.",
            "Both lungs are clear and well expanded.",
            "The lungs are clear without focal airspace disease.",
        ),
        also=AIRSPACE,
    ),
    Denial(
        "lungs",
        ("Consolidation",),
        (
            "No focal consolidation.",
            "There is no focal consolidation.",
            "No focal airspace consolidation is seen.",
        ),
    ),
    Denial(
        "lesion",
        ("Lung Lesion",),
        (
            "No suspicious pulmonary nodule or mass.",
            "No pulmonary nodule is seen.",
        ),
    ),
    Denial(
        "vessels",
        ("Edema",),
        (
            "No pulmonary edema.",
            "There is no evidence of pulmonary edema.",
            "Pulmonary vascularity is normal without edema.",
        ),
    ),
    Denial(
        "pleura",
        (EFFUSION, PNEUMOTHORAX),
        (
            "No pleural effusion or pneumothorax.",
            "There is no pleural effusion or pneumothorax.",
            "No pneumothorax or pleural effusion is seen.",
            "Negative for pneumothorax or pleural effusion.",
        ),
    ),
    Denial(
        "pleura",
        (EFFUSION,),
        (
            "No pleural effusion.",
            "There is no pleural effusion.",
            "The costophrenic angles are sharp without pleural effusion.",
        ),
    ),
    Denial(
        "pleura",
        (PNEUMOTHORAX,),
        ("No pneumothorax.", "There is no pneumothorax.", "No pneumothorax is seen."),
    ),
    Denial(
        "bones",
        ("Fracture",),
        (
            "No acute fracture.",
            "The bones are intact without fracture.",
            "No displaced rib fracture is seen.",
            "The osseous structures are intact without acute fracture.",
        ),
    ),
)
CLOSINGS = (
    "No acute cardiopulmonary abnormality.",
    "No acute cardiopulmonary disease.",
    "No evidence of acute cardiopulmonary process.",
    "Unremarkable examination of the chest.",
    "Normal chest.",
)
LOW_VOLUME, PROMINENT_AORTA = -0.15, 1.14  # inspiration and aortic size at which readers remark on them
ASIDES = {
    "low volumes": ("Lung volumes are low.", "Low lung volumes.", "There are low inspiratory volumes."),
    "volumes": ("Lung volumes are normal.", "The lungs are well inflated.", "Normal inspiratory effort."),
    "aorta": (
        "The thoracic aorta is prominent.",
        "The aorta is tortuous.",
        "Mild ectasia of the thoracic aorta.",
    ),
    "trachea": ("The trachea is midline.", "Trachea and main bronchi are midline and patent."),
    "abdomen": ("The visualized upper abdomen is unremarkable.", "No free air below the diaphragm."),
    "diaphragm": ("The diaphragm is smooth in contour.", "Both hemidiaphragms are well defined."),
    "soft": ("Soft tissues are unremarkable.", "The chest wall soft tissues are normal."),
}
REGIONS = (
    "volumes",
    "heart",
    "mediastinum",
    "lungs",
    "lesion",
    "vessels",
    "pleura",
    "bones",
    "devices",
    "rest",
)
REGION_OF = {
    Kind.CARDIOMEGALY: "heart",
    Kind.MEDIASTINUM: "mediastinum",
    Kind.EFFUSION: "pleura",
    Kind.PNEUMOTHORAX: "pleura",
    Kind.FRACTURE: "bones",
    Kind.LINE: "devices",
    Kind.PACEMAKER: "devices",
    Kind.TUBE: "devices",
    Kind.OEDEMA: "vessels",
}


def write_report(findings: Sequence[ShownFinding], person: Person, random: np.random.Generator) -> Report:
    """A report of four to eight sentences on what is there and what is not."""
    hedged = tuple(
        bool(finding.faint and finding.plan.kind in UNSURE and random.random() < HEDGED_SHARE)
        for finding in findings
    )
    said = [
        (REGION_OF.get(finding.plan.kind, "lungs"), _finding_sentence(finding.plan, unsure, random))
        for finding, unsure in zip(findings, hedged, strict=True)
    ]
    present = {finding.plan.label for finding in findings}
    denials = _chosen_denials(present, random)
    wanted = int(random.integers(5, 8)) - len(said)
    asides = _asides(person, EFFUSION in present, random)
    denials = denials[: max(wanted - len(asides), 2)]
    spoken = said + [(denial.region, _one_of(denial.phrasings, random)) for denial in denials] + asides
    sentences = _ordered(spoken, len(said), random)
    if not findings and random.random() < 0.6:
        sentences.append(_one_of(CLOSINGS, random))
    denied = tuple(sorted({label for denial in denials for label in denial.labels}))
    return Report(" ".join(sentences), hedged, denied)


def _finding_sentence(plan: Plan, unsure: bool, random: np.random.Generator) -> str:
    side = plan.side_name
    if plan.kind is Kind.EFFUSION and side == "bilateral":
        template = _one_of(BILATERAL_EFFUSION[unsure], random)
    else:
        template = _one_of((UNSURE if unsure else CERTAIN)[plan.kind], random)
    place = _one_of(PLACES[plan.place, side], random) if plan.kind in DENSITIES else ""
    adverb = ADVERBS.get(plan.severity, "")
    return _tidy(template.format(side=side, place=place, severity=plan.severity, adverb=adverb))


def _chosen_denials(present: set[str], random: np.random.Generator) -> list[Denial]:
    """What may be denied, one denial a region, the usual ones first."""
    chosen: list[Denial] = []
    denied: set[str] = set()
    for denial in DENIALS:
        usual = len(denial.claims) > 1
        fits = not denial.claims & (present | denied)
        if fits and random.random() < (0.8 if usual else 0.88):
            chosen.append(denial)
            denied |= denial.claims
    order = random.permutation(len(chosen))
    important = {"heart", "lungs", "pleura"}
    return sorted((chosen[place] for place in order), key=lambda denial: denial.region not in important)


def _asides(person: Person, fluid: bool, random: np.random.Generator) -> list[tuple[str, str]]:
    """Up to two remarks that concern no finding: depth of breath, width of the aorta, what else is seen."""
    chosen = []
    if person.inspiration < LOW_VOLUME and random.random() < 0.8:
        chosen.append(("volumes", _one_of(ASIDES["low volumes"], random)))
    elif person.inspiration > 0.2 and random.random() < 0.15:
        chosen.append(("volumes", _one_of(ASIDES["volumes"], random)))
    if person.aorta > PROMINENT_AORTA and random.random() < 0.7:
        chosen.append(("mediastinum", _one_of(ASIDES["aorta"], random)))
    others = ["trachea", "abdomen", "soft"] if fluid else ["trachea", "abdomen", "soft", "diaphragm"]
    if random.random() < 0.3:
        chosen.append(("rest", _one_of(ASIDES[_one_of(others, random)], random)))
    return chosen[:2]


def _ordered(spoken: list[tuple[str, str]], findings: int, random: np.random.Generator) -> list[str]:
    """By region from the heart outwards, or findings first, or lungs first: readers differ."""
    habit = random.random()
    if habit < 0.45:
        return [sentence for _, sentence in sorted(spoken, key=lambda item: REGIONS.index(item[0]))]
    if habit < 0.8:
        rest = sorted(spoken[findings:], key=lambda item: REGIONS.index(item[0]))
        return [sentence for _, sentence in [*spoken[:findings], *rest]]
    lungs_first = (
        "volumes",
        "lungs",
        "lesion",
        "vessels",
        "pleura",
        "heart",
        "mediastinum",
        "bones",
        "devices",
        "rest",
    )
    return [sentence for _, sentence in sorted(spoken, key=lambda item: lungs_first.index(item[0]))]


def _one_of(phrasings: Sequence[str], random: np.random.Generator) -> str:
    return phrasings[int(random.integers(len(phrasings)))]


def _tidy(text: str) -> str:
    """No gap where a word was empty; a capital at the start."""
    text = re.sub(r" +", " ", text).strip()
    return text[0].upper() + text[1:]


def vocabulary() -> list[str]:
    """Every word that a report can hold, lower-cased, sorted."""
    pools = [
        *CERTAIN.values(),
        *UNSURE.values(),
        *BILATERAL_EFFUSION.values(),
        *PLACES.values(),
        *ASIDES.values(),
        CLOSINGS,
    ]
    texts = [phrase for pool in pools for phrase in pool]
    texts += [phrase for denial in DENIALS for phrase in denial.phrasings]
    filled = ["right left bilateral small moderate large mild severe", *ADVERBS.values()]
    words = re.findall(r"[a-z-]+", re.sub(r"\{\w+\}", " ", " ".join(texts + filled).lower()))
    return sorted(set(words))
