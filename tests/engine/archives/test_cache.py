"""Retrieved studies on this disk: within their limit, the owner's alone, never taken from under a reader."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.archives.cache import StudyCache, cached_files
from engine.child import PROJECT

ARCHIVE = "Department"


@dataclass
class Clock:
    """A clock that a test moves."""

    now: float = 1_000_000.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


def filled(cache: StudyCache, uid: str, size: int = 1000) -> Path:
    """The folder of a study with one file."""
    with cache.held(ARCHIVE, uid) as folder:
        (folder / "film.dcm").write_bytes(bytes(size))
    return folder


@pytest.fixture
def cache(tmp_path: Path) -> StudyCache:
    return StudyCache(tmp_path / "cache", Clock(), limit_bytes=2500)


def test_a_study_has_one_folder_that_tells_neither_archive_nor_uid(cache: StudyCache) -> None:
    folder = filled(cache, "1.2.3")
    assert filled(cache, "1.2.3") == folder
    assert "1.2.3" not in str(folder)
    assert cached_files(folder) == (folder / "film.dcm",)


def test_the_same_uid_in_two_archives_is_two_studies(cache: StudyCache) -> None:
    with cache.held("A", "1.2.3") as first, cache.held("B", "1.2.3") as second:
        assert first != second


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps access in lists")
def test_everything_is_its_owners_alone(cache: StudyCache) -> None:
    folder = filled(cache, "1.2.3")
    for path in (folder.parent, folder, folder / "used"):
        assert path.stat().st_mode & 0o077 == 0


def test_the_study_not_opened_for_longest_leaves_first(cache: StudyCache) -> None:
    first, second, third = (filled(cache, uid) for uid in ("1", "2", "3"))
    with cache.held(ARCHIVE, "1"):
        pass  # it was opened again
    cache.make_room()
    assert (first.exists(), second.exists(), third.exists()) == (True, False, True)


def test_within_the_limit_nothing_leaves(cache: StudyCache) -> None:
    folders = [filled(cache, uid) for uid in ("1", "2")]
    cache.make_room()
    assert all(folder.exists() for folder in folders)


def test_a_study_that_is_held_stays_however_large_it_is(cache: StudyCache) -> None:
    with cache.held(ARCHIVE, "1") as folder:
        (folder / "film.dcm").write_bytes(bytes(9000))
        other = filled(cache, "2")
        cache.make_room()
        assert cached_files(folder)
        assert not other.exists()
        assert cache.clear() == 1
        assert cached_files(folder)
    assert cache.clear() == 0
    assert not folder.exists()


def test_a_study_held_twice_stays_until_both_let_go(cache: StudyCache) -> None:
    with cache.held(ARCHIVE, "1") as folder:
        with cache.held(ARCHIVE, "1"):
            pass
        cache.clear()
        assert folder.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="there open files cannot be removed at all")
def test_a_study_that_another_program_holds_stays(cache: StudyCache, tmp_path: Path) -> None:
    folder = filled(cache, "1")
    program = (
        "import sys, time; from pathlib import Path; from engine.archives.cache import StudyCache\n"
        "with StudyCache(Path(sys.argv[1]), time.time).held('Department', '1'):\n"
        "    print('held', flush=True); sys.stdin.read()"
    )
    other = subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path / "cache")],
        cwd=PROJECT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        assert cache.clear() == 1
        assert cached_files(folder)
    finally:
        other.communicate()
    assert cache.clear() == 0


def test_clearing_takes_everything_that_ever_arrived(cache: StudyCache) -> None:
    folder = filled(cache, "1")
    (folder / ".arriving-x").mkdir()
    (folder / ".arriving-x" / "part").write_bytes(b"half a film")
    assert cache.clear() == 0
    assert not folder.exists()


def test_a_cache_that_was_never_used_is_empty(tmp_path: Path) -> None:
    unused = StudyCache(tmp_path / "nothing", Clock())
    assert unused.studies() == ()
    unused.make_room()
    assert unused.clear() == 0


def test_what_is_there_is_told_with_size_and_time(cache: StudyCache) -> None:
    filled(cache, "1")
    filled(cache, "2", 500)
    sizes = sorted((study.size, study.held) for study in cache.studies())
    assert sizes == [(500, False), (1000, False)]
    oldest = min(cache.studies(), key=lambda study: study.used)
    assert oldest.size == 1000
