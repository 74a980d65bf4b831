"""The slow things of the desk, loaded when first asked for: the model, the database, the comparison."""

from __future__ import annotations

import secrets
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from app.messages import ExportKind, TableKind
from app.ports import Engine, Store
from engine.panel import Draft, Panel
from engine.progress import CancelToken, OnProgress

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from app.presenters.exporting_all import Reviewed
    from app.review.alignment import Alignment
    from app.review.checks import Concern
    from app.review.comparison import Comparison
    from app.review.conflicts import Conflict
    from app.review.consensus import Consensus
    from app.review.review import Review
    from engine.reader import Reader
    from engine.readers import SeveralReaders
    from engine.runtime.base import Device
    from engine.study import Study


class EngineOpener:
    """Opens one bundle or several; an `app.ports.OpenEngine`. torch is imported here and not before."""

    def __init__(self, bundles: Sequence[str], device: Device, folders: Sequence[Path]) -> None:
        """A bundle's name is looked for in `folders`, in their order."""
        self._bundles = tuple(bundles)
        self._device = device
        self._folders = tuple(folders)
        self._engine: Reader | SeveralReaders | None = None

    @property
    def bundles(self) -> tuple[str, ...]:
        """Who reads, or will after the next opening."""
        return self._bundles

    def use(self, bundles: Sequence[str]) -> None:
        """Open these the next time."""
        self._bundles = tuple(bundles)

    def __call__(self, cancel: CancelToken, on_progress: OnProgress) -> Engine:
        """The engine; one that was open before is closed. Blocks for seconds.

        Where some of several bundles cannot be opened the others read, and every panel says why; where
        none can the first one's error is raised, as BundleMissing.
        """
        from engine.errors import ConsiliumError
        from engine.readers import SeveralReaders

        self.close()
        readers: list[Reader] = []
        absent: list[tuple[str, ConsiliumError]] = []
        with ExitStack() as opened:
            for bundle in self._bundles:
                cancel.raise_if_cancelled()
                try:
                    readers.append(self._reader(bundle))
                except ConsiliumError as error:
                    absent.append((Path(bundle).name, error))
                else:
                    opened.callback(readers[-1].close)
            opened.pop_all()
        if not readers:
            raise absent[0][1]
        self._engine = SeveralReaders(readers, absent) if len(self._bundles) > 1 else readers[0]
        return self._engine

    def writers(self) -> tuple[str, ...]:
        """The bundles in the folders that write reports, panels before captioners; reads their manifests."""
        from engine.bundle import readable_manifests
        from engine.reader import WRITERS

        found: dict[str, str] = {}
        for folder, manifest in readable_manifests(self._folders):
            found.setdefault(folder.name, manifest.architecture)
        writers = [name for name, architecture in found.items() if architecture in WRITERS]
        return tuple(sorted(writers, key=lambda name: WRITERS.index(found[name])))

    def close(self) -> None:
        """End what the engine has started."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def _reader(self, name: str) -> Reader:
        from engine.bundle import Bundle
        from engine.reader import Reader

        return Reader.open(Bundle.open(name, self._folders), device=self._device)


class StoreOpener:
    """Opens the database in a folder or at a URL for a reader, whom the audit names; an `OpenStore`."""

    def __init__(self, data: str, reader: str = "") -> None:
        self._data = data
        self._reader = reader

    def __call__(self) -> Store:
        """The store, created or brought up to date; StoreError where it cannot be used."""
        from app.store.database import url_of
        from app.store.events import Event
        from app.store.store import Store

        store = Store(url_of(self._data), user=self._reader)
        try:
            store.note(Event.STARTED)
        except BaseException:
            store.close()
            raise
        return store


def compare(left: Draft, right: Draft) -> tuple[Comparison, tuple[Conflict, ...]]:
    """See `app.review.comparison.compare`, and the conflicts of both as the whole table has them."""
    from app.review.alignment import align as aligned
    from app.review.comparison import compare as compared

    return compared(left, right), aligned([left, right]).conflicts


def align(drafts: Sequence[Draft]) -> tuple[Alignment, Consensus]:
    """See `app.review.alignment.align` and `app.review.consensus.consensus`; loaded with the first call."""
    from app.review.alignment import align as aligned
    from app.review.consensus import consensus

    return aligned(drafts), consensus(drafts)


def check(review: Review, panel: Panel | None) -> tuple[tuple[Concern, bool], ...]:
    """See `app.review.checks.concerns`: those that are not silent, each with whether it forbids signing."""
    from app.review.checks import concerns, forbids
    from app.review.fields import policy_of
    from app.review.policy import Weight

    policy = policy_of(review.forms)
    told = [each for each in concerns(review, panel) if policy[each.kind] is not Weight.SILENT]
    return tuple((concern, forbids((concern,), policy)) for concern in told)


class Exporter:
    """Exports on the paper that the reader has chosen, else on the `usual` one; an `Export`."""

    def __init__(self, usual: str, chosen: str = "") -> None:
        self._usual = usual
        self._chosen = chosen

    @property
    def chosen(self) -> str:
        """The paper that was chosen, "" if none was."""
        return self._chosen

    @property
    def paper(self) -> str:
        """The paper in use."""
        return self._chosen or self._usual

    def use(self, paper: str) -> None:
        """From now on this one."""
        self._chosen = paper

    def __call__(
        self, kind: ExportKind, review: Review, study: Study, panel: Panel | None, now: datetime, path: Path
    ) -> tuple[str, ...]:
        """See `export`."""
        return export(kind, review, study, panel, now, path, self.paper)


def export_all(kind: TableKind, reviews: Sequence[Reviewed], now: datetime, path: Path) -> None:
    """See `app.presenters.exporting_all.ExportAll`."""
    from app.documents.from_review import report_document
    from app.documents.tables import write_reviews_csv, write_reviews_jsonl

    documents = (report_document(each.review, with_films(each), each.panel, now) for each in reviews)
    match kind:
        case TableKind.CSV:
            write_reviews_csv(documents, path)
        case TableKind.JSONL:
            write_reviews_jsonl(documents, path)


def with_films(reviewed: Reviewed) -> Study:
    """The study with the films that its panel was made of, so far as the panel names them: UIDs alone."""
    from dataclasses import replace
    from pathlib import Path

    from engine.study import Radiograph

    uid = reviewed.study.study_uid
    frames = reviewed.panel.evidence.frames if reviewed.panel is not None else ()
    films = (Radiograph(Path(), frame.sop_instance_uid, "", "", uid, "", 0, 0) for frame in frames)
    return replace(reviewed.study, radiographs=tuple(films))


def export(
    kind: ExportKind,
    review: Review,
    study: Study,
    panel: Panel | None,
    now: datetime,
    path: Path,
    paper: str = "a4",
) -> tuple[str, ...]:
    """See `app.presenters.exporting.Export`; every writer is loaded with its first export."""
    from app.documents.from_review import report_document

    document = report_document(review, study, panel, now)
    match kind:
        case ExportKind.PDF:
            from app.documents.pdf import Paper, write_pdf

            write_pdf(document, path, Paper[paper.upper()])
        case ExportKind.STRUCTURED_REPORT:
            from app.documents.structured_report import write_structured_report

            write_structured_report(document, path)
        case ExportKind.FHIR:
            from app.documents.fhir import write_diagnostic_report

            write_diagnostic_report(document, path)
        case ExportKind.MARKDOWN:
            from app.documents.markdown import write_markdown

            write_markdown(document, path)
        case ExportKind.WITHOUT_PATIENT:
            from app.documents.deidentified import write_deidentified

            return write_deidentified(document, path, secrets.token_bytes(32)).warnings
    return ()
