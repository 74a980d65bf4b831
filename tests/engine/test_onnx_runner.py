from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
import torch
from safetensors.torch import save_file

from engine.bundle import Bundle
from engine.decoding import Decoded, DecodingConfig, Watch, decode
from engine.errors import BundleDamaged, DeviceUnavailable, OutOfMemory
from engine.models.metransformer import MeTransformer, MeTransformerConfig
from engine.panel import FloatArray
from engine.progress import CancelToken, ignore_progress
from engine.runtime.base import Runner
from engine.runtime.graphs import ENCODER, GRAPHS, STEP
from engine.runtime.onnx_graphs import write_graphs
from engine.runtime.onnx_runner import Graph, OnnxRunner, OnnxState
from engine.runtime.torch_runner import TorchRunner

OTHER_READINGS = MeTransformerConfig(
    image_size=32,
    patch_size=8,
    channels=1,
    width=16,
    depth=1,
    heads=2,
    experts=3,
    d_mid=8,
    encoder_layers=2,
    decoder_layers=2,
    vocab_size=50,
    max_tokens=12,
    patch_stem="residual",
    class_token=True,
    final_norm=False,
    view_handling="per_view",
    visual_per_expert=True,
    encoder_activation="relu",
    bilinear_heads=2,
    adjust_norm=True,
    adjust_residual=True,
    adjust_shared=True,
    dec_self_kv="adjusted",
    dec_self_residual="adjusted",
    positions="learned",
)
BEGIN, END = 1, 2
WEIGHTS = "weights.safetensors"
BOTH = np.array([True, True])

Files = Mapping[str, Path]


@pytest.fixture(scope="module")
def config(onnx_bundle: Bundle) -> MeTransformerConfig:
    return MeTransformerConfig.from_dict(onnx_bundle.manifest.config)


@pytest.fixture(scope="module")
def files(onnx_bundle: Bundle) -> Files:
    return {name: onnx_bundle.path(name) for name in GRAPHS}


@pytest.fixture(scope="module")
def ours(config: MeTransformerConfig, files: Files) -> OnnxRunner:
    return OnnxRunner(config, files, device="cpu")


@pytest.fixture(scope="module")
def theirs(config: MeTransformerConfig, onnx_bundle: Bundle) -> TorchRunner:
    return TorchRunner(config, onnx_bundle.path(WEIGHTS), device="cpu")


@pytest.fixture(scope="module")
def studies() -> FloatArray:
    """Three studies of two films, some of them absent in `PRESENT`: what stands there must not matter."""
    films = np.random.default_rng(0).standard_normal((3, 2, 1, 32, 32)).astype(np.float32)
    films[1, 1] = np.nan
    return films


PRESENT = np.array([[True, True], [True, False], [False, True]])


def write(runner: Runner[Any], state: Any, beam: int) -> tuple[Decoded, ...]:
    decoding = DecodingConfig(beam=beam, max_tokens=12)
    watch = Watch(CancelToken(), ignore_progress)
    return decode(runner.step, state, decoding, begin=BEGIN, end=END, watch=watch)


def assert_same(mine: tuple[Decoded, ...], others: tuple[Decoded, ...]) -> None:
    assert [report.tokens for report in mine] == [report.tokens for report in others]
    for one, other in zip(mine, others, strict=True):
        np.testing.assert_allclose(one.log_probabilities, other.log_probabilities, atol=1e-4)
        np.testing.assert_allclose(one.attention, other.attention, atol=1e-5)


@pytest.mark.parametrize("beam", [1, 3])
def test_onnx_writes_what_torch_writes(
    ours: OnnxRunner, theirs: TorchRunner, studies: FloatArray, beam: int
) -> None:
    mine, others = ours.encode_batch(studies, PRESENT), theirs.encode_batch(studies, PRESENT)
    np.testing.assert_allclose(mine.expert_maps, others.expert_maps, atol=1e-5)
    np.testing.assert_allclose(mine.features, others.features, atol=1e-5)
    assert_same(write(ours, mine, beam), write(theirs, others, beam))


@pytest.mark.slow
def test_onnx_writes_what_torch_writes_for_every_other_reading_of_the_paper(
    tmp_path: Path, studies: FloatArray
) -> None:
    torch.manual_seed(0)
    model = MeTransformer(OTHER_READINGS).requires_grad_(False).eval()
    save_file(model.state_dict(), tmp_path / WEIGHTS)
    files = dict(zip(GRAPHS, write_graphs(model, tmp_path), strict=True))
    mine = OnnxRunner(OTHER_READINGS, files, device="cpu")
    other = TorchRunner(OTHER_READINGS, tmp_path / WEIGHTS, device="cpu")
    maps = [runner.encode_batch(studies, PRESENT).expert_maps for runner in (mine, other)]
    np.testing.assert_allclose(maps[0], maps[1], atol=1e-5)
    for beam in (1, 3):
        reports = [write(runner, runner.encode_batch(studies, PRESENT), beam) for runner in (mine, other)]
        assert_same(*reports)


@pytest.mark.parametrize("beam", [1, 3])
def test_a_batch_of_studies_equals_its_singles(ours: OnnxRunner, studies: FloatArray, beam: int) -> None:
    together = write(ours, ours.encode_batch(studies, PRESENT), beam)
    alone = [
        report
        for images, there in zip(studies, PRESENT, strict=True)
        for report in write(ours, ours.encode(images, there), beam)
    ]
    assert_same(together, tuple(alone))


def test_an_absent_film_gets_no_attention_and_no_features(ours: OnnxRunner, studies: FloatArray) -> None:
    state = ours.encode(studies[1], PRESENT[1])
    assert state.expert_maps.shape == (3, 2, 4, 4)
    assert (state.expert_maps[:, 1] == 0).all()
    assert (state.features[1] == 0).all()
    alone = ours.encode(studies[1, :1], np.array([True]))
    np.testing.assert_allclose(state.expert_maps[:, :1], alone.expert_maps, atol=1e-5)
    reports, singles = write(ours, state, 2), write(ours, alone, 2)
    assert [report.tokens for report in reports] == [report.tokens for report in singles]
    assert all((report.attention[:, 1] == 0).all() for report in reports)


def test_rows_go_on_from_others_and_groups_end_as_with_torch(
    ours: OnnxRunner, theirs: TorchRunner, studies: FloatArray
) -> None:
    tokens = [np.array([1, 1, 1]), np.array([3, 4, 5, 6, 7, 8]), np.array([9, 9, 10, 10])]
    parents = [np.array([0, 0, 1, 1, 2, 2]), np.array([1, 0, 5, 5])]
    seen = []
    for runner in (ours, theirs):
        state: Any = runner.encode(studies[0], BOTH)
        tops = []
        for written, order in zip(tokens, [*parents, None], strict=True):
            top, state = runner.step(written, state, 4)
            tops.append(top)
            if order is not None:
                state.reorder(order)
                assert state.rows == len(order)
        seen.append((tops, state.attention))
    for mine, other in zip(seen[0][0], seen[1][0], strict=True):
        np.testing.assert_array_equal(mine.tokens, other.tokens)
        np.testing.assert_allclose(mine.log_probabilities, other.log_probabilities, atol=1e-4)
    np.testing.assert_allclose(seen[0][1], seen[1][1], atol=1e-5)


def test_attention_and_maps_follow_the_rows_only_where_they_should(
    ours: OnnxRunner, studies: FloatArray
) -> None:
    state = ours.encode(studies[0], BOTH)
    maps = state.expert_maps
    _, state = ours.step(np.array([1, 2, 3]), state, 1)
    looked = state.attention
    state.reorder(np.array([2, 2, 0, 0]))
    state.reorder(np.array([3, 0]))
    np.testing.assert_array_equal(state.attention, looked[[0, 2]])
    np.testing.assert_array_equal(state.expert_maps, maps)


def test_beams_copy_nothing_of_the_films(ours: OnnxRunner, studies: FloatArray) -> None:
    state = ours.encode(studies[0], BOTH)
    _, state = ours.step(np.array([1, 1, 1]), state, 2)
    kept = dict(state.of_groups)
    state.reorder(np.array([0, 0, 1, 1, 2, 2]))
    assert all(state.of_groups[name] is value for name, value in kept.items())


@pytest.mark.parametrize("parents", [[0, 1, 0], [0, 0, 1], []])
def test_beams_that_do_not_stay_together_are_our_mistake(
    ours: OnnxRunner, studies: FloatArray, parents: list[int]
) -> None:
    state = ours.encode(studies[0], BOTH)
    with pytest.raises(ValueError, match="equally many"):
        state.reorder(np.array(parents, np.int64))


def test_what_no_model_can_do_is_our_mistake(ours: OnnxRunner, studies: FloatArray) -> None:
    with pytest.raises(ValueError, match="without a film"):
        ours.encode(studies[0], np.array([False, False]))
    state = ours.encode(studies[0], BOTH)
    with pytest.raises(ValueError, match="no step"):
        _ = state.attention
    for _ in range(12):
        ours.step(np.array([1, 1, 1]), state, 1)
    with pytest.raises(ValueError, match="12 tokens"):
        ours.step(np.array([1, 1, 1]), state, 1)


def test_no_more_tokens_are_likeliest_than_there_are(
    ours: OnnxRunner, config: MeTransformerConfig, studies: FloatArray
) -> None:
    top, _ = ours.step(np.array([1, 1, 1]), ours.encode(studies[0], BOTH), 1000)
    assert top.tokens.shape == (3, config.vocab_size)
    np.testing.assert_allclose(np.exp(top.log_probabilities).sum(1), 1, atol=1e-5)


def test_the_graphs_share_out_the_weights(files: Files, onnx_bundle: Bundle) -> None:
    weights = onnx_bundle.path(WEIGHTS).stat().st_size
    parts = [sum(each.nbytes for each in initializers(path)) for path in (files[ENCODER], files[STEP])]
    assert all(part <= weights for part in parts)
    assert sum(parts) <= 1.1 * weights


def initializers(path: Path) -> list[Any]:
    return [onnx.numpy_helper.to_array(tensor) for tensor in onnx.load(path).graph.initializer]


def test_no_path_of_the_machine_that_exported_is_in_the_files(files: Files) -> None:
    for path in files.values():
        assert b".py" not in path.read_bytes()


def test_it_says_what_runs_and_why_nothing_better_does(
    config: MeTransformerConfig, files: Files, ours: OnnxRunner
) -> None:
    assert ours.describe().runtime == f"onnxruntime {onnxruntime.__version__}, CPUExecutionProvider"
    assert (ours.describe().device, ours.describe().precision) == ("cpu", "float32")
    automatic = OnnxRunner(config, files).describe()
    assert automatic.device != "cpu" or "not CUDA: " in automatic.runtime


@pytest.mark.skipif(torch.cuda.is_available(), reason="this machine has a CUDA device")
def test_asking_for_cuda_where_there_is_none_says_why(config: MeTransformerConfig, files: Files) -> None:
    with pytest.raises(DeviceUnavailable, match=r"ONNX Runtime cannot use CUDA: .*NVIDIA"):
        OnnxRunner(config, files, device="cuda")


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a CUDA device")
@pytest.mark.parametrize("beam", [1, 3])
def test_cuda_writes_what_the_cpu_writes(
    config: MeTransformerConfig, files: Files, ours: OnnxRunner, studies: FloatArray, beam: int
) -> None:
    cuda = OnnxRunner(config, files, device="cuda")
    assert_same(
        write(cuda, cuda.encode_batch(studies, PRESENT), beam),
        write(ours, ours.encode_batch(studies, PRESENT), beam),
    )


def damaged(files: Files, folder: Path, name: str, data: bytes | None) -> Files:
    """The same files, one of them with other bytes or gone."""
    for path in files.values():
        shutil.copy(path, folder)
    if data is None:
        (folder / name).unlink()
    else:
        (folder / name).write_bytes(data)
    return {each: folder / each for each in files}


@pytest.mark.parametrize("data", [b"", b"no graph at all", None])
def test_a_file_that_is_no_graph_is_damage(
    config: MeTransformerConfig, files: Files, tmp_path: Path, data: bytes | None
) -> None:
    with pytest.raises(BundleDamaged, match="again"):
        OnnxRunner(config, damaged(files, tmp_path, STEP, data), device="cpu")


def test_a_graph_in_anothers_place_is_damage(
    config: MeTransformerConfig, files: Files, tmp_path: Path
) -> None:
    with pytest.raises(BundleDamaged, match="again"):
        OnnxRunner(config, damaged(files, tmp_path, STEP, files[ENCODER].read_bytes()), device="cpu")


def test_files_of_another_model_are_damage(config: MeTransformerConfig, files: Files) -> None:
    with pytest.raises(BundleDamaged, match=r"encoder\.onnx: it gives maps"):
        OnnxRunner(replace(config, experts=4), files, device="cpu")


def test_weights_outside_the_file_are_not_read(
    config: MeTransformerConfig, files: Files, tmp_path: Path
) -> None:
    graph = onnx.load(files[ENCODER])
    (tmp_path / "elsewhere").mkdir()
    onnx.save(graph, tmp_path / "elsewhere" / ENCODER, save_as_external_data=True, size_threshold=0)
    data = (tmp_path / "elsewhere" / ENCODER).read_bytes()
    with pytest.raises(BundleDamaged, match="cannot run"):
        OnnxRunner(config, damaged(files, tmp_path / "elsewhere", ENCODER, data), device="cpu")


def test_a_full_device_is_one_clear_error(
    ours: OnnxRunner, studies: FloatArray, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> OnnxState:
        raise RuntimeError("Failed to allocate memory for requested buffer of size 8")

    monkeypatch.setattr(Graph, "run", full)
    with pytest.raises(OutOfMemory, match="too little free memory"):
        ours.encode(studies[0], BOTH)
