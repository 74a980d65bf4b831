"""How far the report labeller is off on real reports, for every score that depends on it.

The file comes from `python -m training labeller CSV_FOLDER --split val --json FILE`.
"""

from __future__ import annotations

import json
from pathlib import Path

from engine.resources import RESOURCES
from engine.text.findings import Labeller

MEASURED = RESOURCES / "text" / "labeller-scores.json"
UNMEASURED = "not measured on real reports"


def known_error(labeller: Labeller, path: Path = MEASURED) -> str:
    """Micro F1 over the frequent labels as it was measured with these very rules, or that it was not."""
    try:
        document = json.loads(path.read_text(encoding="ascii"))
        if document["labeller"]["signature"] != labeller.signature:
            return UNMEASURED
        score, data = document["scores"]["f1_micro_frequent"], document["data"]
        value = f"{score['value']:.3f} [{score['low']:.3f}, {score['high']:.3f}]"
        return f"itself micro F1 {value} on {data['count']} reports of {data['name']}"
    except (OSError, ValueError, LookupError, TypeError):
        return UNMEASURED
