"""The frozen bottom's states of every row, computed once and kept on disk in half precision.

A file holds the rows' tokens one after the other (tokens, D), no padding; where each row begins is known from
the rows themselves. Its name holds a key of the rows, the bottom's weights and this file's FORMAT. Runs in
one folder share it: it does not depend on experts, routing or seed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from engine.models.moebqa import Moebqa, Rows
from engine.progress import OnProgress, Progress
from engine.runtime.rows import batches, row_batch
from engine.text.question_rows import QuestionRow
from training.files import check_room, written_aside

FORMAT = 1
TOKENS_AT_ONCE = 4096
LARGEST = float(np.finfo(np.float16).max)

HalfArray = npt.NDArray[np.float16]


@dataclass(frozen=True, slots=True)
class KeptStates:
    """Row i has the tokens from `starts[i]` up to `starts[i + 1]` of `tokens` (n, D), a memory map."""

    tokens: HalfArray
    starts: npt.NDArray[np.int64]

    def of(self, rows: Sequence[int], length: int) -> Tensor:
        """(R, length, D) float32, zeros where a row is shorter."""
        states = np.zeros((len(rows), length, self.tokens.shape[1]), np.float32)
        for place, row in enumerate(rows):
            own = self.tokens[self.starts[row] : self.starts[row + 1]]
            states[place, : len(own)] = own
        return torch.from_numpy(states)


def open_states(
    parent: Path, model: Moebqa, rows: Sequence[QuestionRow], pad: int, on_progress: OnProgress
) -> KeptStates:
    """The states `states-<key>.npy` under `parent`, made first where they are absent."""
    path = parent / f"states-{_key(model, rows)}.npy"
    starts = np.concatenate([[0], np.cumsum([len(row.ids) for row in rows])]).astype(np.int64)
    if not path.is_file():
        with written_aside(path) as aside:
            _write(aside, model, rows, starts, pad, on_progress)
    return KeptStates(np.load(path, mmap_mode="r"), starts)


def _key(model: Moebqa, rows: Sequence[QuestionRow]) -> str:
    digest = hashlib.sha256(str((FORMAT, model.config.heads, model.config.layer_norm_epsilon)).encode())
    for part in (model.embeddings, model.bottom):
        for name, tensor in part.state_dict().items():
            digest.update(name.encode() + tensor.detach().cpu().numpy().tobytes())
    for row in rows:
        digest.update(np.array([*row.ids, -1, *row.segments], np.int64).tobytes())
    return digest.hexdigest()[:12]


def _write(
    path: Path,
    model: Moebqa,
    rows: Sequence[QuestionRow],
    starts: npt.NDArray[np.int64],
    pad: int,
    on_progress: OnProgress,
) -> None:
    shape = int(starts[-1]), model.config.width
    check_room(path.parent, 2 * shape[0] * shape[1], "what the frozen bottom makes of all rows", "Make room.")
    kept = np.lib.format.open_memmap(path, mode="w+", dtype=np.float16, shape=shape)
    was_training = model.training
    model.eval()
    done = 0
    with torch.inference_mode():
        for chosen in batches(rows, TOKENS_AT_ONCE):
            arrays = row_batch([rows[row] for row in chosen], pad)
            states = model.bottom_states(Rows(*(torch.from_numpy(array) for array in arrays)))
            halves = states.clamp(-LARGEST, LARGEST).half().numpy()
            for place, row in enumerate(chosen):
                kept[starts[row] : starts[row + 1]] = halves[place, : len(rows[row].ids)]
            done += len(chosen)
            on_progress(Progress("The frozen bottom reads every row once", done, len(rows)))
    model.train(was_training)
    kept.flush()
