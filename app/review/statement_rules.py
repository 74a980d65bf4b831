"""The rules by which sentences are laid side by side, `resources/text/statements.toml`: read strictly.

What the file may hold is written at its head. Phrases become one pattern each list; the file is read once.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engine.errors import ConsiliumError, RulesMalformed
from engine.panel import Polarity
from engine.resources import RESOURCES
from engine.strict_json import JsonNode
from engine.text.findings import LABELS

RULES = RESOURCES / "text" / "statements.toml"

Pattern = re.Pattern[str]
_NEVER = re.compile(r"(?!)")
_ALWAYS = re.compile("")


@dataclass(frozen=True, slots=True)
class Subject:
    """What a statement can be about: a finding (`label`), or a part of the film ("" as label).

    `placed`: it may lie at several heights of the lung. `sites` are parts of the body, by name, and the words
    that tell of them.
    """

    name: str
    region: str
    label: str
    placed: bool
    sites: tuple[tuple[str, Pattern], ...]
    phrases: Pattern
    alone: Pattern
    last: Pattern


@dataclass(frozen=True, slots=True)
class Spared:
    """A denial in words like `denials` leaves findings alone that are told in words like `findings`."""

    label: str
    denials: Pattern
    findings: Pattern


@dataclass(frozen=True, slots=True)
class Clearing:
    """Words that call all `labels` absent at once."""

    phrases: Pattern
    labels: frozenset[str]


@dataclass(frozen=True, slots=True)
class StatementRules:
    """All that is known of statements. `levels`: the heights of the lung that a place may reach."""

    regions: tuple[str, ...]
    levels: Mapping[str, frozenset[str]]
    subjects: tuple[Subject, ...]
    whereabouts: Pattern
    remainder: Pattern
    spared: tuple[Spared, ...]
    clearings: tuple[Clearing, ...]
    not_cleared: Pattern

    def subject(self, name: str) -> Subject | None:
        """The subject of that name, None for statements that no rule places."""
        return next((subject for subject in self.subjects if subject.name == name), None)

    def exemptions(self, plain: str, label: str, polarity: Polarity | None) -> frozenset[int]:
        """Which rules of `spared` a sentence meets; a denial and a finding that share one are at peace."""
        denied = polarity is Polarity.ABSENT
        return frozenset(
            index
            for index, rule in enumerate(self.spared)
            if rule.label in ("", label) and (rule.denials if denied else rule.findings).search(plain)
        )


@cache
def shipped_rules() -> StatementRules:
    """The shipped rules, read once per process."""
    return read_statement_rules(RULES)


def read_statement_rules(path: Path) -> StatementRules:
    """The rules of a file; `RulesMalformed` names what does not fit, and where."""

    def refuse(problem: str) -> ConsiliumError:
        return RulesMalformed(problem, where=str(path), todo="Its head says how it is written.")

    try:
        top = JsonNode(tomllib.loads(path.read_text(encoding="utf-8")), "", refuse)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise refuse(f"This is not TOML: {problem}.") from problem
    members = top.members(
        {"regions", "levels", "subjects", "whereabouts", "remainder", "spared", "clearings", "cleared"}
    )
    regions = tuple(node.text() for node in members["regions"].items())
    return StatementRules(
        regions,
        {place: _names(node) for place, node in members["levels"].mapping().items()},
        tuple(_subject(node, regions) for node in members["subjects"].items()),
        _pattern(members["whereabouts"].members({"phrases"}), "phrases", _NEVER),
        _pattern(members["remainder"].members({"phrases"}), "phrases", _NEVER),
        tuple(_spared(node) for node in members["spared"].items()),
        tuple(_clearing(node) for node in members["clearings"].items()),
        _pattern(members["cleared"].members({"findings"}), "findings", _NEVER),
    )


def _subject(node: JsonNode, regions: tuple[str, ...]) -> Subject:
    members = node.members({"name", "region"}, {"label", "placed", "sites", "phrases", "alone", "last"})
    region = members["region"]
    if region.text() not in regions:
        raise region.error("is none of the regions.")
    return Subject(
        members["name"].text(),
        region.text(),
        _label(members["label"]) if "label" in members else "",
        "placed" in members and members["placed"].value is True,
        _sites(members["sites"]) if "sites" in members else (),
        _pattern(members, "phrases", _NEVER),
        _pattern(members, "alone", _NEVER),
        _pattern(members, "last", _NEVER),
    )


def _sites(node: JsonNode) -> tuple[tuple[str, Pattern], ...]:
    sites = node.mapping()
    return tuple((name, _pattern(sites, name, _NEVER)) for name in sites)


def _spared(node: JsonNode) -> Spared:
    members = node.members({"findings"}, {"label", "denials"})
    return Spared(
        _label(members["label"]) if "label" in members else "",
        _pattern(members, "denials", _ALWAYS),
        _pattern(members, "findings", _NEVER),
    )


def _clearing(node: JsonNode) -> Clearing:
    members = node.members({"phrases", "labels"})
    labels = frozenset(_label(label) for label in members["labels"].items())
    return Clearing(_pattern(members, "phrases", _NEVER), labels)


def _label(node: JsonNode) -> str:
    if node.text() not in LABELS:
        raise node.error("is none of the 14 labels.")
    return node.text()


def _names(node: JsonNode) -> frozenset[str]:
    return frozenset(name.text() for name in node.items())


def _pattern(members: Mapping[str, JsonNode], key: str, otherwise: Pattern) -> Pattern:
    """One pattern for the list under `key`, `otherwise` where there is none."""
    if key not in members:
        return otherwise
    phrases = [_phrase(node) for node in members[key].items()]
    if not phrases:
        raise members[key].error("is empty; leave it out.")
    return re.compile(rf"(?<!\w)(?:{'|'.join(phrases)})(?!\w)")


def _phrase(node: JsonNode) -> str:
    try:
        re.compile(node.text())
    except re.error as problem:
        raise node.error(f"is no regular expression: {problem}.") from problem
    return f"(?:{node.text()})"
