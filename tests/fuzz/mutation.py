"""Real files, changed: what a fault on the way, a careless program or an attacker would make of them.

A mutated input is named by seed and number and can be made again from those and the same real files.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

MOST_CHANGES = 8
LONGEST_RUN = 256
"""Bytes that one change inserts, repeats or takes out, at most."""
LARGEST = 1 << 20
"""No mutated input is longer: time goes into many, not into long ones."""

WORDS = (
    0,
    1,
    2,
    3,
    7,
    8,
    0x7F,
    0x80,
    0xFF,
    0x7FFF,
    0x8000,
    0xFFFE,
    0xFFFF,
    0x7FFFFFFF,
    0x80000000,
    0xFFFFFFFF,
)
"""Values at which counts, sizes and offsets go wrong."""

TOKENS = tuple(
    token.encode("latin-1")
    for token in (
        # DICOM: items and delimiters, value representations, much used elements
        "\xfe\xff\x00\xe0", "\xfe\xff\x0d\xe0", "\xfe\xff\xdd\xe0", "\xff\xff\xff\xff", "DICM",
        "SQ\0\0\xff\xff\xff\xff", "UN\0\0", "OB\0\0", "UT\0\0", "DS", "IS", "PN", "ZZ",
        "\x28\0\x10\0", "\xe0\x7f\x10\0",
        "\x08\0\x05\0", "\x04\0\x20\x12", "\x04\0\x00\x15", "..\\..\\X", "\\", "1.2.840.10008.1.2.1.99",
        # ZIP
        "PK\x03\x04", "PK\x01\x02", "PK\x05\x06", "PK\x06\x06", "../", "/etc/x", "C:\\x",
        # JSON, TOML, CSV
        "[" * 64, "{\"a\":" * 32, "NaN", "1e999", "-0", "9" * 300, "null", "true", "\"\"", "\\u0000", "{",
        "\\ud800", "}",
        "\"", ",", "\n", "\r", "\0", "'''", "]]", "\xef\xbb\xbf", "\xe2\x80\xae", "<b>", "<img src=\"x\">",
    )
)  # fmt: skip

Change = Callable[[bytearray, Random, Sequence[bytes]], None]


def mutated(random: Random, seeds: Sequence[bytes]) -> bytes:
    """One of the real files after one to eight changes."""
    data = bytearray(random.choice(seeds))
    for _ in range(random.randint(1, MOST_CHANGES)):
        random.choice(CHANGES)(data, random, seeds)
        del data[LARGEST:]
    return bytes(data)


def _place(data: bytearray, random: Random) -> int:
    """Anywhere; every second time near the beginning, where most of what counts stands."""
    length = len(data)
    return random.randrange(min(length, 512) if random.random() < 0.5 else length) if length else 0


def _flip_a_bit(data: bytearray, random: Random, _: Sequence[bytes]) -> None:
    if data:
        data[_place(data, random)] ^= 1 << random.randrange(8)


def _set_a_byte(data: bytearray, random: Random, _: Sequence[bytes]) -> None:
    if data:
        data[_place(data, random)] = random.randrange(256)


def _set_a_number(data: bytearray, random: Random, _: Sequence[bytes]) -> None:
    size = random.choice((1, 2, 4, 8))
    value = random.choice(WORDS) % (1 << 8 * size)
    at = _place(data, random)
    data[at : at + size] = value.to_bytes(size, random.choice(("little", "big")))


def _insert_a_token(data: bytearray, random: Random, _: Sequence[bytes]) -> None:
    at = _place(data, random)
    data[at:at] = random.choice(TOKENS)


def _write_a_token_over(data: bytearray, random: Random, _: Sequence[bytes]) -> None:
    token, at = random.choice(TOKENS), _place(data, random)
    data[at : at + len(token)] = token


def _insert_noise(data: bytearray, random: Random, _: Sequence[bytes]) -> None:
    at = _place(data, random)
    data[at:at] = random.randbytes(random.randint(1, LONGEST_RUN))


def _take_out(data: bytearray, random: Random, _: Sequence[bytes]) -> None:
    at = _place(data, random)
    del data[at : at + random.randint(1, LONGEST_RUN)]


def _repeat(data: bytearray, random: Random, _: Sequence[bytes]) -> None:
    at = _place(data, random)
    piece = data[at : at + random.randint(1, LONGEST_RUN)]
    data[at:at] = piece * random.choice((1, 1, 2, 16))


def _move(data: bytearray, random: Random, _: Sequence[bytes]) -> None:
    at = _place(data, random)
    piece = data[at : at + random.randint(1, LONGEST_RUN)]
    del data[at : at + len(piece)]
    to = _place(data, random)
    data[to:to] = piece


def _cut(data: bytearray, random: Random, _: Sequence[bytes]) -> None:
    del data[_place(data, random) :]


def _graft(data: bytearray, random: Random, seeds: Sequence[bytes]) -> None:
    """The rest of another real file in place of this one's."""
    other = random.choice(seeds)
    data[_place(data, random) :] = other[random.randrange(len(other) + 1) :]


CHANGES: tuple[Change, ...] = (
    _flip_a_bit,
    _set_a_byte,
    _set_a_number,
    _set_a_number,
    _insert_a_token,
    _write_a_token_over,
    _insert_noise,
    _take_out,
    _repeat,
    _move,
    _cut,
    _graft,
)
