"""What becomes of every file of a corpus: opened or refused, with the reason, the seconds and the memory.

A file counts as opened when grey levels of every frame of every film in it were made, or when it is a part
of a study that is no film. It is read alone, so that no other file can help or hinder it.
"""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from engine.dicom.decoder import FrameDecoder
from engine.dicom.files import open_paths
from engine.dicom.pixels import read_film
from engine.errors import PixelsUnreadable
from engine.progress import OnProgress, Progress, ignore_progress
from engine.study import Opened, Radiograph

STAGE = "Reading files"
SECONDS_LIMIT, MEMORY_LIMIT_MB = 5.0, 500.0
"""What a file may cost before its first frame is seen; more is counted in the summary."""
KIB_PER_MB = 1024


@dataclass(frozen=True, slots=True)
class Outcome:
    """One file. `code` and `reason` are empty where it opened.

    `seconds` lead to its first frame (or to the refusal), `all_seconds` to its last one. `memory_mb` is the
    peak resident memory of this process and the decoder's together, None where the system does not tell.
    """

    path: Path
    code: str
    reason: str
    holds: str
    frames: int
    seconds: float
    all_seconds: float
    memory_mb: float | None

    @property
    def opened(self) -> bool:
        """Whether it was opened."""
        return not self.code


@dataclass(frozen=True, slots=True)
class Summary:
    """A corpus in figures. Seconds and memory are None for no files, memory also where it is not told."""

    opened: int
    refused: tuple[tuple[str, int], ...]
    frames: int
    median_seconds: float | None
    slowest: Outcome | None
    heaviest: Outcome | None
    beyond_limits: tuple[Outcome, ...]


def walk(paths: Iterable[Path], on_progress: OnProgress = ignore_progress) -> Iterator[Outcome]:
    """Read every file under the paths, one by one, with one decoder that is started before the first."""
    files = sorted({file for path in paths for file in _files(path)})
    with FrameDecoder() as decoder:
        with suppress(PixelsUnreadable):
            decoder.decode(Path(), 0)  # only to start it: the first compressed file is no slower than others
        for done, file in enumerate(files):
            on_progress(Progress(STAGE, done, len(files)))
            yield read_wholly(file, decoder)
        on_progress(Progress(STAGE, len(files), len(files)))


def read_wholly(file: Path, decoder: FrameDecoder) -> Outcome:
    """Open one file and read every frame that is in it."""
    memory = _Peak(decoder)
    started = time.perf_counter()
    opened = open_paths([file])
    code, reason, frames, seconds = "", "", 0, None
    if not opened.studies:
        code, reason = opened.skipped[0].code, opened.skipped[0].reason
    for film in _films(opened):
        try:
            for frame in range(film.frames):
                read_film(film, frame, decoder).display()
                frames += 1
                seconds = seconds or time.perf_counter() - started
        except PixelsUnreadable as error:
            code, reason = error.code, f"{error.what} {error.todo}".strip()
            break
    ended = time.perf_counter() - started
    return Outcome(file, code, reason, _holds(opened), frames, seconds or ended, ended, memory.peak_mb())


def summarise(outcomes: Iterable[Outcome]) -> Summary:
    """The corpus in figures."""
    known = tuple(outcomes)
    refused = Counter(one.code for one in known if not one.opened)
    weighed = [one for one in known if one.memory_mb is not None]
    return Summary(
        opened=sum(one.opened for one in known),
        refused=tuple(sorted(refused.items())),
        frames=sum(one.frames for one in known),
        median_seconds=statistics.median(one.seconds for one in known) if known else None,
        slowest=max(known, key=lambda one: one.seconds, default=None),
        heaviest=max(weighed, key=lambda one: one.memory_mb or 0, default=None),
        beyond_limits=tuple(
            one for one in known if one.seconds > SECONDS_LIMIT or (one.memory_mb or 0) > MEMORY_LIMIT_MB
        ),
    )


def _films(opened: Opened) -> tuple[Radiograph, ...]:
    return tuple(film for study in opened.studies for film in study.radiographs)


def _holds(opened: Opened) -> str:
    """ "film", or the kind of document; "" where nothing was understood."""
    if _films(opened):
        return "film"
    return next((document.kind for study in opened.studies for document in study.documents), "")


def _files(path: Path) -> Iterator[Path]:
    if path.is_dir():
        yield from (file for file in path.rglob("*") if not file.is_dir())
    else:
        yield path


class _Peak:
    """The most memory that this process and the decoder's hold from now on; Linux counts anew on demand."""

    def __init__(self, decoder: FrameDecoder) -> None:
        self._decoder = decoder
        for process in self._processes():
            with suppress(OSError):
                Path("/proc", process, "clear_refs").write_text("5", encoding="ascii")

    def peak_mb(self) -> float | None:
        """Megabytes, None where the system does not tell."""
        found = [_high_water_kib(process) for process in self._processes()]
        known = [kib for kib in found if kib is not None]
        return sum(known) / KIB_PER_MB if known else None

    def _processes(self) -> tuple[str, ...]:
        worker = self._decoder.process_id
        return ("self",) if worker is None else ("self", str(worker))


def _high_water_kib(process: str) -> int | None:
    try:
        lines = Path("/proc", process, "status").read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return None
    return next((int(line.split()[1]) for line in lines if line.startswith("VmHWM:")), None)
