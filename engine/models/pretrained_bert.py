"""A pretrained BERT from a folder on this machine, as Hugging Face writes it; nothing is ever downloaded."""

from __future__ import annotations

from pathlib import Path

from safetensors import SafetensorError
from transformers import BertConfig, BertModel

from engine.errors import RecipeError

CONFIG, WEIGHTS = "config.json", "model.safetensors"


def read_bert(folder: Path) -> BertModel:
    """The BERT in this folder; RecipeError where its config or safetensors are absent or do not fit."""
    for name in (CONFIG, WEIGHTS):
        if not (folder / name).is_file():
            raise RecipeError(
                f"There is no {name} here.",
                where=str(folder),
                todo="Name a folder with a BERT's config and weights.",
            )
    try:
        config = BertConfig.from_json_file(folder / CONFIG)
        bert: BertModel = BertModel.from_pretrained(
            folder, config=config, local_files_only=True, use_safetensors=True
        )
    except (OSError, ValueError, TypeError, RuntimeError, SafetensorError) as error:
        raise RecipeError(
            f"This BERT cannot be read: {error}.", where=str(folder), todo="Copy it again."
        ) from error
    return bert
