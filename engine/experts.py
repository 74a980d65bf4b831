"""What a bundle knows of its examinee's experts: what each was asked in training, how alike they are.

A JSON file of the bundle (`resources/docs/bundle-format.md`), read strictly.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from engine.errors import BundleDamaged
from engine.panel import FloatArray, read_only
from engine.strict_json import JsonNode, parse

FORMAT = 1
COPY_AGAIN = "Copy or export the bundle again."


@dataclass(frozen=True, slots=True)
class Topic:
    """A training question for which an expert had one of its highest affinities."""

    question: str
    affinity: float
    category: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class ExpertProfile:
    """How many training rows (a question with an option) went to an expert, and its topics, highest first."""

    rows: int
    topics: tuple[Topic, ...] = ()


@dataclass(frozen=True, slots=True)
class Experts:
    """Profiles of the unshared experts, in their order, and what was counted, in words (`data`).

    `cosines` (m, m) are between all parameters of two experts; where there is a shared expert, it is last.
    """

    data: str
    profiles: tuple[ExpertProfile, ...]
    cosines: FloatArray

    @property
    def similarity(self) -> FloatArray | None:
        """The paper's figure: cosines stretched to [0, 1]; None where they are all the same."""
        low, high = self.cosines.min(), self.cosines.max()
        return read_only((self.cosines - low) / (high - low)) if high > low else None

    def to_json(self) -> str:
        """The text of the file; the same experts give the same bytes."""
        members = {
            "format": FORMAT,
            "data": self.data,
            "experts": [asdict(profile) for profile in self.profiles],
            "cosines": [[round(float(cosine), 6) for cosine in row] for row in self.cosines],
        }
        return json.dumps(members, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def read_experts(path: Path) -> Experts:
    """The experts of a bundle; BundleDamaged where the file is not as `Experts.to_json` writes it."""

    def damaged(problem: str) -> BundleDamaged:
        return BundleDamaged(problem, where=path.name, todo=COPY_AGAIN)

    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise damaged("The file cannot be read.") from error
    members = parse(text, damaged).members({"format", "data", "experts", "cosines"})
    if members["format"].integer() != FORMAT:
        raise damaged(f"It has format {members['format'].value}, not {FORMAT}.")
    profiles = tuple(_profile(node) for node in members["experts"].items())
    cosines = [[cell.number() for cell in row.items()] for row in members["cosines"].items()]
    sizes = {len(cosines), *(len(row) for row in cosines)}
    if len(sizes) != 1 or not 0 <= len(cosines) - len(profiles) <= 1:
        raise damaged(f"cosines are not square, or not those of {len(profiles)} experts and a shared one.")
    return Experts(members["data"].text(), profiles, read_only(np.array(cosines, np.float32)))


def expert_names(experts: Experts, letters: Sequence[str]) -> list[str]:
    """What the rows and columns of `cosines` are called: letters, and "shared" for the last without one."""
    named = list(letters[: len(experts.profiles)])
    return named if len(experts.cosines) == len(named) else [*named, "shared"]


def _profile(node: JsonNode) -> ExpertProfile:
    members = node.members({"rows", "topics"})
    return ExpertProfile(
        members["rows"].integer(), tuple(_topic(topic) for topic in members["topics"].items())
    )


def _topic(node: JsonNode) -> Topic:
    members = node.members({"question", "affinity", "category", "kind"})
    texts = {name: members[name].text() for name in ("question", "category", "kind")}
    return Topic(affinity=members["affinity"].number(), **texts)
