"""Triggers by which SQLite itself refuses to alter what is only ever added to.

They stop a program that does not know better and a slip of the hand; who means it can drop them. What was
altered then is found by the hashes. A server's tables have none: there, rights do that work.
"""

from __future__ import annotations

from sqlalchemy import Connection

_REFUSED = "BEGIN SELECT RAISE(ABORT, '{table} are only added to'); END"
_QUESTIONS = ("questions", "question_sets", "sittings", "sitting_events", "model_answers")
_NO_UPDATE = ("operations", "panels", "audit", *_QUESTIONS)
_NO_DELETE = (*_NO_UPDATE, "audit_chains", "reviews", "studies")
_SIGNED = (
    "BEFORE UPDATE ON reviews WHEN OLD.status IN ('signed', 'addended') AND "
    "(NEW.text IS NOT OLD.text OR NEW.marks IS NOT OLD.marks) "
    "BEGIN SELECT RAISE(ABORT, 'a signed report stays as it is'); END"
)

GUARDS = {
    **{f"{t}_no_update": f"BEFORE UPDATE ON {t} {_REFUSED.format(table=t)}" for t in _NO_UPDATE},
    **{f"{t}_no_delete": f"BEFORE DELETE ON {t} {_REFUSED.format(table=t)}" for t in _NO_DELETE},
    "reviews_signed": _SIGNED,
}
"""Every trigger by its name."""


def remove_guards(connection: Connection) -> None:
    """Let a migration do its work."""
    if connection.dialect.name == "sqlite":
        for name in GUARDS:
            connection.exec_driver_sql(f"DROP TRIGGER IF EXISTS {name}")


def install_guards(connection: Connection) -> None:
    """Guard the tables of the present schema."""
    if connection.dialect.name == "sqlite":
        for name, body in GUARDS.items():
            connection.exec_driver_sql(f"CREATE TRIGGER {name} {body}")
