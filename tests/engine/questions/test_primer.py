from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import QuestionsMalformed
from engine.questions.load import read_questions
from engine.questions.primer import read_primer

PLEURA = '''# The pleura
format = 1
topic = "pleura"
title = { en = "The pleura", es = "La pleura" }

[[paragraph]]
id = "pleura-01"
split = "train"
en = """Fluid sinks."""
es = """El líquido baja."""
check = "any primer"

[[paragraph]]
id = "pleura-02"
split = "test"
en = "Air rises."
es = "El aire sube."
check = "any primer"

[[question]]
id = "pleura-01-a"
paragraph = "pleura-01"
kind = "diagnosis"
key = 2
en = { stem = "Where is it?", options = ["Above", "Below"], why = "It sinks." }
es = { stem = "¿Dónde está?", options = ["Arriba", "Abajo"], why = "Baja." }

[[question]]
id = "pleura-02-a"
paragraph = "pleura-02"
kind = "result"
key = 1
en = { stem = "And air?", options = ["Above", "Below"], why = "It rises." }
es = { stem = "¿Y el aire?", options = ["Arriba", "Abajo"], why = "Sube." }
'''


def test_a_question_is_there_in_each_language_with_its_paragraph(tmp_path: Path) -> None:
    (tmp_path / "01-pleura.toml").write_text(PLEURA, encoding="utf-8")
    primer = read_primer(tmp_path)
    assert primer.titles == {"pleura": {"en": "The pleura", "es": "La pleura"}}
    assert [(passage.id, passage.split) for passage in primer.passages] == [
        ("pleura-01", "train"),
        ("pleura-02", "test"),
    ]
    (question,) = primer.questions("es", "train")
    assert (question.stem, question.key, question.context) == ("¿Dónde está?", 1, "El líquido baja.")
    assert (question.kind, question.category, question.language) == ("diagnosis", "pleura", "es")
    assert question.explanation == "Baja."
    assert primer.questions("en", "val") == ()


def test_what_the_paragraph_says_and_what_must_be_reasoned_from_it_are_two_levels(tmp_path: Path) -> None:
    levelled = PLEURA.replace('kind = "diagnosis"', 'kind = "diagnosis"\nlevel = "reading"')
    (tmp_path / "01-pleura.toml").write_text(levelled, encoding="utf-8")
    primer = read_primer(tmp_path)

    assert [item.level for item in primer.items] == ["reading", "reasoning"]
    assert len(primer.questions("en", "train", "reading")) == 1
    assert primer.questions("en", "train", "reasoning") == ()


def test_a_primer_file_is_a_question_file_like_others(tmp_path: Path) -> None:
    (tmp_path / "primer").write_text(PLEURA, encoding="utf-8")
    found = read_questions(tmp_path / "primer")
    assert (found.layout, len(found.questions)) == ("primer", 4)
    assert [question.id for question in found.questions][:2] == ["pleura-01-a.en", "pleura-01-a.es"]


FAULTS = [
    ("key = 2", "key = 3", "pleura-01-a: The key 3 is outside 1 to 2."),
    ("key = 2\n", "", "pleura-01-a: key is missing."),
    ('"diagnosis"', '"guess"', "pleura-01-a: kind is 'guess', not pathogenesis"),
    ('["Arriba", "Abajo"], why = "Baja."', '["Arriba"]', "pleura-01-a: It has other numbers of options"),
    (
        'paragraph = "pleura-01"',
        'paragraph = "heart-01"',
        "pleura-01-a: paragraph 'heart-01' is not in this file.",
    ),
    ("key = 2", 'key = 2\nlevel = "easy"', "pleura-01-a: level is 'easy', not reading, reasoning."),
    ('stem = "Where is it?"', 'stem = ""', "pleura-01-a: The question is empty."),
    ('"train"', '"training"', "pleura-01: split is 'training', not train, val, test."),
    ('"pleura-02-a"', '"pleura-01-a"', "pleura-01-a: This id stands twice."),
]


@pytest.mark.parametrize(("old", "new", "problem"), FAULTS, ids=[problem for _, _, problem in FAULTS])
def test_what_is_wrong_is_named_and_the_rest_is_read(
    tmp_path: Path, old: str, new: str, problem: str
) -> None:
    (tmp_path / "p.toml").write_text(PLEURA.replace(old, new, 1), encoding="utf-8")
    primer = read_primer(tmp_path)
    assert any(str(fault).startswith("p.toml, ") and problem in str(fault) for fault in primer.faults)
    assert primer.items


def test_an_id_in_two_files_is_named(tmp_path: Path) -> None:
    for name in ("1.toml", "2.toml"):
        (tmp_path / name).write_text(PLEURA, encoding="utf-8")
    assert "pleura-01: This id stands in two files." in [str(fault) for fault in read_primer(tmp_path).faults]


def test_a_folder_without_a_primer_says_so(tmp_path: Path) -> None:
    with pytest.raises(QuestionsMalformed, match="no TOML file"):
        read_primer(tmp_path)
