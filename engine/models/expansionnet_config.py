"""The config of `engine.models.expansionnet`, without its torch, and the paper's models as values of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from engine.models.config_json import config_from_json


@dataclass(frozen=True, slots=True)
class ExpansionNetConfig:
    """Sizes, and what stands where; defaults: the released model ExpansionNet_{64,16}.

    `feature_width` is that of a region. `encoder_mixer`, `decoder_mixer`: how a layer mixes places of its
    sequence; static expansion cannot be causal, so that it is the encoder's alone. `encoder_vectors`,
    `decoder_vectors`: N_E of an expansion, unused with attention. `attention_on_attention`: AoA on the output
    of every attention. `hidden_width` of the feed-forward sublayer, 0: none. `aggregate`: the outputs of all
    layers join the last one's. `max_tokens` counts the begin token.
    """

    feature_width: int = 2048
    width: int = 768
    heads: int = 8
    hidden_width: int = 2048
    encoder_layers: int = 3
    decoder_layers: int = 3
    encoder_mixer: Literal["static", "dynamic", "attention"] = "static"
    decoder_mixer: Literal["dynamic", "attention"] = "dynamic"
    encoder_vectors: int = 64
    decoder_vectors: int = 16
    attention_on_attention: bool = False
    aggregate: bool = True
    vocab_size: int = 10000
    max_tokens: int = 74  # of the released code for COCO: its longest training caption and 20 more
    dropout: float = 0.3

    def __post_init__(self) -> None:
        if self.heads < 1 or self.width % self.heads:
            raise ValueError(f"width {self.width} is not a multiple of heads {self.heads}")
        for name in (
            "feature_width",
            "width",
            "encoder_layers",
            "decoder_layers",
            "encoder_vectors",
            "decoder_vectors",
            "vocab_size",
            "max_tokens",
        ):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} is {getattr(self, name)}, less than 1")
        if self.hidden_width < 0:
            raise ValueError(f"hidden_width is {self.hidden_width}, less than 0")
        if not 0 <= self.dropout < 1:
            raise ValueError(f"dropout is {self.dropout}, not in [0, 1)")

    def to_dict(self) -> dict[str, Any]:
        """Plain values for a bundle's JSON; `from_dict` takes them back."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> ExpansionNetConfig:
        """The config that `to_dict` wrote; a name too few, too many or a wrong value is BundleDamaged."""
        return config_from_json(cls, values)


ABLATION = ExpansionNetConfig(width=512)  # the width of the paper's baselines and ablations
BASE = ExpansionNetConfig(
    width=512,
    encoder_layers=6,
    decoder_layers=6,
    encoder_mixer="attention",
    decoder_mixer="attention",
    aggregate=False,
)
BASE_WITH_AOA = ExpansionNetConfig(
    width=512,
    hidden_width=0,
    encoder_mixer="attention",
    decoder_mixer="attention",
    attention_on_attention=True,
    aggregate=False,
)
