"""`python -m engine open`: what lies under paths, whether it can be shown, what was skipped and why."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.commands.output import printable, progress_bar, write_json
from engine.dicom.decoder import FrameDecoder
from engine.dicom.files import open_paths
from engine.dicom.grey import VoiLut
from engine.dicom.pixels import Decodes, read_film
from engine.errors import NothingToRead, PixelsUnreadable
from engine.progress import OnProgress, Progress
from engine.study import Document, Opened, Radiograph, Skipped, Study, Window


@dataclass(frozen=True, slots=True)
class Image:
    """A film that can be shown: what it is shown with, and the extremes of its modality values."""

    radiograph: Radiograph
    window: Window | VoiLut
    low: float
    high: float
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """Studies with those of their images that can be shown, and every file that was not opened."""

    studies: tuple[tuple[Study, tuple[Image, ...]], ...]
    skipped: tuple[Skipped, ...]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="files or folders")
    parser.add_argument("--json", metavar="FILE", help="write what was found as JSON; - is standard output")


def run(arguments: argparse.Namespace) -> int:
    """Open everything, decode the first frame of every image, say what was found.

    Raises NothingToRead, after saying what was skipped, when nothing could be opened.
    """
    with progress_bar() as on_progress:
        opened = open_paths(arguments.paths, on_progress=on_progress)
        with FrameDecoder() as decoder:
            found = look_at(opened, decoder, on_progress)
    _write(found, arguments.json)
    if not found.studies:
        raise NothingToRead(f"Nothing could be opened; files skipped: {len(found.skipped)}.")
    return 0


def look_at(opened: Opened, decoder: Decodes, on_progress: OnProgress) -> Found:
    """Read the first frame of every image; an image that cannot be read joins the skipped files."""
    total = sum(len(study.radiographs) for study in opened.studies)
    skipped, studies, done = list(opened.skipped), [], 0
    for study in opened.studies:
        images = []
        for radiograph in study.radiographs:
            on_progress(Progress("Reading images", done, total))
            try:
                images.append(_image(radiograph, decoder))
            except PixelsUnreadable as error:
                reason = f"{error.what} {error.todo}".strip()
                skipped.append(Skipped(radiograph.path, error.code, reason))
            done += 1
        if images or study.documents:
            studies.append((study, tuple(images)))
    return Found(tuple(studies), tuple(skipped))


def as_json(found: Found) -> dict[str, Any]:
    """The documented form of `open --json`."""
    return {
        "studies": [_study_json(study, images) for study, images in found.studies],
        "skipped": [{"file": str(one.path), "code": one.code, "reason": one.reason} for one in found.skipped],
    }


def as_lines(found: Found) -> Iterator[str]:
    """The same for people, one line per file."""
    for study, images in found.studies:
        yield f"Study {study.study_date or 'without date'}  {study.description}  {study.study_uid}"
        yield from (f"  {_image_line(image)}" for image in images)
        yield from (f"  {document.path}  {document.kind}  {document.title}" for document in study.documents)
        if not images:
            yield "  no image in this study"
    if found.skipped:
        yield f"Skipped: {len(found.skipped)}"
        yield from (f"  {one.path}  {one.code}: {one.reason}" for one in found.skipped)


def _image(radiograph: Radiograph, decoder: Decodes) -> Image:
    film = read_film(radiograph, 0, decoder)
    return Image(radiograph, film.default, film.data_low, film.data_high, film.notes)


def _study_json(study: Study, images: Sequence[Image]) -> dict[str, Any]:
    return {
        "study_uid": study.study_uid,
        "images": [_image_json(image) for image in images],
        "documents": [_document_json(document) for document in study.documents],
    }


def _image_json(image: Image) -> dict[str, Any]:
    film = image.radiograph
    return {
        "file": str(film.path),
        "sop_instance_uid": film.sop_instance_uid,
        "modality": film.modality,
        "view": film.view_position,
        "rows": film.rows,
        "columns": film.columns,
        "frames": film.frames,
        "transfer_syntax": film.transfer_syntax_uid,
        "photometric": film.photometric,
        "window": _window_json(image.window),
        "range": [image.low, image.high],
        "notes": list(image.notes),
    }


def _window_json(window: Window | VoiLut) -> dict[str, Any]:
    if isinstance(window, VoiLut):
        entries = len(window.table)
        return {"table": {"first": window.first, "entries": entries}, "explanation": window.explanation}
    return {
        "center": window.center,
        "width": window.width,
        "function": window.function.value,
        "explanation": window.explanation,
        "source": window.source.value,
    }


def _document_json(document: Document) -> dict[str, Any]:
    return {
        "file": str(document.path),
        "sop_instance_uid": document.sop_instance_uid,
        "kind": document.kind,
        "title": document.title,
    }


def _image_line(image: Image) -> str:
    film = image.radiograph
    frames = f" x {film.frames} frames" if film.frames > 1 else ""
    size = f"{film.columns} x {film.rows}{frames}"
    notes = "".join(f"\n      {note}" for note in image.notes)
    values = f"values {image.low:g} to {image.high:g}"
    return f"{film.path}  {film.label}  {size}  {_window_words(image.window)}  {values}{notes}"


def _window_words(window: Window | VoiLut) -> str:
    if isinstance(window, VoiLut):
        return f"table of {len(window.table)} entries {window.explanation}".strip()
    words = f"window {window.center:g} / {window.width:g}"
    return f"{words} ({window.explanation})" if window.explanation else words


def _write(found: Found, target: str | None) -> None:
    if target is None:
        for line in as_lines(found):
            print(printable(line))
        return
    write_json(as_json(found), target)
