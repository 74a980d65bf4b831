"""What can be scored without reading: chance, the longest option, shared words, likeness of sentences.

Each gives a question the probability with which it would be right; equal candidates are drawn from.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from engine.evidence import terms_of
from engine.models.pretrained_bert import read_bert
from engine.question import Question
from training.answering.backbone import backbone_tokenizer

TEXTS_AT_ONCE = 16

Marks = npt.NDArray[np.float64]


def credit(scores: Sequence[float], key: int | None) -> float:
    """How likely the key is drawn from the options with the highest score."""
    best = [place for place, score in enumerate(scores) if score >= max(scores)]
    return 1 / len(best) if key in best else 0.0


def chance(questions: Sequence[Question]) -> Marks:
    """Any option."""
    return np.array([1 / len(question.options) for question in questions])


def longest_option(questions: Sequence[Question]) -> Marks:
    """The option with the most characters."""
    return np.array(
        [credit([len(option.text) for option in question.options], question.key) for question in questions]
    )


def word_overlap(questions: Sequence[Question], evidence: Sequence[Sequence[str]]) -> Marks:
    """The option with the largest share of its words in the evidence (words as BM25 counts them)."""
    return np.array(
        [
            credit(
                [shared(option.text, text) for option, text in zip(question.options, texts, strict=True)],
                question.key,
            )
            for question, texts in zip(questions, evidence, strict=True)
        ]
    )


def shared(option: str, evidence: str) -> float:
    """The share of an option's different words that stand in the evidence."""
    asked = {term for term, _, _ in terms_of(option)}
    there = {term for term, _, _ in terms_of(evidence)}
    return len(asked & there) / len(asked) if asked else 0.0


def zero_shot_cosine(
    questions: Sequence[Question], evidence: Sequence[Sequence[str]], backbone: Path
) -> Marks:
    """The option nearest to its evidence and question by the untrained backbone's mean states."""
    firsts = [
        f"{text} {question.stem}".strip()
        for question, texts in zip(questions, evidence, strict=True)
        for text in texts
    ]
    options = [option.text for question in questions for option in question.options]
    texts = list(dict.fromkeys([*firsts, *options]))
    vectors = dict(zip(texts, mean_states(texts, backbone), strict=True))
    cosines = iter(float(vectors[one] @ vectors[other]) for one, other in zip(firsts, options, strict=True))
    return np.array(
        [credit([next(cosines) for _ in question.options], question.key) for question in questions]
    )


@torch.inference_mode()
def mean_states(texts: Sequence[str], backbone: Path) -> list[Tensor]:
    """For each text the mean of its last states, of length 1; texts are cut to what the backbone reads."""
    bert, tokenizer = read_bert(backbone).eval(), backbone_tokenizer(backbone)
    room = bert.config.max_position_embeddings - 2
    ids = [[tokenizer.bos, *tokenizer.encode(text)[:room], tokenizer.eos] for text in texts]
    order = sorted(range(len(ids)), key=lambda place: len(ids[place]))
    vectors: list[Tensor] = [torch.zeros(0)] * len(ids)
    for start in range(0, len(order), TEXTS_AT_ONCE):
        places = order[start : start + TEXTS_AT_ONCE]
        longest = len(ids[places[-1]])
        given = torch.tensor(
            [[*ids[place], *[tokenizer.pad] * (longest - len(ids[place]))] for place in places]
        )
        mask = torch.tensor([[1] * len(ids[place]) + [0] * (longest - len(ids[place])) for place in places])
        states = bert(given, attention_mask=mask).last_hidden_state
        means = (states * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        for place, vector in zip(places, torch.nn.functional.normalize(means, dim=1), strict=True):
            vectors[place] = vector
    return vectors
