"""How a batch is divided among processes, and among the passes that one process makes of its share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from engine.errors import RecipeError

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Part:
    """Part `number` of `parts`: of a batch the items at places `number`, `number + parts` and so on.

    Batches are sorted by length, so that every part has as much to do as the others.
    """

    number: int = 0
    parts: int = 1

    def of(self, items: Sequence[Item]) -> list[Item]:
        """This part's items; `RecipeError` where there are fewer than parts."""
        if len(items) < self.parts:
            raise RecipeError(
                f"a batch of {len(items)} cannot be divided into {self.parts} parts.",
                todo="Set a larger batch, or give fewer devices or a smaller --accumulate.",
            )
        return list(items[self.number :: self.parts])


WHOLE = Part()
