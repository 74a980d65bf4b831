from __future__ import annotations

import csv
from io import StringIO

from app.documents.answers_table import COLUMNS, NumberedSitting, answers_csv
from app.quiz.answers import ModelAnswer
from app.quiz.sets import question_key
from app.quiz.sitting import Kind, Mode
from tests.app.quiz.asking import event, questions, sitting


def test_every_answer_is_a_row_with_the_model_beside_it() -> None:
    asked = {question_key(each): each for each in questions(3)}
    first = next(iter(asked))
    done = sitting(Mode.EXAM).following(
        [
            event(Kind.CHOSEN, 0, 1, seconds=4.25),
            event(Kind.CHOSEN, 0, 0),
            event(Kind.NOTED, 0, text="=SUM(A1)"),
            event(Kind.FLAGGED, 1),
            event(Kind.FINISHED, 2),
        ]
    )
    said = {first: ModelAnswer(2, (0.1, 0.1, 0.7, 0.1), bundle="tiny", version="1")}
    head, one, two, three = csv.reader(
        StringIO(answers_csv([NumberedSitting(5, done)], asked, said).lstrip("\ufeff"))
    )
    assert tuple(head) == COLUMNS
    row = dict(zip(head, one, strict=True))
    assert (row["sitting"], row["mode"], row["stem"]) == ("5", "exam", "Question 1?")
    assert (row["chosen"], row["key"], row["right"], row["seconds"], row["changes"]) == (
        *("Fluid", "Fluid", "yes"),
        *("4.2", "1"),
    )
    assert row["note"] == "'=SUM(A1)"  # no spreadsheet computes it
    assert (row["model"], row["model_chosen"], row["model_probability"]) == ("tiny 1", "Bone", "0.7000")
    blank, unkeyed = dict(zip(head, two, strict=True)), dict(zip(head, three, strict=True))
    assert (blank["chosen"], blank["right"], blank["flagged"], blank["model"]) == ("", "no", "yes", "")
    assert (unkeyed["key"], unkeyed["right"]) == ("", "")


def test_a_sitting_in_its_middle_has_no_rows() -> None:
    asked = {question_key(each): each for each in questions(3)}
    assert answers_csv([NumberedSitting(1, sitting(Mode.EXAM))], asked, {}).count("\n") == 1
