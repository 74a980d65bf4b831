"""What can go wrong with the store. The open review stays in the window whatever happens here.

ConsiliumError
└── StoreError
    ├── StoreLocked        another program holds the database
    ├── StoreFull          the disk is full
    ├── StoreReadOnly      file or folder cannot be written
    ├── StoreUnreachable   no such folder, no permission, no server
    ├── StoreDamaged       not a database, or damaged
    ├── StoreForeign       a database, but not Consilium's
    ├── StoreNewer         written by a newer Consilium; left unread
    ├── StoreOlder         written by an older Consilium; left as it is
    ├── FileInTheWay       a backup or archive would overwrite a file
    ├── ArchiveMalformed   not an archive of ours, or altered; nothing of it was taken
    ├── UnknownStudy       nothing is kept of that study or review
    ├── PatientMismatch    the study is kept for another patient
    ├── StaleSitting       another window went on with the sitting meanwhile
    └── StaleReview        somebody else changed the review meanwhile; carries both texts

`where` is the file or server, never anything about a patient.
"""

from __future__ import annotations

from app.review.review import Review
from app.store.rows import StoredReview
from engine.errors import ConsiliumError


class StoreError(ConsiliumError):
    """The store cannot do what was asked."""

    code = "store"


class StoreLocked(StoreError):
    """Another program holds the database."""


class StoreFull(StoreError):
    """The disk is full; nothing of the change was written."""


class StoreReadOnly(StoreError):
    """The file or its folder cannot be written."""


class StoreUnreachable(StoreError):
    """The folder, file or server is not there or not allowed."""


class StoreDamaged(StoreError):
    """The file is not a database, or is damaged."""


class StoreForeign(StoreError):
    """A database, but not Consilium's; it was left as it is."""


class StoreNewer(StoreError):
    """A newer Consilium wrote this database; it was left unread."""


class StoreOlder(StoreError):
    """An older Consilium wrote this database; it was not upgraded, because it was only to be looked at."""


class FileInTheWay(StoreError):
    """A file of that name is there; it was not overwritten."""


class ArchiveMalformed(StoreError):
    """Not an archive of ours, or one that was altered; nothing of it was taken over."""


class UnknownStudy(StoreError):
    """The store keeps nothing of that study, or no such review."""


class PatientMismatch(StoreError):
    """The study's UID is kept for another patient."""


class StaleReview(StoreError):
    """The review was changed elsewhere after it was opened here. Neither text is lost.

    `mine` is the review with the changes that were not saved; `stored` is what the store has, to go on from.
    """

    def __init__(self, mine: Review, stored: StoredReview, *, where: str) -> None:
        super().__init__(
            "This review was changed in another window meanwhile; your last changes are not saved.",
            where=where,
            todo="Compare both texts and keep one.",
        )
        self.mine = mine
        self.stored = stored


class StaleSitting(StoreError):
    """Another window went on with the sitting meanwhile; nothing was added."""
