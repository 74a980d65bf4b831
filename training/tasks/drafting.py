"""Quick greedy drafts of a model in training, to watch whether they differ; bundles use the engine's."""

from __future__ import annotations

import torch

from engine.models.metransformer import Memory, MeTransformer


def greedy_tokens(model: MeTransformer, memory: Memory, bos: int, eos: int, length: int) -> torch.Tensor:
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
