"""What routing costs the examinee: rows through two of five experts each, beside two dense experts.

Both compute eq. 5 of `engine.models.moebqa` for the same rows, two stacks of blocks a row; only the routed
way gathers rows by expert and puts them back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from engine.bench import SEED, Job, Reports, Variant, Workload
from engine.models.moebqa import CONSTANT_GATE, Moebqa, MoebqaConfig, Routing

ROUTED_TARGET = 1.3  # times two dense experts, at most


@dataclass(frozen=True, slots=True)
class RoutedWorkload:
    """The experts' sizes, rows of a batch, their tokens, and how often a round goes through the batch."""

    config: MoebqaConfig
    rows: int
    tokens: int
    times: int


# The shipped examinee's size; a batch as `engine.runtime.rows` makes it of short questions.
EXAM = RoutedWorkload(
    MoebqaConfig(vocab_size=100, width=384, heads=12, hidden_width=1536, bottom_layers=0, top_layers=2),
    rows=32,
    tokens=32,
    times=10,
)

Mix = Callable[[Moebqa, Tensor, Tensor], Tensor]


def routed(model: Moebqa, hidden: Tensor, mask: Tensor) -> Tensor:
    """Every expert gets equally many rows, here and there in the batch, which costs most."""
    rows = torch.arange(len(hidden))
    experts = rows % model.config.unshared_experts
    return model.mixed(
        hidden, mask, Routing(experts, torch.full((len(rows),), CONSTANT_GATE), hidden[:, 0, :0])
    )


def paired(model: Moebqa, hidden: Tensor, mask: Tensor) -> Tensor:
    """All rows through two experts, nobody asks which."""
    first, *_, shared = model.all_experts()
    own: Tensor = first(hidden, mask)
    other: Tensor = shared(hidden, mask)
    return other + CONSTANT_GATE * (own - other)


def mixing_job(mix: Mix, workload: RoutedWorkload) -> Job:
    """Mix the same random rows again and again."""
    torch.manual_seed(SEED)
    model = Moebqa(workload.config).requires_grad_(False).eval()
    hidden = torch.randn(workload.rows, workload.tokens, workload.config.width)
    mask = torch.zeros(workload.rows, 1, 1, workload.tokens)

    def run() -> Reports:
        with torch.inference_mode():
            for _ in range(workload.times):
                mix(model, hidden, mask)
        return ()

    return run


def prepare_routed(_: Workload) -> Job:
    """The examinee's experts, routed."""
    return mixing_job(routed, EXAM)


def prepare_paired(_: Workload) -> Job:
    """Two of them for all rows."""
    return mixing_job(paired, EXAM)


PAIRED = Variant("two dense experts", "all rows through both", prepare_paired)
ROUTED = Variant("routed, 5 experts", "the shared one and one of four for each row, grouped", prepare_routed)
