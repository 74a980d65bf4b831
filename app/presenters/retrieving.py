"""Studies on their way from an archive: one after the other, counted, cancelled, and put on the worklist."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from app.archives.cache import CacheUse, DeskCache
from app.archives.shown import Connect, Here
from app.language import tr, tr_count, tr_engine
from app.messages import Notice, ProgressShown, notice_of
from app.ports import Lane, Task, Tell
from app.presenters.auditing import Auditor
from app.store.events import Event
from engine.archives.archive import Retrieved
from engine.archives.config import ArchiveConfig
from engine.progress import Cancelled, CancelToken, Progress
from engine.study import Opened

Bring = Callable[[Sequence[Path], Callable[[Opened], None], Callable[[BaseException], None]], None]
"""Puts files on the worklist without showing them; the studies, or what went wrong."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """How far a study is, or how that ended: `done` files of `total`, 0 where nobody knows; `why` if odd."""

    here: Here
    done: int = 0
    total: int = 0
    why: str = ""

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come."""
        return self.here not in (Here.WAITING, Here.COMING)


@dataclass(frozen=True, slots=True)
class RetrievingPorts:
    """What retrieving works with. `evicted` is called when older studies were removed to make room."""

    lane: Lane
    connect: Connect
    cache: DeskCache
    auditor: Auditor
    bring: Bring
    evicted: Callable[[], None]


class RetrievingPresenter:
    """`changed` is called whenever a transfer is another; `told` hears what all readers should know."""

    def __init__(
        self, ports: RetrievingPorts, changed: Callable[[], None], told: Callable[[Notice], None]
    ) -> None:
        self._ports = ports
        self._changed = changed
        self._told = told
        self._transfers: dict[str, Transfer] = {}
        self._tasks: dict[str, Task] = {}
        self._batch: list[str] = []  # asked for since nothing was under way, for "2 of 5"

    @property
    def transfers(self) -> Mapping[str, Transfer]:
        """Every study that was asked for, by its UID."""
        return MappingProxyType(self._transfers)

    @property
    def is_busy(self) -> bool:
        """Whether anything is on its way or waits for that."""
        return bool(self._tasks)

    @property
    def progress(self) -> ProgressShown | None:
        """What the bar says; it names nobody."""
        if not self._tasks:
            return None
        over = sum(self._transfers[uid].is_over for uid in self._batch)
        words = tr(
            "Retrieving study {number} of {count}",
            number=min(over + 1, len(self._batch)),
            count=len(self._batch),
        )
        coming = [each for uid in self._tasks if (each := self._transfers[uid]).here is Here.COMING]
        if coming and coming[0].total:
            files = tr("{done} of {total} files", done=coming[0].done, total=coming[0].total)
            return ProgressShown(f"{words}: {files}", coming[0].done, coming[0].total)
        return ProgressShown(words)

    def retrieve(self, archive: ArchiveConfig, study_uids: Sequence[str]) -> None:
        """Bring these studies here, those left out that are on their way already."""
        fresh = [uid for uid in study_uids if uid not in self._tasks]
        if not self._tasks:
            self._batch = []
        self._batch += fresh
        for uid in fresh:
            self._transfers[uid] = Transfer(Here.WAITING)
            self._tasks[uid] = self._begin(archive, uid)
        self._changed()

    def cancel(self) -> None:
        """Bring nothing more; what has arrived of the study that is coming is removed."""
        for task in tuple(self._tasks.values()):
            task.cancel()

    def forget(self) -> None:
        """The cache was cleared: what came once is not here any more."""
        self._transfers = {uid: each for uid, each in self._transfers.items() if not each.is_over}
        self._changed()

    def _begin(self, archive: ArchiveConfig, uid: str) -> Task:
        ports = self._ports

        def work(cancel: CancelToken, tell: Tell) -> tuple[Retrieved, CacheUse]:
            tell(Progress("", 0, 0))
            with ports.cache.held(archive.name, uid) as folder:
                retrieved = ports.connect(archive, "").retrieve(uid, folder, on_progress=tell, cancel=cancel)
                ports.cache.settle(folder)
                return retrieved, ports.cache.make_room()

        return ports.lane.run(
            work,
            done=lambda result: self._arrived(archive, uid, *result),
            failed=lambda error: self._failed(archive, uid, error),
            cancelled=lambda: self._cancelled(archive, uid),
            told=lambda progress: self._progressed(uid, progress),
        )

    def _progressed(self, uid: str, progress: object) -> None:
        if isinstance(progress, Progress):
            self._transfers[uid] = Transfer(Here.COMING, progress.done, progress.total)
            self._changed()

    def _arrived(self, archive: ArchiveConfig, uid: str, retrieved: Retrieved, freed: CacheUse) -> None:
        here = Here.HERE if retrieved.complete else Here.PARTIAL
        here = here if retrieved.files else Here.FAILED
        count, expected = len(retrieved.files), retrieved.expected or 0
        why = " ".join(map(tr_engine, retrieved.failures))
        outcome = {Here.HERE: "complete", Here.PARTIAL: "partial"}.get(here, "failed")
        self._note(archive, uid, outcome, count)
        if freed.studies:
            self._ports.evicted()
            self._told(_made_room(freed))
        if not retrieved.files:
            self._over(uid, Transfer(here, 0, expected, why or tr("The archive sent no file.")))
            return
        arrived = Transfer(here, count, expected, why)
        self._ports.bring(
            retrieved.files,
            lambda opened: self._brought(uid, arrived, opened),
            lambda error: self._not_opened(uid, arrived, error),
        )

    def _brought(self, uid: str, arrived: Transfer, opened: Opened) -> None:
        """The files are on the disk; whether they can be opened is another thing."""
        if any(study.study_uid == uid for study in opened.studies):
            self._over(uid, arrived)
            return
        reason = tr_engine(opened.skipped[0].reason) if opened.skipped else tr("it is another study")
        why = tr("It has arrived, but cannot be opened: {reason}", reason=reason)
        self._over(uid, replace(arrived, here=Here.FAILED, why=why))

    def _not_opened(self, uid: str, arrived: Transfer, error: BaseException) -> None:
        if isinstance(error, Cancelled):
            self._over(uid, Transfer(Here.CANCELLED))
        else:
            self._over(uid, replace(arrived, here=Here.FAILED, why=str(notice_of(error))))

    def _failed(self, archive: ArchiveConfig, uid: str, error: BaseException) -> None:
        self._note(archive, uid, "failed", 0)
        self._over(uid, Transfer(Here.FAILED, why=str(notice_of(error))))

    def _cancelled(self, archive: ArchiveConfig, uid: str) -> None:
        if self._transfers[uid].here is Here.COMING:  # one that only waited was never asked for
            self._note(archive, uid, "cancelled", 0)
        self._over(uid, Transfer(Here.CANCELLED))

    def _over(self, uid: str, transfer: Transfer) -> None:
        self._tasks.pop(uid, None)
        self._transfers[uid] = transfer
        if transfer.here in (Here.FAILED, Here.PARTIAL):
            self._told(_gone_wrong(transfer))
        self._changed()

    def _note(self, archive: ArchiveConfig, uid: str, outcome: str, files: int) -> None:
        detail: dict[str, str | int] = {"archive": archive.name, "outcome": outcome, "files": files}
        self._ports.auditor.note(Event.RECEIVED, uid, detail)


def _gone_wrong(transfer: Transfer) -> Notice:
    if transfer.here is Here.PARTIAL:
        what = tr("A study has arrived in part.")
        if transfer.total:
            what = tr(
                "A study has arrived in part: {done} of {total} files.",
                done=transfer.done,
                total=transfer.total,
            )
        return Notice(f"{what} {transfer.why}".strip(), todo=tr("Retrieve it again to get the rest."))
    return Notice(tr("A study was not retrieved. {why}", why=transfer.why))


def _made_room(freed: CacheUse) -> Notice:
    what = tr_count(
        "The cache was full: %n study that was looked at longest ago was removed from it.",
        "The cache was full: %n studies that were looked at longest ago were removed from it.",
        freed.studies,
    )
    return Notice(what, todo=tr("They can be retrieved again; their reviews are kept."))
