from __future__ import annotations

import math

import pytest
import torch
from torch import Tensor

from engine.models import bilinear
from engine.models.bilinear import ExpertBilinearAttention, PairTerms, pair_terms

D, C = 6, 4


@pytest.fixture(autouse=True)
def one_thread_and_seed() -> None:
    torch.set_num_threads(1)
    torch.manual_seed(0)


blocks = pytest.mark.parametrize(
    "numbers", [1, 2 * 3 * 5 * D, 1 << 22], ids=["a query a block", "two queries", "one block"]
)


def attention(heads: int = 1, numbers: int = bilinear.PAIR_BLOCK_NUMBERS) -> ExpertBilinearAttention:
    eba = ExpertBilinearAttention(D, C, heads).double()
    eba.block_numbers = numbers
    return eba


def sigma(x: Tensor) -> Tensor:
    return x.clamp(min=0)


def linear(layer: torch.nn.Linear, x: Tensor) -> Tensor:
    return layer.weight @ x + layer.bias


def by_loops(
    eba: ExpertBilinearAttention, queries: Tensor, source: Tensor, visible: Tensor
) -> tuple[Tensor, Tensor]:
    """Equations 1-6 pair by pair; B_v is made whole. visible (R, E, N)."""
    R, E, _ = queries.shape
    N = source.shape[1]
    output = torch.zeros(R, E, D, dtype=queries.dtype)
    weights = torch.zeros(R, E, N, dtype=queries.dtype)
    for r in range(R):
        for e in range(E):
            query = queries[r, e]
            seen = [n for n in range(N) if visible[r, e, n]]
            mids, values, scores = [], [], []
            for n in seen:
                b_k = sigma(linear(eba.key, source[r, n])) * sigma(linear(eba.query_key, query))
                b_v = sigma(linear(eba.value, source[r, n])) * sigma(linear(eba.query_value, query))
                b_mid = sigma(linear(eba.pair, b_k))
                mids.append(b_mid)
                values.append(b_v)
                scores.append(float(linear(eba.spatial, b_mid).detach()))
            total = sum(math.exp(score) for score in scores)
            gate = torch.sigmoid(linear(eba.channel, torch.stack(mids).mean(0)))
            for n, score, value in zip(seen, scores, values, strict=True):
                weights[r, e, n] = math.exp(score) / total
                output[r, e] += gate * weights[r, e, n] * value
    return output, weights


@blocks
def test_eba_equals_its_equations_as_loops(numbers: int) -> None:
    eba = attention(numbers=numbers)
    queries, source = torch.randn(3, 4, D).double(), torch.randn(3, 5, D).double()
    wanted, weights = by_loops(eba, queries, source, torch.ones(3, 4, 5, dtype=torch.bool))
    for grad in (True, False):
        with torch.set_grad_enabled(grad):
            attended = eba(queries, source)
        torch.testing.assert_close(attended.output, wanted, atol=1e-9, rtol=0)
        torch.testing.assert_close(attended.weights, weights, atol=1e-9, rtol=0)


@blocks
@pytest.mark.parametrize("causal", [False, True])
def test_masked_and_causal_eba_equals_its_equations_as_loops(numbers: int, causal: bool) -> None:
    eba = attention(numbers=numbers)
    queries, source = torch.randn(3, 5, D).double(), torch.randn(3, 5, D).double()
    key_mask = torch.tensor([[1, 1, 1, 1, 1], [1, 0, 1, 1, 0], [1, 1, 0, 0, 0]], dtype=torch.bool)
    visible = key_mask[:, None].expand(3, 5, 5)
    visible = visible & torch.ones(5, 5, dtype=torch.bool).tril() if causal else visible
    wanted, weights = by_loops(eba, queries, source, visible)
    for grad in (True, False):
        with torch.set_grad_enabled(grad):
            attended = eba(queries, source, key_mask, causal)
        torch.testing.assert_close(attended.output, wanted, atol=1e-9, rtol=0)
        torch.testing.assert_close(attended.weights, weights, atol=1e-9, rtol=0)
        assert (attended.weights[~visible] == 0).all()


MANY = bilinear.LIVE_KEYS


@pytest.mark.parametrize("dead", [False, True], ids=["some channels live", "no channel live"])
def test_eba_by_live_channels_equals_its_equations_as_loops(dead: bool) -> None:
    eba = attention()
    if dead:
        torch.nn.init.constant_(eba.query_key.bias, -100)
    eba.keep_by_channel()
    queries, source = torch.randn(2, 3, D).double(), torch.randn(2, MANY, D).double()
    key_mask = torch.rand(2, MANY) < 0.7
    for mask, visible in ((None, torch.ones(2, MANY, dtype=torch.bool)), (key_mask, key_mask)):
        wanted, weights = by_loops(eba, queries, source, visible[:, None].expand(2, 3, MANY))
        with torch.no_grad():
            attended = eba(queries, source, mask)
        torch.testing.assert_close(attended.output, wanted, atol=1e-9, rtol=0)
        torch.testing.assert_close(attended.weights, weights, atol=1e-9, rtol=0)
        assert mask is None or (attended.weights.transpose(1, 2)[~mask] == 0).all()


@pytest.mark.parametrize("keys", [MANY - 1, MANY])
@pytest.mark.parametrize("heads", [1, 2])
@pytest.mark.parametrize("causal", [False, True])
def test_live_channels_give_what_all_channels_give(keys: int, heads: int, causal: bool) -> None:
    eba = attention(heads)
    queries, source = torch.randn(2, keys, D).double(), torch.randn(2, keys, D).double()
    key_mask = torch.rand(2, keys) < 0.7
    key_mask[1] = False
    with torch.no_grad():
        wanted = eba(queries, source, key_mask, causal)
        eba.keep_by_channel()
        attended = eba(queries, source, key_mask, causal)
    torch.testing.assert_close(attended.output, wanted.output, atol=1e-12, rtol=0)
    torch.testing.assert_close(attended.weights, wanted.weights, atol=1e-12, rtol=0)


def test_weights_kept_by_channel_are_not_saved_twice() -> None:
    eba = attention()
    names = eba.state_dict().keys()
    eba.keep_by_channel()
    assert eba.state_dict().keys() == names


def test_several_heads_are_single_heads_on_their_channels() -> None:
    eba, queries, source = attention(heads=2), torch.randn(2, 3, D).double(), torch.randn(2, 4, D).double()
    attended = eba(queries, source)
    half, outputs, weights = D // 2, [], []
    for head in (slice(0, half), slice(half, D)):
        single = ExpertBilinearAttention(half, C // 2).double()
        q = eba.query_key(queries).relu()[..., head]
        k, v = eba.key(source).relu()[..., head], eba.value(source).relu()[..., head]
        single.pair, single.spatial, single.channel = eba.pair, eba.spatial, eba.channel
        scores, means = pair_terms(q, k, None, False, 1 << 40, single.pair, single.spatial)
        weights.append(scores.softmax(-1))
        gate = single.channel(means).sigmoid()
        outputs.append(gate * (weights[-1] @ v) * eba.query_value(queries).relu()[..., head])
    torch.testing.assert_close(attended.output, torch.cat(outputs, -1), atol=1e-9, rtol=0)
    torch.testing.assert_close(attended.weights, torch.stack(weights).mean(0), atol=1e-9, rtol=0)


@pytest.mark.parametrize("numbers", [1, 1 << 22], ids=["a query a block", "one block"])
@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("masked", [False, True])
@pytest.mark.parametrize("channels", [2, 4], ids=["queries folded into W_B", "pairs made"])
def test_the_blocked_gradient_passes_gradcheck(
    numbers: int, causal: bool, masked: bool, channels: int
) -> None:
    def leaf(*shape: int) -> Tensor:
        return torch.randn(*shape, dtype=torch.float64).requires_grad_()

    key_mask = torch.tensor([[1, 1, 1], [1, 0, 1]], dtype=torch.bool) if masked else None
    inputs = (
        leaf(2, 3, 2),
        leaf(2, 3, 2),
        leaf(channels, 2),
        leaf(channels),
        leaf(1, channels),
        leaf(1),
    )
    assert torch.autograd.gradcheck(
        lambda *leaves: PairTerms.apply(*leaves, key_mask, causal, numbers), inputs
    )


@blocks
@pytest.mark.parametrize("causal", [False, True])
def test_blocked_gradients_equal_those_of_the_whole_tensor(numbers: int, causal: bool) -> None:
    eba = attention()
    queries, source = torch.randn(3, 5, D).double(), torch.randn(3, 5, D).double()
    key_mask = torch.tensor([[1, 1, 1, 1, 1], [1, 0, 1, 1, 0], [1, 1, 0, 0, 0]], dtype=torch.bool)

    def gradients(whole: bool) -> list[Tensor]:
        leaves = [queries.clone().requires_grad_(), source.clone().requires_grad_()]
        projected = eba.project(leaves[1])
        q = eba.query_key(leaves[0]).relu()
        terms = [eba.pair.weight, eba.pair.bias, eba.spatial.weight, eba.spatial.bias]
        if whole:
            scores, means = pair_terms(q, projected.keys, key_mask, causal, 1 << 40, eba.pair, eba.spatial)
        else:
            scores, means = PairTerms.apply(q, projected.keys, *terms, key_mask, causal, numbers)
        loss = (scores.sin() * torch.arange(5)).sum() + means.cos().sum()
        return list(torch.autograd.grad(loss, leaves + terms))

    for blocked, whole in zip(gradients(False), gradients(True), strict=True):
        torch.testing.assert_close(blocked, whole, atol=1e-12, rtol=1e-12)


def test_a_cached_source_gives_what_the_whole_causal_pass_gives() -> None:
    eba, words = attention(), torch.randn(2, 5, D).double()
    whole = eba(words, words, causal=True)
    source = eba.project(words)
    for t in range(5):
        seen = bilinear.Source(source.keys[:, : t + 1], source.values[:, : t + 1])
        last = eba.attend(words[:, t : t + 1], seen)
        torch.testing.assert_close(last.output[:, 0], whole.output[:, t], atol=1e-12, rtol=0)


def test_masked_keys_change_nothing_whatever_they_hold() -> None:
    eba, queries, source = attention(), torch.randn(2, 3, D).double(), torch.randn(2, 5, D).double()
    key_mask = torch.tensor([[1, 1, 1, 0, 0]] * 2, dtype=torch.bool)
    padded = eba(queries, source, key_mask)
    other = eba(queries, torch.cat([source[:, :3], 100 + source[:, 3:]], 1), key_mask)
    short = eba(queries, source[:, :3])
    torch.testing.assert_close(padded.output, other.output, atol=0, rtol=0)
    torch.testing.assert_close(padded.output, short.output, atol=1e-12, rtol=0)


def test_attention_to_nothing_is_zero_and_has_finite_gradients() -> None:
    eba, queries = attention(), torch.randn(1, 2, D).double().requires_grad_()
    attended = eba(queries, torch.randn(1, 3, D).double(), torch.zeros(1, 3, dtype=torch.bool))
    assert (attended.weights == 0).all()
    assert (attended.output == 0).all()
    (gradient,) = torch.autograd.grad(attended.output.sum(), queries)
    assert gradient.isfinite().all()


def test_bfloat16_autocast_stays_near_float32_forwards_and_backwards() -> None:
    eba = ExpertBilinearAttention(32, 16)
    queries, source = torch.randn(2, 5, 32), torch.randn(2, 5, 32)
    gradients = []
    for enabled in (False, True):
        eba.zero_grad()
        with torch.autocast("cpu", torch.bfloat16, enabled=enabled):
            output = eba(queries, source, causal=True).output
        output.float().square().sum().backward()
        assert eba.pair.weight.grad is not None
        gradients.append(eba.pair.weight.grad.clone())
    error = (gradients[0] - gradients[1]).norm() / gradients[0].norm()
    assert error < 0.05  # bfloat16 keeps 8 bits, and a ReLU near 0 may fall on the other side


def test_causal_attention_needs_a_query_for_every_key() -> None:
    with pytest.raises(ValueError, match="causal"):
        attention()(torch.randn(1, 2, D).double(), torch.randn(1, 3, D).double(), causal=True)
