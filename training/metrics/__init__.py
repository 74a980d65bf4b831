"""Scores, each with a signature of all that could change it."""
