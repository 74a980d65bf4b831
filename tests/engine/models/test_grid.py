from __future__ import annotations

import pytest
import torch

from engine.errors import BundleUnsupported
from engine.models.expansionnet import ExpansionNetConfig
from engine.models.grid import GridCaptioner, grid_shape, kept_weights, make_grid
from engine.models.grid_config import CaptionerConfig, GridConfig
from engine.models.metransformer import ExpertViT, MeTransformerConfig

OWN = GridConfig(image_size=16, patch_size=4, width=8, depth=1, heads=2, experts=2)
TIMM = GridConfig(backbone="test_resnet", image_size=64, channels=3)
BOTH = torch.tensor([[True, True], [True, False]])


def films(config: GridConfig) -> torch.Tensor:
    generator = torch.Generator().manual_seed(2)
    return torch.randn(2, 2, config.channels, config.image_size, config.image_size, generator=generator)


def test_the_own_vits_cells_are_its_visual_tokens() -> None:
    torch.manual_seed(1)
    grid = make_grid(OWN).eval()
    vit = ExpertViT(OWN.vit).eval()
    vit.load_state_dict({name.removeprefix("vit."): part for name, part in grid.state_dict().items()})
    cells = grid(films(OWN), BOTH)
    assert torch.equal(cells.regions, vit(films(OWN), BOTH)[0])
    assert cells.shape == (2, 4, 4)
    assert cells.present.sum(1).tolist() == [32, 16]
    assert grid_shape(OWN) == (32, 8)


def test_a_timm_backbones_cells_know_their_place_and_their_film() -> None:
    torch.manual_seed(1)
    grid = make_grid(TIMM).eval()
    with torch.no_grad():
        cells = grid(films(TIMM), BOTH)
    count, width = grid_shape(TIMM)
    assert cells.regions.shape == (2, count, width)
    _, h, w = cells.shape
    places = cells.regions.view(2, 2, h, w, width)[..., -4:]
    assert places[0, 0, 0, 0].tolist() == [-1, -1, 1, 0]
    assert places[1, 1, h - 1, w - 1].tolist() == [1, 1, 0, 1]


def test_a_film_is_looked_at_as_if_it_stood_alone_in_its_batch() -> None:
    torch.manual_seed(1)
    grid = make_grid(TIMM).eval()
    with torch.no_grad():
        together = grid(films(TIMM), BOTH).regions
        alone = grid(films(TIMM)[1:], BOTH[1:]).regions
    torch.testing.assert_close(together[1:], alone)


def test_what_timm_does_not_know_or_cannot_look_at_is_refused() -> None:
    with pytest.raises(BundleUnsupported, match="no model resnet19x"):
        make_grid(GridConfig(backbone="resnet19x"))
    with pytest.raises(BundleUnsupported, match="of 30 pixels"):
        grid_shape(GridConfig(backbone="test_vit", image_size=30, channels=3))


def test_a_vit_of_other_readings_of_the_paper_is_no_grid() -> None:
    assert GridConfig.of_panel(MeTransformerConfig(views=1)).vit.views == 1
    with pytest.raises(ValueError, match="class_token"):
        GridConfig.of_panel(MeTransformerConfig(class_token=True))


def test_a_config_comes_back_from_its_json() -> None:
    for grid in (OWN, None):
        config = CaptionerConfig(ExpansionNetConfig(feature_width=8), grid)
        assert CaptionerConfig.from_dict(config.to_dict()) == config


def test_kept_weights_are_all_that_decides_a_picture() -> None:
    captioner = ExpansionNetConfig(
        feature_width=grid_shape(TIMM)[1], width=8, heads=2, hidden_width=8, vocab_size=7, max_tokens=5
    )
    config = CaptionerConfig(captioner, TIMM)
    torch.manual_seed(1)
    one = GridCaptioner.of(config).eval()
    other = GridCaptioner.of(config).eval()
    assert not any("num_batches" in name for name in kept_weights(one))
    other.load_state_dict(kept_weights(one), strict=False)
    tokens = torch.tensor([[1, 2], [1, 3]])
    with torch.no_grad():
        written = [model.decode(model.encode(films(TIMM), BOTH), tokens) for model in (one, other)]
    assert torch.equal(*written)
