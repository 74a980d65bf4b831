"""A captioner from a recipe to a bundle that is measured and reads, as any panel."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

from engine.__main__ import main as engine
from engine.bundle import Bundle
from engine.errors import RecipeError
from engine.familiarity import Familiarity
from engine.models.grid_config import CaptionerConfig
from engine.panel_json import parse_panel
from engine.progress import ignore_progress
from engine.reader import runner_of
from engine.resources import RESOURCES
from tests.engine.tiny_bundle import write_tiny_bundle
from tests.training.captioned import captioning_recipe, write_coco
from training.__main__ import main
from training.captioning.export import portable
from training.captioning.features import Pictures
from training.captioning.fit import (
    begin_captioning,
    caption_convention,
    first_captioner,
    open_captioning_run,
    prepare_captioning,
    train_captioning,
)
from training.captioning.recipe import CaptioningRecipe, load_captioning
from training.captioning.scores import caption_scores
from training.checkpoints import Saving
from training.data.corpus import phantom_corpus
from training.data.films import read_inputs, read_study
from training.metrics.java import find_java
from training.phantoms.corpus import Corpus, Part, write_corpus
from training.runs import Start

NOW = Start("2026-01-02T03:04:05+00:00", "")

TINY = """
task = "captioning"
name = "tiny"
seed = 3
pretrained = "vit:{panel}"
[data]
source = "phantom:{corpus}"
min_count = 1
[model]
width = 16
heads = 2
hidden_width = 16
encoder_layers = 1
decoder_layers = 1
encoder_vectors = 3
decoder_vectors = 2
max_tokens = 20
[cross_entropy]
epochs = 1
batch = 8
lr = 3e-3
dropout = 0.1
[self_critical]
epochs = 1
batch = 8
dropout = 0.1
[sampling]
samples = 2
max_tokens = 20
[decoding]
beam = 3
drafts = 3
"""


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpus")
    write_corpus(Corpus(folder, (Part(9, 24),), 64), 1, lambda _: None)
    return folder


@pytest.fixture(scope="module")
def run_folder(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    torch.set_num_threads(1)
    folder = tmp_path_factory.mktemp("runs")
    panel = write_tiny_bundle(folder).folder
    (folder / "tiny.toml").write_text(TINY.format(corpus=corpus, panel=panel))
    assert main(["fit", str(folder / "tiny.toml"), "--out", str(folder / "run")]) == 0
    return folder / "run"


@pytest.fixture(scope="module")
def bundle(run_folder: Path) -> Path:
    folder = run_folder.parent / "caption-tiny"
    assert main(["export", str(run_folder), str(folder)]) == 0
    return folder


def test_an_exported_captioner_is_a_bundle_that_knows_where_it_comes_from(bundle: Path) -> None:
    opened = Bundle.open(bundle)
    config = CaptionerConfig.from_dict(opened.manifest.config)
    assert (opened.manifest.name, opened.manifest.architecture) == ("caption-tiny", "expansionnet")
    assert config.grid is not None
    assert (config.grid.width, config.captioner.feature_width) == (16, 16)
    assert opened.manifest.decoding["drafts"] == 3
    assert Familiarity.load(opened.path("familiarity.safetensors")).mean.shape == (2, 16)
    card = opened.path("CARD.md").read_text()
    assert "self-critical: at most 1 epochs" in card
    assert "cross-entropy: at most 1 epochs with batches of 8 at 0.003; best" in card
    assert str(bundle.parent) not in opened.path("recipe.toml").read_text()
    assert load_captioning(str(opened.path("recipe.toml"))).grid == config.grid


def test_what_was_trained_on_kept_cells_reads_films_alike(
    bundle: Path, run_folder: Path, corpus: Path
) -> None:
    run = open_captioning_run(run_folder)
    material = prepare_captioning(run, ignore_progress)
    runner = runner_of(Bundle.open(bundle), "torch", "cpu")
    study = phantom_corpus(corpus).split("val")[0]
    given = read_inputs(read_study(study), caption_convention(run.recipe))
    features = runner.encode(given.images, np.array(given.present)).features
    kept = material.val.features.of([material.val.rows[0]]).features.view(2, 16, 16).mean(1)
    torch.testing.assert_close(torch.from_numpy(features), kept, atol=0.05, rtol=0)  # bytes and halves


def test_its_cells_are_computed_once_for_all_runs_of_a_folder(run_folder: Path) -> None:
    (kept,) = run_folder.parent.glob("cells-*")
    written = (kept / "regions.npy").stat().st_mtime_ns
    prepare_captioning(open_captioning_run(run_folder), ignore_progress)
    assert [*run_folder.parent.glob("cells-*")] == [kept]
    assert (kept / "regions.npy").stat().st_mtime_ns == written


def test_it_is_measured_as_a_panel_and_its_scores_go_into_its_card(
    bundle: Path, corpus: Path, tmp_path: Path
) -> None:
    words = ["evaluate", str(bundle), str(corpus), "--split", "train", "--limit", "4", "--val-limit", "2"]
    target = tmp_path / "scores.json"
    assert main([*words, "--train-limit", "9", "--json", str(target)]) == 0
    scores = json.loads(target.read_text())["scores"]
    wanted = {"finding_f1_micro", "cider_elected", "cider_mean_expert", "pointing", "distinct_drafts"}
    assert wanted <= scores.keys()
    assert 1 <= scores["distinct_drafts"]["value"] <= 3

    before = Bundle.open(bundle)
    weights, card = before.manifest.files["weights.safetensors"], before.path("CARD.md").read_text()
    assert main(["scores", str(bundle), str(target)]) == 0
    after = Bundle.open(bundle)
    assert after.manifest.files["weights.safetensors"] == weights
    scored = after.path("CARD.md").read_text()
    assert scored.startswith(card.partition("## Scores")[0])
    assert "| different texts among a study's drafts |" in scored
    assert scored.endswith(card.partition("## Limits")[2])


def test_the_engine_reads_a_study_with_it(bundle: Path, corpus: Path, tmp_path: Path) -> None:
    study = phantom_corpus(corpus).split("val")[0]
    out = tmp_path / "panel.json"
    words = ["read", *map(str, study.films), "--bundle", str(bundle), "--device", "cpu"]
    assert engine([*words, "--json", str(out)]) == 0
    panel = parse_panel(out.read_text())
    assert len(panel.drafts) == 3
    assert len(panel.evidence.frames) == 2
    assert panel.evidence.expert_maps.shape == (3, 2, 4, 4)


def test_a_captioner_has_no_onnx_files(run_folder: Path, tmp_path: Path) -> None:
    assert main(["export", str(run_folder), str(tmp_path / "other"), "--onnx"]) == 1
    assert not (tmp_path / "other").exists()


def test_a_backbone_of_timm_learns_with_its_captioner(corpus: Path, tmp_path: Path) -> None:
    grid = {"backbone": "test_resnet", "image_size": 32, "channels": 3}
    recipe = captioning_recipe(
        tmp_path, data={"source": f"phantom:{corpus}", "min_count": 1}, grid=grid, train_grid=True
    )
    run = begin_captioning(recipe, tmp_path / "run", NOW)
    material = prepare_captioning(run, ignore_progress)
    before = {name: part.clone() for name, part in first_captioner(run, material).state_dict().items()}
    train_captioning(run, material, Saving(minutes=float("inf")))
    folder = tmp_path / "caption-timm"
    assert main(["export", str(run.folder), str(folder)]) == 0
    runner = runner_of(Bundle.open(folder), "torch", "cpu")
    images = np.zeros((2, 3, 32, 32), np.float32)
    assert runner.encode(images, np.array([True, False])).features.any()

    after = load_file(folder / "weights.safetensors")
    learned = {name for name, part in after.items() if not torch.equal(part, before[name].half())}
    assert any(name.startswith("grid.") for name in learned)
    assert any(name.startswith("captioner.") for name in learned)


def test_a_backbone_can_only_come_from_a_panel_or_a_file_of_its_weights(corpus: Path, tmp_path: Path) -> None:
    data = {"source": f"phantom:{corpus}"}
    grid = {"image_size": 32, "patch_size": 8, "width": 16, "depth": 1, "heads": 2, "experts": 3}
    panel = write_tiny_bundle(tmp_path).folder
    ours = captioning_recipe(tmp_path, data=data, grid=grid, pretrained=f"vit:{panel}")
    assert begin_captioning(ours, tmp_path / "run", NOW).recipe.grid == ours.grid
    other = captioning_recipe(tmp_path, data=data, grid=grid | {"depth": 2}, pretrained=f"vit:{panel}")
    with pytest.raises(RecipeError, match="other sizes"):
        begin_captioning(other, tmp_path / "other", NOW)
    weights = panel / "weights.safetensors"
    run = begin_captioning(
        captioning_recipe(tmp_path, data=data, grid=grid, pretrained=str(weights)), tmp_path / "file", NOW
    )
    with pytest.raises(RecipeError, match="not the weights of this backbone"):
        prepare_captioning(run, ignore_progress)
    (tmp_path / "text.safetensors").write_text("no weights")
    text = captioning_recipe(tmp_path, data=data, grid=grid, pretrained=str(tmp_path / "text.safetensors"))
    with pytest.raises(RecipeError, match="cannot be read"):
        prepare_captioning(begin_captioning(text, tmp_path / "text", NOW), ignore_progress)
    assert portable(text).pretrained == "text.safetensors"


@pytest.fixture(scope="module")
def coco(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_coco(tmp_path_factory.mktemp("coco"))


def shipped(recipe: CaptioningRecipe, folder: Path) -> Path:
    """The bundle of a run that learned for an epoch."""
    run = begin_captioning(recipe, folder / "run", NOW)
    train_captioning(run, prepare_captioning(run, ignore_progress), Saving(minutes=float("inf")))
    assert main(["export", str(run.folder), str(folder / "caption-coco")]) == 0
    return folder / "caption-coco"


def test_a_captioner_of_given_regions_is_measured_as_the_papers_do_but_read_by_no_desk(
    coco: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    short = {"self_critical": {"epochs": 0}, "fine_tuning": {"epochs": 0}}
    bundle = shipped(captioning_recipe(coco, **short), tmp_path)
    assert Bundle.open(bundle).manifest.config["grid"] is None
    film = RESOURCES / "studies" / "phantom-1-normal"
    assert engine(["read", str(film), "--bundle", str(bundle)]) == 1
    assert "regions that a detector found" in capsys.readouterr().err

    words = ["evaluate", str(bundle), str(coco), "--json", str(tmp_path / "scores.json")]
    assert main(words) == 1
    assert "--regions" in capsys.readouterr().err
    assert main([*words, "--regions", str(coco.parent / "regions")]) == 0
    assert "131.4 is 1.314 here" in " ".join(capsys.readouterr().out.split())
    report = json.loads((tmp_path / "scores.json").read_text())
    assert report["data"]["count"] == 4
    for score in report["scores"].values():
        assert score["value"] is not None or score["undefined"]
    assert main(["scores", str(bundle), str(tmp_path / "scores.json")]) == 0


def test_pictures_in_colour_are_looked_at_by_a_frozen_backbone(coco: Path, tmp_path: Path) -> None:
    grid = {"backbone": "test_resnet", "image_size": 32, "channels": 3, "views": 1}
    recipe = captioning_recipe(
        coco,
        data={"source": f"coco:{coco}", "min_count": 1},
        grid=grid,
        input={"fit": "crop", "mean": [0.5, 0.4, 0.3], "std": [0.25, 0.25, 0.5]},
        self_critical={"epochs": 0},
        fine_tuning={"epochs": 0},
    )
    pictures = Pictures((coco.parent / "val2014" / "0.jpg",), caption_convention(recipe)).of([0])
    assert pictures.features.shape == (1, 1, 3, 32, 32)
    red = [(1 - 0.5) / 0.25, (0 - 0.4) / 0.25, (0 - 0.3) / 0.5]
    assert pictures.features.mean((0, 1, 3, 4)).tolist() == pytest.approx(red, abs=0.05)  # JPEG

    bundle = shipped(recipe, tmp_path)
    assert main(["evaluate", str(bundle), str(coco), "--limit", "3"]) == 0


@pytest.mark.slow  # starts Java six times
@pytest.mark.skipif(find_java() is None, reason="Penn Treebank tokens and METEOR need Java")
def test_captions_are_scored_on_treebank_tokens_against_all_references() -> None:
    references = [["A man's dog runs.", "The dog is running!"], ["Two red boxes.", "Boxes, red ones."]]
    alike = caption_scores(["the dog is running", "Two red boxes ."], references, find_java(), "w")
    assert alike["bleu_1"].value == pytest.approx(1)
    assert alike["rouge_l"].value == pytest.approx(1)
    assert (alike["cider_d"].value or 0) > 2
    other = caption_scores(["two red boxes", "a dog"], references, find_java(), "w")
    for name in ("bleu_1", "rouge_l", "meteor", "cider_d"):
        assert (other[name].value or 0) < (alike[name].value or 0)


def test_without_java_captions_have_no_scores_and_say_why() -> None:
    scores = caption_scores(["a dog"], [["a dog"]], None, "w")
    assert {score.value for score in scores.values()} == {None}
    assert all("Java" in score.undefined for score in scores.values())
