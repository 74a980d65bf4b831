"""The phrase book: every wording of every statement, read strictly from `resources/phantoms/language.toml`.

A wording that is not understood, a key too many or a statement without its usual wording is an error: a
phrase that silently drops out would change what a model learns.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from engine.errors import RecipeError
from engine.text.findings import LABELS

BLANKS = frozenset({"side", "place", "size", "sizely", "slight", "level", "zone", "length"})
CONDITIONS = frozenset({"", "shallow breath", "turned", "wide aorta", "healthy"})

Table = dict[str, Any]
Key = TypeVar("Key")
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Wordings:
    """Ways to put one thing: the usual one, brief others and full others, each the more frequent first."""

    usual: str
    brief: tuple[str, ...]
    full: tuple[str, ...]

    @property
    def all(self) -> tuple[str, ...]:
        """Every wording."""
        return (self.usual, *self.brief, *self.full)

    def without(self, blank: str) -> Wordings:
        """The wordings that do not ask for a blank."""
        brief, full = (
            tuple(phrase for phrase in phrases if blank not in phrase) for phrases in (self.brief, self.full)
        )
        return Wordings(self.usual, brief, full)


@dataclass(frozen=True, slots=True)
class Statement:
    """How a kind of finding is put: `certain`, or `faint` where it hardly shows (None: it always shows)."""

    region: str
    certain: Wordings
    faint: Wordings | None


@dataclass(frozen=True, slots=True)
class Denial:
    """What is absent: `denies` are the labels denied, `absent` all that must be absent for it to be true.

    `remainder` is said beside something that is there ("otherwise clear"); `rare` is an addition.
    """

    region: str
    denies: frozenset[str]
    absent: frozenset[str]
    wordings: Wordings
    rare: bool
    remainder: bool


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence about no label: `when` is what it asks of the person, `absent` what must not be there."""

    region: str
    when: str
    absent: frozenset[str]
    wordings: Wordings


@dataclass(frozen=True, slots=True)
class PhraseBook:
    """All wordings.

    Statements are keyed by (kind, on both sides), places by (zone, side, lobe), with no lobe where a zone of
    the film is named, sizes by the word that they stand for.
    """

    regions: tuple[str, ...]
    statements: Mapping[tuple[str, bool], Statement]
    denials: tuple[Denial, ...]
    remarks: tuple[Remark, ...]
    places: Mapping[tuple[str, str, str], Wordings]
    sizes: Mapping[str, Wordings]

    def statement(self, kind: str, both_sides: bool) -> Statement:
        """The statement about a kind; one for both sides together where there is one."""
        return self.statements.get((kind, both_sides)) or self.statements[kind, False]

    def wordings(self) -> Iterator[Wordings]:
        """Everything that a report can hold."""
        for statement in self.statements.values():
            yield from filter(None, (statement.certain, statement.faint))
        yield from (denial.wordings for denial in self.denials)
        yield from (remark.wordings for remark in self.remarks)
        yield from self.places.values()
        yield from self.sizes.values()

    def words(self) -> frozenset[str]:
        """Every word, lower-cased, in a wording; what fills its blanks from elsewhere is not among them."""
        text = " ".join(phrase for wordings in self.wordings() for phrase in wordings.all)
        return frozenset(re.findall(r"[a-z-]+", re.sub(r"\{\w+\}", " ", text).lower()))


def read_phrase_book(path: Path) -> PhraseBook:
    """Read and check; RecipeError names what does not fit."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        return _phrase_book(data)
    except (OSError, ValueError, KeyError, TypeError) as problem:
        raise RecipeError(
            f"the phrases of the phantoms' reports cannot be used: {problem}.",
            where=path.name,
            todo="Restore the file from the distribution.",
        ) from problem


def _phrase_book(data: Table) -> PhraseBook:
    regions = tuple(data.pop("regions"))
    book = PhraseBook(
        regions,
        _once(_statement(table) for table in data.pop("findings")),
        tuple(_denial(table) for table in data.pop("denials")),
        tuple(_remark(table) for table in data.pop("remarks")),
        _once(
            ((table.pop("zone"), table.pop("side"), table.pop("lobe", "")), _wordings(table))
            for table in data.pop("places")
        ),
        _once((table.pop("size"), _wordings(table)) for table in data.pop("sizes")),
    )
    _nothing_left(data)
    for told in (book.statements.values(), book.denials, book.remarks):
        _known({item.region for item in told}, regions, "region")
    _known({remark.when for remark in book.remarks}, CONDITIONS, "condition")
    return book


def _once(pairs: Iterable[tuple[Key, Value]]) -> dict[Key, Value]:
    """A mapping; a key that comes twice is an error."""
    found: dict[Key, Value] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"{key} is there twice")
        found[key] = value
    return found


def _statement(table: Table) -> tuple[tuple[str, bool], Statement]:
    key = (str(table.pop("kind")), bool(table.pop("both_sides", False)))
    region, faint = table.pop("region"), table.pop("faint", None)
    return key, Statement(region, _wordings(table), None if faint is None else _wordings(faint))


def _denial(table: Table) -> Denial:
    denies, absent = _labels(table, "denies"), _labels(table, "absent")
    rare, remainder = bool(table.pop("rare", False)), bool(table.pop("remainder", False))
    region = table.pop("region")
    must = frozenset() if remainder else denies | absent
    return Denial(region, denies, must, _wordings(table), rare, remainder)


def _remark(table: Table) -> Remark:
    absent = _labels(table, "absent")
    return Remark(table.pop("region"), table.pop("when"), absent, _wordings(table))


def _labels(table: Table, key: str) -> frozenset[str]:
    labels = frozenset(table.pop(key, ()))
    _known(labels, LABELS, "label")
    return labels


def _wordings(table: Table) -> Wordings:
    """What is left of a table once its own keys are taken."""
    wordings = Wordings(table.pop("usual"), _texts(table, "brief"), _texts(table, "full"))
    _nothing_left(table)
    for phrase in wordings.all:
        _known(set(re.findall(r"\{(\w*)\}", phrase)), BLANKS, "blank")
    return wordings


def _texts(table: Table, key: str) -> tuple[str, ...]:
    texts = table.pop(key, [])
    if not isinstance(texts, list):
        raise TypeError(f"{key!r} must be a list")
    return tuple(texts)


def _nothing_left(table: Table) -> None:
    if table:
        raise ValueError(f"unknown key {', '.join(map(repr, table))}")


def _known(names: Collection[str], known: Collection[str], what: str) -> None:
    if unknown := sorted(set(names) - set(known)):
        raise ValueError(f"unknown {what} {', '.join(map(repr, unknown))}")
