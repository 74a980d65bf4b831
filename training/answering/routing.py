"""Where rows go: the share of each expert, and whether experts are asked different kinds of questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.panel import EXPERT_LETTERS
from training.metrics.scores import Measured

SHUFFLES = 200
SEED = 7
DENSE = "the model is dense"
ONE_KIND = "the questions are of fewer than two kinds"

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Routed:
    """One question: which expert each of its rows went to, and what is asked for ("" where nobody said)."""

    experts: tuple[int, ...]
    kind: str


def table_of(routed: Sequence[Routed], experts: int) -> dict[str, list[int]]:
    """For each kind the number of rows that went to each expert."""
    counts: dict[str, list[int]] = {}
    for each in routed:
        own = counts.setdefault(each.kind, [0] * experts)
        for expert in each.experts:
            own[expert] += 1
    return dict(sorted(counts.items()))


def mutual_information(counts: Counts) -> float:
    """Bits that an expert (columns) tells about the kind (rows)."""
    joint = counts / counts.sum()
    alone = joint.sum(1, keepdims=True) * joint.sum(0, keepdims=True)
    there = joint > 0
    return float((joint[there] * np.log2(joint[there] / alone[there])).sum())


def routing_scores(routed: Sequence[Routed], experts: int) -> dict[str, Measured]:
    """Shares, and the information of expert and kind beside that of kinds shuffled over questions."""
    information, baseline = "routing_mutual_information", "routing_mutual_information_shuffled"
    if not experts:
        return {name: Measured(None, information, undefined=DENSE) for name in (information, baseline)}
    rows = sum(len(each.experts) for each in routed)
    went = np.bincount([expert for each in routed for expert in each.experts], minlength=experts)
    signature = f"rows sent to an expert, {rows} rows"
    scores = {
        f"routed_share: {EXPERT_LETTERS[expert]}": Measured(float(count / rows), signature)
        for expert, count in enumerate(went)
    }
    named = [each for each in routed if each.kind]
    signature = f"bits, expert of a row and kind of its question, {len(named)} questions"
    if len({each.kind for each in named}) < 2:
        return scores | {
            name: Measured(None, signature, undefined=ONE_KIND) for name in (information, baseline)
        }
    shuffled = shuffled_information(named, experts)
    low, high = np.quantile(shuffled, (0.025, 0.975))
    return scores | {
        information: Measured(information_of(named, experts), signature),
        baseline: Measured(
            float(shuffled.mean()),
            f"{signature}, kinds shuffled over questions, {SHUFFLES} times, seed {SEED}",
            float(low),
            float(high),
        ),
    }


def information_of(routed: Sequence[Routed], experts: int) -> float:
    """Of these questions."""
    return mutual_information(np.array(list(table_of(routed, experts).values()), np.int64))


def shuffled_information(routed: Sequence[Routed], experts: int) -> npt.NDArray[np.float64]:
    """The same where kinds say nothing: rows of one question stay together."""
    random = np.random.default_rng(SEED)
    kinds = [each.kind for each in routed]
    return np.array(
        [
            information_of(
                [Routed(each.experts, kinds[place]) for each, place in zip(routed, order, strict=True)],
                experts,
            )
            for order in (random.permutation(len(kinds)) for _ in range(SHUFFLES))
        ]
    )


def routing_json(counts: Mapping[str, Sequence[int]]) -> dict[str, object]:
    """The table as `evaluate --json` writes it; experts by their letters."""
    return {
        "rows": {
            kind: {EXPERT_LETTERS[expert]: count for expert, count in enumerate(own)}
            for kind, own in counts.items()
        }
    }
