"""What a bundle's manifest says of an examinee, read without what answers questions."""

from __future__ import annotations

from engine.bundle import BundleManifest
from engine.errors import BundleDamaged, BundleUnsupported
from engine.models.moebqa_config import MoebqaConfig

ARCHITECTURE = "moebqa"
WEIGHTS = "weights.safetensors"


def examinee_config(manifest: BundleManifest) -> MoebqaConfig:
    """The bundle's model; BundleUnsupported if it does not answer questions."""
    if manifest.architecture != ARCHITECTURE:
        raise BundleUnsupported(
            f"This bundle is a {manifest.architecture} and does not answer questions.",
            where=manifest.name,
            todo=f"Choose a bundle with the architecture {ARCHITECTURE}.",
        )
    return MoebqaConfig.from_dict(manifest.config)


def row_tokens(manifest: BundleManifest, config: MoebqaConfig) -> int:
    """How long rows may be: `max_tokens` of the input convention; BundleDamaged for what the model lacks."""
    tokens = manifest.input.get("max_tokens")
    if (
        manifest.input.keys() != {"max_tokens"}
        or type(tokens) is not int
        or not 8 <= tokens <= config.max_tokens
    ):
        raise BundleDamaged(
            f"input must be max_tokens, a number from 8 to {config.max_tokens}, and nothing else.",
            where=manifest.name,
            todo="Export or copy the bundle again.",
        )
    return tokens
