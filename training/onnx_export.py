"""ONNX files for a bundle, behind a gate: they must write and elect what the weights write and elect."""

from __future__ import annotations

import os
import tempfile
import textwrap
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from engine.bundle import Bundle, Equivalence, write_bundle
from engine.decoding import Decoded, DecodingConfig, Watch, decode
from engine.dicom.files import open_paths
from engine.errors import NothingToRead, RuntimesDisagree
from engine.models.metransformer_config import MeTransformerConfig
from engine.preprocess import InputConvention
from engine.progress import CancelToken, OnProgress, Progress, ignore_progress
from engine.reader import WEIGHTS, decoding_of
from engine.resources import RESOURCES
from engine.runtime.base import Runner
from engine.runtime.graphs import GRAPHS
from engine.runtime.onnx_graphs import OPSET, write_graphs
from engine.runtime.onnx_runner import OnnxRunner
from engine.runtime.torch_runner import TorchRunner, load_model
from engine.study import Study
from engine.text.cider import DocumentFrequencies
from engine.text.tokenizer import ReportTokenizer
from engine.voting import vote
from training.data.corpus import phantom_corpus
from training.data.films import read_inputs, read_study
from training.phantoms.corpus import Corpus, Part, write_corpus

PHANTOMS, PHANTOM_SEED, PHANTOM_SIZE_PX = 50, 606, 192
SAMPLES = RESOURCES / "studies"
CARD, CARD_WIDTH, HEADING = "CARD.md", 110, "## ONNX"


@dataclass(frozen=True, slots=True)
class GateStudies:
    """What both runtimes read, and which studies these are, in words."""

    studies: tuple[Study, ...]
    data: str


@dataclass(frozen=True, slots=True)
class Drafts:
    """What one runtime wrote of a study: every expert's report, and which one the vote elected."""

    reports: tuple[Decoded, ...]
    elected: int


@dataclass(frozen=True, slots=True)
class Writing:
    """How a bundle's drafts come about, whatever runs its model."""

    convention: InputConvention
    decoding: DecodingConfig
    tokenizer: ReportTokenizer
    frequencies: DocumentFrequencies

    @classmethod
    def of(cls, bundle: Bundle) -> Writing:
        """As the bundle says; BundleUnsupported where it does not write reports or vote."""
        convention = InputConvention.from_dict(dict(bundle.manifest.input))
        return cls(convention, decoding_of(bundle.manifest), bundle.tokenizer(), bundle.frequencies())

    def drafts(self, runner: Runner[Any], study: Study) -> Drafts:
        """Let a runner write of a study and its drafts vote."""
        given = read_inputs(study, self.convention)
        reports = decode(
            runner.step,
            runner.encode(given.images, np.array(given.present)),
            self.decoding,
            begin=self.tokenizer.bos,
            end=self.tokenizer.eos,
            watch=Watch(CancelToken(), ignore_progress, attention=False),
        )
        texts = [self.tokenizer.decode(report.tokens).text for report in reports]
        return Drafts(reports, vote(texts, self.frequencies).elected)


def gate_studies(phantoms: Path | None, scratch: Path, on_progress: OnProgress) -> GateStudies:
    """The sample studies, and the first `PHANTOMS` of a corpus; without one it is made in `scratch`."""
    samples = open_paths([SAMPLES]).studies
    if phantoms is None:
        make_phantoms(scratch, on_progress)
        which = f"{PHANTOMS} phantoms of seed {PHANTOM_SEED}, {PHANTOM_SIZE_PX} px"
    corpus = phantom_corpus(scratch if phantoms is None else phantoms)
    chosen = [read_study(study) for study in corpus.studies[:PHANTOMS]]
    if phantoms is not None:
        which = f"{len(chosen)} phantoms of the corpus {corpus.fingerprint[:16]}"
    return GateStudies((*samples, *chosen), f"{len(samples)} sample studies and {which}")


def make_phantoms(folder: Path, on_progress: OnProgress) -> None:
    """The gate's own phantoms."""
    corpus = Corpus(folder, (Part(PHANTOM_SEED, PHANTOMS),), PHANTOM_SIZE_PX)
    workers = os.cpu_count() or 1
    write_corpus(corpus, workers, lambda done: on_progress(Progress("Phantoms are made", done, PHANTOMS)))


def add_onnx(bundle: Bundle, folder: Path, gate: GateStudies, on_progress: OnProgress) -> Bundle:
    """Write the bundle with ONNX files of its weights to `folder`, whose name becomes the bundle's.

    RuntimesDisagree, and nothing written, if both do not write the same; BundleUnsupported without weights.
    """
    config = MeTransformerConfig.from_dict(bundle.manifest.config)
    weights = bundle.path(WEIGHTS)
    with tempfile.TemporaryDirectory() as scratch:
        on_progress(Progress("The model is written as ONNX", 0, 1))
        written = write_graphs(load_model(config, weights), Path(scratch))
        graphs = dict(zip(GRAPHS, written, strict=True))
        runners = TorchRunner(config, weights, device="cpu"), OnnxRunner(config, graphs, device="cpu")
        equivalence = compared(*runners, Writing.of(bundle), gate, on_progress)
        files: dict[str, Path | bytes] = {name: bundle.path(name) for name in bundle.manifest.files}
        if CARD in files:
            card = bundle.path(CARD).read_text(encoding="utf-8")
            files[CARD] = with_section(card, equivalence).encode()
        manifest = replace(bundle.manifest, name=folder.name, equivalence=equivalence)
        return write_bundle(folder, manifest, {**files, **graphs})


def compared(
    theirs: Runner[Any], ours: Runner[Any], writing: Writing, gate: GateStudies, on_progress: OnProgress
) -> Equivalence:
    """Let both read every study; RuntimesDisagree where a token or an elected draft differs."""
    if not gate.studies:
        raise NothingToRead("there is no study to compare the runtimes on.")
    drafts, apart = 0, 0.0
    for number, study in enumerate(gate.studies):
        on_progress(Progress("Both runtimes read", number, len(gate.studies)))
        wanted, got = writing.drafts(theirs, study), writing.drafts(ours, study)
        check_same(wanted, got, study)
        drafts += len(wanted.reports)
        apart = max(apart, difference(wanted, got))
    on_progress(Progress("Both runtimes read", len(gate.studies), len(gate.studies)))
    return Equivalence(
        studies=len(gate.studies),
        drafts=drafts,
        data=gate.data,
        log_probability_difference=apart,
        runtimes=f"{theirs.describe().runtime} and {ours.describe().runtime}, opset {OPSET}",
        decoding=str(writing.decoding),
    )


def check_same(wanted: Drafts, got: Drafts, study: Study) -> None:
    """RuntimesDisagree where a study's drafts have other tokens, or another one is elected."""
    pairs = zip(wanted.reports, got.reports, strict=True)
    differing = [number for number, (one, other) in enumerate(pairs) if one.tokens != other.tokens]
    if differing or wanted.elected != got.elected:
        what = f"write draft {differing[0] + 1} differently" if differing else "elect another draft"
        raise RuntimesDisagree(
            f"The ONNX files {what}.",
            where=study.study_uid,
            todo="Nothing was written. This is a fault of the export or of a runtime: please report it.",
        )


def difference(wanted: Drafts, got: Drafts) -> float:
    """The largest difference of a token's log-probability, in nats; the end's counts too."""
    apart = [0.0]
    for one, other in zip(wanted.reports, got.reports, strict=True):
        apart += np.abs(one.log_probabilities - other.log_probabilities).tolist()
        apart.append(abs(last(one) - last(other)))
    return max(apart)


def last(report: Decoded) -> float:
    """The end token's log-probability; 0 for a report that was cut."""
    return report.log_likelihood - float(np.sum(report.log_probabilities, dtype=np.float64))


def with_section(card: str, equivalence: Equivalence) -> str:
    """The card with its section about the ONNX files, in place of an older one."""
    before, _, _ = card.partition(f"\n{HEADING}\n")
    said = (
        f"{', '.join(f'`{name}`' for name in GRAPHS)} hold the same weights for ONNX Runtime. On "
        f"{equivalence.data} both wrote the same tokens in all {equivalence.drafts} drafts and elected the "
        f"same draft of each study; log-probabilities of tokens differ by at most "
        f"{equivalence.log_probability_difference:.1e} ({equivalence.runtimes}; {equivalence.decoding})."
    )
    lines = textwrap.wrap(said, CARD_WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([before.rstrip("\n"), "", HEADING, "", *lines, ""])
