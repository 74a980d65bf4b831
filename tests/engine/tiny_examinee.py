"""A bundle with a tiny, untrained examinee: real parts, a second to make, nonsense in its answers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import save

from engine.bundle import Bundle, BundleManifest, Provenance, Score, write_bundle
from engine.experts import ExpertProfile, Experts, Topic
from engine.models.moebqa import Moebqa, MoebqaConfig, expert_cosines
from engine.panel import read_only
from engine.runtime.routed_runner import COUNTS
from engine.text.tokenizer import train_word_level

TEXTS = (
    "Where does fluid collect? Which sign is seen? What is the next step?",
    "At the base . In the apex . Air rises and fluid sinks . The costophrenic angle is blunt .",
    "A man has pain . yes no maybe above below",
)
CONFIG = MoebqaConfig(
    width=16,
    heads=2,
    hidden_width=24,
    max_tokens=48,
    bottom_layers=1,
    top_layers=1,
    unshared_experts=3,
    routing_width=4,
)


def write_tiny_examinee(scratch: Path, model_config: MoebqaConfig = CONFIG, **changes: object) -> Bundle:
    """The bundle in `scratch/tiny-examinee`; `changes` replace fields of its manifest."""
    tokenizer = train_word_level(TEXTS, 1)
    tokenizer.save(scratch / "tokenizer.json")
    config = replace(model_config, vocab_size=tokenizer.size)
    torch.manual_seed(3)
    model = Moebqa(config)
    for parameter in model.parameters():  # so that experts differ
        parameter.data.add_(0.3 * torch.randn_like(parameter))
    weights = {name: tensor for name, tensor in model.state_dict().items() if name != COUNTS}
    profiles = tuple(
        ExpertProfile(10 * number, (Topic(f"Question {number}?", 1.5, "pleura", "diagnosis"),))
        for number in range(1, config.unshared_experts + 1)
    )
    cosines = read_only(expert_cosines(model).numpy() if config.unshared_experts else np.ones((1, 1)))
    values: dict[str, object] = {
        "name": "tiny-examinee",
        "version": "1",
        "architecture": "moebqa",
        "config": config.to_dict(),
        "input": {"max_tokens": 40},
        "decoding": {},
        "provenance": Provenance("none", "none", 3, "none", "2026-01-01"),
        "licence": "Apache-2.0",
        "intended_use": "Tests.",
        "tokenizer": "tokenizer.json",
        "experts": "experts.json",
        "scores": {"accuracy": Score(0.25, "accuracy|primer test, 4 questions")},
    }
    manifest = BundleManifest(**(values | changes))  # type: ignore[arg-type]
    files: dict[str, Path | bytes] = {
        "weights.safetensors": save({name: tensor.half() for name, tensor in weights.items()}),
        "tokenizer.json": scratch / "tokenizer.json",
        "experts.json": Experts("a test's questions", profiles, cosines).to_json().encode(),
    }
    return write_bundle(scratch / "tiny-examinee", manifest, files)
