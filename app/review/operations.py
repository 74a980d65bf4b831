"""All that can be done to a review; each has `apply`, and `inverse` unless it signs."""

from __future__ import annotations

from app.review.review import Decide, Edit, FillField, InsertForm, Measure, Restore, TakeDraft, TakeSentence
from app.review.signing import AddAddendum, MakeDraft, MakePreliminary, Sign

Operation = (
    Edit
    | TakeDraft
    | TakeSentence
    | Decide
    | Measure
    | Restore
    | InsertForm
    | FillField
    | MakePreliminary
    | MakeDraft
    | Sign
    | AddAddendum
)
