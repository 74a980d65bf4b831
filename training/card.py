"""A bundle's card: what it is, what it was made of, how good it is, and what it is not for."""

from __future__ import annotations

from pathlib import Path

from engine.bundle import BundleManifest
from training.data.sources import KINDS, PHANTOM, parse_source
from training.recipes import Recipe

PHANTOM_LIMITS = """\
- All that it knows of findings comes from computer-made phantoms: sums of rays through a chest CT of one
  person, bent into many persons, and through geometric chests, with findings placed in them. One person's
  bones and vessels are in every scanned chest. Nothing here says anything about patients; on a real
  radiograph the desk says that the film is unfamiliar.
- That warning compares a film with the training films; it is no proof that a film without it is read right.
- Reports are put together from phrases of our own: the language is narrow, and scores of likeness with it.
"""
PATIENT_LIMITS = """\
- It has learned from reports of one source, with that source's habits, gaps and errors, and repeats them.
- It is validated for nothing: not for the patients, machines and readers of its source, and not for others.
- The desk's word that a film is familiar compares it with training films; it is no proof of a right reading.
"""
LIMITS = """\
- It is small: it misses findings that are small or faint. The scores of single labels above say which; a
  label whose F1 is 0 is never found.
- {experts}
- Attention shows where the model looked, not why it wrote a word; its grid is coarse.
- Labels are read from the text by rules, whose errors are in every finding score.
"""
FILMS = """
- before its lessons the encoder learned to guess hidden parts of films without reports: {source}"""
ALIKE = """\
All experts learn the same reports, as in the paper. How drafts differ is no measure of doubt."""
OWN_CASES = """\
Each expert learned from its own mix of cases, so that experts differ where a film does not decide. What they
  dispute deserves another look; what none disputes can be wrong as well: how often stands above."""

NOT_MEASURED = "Not measured yet.\n"
PHANTOM_DATA = """\
training studies made by `python -m training phantoms`,
  fingerprint `{fingerprint}`"""
PATIENT_DATA = """\
training studies of patients: {layout},
  reports cleaned: {cleaning}, fingerprint `{fingerprint}`"""
PHANTOM_MAKING = """\
- departures from the paper: small sizes; no pretrained ViT, instead the encoder is warmed up on labels and
  masks; a word-level vocabulary; experts that learn a report in one step: {at_once}; weight of an expert's
  own mix of cases: {case_mix:g} nats
- the scanned chests come from the CT LIDC-IDRI-0001 (The Cancer Imaging Archive,
  doi:10.7937/K9/TCIA.2015.LO9QL9SX, CC BY 3.0), changed; the program's NOTICE has the full attribution"""
PATIENT_MAKING = """\
- first weights: {pretrained}; experts that learn a report in one step: {at_once}; weight of an expert's own
  mix of cases: {case_mix:g} nats; what else departs from the paper stands in the recipe"""


def card(manifest: BundleManifest, recipe: Recipe, train_count: int, measured: str) -> str:
    """CARD.md in Markdown; `measured` is the table of scores (`training.table`), or NOT_MEASURED."""
    made, model = manifest.provenance, recipe.model
    at_once = recipe.loss.experts_per_step or "all"
    films = (
        FILMS.format(source=Path(recipe.self_supervised.source).name) if recipe.self_supervised.epochs else ""
    )
    source = parse_source(recipe.data.source)
    phantoms = source.kind == PHANTOM
    data = (PHANTOM_DATA if phantoms else PATIENT_DATA).format(
        fingerprint=made.data_fingerprint[:16], layout=KINDS[source.kind], cleaning=recipe.data.cleaning
    )
    making = (PHANTOM_MAKING if phantoms else PATIENT_MAKING).format(
        at_once=at_once,
        case_mix=recipe.loss.case_mix,
        pretrained=Path(recipe.pretrained).name or "none, it starts from nothing",
    )
    first_limits = PHANTOM_LIMITS if phantoms else PATIENT_LIMITS
    limits = first_limits + LIMITS.format(experts=OWN_CASES if recipe.loss.case_mix else ALIKE)
    return f"""\
# {manifest.name} {manifest.version}

**Research use. Not a medical device.** {manifest.intended_use}

A METransformer (Wang et al., CVPR 2023) of {model.experts} experts: it reads a frontal and a lateral film and
writes {model.experts} drafts, which elect one among them. Width {model.width}, {model.depth} ViT layers,
patches of {model.patch_size} pixels on films of {model.image_size}, bilinear layers
({model.encoder_layers}, {model.decoder_layers}).

## How it was made

- data: {train_count} {data}
- recipe: `{made.recipe}` (as resolved: `recipe.toml` beside this card), seed {made.seed}
- code: commit `{made.commit or "unknown"}`, {made.date[:10]}
{making}{films}

## Scores

{measured}
## Limits

{limits}
Licence: {manifest.licence}.
"""
