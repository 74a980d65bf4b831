from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import torch
from transformers import BertModel

from engine.errors import RecipeError
from engine.models.moebqa import MoebqaConfig, bert_config
from engine.models.pretrained_bert import read_bert

TINY = MoebqaConfig(
    vocab_size=30, width=8, heads=2, hidden_width=12, max_tokens=16, bottom_layers=1, top_layers=1
)


def test_a_bert_is_read_from_its_folder(tmp_path: Path) -> None:
    saved = BertModel(bert_config(replace(TINY, dropout=0)))
    saved.save_pretrained(tmp_path)
    read = read_bert(tmp_path)
    for name, tensor in saved.state_dict().items():
        assert torch.equal(read.state_dict()[name], tensor), name


def test_a_folder_without_a_bert_says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match=r"There is no config\.json here"):
        read_bert(tmp_path)
    BertModel(bert_config(TINY)).save_pretrained(tmp_path)
    (tmp_path / "model.safetensors").write_bytes(b"damaged")
    with pytest.raises(RecipeError, match="This BERT cannot be read"):
        read_bert(tmp_path)
