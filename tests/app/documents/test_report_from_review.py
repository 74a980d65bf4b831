"""A review becomes the document that leaves the desk, with everything that was decided."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from app.documents.from_review import report_document
from app.documents.markdown import to_markdown
from app.documents.report import Authorship, Measured, Quantity
from app.documents.structured_report import structured_report
from app.documents.tables import review_line
from app.review.decisions import Verdict
from app.review.fields import Form
from app.review.filling import insert_template
from app.review.judging import edit_sentence, reject
from app.review.measurements import Caliper, CardiothoracicRatio, FilmFrame, Length, Measurement, Point, Scale
from app.review.measuring import measure
from app.review.review import Review, Status, edit_to, take_sentence
from app.review.signing import add_addendum, sign
from engine.panel import Panel
from tests.app.documents.exporting import NOON, study
from tests.app.review.reviewing import DETECTOR, MEASUREMENTS, draft

A, B = (
    draft(0, "The heart is normal.", "No pleural effusion."),
    draft(1, "Small left effusion.", "No nodule."),
)
MADE = replace(A.origin, version="2.0")
PANEL = Panel(
    "2.25.5",
    (replace(A, origin=MADE), B),
    elected=0,
    unfamiliar="This film is unlike all others.",
    warnings=("Look twice.",),
)


def reviewed() -> Review:
    """A's first sentence taken, B's first one edited, B's second rejected, and words of the reader."""
    review = Review("2.25.5")
    review = take_sentence(review, A, A.sentences[0], 0).apply(review)
    review = edit_sentence(review, B, B.sentences[0], "Tiny left effusion.").apply(review)
    review = reject(review, B, B.sentences[1]).apply(review)
    return edit_to(review, f"{review.text} Ribs intact.").apply(review)


def test_sentences_keep_their_experts() -> None:
    document = report_document(reviewed(), study(), PANEL, NOON)
    assert document.text == "The heart is normal. Tiny left effusion. Ribs intact."
    said = [(one.authorship, {span.letter for span in one.spans}) for one in document.passages]
    assert said == [(Authorship.AI, {"A"}), (Authorship.MIXED, {"B"}), (Authorship.PERSON, set())]


def test_every_verdict_is_kept_and_an_edited_sentence_with_its_new_wording() -> None:
    document = report_document(reviewed(), study(), PANEL, NOON)
    assert [(one.letter, one.drafted, one.verdict, one.final) for one in document.verdicts] == [
        ("A", "The heart is normal.", Verdict.ACCEPTED, ""),
        ("B", "Small left effusion.", Verdict.EDITED, "Tiny left effusion."),
        ("B", "No nodule.", Verdict.REJECTED, ""),
    ]


def test_the_panel_is_named_with_what_it_warned_of() -> None:
    document = report_document(reviewed(), study(), PANEL, NOON)
    assert document.panel == MADE
    assert document.warnings == ("This film is unlike all others.", "Look twice.")


def test_a_report_without_a_panel_has_no_model() -> None:
    document = report_document(
        edit_to(Review("2.25.5"), "Clear.").apply(Review("2.25.5")), study(), None, NOON
    )
    assert (document.models, document.warnings) == ((), ())


def test_a_signed_and_addended_review_leaves_with_both_hashes() -> None:
    review = reviewed()
    review = sign(review, "Dr Ann Reader", "radiologist", "I answer for it", NOON).apply(review)
    review = add_addendum(review, "See the prior.", "late prior", "Dr Bo Other", "resident", NOON).apply(
        review
    )
    document = report_document(review, study(), PANEL, NOON)
    assert review.signature is not None
    assert document.signature is not None
    assert document.status is Status.ADDENDED
    assert document.signature.sha256 == review.signature.sha256
    assert document.addenda[0].sha256 == review.addenda[0].sha256
    assert structured_report(document).VerificationFlag == "VERIFIED"


def test_the_documents_of_a_review_before_and_after_an_edit_are_two() -> None:
    review = reviewed()
    before = report_document(review, study(), PANEL, NOON)
    after = report_document(edit_to(review, "Clear.").apply(review), study(), PANEL, NOON)
    assert before.fingerprint != after.fingerprint
    assert replace(after, text=before.text, spans=before.spans, verdicts=before.verdicts) == before


def measured(*some: Measurement) -> Review:
    review = reviewed()
    for one in some:
        review = measure(review, one).apply(review)
    return review


PA = FilmFrame("2.25.71")
LENGTH = Length(PA, Point(10.0, 20.0), Point(10.0, 120.0), DETECTOR)
RATIO = CardiothoracicRatio(FilmFrame("2.25.72"), Caliper(30, 20, 48), Caliper(50, 10, 60))


def test_what_was_measured_leaves_with_its_spacing_and_its_film() -> None:
    document = report_document(measured(LENGTH, RATIO), study(), PANEL, NOON)
    assert document.measurements[0] == Measured(
        "length",
        "2.25.71",
        0,
        ((10.0, 20.0), (10.0, 120.0)),
        (Quantity("length", LENGTH.value, "mm"),),
        "detector",
        "Length 14.3 mm at the detector.",
    )
    text = to_markdown(document)
    assert "## Measurements" in text
    assert "- Film 1 (DX): Length 14.3 mm at the detector." in text
    assert "- Film 2 (DX): Cardiothoracic ratio 0.56." in text
    assert text.index("## Measurements") > text.index("## Report")


def test_a_report_without_measurements_says_nothing_of_them() -> None:
    assert "Measurements" not in to_markdown(report_document(reviewed(), study(), PANEL, NOON))


@pytest.mark.parametrize(
    ("languages", "said"), [((), "en"), (("es",), "es"), (("es", "es"), "es"), (("es", "en"), "en")], ids=str
)
def test_a_report_is_in_the_language_of_its_templates(languages: tuple[str, ...], said: str) -> None:
    review = Review("2.25.5")
    for number, language in enumerate(languages):
        review = insert_template(review, Form(f"t{number}", language, ""), f"Texto {number}.").apply(review)
    document = report_document(review, study(), None, NOON)
    assert document.language == said
    assert structured_report(document).ContentSequence[0].ConceptCodeSequence[0].CodeValue == said


def test_every_sort_of_measurement_stands_in_a_line_for_programs() -> None:
    document = report_document(measured(*MEASUREMENTS[:7]), study(), PANEL, NOON)
    written = json.loads(review_line(document))["measurements"]
    assert sorted(one["kind"] for one in written) == sorted(
        ["length", "length", "angle", "region", "region", "cardiothoracic_ratio", "calibration"]
    )
    by_kind = {(one["kind"], one["film"]): one for one in written}
    pixels = Length(FilmFrame("1.2.3.2"), Point(10.0, 20.5), Point(40.25, 60.0), Scale())
    assert by_kind["length", "1.2.3.2"]["quantities"] == [
        {"name": "length", "value": pixels.value, "unit": "px"}
    ]
    assert by_kind["length", "1.2.3.1"]["spacing"] == "known_length"
    regions = [one for one in written if one["kind"] == "region"]
    assert sorted(len(one["quantities"]) for one in regions) == [1, 6]
