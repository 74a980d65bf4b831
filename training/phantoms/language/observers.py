"""Observers: how much one writes, in which words and in which order. Drawn for each study, tied to nothing.

Frequencies are peaked, as in dictated reports: a reader that learned them writes the usual wording in the
usual order, so that drafts which differ in their words differ in their findings. The shares are ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

import numpy as np

from training.phantoms.language.phrasebook import Wordings

Item = TypeVar("Item")


class Order(Enum):
    """Region by region, what was found before what was not, or the lungs before the heart."""

    REGIONS = "regions"
    FINDINGS_FIRST = "findings first"
    LUNGS_FIRST = "lungs first"


@dataclass(frozen=True, slots=True)
class Habit:
    """How one kind of observer writes: probabilities.

    `usual`, `brief` and `full` are those of a wording of each kind and add up to 1; `remarks` and `rare` are
    those of a remark that concerns no label, and of each denial beyond the rule.
    """

    usual: float
    brief: float
    full: float
    remarks: float
    rare: float


@dataclass(frozen=True, slots=True)
class Observer:
    """One who writes one report."""

    habit: Habit
    order: Order


PLAIN = Habit(usual=0.72, brief=0.14, full=0.14, remarks=0.12, rare=0.03)
TERSE = Habit(usual=0.40, brief=0.54, full=0.06, remarks=0.03, rare=0.02)
VERBOSE = Habit(usual=0.34, brief=0.06, full=0.60, remarks=0.40, rare=0.12)
HURRIED = Habit(usual=1.0, brief=0.0, full=0.0, remarks=0.0, rare=0.0)
HABITS = ((PLAIN, 0.6), (TERSE, 0.2), (VERBOSE, 0.2))
ORDERS = ((Order.REGIONS, 0.64), (Order.FINDINGS_FIRST, 0.22), (Order.LUNGS_FIRST, 0.14))


def draw_observer(random: np.random.Generator) -> Observer:
    """Habit and order, each drawn by itself."""
    habit = HABITS[int(random.choice(len(HABITS), p=[share for _, share in HABITS]))][0]
    order = ORDERS[int(random.choice(len(ORDERS), p=[share for _, share in ORDERS]))][0]
    return Observer(habit, order)


def worded(wordings: Wordings, habit: Habit, random: np.random.Generator) -> str:
    """One wording; within the brief and the full ones the first is the likeliest (Zipf's law)."""
    lists: tuple[Sequence[str], ...] = ((wordings.usual,), wordings.brief, wordings.full)
    chosen = lists[int(random.choice(3, p=(habit.usual, habit.brief, habit.full)))]
    return zipf(chosen or (wordings.usual,), random)


def zipf(items: Sequence[Item], random: np.random.Generator) -> Item:
    """One item, with a probability that falls as one over its place."""
    weights = 1.0 / np.arange(1, len(items) + 1)
    return items[int(random.choice(len(items), p=weights / weights.sum()))]
