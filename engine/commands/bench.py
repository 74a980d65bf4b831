"""`python -m engine bench`: the panel's model, the examinee's experts and captions' rewards, paired."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from tqdm import tqdm

from engine import bench
from engine.bench import BLOCKED, CACHED, WHOLE, Measured, Workload, speed_up
from engine.bench_onnx import ONNX
from engine.bench_reward import CAPTIONS, PREPARED, PUBLIC, REWARD_TARGET, TIMES
from engine.bench_routed import EXAM, PAIRED, ROUTED, ROUTED_TARGET
from engine.commands.output import write_json
from engine.models.metransformer import MeTransformerConfig

TOKENS, QUICK_TOKENS = 60, 20
ROUNDS, QUICK_ROUNDS = 3, 2
CACHED_TARGET = 15.0  # times naive


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`--quick`, `--rounds` and `--json`."""
    parser.add_argument(
        "--quick", action="store_true", help=f"{QUICK_TOKENS} tokens a report instead of {TOKENS}"
    )
    parser.add_argument(
        "--rounds",
        type=_positive,
        metavar="N",
        help=f"turns of each variant ({ROUNDS}; quick: {QUICK_ROUNDS})",
    )
    parser.add_argument(
        "--json", metavar="FILE", help="write the results as JSON to FILE, or to stdout with -"
    )


def run(arguments: argparse.Namespace) -> int:
    """Measure, then print; every row says what it depends on."""
    workload = Workload(MeTransformerConfig(), QUICK_TOKENS if arguments.quick else TOKENS)
    rounds = arguments.rounds or (QUICK_ROUNDS if arguments.quick else ROUNDS)
    results = report(workload, rounds)
    if arguments.json != "-":
        print("\n".join(lines(results)))
    if arguments.json:
        write_json(results, arguments.json)
    return 0


def report(workload: Workload, rounds: int) -> dict[str, Any]:
    """The results as plain values, the form of `--json`."""
    variants = (*bench.decoding_variants(), ONNX)
    with tqdm(total=rounds * (len(variants) + 6), desc="bench", unit="run", disable=None) as bar:
        decoding = bench.measure(variants, workload, rounds, bar.update)
        training = bench.measure((WHOLE, BLOCKED), workload, rounds, bar.update)
        routing = bench.measure((PAIRED, ROUTED), workload, rounds, bar.update)
        rewards = bench.measure((PUBLIC, PREPARED), workload, rounds, bar.update)
    config = workload.config
    return {
        "machine": bench.machine(),
        "model": f"METransformer, random weights, width {config.width}, d_mid {config.d_mid}, "
        f"{config.encoder_layers}+{config.decoder_layers} layers, vocabulary {config.vocab_size}",
        "experts": config.experts,
        "views": config.views,
        "tokens": workload.tokens,
        "training_batch": workload.batch,
        "rounds": rounds,
        "decoding": [_decoding_row(one, decoding[0], workload) for one in decoding],
        "same_tokens": all(one.rounds[0].reports == decoding[0].rounds[0].reports for one in decoding),
        "training": [_row(one, training[0]) for one in training],
        "target": _target(decoding, workload.tokens),
        "routing": [_row(one, routing[0]) for one in routing],
        "routing_target": {
            "what": "routed / two dense experts",
            "at_most": ROUTED_TARGET,
            "reached": speed_up(routing[1], routing[0]).median,
        },
        "rewards": [_row(one, rewards[0]) for one in rewards],
        "same_rewards": _agree(rewards),
        "reward_target": {
            "what": "prepared / pycocoevalcap",
            "at_least": REWARD_TARGET,
            "reached": speed_up(rewards[0], rewards[1]).median,
        },
    }


def _row(one: Measured, base: Measured) -> dict[str, Any]:
    return {
        "name": one.variant.name,
        "depends_on": one.variant.depends_on,
        "cpu_seconds": one.cpu_seconds,
        "seconds": one.seconds,
        "peak_rss_mb": one.peak_rss_mb,
        "speed_up": asdict(speed_up(base, one)),
    }


def _decoding_row(one: Measured, naive: Measured, workload: Workload) -> dict[str, Any]:
    tokens = workload.config.experts * workload.tokens
    return _row(one, naive) | {"tokens_per_cpu_second": tokens / one.cpu_seconds}


def _agree(measured: Sequence[Measured]) -> bool:
    """Whether all variants' rounds have the same results."""
    return len({one.reports for variant in measured for one in variant.rounds}) == 1


def _target(decoding: Sequence[Measured], tokens: int) -> dict[str, Any]:
    cached = next(one for one in decoding if one.variant == CACHED)
    target = {"what": "cached / naive", "at_least": CACHED_TARGET, "at_tokens": TOKENS}
    if tokens != TOKENS:
        return target | {"reached": None, "undefined": f"the target is for {TOKENS} tokens, not {tokens}"}
    return target | {"reached": speed_up(decoding[0], cached).median}


def lines(results: dict[str, Any]) -> Iterator[str]:
    """The results for people."""
    experts, tokens, rounds = results["experts"], results["tokens"], results["rounds"]
    yield results["machine"]
    yield results["model"]
    yield f"One study, {results['views']} views: {experts} greedy reports of {tokens} tokens; {rounds} rounds"
    yield f"{'':16}{'tokens/CPU-s':>13}{COLUMNS}  times naive (lowest-highest)"
    for row in results["decoding"]:
        yield f"{row['name']:16}{row['tokens_per_cpu_second']:13.1f}{_numbers(row)}  {row['depends_on']}"
    yield SAME_TOKENS if results["same_tokens"] else OTHER_TOKENS
    batch = results["training_batch"]
    yield f"One decoder layer's pairs in training: batch {batch}, {experts} experts, {tokens} tokens"
    yield f"{'':29}{COLUMNS}  times whole (lowest-highest)"
    for row in results["training"]:
        yield f"{row['name']:29}{_numbers(row)}  {row['depends_on']}"
    yield _target_line(results["target"])
    config = EXAM.config
    yield (
        f"The examinee's experts: width {config.width}, {config.top_layers} blocks each; "
        f"{EXAM.times} batches of {EXAM.rows} rows of {EXAM.tokens} tokens"
    )
    yield f"{'':29}{COLUMNS}  times two dense (lowest-highest)"
    for row in results["routing"]:
        yield f"{row['name']:29}{_numbers(row)}  {row['depends_on']}"
    yield _routing_line(results["routing_target"])
    yield f"Rewards by CIDEr-D: {TIMES} times {CAPTIONS} captions with five references each"
    yield f"{'':29}{COLUMNS}  times pycocoevalcap (lowest-highest)"
    for row in results["rewards"]:
        yield f"{row['name']:29}{_numbers(row)}  {row['depends_on']}"
    yield SAME_REWARDS if results["same_rewards"] else OTHER_REWARDS
    yield _target_line(results["reward_target"])
    yield "Medians; ratios are within rounds. Peak MB is the whole process, torch and the model included."


COLUMNS = f"{'CPU s':>9}{'clock s':>9}{'peak MB':>9}"
SAME_TOKENS = "The variants wrote the same tokens."
SAME_REWARDS = "Both gave the same rewards to nine digits."
OTHER_REWARDS = "They did NOT give the same rewards: the comparison is void."
OTHER_TOKENS = "The variants did NOT write the same tokens: the comparison is void."


def _target_line(target: dict[str, Any]) -> str:
    wanted = f"Target {target['what']} >= {target['at_least']:g}"
    if target["reached"] is None:
        return f"{wanted}: undefined, {target['undefined']}."
    verdict = "met" if target["reached"] >= target["at_least"] else "missed"
    return f"{wanted}: {target['reached']:.1f}, {verdict}."


def _routing_line(target: dict[str, Any]) -> str:
    verdict = "met" if target["reached"] <= target["at_most"] else "missed"
    return f"Target {target['what']} <= {target['at_most']:g}: {target['reached']:.2f}, {verdict}."


def _numbers(row: dict[str, Any]) -> str:
    peak = "undefined" if row["peak_rss_mb"] is None else f"{row['peak_rss_mb']:.0f}"
    ratio = row["speed_up"]
    spread = f"{ratio['median']:.1f} ({ratio['low']:.1f}-{ratio['high']:.1f})"
    return f"{row['cpu_seconds']:9.2f}{row['seconds']:9.2f}{peak:>9}  {spread:18}"


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number
