from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine_sentences import ENGINE_SENTENCES
from app.extraction import PHRASES, engine_sentences, sentences_module, sentences_of
from app.language import ENGLISH, Language, speaking, tr_engine
from app.messages import notice_of
from app.sentences import NOTE, patterns, recognised
from engine.dicom.container import read_bytes
from engine.errors import FileRefused

ROOT = Path(__file__).resolve().parents[2]
FORMS = {
    "The file is empty.": "El archivo está vacío.",
    "Copy it again.": "Cópielo de nuevo.",
    "The image has {0} frames; there is no frame {1}.": "Tiene {0} fotogramas; no hay fotograma {1}.",
    "{0} is not a number and is ignored.": "{0} no es un número y se ignora.",
}
FINDINGS = {"Fracture": "Fractura", "Lung Lesion": "Lesión pulmonar"}
SPANISH = Language("es", lambda text, note, _count: (FORMS if note == NOTE else FINDINGS).get(text, ""))


def test_the_patterns_are_those_that_the_source_has_now() -> None:
    written = Path(ROOT, "app/engine_sentences.py").read_text(encoding="utf-8")
    assert written == sentences_module(engine_sentences(ROOT)), "run: python -m app.extraction"


def test_every_pattern_is_recognised_in_what_was_made_from_it() -> None:
    for pattern in patterns():
        values = tuple(f"x{place}x" for place in range(len(pattern.words) - 1))
        assert recognised(pattern.text.format(*values)) == (pattern.text, values)


def test_phrases_beside_sentences_stand_in_the_source() -> None:
    files = (file for place in ("engine", "training") for file in Path(ROOT, place).rglob("*.py"))
    source = "\n".join(file.read_text(encoding="utf-8") for file in files)
    pieces = {
        piece.strip(" ;()") for pattern in patterns() if pattern.text in PHRASES for piece in pattern.words
    }
    begun = {piece.split("drafts; ")[-1].removeprefix("Training: ") for piece in pieces}
    assert {piece for piece in begun if piece not in source} == set()


@pytest.mark.parametrize(
    ("english", "spanish"),
    [
        ("The file is empty.", "El archivo está vacío."),
        ("The file is empty. Copy it again.", "El archivo está vacío. Cópielo de nuevo."),
        (
            "The file is empty. Ask me. Copy it again.",
            "El archivo está vacío. Ask me. Cópielo de nuevo.",
        ),
        ("The image has 2 frames; there is no frame 7.", "Tiene 2 fotogramas; no hay fotograma 7."),
        (
            "fracture, lung lesion is not a number and is ignored.",
            "fractura, lesión pulmonar no es un número y se ignora.",
        ),
        ("Window {0}. is not a number and is ignored.", "Window {0}. no es un número y se ignora."),
        ("The image has 5,000 frames; there is no frame 7.", "Tiene 5000 fotogramas; no hay fotograma 7."),
        ("Somebody else's words", "Somebody else's words"),
        ("", ""),
    ],
)
def test_known_sentences_are_translated_and_others_left(english: str, spanish: str) -> None:
    with speaking(SPANISH):
        assert tr_engine(english) == spanish
    with speaking(ENGLISH):
        assert tr_engine(english) == english


def longest_words(form: str) -> str:
    return max(re.split(r"\{\d\}", form), key=len)


@given(st.text() | st.lists(st.sampled_from((*FORMS, "A. B", "{0}", ". ", "5,000 "))).map(" ".join))
def test_any_text_is_said_and_one_without_known_sentences_as_it_is(text: str) -> None:
    with speaking(SPANISH):
        said = tr_engine(text)
    assert said == text or any(longest_words(form) in said for form in FORMS.values())


def test_a_text_of_endless_sentences_is_left_as_it_is_at_once() -> None:
    text = "The file is empty. " * 100_000
    with speaking(SPANISH):
        assert tr_engine(text) == text


def test_an_error_reaches_the_reader_in_the_readers_language_and_stays_english_itself(tmp_path: Path) -> None:
    empty = tmp_path / "empty.dcm"
    empty.touch()
    with pytest.raises(FileRefused) as refused:
        read_bytes(empty)
    with speaking(SPANISH):
        notice = notice_of(refused.value)
    assert (notice.what, notice.todo) == ("El archivo está vacío.", "Cópielo de nuevo.")
    assert str(refused.value).endswith("The file is empty. Copy it again.")


def test_only_whole_sentences_are_taken_out_of_the_source() -> None:
    source = '''
def f(name):
    """This is a docstring."""
    raise Refused(f"{name} holds {len(name)} things.", "a fragment", todo="Look {again}.", code="Short.")
    return tr("This was marked.")
'''
    assert set(sentences_of(ast.parse(source))) == {"{0} holds {1} things.", "Look {{again}}."}
    assert len(ENGINE_SENTENCES) > 300
