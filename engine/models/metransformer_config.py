"""The config of `engine.models.metransformer`, without its torch, so that recipes are read at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from engine.models.config_json import config_from_json


@dataclass(frozen=True, slots=True)
class MeTransformerConfig:
    """Sizes, and every open reading of the paper by name; defaults: its sizes, the likelier readings.

    `patch_stem`: E of eq. 1 is linear (the paper); a plain or residual stack of convolutions is our departure
    for training from nothing.
    `class_token`: keep the ViT's [CLS] (alternative). `final_norm`: the ViT's last norm before the split.
    `view_handling`: all films in one pass, told apart by a learned view embedding that starts at 0; or a pass
    per film, visual tokens joined and expert tokens averaged (alternative).
    `visual_per_expert`: eq. 4 keeps a stream of visual tokens per expert (alternative), not one for all.
    `encoder_activation`: on W_e of eq. 4. `bilinear_heads`: heads of EBA; the ancestor has 8.
    `adjust_norm`, `adjust_residual`: layer norm on each branch of eq. 5, and + f (alternatives).
    `adjust_shared`: one adjust block for everything instead of one for f_v and one per decoder layer.
    `dec_self_kv`, `dec_self_residual`: whether keys and residual of eq. 6 are E_r ("raw") or adjusted.
    """

    image_size: int = 224
    patch_size: int = 32
    channels: int = 3
    width: int = 768
    depth: int = 12
    heads: int = 12
    mlp_ratio: int = 4
    views: int = 2
    experts: int = 6
    d_mid: int = 384
    encoder_layers: int = 2
    decoder_layers: int = 2
    vocab_size: int = 30522
    max_tokens: int = 60
    dropout: float = 0.1
    patch_stem: Literal["linear", "convolutional", "residual"] = "linear"
    class_token: bool = False
    final_norm: bool = True
    view_handling: Literal["one_pass", "per_view"] = "one_pass"
    visual_per_expert: bool = False
    encoder_activation: Literal["linear", "relu"] = "linear"
    bilinear_heads: int = 1
    adjust_norm: bool = False
    adjust_residual: bool = False
    adjust_shared: bool = False
    dec_self_kv: Literal["raw", "adjusted"] = "raw"
    dec_self_residual: Literal["raw", "adjusted"] = "raw"
    positions: Literal["sinusoidal", "learned"] = "sinusoidal"

    def __post_init__(self) -> None:
        if self.width % 2:
            raise ValueError(f"width {self.width} is odd: sinusoids come in pairs")
        for whole, part in (
            ("image_size", "patch_size"),
            ("width", "heads"),
            ("width", "bilinear_heads"),
            ("d_mid", "bilinear_heads"),
        ):
            if getattr(self, part) < 1 or getattr(self, whole) % getattr(self, part):
                raise ValueError(
                    f"{whole} {getattr(self, whole)} is not a multiple of {part} {getattr(self, part)}"
                )
        for name in (
            "channels",
            "views",
            "experts",
            "encoder_layers",
            "decoder_layers",
            "vocab_size",
            "max_tokens",
        ):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} is {getattr(self, name)}, less than 1")
        if not 0 <= self.dropout < 1:
            raise ValueError(f"dropout is {self.dropout}, not in [0, 1)")

    @property
    def grid(self) -> int:
        """Patches along a side of a film: h = w."""
        return self.image_size // self.patch_size

    def to_dict(self) -> dict[str, Any]:
        """Plain values for a bundle's JSON; `from_dict` takes them back."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> MeTransformerConfig:
        """The config that `to_dict` wrote; a name too few, too many or a wrong value is BundleDamaged."""
        return config_from_json(cls, values)
