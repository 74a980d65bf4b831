from __future__ import annotations

from datetime import timedelta

from app.review.comparison import Change, Span, differences
from app.review.history import Entry, History, Role
from app.review.review import edit, restore, take_sentence
from app.review.versions import versions
from tests.app.review.reviewing import DRAFTS, EMPTY, NOON


def lived() -> tuple[History, list[Entry]]:
    """ "ab" typed by R in one go, a sentence taken by S a minute later, and that undone."""
    history, log = History(EMPTY), []
    for place, letter in enumerate("ab"):
        history, entry = history.do(edit(history.present, place, place, letter), NOON, "R")
        log.append(entry)
    take = take_sentence(history.present, DRAFTS[0], DRAFTS[0].sentences[0], 2)
    history, entry = history.do(take, NOON + timedelta(minutes=1), "S")
    log.append(entry)
    history, entry = history.undo(NOON + timedelta(minutes=2), "R")
    return history, [*log, entry]


def test_every_step_is_a_version_with_its_author_and_time_and_typing_that_went_on_is_one() -> None:
    found = versions("1.2.3", lived()[1])
    assert [(version.review.text, version.author) for version in found] == [
        ("ab", "R"),
        ("ab The heart is normal.", "S"),
        ("ab", "R"),
    ]
    assert [version.review.version for version in found] == [2, 3, 4]
    assert [version.before.text for version in found] == ["", "ab", "ab The heart is normal."]
    assert found[1].time == NOON + timedelta(minutes=1)
    assert found[2].role is Role.UNDO


def test_the_difference_of_a_version_is_marked_word_by_word() -> None:
    version = versions("1.2.3", lived()[1])[1]
    assert differences(version.before.text, version.review.text)[1] == (
        Span("ab", Change.SAME),
        Span(" The heart is normal.", Change.ONLY_RIGHT),
    )


def test_an_older_version_is_restored_in_one_step_and_that_is_undone_in_one() -> None:
    history, log = lived()
    older = versions("1.2.3", log)[1].review
    history, entry = history.do(restore(history.present, older), NOON, "R")
    assert (history.present.text, history.present.marks) == (older.text, older.marks)
    assert history.present.decisions == older.decisions
    assert versions("1.2.3", [*log, entry])[-1].review.text == older.text
    history, _ = history.undo(NOON, "R")
    assert history.present.text == "ab"
