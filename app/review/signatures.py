"""Signatures and addenda as values. What they bind and how is in `app.review.signing`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Signature:
    """Who signed, as what, when, and what that means (21 CFR 11.50); `sha256` binds it to the report."""

    name: str
    role: str
    meaning: str
    time: datetime
    sha256: str


@dataclass(frozen=True, slots=True)
class Addendum:
    """What was added after signing, why, by whom and when.

    `previous` is the hash of the signature or addendum before it, so that none can be left out; `sha256`
    binds all of it.
    """

    text: str
    reason: str
    name: str
    role: str
    time: datetime
    previous: str
    sha256: str
