"""What the desk says of faults on standard error: where in the program, never what about.

An exception's text may quote a patient's name, a log line of a library the value that it stumbled over, and
`repr` of an array pixels. So a report has classes, files, lines and functions alone. In the window, in front
of the reader, the same fault is said in full.
"""

from __future__ import annotations

import logging
import sys
import threading
import traceback
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import TextIO

Kind = type[BaseException]
DEEPEST = 8  # causes of causes


def report_of(error: BaseException) -> str:
    """Where an exception came from, and its causes, without a word of what they say."""
    return "\n".join(_lines(error))


def watch_faults(shown: Callable[[BaseException], None], stream: TextIO) -> None:
    """Report every fault that nobody caught on `stream`, and hand those of the GUI thread to `shown`.

    Warnings and log lines of libraries are reported by their place.
    """

    def caught(_: Kind, error: BaseException, __: TracebackType | None) -> None:
        print(report_of(error), file=stream)
        shown(error)

    def in_thread(fault: threading.ExceptHookArgs) -> None:
        if fault.exc_value is not None:
            print(report_of(fault.exc_value), file=stream)

    def unraisable(fault: sys.UnraisableHookArgs) -> None:
        if fault.exc_value is not None:
            print(report_of(fault.exc_value), file=stream)

    def warned(
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        print(f"{category.__name__} at {_short(filename)}:{lineno}", file=stream)

    sys.excepthook = caught
    threading.excepthook = in_thread
    sys.unraisablehook = unraisable
    warnings.showwarning = warned
    handler = logging.StreamHandler(stream)
    handler.setFormatter(PlaceFormatter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)


class PlaceFormatter(logging.Formatter):
    """A log line as its level, logger and place; never its message, which may quote a file's values."""

    def format(self, record: logging.LogRecord) -> str:
        """logging's."""
        place = f"{record.levelname} of {record.name} at {_short(record.pathname)}:{record.lineno}"
        error = record.exc_info[1] if record.exc_info else None
        return f"{place}\n{report_of(error)}" if error is not None else place


def _lines(error: BaseException) -> Iterator[str]:
    seen: BaseException | None = error
    for depth in range(DEEPEST):
        if seen is None:
            return
        yield f"{'caused by ' if depth else ''}{type(seen).__module__}.{type(seen).__qualname__}"
        for frame in traceback.extract_tb(seen.__traceback__):
            yield f"  {_short(frame.filename)}:{frame.lineno} {frame.name}"
        seen = seen.__cause__ or (None if seen.__suppress_context__ else seen.__context__)


def _short(file: str) -> str:
    """A file of the program by its last two parts: folders above may be named after people."""
    return "/".join(Path(file).parts[-2:])
