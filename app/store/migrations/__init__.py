"""The schema's history, run by Alembic whenever a store is opened."""
