"""The labeller's rules on disk, `resources/text/findings.toml`: read strictly, compiled once.

A phrase is a regular expression on lower-case text. `{name}` stands for the words of that name in `[words]`,
which may use those above it. A phrase starts and ends where a word does, or at a sign.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

from engine.errors import ConsiliumError, RulesMalformed
from engine.strict_json import JsonNode
from engine.text.mentions import Kind, LabelPhrases
from engine.text.places import PlaceWords
from engine.text.polarity import Cues
from engine.text.wording import Wording

_NAME = re.compile(r"\{([a-z_]+)\}")
_CAPTURING = re.compile(r"(?<!\\)\((?!\?)")
_SECTIONS = frozenset(
    ("spelling", "restored", "words", "labels", "normal", "context", "sides", "places", "shared")
)
_SIGNS = (",", ";", ":", "/", "\\.")  # how a phrase starts that needs no word's edge before it
_SIDES = frozenset({"left", "right", "bilateral"})


@dataclass(frozen=True, slots=True)
class Rules:
    """All that the labeller knows.

    `normal` calls a whole film so; `digest` is the first eight hex digits of the file's SHA-256.
    """

    wording: Wording
    labels: tuple[LabelPhrases, ...]
    normal: re.Pattern[str]
    cues: Cues
    places: PlaceWords
    digest: str


@dataclass(frozen=True, slots=True)
class _Phrases:
    """Turns nodes of the file into patterns."""

    words: Mapping[str, str]

    def pattern(self, node: JsonNode) -> re.Pattern[str]:
        """One pattern for a list of phrases."""
        phrases = [self.expanded(phrase) for phrase in node.items()]
        if not phrases:
            raise node.error("is empty; leave it out.")
        return _any_of(phrases)

    def expanded(self, node: JsonNode) -> str:
        """A phrase with its named words filled in; no group captures, for speed."""

        def words(match: re.Match[str]) -> str:
            if match.group(1) not in self.words:
                raise node.error(f"uses {match.group()}, which [words] does not have above it.")
            return self.words[match.group(1)]

        phrase = _CAPTURING.sub("(?:", _NAME.sub(words, node.text()))
        try:
            re.compile(phrase)
        except re.error as problem:
            raise node.error(f"is no regular expression: {problem}.") from problem
        return phrase


def _any_of(phrases: Sequence[str]) -> re.Pattern[str]:
    """One pattern for all phrases; those that start with a sign need no word's edge before them."""
    signs = [phrase for phrase in phrases if phrase.startswith(_SIGNS)]
    words = [phrase for phrase in phrases if not phrase.startswith(_SIGNS)]
    parts = [rf"(?<!\w)(?:{'|'.join(words)})"] * bool(words) + signs
    return re.compile(rf"(?:{'|'.join(parts)})(?:(?!\w)|(?<=\W))")


def read_rules(path: Path, labels: tuple[str, ...]) -> Rules:
    """The rules of a file for these labels. `RulesMalformed` names what does not fit, and where."""

    def refuse(problem: str) -> ConsiliumError:
        return RulesMalformed(problem, where=str(path), todo="Its head says how it is written.")

    data = path.read_bytes()
    try:
        top = JsonNode(tomllib.loads(data.decode("utf-8")), "", refuse)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise refuse(f"This is not TOML: {problem}.") from problem
    members = top.members(_SECTIONS)
    phrases = _Phrases(_words(members["words"]))
    return Rules(
        _wording(members["spelling"], members["restored"]),
        tuple(_label(node, phrases, labels) for node in members["labels"].items()),
        phrases.pattern(members["normal"].members({"phrases"})["phrases"]),
        _cues(members["context"], phrases),
        _places(members, phrases, labels),
        hashlib.sha256(data).hexdigest()[:8],
    )


def _words(node: JsonNode) -> dict[str, str]:
    """Named words, each with those above it filled in."""
    words: dict[str, str] = {}
    for name, value in node.mapping().items():
        words[name] = f"(?:{_Phrases(words).expanded(value)})"
    return words


def _wording(spelling: JsonNode, restored: JsonNode) -> Wording:
    patterns = []
    for node in restored.items():
        members = node.members({"pattern", "words"})
        source = _Phrases({}).expanded(members["pattern"])
        patterns.append((_any_of([source]), members["words"].text()))
    corrected = {
        wrong.text(): right for right, words in spelling.mapping().items() for wrong in words.items()
    }
    return Wording(corrected, tuple(patterns))


def _label(node: JsonNode, phrases: _Phrases, labels: tuple[str, ...]) -> LabelPhrases:
    members = node.members({"name", Kind.OPEN.value}, [kind.value for kind in Kind])
    patterns = [(kind, phrases.pattern(members[kind.value])) for kind in Kind if kind.value in members]
    return LabelPhrases(_label_name(members["name"], labels), tuple(patterns))


def _cues(node: JsonNode, phrases: _Phrases) -> Cues:
    members = node.members([entry.name for entry in fields(Cues)])
    return Cues(**{name: phrases.pattern(member) for name, member in members.items()})


def _places(members: Mapping[str, JsonNode], phrases: _Phrases, labels: tuple[str, ...]) -> PlaceWords:
    places = {
        place: node.members({"phrases"}, {"side"}) for place, node in members["places"].mapping().items()
    }
    shared = members["shared"].members({"lists", "taken_for", "midline"})
    return PlaceWords(
        {side: phrases.pattern(node) for side, node in members["sides"].members(_SIDES).items()},
        {place: phrases.pattern(node["phrases"]) for place, node in places.items()},
        {place: node["side"].text() for place, node in places.items() if "side" in node},
        re.compile("|".join(phrases.expanded(node) for node in shared["lists"].items())),
        phrases.pattern(shared["taken_for"]),
        frozenset(_label_name(node, labels) for node in shared["midline"].items()),
    )


def _label_name(node: JsonNode, labels: tuple[str, ...]) -> str:
    if node.text() not in labels:
        raise node.error("is none of the 14 labels.")
    return node.text()
