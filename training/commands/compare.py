"""`python -m training compare OLD NEW DATA [--replace]`: does a new bundle read better than an old one?"""

from __future__ import annotations

import argparse
from datetime import UTC, datetime

from engine.bundle import Bundle
from engine.bundle_places import replace_bundle
from engine.commands.output import progress_bar, write_json
from engine.errors import RecipeError
from training.compare import LEAST, Comparison
from training.data.corpus import SPLITS
from training.retraining import Asked, compare_on

NOT_BETTER = 3  # exit code


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `compare`."""
    parser.add_argument("old", metavar="OLD", help="the present bundle's name or folder")
    parser.add_argument("new", metavar="NEW", help="the new bundle's name or folder")
    parser.add_argument(
        "data", metavar="DATA", help="a corpus's folder, or kind:PLACE, as reviews:DIR; see --split"
    )
    parser.add_argument("--split", choices=SPLITS, default="test", help="studies that neither learned (test)")
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N studies")
    add_rule_arguments(parser)
    parser.add_argument("--device", choices=("auto", "cpu", "cuda"), default="auto")
    parser.add_argument("--json", metavar="FILE", help="write the result there; - for standard output alone")
    parser.add_argument(
        "--replace", action="store_true", help="if NEW is better, put it in OLD's place; OLD is kept"
    )


def add_rule_arguments(parser: argparse.ArgumentParser) -> None:
    """What "better" depends on."""
    parser.add_argument(
        "--by", choices=("findings", "text"), default="findings", help="what is compared (findings)"
    )
    parser.add_argument(
        "--least", type=int, default=LEAST, metavar="N", help=f"fewer studies say nothing ({LEAST})"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the result; the exit code is 0 if the new bundle is better, else 3."""
    if arguments.limit is not None and arguments.limit < 1:
        raise RecipeError(f"--limit {arguments.limit} leaves no study.", todo="Give 1 or more.")
    old, new = Bundle.open(arguments.old), Bundle.open(arguments.new)
    asked = Asked("", "", "", (), arguments.by, arguments.least)
    with progress_bar() as on_progress:
        result = compare_on(
            old, new, arguments.data, arguments.split, arguments.limit, asked, arguments.device, on_progress
        )
    return finish(result, old, new, arguments.replace, arguments.json)


def finish(result: Comparison, old: Bundle, new: Bundle, replace: bool, json: str | None) -> int:
    """Replace the old bundle if that was asked for and the new one is better; say what was done."""
    replaced = replace and result.is_better
    done = "not replaced"
    if replaced:
        kept = replace_bundle(new.folder, old.folder, datetime.now(UTC))
        done = f"replaced; the old one is kept in {kept}"
    if json is not None:
        write_json({**result.to_json(), "replaced": replaced}, json)
    if json != "-":
        print(result.text(done))
        print(f"Gain per study: {interval(result)}; {result.gain.signature}.")
    return 0 if result.is_better else NOT_BETTER


def interval(result: Comparison) -> str:
    """The mean gain with its interval."""
    gain = result.gain
    if gain.value is None:
        return f"undefined, {gain.undefined}"
    low, high = (f"{each:+.3f}" if each is not None else "?" for each in (gain.low, gain.high))
    return f"{gain.value:+.3f} [{low}, {high}]"
