"""A report as a PDF to print or to archive (PDF/A-1b), laid out by Qt.

The one document writer that needs Qt; a QGuiApplication must exist, off screen where there is no display.
Every page carries patient, study, the state of the report, "page x of y", and that it is for research use.
Text that AI wrote is shaded and followed by a mark in words, which a black-and-white printer keeps.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from html import escape
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QFont,
    QFontDatabase,
    QFontMetricsF,
    QGuiApplication,
    QPageLayout,
    QPageSize,
    QPainter,
    QPalette,
    QPdfWriter,
    QPen,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextLayout,
    QTextOption,
)

from app.documents.errors import NoFont
from app.documents.files import write_file
from app.documents.report import ReportDocument
from app.documents.wording import (
    NO_TEXT,
    RESEARCH_USE,
    TITLE,
    addendum_lines,
    ai_lines,
    banner,
    iso_date,
    measurement_lines,
    particulars,
    patient_in_full,
    printable,
    signature_lines,
    span_label,
    state,
)


class Paper(Enum):
    """The sizes that a report is printed on."""

    A4 = QPageSize.PageSizeId.A4
    LETTER = QPageSize.PageSizeId.Letter


DPI = 300
POINTS_PER_INCH = 72
SIDE_MM, TOP_MM, BOTTOM_MM = 18.0, 12.0, 12.0
TEXT_PT, SMALL_PT, TITLE_PT, HEADING_PT = 10.5, 8.0, 16.0, 12.0
HEADER_LINES, FOOTER_LINES = 3.2, 1.6  # of small text, with the space to the body
SHORT_PARAGRAPH = 400  # characters; shorter ones are not broken between pages
_SHADE = "#e4e4e4"


def write_pdf(document: ReportDocument, path: Path, paper: Paper = Paper.A4) -> None:
    """Write the report as PDF; NoFont where there is nothing to print with, NotWritten if it cannot be."""
    write_file(path, to_pdf(document, paper))


def to_pdf(document: ReportDocument, paper: Paper = Paper.A4) -> bytes:
    """The PDF's bytes; NoFont where this machine has no font at all."""
    if QGuiApplication.instance() is None:  # Qt would end the process
        raise RuntimeError("a QGuiApplication must be there before a PDF is written")
    if not QFontDatabase.families():
        raise NoFont("This machine has no font to print with.", todo="Install a font such as DejaVu or Noto.")
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = _writer(buffer, paper)
    pages = _Pages(writer, document)
    painter = QPainter(writer)
    pages.paint(painter)
    painter.end()
    return bytes(buffer.data().data())


def characters_without_font(text: str, font: QFont) -> tuple[str, ...]:
    """Characters that no font on this machine can show, each once, in order.

    Qt takes each character from the first font that has it; where none has, it draws glyph 0, an empty box.
    """
    return tuple(one for one in dict.fromkeys(text) if _is_shown(one) and _has_no_glyph(one, font))


def _is_shown(character: str) -> bool:
    return not character.isspace() and unicodedata.category(character) != "Cf"


def _has_no_glyph(character: str, font: QFont) -> bool:
    layout = QTextLayout(character, font)
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    return any(0 in run.glyphIndexes() for run in layout.glyphRuns())


def _writer(buffer: QBuffer, paper: Paper) -> QPdfWriter:
    writer = QPdfWriter(buffer)
    writer.setPdfVersion(QPdfWriter.PdfVersion.PdfVersion_A1b)
    writer.setResolution(DPI)
    writer.setTitle(TITLE)  # shown in other programs' window titles: no patient
    writer.setCreator("Consilium")
    margins = QMarginsF(SIDE_MM, TOP_MM, SIDE_MM, BOTTOM_MM)
    layout = QPageLayout(
        QPageSize(paper.value), QPageLayout.Orientation.Portrait, margins, QPageLayout.Unit.Millimeter
    )
    writer.setPageLayout(layout)
    return writer


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where header, body and footer lie on a page, in the writer's own units."""

    width: float
    height: float
    header: float
    footer: float

    @property
    def body(self) -> float:
        return self.height - self.header - self.footer


class _Pages:
    """The laid out report, painted page by page."""

    def __init__(self, writer: QPdfWriter, document: ReportDocument) -> None:
        self._writer = writer
        self._document = document
        self._small = QFont(QFont().family())
        self._small.setPointSizeF(SMALL_PT)
        self._metrics = QFontMetricsF(self._small, writer)
        line = self._metrics.lineSpacing()
        self._frame = _Frame(writer.width(), writer.height(), HEADER_LINES * line, FOOTER_LINES * line)
        self._text = _Composition(document, writer, QSizeF(self._frame.width, self._frame.body)).finished()

    def paint(self, painter: QPainter) -> None:
        """Paint all pages."""
        count = self._text.pageCount()
        for page in range(count):
            if page:
                self._writer.newPage()
            self._paint_header(painter, page, count)
            self._paint_body(painter, page)
            self._paint_footer(painter)

    def _paint_body(self, painter: QPainter, page: int) -> None:
        """Black on the page, whatever the desk's own colours are: Qt would take those of its windows.

        Qt also draws, though hidden, a line that only touches the edge; who copies text would get it.
        """
        top = page * self._frame.body
        context = QAbstractTextDocumentLayout.PaintContext()
        context.palette.setColor(QPalette.ColorRole.Text, Qt.GlobalColor.black)
        context.clip = QRectF(0, top + 1, self._frame.width, self._frame.body - 2)
        painter.save()
        painter.translate(QPointF(0, self._frame.header - top))
        painter.setClipRect(context.clip)
        self._text.documentLayout().draw(painter, context)
        painter.restore()

    def _paint_header(self, painter: QPainter, page: int, count: int) -> None:
        study = self._document.study
        numbers = f"Page {page + 1} of {count}"
        who = " · ".join(part for part in (patient_in_full(study.patient), study.patient.patient_id) if part)
        what = " · ".join(
            part for part in (iso_date(study.study_date), study.accession_number, study.study_uid) if part
        )
        self._paint_line(painter, 0, printable(who), numbers)
        self._paint_line(painter, 1, printable(what), state(self._document))
        self._rule(painter, 2.3)

    def _paint_footer(self, painter: QPainter) -> None:
        line = self._metrics.lineSpacing()
        first = (self._frame.height - line) / line
        self._rule(painter, first - 0.2)
        self._paint_line(painter, first, banner(self._document), RESEARCH_USE)

    def _paint_line(self, painter: QPainter, line: float, left: str, right: str) -> None:
        """Two texts at the ends of a line; the left one gives way if there is no room for both."""
        height = self._metrics.lineSpacing()
        across = QRectF(0, line * height, self._frame.width, height)
        painter.setFont(self._small)
        painter.drawText(across, Qt.AlignmentFlag.AlignRight, right)
        room = self._frame.width - self._metrics.horizontalAdvance(right) - 2 * height
        painter.drawText(
            across,
            Qt.AlignmentFlag.AlignLeft,
            self._metrics.elidedText(left, Qt.TextElideMode.ElideRight, room),
        )

    def _rule(self, painter: QPainter, line: float) -> None:
        painter.setPen(QPen(Qt.GlobalColor.black, DPI / 150))
        y = line * self._metrics.lineSpacing()
        painter.drawLine(QPointF(0, y), QPointF(self._frame.width, y))


@dataclass(frozen=True, slots=True)
class _Group:
    """Blocks `first` to `last` whose first lines share a page; all their lines if the last is `whole`."""

    first: int
    last: int
    whole: bool = False


class _Composition:
    """The report as a text document of the page's size."""

    def __init__(self, document: ReportDocument, writer: QPdfWriter, page: QSizeF) -> None:
        self._report = document
        self._text = QTextDocument()
        self._text.setUndoRedoEnabled(False)
        self._text.documentLayout().setPaintDevice(writer)
        self._text.setDocumentMargin(0)
        font = QFont(QFont().family())
        font.setPointSizeF(TEXT_PT)
        self._text.setDefaultFont(font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)  # a hash has no blanks
        self._text.setDefaultTextOption(option)
        self._text.setPageSize(page)
        self._cursor = QTextCursor(self._text)
        self._groups: list[_Group] = []

    def finished(self) -> QTextDocument:
        """Everything in its place."""
        report = self._report
        self._title(TITLE)
        if banner(report):
            self._boxed(banner(report))
        self._boxed(RESEARCH_USE)
        self._pairs((*particulars(report.study), ("Status", state(report))))
        for warning in report.warnings:
            self._boxed(f"Warning: {printable(warning)}")
        self._note_missing_characters()
        self._heading("Report")
        self._paragraphs(_marked(report))
        if report.measurements:
            self._heading("Measurements")
            self._together(measurement_lines(report))
        if report.signature:
            self._heading("Signature")
            self._together(signature_lines(report.signature))
        for number, addendum in enumerate(report.addenda, 1):
            self._heading(f"Addendum {number}")
            self._paragraphs(escape(printable(addendum.text)))
            self._together(addendum_lines(addendum))
        if ai_lines(report):
            self._heading("Part of AI")
            self._together(ai_lines(report))
        self._keep_groups_together()
        return self._text

    def _title(self, text: str) -> None:
        self._insert(f"<b>{escape(text)}</b>", size=TITLE_PT)

    def _heading(self, text: str) -> None:
        self._insert(f"<b>{escape(text)}</b>", size=HEADING_PT, space=10)
        number = self._cursor.block().blockNumber()
        self._groups.append(_Group(number, number + 1))

    def _boxed(self, text: str) -> None:
        self._insert(f"<b>{escape(text)}</b>", space=4)

    def _pairs(self, rows: Iterable[tuple[str, str]]) -> None:
        for label, value in rows:
            self._insert(f"{escape(label)}: <b>{escape(value)}</b>")

    def _paragraphs(self, markup: str) -> None:
        """Paragraphs at empty lines; line breaks inside stay."""
        for paragraph in markup.split("\n\n"):
            if paragraph.strip():
                self._insert(
                    paragraph.strip("\n").replace("\n", "<br/>"),
                    space=4,
                    whole=len(paragraph) < SHORT_PARAGRAPH,
                )
        if not markup.strip():
            self._insert(NO_TEXT, space=4)

    def _together(self, lines: Iterable[str]) -> None:
        self._insert("<br/>".join(escape(line) for line in lines), size=SMALL_PT + 1, space=4, whole=True)

    def _note_missing_characters(self) -> None:
        missing = characters_without_font(
            self._text.toPlainText() + _all_text(self._report), self._text.defaultFont()
        )
        if missing:
            points = ", ".join(f"U+{ord(one):04X}" for one in missing)
            self._boxed(f"No font on this machine has these characters: {points}. They are printed as boxes.")

    def _insert(self, markup: str, *, size: float = TEXT_PT, space: float = 1, whole: bool = False) -> None:
        """One block of the document; `space` above it in points, `whole` if no page should break it."""
        block = QTextBlockFormat()
        block.setTopMargin(space * DPI / POINTS_PER_INCH)
        words = QTextCharFormat()
        words.setFontPointSize(size)
        if self._text.isEmpty():
            self._cursor.setBlockFormat(block)
        else:
            self._cursor.insertBlock(block, words)
        self._cursor.insertHtml(f'<span style="font-size:{size}pt; white-space:pre-wrap">{markup}</span>')
        if whole:
            self._keep_whole(self._cursor.block().blockNumber())

    def _keep_whole(self, number: int) -> None:
        """Let no page break a block, nor part it from a heading right above it."""
        heading = self._groups[-1] if self._groups else None
        if heading is not None and heading.last == number:
            self._groups[-1] = replace(heading, whole=True)
        else:
            self._groups.append(_Group(number, number, whole=True))

    def _keep_groups_together(self) -> None:
        """A group that a page would break begins the next; that moves what follows, so they go in order."""
        for group in self._groups:
            first, last = (self._text.findBlockByNumber(number) for number in (group.first, group.last))
            line = last.layout().lineCount() - 1 if group.whole else 0
            if self._page_of(first, 0) != self._page_of(last, line):
                cursor = QTextCursor(first)
                form = cursor.blockFormat()
                form.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
                cursor.setBlockFormat(form)

    def _page_of(self, block: QTextBlock, number: int) -> int:
        """The page on which a line of a block lies."""
        place = self._text.documentLayout().blockBoundingRect(block)
        line = block.layout().lineAt(number)
        return int((place.top() + line.y() + line.height() / 2) // self._text.pageSize().height())


def _marked(document: ReportDocument) -> str:
    """The text as markup, AI's runs shaded and labelled."""
    pieces, at = [], 0
    for span in document.spans:
        pieces.append(_escaped(document.text[at : span.start]))
        run = _escaped(document.text[span.start : span.stop])
        pieces.append(_shaded(run) + f"<sup>&nbsp;{escape(span_label(span))}</sup>")
        at = span.stop
    pieces.append(_escaped(document.text[at:]))
    return "".join(pieces)


def _shaded(run: str) -> str:
    """Each paragraph of the run shaded by itself: the markup is split there."""
    return "\n\n".join(f'<span style="background-color:{_SHADE}">{part}</span>' for part in run.split("\n\n"))


def _escaped(text: str) -> str:
    return escape(printable(text))


def _all_text(document: ReportDocument) -> str:
    addenda = (line for addendum in document.addenda for line in (addendum.text, *addendum_lines(addendum)))
    signed = signature_lines(document.signature) if document.signature else ()
    measured = measurement_lines(document)
    return printable("".join((document.text, *measured, *addenda, *signed, *ai_lines(document))))
