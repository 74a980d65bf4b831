from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.review.comparison import Change, Span, compare, differences
from engine.panel import Draft
from tests.app.review.reviewing import draft

SAME, LEFT, RIGHT = Change.SAME, Change.ONLY_LEFT, Change.ONLY_RIGHT

words = st.sampled_from(["No", "small", "left", "effusion", "heart", "is", "normal", "2.5"])
sentences = st.lists(words, min_size=1, max_size=5).map(lambda some: " ".join(some) + ".")
drafts = st.lists(sentences, max_size=5).map(lambda some: draft(0, *some))


def joined(spans: tuple[Span, ...]) -> str:
    return "".join(span.text for span in spans)


@given(st.text(max_size=40), st.text(max_size=40))
def test_spans_joined_are_the_exact_texts_and_agree_where_they_say_so(left: str, right: str) -> None:
    left_spans, right_spans = differences(left, right)
    assert (joined(left_spans), joined(right_spans)) == (left, right)
    assert joined(tuple(s for s in left_spans if s.change is SAME)) == joined(
        tuple(s for s in right_spans if s.change is SAME)
    )
    assert {s.change for s in left_spans} <= {SAME, LEFT}
    assert {s.change for s in right_spans} <= {SAME, RIGHT}


@given(drafts, drafts)
def test_every_sentence_of_both_drafts_stands_in_exactly_one_row(left: Draft, right: Draft) -> None:
    rows = compare(left, right).rows
    assert [row.left for row in rows if row.left is not None] == list(range(len(left.sentences)))
    assert sorted(row.right for row in rows if row.right is not None) == list(range(len(right.sentences)))
    for row in rows:
        assert joined(row.left_spans) == ("" if row.left is None else left.sentences[row.left].text)
        assert joined(row.right_spans) == ("" if row.right is None else right.sentences[row.right].text)


@given(drafts)
def test_identical_drafts_say_so(one: Draft) -> None:
    comparison = compare(one, one)
    assert comparison.identical
    assert all(row.same for row in comparison.rows)


def test_a_missing_no_is_marked_inside_its_row() -> None:
    comparison = compare(draft(0, "No pleural effusion."), draft(1, "Small pleural effusion."))
    (row,) = comparison.rows
    assert not comparison.identical
    assert not row.same
    assert row.left_spans == (Span("No", LEFT), Span(" pleural effusion.", SAME))
    assert row.right_spans == (Span("Small", RIGHT), Span(" pleural effusion.", SAME))


def test_sentences_in_another_order_find_each_other() -> None:
    left = draft(0, "The heart is normal.", "No effusion.")
    right = draft(1, "No effusion.", "The heart is normal.")
    comparison = compare(left, right)
    assert [(row.left, row.right, row.same) for row in comparison.rows] == [(0, 1, True), (1, 0, True)]
    assert not comparison.identical


def test_a_sentence_without_counterpart_has_its_own_row_at_its_place() -> None:
    left = draft(0, "The heart is normal.", "No effusion.")
    right = draft(1, "The heart is normal.", "Old fracture of the sixth rib.", "No effusion.")
    rows = compare(left, right).rows
    assert [(row.left, row.right) for row in rows] == [(0, 0), (None, 1), (1, 2)]
    assert rows[1].right_spans == (Span("Old fracture of the sixth rib.", RIGHT),)


def test_an_empty_draft_leaves_its_side_empty() -> None:
    assert [(row.left, row.right) for row in compare(draft(0), draft(1, "No effusion.")).rows] == [(None, 0)]
    assert compare(draft(0), draft(1)).rows == ()


def test_a_draft_without_marked_sentences_counts_as_one() -> None:
    (row,) = compare(Draft(0, "No effusion."), draft(1, "No effusion.")).rows
    assert (row.left, row.right, row.same) == (0, 0, True)


def test_case_is_shown_but_does_not_part_sentences() -> None:
    (row,) = compare(draft(0, "the heart is normal."), draft(1, "The heart is normal.")).rows
    assert row.left_spans[0] == Span("the", LEFT)
