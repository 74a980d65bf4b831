from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from training.__main__ import main

REFUSED = """
import sys
from training.__main__ import main
code = main(sys.argv[1:])
heavy = sorted({"torch", "lightning", "scipy", "pydicom"} & set(sys.modules))
print(code, ",".join(heavy))
"""


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["fit", "phantom", "--set", "optimiser.rate=1"], "optimiser.rate is no key of a recipe"),
        (["fit", "phantom", "--set", "model.widht=1"], "Did you mean width?"),
        (["fit", "iu-xray"], "iu_xray: the folder of data.source is not there"),
        (["fit", "iu-xray", "--set", "data.source=chexpert:a"], 'of the kind "chexpert"'),
        (["fit", "phantom", "--limit", "0"], "--limit 0 leaves no study"),
        (["fit", "phantom", "--cache-gb", "-1"], "-1.0 GB is no size"),
        (["fit", "phantm"], 'there is no recipe "phantm". Did you mean phantom?'),
        (["fit"], "nothing says what to train"),
        (["fit", "--resume", "somewhere", "--set", "epochs=1"], "keeps its recipe and folder"),
        (["fit", "phantom", "--checkpoint-minutes", "-1"], "-1.0 minutes cannot be waited"),
    ],
)
def test_what_does_not_fit_is_said_before_anything_heavy_is_loaded(words: list[str], message: str) -> None:
    done = subprocess.run([sys.executable, "-c", REFUSED, *words], capture_output=True, text=True, check=True)

    assert done.stdout == "1 \n"
    assert message in done.stderr


def test_a_corpus_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(
        ["fit", "phantom", "--set", f"data.source=phantom:{tmp_path}", "--out", str(tmp_path / "run")]
    )

    assert code == 1
    assert str(tmp_path) in capsys.readouterr().err
    assert not (tmp_path / "run").exists()
