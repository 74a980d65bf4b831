"""Whose films lie in a folder, and which patients are trained on.

A folder may hold a `data.csv` with the columns `patient_id` and `image_id` (a film's file name without its
ending), as the COVID-19 Image Repository of Hannover Medical School has it. Patients are split by a hash of
their id, so that a patient stays on one side whatever films are added, and nobody's films are on two sides.
"""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from engine.errors import RecipeError

TABLE = "data.csv"
SHARES: Mapping[str, float] = MappingProxyType({"train": 0.60, "val": 0.15, "test": 0.25})


def read_patients(folder: Path) -> dict[str, str]:
    """Patient ids by image id; none where the folder has no table. `RecipeError` if it lacks a column."""
    path = folder / TABLE
    if not path.is_file():
        return {}
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            return {row["image_id"]: row["patient_id"] for row in csv.DictReader(file)}
    except (OSError, UnicodeDecodeError, csv.Error) as problem:
        raise RecipeError(f"the table of films cannot be read: {problem}.", where=str(path)) from problem
    except KeyError as missing:
        raise RecipeError(
            f"the table of films has no column {missing}.",
            where=str(path),
            todo="It needs patient_id and image_id; or take the table away.",
        ) from missing


def split_of(patient: str, shares: Mapping[str, float] = SHARES) -> str:
    """The split that a patient's films belong to, by shares of all possible patients."""
    number = int.from_bytes(hashlib.sha256(patient.encode()).digest()[:8], "big") / 2**64
    for split, share in shares.items():
        if number < share:
            return split
        number -= share
    return list(shares)[-1]  # what rounding leaves over
