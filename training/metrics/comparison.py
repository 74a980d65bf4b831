"""Our text metrics beside pycocoevalcap on the same texts: values, largest difference, and what each costs.

Hypotheses are the references themselves, perturbed: words dropped, swapped, repeated, replaced by those of
another report, nothing, a very long text, and what could upset a program that reads lines.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from threading import Timer
from typing import TypeVar

import numpy as np
import numpy.typing as npt
from pycocoevalcap.bleu.bleu import Bleu
from pycocoevalcap.cider.cider import Cider
from pycocoevalcap.meteor.meteor import Meteor
from pycocoevalcap.rouge.rouge import Rouge
from pycocoevalcap.tokenizer.ptbtokenizer import PTBTokenizer

from engine.text.bleu import bleu, bleu_counts
from engine.text.cider import cider_d
from engine.text.rouge import rouge_l
from engine.text.tokenizer import metric_text
from training.metrics.java import Java, JavaFailed
from training.metrics.meteor import meteor, meteor_counts
from training.metrics.ptb import ptb_texts

SEED = 7
CHANGED = 1 / 5  # of a report's words
VERY_LONG = 8  # times a report
ROUNDS = 3

Values = npt.NDArray[np.float64]
Texts = Mapping[int, list[str]]
A = TypeVar("A")
B = TypeVar("B")


@dataclass(frozen=True, slots=True)
class Compared:
    """One score of a whole set by both; differences are absolute, the largest over single reports.

    `seconds` are medians of CPU time of ours and of theirs, None where a program outside does the work.
    """

    name: str
    ours: float
    theirs: float
    difference: float
    seconds: tuple[float, float] | None

    @property
    def times(self) -> float | None:
        """How many times less CPU time ours takes."""
        return self.seconds[1] / self.seconds[0] if self.seconds else None


def perturbed(reports: Sequence[str], seed: int = SEED) -> list[str]:
    """One hypothesis a report, each perturbed in one of eight ways in turn."""
    random = np.random.default_rng(seed)
    return [_perturbed(reports, index, random) for index in range(len(reports))]


def _perturbed(reports: Sequence[str], index: int, random: np.random.Generator) -> str:
    words = reports[index].split()
    some = random.random(len(words)) < CHANGED
    other = reports[int(random.integers(len(reports)))].split()
    kinds: tuple[Callable[[], list[str]], ...] = (
        lambda: words,
        lambda: [word for word, gone in zip(words, some, strict=True) if not gone],
        lambda: [words[place] for place in _swapped(len(words), random)],
        lambda: [word for word, again in zip(words, some, strict=True) for word in [word] * (1 + 2 * again)],
        lambda: [
            other[place % len(other)] if changed and other else word
            for place, (word, changed) in enumerate(zip(words, some, strict=True))
        ],
        list,
        lambda: words * VERY_LONG,
        lambda: ["|||", *words[: len(words) // 2], "\n", "|||", *words[len(words) // 2 :]],
    )
    return " ".join(kinds[index % len(kinds)]())


def _swapped(length: int, random: np.random.Generator) -> list[int]:
    places = list(range(length))
    for place in np.flatnonzero(random.random(max(length - 1, 0)) < CHANGED).tolist():
        places[place], places[place + 1] = places[place + 1], places[place]
    return places


def compare(reports: Sequence[str], java: Java | None) -> list[Compared]:
    """Every score of the perturbed reports by both, on the desk's metric text; Java's only where it is."""
    references = [metric_text(report) for report in reports]
    hypotheses = [metric_text(text).replace("|||", "") for text in perturbed(reports)]
    wanted, written = _by_number(references), _by_number(hypotheses)
    items = [[text] for text in references]
    compared = [
        *_bleu(hypotheses, items, wanted, written),
        _compared("ROUGE-L", lambda: rouge_l(hypotheses, items), lambda: _singles(Rouge(), wanted, written)),
        _compared("CIDEr-D", lambda: cider_d(hypotheses, items), lambda: _singles(Cider(), wanted, written)),
    ]
    if java is not None:
        compared.append(_meteor(hypotheses, items, wanted, written, java))
        compared.append(_ptb(reports, java))
    return compared


def _by_number(texts: Sequence[str]) -> dict[int, list[str]]:
    return {number: [text] for number, text in enumerate(texts)}


def _bleu(
    hypotheses: Sequence[str], items: Sequence[Sequence[str]], wanted: Texts, written: Texts
) -> list[Compared]:
    ours, theirs, seconds = _paired(
        lambda: bleu_counts(hypotheses, items),
        lambda: Bleu(4).compute_score(wanted, written, verbose=0),
    )
    corpus, singles = theirs
    return [
        Compared(
            f"BLEU-{order + 1}",
            float(bleu(ours.sum(axis=0))[order]),
            float(corpus[order]),
            _largest(bleu(ours)[:, order], np.asarray(singles[order])),
            seconds,
        )
        for order in range(4)
    ]


def _singles(scorer: Rouge | Cider, wanted: Texts, written: Texts) -> Values:
    return np.asarray(scorer.compute_score(wanted, written)[1], np.float64)


def _compared(name: str, ours: Callable[[], Values], theirs: Callable[[], Values]) -> Compared:
    our_values, their_values, seconds = _paired(ours, theirs)
    difference = _largest(our_values, their_values)
    return Compared(name, float(our_values.mean()), float(their_values.mean()), difference, seconds)


def _meteor(
    hypotheses: Sequence[str],
    items: Sequence[Sequence[str]],
    wanted: Texts,
    written: Texts,
    java: Java,
) -> Compared:
    counts = meteor_counts(hypotheses, items, java)
    public = Meteor()
    watchdog = Timer(java.seconds, public.meteor_p.kill)  # it would wait for ever
    watchdog.start()
    try:
        corpus, singles = public.compute_score(wanted, written)
    except ValueError:
        raise JavaFailed("pycocoevalcap's METEOR ended early") from None
    finally:
        watchdog.cancel()
        for pipe in (public.meteor_p.stdout, public.meteor_p.stderr):
            pipe.close()
    difference = max(
        _largest(meteor(counts), np.asarray(singles)), abs(float(meteor(counts.sum(axis=0))) - corpus)
    )
    return Compared("METEOR", float(meteor(counts.sum(axis=0))), corpus, difference, None)


def _ptb(reports: Sequence[str], java: Java) -> Compared:
    """The share of reports with the same Penn Treebank tokens."""
    given = {number: [{"caption": " ".join(text.split())}] for number, text in enumerate(reports)}
    theirs = PTBTokenizer().tokenize(given)
    ours = ptb_texts(reports, java)
    same = np.array([text == theirs.get(number, [""])[0] for number, text in enumerate(ours)], np.float64)
    return Compared("PTB tokens: share alike", float(same.mean()), 1.0, float(1 - same.min()), None)


def _largest(ours: Values, theirs: Values) -> float:
    return float(np.abs(ours - theirs).max())


def _paired(ours: Callable[[], A], theirs: Callable[[], B]) -> tuple[A, B, tuple[float, float]]:
    """Results of both, and medians of their CPU seconds over rounds that take turns."""
    taken: tuple[list[float], list[float]] = ([], [])
    for _ in range(ROUNDS):
        start = time.process_time()
        our_result = ours()
        middle = time.process_time()
        their_result = theirs()
        taken[0].append(middle - start)
        taken[1].append(time.process_time() - middle)
    return our_result, their_result, (statistics.median(taken[0]), statistics.median(taken[1]))
