"""The card of a bundle that captions: what it is, of what it was made, how good it is."""

from __future__ import annotations

from collections.abc import Mapping

from engine.bundle import BundleManifest
from engine.models.expansionnet_config import ExpansionNetConfig
from training.captioning.fit import StageResult
from training.captioning.recipe import CaptioningRecipe, StageRecipe

LIMITS = """\
- Its drafts are the likeliest wordings of one model, not the opinions of several: that they agree proves
  nothing, and its votes tell how alike its own wordings are.
- Where it looked is the attention of its words, not why it wrote them; its grid is coarse.
- Self-critical training rewards likeness to reports. What is likely may be rewarded more than what is there.
- What it was not trained on it cannot know: the desk says where a film is unfamiliar, and that warning is no
  proof that a film without it is read right.
"""
PHANTOM_LIMITS = """\
- All that it knows of findings comes from computer-made phantoms; nothing here says anything about patients.
- Reports are put together from phrases of our own: the language is narrow, and scores of likeness with it.
- Labels are read from the text by rules, whose errors are in every finding score.
"""
PHANTOM_SOURCE = """
- the scanned chests come from the CT LIDC-IDRI-0001 (The Cancer Imaging Archive,
  doi:10.7937/K9/TCIA.2015.LO9QL9SX, CC BY 3.0), changed; the program's NOTICE has the full attribution"""


def card(
    manifest: BundleManifest,
    recipe: CaptioningRecipe,
    results: Mapping[str, StageResult],
    train_count: int,
    measured: str,
) -> str:
    """CARD.md in Markdown; `measured` is the table of scores, or that there are none."""
    made = manifest.provenance
    phantom = recipe.data.source.startswith("phantom:")
    stages = "\n".join(
        stage_text(name, stage, results.get(name))
        for name, stage in (
            ("cross-entropy", recipe.cross_entropy),
            ("fine-tuning", recipe.fine_tuning),
            ("self-critical", recipe.self_critical),
        )
        if stage.epochs
    )
    return f"""\
# {manifest.name} {manifest.version}

**Research use. Not a medical device.** {manifest.intended_use}

An ExpansionNet (Hu et al., arXiv 2207.03327): {mixers_text(recipe.model)}. Width {recipe.model.width}, layers
({recipe.model.encoder_layers}, {recipe.model.decoder_layers}), {recipe.model.heads} heads.
{regions_text(recipe)}
Its {recipe.decoding.drafts} best hypotheses of a beam of {recipe.decoding.beam} are its drafts.

## How it was made

- data: {train_count} training items of `{recipe.data.source}`, fingerprint `{made.data_fingerprint[:16]}`
- recipe: `{made.recipe}` (as resolved: `recipe.toml` beside this card), seed {made.seed}
- code: commit `{made.commit or "unknown"}`, {made.date[:10]}
- stages, each with its mean CIDEr-D of greedy captions of the validation items (training document
  frequencies, end token included):
{stages}{PHANTOM_SOURCE if phantom else ""}

## Scores

{measured}
## Limits

{PHANTOM_LIMITS if phantom else ""}{LIMITS}
Licence: {manifest.licence}.
"""


def stage_text(name: str, stage: StageRecipe, result: StageResult | None) -> str:
    """One stage in words."""
    what = f"  - {name}: at most {stage.epochs} epochs with batches of {stage.batch} at {stage.lr:g}"
    if result is None:
        return what
    kept = "" if result.kept else "; not better, so that its weights were not kept"
    return f"{what}; best {result.reward:.3f} after epoch {result.epoch + 1}{kept}"


def mixers_text(model: ExpansionNetConfig) -> str:
    """How its layers mix their places."""
    names = {"static": "static expansion", "dynamic": "dynamic expansion", "attention": "attention"}
    encoder = names[model.encoder_mixer] + vectors_text(model.encoder_mixer, model.encoder_vectors)
    decoder = names[model.decoder_mixer] + vectors_text(model.decoder_mixer, model.decoder_vectors)
    return f"{encoder} in the encoder, {decoder} in the decoder"


def vectors_text(mixer: str, vectors: int) -> str:
    """N_E of an expansion."""
    return "" if mixer == "attention" else f" by {vectors} vectors"


def regions_text(recipe: CaptioningRecipe) -> str:
    """What its regions are."""
    if recipe.grid is None:
        return f"It reads a detector's regions of {recipe.model.feature_width} numbers."
    how = "learned with it" if recipe.train_grid else "stayed as it was"
    if recipe.panel:
        return f"Its regions are the cells of the ViT of the panel `{recipe.panel}`, which {how}."
    start = "pretrained weights" if recipe.pretrained else "random numbers"
    return f"Its regions are the cells of `{recipe.grid.backbone}`, which began with {start} and {how}."
