"""METransformer: Wang, Liu, Wang, Zhou, "METransformer: Radiology Report Generation by Transformer with
Multiple Learnable Expert Tokens", CVPR 2023.

Shapes
    B studies, F films of a study, P patch side, h = w = image side / P, N = F h w visual tokens, M experts,
    T tokens of a report, D width, V vocabulary, R = B M rows (study by study, expert by expert; with beams,
    R = B M beams)

Equations
    (1) z_0 = [x_1 E; ...; x_N E; e_1; ...; e_M] + E_pos + E_seg         experts stand after the patches
    (2) z'_l = MSA(LN(z_{l-1})) + z_{l-1};  z_l = MLP(LN(z'_l)) + z'_l   expert ViT
    (3) z_e^n = LN(EBA(z_e^{n-1}, z_v^{n-1}) + z_e^{n-1})                bilinear encoder; its last z_e, z_v
    (4) z_v^n = LN(W_e [z_e^n; z_v^{n-1}] + z_v^{n-1})                   are f_e, f_v
    (5) adjust(f_e, f) = s(W_e f_e) * s(W_v f)                           s = ReLU
    (6) E_mid^i = LN(EBA_causal(adjust(f_e, E_r^{i-1}), E_r^{i-1}) + E_r^{i-1})   bilinear decoder
    (7) E_c^i = LN(EBA(E_mid^i, adjust(f_e, f_v)) + E_mid^i)
    (8) E_r^i = LN(W_d [E_c^i; E_r^{i-1}] + E_r^{i-1})
    (9) logits = W_o E_c^I + b

Departures
    No equation was at hand for (1) and (3)-(8); these follow the paper's text and the X-linear attention
    networks that it extends. Each open reading is a field of the config; defaults are the likelier readings.
    Paper: in (4) N visual tokens meet M experts; here the mean expert, because f_v has no expert axis there.
    Paper: no word about word order, though (6) is blind to it; here positions are added, as its ancestors do.
    Paper: dropout not stated; here 0.1 on word embeddings, EBA outputs, W_e and W_d, none inside the ViT.
    E_r^I is never used, so the last layer has no W_d.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import cast

import torch
from torch import Tensor, nn

from engine.errors import RecipeError
from engine.models.beams import groups_left, taken
from engine.models.bilinear import ExpertBilinearAttention, Source
from engine.models.metransformer_config import MeTransformerConfig as MeTransformerConfig
from engine.models.vit import LAYER_NORM_EPSILON, Block, ConvolutionalStem, PatchEmbed, ResidualStem

TOKEN_STD = 0.02  # spread of new tokens and positions, as in ViT


@dataclass(frozen=True, slots=True)
class Memory:
    """What `encode` makes of B studies; all that decoding needs.

    `patches` (B, N, D) are the ViT's visual tokens z_L^v, `experts` (B, M, D) is f_e, `visual` (B, N, D) is
    f_v (its mean over experts where each has its own), `adjusted` (B, M, N, D) is what their words attend to.
    `key_mask` (B, N) is False on tokens of absent films. `expert_attention` (B, M, F, h, w) is the spatial
    attention of the last bilinear encoder layer; it sums to 1 over a study's films and is 0 on absent ones.
    """

    patches: Tensor
    experts: Tensor
    visual: Tensor
    adjusted: Tensor
    key_mask: Tensor
    expert_attention: Tensor


STEMS: Mapping[str, Callable[[int, int, int], nn.Module]] = {
    "linear": PatchEmbed,
    "convolutional": ConvolutionalStem,
    "residual": ResidualStem,
}


class ExpertViT(nn.Module):
    """Eqs. 1 and 2: a ViT whose sequence ends with M learnable expert tokens."""

    def __init__(self, config: MeTransformerConfig) -> None:
        super().__init__()
        D, patches = config.width, config.grid**2
        self.one_pass = config.view_handling == "one_pass"
        self.patches, self.experts = patches, config.experts
        self.patch_embed = STEMS[config.patch_stem](config.channels, config.patch_size, D)
        self.class_token = nn.Parameter(torch.zeros(1, D)) if config.class_token else None
        self.class_position = nn.Parameter(torch.zeros(1, D)) if config.class_token else None
        self.expert_tokens = nn.Parameter(TOKEN_STD * torch.randn(config.experts, D))
        self.positions = nn.Parameter(TOKEN_STD * torch.randn(patches + config.experts, D))  # E_pos
        self.segments = nn.Parameter(TOKEN_STD * torch.randn(2, D))  # E_seg: visual, expert
        self.view_embedding = nn.Parameter(torch.zeros(config.views, D))
        self.blocks = nn.ModuleList(Block(D, config.heads, config.mlp_ratio * D) for _ in range(config.depth))
        self.norm = nn.LayerNorm(D, eps=LAYER_NORM_EPSILON) if config.final_norm else nn.Identity()
        self.apply(_init_linear)

    def forward(self, images: Tensor, present: Tensor) -> tuple[Tensor, Tensor]:
        """Visual (B, F h w, D) and expert tokens (B, M, D) of images (B, F, C, H, W), present (B, F)."""
        B, F = present.shape
        images = images.masked_fill(
            ~present[:, :, None, None, None], 0
        )  # so that not even a NaN gets through
        visual = self.patch_embed(images.flatten(0, 1))  # (B F, h w, D)
        visual = visual + self.positions[: self.patches] + self.segments[0]
        visual = visual.view(B, F, self.patches, -1) + self.view_embedding[:F, None]
        if self.one_pass:
            return self._pass(visual.flatten(1, 2), present.repeat_interleave(self.patches, dim=1))
        whole = torch.ones(B * F, self.patches, dtype=torch.bool, device=images.device)
        visual, experts = self._pass(visual.flatten(0, 1), whole)  # (B F, h w, D), (B F, M, D)
        share = (present / present.sum(1, keepdim=True)).to(experts.dtype)[..., None, None]
        return visual.reshape(B, F * self.patches, -1), (experts.view(B, F, self.experts, -1) * share).sum(1)

    def _pass(self, visual: Tensor, key_mask: Tensor) -> tuple[Tensor, Tensor]:
        B, N, _ = visual.shape
        experts = self.expert_tokens + self.positions[self.patches :] + self.segments[1]
        parts = [visual, experts.expand(B, -1, -1)]
        if self.class_token is not None and self.class_position is not None:
            parts.append((self.class_token + self.class_position + self.segments[0]).expand(B, -1, -1))
        z = torch.cat(parts, dim=1)  # (B, N + M, D)  eq. 1
        mask = nn.functional.pad(key_mask, (0, z.shape[1] - N), value=True)
        for block in self.blocks:
            z = block(z, mask)  # eq. 2
        z = self.norm(z)
        return z[:, :N], z[:, N : N + self.experts]


class EncoderLayer(nn.Module):
    """Eqs. 3 and 4 over S streams of visual tokens: S = 1 for all experts together, or S = M, one each."""

    def __init__(self, config: MeTransformerConfig) -> None:
        super().__init__()
        D = config.width
        self.relu = config.encoder_activation == "relu"
        self.attention = ExpertBilinearAttention(D, config.d_mid, config.bilinear_heads)
        self.expert_norm = nn.LayerNorm(D)
        self.merge = nn.Linear(2 * D, D)  # W_e
        self.visual_norm = nn.LayerNorm(D)
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, experts: Tensor, visual: Tensor, key_mask: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """z_e (B, M, D), z_v (B, S, N, D) and key_mask (B, N) to the next z_e, z_v and a_s (B, M, N)."""
        B, M, D = experts.shape
        _, S, N, _ = visual.shape
        mask = key_mask.repeat_interleave(S, dim=0)
        attended = self.attention(experts.reshape(B * S, M // S, D), visual.reshape(B * S, N, D), mask)
        experts = self.expert_norm(self.dropout(attended.output.view(B, M, D)) + experts)  # eq. 3
        met = experts[:, :, None] if S == M else experts.mean(1)[:, None, None]  # (B, S, 1, D)
        merged = self.merge(torch.cat([met.expand(-1, -1, N, -1), visual], dim=-1))
        merged = merged.relu() if self.relu else merged
        visual = self.visual_norm(self.dropout(merged) + visual)  # eq. 4
        return experts, visual, attended.weights.view(B, M, N)


class Adjust(nn.Module):
    """Eq. 5: a feature as one expert sees it."""

    def __init__(self, config: MeTransformerConfig) -> None:
        super().__init__()
        D = config.width
        self.residual = config.adjust_residual
        self.expert = nn.Linear(D, D)  # W_e
        self.feature = nn.Linear(D, D)  # W_v
        self.expert_norm = nn.LayerNorm(D) if config.adjust_norm else nn.Identity()
        self.feature_norm = nn.LayerNorm(D) if config.adjust_norm else nn.Identity()

    def forward(self, expert: Tensor, feature: Tensor) -> Tensor:
        """Expert tokens and features, of shapes that broadcast; the result has their common shape."""
        adjusted: Tensor = self.expert_norm(self.expert(expert).relu()) * self.feature_norm(
            self.feature(feature).relu()
        )
        return adjusted + feature if self.residual else adjusted


class DecoderLayer(nn.Module):
    """Eqs. 6 to 8. The adjust block of eq. 6 is given, since all layers may share one."""

    def __init__(self, config: MeTransformerConfig, last: bool) -> None:
        super().__init__()
        D = config.width
        self.adjusted_source = config.dec_self_kv == "adjusted"
        self.adjusted_residual = config.dec_self_residual == "adjusted"
        self.self_attention = ExpertBilinearAttention(D, config.d_mid, config.bilinear_heads)
        self.self_norm = nn.LayerNorm(D)
        self.cross_attention = ExpertBilinearAttention(D, config.d_mid, config.bilinear_heads)
        self.cross_norm = nn.LayerNorm(D)
        self.merge = None if last else nn.Linear(2 * D, D)  # W_d
        self.merge_norm = None if last else nn.LayerNorm(D)
        self.dropout = nn.Dropout(config.dropout)

    def source(self, words: Tensor, adjusted: Tensor) -> Source:
        """What eq. 6 attends to, projected; this is what decoding keeps of each token."""
        return self.self_attention.project(adjusted if self.adjusted_source else words)

    def after_self(self, attended: Tensor, words: Tensor, adjusted: Tensor) -> Tensor:
        """E_mid: the rest of eq. 6."""
        residual = adjusted if self.adjusted_residual else words
        out: Tensor = self.self_norm(self.dropout(attended) + residual)
        return out

    def after_cross(self, attended: Tensor, middle: Tensor) -> Tensor:
        """E_c: the rest of eq. 7."""
        out: Tensor = self.cross_norm(self.dropout(attended) + middle)
        return out

    def next_words(self, crossed: Tensor, words: Tensor) -> Tensor:
        """E_r: eq. 8; in the last layer E_c itself, which is what eq. 9 reads."""
        if self.merge is None or self.merge_norm is None:
            return crossed
        merged = self.dropout(self.merge(torch.cat([crossed, words], dim=-1)))
        out: Tensor = self.merge_norm(merged + words)
        return out


@dataclass(slots=True)
class DecoderState:
    """What `step` carries from token to token, for R rows: groups (study and expert) of equally many beams.

    `experts` (groups, 1, D), `key_mask` (groups, N).
    `own[layer]`: keys and values of the tokens so far, in (R, max_tokens, D) buffers filled up to `length`.
    `cross[layer]`: those of the films, (groups, N, D), never copied for a group's beams.
    `attention` (R, F, h, w): where the last token looked, a_s of eq. 7 in layer `attention_layer`.
    """

    experts: Tensor
    key_mask: Tensor
    own: list[Source]
    cross: list[Source]
    films: tuple[int, int, int]
    attention_layer: int
    length: int = 0
    attention: Tensor | None = None

    @property
    def rows(self) -> int:
        """R, over all groups and beams."""
        return self.own[0].keys.shape[0]

    @property
    def groups(self) -> int:
        """Pairs of study and expert that are still being decoded."""
        return self.experts.shape[0]

    def reorder(self, parents: Tensor) -> None:
        """Let new row r continue old row parents[r]; a group's beams stay together (`groups_left`)."""
        groups = groups_left(parents, self.rows, self.groups)
        self.own = [Source(*(taken(buffer, parents, self.length) for buffer in layer)) for layer in self.own]
        if len(groups) < self.groups:
            self.experts, self.key_mask = self.experts[groups], self.key_mask[groups]
            self.cross = [Source(layer.keys[groups], layer.values[groups]) for layer in self.cross]
        self.attention = None if self.attention is None else self.attention[parents]


class MeTransformer(nn.Module):
    """The panel: one model, M experts, M reports."""

    sinusoids: Tensor

    def __init__(self, config: MeTransformerConfig) -> None:
        super().__init__()
        D = config.width
        self.config = config
        self.vit = ExpertViT(config)
        self.encoder = nn.ModuleList(EncoderLayer(config) for _ in range(config.encoder_layers))
        self.adjust_visual = Adjust(config)
        own_adjusts = 0 if config.adjust_shared else config.decoder_layers
        self.adjust_words = nn.ModuleList(Adjust(config) for _ in range(own_adjusts))
        self.embedding = nn.Embedding(config.vocab_size, D)
        nn.init.normal_(self.embedding.weight, std=D**-0.5)  # times sqrt(D) in `_embed`
        self.learned_positions = None
        if config.positions == "learned":
            self.learned_positions = nn.Parameter(TOKEN_STD * torch.randn(config.max_tokens, D))
        self.register_buffer("sinusoids", sinusoids(config.max_tokens, D), persistent=False)
        self.embedding_norm = nn.LayerNorm(D)
        self.dropout = nn.Dropout(config.dropout)
        last = config.decoder_layers - 1
        self.decoder = nn.ModuleList(
            DecoderLayer(config, layer == last) for layer in range(config.decoder_layers)
        )
        self.output = nn.Linear(D, config.vocab_size)  # W_o

    def encode(self, images: Tensor, present: Tensor) -> Memory:
        """Look at images (B, F, C, H, W), normalised as in training, F <= views.

        present (B, F) is True at least once for every study; what stands in an absent film's place has no
        influence on anything.
        """
        B, F = present.shape
        M, D, h = self.config.experts, self.config.width, self.config.grid
        patches, experts = self.vit(images, present)
        key_mask = present.repeat_interleave(h * h, dim=1)  # (B, N)
        streams = M if self.config.visual_per_expert else 1
        visual = patches[:, None].expand(-1, streams, -1, -1)  # (B, S, N, D)
        attention = patches.new_zeros(B, M, F * h * h)
        for layer in self.encoder:
            experts, visual, attention = layer(experts, visual, key_mask)
        adjusted = self.adjust_visual(experts[:, :, None], visual).expand(B, M, F * h * h, D)
        maps = attention.view(B, M, F, h, h)
        return Memory(patches, experts, visual.mean(1), adjusted, key_mask, maps)

    def decode(self, memory: Memory, tokens: Tensor) -> Tensor:
        """E_c^I (B, M, T, D) for tokens (B, T) read by every expert; `output` makes logits of any part of it.

        Padding stands on the right: no token sees what follows it.
        """
        B, T = tokens.shape
        M, D = memory.experts.shape[1:]
        experts = memory.experts.reshape(B * M, 1, D)
        films = memory.adjusted.flatten(0, 1)  # (B M, N, D)
        key_mask = memory.key_mask.repeat_interleave(M, dim=0)
        words = self._embed(tokens, 0)[:, None].expand(-1, M, -1, -1).reshape(B * M, T, D)
        for index, layer in enumerate(self._decoder_layers):
            adjusted = self._adjust(index)(experts, words)
            own = layer.self_attention.attend(adjusted, layer.source(words, adjusted), causal=True)
            middle = layer.after_self(own.output, words, adjusted)
            cross = layer.cross_attention(middle, films, key_mask)
            words = layer.next_words(layer.after_cross(cross.output, middle), words)
        return words.view(B, M, T, D)

    def forward(self, images: Tensor, present: Tensor, tokens: Tensor) -> tuple[Tensor, Memory]:
        """Logits (B, M, T, V) of the token after each of tokens (B, T), teacher-forced, and the memory."""
        memory = self.encode(images, present)
        return self.output(self.decode(memory, tokens)), memory

    @torch.no_grad()
    def start(self, memory: Memory, max_tokens: int, attention_layer: int = -1) -> DecoderState:
        """An empty state with R = B M rows and room for `max_tokens` tokens, the first one included."""
        if max_tokens > self.config.max_tokens:
            raise ValueError(f"{max_tokens} tokens asked, the model was made for {self.config.max_tokens}")
        B, M, N, D = memory.adjusted.shape
        films = memory.adjusted.flatten(0, 1)
        buffers = [
            Source(films.new_empty(B * M, max_tokens, D), films.new_empty(B * M, max_tokens, D))
            for _ in self.decoder
        ]
        cross = [layer.cross_attention.project(films) for layer in self._decoder_layers]
        h = self.config.grid
        return DecoderState(
            experts=memory.experts.reshape(B * M, 1, D),
            key_mask=memory.key_mask.repeat_interleave(M, dim=0),
            own=buffers,
            cross=cross,
            films=(N // (h * h), h, h),
            attention_layer=attention_layer % len(self.decoder),
        )

    @torch.no_grad()
    def step(self, tokens: Tensor, state: DecoderState) -> tuple[Tensor, DecoderState]:
        """Logits (R, V) of the token after `tokens` (R,). The state is changed in place and handed back."""
        G, t = state.groups, state.length
        words = self._embed(tokens[:, None], t)  # (R, 1, D)
        R, _, D = words.shape
        for index, layer in enumerate(self._decoder_layers):
            beams = words.view(G, R // G, D)
            adjusted = self._adjust(index)(state.experts, beams).view(R, 1, D)
            for buffer, new in zip(state.own[index], layer.source(words, adjusted), strict=True):
                buffer[:, t : t + 1] = new
            seen = Source(state.own[index].keys[:, : t + 1], state.own[index].values[:, : t + 1])
            own = layer.self_attention.attend(adjusted, seen)
            middle = layer.after_self(own.output, words, adjusted)
            cross = layer.cross_attention.attend(
                middle.view(G, R // G, D), state.cross[index], state.key_mask
            )
            if index == state.attention_layer:
                state.attention = cross.weights.reshape(R, *state.films)
            words = layer.next_words(layer.after_cross(cross.output.view(R, 1, D), middle), words)
        state.length = t + 1
        return self.output(words[:, 0]), state

    def _embed(self, tokens: Tensor, start: int) -> Tensor:
        """E_r^0 (..., T, D) of tokens (..., T) that stand at `start` and after."""
        table = self.sinusoids if self.learned_positions is None else self.learned_positions
        stop = start + tokens.shape[-1]
        if stop > len(table):
            raise ValueError(f"token {stop} asked, the model was made for {len(table)}")
        words = math.sqrt(self.config.width) * self.embedding(tokens) + table[start:stop]
        out: Tensor = self.dropout(self.embedding_norm(words))
        return out

    def _adjust(self, layer: int) -> nn.Module:
        return self.adjust_visual if self.config.adjust_shared else self.adjust_words[layer]

    @property
    def _decoder_layers(self) -> list[DecoderLayer]:
        return cast("list[DecoderLayer]", list(self.decoder))


def sinusoids(length: int, width: int) -> Tensor:
    """Positions (length, width) of Vaswani et al. 2017: sin on even channels, cos on odd ones."""
    rates = torch.exp(torch.arange(0, width, 2) * (-math.log(10000.0) / width))
    angles = torch.arange(length)[:, None] * rates
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)


def _init_linear(module: nn.Module) -> None:
    if isinstance(module, nn.Linear):
        nn.init.trunc_normal_(module.weight, std=TOKEN_STD)
        nn.init.zeros_(module.bias)


def load_vit(model: MeTransformer, weights: Mapping[str, Tensor]) -> None:
    """Copy a timm ViT's weights into the expert ViT, in place.

    Takes the patch embedding, the positions of the patches, all blocks and the final norm; [CLS] and its
    position only where the config keeps one; never the classifier. Expert tokens, their positions and the
    segments stay as they are. RecipeError if a name or a shape does not fit.
    """
    vit = model.vit
    wanted = {
        name: tensor for name, tensor in vit.state_dict().items() if name.split(".")[0] in _SAME_IN_TIMM
    }
    source = {name: tensor for name, tensor in weights.items() if name.split(".")[0] in _SAME_IN_TIMM}
    if not model.config.final_norm:
        source = {name: tensor for name, tensor in source.items() if not name.startswith("norm.")}
    if "pos_embed" not in weights or source.keys() != wanted.keys():
        differing = sorted(source.keys() ^ wanted.keys())[:3]
        raise RecipeError(
            f"these are not the weights of a ViT of this depth: {', '.join(differing) or 'no pos_embed'}"
        )
    targets: dict[str, tuple[Tensor, Tensor]] = {name: (wanted[name], source[name]) for name in wanted}
    positions = weights["pos_embed"][0]  # of [CLS] and the patches
    targets["pos_embed"] = (vit.positions[: vit.patches], positions[1:])
    if vit.class_token is not None and vit.class_position is not None:
        targets["cls_token"] = (vit.class_token, weights["cls_token"][0])
        targets["position of cls_token"] = (vit.class_position, positions[:1])
    _copy(targets)


_SAME_IN_TIMM = frozenset({"patch_embed", "blocks", "norm"})


@torch.no_grad()
def _copy(targets: Mapping[str, tuple[Tensor, Tensor]]) -> None:
    for name, (target, source) in targets.items():
        if target.shape != source.shape:
            raise RecipeError(f"{name} has shape {tuple(source.shape)} where {tuple(target.shape)} is needed")
    for target, source in targets.values():
        target.copy_(source)
