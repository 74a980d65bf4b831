"""The blocks of a Vision Transformer, Dosovitskiy et al., ICLR 2021, with timm's parameter names.

Written out rather than imported: importing timm takes seconds, for which every start of the engine would
wait. A test holds them against timm's own.
"""

from __future__ import annotations

import math

from torch import Tensor, nn

LAYER_NORM_EPSILON = 1e-6  # as the published ViT weights were trained


class SelfAttention(nn.Module):
    """Multi-head self-attention over (B, S, D) tokens."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(width, 3 * width)
        self.proj = nn.Linear(width, width)

    def forward(self, x: Tensor, key_mask: Tensor | None) -> Tensor:
        """`key_mask` (B, S) is True where a token may be looked at; None where all may."""
        B, S, D = x.shape
        q, k, v = self.qkv(x).view(B, S, 3, self.heads, D // self.heads).permute(2, 0, 3, 1, 4)
        mask = key_mask[:, None, None] if key_mask is not None else None
        mixed = nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=mask)  # (B, heads, S, D/heads)
        out: Tensor = self.proj(mixed.transpose(1, 2).reshape(B, S, D))
        return out


class Mlp(nn.Module):
    """Two linear layers with GELU between them."""

    def __init__(self, width: int, hidden: int) -> None:
        super().__init__()
        self.fc1 = nn.Linear(width, hidden)
        self.act = nn.GELU()
        self.fc2 = nn.Linear(hidden, width)

    def forward(self, x: Tensor) -> Tensor:
        """(..., D) to (..., D)."""
        out: Tensor = self.fc2(self.act(self.fc1(x)))
        return out


class Block(nn.Module):
    """z' = MSA(LN(z)) + z; z'' = MLP(LN(z')) + z'."""

    def __init__(self, width: int, heads: int, hidden: int) -> None:
        super().__init__()
        self.norm1 = nn.LayerNorm(width, eps=LAYER_NORM_EPSILON)
        self.attn = SelfAttention(width, heads)
        self.norm2 = nn.LayerNorm(width, eps=LAYER_NORM_EPSILON)
        self.mlp = Mlp(width, hidden)

    def forward(self, x: Tensor, key_mask: Tensor | None) -> Tensor:
        """(B, S, D) to (B, S, D)."""
        x = x + self.attn(self.norm1(x), key_mask)
        out: Tensor = x + self.mlp(self.norm2(x))
        return out


class PatchEmbed(nn.Module):
    """Cut images (B, C, H, W) into P x P patches and map each to D numbers, rows first: (B, N, D)."""

    def __init__(self, channels: int, patch_size: int, width: int) -> None:
        super().__init__()
        self.proj = nn.Conv2d(channels, width, kernel_size=patch_size, stride=patch_size)

    def forward(self, images: Tensor) -> Tensor:
        """(B, C, H, W) to (B, N, D)."""
        patches: Tensor = self.proj(images)
        return patches.flatten(2).transpose(1, 2)


class ConvolutionalStem(nn.Module):
    """Patches by strided 3 x 3 convolutions instead of one linear map: (B, C, H, W) to (B, N, D).

    Xiao et al., NeurIPS 2021: a ViT that starts from nothing learns sooner with it. Each step halves the side
    (an odd factor is taken at once) until a cell is P pixels wide; the width doubles up to D.
    """

    def __init__(self, channels: int, patch_size: int, width: int) -> None:
        super().__init__()
        strides = _strides(patch_size)
        steps: list[nn.Module] = []
        for index, stride in enumerate(strides):
            out = max(8, width >> (len(strides) - 1 - index))
            steps += [nn.Conv2d(channels, out, 3, stride, padding=1), nn.GroupNorm(1, out), nn.GELU()]
            channels = out
        self.steps = nn.Sequential(*steps, nn.Conv2d(channels, width, 1))

    def forward(self, images: Tensor) -> Tensor:
        """(B, C, H, W) to (B, N, D)."""
        patches: Tensor = self.steps(images)
        return patches.flatten(2).transpose(1, 2)


class ResidualBlock(nn.Module):
    """Two 3 x 3 convolutions round which the input is carried (He et al., CVPR 2016), with group norms.

    Group instead of batch norm: a film's tokens depend on no other film of its batch.
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.first_norm = _group_norm(width)
        self.second = nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.second_norm = _group_norm(width)

    def forward(self, x: Tensor) -> Tensor:
        """(B, C, H, W) to the same shape."""
        inner = self.first_norm(self.first(x)).relu()
        out: Tensor = (x + self.second_norm(self.second(inner))).relu()
        return out


class ResidualStem(nn.Module):
    """Patches by a small residual network, as in the hybrid ViT (Dosovitskiy et al., section 3.1).

    The first step takes every fourth pixel (full films cost the most), each later one halves the side; the
    width doubles up to D. One block follows the first step, two each later one. (B, C, H, W) to (B, N, D).
    """

    def __init__(self, channels: int, patch_size: int, width: int) -> None:
        super().__init__()
        strides = _coarse_strides(patch_size)
        steps: list[nn.Module] = []
        for index, stride in enumerate(strides):
            out = max(GROUPS, width >> (len(strides) - 1 - index))
            reach = stride - 1 if stride > 2 else 1
            steps += [
                nn.Conv2d(channels, out, 2 * reach + 1, stride, padding=reach, bias=False),
                _group_norm(out),
                nn.ReLU(),
            ]
            steps += [ResidualBlock(out) for _ in range(min(index + 1, MOST_BLOCKS))]
            channels = out
        self.steps = nn.Sequential(*steps, nn.Conv2d(channels, width, 1))

    def forward(self, images: Tensor) -> Tensor:
        """(B, C, H, W) to (B, N, D)."""
        patches: Tensor = self.steps(images)
        return patches.flatten(2).transpose(1, 2)


GROUPS, MOST_BLOCKS = 8, 2


def _group_norm(width: int) -> nn.GroupNorm:
    return nn.GroupNorm(math.gcd(GROUPS, width), width)


def _strides(patch_size: int) -> list[int]:
    """Factors of the patch size, twos first: 24 is 2, 2, 2, 3."""
    strides = []
    while patch_size % 2 == 0:
        strides.append(2)
        patch_size //= 2
    return [*strides, patch_size] if patch_size > 1 or not strides else strides


def _coarse_strides(patch_size: int) -> list[int]:
    """Factors of the patch size, a four first where there is one: 24 is 4, 2, 3."""
    strides = _strides(patch_size)
    return [4, *strides[2:]] if strides[:2] == [2, 2] else strides
