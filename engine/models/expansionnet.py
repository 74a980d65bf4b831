"""ExpansionNet: Hu, Cavicchioli, Capotondi, "ExpansionNet: exploring the sequence length bottleneck in the
Transformer for Image Captioning", arXiv 2207.03327.

Shapes
    B images, N regions at most, R rows of words (image by image, equally many for each), T tokens of a row,
    E expansion vectors (the paper's N_E), L layers, D width, H hidden width, V vocabulary

Equations, x (B, N, D) after a layer norm
    (1) Psi(X)_ij = X_ij / (sum_j X_ij + 1e-9)                          rows sum to 1, or are 0
    (2) K, V_1, V_2, S = W_K x, W_1 x, W_2 x, W_S x                     with biases
    (3) Z = E_Q K' / sqrt(D)                                            length transformation
    (4) F_1 = Psi(relu(Z) m) V_1 + E_B;  F_2 = Psi(relu(-Z) m) V_2 + E_B    forward, to expanded places
    (5) B_1 = Psi(relu(Z') m) F_1;       B_2 = Psi(relu(-Z') m) F_2         backward, the same Z: to N again
    (6) out = sigmoid(S) B_1 + (1 - sigmoid(S)) B_2                     selector
    static:  E_Q = q, E_B = b                                           E vectors, learned; m: real regions
    dynamic: E_Q[i, j] = c_i + q_j, E_B[i, j] = c_i + b_j, c = W_C x    N E vectors; m: s <= i, i <= t
    (7) encoder: x <- x + mix(LN(x)); x <- x + FF(LN(x));  decoder: cross-attention between the two
    (8) last = LN(x_L + W_r [x_1; ...; x_L])                            of each stack
    (9) logits = W_o last + b
    AoA: attention's v and its query q become i * sigmoid(g), [i; g] = W [v; q]

Departures
    Paper: no word of eq. 8, of learned positions and of dropout. Released code: all three; here too.
    Psi is computed in float32 at least: 1e-9 is 0 in float16, and a row without length would be 0 / 0.
    Z of the dynamic expansion is computed as (c_i K' + q_j K') / sqrt(D), which spares E_Q.
    `step` does not make F either: B_1 = (Psi(relu(Z')) Psi(relu(Z))) V_1 + Psi(relu(Z')) E_B, which is exact;
    of earlier tokens it keeps c, K, V_1, V_2 and the rows of Psi(relu(Z)) and Psi(relu(-Z)).
    Base with AoA: the paper's words are an outline; the output projection gives way to AoA, as in AoANet.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

import torch
from torch import Tensor, nn

from engine.models.beams import groups_left, taken
from engine.models.expansionnet_config import ExpansionNetConfig as ExpansionNetConfig

EPSILON = 1e-9


class RegionMemory(NamedTuple):
    """What `encode` makes of B images: `regions` (B, N, D), and which are real, `key_mask` (B, N)."""

    regions: Tensor
    key_mask: Tensor


class Looked(NamedTuple):
    """`hidden` (R, T, D), and where each token looked in each layer: `maps` (R, L, T, N), mean over heads."""

    hidden: Tensor
    maps: Tensor


class Source(NamedTuple):
    """Keys and values of what is attended to, each (B, N, D)."""

    keys: Tensor
    values: Tensor


class Attended(NamedTuple):
    """What attention returns: `output` (B, Q, D) and its `weights` (B, Q, N), mean over heads."""

    output: Tensor
    weights: Tensor


class ExpansionKept(NamedTuple):
    """Of the tokens so far: c, K, V_1, V_2 (R, max_tokens, D), rows of Psi (R, max_tokens, E, max_tokens)."""

    conditions: Tensor
    keys: Tensor
    first_values: Tensor
    second_values: Tensor
    first_shares: Tensor
    second_shares: Tensor


Kept = ExpansionKept | Source


def row_shares(lengths: Tensor) -> Tensor:
    """Psi, eq. 1, over the last axis of what is not negative, in float32 or float64."""
    wide = lengths.to(torch.promote_types(lengths.dtype, torch.float32))
    return wide / (wide.sum(-1, keepdim=True) + EPSILON)


class StaticExpansion(nn.Module):
    """Eqs. 2 to 6 with E vectors for all sequences; it looks ahead."""

    def __init__(self, config: ExpansionNetConfig) -> None:
        super().__init__()
        D = config.width
        self.query_vectors = nn.Parameter(torch.empty(config.encoder_vectors, D))  # q
        self.bias_vectors = nn.Parameter(torch.empty(config.encoder_vectors, D))  # b
        self.key, self.first, self.second, self.selector = (nn.Linear(D, D) for _ in range(4))
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, x: Tensor, visible: Tensor) -> Tensor:
        """x (B, N, D) and visible (B, 1, N) to (B, N, D)."""
        D = x.shape[-1]
        Z = self.dropout(self.query_vectors @ self.key(x).transpose(1, 2) / math.sqrt(D))  # (B, E, N)  eq. 3
        ways = []
        for lengths, values in ((Z.relu(), self.first(x)), ((-Z).relu(), self.second(x))):
            forward = row_shares(lengths * visible).to(x.dtype)
            expanded = self.dropout(forward @ values + self.bias_vectors)  # (B, E, D)  eq. 4
            backward = row_shares(lengths.transpose(1, 2)).to(x.dtype)  # rows of padding stay padding
            ways.append(self.dropout(backward @ expanded))  # (B, N, D)  eq. 5
        return _selected(self.selector(x), ways)


class DynamicExpansion(nn.Module):
    """Eqs. 2 to 6 with E vectors for every place of the sequence."""

    def __init__(self, config: ExpansionNetConfig, vectors: int) -> None:
        super().__init__()
        D = config.width
        self.query_vectors = nn.Parameter(torch.empty(vectors, D))  # q
        self.bias_vectors = nn.Parameter(torch.empty(vectors, D))  # b
        self.condition, self.key, self.first, self.second, self.selector = (nn.Linear(D, D) for _ in range(5))
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, x: Tensor, visible: Tensor) -> Tensor:
        """x (B, T, D) to (B, T, D); visible (B or 1, T or 1, T) says which place may see which."""
        c = self.condition(x)
        Z = self.dropout(self._lengths(c, self.key(x)))  # (B, T, E, T)
        back = Z.permute(0, 3, 1, 2)  # (B, T, T, E): place t of (i, j)
        bias = (c[:, :, None] + self.bias_vectors).flatten(1, 2)  # (B, T E, D)  E_B
        ways = []
        for sign, linear in ((1, self.first), (-1, self.second)):
            forward = row_shares((sign * Z).relu() * visible[:, :, None]).flatten(1, 2)  # (B, T E, T)
            expanded = self.dropout(forward.to(x.dtype) @ linear(x))  # (B, T E, D)  eq. 4
            backward = row_shares(((sign * back).relu() * visible[..., None]).flatten(2))  # (B, T, T E)
            ways.append(self.dropout(backward.to(x.dtype) @ (expanded + bias)))  # (B, T, D)  eq. 5
        return _selected(self.selector(x), ways)

    def start(self, like: Tensor, rows: int, length: int) -> ExpansionKept:
        """Room for so many tokens of so many rows, on the device and of the type of `like`."""
        D, E = like.shape[-1], len(self.query_vectors)
        kept = [like.new_empty(rows, length, D) for _ in range(4)]
        wide = torch.promote_types(like.dtype, torch.float32)
        shares = [like.new_empty(rows, length, E, length, dtype=wide) for _ in range(2)]
        return ExpansionKept(*kept, *shares)

    def step(self, x: Tensor, kept: ExpansionKept, t: int) -> Tensor:
        """The result (R, 1, D) for token t, x (R, 1, D), which joins what is kept."""
        for buffer, linear in zip(kept, (self.condition, self.key, self.first, self.second), strict=False):
            buffer[:, t : t + 1] = linear(x)
        c, keys = kept.conditions[:, : t + 1], kept.keys[:, : t + 1]
        ahead = self._lengths(c[:, t:], keys)[:, 0]  # (R, E, t + 1): vectors of token t, every token
        back = self._lengths(c, keys[:, t:])[..., 0]  # (R, t + 1, E): every token's vectors, token t
        ways = []
        for sign, shares, values in (
            (1, kept.first_shares, kept.first_values),
            (-1, kept.second_shares, kept.second_values),
        ):
            own = row_shares((sign * ahead).relu())
            shares[:, t] = nn.functional.pad(own, (0, shares.shape[-1] - t - 1))
            backward = row_shares((sign * back).relu().flatten(1))  # (R, (t + 1) E)
            mixed = backward[:, None] @ shares[:, : t + 1, :, : t + 1].flatten(1, 2)  # (R, 1, t + 1)
            by_vector = backward.unflatten(1, (t + 1, -1))  # (R, t + 1, E)
            bias = by_vector.sum(2)[:, None].to(x.dtype) @ c
            bias = bias + by_vector.sum(1)[:, None].to(x.dtype) @ self.bias_vectors
            ways.append(mixed.to(x.dtype) @ values[:, : t + 1] + bias)  # (R, 1, D)  eqs. 4 and 5
        return _selected(self.selector(x), ways)

    def _lengths(self, conditions: Tensor, keys: Tensor) -> Tensor:
        """Z of eq. 3 for conditions (B, I, D) and keys (B, S, D): (B, I, E, S)."""
        transposed = keys.transpose(1, 2)
        lengths = (conditions @ transposed)[:, :, None] + (self.query_vectors @ transposed)[:, None]
        return lengths / math.sqrt(keys.shape[-1])


def _selected(selector: Tensor, ways: Sequence[Tensor]) -> Tensor:
    """Eq. 6."""
    gate = selector.sigmoid()
    return gate * ways[0] + (1 - gate) * ways[1]


class MultiHeadAttention(nn.Module):
    """Scaled dot products in heads; its output is projected, or goes through AoA."""

    def __init__(self, config: ExpansionNetConfig) -> None:
        super().__init__()
        D = config.width
        self.heads = config.heads
        self.query, self.key, self.value = (nn.Linear(D, D) for _ in range(3))
        self.on_attention = nn.Linear(2 * D, 2 * D) if config.attention_on_attention else None
        self.output = nn.Identity() if config.attention_on_attention else nn.Linear(D, D)

    def project(self, source: Tensor) -> Source:
        """Keys and values of (B, N, D)."""
        return Source(self.key(source), self.value(source))

    def attend(self, x: Tensor, source: Source, visible: Tensor) -> Attended:
        """x (B, Q, D) looks at the source's places that are visible (B or 1, Q or 1, N), one at least."""
        queries, keys, values = (
            part.unflatten(-1, (self.heads, -1)).transpose(1, 2) for part in (self.query(x), *source)
        )  # (B, heads, Q or N, D / heads)
        scores = queries @ keys.transpose(2, 3) / math.sqrt(keys.shape[-1])
        weights = scores.masked_fill(~visible[:, None], -torch.inf).softmax(-1)  # (B, heads, Q, N)
        output = self.output((weights @ values).transpose(1, 2).flatten(2))
        if self.on_attention is not None:
            output = nn.functional.glu(self.on_attention(torch.cat([output, x], -1)), -1)
        return Attended(output, weights.mean(1))


class SelfAttention(nn.Module):
    """The baselines' mixer: attention of a sequence to itself."""

    def __init__(self, config: ExpansionNetConfig) -> None:
        super().__init__()
        self.attention = MultiHeadAttention(config)

    def forward(self, x: Tensor, visible: Tensor) -> Tensor:
        """x (B, T, D) to (B, T, D); visible (B or 1, T or 1, T)."""
        return self.attention.attend(x, self.attention.project(x), visible).output

    def start(self, like: Tensor, rows: int, length: int) -> Source:
        """Room for so many tokens of so many rows."""
        return Source(*(like.new_empty(rows, length, like.shape[-1]) for _ in range(2)))

    def step(self, x: Tensor, kept: Source, t: int) -> Tensor:
        """The result (R, 1, D) for token t, x (R, 1, D), which joins what is kept."""
        for buffer, new in zip(kept, self.attention.project(x), strict=True):
            buffer[:, t : t + 1] = new
        seen = Source(kept.keys[:, : t + 1], kept.values[:, : t + 1])
        everything = torch.ones(1, 1, t + 1, dtype=torch.bool, device=x.device)
        return self.attention.attend(x, seen, everything).output


class FeedForward(nn.Module):
    """A hidden ReLU layer behind a norm, added to its input; nothing at all where the config has none."""

    def __init__(self, config: ExpansionNetConfig) -> None:
        super().__init__()
        D, H = config.width, config.hidden_width
        self.norm = nn.LayerNorm(D) if H else None
        self.expand = nn.Linear(D, H) if H else nn.Identity()
        self.reduce = nn.Linear(H, D) if H else nn.Identity()
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, x: Tensor) -> Tensor:
        """x (..., D) to (..., D)."""
        if self.norm is None:
            return x
        hidden = self.dropout(self.expand(self.norm(x)).relu())
        out: Tensor = x + self.dropout(self.reduce(hidden))
        return out


class EncoderLayer(nn.Module):
    """Eq. 7 for regions."""

    def __init__(self, config: ExpansionNetConfig) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(config.width)
        if config.encoder_mixer == "static":
            self.mixer: nn.Module = StaticExpansion(config)
        elif config.encoder_mixer == "dynamic":
            self.mixer = DynamicExpansion(config, config.encoder_vectors)
        else:
            self.mixer = SelfAttention(config)
        self.feed_forward = FeedForward(config)
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, x: Tensor, visible: Tensor) -> Tensor:
        """x (B, N, D), visible (B, 1, N)."""
        out: Tensor = self.feed_forward(x + self.dropout(self.mixer(self.norm(x), visible)))
        return out


class DecoderLayer(nn.Module):
    """Eq. 7 for words."""

    def __init__(self, config: ExpansionNetConfig) -> None:
        super().__init__()
        dynamic = config.decoder_mixer == "dynamic"
        self.norm = nn.LayerNorm(config.width)
        self.mixer: DynamicExpansion | SelfAttention = (
            DynamicExpansion(config, config.decoder_vectors) if dynamic else SelfAttention(config)
        )
        self.cross_norm = nn.LayerNorm(config.width)
        self.cross_attention = MultiHeadAttention(config)
        self.feed_forward = FeedForward(config)
        self.dropout = nn.Dropout(config.dropout)

    def after_mixer(self, y: Tensor, mixed: Tensor, source: Source, key_mask: Tensor) -> Attended:
        """The rest of the layer for words y (R, T, D), and where they looked (R, T, N)."""
        R, T, D = y.shape
        y = y + self.dropout(mixed)
        by_image = self.cross_norm(y).view(len(key_mask), -1, D)  # (B, rows of an image x T, D)
        crossed = self.cross_attention.attend(by_image, source, key_mask[:, None])
        y = y + self.dropout(crossed.output.view(R, T, D))
        return Attended(self.feed_forward(y), crossed.weights.view(R, T, -1))


class Aggregate(nn.Module):
    """Eq. 8, or a plain last norm."""

    def __init__(self, config: ExpansionNetConfig, layers: int) -> None:
        super().__init__()
        self.reduce = nn.Linear(layers * config.width, config.width) if config.aggregate else None
        self.norm = nn.LayerNorm(config.width)
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, outputs: Sequence[Tensor]) -> Tensor:
        """Every layer's output (..., D), the last one's last."""
        last = outputs[-1]
        if self.reduce is not None:
            last = last + self.dropout(self.reduce(torch.cat(list(outputs), -1)))
        out: Tensor = self.norm(last)
        return out


@dataclass(slots=True)
class DecoderState:
    """What `step` carries from token to token, for R rows: groups (images) of equally many hypotheses.

    `key_mask` (groups, N) and `cross` (a source per layer) are of the images, never copied for hypotheses;
    `own` is what each layer keeps of the tokens so far. `attention` (R, 1, 1, N): where the last token looked
    in layer `attention_layer`.
    """

    key_mask: Tensor
    own: list[Kept]
    cross: list[Source]
    attention_layer: int
    length: int = 0
    attention: Tensor | None = None

    @property
    def rows(self) -> int:
        """R, over all groups and hypotheses."""
        return self.own[0].keys.shape[0]

    def reorder(self, parents: Tensor) -> None:
        """Let new row r continue old row parents[r]; a group's hypotheses stay together (`groups_left`)."""
        left = groups_left(parents, self.rows, len(self.key_mask))
        self.own = [
            type(kept)(*(taken(buffer, parents, self.length) for buffer in kept)) for kept in self.own
        ]
        if len(left) < len(self.key_mask):
            self.key_mask = self.key_mask[left]
            self.cross = [Source(source.keys[left], source.values[left]) for source in self.cross]
        self.attention = None if self.attention is None else self.attention[parents]


class ExpansionNet(nn.Module):
    """The captioner; with other mixers, the paper's baselines."""

    def __init__(self, config: ExpansionNetConfig) -> None:
        super().__init__()
        D = config.width
        self.config = config
        self.features = nn.Linear(config.feature_width, D)
        self.encoder = nn.ModuleList(EncoderLayer(config) for _ in range(config.encoder_layers))
        self.encoder_aggregate = Aggregate(config, config.encoder_layers)
        self.embedding = nn.Embedding(config.vocab_size, D)
        self.positions = nn.Parameter(torch.empty(config.max_tokens, D))
        self.decoder = nn.ModuleList(DecoderLayer(config) for _ in range(config.decoder_layers))
        self.decoder_aggregate = Aggregate(config, config.decoder_layers)
        self.output = nn.Linear(D, config.vocab_size)  # W_o
        self.dropout = nn.Dropout(config.dropout)
        for parameter in self.parameters():
            if parameter.dim() > 1:
                nn.init.xavier_uniform_(parameter)

    def encode(self, features: Tensor, present: Tensor) -> RegionMemory:
        """Look at features (B, N, feature_width) of regions or grid cells that are present (B, N).

        Every image has one at least; what stands in an absent one's place has no influence.
        """
        features = features.masked_fill(~present[..., None], 0)  # so that not even a NaN gets through
        x = self.dropout(self.features(features))
        outputs = []
        for layer in self.encoder:
            x = layer(x, present[:, None])
            outputs.append(x)
        return RegionMemory(self.encoder_aggregate(outputs), present)

    def look(self, memory: RegionMemory, tokens: Tensor) -> Looked:
        """`decode`, and where each token looked."""
        T = tokens.shape[1]
        y = self._embed(tokens, 0)
        causal = torch.ones(1, T, T, dtype=torch.bool, device=tokens.device).tril()
        outputs, maps = [], []
        for layer in self._decoder_layers:
            mixed = layer.mixer(layer.norm(y), causal)
            source = layer.cross_attention.project(memory.regions)
            y, weights = layer.after_mixer(y, mixed, source, memory.key_mask)
            outputs.append(y)
            maps.append(weights)
        return Looked(self.decoder_aggregate(outputs), torch.stack(maps, 1))

    def decode(self, memory: RegionMemory, tokens: Tensor) -> Tensor:
        """Eq. 8 (R, T, D) for tokens (R, T), R a multiple of B; `output` makes logits of any part of it.

        Padding stands on the right: no token sees what follows it.
        """
        return self.look(memory, tokens).hidden

    def forward(self, features: Tensor, present: Tensor, tokens: Tensor) -> Tensor:
        """Logits (R, T, V) of the token after each of tokens (R, T), teacher-forced."""
        logits: Tensor = self.output(self.decode(self.encode(features, present), tokens))
        return logits

    @torch.no_grad()
    def start(self, memory: RegionMemory, max_tokens: int, attention_layer: int = -1) -> DecoderState:
        """An empty state with a row for each image and room for `max_tokens` tokens, the first included."""
        if max_tokens > self.config.max_tokens:
            raise ValueError(f"{max_tokens} tokens asked, the model was made for {self.config.max_tokens}")
        layers, regions = self._decoder_layers, memory.regions
        return DecoderState(
            key_mask=memory.key_mask,
            own=[layer.mixer.start(regions, len(regions), max_tokens) for layer in layers],
            cross=[layer.cross_attention.project(regions) for layer in layers],
            attention_layer=attention_layer % len(layers),
        )

    @torch.no_grad()
    def step(self, tokens: Tensor, state: DecoderState) -> tuple[Tensor, DecoderState]:
        """Logits (R, V) of the token after `tokens` (R,), in evaluation mode; the state changes in place."""
        t = state.length
        y = self._embed(tokens[:, None], t)  # (R, 1, D)
        outputs = []
        for index, layer in enumerate(self._decoder_layers):
            mixed = layer.mixer.step(layer.norm(y), state.own[index], t)  # type: ignore[arg-type]  # its own
            y, weights = layer.after_mixer(y, mixed, state.cross[index], state.key_mask)
            outputs.append(y)
            if index == state.attention_layer:
                state.attention = weights[:, :, None]  # (R, 1, 1, N)
        state.length = t + 1
        return self.output(self.decoder_aggregate(outputs)[:, 0]), state

    def _embed(self, tokens: Tensor, start: int) -> Tensor:
        """Words (R, T, D) of tokens (R, T) that stand at `start` and after."""
        stop = start + tokens.shape[1]
        if stop > len(self.positions):
            raise ValueError(f"token {stop} asked, the model was made for {len(self.positions)}")
        words = math.sqrt(self.config.width) * self.dropout(self.embedding(tokens))
        out: Tensor = words + self.positions[start:stop]
        return out

    @property
    def _decoder_layers(self) -> list[DecoderLayer]:
        return cast("list[DecoderLayer]", list(self.decoder))
