from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from engine.bundle import Bundle
from engine.familiarity import Familiarity
from engine.progress import ignore_progress
from tests.training.test_sweep import PLAN
from training.__main__ import main
from training.data.corpus import phantom_corpus
from training.data.films import read_study
from training.phantoms.corpus import Corpus, Part, write_corpus
from training.plan import load_plan, recipes_of
from training.readings import Examinee
from training.runs import Start, begin

TINY = """
name = "tiny"
seed = 3
epochs = 1
batch = 4
[data]
source = "phantom:{corpus}"
min_count = 1
[model]
image_size = 32
patch_size = 8
channels = 1
width = 32
depth = 1
heads = 2
experts = 3
d_mid = 16
encoder_layers = 1
decoder_layers = 1
max_tokens = 24
[warm_up]
epochs = 1
batch = 4
"""


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpus")
    write_corpus(Corpus(folder, (Part(9, 24),), 64), 1, lambda _: None)
    return folder


@pytest.fixture(scope="module")
def run_folder(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs")
    (folder / "tiny.toml").write_text(TINY.format(corpus=corpus))
    assert main(["fit", str(folder / "tiny.toml"), "--out", str(folder / "run")]) == 0
    return folder / "run"


@pytest.fixture(scope="module")
def bundle(run_folder: Path) -> Path:
    folder = run_folder.parent / "report-tiny"
    assert main(["export", str(run_folder), str(folder)]) == 0
    return folder


def evaluated(bundle: Path, corpus: Path, target: Path, *more: str) -> dict[str, object]:
    more = more or ("--limit", "8")
    words = ["evaluate", str(bundle), str(corpus), "--split", "train", "--json", str(target), *more]
    assert main(words) == 0
    report: dict[str, object] = json.loads(target.read_text())
    return report


def test_an_exported_run_is_a_bundle_that_knows_where_it_comes_from(bundle: Path) -> None:
    opened = Bundle.open(bundle)

    assert opened.manifest.name == "report-tiny"
    assert opened.manifest.config["experts"] == 3
    assert opened.manifest.provenance.seed == 3
    assert opened.frequencies().documents >= 15
    assert Familiarity.load(opened.path("familiarity.safetensors")).mean.shape == (2, 32)
    assert "never" in opened.path("CARD.md").read_text()
    assert str(bundle.parent) not in opened.path("recipe.toml").read_text()


def test_every_score_has_a_signature_and_what_cannot_be_computed_its_reason(
    bundle: Path, corpus: Path, tmp_path: Path
) -> None:
    report = evaluated(bundle, corpus, tmp_path / "scores.json")
    scores = report["scores"]
    assert isinstance(scores, dict)

    wanted = {"finding_f1_micro", "finding_f1_micro_clear", "finding_f1_micro_ambiguous", "finding_f1_macro"}
    wanted |= {"cider_elected", "cider_mean_expert", "pointing", "pointing_random", "distinct_drafts"}
    wanted |= {"distinct_finding_sets_clear", "distinct_finding_sets_ambiguous", "cider_constant"}
    wanted |= {"finding_f1_micro_minus_nearest", "cider_elected_minus_best_expert", "pointing_ratio"}
    wanted |= {"disputed_error_ratio", "deletion_pointed_minus_random", "labeller_f1_micro"}
    assert wanted <= scores.keys()
    for score in scores.values():
        assert score["signature"]
        assert (score["value"] is None) == ("undefined" in score)
    assert 1 <= scores["distinct_drafts"]["value"] <= 3


def test_scores_go_into_the_bundle_and_its_card_without_touching_the_weights(
    bundle: Path, run_folder: Path, corpus: Path, tmp_path: Path
) -> None:
    before = Bundle.open(bundle).manifest.files["weights.safetensors"]
    evaluated(bundle, corpus, tmp_path / "scores.json")
    target = tmp_path / "report-tiny"
    assert main(["export", str(run_folder), str(target), "--scores", str(tmp_path / "scores.json")]) == 0

    opened = Bundle.open(target)
    assert opened.manifest.files["weights.safetensors"] == before
    assert opened.manifest.scores["distinct_drafts"].signature
    assert "| different texts among a study's drafts |" in opened.path("CARD.md").read_text()


def test_scores_of_a_bundle_whose_run_is_gone_give_the_same_card(
    bundle: Path, run_folder: Path, corpus: Path, tmp_path: Path
) -> None:
    scores, lone = tmp_path / "scores.json", tmp_path / "lone" / "report-tiny"
    evaluated(bundle, corpus, scores)
    exported = tmp_path / "report-tiny"
    assert main(["export", str(run_folder), str(exported), "--scores", str(scores)]) == 0
    shutil.copytree(bundle, lone)
    assert main(["scores", str(lone), str(scores)]) == 0

    assert Bundle.open(lone).manifest.scores == Bundle.open(exported).manifest.scores
    assert Bundle.open(lone).path("CARD.md").read_text() == Bundle.open(exported).path("CARD.md").read_text()


def test_a_model_beside_itself_leads_by_nothing(bundle: Path, corpus: Path, tmp_path: Path) -> None:
    readings = tmp_path / "readings.json"
    evaluated(bundle, corpus, tmp_path / "1.json", "--limit", "5", "--readings", str(readings))
    report = evaluated(bundle, corpus, tmp_path / "2.json", "--limit", "5", "--beside", f"twin={readings}")
    scores = report["scores"]
    assert isinstance(scores, dict)

    assert scores["finding_f1_micro_twin"]["value"] == scores["finding_f1_micro"]["value"]
    for name in ("finding_f1_micro_minus_twin", "cider_elected_minus_twin"):
        assert [scores[name][key] for key in ("value", "low", "high")] == [0.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("limit", "entry", "message"),
    [
        ("4", "twin={}", "of other studies: 0 are missing, 1 are not asked for"),
        ("5", "nearest={}", "cannot be used"),
        ("5", "{}", "cannot be used"),
    ],
)
def test_what_cannot_be_compared_is_said_before_anything_is_read(
    bundle: Path,
    corpus: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    limit: str,
    entry: str,
    message: str,
) -> None:
    readings = tmp_path / "readings.json"
    evaluated(bundle, corpus, tmp_path / "1.json", "--limit", "5", "--readings", str(readings))
    words = ["evaluate", str(bundle), str(corpus), "--split", "train", "--limit", limit]
    assert main([*words, "--beside", entry.format(readings)]) == 1
    assert message in capsys.readouterr().err


def test_the_table_is_printed_unless_standard_output_carries_the_json(
    bundle: Path, corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evaluated(bundle, corpus, tmp_path / "1.json", "--limit", "2")
    assert "What electing is worth" in capsys.readouterr().out

    assert (
        main(["evaluate", str(bundle), str(corpus), "--split", "train", "--limit", "2", "--json", "-"]) == 0
    )
    assert "scores" in json.loads(capsys.readouterr().out)


def test_drafts_written_together_are_those_of_the_desks_reader(bundle: Path, corpus: Path) -> None:
    studies = phantom_corpus(corpus).split("train")[:5]
    examinee = Examinee.open(Bundle.open(bundle), "auto", "cpu")
    try:
        together = examinee.drafts(studies, "", ignore_progress)
        alone = [examinee.reader.read(read_study(study)).drafts for study in studies]
    finally:
        examinee.close()

    assert together == [tuple(draft.text for draft in drafts) for drafts in alone]


def test_a_plain_transformer_is_trained_beside_the_run_and_compared(
    run_folder: Path, bundle: Path, corpus: Path, tmp_path: Path
) -> None:
    readings = tmp_path / "plain.json"
    words = ["baseline", str(run_folder), str(run_folder.parent / "plain"), "--epochs", "1"]
    assert main([*words, "--data", str(corpus), "--split", "val", "--readings", str(readings)]) == 0

    words = ["evaluate", str(bundle), str(corpus), "--split", "val", "--beside", f"plain={readings}"]
    assert main([*words, "--json", str(tmp_path / "scores.json")]) == 0
    scores = json.loads((tmp_path / "scores.json").read_text())["scores"]
    assert scores["finding_f1_micro_plain"]["value"] is not None
    assert "tiny-plain" in scores["finding_f1_micro_plain"]["signature"]


def test_scores_of_other_weights_are_refused(
    bundle: Path, run_folder: Path, corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = evaluated(bundle, corpus, tmp_path / "scores.json")
    report["bundle"] = {"weights_sha256": "0" * 64}
    (tmp_path / "scores.json").write_text(json.dumps(report))

    words = ["export", str(run_folder), str(tmp_path / "b"), "--scores", str(tmp_path / "scores.json")]
    assert main(words) == 1
    assert "measured on other weights" in capsys.readouterr().err


def test_a_changed_corpus_is_not_trained_on_by_an_old_run(
    run_folder: Path, corpus: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = corpus / "corpus.json"
    before = made.read_text()
    made.write_text(before + "\n")
    try:
        assert main(["fit", "--resume", str(run_folder)]) == 1
    finally:
        made.write_text(before)
    assert "have changed since this run began" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["fit"], "nothing says what to train"),
        (["fit", "--resume", "nowhere"], "this is no run"),
        (["fit", "phantom", "--resume", "x"], "keeps its recipe"),
        (["fit", "iu-xray"], "the folder of data.source is not there"),
        (["evaluate", "no-such-bundle", "nowhere"], "no bundle"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 1
    assert message in capsys.readouterr().err


def test_a_bundle_of_onnx_files_alone_is_not_evaluated(
    bundle: Path, corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    manifest = json.loads((bundle / "bundle.json").read_text())
    del manifest["files"]["weights.safetensors"]
    shutil.copytree(bundle, tmp_path / "bare", ignore=shutil.ignore_patterns("weights.safetensors"))
    (tmp_path / "bare" / "bundle.json").write_text(json.dumps(manifest))

    assert main(["evaluate", str(tmp_path / "bare"), str(corpus)]) == 1
    assert "ONNX files only" in capsys.readouterr().err


def test_the_papers_tables_are_made_once_and_again_from_what_was_written(
    bundle: Path,
    corpus: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "")  # Java takes seconds; what it does is tested elsewhere
    words = ["tables", str(bundle), str(corpus), "--split", "train", "--limit", "4", "--val-limit", "2"]
    assert main([*words, "--out", str(tmp_path)]) == 0
    printed = capsys.readouterr().out
    drafts = {path.name: path.read_text() for path in (tmp_path / "drafts").iterdir()}
    assert main([*words, "--out", str(tmp_path), "--table", "voting"]) == 0

    assert {
        "train-experts.json",
        "train-mean.json",
        "train-maximum.json",
        "val-experts.json",
    } <= drafts.keys()
    assert drafts == {path.name: path.read_text() for path in (tmp_path / "drafts").iterdir()}
    assert "METransformer" in printed
    assert "Undefined (no Java): meteor" in printed
    assert "averaged probabilities" in printed
    tables = json.loads((tmp_path / "tables.json").read_text())
    assert tables["tables"].keys() == {"voting"}
    assert (tmp_path / "tables.md").is_file()
    assert "<svg" in (tmp_path / "voting-cider_d.svg").read_text()
    assert (
        main(["tables", str(bundle), str(corpus), "--split", "train", "--limit", "3", "--out", str(tmp_path)])
        == 1
    )


def written_plan(corpus: Path, folder: Path) -> Path:
    (folder / "recipe.toml").write_text(TINY.format(corpus=corpus))
    (folder / "plan.toml").write_text(PLAN.format(recipe=folder / "recipe.toml"))
    return folder / "plan.toml"


def test_a_plan_is_trained_read_and_compared_and_its_second_run_makes_nothing_again(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan, out = written_plan(corpus, tmp_path), tmp_path / "out"
    assert main(["sweep", str(plan), "--out", str(out)]) == 0
    printed = capsys.readouterr().out
    made = {path: path.stat().st_mtime_ns for path in out.rglob("*.safetensors")}
    (out / "sweep.json").unlink()
    assert main(["sweep", str(plan), "--out", str(out)]) == 0

    assert made == {path: path.stat().st_mtime_ns for path in out.rglob("*.safetensors")}
    assert capsys.readouterr().out == printed
    assert "Budget: 1 epochs of reports after 0 of the stem and 0 of the encoder" in printed
    scores = json.loads((out / "sweep.json").read_text())["scores"]
    assert {"cider_d: m1", "cider_d: m2", "cider_d: m2 minus m1", "cider_d: m2, lead"} <= scores.keys()
    assert "4 studies" in scores["cider_d: m1"]["signature"]
    assert (out / "sweep.md").read_text().startswith("# Experts")
    assert "<svg" in (out / "cider_d.svg").read_text()


def test_runs_of_another_recipe_are_not_taken_for_those_of_the_plan(corpus: Path, tmp_path: Path) -> None:
    plan = written_plan(corpus, tmp_path)
    (recipe,) = recipes_of(load_plan(str(plan)), str(tmp_path / "recipe.toml"), ["batch=2"])["m1"][:1]
    begin(recipe, tmp_path / "runs" / "m1-1", Start("2026-01-01", ""))

    assert main(["sweep", str(plan), "--out", str(tmp_path)]) == 1
