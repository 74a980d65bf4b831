"""`evaluate BUNDLE DATA` where the bundle answers questions."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.bundle import Bundle
from engine.commands.output import progress_bar, write_json
from engine.errors import RecipeError
from engine.evidence import ParagraphIndex
from engine.examinee import Examinee
from engine.examinee_manifest import WEIGHTS, examinee_config
from engine.progress import OnProgress
from training.answering.exam import Exam, open_exam, sit
from training.answering.guesses import zero_shot_cosine
from training.answering.questions import SHIPPED_PRIMER
from training.answering.routing import routing_json, table_of
from training.answering.scores import NOTE, Marked, answer_groups
from training.metrics.scores import Measured
from training.table import table_text


def run(arguments: argparse.Namespace, bundle: Bundle) -> int:
    """Put the questions to the bundle in every way, print the table."""
    for name in ("readings", "beside", "learned_from", "train_limit", "val_limit"):
        if getattr(arguments, name):
            option = f"--{name.replace('_', '-')}"
            raise RecipeError(f"{option} is for bundles that write reports.", where=bundle.manifest.name)
    if arguments.runtime == "onnx":
        raise RecipeError("an examinee has no ONNX files.", where=bundle.manifest.name)
    if arguments.limit is not None and arguments.limit < 1:
        raise RecipeError(f"--limit {arguments.limit} leaves no question.", todo="Give 1 or more.")
    exam = open_exam(Path(arguments.data), arguments.split).first(arguments.limit)
    paragraphs = ParagraphIndex.open(arguments.evidence or SHIPPED_PRIMER)
    examinee = Examinee.open(bundle, device=arguments.device)
    with progress_bar() as on_progress:
        marked = marked_exam(examinee, bundle, exam, paragraphs, arguments.backbone, on_progress)
    scores = marked.scores()
    if arguments.json is not None:
        write_json(report_of(arguments, bundle, exam, marked, scores), arguments.json)
    if arguments.json != "-":
        print(table_text(answer_groups(scores), NOTE))
    return 0


def marked_exam(
    examinee: Examinee,
    bundle: Bundle,
    exam: Exam,
    paragraphs: ParagraphIndex,
    backbone: Path | None,
    on_progress: OnProgress,
) -> Marked:
    """The exam answered and marked, the untrained backbone beside it where there is one."""
    experts = examinee_config(bundle.manifest).unshared_experts
    marked = Marked(sit(examinee, exam, paragraphs, on_progress), experts, exam.units)
    if backbone is None:
        return marked
    questions = [each.question for each in marked.sat.questions]
    cosine = zero_shot_cosine(questions, marked.evidence(), backbone)
    return Marked(marked.sat, experts, exam.units, cosine)


def report_of(
    arguments: argparse.Namespace, bundle: Bundle, exam: Exam, marked: Marked, scores: dict[str, Measured]
) -> dict[str, object]:
    """What `--json` writes and `export --scores` reads."""
    return {
        "bundle": {
            "name": bundle.manifest.name,
            "version": bundle.manifest.version,
            "sha256": bundle.sha256,
            "weights_sha256": bundle.manifest.files[WEIGHTS].sha256,
        },
        "data": {
            "path": str(arguments.data),
            "fingerprint": exam.fingerprint,
            "exam": "",
            "split": exam.split,
            "count": len(exam.questions),
            "unit": "questions of the set",
            "unkeyed": exam.unkeyed,
            "unanswered": marked.sat.unanswered,
        },
        "routing": routing_json(table_of(marked.routed(), marked.experts) if marked.experts else {}),
        "scores": {name: score.to_json() for name, score in scores.items()},
    }
