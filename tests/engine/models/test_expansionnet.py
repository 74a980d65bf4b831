from __future__ import annotations

import dataclasses
import math
from typing import Any

import pytest
import torch
from torch import Tensor

from engine.errors import BundleDamaged, RecipeError
from engine.models.expansionnet import (
    DecoderLayer,
    DynamicExpansion,
    ExpansionNet,
    ExpansionNetConfig,
    RegionMemory,
    StaticExpansion,
    row_shares,
)
from engine.models.expansionnet_config import ABLATION, BASE, BASE_WITH_AOA
from engine.models.expansionnet_published import load_published

SMALL = ExpansionNetConfig(
    feature_width=5,
    width=8,
    heads=2,
    hidden_width=12,
    encoder_layers=2,
    decoder_layers=2,
    encoder_vectors=3,
    decoder_vectors=2,
    vocab_size=11,
    max_tokens=7,
)
READINGS: dict[str, dict[str, Any]] = {
    "released": {},
    "dynamic in both": {"encoder_mixer": "dynamic"},
    "expansion in the encoder alone": {"decoder_mixer": "attention"},
    "expansion in the decoder alone": {"encoder_mixer": "attention"},
    "no aggregate, one layer": {"aggregate": False, "encoder_layers": 1, "decoder_layers": 1},
    "base": {"encoder_mixer": "attention", "decoder_mixer": "attention", "aggregate": False},
    "base with AoA": {
        "encoder_mixer": "attention",
        "decoder_mixer": "attention",
        "attention_on_attention": True,
        "hidden_width": 0,
        "aggregate": False,
    },
}
every_reading = pytest.mark.parametrize("reading", READINGS.values(), ids=READINGS.keys())


def made(reading: dict[str, Any] | None = None) -> ExpansionNet:
    torch.manual_seed(0)
    model = ExpansionNet(dataclasses.replace(SMALL, **(reading or {}))).double().eval()
    for parameter in model.parameters():  # biases and norms that start at 0 or 1 would hide mistakes
        parameter.data += 0.1 * torch.randn_like(parameter)
    return model


def images() -> tuple[Tensor, Tensor]:
    """Two images of 4 and 2 regions, and room for 4."""
    torch.manual_seed(1)
    present = torch.tensor([[True] * 4, [True, True, False, False]])
    return torch.randn(2, 4, 5, dtype=torch.float64), present


TOKENS = torch.tensor([[0, 3, 5, 9, 2], [0, 7, 7, 1, 4]])


def close(ours: Tensor, expected: Tensor) -> None:
    torch.testing.assert_close(ours, expected, atol=1e-9, rtol=0)


def psi(row: list[float]) -> list[float]:
    """Eq. 1 on one row."""
    return [value / (sum(row) + 1e-9) for value in row]


def weighted(shares: list[float], vectors: list[Tensor]) -> Tensor:
    return torch.stack([share * vector for share, vector in zip(shares, vectors, strict=True)]).sum(0)


def relu(value: Tensor) -> float:
    return max(0.0, value.item())


def static_by_loops(block: StaticExpansion, x: Tensor, real: list[bool]) -> list[Tensor]:
    """Eqs. 2 to 6 for one image x (N, D), a number at a time."""
    places = range(len(x))
    q, b = block.query_vectors, block.bias_vectors
    Z = [[q[e] @ block.key(x[n]) / math.sqrt(x.shape[1]) for n in places] for e in range(len(q))]
    ways = []
    for sign, values in ((1, block.first), (-1, block.second)):
        vectors = [values(x[n]) for n in places]
        forward = [psi([relu(sign * Z[e][n]) * real[n] for n in places]) for e in range(len(q))]
        expanded = [weighted(forward[e], vectors) + b[e] for e in range(len(q))]
        backward = [psi([relu(sign * Z[e][n]) for e in range(len(q))]) for n in places]
        ways.append([weighted(backward[n], expanded) for n in places])
    gates = [torch.sigmoid(block.selector(x[n])) for n in places]
    return [gates[n] * ways[0][n] + (1 - gates[n]) * ways[1][n] for n in places]


def dynamic_by_loops(block: DynamicExpansion, x: Tensor) -> list[Tensor]:
    """Eqs. 2 to 6 for one row of words x (T, D), every expanded place made as the paper says."""
    places = range(len(x))
    pairs = [(i, j) for i in places for j in range(len(block.query_vectors))]
    queries = {(i, j): block.condition(x[i]) + block.query_vectors[j] for i, j in pairs}
    biases = {(i, j): block.condition(x[i]) + block.bias_vectors[j] for i, j in pairs}
    Z = {pair: [queries[pair] @ block.key(x[s]) / math.sqrt(x.shape[1]) for s in places] for pair in pairs}
    ways = []
    for sign, values in ((1, block.first), (-1, block.second)):
        vectors = [values(x[s]) for s in places]
        expanded = {
            (i, j): weighted(psi([relu(sign * Z[i, j][s]) * (s <= i) for s in places]), vectors)
            for i, j in pairs
        }
        sums = [expanded[pair] + biases[pair] for pair in pairs]
        ways.append(
            [
                weighted(psi([relu(sign * Z[pair][t]) * (pair[0] <= t) for pair in pairs]), sums)
                for t in places
            ]
        )
    gates = [torch.sigmoid(block.selector(x[t])) for t in places]
    return [gates[t] * ways[0][t] + (1 - gates[t]) * ways[1][t] for t in places]


@torch.no_grad()
def test_static_expansion_is_its_equations_written_as_loops() -> None:
    block = made().encoder[0].mixer
    assert isinstance(block, StaticExpansion)
    torch.manual_seed(2)
    x = torch.randn(2, 4, 8, dtype=torch.float64)
    _, present = images()
    ours = block(x, present[:, None])
    for row in range(2):
        expected = torch.stack(static_by_loops(block, x[row], present[row].tolist()))
        close(ours[row, present[row]], expected[present[row]])


@torch.no_grad()
def test_dynamic_expansion_is_its_equations_written_as_loops() -> None:
    block = made().decoder[0].mixer
    assert isinstance(block, DynamicExpansion)
    torch.manual_seed(2)
    x = torch.randn(2, 4, 8, dtype=torch.float64)
    ours = block(x, torch.ones(1, 4, 4, dtype=torch.bool).tril())
    for row in range(2):
        close(ours[row], torch.stack(dynamic_by_loops(block, x[row])))


@torch.no_grad()
def test_attention_on_attention_is_its_equation_written_as_loops() -> None:
    layer = made(READINGS["base with AoA"]).decoder[0]
    assert isinstance(layer, DecoderLayer)
    attention = layer.cross_attention
    assert attention.on_attention is not None
    torch.manual_seed(2)
    x, regions = (torch.randn(1, n, 8, dtype=torch.float64) for n in (2, 3))
    ours = attention.attend(x, attention.project(regions), torch.tensor([[[True, True, False]]]))
    for t in range(2):
        heads = []
        for head in (slice(0, 4), slice(4, 8)):
            query = attention.query(x[0, t])[head]
            scores = torch.stack([query @ attention.key(regions[0, n])[head] / 2 for n in range(2)])
            values = torch.stack([attention.value(regions[0, n])[head] for n in range(2)])
            heads.append(scores.softmax(0) @ values)
        information, gate = attention.on_attention(torch.cat([*heads, x[0, t]])).chunk(2)
        close(ours.output[0, t], information * gate.sigmoid())


@torch.no_grad()
def test_a_stack_ends_with_the_outputs_of_all_its_layers() -> None:
    aggregate = made().encoder_aggregate
    first, last = torch.randn(2, 3, 8, dtype=torch.float64)
    assert aggregate.reduce is not None
    close(aggregate([first, last]), aggregate.norm(last + aggregate.reduce(torch.cat([first, last], -1))))


def test_row_shares_sum_to_one_at_tiny_sums_and_to_zero_without_length() -> None:
    half = torch.tensor([[0.0, 0.0], [6e-8, 0.0], [1e-3, 3e-3]], dtype=torch.float16)
    shares = row_shares(half)
    assert shares.dtype == torch.float32
    assert shares[0].tolist() == [0.0, 0.0]
    assert shares[1].tolist() == pytest.approx([0.983, 0.0], abs=2e-3)  # 6e-8 / (6e-8 + 1e-9)
    assert shares[2].sum().item() == pytest.approx(1.0, abs=1e-5)
    assert row_shares(half.double()).dtype == torch.float64


def test_a_model_in_bfloat16_stays_finite_where_no_place_has_length() -> None:
    model = made().to(torch.bfloat16)
    for name, parameter in model.named_parameters():
        if name.endswith("query_vectors") and name.startswith("encoder."):
            parameter.data.zero_()  # Z is 0 everywhere
    features, present = images()
    logits = model(features.to(torch.bfloat16), present, TOKENS)
    assert logits.dtype == torch.bfloat16
    assert logits.isfinite().all()


@every_reading
@torch.no_grad()
def test_changing_a_token_changes_nothing_before_it(reading: dict[str, Any]) -> None:
    model = made(reading)
    memory = model.encode(*images())
    before = model.decode(memory, TOKENS)
    for t in range(1, 5):
        changed = TOKENS.clone()
        changed[:, t] = 10
        after = model.decode(memory, changed)
        assert torch.equal(after[:, :t], before[:, :t])
        assert not torch.equal(after[:, t], before[:, t])


@every_reading
@torch.no_grad()
def test_padding_changes_nothing_whatever_stands_there(reading: dict[str, Any]) -> None:
    model = made(reading)
    features, present = images()
    expected = model(features[1:, :2], present[1:, :2], TOKENS[1:, :3])
    features[1, 2:] = torch.nan
    padded = model(features, present, TOKENS)
    close(padded[1:, :3], expected)


@every_reading
@torch.no_grad()
def test_a_batch_equals_its_singles(reading: dict[str, Any]) -> None:
    model = made(reading)
    features, present = images()
    together = model(features, present, TOKENS)
    for row in range(2):
        one = slice(row, row + 1)
        close(together[one], model(features[one], present[one], TOKENS[one]))


@every_reading
@torch.no_grad()
def test_encode_and_step_equal_the_parallel_pass(reading: dict[str, Any]) -> None:
    model = made(reading)
    memory = model.encode(*images())
    expected = model.output(model.decode(memory, TOKENS))
    state = model.start(memory, 5)
    for t in range(5):
        logits, state = model.step(TOKENS[:, t], state)
        close(logits, expected[:, t])


@every_reading
@torch.no_grad()
def test_hypotheses_go_on_from_the_parents_that_they_are_given(reading: dict[str, Any]) -> None:
    model = made(reading)
    memory = model.encode(*images())
    state = model.start(memory, 7)
    model.step(torch.tensor([0, 0]), state)
    state.reorder(torch.tensor([0, 0, 1, 1]))
    model.step(torch.tensor([3, 4, 5, 6]), state)
    state.reorder(torch.tensor([3, 2]))  # the first image is done
    logits, _ = model.step(torch.tensor([8, 9]), state)

    second = RegionMemory(memory.regions[1:], memory.key_mask[1:])
    close(logits, model.output(model.decode(second, torch.tensor([[0, 6, 8], [0, 5, 9]])))[:, -1])
    assert state.rows == 2


@torch.no_grad()
def test_beams_of_an_image_may_not_be_separated() -> None:
    model = made()
    state = model.start(model.encode(*images()), 3)
    with pytest.raises(ValueError, match="stay together"):
        state.reorder(torch.tensor([0, 1, 0]))


@every_reading
@torch.no_grad()
def test_maps_sum_to_one_over_the_real_regions_and_are_those_of_the_steps(reading: dict[str, Any]) -> None:
    model = made(reading)
    memory = model.encode(*images())
    maps = model.look(memory, TOKENS).maps
    assert maps.shape == (2, len(model.decoder), 5, 4)
    close(maps.sum(-1), torch.ones_like(maps[..., 0]))
    assert not maps[1, ..., 2:].any()
    state = model.start(memory, 5, attention_layer=0)
    for t in range(5):
        model.step(TOKENS[:, t], state)
        assert state.attention is not None
        close(state.attention[:, 0, 0], maps[:, 0, t])


@torch.no_grad()
def test_several_rows_of_an_image_share_its_regions() -> None:
    model = made()
    memory = model.encode(*images())
    four = torch.cat([TOKENS, TOKENS.flip(1)])[[0, 2, 1, 3]]
    twice = RegionMemory(*(part.repeat_interleave(2, dim=0) for part in memory))
    close(model.decode(memory, four), model.decode(twice, four))


@every_reading
def test_gradients_are_finite_in_training_and_reach_every_weight(reading: dict[str, Any]) -> None:
    model = made(reading | {"dropout": 0.1}).train()
    model(*images(), TOKENS).logsumexp(-1).sum().backward()
    for name, parameter in model.named_parameters():
        assert parameter.grad is not None, name
        assert parameter.grad.isfinite().all(), name


@torch.no_grad()
def test_no_more_tokens_than_the_model_was_made_for() -> None:
    model = made()
    memory = model.encode(*images())
    with pytest.raises(ValueError, match="made for 7"):
        model.start(memory, 8)
    with pytest.raises(ValueError, match="made for 7"):
        model.decode(memory, torch.zeros(2, 8, dtype=torch.long))


@pytest.mark.parametrize(
    "wrong",
    [{"heads": 3}, {"dropout": 1.0}, {"encoder_vectors": 0}, {"hidden_width": -1}],
    ids=lambda wrong: next(iter(wrong)),
)
def test_sizes_that_do_not_fit_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        dataclasses.replace(SMALL, **wrong)


def test_a_config_survives_json_and_static_expansion_is_refused_in_the_decoder() -> None:
    for config in (SMALL, ABLATION, BASE, BASE_WITH_AOA):
        assert ExpansionNetConfig.from_dict(config.to_dict()) == config
    with pytest.raises(BundleDamaged, match="decoder_mixer"):
        ExpansionNetConfig.from_dict(SMALL.to_dict() | {"decoder_mixer": "static"})


@pytest.mark.parametrize(("width", "millions"), [(512, 36.0), (768, 62.8)])
def test_the_released_sizes_have_the_released_number_of_weights(width: int, millions: float) -> None:
    with torch.device("meta"):
        model = ExpansionNet(dataclasses.replace(ExpansionNetConfig(), width=width))
    assert sum(part.numel() for part in model.parameters()) / 1e6 == pytest.approx(millions, abs=0.1)


def published() -> dict[str, Tensor]:
    """Random weights under the names and with the shapes of a released checkpoint, for SMALL's sizes."""
    D, H, V = 8, 12, 11
    shapes: dict[str, tuple[int, ...]] = {}

    def linear(name: str, inputs: int, outputs: int) -> None:
        shapes[f"{name}.weight"], shapes[f"{name}.bias"] = (outputs, inputs), (outputs,)

    def norm(name: str) -> None:
        shapes[f"{name}.weight"], shapes[f"{name}.bias"] = (D,), (D,)

    for layer in range(2):
        for stack, block, vectors, norms in (
            (f"encoders.{layer}", "stc_exp", 3, 2),
            (f"decoders.{layer}", "dyn_exp", 2, 3),
        ):
            for place in range(1, norms + 1):
                norm(f"{stack}.norm_{place}")
            shapes[f"{stack}.{block}.query_exp_vectors.weight"] = (vectors, D)
            shapes[f"{stack}.{block}.bias_exp_vectors.weight"] = (vectors, D)
            key = "key_embed" if block == "stc_exp" else "key_linear"
            for part in (key, "class_a_embed", "class_b_embed", "selector_embed"):
                linear(f"{stack}.{block}.{part}", D, D)
            linear(f"{stack}.ff.linear_1", D, H)
            linear(f"{stack}.ff.linear_2", H, D)
        linear(f"decoders.{layer}.dyn_exp.cond_embed", D, D)
        for part in ("Wq", "Wk", "Wv", "out_linear"):
            linear(f"decoders.{layer}.mha.{part}", D, D)
    linear("input_linear", 5, D)
    linear("vocab_linear", D, V)
    shapes |= {"out_embedder.embed.weight": (V, D), "pos_encoder.weight": (7, D)}
    for stack in ("enc", "dec"):
        linear(f"{stack}_reduce_group", 2 * D, D)
        norm(f"{stack}_reduce_norm")
    torch.manual_seed(3)
    return {name: torch.randn(shape, dtype=torch.float64) for name, shape in shapes.items()}


def test_a_released_checkpoint_loads_by_its_own_names() -> None:
    model, weights = made(), published()
    load_published(model, weights)
    ours = model.state_dict()
    for theirs, name in {
        "encoders.1.stc_exp.class_a_embed.weight": "encoder.1.mixer.first.weight",
        "encoders.0.norm_2.bias": "encoder.0.feed_forward.norm.bias",
        "decoders.1.norm_2.weight": "decoder.1.cross_norm.weight",
        "decoders.0.norm_3.weight": "decoder.0.feed_forward.norm.weight",
        "decoders.0.dyn_exp.cond_embed.bias": "decoder.0.mixer.condition.bias",
        "decoders.1.mha.out_linear.weight": "decoder.1.cross_attention.output.weight",
        "dec_reduce_group.weight": "decoder_aggregate.reduce.weight",
        "pos_encoder.weight": "positions",
    }.items():
        assert torch.equal(ours[name], weights[theirs])
    assert len({tensor.data_ptr() for tensor in ours.values()}) == len(weights)


@pytest.mark.parametrize("change", ["absent", "unknown", "shape"])
def test_a_checkpoint_that_does_not_fit_is_refused_and_nothing_is_copied(change: str) -> None:
    model, weights = made(), published()
    before = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    if change == "absent":
        del weights["decoders.1.mha.Wq.bias"]
    elif change == "unknown":
        weights["encoders.0.norm_9.weight"] = torch.ones(8)
    else:
        weights["pos_encoder.weight"] = torch.ones(9, 8)
    with pytest.raises(RecipeError):
        load_published(model, weights)
    assert all(torch.equal(tensor, before[name]) for name, tensor in model.state_dict().items())
