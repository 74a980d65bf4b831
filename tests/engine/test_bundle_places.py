from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from engine.bundle import MANIFEST, Bundle, BundleManifest, Provenance, bundle_folders, write_bundle
from engine.bundle_places import kept_before, replace_bundle, restore_bundle, withdraw_bundle
from engine.errors import BundleDamaged, BundleError, BundleMissing

NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)
LATER = NOON + timedelta(minutes=1)


def bundle(folder: Path, version: str) -> Bundle:
    made = Provenance("tiny", "", 1, "", "")
    manifest = BundleManifest("b", version, "none", {}, {}, {}, made, "", "")
    return write_bundle(folder, manifest, {"weights.bin.txt": version.encode()})


def version(folder: Path) -> str:
    return Bundle.read(folder).manifest.version


def test_a_replaced_bundle_is_kept_and_comes_back(tmp_path: Path) -> None:
    place = bundle(tmp_path / "bundles" / "b", "1").folder
    kept = replace_bundle(bundle(tmp_path / "new", "2").folder, place, NOON)
    assert (version(place), kept) == ("2", kept_before(place))
    assert bundle_folders([place.parent]) == (place,)
    restore_bundle(place, LATER)
    assert version(place) == "1"
    restore_bundle(place, LATER + timedelta(minutes=1))
    assert version(place) == "2"


def test_the_first_bundle_in_a_place_replaces_nothing_and_can_be_withdrawn(tmp_path: Path) -> None:
    place = tmp_path / "own" / "b"
    assert replace_bundle(bundle(tmp_path / "new", "2").folder, place, NOON) is None
    with pytest.raises(BundleMissing, match="No bundle was replaced"):
        restore_bundle(place, NOON)
    withdraw_bundle(place, NOON)
    assert not place.exists()
    restore_bundle(place, LATER)
    assert version(place) == "2"


def test_a_damaged_bundle_replaces_nothing(tmp_path: Path) -> None:
    place = bundle(tmp_path / "bundles" / "b", "1").folder
    new = bundle(tmp_path / "new", "2").folder
    (new / "weights.bin.txt").write_bytes(b"3")
    with pytest.raises(BundleDamaged):
        replace_bundle(new, place, NOON)
    assert version(place) == "1"


def test_what_was_there_comes_back_when_the_new_one_cannot_be_put_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = bundle(tmp_path / "bundles" / "b", "1").folder
    new = bundle(tmp_path / "new", "2").folder
    rename = Path.rename

    def refuses(path: Path, target: Path) -> Path:
        if path.name.endswith(".new"):
            raise OSError(28, "No space left on device")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", refuses)
    with pytest.raises(BundleError, match="no space left"):
        replace_bundle(new, place, NOON)
    assert version(place) == "1"


def test_a_process_killed_between_both_renames_loses_nothing(tmp_path: Path) -> None:
    place = bundle(tmp_path / "bundles" / "b", "1").folder
    withdraw_bundle(place, NOON)  # as far as it came
    assert not (place / MANIFEST).exists()
    restore_bundle(place, LATER)
    assert version(place) == "1"
