from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from PySide6.QtCore import QLocale

from app.documents.fhir import diagnostic_report
from app.documents.markdown import to_markdown
from app.documents.report import ReportDocument
from app.documents.tables import review_line, reviews_csv
from app.language import speaking
from app.translations import open_language
from tests.app.documents.exporting import addended, draft, signed


def fhir(document: ReportDocument) -> str:
    return json.dumps(diagnostic_report(document), sort_keys=True, default=str)


@pytest.mark.parametrize("made", [to_markdown, fhir, review_line, lambda document: reviews_csv([document])])
@pytest.mark.parametrize("document", [draft(), signed(), addended()])
def test_what_leaves_the_desk_is_the_same_in_every_language(
    made: Callable[[ReportDocument], str], document: ReportDocument
) -> None:
    english = made(document)
    with speaking(open_language("es", QLocale("es_ES"))):
        assert made(document) == english
