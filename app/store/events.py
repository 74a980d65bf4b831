"""What the audit records: the events of DICOM PS3.15 A.5.3 and what they are here. No database."""

from __future__ import annotations

from enum import Enum


class Event(Enum):
    """A thing that happened, with its event code (DCM) and action: create, read, update, delete, execute.

    The names are kept in the audit and never change.
    """

    STARTED = ("started", "110100", "E")
    UPGRADED = ("upgraded", "110100", "E")
    ADOPTED = ("adopted", "110100", "E")
    AUDIT_READ = ("audit_read", "110101", "R")
    STUDY_ADDED = ("study_added", "110103", "C")
    STUDY_OPENED = ("study_opened", "110103", "R")
    RECEIVED = ("received", "110104", "C")
    SENT = ("sent", "110104", "R")
    CACHE_CLEARED = ("cache_cleared", "110105", "D")
    PANEL_KEPT = ("panel_kept", "110111", "C")
    EDITED = ("edited", "110111", "U")
    STATUS_CHANGED = ("status_changed", "110111", "U")
    SIGNED = ("signed", "110111", "U")
    ADDENDED = ("addended", "110111", "U")
    EXPORTED = ("exported", "110106", "R")
    BACKED_UP = ("backed_up", "110106", "R")
    IMPORTED = ("imported", "110107", "C")
    RESTORED = ("restored", "110107", "C")
    QUERIED = ("queried", "110112", "E")
    ALERT = ("alert", "110113", "E")
    LOGGED_IN = ("logged_in", "110114", "E")
    LOGGED_OUT = ("logged_out", "110114", "E")

    def __init__(self, word: str, code: str, action: str) -> None:
        self.word = word
        self.code = code
        self.action = action

    @property
    def meaning(self) -> str:
        """The event code's meaning in the standard's words."""
        return MEANINGS[self.code]


MEANINGS = {
    "110100": "Application Activity",
    "110101": "Audit Log Used",
    "110103": "DICOM Instances Accessed",
    "110104": "DICOM Instances Transferred",
    "110105": "DICOM Study Deleted",
    "110106": "Export",
    "110107": "Import",
    "110111": "Procedure Record",
    "110112": "Query",
    "110113": "Security Alert",
    "110114": "User Authentication",
}
"""DICOM PS3.16 annex D; the same codes are FHIR's value set audit-event-type."""
