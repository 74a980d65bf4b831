"""`training onnx` and `training export --onnx`, from the words typed to the bundle on disk."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save

from engine.bundle import Bundle, write_bundle
from engine.models.metransformer import MeTransformer
from engine.reader import WEIGHTS
from engine.runtime.graphs import GRAPHS
from tests.training.test_ship import TINY
from training.__main__ import main
from training.onnx_export import SAMPLES, gate_studies
from training.phantoms.corpus import Corpus, Part, write_corpus

COUNT = 4


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpus")
    write_corpus(Corpus(folder, (Part(9, COUNT),), 64), 1, lambda _: None)
    return folder


@pytest.fixture
def exported_before(onnx_bundle: Bundle, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exporting takes half a minute: the tiny bundle's own files, which are there already."""

    def copied(_: MeTransformer, folder: Path) -> tuple[Path, ...]:
        return tuple(Path(shutil.copy(onnx_bundle.path(name), folder)) for name in GRAPHS)

    monkeypatch.setattr("training.onnx_export.write_graphs", copied)


def test_the_gate_reads_the_samples_and_a_corpus(corpus: Path, tmp_path: Path) -> None:
    gate = gate_studies(corpus, tmp_path, lambda _: None)
    samples = len(list(SAMPLES.iterdir()))
    assert len(gate.studies) == samples + COUNT
    assert gate.data.startswith(f"{samples} sample studies and {COUNT} phantoms of the corpus ")


@pytest.mark.usefixtures("exported_before")
def test_a_bundle_gets_onnx_without_its_run(
    onnx_bundle: Bundle, corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain, target = onnx_bundle.folder.with_name("tiny"), tmp_path / "tiny"
    shutil.copytree(plain, target)
    assert main(["onnx", str(target), str(target), "--phantoms", str(corpus)]) == 0
    made = Bundle.read(target)
    assert made.manifest.equivalence is not None
    assert made.manifest.equivalence.studies == COUNT + len(list(SAMPLES.iterdir()))
    assert f"the same tokens in all {made.manifest.equivalence.drafts} drafts" in capsys.readouterr().out


@pytest.mark.usefixtures("exported_before")
def test_onnx_of_other_weights_does_not_pass_and_nothing_is_written(
    onnx_bundle: Bundle, corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    weights = load_file(onnx_bundle.path(WEIGHTS))
    torch.manual_seed(4)
    weights["output.weight"] = torch.randn_like(weights["output.weight"])
    files: dict[str, Path | bytes] = {name: onnx_bundle.path(name) for name in onnx_bundle.manifest.files}
    other = write_bundle(tmp_path / "other", onnx_bundle.manifest, {**files, WEIGHTS: save(weights)})
    words = ["onnx", str(other.folder), str(tmp_path / "new"), "--phantoms", str(corpus)]
    assert main(words) == 1
    assert "differently" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


@pytest.mark.slow
def test_a_run_is_exported_with_onnx_in_one_command(corpus: Path, tmp_path: Path) -> None:
    enough = tmp_path / "corpus"  # to tell which films are familiar
    write_corpus(Corpus(enough, (Part(9, 24),), 64), 1, lambda _: None)
    (tmp_path / "tiny.toml").write_text(TINY.format(corpus=enough))
    assert main(["fit", str(tmp_path / "tiny.toml"), "--out", str(tmp_path / "run")]) == 0
    words = ["export", str(tmp_path / "run"), str(tmp_path / "report-tiny"), "--onnx"]
    assert main([*words, "--phantoms", str(corpus)]) == 0
    made = Bundle.read(tmp_path / "report-tiny")
    assert set(GRAPHS) < made.manifest.files.keys()
    assert made.manifest.name == "report-tiny"
    assert "## ONNX" in made.path("CARD.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_without_a_corpus_the_gate_makes_its_own_phantoms(tmp_path: Path) -> None:
    gate = gate_studies(None, tmp_path, lambda _: None)
    assert gate.data.endswith("50 phantoms of seed 606, 192 px")
    assert len(gate.studies) == 50 + len(list(SAMPLES.iterdir()))
