"""What only exports need is not loaded when the window opens."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[3]
ASKED = """
import sys
import app.__main__, app.views.window, app.presenters.desk
import app.documents.report, app.documents.wording, app.documents.tables, app.documents.from_review
print([name for name in ("highdicom", "fhir", "dicomanonymizer", "pydantic") if name in sys.modules])
"""


def test_opening_the_window_loads_no_library_of_the_exports() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ASKED], cwd=CHECKOUT, capture_output=True, text=True, timeout=120, check=True
    )
    assert done.stdout.strip() == "[]"
