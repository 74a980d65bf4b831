"""What a reader should look at before signing. Nothing here changes a report, and none of it is proof.

A concern warns, or forbids signing where the policy says so (IHE MRRT's prohibit, alert, silent).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.finding_names import label_name, stand_word, subject_name
from app.language import tr, tr_count, tr_engine
from app.review.alignment import align
from app.review.conflicts import Conflict, ConflictKind, Place
from app.review.consensus import Consensus, FindingRow, Stance, consensus
from app.review.fields import empty_fields, without_fields
from app.review.policy import ConcernKind, Policy, Weight
from app.review.review import Review
from engine.panel import EXPERT_LETTERS, Draft, Panel
from engine.text.annotate import annotated

REPORT = -1  # the report's place among the experts, where both are laid side by side


@dataclass(frozen=True, slots=True)
class Concern:
    """One thing to look at; characters `start:stop` of the report, (0, 0) where it has no place there."""

    kind: ConcernKind
    text: str
    start: int = 0
    stop: int = 0


def concerns(review: Review, panel: Panel | None) -> tuple[Concern, ...]:
    """All concerns about a report, those with a place in it first; SciPy is loaded with the first call."""
    said = without_fields(review.text)
    report = Draft(REPORT, said, sentences=annotated(said))
    found = [*_empty_fields(review), *_contradictions(report)]
    if panel is not None:
        found += _against_experts(report, panel.drafts)
    found += _unedited(review)
    if panel is not None and panel.unfamiliar:
        found.append(Concern(ConcernKind.UNFAMILIAR, tr_engine(panel.unfamiliar)))
    return tuple(found)


def forbids(found: Sequence[Concern], policy: Policy) -> bool:
    """Whether any of them forbids signing."""
    return any(policy[concern.kind] is Weight.PROHIBIT for concern in found)


def _empty_fields(review: Review) -> Iterator[Concern]:
    """Required ones alone: what is optional is left out of what is signed (`app.review.filling`)."""
    for field in empty_fields(review.text, review.forms):
        if field.required:
            name = f"“{field.label}”" if field.field else review.text[field.start : field.stop]
            what = tr("The field {field} is not filled in.", field=name)
            yield Concern(ConcernKind.EMPTY_FIELD, what, field.start, field.stop)


def _contradictions(report: Draft) -> Iterator[Concern]:
    """What the report says and denies."""
    for conflict in align([report]).conflicts:
        if conflict.contradiction:
            one, other = (_sentence(report, stand.places) for stand in (conflict.one, conflict.other))
            what = tr(
                "{subject}: “{one}” and “{other}”",
                subject=_capital(subject_name(conflict.subject)),
                one=report.sentences[one].text,
                other=report.sentences[other].text,
            )
            yield _at(report, one, ConcernKind.CONTRADICTION, what)


def _against_experts(report: Draft, drafts: Sequence[Draft]) -> Iterator[Concern]:
    """Findings that most experts name: denied, put on another side, or passed over."""
    experts = consensus(drafts)
    told = consensus([report])
    sided = [
        conflict
        for conflict in align([report, *drafts]).conflicts
        if conflict.kind is ConflictKind.SIDE and REPORT in (*conflict.one.experts, *conflict.other.experts)
    ]
    for row in experts.rows:
        seen = row.count(Stance.PRESENT)
        if row.side or 2 * seen <= len(drafts):
            continue
        stance = _stance(told, row)
        name = label_name(row.label).lower()
        if stance is Stance.NOT_MENTIONED:
            what = tr(
                "{count} of {total} experts name {finding}; the report does not mention it.",
                count=seen,
                total=len(drafts),
                finding=name,
            )
            yield Concern(ConcernKind.NOT_MENTIONED, what)
        elif stance is Stance.ABSENT:
            place = told.row(row.label).cells[0].sentences[0]
            what = tr(
                "{count} of {total} experts name {finding}; the report denies it.",
                count=seen,
                total=len(drafts),
                finding=name,
            )
            yield _at(report, place, ConcernKind.AGAINST_EXPERTS, what)
    for conflict in sided:
        yield from _other_side(report, conflict, len(drafts))


def _other_side(report: Draft, conflict: Conflict, of: int) -> Iterator[Concern]:
    own, theirs = conflict.one, conflict.other
    if REPORT not in own.experts:
        own, theirs = theirs, own
    if 2 * len(theirs.experts) > of:
        letters = ", ".join(EXPERT_LETTERS[expert] for expert in theirs.experts)
        what = tr(
            "{subject}: the report says {own}, {letters} say {theirs}.",
            subject=_capital(subject_name(conflict.subject)),
            own=stand_word(own.word),
            letters=letters,
            theirs=stand_word(theirs.word),
        )
        yield _at(report, _sentence(report, own.places), ConcernKind.AGAINST_EXPERTS, what)


def _unedited(review: Review) -> Iterator[Concern]:
    if review.marks:
        first = review.marks[0]
        what = tr_count(
            "%n passage stands as an expert wrote it.",
            "%n passages stand as experts wrote them.",
            len(review.marks),
        )
        yield Concern(ConcernKind.UNEDITED, what, first.start, first.stop)


def _stance(told: Consensus, row: FindingRow) -> Stance:
    try:
        return told.row(row.label).cells[0].stance
    except KeyError:
        return Stance.NOT_MENTIONED


def _sentence(report: Draft, places: frozenset[Place]) -> int:
    """The first of the report's own sentences among these places."""
    return min(place.sentence for place in places if place.expert == REPORT)


def _at(report: Draft, sentence: int, kind: ConcernKind, text: str) -> Concern:
    place = report.sentences[sentence]
    return Concern(kind, text, place.start, place.stop)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
