"""How `golden_pixels.json` was made: what other decoders make of public files, kept as hashes and samples.

Run once, in an environment of its own: none of these decoders is one of ours, and pylibjpeg-libjpeg, which is
GPL, is a tool that stays outside.

    python -m venv reference
    reference/bin/pip install pydicom==3.0.2 numpy pylibjpeg pylibjpeg-libjpeg pylibjpeg-openjpeg
    reference/bin/python record_golden.py SHARED_DATA > golden_pixels.json

JPEG lossless, JPEG-LS and JPEG 2000 are decoded by pylibjpeg 2.1.0 (libjpeg 2.5.0, OpenJPEG 2.6.0), run
lengths, big endian and deflated data by pydicom. Of every image the first and the last frame is kept: a
lossless one as the SHA-256 of its stored values (little-endian int32), a lossy grey one as 256 of its stored
values on an even grid. Colours are kept as red, green and blue in 8 bits where the file has them as such.
"""

from __future__ import annotations

import hashlib
import json
import logging
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pydicom
from pydicom.pixels.utils import pixel_array

Values = npt.NDArray[np.int64]
LOSSY = (
    "JPEG Baseline",
    "JPEG Extended",
    "JPEG-LS Lossy",
    "JPEG 2000 Image Compression",
    "High-Throughput JPEG 2000",
)
MOST_SAMPLES = 256


def stored(dataset: pydicom.Dataset, frame: int) -> Values | None:
    """Stored values by PS3.5 8.1.1, or red, green and blue of 8 bits; None for other colours."""
    compressed = dataset.file_meta.TransferSyntaxUID.is_compressed
    by_pydicom = not compressed or "RLE" in dataset.file_meta.TransferSyntaxUID.name
    plugin = "" if by_pydicom else "pylibjpeg"
    found = pixel_array(dataset, index=frame, raw=True, decoding_plugin=plugin).astype(np.int64)
    bits, high = dataset.BitsStored, dataset.HighBit
    if dataset.SamplesPerPixel == 3:
        return found >> max(bits - 8, 0) if dataset.PhotometricInterpretation in ("RGB", "YBR_RCT") else None
    if not dataset.PhotometricInterpretation.startswith("MONOCHROME"):
        return None
    values = (found >> (high + 1 - bits)) & ((1 << bits) - 1)
    return np.asarray(values - ((values >> (bits - 1)) << bits) if dataset.PixelRepresentation else values)


def grid(values: Values) -> list[int]:
    """At most 256 values, evenly over the image."""
    step = max(int((values.size / MOST_SAMPLES) ** 0.5), 1)
    return [int(value) for value in values[::step, ::step].reshape(-1)[:MOST_SAMPLES]]


def record(path: Path) -> dict[str, Any] | None:
    """What is kept of one file; None where it holds no image of this kind."""
    dataset = pydicom.dcmread(path)
    syntax = dataset.file_meta.TransferSyntaxUID
    last = int(dataset.get("NumberOfFrames") or 1) - 1
    if "PixelData" not in dataset or (
        syntax.name in ("Explicit VR Little Endian", "Implicit VR Little Endian")
    ):
        return None
    lossy = any(syntax.name.startswith(name) for name in LOSSY) and "Lossless Only" not in syntax.name
    frames: dict[int, Any] = {}
    for frame in sorted({0, last}):
        values = stored(dataset, frame)
        if values is None or (lossy and values.ndim == 3):
            return None
        if lossy:
            frames[frame] = grid(values)
        else:
            frames[frame] = hashlib.sha256(values.astype("<i4").tobytes()).hexdigest()
    return {"syntax": syntax.name, "lossy": lossy, "frames": frames}


def main() -> None:
    """Record what lies under the corpora; files that the other decoders refuse are left out."""
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    shared = Path(sys.argv[1])
    roots = {name: shared / name for name in ("dicom", "dicom_corpus")}
    roots["pydicom"] = Path(pydicom.__file__).parent / "data"
    found = {}
    for name, root in roots.items():
        for path in sorted(root.rglob("*")):
            if not path.is_file() or "fuzz-pwnlab" in path.parts or "synthetic-hostile" in path.parts:
                continue
            try:
                kept = record(path)
            except Exception:
                continue
            if kept is not None:
                found[f"{name}/{path.relative_to(root).as_posix()}"] = kept
    json.dump(found, sys.stdout, indent=0, separators=(",", ":"), sort_keys=True)


if __name__ == "__main__":
    main()
