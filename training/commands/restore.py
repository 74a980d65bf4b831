"""`python -m training restore BUNDLE`: bring back the bundle that was replaced last in this place."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from pathlib import Path

from engine.bundle import Bundle
from engine.bundle_places import kept_before, restore_bundle
from engine.resources import BUNDLES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `restore`."""
    parser.add_argument("bundle", metavar="BUNDLE", help="a bundle's name or folder, also one that is gone")


def run(arguments: argparse.Namespace) -> int:
    """Say what is in the place now, and where the other one is kept."""
    named, place = BUNDLES / arguments.bundle, Path(arguments.bundle)
    place = named if named.exists() or kept_before(named) is not None else place
    kept = restore_bundle(place, datetime.now(UTC))
    bundle = Bundle.read(place)
    print(f"{place}: {bundle.manifest.name} {bundle.manifest.version} is back; the other is kept in {kept}.")
    return 0
