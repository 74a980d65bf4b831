"""The desk's side of the cache: closed to others, what it says is freed, and documents on their way."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.archives.cache import CacheUse, DeskCache
from engine.errors import ConsiliumError

only_posix = pytest.mark.skipif(os.name != "posix", reason="rights of files are POSIX's")


@dataclass
class Seconds:
    """A clock that a test moves."""

    now: float = 1_000_000.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


@pytest.fixture
def clock() -> Seconds:
    return Seconds()


@pytest.fixture
def cache(tmp_path: Path, clock: Seconds) -> DeskCache:
    return DeskCache(tmp_path / "cache", clock, limit_bytes=250)


def arrived(cache: DeskCache, uid: str, size: int = 100) -> Path:
    with cache.held("Main", uid) as folder:
        file = folder / "1.dcm"
        file.write_bytes(bytes(size))
        file.chmod(0o644)
        cache.settle(folder)
    return file


@only_posix
def test_what_arrives_can_be_read_by_its_owner_alone(cache: DeskCache) -> None:
    file = arrived(cache, "1.2")
    rights = [stat.S_IMODE(path.stat().st_mode) for path in (cache.folder, file.parent, file)]
    assert rights == [0o700, 0o700, 0o600]


def test_what_was_looked_at_longest_ago_goes_first_and_is_counted(cache: DeskCache) -> None:
    files = [arrived(cache, uid) for uid in ("1", "2", "3")]
    cache.touch(files[:1])
    assert cache.make_room() == CacheUse(1, 100)
    assert [file.exists() for file in files] == [True, False, True]
    cache.limit(100)
    assert cache.make_room() == CacheUse(1, 100)
    assert [file.exists() for file in files] == [True, False, False]


def test_clearing_says_what_it_frees_and_leaves_what_is_being_retrieved(cache: DeskCache) -> None:
    arrived(cache, "1")
    arrived(cache, "2", 50)
    with cache.held("Main", "3") as folder:
        (folder / "1.dcm").write_bytes(bytes(7))
        assert cache.clear() == CacheUse(2, 150)
        assert cache.use() == CacheUse(1, 7)
    assert cache.clear() == CacheUse(1, 7)
    assert cache.clear() == CacheUse()


def test_a_document_on_its_way_is_gone_afterwards_also_after_a_crash(
    cache: DeskCache, clock: Seconds
) -> None:
    with cache.outgoing() as folder:
        (folder / "report.dcm").write_bytes(b"x")
    assert not folder.exists()
    left = cache.folder / "outgoing-left"
    left.mkdir()
    clock.now = left.stat().st_mtime
    cache.sweep()
    assert left.exists()  # another desk may be sending it
    clock.now += 2 * 86_400
    cache.sweep()
    assert not left.exists()


def test_a_place_where_nothing_can_be_written_is_one_of_our_errors(tmp_path: Path, clock: Seconds) -> None:
    (tmp_path / "file").write_bytes(b"")
    cache = DeskCache(tmp_path / "file" / "cache", clock)
    with pytest.raises(ConsiliumError), cache.outgoing():
        pass
