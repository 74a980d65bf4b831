"""Expert bilinear attention (EBA), the one kind of attention METransformer is made of.

METransformer: Wang, Liu, Wang, Zhou, CVPR 2023, section 3; the X-linear form is Pan et al., CVPR 2020.

Shapes
    R rows, E queries of a row, N keys of a row, D width (the paper's D_B), C hidden width (D_mid), s = ReLU

Equations
    (1) B_k   = s(W_k K) * s(W_q^k Q)            (R, E, N, D)
    (2) B_v   = s(W_v V) * s(W_q^v Q)            (R, E, N, D)
    (3) B_mid = s(W_B B_k)                       (R, E, N, C)
    (4) a_s   = softmax_N(w_s B_mid + b_s)       (R, E, N)     spatial
    (5) b_c   = sigmoid(W_c mean_N B_mid)        (R, E, D)     channel
    (6) EBA   = b_c * sum_N a_s * B_v            (R, E, D)

Departures
    The value side is factorised, sum_N a_s * B_v = s(W_q^v Q) * (a_s @ s(W_v V)), which is exact; B_v is
    never made. B_k and B_mid are made for a few queries at a time, because whole they take gigabytes (R E N D
    numbers); in training B_mid is made again in the backward pass. Causal blocks leave future keys out
    instead of masking them.
    The mean of (5) runs over the keys that a query may see; over all keys it would leak the future.
    Masked softmax over no key at all is zero, not undefined.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.autograd.function import once_differentiable

PAIR_BLOCK_NUMBERS = 1 << 22  # 16 MB in float32, about a CPU's last cache
ALL_AT_ONCE = sys.maxsize  # as `block_numbers`: one block whatever the shapes, which may be symbols
LIVE_KEYS = 64  # keys from which gathering a query's live channels costs less than it spares


class Attended(NamedTuple):
    """What EBA returns: `output` (R, E, D) and the spatial attention `weights` (R, E, N), mean over heads."""

    output: Tensor
    weights: Tensor


class Source(NamedTuple):
    """Keys s(W_k K) and values s(W_v V) of a source, each (R, N, D): what decoding keeps."""

    keys: Tensor
    values: Tensor


class QueryBlock(NamedTuple):
    """Queries `start:stop` and how many keys, from the first, any of them may see."""

    start: int
    stop: int
    keys: int


def query_blocks(queries: Tensor, keys: Tensor, causal: bool, numbers: int) -> Iterator[QueryBlock]:
    """Cut the queries (R, E, D) so that a block's pairs with keys (R, N, D) are at most `numbers` numbers."""
    R, E, D = queries.shape
    N = keys.shape[1]
    if numbers == ALL_AT_ONCE:
        yield QueryBlock(0, E, N)
        return
    size = max(1, numbers // max(1, R * N * D))
    for start in range(0, E, size):
        stop = min(start + size, E)
        yield QueryBlock(start, stop, stop if causal else N)


def visible_pairs(
    block: QueryBlock, key_mask: Tensor | None, causal: bool, device: torch.device
) -> Tensor | None:
    """Which pairs of a block count, (R or 1, block queries, block keys); None where all of them do."""
    visible = key_mask[:, None, : block.keys] if key_mask is not None else None
    if not causal:
        return visible
    ones = torch.ones(block.stop - block.start, block.keys, dtype=torch.bool, device=device)
    past = ones.tril(block.start)[None]
    return past if visible is None else past & visible


def mean_weights(block: QueryBlock, visible: Tensor | None, like: Tensor) -> Tensor:
    """Weights of a mean over visible keys, broadcastable to (R, block queries, block keys)."""
    if visible is None:
        return like.new_full((1, 1, 1), 1 / block.keys)
    counted = visible.to(like.dtype)
    return counted / counted.sum(dim=-1, keepdim=True).clamp(min=1)


def pair_terms(
    queries: Tensor,
    keys: Tensor,
    key_mask: Tensor | None,
    causal: bool,
    numbers: int,
    hidden: Callable[[Tensor], Tensor],
    score: Callable[[Tensor], Tensor],
) -> tuple[Tensor, Tensor]:
    """Spatial scores (R, E, N), zero where a key is not visible, and mean_N B_mid (R, E, C): eqs. 1, 3-5."""
    all_scores: list[Tensor] = []
    all_means: list[Tensor] = []
    for block in query_blocks(queries, keys, causal, numbers):
        visible = visible_pairs(block, key_mask, causal, queries.device)
        pairs = queries[:, block.start : block.stop, None] * keys[:, None, : block.keys]
        mid = hidden(pairs).relu_()  # (R, e, n, C)
        weights = mean_weights(block, visible, mid)
        all_means.append((mid * weights[..., None]).sum(2) if visible is not None else mid.mean(2))
        scores = score(mid).squeeze(-1)  # (R, e, n)
        scores = scores if visible is None else scores.masked_fill(~visible, 0)
        all_scores.append(nn.functional.pad(scores, (0, keys.shape[1] - block.keys)))
    return torch.cat(all_scores, 1), torch.cat(all_means, 1)


def live_pair_terms(
    queries: Tensor,
    keys: Tensor,
    key_mask: Tensor | None,
    by_channel: Tensor,
    bias: Tensor,
    score: Callable[[Tensor], Tensor],
) -> tuple[Tensor, Tensor]:
    """`pair_terms`, not causal, from every query's live channels only; `by_channel` (D, C) is W_B transposed.

    ReLU leaves about half of a query's channels at zero. Whatever these meet in eq. 3 adds nothing, so the
    keys' columns and W_B's rows of the others are gathered, which halves the product; only the order of
    summation differs. Gathering needs W_B by channel, and only pays on a CPU and from `LIVE_KEYS` keys on.
    """
    R, E, _ = queries.shape
    N = keys.shape[1]
    mid = queries.new_empty(R, E, N, by_channel.shape[1])
    for row in range(R):
        for query, out in zip(queries[row], mid[row], strict=True):
            live = query.nonzero()[:, 0]
            pairs = keys[row].index_select(1, live) * query[live]  # (N, live channels)
            torch.addmm(bias, pairs, by_channel.index_select(0, live), out=out)
    mid.relu_()
    block = QueryBlock(0, E, N)
    visible = visible_pairs(block, key_mask, False, queries.device)
    means = mean_weights(block, visible, mid).expand(R, 1, N)[:, None] @ mid  # (R, E, 1, C)
    scores = score(mid).squeeze(-1)
    return scores if visible is None else scores.masked_fill(~visible, 0), means.squeeze(2)


class PairTerms(torch.autograd.Function):
    """`pair_terms` for training: no pair is kept for the backward pass.

    W_B (q * k) = (W_B * q) k: folding a query into W_B's columns turns all pairs of a block into one matrix
    product, forwards and twice backwards, and spares products of R E N D numbers, which cost most on a CPU.
    It makes R E C D numbers instead, so it is done where there are more keys than hidden channels.
    """

    @staticmethod
    def forward(
        ctx: Any,
        queries: Tensor,
        keys: Tensor,
        weight: Tensor,
        bias: Tensor,
        score_weight: Tensor,
        score_bias: Tensor,
        key_mask: Tensor | None,
        causal: bool,
        numbers: int,
    ) -> tuple[Tensor, Tensor]:
        """Eqs. 1, 3 and the linear parts of 4 and 5; `weight` (C, D) is W_B, `score_weight` (1, C) is w_s."""
        ctx.save_for_backward(queries, keys, weight, bias, score_weight, key_mask)
        ctx.causal, ctx.numbers = causal, numbers
        all_scores: list[Tensor] = []
        all_means: list[Tensor] = []
        for block in query_blocks(queries, keys, causal, numbers):
            visible = visible_pairs(block, key_mask, causal, queries.device)
            mid = middle(queries, keys, block, weight, bias)  # (R, n, e, C)
            all_means.append(weighted_mean(mid, mean_weights(block, visible, mid)))
            scores = nn.functional.linear(mid, score_weight, score_bias).squeeze(-1).mT  # (R, e, n)
            scores = scores if visible is None else scores.masked_fill(~visible, 0)
            all_scores.append(nn.functional.pad(scores, (0, keys.shape[1] - block.keys)))
        return torch.cat(all_scores, 1), torch.cat(all_means, 1)

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad_scores: Tensor, grad_means: Tensor) -> tuple[Tensor | None, ...]:
        """Gradients by blocks; sums over blocks are kept in float32 at least."""
        queries, keys, weight, bias, score_weight, key_mask = ctx.saved_tensors
        wide = torch.promote_types(queries.dtype, torch.float32)
        grad_queries = torch.empty_like(queries)
        grad_keys = torch.zeros_like(keys, dtype=wide)
        grad_weight, grad_bias, grad_score_weight = (
            torch.zeros_like(tensor, dtype=wide) for tensor in (weight, bias, score_weight)
        )
        grad_score_bias = torch.zeros(1, dtype=wide, device=queries.device)
        for block in query_blocks(queries, keys, ctx.causal, ctx.numbers):
            visible = visible_pairs(block, key_mask, ctx.causal, queries.device)
            block_queries, block_keys = queries[:, block.start : block.stop], keys[:, : block.keys]
            mid = middle(queries, keys, block, weight, bias)  # (R, n, e, C)
            grad_score = grad_scores[:, block.start : block.stop, : block.keys].mT  # (R, n, e)
            grad_score = grad_score if visible is None else grad_score * visible.mT
            mean_part = mean_weights(block, visible, mid).mT[..., None]  # (R or 1, n, e or 1, 1)
            grad_mid = grad_means[:, None, block.start : block.stop] * mean_part
            grad_mid = torch.addcmul(grad_mid, grad_score[..., None], score_weight[0])
            grad_score_weight += (grad_score.reshape(1, -1) @ mid.flatten(0, 2)).to(wide)
            grad_score_bias += grad_score.sum(dtype=wide)
            grad_mid = torch.ops.aten.threshold_backward(grad_mid, mid, 0)
            grad_bias += grad_mid.sum((0, 1, 2), dtype=wide)
            if folds_pay(block, weight):
                flat = grad_mid.flatten(2)  # (R, n, e C)
                folds = block_queries[:, :, None] * weight  # (R, e, C, D)
                by_query = (flat.mT @ block_keys).view_as(folds)  # sum over keys
                grad_weight += torch.einsum("recd,red->cd", by_query, block_queries).to(wide)
                grad_queries[:, block.start : block.stop] = (by_query * weight).sum(2)
                grad_keys[:, : block.keys] += flat @ folds.flatten(1, 2)
            else:
                pairs = block_keys[:, :, None] * block_queries[:, None]  # (R, n, e, D)
                grad_weight += (grad_mid.flatten(0, 2).mT @ pairs.flatten(0, 2)).to(wide)
                grad_pairs = grad_mid @ weight
                grad_queries[:, block.start : block.stop] = (grad_pairs * block_keys[:, :, None]).sum(1)
                grad_keys[:, : block.keys] += (grad_pairs * block_queries[:, None]).sum(2)
        return (
            grad_queries,
            grad_keys.to(keys.dtype),
            grad_weight.to(weight.dtype),
            grad_bias.to(bias.dtype),
            grad_score_weight.to(score_weight.dtype),
            grad_score_bias.to(bias.dtype),
            None,
            None,
            None,
        )


def folds_pay(block: QueryBlock, weight: Tensor) -> bool:
    """Whether a query folded into W_B (C, D) is smaller than its pairs with the keys (n, D)."""
    return block.keys > weight.shape[0]


def middle(queries: Tensor, keys: Tensor, block: QueryBlock, weight: Tensor, bias: Tensor) -> Tensor:
    """B_mid (R, n, e, C) of a block of queries (R, E, D) with keys (R, N, D): eqs. 1 and 3."""
    block_queries, block_keys = queries[:, block.start : block.stop], keys[:, : block.keys]
    if not folds_pay(block, weight):
        return nn.functional.linear(block_keys[:, :, None] * block_queries[:, None], weight, bias).relu_()
    folds = (block_queries[:, :, None] * weight).flatten(1, 2)  # (R, e C, D)
    R, n, _ = block_keys.shape
    mid = (block_keys @ folds.mT).view(R, n, -1, len(weight))
    return mid.add_(bias).relu_()


def weighted_mean(mid: Tensor, weights: Tensor) -> Tensor:
    """(R, e, C): the mean of mid (R, n, e, C) over keys; weights (R or 1, e or 1, n)."""
    if weights.shape[1] > 1 or weights.shape[2] == 1:
        return (mid * weights.mT[..., None]).sum(1)
    R, _, E, C = mid.shape
    return (weights.expand(R, -1, -1) @ mid.flatten(2)).view(R, E, C)


class ExpertBilinearAttention(nn.Module):
    """EBA(Q, KV) of eqs. 1-6. Several heads have D/heads channels each and share W_B, w_s and W_c.

    `block_numbers` is how many numbers of query-key pairs are held at once. `by_channel` is W_B transposed,
    once `keep_by_channel` was called.
    """

    by_channel: Tensor | None

    def __init__(self, width: int, hidden: int, heads: int = 1) -> None:
        super().__init__()
        self.heads = heads
        self.block_numbers = PAIR_BLOCK_NUMBERS
        self.key = nn.Linear(width, width)  # W_k
        self.value = nn.Linear(width, width)  # W_v
        self.query_key = nn.Linear(width, width)  # W_q^k
        self.query_value = nn.Linear(width, width)  # W_q^v
        self.pair = nn.Linear(width // heads, hidden // heads)  # W_B
        self.spatial = nn.Linear(hidden // heads, 1)  # w_s
        self.channel = nn.Linear(hidden // heads, width // heads)  # W_c
        self.register_buffer("by_channel", None, persistent=False)

    def keep_by_channel(self) -> None:
        """Let inference with many keys work off live channels only. Call it when the weights are final."""
        self.by_channel = self.pair.weight.detach().t().contiguous()

    def project(self, source: Tensor) -> Source:
        """Keys and values of a source (R, N, D)."""
        return Source(self.key(source).relu(), self.value(source).relu())

    def attend(
        self, queries: Tensor, source: Source, key_mask: Tensor | None = None, causal: bool = False
    ) -> Attended:
        """Attention of queries (R, E, D) over a projected source (R, N, D).

        `key_mask` (R, N) is True where a key is real. With `causal`, E equals N and query t sees keys 0..t.
        """
        if causal and queries.shape[1] != source.keys.shape[1]:
            raise ValueError(
                f"causal attention of {queries.shape[1]} queries over {source.keys.shape[1]} keys"
            )
        query_key = self._split(self.query_key(queries).relu())
        query_value = self.query_value(queries).relu()
        keys, values = self._split(source.keys), self._split(source.values)
        if key_mask is not None and self.heads > 1:
            key_mask = key_mask.repeat_interleave(self.heads, dim=0)
        scores, means = self._pair_terms(query_key, keys, key_mask, causal)
        weights = visible_softmax(scores, key_mask, causal)  # (R heads, E, N)  eq. 4
        gate = self.channel(means).sigmoid()  # (R heads, E, D/heads)  eq. 5
        output = self._merge(gate * (weights @ values)) * query_value  # eq. 6, factorised
        R, E, _ = queries.shape
        return Attended(output, weights.view(R, self.heads, E, -1).mean(1))

    def forward(
        self, queries: Tensor, source: Tensor, key_mask: Tensor | None = None, causal: bool = False
    ) -> Attended:
        """EBA of queries (R, E, D) over an unprojected source (R, N, D)."""
        return self.attend(queries, self.project(source), key_mask, causal)

    def _pair_terms(
        self, queries: Tensor, keys: Tensor, key_mask: Tensor | None, causal: bool
    ) -> tuple[Tensor, Tensor]:
        if not torch.is_grad_enabled():  # the modules themselves, which a runner may have packed
            if self.by_channel is not None and keys.shape[1] >= LIVE_KEYS and not causal:
                return live_pair_terms(queries, keys, key_mask, self.by_channel, self.pair.bias, self.spatial)
            return pair_terms(queries, keys, key_mask, causal, self.block_numbers, self.pair, self.spatial)
        parameters = [self.pair.weight, self.pair.bias, self.spatial.weight, self.spatial.bias]
        same = [parameter.to(queries.dtype) for parameter in parameters]  # under autocast they differ
        with torch.autocast(queries.device.type, enabled=False):
            scores, means = PairTerms.apply(
                queries, keys.to(queries.dtype), *same, key_mask, causal, self.block_numbers
            )
        return scores, means

    def _split(self, x: Tensor) -> Tensor:
        if self.heads == 1:
            return x
        R, T, _ = x.shape
        return x.view(R, T, self.heads, -1).transpose(1, 2).reshape(R * self.heads, T, -1)

    def _merge(self, x: Tensor) -> Tensor:
        if self.heads == 1:
            return x
        T = x.shape[1]
        return x.view(-1, self.heads, T, x.shape[2]).transpose(1, 2).flatten(2)


def visible_softmax(scores: Tensor, key_mask: Tensor | None, causal: bool) -> Tensor:
    """Softmax of scores (R, E, N) over visible keys; exactly 0 on the others, and if there is none."""
    _, E, N = scores.shape
    visible = visible_pairs(QueryBlock(0, E, N), key_mask, causal, scores.device)
    if visible is None:
        return scores.softmax(-1)
    masked = scores.masked_fill(~visible, torch.finfo(scores.dtype).min)
    return masked.softmax(-1).masked_fill(~visible, 0)
