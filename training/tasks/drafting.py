"""Quick greedy drafts of a model in training, to watch whether they differ; bundles use the engine's."""

from __future__ import annotations

from typing import Any, Protocol

import torch

from engine.models.metransformer import Memory, MeTransformerConfig


class ReportModel(Protocol):
    """What is trained to write reports: a panel, or a baseline that looks like a panel of one."""

    @property
    def config(self) -> MeTransformerConfig:
        """Its sizes."""

    @property
    def output(self) -> torch.nn.Module:
        """From features to logits."""

    def encode(self, images: torch.Tensor, present: torch.Tensor) -> Memory:
        """Look at films."""

    def decode(self, memory: Memory, tokens: torch.Tensor) -> torch.Tensor:
        """Features (B, M, T, D) of the next tokens."""

    def start(self, memory: Memory, max_tokens: int) -> Any:
        """A state before the first token."""

    def step(self, tokens: torch.Tensor, state: Any) -> tuple[torch.Tensor, Any]:
        """Logits (B M, V) of the next token, and the next state."""


def greedy_tokens(model: ReportModel, memory: Memory, bos: int, eos: int, length: int) -> torch.Tensor:
    """(B, M, length) likeliest tokens without the begin mark; `eos` from a draft's end onwards."""
    B, M = memory.experts.shape[:2]  # noqa: N806
    state = model.start(memory, length)
    last = torch.full((B * M,), bos, device=memory.experts.device)
    ended = torch.zeros_like(last, dtype=torch.bool)
    written: list[torch.Tensor] = []
    while len(written) < length and not bool(ended.all()):
        logits, state = model.step(last, state)
        last = logits.argmax(-1).masked_fill(ended, eos)
        ended |= last == eos
        written.append(last)
    drafts = torch.stack(written, dim=1)
    return torch.nn.functional.pad(drafts, (0, length - len(written)), value=eos).view(B, M, length)


def distinct_drafts(drafts: torch.Tensor) -> float:
    """Mean number of different drafts among a study's M; `drafts` (B, M, T)."""
    return sum(len(study.unique(dim=0)) for study in drafts) / len(drafts)
