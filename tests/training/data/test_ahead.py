from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from training.data.ahead import WAITING, Ahead


class Counted:
    """Numbers from 0, and how many were made; fails at `bad`."""

    def __init__(self, count: int, bad: int = -1) -> None:
        self.count, self.bad, self.made = count, bad, 0

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[int]:
        for number in range(self.count):
            if number == self.bad:
                raise ValueError("a film is gone")
            self.made += 1
            yield number


def test_batches_come_in_their_order_and_as_often_as_they_are_asked_for() -> None:
    ahead = Ahead(Counted(20))

    assert list(ahead) == list(ahead) == list(range(20))
    assert len(ahead) == 20


def test_no_more_than_a_few_are_made_ahead_and_none_after_nobody_wants_them() -> None:
    batches, before = Counted(1000), threading.active_count()
    for number in Ahead(batches):
        if number == 4:
            break

    assert batches.made <= 5 + WAITING + 2
    assert threading.active_count() == before


def test_what_making_a_batch_raises_is_raised_in_its_place() -> None:
    seen: list[int] = []
    with pytest.raises(ValueError, match="a film is gone"):
        seen.extend(Ahead(Counted(5, bad=3)))

    assert seen == [0, 1, 2]
