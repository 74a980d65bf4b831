"""MoEBQA: Dai et al., "Mixture of Experts for Biomedical Question Answering", arXiv 2204.07469.

Shapes
    B questions, C options at most, R rows (a question with one of its options), T tokens, D width,
    n unshared experts and a shared one, m = n + 1, K width of affinities

Equations
    (1) H' = BERT_bottom(I)                            (R, T, D)  L_b blocks
    (2) h_q = mean of H' over the question's tokens    (R, D)
    (3) s_i = GELU(W_r h_q + b_r) . e_i                (R, n)     affinity of expert i
    (4) t = argmax_i s_i;  g = softmax(s)_t            (R,)
    (5) H = g BERT_top^t(H') + (1 - g) BERT_top^m(H')  (R, T, D)  L_t blocks; expert m is shared
    (6) logit = w . tanh(W_p H_[CLS] + b_p) + b        (R,)       softmax over a question's options
    (7) L_bal = n^2 sum_i f_i P_i                      f_i: share of rows sent to i in all steps so far,
                                                       P_i: mean over the batch's rows of softmax(s)_i

Departures
    Paper: s_i = h_q . e_i. Released code: the projection of eq. 3. Here the code's, the paper's as an option.
    Paper: no factor of eq. 7 is known. Released code: n^2, with which the loss's weight was tuned; here too.
    Released code: forgets the counts behind f_i on a restart. Here they are a buffer that checkpoints keep.
    Eq. 5 is computed as shared + g (expert - shared), so that equal experts give exactly the dense model in
    float32; in float64 the last bit may differ, as products of other numbers of rows do.
    Only the expert that a row is sent to is computed, for all rows of an expert together; of its last block
    [CLS] alone, since eq. 6 asks for nothing else.
    Without a shared expert: H = BERT_top^t(H') with a gradient for g, as the released code's variant 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import NamedTuple

import torch
from torch import Tensor, nn
from transformers import BertConfig, BertModel
from transformers.models.bert.modeling_bert import BertEmbeddings, BertLayer, BertPooler

from engine.models.moebqa_config import MoebqaConfig as MoebqaConfig

INITIAL_STD = 0.02  # BERT's
CENTROID_GAIN = 0.1  # released code: small, so that the first gates are nearly equal
CONSTANT_GATE = 0.5


class Rows(NamedTuple):
    """Token ids, segment ids (0 evidence and question, 1 option), which tokens are real and which routed by.

    Each (R, T), or (B, C, T) for whole questions; every real row has a token to be routed by.
    """

    ids: Tensor
    segments: Tensor
    mask: Tensor
    routed_by: Tensor


class Routing(NamedTuple):
    """`experts` (R,) is t, `gates` (R,) is g, `affinities` (R, n) is s. A dense model sends rows to -1."""

    experts: Tensor
    gates: Tensor
    affinities: Tensor


class Scored(NamedTuple):
    """Logits of rows (R,) or of questions' options (B, C), the rows' routing; L_bal, 0 outside training."""

    logits: Tensor
    routing: Routing
    balance_loss: Tensor


class Router(nn.Module):
    """Eqs. 2 to 4 and 7."""

    counts: Tensor

    def __init__(self, config: MoebqaConfig) -> None:
        super().__init__()
        n = config.unshared_experts
        projected = config.affinity == "projected"
        K = config.routing_width if projected else config.width
        self.config = config
        self.projection = nn.Sequential(nn.Linear(config.width, K), nn.GELU()) if projected else nn.Identity()
        self.centroids = nn.Parameter(torch.empty(n, K))  # e
        self.register_buffer("counts", torch.zeros(n, dtype=torch.int64))

    def forward(self, hidden: Tensor, routed_by: Tensor) -> tuple[Routing, Tensor]:
        """Where H' (R, T, D) goes by its tokens `routed_by` (R, T), and L_bal; training counts the rows."""
        routing = self.route(hidden, routed_by)
        if not self.counting:
            return routing, hidden.new_zeros(())
        sent = self.sent(routing)
        self.count(sent)
        return routing, self.balance_loss(routing, sent)

    @property
    def counting(self) -> bool:
        """Whether rows are counted: nothing is where the model is not trained, or not balanced."""
        return self.training and self.config.balance != "none"

    def route(self, hidden: Tensor, routed_by: Tensor) -> Routing:
        """Where H' (R, T, D) goes by its tokens `routed_by` (R, T); nothing is counted."""
        if self.config.routing == "cls":
            pooled = hidden[:, 0]
        else:
            chosen = routed_by.to(hidden.dtype)[..., None]
            pooled = (hidden * chosen).sum(1) / chosen.sum(1)  # (R, D)  eq. 2
        affinities = self.projection(pooled) @ self.centroids.T  # (R, n)  eq. 3
        shares = affinities.softmax(-1)
        gates, experts = shares.max(-1)  # eq. 4
        if self.config.gate == "constant":
            gates = torch.full_like(gates, CONSTANT_GATE)
        return Routing(experts, gates, affinities)

    def sent(self, routing: Routing) -> Tensor:
        """How many rows (n,) went to each expert."""
        return torch.bincount(routing.experts, minlength=self.config.unshared_experts)

    def count(self, sent: Tensor) -> None:
        """Remember that a batch sent so many rows (n,) to each expert."""
        self.counts += sent

    def balance_loss(self, routing: Routing, sent: Tensor) -> Tensor:
        """Eq. 7 of a batch whose rows, counted already, went to the experts `sent` (n,).

        `routing` may be that of a part of the batch: the losses of all parts add up to the batch's.
        """
        shares = routing.affinities.softmax(-1)
        counts = self.counts if self.config.balance == "cumulative" else sent
        f = (counts.double() / counts.sum()).to(shares.dtype)
        return self.config.balance_factor * (f * shares.sum(0) / sent.sum()).sum()


class Bottom(nn.ModuleList):
    """L_b BERT blocks."""

    def forward(self, hidden: Tensor, mask: Tensor) -> Tensor:
        """(R, T, D) to (R, T, D); the mask is added to attention scores."""
        for block in self:
            hidden = block(hidden, mask)
        return hidden


class Expert(nn.ModuleList):
    """L_t BERT blocks, the last one for [CLS] alone: the same numbers for little more than half the work."""

    def forward(self, hidden: Tensor, mask: Tensor) -> Tensor:
        """(R, T, D) to (R, 1, D); the mask is added to attention scores."""
        *before, last = [*self] or [None]
        for block in before:
            hidden = block(hidden, mask)
        return hidden[:, :1] if last is None else _of_first_token(last, hidden, mask)


def _of_first_token(block: BertLayer, hidden: Tensor, mask: Tensor) -> Tensor:
    """A block's output (R, 1, D) for the first token, which attends to all (R, T, D)."""
    attention = block.attention.self
    first = hidden[:, :1]

    def by_head(x: Tensor) -> Tensor:
        heads: Tensor = x.unflatten(-1, (attention.num_attention_heads, -1))
        return heads.transpose(1, 2)  # (R, heads, T, D / heads)

    mixed = nn.functional.scaled_dot_product_attention(
        by_head(attention.query(first)),
        by_head(attention.key(hidden)),
        by_head(attention.value(hidden)),
        attn_mask=mask,
        dropout_p=attention.dropout.p if block.training else 0.0,
    )
    attended = block.attention.output(mixed.transpose(1, 2).flatten(2), first)
    output: Tensor = block.feed_forward_chunk(attended)
    return output


class Moebqa(nn.Module):
    """The examinee: a BERT whose last blocks are experts, one of which sees every row."""

    def __init__(self, config: MoebqaConfig) -> None:
        super().__init__()
        bert = bert_config(config)
        layers = range(config.bottom_layers + config.top_layers)
        blocks = [BertLayer(bert, layer_idx=layer) for layer in layers]
        self.config = config
        self.embeddings = BertEmbeddings(bert)
        self.bottom = Bottom(blocks[: config.bottom_layers])
        top = Expert(blocks[config.bottom_layers :])
        self.router = Router(config) if config.unshared_experts else None
        self.pooler = BertPooler(bert)
        self.dropout = nn.Dropout(config.dropout)
        self.classifier = nn.Linear(config.width, 1)
        self.apply(_initialise)
        top.apply(_initialise)
        self.experts = nn.ModuleList(deepcopy(top) for _ in range(config.unshared_experts))
        self.shared = top if config.shared_expert else None

    @classmethod
    def from_bert(cls, bert: BertModel, config: MoebqaConfig) -> Moebqa:
        """Split a pretrained BERT; every expert starts as its last blocks. ValueError if its sizes differ."""
        check_sizes(bert.config, config)
        model = cls(config)
        model._begin_with(bert.embeddings, list(bert.encoder.layer))
        if bert.pooler is not None:
            model.pooler.load_state_dict(bert.pooler.state_dict())
        return model

    @classmethod
    def from_dense(cls, dense: Moebqa, config: MoebqaConfig) -> Moebqa:
        """Split a trained examinee without experts; every expert starts as its last blocks.

        What scores options comes along, so that at first it answers as the dense one does (eq. 5). ValueError
        if that has experts or other sizes.
        """
        if dense.shared is None or dense.router is not None:
            raise ValueError("it has experts of its own")
        check_sizes(bert_config(dense.config), config)
        model = cls(config)
        model._begin_with(dense.embeddings, [*dense.bottom, *dense.shared])
        model.pooler.load_state_dict(dense.pooler.state_dict())
        model.classifier.load_state_dict(dense.classifier.state_dict())
        return model

    def _begin_with(self, embeddings: BertEmbeddings, blocks: Sequence[nn.Module]) -> None:
        """Take a BERT's embeddings and all its blocks, the last ones for every expert."""
        self.embeddings.load_state_dict(embeddings.state_dict())
        for own in ([*self.bottom, *expert] for expert in self.all_experts()):
            for block, source in zip(own, blocks, strict=True):
                block.load_state_dict(source.state_dict())

    def all_experts(self) -> list[Expert]:
        """The unshared experts in their order, and the shared one last."""
        unshared = [expert for expert in self.experts if isinstance(expert, Expert)]
        return [*unshared, self.shared] if self.shared is not None else unshared

    def forward(self, questions: Rows, present: Tensor) -> Scored:
        """Questions' options (B, C, T), of which those `present` (B, C) are computed; the others get -inf."""
        rows = self.score(Rows(*(tensor[present] for tensor in questions)))
        logits = rows.logits.new_full(present.shape, -torch.inf)
        return rows._replace(logits=logits.masked_scatter(present, rows.logits))

    def score(self, rows: Rows) -> Scored:
        """Logits (R,) of rows (R, T), each by itself."""
        return self.score_states(self.bottom_states(rows), rows.mask, rows.routed_by)

    def bottom_states(self, rows: Rows) -> Tensor:
        """Eq. 1: H' (R, T, D). Training keeps them where the bottom is frozen."""
        positions = torch.arange(rows.ids.shape[1], device=rows.ids.device)[None]
        hidden = self.embeddings(
            input_ids=rows.ids, token_type_ids=rows.segments, position_ids=positions
        )  # (R, T, D)
        states: Tensor = self.bottom(hidden, _added(rows.mask, hidden))
        return states

    def score_states(self, hidden: Tensor, mask: Tensor, routed_by: Tensor) -> Scored:
        """Eqs. 2 to 7: logits (R,) from H' (R, T, D), which tokens are real and which routed by (R, T)."""
        if self.router is None:
            routing = unrouted(hidden)
            return Scored(self.logits(hidden, mask, routing), routing, hidden.new_zeros(()))
        routing, balance_loss = self.router(hidden, routed_by)
        return Scored(self.logits(hidden, mask, routing), routing, balance_loss)

    def logits(self, hidden: Tensor, mask: Tensor, routing: Routing) -> Tensor:
        """Eqs. 5 and 6: logits (R,) from H' (R, T, D), which tokens are real (R, T), and where rows go."""
        return self._logits(self.mixed(hidden, _added(mask, hidden), routing))

    def mixed(self, hidden: Tensor, mask: Tensor, routing: Routing) -> Tensor:
        """Eq. 5 for [CLS]: H (R, 1, D) from H' (R, T, D)."""
        if self.shared is None:
            own = self._by_experts(hidden, mask, routing.experts)
            gates = routing.gates[:, None, None]
            return own + (gates - gates.detach()) * own
        shared: Tensor = self.shared(hidden, mask)
        if self.router is None:
            return shared
        own = self._by_experts(hidden, mask, routing.experts)
        return shared + routing.gates[:, None, None] * (own - shared)

    def _by_experts(self, hidden: Tensor, mask: Tensor, experts: Tensor) -> Tensor:
        """BERT_top^t(H') for [CLS] (R, 1, D) of rows (R, T, D), those of an expert together."""
        parts, places = [], []
        for expert in experts.unique().tolist():
            place = (experts == expert).nonzero()[:, 0]
            parts.append(self.experts[expert](hidden[place], mask[place]))
            places.append(place)
        return torch.cat(parts)[torch.cat(places).argsort()]

    def _logits(self, hidden: Tensor) -> Tensor:
        """Eq. 6."""
        logits: Tensor = self.classifier(self.dropout(self.pooler(hidden)))
        return logits.squeeze(-1)


def unrouted(hidden: Tensor) -> Routing:
    """What a dense model makes of rows (R, T, D)."""
    zeros = hidden.new_zeros(len(hidden))
    return Routing(zeros.long() - 1, zeros, hidden[:, 0, :0])


def _added(mask: Tensor, hidden: Tensor) -> Tensor:
    """What is added to attention scores (R, 1, 1, T) where `mask` (R, T) names the real tokens."""
    zeros = torch.zeros(mask.shape, dtype=hidden.dtype, device=hidden.device)
    return zeros.masked_fill(~mask, torch.finfo(hidden.dtype).min)[:, None, None]


def bert_config(config: MoebqaConfig) -> BertConfig:
    """The BERT that the bottom and one expert together are."""
    return BertConfig(
        vocab_size=config.vocab_size,
        hidden_size=config.width,
        num_hidden_layers=config.bottom_layers + config.top_layers,
        num_attention_heads=config.heads,
        intermediate_size=config.hidden_width,
        hidden_dropout_prob=config.dropout,
        attention_probs_dropout_prob=config.dropout,
        max_position_embeddings=config.max_tokens,
        layer_norm_eps=config.layer_norm_epsilon,
        attn_implementation="sdpa",  # type: ignore[call-arg]  # every config of the library takes it
    )


def check_sizes(bert: BertConfig, config: MoebqaConfig) -> None:
    """ValueError where a BERT is not the one that the config describes."""
    wanted = bert_config(config)
    for name in (
        "vocab_size",
        "hidden_size",
        "num_hidden_layers",
        "num_attention_heads",
        "intermediate_size",
        "max_position_embeddings",
        "layer_norm_eps",
        "hidden_act",
        "type_vocab_size",
    ):
        if getattr(bert, name) != getattr(wanted, name):
            raise ValueError(f"{name} is {getattr(bert, name)}, the config asks for {getattr(wanted, name)}")


def expert_cosines(model: Moebqa) -> Tensor:
    """(m, m) cosines between all parameters of each expert, in the order of `all_experts`; float64."""
    flat = torch.stack(
        [
            nn.utils.parameters_to_vector(expert.parameters()).detach().double()
            for expert in model.all_experts()
        ]
    )
    unit: Tensor = flat / flat.norm(dim=1, keepdim=True)
    return unit @ unit.T


def _initialise(module: nn.Module) -> None:
    """BERT's first weights, and the released code's first centroids."""
    if isinstance(module, nn.Linear):
        nn.init.normal_(module.weight, std=INITIAL_STD)
        nn.init.zeros_(module.bias)
    elif isinstance(module, nn.Embedding):
        nn.init.normal_(module.weight, std=INITIAL_STD)
    elif isinstance(module, Router):
        nn.init.orthogonal_(module.centroids, gain=CENTROID_GAIN)
