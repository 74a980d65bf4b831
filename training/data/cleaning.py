"""What R2Gen does to reports before it learns from them and before it scores them (Chen et al., EMNLP 2020).

A report becomes lower-case words between blanks, each sentence closed by " .". The rules are R2Gen's to the
letter, with what they leave behind: an empty sentence stays as a full stop between two blanks, a decimal
point goes ("2.5" becomes "25"), a hyphen stays, for the deleted characters' class has a range ":" to "[".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

_ITEMS = "2345"  # numbers of a list's items that are taken away; of the first, "1. ", every occurrence
_QUOTING = str.maketrans("", "", "\"/\\'")
_PUNCTUATION = re.compile(r"[.,?;*!%^&_+(){}\]:-\[]")


def r2gen_iu(report: str) -> str:
    r"""A report of IU X-Ray as R2Gen cleans it.

    >>> r2gen_iu("Heart size is normal.. No pneumothorax, no effusion.")
    'heart size is normal . no pneumothorax no effusion .'
    """
    return _sentences(_repeated(report, "..", ".", 3))


def r2gen_mimic(report: str) -> str:
    r"""A report of MIMIC-CXR as R2Gen cleans it: line breaks and runs of blanks and of "_" go first.

    >>> r2gen_mimic("FINDINGS of ___:\n 1. Clear.\n 2. No effusion.")
    'findings of  clear . no effusion .'
    """
    joined = _repeated(report.replace("\n", " "), "__", "_", 7)
    blanks = _repeated(joined, "  ", " ", 6)
    return _sentences(_repeated(blanks, "..", ".", 8))


def unchanged(report: str) -> str:
    """The report as it is."""
    return report


CLEANING: Mapping[str, Callable[[str], str]] = MappingProxyType(
    {"none": unchanged, "r2gen-iu": r2gen_iu, "r2gen-mimic": r2gen_mimic}
)


def _repeated(text: str, old: str, new: str, times: int) -> str:
    for _ in range(times):
        text = text.replace(old, new)
    return text


def _sentences(text: str) -> str:
    text = text.replace("1. ", "")
    for item in _ITEMS:
        text = text.replace(f". {item}. ", ". ")
    for item in _ITEMS:
        text = text.replace(f" {item}. ", ". ")
    return " . ".join(map(_sentence, text.strip().lower().split(". "))) + " ."


def _sentence(text: str) -> str:
    return _PUNCTUATION.sub("", text.translate(_QUOTING).strip())
