"""The desk, whole, on studies that are opened and closed one after the other.

For each study its files are opened, its films shown, its drafts read or taken from the store, one expert's
map laid over the films, the elected draft taken into the report and kept. Then the next one takes its place,
and the files of the one before are deleted.
"""

from __future__ import annotations

import json
import shutil
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QObject

from app.__main__ import Desk, Parts, assemble
from app.opening import StoreOpener
from app.ports import OpenEngine, Store
from app.settings import Settings
from engine.dicom.files import open_paths
from engine.panel import Panel
from engine.panel_json import panel_to_json
from engine.resources import STUDIES
from tests.app.archive_fakes import no_archives
from tests.soak.measuring import Held, growth, held_now, left_behind
from tests.soak.studies import Sample, panel_for

SAMPLE = STUDIES / "phantom-1-normal"
PATIENCE_SECONDS = 600.0


@dataclass(frozen=True, slots=True)
class Plan:
    """How many studies, how many of them read by the engine, `side` pixels large; measured `every` so many.

    `warm_up` further ones come first: caches fill and the allocator finds its size with them.
    """

    studies: int
    drafted: int
    every: int = 10
    side: int = 512
    warm_up: int = 20


@dataclass(frozen=True, slots=True)
class Soaked:
    """What a run showed: memory as it went on, and what was left when the desk was closed."""

    held: tuple[Held, ...]
    left: tuple[str, ...]
    seconds: float

    @property
    def growth(self) -> float:
        """See `tests.soak.measuring.growth`."""
        return growth(self.held)


def soak(plan: Plan, folder: Path, open_engine: OpenEngine, told: Callable[[Held], None]) -> Soaked:
    """Run the plan in an empty folder, where temporary files go too; a QApplication must be there."""
    usual = tempfile.tempdir
    temporary = folder / "temporary"
    temporary.mkdir()
    tempfile.tempdir = str(temporary)
    try:
        return _soaked(plan, folder, open_engine, told)
    finally:
        tempfile.tempdir = usual


def _soaked(plan: Plan, folder: Path, open_engine: OpenEngine, told: Callable[[Held], None]) -> Soaked:
    first = _Sitting(folder / "first", open_engine, plan.side)
    panel = first.read(0)  # what a first desk loads stays loaded: threads of torch, fonts, codecs
    first.close()
    before = held_now(0)

    sitting = _Sitting(folder / "second", open_engine, plan.side)
    started = time.monotonic()
    held = []
    apart = plan.studies // plan.drafted if plan.drafted else plan.studies + 1
    for number in range(1 - plan.warm_up, plan.studies + 1):
        if number % apart == 0:
            sitting.read(number)
        else:
            sitting.look(number, panel)
        if number >= 0 and number % plan.every == 0:
            held.append(held_now(number, sitting.objects))
            told(held[-1])
    sitting.close()
    return Soaked(tuple(held), left_behind(before, held_now(plan.studies)), time.monotonic() - started)


class _Sitting:
    """One desk, from its start to its end, in a folder of its own."""

    def __init__(self, folder: Path, open_engine: OpenEngine, side: int) -> None:
        self._folder = folder
        self._sample = Sample.read(SAMPLE, side)
        folder.mkdir()
        data = folder / "data"
        self._desk: Desk = assemble(
            Parts(open_engine, StoreOpener(str(data)), (), Settings(), "Dr. Test", no_archives(data))
        )
        self._desk.window.resize(1280, 800)
        self._desk.window.show()
        self._desk.presenter.start(())
        self._settle()
        self._before: Path | None = None

    def look(self, number: int, panel: Panel) -> None:
        """Open a study whose drafts are in the store."""
        place = self._sample.write(self._folder, number)
        (study,) = open_paths([place]).studies
        kept = json.dumps(panel_to_json(panel_for(panel, study), study))
        failures: list[BaseException] = []

        def keep(store: Store) -> None:
            store.remember_study(study, [place])
            store.keep_panel(study.study_uid, kept)

        self._desk.keeper.ask(keep, done=lambda _: None, failed=failures.append)
        self._settle()
        if failures:
            raise failures[0]
        self._work_on(place)

    def read(self, number: int) -> Panel:
        """Open a study that the engine reads."""
        return self._work_on(self._sample.write(self._folder, number))

    def _work_on(self, place: Path) -> Panel:
        desk = self._desk.presenter
        desk.open([place])
        self._settle()
        panel = desk.panel.panel
        if panel is None:
            raise RuntimeError(f"{place.name}: {desk.panel.why_no_panel}")
        desk.panel.choose(panel.drafts[0].expert)
        desk.panel.take_draft(panel.drafts[panel.elected].expert)
        desk.report.save_now()
        self._settle()
        if self._before is not None:
            shutil.rmtree(self._before)
        self._before = place
        return panel

    @property
    def objects(self) -> int:
        """How many objects of Qt belong to the window."""
        return len(self._desk.window.findChildren(QObject))

    def close(self) -> None:
        """Close the window as a reader does, and let go of everything."""
        window = self._desk.window
        window.close()
        self._until(lambda: not window.isVisible())
        if not self._desk.end():
            raise RuntimeError("A lane of the desk did not end.")
        window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def _settle(self) -> None:
        self._until(lambda: self._desk.presenter.settled and not self._desk.lanes.busy)

    def _until(self, holds: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not holds():
            if time.monotonic() > deadline:
                raise TimeoutError("The desk did not come to rest.")
            QCoreApplication.processEvents()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            time.sleep(0.001)
