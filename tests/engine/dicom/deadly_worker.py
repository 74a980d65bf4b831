"""`engine.dicom.file_worker` with files that kill it and files that hang it, by their names."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from engine.dicom.file_worker import READY
from engine.dicom.reading import Found, read_all
from engine.dicom.wire import receive, send
from engine.plain_values import to_plain


def main() -> None:
    send(sys.stdout.buffer, READY)
    sys.stdout.buffer.flush()
    while True:
        try:
            paths = [Path(path) for path in receive(sys.stdin.buffer)]
        except EOFError:
            return
        if any(path.name == "deadly" for path in paths):
            os.abort()
        if any(path.name == "endless" for path in paths):
            time.sleep(600)
        send(sys.stdout.buffer, [to_plain(Found(result)) for result in read_all(paths)])
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
