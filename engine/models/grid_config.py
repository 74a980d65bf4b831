"""The config of `engine.models.grid`, without its torch, and of a bundle that holds it with a captioner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from engine.errors import BundleDamaged
from engine.models.config_json import config_from_json
from engine.models.expansionnet_config import ExpansionNetConfig
from engine.models.metransformer_config import MeTransformerConfig

OWN = "vit"


@dataclass(frozen=True, slots=True)
class GridConfig:
    """An image backbone whose last feature map gives a captioner one region for each of its cells.

    `backbone` "vit" is the panel's own ViT of the sizes below, expert tokens included; another name is one of
    timm's, whose sizes follow from the name: it takes `image_size`, `channels` and `views` from here, and all
    that comes after these is without meaning.
    """

    backbone: str = OWN
    image_size: int = 224
    channels: int = 1
    views: int = 2
    patch_size: int = 16
    width: int = 192
    depth: int = 2
    heads: int = 4
    mlp_ratio: int = 4
    experts: int = 6
    patch_stem: Literal["linear", "convolutional", "residual"] = "linear"

    def __post_init__(self) -> None:
        for name in ("image_size", "channels", "views"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} is {getattr(self, name)}, less than 1")
        if self.backbone == OWN:
            _ = self.vit  # what it refuses is refused here

    @property
    def vit(self) -> MeTransformerConfig:
        """The config of the panel's own ViT with these sizes; what has no part in a ViT is left as it is."""
        return MeTransformerConfig(
            image_size=self.image_size,
            patch_size=self.patch_size,
            channels=self.channels,
            width=self.width,
            depth=self.depth,
            heads=self.heads,
            mlp_ratio=self.mlp_ratio,
            views=self.views,
            experts=self.experts,
            patch_stem=self.patch_stem,
        )

    @classmethod
    def of_panel(cls, panel: MeTransformerConfig) -> GridConfig:
        """The ViT of a panel; ValueError for a reading of the paper that only a panel has."""
        for name, wanted in (("class_token", False), ("final_norm", True), ("view_handling", "one_pass")):
            if getattr(panel, name) != wanted:
                raise ValueError(f"the panel's {name} is {getattr(panel, name)}, not {wanted}")
        return cls(
            OWN,
            panel.image_size,
            panel.channels,
            panel.views,
            panel.patch_size,
            panel.width,
            panel.depth,
            panel.heads,
            panel.mlp_ratio,
            panel.experts,
            panel.patch_stem,
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain values for a bundle's JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class CaptionerConfig:
    """What a captioner's bundle holds: the captioner, and its backbone; None where it reads given regions."""

    captioner: ExpansionNetConfig
    grid: GridConfig | None

    def to_dict(self) -> dict[str, Any]:
        """Plain values for a bundle's JSON; `from_dict` takes them back."""
        grid = self.grid.to_dict() if self.grid is not None else None
        return {"captioner": self.captioner.to_dict(), "grid": grid}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> CaptionerConfig:
        """The config that `to_dict` wrote; a name too few, too many or a wrong value is BundleDamaged."""
        wrong = sorted({"captioner", "grid"}.symmetric_difference(values))
        parts = [values.get("captioner"), values.get("grid") or {}]
        if wrong or not all(isinstance(part, Mapping) for part in parts):
            raise BundleDamaged(
                f"the model's config lacks or does not know: {', '.join(wrong) or 'one of its parts'}"
            )
        captioner = ExpansionNetConfig.from_dict(values["captioner"])
        return cls(captioner, config_from_json(GridConfig, values["grid"]) if values["grid"] else None)
