"""The language of the phantoms' reports: a phrase book, observers, and reports written by them."""

from training.phantoms.language.report import Report, ShownFinding, vocabulary, write_report

__all__ = ["Report", "ShownFinding", "vocabulary", "write_report"]
