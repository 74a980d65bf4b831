"""The config of `engine.models.moebqa`, without its torch, so that recipes and bundles are read at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from engine.models.config_json import config_from_json


@dataclass(frozen=True, slots=True)
class MoebqaConfig:
    """BERT's sizes, the experts, and every ablation of the paper by name; defaults: its setting on MedQA.

    `unshared_experts` is n, 0 for a dense BERT; with the shared expert there are m = n + 1. Without it
    (`shared_expert` false) the routed expert answers alone and the gate only lets gradients through.
    `routing`: the tokens whose mean is routed by, those of the question's last sentence (MedQA), of the whole
    question (HEAD-QA) or [CLS] (ablation).
    `affinity`: eq. 3 with the released code's projection to `routing_width`, or the paper's plain product.
    `gate`: eq. 4, or 0.5 for every row (ablation).
    `balance`: counts of all training steps so far, of the batch alone, or no balance loss (ablation);
    `balance_scale`: the factor in eq. 7, n^2 as released or n as in the Switch Transformer.
    """

    vocab_size: int = 30522
    width: int = 768
    heads: int = 12
    hidden_width: int = 3072
    max_tokens: int = 512
    layer_norm_epsilon: float = 1e-12
    dropout: float = 0.1
    bottom_layers: int = 10
    top_layers: int = 2
    unshared_experts: int = 4
    shared_expert: bool = True
    routing: Literal["last_sentence", "question", "cls"] = "last_sentence"
    affinity: Literal["projected", "dot"] = "projected"
    routing_width: int = 20
    gate: Literal["softmax", "constant"] = "softmax"
    balance: Literal["cumulative", "batch", "none"] = "cumulative"
    balance_scale: Literal["n^2", "n"] = "n^2"

    def __post_init__(self) -> None:
        if self.heads < 1 or self.width % self.heads:
            raise ValueError(f"width {self.width} is not a multiple of heads {self.heads}")
        least = {
            "vocab_size": 5,  # the special tokens of BERT
            "width": 1,
            "hidden_width": 1,
            "max_tokens": 8,
            "bottom_layers": 0,
            "top_layers": 0 if self.unshared_experts == 0 else 1,
            "unshared_experts": 0 if self.shared_expert else 1,
            "routing_width": 1,
        }
        for name, value in least.items():
            if getattr(self, name) < value:
                raise ValueError(f"{name} is {getattr(self, name)}, less than {value}")
        if not 0 <= self.dropout < 1:
            raise ValueError(f"dropout is {self.dropout}, not in [0, 1)")
        if not 0 < self.layer_norm_epsilon < 1:
            raise ValueError(f"layer_norm_epsilon is {self.layer_norm_epsilon}, not in (0, 1)")

    @property
    def balance_factor(self) -> int:
        """What eq. 7 is multiplied by."""
        n = self.unshared_experts
        return n * n if self.balance_scale == "n^2" else n

    def to_dict(self) -> dict[str, Any]:
        """Plain values for a bundle's JSON; `from_dict` takes them back."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> MoebqaConfig:
        """The config that `to_dict` wrote; a name too few, too many or a wrong value is BundleDamaged."""
        return config_from_json(cls, values)
