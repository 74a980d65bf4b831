"""Retraining as the desk does it: another program does the work, at the lowest priority; here it is watched.

`training` is never imported by the desk: it is started as `python -m training retrain`, says on its standard
output how far it is, and can be ended at any moment: its folder is enough to go on from. The new bundle comes
into the desk's own folder of bundles, which comes before the shipped ones.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from engine.bundle import MANIFEST
from engine.bundle_places import kept_before, replace_bundle, restore_bundle, withdraw_bundle
from engine.errors import ConsiliumError
from engine.progress import CancelToken, OnProgress, Progress

FOLDER, OWN = "retraining", "bundles"
BEGUN, RESULT = "retraining.json", "result.json"
BETTER, NOT_BETTER = 0, 3  # exit codes of `python -m training retrain`
PROGRAM = (sys.executable, "-m", "training")
LOOK_SECONDS = 0.2  # between two looks whether it is to stop
PATIENCE_SECONDS = 4.0  # for the program to end by itself


class RetrainingFailed(ConsiliumError):
    """The program that trains ended with an error."""

    code = "retraining"


@dataclass(frozen=True, slots=True)
class Found:
    """What there is to learn from, by split; what is left out, by reason; whether it is enough."""

    splits: Mapping[str, int]
    left_out: Mapping[str, int]
    masked: int
    unedited: int
    unknown: int
    words: int
    is_enough: bool


@dataclass(frozen=True, slots=True)
class Result:
    """How the new bundle compares with the present one on held-out studies."""

    better: int
    worse: int
    same: int
    is_better: bool


class Retraining:
    """One retraining of one bundle, in `folder`; `data` is where the desk keeps its reviews."""

    def __init__(
        self,
        bundle: str,
        shipped: Path,
        data: str,
        folder: Path,
        program: Sequence[str] = PROGRAM,
    ) -> None:
        self._bundle = bundle
        self._shipped = shipped
        self._data = data
        self._program = tuple(program)
        self._folder = folder / FOLDER
        self._place = folder / OWN / Path(bundle).name

    @property
    def bundle(self) -> str:
        """What is retrained, as the reader knows it."""
        return self._place.name

    @property
    def is_begun(self) -> bool:
        """Whether one was begun and not ended: it can go on."""
        return (self._folder / BEGUN).is_file() and not (self._folder / RESULT).is_file()

    @property
    def result(self) -> Result | None:
        """What came out last, None if nothing did or its bundle was put away."""
        if not (self._new / MANIFEST).is_file():
            return None
        try:
            said = json.loads((self._folder / RESULT).read_text(encoding="utf-8"))
            better, worse, same = (int(said[key]) for key in ("better", "worse", "same"))
            return Result(better, worse, same, bool(said["is_better"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    @property
    def can_restore(self) -> bool:
        """Whether there is a bundle before this one."""
        return kept_before(self._place) is not None or (self._is_own and self._is_shipped)

    def look(self, cancel: CancelToken, tell: OnProgress) -> Found:
        """Say what could be used; reads every signed study's films once. Blocks."""
        with tempfile.TemporaryDirectory() as scratch:
            file = Path(scratch, "found.json")
            words = ["retrain", self._present, self._reviews, "--look", "--told", "--json", str(file)]
            self._run(words, cancel, tell)
            said: dict[str, Any] = json.loads(file.read_text(encoding="ascii"))
        return Found(
            splits=said["splits"],
            left_out=said["left_out"],
            masked=said["masked"],
            unedited=said["unedited"],
            unknown=said["unknown"],
            words=said["words"],
            is_enough=not said["too_few"],
        )

    def train(self, cancel: CancelToken, tell: OnProgress) -> Result:
        """Begin, or go on with what was begun, until it is compared. Blocks for hours."""
        if self.is_begun:
            words = ["retrain", "--resume", str(self._folder)]
        else:
            shutil.rmtree(self._folder, ignore_errors=True)
            words = ["retrain", self._present, self._reviews, "--out", str(self._folder)]
        self._run([*words, "--told", "--nice"], cancel, tell)
        result = self.result
        if result is None:
            raise RetrainingFailed("The retraining left no result.", todo="Begin it again.")
        return result

    def use(self) -> None:
        """Put the new bundle into the present one's place, from the next start on; that one is kept."""
        replace_bundle(self._new, self._place, datetime.now(UTC))
        shutil.rmtree(self._new)

    def restore(self) -> None:
        """Bring the bundle before back, from the next start on; the retrained one is kept."""
        now = datetime.now(UTC)
        if self._is_own and kept_before(self._place) is None:
            withdraw_bundle(self._place, now)  # the shipped one counts again
        else:
            restore_bundle(self._place, now)

    @property
    def _new(self) -> Path:
        return self._folder / self._place.name

    @property
    def _is_own(self) -> bool:
        return (self._place / MANIFEST).is_file()

    @property
    def _is_shipped(self) -> bool:
        return (self._shipped / self._place.name / MANIFEST).is_file()

    @property
    def _present(self) -> str:
        return str(self._place) if self._is_own else self._bundle

    @property
    def _reviews(self) -> str:
        """Without a password, which other users of the machine could read in the list of programs."""
        if "://" not in self._data:
            return self._data
        parts = urlsplit(self._data)
        user, _, where = parts.netloc.rpartition("@")
        name = user.partition(":")[0]
        return urlunsplit(parts._replace(netloc=f"{name}@{where}" if name else where))

    def _environment(self) -> dict[str, str]:
        password = urlsplit(self._data).password if "://" in self._data else None
        return {**os.environ, **({"PGPASSWORD": password} if password else {})}

    def _run(self, words: Sequence[str], cancel: CancelToken, tell: OnProgress) -> None:
        """Cancelled if it was; RetrainingFailed with the program's own sentence."""
        cancel.raise_if_cancelled()
        with tempfile.TemporaryFile() as complaints:
            process = subprocess.Popen(
                [*self._program, *words],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=complaints,
                env=self._environment(),
                text=True,
                encoding="utf-8",
            )
            watcher = threading.Thread(target=_end_when_cancelled, args=(process, cancel), daemon=True)
            watcher.start()
            try:
                assert process.stdout is not None
                for line in process.stdout:
                    _pass_on(line, tell)
            finally:
                code = process.wait()
                watcher.join()
            cancel.raise_if_cancelled()
            if code not in {BETTER, NOT_BETTER}:
                complaints.seek(0)
                said = complaints.read().decode("utf-8", "replace").strip().splitlines()
                raise RetrainingFailed(said[-1] if said else "The program that trains ended.", todo="")


def _end_when_cancelled(process: subprocess.Popen[str], cancel: CancelToken) -> None:
    """Ask the program to end, then end it: what it has written is whole whenever that happens."""
    while process.poll() is None:
        if cancel.cancelled:
            process.terminate()
            try:
                process.wait(PATIENCE_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
            return
        try:
            process.wait(LOOK_SECONDS)
        except subprocess.TimeoutExpired:
            continue


def _pass_on(line: str, tell: OnProgress) -> None:
    """A line of progress; any other is for a terminal."""
    try:
        said = json.loads(line)
        tell(Progress(str(said["stage"]), int(said["done"]), int(said["total"])))
    except (ValueError, KeyError, TypeError):
        return
