"""The plain Transformer that a panel is measured against: the same encoder, one decoder, one report.

Vaswani et al., "Attention Is All You Need", NIPS 2017, as report generators use it (Chen et al., EMNLP 2020).
Everything is the panel's but what METransformer adds: the decoder reads the ViT's visual tokens themselves;
no expert token reaches it, there is no bilinear attention, and nothing is elected.

Shapes
    B studies, F films, N = F h w visual tokens, T tokens of a report, D width, V vocabulary

Choices
    The ViT is the panel's own class, so that both can start from the same weights. Its M expert tokens stand
    in its sequence as in the panel and are then left aside. A panel has encoder and decoder layers of
    bilinear attention; here every one of them is a decoder layer (self-attention, cross-attention, 4 D wide
    feed-forward; norm first). The mean visual token stands where lessons expect an expert.
    Each step of writing computes all words before it anew: simple, and fast enough for one report a study.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from engine.models.metransformer import ExpertViT, Memory, MeTransformerConfig, sinusoids


@dataclass(slots=True)
class WrittenSoFar:
    """What `step` carries on: the films, and all tokens (B, t) up to now."""

    memory: Memory
    tokens: Tensor


class PlainTransformer(nn.Module):
    """One report for each study. It is trained and decoded as a panel of one expert."""

    sinusoids: Tensor

    def __init__(self, config: MeTransformerConfig, vit: ExpertViT) -> None:
        super().__init__()
        D = config.width  # noqa: N806
        self.config, self.vit = config, vit
        self.embedding = nn.Embedding(config.vocab_size, D)
        nn.init.normal_(self.embedding.weight, std=D**-0.5)  # times sqrt(D) in `decode`, as in the panel
        self.register_buffer("sinusoids", sinusoids(config.max_tokens, D), persistent=False)
        self.dropout = nn.Dropout(config.dropout)
        layer = nn.TransformerDecoderLayer(
            D, config.heads, config.mlp_ratio * D, config.dropout, "gelu", batch_first=True, norm_first=True
        )
        depth = config.encoder_layers + config.decoder_layers
        self.decoder = nn.TransformerDecoder(layer, depth, nn.LayerNorm(D))
        self.output = nn.Linear(D, config.vocab_size)

    def encode(self, images: Tensor, present: Tensor) -> Memory:
        """Visual tokens of images (B, F, C, H, W), present (B, F)."""
        B, F = present.shape  # noqa: N806
        h = self.config.grid
        visual, _ = self.vit(images, present)  # (B, N, D)
        key_mask = present.repeat_interleave(h * h, dim=1)  # (B, N)
        share = (key_mask / key_mask.sum(1, keepdim=True)).to(visual.dtype)
        mean = (share[:, :, None] * visual).sum(1, keepdim=True)  # (B, 1, D)
        nowhere = visual.new_zeros(B, 1, F, h, h)
        return Memory(visual, mean, visual, visual[:, None], key_mask, nowhere)

    def decode(self, memory: Memory, tokens: Tensor) -> Tensor:
        """Features (B, 1, T, D) of the token after each of tokens (B, T), which stand from the begin on."""
        T = tokens.shape[1]  # noqa: N806
        words = math.sqrt(self.config.width) * self.embedding(tokens) + self.sinusoids[:T]
        future = torch.ones(T, T, dtype=torch.bool, device=tokens.device).triu(1)
        decoded: Tensor = self.decoder(
            self.dropout(words), memory.visual, tgt_mask=future, memory_key_padding_mask=~memory.key_mask
        )
        return decoded[:, None]

    @torch.no_grad()
    def start(self, memory: Memory, max_tokens: int) -> WrittenSoFar:
        """Nothing written yet; `max_tokens` are at most those of the config."""
        if max_tokens > self.config.max_tokens:
            raise ValueError(f"{max_tokens} tokens asked, the model was made for {self.config.max_tokens}")
        return WrittenSoFar(memory, memory.key_mask.new_zeros(len(memory.visual), 0, dtype=torch.long))

    @torch.no_grad()
    def step(self, tokens: Tensor, state: WrittenSoFar) -> tuple[Tensor, WrittenSoFar]:
        """Logits (B, V) of the token after `tokens` (B,). The state is changed in place and handed back."""
        state.tokens = torch.cat([state.tokens, tokens[:, None]], dim=1)
        logits: Tensor = self.output(self.decode(state.memory, state.tokens)[:, 0, -1])
        return logits, state
