"""Films and their texts learned by heart: nothing between file and reader loses the film or the words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.training.made_corpora import write_csv, write_film
from training.__main__ import main

TEXTS = (
    "Portable film of an old man, with 2.5 cm nodule in the right lung.",
    "Clear lungs; heart size is normal.",
    "Large left-sided effusion (new).",
    "Clear lungs; heart size is normal.",
)


def _learned(source: str, folder: Path, settings: list[str]) -> float:
    """Fit, ship, read all films again: the share of elected drafts that are their text word for word."""
    run, bundle, scores = folder / "run", folder / "bundle", folder / "scores.json"
    words = [word for setting in (f"data.source={source}", *settings) for word in ("--set", setting)]
    assert main(["fit", "by-heart", "--out", str(run), *words]) == 0
    assert main(["export", str(run), str(bundle)]) == 0
    limits = ["--train-limit", "0", "--val-limit", "0", "--deletion-limit", "0"]
    asked = ["evaluate", str(bundle), source, "--split", "all", *limits, "--json", str(scores)]
    assert main(asked) == 0
    value = json.loads(scores.read_text(encoding="ascii"))["scores"]["verbatim"]["value"]
    return float(value)


@pytest.mark.slow  # 240 steps
@pytest.mark.timeout(3600)
def test_four_films_of_noise_and_their_texts_are_learned_word_for_word(tmp_path: Path) -> None:
    rows = [{"filename": f"{number}.png", "text": text} for number, text in enumerate(TEXTS)]
    for row in rows:
        write_film(tmp_path / "images" / row["filename"], int(row["filename"][0]), 64)
    write_csv(tmp_path / "metadata.csv", rows)

    assert _learned(f"pairs:{tmp_path}", tmp_path, ["model.max_tokens=30", "epochs=60", "batch=1"]) == 1.0


@pytest.mark.slow  # some minutes of a core
@pytest.mark.timeout(3600)
def test_the_real_pairs_are_learned_word_for_word(shared_data: Path, tmp_path: Path) -> None:
    folder = shared_data / "covid_pairs"
    if not folder.is_dir():
        pytest.skip("the public pairs are not beside this checkout (../shared/data/covid_pairs)")

    assert _learned(f"pairs:{folder}", tmp_path, []) >= 0.9
