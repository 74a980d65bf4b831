"""The desk's retraining: a program of its own is watched, ended, taken up again; bundles come and go back."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

from app.messages import RetrainingShown
from app.ports import Tell, ignore, ignore_cancelled
from app.presenters.retraining import REASONS, RetrainingPresenter, found_lines, result_line
from app.retraining import Found, Result, Retraining, RetrainingFailed
from engine.bundle import Bundle
from engine.progress import Cancelled, CancelToken, OnProgress, Progress, ignore_progress
from tests.engine.test_bundle_places import bundle, version
from training.data import reviews

R = TypeVar("R")

FAKE = """
import json, pathlib, sys, time
words = sys.argv[1:]
pathlib.Path({log!r}).write_text(json.dumps(words))
def tell(done):
    print(json.dumps({{"stage": "Training: reports", "done": done, "total": 2}}), flush=True)
if "--look" in words:
    found = {{"splits": {{"train": 20, "val": 4, "test": 5}}, "left_out": {{"not signed": 2}}, "masked": 1,
        "unedited": 0, "unknown": 0, "words": 9, "too_few": ""}}
    pathlib.Path(words[words.index("--json") + 1]).write_text(json.dumps(found))
    sys.exit(0)
folder = pathlib.Path(words[words.index("--out" if "--out" in words else "--resume") + 1])
folder.mkdir(parents=True, exist_ok=True)
(folder / "retraining.json").write_text("{{}}")
tell(1)
{then}
"""
FINISH = """
import shutil
shutil.copytree({new!r}, folder / "b")
(folder / "result.json").write_text(json.dumps({{"better": 41, "worse": 12, "same": 7, "is_better": True}}))
sys.exit(3)
"""


def retraining(tmp_path: Path, then: str, data: str = "data") -> Retraining:
    """One whose program is a fake that says it has begun, then does this."""
    script = tmp_path / "fake.py"
    script.write_text(FAKE.format(log=str(tmp_path / "words.json"), then=then))
    shipped = bundle(tmp_path / "shipped" / "b", "1").folder
    return Retraining("b", shipped.parent, data, tmp_path / "desk", (sys.executable, str(script)))


def finished(tmp_path: Path) -> Retraining:
    new = bundle(tmp_path / "new" / "b", "2").folder
    return retraining(tmp_path, FINISH.format(new=str(new)))


def test_what_could_be_used_is_asked_of_the_program_that_trains(tmp_path: Path) -> None:
    found = retraining(tmp_path, "").look(CancelToken(), ignore_progress)
    assert found.is_enough
    assert "29 signed reviews can be used: 20 to learn from, 4 to choose by, 5 to compare on." in found_lines(
        found
    )
    assert "Left out: 2 not signed." in found_lines(found)


def test_a_result_is_said_in_plain_words_and_the_new_bundle_takes_the_place(tmp_path: Path) -> None:
    work, told = finished(tmp_path), list[Progress]()
    result = work.train(CancelToken(), told.append)
    assert told == [Progress("Training: reports", 1, 2)]
    assert "better on 41 studies, worse on 12, same on 7. It counts as better." in result_line(result)
    assert not work.can_restore
    work.use()
    place = tmp_path / "desk" / "bundles" / "b"
    assert version(Bundle.open("b", (place.parent, tmp_path / "shipped")).folder) == "2"
    assert work.result is None  # it is in its place
    work.restore()
    assert version(Bundle.open("b", (place.parent, tmp_path / "shipped")).folder) == "1"
    work.restore()
    assert version(place) == "2"


def test_a_retraining_that_is_cancelled_ends_its_program_and_can_go_on(tmp_path: Path) -> None:
    work, cancel = retraining(tmp_path, "time.sleep(60)"), CancelToken()
    with pytest.raises(Cancelled):
        work.train(cancel, lambda _: cancel.cancel())
    assert work.is_begun
    again = finished(tmp_path / "again")
    assert not again.is_begun
    with pytest.raises(Cancelled):
        work.train(cancel, ignore_progress)
    other = CancelToken()
    threading.Timer(1.0, other.cancel).start()
    with pytest.raises(Cancelled):
        work.train(other, ignore_progress)
    assert "--resume" in json.loads((tmp_path / "words.json").read_text())


def test_the_programs_own_sentence_is_passed_on(tmp_path: Path) -> None:
    work = retraining(tmp_path, "sys.exit('the disk is full.')")
    with pytest.raises(RetrainingFailed, match=r"the disk is full\."):
        work.train(CancelToken(), ignore_progress)


def test_a_password_is_not_among_the_programs_words(tmp_path: Path) -> None:
    work = retraining(tmp_path, "", "postgresql+psycopg://jane:secret@host/desk")
    work.look(CancelToken(), ignore_progress)
    words = json.loads((tmp_path / "words.json").read_text())
    assert "postgresql+psycopg://jane@host/desk" in words
    assert not any("secret" in word for word in words)


def test_the_desk_has_words_for_every_reason() -> None:
    said = {reviews.NOT_SIGNED, reviews.ADDENDED, reviews.ALTERED, reviews.NO_FILM, reviews.CHANGED}
    assert {*REASONS} == said | {reviews.UNREADABLE, reviews.NO_RADIOGRAPH, reviews.NO_TEXT}


class View:
    def __init__(self) -> None:
        self.shown = RetrainingShown()

    def show_retraining(self, shown: RetrainingShown) -> None:
        self.shown = shown


class Waiting:
    """A lane that does its work when it is told to."""

    def __init__(self) -> None:
        self.token = CancelToken()
        self.go: Callable[[], None] = lambda: None

    def run(
        self,
        work: Callable[[CancelToken, Tell], R],
        *,
        done: Callable[[R], None],
        failed: Callable[[BaseException], None],
        cancelled: Callable[[], None] = ignore_cancelled,
        told: Tell = ignore,
    ) -> CancelToken:
        self.token = CancelToken()

        def go() -> None:
            try:
                done(work(self.token, told))
            except Cancelled:
                cancelled()

        self.go = go
        return self.token


class Work:
    bundle, is_begun, can_restore = "b", False, True
    result: Result | None = None
    enough = True

    def look(self, cancel: CancelToken, tell: OnProgress) -> Found:
        return Found({"train": 20, "val": 4, "test": 9}, {}, 0, 0, 0, 9, self.enough)

    def train(self, cancel: CancelToken, tell: OnProgress) -> Result:
        tell(Progress("Training: reports", 1, 2))
        cancel.raise_if_cancelled()
        self.result = Result(1, 12, 7, False)
        return self.result

    def use(self) -> None:
        raise OSError(28, "No space left on device")

    def restore(self) -> None:
        pass


def test_the_sheet_offers_what_can_be_done() -> None:
    view, lane, work = View(), Waiting(), Work()
    desk = RetrainingPresenter(view, work, lane)
    desk.ask()
    assert view.shown.busy
    assert not view.shown.can_start
    lane.go()
    assert view.shown.can_start
    desk.start()
    assert view.shown.busy
    lane.go()
    assert not view.shown.can_use
    assert "replaces nothing" in view.shown.lines[-1]
    desk.start()
    desk.cancel()
    lane.go()
    assert view.shown.lines[-1] == "Stopped. It can go on later."
    desk.use()
    assert "No space left" in view.shown.lines[-1]
    desk.restore()
    assert "next start" in view.shown.lines[-1]


def test_with_too_few_reviews_nothing_is_begun() -> None:
    view, lane, work = View(), Waiting(), Work()
    work.enough = False
    RetrainingPresenter(view, work, lane).ask()
    lane.go()
    assert not view.shown.can_start
    assert "too little" in view.shown.lines[-1]
