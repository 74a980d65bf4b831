"""Likeness of texts: CIDEr-D, BLEU-4 and ROUGE-L, by the engine."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from engine.text import rouge
from engine.text.bleu import bleu, bleu_counts
from engine.text.cider import DocumentFrequencies, cider_d, signature
from engine.text.tokenizer import metric_text
from training.data.corpus import CorpusStudy
from training.metrics.reports import Baselines, Reports
from training.metrics.scores import SEED, Measured, Rows, mean_rows, measured, minus, ratio

NO_STUDY = "there is no such study"
BLEU = "BLEU-4, corpus, closest length, whitespace tokens"
ROUGE = "ROUGE-L, beta 1.2, whitespace tokens"

Values = npt.NDArray[np.float64]


def text_scores(
    elected: Reports, baselines: Baselines, studies: Sequence[CorpusStudy], frequencies: DocumentFrequencies
) -> dict[str, Measured]:
    """CIDEr-D, BLEU-4 and ROUGE-L of the elected draft and of the baselines; CIDEr-D also as differences."""
    truth = [study.report for study in studies]
    named = signature(frequencies)
    own = cider_scores(elected.texts, truth, frequencies)
    result = {"cider_elected": mean_score(own, f"{named}, {elected.writer}")}
    for name, reports in baselines.items():
        other = cider_scores(reports.texts, truth, frequencies)
        result[f"cider_{name}"] = mean_score(other, f"{named}, {reports.writer}")
        result[f"cider_elected_minus_{name}"] = difference_score(
            own, other, f"{named}, {elected.writer} minus {reports.writer}, paired"
        )
    for suffix, reports in {"": elected, **{f"_{name}": other for name, other in baselines.items()}}.items():
        rows = bleu_rows(reports.texts, truth)
        result[f"bleu_4{suffix}"] = measured(rows, bleu_4, f"{BLEU}, {reports.writer}", NO_STUDY, SEED)
        result[f"rouge_l{suffix}"] = mean_score(rouge_l(reports.texts, truth), f"{ROUGE}, {reports.writer}")
    return result


def mean_score(values: npt.ArrayLike, named: str) -> Measured:
    """The mean over studies; NaN values are left out."""
    return measured(mean_rows(values), ratio, named, NO_STUDY, SEED)


def difference_score(first: npt.ArrayLike, second: npt.ArrayLike, named: str) -> Measured:
    """Mean of the first minus mean of the second, over the same studies."""
    rows = np.hstack([mean_rows(first), mean_rows(second)])
    return measured(rows, minus(ratio), named, NO_STUDY, SEED)


def cider_scores(drafts: Sequence[str], reports: Sequence[str], frequencies: DocumentFrequencies) -> Values:
    """CIDEr-D of each draft against its study's report, 0..10."""
    references = [[metric_text(report)] for report in reports]
    return cider_d([metric_text(draft) for draft in drafts], references, frequencies)


def bleu_rows(drafts: Sequence[str], reports: Sequence[str]) -> Rows:
    """(S, 10): matched and written n-grams for n = 1 to 4, words written, words of the report."""
    return bleu_counts([metric_text(draft) for draft in drafts], [[metric_text(text)] for text in reports])


def bleu_4(sums: Rows) -> Rows:
    """Corpus BLEU-4 of summed `bleu_rows` (..., 10)."""
    return bleu(sums)[..., -1]


def rouge_l(drafts: Sequence[str], reports: Sequence[str]) -> Values:
    """ROUGE-L of each draft, beta 1.2, whitespace tokens."""
    return rouge.rouge_l([metric_text(text) for text in drafts], [[metric_text(text)] for text in reports])
