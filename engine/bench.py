"""How fast the panel's model is here: variants of one job, in rounds that take turns.

Every variant lives in a process of its own, so that its peak memory is its own. A round runs every variant
once, and a speed-up is a ratio within a round: what slows the machine for a while slows both sides.
"""

from __future__ import annotations

import multiprocessing
import platform
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection

import torch
from torch import Tensor

from engine.models.bilinear import ALL_AT_ONCE, ExpertBilinearAttention, PairTerms, pair_terms
from engine.models.metransformer import Memory, MeTransformer, MeTransformerConfig
from engine.runtime.packing import can_pack, pack, slice_wide

SEED = 0
FIRST_TOKEN = 0

Reports = tuple[tuple[int, ...], ...]
Job = Callable[[], Reports]


@dataclass(frozen=True, slots=True)
class Workload:
    """What is measured: a model's sizes, tokens per report, and studies in a training batch."""

    config: MeTransformerConfig
    tokens: int
    batch: int = 4


@dataclass(frozen=True, slots=True)
class Variant:
    """A way to do a job: its name, what its numbers depend on, and how a process gets ready for it."""

    name: str
    depends_on: str
    prepare: Callable[[Workload], Job]


@dataclass(frozen=True, slots=True)
class Round:
    """One run of one variant: seconds of this process and of the clock, and the reports it wrote, if any."""

    cpu_seconds: float
    seconds: float
    reports: Reports


@dataclass(frozen=True, slots=True)
class Measured:
    """All rounds of a variant, and its process's peak memory; None where the system does not tell."""

    variant: Variant
    rounds: tuple[Round, ...]
    peak_rss_mb: float | None

    @property
    def cpu_seconds(self) -> float:
        """The median round."""
        return statistics.median(one.cpu_seconds for one in self.rounds)

    @property
    def seconds(self) -> float:
        """The median round by the clock."""
        return statistics.median(one.seconds for one in self.rounds)


@dataclass(frozen=True, slots=True)
class SpeedUp:
    """Ratios of CPU-seconds within a round: their median, lowest and highest."""

    median: float
    low: float
    high: float


def speed_up(slow: Measured, fast: Measured) -> SpeedUp:
    """How many times less CPU time `fast` takes than `slow`, round by round."""
    ratios = [a.cpu_seconds / b.cpu_seconds for a, b in zip(slow.rounds, fast.rounds, strict=True)]
    return SpeedUp(statistics.median(ratios), min(ratios), max(ratios))


def random_model(config: MeTransformerConfig) -> MeTransformer:
    """The same random weights in every process."""
    torch.manual_seed(SEED)
    return MeTransformer(config).requires_grad_(False).eval()


def random_memory(model: MeTransformer) -> Memory:
    """One study with all its views, looked at."""
    config = model.config
    films = torch.randn(1, config.views, config.channels, config.image_size, config.image_size)
    with torch.inference_mode():
        return model.encode(films, torch.ones(1, config.views, dtype=torch.bool))


def greedy_reports(next_logits: Callable[[Tensor], Tensor], experts: int, tokens: int) -> Reports:
    """`tokens` likeliest tokens for every expert; random weights end anywhere, so the end is ignored."""
    last = torch.full((experts,), FIRST_TOKEN)
    written = []
    for _ in range(tokens):
        last = next_logits(last).log_softmax(-1).topk(1).indices[:, 0]
        written.append(last)
    return tuple(tuple(row) for row in torch.stack(written, 1).tolist())


def prepare_naive(workload: Workload) -> Job:
    """The equations as they stand: the prefix and the films' keys and values again for every token.

    Every pair at once, future ones masked; logits of the last token only.
    """
    model = random_model(workload.config)
    for module in model.modules():
        if isinstance(module, ExpertBilinearAttention):
            module.block_numbers = ALL_AT_ONCE
    experts = alone(random_memory(model))

    def write() -> Reports:
        prefix: list[Tensor] = []

        def next_logits(last: Tensor) -> Tensor:
            prefix.append(last)
            hidden = model.decode(experts, torch.stack(prefix, 1))  # (M, 1, t, D)
            logits: Tensor = model.output(hidden[:, 0, -1])
            return logits

        with torch.inference_mode():
            return greedy_reports(next_logits, workload.config.experts, workload.tokens)

    return write


def alone(memory: Memory) -> Memory:
    """The same study once per expert, each with that expert only: every row then has a prefix of its own."""
    experts = memory.experts.shape[1]
    return Memory(
        patches=memory.patches.expand(experts, -1, -1),
        experts=memory.experts.transpose(0, 1),
        visual=memory.visual.expand(experts, -1, -1),
        adjusted=memory.adjusted.transpose(0, 1),
        key_mask=memory.key_mask.expand(experts, -1),
        expert_attention=memory.expert_attention.transpose(0, 1),
    )


def prepare_cached(workload: Workload) -> Job:
    """`MeTransformer.start` and `step`, as the runner uses them without packing."""
    model = random_model(workload.config)
    memory = random_memory(model)
    slice_wide(model)
    return cached_job(model, memory, workload)


def prepare_packed(workload: Workload) -> Job:
    """The same with weights that oneDNN has rearranged."""
    model = random_model(workload.config)
    memory = random_memory(model)
    pack(model)
    return cached_job(model, memory, workload)


def cached_job(model: MeTransformer, memory: Memory, workload: Workload) -> Job:
    """Write one study's reports from its memory, films projected once."""

    def write() -> Reports:
        with torch.inference_mode():
            state = model.start(memory, workload.tokens)
            return greedy_reports(
                lambda last: model.step(last, state)[0], workload.config.experts, workload.tokens
            )

    return write


def prepare_training_whole(workload: Workload) -> Job:
    """A decoder layer's attention with every pair of a batch in memory, as autograd would have it."""
    return training_job(workload, whole_pairs)


def prepare_training_blocked(workload: Workload) -> Job:
    """The same by blocks, made again in the backward pass, future keys left out."""
    return training_job(workload, blocked_pairs)


Pairs = Callable[[ExpertBilinearAttention, Tensor, Tensor, bool], tuple[Tensor, Tensor]]


def whole_pairs(
    eba: ExpertBilinearAttention, queries: Tensor, keys: Tensor, causal: bool
) -> tuple[Tensor, Tensor]:
    """Scores and pooled hidden values, differentiated by autograd."""
    return pair_terms(queries, keys, None, causal, ALL_AT_ONCE, eba.pair, eba.spatial)


def blocked_pairs(
    eba: ExpertBilinearAttention, queries: Tensor, keys: Tensor, causal: bool
) -> tuple[Tensor, Tensor]:
    """The same from the blocked form."""
    terms = (eba.pair.weight, eba.pair.bias, eba.spatial.weight, eba.spatial.bias)
    scores, means = PairTerms.apply(queries, keys, *terms, None, causal, eba.block_numbers)
    return scores, means


def training_job(workload: Workload, pairs: Pairs) -> Job:
    """Forward and backward through the pairs of one decoder layer, masked and cross."""
    config = workload.config
    torch.manual_seed(SEED)
    eba = ExpertBilinearAttention(config.width, config.d_mid)
    rows, films = workload.batch * config.experts, config.views * config.grid**2
    words = torch.rand(rows, workload.tokens, config.width, requires_grad=True)
    visual = torch.rand(rows, films, config.width, requires_grad=True)

    def train() -> Reports:
        for keys, causal in ((words, True), (visual, False)):
            scores, means = pairs(eba, words, keys, causal)
            (scores.sum() + means.sum()).backward()
        return ()

    return train


NAIVE = Variant("naive", "whole prefix again for each token, all pairs, last logits", prepare_naive)
CACHED = Variant("cached", "keys and values kept per layer, films projected once", prepare_cached)
PACKED = Variant("cached, packed", "the same with oneDNN-packed weights", prepare_packed)
WHOLE = Variant("EBA whole", "forward and backward, all pairs of a batch in memory", prepare_training_whole)
BLOCKED = Variant(
    "EBA blocked", "the same, pairs made in blocks and again backwards", prepare_training_blocked
)


def decoding_variants() -> tuple[Variant, ...]:
    """The ways of decoding that this machine has, the slowest first."""
    return (NAIVE, CACHED, PACKED) if can_pack() else (NAIVE, CACHED)


class Worker:
    """A variant in a process of its own, one thread, waiting to be told to run a round."""

    def __init__(self, variant: Variant, workload: Workload) -> None:
        self.variant = variant
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(theirs, variant.prepare, workload))
        self._process.start()
        theirs.close()

    def wait_ready(self) -> None:
        """Until the model is made; EOFError if the process died."""
        self._connection.recv()

    def run(self) -> Round:
        """One round, now."""
        self._connection.send("run")
        one: Round = self._connection.recv()
        return one

    def peak_rss_mb(self) -> float | None:
        """The process's peak memory so far."""
        self._connection.send("peak")
        peak: float | None = self._connection.recv()
        return peak

    def close(self) -> None:
        """End the process."""
        self._connection.close()
        self._process.terminate()
        self._process.join()


def serve(connection: Connection, prepare: Callable[[Workload], Job], workload: Workload) -> None:
    """What a worker's process does until its other end closes."""
    torch.set_num_threads(1)
    job = prepare(workload)
    connection.send("ready")
    while True:
        try:
            order = connection.recv()
        except EOFError:
            return
        connection.send(timed(job) if order == "run" else peak_rss_mb())


def timed(job: Job) -> Round:
    """One run, by this process's CPU time and by the clock."""
    cpu, clock = time.process_time(), time.perf_counter()
    reports = job()
    return Round(time.process_time() - cpu, time.perf_counter() - clock, reports)


def peak_rss_mb() -> float | None:
    """This process's peak resident memory in MB; None on systems without `resource`."""
    try:
        import resource
    except ImportError:
        return None
    unit = 1 if sys.platform == "darwin" else 1024  # bytes there, KiB elsewhere
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def measure(
    variants: Sequence[Variant], workload: Workload, rounds: int, on_round: Callable[[], None]
) -> tuple[Measured, ...]:
    """Run every variant `rounds` times, taking turns; `on_round` is called after every run."""
    workers = [Worker(variant, workload) for variant in variants]
    try:
        for worker in workers:
            worker.wait_ready()
        taken: list[list[Round]] = [[] for _ in workers]
        for turn in range(rounds):
            for place in range(len(workers)):
                index = (turn + place) % len(workers)  # nobody is always first
                taken[index].append(workers[index].run())
                on_round()
        return tuple(
            Measured(worker.variant, tuple(own), worker.peak_rss_mb())
            for worker, own in zip(workers, taken, strict=True)
        )
    finally:
        for worker in workers:
            worker.close()


def machine() -> str:
    """What all numbers of a run depend on."""
    capability = torch.backends.cpu.get_cpu_capability()
    system = f"{platform.system()} {platform.machine()}, {capability}"
    return f"{system}, torch {torch.__version__}, float32, one thread"
