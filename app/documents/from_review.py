"""A review, its study and its panel as the document that the writers take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from difflib import SequenceMatcher

from app.documents.report import (
    Addendum,
    AiSpan,
    Authorship,
    Measured,
    Passage,
    Quantity,
    ReportDocument,
    SentenceVerdict,
    Signature,
)
from app.review.decisions import Decision, Verdict
from app.review.measurement_fields import kind_of, points_of
from app.review.measurement_words import sentence
from app.review.measurements import (
    Angle,
    Calibration,
    CardiothoracicRatio,
    Length,
    Measurement,
    Region,
    Scale,
    Statistics,
)
from app.review.review import Review
from app.review.templates import ENGLISH
from engine.panel import EXPERT_LETTERS, Origin, Panel
from engine.study import Study


def report_document(review: Review, study: Study, panel: Panel | None, written: datetime) -> ReportDocument:
    """What an export says of a review now."""
    document = ReportDocument(
        study=study,
        text=review.text,
        status=review.status,
        written=written,
        spans=tuple(
            AiSpan(mark.start, mark.stop, mark.letter, mark.bundle, mark.bundle_sha256)
            for mark in review.marks
        ),
        signature=_signature(review),
        addenda=tuple(
            Addendum(one.text, one.reason, one.name, one.role, one.time, one.sha256) for one in review.addenda
        ),
        panel=_origin(panel),
        warnings=_warnings(panel),
        measurements=tuple(_measured(one) for one in review.measurements),
        language=_language(review),
    )
    return replace(document, verdicts=tuple(_verdict(one, document.passages) for one in review.decisions))


def _language(review: Review) -> str:
    """That of the templates in use where they agree; else English, in which experts write."""
    languages = {form.language for form in review.forms}
    return languages.pop() if len(languages) == 1 else ENGLISH


def _signature(review: Review) -> Signature | None:
    signed = review.signature
    if signed is None:
        return None
    return Signature(signed.name, signed.role, signed.time, signed.meaning, signed.sha256)


def _origin(panel: Panel | None) -> Origin | None:
    return panel.drafts[panel.elected].origin if panel is not None and panel.drafts else None


def _warnings(panel: Panel | None) -> tuple[str, ...]:
    return tuple(filter(None, (panel.unfamiliar, *panel.warnings))) if panel is not None else ()


def _measured(measurement: Measurement) -> Measured:
    return Measured(
        kind=kind_of(measurement),
        film=measurement.film.sop_instance_uid,
        frame=measurement.film.frame,
        points=tuple((point.row, point.column) for point in points_of(measurement)),
        quantities=_quantities(measurement),
        spacing=measurement.scale.kind.value if isinstance(measurement, Length | Region) else "",
        text=sentence(measurement),
    )


def _quantities(measurement: Measurement) -> tuple[Quantity, ...]:
    match measurement:
        case Length(value=value, scale=scale):
            return (Quantity("length", value, _unit(scale)),)
        case Angle(degrees=degrees):
            return (Quantity("angle", degrees, "deg"),)
        case Region(area=area, scale=scale, statistics=statistics):
            return (Quantity("area", area, f"{_unit(scale)}2"), *_pixel_quantities(statistics))
        case CardiothoracicRatio(ratio=ratio):
            return (Quantity("ratio", ratio, "1"),)
        case Calibration(known_mm=known_mm):
            return (Quantity("known length", known_mm, "mm"),)


def _pixel_quantities(statistics: Statistics | None) -> tuple[Quantity, ...]:
    if statistics is None:
        return ()
    return (
        Quantity("pixels", statistics.pixels, "1"),
        Quantity("mean", statistics.mean, "1"),
        Quantity("standard deviation", statistics.deviation, "1"),
        Quantity("minimum", statistics.minimum, "1"),
        Quantity("maximum", statistics.maximum, "1"),
    )


def _unit(scale: Scale) -> str:
    return "mm" if scale.in_millimetres else "px"


def _verdict(decision: Decision, passages: Sequence[Passage]) -> SentenceVerdict:
    passage, letter = decision.passage, EXPERT_LETTERS[decision.passage.expert]
    edited = decision.verdict is Verdict.EDITED
    return SentenceVerdict(
        letter,
        passage.start,
        passage.stop,
        passage.text,
        decision.verdict,
        _wording(passage.text, letter, passage.bundle_sha256, passages) if edited else "",
        passage.bundle,
        passage.bundle_sha256,
        passage.panel,
    )


def _wording(drafted: str, letter: str, bundle_sha256: str, passages: Sequence[Passage]) -> str:
    """The edited sentence of the report with words of this expert that is most like the drafted one."""
    candidates = [
        passage.text
        for passage in passages
        if passage.authorship is Authorship.MIXED
        and any((span.letter, span.bundle_sha256) == (letter, bundle_sha256) for span in passage.spans)
    ]
    return max(candidates, key=lambda text: SequenceMatcher(None, drafted, text).ratio(), default="")
