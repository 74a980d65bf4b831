from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.panel import Word
from engine.text.annotate import annotated
from engine.text.sentences import sentence_spans


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("The heart is large. No effusion.", ["The heart is large.", "No effusion."]),
        ("the heart is large . no effusion .", ["the heart is large .", "no effusion ."]),
        ("A 2.5 cm nodule. Stable.", ["A 2.5 cm nodule.", "Stable."]),
        ("1. Heart large. 2. No effusion.", ["1. Heart large.", "2. No effusion."]),
        ("Changes, e.g. scars. Stable.", ["Changes, e.g. scars.", "Stable."]),
        ("Seen by Dr. Roe. Stable.", ["Seen by Dr. Roe.", "Stable."]),
        ("The heart\nis large\nNo effusion", ["The heart\nis large", "No effusion"]),
        ("findings\n\nclear lungs", ["findings", "clear lungs"]),
        ("Clear.The heart is large", ["Clear.", "The heart is large"]),
        ("Mass? Yes (likely.) Then", ["Mass?", "Yes (likely.)", "Then"]),
        ("", []),
        (" \n ", []),
    ],
)
def test_a_report_is_cut_where_its_sentences_end(text: str, sentences: list[str]) -> None:
    assert [text[start:stop] for start, stop in sentence_spans(text)] == sentences


@given(st.text(alphabet="aA1.?() \n\te", max_size=60))
def test_sentences_are_ordered_disjoint_and_cover_all_that_is_not_blank(text: str) -> None:
    spans = sentence_spans(text)
    assert all(start < stop for start, stop in spans)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))
    covered = {index for start, stop in spans for index in range(start, stop)}
    assert covered >= {index for index, character in enumerate(text) if not character.isspace()}
    assert not any(text[start].isspace() or text[stop - 1].isspace() for start, stop in spans)


def test_a_sentence_knows_its_words_and_a_word_that_shows_nothing_belongs_to_none() -> None:
    text = "No mass. Clear."
    words = [Word(0, 2), Word(3, 7), Word(7, 8), Word(9, 14), Word(14, 15), Word(15, 15)]
    first, second = annotated(text, words)
    assert (first.first_word, first.last_word) == (0, 3)
    assert (second.first_word, second.last_word) == (3, 5)
    assert (second.text, second.start, second.stop) == ("Clear.", 9, 15)


def test_a_text_without_words_has_sentences_without_words() -> None:
    assert [(s.first_word, s.last_word) for s in annotated("No mass. Clear.")] == [(0, 0), (0, 0)]
