"""What this process and its workers say to each other over two pipes.

A length (4 bytes, big-endian), that many bytes of JSON, and in an answer as many bytes of samples as the JSON
says: the words, then red, green and blue of a colour image.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import IO, Any

LENGTH_BYTES = 4
MAX_JSON_BYTES = 256 << 20
"""No honest message comes near; a length beyond it is not one."""


@dataclass(frozen=True, slots=True)
class Request:
    """Which frame of which file, counted from 0."""

    path: str
    frame: int


@dataclass(frozen=True, slots=True)
class Answer:
    """What is sent before the samples: their shape and facts, or in `error` why there are none."""

    error: str = ""
    rows: int = 0
    columns: int = 0
    dtype: str = ""
    precision: int = 0
    colour: bool = False
    lossy: bool = False
    notes: tuple[str, ...] = ()
    size: int = 0


def write_message(stream: IO[bytes], message: Request | Answer) -> None:
    """Send a message."""
    send(stream, asdict(message))


def read_message(stream: IO[bytes]) -> dict[str, Any]:
    """The next message; EOFError where the other side is gone."""
    found: dict[str, Any] = receive(stream)
    return found


def send(stream: IO[bytes], plain: object) -> None:
    """Send JSON with its length; paths that are no Unicode survive as surrogates."""
    content = json.dumps(plain).encode("ascii")
    stream.write(len(content).to_bytes(LENGTH_BYTES, "big") + content)


def receive(stream: IO[bytes]) -> Any:
    """The next JSON; EOFError where the other side is gone."""
    length = int.from_bytes(read_exactly(stream, LENGTH_BYTES), "big")
    if length > MAX_JSON_BYTES:
        raise EOFError("a message of impossible length")
    return json.loads(read_exactly(stream, length))


def read_exactly(stream: IO[bytes], count: int) -> bytes:
    """`count` bytes; EOFError where the stream ends before."""
    content = stream.read(count)
    if len(content) < count:
        raise EOFError("the other side is gone")
    return content
