"""A bundle measured on a corpus, through the same reader that the desk uses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engine.panel import Draft, Panel
from engine.progress import OnProgress, Progress
from engine.reader import LABEL_SCORE, Reader
from engine.study import Study
from engine.text.cider import DocumentFrequencies, signature
from engine.text.findings import LABELS
from training.data.corpus import CorpusStudy, film_masks
from training.data.films import read_study
from training.metrics.findings import label_counts, label_signature, said_labels, true_labels
from training.metrics.pointing import SIGNATURE as POINTING
from training.metrics.pointing import Pointed, pointed
from training.metrics.scores import Measured, Rows, Score, macro_f1, mean_rows, measured, micro_f1, ratio
from training.metrics.text import bleu_4, cider_scores, rouge_l

SEED = 7  # of the bootstrap
OTHERS = 200  # training reports that a constant report is compared with


@dataclass(frozen=True, slots=True)
class Reading:
    """One study as the panel read it; `labels` are what each draft says, by expert."""

    study: CorpusStudy
    texts: tuple[str, ...]
    labels: tuple[frozenset[str], ...]
    elected: int
    pointed: Pointed


def read_all(reader: Reader, studies: Sequence[CorpusStudy], on_progress: OnProgress) -> list[Reading]:
    """Let the panel read every study."""
    readings = []
    for number, study in enumerate(studies):
        opened = read_study(study)
        readings.append(reading_of(study, opened, reader.read(opened)))
        on_progress(Progress("The panel reads", number + 1, len(studies)))
    return readings


def reading_of(study: CorpusStudy, opened: Study, panel: Panel) -> Reading:
    """What scores need of a panel; its maps are not kept."""
    files = {film.sop_instance_uid: film.path for film in opened.radiographs}
    masks = film_masks(study, opened.radiographs[0].rows)
    drafts: tuple[Draft, ...] = panel.drafts
    return Reading(
        study=study,
        texts=tuple(draft.text for draft in drafts),
        labels=tuple(said_labels(draft.text) for draft in drafts),
        elected=panel.elected,
        pointed=pointed(panel, masks, files),
    )


def scores(
    readings: Sequence[Reading], train: Sequence[CorpusStudy], frequencies: DocumentFrequencies
) -> dict[str, Measured]:
    """All scores by name; those against a constant report need the corpus's training reports."""
    return {
        **finding_scores(readings),
        **label_scores(readings),
        **text_scores(readings, frequencies),
        **variety_scores(readings),
        **pointing_scores(readings),
        **constant_scores(readings, train, frequencies),
    }


def finding_scores(readings: Sequence[Reading]) -> dict[str, Measured]:
    """F1 over labels of the elected draft, on clear and ambiguous films apart, and of the mean expert."""
    clear = [reading for reading in readings if not reading.study.ambiguous]
    ambiguous = [reading for reading in readings if reading.study.ambiguous]
    named = f"F1 of labels, {label_signature()}, elected draft"
    return {
        "finding_f1_micro": _f1(_elected_counts(readings), micro_f1, f"micro {named}"),
        "finding_f1_micro_clear": _f1(_elected_counts(clear), micro_f1, f"micro {named}, no faint finding"),
        "finding_f1_micro_ambiguous": _f1(
            _elected_counts(ambiguous), micro_f1, f"micro {named}, any faint finding"
        ),
        "finding_f1_macro": _f1(
            _elected_counts(readings), macro_f1, f"macro {named}, labels that occur in truth"
        ),
        "finding_f1_micro_mean_expert": _f1(
            _all_counts(readings),
            mean_expert_f1,
            f"micro F1 of labels, {label_signature()}, mean over experts",
        ),
    }


def label_scores(readings: Sequence[Reading]) -> dict[str, Measured]:
    """F1 of each label that occurs in truth, or is said of any study."""
    counts = _elected_counts(readings).reshape(len(readings), 3, len(LABELS))
    return {
        f"{LABEL_SCORE}{label}": _f1(
            counts[:, :, number], micro_f1, f"F1 of {label}, {label_signature()}, elected draft"
        )
        for number, label in enumerate(LABELS)
        if counts[:, :, number].any()
    }


def _f1(rows: Rows, score: Score, named: str) -> Measured:
    return measured(rows, score, named, "no study has a finding, said or true", SEED)


def _elected_counts(readings: Sequence[Reading]) -> Rows:
    return np.array(
        [label_counts(reading.labels[reading.elected], true_labels(reading.study)) for reading in readings]
    )


def _all_counts(readings: Sequence[Reading]) -> Rows:
    """(S, M 3 L): every expert's counts side by side."""
    return np.array(
        [
            np.concatenate([label_counts(said, true_labels(reading.study)) for said in reading.labels])
            for reading in readings
        ]
    )


def mean_expert_f1(sums: Rows) -> Rows:
    """Mean over experts of each one's micro F1; sums (..., M 3 L) with L the number of labels."""
    width = label_counts(frozenset(), frozenset()).shape[-1]
    experts = np.split(sums, sums.shape[-1] // width, axis=-1)
    return np.asarray(np.mean([micro_f1(expert) for expert in experts], axis=0))


def text_scores(readings: Sequence[Reading], frequencies: DocumentFrequencies) -> dict[str, Measured]:
    """Likeness of texts to the studies' reports."""
    reports = [reading.study.report for reading in readings]
    elected = [reading.texts[reading.elected] for reading in readings]
    experts = [[reading.texts[expert] for reading in readings] for expert in range(len(readings[0].texts))]
    of_experts = np.mean([cider_scores(drafts, reports, frequencies) for drafts in experts], axis=0)
    named = signature(frequencies)
    bleu = "BLEU-4, corpus, closest length, whitespace tokens (pycocoevalcap)"
    return {
        "cider_elected": _mean(cider_scores(elected, reports, frequencies), f"{named}, elected draft"),
        "cider_mean_expert": _mean(of_experts, f"{named}, mean over experts"),
        "bleu_4": Measured(bleu_4(elected, reports), f"{bleu}, elected draft, {len(readings)} studies"),
        "rouge_l": _mean(rouge_l(elected, reports), "ROUGE-L, beta 1.2, whitespace tokens, elected draft"),
    }


def _mean(values: Sequence[float] | Rows, named: str) -> Measured:
    return measured(mean_rows(values), ratio, named, "there is no such study", SEED)


def variety_scores(readings: Sequence[Reading]) -> dict[str, Measured]:
    """How many different texts, and different sets of labels, a study's drafts have."""
    experts = len(readings[0].texts)
    sets = [len(set(reading.labels)) for reading in readings]
    faint = [reading.study.ambiguous for reading in readings]
    named = f"mean number of different sets of stated labels among {experts} drafts"
    return {
        "distinct_drafts": _mean(
            [len(set(reading.texts)) for reading in readings],
            f"mean number of different texts among {experts} drafts",
        ),
        "distinct_finding_sets_clear": _mean(
            [count for count, ambiguous in zip(sets, faint, strict=True) if not ambiguous],
            f"{named}, no faint finding",
        ),
        "distinct_finding_sets_ambiguous": _mean(
            [count for count, ambiguous in zip(sets, faint, strict=True) if ambiguous],
            f"{named}, any faint finding",
        ),
    }


def pointing_scores(readings: Sequence[Reading]) -> dict[str, Measured]:
    """Share of sentences that point into their finding, and of random cells that would."""
    columns: Mapping[str, Callable[[Pointed], float]] = {
        "pointing": lambda result: result.hits,
        "pointing_random": lambda result: result.by_chance,
    }
    named = {"pointing": POINTING, "pointing_random": f"a random cell instead of the peak; else: {POINTING}"}
    why = "no sentence names a finding that is there and has a mask"
    return {
        name: measured(
            np.array([[count(reading.pointed), reading.pointed.named] for reading in readings], np.float64),
            ratio,
            named[name],
            why,
            SEED,
        )
        for name, count in columns.items()
    }


def constant_scores(
    readings: Sequence[Reading], train: Sequence[CorpusStudy], frequencies: DocumentFrequencies
) -> dict[str, Measured]:
    """The baseline that never looks: one report for every study."""
    what = "one report for all: of the commonest label set, the likest to other training reports"
    names = ("finding_f1_micro_constant", "cider_constant")
    if not train:
        return {name: Measured(None, what, undefined="the corpus has no training reports") for name in names}
    report = constant_report(train, frequencies)
    said = said_labels(report)
    counts = np.array([label_counts(said, true_labels(reading.study)) for reading in readings])
    reports = [reading.study.report for reading in readings]
    alike = cider_scores([report] * len(reports), reports, frequencies)
    return {
        names[0]: _f1(counts, micro_f1, f"micro F1 of labels, {label_signature()}, {what}"),
        names[1]: _mean(alike, f"{signature(frequencies)}, {what}"),
    }


def constant_report(train: Sequence[CorpusStudy], frequencies: DocumentFrequencies) -> str:
    """Of the training reports with the commonest set of true labels, the one most like the others."""
    sets = [true_labels(study) for study in train]
    commonest = max(sorted(set(sets), key=sorted), key=sets.count)
    candidates = [study.report for study, labels in zip(train, sets, strict=True) if labels == commonest]
    others = [study.report for study in train[:OTHERS]]
    alike = [
        cider_scores([report] * len(others), others, frequencies).mean() for report in candidates[:OTHERS]
    ]
    return candidates[int(np.argmax(alike))]
