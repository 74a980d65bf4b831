"""One file per schema, oldest first."""
