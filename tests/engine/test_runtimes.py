"""One bundle, two runtimes: which reads, and that one of them needs no torch."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.bundle import Bundle, write_bundle
from engine.errors import BundleUnsupported
from engine.reader import WEIGHTS, Reader
from engine.runtime.graphs import GRAPHS
from engine.study import Study
from tests.onnx_bundle import picture_studies

WITHOUT_TORCH = """
import sys

class NoTorch:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"torch", "transformers", "timm", "onnx", "onnxscript"}:
            raise ImportError(f"{name} is not installed here")

sys.meta_path.insert(0, NoTorch())
from engine.__main__ import main
code = main(sys.argv[1:])
assert "torch" not in sys.modules
sys.exit(code)
"""


@pytest.fixture
def study(tmp_path: Path) -> Study:
    return picture_studies(tmp_path / "films", 1)[0]


def without(bundle: Bundle, names: Collection[str], folder: Path) -> Bundle:
    """The same bundle, some files left out."""
    files: dict[str, Path | bytes] = {
        name: bundle.path(name) for name in bundle.manifest.files if name not in names
    }
    return write_bundle(folder, bundle.manifest, files)


def test_both_runtimes_make_the_same_panel(onnx_bundle: Bundle, study: Study) -> None:
    torch, onnx = (
        Reader.open(onnx_bundle, device="cpu", runtime=runtime).read(study) for runtime in ("torch", "onnx")
    )
    assert [draft.text for draft in torch.drafts] == [draft.text for draft in onnx.drafts]
    assert torch.elected == onnx.elected
    assert torch.drafts[0].origin.runtime.startswith("torch ")
    assert "onnxruntime" in onnx.drafts[0].origin.runtime


def test_auto_is_torch_where_there_are_weights_and_onnx_where_there_are_none(
    onnx_bundle: Bundle, tmp_path: Path
) -> None:
    bare = without(onnx_bundle, [WEIGHTS], tmp_path / "bare")
    assert Reader.open(onnx_bundle, device="cpu").description == "tiny-onnx · CPU · PyTorch"
    assert Reader.open(bare, device="cpu").description == "tiny-onnx · CPU · ONNX Runtime"


def test_a_runtime_that_a_bundle_has_nothing_for_is_refused(onnx_bundle: Bundle, tmp_path: Path) -> None:
    bare = without(onnx_bundle, [WEIGHTS], tmp_path / "bare")
    plain = without(onnx_bundle, GRAPHS, tmp_path / "plain")
    neither = without(onnx_bundle, [*GRAPHS, WEIGHTS], tmp_path / "neither")
    with pytest.raises(BundleUnsupported, match=r"no weights\.safetensors"):
        Reader.open(bare, runtime="torch")
    with pytest.raises(BundleUnsupported, match=r"no encoder\.onnx"):
        Reader.open(plain, runtime="onnx")
    with pytest.raises(BundleUnsupported, match="has no"):
        Reader.open(neither)


def test_a_bundle_with_onnx_only_reads_where_torch_is_not_installed(
    onnx_bundle: Bundle, study: Study, tmp_path: Path
) -> None:
    bare = without(onnx_bundle, [WEIGHTS], tmp_path / "bare")
    film, panel = study.radiographs[0].path, tmp_path / "panel.json"
    words = ["read", str(film), "--bundle", str(bare.folder), "--json", str(panel), "--runtime", "auto"]
    ended = subprocess.run([sys.executable, "-c", WITHOUT_TORCH, *words], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    drafts = json.loads(panel.read_text())["drafts"]
    here = Reader.open(onnx_bundle, device="cpu", runtime="torch").read(study)
    assert [draft["text"] for draft in drafts] == [draft.text for draft in here.drafts]


def test_the_command_takes_a_runtime(
    onnx_bundle: Bundle, study: Study, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["read", str(study.radiographs[0].path), "--bundle", str(onnx_bundle.folder)]
    assert main([*words, "--runtime", "onnx", "--json", "-"]) == 0
    panel = json.loads(capsys.readouterr().out)
    assert "onnxruntime" in panel["drafts"][0]["origin"]["runtime"]
