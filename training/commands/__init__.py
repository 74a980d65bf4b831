"""Subcommands of `python -m training`, one module each, loaded when called."""
