"""The Markdown report shows what the report says, and nothing in it becomes markup."""

from __future__ import annotations

import pytest
from hypothesis import given
from markdown_it import MarkdownIt

from app.documents.markdown import to_markdown
from app.documents.report import ReportDocument
from app.messages import RESEARCH_USE
from app.review.review import Status
from tests.app.documents.exporting import addended, documents, draft, signed, unhurried


def shown(markdown: str) -> str:
    """The words that a reader sees."""
    tokens = MarkdownIt("commonmark").enable("table").parse(markdown)
    children = (child for token in tokens for child in token.children or ())
    return "".join("\n" if child.type in {"softbreak", "hardbreak"} else child.content for child in children)


def test_an_unsigned_report_begins_with_its_banner() -> None:
    assert "**DRAFT. Not signed. Contains text written by AI.**" in to_markdown(draft())
    assert "**PRELIMINARY. Not signed. Contains" in to_markdown(draft(status=Status.PRELIMINARY))


def test_a_draft_without_a_word_of_ai_does_not_claim_one() -> None:
    assert "**DRAFT. Not signed.**" in to_markdown(draft(spans=(), panel=None))
    assert "**DRAFT. Not signed. AI drafts were shown to the reader.**" in to_markdown(draft(spans=()))


def test_a_signed_report_has_the_signature_and_no_banner() -> None:
    text = to_markdown(signed())
    assert "Not signed" not in text
    assert "Signed by Dr Ann Reader, radiologist, 2026-03-12 12:00+01:00" in text
    assert "Meaning: I have read this report and answer for it" in text


def test_text_of_ai_is_followed_by_its_expert() -> None:
    assert r"The heart is enlarged. \[AI A\] Small left effusion. \[AI C\] No nodule." in to_markdown(draft())


def test_every_addendum_says_who_when_and_why() -> None:
    text = to_markdown(addended(2))
    assert "## Addendum 2\n\nAddendum text 2.\n\n- Added by Dr Bo Other, resident, 2026-03-14" in text
    assert "- Reason: late prior" in text


@pytest.mark.parametrize(
    "text",
    [
        "# no heading",
        "1. no list",
        "- no list",
        "*no* _stress_ `code`",
        "<b>no</b>",
        "[no](link)",
        "a | b",
        "x\n---",
    ],
)
def test_what_looks_like_markup_is_shown_as_it_stands(text: str) -> None:
    assert text in shown(to_markdown(draft(text=text, spans=())))


@unhurried
@given(documents)
def test_every_export_says_that_it_is_for_research(document: ReportDocument) -> None:
    assert RESEARCH_USE in to_markdown(document)


@unhurried
@given(documents)
def test_every_word_of_the_report_is_shown(document: ReportDocument) -> None:
    text = shown(to_markdown(ReportDocument(document.study, document.text, Status.DRAFT, document.written)))
    words = [word for word in document.text.split() if word.isalnum()]
    assert all(word in text for word in words)
