"""Hostile files are refused before memory is spent: measured in a process that may address 2 GiB more."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.child import PROJECT

LEAST_MIB = 300
"""What the whole set may cost, at its highest."""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded and measured on Linux")
def test_the_hostile_set_costs_little_memory_and_ends_in_sentences(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.engine.dicom.hostile", str(tmp_path / "set")]
    ran = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=True)
    found = json.loads(ran.stdout)
    assert sum(one["MiB"] for one in found.values()) < LEAST_MIB
    outcomes = {name: one["outcome"] for name, one in found.items()}
    assert outcomes.pop("film of 1 GB") in ("opened", "too-large", "damaged")  # as the machine has memory
    assert outcomes == {
        "100,001 entries.zip": "too-many",
        "bomb of 10 in 1,000.zip": "too-large",
        "deflated 1 GB": "too-large",
        "element of 3 GB": "opened",
        "elements without end": "damaged",
        "escape.zip": "outside",
        "film and 60 MB of zeros": "opened",
        "film of 3 GB": "too-large",
        "nested 5,000 deep": "damaged",
        "program": "opened",
        "text of 1 GB": "not-dicom",
    }
    assert found["program"]["notes"] == ["The file is also a Windows program: never run it."]
    assert {path.name for path in tmp_path.iterdir()} == {"set"}
