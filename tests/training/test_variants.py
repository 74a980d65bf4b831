from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.errors import RecipeError
from engine.models.expansionnet_config import ABLATION, BASE, BASE_WITH_AOA
from tests.training.captioned import captioning_recipe, captioning_table, write_coco
from training.__main__ import main
from training.captioning.recipe import parse_captioning
from training.captioning.variants import VARIANTS, chosen_variants, equal_budget
from training.recipes import recipe_toml


def test_the_papers_baselines_are_its_configs() -> None:
    changed = {variant.name: variant.changed(ABLATION) for variant in VARIANTS}
    assert changed["base"] == BASE
    assert changed["base-aoa"] == BASE_WITH_AOA
    assert changed["64-16"] == ABLATION
    assert (changed["16-4"].encoder_vectors, changed["16-4"].decoder_vectors) == (16, 4)
    assert (changed["static"].encoder_mixer, changed["static"].decoder_mixer) == ("static", "attention")
    assert (changed["dynamic"].encoder_mixer, changed["dynamic"].decoder_mixer) == ("attention", "dynamic")


def test_variants_differ_in_their_model_alone_and_none_ends_early(tmp_path: Path) -> None:
    table = captioning_table(tmp_path / "a.json")
    table["cross_entropy"]["patience"] = 2
    recipe = parse_captioning(table, "t")
    one, other = (equal_budget(recipe, variant, 8) for variant in VARIANTS[:2])
    assert one.cross_entropy == other.cross_entropy
    assert one.cross_entropy.patience == 0
    assert one.model != other.model
    assert (one.name, one.seed) == ("tiny-captions-base-8", 8)


def test_variants_stand_in_the_papers_order_and_an_unknown_one_is_named() -> None:
    assert [variant.name for variant in chosen_variants(["64-16", "base"])] == ["base", "64-16"]
    with pytest.raises(RecipeError, match='no variant "big"'):
        chosen_variants(["big"])


def test_one_command_trains_tries_and_times_all_variants_and_goes_on_where_it_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recipe = tmp_path / "tiny.toml"
    table = {"cross_entropy": {"epochs": 1, "batch": 16}, "self_critical": {"epochs": 1, "batch": 16}}
    recipe.write_text(
        recipe_toml(captioning_recipe(write_coco(tmp_path), fine_tuning={"epochs": 0}, **table))
    )
    words = ["variants", str(recipe), "--out", str(tmp_path / "out"), "--rounds", "1"]
    assert main([*words, "--json", str(tmp_path / "figures.json")]) == 0
    printed = capsys.readouterr().out
    for variant in VARIANTS:
        assert printed.count(variant.title) == 2  # no findings are known of these pictures
    assert "131.4" in printed
    figures = json.loads((tmp_path / "figures.json").read_text())
    assert [each["name"] for each in figures["variants"]] == [variant.name for variant in VARIANTS]
    for each in figures["variants"]:
        scores, seconds = each["scores"], each["seconds"]
        assert scores["cider_gain"]["value"] == pytest.approx(
            scores["cider_sc"]["value"] - scores["cider_ce"]["value"]
        )
        assert min(seconds.values()) > 0

    weights = sorted((tmp_path / "out").glob("*/*/best.safetensors"))
    written = [path.stat().st_mtime_ns for path in weights]
    assert len(weights) == 12
    assert main([*words, "--variants", "base", "64-16"]) == 0
    assert [path.stat().st_mtime_ns for path in weights] == written
    assert main([*words, "--set", "self_critical.epochs=2"]) == 1
    assert "another recipe lies here" in capsys.readouterr().err
    assert main([*words, "--set", "self_critical.epochs=0"]) == 1
