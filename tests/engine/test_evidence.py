from __future__ import annotations

from pathlib import Path

import pytest

from engine.answer import Paragraph
from engine.errors import NothingToRead
from engine.evidence import PARAGRAPH_CHARACTERS, ParagraphIndex

PARAGRAPHS = (
    Paragraph("a", "Pleural fluid blunts the costophrenic angle."),
    Paragraph("b", "Air in the pleural space is a pneumothorax."),
    Paragraph("c", "The heart is enlarged when it is wider than half of the chest."),
)


def ids(index: ParagraphIndex, query: str, **more: object) -> list[str]:
    return [found.paragraph.id for found in index.find(query, **more)]  # type: ignore[arg-type]


def test_the_likeliest_paragraph_is_first_and_others_without_a_word_are_not_there() -> None:
    index = ParagraphIndex(PARAGRAPHS)
    assert ids(index, "What blunts the pleural angle?") == ["a", "b"]
    assert ids(index, "kidney") == []
    assert ids(index, "is it in the") == []
    scores = [found.score for found in index.find("pleural angle")]
    assert scores == sorted(scores, reverse=True)
    assert all(score > 0 for score in scores)


def test_the_words_that_were_asked_for_are_marked_whatever_their_case_and_accents() -> None:
    text = "El ángulo costofrénico. El ANGULO."
    (found,) = ParagraphIndex([Paragraph("x", text), *PARAGRAPHS]).find("angulo costofrenico")
    assert [text[start:stop] for start, stop in found.words] == ["ángulo", "costofrénico", "ANGULO"]


def test_equal_scores_keep_the_order_of_the_paragraphs() -> None:
    same = [Paragraph(str(number), "Fluid at the base.") for number in range(30)]
    assert ids(ParagraphIndex(same), "fluid", count=4) == ["0", "1", "2", "3"]


def test_paragraphs_of_another_language_are_left_out_where_one_is_asked_for() -> None:
    index = ParagraphIndex(
        [Paragraph("en", "pleura", "", "en"), Paragraph("es", "pleura", "", "es"), Paragraph("?", "pleura")]
    )
    assert ids(index, "pleura", language="es") == ["es", "?"]
    assert ids(index, "pleura") == ["en", "es", "?"]


def test_chinese_is_looked_up_by_its_characters() -> None:
    index = ParagraphIndex([Paragraph("a", "胸腔积液"), Paragraph("b", "心脏扩大")])
    assert ids(index, "心脏") == ["b"]


def test_text_markdown_and_primer_files_become_paragraphs_and_others_are_named(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("First\nparagraph.\n\n  \nSecond one.\n", encoding="utf-8")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "b.md").write_text(
        "# Pleura\nFluid sinks.\n\n## Air\n\nAir rises.\n", encoding="utf-8"
    )
    (tmp_path / "c.pdf").write_bytes(b"%PDF-1.7")
    (tmp_path / "d.txt").write_bytes(b"a\0b")
    (tmp_path / "e.toml").write_text(
        'format = 1\ntopic = "t"\ntitle = {en = "T"}\n'
        '[[paragraph]]\nid = "t-1"\nsplit = "train"\nen = "One."\nes = "Uno."\n',
        encoding="utf-8",
    )
    index = ParagraphIndex.open(tmp_path)
    assert [(each.id, each.text, each.title) for each in index.paragraphs] == [
        ("a.txt#1", "First paragraph.", ""),
        ("a.txt#2", "Second one.", ""),
        ("deep/b.md#1", "Fluid sinks.", "Pleura"),
        ("deep/b.md#2", "Air rises.", "Air"),
        ("t-1.en", "One.", "t"),
        ("t-1.es", "Uno.", "t"),
    ]
    assert str(index.skipped[0]) == "c.pdf: Only .txt, .md and .toml files are read."
    assert "d.txt: This is no text file." in str(index.skipped[1])


def test_long_blocks_are_cut_at_sentence_ends(tmp_path: Path) -> None:
    sentence = "Fluid sinks to the base of the chest. "
    (tmp_path / "a.txt").write_text(sentence * 100, encoding="utf-8")
    index = ParagraphIndex.open(tmp_path)
    assert len(index.paragraphs) == 3
    assert all(len(each.text) <= PARAGRAPH_CHARACTERS for each in index.paragraphs)
    assert " ".join(each.text for each in index.paragraphs) == (sentence * 100).strip()


def test_a_folder_without_paragraphs_says_so(tmp_path: Path) -> None:
    with pytest.raises(NothingToRead, match="No paragraph was found here"):
        ParagraphIndex.open(tmp_path)
    with pytest.raises(NothingToRead, match="This is no folder"):
        ParagraphIndex.open(tmp_path / "absent")


def test_paragraphs_of_stop_words_alone_are_no_mistake() -> None:
    assert ParagraphIndex([Paragraph("a", "It is the ...")]).find("pleura") == ()
