"""A question as the examinee reads it: a row of tokens for each option.

    [CLS] evidence question [SEP] option [SEP]
     0 .................... 0 0   1 ...  1 1       segments

Rows are routed by tokens of the question: those of its last sentence, which says what is asked for, or all.
Where a row is too long, evidence is cut from its end; the question and the option never are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from engine.errors import QuestionsMalformed
from engine.question import Question
from engine.text.tokenizer import ReportTokenizer, Token

SPECIAL_TOKENS = 3  # [CLS], [SEP], [SEP]
TAIL = 5  # last characters in which no sentence begins: they hold the question's own mark (released code)

# Departures from the released code: a full stop inside a number or an abbreviation ("2.5", "e.g.") ends
# nothing, Chinese marks do, and the sentence is where it stands, not where its words are first found.
_SENTENCE_END = re.compile(r"[?\n？。]|\.(?!\S)")


@dataclass(frozen=True, slots=True)
class QuestionRow:
    """One option's row; `routed_by` are tokens start:stop, `evidence_kept` counts characters of evidence."""

    ids: tuple[int, ...]
    segments: tuple[int, ...]
    routed_by: tuple[int, int]
    evidence_kept: int


@dataclass(frozen=True, slots=True)
class RowBuilder:
    """Makes rows of at most `max_tokens`, routed by the question's last sentence or by all of it."""

    tokenizer: ReportTokenizer
    max_tokens: int
    routed_by: Literal["last_sentence", "question"]

    def rows(self, question: Question, evidence: Sequence[str]) -> tuple[QuestionRow, ...]:
        """A row for each option, with that option's evidence ("" for none).

        QuestionsMalformed where the question and an option alone are too long.
        """
        stem = self.tokenizer.tokens(question.stem)
        own: dict[str, list[Token]] = {}
        rows = []
        for option, text in zip(question.options, evidence, strict=True):
            answer = self.tokenizer.encode(option.text)
            room = self.max_tokens - len(stem) - len(answer) - SPECIAL_TOKENS
            if room < 0:
                raise QuestionsMalformed(
                    f"With option {option.label} it has {self.max_tokens - room} tokens; "
                    f"the model reads {self.max_tokens}.",
                    where=question.id,
                    todo="Shorten it: a cut question is another question.",
                )
            if text not in own:
                own[text] = self.tokenizer.tokens(text)
            rows.append(self._row(question.stem, stem, answer, list(islice(own[text], room))))
        return tuple(rows)

    def _row(
        self, text: str, stem: Sequence[Token], answer: Sequence[int], evidence: Sequence[Token]
    ) -> QuestionRow:
        first = [self.tokenizer.bos, *(token.id for token in (*evidence, *stem)), self.tokenizer.eos]
        second = [*answer, self.tokenizer.eos]
        start, stop = self._asked(text, stem)
        before = 1 + len(evidence)
        return QuestionRow(
            ids=(*first, *second),
            segments=(*(0 for _ in first), *(1 for _ in second)),
            routed_by=(before + start, before + stop) if stem else (0, 1),
            evidence_kept=evidence[-1].stop if evidence else 0,
        )

    def _asked(self, text: str, stem: Sequence[Token]) -> tuple[int, int]:
        """The tokens of the question that it is routed by; all where its last sentence has none."""
        start, stop = last_sentence(text) if self.routed_by == "last_sentence" else (0, len(text))
        inside = [place for place, token in enumerate(stem) if token.start < stop and token.stop > start]
        return (inside[0], inside[-1] + 1) if inside else (0, len(stem))


def last_sentence(text: str) -> tuple[int, int]:
    """The characters start:stop of a question's last sentence, without blanks round it.

    >>> text = "A man takes 2.5 mg. What is expected?"
    >>> text[slice(*last_sentence(text))]
    'What is expected?'
    """
    ends = [match.end() for match in _SENTENCE_END.finditer(text) if match.end() <= len(text) - TAIL]
    start, stop = max(ends, default=0), len(text.rstrip())
    return len(text) - len(text[start:].lstrip()), stop
