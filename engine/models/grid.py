"""Films as regions: an image backbone looks at them, and each cell of its last feature map is a region.

ExpansionNet reads a detector's regions, whose order and place tell nothing. Cells of a grid have a place that
a caption needs ("left"). The panel's own ViT has positions and views in its tokens already; behind a timm
backbone every cell is told its place by numbers of its own: row and column from -1 to 1 (as in CoordConv, Liu
et al., NeurIPS 2018) and which film it lies on.

Shapes
    B studies, F films, h x w cells of a film, N = F h w regions, D features of a region
"""

from __future__ import annotations

from typing import Any, NamedTuple, cast

import torch
from torch import Tensor, nn

from engine.errors import BundleUnsupported
from engine.models.expansionnet import DecoderState, ExpansionNet, RegionMemory
from engine.models.grid_config import OWN, CaptionerConfig, GridConfig
from engine.models.metransformer import ExpertViT

COUNTER = "num_batches_tracked"  # of a batch norm: whole numbers that no reader needs


class Cells(NamedTuple):
    """`regions` (B, N, D) of which `present` (B, N) are there, and `shape` (F, h, w) of the N."""

    regions: Tensor
    present: Tensor
    shape: tuple[int, int, int]


class VitGrid(nn.Module):
    """The visual tokens of the panel's own ViT."""

    def __init__(self, config: GridConfig) -> None:
        super().__init__()
        self.side = config.vit.grid
        self.vit = ExpertViT(config.vit)

    def forward(self, images: Tensor, present: Tensor) -> Cells:
        """Images (B, F, C, H, W) of which `present` (B, F) are there."""
        shape = (present.shape[1], self.side, self.side)
        return Cells(self.vit(images, present)[0], _of_films(present, shape), shape)


class TimmGrid(nn.Module):
    """The last feature map of a timm model, every film looked at alone, with each cell's place behind it."""

    def __init__(self, config: GridConfig) -> None:
        super().__init__()
        self.films = config.views
        self.model = _timm_model(config)

    def forward(self, images: Tensor, present: Tensor) -> Cells:
        """Images (B, F, C, H, W) of which `present` (B, F) are there."""
        B, F = present.shape
        images = images.masked_fill(~present[:, :, None, None, None], 0)
        (seen,) = self.model.forward_intermediates(
            images.flatten(0, 1), indices=1, output_fmt="NCHW", intermediates_only=True, norm=True
        )  # (B F, C, h, w)
        _, C, h, w = seen.shape
        features = seen.view(B, F, C, h, w).permute(0, 1, 3, 4, 2)  # (B, F, h, w, C)
        places = _places(self.films, F, h, w).to(features)
        regions = torch.cat([features, places.expand(B, -1, -1, -1, -1)], -1).flatten(1, 3)
        return Cells(regions, _of_films(present, (F, h, w)), (F, h, w))


def _timm_model(config: GridConfig) -> Any:
    import timm  # takes seconds, and most bundles do without

    try:
        return timm.create_model(
            config.backbone, pretrained=False, in_chans=config.channels, num_classes=0, global_pool=""
        )
    except (RuntimeError, TypeError, ValueError) as problem:
        raise BundleUnsupported(
            f"timm has no model {config.backbone} that can be used here: {problem}.",
            todo="Name another backbone.",
        ) from problem


def _places(views: int, films: int, h: int, w: int) -> Tensor:
    """(F, h, w, 2 + views): row and column from -1 to 1, and a 1 for the film."""
    rows, columns = torch.linspace(-1, 1, h), torch.linspace(-1, 1, w)
    grid = torch.stack(torch.meshgrid(rows, columns, indexing="ij"), -1).expand(films, -1, -1, -1)
    which = torch.eye(views)[:films, None, None].expand(-1, h, w, -1)
    return torch.cat([grid, which], -1)


def _of_films(present: Tensor, shape: tuple[int, int, int]) -> Tensor:
    """(B, N): which cells lie on films that are there."""
    return present.repeat_interleave(shape[1] * shape[2], dim=1)


def make_grid(config: GridConfig) -> VitGrid | TimmGrid:
    """The backbone with random weights; BundleUnsupported for a name that timm does not know."""
    return VitGrid(config) if config.backbone == OWN else TimmGrid(config)


def grid_shape(config: GridConfig) -> tuple[int, int]:
    """How many regions a study has at most, and features a region.

    BundleUnsupported for a backbone that cannot look at films of this size.
    """
    grid = make_grid(config).eval()
    images = torch.zeros(1, config.views, config.channels, config.image_size, config.image_size)
    try:
        with torch.no_grad():
            regions = grid(images, torch.ones(1, config.views, dtype=torch.bool)).regions
    except (RuntimeError, AssertionError, AttributeError, TypeError) as problem:
        raise BundleUnsupported(
            f"{config.backbone} does not make regions of films of {config.image_size} pixels: {problem}.",
            todo="Name another backbone or image_size.",
        ) from problem
    return int(regions.shape[1]), int(regions.shape[2])


class GridCaptioner(nn.Module):
    """A captioner behind a backbone, which can learn with it: films in, words out."""

    def __init__(self, grid: VitGrid | TimmGrid, captioner: ExpansionNet) -> None:
        super().__init__()
        self.grid, self.captioner = grid, captioner

    @classmethod
    def of(cls, config: CaptionerConfig) -> GridCaptioner:
        """The model of a bundle that reads films, with random weights."""
        assert config.grid is not None, "a captioner of given regions has no grid"
        return cls(make_grid(config.grid), ExpansionNet(config.captioner))

    @property
    def output(self) -> nn.Module:
        """From what `decode` makes to logits."""
        return self.captioner.output

    def encode(self, images: Tensor, present: Tensor) -> RegionMemory:
        """Look at images (B, F, C, H, W) of which `present` (B, F) are there, one at least of each study."""
        cells = cast(Cells, self.grid(images, present))
        return self.captioner.encode(cells.regions, cells.present)

    def decode(self, memory: RegionMemory, tokens: Tensor) -> Tensor:
        """As `ExpansionNet.decode`."""
        return self.captioner.decode(memory, tokens)

    def start(self, memory: RegionMemory, max_tokens: int) -> DecoderState:
        """As `ExpansionNet.start`."""
        return self.captioner.start(memory, max_tokens)

    def step(self, tokens: Tensor, state: DecoderState) -> tuple[Tensor, DecoderState]:
        """As `ExpansionNet.step`."""
        return self.captioner.step(tokens, state)


def kept_weights(model: nn.Module) -> dict[str, Tensor]:
    """A model's weights as a bundle keeps them: without the counters of batch norms."""
    return {name: weight for name, weight in model.state_dict().items() if not name.endswith(COUNTER)}
