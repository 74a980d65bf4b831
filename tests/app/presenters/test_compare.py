"""Which two drafts are compared, and what is said about them."""

from __future__ import annotations

import pytest

from app.messages import CompareShown
from app.opening import align, compare
from app.presenters.compare import ComparePresenter, first_pair
from engine.panel import Panel
from tests.app.desk_fakes import ShownComparison, StepLane, panel_of, study_of


class Bench:
    """A comparison whose lane works when it is asked what it shows."""

    def __init__(self, visible: bool = True) -> None:
        self.view, self.lane = ShownComparison(), StepLane()
        self.presenter = ComparePresenter(self.view, self.lane, compare)
        self.presenter.set_visible(visible)

    def shown(self) -> CompareShown:
        """What stands in the pane when all work is done."""
        self.lane.work_all()
        assert self.view.shown is not None
        return self.view.shown


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_it_begins_with_the_elected_draft_and_the_best_other_text() -> None:
    assert first_pair(panel_of(study_of())) == (0, 1)  # E has A's words


def test_identical_drafts_can_still_be_put_side_by_side() -> None:
    assert first_pair(panel_of(study_of(), ("One.", "One."), (1.0, 1.0))) == (0, 1)


def test_choosing_the_other_sides_expert_swaps_them(bench: Bench) -> None:
    bench.presenter.show_panel(panel_of(study_of()))
    bench.presenter.choose_left(1)
    assert (bench.shown().left, bench.shown().right) == (1, 0)
    bench.presenter.choose_right(1)
    assert (bench.shown().left, bench.shown().right) == (0, 1)


def test_pieces_join_to_the_exact_sentences_and_mark_what_differs(bench: Bench) -> None:
    panel = panel_of(study_of())
    bench.presenter.show_panel(panel)
    first = bench.shown().rows[0]
    assert "".join(piece.text for piece in first.left) == "The heart is mildly enlarged."
    assert [piece.text.strip() for piece in first.left if piece.changed] == ["mildly"]


def test_same_wording_and_contradictions_are_counted(bench: Bench) -> None:
    texts = ("No pneumothorax. Large left pleural effusion.", "No pneumothorax. No pleural effusion.")
    bench.presenter.show_panel(panel_of(study_of(), texts, (1.0, 0.5)))
    assert bench.shown().summary == "1 contradiction · 1 of 2 statements in the same words"
    assert [row.contradiction for row in bench.shown().rows] == [
        "",
        "pleural effusion: A present · B absent",
    ]


def test_nothing_is_computed_while_nobody_looks() -> None:
    bench = Bench(visible=False)
    bench.presenter.show_panel(panel_of(study_of()))
    assert not bench.lane.waiting
    bench.presenter.set_visible(True)
    assert bench.shown().rows


def test_only_the_last_choice_is_shown(bench: Bench) -> None:
    bench.presenter.show_panel(panel_of(study_of()))
    bench.presenter.choose_left(1)
    bench.lane.work_once()
    assert bench.view.shown is None or not bench.view.shown.rows
    assert bench.shown().left == 1


@pytest.mark.parametrize("panel", [None, panel_of(study_of(), ("One.",), (0.0,))])
def test_too_few_drafts_are_said(bench: Bench, panel: Panel | None) -> None:
    bench.presenter.show_panel(panel)
    assert bench.shown().empty


@pytest.mark.parametrize(
    ("left", "right", "counted"),
    [
        ("Left pleural effusion.", "No right pleural effusion.", 0),
        ("Left pleural effusion.", "No pleural effusion.", 1),
        ("Left pleural effusion.", "Right pleural effusion.", 1),
        ("Possible left pleural effusion.", "Left pleural effusion.", 0),
        ("Consolidation in the left lower lobe.", "The lungs are clear.", 1),
    ],
)
def test_two_drafts_contradict_each_other_as_they_do_among_all(
    bench: Bench, left: str, right: str, counted: int
) -> None:
    panel = panel_of(study_of(), (left, right), (1.0, 0.5))
    bench.presenter.show_panel(panel)
    assert any(row.contradiction for row in bench.shown().rows) == bool(counted)
    among_all = [conflict for conflict in align(panel.drafts)[0].conflicts if conflict.contradiction]
    assert len(among_all) == counted
    assert ("contradiction" in bench.shown().summary) == bool(counted)


def test_a_contradiction_across_rows_is_marked_at_both(bench: Bench) -> None:
    texts = (
        "The lungs are clear. The heart is normal.",
        "The heart is normal. Nodule in the right upper lobe.",
    )
    bench.presenter.show_panel(panel_of(study_of(), texts, (1.0, 0.5)))
    marked = {(row.left_index, row.right_index) for row in bench.shown().rows if row.contradiction}
    assert marked == {(0, -1), (-1, 1)}
    assert bench.shown().summary.startswith("1 contradiction · ")
