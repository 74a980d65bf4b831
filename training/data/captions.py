"""Pictures with captions: COCO by Karpathy's split, and any corpus whose reports are captions.

"coco:FILE"    dataset_coco.json (Karpathy and Fei-Fei, CVPR 2015): several captions for each picture;
               its split "restval" is trained on too
"KIND:PLACE"   what `open_corpus` reads: the report of each study is its one caption
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import RecipeError
from training.data.corpus import Corpus
from training.data.opening import open_corpus
from training.recipes import DataRecipe

COCO, COCO_FILE = "coco", "dataset_coco.json"
COCO_SPLITS = {"train": "train", "restval": "train", "val": "val", "test": "test"}
PUNCTUATION = frozenset(
    "'`\".?!,:;-()[]{}"
)  # what PTB tokenisation for COCO's scores drops, and its brackets
_PIECE = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Captioned:
    """One picture or study; `picture` is None where its films are those of a study.

    `captions` are what is learned, `written` the same as they were written, for scores.
    """

    identifier: str
    split: str
    captions: tuple[str, ...]
    written: tuple[str, ...]
    picture: Path | None = None


@dataclass(frozen=True, slots=True)
class CaptionCorpus:
    """All items in the source's order; of a corpus of reports `studies` are the same, one by one.

    `fingerprint` changes with any byte of what describes the corpus.
    """

    root: Path
    fingerprint: str
    items: tuple[Captioned, ...]
    studies: Corpus | None = None

    def rows(self, split: str) -> list[int]:
        """The places of a split's items; `RecipeError` if there are none."""
        chosen = [row for row, item in enumerate(self.items) if item.split == split]
        if not chosen:
            raise RecipeError(f'the corpus has no "{split}" pictures.', where=str(self.root))
        return chosen

    def captions(self, split: str) -> list[str]:
        """All captions of a split."""
        return [caption for row in self.rows(split) for caption in self.items[row].captions]


def open_captions(source: str, pictures: str = "") -> CaptionCorpus:
    """The corpus that a recipe calls `source`; `RecipeError` where there is none to read.

    `pictures` is the folder with COCO's pictures; "": that of the file.
    """
    kind, _, place = source.partition(":")
    if kind == COCO and place:
        return read_karpathy(Path(place), Path(pictures) if pictures else None)
    return of_reports(open_corpus(DataRecipe(source)))


def of_reports(corpus: Corpus) -> CaptionCorpus:
    """Studies whose reports are captions."""
    items = tuple(
        Captioned(study.identifier, study.split, (study.report,), (study.report,)) for study in corpus.studies
    )
    return CaptionCorpus(corpus.root, corpus.fingerprint, items, corpus)


def read_karpathy(place: Path, pictures: Path | None = None) -> CaptionCorpus:
    """dataset_coco.json, or the folder where it lies; `RecipeError` where it is none.

    A picture is called by its number in COCO. One without a caption that has words is left out.
    """
    path = place / COCO_FILE if place.is_dir() else place
    try:
        data = path.read_bytes()
        entries = json.loads(data)["images"]
        root = pictures or path.parent
        items = tuple(item for item in (_item(entry, root) for entry in entries) if item.captions)
    except OSError as problem:
        raise RecipeError(
            f"it cannot be read: {(problem.strerror or 'unknown reason').lower()}.",
            where=str(path),
            todo=f"Give Karpathy's {COCO_FILE}, or the folder where it lies.",
        ) from problem
    except (ValueError, LookupError, TypeError, AttributeError) as problem:
        raise RecipeError(
            f"this is not a file of Karpathy's splits: {problem!r}.",
            where=str(path),
            todo=f"Give Karpathy's {COCO_FILE}.",
        ) from problem
    return CaptionCorpus(path.parent, hashlib.sha256(data).hexdigest(), items)


def _item(entry: dict[str, Any], root: Path) -> Captioned:
    written = tuple(str(sentence["raw"]) for sentence in entry["sentences"])
    return Captioned(
        identifier=str(entry.get("cocoid", entry["imgid"])),
        split=COCO_SPLITS[entry["split"]],
        captions=tuple(caption for caption in map(coco_caption, written) if caption),
        written=written,
        picture=root / str(entry.get("filepath", "")) / str(entry["filename"]),
    )


def coco_caption(raw: str) -> str:
    """A caption as the released code reads it: lower case, words and signs apart, punctuation left out.

    >>> coco_caption("A man's dog, off-leash... runs!  ")
    'a man s dog off leash runs'
    """
    return " ".join(word for word in _PIECE.findall(raw.lower()) if word not in PUNCTUATION)
