"""A bundle with a tiny, untrained captioner of films: real parts, seconds to make, nonsense in its drafts."""

from __future__ import annotations

from pathlib import Path

import torch
from safetensors.torch import save

from engine.bundle import Bundle, BundleManifest, Provenance, VotingSource, write_bundle
from engine.models.expansionnet_config import ExpansionNetConfig
from engine.models.grid import GridCaptioner, kept_weights
from engine.models.grid_config import CaptionerConfig, GridConfig
from engine.preprocess import InputConvention
from engine.text.tokenizer import train_word_level
from engine.voting import voting_frequencies
from tests.engine.tiny_bundle import REPORTS

DRAFTS = 3
GRID = GridConfig(image_size=32, patch_size=8, width=16, depth=1, heads=2, experts=2)


def tiny_captioner(vocabulary: int, **changes: object) -> CaptionerConfig:
    captioner = ExpansionNetConfig(
        feature_width=16,
        width=16,
        heads=2,
        hidden_width=16,
        encoder_layers=1,
        decoder_layers=1,
        encoder_vectors=3,
        decoder_vectors=2,
        vocab_size=vocabulary,
        max_tokens=12,
    )
    values: dict[str, object] = {"captioner": captioner, "grid": GRID}
    return CaptionerConfig(**(values | changes))  # type: ignore[arg-type]


def write_tiny_captioner(scratch: Path, **changes: object) -> Bundle:
    """The bundle in `scratch/tiny-captioner`; `changes` replace fields of its manifest."""
    tokenizer = train_word_level(REPORTS, 1)
    tokenizer.save(scratch / "tokenizer.json")
    frequencies = voting_frequencies(REPORTS)
    frequencies.save(scratch / "df.safetensors")
    torch.manual_seed(4)
    config = tiny_captioner(tokenizer.size)
    model = GridCaptioner.of(config)
    model.captioner.output.weight.data *= 4  # so that hypotheses differ
    values: dict[str, object] = {
        "name": "tiny-captioner",
        "version": "1",
        "architecture": "expansionnet",
        "config": config.to_dict(),
        "input": InputConvention(height=32, width=32).to_dict(),
        "decoding": {
            "beam": 5,
            "max_tokens": 11,
            "length_normalisation": "mean_at_end",
            "drafts": DRAFTS,
        },
        "provenance": Provenance("none", "none", 3, "none", "2026-01-01"),
        "licence": "Apache-2.0",
        "intended_use": "Tests.",
        "tokenizer": "tokenizer.json",
        "voting": VotingSource("df.safetensors", "three reports", frequencies.signature),
    }
    manifest = BundleManifest(**(values | changes))  # type: ignore[arg-type]
    files: dict[str, Path | bytes] = {
        "weights.safetensors": save(kept_weights(model)),
        "tokenizer.json": scratch / "tokenizer.json",
        "df.safetensors": scratch / "df.safetensors",
    }
    return write_bundle(scratch / "tiny-captioner", manifest, files)
