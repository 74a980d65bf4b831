"""Sections of a radiology report by their headings, as the reports of MIMIC-CXR have them.

A heading stands in capitals at a line's start, with a colon. What is known of MIMIC-CXR's: headings are
misspelt ("IMPRESSON"), a view can be the heading of the findings ("CHEST, TWO VIEWS:") or only a title with
nothing below it, findings occur twice and are empty once, "FINDINGS AND IMPRESSION" is one section and counts
as the impression, and some reports have no heading that fits, only paragraphs.

The names and what they stand for follow the data's own program (MIT-LCP/mimic-cxr, section_parser.py).
Departures: a heading that nothing is known of ("LUNGS:") does not end the findings but belongs to them;
misspellings are matched by likeness, where there they are listed (and "NDICATION" is an impression there).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Literal

FINDINGS, IMPRESSION = "findings", "impression"
LAST_PARAGRAPH = "last paragraph"
Wanted = Literal["findings", "impression", "both"]

NAMES: Mapping[str, str] = {
    "findings": FINDINGS,
    "finding": FINDINGS,
    "reference findings": FINDINGS,
    "impression": IMPRESSION,
    "impressions": IMPRESSION,
    "conclusion": IMPRESSION,
    "findings and impression": IMPRESSION,
    "findings/impression": IMPRESSION,
    "findings/ impression": IMPRESSION,
    "comparison": "comparison",
    "comparisons": "comparison",
    "comparison exam": "comparison",
    "comparison film": "comparison",
    "reference exam": "comparison",
    "indication": "indication",
    "indications": "indication",
    "clinical indication": "indication",
    "reason for examination": "indication",
    "reason for exam": "indication",
    "history": "history",
    "clinical history": "history",
    "patient history": "history",
    "clinical information": "history",
    "pfi": "history",
    "examination": "examination",
    "exam": "examination",
    "type of examination": "examination",
    "study": "examination",
    "technique": "technique",
    "notification": "notification",
    "recommendation": "recommendations",
    "recommendations": "recommendations",
    "recommendation(s)": "recommendations",
    "addendum": "addendum",
    "wet read": "wet read",
    "wetread": "wet read",
    "comment": "comment",
    "date": "date",
    "note": "note",
    "final report": "final report",
}
ALIKE = 0.85  # of two headings, by difflib; "impresson" and "impression" are 0.95, "history" and "date" 0.18
_HEADING = re.compile(r"^[ \t]*([A-Z][A-Z ()/,&-]*):(?=\s|$)", re.MULTILINE)
_VIEW = re.compile(
    r"\b(chest|portable|(one|two|three|\d) views?|frontal|(pa|ap|lateral) views?|(pa|ap) and lat(eral)?"
    r"|lat(eral)? and (pa|ap)|ribs)\b"
)
_PARAGRAPHS = re.compile(r"\n[ \t]*\n")
_HEAD = re.compile(r"^\s*(FINAL|WET|PRELIMINARY) (REPORT|READ).*$", re.MULTILINE)


def report_sections(text: str) -> dict[str, str]:
    """What stands under each known heading, blanks and line breaks as one blank; of two, the last not empty.

    Without findings and without an impression the last paragraph is a section of its own.

    >>> report_sections(" FINDINGS:  \\n Lungs clear.\\n \\n IMPRESSON: Normal.")
    {'findings': 'Lungs clear.', 'impression': 'Normal.'}
    """
    sections: dict[str, str] = {}
    places = [(match, name) for match in _HEADING.finditer(text) if (name := _name(match[1]))]
    ends = [match.start() for match, _ in places[1:]]
    for (match, name), end in zip(places, [*ends, len(text)], strict=False):
        body = _one_line(text[match.end() : end])
        if body:
            sections[name] = body
    if FINDINGS not in sections and IMPRESSION not in sections:
        last = _last_paragraph(text[places[-1][0].end() :] if places else _HEAD.sub("", text), bool(places))
        sections |= {LAST_PARAGRAPH: last} if last else {}
    return sections


def wanted_section(text: str, wanted: Wanted) -> str:
    """The findings, the impression, or both with a blank between; "" where the report has none."""
    sections = report_sections(text)
    names = (FINDINGS, IMPRESSION) if wanted == "both" else (wanted,)
    return " ".join(sections[name] for name in names if name in sections)


def _name(heading: str) -> str:
    """What a heading stands for; "" where nothing is known of it."""
    lowered = " ".join(heading.lower().split())
    if lowered in NAMES:
        return NAMES[lowered]
    alike = get_close_matches(lowered, NAMES, 1, ALIKE)
    if alike:
        return NAMES[alike[0]]
    for name in (IMPRESSION, FINDINGS, "history", "comparison", "addendum"):
        if name in lowered:
            return name
    return FINDINGS if _VIEW.search(lowered) else ""


def _last_paragraph(text: str, below_a_heading: bool) -> str:
    """The last paragraph; below a heading the first one is that heading's own."""
    paragraphs = [_one_line(part) for part in _PARAGRAPHS.split(text)]
    said = [part for part in paragraphs if part]
    own = 1 if below_a_heading and paragraphs and paragraphs[0] else 0
    return said[-1] if len(said) > own else ""


def _one_line(text: str) -> str:
    return " ".join(text.split())
