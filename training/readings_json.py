"""READINGS.json: what a model wrote of a corpus, for comparison on the same studies.

`evaluate --readings` and `baseline` write it, `evaluate --beside` reads it, strictly:
`resources/docs/readings-format.md`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import ConsiliumError, RecipeError
from engine.strict_json import JsonNode, parse
from training.readings import Written

FORMAT = "consilium-readings/1"


@dataclass(frozen=True, slots=True)
class Readings:
    """Who wrote (name and SHA-256 of the weights), on which corpus and split, and what of each study."""

    writer: str
    weights_sha256: str
    fingerprint: str
    split: str
    studies: tuple[Written, ...]

    def to_json(self) -> dict[str, object]:
        """The document; `read_readings` reads it back to an equal value."""
        return {
            "format": FORMAT,
            "writer": {"name": self.writer, "weights_sha256": self.weights_sha256},
            "data": {"fingerprint": self.fingerprint, "split": self.split},
            "studies": [
                {
                    "study_uid": study.study_uid,
                    "drafts": list(study.texts),
                    "votes": list(study.votes),
                    "elected": study.elected,
                }
                for study in self.studies
            ],
        }


def read_readings(path: Path) -> Readings:
    """Read the file; `RecipeError` where it is absent or not exactly as documented."""

    def refuse(problem: str) -> ConsiliumError:
        return RecipeError(problem, where=str(path), todo="Write it again with `evaluate --readings`.")

    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise RecipeError(f"the readings cannot be read: {problem}.", where=str(path)) from problem
    members = parse(text, refuse).members(required={"format", "writer", "data", "studies"})
    if members["format"].text() != FORMAT:
        raise members["format"].error(f'must be "{FORMAT}".')
    writer = members["writer"].members(required={"name", "weights_sha256"})
    data = members["data"].members(required={"fingerprint", "split"})
    return Readings(
        writer=writer["name"].text(),
        weights_sha256=writer["weights_sha256"].text(),
        fingerprint=data["fingerprint"].text(),
        split=data["split"].text(),
        studies=tuple(_written(node) for node in members["studies"].items()),
    )


def _written(node: JsonNode) -> Written:
    members = node.members(required={"study_uid", "drafts", "votes", "elected"})
    texts = tuple(draft.text() for draft in members["drafts"].items())
    votes = tuple(vote.optional_number() for vote in members["votes"].items())
    elected = members["elected"].integer()
    if len(votes) != len(texts):
        raise members["votes"].error("must have one entry for each draft.")
    if not 0 <= elected < len(texts):
        raise members["elected"].error("must be the index of a draft.")
    return Written(members["study_uid"].text(), texts, votes, elected)


def elected_on(readings: Readings, fingerprint: str, uids: Sequence[str], where: str) -> tuple[str, ...]:
    """The elected drafts of exactly these studies, in their order; `RecipeError` if they are other ones."""
    if readings.fingerprint != fingerprint:
        raise RecipeError("these readings are of another corpus.", where=where, todo=SAME)
    by_uid: Mapping[str, Any] = {study.study_uid: study for study in readings.studies}
    if len(by_uid) != len(readings.studies) or by_uid.keys() != set(uids):
        missing, more = len(set(uids) - by_uid.keys()), len(by_uid.keys() - set(uids))
        raise RecipeError(
            f"these readings are of other studies: {missing} are missing, {more} are not asked for.",
            where=where,
            todo=SAME,
        )
    return tuple(by_uid[uid].report for uid in uids)


SAME = "Write them with the same DATA, --split and --limit."
