"""What a reader does with templates, macros and fields, as operations; no words are replaced unasked."""

from __future__ import annotations

from collections.abc import Sequence

from app.review.errors import FieldRefused
from app.review.fields import EmptyField, Form, empty_fields, field_at, room_of
from app.review.review import FillField, InsertForm, Review, edit, with_forms

BETWEEN = "\n\n"
"""What parts a template from the text above it."""


def insert_template(review: Review, form: Form, text: str, untouched: bool = False) -> InsertForm:
    """A template becomes the report where that is empty or `untouched`; else it stands below what is there.

    `untouched`: the whole report is a template as it came, so that another one may take its place.
    """
    if untouched or not review.text.strip():
        change = edit(review, 0, len(review.text), text)
        return InsertForm(form.name, with_forms(change, review, (form,)))
    end = len(review.text.rstrip())
    change = edit(review, end, len(review.text), BETWEEN + text)
    return InsertForm(form.name, with_forms(change, review, _with(review.forms, form)))


def insert_macro(review: Review, form: Form, text: str, start: int, stop: int) -> InsertForm:
    """A macro's text in place of characters `start:stop`, which are its word or nothing."""
    lead = " " if start and start == stop and not review.text[start - 1].isspace() else ""
    change = edit(review, start, stop, lead + text)
    forms = _with(review.forms, form) if form.fields else review.forms
    return InsertForm(form.name, with_forms(change, review, forms))


def fill(review: Review, at: int, typed: str) -> FillField:
    """The empty field at `at` gets a value, or goes where it is optional and that is ""; or FieldRefused."""
    empty = field_at(review.text, at, review.forms)
    if empty is None:
        raise FieldRefused("There is no empty field here any more.", todo="Look at the report again.")
    field = empty.field
    if not empty.required and not typed.strip():
        return leave_out(review, empty)
    if field is None:
        raise FieldRefused(f"No template knows the field “{empty.label}”.", todo="Write over it.")
    value = field.value_of(typed)
    return FillField(field.label, value, edit(review, empty.start, empty.stop, field.written(value)))


def leave_out(review: Review, empty: EmptyField) -> FillField:
    """An empty field goes, with its line or the blank beside it."""
    start, stop = room_of(review.text, empty.start, empty.stop)
    return FillField(empty.label, "", edit(review, start, stop, ""))


def left_out(review: Review) -> tuple[tuple[FillField, ...], Review]:
    """What takes every optional field out of a report that is to be signed, and the report without them."""
    operations = []
    while optional := [one for one in empty_fields(review.text, review.forms) if not one.required]:
        operation = leave_out(review, optional[-1])
        operations.append(operation)
        review = operation.apply(review)
    return tuple(operations), review


def _with(forms: Sequence[Form], form: Form) -> tuple[Form, ...]:
    """The forms with this one as the last."""
    return (*(one for one in forms if one != form), form)
