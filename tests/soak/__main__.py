"""`python -m tests.soak`: studies opened and closed in the desk by the hundred; what it holds meanwhile.

The window is drawn off screen. Most studies have stored drafts; the shipped bundle reads the others.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory

os.environ["QT_QPA_PLATFORM"] = "offscreen"  # before Qt is imported: it chooses its platform once

from PySide6.QtWidgets import QApplication

from app.__main__ import DEFAULT_BUNDLE
from app.opening import EngineOpener
from app.views.theme import apply_theme
from engine.resources import BUNDLES
from tests.soak.desk import Plan, soak
from tests.soak.measuring import CAN_MEASURE, Held

FLAT = 0.05
"""Memory may grow by this share from the first tenth of a run to its last."""


def main() -> int:
    """Soak and print; 1 if memory grew by more, or anything was left behind."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--studies", type=int, default=2000)
    parser.add_argument("--drafted", type=int, default=100, help="of these, how many the bundle reads")
    parser.add_argument("--every", type=int, default=10, help="studies between two measurements")
    parser.add_argument("--side", type=int, default=512, help="pixels of a film's longer side, at most")
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep every measurement")
    given = parser.parse_args()
    if not CAN_MEASURE:
        parser.error("only Linux says what a process holds")
    app = QApplication(sys.argv[:1])
    apply_theme(app)
    engine = EngineOpener(DEFAULT_BUNDLE, "cpu", (BUNDLES,))
    plan = Plan(given.studies, given.drafted, given.every, given.side)
    with TemporaryDirectory(prefix="consilium-soak-") as folder:
        soaked = soak(plan, Path(folder), engine, _print)
    engine.close()
    if given.json:
        lines = [asdict(held) for held in soaked.held]
        given.json.write_text(json.dumps({"plan": asdict(plan), "held": lines}), encoding="utf-8")
    print(
        f"{plan.studies} studies, {plan.drafted} drafted, {soaked.seconds:.0f} s; "
        f"memory {soaked.growth:+.1%} from the first tenth to the last"
    )
    for what in soaked.left:
        print(f"left behind: {what}")
    return 1 if soaked.growth > FLAT or soaked.left else 0


def _print(held: Held) -> None:
    print(
        f"{held.studies:5} studies  {held.resident_bytes / 2**20:7.1f} MiB  {len(held.threads)} threads  "
        f"{held.files} files  {held.children} children  {held.temporary} temporary  {held.objects} objects",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
