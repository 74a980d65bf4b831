from __future__ import annotations

from pathlib import Path

from app.opening import StoreOpener
from app.store.database import url_of
from app.store.store import Store


def test_the_audit_says_that_the_desk_was_started_and_by_whom(tmp_path: Path) -> None:
    StoreOpener(str(tmp_path), "Dr. Roe")().close()
    store = Store(url_of(tmp_path))
    newest = store.audit(limit=1)[0]
    store.close()
    assert (newest.event, newest.code, newest.user) == ("started", "110100", "Dr. Roe")
