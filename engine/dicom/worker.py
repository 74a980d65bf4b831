"""The process that decodes: `python -m engine.dicom.worker`, started and restarted by `FrameDecoder`.

Requests come on stdin, answers go to stdout (`wire`). Nothing else in this process may write to stdout, so
the answers get a descriptor of their own.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO

from engine.child import limit_memory
from engine.dicom.container import parse, quiet_pydicom, read_bytes
from engine.dicom.encoded import encoded_frame
from engine.dicom.frames import RawFrame
from engine.dicom.header import Header
from engine.dicom.layout import read_layout
from engine.dicom.pictures import decode_picture, is_picture
from engine.dicom.wire import Answer, Request, read_message, write_message
from engine.errors import ConsiliumError

SECONDS_OF_GRACE = 5
DAMAGED = "The compressed image data are damaged and cannot be decoded."
TOO_LITTLE_MEMORY = "Decoding the image needs more memory than it is given."


def decode(request: Request) -> RawFrame:
    """Decode one frame in this process."""
    content = read_bytes(Path(request.path))
    if is_picture(content):
        return decode_picture(content)
    parsed = parse(content)
    return encoded_frame(parsed, read_layout(Header(parsed.dataset)), request.frame)


def answer(request: Request) -> tuple[Answer, bytes]:
    """The frame's facts and samples, or a sentence and nothing."""
    try:
        with quiet_pydicom():
            raw = decode(request)
    except ConsiliumError as error:
        return Answer(error=str(error)), b""
    except (MemoryError, ImportError):  # a codec is loaded when first used: it is installed, memory is short
        return Answer(error=TOO_LITTLE_MEMORY), b""
    except Exception:  # the one boundary of this process: decoders raise nearly anything
        return Answer(error=DAMAGED), b""
    words = raw.words.astype(raw.words.dtype.newbyteorder("<"), copy=False)
    rows, columns = words.shape
    facts = (rows, columns, words.dtype.str, raw.precision, raw.colour, raw.lossy, raw.notes)
    content = words.tobytes() + (raw.rgb.tobytes() if raw.rgb is not None else b"")
    return Answer("", *facts, len(content)), content


def serve(requests: IO[bytes], answers: IO[bytes], seconds: int) -> None:
    """Say that the decoders are loaded, then answer until the other side closes.

    Whoever asks ends this process when a frame takes too long; but he may be gone himself. So an alarm ends
    it too, some seconds later, wherever the decoder is then; Windows has none.
    """
    alarm: Callable[[int], int] = getattr(signal, "alarm", lambda _: 0)
    write_message(answers, Answer())
    answers.flush()
    while True:
        try:
            message = read_message(requests)
        except EOFError:
            return
        alarm(seconds + SECONDS_OF_GRACE)
        facts, samples = answer(Request(**message))
        alarm(0)
        write_message(answers, facts)
        answers.write(samples)
        answers.flush()


def main() -> None:
    """Serve with the memory limit in bytes and the seconds for a frame that are given."""
    limit_memory(int(sys.argv[1]))
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as answers:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        serve(sys.stdin.buffer, answers, int(sys.argv[2]))


if __name__ == "__main__":
    main()
