from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.errors import RecipeError
from tests.training.captioned import write_coco
from training.data.captions import coco_caption, of_reports, open_captions, read_karpathy
from training.data.corpus import Corpus, CorpusStudy


def test_karpathys_file_gives_pictures_with_all_their_captions(tmp_path: Path) -> None:
    corpus = open_captions(f"coco:{write_coco(tmp_path)}")
    assert len(corpus.items) == 24
    first = corpus.items[0]
    assert first.identifier == "100"
    assert first.captions == ("a red ball", "there is a red ball on a table")
    assert first.written == ("A red ball.", "There is a red ball, on a table!")
    assert first.picture == tmp_path / "val2014" / "0.jpg"
    assert open_captions(f"coco:{tmp_path}").fingerprint == corpus.fingerprint
    assert open_captions(f"coco:{tmp_path}", "/pictures").items[0].picture == Path("/pictures/val2014/0.jpg")


def test_restval_is_trained_on(tmp_path: Path) -> None:
    corpus = read_karpathy(write_coco(tmp_path))
    assert {item.split for item in corpus.items} == {"train", "val", "test"}
    assert len(corpus.rows("train")) == 16
    assert len(corpus.captions("val")) == 2 * len(corpus.rows("val")) == 8


def test_a_changed_byte_is_another_corpus(tmp_path: Path) -> None:
    file = write_coco(tmp_path)
    before = read_karpathy(file).fingerprint
    file.write_text(file.read_text().replace("table!", "floor!"))
    assert read_karpathy(file).fingerprint != before


@pytest.mark.parametrize(
    ("raw", "read"),
    [
        ("Two dogs -- one big, one (very) small.\n", "two dogs one big one very small"),
        ("The man's t-shirt says 'Hi' & 50%", "the man s t shirt says hi & 50 %"),
        ("...", ""),
    ],
)
def test_captions_are_read_in_lower_case_without_punctuation(raw: str, read: str) -> None:
    assert coco_caption(raw) == read


def test_a_picture_without_a_caption_that_has_words_is_left_out(tmp_path: Path) -> None:
    file = write_coco(tmp_path)
    written = json.loads(file.read_text())
    written["images"][3]["sentences"] = [{"raw": "..."}]
    file.write_text(json.dumps(written))
    assert "103" not in {item.identifier for item in read_karpathy(file).items}


@pytest.mark.parametrize(
    "text", ["", "[]", '{"images": [{}]}', '{"images": [{"sentences": [], "split": "exam"}]}']
)
def test_a_file_of_another_form_is_named(text: str, tmp_path: Path) -> None:
    (tmp_path / "dataset_coco.json").write_text(text)
    with pytest.raises(RecipeError, match="Karpathy"):
        open_captions(f"coco:{tmp_path}")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match="no such file"):
        open_captions(f"coco:{tmp_path / 'absent.json'}")


def test_reports_are_captions_of_their_studies(tmp_path: Path) -> None:
    studies = (CorpusStudy("a", "train", "No effusion."), CorpusStudy("b", "val", "Left effusion."))
    corpus = of_reports(Corpus(tmp_path, "f", studies))
    assert [item.captions for item in corpus.items] == [("No effusion.",), ("Left effusion.",)]
    assert corpus.rows("val") == [1]
    with pytest.raises(RecipeError, match='no "test"'):
        corpus.rows("test")
