"""Writers killed at any moment: what was acknowledged is there, and the chain holds."""

from __future__ import annotations

import multiprocessing
import random
import time
from collections.abc import Sequence
from datetime import timedelta
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from app.review.history import Entry
from app.review.judging import reject, withdraw
from app.review.operations import Operation
from app.review.review import Review, edit, restore, take_draft, take_sentence
from app.review.signing import MakeDraft, MakePreliminary
from app.review.versions import versions
from app.store.database import url_of
from app.store.store import Store
from app.store.verification import verify
from engine.panel import Draft, Sentence
from tests.app.store.storing import NOON, with_review

KILLS = 300
KILLS_PER_DATABASE = 15
OPENING_SECONDS, WRITING_SECONDS = 0.6, 0.05
"""A writer is killed at a random moment: one in four while it opens, the others after some changes."""

TEXT = "The heart is normal. No effusion."
DRAFT = Draft(2, TEXT, sentences=(Sentence(TEXT[:20], 0, 20, 0, 0), Sentence(TEXT[21:], 21, 33, 0, 0)))


def next_operation(turn: int, review: Review) -> Operation:
    """Every sort of change in turn."""
    first, second = DRAFT.sentences
    match turn % 8:
        case 0:
            return take_draft(review, DRAFT)
        case 1:
            return reject(review, DRAFT, second)
        case 2:
            return take_sentence(review, DRAFT, second, len(review.text))
        case 3 if review.decisions:
            return withdraw(review, review.decisions[0].passage)
        case 4:
            return restore(review, Review(review.study_uid, "Older."))
        case 5:
            return MakeDraft() if review.status.value == "preliminary" else MakePreliminary()
        case 6:
            return take_sentence(review, DRAFT, first, 0)
        case _:
            return edit(review, len(review.text), len(review.text), f" {turn}")


def write_until_killed(folder: str, acknowledge: Connection) -> None:
    """One change after the other; each is told once the store has it."""
    store = Store(url_of(folder))
    stored = with_review(store)
    for turn in count(stored.review.version):
        history = stored.history
        if turn % 11 == 0 and history.can_undo:
            _, entry = history.undo(NOON, "R")
        else:
            operation = next_operation(turn, history.present)
            _, entry = history.do(operation, NOON, "R", pause=timedelta(seconds=-1))
        stored = store.append(stored.review_id, [entry], stored.review.version)
        acknowledge.send((stored.review.version, stored.review.text))


def killed(folder: Path, moments: random.Random) -> tuple[int, str]:
    """The last version that a writer told of before it was killed, and its text."""
    context = multiprocessing.get_context("fork")  # at once: everything is imported already
    listen, tell = context.Pipe(duplex=False)
    writer = context.Process(target=write_until_killed, args=(str(folder), tell))
    writer.start()
    tell.close()
    last = (0, "")
    if moments.random() < 0.25:
        time.sleep(moments.uniform(0, OPENING_SECONDS))
    else:
        for _ in range(moments.randint(1, 12)):
            last = listen.recv()
        time.sleep(moments.uniform(0, WRITING_SECONDS))
    writer.kill()
    writer.join()
    try:
        while True:
            last = listen.recv()
    except (EOFError, OSError):  # nothing more, or half a message
        return last


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_killed_at_300_random_moments_nothing_acknowledged_is_lost_and_the_chain_holds(
    tmp_path: Path,
) -> None:
    moments = random.Random(4)
    acknowledged = 0
    for number in range(KILLS):
        folder = tmp_path / str(number // KILLS_PER_DATABASE)
        version, text = killed(folder, moments)
        acknowledged += bool(version)
        store = Store(url_of(folder))
        review, log = with_review(store).review, store.log("1.2.3")
        store.close()
        assert review.version == len(log) >= version
        if version:
            assert found_at(version, log) == text
        assert verify(url_of(folder)).findings == ()  # SQLite's integrity_check is part of it
    assert acknowledged > KILLS // 2


def found_at(version: int, log: Sequence[Entry]) -> str:
    """The text after so many entries."""
    return versions("1.2.3", log[:version])[-1].review.text
