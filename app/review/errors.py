"""What can go wrong with a review.

ConsiliumError
└── ReviewError
    ├── StaleEdit          the operation was made for another text
    ├── ReviewClosed       the review is signed; it takes no more edits
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


class ReviewMalformed(ReviewError):
    """Stored operations or marks do not follow their format."""
