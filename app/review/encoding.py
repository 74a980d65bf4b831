"""Operations and marks as JSON, read back strictly: exact keys, exact types, nothing guessed.

The log keeps these texts for ever and its hashes are made over them, so names never change; a field that came
later is left out where it is empty, as in the logs that were written before it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from datetime import datetime

from app.review.decisions import Decision, Passage, Verdict
from app.review.form_encoding import form_fields, form_of
from app.review.measurement_fields import fields_of, measurement_of
from app.review.operations import Operation
from app.review.review import (
    Decide,
    Edit,
    FillField,
    FormsChange,
    InsertForm,
    Mark,
    Measure,
    Restore,
    TakeDraft,
    TakeSentence,
)
from app.review.signatures import Addendum, Signature
from app.review.signing import AddAddendum, MakeDraft, MakePreliminary, Sign
from app.review.strict import exactly, malformed, word_of
from engine.canonical import moment

_MARK_TYPES = {"start": int, "stop": int, "expert": int, "letter": str, "bundle": str, "bundle_sha256": str}
_EDIT_TYPES = {"at": int, "removed": str, "inserted": str, "marks_before": list, "marks_after": list}
_LATER_TYPES = (
    {"decisions_before": list, "decisions_after": list},
    {"measured_before": list, "measured_after": list},
    {"forms": dict},
)
"""Keys of an edit that came later: all of a line are there, or none."""
_PASSAGE_TYPES = {
    "panel": str,
    "expert": int,
    "start": int,
    "stop": int,
    "text": str,
    "bundle": str,
    "bundle_sha256": str,
}
_TAKE_TYPES = {"expert": int, "change": dict}
_DECIDE_TYPES = {"verdict": str, **_TAKE_TYPES}
_SIGNATURE_TYPES = {"name": str, "role": str, "meaning": str, "time": str, "sha256": str}
_ADDENDUM_TYPES = {
    "text": str,
    "reason": str,
    "name": str,
    "role": str,
    "time": str,
    "previous": str,
    "sha256": str,
}
_INSERT_TYPES = {"name": str, "change": dict}
_FILL_TYPES = {"label": str, "value": str, "change": dict}
_WITHDRAWN = "withdrawn"


def kind_of(operation: Operation) -> str:
    """The operation's stable name in the log."""
    match operation:
        case Edit():
            return "edit"
        case TakeDraft():
            return "take_draft"
        case TakeSentence():
            return "take_sentence"
        case Decide():
            return "decide"
        case Measure():
            return "measure"
        case Restore():
            return "restore"
        case InsertForm():
            return "insert_form"
        case FillField():
            return "fill_field"
        case MakePreliminary():
            return "make_preliminary"
        case MakeDraft():
            return "make_draft"
        case Sign():
            return "sign"
        case AddAddendum():
            return "add_addendum"


def operation_to_json(operation: Operation) -> str:
    """The operation's fields as one line of JSON; its kind is kept beside it."""
    match operation:
        case Edit():
            return _dumped(_edit_fields(operation))
        case TakeDraft(expert, change) | TakeSentence(expert, change):
            return _dumped({"expert": expert, "change": _edit_fields(change)})
        case Decide(verdict, expert, change):
            word = verdict.value if verdict else _WITHDRAWN
            return _dumped({"verdict": word, "expert": expert, "change": _edit_fields(change)})
        case Measure(change):
            return _dumped({"change": _edit_fields(change)})
        case Restore(version, change):
            return _dumped({"version": version, "change": _edit_fields(change)})
        case InsertForm(name, change):
            return _dumped({"name": name, "change": _edit_fields(change)})
        case FillField(label, value, change):
            return _dumped({"label": label, "value": value, "change": _edit_fields(change)})
        case MakePreliminary() | MakeDraft():
            return _dumped({})
        case Sign(signature):
            return _dumped({**asdict(signature), "time": moment(signature.time)})
        case AddAddendum(addendum):
            return _dumped({**asdict(addendum), "time": moment(addendum.time)})


def operation_from_json(kind: str, body: str) -> Operation:
    """The operation as it was written; ReviewMalformed if anything is missing, added or of another type."""
    value = _loaded(body)
    match kind:
        case "edit":
            return _edit(value)
        case "take_draft":
            fields = exactly(value, _TAKE_TYPES)
            return TakeDraft(fields["expert"], _edit(fields["change"]))
        case "take_sentence":
            fields = exactly(value, _TAKE_TYPES)
            return TakeSentence(fields["expert"], _edit(fields["change"]))
        case "decide":
            fields = exactly(value, _DECIDE_TYPES)
            verdict = None if fields["verdict"] == _WITHDRAWN else word_of(Verdict, fields["verdict"])
            return Decide(verdict, fields["expert"], _edit(fields["change"]))
        case "measure":
            return Measure(_edit(exactly(value, {"change": dict})["change"]))
        case "restore":
            fields = exactly(value, {"version": int, "change": dict})
            return Restore(fields["version"], _edit(fields["change"]))
        case "insert_form":
            fields = exactly(value, _INSERT_TYPES)
            return InsertForm(fields["name"], _edit(fields["change"]))
        case "fill_field":
            fields = exactly(value, _FILL_TYPES)
            return FillField(fields["label"], fields["value"], _edit(fields["change"]))
        case "make_preliminary":
            exactly(value, {})
            return MakePreliminary()
        case "make_draft":
            exactly(value, {})
            return MakeDraft()
        case "sign":
            fields = exactly(value, _SIGNATURE_TYPES)
            return Sign(Signature(**{**fields, "time": _time(fields["time"])}))
        case "add_addendum":
            fields = exactly(value, _ADDENDUM_TYPES)
            return AddAddendum(Addendum(**{**fields, "time": _time(fields["time"])}))
        case _:
            raise malformed(f"{kind!r} is no kind of operation")


def marks_to_json(marks: Iterable[Mark]) -> str:
    """Marks as one line of JSON."""
    return _dumped([asdict(mark) for mark in marks])


def marks_from_json(body: str) -> tuple[Mark, ...]:
    """Marks as they were written; ReviewMalformed otherwise."""
    return _marks(_loaded(body))


def _edit_fields(change: Edit) -> dict[str, object]:
    fields: dict[str, object] = {
        "at": change.at,
        "removed": change.removed,
        "inserted": change.inserted,
        "marks_before": [asdict(mark) for mark in change.marks_before],
        "marks_after": [asdict(mark) for mark in change.marks_after],
    }
    if change.decisions_before or change.decisions_after:
        fields["decisions_before"] = [_decision_fields(one) for one in change.decisions_before]
        fields["decisions_after"] = [_decision_fields(one) for one in change.decisions_after]
    if change.measured_before or change.measured_after:
        fields["measured_before"] = [fields_of(one) for one in change.measured_before]
        fields["measured_after"] = [fields_of(one) for one in change.measured_after]
    if change.forms is not None:
        fields["forms"] = {
            "before": [form_fields(form) for form in change.forms.before],
            "after": [form_fields(form) for form in change.forms.after],
        }
    return fields


def _decision_fields(decision: Decision) -> dict[str, object]:
    return {"passage": asdict(decision.passage), "verdict": decision.verdict.value}


def _edit(value: object) -> Edit:
    types = dict(_EDIT_TYPES)
    for later in _LATER_TYPES:
        if type(value) is dict and value.keys() & later.keys():
            types |= later
    fields = exactly(value, types)
    return Edit(
        fields["at"],
        fields["removed"],
        fields["inserted"],
        _marks(fields["marks_before"]),
        _marks(fields["marks_after"]),
        _decisions(fields.get("decisions_before", [])),
        _decisions(fields.get("decisions_after", [])),
        tuple(measurement_of(one) for one in fields.get("measured_before", [])),
        tuple(measurement_of(one) for one in fields.get("measured_after", [])),
        _forms_change(fields["forms"]) if "forms" in fields else None,
    )


def _forms_change(value: object) -> FormsChange:
    fields = exactly(value, {"before": list, "after": list})
    before, after = (tuple(form_of(item) for item in fields[name]) for name in ("before", "after"))
    return FormsChange(before, after)


def _marks(value: object) -> tuple[Mark, ...]:
    if type(value) is not list:
        raise malformed("marks are no list")
    try:
        return tuple(Mark(**exactly(item, _MARK_TYPES)) for item in value)
    except ValueError as error:
        raise malformed(str(error)) from error


def _decisions(value: list[object]) -> tuple[Decision, ...]:
    decisions = []
    for item in value:
        fields = exactly(item, {"passage": dict, "verdict": str})
        passage = Passage(**exactly(fields["passage"], _PASSAGE_TYPES))
        decisions.append(Decision(passage, word_of(Verdict, fields["verdict"])))
    return tuple(decisions)


def _time(text: str) -> datetime:
    """A time in its only form; any other way to write the same moment is refused."""
    try:
        time = datetime.fromisoformat(text)
    except ValueError as error:
        raise malformed("a time cannot be read") from error
    if time.tzinfo is None or moment(time) != text:
        raise malformed("a time is not in UTC, to the microsecond")
    return time


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _loaded(body: str) -> object:
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        raise malformed("it is no JSON") from error
