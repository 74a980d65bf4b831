from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.messages import ExportKind
from app.opening import Exporter, StoreOpener
from app.review.review import Review
from app.store.database import url_of
from app.store.store import Store
from tests.app.desk_fakes import study_of


def test_the_audit_says_that_the_desk_was_started_and_by_whom(tmp_path: Path) -> None:
    StoreOpener(str(tmp_path), "Dr. Roe")().close()
    store = Store(url_of(tmp_path))
    newest = store.audit(limit=1)[0]
    store.close()
    assert (newest.event, newest.code, newest.user) == ("started", "110100", "Dr. Roe")


@pytest.mark.parametrize(
    ("usual", "chosen", "points"),
    [("a4", "", "595 842"), ("letter", "", "612 792"), ("letter", "a4", "595 842")],
)
@pytest.mark.usefixtures("qapp")
def test_a_pdf_has_the_paper_that_was_chosen_else_the_usual_one(
    tmp_path: Path, usual: str, chosen: str, points: str
) -> None:
    exporter = Exporter(usual)
    if chosen:
        exporter.use(chosen)
    file = tmp_path / "report.pdf"
    exporter(ExportKind.PDF, Review("1", text="Clear."), study_of("1"), None, datetime.now(UTC), file)
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", file.read_bytes())
    assert box is not None
    assert " ".join(str(round(float(side))) for side in box.groups()) == points
    assert exporter.chosen == chosen
