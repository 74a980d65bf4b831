"""`python -m training data check PATH`: what a corpus holds, what it lacks and what reading it costs."""

from __future__ import annotations

import argparse

from engine.commands.output import printable, progress_bar, write_json
from engine.errors import RecipeError
from engine.study import Skipped
from training.data.check import check, check_text
from training.data.opening import all_studies, named_or_found

ALL = "all"
FILMS = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `data`."""
    parser.add_argument("action", choices=("check",), help="what to do with it")
    parser.add_argument("path", metavar="PATH", help="a corpus's folder, or kind:PATH where it could be two")
    parser.add_argument(
        "--images", default=str(FILMS), metavar="N", help="decode N films, evenly spread, or all (100)"
    )
    parser.add_argument(
        "--section",
        choices=("findings", "impression", "both"),
        default="findings",
        help="what counts as the report where reports have headings (findings)",
    )
    parser.add_argument("--json", metavar="FILE", help="write it there; - for standard output alone")


def run(arguments: argparse.Namespace) -> int:
    """Print what was found; the exit code is 1 if nothing of it can be used."""
    films = _films(arguments.images)
    source = named_or_found(arguments.path)
    skipped: list[Skipped] = []
    with progress_bar() as on_progress:
        studies = all_studies(source, arguments.section, skipped)
        checked = check(source, studies, skipped, films, on_progress)
    if arguments.json is not None:
        write_json(checked.to_json(), arguments.json)
    if arguments.json != "-":
        print(printable(check_text(checked)))
    return 0 if checked.usable else 1


def _films(given: str) -> int | None:
    if given == ALL:
        return None
    if not given.isdecimal():
        raise RecipeError(f'--images "{given}" is no number.', todo="Give 0 or more, or all.")
    return int(given)
