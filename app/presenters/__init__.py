"""Plain Python: decide, never draw."""
