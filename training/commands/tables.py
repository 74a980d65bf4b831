"""`python -m training tables BUNDLE DATA --out FOLDER`: the papers' tables beside their figures."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path

from engine.bundle import Bundle
from engine.commands.output import progress_bar, write_json
from engine.errors import RecipeError
from engine.text.findings import shipped_labeller
from training.commands.evaluate import data_of, weights_sha256
from training.data.corpus import SPLITS, Corpus, CorpusStudy
from training.data.opening import corpus_at
from training.metrics.clinical import Reads
from training.metrics.findings import with_findings
from training.metrics.java import find_java
from training.metrics.meteor import Aligner
from training.metrics.protocols import PROTOCOLS, protocol_of
from training.metrics.scores import Measured
from training.plots import named_svg
from training.readings import Examinee
from training.table import Group, table_markdown, table_text
from training.tables.drafting import Desk
from training.tables.published import Published, read_published
from training.tables.scoring import CLINICAL, NLG, TABLES, VOTING, Questionnaire, charts_of, groups_of
from training.tables.voting import Panel

CORPORA = {"r2gen-iu": "IU X-Ray", "r2gen-mimic": "MIMIC-CXR", "coco": "COCO"}
NOTE = (
    "Intervals are 95 % bootstrap intervals over studies; differences are of the same studies, resampled "
    "alike. Document frequencies stay as they are. What each figure depends on stands in tables.json."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `tables`."""
    parser.add_argument("bundle", metavar="BUNDLE", help="a bundle's name or folder")
    parser.add_argument("data", metavar="DATA", help='a corpus: its folder, or "kind:folder"')
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="FOLDER",
        help="for drafts, tables and charts; gone on with",
    )
    parser.add_argument(
        "--table", choices=TABLES, action="append", help="only this table; may be repeated (all)"
    )
    parser.add_argument(
        "--protocol",
        default="r2gen-iu",
        metavar="NAME",
        help=f"how texts are scored: {', '.join(protocol.name for protocol in PROTOCOLS)} (r2gen-iu)",
    )
    parser.add_argument("--split", choices=SPLITS, default="test")
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N studies")
    parser.add_argument("--val-limit", type=int, metavar="N", help="only the first N val studies")
    parser.add_argument("--runtime", choices=("auto", "torch", "onnx"), default="auto")
    parser.add_argument("--device", choices=("auto", "cpu", "cuda"), default="auto")


def run(arguments: argparse.Namespace) -> int:
    """Let the panel write what is not written yet, score it, print and write the tables."""
    protocol, published = protocol_of(arguments.protocol), read_published()
    if arguments.limit is not None and arguments.limit < 1:
        raise RecipeError(f"--limit {arguments.limit} leaves no study.", todo="Give 1 or more.")
    bundle = Bundle.open(arguments.bundle)
    weights_sha256(bundle)  # what cannot be kept is not measured
    corpus = corpus_at(arguments.data, data_of(bundle))
    kinds = tuple(kind for kind in TABLES if kind in (arguments.table or TABLES))
    studies = corpus.split(arguments.split)[: arguments.limit]
    panel = panel_of(bundle, corpus, studies, arguments, VOTING in kinds)
    java = find_java()
    asked = Questionnaire(
        studies,
        tuple(study.report for study in corpus.studies if study.split == "train"),
        protocol,
        java,
        Reads(shipped_labeller()),
        Aligner(java) if java is not None else None,
    )
    scores = {kind: scored(kind, asked, panel) for kind in kinds}
    groups = written_tables(arguments, bundle, corpus, scores, published, len(studies))
    print(table_text(groups, NOTE))
    return 0


def panel_of(
    bundle: Bundle,
    corpus: Corpus,
    studies: Sequence[CorpusStudy],
    arguments: argparse.Namespace,
    voting: bool,
) -> Panel:
    """What the panel writes of the studies; for voting also together, and of validation studies."""
    held_out = (study for study in corpus.studies if study.split == "val" and voting)
    val = [with_findings(study) for study in islice(held_out, arguments.val_limit)]
    examinee = Examinee.open(bundle, arguments.runtime, arguments.device)
    try:
        with progress_bar() as on_progress:
            desk = Desk(examinee, corpus, arguments.out / "drafts", on_progress)
            return desk.panel(studies, arguments.split, val, together=voting)
    finally:
        examinee.close()


def scored(kind: str, asked: Questionnaire, panel: Panel) -> dict[str, Measured]:
    """The scores of one table."""
    elected = [each.report for each in panel.written]
    if kind == NLG:
        return asked.nlg(elected)
    return asked.clinical(elected) if kind == CLINICAL else asked.voting(panel)


def written_tables(
    arguments: argparse.Namespace,
    bundle: Bundle,
    corpus: Corpus,
    scores: Mapping[str, Mapping[str, Measured]],
    published: Sequence[Published],
    count: int,
) -> list[Group]:
    """tables.json, tables.md and a chart of each table, in the folder; the groups for the terminal."""
    named = CORPORA.get(arguments.protocol.removesuffix("-full"), "")
    note = f"{bundle.manifest.name} on {count} {arguments.split} studies, {arguments.protocol}"
    groups = [group for kind, own in scores.items() for group in groups_of(kind, own, published, named)]
    document = {
        "bundle": {"name": bundle.manifest.name, "version": bundle.manifest.version, "sha256": bundle.sha256},
        "data": {
            "path": arguments.data,
            "fingerprint": corpus.fingerprint,
            "split": arguments.split,
            "count": count,
        },
        "protocol": arguments.protocol,
        "tables": {
            kind: {name: score.to_json() for name, score in own.items()} for kind, own in scores.items()
        },
        "published": [
            {"corpus": row.corpus, "table": row.table, "method": row.method, "source": row.source}
            | {"scores": dict(row.scores)}
            for row in published
        ],
    }
    write_json(document, str(arguments.out / "tables.json"))
    charts = {
        name: chart for kind, own in scores.items() for name, chart in charts_of(kind, own, note).items()
    }
    pictures = "\n".join(f"![{name}]({name}.svg)" for name in charts)
    text = f"# {note}\n\n{table_markdown(groups, NOTE)}\n{pictures}\n"
    (arguments.out / "tables.md").write_text(text, encoding="utf-8")
    for name, chart in charts.items():
        (arguments.out / f"{name}.svg").write_text(named_svg(chart), encoding="utf-8")
    return groups
