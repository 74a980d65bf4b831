"""What every decoder's state does with hypotheses: rows stand in groups, and beams are reordered."""

from __future__ import annotations

from torch import Tensor


def groups_left(parents: Tensor, rows: int, groups: int) -> Tensor:
    """The groups that the new rows stem from, in their order; ValueError where beams do not stay together.

    `rows` stand group by group, equally many in each; new row r continues old row parents[r]. Every group
    that is left has equally many new rows, one after the other; a group without parents is gone.
    """
    left: Tensor
    left, counts = (parents // (rows // groups)).unique_consecutive(return_counts=True)
    if len(left) == 0 or not bool((counts == counts[0]).all()) or len(left.unique()) != len(left):
        raise ValueError("beams of a group must stay together, equally many for every group")
    return left


def taken(buffer: Tensor, parents: Tensor, length: int) -> Tensor:
    """Rows of a buffer (R, max_tokens, ...) that is filled up to `length`; what follows is left undefined."""
    rows = buffer.new_empty(len(parents), *buffer.shape[1:])
    rows[:, :length] = buffer[parents, :length]
    return rows
