"""A study in, a panel out: every expert drafts, votes and shows where it looked."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from engine.__main__ import main
from engine.bundle import Bundle, Score, write_bundle
from engine.dicom.files import open_paths
from engine.errors import BundleDamaged, BundleError, BundleUnsupported, NothingToRead
from engine.familiarity import Familiarity
from engine.panel import Draft, Panel
from engine.panel_json import read_panel
from engine.preprocess import InputConvention
from engine.progress import Cancelled, CancelToken, Progress
from engine.reader import Reader
from engine.study import Study
from tests.engine.tiny_bundle import EXPERTS, tiny_config, write_tiny_bundle


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Bundle:
    return write_tiny_bundle(tmp_path_factory.mktemp("bundle"))


@pytest.fixture
def reader(bundle: Bundle) -> Reader:
    return Reader.open(bundle, device="cpu")


@pytest.fixture
def study(tmp_path: Path) -> Study:
    grey = (np.add.outer(np.arange(40), np.arange(30)) * 3).astype(np.uint8)
    Image.fromarray(grey).save(tmp_path / "film.png")
    return open_paths([tmp_path / "film.png"]).studies[0]


def test_every_expert_writes_a_draft_and_one_is_elected(reader: Reader, study: Study) -> None:
    panel = reader.read(study)
    assert [draft.expert for draft in panel.drafts] == list(range(EXPERTS))
    assert sorted(draft.rank for draft in panel.drafts) == [1, 2, 3]
    assert panel.drafts[panel.elected].rank == 1
    votes = [draft.vote or 0 for draft in panel.drafts]
    assert votes[panel.elected] == max(votes)


def test_attention_sums_to_one_over_the_films_that_are_there(reader: Reader, study: Study) -> None:
    evidence = reader.read(study).evidence
    assert evidence.expert_maps.shape == (EXPERTS, 1, 4, 4)
    assert evidence.expert_maps.sum(axis=(1, 2, 3)) == pytest.approx(1, abs=1e-5)
    for words in evidence.word_maps:
        assert words.shape[1:] == (1, 4, 4)
        assert words.sum(axis=(1, 2, 3)) == pytest.approx(1, abs=1e-5)


def test_every_word_has_its_map_and_its_place_in_the_text(reader: Reader, study: Study) -> None:
    panel = reader.read(study)
    for draft, maps in zip(panel.drafts, panel.evidence.word_maps, strict=True):
        assert len(draft.words) == len(maps)
        assert "".join(draft.text[word.start : word.stop] for word in draft.words) == draft.text.replace(
            " ", ""
        )


def test_reading_twice_gives_the_same_panel(reader: Reader, study: Study) -> None:
    first, second = reader.read(study), reader.read(study)
    assert [draft.text for draft in first.drafts] == [draft.text for draft in second.drafts]
    assert first.elected == second.elected


def test_drafts_are_handed_over_as_they_end_with_the_text_they_keep(reader: Reader, study: Study) -> None:
    early: list[Draft] = []
    panel = reader.read(study, on_draft=early.append)
    assert sorted(draft.expert for draft in early) == list(range(EXPERTS))
    assert {(draft.expert, draft.text) for draft in early} == {(d.expert, d.text) for d in panel.drafts}


def test_a_draft_keeps_its_origin(reader: Reader, bundle: Bundle, study: Study) -> None:
    origin = reader.read(study).drafts[0].origin
    assert (origin.bundle, origin.bundle_sha256, origin.device) == ("tiny", bundle.sha256, "cpu")
    assert "torch" in origin.runtime
    assert origin.decoding == "greedy, at most 11 tokens"


def test_cancelling_while_the_experts_write_stops_within_a_step(reader: Reader, study: Study) -> None:
    cancel = CancelToken()
    seen: list[Progress] = []

    def stop_at_the_first_word(progress: Progress) -> None:
        seen.append(progress)
        if progress.stage.startswith("Experts write") and progress.done == 0:
            cancel.cancel()

    with pytest.raises(Cancelled):
        reader.read(study, cancel=cancel, on_progress=stop_at_the_first_word)
    assert seen[-1].done == 0


def test_an_unreadable_film_is_named_and_the_other_is_read(reader: Reader, study: Study) -> None:
    good = study.radiographs[0]
    gone = replace(good, path=good.path.with_name("gone.png"), view_position="LL", sop_instance_uid="2")
    panel = reader.read(replace(study, radiographs=(good, gone)))
    assert any("LAT" in warning for warning in panel.warnings)
    assert len(panel.evidence.frames) == 1


def test_another_film_of_the_view_takes_the_place_of_a_damaged_one(
    reader: Reader, study: Study, tmp_path: Path
) -> None:
    good = study.radiographs[0]
    damaged = replace(good, path=tmp_path / "damaged.png", sop_instance_uid="1")
    panel = reader.read(replace(study, radiographs=(damaged, good)))
    assert panel.evidence.frames[0].sop_instance_uid == good.sop_instance_uid
    assert any("damaged.png" in warning for warning in panel.warnings)


def test_a_single_film_is_named_where_the_model_has_learned_from_two(reader: Reader, study: Study) -> None:
    assert any("One film is here" in warning for warning in reader.read(study).warnings)


def test_findings_that_a_model_never_found_are_named(tmp_path: Path, study: Study) -> None:
    scores = {"finding_f1: Fracture": Score(0.0, "s"), "finding_f1: Edema": Score(0.3, "s")}
    blind = Reader.open(write_tiny_bundle(tmp_path, scores=scores), device="cpu")
    (warning,) = [said for said in blind.read(study).warnings if "never found" in said]
    assert "fracture" in warning
    assert "edema" not in warning


def test_a_study_without_a_readable_film_is_one_clear_error(reader: Reader, study: Study) -> None:
    with pytest.raises(NothingToRead, match="no film"):
        reader.read(replace(study, radiographs=()))


def test_a_film_of_another_part_of_the_body_is_doubted(reader: Reader, study: Study) -> None:
    hand = replace(study.radiographs[0], body_part="HAND")
    assert any("HAND" in warning for warning in reader.read(replace(study, radiographs=(hand,))).warnings)


def test_which_frame_was_read_is_said(reader: Reader, study: Study) -> None:
    paged = replace(study.radiographs[0], frames=3)
    said = reader.read(replace(study, radiographs=(paged,))).warnings
    assert any("3 frames; the first was read" in warning for warning in said)


def test_a_film_in_colour_is_doubted(reader: Reader, tmp_path: Path) -> None:
    pixels = np.zeros((40, 30, 3), np.uint8)
    pixels[:, :, 0] = 200
    Image.fromarray(pixels).save(tmp_path / "colour.png")
    study = open_paths([tmp_path / "colour.png"]).studies[0]
    assert any("in colour" in warning for warning in reader.read(study).warnings)


def test_a_bundle_that_writes_no_reports_is_refused(tmp_path: Path) -> None:
    other = write_tiny_bundle(tmp_path, architecture="moebqa")
    with pytest.raises(BundleUnsupported, match="moebqa"):
        Reader.open(other)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"input": InputConvention(height=64, width=64).to_dict()}, "other images"),
        ({"input": InputConvention(height=32, width=32, views=1).to_dict()}, "other images"),
        ({"input": InputConvention(height=32, width=32).to_dict() | {"std": [0]}}, "std"),
        ({"input": InputConvention(height=32, width=32).to_dict() | {"fit": "guess"}}, "guess"),
        ({"decoding": {"beam": 1, "max_tokens": 13, "length_normalisation": "mean"}}, "longer reports"),
        ({"config": tiny_config(5).to_dict()}, "5"),
        ({"config": replace(tiny_config(5), experts=13).to_dict()}, "13 experts"),
    ],
    ids=["size", "views", "deviation", "fit", "length", "vocabulary", "experts"],
)
def test_a_bundle_whose_parts_do_not_belong_together_is_refused_before_it_reads(
    changes: dict[str, object], problem: str, tmp_path: Path
) -> None:
    with pytest.raises(BundleError, match=problem):
        Reader.open(write_tiny_bundle(tmp_path, **changes), device="cpu")


def test_familiarity_of_another_model_is_refused_before_it_reads(bundle: Bundle, tmp_path: Path) -> None:
    other = Familiarity(np.zeros((2, 5), np.float32), np.zeros((2, 5, 5), np.float32), np.ones(2, np.float32))
    files: dict[str, Path | bytes] = {name: bundle.path(name) for name in bundle.manifest.files}
    files["familiarity.safetensors"] = other.to_bytes()
    manifest = replace(bundle.manifest, familiarity="familiarity.safetensors")
    with pytest.raises(BundleDamaged, match="another model"):
        Reader.open(write_bundle(tmp_path / "other", manifest, files), device="cpu")


def test_the_command_writes_a_panel_that_opens_again(
    bundle: Bundle, study: Study, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    film = study.radiographs[0].path
    out, overlays = tmp_path / "panel.json", tmp_path / "overlays"
    arguments = ["read", str(film), "--bundle", str(bundle.folder), "--json", str(out)]
    assert main([*arguments, "--overlays", str(overlays), "--device", "cpu"]) == 0
    written = json.loads(out.read_text())
    assert written["drafts"][0].keys() >= {"expert", "text", "sentences", "vote", "rank", "findings"}
    again: Panel = read_panel(out)
    assert [draft.text for draft in again.drafts] == [draft["text"] for draft in written["drafts"]]
    assert "elected" in capsys.readouterr().out
    pictures = sorted(overlays.glob("study-1/*.png"))
    assert len(pictures) == EXPERTS
    assert Image.open(pictures[0]).size == (30, 40)


def test_the_command_says_in_one_sentence_that_there_is_nothing_to_read(
    bundle: Bundle, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notes.txt").write_text("not a film")
    assert main(["read", str(tmp_path / "notes.txt"), "--bundle", str(bundle.folder)]) == 1
    assert "No film can be read here" in capsys.readouterr().err
