"""Likeness of texts: CIDEr-D by the engine, BLEU-4 and ROUGE-L by the papers' own package."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from pycocoevalcap.bleu.bleu import Bleu
from pycocoevalcap.rouge.rouge import Rouge

from engine.text.cider import DocumentFrequencies, cider_d
from engine.text.tokenizer import metric_text

Values = npt.NDArray[np.float64]


def cider_scores(drafts: Sequence[str], reports: Sequence[str], frequencies: DocumentFrequencies) -> Values:
    """CIDEr-D of each draft against its study's report, 0..10."""
    references = [[metric_text(report)] for report in reports]
    return cider_d([metric_text(draft) for draft in drafts], references, frequencies)


def bleu_4(drafts: Sequence[str], reports: Sequence[str]) -> float:
    """Corpus BLEU-4 with the closest reference length, whitespace tokens (R2Gen's protocol)."""
    scores, _ = Bleu(4).compute_score(*_coco(drafts, reports), verbose=0)
    return float(scores[3])


def rouge_l(drafts: Sequence[str], reports: Sequence[str]) -> Values:
    """ROUGE-L of each draft, beta 1.2, whitespace tokens."""
    _, scores = Rouge().compute_score(*_coco(drafts, reports))
    return np.asarray(scores, np.float64)


def _coco(drafts: Sequence[str], reports: Sequence[str]) -> tuple[dict[int, list[str]], dict[int, list[str]]]:
    """References and candidates as the package takes them, by study."""
    references = {number: [metric_text(text)] for number, text in enumerate(reports)}
    candidates = {number: [metric_text(text)] for number, text in enumerate(drafts)}
    return references, candidates
