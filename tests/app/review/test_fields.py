"""Fields: what they take, where they stand, and what becomes of a report with them."""

from __future__ import annotations

import json
from dataclasses import replace
from decimal import Decimal

import pytest

from app.review.checks import concerns
from app.review.encoding import kind_of, operation_from_json, operation_to_json
from app.review.errors import FieldRefused, ReviewMalformed, SigningRefused, StaleEdit
from app.review.fields import Field, FieldKind, Form, empty_fields, policy_of
from app.review.filling import fill, insert_macro, insert_template, left_out
from app.review.history import History
from app.review.policy import DEFAULT_POLICY, ConcernKind, Weight
from app.review.review import Review, edit, restore, take_draft
from app.review.signing import Sign, sign, signature_hash
from tests.app.review.reviewing import DRAFTS, NOON

SIZE = Field("size", FieldKind.NUMBER, unit="mm", low=Decimal(1), high=Decimal(60), decimals=1)
SIDE = Field("side", FieldKind.CHOICE, choices=("left", "right"))
PRIOR = Field("prior", FieldKind.DATE, required=False, wording="Compared with the film of {value}.")
NOTE = Field("note", FieldKind.TEXT, required=False)
LAX = tuple({**DEFAULT_POLICY, ConcernKind.UNEDITED: Weight.SILENT}.items())
FORM = Form("Nodule", "en", "ab" * 32, (SIZE, SIDE, PRIOR, NOTE), LAX)
TEXT = "[prior] A [side] nodule of [size] [note]."
EMPTY = Review("1.2.3")


def inserted(text: str = TEXT, form: Form = FORM) -> Review:
    return insert_template(EMPTY, form, text).apply(EMPTY)


def filled(review: Review, label: str, value: str) -> Review:
    at = review.text.index(f"[{label}]")
    return fill(review, at, value).apply(review)


@pytest.mark.parametrize(
    ("field", "typed", "written"),
    [
        (SIZE, "8", "8 mm"),
        (SIZE, " 8,5 ", "8.5 mm"),
        (SIZE, "8 mm", "8 mm"),
        (SIZE, "007", "7 mm"),
        (SIDE, "left", "left"),
        (PRIOR, "2026-03-12", "Compared with the film of 2026-03-12."),
        (NOTE, "in  the\nlower lobe", "in the lower lobe"),
    ],
)
def test_a_value_stands_in_the_report_in_its_own_words(field: Field, typed: str, written: str) -> None:
    assert field.written(field.value_of(typed)) == written


@pytest.mark.parametrize(
    ("field", "typed", "words"),
    [
        (SIZE, "large", "The field “size” needs a number, not “large”. Write a number from 1 to 60 mm."),
        (SIZE, "61", "The field “size” does not take 61. Write a number from 1 to 60 mm."),
        (SIZE, "0", "The field “size” does not take 0. Write a number from 1 to 60 mm."),
        (
            SIZE,
            "8.25",
            "The field “size” takes fewer decimals than “8.25” has. Write a number from 1 to 60 mm.",
        ),
        (SIZE, "1e1", "The field “size” needs a number, not “1e1”. Write a number from 1 to 60 mm."),
        (SIZE, "٣", "The field “size” needs a number, not “٣”. Write a number from 1 to 60 mm."),
        (SIZE, "", "The field “size” is empty. Fill it in."),
        (SIDE, "both", "The field “side” does not offer “both”. Choose one of those in its list."),
        (PRIOR, "12.3.2026", "The field “prior” needs a date, not “12.3.2026”. Write it as 2026-03-12."),
        (PRIOR, "20260312", "The field “prior” needs a date, not “20260312”. Write it as 2026-03-12."),
        (PRIOR, "2026-02-30", "The field “prior” needs a date, not “2026-02-30”. Write it as 2026-03-12."),
        (
            NOTE,
            "see [x]",
            "The field “note” takes no brackets or marks of an empty field. Write it without them.",
        ),
    ],
)
def test_what_does_not_fit_is_said_in_a_sentence(field: Field, typed: str, words: str) -> None:
    with pytest.raises(FieldRefused) as refused:
        field.value_of(typed)
    assert str(refused.value) == words


def test_filling_is_a_step_that_undo_empties_again() -> None:
    history = History(EMPTY)
    for operation in (
        insert_template(EMPTY, FORM, TEXT),
        fill(inserted(), TEXT.index("[size]"), "8"),
    ):
        history, _ = history.do(operation, NOON, "Dr. Roe")
    assert history.present.text == "[prior] A [side] nodule of 8 mm [note]."
    history, _ = history.undo(NOON, "Dr. Roe")
    assert history.present.text == TEXT
    history, _ = history.undo(NOON, "Dr. Roe")
    assert (history.present.text, history.present.forms) == ("", ())
    history, _ = history.redo(NOON, "Dr. Roe")
    assert (history.present.text, history.present.forms) == (TEXT, (FORM,))


def test_typing_right_behind_a_value_is_a_step_of_its_own() -> None:
    history = History(inserted("Size [size]"))
    history, _ = history.do(fill(history.present, 5, "8"), NOON, "Dr. Roe")
    history, _ = history.do(edit(history.present, 9, 9, "!"), NOON, "Dr. Roe")
    history, _ = history.undo(NOON, "Dr. Roe")
    assert history.present.text == "Size 8 mm"


def test_a_template_stands_below_the_readers_words_and_replaces_none() -> None:
    written = replace(EMPTY, text="Rotated film. \n")
    assert insert_template(written, FORM, TEXT).apply(written).text == f"Rotated film.\n\n{TEXT}"


def test_a_template_takes_the_place_of_one_that_was_not_touched() -> None:
    other = replace(FORM, name="Other")
    review = inserted()
    swapped = insert_template(review, other, "Other.", untouched=True).apply(review)
    assert (swapped.text, swapped.forms) == ("Other.", (other,))


def test_a_macro_takes_the_place_of_its_word() -> None:
    written = replace(EMPTY, text="Normal. nl heart")
    form = Form("nl heart", "en", "")
    review = insert_macro(written, form, "The heart is normal.", 8, 16).apply(written)
    assert (review.text, review.forms) == ("Normal. The heart is normal.", ())


def test_a_macro_from_the_menu_keeps_a_blank_before_it() -> None:
    written = replace(EMPTY, text="Normal.")
    form = Form("size", "en", "", (SIZE,))
    review = insert_macro(written, form, "Size [size].", 7, 7).apply(written)
    assert (review.text, review.forms) == ("Normal. Size [size].", (form,))


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (TEXT, "A [side] nodule of [size]."),
        ("Heart.\n[prior]\nLungs.", "Heart.\nLungs."),
        ("Heart.\n[prior]", "Heart."),
        ("[prior]", ""),
        ("Heart [note], lungs.", "Heart, lungs."),
        ("Heart ([note]).", "Heart ()."),
    ],
)
def test_an_optional_field_is_left_out_with_its_line_or_blank(text: str, left: str) -> None:
    operations, review = left_out(inserted(text))
    assert review.text == left
    assert all(operation.value == "" for operation in operations)


def test_a_required_field_forbids_signing_by_name_until_it_is_filled() -> None:
    review = left_out(inserted())[1]
    with pytest.raises(SigningRefused, match="The field “side” is not filled in"):
        sign(review, "Dr. Roe", "radiologist", "mine", NOON)
    review = filled(filled(review, "side", "left"), "size", "8")
    assert sign(review, "Dr. Roe", "radiologist", "mine", NOON).apply(review).is_closed


def test_a_template_may_let_empty_fields_be_signed() -> None:
    policy = tuple({**DEFAULT_POLICY, ConcernKind.EMPTY_FIELD: Weight.ALERT}.items())
    review = inserted(form=replace(FORM, policy=policy))
    assert sign(review, "Dr. Roe", "radiologist", "mine", NOON).apply(review).is_closed


def test_of_two_templates_the_stricter_policy_holds_for_each_kind() -> None:
    strict = tuple({**DEFAULT_POLICY, ConcernKind.CONTRADICTION: Weight.PROHIBIT}.items())
    both = policy_of((FORM, replace(FORM, policy=strict)))
    assert both[ConcernKind.CONTRADICTION] is Weight.PROHIBIT
    assert both[ConcernKind.UNEDITED] is Weight.ALERT
    assert policy_of((FORM,))[ConcernKind.UNEDITED] is Weight.SILENT
    assert policy_of((Form("macro", "en", ""),)) == DEFAULT_POLICY


def test_a_signature_binds_the_policy_that_applied_and_no_other_fits() -> None:
    review = inserted("Normal chest.")
    signed = sign(review, "Dr. Roe", "radiologist", "mine", NOON)
    laxer = replace(review, forms=(replace(FORM, policy=()),))
    with pytest.raises(StaleEdit):
        signed.apply(laxer)
    with pytest.raises(StaleEdit):
        signed.apply(replace(review, forms=()))


def test_a_signature_without_a_template_is_made_as_it_always_was() -> None:
    review = replace(EMPTY, text="Normal chest.")
    made = sign(review, "Dr. Roe", "radiologist", "mine", NOON).signature
    assert made.sha256 == "32cef7c3f2496274bc556e7d8ca10640950a81cbc604c93dfc0cf33d528d4c56"
    assert Sign(made).apply(review).is_closed
    assert signature_hash(review, made) == made.sha256


def test_operations_with_forms_come_back_from_the_log_as_they_were() -> None:
    review = inserted()
    for operation in (
        insert_template(EMPTY, FORM, TEXT),
        insert_template(EMPTY, FORM, TEXT).inverse(),
        fill(review, TEXT.index("[size]"), "8"),
        left_out(review)[0][0],
        restore(review, EMPTY),
        take_draft(review, DRAFTS[0]),
    ):
        assert operation_from_json(kind_of(operation), operation_to_json(operation)) == operation


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("policy", {"empty field": "perhaps"}),
        ("policy", {"mood": "alert"}),
        ("fields", [{}]),
        ("sha256", 1),
        ("more", 1),
    ],
)
def test_a_form_that_was_altered_in_the_log_is_refused(key: str, value: object) -> None:
    stored = json.loads(operation_to_json(insert_template(EMPTY, FORM, TEXT)))
    stored["change"]["forms"]["after"][0][key] = value
    with pytest.raises(ReviewMalformed):
        operation_from_json("insert_form", json.dumps(stored))


def test_taking_a_draft_in_the_templates_place_ends_its_policy_and_undo_brings_it_back() -> None:
    review = inserted()
    take = take_draft(review, DRAFTS[0])
    assert take.apply(review).forms == ()
    assert take.inverse().apply(take.apply(review)).forms == (FORM,)


def test_an_optional_field_is_no_concern_and_a_required_one_is_named() -> None:
    found = [each.text for each in concerns(inserted(), None) if each.kind is ConcernKind.EMPTY_FIELD]
    assert found == ["The field “side” is not filled in.", "The field “size” is not filled in."]


def test_an_empty_field_says_nothing_yet() -> None:
    form = replace(FORM, fields=(Field("pneumothorax", FieldKind.TEXT),))
    text = "[pneumothorax] The lungs are clear. No pneumothorax."
    assert [each.kind for each in concerns(inserted(text, form), None)] == [ConcernKind.EMPTY_FIELD]


def test_places_of_fields_count_characters_not_units() -> None:
    (found,) = empty_fields("🫁 [size]", (FORM,))
    assert (found.start, found.stop, found.field) == (2, 8, SIZE)
