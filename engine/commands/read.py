"""`python -m engine read PATH ...`: open, draft, vote; for programs as JSON, for people as text.

With several bundles every study has a panel of each, and a line says where their elected drafts disagree.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.bundle import Bundle
from engine.commands.output import progress_bar, write_json
from engine.dicom.decoder import FrameDecoder
from engine.dicom.files import open_paths
from engine.dicom.pixels import read_film
from engine.disagreement import Disagreement, Dispute, all_disagreements
from engine.errors import ConsiliumError, NothingToRead
from engine.overlays import save_overlays
from engine.panel import Finding, Panel, Polarity
from engine.panel_json import disagreement_to_json, panel_to_json
from engine.reader import Reader
from engine.study import Opened, Study

DEFAULT_BUNDLE = "report-phantom"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="files or folders")
    parser.add_argument(
        "--bundle",
        action="append",
        help=f"a bundle's name or folder ({DEFAULT_BUNDLE}); given again, another reader",
    )
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
    bundles = [Bundle.open(name) for name in arguments.bundle or [DEFAULT_BUNDLE]]
    opened = open_paths(arguments.paths)
    studies = [study for study in opened.studies if study.radiographs]
    if not studies:
        raise NothingToRead(nothing_found(opened), todo="`python -m engine open` lists what is there.")
    readers: list[Reader] = []
    results: list[dict[str, Any]] = []
    disputed: list[dict[str, Any]] = []
    try:
        readers.extend(
            Reader.open(bundle, device=arguments.device, beam=arguments.beam, runtime=arguments.runtime)
            for bundle in bundles
        )
        for number, study in enumerate(studies, start=1):
            panels = [panel for reader in readers if (panel := read_or_say(reader, study)) is not None]
            results += [panel_to_json(panel, study, skipped=opened.skipped) for panel in panels]
            disputed += disputes_json(panels)
            for place, panel in enumerate(panels if arguments.overlays else (), start=1):
                folder = f"study-{number}" if len(readers) == 1 else f"study-{number}-reader-{place}"
                write_overlays(panel, study, arguments.overlays / folder)
            if arguments.json != "-":
                print("\n".join([*(as_text(panel, study) for panel in panels), *disputes_text(panels)]))
    finally:
        for reader in readers:
            reader.close()
    write_results(results, disputed, arguments.json, alone=len(studies) == len(readers) == 1)
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


def disputes_json(panels: Sequence[Panel]) -> list[dict[str, Any]]:
    """Where each two of a study's panels disagree."""
    return [
        {
            "study_uid": panels[one].study_uid,
            "bundles": [reader_of(panels[one]), reader_of(panels[other])],
            "findings": [disagreement_to_json(each) for each in found],
        }
        for (one, other), found in all_disagreements(panels).items()
    ]


def disputes_text(panels: Sequence[Panel]) -> list[str]:
    """The same for people, a line for each finding."""
    lines = []
    for (one, other), found in all_disagreements(panels).items():
        names = reader_of(panels[one]), reader_of(panels[other])
        lines.append(f"{names[0]} and {names[1]} disagree about {len(found) or 'no'} findings.")
        lines += [f"! {dispute_text(each, *names)}" for each in found]
    return [*lines, ""] if lines else []


def dispute_text(each: Disagreement, first: str, second: str) -> str:
    """ "Pleural Effusion: report-phantom says present, left; caption-phantom says nothing"."""
    said = f"{first} says {statement(each.first)}; {second} says {statement(each.second)}"
    return f"{each.label}: {said}{' (side)' if each.dispute is Dispute.SIDE else ''}"


def statement(finding: Finding | None) -> str:
    """What one reader says of a label."""
    if finding is None:
        return "nothing"
    words = {Polarity.PRESENT: "present", Polarity.UNCERTAIN: "possible", Polarity.ABSENT: "absent"}
    return f"{words[finding.polarity]}{f', {finding.side}' if finding.side else ''}"


def reader_of(panel: Panel) -> str:
    """The name by which a panel's reader is called."""
    return panel.drafts[0].origin.model


def write_results(
    results: list[dict[str, Any]], disputed: list[dict[str, Any]], target: str | None, *, alone: bool
) -> None:
    """One study and reader as an object, several as {"panels": [...]}, with what readers disagree about."""
    if target is None or not results:
        return
    several: dict[str, Any] = {"panels": results}
    if disputed:
        several["disagreements"] = disputed
    write_json(results[0] if alone else several, target)
