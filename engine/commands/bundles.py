"""`python -m engine bundles`: which trained models are here, what they are, and which of them are damaged."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from engine.bundle import Bundle, Score, bundle_folders
from engine.commands.output import write_json
from engine.errors import BundleError
from engine.experts import Experts, expert_names, read_experts
from engine.panel import EXPERT_LETTERS
from engine.resources import BUNDLES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`--folder` for bundles of one's own, `--scores`, `--experts` and `--json`."""
    parser.add_argument(
        "--folder", type=Path, action="append", default=[], help="look for bundles in this folder as well"
    )
    parser.add_argument("--scores", action="store_true", help="print every score with what it depends on")
    parser.add_argument(
        "--experts",
        action="store_true",
        help="say what each expert of an examinee is asked, and how alike they are",
    )
    parser.add_argument("--json", metavar="FILE", help="write the list as JSON to FILE, or to stdout with -")


def run(arguments: argparse.Namespace) -> int:
    """Print every bundle; a damaged one is named with its reason and does not stop the list."""
    sound, damaged = [], []
    for folder in bundle_folders((BUNDLES, *arguments.folder)):
        try:
            sound.append(_listed(Bundle.read(folder), arguments.experts))
        except BundleError as error:
            damaged.append((folder, error))
    if arguments.json:
        described = [_described(listed) for listed in sound]
        write_json({"bundles": described, "damaged": _reasons(damaged)}, arguments.json)
    else:
        for line in _lines(sound, damaged, arguments.scores):
            print(line)
    return 0


@dataclass(frozen=True, slots=True)
class Listed:
    """A sound bundle, and what it knows of its experts if that was asked for."""

    bundle: Bundle
    experts: Experts | None


def _listed(bundle: Bundle, experts: bool) -> Listed:
    """The bundle, with its experts where they are asked for and it has any."""
    name = bundle.manifest.experts
    return Listed(bundle, read_experts(bundle.path(name)) if experts and name else None)


def _described(listed: Listed) -> dict[str, Any]:
    """What a program wants to know of a bundle."""
    bundle, known = listed.bundle, listed.experts
    manifest = bundle.manifest
    described = {
        "name": manifest.name,
        "version": manifest.version,
        "architecture": manifest.architecture,
        "folder": str(bundle.folder),
        "sha256": bundle.sha256,
        "bytes": bundle.size,
        "scores": {name: asdict(score) for name, score in manifest.scores.items()},
    }
    if known is None:
        return described
    similarity = None if known.similarity is None else known.similarity.round(4).tolist()
    return described | {"experts": json.loads(known.to_json()) | {"similarity": similarity}}


def _reasons(damaged: Iterable[tuple[Path, BundleError]]) -> list[dict[str, str]]:
    """The bundles that cannot be used, and why."""
    return [{"folder": str(folder), "reason": str(error)} for folder, error in damaged]


def _lines(sound: list[Listed], damaged: list[tuple[Path, BundleError]], with_scores: bool) -> Iterable[str]:
    """The list for people; a bundle has a hundred scores and more: only counted, unless asked for."""
    if not sound and not damaged:
        yield "No bundle is installed; train or copy one."
    for listed in sound:
        bundle, manifest = listed.bundle, listed.bundle.manifest
        yield f"{manifest.name} {manifest.version}  {manifest.architecture}  {bundle.size / 1e6:.1f} MB"
        yield f"    {bundle.folder}"
        if with_scores:
            yield from (f"    {_score_line(name, score)}" for name, score in manifest.scores.items())
        elif manifest.scores:
            yield f"    {len(manifest.scores)} scores: add --scores, or read its CARD.md"
        if listed.experts is not None:
            yield from _expert_lines(listed.experts)
    yield from (f"{folder.name}  cannot be used: {error}" for folder, error in damaged)


def _score_line(name: str, score: Score) -> str:
    """A score with what it depends on; one that could not be computed says so."""
    value = "undefined" if score.value is None else f"{score.value:.3f}"
    interval = "" if score.low is None or score.high is None else f" ({score.low:.3f} to {score.high:.3f})"
    return f"{name} {value}{interval}  [{score.signature}]"


def _expert_lines(experts: Experts) -> Iterable[str]:
    """What each expert is asked, and how alike two are, as a table."""
    total = sum(profile.rows for profile in experts.profiles)
    yield f"    Experts, by {total} rows of {experts.data}:"
    for letter, profile in zip(EXPERT_LETTERS, experts.profiles, strict=False):
        share = f"{profile.rows / total:.0%} of the rows" if total else "no rows"
        yield f"      {letter}  {share}"
        for topic in profile.topics:
            about = ", ".join(filter(None, (topic.category, topic.kind)))
            yield f"         {topic.affinity:6.2f}  {topic.question}" + (f"  ({about})" if about else "")
    if experts.similarity is None:
        yield "    How alike they are: undefined, all are equally like each other."
        return
    low, high = experts.cosines.min(), experts.cosines.max()
    yield f"    How alike they are: cosines of all parameters, {low:.4f} to {high:.4f} stretched to 0 to 1"
    names = expert_names(experts, EXPERT_LETTERS)
    yield " " * 12 + "".join(f"{name:>8}" for name in names)
    for name, row in zip(names, experts.similarity, strict=True):
        yield f"      {name:6}" + "".join(f"{value:8.2f}" for value in row)
