from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

from engine.bundle import MANIFEST, Bundle
from tests.training.signed_reviews import Desk, sign_many
from tests.training.test_ship import TINY
from training.__main__ import main
from training.data.reviews import Account
from training.phantoms.corpus import Corpus, Part, write_corpus
from training.retraining import too_few

TEXTS = ("There is a left pleural effusion.", "The heart is enlarged.", "The lungs are clear.")


def test_a_retraining_needs_reviews_in_every_split() -> None:
    assert too_few(Account(splits=Counter(train=20, val=4, test=1))) == ""
    lacking = too_few(Account(splits=Counter(train=3, val=4, test=1)))
    assert "there are 3 to learn from; it needs 20 to learn from" in lacking


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bundle")
    write_corpus(Corpus(folder / "corpus", (Part(9, 24),), 64), 1, lambda _: None)
    (folder / "tiny.toml").write_text(TINY.format(corpus=folder / "corpus"))
    assert main(["fit", str(folder / "tiny.toml"), "--out", str(folder / "runs" / "run")]) == 0
    assert main(["export", str(folder / "runs" / "run"), str(folder / "report-tiny")]) == 0
    return folder / "report-tiny"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A desk with 44 signed reviews."""
    folder = tmp_path_factory.mktemp("desk")
    desk = Desk(folder / "data")
    sign_many(desk, folder / "films", range(44), lambda number: TEXTS[number % 3])
    desk.close()
    return folder / "data"


def retrained(bundle: Path, data: Path, folder: Path, *more: str) -> int:
    words = ["retrain", str(bundle), str(data), "--out", str(folder), "--least", "2", *more]
    return main([*words, "--set", "epochs=1"])


@pytest.mark.timeout(1200)
@pytest.mark.slow  # a tiny panel is trained twice and compared
def test_what_was_signed_retrains_a_bundle_which_is_compared_replaced_and_restored(
    bundle: Path, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "bundles" / "report-tiny"
    shutil.copytree(bundle, place)
    before = Bundle.read(place)
    assert main(["retrain", str(place), str(data), "--look"]) == 0
    assert "44 signed reviews can be used" in capsys.readouterr().out

    folder = tmp_path / "retraining"
    code = retrained(place, data, folder, "--told", "--json", str(tmp_path / "result.json"))
    said = json.loads((tmp_path / "result.json").read_text())
    assert code == (0 if said["is_better"] else 3)
    assert said["better"] + said["worse"] + said["same"] == said["studies"] >= 2
    out = capsys.readouterr().out
    assert '"stage": "Training: reports"' in out
    assert (
        f"better on {said['better']}, worse on {said['worse']}, same on {said['same']}; not replaced" in out
    )
    assert not list(folder.glob("films-*"))

    new = Bundle.read(folder / "report-tiny")
    assert new.manifest.version == "0.2.0+reviews.1"
    assert new.manifest.files["weights.safetensors"] != before.manifest.files["weights.safetensors"]
    assert "signed" in new.path("CARD.md").read_text()
    for path in folder.rglob("*"):
        assert not path.is_file() or str(data.parent / "films") not in path.read_bytes().decode("latin-1")

    same = main(["compare", str(place), str(place), f"reviews:{data}", "--least", "2", "--replace"])
    assert same == 3
    assert "same on" in capsys.readouterr().out
    assert Bundle.read(place).sha256 == before.sha256
    assert not (place.parent / ".before").exists()


@pytest.mark.timeout(1200)
@pytest.mark.slow  # a tiny panel is trained
def test_a_retraining_that_was_stopped_goes_on(bundle: Path, data: Path, tmp_path: Path) -> None:
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    assert retrained(bundle, data, whole) in {0, 3}
    shutil.copytree(whole, stopped)
    for left in (stopped / "report-tiny" / MANIFEST, stopped / "result.json"):
        left.unlink()
    shutil.rmtree(stopped / "report-tiny")
    assert main(["retrain", "--resume", str(stopped)]) in {0, 3}
    name = "report-tiny/weights.safetensors"
    assert (whole / name).read_bytes() == (stopped / name).read_bytes()
    first, second = (json.loads((each / "result.json").read_text()) for each in (whole, stopped))
    assert {**first, "new": ""} == {**second, "new": ""}  # its hash knows when the run was taken up again
