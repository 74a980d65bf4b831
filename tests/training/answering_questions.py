"""A dozen questions that words in the evidence answer, and a recipe that learns from them in a second."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from transformers import BertModel

from engine.models.moebqa import MoebqaConfig, bert_config
from engine.text.tokenizer import train_word_level
from training.answering.recipe import AnsweringRecipe, parse_answering

COLOURS = ("red", "green", "blue", "white")
KINDS = ("diagnosis", "treatment")


def question_row(number: int) -> str:
    """A row of CSV: the context names the right colour; the key walks through the options."""
    key = number % len(COLOURS)
    kind = KINDS[number % 2]
    cells = (f"q{number}", f"Sign {number} is {COLOURS[key]}.", "Which colour is seen?", *COLOURS)
    return ",".join([*cells, "ABCD"[key], kind, "en"])


def write_questions(folder: Path, count: int = 12) -> Path:
    """A CSV file of so many questions."""
    path = folder / "questions.csv"
    header = "id,context,question,A,B,C,D,key,kind,language"
    path.write_text("\n".join([header, *(question_row(number) for number in range(count))]) + "\n")
    return path


def answering_table(file: Path, **changes: Any) -> dict[str, Any]:
    """The recipe as TOML would give it; `changes` replace keys at its top."""
    table: dict[str, Any] = {
        "task": "answering",
        "name": "tiny-answers",
        "seed": 5,
        "epochs": 2,
        "batch": 3,
        "backbone": "",
        "data": {
            "max_tokens": 24,
            "sources": [
                {"source": f"questions:{file}"},
                {"source": f"questions:{file}", "used_for": "val", "evidence": "none"},
            ],
        },
        "model": {
            "width": 16,
            "heads": 2,
            "hidden_width": 24,
            "max_tokens": 32,
            "bottom_layers": 1,
            "top_layers": 2,
            "unshared_experts": 2,
            "routing": "question",
            "routing_width": 4,
        },
        "cached_bottom": True,
        "optimiser": {"lr": 3e-3},
    }
    copied: dict[str, Any] = json.loads(json.dumps(table))
    return copied | changes


def answering_recipe(file: Path, **changes: Any) -> AnsweringRecipe:
    """The same, read."""
    return parse_answering(answering_table(file, **changes), "tiny.toml")


def write_backbone(folder: Path) -> Path:
    """An untrained BERT of the recipe's sizes with a vocabulary of its questions, as a folder."""
    tokenizer = train_word_level([question_row(number).replace(",", " ") for number in range(12)], 1)
    sizes = answering_table(Path())["model"] | {"vocab_size": tokenizer.size}
    backbone = folder / "backbone"
    BertModel(bert_config(MoebqaConfig(**sizes))).save_pretrained(backbone)
    tokenizer.save(backbone / "tokenizer.json")
    return backbone
