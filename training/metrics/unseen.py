"""Scores on studies whose report no training study has, and how often drafts repeat reports word for word.

Of the 590 test reports of IU X-Ray 274 stand among its training reports: a model that repeats its training
scores well on those, and what it sees matters on the others only.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.text.cider import DocumentFrequencies, signature
from engine.text.tokenizer import metric_text
from training.data.corpus import CorpusStudy, words_of
from training.metrics.finding_scores import f1
from training.metrics.findings import label_signature, truth_of
from training.metrics.reports import Reports
from training.metrics.scores import SEED, Measured, measured, micro_f1
from training.metrics.text import BLEU, NO_STUDY, ROUGE, bleu_4, bleu_rows, cider_scores, mean_score, rouge_l

WHICH = "only studies whose report no training study has word for word"
ALL_SEEN = "every report stands among training reports"
NO_TRAINING = "no training report is there to compare with"


def unseen_scores(
    elected: Reports,
    studies: Sequence[CorpusStudy],
    training_texts: frozenset[str],
    frequencies: DocumentFrequencies,
) -> dict[str, Measured]:
    """The elected draft's CIDEr-D, BLEU-4, ROUGE-L and micro F1 on unseen reports, and shares of all studies.

    `training_texts` are training reports as `words_of` has them. A draft is one of them if metrics cannot
    tell the two apart (`metric_text`), for drafts have no capitals of their own.
    """
    unseen = np.array([words_of(study.report) not in training_texts for study in studies], np.bool_)
    named = f"{WHICH}, {elected.writer}"
    shares = _shares(elected, studies, unseen, training_texts)
    if not training_texts or not unseen.any():
        why = ALL_SEEN if training_texts else NO_TRAINING
        names = ("cider_unseen", "bleu_4_unseen", "rouge_l_unseen", "finding_f1_micro_unseen")
        return {**{name: Measured(None, named, undefined=why) for name in names}, **shares}
    chosen = [study for study, new in zip(studies, unseen, strict=True) if new]
    reports = [study.report for study in chosen]
    drafts = [text for text, new in zip(elected.texts, unseen, strict=True) if new]
    counts = elected.counts(studies)[unseen]
    return {
        "cider_unseen": mean_score(
            cider_scores(drafts, reports, frequencies), f"{signature(frequencies)}, {named}"
        ),
        "bleu_4_unseen": measured(bleu_rows(drafts, reports), bleu_4, f"{BLEU}, {named}", NO_STUDY, SEED),
        "rouge_l_unseen": mean_score(rouge_l(drafts, reports), f"{ROUGE}, {named}"),
        "finding_f1_micro_unseen": f1(
            counts, micro_f1, f"micro F1, {WHICH}, {label_signature(truth_of(studies))}, {elected.writer}"
        ),
        **shares,
    }


def _shares(
    elected: Reports,
    studies: Sequence[CorpusStudy],
    unseen: np.ndarray[tuple[int, ...], np.dtype[np.bool_]],
    training_texts: frozenset[str],
) -> dict[str, Measured]:
    """Shares of studies: with a draft that is their report, with a seen report, with a seen draft."""
    drafts = [metric_text(text) for text in elected.texts]
    same = [draft == metric_text(study.report) for draft, study in zip(drafts, studies, strict=True)]
    shares = {
        "verbatim": mean_score(np.asarray(same, float), f"drafts equal to their report, {elected.writer}")
    }
    if not training_texts:
        return shares
    repeatable = {metric_text(text) for text in training_texts}
    known = [draft in repeatable for draft in drafts]
    return {
        **shares,
        "report_seen": mean_score((~unseen).astype(float), "studies whose report a training study has"),
        "draft_seen": mean_score(
            np.asarray(known, float), f"drafts equal to a training report, {elected.writer}"
        ),
    }
