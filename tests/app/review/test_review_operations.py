from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.review.errors import ReviewClosed, StaleEdit
from app.review.review import (
    Edit,
    Mark,
    Review,
    Status,
    TakeDraft,
    TakeSentence,
    edit,
    edit_to,
    sentence_gap,
    take_draft,
    take_sentence,
)
from tests.app.review.reviewing import DRAFTS, EMPTY, Wish, content, draft, reviews, texts, wishes

simple_wishes = wishes.filter(lambda wish: wish.kind in {"edit", "draft", "sentence"})
HEART = DRAFTS[0]  # "The heart is normal. No pleural effusion."


def taken() -> Review:
    return take_draft(EMPTY, HEART).apply(EMPTY)


def at_end(review: Review, sentence: int) -> TakeSentence:
    return take_sentence(review, HEART, HEART.sentences[sentence], len(review.text))


def pieces(review: Review) -> list[str]:
    return [review.text[mark.start : mark.stop] for mark in review.marks]


@given(reviews, wishes)
def test_an_operation_and_its_inverse_leave_everything_as_it_was(review: Review, wish: Wish) -> None:
    operation = wish.operation(review)
    back = operation.inverse().apply(operation.apply(review))
    assert content(back) == content(review)


@given(reviews, wishes)
def test_the_inverse_of_the_inverse_does_the_same_again(review: Review, wish: Wish) -> None:
    operation = wish.operation(review)
    again = operation.inverse().inverse().apply(review)
    assert content(again) == content(operation.apply(review))


@given(reviews, wishes)
def test_each_operation_counts_as_one_version(review: Review, wish: Wish) -> None:
    assert wish.operation(review).apply(review).version == review.version + 1


@given(reviews)
def test_marks_are_in_order_apart_and_within_the_text(review: Review) -> None:
    ends = [0, *(place for mark in review.marks for place in (mark.start, mark.stop)), len(review.text)]
    assert ends == sorted(ends)
    assert all(mark.start < mark.stop for mark in review.marks)


@given(st.lists(simple_wishes, max_size=12))
def test_exactly_the_characters_that_came_from_an_expert_are_marked_and_none_is_altered(
    some: list[Wish],
) -> None:
    review, sources = EMPTY, list[tuple[int, int] | None]()
    for wish in some:
        operation = wish.operation(review)
        assert isinstance(operation, Edit | TakeDraft | TakeSentence)
        after = operation.apply(review)
        change = operation if isinstance(operation, Edit) else operation.change
        sources[change.at : change.stop] = came_from(operation, version=after.version)
        review = after
    marked = [place for mark in review.marks for place in range(mark.start, mark.stop)]
    assert marked == [place for place, source in enumerate(sources) if source is not None]
    for mark in review.marks:
        first = sources[mark.start]
        assert first is not None
        run = [(first[0], first[1] + offset) for offset in range(mark.stop - mark.start)]
        assert sources[mark.start : mark.stop] == run


def came_from(operation: Edit | TakeDraft | TakeSentence, version: int) -> list[tuple[int, int] | None]:
    """For each inserted character its take and its place there; None where the reader wrote it."""
    if isinstance(operation, Edit):
        return [None] * len(operation.inserted)
    inserted = operation.change.inserted
    own = inserted.strip() if isinstance(operation, TakeSentence) else inserted
    lead = inserted.index(own) if own else 0
    tail = len(inserted) - lead - len(own)
    return [None] * lead + [(version, place) for place in range(len(own))] + [None] * tail


def test_a_taken_draft_is_marked_as_a_whole_with_its_bundle() -> None:
    assert taken().text == HEART.text
    assert taken().marks == (Mark(0, 41, 0, "A", "phantom", "ab" * 32),)


def test_an_empty_draft_clears_the_report_and_can_be_undone() -> None:
    take = take_draft(taken(), DRAFTS[2])
    assert (take.apply(taken()).text, take.apply(taken()).marks) == ("", ())
    assert take.inverse().apply(take.apply(taken())).text == HEART.text


def test_typing_inside_a_sentence_leaves_its_untouched_parts_marked() -> None:
    review = edit(taken(), 13, 13, "ab").apply(taken())
    assert review.text == "The heart is abnormal. No pleural effusion."
    assert pieces(review) == ["The heart is ", "normal. No pleural effusion."]


def test_deleting_a_word_leaves_two_marks_because_what_remains_is_not_what_came() -> None:
    review = edit(taken(), 21, 24, "").apply(taken())
    assert review.text == "The heart is normal. pleural effusion."
    assert pieces(review) == ["The heart is normal. ", "pleural effusion."]


def test_typing_at_the_edge_of_a_mark_leaves_it_whole() -> None:
    longer = edit(taken(), 41, 41, " Fine.").apply(taken())
    review = edit(longer, 0, 0, "PA. ").apply(longer)
    assert pieces(review) == [HEART.text]


def test_replacing_everything_by_hand_leaves_no_mark() -> None:
    assert edit(taken(), 0, 41, "Normal chest.").apply(taken()).marks == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "No pleural effusion."),
        ("Clear lungs.", "Clear lungs. No pleural effusion."),
        ("Clear lungs. ", "Clear lungs. No pleural effusion."),
        ("Findings:\n", "Findings:\nNo pleural effusion."),
        ("Findings:", "Findings: No pleural effusion."),
    ],
)
def test_a_sentence_is_added_at_the_end_with_one_space(text: str, expected: str) -> None:
    review = replace(EMPTY, text=text)
    after = at_end(review, 1).apply(review)
    assert after.text == expected
    assert pieces(after) == ["No pleural effusion."]


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        (0, "New. Heart 2.5 cm. Ribs."),
        (2, "Heart 2.5 cm. New. Ribs."),
        (8, "Heart 2.5 cm. New. Ribs."),
        (13, "Heart 2.5 cm. New. Ribs."),
        (14, "Heart 2.5 cm. New. Ribs."),
        (16, "Heart 2.5 cm. Ribs. New."),
        (19, "Heart 2.5 cm. Ribs. New."),
    ],
)
def test_a_sentence_is_never_put_inside_another(at: int, expected: str) -> None:
    source = draft(1, "New.")
    review = replace(EMPTY, text="Heart 2.5 cm. Ribs.")
    assert take_sentence(review, source, source.sentences[0], at).apply(review).text == expected


def test_a_sentence_stays_on_its_line() -> None:
    assert sentence_gap("Heart normal\nRibs.", 3) == 12
    assert sentence_gap("Heart normal\nRibs.", 13) == 13


def test_a_sentence_between_two_sentences_of_another_draft_parts_their_mark() -> None:
    source = DRAFTS[1]
    review = take_sentence(taken(), source, source.sentences[1], 20).apply(taken())
    assert review.text == "The heart is normal. Ribs are intact. No pleural effusion."
    assert [(mark.letter, review.text[mark.start : mark.stop]) for mark in review.marks] == [
        ("A", "The heart is normal."),
        ("B", "Ribs are intact."),
        ("A", " No pleural effusion."),
    ]


@given(reviews, texts)
def test_an_edit_to_a_text_makes_that_text(review: Review, text: str) -> None:
    assert edit_to(review, text).apply(review).text == text


def test_an_edit_to_a_text_changes_no_more_than_it_must() -> None:
    change = edit_to(taken(), HEART.text.replace("normal", "nominal"))
    assert (change.at, change.removed, change.inserted) == (15, "rm", "min")


def test_an_operation_made_for_another_text_is_refused() -> None:
    change = edit(taken(), 0, 3, "Our")
    with pytest.raises(StaleEdit, match="another text"):
        change.apply(edit(taken(), 0, 1, "t").apply(taken()))


def test_an_operation_made_for_other_marks_is_refused() -> None:
    change = edit(taken(), 0, 3, "Our")
    with pytest.raises(StaleEdit):
        change.apply(replace(taken(), marks=()))
    with pytest.raises(StaleEdit):
        replace(change, marks_before=(), marks_after=()).apply(taken())


def test_an_edit_beyond_the_text_is_our_mistake() -> None:
    with pytest.raises(IndexError):
        edit(EMPTY, 0, 1, "x")


def test_a_signed_review_takes_no_edits() -> None:
    with pytest.raises(ReviewClosed):
        edit(EMPTY, 0, 0, "x").apply(replace(EMPTY, status=Status.SIGNED))


def test_characters_that_no_database_keeps_are_dropped() -> None:
    assert edit(EMPTY, 0, 0, "a\0b\ud800c").apply(EMPTY).text == "abc"
    assert isinstance(take_draft(EMPTY, replace(HEART, text="a\0b")), TakeDraft)
    assert take_draft(EMPTY, replace(HEART, text="a\0b")).apply(EMPTY).text == "ab"


def test_half_valid_reviews_cannot_be_made() -> None:
    mark = Mark(0, 2, 0, "A")
    with pytest.raises(ValueError, match="beyond"):
        Review("1", "a", (mark,))
    with pytest.raises(ValueError, match="overlap"):
        Review("1", "abc", (mark, Mark(1, 3, 0, "A")))
    with pytest.raises(ValueError, match="at least one"):
        Mark(1, 1, 0, "A")
