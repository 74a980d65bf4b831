from __future__ import annotations

import pytest

from engine.panel import Polarity
from engine.voting import voting_frequencies
from training.data.corpus import CorpusStudy, TrueFinding
from training.metrics.findings import label_signature, truth_of, with_findings
from training.metrics.reports import Reports
from training.metrics.unseen import unseen_scores

KNOWN, NEW = "The lungs are clear.", "there is a left pleural effusion ."
FREQUENCIES = voting_frequencies([KNOWN, NEW, "the heart is enlarged ."])
STUDIES = [CorpusStudy("1", "test", " The lungs\nare clear."), CorpusStudy("2", "test", NEW)]


def test_scores_on_unseen_reports_leave_out_what_a_training_study_has_word_for_word() -> None:
    copied = Reports.of("a copier", [KNOWN, KNOWN])
    scores = unseen_scores(copied, STUDIES, frozenset({KNOWN}), FREQUENCIES)

    assert scores["cider_unseen"].value == pytest.approx(0.0, abs=1e-6)
    assert scores["rouge_l_unseen"].value is not None
    assert "only studies whose report no training study has" in scores["bleu_4_unseen"].signature
    assert "1 studies" in scores["finding_f1_micro_unseen"].signature


def test_shares_tell_how_much_is_repeated_word_for_word() -> None:
    written = Reports.of("a writer", [KNOWN, NEW])
    scores = unseen_scores(written, STUDIES, frozenset({KNOWN}), FREQUENCIES)

    assert scores["verbatim"].value == 1.0
    assert scores["report_seen"].value == 0.5
    assert scores["draft_seen"].value == 0.5


def test_without_training_reports_or_without_unseen_ones_the_scores_are_undefined_with_the_reason() -> None:
    written = Reports.of("a writer", [KNOWN, NEW])

    for texts, why in ((frozenset[str](), "no training report"), (frozenset({KNOWN, NEW}), "every report")):
        scores = unseen_scores(written, STUDIES, texts, FREQUENCIES)
        assert scores["cider_unseen"].value is None
        assert why in scores["cider_unseen"].undefined
        assert scores["verbatim"].value == 1.0


def test_where_nothing_tells_of_findings_the_labeller_reads_the_report_and_the_signature_says_so() -> None:
    untold = CorpusStudy("1", "test", "There is a left pleural effusion. No pneumothorax.", truth="")
    told = with_findings(untold)

    assert told.findings == (TrueFinding("Pleural Effusion", Polarity.PRESENT, "left"),)
    assert told.denied == ("Pneumothorax",)
    assert "the labeller's own reading" in label_signature(truth_of([told]))
    known = CorpusStudy("2", "test", "Clear.")
    assert with_findings(known) is known
    assert truth_of([known, told]) == "the generator, the labeller's own reading of the report"
