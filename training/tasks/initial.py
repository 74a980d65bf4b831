"""First weights for a model that starts from nothing.

The paper starts its ViT from ImageNet weights and says nothing of the rest. torch's default for linear
layers lets a signal shrink to 1/6 of its power at every ReLU layer, and EBA multiplies two of those. Layers
before a ReLU get He's variance (He et al., ICCV 2015), the ViT's Glorot's (its usual 0.02 is made for width
768). On 24 toy films, 150 steps: the right film saves 0.115 nats a word with He's variance, 0.002 without.

The ViT's residual branches start at nothing, so that it hands on what the stem has learned before.

Patch positions start as sinusoids along rows and columns (as in MAE, CVPR 2022), views and experts apart. The
patch embedding starts as a whitening of training patches (Kraehenbuehl et al., ICLR 2016), because four
fifths of their variance is brightness. Neither was tried alone for long: in two passes over 840 phantoms
whitening made no clear difference, and positions were only tried together with another beta2.
"""

from __future__ import annotations

import torch
from torch import nn

from engine.models.bilinear import ExpertBilinearAttention
from engine.models.metransformer import Adjust, MeTransformer, sinusoids
from engine.models.vit import Mlp, PatchEmbed, SelfAttention

PLACE_SCALE = 0.5  # beside patch embeddings of about 1
FLOOR = 0.01  # of the kept components' mean variance: what is below is noise and is not blown up


def initialise(model: MeTransformer, images: torch.Tensor) -> None:
    """Draw the weights anew, in place, by torch's own generator; `images` (n, C, H, W) are training films."""
    for layer in rectified_layers(model):
        nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
        nn.init.zeros_(layer.bias)
    for module in model.vit.blocks.modules():
        if isinstance(module, nn.Linear):
            nn.init.xavier_uniform_(module.weight)
        if isinstance(module, SelfAttention):
            nn.init.zeros_(module.proj.weight)
        if isinstance(module, Mlp):
            nn.init.zeros_(module.fc2.weight)
    with torch.no_grad():
        model.vit.positions[: model.vit.patches].copy_(PLACE_SCALE * grid_positions(model))
        if isinstance(model.vit.patch_embed, PatchEmbed):
            whiten_patches(model.vit.patch_embed.proj, images)
    for tokens in (model.vit.view_embedding, model.vit.expert_tokens):
        nn.init.normal_(tokens, std=PLACE_SCALE)


def rectified_layers(model: MeTransformer) -> list[nn.Linear]:
    """The linear layers whose output goes through a ReLU: EBA's projections and the adjust blocks."""
    layers = []
    for module in model.modules():
        if isinstance(module, ExpertBilinearAttention):
            layers += [module.key, module.value, module.query_key, module.query_value, module.pair]
        elif isinstance(module, Adjust):
            layers += [module.expert, module.feature]
    return layers


def grid_positions(model: MeTransformer) -> torch.Tensor:
    """(h w, D): the first half of the channels tells the row, the second the column."""
    side, half = model.config.grid, model.config.width // 2
    table = sinusoids(side, half)  # (h, D/2)
    rows, columns = table[:, None].expand(-1, side, -1), table[None].expand(side, -1, -1)
    return torch.cat([rows, columns], dim=-1).flatten(0, 1)


def whiten_patches(projection: nn.Conv2d, images: torch.Tensor) -> None:
    """Let the patch embedding give centred channels of about unit variance, randomly rotated."""
    side, width = projection.kernel_size[0], projection.out_channels
    patches = nn.functional.unfold(images.double(), side, stride=side)  # (n, C P P, h w)
    rows = patches.transpose(1, 2).flatten(0, 1)
    mean = rows.mean(dim=0)
    variance, directions = torch.linalg.eigh(torch.cov((rows - mean).T))
    kept = min(width, len(variance))
    variance, directions = variance[-kept:].clamp(min=0.0), directions[:, -kept:]
    scaled = directions / (variance + FLOOR * variance.mean()).sqrt()
    rotation, _ = torch.linalg.qr(torch.randn(width, width, dtype=scaled.dtype))
    weight = rotation[:, :kept] @ scaled.T  # (D, C P P)
    projection.weight.copy_(weight.view_as(projection.weight))
    if projection.bias is not None:
        projection.bias.copy_(-weight @ mean)
