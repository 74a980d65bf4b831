"""A bundle with a tiny, untrained METransformer: real parts, seconds to make, nonsense in its reports."""

from __future__ import annotations

from pathlib import Path

import torch
from safetensors.torch import save

from engine.bundle import Bundle, BundleManifest, Provenance, VotingSource, write_bundle
from engine.models.metransformer import MeTransformer, MeTransformerConfig
from engine.preprocess import InputConvention
from engine.text.tokenizer import train_word_level
from engine.voting import voting_frequencies

REPORTS = (
    "The heart is enlarged. No effusion.",
    "The lungs are clear. No pneumothorax.",
    "Small left effusion. The heart is normal.",
)
EXPERTS = 3


def tiny_config(vocabulary: int) -> MeTransformerConfig:
    return MeTransformerConfig(
        image_size=32,
        patch_size=8,
        channels=1,
        width=16,
        depth=1,
        heads=2,
        experts=EXPERTS,
        d_mid=8,
        encoder_layers=1,
        decoder_layers=2,
        vocab_size=vocabulary,
        max_tokens=12,
    )


def write_tiny_bundle(scratch: Path, **changes: object) -> Bundle:
    """The bundle in `scratch/tiny`; `changes` replace fields of its manifest."""
    tokenizer = train_word_level(REPORTS, 1)
    tokenizer.save(scratch / "tokenizer.json")
    frequencies = voting_frequencies(REPORTS)
    frequencies.save(scratch / "df.safetensors")
    torch.manual_seed(3)
    config = tiny_config(tokenizer.size)
    model = MeTransformer(config)
    values: dict[str, object] = {
        "name": "tiny",
        "version": "1",
        "architecture": "metransformer",
        "config": config.to_dict(),
        "input": InputConvention(height=32, width=32).to_dict(),
        "decoding": {"beam": 1, "max_tokens": 11, "length_normalisation": "mean"},
        "provenance": Provenance("none", "none", 3, "none", "2026-01-01"),
        "licence": "Apache-2.0",
        "intended_use": "Tests.",
        "tokenizer": "tokenizer.json",
        "voting": VotingSource("df.safetensors", "three reports", frequencies.signature),
    }
    manifest = BundleManifest(**(values | changes))  # type: ignore[arg-type]
    files: dict[str, Path | bytes] = {
        "weights.safetensors": save(model.state_dict()),
        "tokenizer.json": scratch / "tokenizer.json",
        "df.safetensors": scratch / "df.safetensors",
    }
    return write_bundle(scratch / "tiny", manifest, files)
