from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest
import torch
from torch import Tensor
from transformers import BertModel

from engine.errors import BundleDamaged
from engine.models.moebqa import (
    Moebqa,
    MoebqaConfig,
    Router,
    Routing,
    Rows,
    bert_config,
    check_sizes,
    expert_cosines,
)

R, T, D, N = 7, 9, 8, 4

TINY = MoebqaConfig(
    vocab_size=40,
    width=D,
    heads=2,
    hidden_width=12,
    max_tokens=16,
    bottom_layers=1,
    top_layers=2,
    unshared_experts=N,
    routing_width=3,
)
DENSE = replace(TINY, unshared_experts=0)


@pytest.fixture(autouse=True)
def one_thread_and_seed() -> None:
    torch.set_num_threads(1)
    torch.manual_seed(0)


def model_of(config: MoebqaConfig, spread: float = 0.5) -> Moebqa:
    """A model in float64 without dropout, whose experts differ and among whose experts rows part."""
    model = Moebqa(config).double().eval()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(spread * torch.randn_like(parameter))
        if model.router is not None:
            let_rows_part(model, model.router)
    return model


def let_rows_part(model: Moebqa, router: Router) -> None:
    """Put the first centroids along the features in which random rows differ most."""
    features: list[Tensor] = []
    hook = router.projection.register_forward_hook(lambda *parts: features.append(parts[2]))
    model.score(some_rows(60))
    hook.remove()
    apart = features[0] - features[0].mean(0)
    directions = torch.linalg.svd(apart, full_matrices=False).Vh[:2]
    count = len(router.centroids)
    router.centroids.copy_(3 * torch.cat([directions, -directions])[:count] / apart.std())
    if count > 1:  # no expert is liked by all
        mean = features[0].mean(0)
        router.centroids.sub_(router.centroids @ mean[:, None] * mean / (mean @ mean))


def some_rows(rows: int = R) -> Rows:
    lengths = 5 + torch.arange(rows) % (T - 4)
    places = torch.arange(T)[None]
    mask = places < lengths[:, None]
    return Rows(
        ids=torch.randint(5, 40, (rows, T)),
        segments=((places >= 3) & mask).long(),
        mask=mask,
        routed_by=(places >= 1) & (places < 3) & mask,
    )


# --- the equations as loops ---


def linear(layer: Any, x: Tensor) -> Tensor:
    added: Tensor = torch.stack([(row * x).sum() for row in layer.weight]) + layer.bias
    return added


def gelu(x: Tensor) -> Tensor:
    return torch.stack([v * 0.5 * (1 + math.erf(float(v) / math.sqrt(2))) for v in x])


def normed(layer: torch.nn.LayerNorm, x: Tensor) -> Tensor:
    variance = ((x - x.mean()) ** 2).mean()
    return (x - x.mean()) / (variance + layer.eps).sqrt() * layer.weight + layer.bias


def softmax(values: list[float]) -> list[float]:
    total = sum(math.exp(value) for value in values)
    return [math.exp(value) / total for value in values]


def block_by_loops(block: Any, tokens: list[Tensor], heads: int) -> list[Tensor]:
    """A BERT block over the real tokens of one row."""
    own = block.attention.self
    queries, keys, values = ([linear(part, x) for x in tokens] for part in (own.query, own.key, own.value))
    size = len(tokens[0]) // heads
    out = []
    for t, token in enumerate(tokens):
        mixed = []
        for head in range(heads):
            part = slice(head * size, (head + 1) * size)
            scores = [float((queries[t][part] * key[part]).sum()) / math.sqrt(size) for key in keys]
            weights = softmax(scores)
            mixed.append(torch.stack([w * v[part] for w, v in zip(weights, values, strict=True)]).sum(0))
        attended = linear(block.attention.output.dense, torch.cat(mixed))
        x = normed(block.attention.output.LayerNorm, attended + token)
        inner = gelu(linear(block.intermediate.dense, x))
        out.append(normed(block.output.LayerNorm, linear(block.output.dense, inner) + x))
    return out


def row_by_loops(model: Moebqa, rows: Rows, row: int) -> tuple[float, int, float, list[float]]:
    """Logit, expert, gate and affinities of one row: equations 1 to 6, token by token."""
    config, embed = model.config, model.embeddings
    tokens = [
        normed(
            embed.LayerNorm,
            embed.word_embeddings.weight[rows.ids[row, t]]
            + embed.token_type_embeddings.weight[rows.segments[row, t]]
            + embed.position_embeddings.weight[t],
        )
        for t in range(int(rows.mask[row].sum()))
    ]
    for block in model.bottom:
        tokens = block_by_loops(block, tokens, config.heads)
    assert model.router is not None
    assert model.shared is not None
    asked = [tokens[t] for t in range(len(tokens)) if rows.routed_by[row, t]]
    pooled = tokens[0] if config.routing == "cls" else torch.stack(asked).sum(0) / len(asked)
    if config.affinity == "projected":
        (projection, _) = model.router.projection.children()
        pooled = gelu(linear(projection, pooled))
    affinities = [float((pooled * centroid).sum()) for centroid in model.router.centroids]
    expert = affinities.index(max(affinities))
    gate = 0.5 if config.gate == "constant" else softmax(affinities)[expert]
    by_expert, by_shared = tokens, tokens
    for block in model.all_experts()[expert]:
        by_expert = block_by_loops(block, by_expert, config.heads)
    for block in model.shared:
        by_shared = block_by_loops(block, by_shared, config.heads)
    first = gate * by_expert[0] + (1 - gate) * by_shared[0]
    logit = linear(model.classifier, torch.tanh(linear(model.pooler.dense, first)))
    return float(logit), expert, gate, affinities


@pytest.mark.parametrize(
    "config",
    [
        TINY,
        replace(TINY, affinity="dot"),
        replace(TINY, gate="constant"),
        replace(TINY, routing="cls"),
        replace(TINY, unshared_experts=1),
        replace(TINY, top_layers=1, bottom_layers=2),
    ],
    ids=["as released", "plain affinity", "constant gate", "[CLS] routing", "two experts", "one top layer"],
)
def test_it_equals_its_equations_as_loops(config: MoebqaConfig) -> None:
    model, rows = model_of(config), some_rows()
    with torch.no_grad():
        scored = model.score(rows)
        wanted = [row_by_loops(model, rows, row) for row in range(R)]
    for row, (logit, expert, gate, affinities) in enumerate(wanted):
        assert scored.routing.experts[row] == expert
        assert float(scored.logits[row]) == pytest.approx(logit, abs=1e-9)
        assert float(scored.routing.gates[row]) == pytest.approx(gate, abs=1e-9)
        assert scored.routing.affinities[row].tolist() == pytest.approx(affinities, abs=1e-9)
    assert config.unshared_experts == 1 or len(set(scored.routing.experts.tolist())) > 1, "rows part"


def test_balance_loss_equals_its_equation_as_loops_over_two_steps() -> None:
    router = Router(TINY).double().train()
    torch.nn.init.normal_(router.centroids)
    counts = [0] * N
    for step in (1, 2):
        hidden = torch.randn(R, T, D).double()
        routing, loss = router(hidden, torch.ones(R, T, dtype=torch.bool))
        for expert in routing.experts.tolist():
            counts[expert] += 1
        shares = [softmax(row) for row in routing.affinities.tolist()]
        wanted = sum(counts[i] / sum(counts) * sum(row[i] for row in shares) / R for i in range(N)) * N * N
        assert float(loss.detach()) == pytest.approx(wanted, abs=1e-9)
        assert router.counts.sum() == step * R
    assert router.counts.tolist() == counts


# --- what the paper promises ---


def test_at_initialisation_it_is_the_dense_model_bit_by_bit_wherever_rows_go() -> None:
    model, dense = Moebqa(TINY).eval(), Moebqa(DENSE).eval()
    parts = {name: tensor for name, tensor in model.state_dict().items() if name in dense.state_dict()}
    dense.load_state_dict(parts)
    rows = some_rows()
    assert model.router is not None
    with torch.no_grad():
        wanted = dense.score(rows).logits
        for seed in range(8):
            torch.manual_seed(seed)
            torch.nn.init.normal_(model.router.centroids, std=30)
            scored = model.score(rows)
            assert torch.equal(scored.logits, wanted)


def test_it_starts_as_the_bert_that_it_was_split_from() -> None:
    bert = BertModel(bert_config(TINY)).eval()
    model, rows = Moebqa.from_bert(bert, TINY).eval(), some_rows()
    with torch.no_grad():
        pooled = bert(rows.ids, attention_mask=rows.mask.long(), token_type_ids=rows.segments).pooler_output
        wanted = model.classifier(pooled)[:, 0]
        torch.testing.assert_close(model.score(rows).logits, wanted, atol=1e-6, rtol=0)


@pytest.mark.parametrize("bottom", [0, 1, 2])
def test_it_starts_as_the_trained_dense_examinee_that_it_was_split_from(bottom: int) -> None:
    dense = model_of(replace(DENSE, bottom_layers=2, top_layers=1)).float()
    config = replace(TINY, bottom_layers=bottom, top_layers=3 - bottom)
    model, rows = Moebqa.from_dense(dense, config).eval(), some_rows()
    assert model.router is not None
    with torch.no_grad():
        torch.nn.init.normal_(model.router.centroids, std=30)
        torch.testing.assert_close(model.score(rows).logits, dense.score(rows).logits, atol=1e-6, rtol=0)


def test_what_has_experts_or_other_sizes_is_not_split_again() -> None:
    with pytest.raises(ValueError, match="it has experts of its own"):
        Moebqa.from_dense(Moebqa(TINY), TINY)
    with pytest.raises(ValueError, match="num_hidden_layers is 3, the config asks for 4"):
        Moebqa.from_dense(Moebqa(DENSE), replace(TINY, bottom_layers=2))


def test_a_bert_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match=r"num_hidden_layers is 3, the config asks for 4"):
        check_sizes(bert_config(TINY), replace(TINY, bottom_layers=2))


@pytest.mark.parametrize("experts", [1, 2, 4])
def test_gates_lie_between_an_equal_share_and_one(experts: int) -> None:
    model = model_of(replace(TINY, unshared_experts=experts), spread=2)
    gates = model.score(some_rows(40)).routing.gates
    assert (gates >= 1 / experts).all()
    assert (gates <= 1).all()


def test_only_experts_with_rows_get_gradients() -> None:
    model = model_of(TINY)
    scored = model.score(some_rows())
    scored.logits.sum().backward()
    asked = set(scored.routing.experts.tolist())
    assert 1 <= len(asked) < N
    for index, expert in enumerate(model.experts):
        assert all((parameter.grad is not None) == (index in asked) for parameter in expert.parameters())
    assert model.router is not None
    assert model.router.centroids.grad is not None
    assert model.embeddings.word_embeddings.weight.grad is not None


def test_only_the_routed_expert_is_computed() -> None:
    model, computed = model_of(TINY), []
    for index, expert in enumerate(model.experts):
        expert.register_forward_hook(lambda *parts, index=index: computed.append((index, len(parts[2]))))
    scored = model.score(some_rows())
    by_expert = torch.bincount(scored.routing.experts, minlength=N)
    assert computed == [(index, int(count)) for index, count in enumerate(by_expert) if count]


def test_the_balance_loss_of_equal_shares_is_n_and_its_counts_have_no_gradient() -> None:
    config = replace(TINY, affinity="dot")
    router = Router(config).train()
    torch.nn.init.zeros_(router.centroids)
    router.counts += 5  # the same for all, the batch's few do not matter
    router.counts *= 10**9
    routing, loss = router(torch.randn(R, T, D), torch.ones(R, T, dtype=torch.bool))
    assert float(loss.detach()) == pytest.approx(N)
    assert not router.counts.requires_grad
    assert float(Router(replace(config, balance_scale="n")).config.balance_factor) == N
    assert routing.gates.tolist() == pytest.approx([1 / N] * R)


def test_counts_outlive_a_restart_and_are_left_alone_by_evaluation() -> None:
    model = Moebqa(TINY).train()
    assert model.router is not None
    model.score(some_rows())
    counts = model.router.counts.tolist()
    assert sum(counts) == R
    again = Moebqa(TINY)
    again.load_state_dict(model.state_dict())
    again.eval()
    assert float(again.score(some_rows()).balance_loss) == 0
    assert again.router is not None
    assert again.router.counts.tolist() == counts


@pytest.mark.parametrize(("balance", "counted"), [("batch", True), ("none", False)])
def test_other_balance_losses(balance: str, counted: bool) -> None:
    router = Router(replace(TINY, balance=balance)).train()  # type: ignore[arg-type]
    torch.nn.init.normal_(router.centroids)
    router.counts += torch.tensor([1000, 0, 0, 0])
    routing, loss = router(torch.randn(R, T, D), torch.ones(R, T, dtype=torch.bool))
    f = torch.bincount(routing.experts, minlength=N) / R
    wanted = N * N * (f * routing.affinities.softmax(-1).mean(0)).sum() if counted else torch.zeros(())
    torch.testing.assert_close(loss, wanted)


def test_without_a_shared_expert_the_routed_one_answers_alone_and_the_router_still_learns() -> None:
    config = replace(TINY, shared_expert=False)
    model, rows = model_of(config), some_rows()
    scored = model.score(rows)
    hidden, mask = torch.randn(1, T, D).double(), torch.zeros(1, 1, 1, T).double()
    one = Routing(torch.tensor([2]), torch.tensor([0.3]).double(), torch.zeros(1, N).double())
    assert torch.equal(model.mixed(hidden, mask, one), model.experts[2](hidden, mask))
    scored.logits.sum().backward()
    assert model.router is not None
    assert model.router.centroids.grad is not None
    assert float(model.router.centroids.grad.abs().sum()) > 0
    assert len(model.all_experts()) == N


def test_a_dense_model_has_no_router_and_routes_nowhere() -> None:
    scored = model_of(DENSE).score(some_rows())
    assert scored.routing.experts.tolist() == [-1] * R
    assert scored.routing.affinities.shape == (R, 0)
    assert not any("router" in name or "experts" in name for name in Moebqa(DENSE).state_dict())


# --- rows, options, padding ---


def questions(rows: Rows, options: int) -> Rows:
    return Rows(*(tensor.view(-1, options, T) for tensor in rows))


def test_permuting_options_permutes_logits() -> None:
    model, asked = model_of(TINY), questions(some_rows(8), 4)
    present = torch.ones(2, 4, dtype=torch.bool)
    order = torch.tensor([2, 0, 3, 1])
    with torch.no_grad():
        logits = model(asked, present).logits
        permuted = model(Rows(*(tensor[:, order] for tensor in asked)), present).logits
    torch.testing.assert_close(permuted, logits[:, order], atol=1e-12, rtol=0)


def test_an_absent_option_has_no_chance_whatever_it_holds_and_no_gradient_is_lost() -> None:
    model, asked = model_of(TINY), questions(some_rows(8), 4)
    present = torch.tensor([[True, True, True, True], [True, True, False, False]])
    ids = asked.ids.clone()
    ids[1, 2:] = 39
    scored, other = model(asked, present), model(asked._replace(ids=ids), present)
    assert torch.equal(scored.logits, other.logits)
    assert scored.logits[1].softmax(-1)[2:].tolist() == [0, 0]
    assert len(scored.routing.experts) == 6
    torch.nn.functional.cross_entropy(scored.logits, torch.tensor([0, 1])).backward()
    gradient = model.embeddings.word_embeddings.weight.grad
    assert gradient is not None
    assert gradient.isfinite().all()


def test_a_batch_equals_its_rows_alone_and_padding_changes_nothing() -> None:
    model, rows = model_of(TINY), some_rows()
    with torch.no_grad():
        together = model.score(rows)
        for row in range(R):
            length = int(rows.mask[row].sum())
            alone = model.score(Rows(*(tensor[row : row + 1, :length] for tensor in rows)))
            torch.testing.assert_close(alone.logits[0], together.logits[row], atol=1e-12, rtol=0)
            assert alone.routing.experts[0] == together.routing.experts[row]
        filled = rows._replace(ids=rows.ids.masked_fill(~rows.mask, 7))
        assert torch.equal(model.score(filled).logits, together.logits)


def test_cosines_of_equal_experts_are_one_and_fall_as_they_part() -> None:
    model = Moebqa(TINY)
    torch.testing.assert_close(expert_cosines(model), torch.ones(N + 1, N + 1).double())
    with torch.no_grad():
        for parameter in model.experts[1].parameters():
            parameter.add_(0.5 * torch.randn_like(parameter))
    cosines = expert_cosines(model)
    assert cosines[1, 0] < 0.95
    assert cosines[0, 2] > 1 - 1e-9
    torch.testing.assert_close(cosines, cosines.T)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"heads": 3}, "width 8 is not a multiple of heads 3"),
        ({"unshared_experts": 0, "shared_expert": False}, "unshared_experts is 0, less than 1"),
        ({"top_layers": 0}, "top_layers is 0, less than 1"),
        ({"dropout": 1}, r"dropout is 1, not in \[0, 1\)"),
        ({"routing": "first_sentence"}, "routing = 'first_sentence'"),
        ({"gate": None}, "gate = None"),
        ({"experts": 5}, "lacks or does not know: experts"),
    ],
)
def test_a_config_is_read_strictly(change: dict[str, object], problem: str) -> None:
    assert MoebqaConfig.from_dict(TINY.to_dict()) == TINY
    with pytest.raises(BundleDamaged, match=problem):
        MoebqaConfig.from_dict({**TINY.to_dict(), **change})
