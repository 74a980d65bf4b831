"""What a process holds: memory, threads, open files, children and temporary files; and whether it grows."""

from __future__ import annotations

import gc
import os
import sys
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

CAN_MEASURE = sys.platform == "linux"
"""Only Linux says all of it in files."""

PAGE = os.sysconf("SC_PAGE_SIZE") if CAN_MEASURE else 0
SHARE = 0.1  # of the rounds, at each end of a run


@dataclass(frozen=True, slots=True)
class Held:
    """What the process holds at one moment, after `studies` studies."""

    studies: int
    resident_bytes: int  # of the process and its children
    threads: tuple[str, ...]
    files: int  # open handles
    children: int
    temporary: int  # files in the folder for temporary ones
    objects: int = 0  # of Qt, below the window


def held_now(studies: int, objects: int = 0) -> Held:
    """Look; what nobody refers to any more is let go of first."""
    gc.collect()
    children = _children()
    return Held(
        studies,
        sum(map(_resident_bytes, (os.getpid(), *children))),
        tuple(sorted(thread.name for thread in threading.enumerate())),
        sum(1 for _ in Path("/proc/self/fd").iterdir()),
        len(children),
        sum(1 for path in Path(tempfile.gettempdir()).rglob("*") if path.is_file()),
        objects,
    )


def growth(held: Sequence[Held]) -> float:
    """By which share memory grew: the median of the last tenth over that of the first."""
    if len(held) < 2:
        raise ValueError("Growth needs two measurements.")
    count = max(1, round(len(held) * SHARE))
    first, last = (median(each.resident_bytes for each in part) for part in (held[:count], held[-count:]))
    return last / first - 1


def left_behind(before: Held, after: Held) -> tuple[str, ...]:
    """What the process holds afterwards that it did not hold before, in words."""
    threads = list(after.threads)
    for name in before.threads:
        if name in threads:
            threads.remove(name)
    counted = {
        "open files": after.files - before.files,
        "children": after.children - before.children,
        "temporary files": after.temporary - before.temporary,
    }
    more = [f"{count} more {what}" for what, count in counted.items() if count > 0]
    return (*(f"thread {name}" for name in threads), *more)


def _children() -> tuple[int, ...]:
    """The processes that this one started, and those that they started."""
    parents: dict[int, int] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                status = (folder / "stat").read_text(encoding="utf-8", errors="replace")
            except OSError:  # it ended meanwhile
                continue
            parents[int(folder.name)] = int(status.rpartition(")")[2].split()[1])
    found = {os.getpid()}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return tuple(sorted(found - {os.getpid()}))


def _resident_bytes(process: int) -> int:
    try:
        return int(Path(f"/proc/{process}/statm").read_text(encoding="utf-8").split()[1]) * PAGE
    except OSError:  # it ended meanwhile
        return 0
