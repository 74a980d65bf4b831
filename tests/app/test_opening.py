from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PIL import Image

from app.messages import ExportKind
from app.opening import EngineOpener, Exporter, StoreOpener
from app.ports import Engine
from app.review.review import Review
from app.store.database import url_of
from app.store.store import Store
from engine.dicom.files import open_paths
from engine.errors import BundleMissing
from engine.progress import CancelToken, ignore_progress
from tests.app.desk_fakes import study_of
from tests.engine.tiny_bundle import write_tiny_bundle
from tests.engine.tiny_captioner import write_tiny_captioner
from tests.engine.tiny_examinee import write_tiny_examinee


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


def opened(opener: EngineOpener) -> Engine:
    return opener(CancelToken(), ignore_progress)


def test_a_model_that_is_not_there_leaves_the_reading_to_the_other_and_is_said(tmp_path: Path) -> None:
    write_tiny_bundle(tmp_path)
    opener = EngineOpener(("tiny", "absent"), "cpu", (tmp_path,))
    panel = opened(opener).read(
        open_paths([picture(tmp_path)]).studies[0],
        cancel=CancelToken(),
        on_progress=ignore_progress,
        on_draft=lambda _: None,
    )
    opener.close()
    assert panel.warnings[0].startswith("absent wrote no drafts.")
    assert len(panel.by_reader) == 1


def test_where_no_model_is_there_the_first_one_is_named(tmp_path: Path) -> None:
    with pytest.raises(BundleMissing, match="first"):
        opened(EngineOpener(("first", "second"), "cpu", (tmp_path,)))


def test_bundles_that_write_reports_are_found_in_their_folders(tmp_path: Path) -> None:
    write_tiny_bundle(tmp_path)
    write_tiny_captioner(tmp_path)
    write_tiny_examinee(tmp_path)
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "bundle.json").write_text("{")
    assert EngineOpener((), "cpu", (tmp_path,)).writers() == ("tiny", "tiny-captioner")


def picture(folder: Path) -> Path:
    path = folder / "film.png"
    Image.new("L", (40, 40), 90).save(path)
    return path
