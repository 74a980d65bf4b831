from __future__ import annotations

import pytest
from tokenizers import Tokenizer

from engine.errors import QuestionsMalformed
from engine.question import Option, Question
from engine.resources import VOCABULARIES
from engine.text.question_rows import RowBuilder, last_sentence
from engine.text.tokenizer import ReportTokenizer

PATH = VOCABULARIES / "bert-base-uncased" / "tokenizer.json"
BERT, VOCABULARY = ReportTokenizer.load(PATH), Tokenizer.from_file(str(PATH))
QUESTION = Question("q", "A man coughs. What is seen?", (Option("Air", "A"), Option("Pleural fluid", "B")))
EVIDENCE = "Fluid sinks to the base of the chest."


def words(ids: tuple[int, ...]) -> list[str]:
    return [str(VOCABULARY.id_to_token(index)) for index in ids]


def builder(max_tokens: int = 60, **changes: object) -> RowBuilder:
    return RowBuilder(BERT, max_tokens, **{"routed_by": "last_sentence", **changes})  # type: ignore[arg-type]


def asked(text: str) -> str:
    return text[slice(*last_sentence(text))]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("A man coughs. What is seen?", "What is seen?"),
        ("A man coughs.\nWhat is seen:", "What is seen:"),
        ("What is it? It is seen in the lung.", "It is seen in the lung."),
        ("He is ill. The most likely cause", "The most likely cause"),
        ("He is ill?  Why?", "Why?"),
        ("He took 2.5 mg. Is 3.5 mg more", "Is 3.5 mg more"),
        ("Which of these is seen", "Which of these is seen"),
        ("He took 0.5 mg", "He took 0.5 mg"),
        ("Why?", "Why?"),
        ("He is ill. Why?  \n", "Why?"),
        ("What is seen? What is seen?", "What is seen?"),
        ("患者咳嗽。下列哪一项正确？", "下列哪一项正确？"),
        ("", ""),
    ],
)
def test_the_last_sentence_says_what_is_asked(text: str, wanted: str) -> None:
    assert asked(text) == wanted


def test_a_repeated_sentence_is_found_where_it_stands_last() -> None:
    assert last_sentence("What is seen? What is seen?") == (14, 27)


def test_a_row_is_evidence_question_and_option_between_its_marks() -> None:
    first, second = builder().rows(QUESTION, [EVIDENCE, ""])
    line = "[CLS] fluid sinks to the base of the chest . a man cough ##s . what is seen ? [SEP] air [SEP]"
    assert words(first.ids) == line.split()
    assert first.segments == (0,) * 20 + (1, 1)
    assert [words(first.ids)[place] for place in range(*first.routed_by)] == ["what", "is", "seen", "?"]
    assert (first.evidence_kept, second.evidence_kept) == (len(EVIDENCE), 0)


def test_evidence_is_cut_and_the_question_never() -> None:
    whole = builder().rows(QUESTION, [EVIDENCE, ""])[0]
    for length in range(16, len(whole.ids) + 1):
        row = builder(length).rows(QUESTION, [EVIDENCE, ""])[0]
        assert len(row.ids) == length
        assert row.ids[-12:] == whole.ids[-12:]
        assert [words(row.ids)[place] for place in range(*row.routed_by)] == ["what", "is", "seen", "?"]
    cut = builder(len(whole.ids) - 5).rows(QUESTION, [EVIDENCE, ""])[0]
    assert EVIDENCE[: cut.evidence_kept] == "Fluid sinks to the"


def test_a_question_that_is_too_long_is_named_and_not_cut() -> None:
    with pytest.raises(QuestionsMalformed, match=r"q: With option B it has 16 tokens; the model reads 13\."):
        builder(13).rows(QUESTION, ["", ""])


def test_routing_by_the_whole_question() -> None:
    row = builder(routed_by="question").rows(QUESTION, [EVIDENCE, ""])[0]
    assert [words(row.ids)[place] for place in range(*row.routed_by)][:2] == ["a", "man"]
    assert row.routed_by[1] - row.routed_by[0] == 9


def test_a_last_sentence_without_a_token_falls_back_to_the_question_and_then_to_cls() -> None:
    # \u200b is a sign that BERT's tokenizer drops
    row = builder().rows(
        Question("q", "A man coughs. \u200b\u200b\u200b\u200b\u200b\u200b", QUESTION.options), ["", ""]
    )[0]
    assert row.routed_by[0] == 1
    assert row.routed_by[1] > 3
    empty = builder().rows(Question("q", "\u200b", QUESTION.options), ["", ""])[0]
    assert empty.routed_by == (0, 1)


def test_marks_that_are_typed_into_a_question_are_unknown_words() -> None:
    row = builder().rows(Question("q", "Is [SEP] seen?", QUESTION.options), ["", ""])[0]
    assert row.ids.count(BERT.eos) == 2
    assert BERT.unk in row.ids
