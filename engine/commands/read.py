"""`python -m engine read PATH ...`: open, draft, vote; for programs as JSON, for people as text."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from engine.bundle import Bundle
from engine.commands.output import progress_bar, write_json
from engine.dicom.decoder import FrameDecoder
from engine.dicom.files import open_paths
from engine.dicom.pixels import read_film
from engine.errors import ConsiliumError, NothingToRead
from engine.overlays import save_overlays
from engine.panel import Panel
from engine.panel_json import panel_to_json
from engine.reader import Reader
from engine.study import Opened, Study

DEFAULT_BUNDLE = "report-phantom"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="files or folders")
    parser.add_argument("--bundle", default=DEFAULT_BUNDLE, help="a bundle's name or folder (%(default)s)")
    parser.add_argument("--device", choices=("auto", "cpu", "cuda"), default="auto")
    parser.add_argument(
        "--runtime",
        choices=("auto", "torch", "onnx"),
        default="auto",
        help="auto is torch, or onnx where the bundle has that only",
    )
    parser.add_argument("--beam", type=beam_width, help="hypotheses per expert; 1 is greedy")
    parser.add_argument("--json", metavar="FILE", help="write panels as JSON; - is standard output")
    parser.add_argument("--overlays", type=Path, metavar="DIR", help="write each expert's attention as PNG")


def beam_width(text: str) -> int:
    """A whole number from 1 to 16."""
    width = int(text)
    if not 1 <= width <= 16:
        raise argparse.ArgumentTypeError("beams go from 1 to 16")
    return width


def run(arguments: argparse.Namespace) -> int:
    """Read every study that was found; the exit code is 0 if at least one panel came out."""
    bundle = Bundle.open(arguments.bundle)
    opened = open_paths(arguments.paths)
    studies = [study for study in opened.studies if study.radiographs]
    if not studies:
        raise NothingToRead(nothing_found(opened), todo="`python -m engine open` lists what is there.")
    reader = Reader.open(bundle, device=arguments.device, beam=arguments.beam, runtime=arguments.runtime)
    results: list[dict[str, Any]] = []
    try:
        for number, study in enumerate(studies, start=1):
            panel = read_or_say(reader, study)
            if panel is None:
                continue
            results.append(panel_to_json(panel, study, skipped=opened.skipped))
            if arguments.overlays:
                write_overlays(panel, study, arguments.overlays / f"study-{number}")
            if arguments.json != "-":
                print(as_text(panel, study))
    finally:
        reader.close()
    write_results(results, arguments.json, alone=len(studies) == 1)
    for skipped in opened.skipped:
        print(f"{skipped.path}: {skipped.reason}", file=sys.stderr)
    return 0 if results else 1


def read_or_say(reader: Reader, study: Study) -> Panel | None:
    """The study's panel; a study without a readable film is named on stderr and the others go on."""
    with progress_bar() as on_progress:
        try:
            return reader.read(study, on_progress=on_progress)
        except NothingToRead as error:
            print(f"{study.study_uid}: {error}", file=sys.stderr)
            return None


def nothing_found(opened: Opened) -> str:
    """Why there is nothing to read, in one sentence."""
    if len(opened.skipped) == 1:
        return f"No film can be read here. {opened.skipped[0].reason}"
    return f"No film can be read here; {len(opened.skipped)} files were skipped."


def as_text(panel: Panel, study: Study) -> str:
    """Drafts from the highest vote down, as a person reads them."""
    lines = [
        f"Study {study.study_date or 'without date'}, {len(panel.drafts)} drafts, {panel.distinct} distinct"
    ]
    lines += [f"! {sentence}" for sentence in (panel.unfamiliar, *panel.warnings) if sentence]
    for draft in panel.by_vote:
        vote = "no vote" if draft.vote is None else f"{draft.vote:.1f}"
        mark = "  elected" if panel.drafts[panel.elected] is draft else ""
        lines += [f"{draft.letter}  {vote}{mark}", f"   {draft.text or '(empty)'}"]
    return "\n".join([*lines, f"Votes: {panel.voting}", "Research use. Not a medical device.", ""])


def write_overlays(panel: Panel, study: Study, folder: Path) -> None:
    """Each expert's attention as pictures. Folders are numbered: no name of theirs tells of a patient."""
    wanted = {frame.sop_instance_uid for frame in panel.evidence.frames}
    with FrameDecoder() as decoder:
        films = {
            radiograph.sop_instance_uid: read_film(radiograph, decoder=decoder)
            for radiograph in study.radiographs
            if radiograph.sop_instance_uid in wanted
        }
    try:
        save_overlays(panel, films, folder)
    except OSError as error:
        raise ConsiliumError(
            "The overlays cannot be written.", where=str(folder), todo="Name another folder."
        ) from error


def write_results(results: list[dict[str, Any]], target: str | None, *, alone: bool) -> None:
    """One study as an object, several as {"panels": [...]}."""
    if target is not None and results:
        write_json(results[0] if alone else {"panels": results}, target)
