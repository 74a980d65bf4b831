"""The process that reads files: `python -m engine.dicom.file_worker`, started by `FileReaders`.

Lists of paths come on stdin, what the files hold goes to stdout, both as JSON with their length before them.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO

from engine.child import limit_memory
from engine.dicom.reading import Found, read_all
from engine.dicom.wire import receive, send
from engine.plain_values import to_plain

READY = "ready"


def serve(requests: IO[bytes], answers: IO[bytes]) -> None:
    """Say that this process is ready, then answer until the other side closes."""
    send(answers, READY)
    answers.flush()
    while True:
        try:
            paths = receive(requests)
        except EOFError:
            return
        results = read_all([Path(path) for path in paths])
        send(answers, [to_plain(Found(result)) for result in results])
        answers.flush()


def main() -> None:
    """Serve with the memory limit that is given in bytes; nothing else here may write to stdout."""
    limit_memory(int(sys.argv[1]))
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as answers:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
