"""Whether two studies are of one patient, on what grounds, and how long one lies before the other. No Qt.

Strict on purpose: the film of somebody else beside the one that is read harms more than a prior that is not
offered. Both files must give the same patient number by the same issuer, and the same family and given name;
birth date and sex must agree where both give them. A number that stands for nobody in particular identifies
nobody. Names that changed, numbers of a merged hospital and films without a patient are left to the reader to
look up elsewhere.
"""

from __future__ import annotations

import unicodedata
from datetime import date, datetime

from app.language import tr, tr_count
from engine.study import Patient

NOBODY = frozenset(
    {"0", "anon", "anonymous", "anonymized", "none", "n/a", "na", "test", "unknown", "unnamed"}
)
"""Patient numbers that de-identified and emergency studies of many patients carry."""
UNSAID_SEX = frozenset({"", "O"})
DAYS_A_WEEK, DAYS_IN_WEEKS, MONTHS_A_YEAR, YEARS_FROM_MONTHS = 7, 60, 12, 24


def mismatch(one: Patient, other: Patient) -> str:
    """Why these two do not count as one patient, in a sentence; "" where they do."""
    if not _identifies(one) or not _identifies(other):
        return tr("A study without a patient number cannot be told to be of the same patient.")
    if one.patient_id.strip() != other.patient_id.strip():
        return tr("The patient number is another.")
    if one.issuer.strip() != other.issuer.strip():
        return tr("The patient number comes from another issuer.")
    if not _same_name(one, other):
        return tr("The patient's name is another.")
    if one.birth_date and other.birth_date and one.birth_date != other.birth_date:
        return tr("The birth date is another.")
    if one.sex not in UNSAID_SEX and other.sex not in UNSAID_SEX and one.sex != other.sex:
        return tr("The sex is another.")
    return ""


def grounds(one: Patient, other: Patient) -> str:
    """On what grounds these two count as one patient; they do."""
    agreed = [tr("number {number}", number=one.patient_id.strip())]
    if one.issuer.strip():
        agreed.append(tr("issuer {issuer}", issuer=one.issuer.strip()))
    agreed.append(tr("name"))
    if one.birth_date and other.birth_date:
        agreed.append(tr("birth date"))
    return tr("Counts as the same patient by {agreed}.", agreed=", ".join(agreed))


def study_day(written: str) -> date | None:
    """A DICOM date (PS3.5 6.2, DA), None where it is none: such a study is neither older nor newer."""
    try:
        return datetime.strptime(written, "%Y%m%d").date() if len(written) == 8 else None
    except ValueError:
        return None


def earlier_by(earlier: date, later: date) -> str:
    """How long before: days up to two weeks, weeks up to two months, months up to two years, else years."""
    days = (later - earlier).days
    months = (later.year - earlier.year) * MONTHS_A_YEAR + later.month - earlier.month
    months -= later.day < earlier.day
    if days < 2 * DAYS_A_WEEK:
        return tr_count("%n day earlier", "%n days earlier", days)
    if days < DAYS_IN_WEEKS:
        return tr_count("%n week earlier", "%n weeks earlier", days // DAYS_A_WEEK)
    if months < YEARS_FROM_MONTHS:
        return tr_count("%n month earlier", "%n months earlier", months)
    return tr_count("%n year earlier", "%n years earlier", months // MONTHS_A_YEAR)


def _identifies(patient: Patient) -> bool:
    number = patient.patient_id.strip()
    return bool(number) and number.casefold() not in NOBODY


def _same_name(one: Patient, other: Patient) -> bool:
    """Family and given name in a script that both files have; a middle name may be missing in one."""
    pairs = (
        (one.name.alphabetic, other.name.alphabetic),
        (one.name.ideographic, other.name.ideographic),
        (one.name.phonetic, other.name.phonetic),
    )
    both = [(_parts(mine), _parts(theirs)) for mine, theirs in pairs if mine and theirs]
    return bool(both) and all(mine == theirs for mine, theirs in both)


def _parts(name: str) -> tuple[str, ...]:
    plain = unicodedata.normalize("NFKC", name).casefold()
    return tuple(" ".join(part.split()) for part in [*plain.split("^"), "", ""][:2])
