"""Studies, panels, reviews and their operations."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the four tables."""
    op.create_table(
        "studies",
        sa.Column("study_uid", sa.Text(), nullable=False),
        sa.Column("name_alphabetic", sa.Text(), nullable=False),
        sa.Column("name_ideographic", sa.Text(), nullable=False),
        sa.Column("name_phonetic", sa.Text(), nullable=False),
        sa.Column("patient_id", sa.Text(), nullable=False),
        sa.Column("issuer", sa.Text(), nullable=False),
        sa.Column("birth_date", sa.Text(), nullable=False),
        sa.Column("sex", sa.Text(), nullable=False),
        sa.Column("study_date", sa.Text(), nullable=False),
        sa.Column("study_time", sa.Text(), nullable=False),
        sa.Column("accession_number", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("paths", sa.Text(), nullable=False),
        sa.Column("first_opened", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_opened", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("study_uid", name="pk_studies"),
    )
    op.create_table(
        "panels",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("study_uid", sa.Text(), nullable=False),
        sa.Column("json", sa.Text(), nullable=False),
        sa.Column("bundle", sa.Text(), nullable=False),
        sa.Column("bundle_sha256", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["study_uid"], ["studies.study_uid"], name="fk_panels_study_uid_studies"),
        sa.PrimaryKeyConstraint("id", name="pk_panels"),
    )
    op.create_index("ix_panels_study_uid", "panels", ["study_uid"])
    op.create_table(
        "reviews",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("study_uid", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("marks", sa.Text(), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("saved", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["study_uid"], ["studies.study_uid"], name="fk_reviews_study_uid_studies"),
        sa.PrimaryKeyConstraint("id", name="pk_reviews"),
        sa.UniqueConstraint("study_uid", name="uq_reviews_study_uid"),
    )
    op.create_table(
        "operations",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("review_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("role", sa.String(8), nullable=False),
        sa.Column("json", sa.Text(), nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("time", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["review_id"], ["reviews.id"], name="fk_operations_review_id_reviews"),
        sa.PrimaryKeyConstraint("id", name="pk_operations"),
        sa.UniqueConstraint("review_id", "seq", name="uq_operations_review_id_seq"),
    )
