"""Plans and events of sittings as JSON, read back strictly. Names never change: sittings stay."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

from app.quiz.sitting import Asked, Event, Kind, Mode, Plan
from engine.canonical import canonical

PLAN_FORMAT = "consilium-plan-1"
Read = TypeVar("Read")


def plan_text(plan: Plan) -> str:
    """A plan as it is kept."""
    asked = [{"question": each.question, "order": list(each.order)} for each in plan.asked]
    fields = {
        "format": PLAN_FORMAT,
        "title": plan.title,
        "mode": plan.mode.value,
        "seed": plan.seed,
        "limit_seconds": plan.limit_seconds,
        "asked": asked,
    }
    return canonical(fields).decode()


def plan_from(text: str) -> Plan:
    """A plan as it was kept; ValueError for what is none."""

    def read(fields: dict[str, Any]) -> Plan:
        if fields["format"] != PLAN_FORMAT:
            raise ValueError(f"format {fields['format']!r}")
        asked = tuple(Asked(str(each["question"]), _order(each["order"])) for each in fields["asked"])
        mode, limit = Mode(fields["mode"]), int(fields["limit_seconds"])
        return Plan(str(fields["title"]), mode, int(fields["seed"]), asked, limit)

    return _read(text, read, "plan")


def event_text(event: Event) -> str:
    """An event without its time, which is kept beside it; what is empty is left out."""
    fields: dict[str, object] = {"kind": event.kind.value, "item": event.item}
    if event.option >= 0:
        fields["option"] = event.option
    if event.seconds:
        fields["milliseconds"] = round(event.seconds * 1000)
    if event.text:
        fields["text"] = event.text
    return canonical(fields).decode()


def event_from(text: str, time: datetime) -> Event:
    """An event as it was kept; ValueError for what is none."""

    def read(fields: dict[str, Any]) -> Event:
        return Event(
            Kind(fields["kind"]),
            int(fields["item"]),
            time,
            int(fields.get("option", -1)),
            int(fields.get("milliseconds", 0)) / 1000,
            str(fields.get("text", "")),
        )

    return _read(text, read, "event")


def _order(places: list[object]) -> tuple[int, ...]:
    order = tuple(int(str(place)) for place in places)
    if sorted(order) != list(range(len(order))):
        raise ValueError(f"order {order}")
    return order


def _read(text: str, read: Callable[[dict[str, Any]], Read], what: str) -> Read:
    try:
        return read(json.loads(text))
    except (KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"a kept {what} cannot be read: {error}") from error
