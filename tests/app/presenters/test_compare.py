"""Which two drafts are compared, and what is said about them."""

from __future__ import annotations

import pytest

from app.messages import CompareShown
from app.presenters.compare import ComparePresenter, contradict, first_pair
from app.review.comparison import compare
from engine.panel import Finding, Panel, Polarity
from tests.app.desk_fakes import ShownComparison, panel_of, study_of


@pytest.fixture
def view() -> ShownComparison:
    return ShownComparison()


@pytest.fixture
def comparing(view: ShownComparison) -> ComparePresenter:
    presenter = ComparePresenter(view, compare)
    presenter.set_visible(True)
    return presenter


def shown(view: ShownComparison) -> CompareShown:
    assert view.shown is not None
    return view.shown


def test_it_begins_with_the_elected_draft_and_the_best_other_text() -> None:
    assert first_pair(panel_of(study_of())) == (0, 1)  # E has A's words


def test_identical_drafts_can_still_be_put_side_by_side() -> None:
    assert first_pair(panel_of(study_of(), ("One.", "One."), (1.0, 1.0))) == (0, 1)


def test_choosing_the_other_sides_expert_swaps_them(
    comparing: ComparePresenter, view: ShownComparison
) -> None:
    comparing.show_panel(panel_of(study_of()))
    comparing.choose_left(1)
    assert (shown(view).left, shown(view).right) == (1, 0)
    comparing.choose_right(1)
    assert (shown(view).left, shown(view).right) == (0, 1)


def test_pieces_join_to_the_exact_sentences_and_mark_what_differs(
    comparing: ComparePresenter, view: ShownComparison
) -> None:
    panel = panel_of(study_of())
    comparing.show_panel(panel)
    first = shown(view).rows[0]
    assert "".join(piece.text for piece in first.left) == "The heart is mildly enlarged."
    assert [piece.text.strip() for piece in first.left if piece.changed] == ["mildly"]


def test_same_wording_and_contradictions_are_counted(
    comparing: ComparePresenter, view: ShownComparison
) -> None:
    texts = ("No pneumothorax. Large left pleural effusion.", "No pneumothorax. No pleural effusion.")
    comparing.show_panel(panel_of(study_of(), texts, (1.0, 0.5)))
    assert shown(view).summary == "1 of 2 statements in the same words · 1 contradiction"
    assert [row.contradiction for row in shown(view).rows] == [False, True]


def test_nothing_is_computed_while_nobody_looks(view: ShownComparison) -> None:
    presenter = ComparePresenter(view, compare)
    presenter.show_panel(panel_of(study_of()))
    assert view.shown is None
    presenter.set_visible(True)
    assert shown(view).rows


@pytest.mark.parametrize("panel", [None, panel_of(study_of(), ("One.",), (0.0,))])
def test_too_few_drafts_are_said(
    comparing: ComparePresenter, view: ShownComparison, panel: Panel | None
) -> None:
    comparing.show_panel(panel)
    assert shown(view).empty


def test_opposite_sides_do_not_contradict() -> None:
    left = Finding("Pleural Effusion", Polarity.PRESENT, "left")
    right = Finding("Pleural Effusion", Polarity.ABSENT, "right")
    anywhere = Finding("Pleural Effusion", Polarity.ABSENT)
    assert not contradict((left,), (right,))
    assert contradict((left,), (anywhere,))
