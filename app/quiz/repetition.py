"""Missed questions come again: five boxes after Leitner (So lernt man lernen, 1972), here by days.

A question that is missed goes into box 1. Each time it is answered right when it was due, it moves up a box
and waits twice as long; whoever misses it again begins with box 1. Right in the last box: it is learnt. What
was never missed has no box. An answer before a card is due is practice: it moves a card down, not up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from app.quiz.scoring import Result

BOX_DAYS = (1, 2, 4, 8, 16)


@dataclass(frozen=True, slots=True)
class Card:
    """A missed question: its box, counted from 1, and when it is due."""

    key: str
    box: int
    due: datetime


def cards(results: Iterable[Result]) -> tuple[Card, ...]:
    """The missed questions that are not learnt yet, the earliest due first."""
    boxes: dict[str, Card] = {}
    for result in sorted(results, key=lambda each: each.when):
        card = boxes.get(result.key)
        if result.right is False:
            boxes[result.key] = _card(result, 1)
        elif result.right and card is not None and result.when >= card.due:
            if card.box == len(BOX_DAYS):
                del boxes[result.key]
            else:
                boxes[result.key] = _card(result, card.box + 1)
    return tuple(sorted(boxes.values(), key=lambda card: (card.due, card.key)))


def due(listed: Iterable[Card], now: datetime) -> tuple[Card, ...]:
    """The cards that are due."""
    return tuple(card for card in listed if card.due <= now)


def _card(result: Result, box: int) -> Card:
    return Card(result.key, box, result.when + timedelta(days=BOX_DAYS[box - 1]))
