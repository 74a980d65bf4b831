"""A study and its report for people who must not know the patient: a folder of films, report and verdicts.

Nothing is written before the finished files have been searched for everything that named the patient; what is
found stops the export. Pictures burn names into pixels: nobody can search those, so the result says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from app.documents.anonymous_film import (
    OWN_WORDS,
    Pseudonyms,
    anonymous_film,
    burned_in,
    film_bytes,
    remaining,
)
from app.documents.errors import FilmNotExported, IdentifiersLeft
from app.documents.files import write_folder
from app.documents.markdown import to_markdown
from app.documents.report import Addendum, AiSpan, ReportDocument, SentenceVerdict, Signature
from app.documents.tables import review_line
from engine.dicom.container import Parsed, parse, quiet_pydicom, read_bytes
from engine.dicom.identifiers import film_identifiers
from engine.errors import ConsiliumError
from engine.identifiers import Identifiers, Scrubber, byte_forms, hits, identifiers_of
from engine.panel import Origin
from engine.study import Patient, PersonName, Radiograph, Study

REPORT, REVIEW = "report.md", "review.jsonl"


@dataclass(frozen=True, slots=True)
class Deidentified:
    """What was written, how many passages of the texts were replaced, and what the reader must look at."""

    folder: Path
    films: int
    replaced: int
    warnings: tuple[str, ...] = ()


def write_deidentified(document: ReportDocument, folder: Path, key: bytes) -> Deidentified:
    """Write a new folder with the study's DICOM films, the report as Markdown and the review as JSON.

    `key` makes the new UIDs: random bytes for an export of its own, the same bytes for exports that shall fit
    together. Raises FilmNotExported, IdentifiersLeft and NotWritten; each leaves nothing behind.
    """
    with quiet_pydicom():
        films = {film: _parsed(film) for film in document.study.radiographs if film.identified}
        known = _known(document, films)
        pseudonyms = Pseudonyms(key)
        scrubber = _Counting(Scrubber(known))
        clean = _clean_document(document, pseudonyms, scrubber)
        patient = clean.study.patient.patient_id
        warnings: list[str] = []
        contents: dict[str, bytes] = {}
        for number, (film, parsed) in enumerate(films.items(), 1):
            name = f"film-{number}.dcm"
            if warning := burned_in(parsed.dataset):
                warnings.append(f"Look at {name} before it leaves: {warning}")
            contents[name] = _clean_film(film, parsed, pseudonyms, patient, known)
    contents |= _report_files(clean)
    _require_clean(contents, known, clean)
    warnings += _further_warnings(document, known, scrubber.count)
    write_folder(folder, contents)
    return Deidentified(folder, len(films), scrubber.count, tuple(warnings))


class _Counting:
    """A scrubber that counts what it replaced."""

    def __init__(self, scrubber: Scrubber) -> None:
        self._scrubber = scrubber
        self.count = 0

    def clean(self, text: str) -> str:
        return self.marked(text, ())[0]

    def marked(self, text: str, spans: tuple[AiSpan, ...]) -> tuple[str, tuple[AiSpan, ...]]:
        """The text, and its spans where they lie now; a span of nothing but replaced words is gone."""
        scrubbed = self._scrubber.scrub(text)
        self.count += len(scrubbed.changes)
        moved = (
            (
                replace(span, start=scrubbed.moved(span.start), stop=scrubbed.moved(span.stop))
                for span in spans
            )
            if scrubbed.changes
            else spans
        )
        return scrubbed.text, tuple(span for span in moved if span.start < span.stop)


def _parsed(film: Radiograph) -> Parsed:
    try:
        return parse(read_bytes(film.path))
    except ConsiliumError as error:
        raise FilmNotExported(error.what, where=str(film.path), todo=error.todo) from error
    except Exception as error:  # pydicom raises nearly any class on damaged files
        raise _damaged(film) from error


def _known(document: ReportDocument, films: Mapping[Radiograph, Parsed]) -> Identifiers:
    """Everybody and everything that is named: patient, readers, and all that the films' headers say.

    Drafts may have been written by a person, who is their author then.
    """
    people = [one.name for one in document.addenda]
    people += [document.signature.name] if document.signature else []
    people += [document.panel.author] if document.panel else []
    known = identifiers_of(document.study, people)
    for film, parsed in films.items():
        try:
            known |= film_identifiers(parsed.dataset)
        except Exception as error:  # values are decoded here
            raise _damaged(film) from error
    return known


def _clean_film(
    film: Radiograph, parsed: Parsed, pseudonyms: Pseudonyms, patient: str, known: Identifiers
) -> bytes:
    try:
        sought = known.without_words_of(f"{OWN_WORDS} {patient}")
        new_uid = pseudonyms.uid(film.sop_instance_uid)
        dataset = anonymous_film(parsed, pseudonyms, patient, new_uid, sought)
        left = remaining(dataset, sought)
        content = film_bytes(dataset)
    except ConsiliumError:
        raise
    except Exception as error:
        raise _damaged(film) from error
    if left:
        raise _identifiers_left(f"a film under {', '.join(left)}")
    return content


def _clean_document(document: ReportDocument, pseudonyms: Pseudonyms, scrubber: _Counting) -> ReportDocument:
    text, spans = scrubber.marked(document.text, document.spans)
    return replace(
        document,
        study=_clean_study(document.study, pseudonyms),
        text=text,
        spans=spans,
        signature=_clean_signature(document.signature, scrubber),
        addenda=tuple(_clean_addendum(addendum, scrubber) for addendum in document.addenda),
        verdicts=tuple(_clean_verdict(verdict, pseudonyms, scrubber) for verdict in document.verdicts),
        panel=_clean_origin(document.panel, scrubber) if document.panel else None,
        warnings=tuple(scrubber.clean(warning) for warning in document.warnings),
        measurements=tuple(replace(one, film=pseudonyms.uid(one.film)) for one in document.measurements),
    )


def _clean_study(study: Study, pseudonyms: Pseudonyms) -> Study:
    patient = pseudonyms.patient(f"{study.patient.patient_id} {study.patient.issuer} {study.patient.name}")
    films = tuple(
        replace(
            film,
            sop_instance_uid=pseudonyms.uid(film.sop_instance_uid),
            series_uid=pseudonyms.uid(film.series_uid),
            study_uid=pseudonyms.uid(film.study_uid),
        )
        for film in study.radiographs
    )
    return Study(pseudonyms.uid(study.study_uid), Patient(PersonName(patient), patient), radiographs=films)


def _clean_signature(signature: Signature | None, scrubber: _Counting) -> Signature | None:
    """That it was signed, and in what sense; the hash bound another text."""
    if signature is None:
        return None
    return Signature("", scrubber.clean(signature.role), None, scrubber.clean(signature.meaning))


def _clean_addendum(addendum: Addendum, scrubber: _Counting) -> Addendum:
    clean = scrubber.clean
    return Addendum(clean(addendum.text), clean(addendum.reason), "", clean(addendum.role), None)


def _clean_verdict(verdict: SentenceVerdict, pseudonyms: Pseudonyms, scrubber: _Counting) -> SentenceVerdict:
    """Its `panel` is made from the study's UID."""
    return replace(
        verdict,
        drafted=scrubber.clean(verdict.drafted),
        final=scrubber.clean(verdict.final),
        panel=pseudonyms.uid(verdict.panel),
    )


def _clean_origin(origin: Origin, scrubber: _Counting) -> Origin:
    """What made the drafts, without who and when; a panel from elsewhere may say anything in any text.

    A model keeps its name and version: they often look like dates and numbers. The search sees to them.
    """
    return replace(
        origin,
        runtime=scrubber.clean(origin.runtime),
        device=scrubber.clean(origin.device),
        precision=scrubber.clean(origin.precision),
        decoding=scrubber.clean(origin.decoding),
        created="",
        author="",
    )


def _report_files(clean: ReportDocument) -> dict[str, bytes]:
    review = (review_line(clean) + "\n").encode("utf-8", "replace")
    return {REPORT: to_markdown(clean).encode(), REVIEW: review}


def _require_clean(contents: Mapping[str, bytes], known: Identifiers, clean: ReportDocument) -> None:
    """IdentifiersLeft if a known identifier stands anywhere in the finished files."""
    own_words = b" ".join(_report_files(_without_texts(clean)).values()).decode()
    sought = known.without_words_of(f"{OWN_WORDS} {own_words}")
    for name in (REPORT, REVIEW):
        if hits(contents[name].decode(), sought):
            raise _identifiers_left(name)
    forms = byte_forms(sought)
    for name, content in contents.items():
        lowered = content.lower()
        if any(form in lowered for form in forms):
            raise _identifiers_left(name)


def _without_texts(clean: ReportDocument) -> ReportDocument:
    """The same report with nothing in it that anybody wrote: what is left are our own words."""
    signature = Signature("", "", None, "") if clean.signature else None
    addenda = tuple(Addendum("", "", "", "", None) for _ in clean.addenda)
    panel = Origin() if clean.panel else None
    return replace(
        clean,
        text="",
        spans=(),
        signature=signature,
        addenda=addenda,
        verdicts=(),
        panel=panel,
        warnings=(),
    )


def _further_warnings(document: ReportDocument, known: Identifiers, replaced: int) -> list[str]:
    warnings = []
    if replaced:
        warnings.append(f"Read {REPORT} before it leaves: {replaced} passages were replaced.")
    if known.too_short:
        warnings.append(
            "Some names or numbers are too short to be looked for in texts. Look for them yourself."
        )
    pictures = sum(not film.identified for film in document.study.radiographs)
    left_out = pictures + len(document.study.documents)
    if left_out:
        warnings.append(f"{left_out} files of the study were left out: they are no DICOM films.")
    return warnings


def _identifiers_left(where: str) -> IdentifiersLeft:
    return IdentifiersLeft(
        f"Something that names the patient is still in {where}. Nothing was written.",
        todo="Take it out of the file or the text, and export again.",
    )


def _damaged(film: Radiograph) -> FilmNotExported:
    return FilmNotExported(
        "The film is damaged.", where=str(film.path), todo="Leave it out or copy it again."
    )
