"""A bundle in the place of another, and the way back.

What was in the place is kept beside it under `.before`, by the time at which it was replaced. Both ways are
renames within one folder's file system: a bundle is there as a whole or not at all, and a process killed
between the two renames of a change loses nothing: `restore_bundle` brings back what was there.
"""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

from engine.bundle import MANIFEST, Bundle
from engine.errors import BundleError, BundleMissing

BEFORE = ".before"


def replace_bundle(new: Path, place: Path, now: datetime) -> Path | None:
    """Put a copy of the bundle `new` in `place`; where what was there is kept now, None if nothing was.

    The copy is checked before anything moves. BundleError where it cannot be written, or where `Bundle.read`
    refuses it; what is in `place` then stays.
    """
    Bundle.read(new)
    fresh = place.parent / BEFORE / f"{place.name}.new"
    try:
        fresh.parent.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(fresh, ignore_errors=True)
        shutil.copytree(new, fresh)
        Bundle.read(fresh)
        return _exchange(fresh, place, now)
    except OSError as error:
        shutil.rmtree(fresh, ignore_errors=True)
        raise _not_written(place, error) from error


def restore_bundle(place: Path, now: datetime) -> Path:
    """Bring back what was last replaced in `place`, and keep what is there now; where that is.

    Doing it twice brings the newer one back. BundleMissing where nothing is kept of this place.
    """
    kept = kept_before(place)
    if kept is None:
        raise BundleMissing(
            "No bundle was replaced here.", where=str(place), todo="There is nothing to restore."
        )
    Bundle.read(kept)
    try:
        return _exchange(kept, place, now) or place
    except OSError as error:
        raise _not_written(place, error) from error


def withdraw_bundle(place: Path, now: datetime) -> Path:
    """Take what is in `place` away, into what is kept: for a place before which another one counts then."""
    try:
        return _aside(place, now)
    except OSError as error:
        raise _not_written(place, error) from error


def kept_before(place: Path) -> Path | None:
    """What was last replaced in `place`; None if nothing was."""
    kept = sorted((place.parent / BEFORE).glob(f"{place.name}-*/{MANIFEST}"))
    return kept[-1].parent if kept else None


def _exchange(fresh: Path, place: Path, now: datetime) -> Path | None:
    """Rename `fresh` to `place`; what was there goes aside, and comes back if the rename fails."""
    aside = _aside(place, now) if place.exists() else None
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        fresh.rename(place)
    except OSError:
        if aside is not None:
            aside.rename(place)
        raise
    return aside


def _aside(place: Path, now: datetime) -> Path:
    stamp = now.astimezone(UTC).strftime("%Y%m%dT%H%M%S%f")
    aside = place.parent / BEFORE / f"{place.name}-{stamp}"
    aside.parent.mkdir(parents=True, exist_ok=True)
    place.rename(aside)
    return aside


def _not_written(place: Path, error: OSError) -> BundleError:
    return BundleError(
        f"The bundle cannot be put in its place: {(error.strerror or 'unknown reason').lower()}.",
        where=str(place),
        todo="What was there is still there. Free some space, or check who may write there.",
    )
