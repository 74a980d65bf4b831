"""What an operation on a report is called, for undo, redo and the list of versions."""

from __future__ import annotations

from app.review.decisions import Verdict
from app.review.operations import Operation
from app.review.review import Decide, Edit, Restore, TakeDraft, TakeSentence
from app.review.signing import AddAddendum, MakeDraft, MakePreliminary, Sign
from engine.panel import EXPERT_LETTERS


def step_words(operation: Operation) -> str:
    """The operation in a few words: "take a sentence of B"."""
    match operation:
        case TakeDraft(expert=expert):
            return f"take draft {EXPERT_LETTERS[expert]}"
        case TakeSentence(expert=expert):
            return f"take a sentence of {EXPERT_LETTERS[expert]}"
        case Decide(verdict=verdict, expert=expert):
            word = {None: "withdraw the verdict on", Verdict.REJECTED: "reject"}.get(verdict, "edit")
            return f"{word} a sentence of {EXPERT_LETTERS[expert]}"
        case Restore(version=version):
            return f"restore version {version}"
        case MakePreliminary():
            return "make preliminary"
        case MakeDraft():
            return "back to draft"
        case Edit():
            return "typing"
        case Sign():
            return "sign"
        case AddAddendum():
            return "add an addendum"
