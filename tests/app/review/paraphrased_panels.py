"""Panels made from real reports in other words: six observers put each sentence of a report in their own.

Statements that reports make often are recognised and told in wordings of `paraphrases.toml`; a sentence that
says several things may be told in several. What is not recognised is rewritten by a few rules, or stays. Each
observer leaves something out; in half of the panels one contradicts the others in one statement.
"""

from __future__ import annotations

import csv
import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from engine.text.sentences import sentence_spans
from tests.app.review.known_panels import KnownPanel, Meaning, Said, known_panel

WORDINGS = Path(__file__).with_name("paraphrases.toml")
EXPERTS = 6
LEFT_OUT, VERBATIM, SPLIT, SWAPPED, TURNED = 0.15, 0.2, 0.4, 0.5, 0.5
TUNING, LOOKED_AT, HELD_OUT = "tuning", "looked_at", "held_out"


@dataclass(frozen=True, slots=True)
class Put:
    """A statement of the file in the wordings of one list."""

    meanings: tuple[str, ...]
    matches: re.Pattern[str]
    wordings: tuple[str, ...]
    against: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Paraphrases:
    """All that the file holds of one list of wordings: `tuning`, `looked_at` or `held_out`."""

    statements: Mapping[str, Put]
    rewrites: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]
    swaps: tuple[tuple[str, str], ...]

    def recognised(self, sentence: str) -> Put | None:
        """The statement that a sentence makes, None where no pattern fits it whole."""
        words = " ".join(re.sub(r"[^\w\s]+", " ", sentence.lower()).split())
        return next((put for put in self.statements.values() if put.matches.fullmatch(words)), None)


def misread() -> tuple[str, ...]:
    """Wordings that the labeller takes for the opposite."""
    return tuple(_file()["misread"])


def _file() -> dict[str, Any]:
    return tomllib.loads(WORDINGS.read_text(encoding="utf-8"))


def read_paraphrases(which: str, with_misread: bool = False) -> Paraphrases:
    """The wordings of one list, those that the labeller misreads only if they are asked for."""
    data = _file()
    left_out = frozenset(() if with_misread else data["misread"])
    statements = {
        entry["name"]: Put(
            tuple(entry.get("meanings", [entry["name"]])),
            re.compile(entry["matches"]),
            tuple(wording for wording in entry[which] if wording not in left_out),
            tuple(entry.get("against", {}).get(which, ())),
        )
        for entry in data["statements"]
    }
    rewrites = [(re.compile(e["pattern"], re.IGNORECASE), tuple(e[which])) for e in data["rewrites"]]
    return Paraphrases(statements, tuple(rewrites), tuple(tuple(e["words"]) for e in data["swaps"]))


def real_reports(folder: Path, split: str) -> list[str]:
    """The reports of one split of IU X-Ray."""
    studies = json.loads((folder / "annotation.json").read_text(encoding="utf-8"))[split]
    names = {re.sub(r"CXR(\d+)_.*", r"\1", study["id"]) for study in studies}
    with (folder / "indiana_reports.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["uid"] in names]
    return [row["findings"] for row in rows if row["findings"]]


def paraphrased_panels(
    reports: Sequence[str], paraphrases: Paraphrases, count: int, seed: int, turned: float = TURNED
) -> Iterator[KnownPanel]:
    """Panels of reports of three sentences and more, each report once; all of them if `count` is larger.

    A share `turned` of those that hold a statement which can be turned has a contradiction.
    """
    long = [report for report in reports if len(sentence_spans(report)) > 2]
    for number in np.random.default_rng(seed).permutation(len(long))[:count]:
        yield _panel(long[number], paraphrases, turned, np.random.default_rng((seed, int(number))))


def _panel(report: str, paraphrases: Paraphrases, turned: float, random: np.random.Generator) -> KnownPanel:
    sentences = [report[start:stop] for start, stop in sentence_spans(report)]
    told = [(sentence, paraphrases.recognised(sentence)) for sentence in sentences]
    open_to = sorted(
        {
            meaning
            for _, put in told
            if put
            for meaning in put.meanings
            if paraphrases.statements[meaning].against
        }
    )
    turn = str(random.choice(open_to)) if open_to and random.random() < turned else ""
    who = int(random.integers(EXPERTS))
    return known_panel([_report(told, paraphrases, turn, expert == who, random) for expert in range(EXPERTS)])


def _report(
    told: Sequence[tuple[str, Put | None]],
    paraphrases: Paraphrases,
    turn: str,
    turned: bool,
    random: np.random.Generator,
) -> list[Said]:
    report: list[Said] = []
    for index, (sentence, put) in enumerate(told):
        if put is None:
            if random.random() > LEFT_OUT and re.search(r"\w", sentence):
                text = _in_one(_rewritten(sentence, paraphrases, random), sentence)
                report.append(Said(text, frozenset({("sentence", index)})))
        elif turn in put.meanings:
            report += _told(sentence, put, paraphrases, turn if turned else "", random)
        elif random.random() > LEFT_OUT:
            report += _told(sentence, put, paraphrases, "", random)
    return report


def _told(
    sentence: str, put: Put, paraphrases: Paraphrases, turn: str, random: np.random.Generator
) -> list[Said]:
    """One statement in other words: as one sentence, or one a meaning; the turned meaning stands alone."""
    if turn or (len(put.meanings) > 1 and random.random() < SPLIT):
        singles = [(meaning, paraphrases.statements[meaning]) for meaning in put.meanings]
        return [
            Said(
                _one(single.against if meaning == turn else single.wordings, random),
                frozenset[Meaning]({meaning}),
                turned=meaning == turn,
            )
            for meaning, single in singles
        ]
    text = _in_one(sentence, "") if random.random() < VERBATIM else _one(put.wordings, random)
    return [Said(text or _one(put.wordings, random), frozenset(put.meanings))]


def _rewritten(sentence: str, paraphrases: Paraphrases, random: np.random.Generator) -> str:
    """The sentence by a rule that fits, and some words by others that mean the same."""
    for pattern, wordings in paraphrases.rewrites:
        found = pattern.fullmatch(sentence)
        if found and random.random() > VERBATIM:
            parts = ["", *(group or "" for group in found.groups())]
            sentence = _one(wordings, random).format(*parts)
            break
    for pair in paraphrases.swaps:
        old, new = pair if random.random() < 0.5 else pair[::-1]
        if new not in sentence and random.random() < SWAPPED:
            sentence = re.sub(rf"\b{old}\b", new, sentence)
    return sentence[:1].upper() + sentence[1:]


def _in_one(text: str, otherwise: str) -> str:
    """The text if it is one sentence with an end of its own, so that it stays one between others."""
    ended = text if text.endswith((".", "?", "!")) else f"{text}."
    return ended if len(sentence_spans(f"Now. {ended} Now.")) == 3 else otherwise


def _one(wordings: Sequence[str], random: np.random.Generator) -> str:
    return wordings[int(random.integers(len(wordings)))]
