"""The layouts of public question files whose rows are JSON objects, as data: how each is known and read.

MedQA, MMLU, MedMCQA and PubMedQA in one form   question, options {"A": ...}, answer_idx "A"
MedMCQA as its authors publish it               question, opa ... opd, cop
MMLU as Hugging Face publishes it               question, choices [...], answer 0
NLPEC                                           question, options [...], answer 1, contexts [...]
HEAD-QA, one question                           qtext, answers [{"aid", "atext"}], ra
PubMedQA as its authors publish it              QUESTION, CONTEXTS, final_decision
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from engine.errors import QuestionsMalformed
from engine.question import Option, Question
from engine.questions.rows import (
    Row,
    checked,
    lettered,
    malformed,
    needed,
    place_of_label,
    place_of_number,
    text_at,
    text_or_number,
    whole_number,
)
from engine.strict_json import JsonNode

Members = Mapping[str, JsonNode]
ReadRow = Callable[[Row, Members], Question]

YES_NO_MAYBE = ("yes", "no", "maybe")
MEDMCQA_OPTIONS = ("opa", "opb", "opc", "opd")
MEDMCQA_UNKEYED = -1  # how Hugging Face's copy writes that the test questions have no key


class Reading(NamedTuple):
    """How the rows of a file are read, and sentences about what was assumed."""

    read: ReadRow
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Layout:
    """A layout's name, the members by which a row of it is known, and how to read one.

    `options` is the type that a row's options have, where several layouts share the member's name.
    `reader` looks at all rows first, where a row alone does not say what it means.
    """

    name: str
    members: frozenset[str]
    reader: Callable[[Iterable[Row]], Reading]
    options: type | None = None

    def fits(self, members: Members) -> bool:
        """Whether a row is of this layout."""
        if not self.members <= members.keys():
            return False
        return self.options is None or isinstance(members["options"].value, self.options)


def alike(read: ReadRow) -> Callable[[Iterable[Row]], Reading]:
    """A reader that needs no look at the other rows."""
    return lambda _: Reading(read)


def read_lettered(row: Row, members: Members) -> Question:
    """MedQA and whatever took over its form; in PubMedQA's the last line is the question."""
    named = needed(members, "options").mapping()
    options = tuple(Option(text_or_number(node), label.strip()) for label, node in named.items())
    stem, context = text_at(members, "question"), text_at(members, "context")
    if tuple(option.text.lower() for option in options) == YES_NO_MAYBE and not context:
        context, _, stem = stem.rpartition("\n")
    return checked(
        Question(
            id=text_at(members, "id", "realidx") or row.id,
            stem=stem.strip(),
            options=options,
            key=lettered_key(members, options),
            category=text_at(members, "subject", "meta_info"),
            context=context.strip(),
            explanation=text_at(members, "answer_rationale", "explanation"),
        )
    )


def lettered_key(members: Members, options: tuple[Option, ...]) -> int | None:
    """The key by letter, by text, or by both, which must then agree."""
    letter, text = text_at(members, "answer_idx"), text_at(members, "answer")
    by_letter = place_of_label(options, letter)
    if by_letter is None and text:
        same = [place for place, option in enumerate(options) if option.text == text]
        if len(same) != 1:
            raise malformed("answer is the text of no option, or of several.")
        return same[0]
    if by_letter is not None and text and options[by_letter].text != text:
        raise malformed(f"answer_idx is {letter}, but answer is the text of another option.")
    return by_letter


def medmcqa_reader(rows: Iterable[Row]) -> Reading:
    """MedMCQA's authors count keys from 1, Hugging Face's copy of it from 0: all rows together tell which."""
    keys = {key for row in rows if (key := medmcqa_key(row)) is not None}
    if 0 in keys and len(MEDMCQA_OPTIONS) in keys:
        raise malformed("cop is 0 in one row and 4 in another: it is counted neither from 0 nor from 1.")
    if 0 in keys or MEDMCQA_UNKEYED in keys:
        return Reading(partial(read_medmcqa, 0))
    notes = () if not keys or len(MEDMCQA_OPTIONS) in keys else (COUNTED_FROM_ONE,)
    return Reading(partial(read_medmcqa, 1), notes)


COUNTED_FROM_ONE = "No row has a cop of 0 or 4: cop was taken as counted from 1, as MedMCQA's authors do."


def read_medmcqa(first: int, row: Row, members: Members) -> Question:
    """MedMCQA with keys counted from `first`."""
    options = lettered([text_at(members, name) for name in MEDMCQA_OPTIONS])
    number = whole_number(members.get("cop"))
    return checked(
        Question(
            id=text_at(members, "id") or row.id,
            stem=text_at(members, "question"),
            options=options,
            key=place_of_number(options, None if number == MEDMCQA_UNKEYED else number, first),
            category=text_at(members, "subject_name"),
            explanation=text_at(members, "exp"),
        )
    )


def medmcqa_key(row: Row) -> int | None:
    """A row's `cop`; None where it has none or cannot be read, which is reported when it is read."""
    try:
        return whole_number(row.members().get("cop"))
    except QuestionsMalformed:
        return None


def read_choices(row: Row, members: Members) -> Question:
    """MMLU as Hugging Face publishes it: the key counts from 0."""
    options = lettered([text_or_number(node) for node in needed(members, "choices").items()])
    return checked(
        Question(
            id=text_at(members, "id") or row.id,
            stem=text_at(members, "question"),
            options=options,
            key=place_of_number(options, whole_number(members.get("answer")), 0),
            category=text_at(members, "subject"),
        )
    )


def read_nlpec(row: Row, members: Members) -> Question:
    """NLPEC: the key counts from 1; as many contexts as options belong to one option each, else to all."""
    texts = [text_or_number(node) for node in needed(members, "options").items()]
    contexts = contexts_of(members)
    own = len(contexts) == len(texts)
    options = lettered(texts, contexts if own else ())
    return checked(
        Question(
            id=text_at(members, "id", "qid") or row.id,
            stem=text_at(members, "question"),
            options=options,
            key=place_of_number(options, whole_number(members.get("answer")), 1),
            category=text_at(members, "category", "type"),
            context="" if own else "\n".join(contexts),
            language="zh",
        )
    )


def contexts_of(members: Members) -> list[str]:
    """`contexts`, or `context`: one text or a list of them."""
    node = members.get("contexts") or members.get("context")
    if node is None or node.value is None:
        return []
    return (
        [node.text().strip()]
        if isinstance(node.value, str)
        else [each.text().strip() for each in node.items()]
    )


def read_head_qa(row: Row, members: Members) -> Question:
    """HEAD-QA: `ra` is the right answer's `aid`, though one is text and the other a number."""
    options = tuple(head_qa_option(node) for node in needed(members, "answers").items())
    name = text_at(members, "qid") or row.id
    exam = row.exam or text_at(members, "name")
    return checked(
        Question(
            id=f"{exam}/{name}" if exam else name,
            stem=text_at(members, "qtext"),
            options=options,
            key=place_of_label(options, text_at(members, "ra")),
            image=text_at(members, "image"),
            category=row.category or text_at(members, "category"),
            language=row.language,
        )
    )


def head_qa_option(node: JsonNode) -> Option:
    """One answer; MoEBQA's copy of the data has what was retrieved for it."""
    members = node.mapping()
    return Option(
        text_at(members, "atext"), text_or_number(needed(members, "aid")), text_at(members, "useful_context")
    )


def read_pubmedqa(row: Row, members: Members) -> Question:
    """PubMedQA: an abstract without its conclusion, and whether it answers its title yes, no or maybe."""
    options = tuple(Option(text, letter) for text, letter in zip(YES_NO_MAYBE, "ABC", strict=True))
    key = text_at(members, "final_decision").lower()
    if key and key not in YES_NO_MAYBE:
        raise malformed(f"final_decision is {key!r}, not yes, no or maybe.")
    return checked(
        Question(
            id=text_at(members, "PMID", "pubid") or row.id,
            stem=text_at(members, "QUESTION"),
            options=options,
            key=YES_NO_MAYBE.index(key) if key else None,
            context="\n".join(node.text().strip() for node in needed(members, "CONTEXTS").items()),
            explanation=text_at(members, "LONG_ANSWER"),
            language="en",
        )
    )


LAYOUTS = (
    Layout("MedMCQA", frozenset({"question", "opa", "opb"}), medmcqa_reader),
    Layout("MMLU (choices)", frozenset({"question", "choices"}), alike(read_choices)),
    Layout(
        "MedQA with MetaMap phrases",
        frozenset({"question", "options", "metamap_phrases"}),
        alike(read_lettered),
        dict,
    ),
    Layout("MedQA", frozenset({"question", "options", "meta_info"}), alike(read_lettered), dict),
    Layout("MMLU", frozenset({"question", "options", "subject"}), alike(read_lettered), dict),
    Layout(
        "PubMedQA (lettered)",
        frozenset({"question", "options", "answer_rationale"}),
        alike(read_lettered),
        dict,
    ),
    Layout("lettered options", frozenset({"question", "options"}), alike(read_lettered), dict),
    Layout("NLPEC", frozenset({"question", "options"}), alike(read_nlpec), list),
    Layout("HEAD-QA", frozenset({"qtext", "answers"}), alike(read_head_qa)),
    Layout("PubMedQA", frozenset({"QUESTION", "CONTEXTS"}), alike(read_pubmedqa)),
)


def layout_of(members: Members) -> Layout | None:
    """The layout of a row with these members; None for one that is not known."""
    return next((layout for layout in LAYOUTS if layout.fits(members)), None)
