"""What electing a draft is worth, and whether experts differ where the film leaves room for it.

A finding is disputed where some experts state its label for a study and others do not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from engine.panel import EXPERT_LETTERS
from engine.text.cider import DocumentFrequencies, signature
from engine.text.findings import LABELS, NO_FINDING
from training.data.corpus import CorpusStudy
from training.metrics.finding_scores import f1, populations
from training.metrics.findings import label_counts, label_signature, true_labels, truth_of
from training.metrics.reports import Reports
from training.metrics.scores import SEED, Measured, Rows, measured, micro_f1, minus, quotient, ratio
from training.metrics.text import Values, cider_scores, difference_score, mean_score

ALONE = "one draft: nothing was elected"
NO_VALIDATION = "no validation study was read"

Labels = frozenset[str]


def election_scores(
    elected: Reports,
    experts: Sequence[Reports],
    best: int | None,
    studies: Sequence[CorpusStudy],
    frequencies: DocumentFrequencies,
) -> dict[str, Measured]:
    """The elected draft against the mean expert, and against expert `best` of the validation studies."""
    truth = [study.report for study in studies]
    cider = np.array([cider_scores(expert.texts, truth, frequencies) for expert in experts])  # (M, S)
    own = cider_scores(elected.texts, truth, frequencies)
    counts = [expert.counts(studies) for expert in experts]
    mean = f"{elected.writer} minus mean over experts, paired"
    named = f"micro F1, all films, {label_signature(truth_of(studies))}"
    own_counts = elected.counts(studies)
    result = _by_f1("mean_expert", own_counts, counts, named, "mean over experts", mean)
    result |= _by_cider("mean_expert", own, cider, signature(frequencies), "mean over experts", mean)
    if best is None:
        result |= _without_best(named, signature(frequencies))
    else:
        writer = experts[best].writer
        lead = f"{elected.writer} minus {writer}, paired"
        result |= _by_f1("best_expert", own_counts, [counts[best]], named, writer, lead)
        result |= _by_cider("best_expert", own, cider[[best]], signature(frequencies), writer, lead)
    return result if len(experts) > 1 else {name: _alone(score) for name, score in result.items()}


def _by_f1(
    name: str, own: Rows, others: Sequence[Rows], named: str, writer: str, lead: str
) -> dict[str, Measured]:
    """Mean F1 of others, and the elected draft's minus it."""
    counts, repeated = np.hstack(others), np.tile(own, len(others))
    gain = f1(np.hstack([repeated, counts]), minus(mean_expert_f1), f"{named}, {lead}")
    return {
        f"finding_f1_micro_{name}": f1(counts, mean_expert_f1, f"{named}, {writer}"),
        f"finding_f1_micro_minus_{name}": gain,
    }


def _by_cider(
    name: str, own: Values, others: Values, named: str, writer: str, lead: str
) -> dict[str, Measured]:
    """Mean CIDEr-D of others (M, S), and the elected draft's (S,) minus it."""
    mean = others.mean(axis=0)
    return {
        f"cider_{name}": mean_score(mean, f"{named}, {writer}"),
        f"cider_elected_minus_{name}": difference_score(own, mean, f"{named}, {lead}"),
    }


def _without_best(named: str, by: str) -> dict[str, Measured]:
    names = {"finding_f1_micro_best_expert": named, "finding_f1_micro_minus_best_expert": named}
    names |= {"cider_best_expert": by, "cider_elected_minus_best_expert": by}
    return {
        name: Measured(None, f"{what}, best single expert on validation", undefined=NO_VALIDATION)
        for name, what in names.items()
    }


def _alone(score: Measured) -> Measured:
    return Measured(None, score.signature, undefined=ALONE)


def best_expert(labels: Sequence[Sequence[Labels]], studies: Sequence[CorpusStudy]) -> int | None:
    """The expert with the best micro F1, the first of equals; `labels` by study and expert. None without any.

    Choose on validation studies: the best of several on the test studies would be best by luck as well.
    """
    if not studies:
        return None
    sums = [
        np.sum(
            [
                label_counts(said[expert], true_labels(study))
                for said, study in zip(labels, studies, strict=True)
            ],
            axis=0,
        )
        for expert in range(len(labels[0]))
    ]
    return int(np.argmax(np.nan_to_num([float(micro_f1(each)) for each in sums])))


def expert_name(expert: int) -> str:
    """How signatures name an expert."""
    return f"expert {EXPERT_LETTERS[expert]}"


def mean_expert_f1(sums: Rows) -> Rows:
    """Mean over experts of each one's micro F1; sums (..., M 3 L) with L the number of labels."""
    experts = np.split(sums, sums.shape[-1] // (3 * len(LABELS)), axis=-1)
    return np.asarray(np.mean([micro_f1(expert) for expert in experts], axis=0))


def variety_scores(
    texts: Sequence[Sequence[str]], labels: Sequence[Sequence[Labels]], studies: Sequence[CorpusStudy]
) -> dict[str, Measured]:
    """How many different texts, and different sets of labels, a study's drafts have (by study and expert)."""
    experts = len(texts[0])
    sets = np.array([len(set(said)) for said in labels], np.float64)
    labelled_by = label_signature(truth_of(studies))
    named = f"mean number of different sets of stated labels among {experts} drafts, {labelled_by}"
    result = {
        "distinct_drafts": mean_score(
            [len(set(study)) for study in texts], f"mean number of different texts among {experts} drafts"
        )
    }
    for suffix, films, chosen in populations(studies)[1:]:
        result[f"distinct_finding_sets{suffix}"] = mean_score(sets[chosen], f"{named}, {films}")
    return result


def dispute_scores(
    labels: Sequence[Sequence[Labels]], elected: Sequence[int], studies: Sequence[CorpusStudy]
) -> dict[str, Measured]:
    """How often the elected draft is wrong on disputed findings and on undisputed ones, and the ratio.

    Once over every label that occurs in these studies or drafts, and once ("_of_stated") over labels that are
    in the study's films or stated by any of its experts, where silence in agreement about nothing counts not.
    """
    true = [true_labels(study) for study in studies]
    asked = frozenset().union(*true, *(said for study in labels for said in study)) - {NO_FINDING}
    kinds: dict[str, tuple[str, Callable[[Labels, Sequence[Labels]], Labels]]] = {
        "": (f"{len(asked)} labels that occur", lambda _there, _said: asked),
        "_of_stated": ("labels that are there or stated", lambda there, said: asked & there.union(*said)),
    }
    result: dict[str, Measured] = {}
    for suffix, (which, asking) in kinds.items():
        rows = np.array(
            [
                dispute_counts(said, index, there, asking(there, said))
                for said, index, there in zip(labels, elected, true, strict=True)
            ]
        ).reshape(-1, 4)
        named = f"share of {which} on which the elected draft is wrong, {label_signature(truth_of(studies))}"
        result |= {
            f"disputed_error{suffix}": _rate(rows[:, :2], f"{named}, experts differ on the label"),
            f"undisputed_error{suffix}": _rate(rows[:, 2:], f"{named}, experts agree on the label"),
            f"disputed_error_ratio{suffix}": measured(
                rows,
                quotient(ratio),
                f"{named}, disputed over undisputed, paired",
                "no finding is disputed, or no undisputed one is wrong",
                SEED,
            ),
        }
    return result


def dispute_counts(said: Sequence[Labels], elected: int, true: Labels, asked: Labels) -> list[float]:
    """Errors on disputed labels, disputed labels, errors on undisputed labels, undisputed labels."""
    wrong = (said[elected] ^ true) & asked
    disputed = (frozenset().union(*said) - frozenset.intersection(*said)) & asked
    agreed = asked - disputed
    return [float(len(part)) for part in (wrong & disputed, disputed, wrong & agreed, agreed)]


def _rate(rows: Rows, named: str) -> Measured:
    return measured(rows, ratio, named, "there is no such finding", SEED)
