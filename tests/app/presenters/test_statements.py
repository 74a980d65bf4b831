"""What the table of all drafts shows, and where its keys go."""

from __future__ import annotations

import pytest

from app.messages import StanceShown, StatementsShown
from app.opening import align
from app.presenters.cards import UNJUDGED, Judged
from app.presenters.statements import StatementsPresenter
from engine.panel import Panel
from tests.app.desk_fakes import ShownTable, StepLane, panel_of, study_of

TEXTS = (
    "The heart is enlarged. Small left pleural effusion.",
    "The heart is mildly enlarged. No pleural effusion.",
    "The heart is enlarged. No pneumothorax.",
)


class Bench:
    """A table whose lane works when it is asked what it shows."""

    def __init__(self, visible: bool = True) -> None:
        self.view, self.lane = ShownTable(), StepLane()
        self.reached: list[tuple[int, int]] = []
        self.presenter = StatementsPresenter(self.view, self.lane, align, self)
        self.presenter.set_visible(visible)

    def sentence_reached(self, expert: int, sentence: int) -> None:
        self.reached.append((expert, sentence))

    def show(self, panel: Panel | None = None) -> StatementsShown:
        self.presenter.show_panel(panel or panel_of(study_of(), TEXTS, (3.0, 2.0, 1.0)))
        self.lane.work_all()
        return self.view.shown


@pytest.fixture
def bench() -> Bench:
    return Bench()


def words(shown: StatementsShown, row: int) -> list[str]:
    return ["".join(piece.text for piece in wording.pieces) for wording in shown.statements[row].wordings]


def test_the_same_words_stand_once_with_all_who_say_them(bench: Bench) -> None:
    shown = bench.show()
    assert words(shown, 0) == ["The heart is enlarged.", "The heart is mildly enlarged."]
    first = shown.statements[0].wordings[0]
    assert [(place.expert, place.sentence) for place in first.said] == [(0, 0), (2, 0)]


def test_only_what_the_first_wording_has_not_is_marked(bench: Bench) -> None:
    first, second = bench.show().statements[0].wordings
    assert not any(piece.changed for piece in first.pieces)
    assert [piece.text.strip() for piece in second.pieces if piece.changed] == ["mildly"]


def test_a_contradiction_names_who_says_what(bench: Bench) -> None:
    against = [statement for statement in bench.show().statements if statement.contradiction]
    assert [statement.warning for statement in against] == ["pleural effusion: A present · B absent"]


def test_columns_stand_by_vote_and_the_elected_one_is_named(bench: Bench) -> None:
    shown = bench.show(panel_of(study_of(), TEXTS, (1.0, 2.0, 3.0)))
    assert [column.expert for column in shown.columns] == [2, 1, 0]
    assert [column.elected for column in shown.columns] == [True, False, False]
    assert shown.columns[0].vote == "3.0"


def test_every_finding_has_a_line_with_each_experts_stance(bench: Bench) -> None:
    lines = {line.finding: line for line in bench.show().consensus}
    effusion = lines["pleural effusion, left"]
    assert [cell.stance for cell in effusion.cells] == [
        StanceShown.PRESENT,
        StanceShown.ABSENT,
        StanceShown.SILENT,
    ]
    assert effusion.disputed
    assert effusion.count == "1/3"
    assert effusion.cells[1].sentences == (1,)


def test_a_finding_that_everybody_puts_on_one_side_has_one_line(bench: Bench) -> None:
    texts = (
        "Small left pleural effusion.",
        "Left pleural effusion. Bibasilar atelectasis.",
        "Effusion on the left.",
    )
    lines = [line.finding for line in bench.show(panel_of(study_of(), texts, (3.0, 2.0, 1.0))).consensus]
    assert lines == ["atelectasis, right and left", "pleural effusion, left"]


def test_headings_stand_once_for_each_region(bench: Bench) -> None:
    headings = [statement.heading for statement in bench.show().statements]
    assert headings == ["heart", "pleura", ""]


def test_a_row_joined_over_subjects_has_the_heading_of_what_all_of_it_is_about(bench: Bench) -> None:
    joined = "Low lung volumes, possibly obscuring a small left pleural effusion."
    texts = (joined, "Small left pleural effusion.", "Left pleural effusion.")
    shown = bench.show(panel_of(study_of(), texts, (3.0, 2.0, 1.0)))
    assert [statement.heading for statement in shown.statements] == ["pleura"]


def test_identical_drafts_say_so(bench: Bench) -> None:
    shown = bench.show(panel_of(study_of(), ("No pneumothorax.",) * 3, (1.0, 1.0, 1.0)))
    assert shown.summary == "All 3 drafts are identical, word for word."


def test_keys_walk_over_wordings_and_stop_at_the_ends(bench: Bench) -> None:
    bench.show()
    bench.presenter.previous_wording()
    assert bench.view.current == (0, 0, 0)
    for _ in range(9):
        bench.presenter.next_wording()
    assert bench.view.current[0] == len(bench.view.shown.statements) - 1
    assert bench.view.followed


def test_keys_walk_among_those_who_use_the_same_words(bench: Bench) -> None:
    bench.show()
    bench.presenter.next_wording()
    bench.presenter.next_expert()
    bench.presenter.next_expert()
    assert bench.view.current == (0, 0, 2)
    bench.presenter.previous_expert()
    assert bench.reached[-1] == (0, 0)


def test_pointing_reaches_the_sentence_without_scrolling(bench: Bench) -> None:
    bench.show()
    bench.presenter.pointed_at(0, 0, 2)
    assert bench.reached == [(2, 0)]
    bench.presenter.pointed_at(0, 1, -1)
    assert bench.reached[-1] == (1, 0)
    assert not bench.view.followed


def test_wordings_in_the_report_are_marked_and_nothing_else_changes(bench: Bench) -> None:
    plain = bench.show()
    bench.presenter.show_judged(Judged(((1, "The heart is mildly enlarged."),)))
    taken = [[wording.taken for wording in statement.wordings] for statement in bench.view.shown.statements]
    assert taken[0] == [False, True]
    assert sum(map(sum, taken)) == 1
    bench.presenter.show_judged(UNJUDGED)
    assert bench.view.shown == plain


def test_nothing_is_aligned_while_nobody_looks_and_each_panel_once() -> None:
    bench = Bench(visible=False)
    bench.presenter.show_panel(panel_of(study_of(), TEXTS, (3.0, 2.0, 1.0)))
    assert not bench.lane.waiting
    bench.presenter.set_visible(True)
    bench.lane.work_all()
    assert bench.view.shown.statements
    bench.presenter.set_visible(False)
    bench.presenter.set_visible(True)
    assert not bench.lane.waiting


@pytest.mark.parametrize("panel", [panel_of(study_of(), ("One.",), (0.0,))])
def test_too_few_drafts_are_said(bench: Bench, panel: Panel) -> None:
    assert "comparison needs two" in bench.show(panel).empty


def test_a_failure_is_said_in_the_table() -> None:
    bench = Bench()

    def broken(_: object) -> None:
        raise OSError("no rules")

    bench.presenter = StatementsPresenter(bench.view, bench.lane, broken, bench)  # type: ignore[arg-type]
    bench.presenter.set_visible(True)
    assert "no rules" in bench.show().empty
