"""Measurements and templates: new kinds of operation, in the same tables.

Nothing is changed but the number. A Consilium that does not know these kinds would call a log that has them
damaged; by the number it knows that the database is newer, and leaves it unread.
"""

from __future__ import annotations

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """The tables stay as they are."""
