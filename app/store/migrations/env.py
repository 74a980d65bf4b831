"""Alembic's entry: runs the revisions on the connection and in the transaction that the store has opened."""

from __future__ import annotations

from alembic import context

from app.store.tables import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,  # SQLite cannot alter most things in place
)
context.run_migrations()
