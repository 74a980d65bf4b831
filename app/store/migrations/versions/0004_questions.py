"""Questions: sets, sittings with their events, and what models answered. Nothing of the reviews changes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the tables; they are only ever added to."""
    op.create_table(
        "questions",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("json", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_questions"),
    )
    op.create_table(
        "question_sets",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("json", sa.Text(), nullable=False),
        sa.Column("added", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_question_sets"),
    )
    op.create_table(
        "sittings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("reader", sa.Text(), nullable=False),
        sa.Column("plan", sa.Text(), nullable=False),
        sa.Column("begun", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sittings"),
    )
    op.create_table(
        "sitting_events",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("sitting_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("json", sa.Text(), nullable=False),
        sa.Column("time", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["sitting_id"], ["sittings.id"], name="fk_sitting_events_sitting_id_sittings"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_sitting_events"),
        sa.UniqueConstraint("sitting_id", "seq", name="uq_sitting_events_sitting_id_seq"),
    )
    op.create_table(
        "model_answers",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("question", sa.String(64), nullable=False),
        sa.Column("bundle_sha256", sa.String(64), nullable=False),
        sa.Column("json", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_model_answers"),
        sa.UniqueConstraint("question", "bundle_sha256", name="uq_model_answers_question_bundle_sha256"),
    )
