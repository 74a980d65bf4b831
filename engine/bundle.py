"""A trained model on disk: one flat folder, read strictly before anything of it is used.

    bundle.json          the manifest (`resources/docs/bundle-format.md`)
    weights.safetensors and/or *.onnx, tokenizer.json, document-frequencies.safetensors, CARD.md, ...

Every file but the manifest is listed there with size and SHA-256; only listed files are ever opened, and a
folder with a file that runs code when loaded (pickle in any dress) is refused. The bundle's own hash is the
manifest's, which covers every file through theirs.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from engine.errors import BundleDamaged, BundleError, BundleMissing, BundleUnsupported
from engine.resources import BUNDLES
from engine.strict_json import JsonNode, parse
from engine.text.cider import DocumentFrequencies
from engine.text.tokenizer import ReportTokenizer

FORMAT = 1
MANIFEST = "bundle.json"

# Files that run code when they are loaded, whoever made them.
PICKLES = frozenset({".pt", ".pth", ".pkl", ".pickle", ".ckpt", ".bin", ".joblib"})

OPTIONAL = frozenset({"equivalence", "experts"})  # bundles from before there were such things lack them

COPY_AGAIN = "Copy or export the bundle again."

MAX_MANIFEST_BYTES = 16 << 20
MAX_PART_BYTES = 512 << 20
"""Of a file that is read whole, as a tokenizer is; the weights are bounded by the model's config."""
WEIGHTS_SUFFIXES = frozenset({".safetensors", ".onnx"})

JsonObject = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class FileEntry:
    """Size in bytes and SHA-256 (hexadecimal) of one file."""

    sha256: str
    size: int


@dataclass(frozen=True, slots=True)
class VotingSource:
    """Where the vote's document frequencies come from: the file, the corpus in words, their signature."""

    file: str
    corpus: str
    signature: str


@dataclass(frozen=True, slots=True)
class Score:
    """A measured score, its interval where one was computed, and all that it depends on."""

    value: float | None
    signature: str
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Equivalence:
    """What the ONNX files were held against the weights with, when they were written.

    In `studies` studies, `data` in words, both wrote the same tokens in all `drafts` drafts and elected the
    same draft of each. Their tokens' log-probabilities differ by at most `log_probability_difference` nats.
    `runtimes` and `decoding` say what was compared and how it wrote.
    """

    studies: int
    drafts: int
    data: str
    log_probability_difference: float
    runtimes: str
    decoding: str


@dataclass(frozen=True, slots=True)
class Provenance:
    """What a bundle was made with: recipe, data, seed, the code's commit or commits, ISO 8601 date."""

    recipe: str
    data_fingerprint: str
    seed: int
    commit: str
    date: str


@dataclass(frozen=True, slots=True)
class BundleManifest:
    """What `bundle.json` says.

    `architecture` names the model file, `config` is its config, `input` the input convention, `decoding` the
    defaults for decoding: plain JSON objects that their owners read. `tokenizer` and `familiarity` are file
    names, "" where the bundle has none; `voting` is None for a model that does not vote.
    `equivalence` is None without ONNX files, or where nobody has compared them. `experts` is the file with
    what an examinee's experts are asked about, or "".
    """

    name: str
    version: str
    architecture: str
    config: JsonObject
    input: JsonObject
    decoding: JsonObject
    provenance: Provenance
    licence: str
    intended_use: str
    tokenizer: str = ""
    voting: VotingSource | None = None
    familiarity: str = ""
    experts: str = ""
    equivalence: Equivalence | None = None
    scores: Mapping[str, Score] = field(default_factory=dict)
    files: Mapping[str, FileEntry] = field(default_factory=dict)

    @classmethod
    def from_json(cls, text: str) -> BundleManifest:
        """Parse and check a manifest; BundleUnsupported for another format, else BundleDamaged."""
        node = parse(text, _damaged_manifest)
        _check_format(node)
        names = {"format", *(each.name for each in fields(cls))}
        members = node.members(names - OPTIONAL, OPTIONAL)
        manifest = cls(
            name=members["name"].text(),
            version=members["version"].text(),
            architecture=members["architecture"].text(),
            config=_plain_object(members["config"]),
            input=_plain_object(members["input"]),
            decoding=_plain_object(members["decoding"]),
            provenance=_provenance(members["provenance"]),
            licence=members["licence"].text(),
            intended_use=members["intended_use"].text(),
            tokenizer=members["tokenizer"].text(),
            familiarity=members["familiarity"].text(),
            experts=members["experts"].text() if "experts" in members else "",
            voting=None if members["voting"].value is None else _voting(members["voting"]),
            equivalence=_equivalence(members.get("equivalence")),
            scores={name: _score(score) for name, score in members["scores"].mapping().items()},
            files={name: _file_entry(entry) for name, entry in members["files"].mapping().items()},
        )
        _check_names(manifest)
        return manifest

    def to_json(self) -> str:
        """The text of `bundle.json`; the same manifest gives the same bytes."""
        members = {"format": FORMAT, **asdict(self)}
        return json.dumps(members, indent=2, sort_keys=True, ensure_ascii=False, allow_nan=False) + "\n"


@dataclass(frozen=True, slots=True)
class Bundle:
    """A checked bundle: every listed file was there with its size and hash when it was opened."""

    folder: Path
    manifest: BundleManifest
    sha256: str

    @classmethod
    def open(cls, name_or_path: str | Path, folders: Sequence[Path] = (BUNDLES,)) -> Bundle:
        """Open a bundle by its folder's name under one of `folders`, or by a path.

        BundleMissing where there is none; else as `read`.
        """
        return cls.read(_locate(name_or_path, folders))

    @classmethod
    def read(cls, folder: Path) -> Bundle:
        """The bundle in this very folder.

        BundleUnsupported where it is of another format or holds pickled files, BundleDamaged where a file is
        absent, altered or not listed as it should be.
        """
        try:
            data = _manifest_bytes(folder / MANIFEST)
            manifest = BundleManifest.from_json(data.decode("utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise _damaged_manifest("The manifest cannot be read.") from error
        _refuse_pickles(folder)
        for name, entry in manifest.files.items():
            _check_file(folder / name, entry)
        return cls(folder, manifest, hashlib.sha256(data).hexdigest())

    @property
    def size(self) -> int:
        """Bytes of all listed files."""
        return sum(entry.size for entry in self.manifest.files.values())

    def path(self, name: str) -> Path:
        """Where a listed file lies; BundleUnsupported for one that this bundle does not have."""
        if name not in self.manifest.files:
            has = ", ".join(sorted(self.manifest.files))
            raise BundleUnsupported(
                f"The bundle has no {name or 'such file'}; it has {has or 'no files'}.",
                where=self.manifest.name,
                todo="Export it with what is missing, or choose another bundle or runtime.",
            )
        return self.folder / name

    def tokenizer(self) -> ReportTokenizer:
        """Its report tokenizer; BundleUnsupported where it has none."""
        return ReportTokenizer.load(self.path(self.manifest.tokenizer))

    def frequencies(self) -> DocumentFrequencies:
        """What its experts vote with; BundleUnsupported where its model does not vote."""
        source = self.manifest.voting
        frequencies = DocumentFrequencies.load(self.path(source.file if source else ""))
        if source and frequencies.signature != source.signature:
            raise BundleDamaged(
                f"It holds {frequencies.signature}, but the manifest names {source.signature}.",
                where=source.file,
                todo=COPY_AGAIN,
            )
        return frequencies


def bundle_folders(folders: Sequence[Path]) -> tuple[Path, ...]:
    """Every folder with a manifest under `folders`, by name; they may still be damaged."""
    return tuple(path.parent for folder in folders for path in sorted(folder.glob(f"[!.]*/{MANIFEST}")))


def readable_manifests(folders: Sequence[Path]) -> Iterator[tuple[Path, BundleManifest]]:
    """Folder and manifest of every bundle that `bundle_folders` finds and whose manifest can be read.

    Only manifests are read: what they list is not hashed, as `Bundle.read` does.
    """
    for folder in bundle_folders(folders):
        try:
            yield folder, BundleManifest.from_json((folder / MANIFEST).read_text(encoding="utf-8"))
        except (BundleError, OSError, UnicodeDecodeError):
            continue


def write_bundle(folder: Path, manifest: BundleManifest, files: Mapping[str, Path | bytes]) -> Bundle:
    """Write a bundle whole or not at all: beside its place first, then renamed.

    `manifest.files` is replaced by what `files` are. An older bundle in the same place is replaced, any other
    folder there is left alone (BundleError, as where nothing can be written).
    """
    if folder.exists() and not (folder / MANIFEST).is_file():
        raise BundleError(
            "Something that is no bundle is in this place.", where=str(folder), todo="Choose another folder."
        )
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{folder.name}.", dir=folder.parent) as scratch:
            fresh = Path(scratch, "new")
            _fill(fresh, manifest, files)
            Bundle.read(fresh)
            _put_in_place(fresh, folder, Path(scratch, "old"))
    except OSError as error:
        raise BundleError(
            f"The bundle cannot be written: {(error.strerror or 'unknown reason').lower()}.",
            where=str(error.filename or folder),
            todo="Free some space or choose another folder.",
        ) from error
    return Bundle.read(folder)


def _fill(folder: Path, manifest: BundleManifest, files: Mapping[str, Path | bytes]) -> None:
    """Copy `files` into a new folder and write the manifest that lists them."""
    folder.mkdir()
    for name, content in files.items():
        _check_name(name)
        if isinstance(content, bytes):
            (folder / name).write_bytes(content)
        else:
            shutil.copyfile(content, folder / name)
    listed = {name: FileEntry(_sha256(folder / name), (folder / name).stat().st_size) for name in files}
    complete = replace(manifest, files=listed)
    (folder / MANIFEST).write_text(complete.to_json(), encoding="utf-8")


def _put_in_place(fresh: Path, folder: Path, aside: Path) -> None:
    """Rename `fresh` to `folder`; what was there goes aside, and comes back if the rename fails."""
    if folder.exists():
        folder.rename(aside)
    try:
        fresh.rename(folder)
    except OSError:
        if aside.exists():
            aside.rename(folder)
        raise


def _locate(name_or_path: str | Path, folders: Sequence[Path]) -> Path:
    """The folder that is meant; BundleMissing where there is none."""
    candidates = [folder / name_or_path for folder in folders] + [Path(name_or_path)]
    for candidate in candidates:
        if (candidate / MANIFEST).is_file():
            return candidate
    known = ", ".join(path.name for path in bundle_folders(folders))
    raise BundleMissing(
        f"There is no bundle here: no {MANIFEST} was found.",
        where=str(name_or_path),
        todo=f"Known by name: {known}." if known else "No bundle is installed; train or copy one.",
    )


def _refuse_pickles(folder: Path) -> None:
    """BundleUnsupported where a file could run code when it is loaded."""
    pickled = sorted(path.name for path in folder.rglob("*") if path.suffix.lower() in PICKLES)
    if pickled:
        raise BundleUnsupported(
            f"{', '.join(pickled)} can run code when loaded and has no place in a bundle.",
            where=folder.name,
            todo="Export the weights as safetensors or ONNX and remove it.",
        )


def _manifest_bytes(path: Path) -> bytes:
    """The manifest, which is read whole before anything of it is known."""
    with path.open("rb") as file:
        data = file.read(MAX_MANIFEST_BYTES + 1)
    if len(data) > MAX_MANIFEST_BYTES:
        raise _damaged_manifest(f"The manifest has more than {MAX_MANIFEST_BYTES >> 20} MiB.")
    return data


def _check_file(path: Path, entry: FileEntry) -> None:
    """BundleDamaged where the file is not what the manifest says, or larger than such a file can be."""
    if path.is_symlink() or not path.is_file():
        problem = "The file is missing."
    elif entry.size > MAX_PART_BYTES and path.suffix not in WEIGHTS_SUFFIXES:
        problem = f"The file has more than {MAX_PART_BYTES >> 20} MiB."
    elif path.stat().st_size != entry.size:
        problem = f"The file has {path.stat().st_size} bytes, the manifest says {entry.size}."
    elif _sha256(path) != entry.sha256:
        problem = "The file does not match its checksum."
    else:
        return
    raise BundleDamaged(problem, where=path.name, todo=COPY_AGAIN)


def _sha256(path: Path) -> str:
    """SHA-256 of a file, hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _check_format(node: JsonNode) -> None:
    """BundleUnsupported for a format that this version does not read."""
    format_number = node.mapping().get("format")
    if format_number is None:
        raise _damaged_manifest("format is missing.")
    if format_number.integer() != FORMAT:
        raise BundleUnsupported(
            f"The bundle has format {format_number.value}; this Consilium reads format {FORMAT}.",
            where=MANIFEST,
            todo="Use the Consilium that wrote it, or a newer one.",
        )


def _check_names(manifest: BundleManifest) -> None:
    """BundleDamaged where a file's name leaves the folder, or a named file is not listed."""
    for name in manifest.files:
        _check_name(name)
    voting = manifest.voting.file if manifest.voting else ""
    for name in (manifest.tokenizer, manifest.familiarity, manifest.experts, voting):
        if name and name not in manifest.files:
            raise _damaged_manifest(f"{name} is used but not listed under files.")


def _check_name(name: str) -> None:
    """BundleDamaged for a name that could lead out of the folder, on any system."""
    if not name or name.startswith(".") or name == MANIFEST or set(name) & set("/\\:\0"):
        raise _damaged_manifest(f"files names {name!r}, which is no plain file name.")


def _damaged_manifest(problem: str) -> BundleDamaged:
    """The error for anything wrong inside `bundle.json`."""
    return BundleDamaged(problem, where=MANIFEST, todo=COPY_AGAIN)


def _plain_object(node: JsonNode) -> JsonObject:
    """An object as it stands; its owner reads it."""
    node.mapping()
    return dict(node.value)


def _provenance(node: JsonNode) -> Provenance:
    """What the bundle was made with."""
    members = node.members({each.name for each in fields(Provenance)})
    texts = ("recipe", "data_fingerprint", "commit", "date")
    return Provenance(**{key: members[key].text() for key in texts}, seed=members["seed"].integer())


def _voting(node: JsonNode) -> VotingSource:
    """Where document frequencies come from."""
    members = node.members({each.name for each in fields(VotingSource)})
    return VotingSource(**{key: member.text() for key, member in members.items()})


def _equivalence(node: JsonNode | None) -> Equivalence | None:
    """What the ONNX files were compared with."""
    if node is None or node.value is None:
        return None
    members = node.members({each.name for each in fields(Equivalence)})
    return Equivalence(
        studies=members["studies"].integer(),
        drafts=members["drafts"].integer(),
        data=members["data"].text(),
        log_probability_difference=members["log_probability_difference"].number(),
        runtimes=members["runtimes"].text(),
        decoding=members["decoding"].text(),
    )


def _score(node: JsonNode) -> Score:
    """One measured score."""
    members = node.members({"value", "signature"}, {"low", "high"})
    numbers = {key: members[key].optional_number() for key in ("value", "low", "high") if key in members}
    return Score(**numbers, signature=members["signature"].text())


def _file_entry(node: JsonNode) -> FileEntry:
    """Size and hash of one file."""
    members = node.members({"sha256", "size"})
    return FileEntry(members["sha256"].text(), members["size"].integer())
