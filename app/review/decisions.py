"""What a reader decided about sentences of drafts: accepted, rejected or edited (IHE AIRAI's three)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from engine.canonical import sha256_of
from engine.panel import Draft, Panel, Sentence


class Verdict(Enum):
    """What became of a sentence; one that nobody decided about has none."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    EDITED = "edited"


@dataclass(frozen=True, slots=True, order=True)
class Passage:
    """The sentence at characters `start:stop` of one expert's draft, with its words and its origin.

    `panel` is the `panel_key` of the panel that the draft belongs to, "" where nobody told.
    """

    panel: str
    expert: int
    start: int
    stop: int
    text: str
    bundle: str = ""
    bundle_sha256: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """One verdict on one sentence. A review holds at most one for each."""

    passage: Passage
    verdict: Verdict


def passage_of(draft: Draft, sentence: Sentence, panel: str = "") -> Passage:
    """The sentence as verdicts and the log speak of it."""
    origin = draft.origin
    return Passage(
        panel,
        draft.expert,
        sentence.start,
        sentence.stop,
        storable(sentence.text).strip(),
        origin.bundle,
        origin.bundle_sha256,
    )


def panel_key(panel: Panel) -> str:
    """SHA-256 of a panel's study and drafts: the same whether it was just read, kept or brought along."""
    drafts = [
        {
            "expert": draft.expert,
            "text": storable(draft.text),
            "bundle": draft.origin.bundle,
            "bundle_sha256": draft.origin.bundle_sha256,
        }
        for draft in panel.drafts
    ]
    return sha256_of({"format": "consilium-panel-1", "study_uid": panel.study_uid, "drafts": drafts})


def storable(text: str) -> str:
    """The text without NUL characters and lone surrogates, which databases and JSON readers refuse."""
    return _UNSTORABLE.sub("", text)


_UNSTORABLE = re.compile("[\0\ud800-\udfff]")
