"""Words from files and models, made safe to show: no character in them moves others about."""

from __future__ import annotations

TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Embeddings, overrides and isolates: by them "no effusion" can be shown as other words."""
REPLACEMENT = "\ufffd"
CONTROLS = frozenset(map(chr, (*range(0x20), 0x7F))) - frozenset("\n\r\t\f\x1b")
"""Not the escape and not those from 0x80 on: in text whose character set nobody declared they are halves of
letters, which are read again in the set that is chosen."""
AS_BLANKS = str.maketrans(dict.fromkeys("\n\r\t\f", " "))


def visible(text: str) -> str:
    """The text with a visible sign for every character that moves others about: control characters, and those
    that turn the direction of what follows. Line ends and tabs stay; no letter of any script is touched."""
    if text.isprintable():
        return text
    return "".join(REPLACEMENT if _moves_others(char) else char for char in text)


def one_line(text: str) -> str:
    """The same in one line."""
    return visible(text).translate(AS_BLANKS)


def _moves_others(char: str) -> bool:
    return char in TURNING or char in CONTROLS
