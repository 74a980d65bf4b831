"""`python -m tests.engine.dicom.hostile FOLDER`: makes hostile files, opens them, says what it cost.

Files as large as claimed are sparse: they take no room on disk. The process that opens them may address 2 GiB
more than it needs before the first.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
import zipfile
import zlib
from io import BytesIO
from pathlib import Path

from pydicom.uid import DeflatedExplicitVRLittleEndian

from engine.dicom.container import quiet_pydicom
from engine.dicom.files import open_paths
from engine.dicom.zip_archive import MAX_ENTRIES
from tests.engine.dicom.making import film_dataset

ADDRESS_SPACE = 2 << 30
GIB = 1 << 30


def film_bytes() -> bytes:
    buffer = BytesIO()
    film_dataset([[0, 100], [200, 300]]).save_as(buffer, enforce_file_format=True)
    return buffer.getvalue()


def deflated(size: int) -> bytes:
    """A deflated data set that is mostly zeros."""
    meta = BytesIO()
    dataset = film_dataset([0, 1], syntax=DeflatedExplicitVRLittleEndian)
    dataset.save_as(meta, enforce_file_format=True)
    raw = meta.getvalue()
    length = int.from_bytes(raw[140:144], "little")
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    parts = [packer.compress(b"\xe0\x7f\x10\x00OB\0\0" + size.to_bytes(4, "little"))]
    parts += [packer.compress(bytes(1 << 20)) for _ in range(size >> 20)]
    return raw[: 144 + length] + b"".join(parts) + packer.flush()


def nested(levels: int) -> bytes:
    """A film with a sequence in a sequence in a sequence ..."""
    opening = b"\x40\x00\x75\x02SQ\0\0\xff\xff\xff\xff" + b"\xfe\xff\x00\xe0\xff\xff\xff\xff"
    return film_bytes().replace(b"\x28\x00\x02\x00US", opening * levels + b"\x28\x00\x02\x00US", 1)


def sparse(path: Path, head: bytes, size: int) -> None:
    with path.open("wb") as file:
        file.write(head)
        file.truncate(size)


def make(folder: Path) -> None:
    """One file of each kind."""
    folder.mkdir(parents=True, exist_ok=True)
    film = film_bytes()
    sparse(folder / "text of 1 GB", b"Dear colleague,\n", GIB)
    sparse(folder / "film of 1 GB", film, GIB)
    sparse(folder / "film of 3 GB", film, 3 * GIB)
    sparse(folder / "film and 60 MB of zeros", film, 60 << 20)
    (folder / "elements without end").write_bytes(film + b"\xfe\xff\xfe\xffUS\0\0" * (7 << 20))
    at = film.index(b"\xe0\x7f\x10\x00OW")
    (folder / "element of 3 GB").write_bytes(
        film[: at + 8] + (3 * GIB).to_bytes(4, "little") + film[at + 12 :]
    )
    (folder / "deflated 1 GB").write_bytes(deflated(GIB))
    (folder / "nested 5,000 deep").write_bytes(nested(5_000))
    (folder / "program").write_bytes(b"MZ" + film[2:])
    with zipfile.ZipFile(
        folder / "bomb of 10 in 1,000.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9
    ) as bomb:
        for number in range(10):
            with bomb.open(str(number), "w", force_zip64=True) as member:
                for _ in range(100):
                    member.write(bytes(1 << 20))
    entry = b"PK\x01\x02" + bytes(24) + (1).to_bytes(2, "little") + bytes(16) + b"x"
    directory = entry * (MAX_ENTRIES + 1)
    end = b"PK\x05\x06" + bytes(4) + b"\x01\0\x01\0" + len(directory).to_bytes(4, "little") + bytes(6)
    (folder / "100,001 entries.zip").write_bytes(b"PK\x03\x04" + directory + end)
    with zipfile.ZipFile(folder / "escape.zip", "w") as archive:
        archive.writestr("../../outside", film)


def main() -> None:
    folder = Path(sys.argv[1])
    if not folder.exists():  # made by another process, whose memory does not count
        subprocess.run(
            [sys.executable, "-c", f"from {__spec__.name} import *; make(Path({str(folder)!r}))"], check=True
        )
    with quiet_pydicom():
        open_paths([folder / "program"])  # loads what reads
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    limit = pages * os.sysconf("SC_PAGE_SIZE") + ADDRESS_SPACE
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    found = {}
    for path in sorted(folder.iterdir()):
        before, started = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.monotonic()
        opened = open_paths([path])
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        found[path.name] = {
            "outcome": "opened" if opened.studies else opened.skipped[0].code,
            "notes": [note for study in opened.studies for film in study.radiographs for note in film.notes],
            "seconds": round(time.monotonic() - started, 2),
            "MiB": grown >> 10,
        }
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
