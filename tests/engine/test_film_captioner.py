"""A captioner's bundle is a reader like a panel's: its best hypotheses are drafts, with where each looked."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from engine.__main__ import main
from engine.bundle import Bundle
from engine.dicom.files import open_paths
from engine.errors import BundleError, BundleUnsupported
from engine.familiarity import film_features
from engine.panel_json import parse_panel
from engine.preprocess import InputConvention
from engine.reader import Reader, runner_of
from engine.study import Study
from tests.engine.tiny_bundle import EXPERTS, write_tiny_bundle
from tests.engine.tiny_captioner import DRAFTS, tiny_captioner, write_tiny_captioner


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Bundle:
    return write_tiny_captioner(tmp_path_factory.mktemp("bundle"))


@pytest.fixture
def study(tmp_path: Path) -> Study:
    grey = (np.add.outer(np.arange(40), np.arange(30)) * 3).astype(np.uint8)
    Image.fromarray(grey).save(tmp_path / "film.png")
    return open_paths([tmp_path / "film.png"]).studies[0]


def test_the_best_hypotheses_are_drafts_of_one_reader_and_elect_one(bundle: Bundle, study: Study) -> None:
    panel = Reader.open(bundle, device="cpu").read(study)
    assert [draft.expert for draft in panel.drafts] == list(range(DRAFTS))
    assert sorted(draft.rank for draft in panel.drafts) == [1, 2, 3]
    assert all(draft.vote is not None for draft in panel.drafts)
    worth = [draft.log_likelihood or 0.0 for draft in panel.drafts]
    ended = [len(draft.words) + 2 for draft in panel.drafts]
    means = [total / length for total, length in zip(worth, ended, strict=True)]
    assert means == sorted(means, reverse=True), "the likeliest by the released length rule is expert A"
    origin = panel.drafts[0].origin
    assert (origin.bundle, origin.bundle_sha256) == ("tiny-captioner", bundle.sha256)
    assert origin.decoding == "beam 5, length mean at end, at most 11 tokens, the best 3 kept"


def test_every_draft_shows_where_its_own_words_looked(bundle: Bundle, study: Study) -> None:
    panel = Reader.open(bundle, device="cpu").read(study)
    evidence = panel.evidence
    assert evidence.expert_maps.shape == (DRAFTS, 1, 4, 4)
    for draft, words in zip(panel.drafts, evidence.word_maps, strict=True):
        assert words.shape == (len(draft.words), 1, 4, 4)
        assert words.sum(axis=(1, 2, 3)) == pytest.approx(1, abs=1e-5)
        np.testing.assert_allclose(evidence.expert_maps[draft.expert], words.mean(0), atol=1e-6)


def test_one_beam_leaves_one_draft_and_more_beams_keep_the_bundles_number(
    bundle: Bundle, study: Study
) -> None:
    assert len(Reader.open(bundle, device="cpu", beam=1).read(study).drafts) == 1
    assert len(Reader.open(bundle, device="cpu", beam=8).read(study).drafts) == DRAFTS


def test_a_batch_of_studies_equals_its_singles_and_an_absent_film_has_no_influence(bundle: Bundle) -> None:
    runner = runner_of(bundle, "torch", "cpu")
    random = np.random.default_rng(1)
    images = random.normal(size=(3, 2, 1, 32, 32)).astype(np.float32)
    present = np.array([[True, True], [True, False], [False, True]])
    together = runner.encode_batch(images, present)
    first = np.full(3, 1, np.int64)
    top, together = runner.step(first, together, 4)
    changed = np.where(present[:, :, None, None, None], images, np.nan).astype(np.float32)
    for row in range(3):
        state = runner.encode(changed[row], present[row])
        alone, state = runner.step(first[:1], state, 4)
        np.testing.assert_allclose(alone.log_probabilities[0], top.log_probabilities[row], atol=1e-5)
        np.testing.assert_allclose(state.attention[0], together.attention[row], atol=1e-6)
        assert not state.attention[0][~present[row]].any()
    features = film_features(runner, images, present)
    assert features.shape == (3, 2, 16)
    assert not features[~present].any()


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"config": tiny_captioner(5).to_dict()}, "words, the model 5"),
        ({"config": tiny_captioner(17, grid=None).to_dict()}, "regions that a detector found"),
        ({"config": {"captioner": {}}}, "grid"),
        ({"config": {"captioner": {}, "grid": 3}}, "one of its parts"),
        ({"input": InputConvention(height=64, width=64).to_dict()}, "other images"),
        ({"decoding": {"beam": 13, "max_tokens": 11, "drafts": 13}}, "13 drafts"),
        ({"decoding": {"beam": 2, "max_tokens": 13}}, "longer reports"),
        ({"decoding": {"beam": 2, "drafts": 3}}, "cannot be used"),
    ],
)
def test_a_captioner_whose_parts_do_not_belong_together_is_refused_before_it_reads(
    changes: dict[str, object], problem: str, tmp_path: Path
) -> None:
    with pytest.raises(BundleError, match=problem):
        Reader.open(write_tiny_captioner(tmp_path, **changes), device="cpu")


def test_a_captioner_does_not_run_without_torch_and_says_so(bundle: Bundle) -> None:
    with pytest.raises(BundleUnsupported, match="no ONNX"):
        Reader.open(bundle, runtime="onnx")


def test_two_readers_write_two_panels_and_what_they_disagree_about(
    bundle: Bundle, study: Study, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    panel, film = write_tiny_bundle(tmp_path), study.radiographs[0].path
    out, overlays = tmp_path / "both.json", tmp_path / "overlays"
    words = ["read", str(film), "--bundle", str(panel.folder), "--bundle", str(bundle.folder)]
    assert main([*words, "--json", str(out), "--overlays", str(overlays), "--device", "cpu"]) == 0
    written = json.loads(out.read_text())

    first, second = (parse_panel(json.dumps(each)) for each in written["panels"])
    assert (len(first.drafts), len(second.drafts)) == (EXPERTS, DRAFTS)
    assert first.study_uid == second.study_uid == study.study_uid
    (compared,) = written["disagreements"]
    assert compared["bundles"] == ["tiny", "tiny-captioner"]
    assert "tiny and tiny-captioner disagree about" in capsys.readouterr().out
    assert len(list(overlays.glob("study-1-reader-1/*.png"))) == EXPERTS
    assert len(list(overlays.glob("study-1-reader-2/*.png"))) == DRAFTS


def test_a_single_captioner_writes_one_panel_as_any_reader(
    bundle: Bundle, study: Study, tmp_path: Path
) -> None:
    out = tmp_path / "panel.json"
    words = ["read", str(study.radiographs[0].path), "--bundle", str(bundle.folder), "--json", str(out)]
    assert main([*words, "--device", "cpu"]) == 0
    again = parse_panel(out.read_text())
    read = Reader.open(bundle, device="cpu").read(study)
    assert [draft.text for draft in again.drafts] == [draft.text for draft in read.drafts]
    assert replace(again, drafts=()).elected == read.elected
