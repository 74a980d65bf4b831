"""The PDF keeps every word on every page, whatever the script, and says on each page what it is."""

from __future__ import annotations

import shutil
import subprocess
import threading
import unicodedata
from pathlib import Path

import pytest
from PySide6.QtGui import QFont, QGuiApplication, QImage
from PySide6.QtWidgets import QApplication

from app.documents.pdf import Paper, characters_without_font, to_pdf, write_pdf
from app.documents.report import ReportDocument, Signature
from app.messages import RESEARCH_USE
from engine.study import Patient, PersonName
from tests.app.documents.exporting import NOON, addended, draft, signed, study

pytestmark = pytest.mark.usefixtures("qapp")
NAME = PersonName("Yamada^Tarou", "山田^太郎", "Ямада^Таро")
LONG = "\n\n".join(
    f"Sentence {number} goes on for more than a line of the page, so it is wrapped." * 3
    for number in range(90)
)


@pytest.fixture(scope="module")
def pdftotext() -> str:
    """Poppler's program; without it the test is skipped."""
    program = shutil.which("pdftotext")
    if program is None:
        pytest.skip("pdftotext is not on this machine (package poppler-utils)")
    return program


def pages(program: str, content: bytes, folder: Path) -> list[str]:
    """The text of each page, compatibility forms taken back: PDF readers know only glyphs."""
    (folder / "report.pdf").write_bytes(content)
    done = subprocess.run(
        [program, "-enc", "UTF-8", folder / "report.pdf", "-"], capture_output=True, check=True, timeout=60
    )
    return [unicodedata.normalize("NFKC", page) for page in done.stdout.decode().split("\f")[:-1]]


def words(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("document", [draft(text=LONG, spans=()), addended(30)], ids=["long", "many addenda"])
def test_every_page_says_whose_it_is_which_it_is_and_that_it_is_for_research(
    pdftotext: str, tmp_path: Path, document: ReportDocument, paper: Paper
) -> None:
    found = pages(pdftotext, to_pdf(document, paper), tmp_path)
    assert len(found) > 3
    for number, page in enumerate(found, 1):
        assert f"Page {number} of {len(found)}" in page
        assert RESEARCH_USE in page
        assert "Doe, Jane Q · MRN-4711" in page
        assert "2.25.5" in page


def test_every_page_of_an_unsigned_report_has_the_banner(pdftotext: str, tmp_path: Path) -> None:
    found = pages(pdftotext, to_pdf(draft(text=LONG, spans=draft().spans)), tmp_path)
    assert all("DRAFT. Not signed. Contains text written by AI." in page for page in found)


def test_no_sentence_is_lost_or_printed_twice_where_pages_break(pdftotext: str, tmp_path: Path) -> None:
    text = words("\n".join(pages(pdftotext, to_pdf(draft(text=LONG, spans=())), tmp_path)))
    assert [text.count(f"Sentence {number} goes on") for number in range(90)] == [3] * 90


def test_a_signed_report_has_the_signature_and_what_was_added(pdftotext: str, tmp_path: Path) -> None:
    text = words("\n".join(pages(pdftotext, to_pdf(addended(2)), tmp_path)))
    assert "Signed by Dr Ann Reader, radiologist, 2026-03-12 12:00+01:00" in text
    assert "Meaning: I have read this report and answer for it" in text
    assert "Addendum 2 Addendum text 2. Added by Dr Bo Other, resident, 2026-03-14" in text
    assert "Not signed" not in text


def test_text_of_ai_is_marked_in_words(pdftotext: str, tmp_path: Path) -> None:
    text = words("\n".join(pages(pdftotext, to_pdf(draft()), tmp_path)))
    assert "The heart is enlarged. AI A Small left effusion. AI C No nodule." in text
    assert "Of 3 sentences AI wrote 1 unedited and 1 that the reader edited." in text


def test_a_hash_without_blanks_is_wrapped_and_whole(pdftotext: str, tmp_path: Path) -> None:
    text = "".join("".join(pages(pdftotext, to_pdf(signed()), tmp_path)).split())
    assert "SHA-256oftextandsignature:" + "ab" * 32 in text
    assert "decodingbeam3,ran2026-03-12" in text


def test_names_in_every_script_that_the_machine_has_fonts_for_are_printed(
    pdftotext: str, tmp_path: Path
) -> None:
    if characters_without_font("山田太郎", QFont()):
        pytest.skip("this machine has no font for Chinese characters (package fonts-noto-cjk)")
    document = signed(
        study=study(patient=Patient(NAME, "Ж-1")), text="心臓は正常です。 Сердце в норме.", spans=()
    )
    text = words("\n".join(pages(pdftotext, to_pdf(document), tmp_path)))
    assert "Yamada, Tarou (山田, 太郎, Ямада, Таро) · Ж-1" in text
    assert "心臓は正常です。 Сердце в норме." in text


def test_a_name_from_right_to_left_does_not_turn_the_date_beside_it(pdftotext: str, tmp_path: Path) -> None:
    if characters_without_font("طبيب", QFont()):
        pytest.skip("this machine has no font for Arabic")
    signature = Signature("طبيب", "طبيب", NOON, "I answer for it")
    text = words("\n".join(pages(pdftotext, to_pdf(signed(signature=signature)), tmp_path)))
    assert "2026-03-12 12:00+01:00" in text
    assert "No font" not in text


def test_characters_that_no_font_has_are_named_not_dropped(pdftotext: str, tmp_path: Path) -> None:
    unassigned = "\U0010fffd"
    assert characters_without_font(f"a{unassigned}", QFont()) == (unassigned,)
    text = words("\n".join(pages(pdftotext, to_pdf(draft(text=f"a{unassigned}", spans=())), tmp_path)))
    assert "No font on this machine has these characters: U+10FFFD." in text


def test_what_looks_like_markup_is_printed_as_it_stands(pdftotext: str, tmp_path: Path) -> None:
    found = pages(pdftotext, to_pdf(draft(text="<b>2 < 3</b> &amp; <img src='x'>", spans=())), tmp_path)
    assert "<b>2 < 3</b> &amp; <img src='x'>" in words("\n".join(found))


def test_a_report_without_text_says_so(pdftotext: str, tmp_path: Path) -> None:
    assert "This report has no text." in words(
        pages(pdftotext, to_pdf(draft(text="", spans=())), tmp_path)[0]
    )


def test_no_patient_stands_in_what_other_programs_show_of_a_file() -> None:
    head = to_pdf(draft()).split(b"endobj", 1)[0]
    assert b"R\0a\0d\0i\0o" in head or b"Radiology report" in head or "Radiology".encode("utf-16-be") in head
    assert b"Doe" not in head
    assert "Doe".encode("utf-16-be") not in head


def test_a_report_is_black_on_white_though_the_desk_is_light_on_dark(
    themed: QApplication, tmp_path: Path
) -> None:
    program = shutil.which("pdftoppm")
    if program is None:
        pytest.skip("pdftoppm is not on this machine (package poppler-utils)")
    (tmp_path / "report.pdf").write_bytes(to_pdf(draft(text="Clear.\n\n" * 20, spans=())))
    subprocess.run(
        [program, "-r", "60", "-gray", "-singlefile", tmp_path / "report.pdf", tmp_path / "page"],
        check=True,
        timeout=60,
    )
    page = QImage(str(tmp_path / "page.pgm"))
    body = range(page.height() // 5, page.height() * 4 // 5)  # neither header nor footer
    grey = [page.pixelColor(x, y).lightness() for y in body for x in range(page.width())]
    assert min(grey) < 80
    assert sum(value > 250 for value in grey) > 0.8 * len(grey)


def test_it_can_be_written_beside_the_gui_thread(tmp_path: Path) -> None:
    assert QGuiApplication.instance() is not None
    worker = threading.Thread(target=write_pdf, args=(draft(text=LONG, spans=()), tmp_path / "report.pdf"))
    worker.start()
    worker.join()
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF-1.4")
