"""Reports to export: a plain one that a person can check, and odd ones drawn at random."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from app.documents.from_review import report_document
from app.documents.report import (
    Addendum,
    AiSpan,
    Measured,
    ReportDocument,
    SentenceVerdict,
    Signature,
)
from app.review.decisions import Verdict
from app.review.fields import Field, FieldKind, empty_fields
from app.review.filling import fill, insert_template
from app.review.measurements import Measurement
from app.review.measuring import measure
from app.review.review import Review, Status
from app.review.templates import Template, read_library
from engine.panel import Origin
from engine.resources import RESOURCES
from engine.study import Patient, PersonName, Radiograph, Study
from tests.app.review.reviewing import MEASUREMENTS

SHA = "ab" * 32
OTHER_SHA = "cd" * 32
NOON = datetime(2026, 3, 12, 12, 0, tzinfo=timezone(timedelta(hours=1)))
DX = "1.2.840.10008.5.1.4.1.1.1.1"
PANEL = Origin(
    "report-phantom", SHA, "torch", "cpu", "float32", "beam 3", "2026-03-12T10:00:00+00:00", version="2.0"
)
TEXT = "The heart is enlarged. Small left effusion. No nodule."
"""Sentence 1 stands as expert A wrote it, sentence 2 was edited by the reader, sentence 3 is the reader's."""


def film(number: int = 1) -> Radiograph:
    """A film with valid UIDs that lies nowhere."""
    return Radiograph(Path(f"film{number}.dcm"), f"2.25.7{number}", DX, "2.25.6", "2.25.5", "DX", 10, 10)


def study(**changes: object) -> Study:
    """A study of Jane Doe."""
    patient = Patient(PersonName("Doe^Jane^Q"), "MRN-4711", "Hospital", "19700131", "F")
    plain = Study("2.25.5", patient, "20260312", "093000", "ACC-99", "Chest PA", (film(1), film(2)))
    return replace(plain, **changes)  # type: ignore[arg-type]


def draft(**changes: object) -> ReportDocument:
    """An unsigned report with text of an expert."""
    spans = (AiSpan(0, 22, "A", "report-phantom", SHA), AiSpan(29, 43, "C", "report-phantom", SHA))
    verdicts = (
        SentenceVerdict("A", 0, 22, "The heart is enlarged.", Verdict.ACCEPTED, "", "report-phantom", SHA),
        SentenceVerdict("C", 9, 29, "Large left effusion.", Verdict.EDITED, "Small left effusion."),
        SentenceVerdict("B", 0, 19, "Right pneumothorax.", Verdict.REJECTED),
    )
    plain = ReportDocument(study(), TEXT, Status.DRAFT, NOON, spans, verdicts=verdicts, panel=PANEL)
    return replace(plain, **changes)  # type: ignore[arg-type]


def signed(**changes: object) -> ReportDocument:
    """The same report, signed."""
    signature = Signature(
        "Dr Ann Reader", "radiologist", NOON, "I have read this report and answer for it", SHA
    )
    return replace(draft(status=Status.SIGNED, signature=signature), **changes)  # type: ignore[arg-type]


def addended(count: int = 1) -> ReportDocument:
    """The signed report with addenda, one a day."""
    addenda = tuple(
        Addendum(
            f"Addendum text {number}.", "late prior", "Dr Bo Other", "resident", NOON + timedelta(number), SHA
        )
        for number in range(1, count + 1)
    )
    return signed(status=Status.ADDENDED, addenda=addenda)


LETTERS = "ABCDEFGHIJKL"
PIECES = (
    "The heart is normal. ",
    "Small left effusion, 2.5 cm.",
    "\n\n",
    "\n",
    "心臓は正常です。 ",
    "Сердце не увеличено. ",
    "القلب طبيعي. ",
    "הלב תקין. ",
    '<b>& "quotes" \\ ^ = ~ |',
    "# * _ [x](y) `code`",
    "1. First. ",
    "=SUM(A1) ",
    "\t",
    "\x00\x07\x1b",
    "\ud800",
    "\U0001fac1 e\u0301 ",
    "\u202eabc\u202c ",
    "x" * 120 + " ",
)
texts = (
    st.integers(0, 12)
    .flatmap(lambda size: st.lists(st.sampled_from(PIECES), min_size=size, max_size=size))
    .map("".join)
)
long_texts = st.integers(1, 25).map(lambda count: "".join(PIECES[:8]) * count)
words = st.sampled_from(["", "radiologist", "Dr. Łukasz O'Neil-Weiß", "山田", "врач", "طبيب", "y" * 90])
# dciodvfy counts bytes where the standard counts characters, so no legal value here is long in bytes.
odd_words = words | st.sampled_from(
    [
        "a\\b^c=d",
        "\x00\x1f\x85",
        "\ud800\udfff",
        "<i>&amp;",
        " ",
        "=1",
        "line\r\nline",
        "\u2028\ufeff",
        "🫁" * 9,
    ]
)
names = st.builds(
    PersonName,
    st.sampled_from(
        ["", "Doe^Jane", "Doe", "de la Cruz^Jose Maria^^Dr^III", "Müller^Jürgen", "^Only", "A\\B=C^D"]
    ),
    st.sampled_from(["", "山田^太郎", "王^小明", "김^철수"]),
    st.sampled_from(["", "やまだ^たろう"]),
)
codes = st.sampled_from(["", "1", "MRN-4711", "=cmd|'x'", "a\\b", "ü" * 70, " padded "])
dates = st.sampled_from(["", "20260312", "1970", "00000000", "20260231", "1970-01-31"])
times = st.datetimes(datetime(1990, 1, 1), datetime(2089, 1, 1)).map(
    lambda moment: moment.replace(tzinfo=UTC)
)
zones = st.integers(-12, 14).map(lambda hours: timezone(timedelta(hours=hours)))
moments = st.tuples(times, zones).map(lambda both: both[0].astimezone(both[1]))
patients = st.builds(Patient, names, codes, codes, dates, st.sampled_from(["", "M", "F", "O", "U", "female"]))
films = st.lists(st.integers(1, 9), max_size=3, unique=True).map(lambda numbers: tuple(map(film, numbers)))
studies = st.builds(
    Study,
    st.just("2.25.5"),
    patients,
    dates,
    st.sampled_from(["", "0930", "093000.5", "9h"]),
    codes,
    odd_words,
    films,
)
signatures = st.builds(Signature, odd_words, words, moments, odd_words, st.sampled_from(["", SHA]))
addenda = st.builds(Addendum, texts, odd_words, odd_words, words, moments, st.sampled_from(["", SHA]))
many_addenda = st.integers(1, 12).flatmap(lambda size: st.tuples(*[addenda] * size))
verdicts = st.builds(
    SentenceVerdict, st.sampled_from(LETTERS), st.just(0), st.just(9), texts, st.sampled_from(Verdict), texts
)
panels = st.none() | st.builds(
    Origin, words, st.sampled_from(["", SHA]), author=words, version=st.sampled_from(["", "2.0"]) | odd_words
)


def measured(some: list[Measurement]) -> tuple[Measured, ...]:
    """What the exports say of these measurements, on the second film that the drawn studies may have."""
    review = Review("2.25.5")
    for one in some:
        review = measure(review, one).apply(review)
    found = report_document(review, study(), None, NOON).measurements
    return tuple(replace(one, film=film(2).sop_instance_uid) for one in found)


measurements = st.lists(st.sampled_from(MEASUREMENTS[:7]), max_size=5, unique=True).map(measured)


@st.composite
def filled_templates(draw: st.DrawFn) -> str:
    """A shipped template with values in its fields; of each optional field the words or the empty field."""
    template: Template = draw(st.sampled_from(read_library(RESOURCES / "text", None).templates))
    review = insert_template(Review("2.25.5"), template.form, template.text).apply(Review("2.25.5"))
    for empty in reversed(empty_fields(review.text, review.forms)):
        if empty.field is not None and (empty.required or draw(st.booleans())):
            review = fill(review, empty.start, draw(_values(empty.field))).apply(review)
    return review.text


def _values(field: Field) -> st.SearchStrategy[str]:
    match field.kind:
        case FieldKind.CHOICE:
            return st.sampled_from(field.choices)
        case FieldKind.NUMBER:
            return st.just(str(field.low or field.high or 1))
        case FieldKind.DATE:
            return st.just("2026-03-12")
        case FieldKind.TEXT:
            return st.sampled_from(
                ["Sin cambios; ≥ 2 cm.", "心臓は正常です。", "<b>& 'x' \\", "Clear. Clear."]
            )


@st.composite
def documents_of(draw: st.DrawFn, status: Status) -> ReportDocument:
    """Any report that a desk could hold: odd names, empty fields, many scripts, long texts, many addenda."""
    text = draw(texts | long_texts | filled_templates())
    is_signed = status in (Status.SIGNED, Status.ADDENDED)
    return ReportDocument(
        study=draw(studies),
        text=text,
        status=status,
        written=draw(moments),
        spans=draw(_spans(len(text))),
        signature=draw(signatures) if is_signed else None,
        addenda=draw(many_addenda) if status is Status.ADDENDED else (),
        verdicts=tuple(draw(st.lists(verdicts, max_size=4))),
        panel=draw(panels),
        warnings=tuple(draw(st.lists(texts.filter(str.strip), max_size=2))),
        measurements=draw(measurements),
        language=draw(st.sampled_from(["en", "es", "pt-BR"])),
    )


documents = st.sampled_from(Status).flatmap(documents_of)
unhurried = settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""For laws over `documents`, which are large; a busy machine is no failure."""


@st.composite
def _spans(draw: st.DrawFn, length: int) -> tuple[AiSpan, ...]:
    places = sorted(draw(st.lists(st.integers(0, length), max_size=8, unique=True)))
    pairs = zip(places[::2], places[1::2], strict=False)
    origins = st.sampled_from([("", ""), ("report-phantom", SHA), ("elsewhere", OTHER_SHA), ("unhashed", "")])
    return tuple(AiSpan(start, stop, draw(st.sampled_from(LETTERS)), *draw(origins)) for start, stop in pairs)


def odd_documents(count: int) -> list[ReportDocument]:
    """So many different reports of every status in turn, the same ones in every run."""
    found: list[ReportDocument] = []
    sampled = settings(
        max_examples=-(-count // len(Status)),
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    for status in Status:

        @sampled
        @given(documents_of(status))
        def collect(document: ReportDocument) -> None:
            found.append(document)

        collect()
    return found[:count]
