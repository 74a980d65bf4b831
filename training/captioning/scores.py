"""What a captioner writes of pictures with several captions, scored as the captions' papers do.

Protocol `coco` (`training.metrics.protocols`): Penn Treebank tokens without punctuation, which need Java, and
document frequencies of the scored pictures' own captions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from engine.bundle import Bundle
from engine.decoding import DecodingConfig, Step, Watch, decode
from engine.models.grid_config import CaptionerConfig
from engine.preprocess import InputConvention
from engine.progress import CancelToken, OnProgress, Progress, ignore_progress
from engine.reader import WEIGHTS, runner_of
from engine.runtime.base import Device
from engine.runtime.caption_runner import CaptionRunner, load_captioner
from engine.text.bleu import bleu, bleu_counts
from engine.text.cider import cider_d, signature, undefined_reason
from engine.text.rouge import BETA, rouge_l
from training.captioning.features import Features, Pictures, given_regions
from training.data.captions import CaptionCorpus
from training.metrics.java import NO_JAVA, Java, JavaFailed
from training.metrics.meteor import VERSION, meteor, meteor_counts
from training.metrics.protocols import protocol_of
from training.metrics.scores import SEED, Measured, Rows, Score, mean_rows, measured, ratio

NAMES = ("bleu_1", "bleu_2", "bleu_3", "bleu_4", "rouge_l", "meteor", "cider_d")
NO_PICTURE = "there is no such picture"
PICTURES = "pictures"
STAGE = "The captioner writes"
AT_ONCE = 16

Encode = Callable[[Any, Any], Any]


def caption_scores(
    written: Sequence[str], references: Sequence[Sequence[str]], java: Java | None, writer: str
) -> dict[str, Measured]:
    """Every score of one caption a picture; undefined for its reason where Java is needed and absent."""
    protocol = protocol_of("coco")
    named = f"{protocol.signature(None)}|{writer}"
    counts = [len(each) for each in references]
    try:
        ours = protocol.texts(written, java)
        flat = protocol.texts([text for each in references for text in each], java)
    except JavaFailed as problem:
        return {name: Measured(None, f"{name}|{named}", undefined=str(problem)) for name in NAMES}
    ends = np.cumsum(counts).tolist()
    theirs = [flat[end - count : end] for end, count in zip(ends, counts, strict=True)]
    bleus = bleu_counts(ours, theirs)
    scores = {
        f"bleu_{order}": _measured(bleus, _bleu_of(order), f"bleu-{order}|corpus|length:closest|{named}")
        for order in range(1, 5)
    }
    scores["rouge_l"] = _measured(mean_rows(rouge_l(ours, theirs)), ratio, f"rouge-l|beta:{BETA}|{named}")
    scores["meteor"] = _meteor(ours, theirs, named, java)
    what = f"{signature(None, metric='cider-d')}|{named}"
    reason = undefined_reason(theirs)
    scores["cider_d"] = (
        Measured(None, what, undefined=reason.removeprefix("undefined: "))
        if reason
        else _measured(mean_rows(cider_d(ours, theirs, None)), ratio, what)
    )
    return scores


def _meteor(ours: Sequence[str], theirs: Sequence[Sequence[str]], named: str, java: Java | None) -> Measured:
    what = f"{VERSION}|{named}"
    if java is None:
        return Measured(None, what, undefined=NO_JAVA)
    try:
        return _measured(meteor_counts(ours, theirs, java), meteor, what)
    except JavaFailed as problem:
        return Measured(None, what, undefined=str(problem))


def _bleu_of(order: int) -> Score:
    return lambda sums: bleu(sums)[..., order - 1]


def _measured(rows: Rows, score: Score, named: str) -> Measured:
    return measured(rows, score, named, NO_PICTURE, SEED, PICTURES)


def write_captions(
    bundle: Bundle,
    corpus: CaptionCorpus,
    rows: Sequence[int],
    regions: str,
    device: Device,
    on_progress: OnProgress,
) -> list[str]:
    """The best caption of each picture, decoded as the bundle says."""
    tokenizer = bundle.tokenizer()
    decoding = DecodingConfig(**{**bundle.manifest.decoding, "drafts": 1})
    watch = Watch(CancelToken(), ignore_progress, attention=False)
    encode, step, features = _opened(bundle, corpus, regions, device)
    written: list[str] = []
    for some in _blocks(rows):
        seen = features.of(some)
        state = encode(seen.features.numpy(), seen.present.numpy())
        reports = decode(step, state, decoding, begin=tokenizer.bos, end=tokenizer.eos, watch=watch)
        written += [tokenizer.decode(report.tokens).text for report in reports]
        on_progress(Progress(STAGE, len(written), len(rows)))
    return written


def _opened(
    bundle: Bundle, corpus: CaptionCorpus, regions: str, device: Device
) -> tuple[Encode, Step[Any], Features]:
    """How the bundle looks at items and writes of them, and what it sees of each."""
    config = CaptionerConfig.from_dict(bundle.manifest.config)
    if config.grid is None:
        captions = CaptionRunner([load_captioner(config.captioner, bundle.path(WEIGHTS))], device)
        seen = given_regions(corpus, regions, config.captioner.feature_width)
        return captions.encode, captions.step, seen
    runner = runner_of(bundle, "torch", device)
    convention = InputConvention.from_dict(dict(bundle.manifest.input))
    paths = tuple(item.picture for item in corpus.items if item.picture is not None)
    return runner.encode_batch, runner.step, Pictures(paths, convention)


def _blocks(rows: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(rows), AT_ONCE):
        yield rows[start : start + AT_ONCE]
