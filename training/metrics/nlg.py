"""The scores that papers report of texts, under a named protocol, each with its interval or the reason."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version

import numpy as np
import numpy.typing as npt

from engine.text.bleu import bleu, bleu_counts
from engine.text.cider import DocumentFrequencies, cider, cider_d, signature, undefined_reason
from engine.text.rouge import BETA, rouge_l
from training.metrics.java import NO_JAVA, Java, JavaFailed
from training.metrics.meteor import VERSION, Aligner, meteor
from training.metrics.protocols import Protocol
from training.metrics.scores import SEED, Measured, Rows, Score, mean_rows, measured, ratio

NO_STUDY = "there is no such study"
EQUAL_TO = f"equal to pycocoevalcap {version('pycocoevalcap')}"
# In the order of the papers' tables; their "CIDEr" is CIDEr-D.
NAMES = ("bleu_1", "bleu_2", "bleu_3", "bleu_4", "rouge_l", "meteor", "cider_d", "cider")
TITLES = {
    "bleu_1": "BLEU-1",
    "bleu_2": "BLEU-2",
    "bleu_3": "BLEU-3",
    "bleu_4": "BLEU-4",
    "rouge_l": "ROUGE-L",
    "meteor": "METEOR",
    "cider_d": "CIDEr-D (the papers' CIDEr)",
    "cider": "CIDEr (unclipped, no length penalty)",
}

Values = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Statistics:
    """Per-study rows of one score, the score of their sum, and all that it depends on."""

    rows: Rows
    score: Score
    signature: str
    undefined: str = ""

    def measured(self) -> Measured:
        """The score with its interval; undefined for its reason."""
        if self.undefined:
            return Measured(None, self.signature, undefined=self.undefined)
        return measured(self.rows, self.score, self.signature, NO_STUDY, SEED)


@dataclass(frozen=True, slots=True)
class Scorer:
    """A protocol with what its scores need: references, one a study, and Java where there is one.

    `training` reports decide which words are rare. Document frequencies are those of the scored references,
    as the papers have them, or `frequencies`; they stay as they are when studies are resampled. `aligner`
    keeps what METEOR's jar has seen; without one it is asked each time.
    """

    protocol: Protocol
    references: tuple[str, ...]
    training: tuple[str, ...] = ()
    java: Java | None = None
    frequencies: DocumentFrequencies | None = None
    aligner: Aligner | None = None

    def scores(self, drafts: Sequence[str]) -> dict[str, Measured]:
        """Every score of one draft a study."""
        return {name: statistics.measured() for name, statistics in self.statistics(drafts).items()}

    def statistics(self, drafts: Sequence[str]) -> dict[str, Statistics]:
        """The same before they are summed, to be compared with others of the same studies."""
        if len(drafts) != len(self.references):
            raise ValueError(f"{len(drafts)} drafts of {len(self.references)} studies")
        known = self.protocol.known_words(self.training)
        named = self.protocol.signature(known)
        try:
            written = self.protocol.texts(drafts, self.java)
            wanted = [[text] for text in self.protocol.references(self.references, known, self.java)]
        except JavaFailed as problem:
            return {name: _undefined(f"{name}|{named}", str(problem)) for name in NAMES}
        return {
            **_bleu(written, wanted, named),
            "rouge_l": _mean(rouge_l(written, wanted), f"rouge-l|beta:{BETA}|{named}|{EQUAL_TO}"),
            "meteor": _meteor(written, wanted, named, self._meteor_aligner),
            "cider_d": self._cider(cider_d, "cider-d", f"{named}|{EQUAL_TO}", written, wanted),
            "cider": self._cider(cider, "cider", named, written, wanted),
        }

    def align(self, writers: Sequence[Sequence[str]]) -> None:
        """Let METEOR's jar see what all these writers wrote at once; where it fails, `scores` says why."""
        if self._meteor_aligner is None:
            return
        known = self.protocol.known_words(self.training)
        try:
            wanted = [[text] for text in self.protocol.references(self.references, known, self.java)]
            written = self.protocol.texts([text for drafts in writers for text in drafts], self.java)
            self._meteor_aligner.counts(written, wanted * len(writers))
        except JavaFailed:
            return

    @property
    def _meteor_aligner(self) -> Aligner | None:
        return self.aligner or (Aligner(self.java) if self.java is not None else None)

    def _cider(
        self,
        function: Callable[[Sequence[str], Sequence[Sequence[str]], DocumentFrequencies | None], Values],
        metric: str,
        named: str,
        written: Sequence[str],
        wanted: Sequence[Sequence[str]],
    ) -> Statistics:
        what = f"{signature(self.frequencies, metric=metric)}|{named}"
        reason = undefined_reason(wanted) if self.frequencies is None else ""
        if reason:
            return _undefined(what, reason.removeprefix("undefined: "))
        return _mean(function(written, wanted, self.frequencies), what)


def _bleu(written: Sequence[str], wanted: Sequence[Sequence[str]], named: str) -> dict[str, Statistics]:
    counts = bleu_counts(written, wanted)
    return {
        f"bleu_{order}": Statistics(
            counts, _bleu_of(order), f"bleu-{order}|corpus|length:closest|{named}|{EQUAL_TO}"
        )
        for order in range(1, 5)
    }


def _bleu_of(order: int) -> Score:
    return lambda sums: bleu(sums)[..., order - 1]


def _meteor(
    written: Sequence[str], wanted: Sequence[Sequence[str]], named: str, aligner: Aligner | None
) -> Statistics:
    what = f"{VERSION}|{named}|{EQUAL_TO}"
    if aligner is None:
        return _undefined(what, NO_JAVA)
    try:
        return Statistics(aligner.counts(written, wanted), meteor, what)
    except JavaFailed as problem:
        return _undefined(what, str(problem))


def _mean(values: Values, named: str) -> Statistics:
    return Statistics(mean_rows(values), ratio, named)


def _undefined(named: str, reason: str) -> Statistics:
    return Statistics(np.zeros((0, 2)), ratio, named, reason)
