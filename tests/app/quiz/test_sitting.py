from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.quiz.encoding import event_from, event_text, plan_from, plan_text
from app.quiz.scoring import Score, results_of, score
from app.quiz.sets import question_key
from app.quiz.sitting import Kind, Mode, Sitting, planned
from tests.app.quiz.asking import NOON, event, question, questions, sitting

EVENTS = st.builds(
    event,
    kind=st.sampled_from(Kind),
    item=st.integers(-1, 3),
    option=st.integers(-1, 4),
    seconds=st.sampled_from([0, 1.5, 20]),
    text=st.sampled_from(["", "ask about this"]),
)


def scored(done: Sitting) -> Score:
    asked = {question_key(each): each for each in questions(len(done.marks))}
    return score(results_of(done, asked))


def test_an_answer_can_be_changed_until_it_is_checked() -> None:
    done = sitting().following([event(Kind.CHOSEN, option=1), event(Kind.CHOSEN, option=0)])
    assert (done.marks[0].chosen, done.marks[0].changes, done.revealed(0)) == (0, 1, False)
    checked = done.after(event(Kind.CHECKED))
    assert checked.revealed(0)
    assert not checked.allows(event(Kind.CHOSEN, option=1))
    with pytest.raises(ValueError, match="chosen cannot happen"):
        checked.after(event(Kind.CHOSEN, option=1))


def test_the_same_option_again_is_no_change() -> None:
    done = sitting().following([event(Kind.CHOSEN, option=1)] * 2)
    assert done.marks[0].changes == 0


def test_striking_out_the_chosen_option_takes_the_choice_back_and_choosing_takes_the_stroke_back() -> None:
    struck = sitting().following([event(Kind.CHOSEN, option=1), event(Kind.STRUCK, option=1)])
    assert (struck.marks[0].chosen, struck.marks[0].struck) == (None, frozenset({1}))
    assert struck.after(event(Kind.CHOSEN, option=1)).marks[0].struck == frozenset()


def test_nothing_is_checked_without_an_answer_nor_in_an_exam() -> None:
    assert not sitting().allows(event(Kind.CHECKED))
    exam = sitting(Mode.EXAM).after(event(Kind.CHOSEN, option=0))
    assert not exam.allows(event(Kind.CHECKED))
    assert not exam.revealed(0)


def test_a_finished_sitting_takes_flags_and_notes_but_no_answers() -> None:
    over = sitting().after(event(Kind.FINISHED))
    allowed = {kind for kind in Kind if over.allows(event(kind, option=0))}
    assert allowed == {Kind.SHOWN, Kind.LOOKED, Kind.FLAGGED, Kind.UNFLAGGED, Kind.NOTED}
    assert over.after(event(Kind.LOOKED, seconds=9)).seconds == 0


def test_time_is_counted_for_each_question_and_against_the_limit() -> None:
    done = sitting(Mode.EXAM, limit_seconds=100).following(
        [
            event(Kind.LOOKED, seconds=10),
            event(Kind.SHOWN, 1, seconds=2.5),
            event(Kind.CHOSEN, 1, 0, seconds=30),
        ]
    )
    assert [mark.seconds for mark in done.marks] == [10, 32.5, 0]
    assert (done.current, done.seconds_left, sitting().seconds_left) == (1, 57.5, None)


def test_in_an_exam_a_blank_is_not_right_and_a_question_without_key_is_not_counted() -> None:
    done = sitting(Mode.EXAM, 4).following(
        [event(Kind.CHOSEN, 0, 0), event(Kind.CHOSEN, 1, 2), event(Kind.CHOSEN, 3, 0)]
    )
    assert scored(done) == Score(0, 0, 0, 0)  # nothing counts before the end
    over = done.after(event(Kind.FINISHED))
    assert scored(over) == Score(right=1, scored=3, blank=1, unkeyed=1)
    assert scored(over).share == pytest.approx(1 / 3)


def test_a_tutor_sitting_counts_what_was_checked_and_no_more() -> None:
    done = sitting(count=4).following(
        [event(Kind.CHOSEN, 0, 0), event(Kind.CHECKED, 0), event(Kind.CHOSEN, 1, 0), event(Kind.FINISHED)]
    )
    assert scored(done) == Score(right=1, scored=1, blank=0, unkeyed=0)


def test_without_a_key_there_is_no_share() -> None:
    assert Score(0, 0, 0, 3).share is None


@given(st.lists(EVENTS, max_size=25), st.sampled_from(Mode))
def test_whatever_happened_is_the_same_again_after_a_restart(tried: list[object], mode: Mode) -> None:
    now = sitting(mode)
    kept = []
    for each in tried:
        if now.allows(each):  # type: ignore[arg-type]
            now = now.after(each)  # type: ignore[arg-type]
            kept.append(event_text(each))  # type: ignore[arg-type]
    again = Sitting.begun(plan_from(plan_text(now.plan))).following(event_from(text, NOON) for text in kept)
    assert again == now


def test_a_plan_draws_by_its_seed_and_keeps_the_orders() -> None:
    asked = questions(9)
    plan = planned("Test", asked, Mode.EXAM, 3, count=5, limit_seconds=60)
    assert plan == planned("Test", asked, Mode.EXAM, 3, count=5, limit_seconds=60)
    assert plan.asked != planned("Test", asked, Mode.EXAM, 4, count=5).asked
    assert (len(plan.asked), len({each.question for each in plan.asked})) == (5, 5)
    assert plan_from(plan_text(plan)) == plan


def test_unshuffled_questions_come_as_they_stand() -> None:
    asked = questions(3)
    plan = planned("Test", asked, Mode.TUTOR, 3, shuffle=False, count=2)
    assert [each.question for each in plan.asked] == [question_key(each) for each in asked[:2]]
    assert {each.order for each in plan.asked} == {(0, 1, 2, 3)}


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"kind":"flown","item":0}', '{"kind":"chosen","item":null}']
)
def test_a_kept_line_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        event_from(text, NOON)
    with pytest.raises(ValueError, match=r".+"):
        plan_from(text)


def test_a_question_is_known_by_what_it_says_and_not_by_where_it_stood() -> None:
    first = question("Where?", source="a.csv, line 3")
    assert question_key(first) == question_key(question("Where?", source="b.csv, line 9"))
    assert question_key(first) != question_key(question("Where?", key=1))
