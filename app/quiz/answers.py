"""What a model said to a question, so far as it is kept and shown."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.answer import Answer, Route
from engine.panel import read_only

FORMAT = "consilium-answer-1"
DIGITS = 6  # of probabilities, gates and affinities; a float32 has no more to say


@dataclass(frozen=True, slots=True)
class Evidence:
    """A paragraph that was looked up for an option, and the characters of its matched words."""

    id: str
    title: str
    text: str
    score: float
    words: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """A model's answer to one question. Options and experts count from 0, options as the source has them."""

    choice: int
    probabilities: tuple[float, ...]
    routes: tuple[Route, ...] = ()
    evidence: tuple[tuple[Evidence, ...], ...] = ()
    bundle: str = ""
    version: str = ""
    bundle_sha256: str = ""
    runtime: str = ""
    device: str = ""
    created: str = ""


def answer_of(answer: Answer) -> ModelAnswer:
    """What is kept of an engine's answer."""
    origin = answer.origin
    return ModelAnswer(
        answer.choice,
        tuple(round(float(each), DIGITS) for each in answer.probabilities),
        answer.routes,
        tuple(
            tuple(
                Evidence(each.paragraph.id, each.paragraph.title, each.paragraph.text, each.score, each.words)
                for each in given.found
            )
            for given in answer.given
        ),
        origin.bundle,
        origin.version,
        origin.bundle_sha256,
        origin.runtime,
        origin.device,
        origin.created,
    )


def answer_text(answer: ModelAnswer) -> str:
    """The answer as it is kept; `answer_from` reads it back."""
    routes = [
        {
            "expert": route.expert,
            "gate": round(route.gate, DIGITS),
            "affinities": [round(float(each), DIGITS) for each in route.affinities],
        }
        for route in answer.routes
    ]
    evidence = [
        [
            {
                "id": each.id,
                "title": each.title,
                "text": each.text,
                "score": round(each.score, DIGITS),
                "words": [list(span) for span in each.words],
            }
            for each in own
        ]
        for own in answer.evidence
    ]
    texts = {name: getattr(answer, name) for name in _TEXTS}
    members = {
        "format": FORMAT,
        "choice": answer.choice,
        "probabilities": list(answer.probabilities),
        "routes": routes,
        "evidence": evidence,
        **texts,
    }
    return json.dumps(members, ensure_ascii=False, allow_nan=False)


def answer_from(text: str) -> ModelAnswer:
    """Reads what `answer_text` wrote; ValueError for anything else."""
    try:
        members: dict[str, Any] = json.loads(text)
        if members["format"] != FORMAT:
            raise ValueError(f"format {members['format']!r}")
        routes = tuple(
            Route(
                option,
                int(each["expert"]),
                float(each["gate"]),
                read_only(np.array(each["affinities"], np.float32)),
            )
            for option, each in enumerate(members["routes"])
        )
        evidence = tuple(
            tuple(
                Evidence(
                    str(each["id"]),
                    str(each["title"]),
                    str(each["text"]),
                    float(each["score"]),
                    tuple((int(start), int(stop)) for start, stop in each["words"]),
                )
                for each in own
            )
            for own in members["evidence"]
        )
        return ModelAnswer(
            int(members["choice"]),
            tuple(float(each) for each in members["probabilities"]),
            routes,
            evidence,
            **{name: str(members[name]) for name in _TEXTS},
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"a kept answer cannot be read: {error}") from error


_TEXTS = ("bundle", "version", "bundle_sha256", "runtime", "device", "created")
