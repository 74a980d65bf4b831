"""The readers under test, each with the real inputs that are mutated for it.

A further reader is a further line of `TARGETS`. What it needs is loaded when it is prepared, in the process
that reads; its function stands at the top of a module, so that the process finds it.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from io import BytesIO
from pathlib import Path

import pydicom

from engine.dicom.files import read_file
from engine.resources import RESOURCES
from tests.engine.dicom.making import film_dataset, lut, saved
from tests.fuzz.harness import Read, Target

SMALL = 40_000
"""Bytes of the largest real file that is mutated: many inputs rather than long ones."""
CORPUS = Path(__file__).resolve().parents[3] / "shared" / "data" / "dicom_corpus"
"""Public files beside the checkout; used where they are there."""
ALREADY_ODD = ("fuzz-pwnlab", "synthetic-hostile")
PYDICOM = Path(pydicom.__file__).parent / "data" / "test_files"
"""What pydicom's wheel brings of its own test data."""

Prepared = tuple[Sequence[bytes], Read]


def small_files(paths: Iterable[Path]) -> Iterator[bytes]:
    """What is in those of these that are files and small."""
    for path in sorted(paths):
        if path.is_file() and 0 < path.stat().st_size <= SMALL:
            yield path.read_bytes()


def dicom_files(scratch: Path) -> Sequence[bytes]:
    """Films made here, pydicom's own small files, and the real ones of the public corpus where it is."""
    made = [
        saved(film_dataset([[0, 100], [200, 4095]]), scratch, "plain"),
        saved(film_dataset([0, 1], {"VOILUTSequence": lut(0, [0, 65535])}), scratch, "table"),
    ]
    real = list(PYDICOM.glob("*.dcm"))
    if CORPUS.is_dir():
        folders = (folder for folder in CORPUS.iterdir() if folder.name not in ALREADY_ODD)
        real += [path for folder in folders for path in folder.rglob("*")]
    return list(small_files([*made, *real]))


def headers(folder: Path) -> Prepared:
    """One DICOM file as a folder's files are opened: everything but its pixels."""
    path = folder / "input"

    def read(data: bytes) -> str:
        path.write_bytes(data)
        read_file(path)
        return "opened"

    return dicom_files(folder / "made"), read


def pixels(folder: Path) -> Prepared:
    """One DICOM file as the desk shows it, pixels and all."""
    from tests.fuzz.pixels import pixels as prepared

    return prepared(dicom_files(folder / "made"), folder)


def codestreams(folder: Path) -> Prepared:
    """One compressed frame inside the sound header of another."""
    from tests.fuzz.pixels import codestreams as prepared

    return prepared(dicom_files(folder / "made"), folder)


def dicomdir(folder: Path) -> Prepared:
    """The directory of a disc, beside the files that it lists."""
    from tests.engine.dicom.test_media import disc

    path = disc(folder / "disc", films=3)
    return [path.read_bytes(), *small_files(PYDICOM.rglob("DICOMDIR*"))], _opens(path)


def zip_archive(folder: Path) -> Prepared:
    """An archive of films, with and without a DICOMDIR."""
    from tests.engine.dicom.test_media import disc, film, zipped

    plain = zipped(folder / "plain.zip", {"a/1": film(0), "a/2": film(1), "readme.txt": b"no film"})
    stored = zipped(folder / "stored.zip", {"1": film(0), "2.png": b"\x89PNG"}, zipfile.ZIP_STORED)
    directory = disc(folder / "disc", films=2)
    files = {str(path.relative_to(directory.parent)): path for path in directory.parent.rglob("*")}
    media = zipped(
        folder / "media.zip", {name: path.read_bytes() for name, path in files.items() if path.is_file()}
    )
    return [path.read_bytes() for path in (plain, stored, media)], _opens(folder / "input.zip")


def _opens(path: Path) -> Read:
    """Opens a path as the desk does; where nothing is opened, what was skipped is the outcome."""
    from engine.dicom.files import open_paths

    def read(data: bytes) -> str:
        path.write_bytes(data)
        opened = open_paths([path])
        if opened.studies:
            return "opened, some of it skipped" if opened.skipped else "opened"
        return "skipped " + " ".join(sorted({one.code for one in opened.skipped}))

    return read


def panel(folder: Path) -> Prepared:
    """A panel's JSON that somebody else has made."""
    from engine.panel_json import read_panel

    path = folder / "panel.json"
    plain = {"drafts": [{"text": "The heart is enlarged. No effusion."}, {"text": "Lungs are clear."}]}
    seeds = [(RESOURCES / "docs/examples/panel.json").read_bytes(), json.dumps(plain).encode()]

    def read(data: bytes) -> str:
        path.write_bytes(data)
        read_panel(path)
        return "read"

    return seeds, read


def questions(folder: Path) -> Prepared:
    """Files of exam questions in every layout."""
    from engine.questions.load import read_questions
    from tests.engine.questions.test_load import HEAD_QA_ROW, MEDMCQA, MEDQA, NLPEC, head_qa, lines

    path = folder / "questions"
    shipped = (file for file in (RESOURCES / "questions").rglob("*") if file.suffix in (".toml", ".json"))
    seeds = [
        *(lines(row, row).encode() for row in (MEDQA, MEDMCQA, NLPEC)),
        head_qa(HEAD_QA_ROW).encode(),
        b'question,A,B,key\nWhich?,one,two,B\n"Which, now?",three,four,A\n',
        *small_files(shipped),
    ]

    def read(data: bytes) -> str:
        path.write_bytes(data)
        return "read, with faults" if read_questions(path).faults else "read"

    return seeds, read


def bundle(name: str, folder: Path) -> Prepared:
    """A bundle with one mutated file, listed with its true size and hash: its maker means it."""
    from engine.bundle import MANIFEST, Bundle
    from engine.reader import Reader
    from tests.engine.tiny_bundle import write_tiny_bundle

    place = write_tiny_bundle(folder).folder
    manifest = json.loads((place / MANIFEST).read_text())
    seeds = [(place / name).read_bytes()]

    def read(data: bytes) -> str:
        (place / name).write_bytes(data)
        if name != MANIFEST:
            manifest["files"][name] = {"sha256": hashlib.sha256(data).hexdigest(), "size": len(data)}
            (place / MANIFEST).write_text(json.dumps(manifest))
        Reader.open(Bundle.read(place), device="cpu").close()
        return "opened"

    return seeds, read


def archive(folder: Path) -> Prepared:
    """An archive of reviews, changed as a file."""
    return [_archive(folder)], _takes(folder, bytes)


def archive_parts(folder: Path) -> Prepared:
    """The same, changed by somebody who knows the format: sums and hashes of its files are right."""
    with zipfile.ZipFile(BytesIO(_archive(folder))) as found:
        parts = [(name, found.read(name)) for name in found.namelist() if name.endswith(".jsonl")]
    return [BETWEEN_PARTS.join(name.encode() + b"\n" + content for name, content in parts)], _takes(
        folder, _packed
    )


BETWEEN_PARTS = b"\n=====\n"


def _archive(folder: Path) -> bytes:
    """An archive of two reviews as it is exported."""
    from app.store.database import url_of
    from app.store.store import Store
    from app.store.transfer import export_archive
    from tests.app.store.test_verification import write

    store = Store(url_of(write(folder / "here").parent))
    export_archive(store, folder / "all.zip")
    store.close()
    return (folder / "all.zip").read_bytes()


def _packed(data: bytes) -> bytes:
    buffer, files = BytesIO(), dict[str, dict[str, str | int]]()
    with zipfile.ZipFile(buffer, "w") as packing:
        for part in data.split(BETWEEN_PARTS):
            name, _, content = part.partition(b"\n")
            text = name.decode("latin-1").replace("\0", "")
            if text not in files:
                packing.writestr(text, content)
            digest = hashlib.sha256(content).hexdigest()
            files.setdefault(text, {"sha256": digest, "bytes": len(content), "rows": content.count(b"\n")})
        manifest = {"format": "consilium-archive", "version": 2, "files": files}
        packing.writestr("manifest.json", json.dumps(manifest))
    return buffer.getvalue()


def _takes(folder: Path, pack: Callable[[bytes], bytes]) -> Read:
    from app.store.database import url_of
    from app.store.store import Store
    from app.store.transfer import import_archive

    Store(url_of(folder / "empty")).close()
    file, there = folder / "input.zip", folder / "there"

    def read(data: bytes) -> str:
        file.write_bytes(pack(data))
        shutil.copytree(folder / "empty", there)
        store = Store(url_of(there))
        try:
            return "taken, with conflicts" if import_archive(store, file).conflicts else "taken"
        finally:
            store.close()
            shutil.rmtree(there)

    return read


BUNDLE_FILES = ("bundle.json", "weights.safetensors", "tokenizer.json", "df.safetensors")
TARGETS = {
    target.name: target
    for target in (
        Target("headers", headers),
        Target("pixels", pixels),
        Target("codestreams", codestreams),
        Target("dicomdir", dicomdir),
        Target("zip", zip_archive),
        Target("panel", panel),
        Target("questions", questions),
        *(Target(name, partial(bundle, name)) for name in BUNDLE_FILES),
        Target("archive", archive),
        Target("archive-parts", archive_parts),
    )
}
