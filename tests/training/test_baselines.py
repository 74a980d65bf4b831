from __future__ import annotations

import numpy as np

from engine.panel import Polarity
from engine.voting import voting_frequencies
from training.baselines.constant import constant_reports
from training.baselines.nearest import nearest, nearest_reports
from training.data.corpus import CorpusStudy, TrueFinding

EFFUSION, CLEAR, CLEARER = (
    "There is a left pleural effusion.",
    "The lungs are clear.",
    "The lungs are all clear.",
)
TRAIN = [
    CorpusStudy("1", "train", EFFUSION, (TrueFinding("Pleural Effusion", Polarity.PRESENT),)),
    CorpusStudy("2", "train", CLEARER),
    CorpusStudy("3", "train", CLEAR),
    CorpusStudy("4", "train", CLEAR),
]


def test_the_constant_report_is_of_the_commonest_label_set_and_like_the_others() -> None:
    reports = constant_reports(TRAIN, 2, voting_frequencies([study.report for study in TRAIN]))

    assert reports.texts == (CLEAR, CLEAR)
    assert reports.labels == (frozenset({"No Finding"}),) * 2


def test_the_nearest_training_film_lends_its_report() -> None:
    train = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], np.float32)
    reports = nearest_reports(train, [EFFUSION, CLEAR, CLEARER], np.array([[0.9, 0.1]], np.float32))

    assert reports.texts == (CLEAR,)


def test_a_channel_counts_by_its_spread_not_by_its_unit() -> None:
    train = np.array([[0.0, 0.0], [1000.0, 1.0]], np.float32)

    assert nearest(train, np.array([[300.0, 1.0]], np.float32)) == [1]


def test_a_channel_that_never_changes_decides_nothing() -> None:
    train = np.array([[5.0, 0.0], [5.0, 1.0]], np.float32)

    assert nearest(train, train) == [0, 1]
