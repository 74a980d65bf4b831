"""Several writers, and writers that are killed: nothing that was acknowledged is lost."""

from __future__ import annotations

import random
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path

import pytest

from app.store.database import FILE_NAME, url_of
from app.store.errors import StaleReview, StoreLocked
from app.store.store import Store
from app.store.verification import verify
from tests.app.store.storing import saved, with_review

WRITERS, CHANGES = 4, 100


def add_letters(store: Store, letter: str) -> None:
    """100 times one letter at the end; whoever was overtaken, or waited too long, looks again and goes on."""
    added = 0
    while added < CHANGES:
        with suppress(StaleReview, StoreLocked):
            saved(store, store.open_review("1.2.3"), letter)
            added += 1


def written_by_all(stores: list[Store]) -> str:
    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(add_letters, stores, "abcd"))
    return stores[0].open_review("1.2.3").review.text


def test_four_threads_with_one_store_lose_none_of_400_changes(tmp_path: Path) -> None:
    store = Store(url_of(tmp_path))
    with_review(store)
    assert Counter(written_by_all([store] * WRITERS)) == dict.fromkeys("abcd", CHANGES)
    store.close()


def test_four_desks_on_one_file_lose_none_of_400_changes(tmp_path: Path) -> None:
    stores = [Store(url_of(tmp_path)) for _ in range(WRITERS)]
    with_review(stores[0])
    assert Counter(written_by_all(stores)) == dict.fromkeys("abcd", CHANGES)
    for store in stores:
        store.close()
    assert verify(url_of(tmp_path)).findings == ()


def test_desks_that_first_open_one_file_at_once_all_find_it_ready(tmp_path: Path) -> None:
    with ThreadPoolExecutor(WRITERS) as pool:
        stores = list(pool.map(lambda _: Store(url_of(tmp_path)), range(WRITERS)))
    assert [store.studies() for store in stores] == [[]] * WRITERS
    for store in stores:
        store.close()


WRITER = """
import sys
from app.store.database import url_of
from app.store.store import Store
from tests.app.store.storing import saved, with_review

store = Store(url_of(sys.argv[1]))
stored = with_review(store)
while True:
    stored = saved(store, stored, "word ")
    print(stored.review.version, flush=True)
"""


@pytest.mark.parametrize("seed", range(4))
def test_a_writer_killed_at_any_moment_leaves_all_that_it_had_acknowledged(tmp_path: Path, seed: int) -> None:
    checkout = Path(__file__).resolve().parents[3]
    command = [sys.executable, "-c", WRITER, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=checkout) as writer:
        assert writer.stdout is not None
        for _ in range(random.Random(seed).randint(3, 60)):
            acknowledged = int(writer.stdout.readline())
        writer.send_signal(signal.SIGKILL)
        acknowledged = max([acknowledged, *map(int, writer.stdout.read().split())])
    store = Store(url_of(tmp_path))
    review = store.open_review("1.2.3").review
    store.close()
    assert review.version >= acknowledged
    assert review.text == "word " * review.version
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
