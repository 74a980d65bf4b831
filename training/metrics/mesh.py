"""What the MeSH codes of a report say about the 14 labels, by `resources/text/mesh.toml`."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.errors import ConsiliumError, RecipeError
from engine.panel import Finding, Polarity
from engine.resources import RESOURCES
from engine.strict_json import JsonNode
from engine.text.findings import LABELS, merged

CODES = RESOURCES / "text" / "mesh.toml"


@dataclass(frozen=True, slots=True)
class Code:
    """A heading and its qualifiers: "opacity/lung/base" is a heading with two."""

    heading: str
    qualifiers: frozenset[str]

    def fits(self, code: Code) -> bool:
        """Whether `code` has this heading and all these qualifiers."""
        return self.heading == code.heading and self.qualifiers <= code.qualifiers


@dataclass(frozen=True, slots=True)
class LabelCodes:
    """Which codes state one label, and which of those they would fit do not."""

    label: str
    entries: tuple[tuple[Code, Polarity], ...]
    excepted: tuple[Code, ...]

    def polarity(self, code: Code) -> Polarity | None:
        """What the code says of the label; the entry with the most qualifiers decides."""
        fitting = [entry for entry in self.entries if entry[0].fits(code)]
        if not fitting or any(entry.fits(code) for entry in self.excepted):
            return None
        return max(fitting, key=lambda entry: len(entry[0].qualifiers))[1]


@dataclass(frozen=True, slots=True)
class MeshCodes:
    """All entries, and the qualifiers that say where. `digest` names them in scores.

    `same_height` maps a place to the one it is counted with: zones of the film with lobes of the lung.
    """

    labels: tuple[LabelCodes, ...]
    sides: Mapping[str, str]
    places: Mapping[str, str]
    same_height: Mapping[str, str]
    digest: str

    def findings(self, codes: Iterable[str]) -> tuple[Finding, ...]:
        """At most one finding per label, merged as a report's own statements are."""
        said = [finding for code in codes for finding in self._said(parsed(code))]
        return merged(said) if said else (Finding(LABELS[0], Polarity.PRESENT),)

    def _said(self, code: Code) -> list[Finding]:
        side = next((side for word, side in self.sides.items() if word in code.qualifiers), "")
        place = next((place for word, place in self.places.items() if word in code.qualifiers), "")
        polarities = [(entry.label, entry.polarity(code)) for entry in self.labels]
        return [Finding(label, polarity, side, place) for label, polarity in polarities if polarity]


def parsed(code: str) -> Code:
    """The heading and qualifiers of "opacity/lung/base"."""
    heading, *qualifiers = (part.strip() for part in code.split("/"))
    return Code(heading, frozenset(qualifiers))


def read_mesh_codes(path: Path = CODES) -> MeshCodes:
    """The entries of a file, read strictly: `RecipeError` names what does not fit, and where."""

    def refuse(problem: str) -> ConsiliumError:
        return RecipeError(problem, where=str(path), todo="Compare it with the head of the shipped file.")

    data = path.read_bytes()
    try:
        top = JsonNode(tomllib.loads(data.decode("utf-8")), "", refuse)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise refuse(f"This is not TOML: {problem}.") from problem
    members = top.members({"labels", "sides", "places", "same_height"})
    texts = {
        key: {word: node.text() for word, node in members[key].mapping().items()}
        for key in ("sides", "places", "same_height")
    }
    return MeshCodes(
        tuple(_label_codes(node) for node in members["labels"].items()),
        texts["sides"],
        texts["places"],
        texts["same_height"],
        hashlib.sha256(data).hexdigest()[:8],
    )


def _label_codes(node: JsonNode) -> LabelCodes:
    members = node.members({"name"}, {"present", "uncertain", "except"})
    if members["name"].text() not in LABELS:
        raise members["name"].error("is none of the 14 labels.")
    codes = {
        key: [parsed(entry.text()) for entry in members[key].items()] for key in members if key != "name"
    }
    stated = {"present": Polarity.PRESENT, "uncertain": Polarity.UNCERTAIN}
    entries = [(code, polarity) for key, polarity in stated.items() for code in codes.get(key, ())]
    return LabelCodes(members["name"].text(), tuple(entries), tuple(codes.get("except", ())))
