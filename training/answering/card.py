"""The card of a bundle that answers questions: what it is, of what it was made, how good it is."""

from __future__ import annotations

from engine.bundle import BundleManifest
from training.answering.backbone import DENSE
from training.answering.recipe import PRIMER, AnsweringRecipe, SourceRecipe

LIMITS = """\
- It cannot pass a doctors' exam: what it can do is read. Without a paragraph that holds the answer it
  guesses; how much better than chance stands above.
- It chooses among the options that it is given, always one, also where none is right or the evidence says
  nothing. Its probabilities are not calibrated.
- It was made for short paragraphs about chest radiographs. Other subjects, long texts and texts that
  contradict each other were not tried.
- Evidence that does not fit into {tokens} tokens with question and option is cut at its end. The desk says
  how much was read.
- Which expert an option went to shows how the network is used, not why an answer was chosen.
"""
EVIDENCE = {
    "context": "with their own evidence",
    "retrieved": "with paragraphs found by BM25",
    "none": "without evidence",
}
STORED = {
    "half": "in half precision",
    "8-bit": "large matrices in 8 bits, the rest in half precision; all scores are of these",
}
FROZEN = "\n- embeddings and bottom blocks are the backbone's own; only what follows was trained"


def card(manifest: BundleManifest, recipe: AnsweringRecipe, measured: str) -> str:
    """CARD.md in Markdown; `measured` is the table of scores (`training.table`), or NOT_MEASURED."""
    made, model = manifest.provenance, recipe.model
    sources = "\n".join(f"  - {source_text(source)}" for source in recipe.data.sources)
    experts = f"{model.unshared_experts} experts" if model.unshared_experts else "no experts: a dense BERT"
    shared = " and a shared one" if model.unshared_experts and model.shared_expert else ""
    backbone = backbone_text(recipe.backbone)
    sha = f", SHA-256 of its weights `{recipe.backbone_sha256}`" if recipe.backbone_sha256 else ""
    return f"""\
# {manifest.name} {manifest.version}

**Research use. Not a medical device.** {manifest.intended_use}

A MoEBQA (Dai et al., arXiv 2204.07469): {experts}{shared}. It reads evidence, question and one option at a
time and scores the option. Width {model.width}, {model.bottom_layers} shared blocks, {model.top_layers}
blocks an expert, rows of at most {recipe.data.max_tokens} tokens.

## How it was made

- questions:
{sources}
- fingerprint of the questions: `{made.data_fingerprint[:16]}`
- backbone: {backbone}{sha}
- recipe: `{made.recipe}` (as resolved: `recipe.toml` beside this card), seed {made.seed}
- weights: {STORED[recipe.stored]}
- code: commit `{made.commit or "unknown"}`, {made.date[:10]}{FROZEN if recipe.cached_bottom else ""}

## Scores

{measured}
## Limits

{LIMITS.format(tokens=recipe.data.max_tokens)}
Licence: {manifest.licence}.
"""


def backbone_text(backbone: str) -> str:
    """What it began with, in words."""
    kind, _, place = backbone.partition(":")
    if kind == DENSE:
        return f"the examinee without experts `{place}`, as its own card says"
    return backbone or "none: it began with random numbers"


def source_text(source: SourceRecipe) -> str:
    """One source in words."""
    where = source.source.removeprefix("questions:")
    if source.source.startswith(PRIMER):
        where += f", split {source.split}, {', '.join(source.languages)}"
    use = "validated on" if source.used_for == "val" else "learned from"
    return f"{use}: {where}, {EVIDENCE[source.evidence]}"
