"""A reader with a mistake of each kind, to see that the harness finds them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from engine.errors import ConsiliumError
from tests.fuzz.harness import Read


def faulty(_: Path) -> tuple[Sequence[bytes], Read]:
    """Which mistake it makes, if any, hangs on the input's first byte."""

    def read(data: bytes) -> str:
        match data[:1]:
            case b"e":
                raise ConsiliumError("No.")
            case b"k":
                raise KeyError("a mistake")
            case b"d":
                os.abort()
            case b"h":
                while True:
                    pass
        return "opened"

    return [letter * 5000 for letter in (b"o", b"e", b"k", b"d", b"h")], read
