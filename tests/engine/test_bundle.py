from __future__ import annotations

import hashlib
import json
import os
import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main
from engine.bundle import (
    MAX_MANIFEST_BYTES,
    MAX_PART_BYTES,
    Bundle,
    BundleManifest,
    Equivalence,
    Provenance,
    Score,
    VotingSource,
    write_bundle,
)
from engine.errors import BundleDamaged, BundleError, BundleMissing, BundleUnsupported
from engine.models.metransformer_config import MeTransformerConfig
from engine.resources import RESOURCES
from engine.runtime.weights import read_weights
from engine.text.tokenizer import train_word_level
from engine.voting import voting_frequencies

REPORTS = ["The heart is enlarged. No effusion.", "The heart is normal. No effusion."]
FREQUENCIES = "document-frequencies.safetensors"
MANIFEST = BundleManifest(
    name="report-test",
    version="1",
    architecture="metransformer",
    config={"experts": 6},
    input={"height": 224},
    decoding={"beam": 3},
    provenance=Provenance("recipe.toml", "abc", 7, "0123abc", "2026-01-31"),
    licence="CC0-1.0",
    intended_use="Tests.",
    equivalence=Equivalence(2, 12, "2 studies", 1e-6, "torch and onnxruntime", "greedy"),
    scores={"cider": Score(0.5, "cider-d|n:1-4", 0.4, 0.6), "pointing": Score(None, "no masks")},
)


@pytest.fixture
def bundle(tmp_path: Path) -> Bundle:
    """A small bundle with tokenizer and document frequencies, in a folder of bundles."""
    frequencies = voting_frequencies(REPORTS)
    frequencies.save(tmp_path / FREQUENCIES)
    train_word_level(REPORTS, 1).save(tmp_path / "tokenizer.json")
    voting = VotingSource(FREQUENCIES, "2 reports", frequencies.signature)
    files = {name: tmp_path / name for name in ("tokenizer.json", FREQUENCIES)}
    return write_bundle(
        tmp_path / "bundles" / "report-test",
        replace(MANIFEST, tokenizer="tokenizer.json", voting=voting),
        {**files, "weights.safetensors": b"weights"},
    )


def rewrite(bundle: Bundle, change: Callable[[dict[str, Any]], object]) -> None:
    """Change the manifest on disk."""
    path = bundle.folder / "bundle.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    change(manifest)
    path.write_text(json.dumps(manifest), encoding="utf-8")


def test_a_bundle_opens_by_name_and_by_path(bundle: Bundle) -> None:
    by_name = Bundle.open("report-test", (bundle.folder.parent,))
    assert by_name == Bundle.open(bundle.folder) == bundle
    assert by_name.size == sum(path.stat().st_size for path in bundle.folder.iterdir()) - len(
        (bundle.folder / "bundle.json").read_bytes()
    )


def test_it_gives_what_the_manifest_names(bundle: Bundle) -> None:
    assert bundle.path("weights.safetensors").read_bytes() == b"weights"
    assert bundle.tokenizer().decode(bundle.tokenizer().encode(REPORTS[0])).text == REPORTS[0]
    assert bundle.frequencies().documents == 2


def test_a_manifest_reads_back_as_it_was_written(bundle: Bundle) -> None:
    assert BundleManifest.from_json(bundle.manifest.to_json()) == bundle.manifest
    assert BundleManifest.from_json(MANIFEST.to_json()) == MANIFEST


def test_the_bundles_hash_covers_every_file(bundle: Bundle, tmp_path: Path) -> None:
    one = write_bundle(tmp_path / "one", MANIFEST, {"weights.safetensors": b"1"})
    other = write_bundle(tmp_path / "other", MANIFEST, {"weights.safetensors": b"2"})
    same = write_bundle(tmp_path / "same", MANIFEST, {"weights.safetensors": b"1"})
    assert one.sha256 == same.sha256 != other.sha256


def test_a_missing_bundle_names_those_that_are_there(bundle: Bundle) -> None:
    with pytest.raises(BundleMissing, match=r"nothing: .*report-test"):
        Bundle.open("nothing", (bundle.folder.parent,))


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (lambda path: path.unlink(), "missing"),
        (lambda path: path.write_bytes(b"longer than before"), "18 bytes, the manifest says 7"),
        (lambda path: path.write_bytes(b"changed"), "checksum"),
    ],
)
def test_an_absent_or_altered_file_is_named(
    bundle: Bundle, damage: Callable[[Path], object], sentence: str
) -> None:
    damage(bundle.path("weights.safetensors"))
    with pytest.raises(BundleDamaged, match=rf"weights\.safetensors: .*{sentence}.*again"):
        Bundle.open(bundle.folder)


def test_a_link_is_not_followed(bundle: Bundle, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.write_bytes(b"weights")
    path = bundle.path("weights.safetensors")
    path.unlink()
    path.symlink_to(outside)
    with pytest.raises(BundleDamaged, match=r"weights\.safetensors"):
        Bundle.open(bundle.folder)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda m: m.pop("licence"), "licence is missing"),
        (lambda m: m.update(extra=1), "extra is not known"),
        (lambda m: m["provenance"].update(seed="7"), r"provenance\.seed must be a whole number"),
        (lambda m: m["scores"]["cider"].pop("signature"), r"scores\.cider\.signature is missing"),
        (lambda m: m.update(config=[]), "config must be an object"),
        (lambda m: m["equivalence"].pop("drafts"), r"equivalence\.drafts is missing"),
        (lambda m: m["equivalence"].update(drafts="all"), r"equivalence\.drafts must be a whole number"),
        (lambda m: m.update(equivalence=True), "equivalence must be an object"),
        (lambda m: m.pop("format"), "format is missing"),
        (lambda m: m.update(tokenizer="absent.json"), "absent.json is used but not listed"),
    ],
)
def test_a_manifest_is_read_strictly(
    bundle: Bundle, change: Callable[[dict[str, Any]], object], sentence: str
) -> None:
    rewrite(bundle, change)
    with pytest.raises(BundleDamaged, match=sentence):
        Bundle.open(bundle.folder)


def test_bundles_from_before_there_was_onnx_still_open(bundle: Bundle) -> None:
    rewrite(bundle, lambda m: m.pop("equivalence"))
    assert Bundle.open(bundle.folder).manifest.equivalence is None


@pytest.mark.parametrize(
    "name",
    ["../weights", "/etc/passwd", "a/b", "a\\b", "C:x", "", ".", "..", ".hidden", "bundle.json", "a\0"],
)
def test_a_name_that_could_leave_the_folder_is_refused(bundle: Bundle, name: str) -> None:
    rewrite(bundle, lambda m: m["files"].update({name: {"sha256": "0", "size": 0}}))
    with pytest.raises(BundleDamaged, match="no plain file name"):
        Bundle.open(bundle.folder)
    with pytest.raises(BundleDamaged, match="no plain file name"):
        write_bundle(bundle.folder.parent / "evil", MANIFEST, {name: b""})
    assert not (bundle.folder.parent / "evil").exists()


@pytest.mark.parametrize("name", ["model.pt", "last.CKPT", "sub/vocabulary.pkl"])
def test_a_file_that_could_run_code_is_refused_unopened(bundle: Bundle, name: str) -> None:
    (bundle.folder / name).parent.mkdir(exist_ok=True)
    (bundle.folder / name).touch()
    with pytest.raises(BundleUnsupported, match=f"{Path(name).name} can run code"):
        Bundle.open(bundle.folder)


def test_a_newer_format_is_unsupported_before_anything_else_is_wrong(bundle: Bundle) -> None:
    rewrite(bundle, lambda m: (m.update(format=2, novelty=1), m.pop("licence")))
    with pytest.raises(BundleUnsupported, match="format 2; this Consilium reads format 1"):
        Bundle.open(bundle.folder)


@pytest.mark.parametrize("text", ["", "[]", '{"format": 1, "format": 1}', '{"format": NaN}', "[" * 100_000])
def test_a_manifest_that_is_no_object_is_damaged(bundle: Bundle, text: str) -> None:
    (bundle.folder / "bundle.json").write_text(text, encoding="utf-8")
    with pytest.raises(BundleDamaged, match=r"bundle\.json"):
        Bundle.open(bundle.folder)


def test_frequencies_of_another_corpus_are_noticed(bundle: Bundle) -> None:
    rewrite(bundle, lambda m: m["voting"].update(signature="df:3-documents-00000000"))
    with pytest.raises(BundleDamaged, match="df:3-documents"):
        Bundle.open(bundle.folder).frequencies()


def test_what_a_bundle_lacks_is_said(tmp_path: Path) -> None:
    bare = write_bundle(tmp_path / "bare", MANIFEST, {})
    for ask in (bare.tokenizer, bare.frequencies, lambda: bare.path("step.onnx")):
        with pytest.raises(BundleUnsupported, match="report-test: The bundle has no"):
            ask()


def test_writing_replaces_a_bundle_and_leaves_no_traces(bundle: Bundle) -> None:
    newer = write_bundle(bundle.folder, replace(MANIFEST, version="2"), {})
    assert Bundle.open(bundle.folder) == newer
    assert [path.name for path in bundle.folder.parent.iterdir()] == ["report-test"]


def test_a_bundle_beside_the_caller_is_not_taken_for_the_installed_one_of_its_name(
    bundle: Bundle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    beside = write_bundle(Path("report-test"), replace(MANIFEST, version="2"), {})
    assert Bundle.read(Path("report-test")) == beside
    assert Bundle.open("report-test", (bundle.folder.parent,)) == bundle


def test_a_place_that_cannot_be_written_is_our_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BundleError, match="cannot be written"):
        write_bundle(tmp_path / "file" / "bundle", MANIFEST, {})


def test_writing_never_replaces_what_is_no_bundle(tmp_path: Path) -> None:
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "chapter.txt").write_text("years of work")
    with pytest.raises(BundleError, match="no bundle"):
        write_bundle(tmp_path / "thesis", MANIFEST, {})
    assert (tmp_path / "thesis" / "chapter.txt").exists()


def test_a_failed_write_leaves_the_old_bundle(bundle: Bundle) -> None:
    with pytest.raises(BundleError, match="absent: The bundle cannot be written"):
        write_bundle(bundle.folder, MANIFEST, {"weights.safetensors": bundle.folder / "absent"})
    assert Bundle.open(bundle.folder) == bundle
    assert len(list(bundle.folder.parent.iterdir())) == 1


def test_the_command_lists_bundles_and_names_damaged_ones(
    bundle: Bundle, capsys: pytest.CaptureFixture[str]
) -> None:
    damaged = write_bundle(bundle.folder.parent / "broken", MANIFEST, {"weights.safetensors": b"1"})
    damaged.path("weights.safetensors").write_bytes(b"2")
    assert main(["bundles", "--folder", str(bundle.folder.parent)]) == 0
    printed = capsys.readouterr().out
    assert "report-test 1  metransformer" in printed
    assert "2 scores: add --scores" in printed
    assert "broken  cannot be used: weights.safetensors: The file does not match its checksum." in printed


def test_every_score_is_printed_with_what_it_depends_on_when_asked_for(
    bundle: Bundle, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bundles", "--folder", str(bundle.folder.parent), "--scores"]) == 0
    printed = capsys.readouterr().out
    assert "cider 0.500 (0.400 to 0.600)  [cider-d|n:1-4]" in printed
    assert "pointing undefined  [no masks]" in printed


def test_the_command_writes_json(bundle: Bundle, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bundles", "--folder", str(bundle.folder.parent), "--json", "-"]) == 0
    listing = json.loads(capsys.readouterr().out)
    ours = next(each for each in listing["bundles"] if each["name"] == "report-test")
    assert (ours["sha256"], ours["bytes"]) == (bundle.sha256, bundle.size)
    assert ours["scores"]["pointing"]["value"] is None


def test_the_documented_keys_are_those_of_the_manifest() -> None:
    manual = (RESOURCES / "docs" / "bundle-format.md").read_text(encoding="utf-8")
    keys = json.loads(MANIFEST.to_json())
    assert [key for key in keys if f"`{key}`" not in manual] == []


class Trap:
    """What a pickle of it does when it is loaded: it leaves a file."""

    def __init__(self, sentinel: Path) -> None:
        self.sentinel = sentinel

    def __reduce__(self) -> tuple[object, ...]:
        return Path.touch, (self.sentinel,)


def read_all_of(folder: Path) -> None:
    bundle = Bundle.open(folder)
    bundle.tokenizer()
    bundle.frequencies()
    read_weights(bundle.path("weights.safetensors"), {})


@pytest.mark.parametrize("name", ["tokenizer.json", FREQUENCIES, "weights.safetensors", "bundle.json"])
def test_code_dressed_as_a_part_of_a_bundle_is_never_run(bundle: Bundle, tmp_path: Path, name: str) -> None:
    sentinel = tmp_path / "it ran"
    content = pickle.dumps(Trap(sentinel))
    (bundle.folder / name).write_bytes(content)
    if name != "bundle.json":
        entry = {"sha256": hashlib.sha256(content).hexdigest(), "size": len(content)}
        rewrite(bundle, lambda m: m["files"].update({name: entry}))
    with pytest.raises(BundleError):
        read_all_of(bundle.folder)
    assert not sentinel.exists()
    pickle.loads(content)
    assert sentinel.exists()  # so it would have shown


def test_a_manifest_or_a_part_of_a_size_that_no_bundle_has_is_refused_unread(bundle: Bundle) -> None:
    part = bundle.folder / "tokenizer.json"
    os.truncate(part, MAX_PART_BYTES + 1)  # sparse: it takes no room
    rewrite(bundle, lambda m: m["files"]["tokenizer.json"].update(size=MAX_PART_BYTES + 1))
    with pytest.raises(BundleDamaged, match="more than 512 MiB"):
        Bundle.open(bundle.folder)
    os.truncate(bundle.folder / "bundle.json", MAX_MANIFEST_BYTES + 1)
    with pytest.raises(BundleDamaged, match="more than 16 MiB"):
        Bundle.open(bundle.folder)


@pytest.mark.parametrize("name", ["decoder_layers", "depth", "heads", "experts", "vocab_size", "width"])
def test_a_config_that_wants_more_than_any_model_has_is_refused(name: str) -> None:
    config = MeTransformerConfig().to_dict()
    with pytest.raises(BundleDamaged, match=name):
        MeTransformerConfig.from_dict({**config, name: 1 << 30})
