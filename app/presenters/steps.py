"""What an operation on a report is called, for undo, redo and the list of versions."""

from __future__ import annotations

from app.language import tr, tr_mark, tr_marked
from app.review.decisions import Verdict
from app.review.measurement_words import noun
from app.review.measurements import Calibration
from app.review.operations import Operation
from app.review.review import Decide, Edit, FillField, InsertForm, Measure, Restore, TakeDraft, TakeSentence
from app.review.signing import AddAddendum, MakeDraft, MakePreliminary, Sign
from engine.panel import EXPERT_LETTERS


def step_words(operation: Operation) -> str:
    """The operation in a few words: "take a sentence of B"."""
    match operation:
        case TakeDraft(expert=expert):
            return tr("take draft {letter}", letter=EXPERT_LETTERS[expert])
        case TakeSentence(expert=expert):
            return tr("take a sentence of {letter}", letter=EXPERT_LETTERS[expert])
        case Decide(verdict=None, expert=expert):
            return tr("withdraw the verdict on a sentence of {letter}", letter=EXPERT_LETTERS[expert])
        case Decide(verdict=Verdict.REJECTED, expert=expert):
            return tr("reject a sentence of {letter}", letter=EXPERT_LETTERS[expert])
        case Decide(expert=expert):
            return tr("edit a sentence of {letter}", letter=EXPERT_LETTERS[expert])
        case Measure(change=change):
            return measured_words(change)
        case Restore(version=version):
            return tr("restore version {number}", number=version)
        case InsertForm(name=name):
            return tr("insert “{name}”", name=name)
        case FillField(label=label, value=value):
            return tr("fill in “{label}”", label=label) if value else tr("leave out “{label}”", label=label)
        case MakePreliminary():
            return tr("make preliminary")
        case MakeDraft():
            return tr("back to draft")
        case Edit():
            return tr("typing")
        case Sign():
            return tr("sign")
        case AddAddendum():
            return tr("add an addendum")


def measured_words(change: Edit) -> str:
    """What a change of measurements did: "measure a length", "remove an angle"."""
    return tr_marked(_measured(change), "step")


def _measured(change: Edit) -> str:
    calibrated = [one for one in change.measured_after if isinstance(one, Calibration)]
    if calibrated:
        return CALIBRATE
    gone = [one for one in change.measured_before if isinstance(one, Calibration)] or change.measured_before
    if not change.measured_after or isinstance(gone[0] if gone else None, Calibration):
        return _step("remove", noun(gone[0])) if gone else MEASURE
    return _step("change" if gone else "measure", noun(change.measured_after[0]))


def _step(verb: str, thing: str) -> str:
    """One of `MEASURED`."""
    return " ".join((verb, "an" if thing[0] in "aeiou" else "a", thing))


CALIBRATE, MEASURE = tr_mark("calibrate a film", "step"), tr_mark("measure", "step")
MEASURED = (
    tr_mark("measure a length", "step"),
    tr_mark("measure an angle", "step"),
    tr_mark("measure an ellipse", "step"),
    tr_mark("measure a rectangle", "step"),
    tr_mark("measure a cardiothoracic ratio", "step"),
    tr_mark("measure a known length", "step"),
    tr_mark("change a length", "step"),
    tr_mark("change an angle", "step"),
    tr_mark("change an ellipse", "step"),
    tr_mark("change a rectangle", "step"),
    tr_mark("change a cardiothoracic ratio", "step"),
    tr_mark("change a known length", "step"),
    tr_mark("remove a length", "step"),
    tr_mark("remove an angle", "step"),
    tr_mark("remove an ellipse", "step"),
    tr_mark("remove a rectangle", "step"),
    tr_mark("remove a cardiothoracic ratio", "step"),
    tr_mark("remove a known length", "step"),
)
