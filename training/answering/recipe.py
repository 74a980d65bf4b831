"""Recipes that teach to answer questions (`task = "answering"`), read as strictly as the others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from engine.errors import RecipeError
from engine.models.moebqa_config import MoebqaConfig
from training.recipes import ANSWERING, TASK, parse_table, recipe_table

PRIMER, FILE = "primer", "questions"  # source = "primer", "primer:FOLDER" or "questions:FILE"


@dataclass(frozen=True, slots=True)
class SourceRecipe:
    """Questions from one place: the shipped "primer", "primer:FOLDER", or "questions:FILE" of any known form.

    `languages`, `levels` and `split` choose among a primer's questions; a file is taken whole. `used_for`:
    what they are for. Of a source for training, the share `validation_share` is held out for validation,
    whole questions with all their translations, chosen by their ids. `evidence`: the question's own context,
    paragraphs looked up by BM25 (`data.paragraphs`), or nothing.
    """

    source: str
    used_for: Literal["train", "val"] = "train"
    languages: tuple[str, ...] = ("en",)
    levels: tuple[str, ...] = ("reading", "reasoning")
    split: Literal["train", "val"] = "train"
    validation_share: float = 0.0
    evidence: Literal["context", "retrieved", "none"] = "context"

    def __post_init__(self) -> None:
        if not 0 <= self.validation_share < 1:
            raise ValueError(f"validation_share is {self.validation_share}, not in [0, 1)")
        if self.used_for == "val" and self.validation_share:
            raise ValueError("validation_share is for sources that are trained on")
        kind, _, place = self.source.partition(":")
        if kind not in (PRIMER, FILE) or (kind == FILE and not place):
            raise ValueError(
                f'source must be "primer", "primer:FOLDER" or "questions:FILE", got "{self.source}"'
            )


@dataclass(frozen=True, slots=True)
class QuestionsRecipe:
    """Where questions come from and how they become rows of at most `max_tokens` tokens.

    `paragraphs` is the folder in which evidence is looked up; "" is the shipped primer.
    """

    sources: tuple[SourceRecipe, ...]
    max_tokens: int = 512
    paragraphs: str = ""

    def __post_init__(self) -> None:
        if not any(source.used_for == "train" for source in self.sources):
            raise ValueError("no source is used for training")


@dataclass(frozen=True, slots=True)
class AdamWRecipe:
    """AdamW, whose rate rises over the share `warm_up_ratio` of all steps and then falls to 0 in a line."""

    lr: float = 3e-5
    weight_decay: float = 0.0
    warm_up_ratio: float = 0.1
    clip_norm: float = 1.0

    def __post_init__(self) -> None:
        if not 0 <= self.warm_up_ratio < 1:
            raise ValueError(f"warm_up_ratio is {self.warm_up_ratio}, not in [0, 1)")


@dataclass(frozen=True, slots=True)
class AnsweringRecipe:
    """All that decides a training run of the examinee, apart from the data's own bytes.

    `backbone` is a folder with a BERT's config.json, model.safetensors and tokenizer.json or vocab.txt, from
    which bottom and experts start; "dense:BUNDLE" starts from an examinee without experts, with its tokenizer
    and what scores options; "" from random numbers and a vocabulary of the training questions.
    `backbone_sha256` is what its weights must have; "" takes any. `model.vocab_size` is overwritten
    with the tokenizer's size. `beta` weighs the balance loss. `batch` counts questions. With `cached_bottom`
    the embeddings and the bottom blocks are frozen: they are run once, without dropout, and their states are
    kept beside the runs in half precision. `precision` as in other recipes; cached states are float32's.
    `stored` is how a bundle keeps the weights; scores are always measured with these.
    """

    task: Literal["answering"]
    name: str
    seed: int
    epochs: int
    batch: int
    backbone: str
    data: QuestionsRecipe
    model: MoebqaConfig
    backbone_sha256: str = ""
    beta: float = 0.01
    cached_bottom: bool = False
    precision: Literal["float32", "bfloat16"] = "float32"
    stored: Literal["half", "8-bit"] = "half"
    optimiser: AdamWRecipe = field(default_factory=AdamWRecipe)

    def __post_init__(self) -> None:
        for name, value in (
            ("epochs", self.epochs),
            ("batch", self.batch),
            ("optimiser.lr", self.optimiser.lr),
        ):
            if value <= 0:
                raise ValueError(f"{name} must be above 0, got {value}")
        if not 8 <= self.data.max_tokens <= self.model.max_tokens:
            raise ValueError(
                f"data.max_tokens is {self.data.max_tokens}, not from 8 to {self.model.max_tokens}"
            )


def load_answering(name: str, settings: Iterable[str] = ()) -> AnsweringRecipe:
    """The recipe at a path, or of that name among the shipped ones, with `--set` settings applied.

    Raises `RecipeError` where the file is absent, is for another task, or any key or value does not fit.
    """
    return parse_answering(*recipe_table(name, settings))


def parse_answering(table: Mapping[str, Any], origin: str) -> AnsweringRecipe:
    """The recipe in a table that came from `origin` (named in errors)."""
    if table.get(TASK) != ANSWERING:
        raise RecipeError(
            f'this recipe does not teach to answer questions: task = "{ANSWERING}" is missing.', where=origin
        )
    recipe: AnsweringRecipe = parse_table(AnsweringRecipe, table, "", origin)
    return recipe
