"""Public files, decoded here, against what other decoders made of them (`record_golden.py` says how)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pydicom
import pytest

from engine.dicom.container import parse
from engine.dicom.decoder import FrameDecoder
from engine.dicom.frames import is_native, native_frame
from engine.dicom.header import Header
from engine.dicom.layout import read_layout
from engine.dicom.pixels import stored_values
from tests.engine.dicom.record_golden import grid

KNOWN = json.loads((Path(__file__).parent / "golden_pixels.json").read_text())
LOSSLESS = [name for name, kept in KNOWN.items() if not kept["lossy"]]
LOSSY = [name for name, kept in KNOWN.items() if kept["lossy"]]


@pytest.fixture(scope="module")
def decoder() -> Iterator[FrameDecoder]:
    with FrameDecoder() as running:
        yield running


@dataclass(frozen=True)
class Corpora:
    """Where the files are: pydicom's own always, the others beside the checkout or not at all."""

    shared: Path

    def find(self, name: str) -> Path:
        root, _, inside = name.partition("/")
        folder = Path(pydicom.__file__).parent / "data" if root == "pydicom" else self.shared / root
        if not (folder / inside).is_file():
            pytest.skip("the public file is not beside this checkout")
        return folder / inside


@pytest.fixture(scope="module")
def corpora() -> Corpora:
    return Corpora(Path(__file__).resolve().parents[4] / "shared" / "data")


def decoded(path: Path, frame: int, decoder: FrameDecoder) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """Stored values, or red, green and blue."""
    parsed = parse(path.read_bytes())
    layout = read_layout(Header(parsed.dataset))
    native = is_native(parsed, layout)
    raw = native_frame(parsed, layout, frame) if native else decoder.decode(path, frame)
    return (stored_values(raw, layout) if raw.rgb is None else raw.rgb).astype(np.int64)


@pytest.mark.parametrize("name", LOSSLESS)
def test_lossless_files_are_decoded_to_the_bit(name: str, corpora: Corpora, decoder: FrameDecoder) -> None:
    path = corpora.find(name)
    for frame, expected in KNOWN[name]["frames"].items():
        values = decoded(path, int(frame), decoder)
        assert hashlib.sha256(values.astype("<i4").tobytes()).hexdigest() == expected


@pytest.mark.parametrize("name", LOSSY)
def test_lossy_files_are_decoded_within_one_level(name: str, corpora: Corpora, decoder: FrameDecoder) -> None:
    path = corpora.find(name)
    for frame, expected in KNOWN[name]["frames"].items():
        found = np.array(grid(decoded(path, int(frame), decoder)))
        assert np.abs(found - np.array(expected)).max() <= 1
