"""The shipped phantom studies; `phantoms resources/studies --samples` makes them again, bit for bit."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from training.phantoms.corpus import CORPUS_SEEDS
from training.phantoms.findings import Kind
from training.phantoms.phantom import make_phantom
from training.phantoms.study import write_study

SAMPLE_SEED = CORPUS_SEEDS + 1  # no corpus can have it, so no model has learnt from a sample
SAMPLE_SIZE_PX = 1024


@dataclass(frozen=True, slots=True)
class Sample:
    """A shipped study: its folder, its index under the samples' seed and what it shows."""

    folder: str
    index: int
    kinds: tuple[Kind, ...]


SAMPLES = (
    Sample("phantom-1-normal", 1, ()),
    Sample("phantom-2-heart-and-effusion", 2, (Kind.CARDIOMEGALY, Kind.EFFUSION)),
    Sample("phantom-3-nodule", 3, (Kind.NODULE,)),
    Sample("phantom-4-pneumothorax", 4, (Kind.PNEUMOTHORAX,)),
)


def write_samples(folder: Path) -> list[Path]:
    """Write all samples below `folder`, losslessly compressed, and say where."""
    written = []
    for sample in SAMPLES:
        phantom = make_phantom(SAMPLE_SEED, sample.index, SAMPLE_SIZE_PX, sample.kinds)
        write_study(phantom, folder / sample.folder, compressed=True)
        written.append(folder / sample.folder)
    return written
