"""`python -m engine answer FILE`: the examinee's answers, which expert gave each, how many are right."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from engine.answer import NOTHING_KEYED, Accuracy, Answer, Given, Route, accuracy
from engine.bundle import MANIFEST, Bundle, BundleManifest, bundle_folders
from engine.commands.output import printable, progress_bar, write_json
from engine.errors import BundleError, BundleMissing, NothingToRead
from engine.evidence import ParagraphIndex
from engine.examinee import Examinee, Sitting
from engine.examinee_manifest import ARCHITECTURE
from engine.panel import EXPERT_LETTERS, FloatArray
from engine.question import QuestionFile
from engine.questions.load import read_questions
from engine.resources import BUNDLES

NOTICE = "Research use. Not a medical device."
STEM_SHOWN = 60  # characters of a question in its line


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("file", type=Path, metavar="FILE", help="questions; see resources/docs/questions.md")
    parser.add_argument("--bundle", help="a bundle's name or folder (the first that answers questions)")
    parser.add_argument("--limit", type=positive, metavar="N", help="only the first N questions")
    parser.add_argument("--evidence", type=Path, metavar="FOLDER", help="look paragraphs up in this folder")
    parser.add_argument("--device", choices=("auto", "cpu", "cuda"), default="auto")
    parser.add_argument("--json", metavar="FILE", help="write the answers as JSON; - is standard output")


def positive(text: str) -> int:
    """A whole number from 1 on."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


def run(arguments: argparse.Namespace) -> int:
    """Answer what can be read; whatever was not is named on stderr. NothingToRead if nothing was answered."""
    read = read_questions(arguments.file)
    questions = read.questions[: arguments.limit]
    evidence = ParagraphIndex.open(arguments.evidence) if arguments.evidence else None
    bundle = Bundle.open(arguments.bundle or first_examinee((BUNDLES,)))
    examinee = Examinee.open(bundle, device=arguments.device)
    start = time.perf_counter()
    with progress_bar() as on_progress:
        sitting = examinee.answer(questions, evidence=evidence, on_progress=on_progress)
    seconds = time.perf_counter() - start
    for line in (*left_out(read, sitting), *(evidence.skipped if evidence else ())):
        print(printable(str(line)), file=sys.stderr)
    if not sitting.answers:
        raise NothingToRead("No question could be answered.", where=read.name)
    if arguments.json != "-":
        print("\n".join(printable(line) for line in as_lines(sitting)))
    if arguments.json:
        write_json(as_json(sitting, read, bundle, seconds), arguments.json)
    return 0


def first_examinee(folders: Sequence[Path]) -> Path:
    """The first installed bundle that answers questions; BundleMissing where there is none."""
    for folder in bundle_folders(folders):
        try:
            manifest = BundleManifest.from_json((folder / MANIFEST).read_text(encoding="utf-8"))
        except (BundleError, OSError, UnicodeDecodeError):
            continue  # `bundles` names it and says what is wrong with it
        if manifest.architecture == ARCHITECTURE:
            return folder
    raise BundleMissing(
        "No installed bundle answers questions.", todo="Train or copy one and name it with --bundle."
    )


def left_out(read: QuestionFile, sitting: Sitting) -> Iterator[str]:
    """A line for every row and question that was not answered, and for every doubt."""
    yield from (f"{read.name}: {note}" for note in read.notes)
    yield from (f"{read.name}, {fault}" for fault in read.faults)
    yield from (f"{each.question.source}: not answered. {each.reason}" for each in sitting.unanswered)


def as_lines(sitting: Sitting) -> Iterator[str]:
    """The answers for people, a line each, and how many are right."""
    for answer in sitting.answers:
        yield answer_line(answer)
    yield accuracy_line(accuracy(sitting.answers), len(sitting.unanswered))
    yield NOTICE


def answer_line(answer: Answer) -> str:
    """Choice and probability, whether it is right, which expert each option went to, the question's start."""
    question = answer.question
    verdict = "no key"
    if question.key is not None:
        verdict = "right" if answer.correct else f"wrong, key {question.options[question.key].label}"
    experts = " ".join(EXPERT_LETTERS[route.expert] for route in answer.routes)
    stem = " ".join(question.stem.split())
    shown = stem if len(stem) <= STEM_SHOWN else f"{stem[: STEM_SHOWN - 1]}…"
    chosen = question.options[answer.choice].label
    parts = [f"{chosen} {answer.probabilities[answer.choice]:.2f} ({verdict})", shown]
    return f"{question.id}  " + "  ".join([*parts, f"[{experts}]"] if experts else parts)


def accuracy_line(scored: Accuracy, unanswered: int) -> str:
    """How many are right, of how many."""
    rest = f"without a key: {scored.unkeyed}; not answered: {unanswered}."
    if scored.value is None:
        return f"Accuracy: undefined, {NOTHING_KEYED}; {rest}"
    return f"Accuracy: {scored.value:.3f}, {scored.correct} of {scored.answered} right; {rest}"


def as_json(sitting: Sitting, read: QuestionFile, bundle: Bundle, seconds: float) -> dict[str, Any]:
    """The documented form of `answer --json`; options and experts are counted from 0."""
    origin = sitting.answers[0].origin
    return {
        "notice": NOTICE,
        "bundle": {
            "name": bundle.manifest.name,
            "version": bundle.manifest.version,
            "sha256": bundle.sha256,
        },
        "file": {"name": read.name, "layout": read.layout, "notes": list(read.notes)},
        "questions": [answer_json(answer) for answer in sitting.answers],
        "accuracy": accuracy_json(accuracy(sitting.answers)),
        "skipped": [{"place": fault.place, "reason": fault.problem} for fault in read.faults],
        "unanswered": [{"id": each.question.id, "reason": each.reason} for each in sitting.unanswered],
        "runtime": {key: getattr(origin, key) for key in ("runtime", "device", "precision")},
        "seconds": round(seconds, 3),
    }


def answer_json(answer: Answer) -> dict[str, Any]:
    """One question: choice and key as places of options, probabilities, and each option's route."""
    members: dict[str, Any] = {
        "id": answer.question.id,
        "choice": answer.choice,
        "probabilities": rounded(answer.probabilities),
        "key": answer.question.key,
        "routes": [route_json(route) for route in answer.routes],
    }
    if any(given.text for given in answer.given):
        members["evidence"] = [given_json(given) for given in answer.given]
    return members


def route_json(route: Route) -> dict[str, Any]:
    """Where one option went."""
    return {
        "option": route.option,
        "expert": route.expert,
        "gate": round(route.gate, 6),
        "affinities": rounded(route.affinities),
    }


def given_json(given: Given) -> dict[str, Any]:
    """How much evidence an option's row held, and which paragraphs were looked up for it."""
    found = [
        {"id": each.paragraph.id, "score": round(each.score, 4), "words": [list(span) for span in each.words]}
        for each in given.found
    ]
    return {"characters": len(given.text), "read": given.read, "paragraphs": found}


def accuracy_json(scored: Accuracy) -> dict[str, Any]:
    """Accuracy; undefined with the reason rather than 0 of 0."""
    members: dict[str, Any] = {
        "answered": scored.answered,
        "correct": scored.correct,
        "value": scored.value,
        "unkeyed": scored.unkeyed,
    }
    return members if scored.value is not None else members | {"undefined": NOTHING_KEYED}


def rounded(numbers: FloatArray) -> list[float]:
    """Six digits are more than a float32 of a softmax is worth."""
    return [round(float(number), 6) for number in numbers]
