"""Films of a finished phantom corpus as the pictures that published corpora hold: 8 bits, white on black."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image

from engine.dicom.files import read_file
from engine.dicom.pixels import read_film
from engine.study import Radiograph
from training.files import written_aside

JPEG_QUALITY = 95  # of MIMIC-CXR-JPG
FORMATS = {".png": "PNG", ".jpg": "JPEG"}


def write_picture(film: Path, target: Path) -> tuple[int, int]:
    """The film as PNG or JPEG by the target's ending; a picture that is there stays. Rows and columns."""
    radiograph = read_file(film).part
    assert isinstance(radiograph, Radiograph), "a phantom's films are images"
    if not target.is_file():
        grey = np.rint(255 * read_film(radiograph).unit()).astype(np.uint8)
        with written_aside(target) as aside:
            Image.fromarray(grey).save(aside, FORMATS[target.suffix], quality=JPEG_QUALITY)
    return radiograph.rows, radiograph.columns
