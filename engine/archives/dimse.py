"""An archive that speaks DIMSE (PS3.7): C-ECHO, C-FIND, C-GET or C-MOVE, C-STORE.

What arrives is counted against what the archive lists for a study at its image level, because a status of
success does not mean that anything came: a C-MOVE to a destination that is not known may end with it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from itertools import islice
from pathlib import Path

from pydicom.dataset import Dataset
from pydicom.uid import (
    JPEG2000,
    DeflatedExplicitVRLittleEndian,
    ExplicitVRBigEndian,
    ExplicitVRLittleEndian,
    HTJ2KLossless,
    ImplicitVRLittleEndian,
    JPEG2000Lossless,
    JPEGBaseline8Bit,
    JPEGExtended12Bit,
    JPEGLossless,
    JPEGLosslessSV1,
    JPEGLSLossless,
    JPEGLSNearLossless,
    RLELossless,
)
from pynetdicom import build_context, build_role, evt
from pynetdicom.association import Association
from pynetdicom.presentation import PresentationContext, StoragePresentationContexts
from pynetdicom.sop_class import (  # type: ignore[attr-defined]  # made at import
    StudyRootQueryRetrieveInformationModelFind,
    StudyRootQueryRetrieveInformationModelGet,
    StudyRootQueryRetrieveInformationModelMove,
    Verification,
)
from pynetdicom.status import code_to_category

from engine.archives.answers import found, match_of
from engine.archives.archive import Echoed, Found, Match, Query, Retrieved, Stored
from engine.archives.association import NOT_IN_TIME, OnBytes, associated, limited
from engine.archives.config import DimseAddress, Limits
from engine.archives.failures import no_such_study, silent
from engine.archives.identifiers import image_query, series_query, study_identifier, study_query
from engine.archives.incoming import Incoming
from engine.archives.outgoing import MOST_CONTEXTS, Head, Outcome, batches, heads
from engine.archives.receiver import StorageReceiver
from engine.archives.session import Watcher
from engine.archives.transfer import Transfer, temporary_files_in
from engine.dicom.container import quiet_pydicom
from engine.dicom.header import Header
from engine.errors import ArchiveCut, ArchiveError, ArchiveFailed, ArchiveRefused, ConsiliumError

UNCOMPRESSED = (ExplicitVRLittleEndian, ImplicitVRLittleEndian)
COMPRESSED = (
    JPEGLosslessSV1,
    JPEGBaseline8Bit,
    JPEGLSLossless,
    JPEG2000Lossless,
    JPEG2000,
    RLELossless,
    JPEGExtended12Bit,
    JPEGLossless,
    JPEGLSNearLossless,
    HTJ2KLossless,
    DeflatedExplicitVRLittleEndian,
    ExplicitVRBigEndian,
)
"""In which a film comes as it is stored; those that the desk decodes, the usual ones first."""
SUCCESS, PENDING, WARNING, FAILURE, CANCEL = "Success", "Pending", "Warning", "Failure", "Cancel"
"""pynetdicom's names of what a status means."""
LONGEST_COMMENT = 64  # of an Error Comment (PS3.7 annex C)
LATE_SECONDS = 1.0
"""How long a file may come after the archive said that it sent all."""


class DimseSession:
    """A DIMSE archive, asked over as many associations as it takes; a `Session`."""

    def __init__(self, address: DimseAddress, limits: Limits, watcher: Watcher) -> None:
        self._address = address
        self._limits = limits
        self._watcher = watcher
        self._heard = time.monotonic()

    def echo(self) -> Echoed:
        """C-ECHO."""
        start = time.monotonic()
        with self._associated([build_context(Verification)], needed=Verification) as association:
            self._raise_if_bad(association.send_c_echo())
        return Echoed(time.monotonic() - start, f"DICOM node {self._address}")

    def find(self, query: Query) -> Found:
        """C-FIND at study level, broken off when the limit is exceeded: DIMSE has no pages."""
        identifiers = self._answers(study_query(query))
        answers = (None if each is None else _match(each) for each in identifiers)
        return found(query, answers, self._limits.matches, self._watcher.matched)

    def retrieve(self, study_uid: str, folder: Path) -> Retrieved:
        """C-GET, or C-MOVE to our receiver where there is one."""
        listed = self._listed(study_uid)
        if listed is not None:
            if not listed:
                raise no_such_study()
            self._watcher.expects(len(listed))
        incoming = Incoming(folder, self._limits)
        transfer = Transfer(incoming, self._watcher, 0 if listed is None else len(listed))
        try:
            with temporary_files_in(incoming.parts):
                if self._address.receiver is None:
                    self._get(study_uid, transfer, listed)
                else:
                    self._move(study_uid, transfer, listed)
        except ConsiliumError as error:
            transfer.fail(transfer.trouble or error)
        finally:
            incoming.close()
        if not incoming.arrived and transfer.error is not None:
            raise transfer.error
        return transfer.retrieved(listed)

    def store(self, paths: Sequence[Path]) -> Stored:
        """C-STORE of each file in its own transfer syntax, over as few associations as contexts allow."""
        files, refused = heads(paths)
        outcome = Outcome(self._watcher, refused)
        reached = False
        for batch in batches(files):
            try:
                self._store_batch(batch, outcome)
            except ArchiveError as error:
                untold = outcome.untold(batch)
                if not reached and len(untold) == len(batch):
                    raise
                for head in untold:
                    outcome.not_taken(head.path, error.what)
            reached = True
        return outcome.stored()

    def _store_batch(self, batch: Sequence[Head], outcome: Outcome) -> None:
        contexts = [build_context(*kind) for kind in dict.fromkeys(head.kind for head in batch)]
        with self._associated(contexts) as association:
            agreed = association.accepted_contexts
            accepted = {(context.abstract_syntax, context.transfer_syntax[0]) for context in agreed}
            for head in batch:
                if head.kind not in accepted:
                    outcome.not_taken(head.path, head.unwanted)
                    continue
                status = self._send(association, head)
                category = _category(status)
                if category == SUCCESS:
                    outcome.taken(head.path)
                elif category == WARNING:
                    outcome.taken(
                        head.path, f"The archive took a file and changed it: status {_said(status)}."
                    )
                else:
                    outcome.not_taken(
                        head.path, f"The archive does not take the file: status {_said(status)}."
                    )

    def _send(self, association: Association, head: Head) -> Dataset:
        """The status of a C-STORE; ArchiveError where there is none."""
        self._heard = time.monotonic()
        status = association.send_c_store(head.path) if association.is_established else Dataset()
        if "Status" not in status:
            self._raise_if_bad(status)
        return status

    def _associated(
        self, contexts: Sequence[PresentationContext], needed: str = ""
    ) -> AbstractContextManager[Association]:
        bounds = limited(self._limits, self._received, self._sent)
        return associated(self._address, self._limits, contexts, bounds, needed=needed)

    def _received(self, _: int) -> None:
        self._heard = time.monotonic()
        self._watcher.alive()

    def _sent(self, _: int) -> None:
        self._watcher.alive()

    def _raise_if_bad(self, status: Dataset) -> None:
        """ArchiveError for a status that is no success, and for none."""
        if "Status" in status and _category(status) not in (FAILURE, CANCEL):
            return
        if "Status" in status:
            raise ArchiveFailed(f"The archive cannot do it: status {_said(status)}.", todo="Ask who runs it.")
        if time.monotonic() - self._heard >= NOT_IN_TIME * self._limits.answer_seconds:
            raise silent(self._limits)
        raise ArchiveCut(
            "The archive closed the connection before it had answered.",
            todo=f"Ask whether it allows this to {self._address.calling_ae}, or try again.",
        )

    def _answers(self, identifier: Dataset) -> Iterator[Dataset | None]:
        """The pending answers of a C-FIND, None for one that cannot be read."""
        model = StudyRootQueryRetrieveInformationModelFind
        with self._associated([build_context(model)], model) as association:
            for status, answer in association.send_c_find(identifier, model):
                if _category(status) == PENDING:
                    yield answer
                else:
                    self._raise_if_bad(status)

    def _listed(self, study_uid: str) -> dict[str, str] | None:
        """SOP Instance UID -> SOP Class UID of a study, None where the archive does not tell them."""
        listed: dict[str, str] = {}
        try:
            series = list(islice(self._answers(series_query(study_uid)), self._limits.files))
            for one in series:
                for image in self._answers(image_query(study_uid, _uid(one, "SeriesInstanceUID"))):
                    listed[_uid(image, "SOPInstanceUID")] = _uid(image, "SOPClassUID")
                    if len(listed) > self._limits.files:
                        return None  # what arrives is limited as well
        except (ArchiveFailed, ArchiveRefused):
            return None
        return None if "" in listed or (series and not listed) else listed

    def _get(self, study_uid: str, transfer: Transfer, listed: Mapping[str, str] | None) -> None:
        classes = _classes(listed)
        model = StudyRootQueryRetrieveInformationModelGet
        contexts = [build_context(model), *_storage_contexts(classes[: MOST_CONTEXTS - 1])]
        roles = [build_role(sop_class, scp_role=True) for sop_class in classes[: MOST_CONTEXTS - 1]]
        handlers = [
            *limited(self._limits, self._taking(transfer), self._sent),
            (evt.EVT_C_STORE, transfer.take),
        ]
        with associated(self._address, self._limits, contexts, handlers, roles, model) as association:
            self._follow(association.send_c_get(study_identifier(study_uid), model), transfer)

    def _move(self, study_uid: str, transfer: Transfer, listed: Mapping[str, str] | None) -> None:
        receiver = self._address.receiver
        assert receiver is not None
        model = StudyRootQueryRetrieveInformationModelMove
        handlers = limited(self._limits, self._taking(transfer), self._sent)
        with (
            StorageReceiver(self._address, receiver, self._limits, _classes(listed), transfer.take, handlers),
            self._associated([build_context(model)], model) as association,
        ):
            answers = association.send_c_move(study_identifier(study_uid), receiver.ae_title, model)
            self._follow(answers, transfer)
            transfer.wait_for_late(LATE_SECONDS)

    def _taking(self, transfer: Transfer) -> OnBytes:
        """What a connection tells that brings files."""

        def received(count: int) -> None:
            self._received(count)
            transfer.received(count)

        return received

    def _follow(self, answers: Iterator[tuple[Dataset, Dataset | None]], transfer: Transfer) -> None:
        """The answers to C-GET or C-MOVE, until the last."""
        for status, _ in answers:
            if transfer.trouble is not None:
                raise transfer.trouble
            transfer.count(status)
            if transfer.anything or "Status" not in status or _category(status) != FAILURE:
                self._raise_if_bad(status)
            else:
                raise self._nothing_sent()
        if not transfer.anything:
            raise self._nothing_sent()

    def _nothing_sent(self) -> ArchiveRefused:
        """Servers say in many ways that they do not know where to, success among them."""
        receiver = self._address.receiver
        if receiver is None:
            return ArchiveRefused("The archive sends nothing.", todo="Ask who runs it.")
        return ArchiveRefused(
            f"The archive sends nothing to {receiver.ae_title}.",
            todo="Ask its administrator to add this AE title with this machine's address and port.",
        )


def _uid(answer: Dataset | None, keyword: str) -> str:
    """A UID of an answer, "" where there is none."""
    return "" if answer is None else Header(answer).text(keyword)


def _match(identifier: Dataset) -> Match | None:
    with quiet_pydicom():
        return match_of(identifier)


def _classes(listed: Mapping[str, str] | None) -> list[str]:
    """The SOP classes of a study; the usual ones where the archive does not tell what it holds."""
    told = sorted(set((listed or {}).values()))
    if told and "" not in told:
        return told
    return [str(context.abstract_syntax) for context in StoragePresentationContexts]


def _storage_contexts(classes: Sequence[str]) -> list[PresentationContext]:
    """A context for each class and syntax, so that the archive need not convert, if there is room for all."""
    contexts = [build_context(sop_class, [*UNCOMPRESSED, *COMPRESSED]) for sop_class in classes]
    room = MOST_CONTEXTS - 1 - len(classes)
    if room >= len(classes) * len(COMPRESSED):
        contexts = [build_context(sop_class, list(UNCOMPRESSED)) for sop_class in classes]
        contexts += [build_context(sop_class, syntax) for sop_class in classes for syntax in COMPRESSED]
    return contexts


def _category(status: Dataset) -> str:
    return code_to_category(status.Status) if "Status" in status else ""


def _said(status: Dataset) -> str:
    """A status: its number, and what the archive adds."""
    comment = str(status.get("ErrorComment", "") or "").strip()[:LONGEST_COMMENT]
    return f"{status.Status:04X}H{f', {comment}' if comment else ''}"
