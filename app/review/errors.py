"""What can go wrong with a review.

ConsiliumError
└── ReviewError
    ├── StaleEdit          the operation was made for another text
    ├── ReviewClosed       the review is signed; it takes no more edits
    ├── SigningRefused     something that a signature or addendum needs is missing
    ├── FieldRefused       a field does not take this value
    └── ReviewMalformed    stored operations or marks cannot be read
"""

from __future__ import annotations

from engine.errors import ConsiliumError


class ReviewError(ConsiliumError):
    """An operation on a review cannot be done."""

    code = "review"


class StaleEdit(ReviewError):
    """The operation was made for another text or other marks; the review is unchanged."""


class ReviewClosed(ReviewError):
    """The review is signed; it takes no more edits."""


class SigningRefused(ReviewError):
    """Something that a signature or an addendum needs is missing; the review is unchanged."""


class FieldRefused(ReviewError):
    """A field does not take this value; the review is unchanged."""


class ReviewMalformed(ReviewError):
    """Stored operations or marks do not follow their format."""
