"""The life of a review: draft, preliminary, signed, addended.

A signature binds name, role, meaning and time to text, marks, verdicts and measurements by SHA-256 over their
canonical form, so that none can be changed or moved to another report without it showing. It has no inverse.
What comes after it are addenda; each binds the hash before it. A hash is no proof of identity: whoever can
write the database can make one. It proves that what was signed is what is there
(resources/docs/review-log.md).
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import NoReturn

from app.review.decisions import Decision, storable
from app.review.errors import ReviewClosed, SigningRefused, StaleEdit
from app.review.fields import empty_fields, policy_of
from app.review.form_encoding import form_fields
from app.review.measurement_fields import fields_of
from app.review.policy import ConcernKind, Weight
from app.review.review import Review, Status, require_open
from app.review.signatures import Addendum, Signature
from engine.canonical import moment, sha256_of

SIGNATURE_FORMAT = "consilium-signature-1"
MEASURED_FORMAT = "consilium-signature-2"
"""Of a review with measurements; one without them is hashed as it was before there were any."""
FORMS_FORMAT = "consilium-signature-3"
"""Of a review with templates in use, with measurements or without."""
ADDENDUM_FORMAT = "consilium-addendum-1"


@dataclass(frozen=True, slots=True)
class MakePreliminary:
    """The draft may be shown to others as preliminary; it can still be edited."""

    def apply(self, review: Review) -> Review:
        """The review as preliminary; StaleEdit if it is no draft."""
        return _moved(review, Status.DRAFT, Status.PRELIMINARY)

    def inverse(self) -> MakeDraft:
        """Back to a draft."""
        return MakeDraft()


@dataclass(frozen=True, slots=True)
class MakeDraft:
    """A preliminary report becomes a draft again."""

    def apply(self, review: Review) -> Review:
        """The review as draft; StaleEdit if it is not preliminary."""
        return _moved(review, Status.PRELIMINARY, Status.DRAFT)

    def inverse(self) -> MakePreliminary:
        """Preliminary again."""
        return MakePreliminary()


@dataclass(frozen=True, slots=True)
class Sign:
    """The review is signed and takes no more edits."""

    signature: Signature

    def apply(self, review: Review) -> Review:
        """The signed review; StaleEdit if the signature was made for another state of it."""
        require_open(review)
        if self.signature.sha256 != signature_hash(review, self.signature):
            raise StaleEdit(
                "This signature was made for another text and was not set.",
                todo="Read the report and sign again.",
            )
        return replace(review, status=Status.SIGNED, signature=self.signature, version=review.version + 1)

    def inverse(self) -> NoReturn:
        """There is none: ReviewClosed."""
        raise ReviewClosed("A signature cannot be taken back.", todo="Write an addendum.")


@dataclass(frozen=True, slots=True)
class AddAddendum:
    """Something is added to a signed report; what was signed stays."""

    addendum: Addendum

    def apply(self, review: Review) -> Review:
        """The review with the addendum; StaleEdit if it was made for another state of it."""
        addendum = self.addendum
        if addendum.previous != last_hash(review) or addendum.sha256 != addendum_hash(review, addendum):
            raise StaleEdit(
                "This addendum was made for another report and was not added.", todo="Open the study again."
            )
        addenda = (*review.addenda, addendum)
        return replace(review, status=Status.ADDENDED, addenda=addenda, version=review.version + 1)

    def inverse(self) -> NoReturn:
        """There is none: ReviewClosed."""
        raise ReviewClosed("An addendum cannot be taken back.", todo="Write another one.")


def sign(review: Review, name: str, role: str, meaning: str, time: datetime) -> Sign:
    """The signature under a review as it stands.

    SigningRefused without a name, a role, a meaning or a text, or with an empty field that the policy of its
    template forbids; ReviewClosed if it is signed already.
    """
    require_open(review)
    given = _given({"name": name, "role": role, "meaning": meaning}, "A signature")
    if not review.text.strip():
        raise SigningRefused("There is nothing to sign: the report is empty.", todo="Write the report first.")
    _require_filled(review)
    unbound = Signature(given["name"], given["role"], given["meaning"], time, "")
    return Sign(replace(unbound, sha256=signature_hash(review, unbound)))


def add_addendum(review: Review, text: str, reason: str, name: str, role: str, time: datetime) -> AddAddendum:
    """An addendum to a signed review; SigningRefused if anything is left out or the review is not signed."""
    given = _given({"text": text, "reason": reason, "name": name, "role": role}, "An addendum")
    previous = last_hash(review)
    if not previous:
        raise SigningRefused(
            "An addendum belongs to a signed report.", todo="Edit the report, or sign it first."
        )
    unbound = Addendum(
        given["text"], given["reason"], given["name"], given["role"], time, previous=previous, sha256=""
    )
    return AddAddendum(replace(unbound, sha256=addendum_hash(review, unbound)))


def signature_hash(review: Review, signature: Signature) -> str:
    """SHA-256 that binds a signature to the review that it stands under (its `sha256` is left out).

    Where templates are in use it binds their forms too, and so the policy under which it was signed.
    """
    bound: dict[str, object] = {
        "format": SIGNATURE_FORMAT,
        "study_uid": review.study_uid,
        "text": review.text,
        "marks": [asdict(mark) for mark in review.marks],
        "verdicts": [_verdict(decision) for decision in review.decisions],
        "name": signature.name,
        "role": signature.role,
        "meaning": signature.meaning,
        "time": moment(signature.time),
    }
    if review.measurements:
        bound["format"] = MEASURED_FORMAT
        bound["measurements"] = [fields_of(measurement) for measurement in review.measurements]
    if review.forms:
        bound["format"] = FORMS_FORMAT
        bound["forms"] = [form_fields(form) for form in review.forms]
    return sha256_of(bound)


def addendum_hash(review: Review, addendum: Addendum) -> str:
    """SHA-256 that binds an addendum to the report and to all that was said before it."""
    return sha256_of(
        {
            "format": ADDENDUM_FORMAT,
            "study_uid": review.study_uid,
            "text": addendum.text,
            "reason": addendum.reason,
            "name": addendum.name,
            "role": addendum.role,
            "time": moment(addendum.time),
            "previous": addendum.previous,
        }
    )


def last_hash(review: Review) -> str:
    """The hash that the next addendum binds: the last addendum's or the signature's; "" if not signed."""
    if review.addenda:
        return review.addenda[-1].sha256
    return review.signature.sha256 if review.signature else ""


def _require_filled(review: Review) -> None:
    if policy_of(review.forms)[ConcernKind.EMPTY_FIELD] is not Weight.PROHIBIT:
        return
    for field in empty_fields(review.text, review.forms):
        if field.required:
            raise SigningRefused(
                f"The field “{field.label}” is not filled in.", todo="Fill it in or remove it, then sign."
            )


def _verdict(decision: Decision) -> dict[str, object]:
    return {**asdict(decision.passage), "verdict": decision.verdict.value}


def _moved(review: Review, before: Status, after: Status) -> Review:
    require_open(review)
    if review.status is not before:
        raise StaleEdit(
            f"The review is {review.status.value}, not {before.value}.", todo="Open the study again."
        )
    return replace(review, status=after, version=review.version + 1)


def _given(fields: dict[str, str], what: str) -> dict[str, str]:
    """The fields as they can be stored; SigningRefused if one is blank."""
    kept = {name: storable(value).strip() for name, value in fields.items()}
    missing = [name for name, value in kept.items() if not value]
    if missing:
        raise SigningRefused(f"{what} needs a {missing[0]}.", todo="Fill it in.")
    return kept
