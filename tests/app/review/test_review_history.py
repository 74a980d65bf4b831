from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.review.decisions import Verdict
from app.review.encoding import kind_of, operation_from_json, operation_to_json
from app.review.errors import ReviewClosed, ReviewMalformed
from app.review.history import Entry, History, Role, joined
from app.review.review import Edit, Review, edit, take_draft, take_sentence
from app.review.signing import sign
from tests.app.review.reviewing import DRAFTS, EMPTY, Wish, content, fractions, reviews, texts, wishes

NOW = datetime(2026, 3, 12, 14, 2, tzinfo=UTC)
Step: TypeAlias = Wish | str  # a wish, or "undo", "redo", "type", "erase"
steps = st.one_of(wishes, st.sampled_from(["undo", "redo", "type", "type", "erase"]))


def lived(actions: list[Step], gaps: list[float]) -> tuple[History, list[Entry]]:
    """A history as a reader makes it, with its log."""
    history, log, time = History(EMPTY), list[Entry](), NOW
    for action, gap in zip(actions, gaps, strict=False):
        time += timedelta(seconds=4 * gap)
        step = taken_step(history, action, time)
        if step is not None:
            history = step[0]
            log.append(step[1])
    return history, log


def taken_step(history: History, action: Step, time: datetime) -> tuple[History, Entry] | None:
    present, end = history.present, len(history.present.text)
    if action == "undo":
        return history.undo(time, "R") if history.can_undo else None
    if action == "redo":
        return history.redo(time, "R") if history.can_redo else None
    if action == "type":
        return history.do(edit(present, end, end, "x"), time, "R")
    if action == "erase":
        return history.do(edit(present, max(0, end - 1), end, ""), time, "R")
    assert isinstance(action, Wish)
    return history.do(action.operation(present), time, "R")


lives = st.lists(st.tuples(steps, fractions), max_size=25).map(
    lambda pairs: lived([action for action, _ in pairs], [gap for _, gap in pairs])
)


def stored(entry: Entry) -> Entry:
    operation = operation_from_json(kind_of(entry.operation), operation_to_json(entry.operation))
    return Entry(operation, Role(entry.role.value), entry.time, entry.author)


@given(lives)
def test_the_history_rebuilt_from_the_stored_log_is_the_one_that_was_lived(
    life: tuple[History, list[Entry]],
) -> None:
    history, log = life
    assert History(EMPTY).following(map(stored, log)) == history


@given(lives)
def test_undoing_everything_leads_back_to_the_start(life: tuple[History, list[Entry]]) -> None:
    history, _ = life
    while history.can_undo:
        history, _ = history.undo(NOW, "R")
    assert content(history.present) == content(EMPTY)


@given(lives)
def test_redoing_everything_that_was_undone_leads_back_to_the_present(
    life: tuple[History, list[Entry]],
) -> None:
    history, _ = life
    present = history.present
    undone = len(history.done)
    for _ in range(undone):
        history, _ = history.undo(NOW, "R")
    for _ in range(undone):
        history, _ = history.redo(NOW, "R")
    assert content(history.present) == content(present)


@given(lives)
def test_the_version_is_the_length_of_the_log(life: tuple[History, list[Entry]]) -> None:
    history, log = life
    assert history.present.version == len(log)


@given(reviews, fractions, fractions, texts, fractions, fractions, texts)
def test_two_edits_joined_do_what_both_do_in_turn(
    review: Review, a: float, b: float, one: str, c: float, d: float, other: str
) -> None:
    start, stop = sorted(round(place * len(review.text)) for place in (a, b))
    first = edit(review, start, stop, one)
    between = first.apply(review)
    typed_stop = start + len(first.inserted)
    left = round(c * typed_stop)
    right = max(left, start, round(d * len(between.text)))
    second = edit(between, left, right, other)
    both, once = second.apply(between), joined(first, second).apply(review)
    assert content(once) == content(both)
    back = joined(first, second).inverse().apply(both)
    assert content(back) == content(review)


def test_edits_apart_cannot_be_joined() -> None:
    with pytest.raises(ValueError, match="elsewhere"):
        joined(Edit(0, "", "a"), Edit(5, "", "b"))


def typed(history: History, at: int, text: str, seconds: float) -> History:
    return history.do(edit(history.present, at, at, text), NOW + timedelta(seconds=seconds), "R")[0]


def test_typing_without_a_pause_is_one_step() -> None:
    history = History(EMPTY)
    for place, letter in enumerate("heart"):
        history = typed(history, place, letter, seconds=place)
    assert history.done == (Edit(0, "", "heart"),)
    assert history.undo(NOW, "R")[0].present.text == ""


def test_a_pause_or_another_place_begins_a_new_step() -> None:
    history = typed(History(EMPTY), 0, "a", seconds=0)
    assert len(typed(history, 1, "b", seconds=2.5).done) == 2
    assert len(typed(history, 0, "b", seconds=1).done) == 2
    assert len(typed(history, 1, "b", seconds=1).done) == 1


def test_a_run_of_deletions_is_one_step_and_restores_the_mark() -> None:
    start = take_draft(EMPTY, DRAFTS[0]).apply(EMPTY)
    history = History(start)
    for place in (7, 6, 5):  # backspace
        change = edit(history.present, place, place + 1, "")
        history, _ = history.do(change, NOW, "R")
    assert history.present.text.startswith("The ht is")
    assert len(history.done) == 1
    back = history.undo(NOW, "R")[0].present
    assert (back.text, back.marks) == (start.text, start.marks)


def test_typing_after_an_undo_is_a_step_of_its_own_and_forgets_the_redo() -> None:
    history = typed(typed(History(EMPTY), 0, "a", 0), 1, "b", 5)
    history, _ = history.undo(NOW + timedelta(seconds=5), "R")
    history = typed(history, 1, "c", 5)
    assert (len(history.done), history.can_redo) == (2, False)


def test_taking_a_draft_never_joins_typing_and_loses_no_edit() -> None:
    history = typed(History(EMPTY), 0, "My own words.", 0)
    history, _ = history.do(take_draft(history.present, DRAFTS[0]), NOW, "R")
    history, _ = history.do(take_draft(history.present, DRAFTS[1]), NOW, "R")
    assert len(history.done) == 3
    history, _ = history.undo(NOW, "R")
    history, _ = history.undo(NOW, "R")
    assert history.present.text == "My own words."


def test_nothing_is_undone_past_a_signature() -> None:
    history = typed(History(EMPTY), 0, "Normal.", 0)
    history, _ = history.do(sign(history.present, "Dr. Roe", "radiologist", "author", NOW), NOW, "Roe")
    assert (history.can_undo, history.can_redo) == (False, False)
    for step in (history.undo, history.redo):
        with pytest.raises(ReviewClosed, match="past a signature"):
            step(NOW, "R")
    signature = history.present.signature
    assert signature is not None
    forged = Entry(Edit(0, "Normal.", ""), Role.UNDO, NOW, "R")
    with pytest.raises(ReviewClosed):
        history.after(forged)


def test_a_log_that_undoes_a_signature_is_refused() -> None:
    history, began = History(EMPTY).do(edit(EMPTY, 0, 0, "a"), NOW, "R")
    history, signed = history.do(sign(history.present, "Dr. Roe", "reader", "author", NOW), NOW, "R")
    again = Entry(signed.operation, Role.REDO, NOW, "R")
    with pytest.raises(ReviewClosed):
        History(EMPTY).following([began, signed, again])


def test_an_accepted_sentence_that_is_typed_into_is_edited_and_one_undo_brings_the_verdict_back() -> None:
    sentence = DRAFTS[0].sentences[0]
    history, _ = History(EMPTY).do(take_sentence(EMPTY, DRAFTS[0], sentence, 0), NOW, "R")
    accepted = history.present
    for place, letter in enumerate("not "):
        history = typed(history, 13 + place, letter, seconds=5 + place)
    assert history.present.text == "The heart is not normal."
    assert [decision.verdict for decision in history.present.decisions] == [Verdict.EDITED]
    history, _ = history.undo(NOW, "R")
    assert content(history.present) == content(accepted)
    assert [decision.verdict for decision in history.present.decisions] == [Verdict.ACCEPTED]


def test_a_damaged_log_is_refused() -> None:
    history, entry = History(EMPTY).do(edit(EMPTY, 0, 0, "a"), NOW, "R")
    false_undo = Entry(edit(history.present, 1, 1, "b"), Role.UNDO, NOW, "R")
    false_redo = Entry(edit(history.present, 1, 1, "b"), Role.REDO, NOW, "R")
    for wrong in (false_undo, false_redo):
        with pytest.raises(ReviewMalformed, match="fit together"):
            History(EMPTY).following([entry, wrong])
    for lonely in (Role.MORE, Role.UNDO, Role.REDO):
        with pytest.raises(ReviewMalformed, match="fit together"):
            History(EMPTY).following([Entry(entry.operation, lonely, NOW, "R")])
