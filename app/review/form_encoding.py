"""Forms as logs keep them and as signatures bind them."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from app.review.fields import Field, FieldKind, Form
from app.review.policy import ConcernKind, Weight
from app.review.strict import exactly, malformed, word_of

_FORM_TYPES = {"name": str, "language": str, "sha256": str, "fields": list, "policy": dict}
_FIELD_TYPES = {
    "label": str,
    "kind": str,
    "required": bool,
    "default": str,
    "wording": str,
    "choices": list,
    "unit": str,
    "low": str,
    "high": str,
    "decimals": int,
}


def form_fields(form: Form) -> dict[str, object]:
    """A form as logs keep it and as signatures bind it: texts, whole numbers, lists and objects."""
    return {
        "name": form.name,
        "language": form.language,
        "sha256": form.sha256,
        "fields": [
            {
                "label": field.label,
                "kind": field.kind.value,
                "required": field.required,
                "default": field.default,
                "wording": field.wording,
                "choices": list(field.choices),
                "unit": field.unit,
                "low": "" if field.low is None else str(field.low),
                "high": "" if field.high is None else str(field.high),
                "decimals": field.decimals,
            }
            for field in form.fields
        ],
        "policy": {kind.value: weight.value for kind, weight in form.policy},
    }


def form_of(value: object) -> Form:
    """A form as it was written; ReviewMalformed if anything is missing, added or of another type."""
    fields = exactly(value, _FORM_TYPES)
    policy = tuple(
        (word_of(ConcernKind, kind), word_of(Weight, weight)) for kind, weight in fields["policy"].items()
    )
    return Form(
        fields["name"],
        fields["language"],
        fields["sha256"],
        tuple(_field(item) for item in fields["fields"]),
        policy,
    )


def _field(value: object) -> Field:
    fields = exactly(value, _FIELD_TYPES)
    if not all(type(choice) is str for choice in fields["choices"]):
        raise malformed("choices must be texts")
    return Field(
        **{
            **fields,
            "kind": word_of(FieldKind, fields["kind"]),
            "choices": tuple(fields["choices"]),
            "low": _bound(fields["low"]),
            "high": _bound(fields["high"]),
        }
    )


def _bound(text: str) -> Decimal | None:
    try:
        return Decimal(text) if text else None
    except InvalidOperation as error:
        raise malformed("a number cannot be read") from error
