"""Studies of an archive as rows: what stands in each column, and in which order."""

from __future__ import annotations

from collections.abc import Iterable

from app.archives.shown import Column, Here, MatchRow
from app.language import tr, tr_engine, tr_marked
from app.presenters.retrieving import Transfer
from app.presenters.worklist import patient_name, shown_date
from engine.archives.archive import Match

PATIENT = list(Column).index(Column.PATIENT)


def match_row(match: Match, transfer: Transfer | None, is_listed: bool) -> MatchRow:
    """One study. What was asked for in this sitting counts before what the worklist has."""
    here = transfer.here if transfer is not None else Here.HERE if is_listed else Here.AWAY
    notes = (*map(tr_engine, match.notes), transfer.why if transfer is not None else "")
    return MatchRow(
        match.study_uid,
        here,
        tuple(_cell(column, match, here, transfer) for column in Column),
        "\n".join(note for note in notes if note),
    )


def ordered(rows: Iterable[tuple[Match, MatchRow]], column: Column, descending: bool) -> tuple[MatchRow, ...]:
    """Sorted by a column; what a study does not say stands last, whichever way the column is turned."""
    keyed = [(_key(column, match, row), row) for match, row in rows]
    known = [each for each in keyed if any(each[0])]
    known.sort(key=lambda each: each[0], reverse=descending)
    return (*(row for _, row in known), *(row for key, row in keyed if not any(key)))


def _key(column: Column, match: Match, row: MatchRow) -> tuple[str | int, ...]:
    match column:
        case Column.HERE:
            return (-list(Here).index(row.here),) if row.here is not Here.AWAY else ()
        case Column.PATIENT:
            return (row.cells[PATIENT].casefold(),) if str(match.patient.name) else ()
        case Column.PATIENT_ID:
            return (match.patient.patient_id,)
        case Column.DATE:
            return (match.study_date, match.study_time)
        case Column.MODALITY:
            return (", ".join(match.modalities),)
        case Column.DESCRIPTION:
            return (match.description.casefold(),)
        case Column.ACCESSION:
            return (match.accession_number,)
        case Column.IMAGES:
            return (match.instances or 0,)


def _cell(column: Column, match: Match, here: Here, transfer: Transfer | None) -> str:
    match column:
        case Column.HERE:
            return _here(here, transfer)
        case Column.PATIENT:
            return patient_name(match.patient)
        case Column.PATIENT_ID:
            return match.patient.patient_id
        case Column.DATE:
            return _when(match)
        case Column.MODALITY:
            return ", ".join(match.modalities)
        case Column.DESCRIPTION:
            return match.description
        case Column.ACCESSION:
            return match.accession_number
        case Column.IMAGES:
            return "" if match.instances is None else str(match.instances)


def _here(here: Here, transfer: Transfer | None) -> str:
    word = tr_marked(here.value)
    if transfer is None or not transfer.total:
        return word
    if here is Here.COMING:
        return tr("{done} of {total}", done=transfer.done, total=transfer.total)
    if here is Here.PARTIAL:
        return tr("{word} {done} of {total}", word=word, done=transfer.done, total=transfer.total)
    return word


def _when(match: Match) -> str:
    """The day, and the time to the minute where it is told."""
    clock = match.study_time
    at = f"{clock[:2]}:{clock[2:4]}" if clock[:4].isdigit() and len(clock) >= 4 else ""
    return f"{shown_date(match.study_date)} {at}".strip()
