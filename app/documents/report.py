"""A report as it leaves the desk: text, the AI's share in it, who signed it, what was decided on the way.

Every writer takes a `ReportDocument` and nothing else. It is a value of its own, apart from the review that
it was made of: an export never changes when the review goes on.
"""

from __future__ import annotations

import hashlib
from dataclasses import astuple, dataclass, replace
from datetime import datetime
from enum import Enum
from itertools import pairwise
from pathlib import Path

from app.review.decisions import Verdict
from app.review.review import Status
from engine.panel import Origin
from engine.study import Study
from engine.text.sentences import sentence_spans

UNSIGNED = frozenset({Status.DRAFT, Status.PRELIMINARY})


@dataclass(frozen=True, slots=True)
class AiSpan:
    """Characters `start:stop` of the report stand as an expert of a bundle wrote them."""

    start: int
    stop: int
    letter: str
    bundle: str = ""
    bundle_sha256: str = ""


class Authorship(Enum):
    """Who wrote a sentence of the report."""

    AI = "written by AI, unedited"
    MIXED = "written by AI, edited by the reader"
    PERSON = "written by the reader"


@dataclass(frozen=True, slots=True)
class Passage:
    """One sentence of the report: characters `start:stop`, and what of it an expert wrote."""

    start: int
    stop: int
    text: str
    authorship: Authorship
    spans: tuple[AiSpan, ...] = ()


@dataclass(frozen=True, slots=True)
class Signature:
    """Who answers for the text, since when, and in what sense.

    `sha256` binds all of it to the text, as the review computed it. `time` is None only in a de-identified
    report, whose name is "" as well.
    """

    name: str
    role: str
    time: datetime | None
    meaning: str
    sha256: str = ""


@dataclass(frozen=True, slots=True)
class Addendum:
    """What was added after signing, why, and by whom; the signed text stays as it was."""

    text: str
    reason: str
    name: str
    role: str
    time: datetime | None
    sha256: str = ""


@dataclass(frozen=True, slots=True)
class SentenceVerdict:
    """The reader's verdict on characters `start:stop` of an expert's draft (IHE AIRAI's three).

    `final` is the sentence of the report that still has words of an edited one, "" where none has. `panel`
    tells the panels of a study apart.
    """

    letter: str
    start: int
    stop: int
    drafted: str
    verdict: Verdict
    final: str = ""
    bundle: str = ""
    bundle_sha256: str = ""
    panel: str = ""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number that a measurement gave; `unit` by UCUM, but "px" and "px2" for pixel widths."""

    name: str
    value: float
    unit: str


@dataclass(frozen=True, slots=True)
class Measured:
    """What a reader measured on a film, by its SOP Instance UID and frame.

    `points` are (row, column) in film coordinates, in the order of resources/docs/review-log.md. `spacing`
    says what lengths were measured on, "" where they do not matter. `text` says all of it in a sentence.
    """

    kind: str
    film: str
    frame: int
    points: tuple[tuple[float, float], ...]
    quantities: tuple[Quantity, ...]
    spacing: str
    text: str


@dataclass(frozen=True, slots=True)
class ReportDocument:
    """All that an export says. `written` is when the document was made, with its time zone.

    `panel` says what made the drafts that the reader saw, None where no AI drafted anything. `language` is
    the report's, by RFC 5646. Spans are in order and apart; a signed report has a signature, and only an
    addended one has addenda.
    """

    study: Study
    text: str
    status: Status
    written: datetime
    spans: tuple[AiSpan, ...] = ()
    signature: Signature | None = None
    addenda: tuple[Addendum, ...] = ()
    verdicts: tuple[SentenceVerdict, ...] = ()
    panel: Origin | None = None
    warnings: tuple[str, ...] = ()
    measurements: tuple[Measured, ...] = ()
    language: str = "en"

    def __post_init__(self) -> None:
        if self.written.tzinfo is None:
            raise ValueError("the time of a document needs its time zone")
        if any(before.stop > after.start for before, after in pairwise(self.spans)):
            raise ValueError("spans overlap or are out of order")
        if any(not 0 <= span.start < span.stop <= len(self.text) for span in self.spans):
            raise ValueError("a span lies outside the text")
        if self.is_signed != (self.signature is not None):
            raise ValueError("a report is signed if and only if it has a signature")
        if bool(self.addenda) != (self.status is Status.ADDENDED):
            raise ValueError("a report has addenda if and only if it is addended")

    @property
    def is_signed(self) -> bool:
        """Whether a person answers for the text."""
        return self.status not in UNSIGNED

    @property
    def dated(self) -> datetime:
        """When the report became what it is: its last addendum, its signature, or the export of a draft."""
        events = (*self.addenda, *((self.signature,) if self.signature else ()))
        times = [event.time for event in events if event.time is not None]
        return max(times) if times else self.written

    @property
    def passages(self) -> tuple[Passage, ...]:
        """The report's sentences in order, each with its authorship."""
        return tuple(self._passage(start, stop) for start, stop in sentence_spans(self.text))

    @property
    def models(self) -> tuple[Origin, ...]:
        """Every model with a share in the report or its drafts; the panel's own first."""
        known = [self.panel] if self.panel is not None else []
        for span in self.spans:
            if not any(_is_of(span, model) for model in known):
                known.append(Origin(bundle=span.bundle, bundle_sha256=span.bundle_sha256))
        return tuple(known)

    @property
    def fingerprint(self) -> str:
        """SHA-256 over all that the document says; the export's own time counts for a draft alone."""
        said = replace(self, written=self.dated, study=_placeless(self.study))
        return hashlib.sha256(repr(astuple(said)).encode("utf-8", "surrogatepass")).hexdigest()

    @property
    def predecessor(self) -> ReportDocument | None:
        """The report as it stood before its last addendum, None where it has none."""
        if not self.addenda:
            return None
        earlier = self.addenda[:-1]
        return replace(self, addenda=earlier, status=Status.ADDENDED if earlier else Status.SIGNED)

    def model_of(self, span: AiSpan) -> Origin:
        """The model that wrote a span."""
        return next(model for model in self.models if _is_of(span, model))

    def _passage(self, start: int, stop: int) -> Passage:
        spans = tuple(span for span in self.spans if span.start < stop and span.stop > start)
        return Passage(start, stop, self.text[start:stop], self._authorship(start, stop, spans), spans)

    def _authorship(self, start: int, stop: int, spans: tuple[AiSpan, ...]) -> Authorship:
        if not spans:
            return Authorship.PERSON
        rest = [self.text[start : max(start, spans[0].start)], self.text[min(stop, spans[-1].stop) : stop]]
        rest += [self.text[before.stop : after.start] for before, after in pairwise(spans)]
        return Authorship.MIXED if "".join(rest).strip() else Authorship.AI


def _placeless(study: Study) -> Study:
    """The study without where its files lie, which says nothing about the report."""
    films = tuple(replace(film, path=Path()) for film in study.radiographs)
    return replace(study, radiographs=films, documents=())


def _is_of(span: AiSpan, model: Origin) -> bool:
    if span.bundle_sha256 or model.bundle_sha256:
        return span.bundle_sha256 == model.bundle_sha256
    return span.bundle in (model.bundle, "") or span.bundle == model.author
