"""First weights for a model that starts from nothing.

The paper starts its ViT from ImageNet weights and says nothing of the rest. torch's default for linear
layers lets a signal shrink to 1/6 of its power at every ReLU layer; EBA multiplies two of those, so that
what a film says drowns in the residuals and drafts ignore it for thousands of steps. Layers before a ReLU
get He's variance (He et al., ICCV 2015), the ViT's Glorot's (its usual 0.02 is made for width 768).
"""

from __future__ import annotations

from torch import nn

from engine.models.bilinear import ExpertBilinearAttention
from engine.models.metransformer import Adjust, MeTransformer


def initialise(model: MeTransformer) -> None:
    """Draw the weights anew, in place, from torch's own generator."""
    for layer in rectified_layers(model):
        nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
        nn.init.zeros_(layer.bias)
    for module in model.vit.blocks.modules():
        if isinstance(module, nn.Linear):
            nn.init.xavier_uniform_(module.weight)


def rectified_layers(model: MeTransformer) -> list[nn.Linear]:
    """The linear layers whose output goes through a ReLU: EBA's projections and the adjust blocks."""
    layers = []
    for module in model.modules():
        if isinstance(module, ExpertBilinearAttention):
            layers += [module.key, module.value, module.query_key, module.query_value, module.pair]
        elif isinstance(module, Adjust):
            layers += [module.expert, module.feature]
    return layers
