"""Corpora opened by a recipe's name for them, "kind:place"; see `training.data.sources`."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.errors import RecipeError
from engine.study import Skipped
from training.data.cleaning import CLEANING
from training.data.corpus import SPLITS, Corpus, CorpusStudy, phantom_corpus
from training.data.layouts.annotation import has_annotation, is_of_mimic, read_annotation
from training.data.layouts.openi import has_openi, read_openi
from training.data.layouts.pairs import has_pairs, read_pairs
from training.data.layouts.physionet import has_physionet, read_physionet
from training.data.reviews import FILE_NAME, read_reviews
from training.data.sections import Wanted
from training.data.sources import IU, MIMIC, OPENI, PAIRS, PHANTOM, REVIEWS, Source, parse_source
from training.data.spool import SpooledStudies
from training.recipes import DataRecipe

NO_REPORT, NO_FILM, NO_SPLIT = "without a report", "without a film on disk", "in no split"
UNREADABLE = "whose report cannot be read"
NO_STUDY = "this is no corpus of the kind"


def open_corpus(data: DataRecipe) -> Corpus:
    """The corpus that a recipe names, its usable studies; `RecipeError` where there is none to read.

    Reports are not held in memory, but films are only looked for, not opened.
    """
    source = parse_source(data.source)
    if source.kind == REVIEWS:
        return _as_asked(read_reviews(place_of_reviews(source), data.section, data.signed_until).corpus, data)
    corpus = phantom_corpus(source.folder) if source.kind == PHANTOM else _distributed(source, data)
    return _as_asked(corpus, data)


def corpus_at(place: str, data: DataRecipe, until: str = "") -> Corpus:
    """The corpus in a folder, or called "kind:place", whole, reports as they are; `data` names sections."""
    source = named_or_found(place)
    return open_corpus(DataRecipe(str(source), section=data.section, signed_until=until))


def place_of_reviews(source: Source) -> str:
    """Where a desk's reviews are, as its `--data` has it."""
    return source.address or str(source.folder)


def studies_of(source: Source, wanted: Wanted, skipped: list[Skipped]) -> Iterator[CorpusStudy]:
    """All studies of a corpus as it is distributed, usable or not, one by one.

    `RecipeError` where the folder is not laid out so.
    """
    folder = source.folder
    if not folder.is_dir():
        raise RecipeError("there is no such folder.", where=str(folder))
    if source.kind in (IU, MIMIC) and has_annotation(folder):
        return read_annotation(folder)
    if source.kind == MIMIC:
        return read_physionet(folder, wanted, skipped)
    if source.kind == OPENI:
        return read_openi(folder, wanted, skipped)
    if source.kind == PAIRS and has_pairs(folder):
        return read_pairs(folder)
    raise RecipeError(
        f'{NO_STUDY} "{source.kind}".',
        where=str(folder),
        todo=f"Look at it: python -m training data check {folder}",
    )


def all_studies(source: Source, wanted: Wanted, skipped: list[Skipped]) -> Iterable[CorpusStudy]:
    """The same for every kind, made studies included."""
    if source.kind == PHANTOM:
        return phantom_corpus(source.folder).studies
    if source.kind == REVIEWS:
        return read_reviews(place_of_reviews(source), wanted).corpus.studies
    return studies_of(source, wanted, skipped)


def detect(folder: Path) -> Source:
    """What kind of corpus lies in a folder; `RecipeError` where none is known."""
    kinds: dict[str, Callable[[Path], bool]] = {
        PHANTOM: lambda place: (place / "corpus.json").is_file(),
        MIMIC: lambda place: has_annotation(place) and is_of_mimic(place),
        OPENI: has_openi,
        IU: has_annotation,
        PAIRS: has_pairs,
        REVIEWS: lambda place: (place / FILE_NAME).is_file(),
    }
    for kind, lies_there in kinds.items():
        if lies_there(folder):
            return Source(kind, folder)
    if has_physionet(folder):  # last: it looks into folders below
        return Source(MIMIC, folder)
    raise RecipeError("no corpus that is known lies here.", where=str(folder))


def named_or_found(text: str) -> Source:
    """A corpus by "kind:place", or what lies in a folder."""
    return detect(Path(text)) if Path(text).is_dir() else parse_source(text)


@dataclass(slots=True)
class Sifted:
    """Which studies can be used, and how many cannot, by reason."""

    root: Path
    left_out: Counter[str] = field(default_factory=Counter)
    digest: hashlib._Hash = field(default_factory=hashlib.sha256)

    def usable(self, studies: Iterable[CorpusStudy]) -> Iterator[CorpusStudy]:
        """Those with a split, a report and a film; of their films, those that are on disk."""
        for study in studies:
            sizes = [size_of(film) for film in study.films]
            reason = unusable(study, sizes)
            if reason:
                self.left_out[reason] += 1
                continue
            kept = with_films(study, [size is not None for size in sizes])
            said = [study.identifier, study.split, study.report, study.views, sizes]
            names = [film.relative_to(self.root).as_posix() for film in kept.films]
            self.digest.update(json.dumps([*said, names]).encode())
            yield kept


def size_of(film: Path) -> int | None:
    """A film's bytes; None where it is not on disk."""
    try:
        return film.stat().st_size
    except OSError:
        return None


def unusable(study: CorpusStudy, sizes: list[int | None]) -> str:
    """Why a study cannot be used; "" where it can."""
    if study.split not in SPLITS:
        return NO_SPLIT
    if not study.report.strip():
        return NO_REPORT
    return "" if any(size is not None for size in sizes) else NO_FILM


def with_films(study: CorpusStudy, kept: list[bool]) -> CorpusStudy:
    """The study without the films that are not kept."""
    if all(kept):
        return study
    there = [place for place, keep in enumerate(kept) if keep]
    views = tuple(study.views[place] for place in there) if study.views else ()
    return replace(study, films=tuple(study.films[place] for place in there), views=views)


def _distributed(source: Source, data: DataRecipe) -> Corpus:
    skipped: list[Skipped] = []
    sifted = Sifted(source.folder)
    found = sifted.usable(studies_of(source, data.section, skipped))
    studies = SpooledStudies.of(_limited(found, data.limit))
    reasons = [*sorted(sifted.left_out.items())] + ([(UNREADABLE, len(skipped))] if skipped else [])
    if not studies:
        counts = ", ".join(f"{count} {reason}" for reason, count in reasons) or "none at all"
        raise RecipeError(
            f"no study here can be used ({counts}).",
            where=str(source.folder),
            todo=f"Look at it: python -m training data check {source.folder}",
        )
    return Corpus(source.folder, sifted.digest.hexdigest(), studies, tuple(reasons))


def _limited(studies: Iterable[CorpusStudy], limit: int) -> Iterator[CorpusStudy]:
    """The first `limit` studies of each split, all for 0; reading ends when every split has them."""
    counts: Counter[str] = Counter()
    for study in studies:
        counts[study.split] += 1
        if not limit or counts[study.split] <= limit:
            yield study
        if limit and all(counts[split] >= limit for split in SPLITS):
            return


def _as_asked(corpus: Corpus, data: DataRecipe) -> Corpus:
    """The corpus with the recipe's limit, cleaning and splits, which its fingerprint tells too."""
    asked = [data.limit, data.cleaning, data.by_heart]
    if asked == [0, "none", False]:
        return corpus
    clean = CLEANING[data.cleaning]
    cleaned = (replace(study, report=clean(study.report)) for study in _limited(corpus.studies, data.limit))
    turns = SPLITS if data.by_heart else ("",)
    every = (replace(study, split=split or study.split) for study in cleaned for split in turns)
    said = json.dumps([corpus.fingerprint, *asked])
    studies = SpooledStudies.of(every)
    return replace(corpus, studies=studies, fingerprint=hashlib.sha256(said.encode()).hexdigest())
