"""Chain the operations, seal the other rows, and begin an audit."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from engine.sealing import chained, review_start, seal

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the hashes, compute them for what is there, and make the tables of the audit."""
    for table, column in _HASHES:
        op.add_column(table, sa.Column(column, sa.String(64), nullable=False, server_default=""))
    op.create_table(
        "audit_chains",
        sa.Column("origin", sa.String(32), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("head", sa.String(64), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("origin", name="pk_audit_chains"),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("origin", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("time", sa.DateTime(timezone=True), nullable=False),
        sa.Column("user", sa.Text(), nullable=False),
        sa.Column("event", sa.String(32), nullable=False),
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("action", sa.String(1), nullable=False),
        sa.Column("study_uid", sa.Text(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(["origin"], ["audit_chains.origin"], name="fk_audit_origin_audit_chains"),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
        sa.UniqueConstraint("origin", "seq", name="uq_audit_origin_seq"),
    )
    connection = op.get_bind()
    _chain_operations(connection)
    for table, key in (("studies", "study_uid"), ("panels", "id"), ("reviews", "id")):
        _seal_rows(connection, table, key)


_HASHES = (
    ("operations", "hash"),
    ("reviews", "head"),
    ("reviews", "seal"),
    ("panels", "seal"),
    ("studies", "seal"),
)


def _chain_operations(connection: sa.Connection) -> None:
    for review_id, study_uid in connection.execute(sa.text("SELECT id, study_uid FROM reviews")).all():
        head = review_start(study_uid)
        rows = connection.execute(
            sa.text("SELECT * FROM operations WHERE review_id = :review ORDER BY seq"), {"review": review_id}
        ).mappings()
        for row in rows.all():
            head = chained("operations", head, dict(row))
            connection.execute(
                sa.text("UPDATE operations SET hash = :hash WHERE id = :id"), {"hash": head, "id": row["id"]}
            )
        connection.execute(
            sa.text("UPDATE reviews SET head = :head WHERE id = :id"), {"head": head, "id": review_id}
        )


def _seal_rows(connection: sa.Connection, table: str, key: str) -> None:
    keys = connection.execute(sa.text(f"SELECT {key} FROM {table}")).scalars().all()
    for value in keys:  # one at a time: a panel may be large
        row = connection.execute(
            sa.text(f"SELECT * FROM {table} WHERE {key} = :key"), {"key": value}
        ).mappings()
        connection.execute(
            sa.text(f"UPDATE {table} SET seal = :seal WHERE {key} = :key"),
            {"seal": seal(table, dict(row.one())), "key": value},
        )
