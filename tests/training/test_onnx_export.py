"""ONNX files come with a bundle only if they write and elect what its weights do."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.bundle import Bundle, write_bundle
from engine.decoding import IntArray, TopK
from engine.errors import BundleUnsupported, NothingToRead, RuntimesDisagree
from engine.models.metransformer_config import MeTransformerConfig
from engine.panel import FloatArray
from engine.progress import ignore_progress
from engine.runtime.base import BoolArray, Description, Runner
from engine.runtime.graphs import GRAPHS
from engine.runtime.torch_runner import TorchRunner, TorchState
from tests.onnx_bundle import picture_studies
from training.onnx_export import GateStudies, Writing, add_onnx, compared, with_section


class SkewedRunner:
    """Torch, with every log-probability moved, or another token written at one step."""

    def __init__(self, runner: TorchRunner, skew: float, wrong_step: int | None = None) -> None:
        self._runner, self._skew, self._wrong_step = runner, skew, wrong_step
        self._steps = 0

    def describe(self) -> Description:
        return Description("skewed", "cpu", "float32")

    def encode(self, images: FloatArray, present: BoolArray) -> TorchState:
        return self._runner.encode(images, present)

    def encode_batch(self, images: FloatArray, present: BoolArray) -> TorchState:
        return self._runner.encode_batch(images, present)

    def step(self, tokens: IntArray, state: TorchState, k: int) -> tuple[TopK, TorchState]:
        top, state = self._runner.step(tokens, state, k)
        words = top.tokens.copy()
        if self._steps == self._wrong_step:
            words[0, 0] = (words[0, 0] + 1) % 5
        self._steps += 1
        return TopK(top.log_probabilities - np.float32(self._skew), words), state


@pytest.fixture
def gate(tmp_path: Path) -> GateStudies:
    return GateStudies(picture_studies(tmp_path / "films", 2), "2 pictures")


@pytest.fixture
def runner(onnx_bundle: Bundle) -> TorchRunner:
    config = MeTransformerConfig.from_dict(onnx_bundle.manifest.config)
    return TorchRunner(config, onnx_bundle.path("weights.safetensors"), device="cpu")


def test_a_bundle_says_what_its_onnx_files_were_held_against(onnx_bundle: Bundle) -> None:
    found = onnx_bundle.manifest.equivalence
    assert found is not None
    assert set(GRAPHS) < onnx_bundle.manifest.files.keys()
    assert (found.studies, found.drafts, found.data) == (2, 6, "2 pictures")
    assert 0 <= found.log_probability_difference < 1e-4
    assert found.runtimes.startswith("torch ")
    assert "onnxruntime" in found.runtimes
    assert found.decoding == "greedy, at most 11 tokens"


def test_nothing_else_of_the_bundle_changes_but_its_name(onnx_bundle: Bundle) -> None:
    plain = Bundle.read(onnx_bundle.folder.with_name("tiny"))
    assert onnx_bundle.manifest.name == "tiny-onnx"
    assert onnx_bundle.manifest.config == plain.manifest.config
    kept = {name: entry for name, entry in onnx_bundle.manifest.files.items() if name not in GRAPHS}
    assert kept == plain.manifest.files


def test_how_far_numbers_are_apart_is_measured(
    onnx_bundle: Bundle, runner: TorchRunner, gate: GateStudies
) -> None:
    skewed: Runner[Any] = SkewedRunner(runner, 0.25)
    found = compared(runner, skewed, Writing.of(onnx_bundle), gate, ignore_progress)
    assert found.log_probability_difference == pytest.approx(0.25, abs=1e-5)


def test_one_other_token_closes_the_gate(onnx_bundle: Bundle, runner: TorchRunner, gate: GateStudies) -> None:
    wrong: Runner[Any] = SkewedRunner(runner, 0.0, wrong_step=1)
    with pytest.raises(RuntimesDisagree, match="write draft 1 differently") as caught:
        compared(runner, wrong, Writing.of(onnx_bundle), gate, ignore_progress)
    assert gate.studies[0].study_uid in str(caught.value)


def test_a_gate_without_studies_is_none(onnx_bundle: Bundle, runner: TorchRunner) -> None:
    with pytest.raises(NothingToRead):
        compared(runner, runner, Writing.of(onnx_bundle), GateStudies((), "nothing"), ignore_progress)


def test_a_bundle_without_weights_gives_no_onnx(onnx_bundle: Bundle, tmp_path: Path) -> None:
    files: dict[str, Path | bytes] = {
        name: onnx_bundle.path(name) for name in onnx_bundle.manifest.files if name != "weights.safetensors"
    }
    bare = write_bundle(tmp_path / "bare", replace(onnx_bundle.manifest, name="bare"), files)
    with pytest.raises(BundleUnsupported, match=r"no weights\.safetensors"):
        add_onnx(bare, tmp_path / "again", GateStudies((), ""), ignore_progress)
    assert not (tmp_path / "again").exists()


def test_the_card_has_one_section_about_onnx(onnx_bundle: Bundle) -> None:
    found = onnx_bundle.manifest.equivalence
    assert found is not None
    card = with_section("# Tiny\n\nA card.\n", found)
    assert card.startswith("# Tiny\n\nA card.\n\n## ONNX\n\n")
    assert "all 6 drafts" in card
    assert with_section(card, found) == card
