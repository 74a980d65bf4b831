"""Where the shipped files lie: beside the packages, in a checkout as in an installation."""

from __future__ import annotations

from pathlib import Path

RESOURCES = Path(__file__).resolve().parent.parent / "resources"
BUNDLES = RESOURCES / "bundles"
STUDIES = RESOURCES / "studies"
RECIPES = RESOURCES / "recipes"
VOCABULARIES = RESOURCES / "vocabularies"
TABLES = RESOURCES / "tables"
PLANS = RESOURCES / "plans"
