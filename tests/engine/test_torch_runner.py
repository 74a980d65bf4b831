from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import save_file

from engine.decoding import Decoded, DecodingConfig, Watch, decode
from engine.errors import BundleDamaged, DeviceUnavailable, OutOfMemory
from engine.models.metransformer import MeTransformer, MeTransformerConfig
from engine.panel import FloatArray
from engine.progress import CancelToken, ignore_progress
from engine.runtime import packing
from engine.runtime.base import Runner
from engine.runtime.torch_runner import TorchRunner, TorchState, load_model

SMALL = MeTransformerConfig(
    image_size=32,
    patch_size=8,
    channels=1,
    width=32,
    depth=2,
    heads=4,
    experts=3,
    d_mid=16,
    vocab_size=50,
    max_tokens=12,
)
BEGIN, END = 1, 2
BOTH = np.array([True, True])


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    torch.manual_seed(0)
    path: Path = tmp_path_factory.mktemp("bundle") / "weights.safetensors"
    save_file(MeTransformer(SMALL).state_dict(), path)
    return path


@pytest.fixture(scope="module")
def films() -> FloatArray:
    return np.random.default_rng(0).standard_normal((2, 1, 32, 32)).astype(np.float32)


def write(runner: Runner[TorchState], state: TorchState, beam: int) -> tuple[Decoded, ...]:
    config = DecodingConfig(beam=beam, max_tokens=SMALL.max_tokens)
    watch = Watch(CancelToken(), ignore_progress)
    return decode(runner.step, state, config, begin=BEGIN, end=END, watch=watch)


@pytest.mark.parametrize("beam", [1, 3])
def test_packed_and_unpacked_weights_write_the_same_reports(
    weights: Path, films: FloatArray, beam: int
) -> None:
    packed = TorchRunner(SMALL, weights, device="cpu", packed=True)
    plain = TorchRunner(SMALL, weights, device="cpu", packed=False)
    ours = write(packed, packed.encode(films, BOTH), beam)
    theirs = write(plain, plain.encode(films, BOTH), beam)
    assert [report.tokens for report in ours] == [report.tokens for report in theirs]
    for mine, other in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(mine.attention, other.attention, atol=1e-5)
        assert mine.log_likelihood == pytest.approx(other.log_likelihood, abs=1e-3)


@pytest.mark.parametrize("layout", [packing.pack, packing.slice_wide])
def test_a_laid_out_model_gives_the_same_logits(layout: Callable[[MeTransformer], None]) -> None:
    if layout is packing.pack and not packing.can_pack():
        pytest.skip("this torch cannot pack")
    torch.manual_seed(0)
    wide = replace(SMALL, image_size=64, vocab_size=packing.WIDE + 5)  # 128 keys, so live channels are used
    model = MeTransformer(wide).requires_grad_(False).eval()
    films, present = torch.randn(1, 2, 1, 64, 64), torch.tensor([[True, False]])

    def logits() -> torch.Tensor:
        state = model.start(model.encode(films, present), max_tokens=2)
        model.step(torch.tensor([1, 1, 1]), state)
        state.reorder(torch.tensor([0, 0, 1, 1, 2, 2]))  # two beams each
        return model.step(torch.tensor([3, 4, 5, 6, 7, 8]), state)[0]

    with torch.inference_mode():
        wanted = logits()
        layout(model)
        torch.testing.assert_close(logits(), wanted, atol=1e-5, rtol=0)


@pytest.mark.parametrize("outputs", [packing.SLICE, 2 * packing.SLICE + 1, packing.SLICE - 1])
@pytest.mark.parametrize("shape", [(6, 8), (2, 3, 8), (8,)])
def test_a_sliced_layer_is_the_layer(outputs: int, shape: tuple[int, ...]) -> None:
    linear, x = torch.nn.Linear(8, outputs).requires_grad_(False), torch.randn(shape)
    torch.testing.assert_close(packing.SlicedLinear(linear)(x), linear(x))


def test_a_torch_that_cannot_pack_runs_unpacked_and_says_so(
    weights: Path, films: FloatArray, monkeypatch: pytest.MonkeyPatch
) -> None:
    if packing.can_pack():
        assert "packed" in TorchRunner(SMALL, weights, device="cpu").describe().runtime
    monkeypatch.setattr("engine.runtime.torch_runner.can_pack", lambda: False)
    runner = TorchRunner(SMALL, weights, device="cpu", packed=True)
    assert "packed" not in runner.describe().runtime
    assert runner.encode(films, BOTH).rows == SMALL.experts


def test_a_study_gives_maps_features_and_a_report_per_expert(weights: Path, films: FloatArray) -> None:
    runner: Runner[TorchState] = TorchRunner(SMALL, weights, device="cpu")
    state = runner.encode(films, BOTH)
    assert state.expert_maps.shape == (3, 2, 4, 4)
    np.testing.assert_allclose(state.expert_maps.sum((1, 2, 3)), 1, atol=1e-5)
    assert state.features.shape == (2, 32)
    reports = write(runner, state, beam=1)
    assert len(reports) == 3
    for report in reports:
        assert report.attention.shape == (len(report.tokens), 2, 4, 4)
        np.testing.assert_allclose(report.attention.sum((1, 2, 3)), 1, atol=1e-5)
        assert len(report.log_probabilities) == len(report.tokens)
    assert state.expert_maps.shape == (3, 2, 4, 4), "the maps stay when rows have ended"


def test_an_absent_film_gets_no_attention_and_no_features(weights: Path, films: FloatArray) -> None:
    runner = TorchRunner(SMALL, weights, device="cpu")
    unread = films.copy()
    unread[1] = np.nan
    state = runner.encode(unread, np.array([True, False]))
    assert (state.expert_maps[:, 1] == 0).all()
    assert (state.features[1] == 0).all()
    alone = runner.encode(films[:1], np.array([True]))
    np.testing.assert_allclose(state.expert_maps[:, :1], alone.expert_maps, atol=1e-5)
    reports, singles = write(runner, state, beam=2), write(runner, alone, beam=2)
    assert [report.tokens for report in reports] == [report.tokens for report in singles]
    assert all((report.attention[:, 1] == 0).all() for report in reports)


@pytest.mark.parametrize("beam", [1, 3])
def test_a_batch_of_studies_equals_its_singles(weights: Path, films: FloatArray, beam: int) -> None:
    runner = TorchRunner(SMALL, weights, device="cpu")
    studies = np.stack([films, films[::-1], films * 2])
    present = np.array([[True, True], [True, False], [False, True]])
    together = write(runner, runner.encode_batch(studies, present), beam)
    alone = [
        report
        for images, there in zip(studies, present, strict=True)
        for report in write(runner, runner.encode(images, there), beam)
    ]
    assert [report.tokens for report in together] == [report.tokens for report in alone]
    for mine, single in zip(together, alone, strict=True):
        np.testing.assert_allclose(mine.attention, single.attention, atol=1e-5)


def test_a_study_without_a_film_is_our_mistake(weights: Path, films: FloatArray) -> None:
    runner = TorchRunner(SMALL, weights, device="cpu")
    with pytest.raises(ValueError, match="without a film"):
        runner.encode(films, np.array([False, False]))


def test_decoding_leaves_the_process_with_as_many_threads_as_before(weights: Path, films: FloatArray) -> None:
    before = torch.get_num_threads()
    runner = TorchRunner(SMALL, weights, device="cpu", threads=before + 1)
    runner.encode(films, BOTH)
    assert torch.get_num_threads() == before


def test_loading_gives_the_model_that_was_saved(weights: Path) -> None:
    torch.manual_seed(0)
    saved, loaded = MeTransformer(SMALL).eval(), load_model(SMALL, weights)
    assert saved.state_dict().keys() == loaded.state_dict().keys()
    assert all(torch.equal(tensor, loaded.state_dict()[name]) for name, tensor in saved.state_dict().items())
    assert torch.equal(saved.sinusoids, loaded.sinusoids)
    assert not loaded.training


def test_weights_in_half_precision_are_computed_with_as_float32(tmp_path: Path) -> None:
    state = MeTransformer(SMALL).state_dict()
    save_file({name: tensor.half() for name, tensor in state.items()}, tmp_path / "half.safetensors")
    loaded = load_model(SMALL, tmp_path / "half.safetensors").state_dict()
    assert all(torch.equal(loaded[name], tensor.half().float()) for name, tensor in state.items())
    assert {tensor.dtype for tensor in loaded.values()} == {torch.float32}


def damaged(state: dict[str, torch.Tensor], how: str) -> dict[str, torch.Tensor]:
    if how == "missing":
        del state["output.bias"]
    if how == "not part":
        state["output.scale"] = torch.zeros(1)
    if how == "not finite":
        state["output.bias"][3] = float("nan")
    if how == "not float32":
        state["output.bias"] = torch.zeros(51)
    return state


@pytest.mark.parametrize("how", ["missing", "not part", "not finite", "not float32"])
def test_weights_that_are_not_exactly_the_configs_are_refused(tmp_path: Path, how: str) -> None:
    path = tmp_path / "weights.safetensors"
    save_file(damaged(MeTransformer(SMALL).state_dict(), how), path)
    with pytest.raises(BundleDamaged, match=f"output.*{how}") as caught:
        TorchRunner(SMALL, path, device="cpu")
    assert str(caught.value).startswith("weights.safetensors: ")


def test_infinite_weights_are_refused_too(tmp_path: Path) -> None:
    state = MeTransformer(SMALL).state_dict()
    state["embedding.weight"][7, 7] = float("-inf")
    save_file(state, tmp_path / "weights.safetensors")
    with pytest.raises(BundleDamaged, match="not finite"):
        TorchRunner(SMALL, tmp_path / "weights.safetensors", device="cpu")


def test_a_truncated_or_absent_file_is_refused(tmp_path: Path, weights: Path) -> None:
    cut = tmp_path / "cut.safetensors"
    cut.write_bytes(weights.read_bytes()[:5000])
    with pytest.raises(BundleDamaged, match="cannot be read"):
        TorchRunner(SMALL, cut, device="cpu")
    with pytest.raises(BundleDamaged, match="not there"):
        TorchRunner(SMALL, tmp_path / "nowhere.safetensors", device="cpu")


@pytest.mark.skipif(torch.cuda.is_available(), reason="this machine has a CUDA device")
def test_asking_for_cuda_where_there_is_none_says_so(weights: Path) -> None:
    with pytest.raises(DeviceUnavailable, match="CUDA"):
        TorchRunner(SMALL, weights, device="cuda")
    assert TorchRunner(SMALL, weights, device="auto").describe().device == "cpu"


def test_bfloat16_is_refused_on_a_cpu(weights: Path) -> None:
    with pytest.raises(DeviceUnavailable, match="bfloat16"):
        TorchRunner(SMALL, weights, device="cpu", precision="bfloat16")


@pytest.mark.parametrize(
    "error", [torch.OutOfMemoryError("CUDA out of memory"), RuntimeError("not enough memory")]
)
def test_a_full_device_is_one_clear_error(
    weights: Path, films: FloatArray, monkeypatch: pytest.MonkeyPatch, error: RuntimeError
) -> None:
    def full(*_: object) -> None:
        raise error

    runner = TorchRunner(SMALL, weights, device="cpu")
    monkeypatch.setattr(MeTransformer, "encode", full)
    with pytest.raises(OutOfMemory, match="too little free memory"):
        runner.encode(films, BOTH)


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a CUDA device")
def test_cuda_writes_what_the_cpu_writes(weights: Path, films: FloatArray) -> None:
    cpu, cuda = TorchRunner(SMALL, weights, device="cpu"), TorchRunner(SMALL, weights, device="cuda")
    ours, theirs = (write(runner, runner.encode(films, BOTH), 3) for runner in (cpu, cuda))
    assert [report.tokens for report in ours] == [report.tokens for report in theirs]


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a CUDA device")
def test_bfloat16_on_cuda_stays_near_float32(weights: Path, films: FloatArray) -> None:
    maps = [
        TorchRunner(SMALL, weights, device="cuda", precision=precision).encode(films, BOTH).expert_maps
        for precision in ("float32", "bfloat16")
    ]
    np.testing.assert_allclose(maps[0], maps[1], atol=0.02)
