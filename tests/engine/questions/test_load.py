from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from engine.errors import QuestionsMalformed
from engine.question import QuestionFile
from engine.questions.load import read_questions

MEDQA = {
    "question": "Which lobe?",
    "answer": "Lower",
    "options": {"A": "Upper", "B": "Lower"},
    "meta_info": "step1",
    "answer_idx": "B",
}
MEDMCQA = {
    "id": "m1",
    "question": "Which?",
    "opa": "a",
    "opb": "b",
    "opc": "c",
    "opd": "d",
    "subject_name": "Anatomy",
}
HEAD_QA_ROW = {
    "qid": "7",
    "qtext": "Which?",
    "ra": "2",
    "answers": [{"aid": 1, "atext": "one"}, {"aid": 2, "atext": "two"}],
    "image": "./data/MIR/img1.png",
}
NLPEC = {"question": "哪一个?", "options": ["甲", "乙", "丙"], "answer": 3, "contexts": ["一", "二", "三"]}


def lines(*rows: object) -> str:
    return "".join(f"{row if isinstance(row, str) else json.dumps(row)}\n" for row in rows)


def head_qa(*rows: object) -> str:
    exam = {"name": "E", "category": "medicine", "year": "2015", "data": list(rows)}
    return json.dumps({"version": "1.0", "language": "en", "exams": {"E": exam}})


def read(folder: Path, text: str | bytes, name: str = "questions.txt") -> QuestionFile:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return read_questions(path)


def keys(found: QuestionFile) -> list[int | None]:
    return [question.key for question in found.questions]


@pytest.mark.parametrize(
    ("name", "layout", "count", "options"),
    [
        ("head_qa/en/train_HEAD_EN.json", "HEAD-QA", 2657, {5}),
        ("head_qa/en/dev_HEAD_EN.json", "HEAD-QA", 1366, {4}),
        ("head_qa/es/train_HEAD.json", "HEAD-QA", 2657, {5}),
        ("head_qa/es/dev_HEAD.json", "HEAD-QA", 1366, {4}),
        ("medqa_sample/medqa_4_options.jsonl", "MedQA with MetaMap phrases", 25, {4}),
        ("medqa_sample/medqa_5_options.jsonl", "MedQA", 25, {5}),
        ("qa_extras/medmcqa/test.jsonl", "lettered options", 2816, {4}),
        ("qa_extras/mmlu/test.jsonl", "MMLU", 1089, {4}),
        ("qa_extras/pubmedqa/test.jsonl", "PubMedQA (lettered)", 500, {3}),
        ("qa_extras/pubmedqa_original/ori_pqal.json", "PubMedQA", 1000, {3}),
    ],
)
def test_public_files_are_read_whole(
    shared_data: Path, name: str, layout: str, count: int, options: set[int]
) -> None:
    found = read_questions(shared_data / name)
    assert (found.layout, len(found.questions), found.faults, found.unkeyed) == (layout, count, (), 0)
    assert {len(question.options) for question in found.questions} == options
    assert len({question.id for question in found.questions}) == count


def test_both_copies_of_pubmedqa_give_the_same_questions(shared_data: Path) -> None:
    folder = shared_data / "qa_extras"
    original = {
        each.id: each for each in read_questions(folder / "pubmedqa_original/ori_pqal.json").questions
    }
    for copy in read_questions(folder / "pubmedqa/test.jsonl").questions:
        other = original[copy.id]
        assert (copy.stem, copy.key) == (other.stem, other.key)
        assert copy.context.split() == other.context.split()


def test_medqa_keeps_letters_key_and_place(tmp_path: Path) -> None:
    (question,) = read(tmp_path, lines(MEDQA), "medqa.jsonl").questions
    assert [(option.label, option.text) for option in question.options] == [("A", "Upper"), ("B", "Lower")]
    assert (question.key, question.category, question.source) == (1, "step1", "medqa.jsonl, line 1")


def test_a_key_may_be_given_by_its_text_alone(tmp_path: Path) -> None:
    assert keys(read(tmp_path, lines({**MEDQA, "answer_idx": None}))) == [1]


def test_head_qa_matches_a_text_with_a_number_and_keeps_the_images_path(tmp_path: Path) -> None:
    (question,) = read(tmp_path, head_qa(HEAD_QA_ROW)).questions
    assert (question.id, question.key, question.image) == ("E/7", 1, "./data/MIR/img1.png")
    assert (question.category, question.language) == ("medicine", "en")


def test_head_qa_rows_with_evidence_for_each_option(tmp_path: Path) -> None:
    answers = [{"aid": 1, "atext": "one", "useful_context": "first"}, {"aid": 2, "atext": "two"}]
    (question,) = read(tmp_path, lines({**HEAD_QA_ROW, "answers": answers, "ra": 1})).questions
    assert [option.context for option in question.options] == ["first", ""]
    assert question.key == 0


def test_nlpec_counts_keys_from_one_and_gives_each_option_its_context(tmp_path: Path) -> None:
    (question,) = read(tmp_path, json.dumps([NLPEC], ensure_ascii=False)).questions
    assert question.key == 2
    assert [option.context for option in question.options] == ["一", "二", "三"]
    assert question.language == "zh"


def test_nlpec_contexts_that_are_not_one_each_belong_to_all_options(tmp_path: Path) -> None:
    (question,) = read(tmp_path, json.dumps({"data": [{**NLPEC, "contexts": ["一", "二"]}]})).questions
    assert question.context == "一\n二"


@pytest.mark.parametrize(
    ("cops", "wanted", "notes"),
    [
        ((1, 4), [0, 3], 0),  # the authors' file
        ((0, 3), [0, 3], 0),  # Hugging Face's copy
        ((-1, 1), [None, 1], 0),  # its test questions
        ((1, 2), [0, 1], 1),  # nobody can tell: said
        ((None, 4), [None, 3], 0),
    ],
)
def test_medmcqa_keys_are_counted_from_where_all_rows_together_say(
    tmp_path: Path, cops: tuple[int | None, ...], wanted: list[int | None], notes: int
) -> None:
    found = read(tmp_path, lines(*({**MEDMCQA, "cop": cop} for cop in cops)))
    assert keys(found) == wanted
    assert len(found.notes) == notes
    assert found.questions[0].category == "Anatomy"


def test_mmlu_as_hugging_face_publishes_it_counts_from_zero(tmp_path: Path) -> None:
    row = {"question": "Which?", "subject": "anatomy", "choices": ["a", "b", "c", "d"], "answer": 0}
    assert keys(read(tmp_path, lines(row))) == [0]


def test_pubmedqa_without_a_decision_has_no_key(tmp_path: Path) -> None:
    row: dict[str, Any] = {"QUESTION": "Does it?", "CONTEXTS": ["One.", "Two."], "LONG_ANSWER": "Yes."}
    found = read(tmp_path, json.dumps({"1": row, "2": {**row, "final_decision": "maybe"}}))
    assert keys(found) == [None, 2]
    assert found.unkeyed == 1
    assert found.questions[0].context == "One.\nTwo."


@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["without a byte order mark", "with one"])
def test_a_csv_table_with_quoted_separators_and_line_breaks(tmp_path: Path, mark: str) -> None:
    first_row = '"Which, if any?\r\nThink.",yes,"no, ""never""",,b,q1'
    found = read(tmp_path, f"{mark}question,A,B,C,key,id\r\n{first_row}\r\n\r\nWhat?,x,y,z,,\r\n")
    first, second = found.questions
    assert first.stem == "Which, if any?\r\nThink."
    assert [option.text for option in first.options] == ["yes", 'no, "never"']
    assert (first.id, first.key, second.id, second.key) == ("q1", 1, "5", None)
    assert second.source == "questions.txt, line 5"


@pytest.mark.parametrize("separator", [";", "\t"])
def test_a_csv_table_may_use_other_separators(tmp_path: Path, separator: str) -> None:
    text = "question,A,B,key\nWhich?,a,b,B\n".replace(",", separator)
    assert keys(read(tmp_path, text)) == [1]


def test_a_column_that_is_not_known_is_named(tmp_path: Path) -> None:
    found = read(tmp_path, "question,A,B,kee\nWhich?,a,b,B\n")
    assert found.notes == ("The column 'kee' is not known and was not read.",)
    assert found.unkeyed == 1


def test_ids_that_stand_twice_get_a_number(tmp_path: Path) -> None:
    found = read(tmp_path, lines({**MEDQA, "id": "x"}, {**MEDQA, "id": "x"}))
    assert [question.id for question in found.questions] == ["x", "x (2)"]


def test_empty_last_options_are_left_out(tmp_path: Path) -> None:
    options = {"A": "a", "B": "Lower", "C": "", "D": ""}
    (question,) = read(tmp_path, lines({**MEDQA, "options": options})).questions
    assert len(question.options) == 2


GOOD = json.dumps(MEDQA)

BAD_ROWS = [
    ('{"question": "Which?", "options": {"A": "a"', "line 2: This is not JSON"),
    ('["Which?"]', "line 2: It is not an object"),
    ({**MEDQA, "question": "  "}, "line 2: The question is empty."),
    ({**MEDQA, "question": 1.5}, "line 2: question must be a text."),
    ({**MEDQA, "options": {"B": "Lower"}}, "line 2: It has 1 options; 2 to 12 can be asked."),
    ({**MEDQA, "options": {"A": "", "B": "Lower"}}, "line 2: Option A is empty."),
    ({**MEDQA, "options": {"A": ["a"], "B": "Lower"}}, "line 2: options.A must be a text."),
    ({**MEDQA, "answer_idx": "F"}, "line 2: The key 'F' names none of the options A, B."),
    ({**MEDQA, "answer_idx": "A"}, "line 2: answer_idx is A, but answer is the text of another option."),
    ({**MEDQA, "answer_idx": "", "answer": "Middle"}, "line 2: answer is the text of no option"),
    ({**MEDQA, "question": "x" * 100_001}, "line 2: The question has 100001 characters"),
    (MEDMCQA, "line 2: It is not like the rows before it"),
    ('{"question": "a", "question": "b"}', "line 2: The key question stands twice"),
    ('{"question": NaN}', "line 2: NaN is not a number that JSON knows"),
    ("[" * 5000, "line 2: This JSON is nested too deep"),
]


@pytest.mark.parametrize(("row", "problem"), BAD_ROWS, ids=[problem for _, problem in BAD_ROWS])
def test_a_bad_row_is_named_with_its_line_and_the_others_are_read(
    tmp_path: Path, row: object, problem: str
) -> None:
    found = read(tmp_path, lines(GOOD, row, GOOD))
    assert len(found.questions) == 2
    (fault,) = found.faults
    assert problem in str(fault)


def test_a_damaged_first_line_does_not_hide_the_others(tmp_path: Path) -> None:
    found = read(tmp_path, lines('{"question": ', GOOD))
    assert (len(found.questions), found.faults[0].place) == (1, "line 1")


BAD_PARTS = [
    (
        head_qa(HEAD_QA_ROW, {**HEAD_QA_ROW, "ra": "0"}),
        "exams.E.data[1]: The key '0' names none of the options 1, 2.",
    ),
    (head_qa(HEAD_QA_ROW, {**HEAD_QA_ROW, "answers": {}}), "exams.E.data[1]: answers must be a list."),
    (json.dumps([NLPEC, {**NLPEC, "answer": 0}]), "[1]: The key 0 is outside 1 to 3."),
    (json.dumps([NLPEC, {**NLPEC, "answer": "three"}]), "[1]: answer must be a whole number."),
    (lines({**MEDMCQA, "cop": 4}, {**MEDMCQA, "cop": 7}), "line 2: The key 7 is outside 1 to 4."),
    ("question,A,B,key\nWhich?,a,b,A\nWhich?,a,b\n", "line 3: It has 3 columns, the header 4."),
    ("question,A,B,key\nWhich?,a,b,A\nWhich?,a,b,C\n", "line 3: The key 'C' names none of the options A, B."),
    ('question,A,B,key\nWhich?,a,b,A\n"Which?,a,b,A\n', "line 3: This is no CSV"),
]


@pytest.mark.parametrize(("text", "problem"), BAD_PARTS, ids=[problem for _, problem in BAD_PARTS])
def test_a_bad_question_of_another_layout_is_named_with_its_place(
    tmp_path: Path, text: str, problem: str
) -> None:
    found = read(tmp_path, text)
    assert len(found.questions) == 1
    assert problem in str(found.faults[0])


BAD_FILES = [
    (b"", "The file is empty."),
    (b"  \n\n", "The file is empty."),
    (b"PK\x03\x04rest", "This is a ZIP archive or an Office document, not text."),
    (b"%PDF-1.7", "This is a PDF, not text."),
    (b"a\0b", "This is no text file."),
    ("question,A,B\nä,a,b\n".encode("utf-16"), "This is UTF-16 text. Save it as UTF-8."),
    ("question,A,B\nWhich é?,a,b\n".encode("latin-1"), "Line 2 is not UTF-8 text. Save the file as UTF-8."),
    (b"<?xml version='1.0'?><quiz/>", "This is XML or HTML, which is not read."),
    (b"Which is it?\nA) a\nB) b\n", "The questions' layout is not known. Expected are JSON lines"),
    (b"{}", "The questions' layout is not known."),
    (b"[]", "The questions' layout is not known."),
    (b'{"12377809": "yes"}', "The questions' layout is not known. 12377809: It is not an object"),
    (b'[{"q": "Which?"}]', "The questions' layout is not known. [0] has q."),
    (b'{"question": "Which?", "options"', "This is not JSON"),
    (b'{"exams": []}', "exams must be an object."),
    (b"question,A,B,A\nWhich?,a,b,c\n", "The column a stands twice in the header."),
    (b'question,A,B,"C"x\nWhich?,a,b,c\n', "The header is no CSV"),
    (b'question,A,B,"B\n', "The header is no CSV"),
    (b'"x,question,A,B\n",A,B\n1,2,3\n', "The header lacks the column question."),
    (b"question,A,B\n", "No question of this file can be read."),
    (
        b"question,A,B,key\nWhich?,a,b,C\n",
        "No question of this file can be read. line 2: The key 'C' names none",
    ),
    (lines({**MEDMCQA, "cop": 0}, {**MEDMCQA, "cop": 4}).encode(), "cop is 0 in one row and 4 in another"),
    (
        b"format = 2\ntopic = 't'\ntitle = {en='T'}\nparagraph = []\n",
        "The primer has format 2; format 1 is read.",
    ),
    (b"format = \n", "This is not TOML"),
]


@pytest.mark.parametrize(("data", "problem"), BAD_FILES, ids=[problem for _, problem in BAD_FILES])
def test_a_file_that_cannot_be_read_says_why(tmp_path: Path, data: bytes, problem: str) -> None:
    with pytest.raises(QuestionsMalformed) as caught:
        read(tmp_path, data)
    assert problem in str(caught.value)
    assert str(caught.value).startswith("questions.txt: ")


def test_a_file_of_a_gigabyte_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.jsonl"
    with path.open("wb") as file:
        file.truncate(1_000_000_000)
    with pytest.raises(QuestionsMalformed, match=r"The file has 1000 MB; 256 MB is the limit\."):
        read_questions(path)


def test_what_is_no_regular_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(QuestionsMalformed, match="not a regular file"):
        read_questions(tmp_path / "pipe")
    with pytest.raises(QuestionsMalformed, match="not a regular file"):
        read_questions(tmp_path)
    with pytest.raises(QuestionsMalformed, match="cannot be read: no such file"):
        read_questions(tmp_path / "absent")


def test_where_the_right_answer_stands_twice_both_are_right_and_that_is_said(tmp_path: Path) -> None:
    twice = {**MEDMCQA, "opc": " b", "cop": 3}
    found = read(tmp_path, lines(MEDMCQA | {"cop": 1}, twice))
    once, question = found.questions
    assert [question.is_right(choice) for choice in (0, 1, 2, 3, None)] == [False, True, True, False, False]
    assert [once.repeats, question.repeats] == [False, True]
    assert "Questions with one option twice: 1. Where it is the key, both are right." in found.notes


def test_answers_that_differ_in_capitals_are_two_and_without_a_key_none_is_right(tmp_path: Path) -> None:
    genes = {**MEDMCQA, "opa": "RR", "opb": "Rr", "opc": "rr"}
    keyed, unkeyed = read(tmp_path, lines({**genes, "cop": 2}, genes)).questions
    assert (keyed.right, unkeyed.right) == (frozenset({1}), frozenset())
    assert not keyed.repeats
