"""`python -m training evaluate BUNDLE DATA`: the table of all scores, and as JSON; see `add_arguments`."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path

from engine.bundle import Bundle
from engine.commands.output import progress_bar, write_json
from engine.errors import RecipeError
from engine.examinee_manifest import ARCHITECTURE
from engine.progress import OnProgress
from engine.reader import WEIGHTS
from engine.text.findings import shipped_labeller
from training.baselines.learned import look_at_training
from training.captioning.recipe import load_captioning
from training.commands import evaluate_answers, evaluate_captions
from training.data.corpus import SPLITS, Corpus, CorpusStudy, words_of
from training.data.films import read_study
from training.data.opening import corpus_at
from training.evaluate import RESERVED, Best, Examination
from training.labeller_file import labeller_file_scores
from training.metrics.experts import best_expert
from training.metrics.findings import said_labels, with_findings
from training.metrics.known_error import MEASURED
from training.metrics.reports import Reports
from training.metrics.scores import Measured
from training.readings import Examinee
from training.readings_json import Readings, elected_on, read_readings
from training.recipes import DataRecipe, is_captioning, load_recipe
from training.runs import RECIPE
from training.table import score_groups, table_text

ALL = "all"  # splits together
BESIDE = re.compile(r"([a-z][a-z0-9]*)=(.+)")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `evaluate`."""
    parser.add_argument("bundle", metavar="BUNDLE", help="a bundle's name or folder")
    parser.add_argument(
        "data",
        metavar="DATA",
        help="a corpus's folder, or kind:FOLDER as recipes name it; for a bundle that answers questions a "
        "file of them, or primer",
    )
    parser.add_argument("--split", choices=(*SPLITS, ALL), default="test")
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N studies or questions")
    parser.add_argument("--runtime", choices=("auto", "torch", "onnx"), default="auto")
    parser.add_argument("--device", choices=("auto", "cpu", "cuda"), default="auto")
    parser.add_argument("--json", metavar="FILE", help="write all scores there; - for standard output alone")
    parser.add_argument("--readings", metavar="FILE", help="write the drafts there, for another --beside")
    parser.add_argument(
        "--beside",
        action="append",
        default=[],
        metavar="NAME=FILE",
        help="compare with what another model wrote of the same studies: a file of --readings or `baseline`",
    )
    parser.add_argument(
        "--learned-from",
        metavar="DATA",
        help="another corpus whose train studies make baselines and whose val studies choose the best expert",
    )
    parser.add_argument(
        "--train-limit", type=int, metavar="N", help="only the first N train studies; 0: no such baselines"
    )
    parser.add_argument("--val-limit", type=int, metavar="N", help="only the first N val studies")
    parser.add_argument(
        "--deletion-limit",
        type=int,
        default=100,
        metavar="N",
        help="deletion test on the first N studies with a finding named rightly (100)",
    )
    parser.add_argument(
        "--evidence",
        type=Path,
        metavar="FOLDER",
        help="where evidence for questions is looked up (the primer)",
    )
    parser.add_argument(
        "--regions",
        type=Path,
        metavar="PLACE",
        help="a detector's regions of pictures: a folder or an .h5 file",
    )
    parser.add_argument(
        "--pictures", type=Path, metavar="FOLDER", help="where COCO's pictures lie (beside dataset_coco.json)"
    )
    parser.add_argument(
        "--backbone", type=Path, metavar="FOLDER", help="a BERT to compare an examinee with, untrained"
    )


def run(arguments: argparse.Namespace) -> int:
    """Read the studies, or answer the questions, and print the table."""
    bundle = Bundle.open(arguments.bundle)
    if bundle.manifest.architecture == ARCHITECTURE:
        return evaluate_answers.run(arguments, bundle)
    if evaluate_captions.is_captions(bundle, Path(arguments.data)):
        return evaluate_captions.run(arguments, bundle)
    if arguments.evidence is not None or arguments.backbone is not None:
        raise RecipeError(
            "--evidence and --backbone are for bundles that answer questions.", where=bundle.manifest.name
        )
    weights_sha256(bundle)  # what cannot be kept is not measured
    corpus = corpus_at(arguments.data, data_of(bundle))
    if arguments.limit is not None and arguments.limit < 1:
        raise RecipeError(f"--limit {arguments.limit} leaves no study.", todo="Give 1 or more.")
    of_split = corpus.studies if arguments.split == ALL else corpus.split(arguments.split)
    studies = [with_findings(study) for study in of_split[: arguments.limit]]
    beside = reports_beside(arguments.beside, corpus, studies)
    examinee = Examinee.open(bundle, arguments.runtime, arguments.device)
    try:
        with progress_bar() as on_progress:
            examination = examine(examinee, studies, beside, arguments, on_progress)
    finally:
        examinee.close()
    if arguments.readings is not None:
        write_json(readings_of(bundle, corpus, arguments.split, examination).to_json(), arguments.readings)
    scores = examination.scores() | labeller_file_scores(MEASURED, shipped_labeller())
    if arguments.json is not None:
        write_json(report_of(arguments, bundle, corpus, examination, scores), arguments.json)
    if arguments.json != "-":
        print(table_text(score_groups(scores)))
    return 0


def examine(
    examinee: Examinee,
    studies: Sequence[CorpusStudy],
    beside: Mapping[str, Reports],
    arguments: argparse.Namespace,
    on_progress: OnProgress,
) -> Examination:
    """Look at training films, let the panel write of validation studies, then read the studies themselves."""
    source = corpus_at(arguments.learned_from or arguments.data, data_of(examinee.bundle))
    train, val = (
        _first(source, split, limit)
        for split, limit in (("train", arguments.train_limit), ("val", arguments.val_limit))
    )
    asked = set(studies)
    val = [study for study in val if study not in asked]
    train = [study for study in train if study not in asked]  # none is a baseline to itself
    learned = look_at_training(examinee.runner, examinee.convention, examinee.grid, train, on_progress)
    validated = examinee.drafts(val, "The panel reads validation films", on_progress)
    best = best_expert([[said_labels(text) for text in texts] for texts in validated], val)
    readings = examinee.read(studies, learned.places, arguments.deletion_limit, on_progress)
    return Examination(
        studies=studies,
        readings=readings,
        learned=learned,
        beside=beside,
        best=Best(best, len(val)) if best is not None else None,
        frequencies=examinee.bundle.frequencies(),
        training_texts=frozenset(
            words_of(study.report) for study in source.studies if study.split == "train"
        ),
    )


def data_of(bundle: Bundle) -> DataRecipe:
    """What the bundle learned from; of a bundle without a recipe nothing is known."""
    if RECIPE not in bundle.manifest.files:
        return DataRecipe("")
    recipe = str(bundle.path(RECIPE))
    return (
        DataRecipe(load_captioning(recipe).data.source) if is_captioning(recipe) else load_recipe(recipe).data
    )


def _first(corpus: Corpus, split: str, limit: int | None) -> list[CorpusStudy]:
    return [
        with_findings(study)
        for study in islice((each for each in corpus.studies if each.split == split), limit)
    ]


def reports_beside(
    given: Sequence[str], corpus: Corpus, studies: Sequence[CorpusStudy]
) -> dict[str, Reports]:
    """What others wrote of the same studies, by the names that they were given."""
    uids = [read_study(study).study_uid for study in studies] if given else []
    beside: dict[str, Reports] = {}
    for entry in given:
        match = BESIDE.fullmatch(entry)
        if match is None or match[1] in RESERVED or match[1] in beside:
            raise RecipeError(
                f'--beside "{entry}" cannot be used.',
                todo="Write NAME=FILE; a name is one word of small letters and digits that is not taken: "
                f"{', '.join([*RESERVED, *beside])}.",
            )
        readings = read_readings(Path(match[2]))
        texts = elected_on(readings, corpus.fingerprint, uids, match[2])
        writer = f"{match[1]}: {readings.writer}, weights {readings.weights_sha256[:8]}"
        beside[match[1]] = Reports.of(writer, texts)
    return beside


def report_of(
    arguments: argparse.Namespace,
    bundle: Bundle,
    corpus: Corpus,
    examination: Examination,
    scores: Mapping[str, Measured],
) -> dict[str, object]:
    """What `--json` writes and `export --scores` reads."""
    best, beside = examination.best, examination.beside
    return {
        "bundle": {
            "name": bundle.manifest.name,
            "version": bundle.manifest.version,
            "sha256": bundle.sha256,
            "weights_sha256": weights_sha256(bundle),
        },
        "data": {
            "path": str(arguments.data),
            "fingerprint": corpus.fingerprint,
            "exam": exam_of(corpus.root),
            "split": arguments.split,
            "count": len(examination.studies),
        },
        "learned_from": {
            "path": str(arguments.learned_from or arguments.data),
            "train": len(examination.learned.studies),
            "val": best.studies if best is not None else 0,
        },
        "beside": {name: reports.writer for name, reports in beside.items()},
        "scores": {name: score.to_json() for name, score in scores.items()},
    }


def exam_of(corpus: Path) -> str:
    """The frozen examination that a corpus was made for; "" where it was made for none."""
    if not (corpus / "corpus.json").is_file():
        return ""
    return str(json.loads((corpus / "corpus.json").read_text(encoding="utf-8")).get("exam", ""))


def readings_of(bundle: Bundle, corpus: Corpus, split: str, examination: Examination) -> Readings:
    """What the panel wrote, for a comparison with another."""
    return Readings(
        writer=bundle.manifest.name,
        weights_sha256=weights_sha256(bundle),
        fingerprint=corpus.fingerprint,
        split=split,
        studies=tuple(reading.written for reading in examination.readings),
    )


def weights_sha256(bundle: Bundle) -> str:
    """What scores and readings belong to; `RecipeError` for a bundle of ONNX files alone."""
    if WEIGHTS not in bundle.manifest.files:
        raise RecipeError(
            "scores are kept by a bundle's weights, and this one has ONNX files only.",
            where=bundle.manifest.name,
            todo=f"Evaluate the bundle with {WEIGHTS} that they were made from; --runtime onnx uses them.",
        )
    return bundle.manifest.files[WEIGHTS].sha256
