from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from engine.errors import RecipeError
from engine.panel import Polarity
from engine.text.findings import shipped_labeller
from engine.voting import vote, voting_frequencies
from training.data.corpus import CorpusStudy, TrueFinding
from training.metrics.clinical import Reads
from training.metrics.protocols import protocol_of
from training.metrics.scores import Measured, combined, mean_rows, measured, ratio
from training.readings import Written
from training.table import interval_of, table_markdown, table_text, value_of
from training.tables.published import published_of, read_published
from training.tables.scoring import CLINICAL, NLG, TABLES, VOTING, Questionnaire, charts_of, groups_of
from training.tables.voting import WAYS, Panel, chosen, unclipped_vote, voting_groups

EFFUSION = "There is a left pleural effusion."
HEART = "The heart is enlarged."
CLEAR = "The lungs are clear."
REPORTS = (EFFUSION, HEART, CLEAR, "No pneumothorax.")
FREQUENCIES = voting_frequencies(REPORTS)
STUDIES = [
    CorpusStudy("1", "test", EFFUSION, (TrueFinding("Pleural Effusion", Polarity.PRESENT),)),
    CorpusStudy("2", "test", HEART, (TrueFinding("Cardiomegaly", Polarity.PRESENT),)),
    CorpusStudy("3", "test", CLEAR),
]
# Expert B is right twice, A once, C once; two agree on each study.
PANELS = (
    (EFFUSION, EFFUSION, CLEAR),
    (CLEAR, HEART, HEART),
    (EFFUSION, EFFUSION, CLEAR),
)


def written(*texts: str) -> Written:
    ballot = vote(texts, FREQUENCIES)
    return Written("1", texts, ballot.votes, ballot.elected)


def panel(best: int | None = 1) -> Panel:
    joint = [EFFUSION, HEART, EFFUSION]
    return Panel([written(*texts) for texts in PANELS], {"mean": joint, "maximum": joint}, best, FREQUENCIES)


def asked(*training: str) -> Questionnaire:
    return Questionnaire(STUDIES, training, protocol_of("consilium"), None, Reads(shipped_labeller()))


def test_every_way_to_get_one_report_is_scored_beside_the_elected_draft() -> None:
    scores = asked().voting(panel())
    value = {name: score.value for name, score in scores.items()}

    for way in set(WAYS) - {"majority"}:
        assert value[f"rouge_l: {way}"] is not None, way
    assert value["finding_f1_micro: best_expert"] == pytest.approx(2 / 3)
    assert value["finding_f1_micro: elected"] == value["finding_f1_micro: best_expert"]
    assert value["finding_f1_micro: elected minus best_expert"] == 0.0
    assert value["cider_d: best_draft"] == pytest.approx(10.0, abs=5)  # the right text for every study
    assert value["ce14_micro_f1: best_draft"] == 1.0


def test_the_mean_expert_is_the_mean_of_the_experts_scores() -> None:
    scores = asked().voting(panel())
    shares = [asked().statistics([texts[expert] for texts in PANELS]) for expert in range(3)]
    singles = [each["bleu_4"].measured().value for each in shares]

    assert scores["bleu_4: mean_expert"].value == pytest.approx(np.mean([each or 0 for each in singles]))


def test_what_was_not_asked_for_and_what_needs_java_is_undefined_with_its_reason() -> None:
    scores = asked().voting(panel(best=None))

    assert scores["cider_d: majority"].undefined == "it was not asked for"
    assert scores["cider_d: best_expert"].undefined == "no validation study was read"
    assert scores["meteor: elected"].undefined == "no Java"


def test_a_panel_of_one_expert_elects_nothing() -> None:
    alone = Panel([written(texts[0]) for texts in PANELS], {}, None, FREQUENCIES)

    assert asked().voting(alone)["rouge_l: elected minus random"].value is None


def test_unclipped_cider_elects_what_two_experts_wrote() -> None:
    assert unclipped_vote(panel().written, FREQUENCIES).tolist() == [0, 1, 0]


def test_random_choices_are_the_same_every_time() -> None:
    first, second = (chosen(panel(), np.zeros((3, 3)))["random"] for _ in range(2))

    np.testing.assert_array_equal(first, second)
    assert len(first) == 20


def test_a_weighted_sum_of_scores_is_what_it_says() -> None:
    rows = np.hstack([mean_rows([1.0, 3.0]), mean_rows([4.0, 4.0]), mean_rows([0.0, 2.0])])

    assert measured(rows, combined(ratio, [1, -0.5, -0.5]), "", "", seed=1).value == 2 - (4 + 1) / 2


def test_studies_whose_report_was_learned_are_left_out_of_the_unseen() -> None:
    scores = asked(CLEAR, "Another report.").nlg(REPORTS[:3])

    assert "3 studies" in scores["rouge_l"].signature
    assert "2 studies" in scores["rouge_l_unseen"].signature


def test_a_difference_that_rounds_to_nothing_has_no_minus() -> None:
    assert value_of(Measured(-1e-17, ""), "+") == "+0.000"
    assert interval_of(Measured(0.0, "", -1e-9, 0.5), "-") == "0.000 to 0.500"


def test_a_measure_that_is_undefined_for_all_takes_one_line() -> None:
    scores = asked().voting(panel())
    (group,) = [group for group in voting_groups(scores) if group.title.endswith("METEOR")]

    assert len(group.lines) == 1
    assert group.notes[1] == "Undefined (no Java): meteor: elected."


@pytest.mark.parametrize("kind", TABLES)
def test_every_table_has_lines_and_a_chart_and_says_what_is_undefined(kind: str) -> None:
    questions = asked()
    elected = [each.report for each in panel().written]
    scores = (
        {NLG: questions.nlg, CLINICAL: questions.clinical}[kind](elected)
        if kind != VOTING
        else (questions.voting(panel()))
    )
    groups = groups_of(kind, scores, read_published(), "IU X-Ray")
    text = table_text(groups)

    assert table_markdown(groups).count("###") == len(groups)
    assert "METransformer" in text
    assert ("no Java" in text) == (kind != CLINICAL)
    assert charts_of(kind, scores, "note")


def test_published_figures_name_where_they_were_read_and_are_of_our_scores() -> None:
    rows = read_published()
    (ours,) = [row for row in published_of(rows, "IU X-Ray", "nlg") if row.method == "METransformer"]

    assert all(row.source for row in rows)
    assert ours.scores["bleu_4"] == 0.172
    assert {name for row in rows if row.table == "nlg" for name in row.scores} <= asked().statistics(
        REPORTS[:3]
    ).keys() | {"bleu_1", "bleu_2", "bleu_3"}


def test_a_damaged_file_of_published_figures_is_named(tmp_path: Path) -> None:
    broken = tmp_path / "published.toml"
    broken.write_text('[[row]]\ncorpus = "IU"\n')

    with pytest.raises(RecipeError, match="published figures cannot be read"):
        read_published(broken)


def test_scores_are_written_as_json_that_programs_read() -> None:
    scores = asked().voting(panel())
    document = json.loads(json.dumps({name: score.to_json() for name, score in scores.items()}))

    assert all(entry["signature"] for entry in document.values())
    assert all((entry["value"] is None) == ("undefined" in entry) for entry in document.values())
