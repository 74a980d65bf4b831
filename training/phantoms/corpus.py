"""A corpus of phantoms on disk: written study by study, resumable, read without any of the machinery.

    DIR/corpus.json         what it is: format, generator, examination, seeds, size, splits, vocabulary
    DIR/index.jsonl         one study a line: split, chest, report, findings, files
    DIR/studies/ID/*.dcm    pa.dcm and lat.dcm
    DIR/masks/ID.npz        uint8 0 or 1, a quarter of the film's size or less; keys "FINDING_VIEW", where
                            FINDING counts from 0 in the order of "findings" and VIEW is "pa" or "lat";
                            a mask pixel (r, c) covers film pixels [r*step, (r+1)*step) x [c*step, (c+1)*step)
    DIR/parts/ID.json       each study's line, written last: what is there already when writing goes on

Study i depends on (seed, i), the film's size and the mix alone: more workers or a greater count change
nothing in it.
"""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass, field
from io import BytesIO
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.errors import RecipeError
from training.phantoms.film import VIEWS
from training.phantoms.geometry import Bools
from training.phantoms.language import vocabulary
from training.phantoms.mix import Mix
from training.phantoms.phantom import Phantom, Shown, make_phantom
from training.phantoms.study import GENERATOR_VERSION, file_name, study_uid, write_study

FORMAT = "consilium-phantoms/1"
MASK_SIDE_PX = 64
SPLITS = ("train", "val", "test")
CORPUS_SEEDS = 10**9  # seeds below are for corpora, those above for shipped samples
EPOCH = (1980, 1, 1, 0, 0, 0)  # a ZIP's first moment: no clock in the bytes


@dataclass(frozen=True, slots=True)
class PhantomFinding:
    """A finding that is on the films: `polarity` is how the report puts it, "present" or "uncertain".

    `contrast` is its contrast-to-noise, `faint` whether that is below what is reliably seen; `lobe` is empty
    where the chest has none, `size_mm` 0 where the kind has no size.
    """

    label: str
    polarity: str
    side: str
    place: str
    severity: str
    faint: bool
    contrast: float
    kind: str
    lobe: str = ""
    size_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class PhantomImage:
    """One film of a study; `view` is "PA" or "LL"."""

    path: Path
    view: str


@dataclass(frozen=True, slots=True)
class PhantomRecord:
    """One study of a corpus; no `findings` means a normal one. `denied` are labels that its report denies.

    `chest` is "scanned" or "geometric".
    """

    study_id: str
    study_uid: str
    split: str
    report: str
    findings: tuple[PhantomFinding, ...]
    denied: tuple[str, ...]
    images: tuple[PhantomImage, ...]
    masks: Path
    chest: str

    @property
    def faint(self) -> bool:
        """Whether any finding is faint: the ambiguous films are reported apart."""
        return any(finding.faint for finding in self.findings)


@dataclass(frozen=True, slots=True)
class Part:
    """Studies 0 to `count` - 1 of a seed; all of one `split`, or each by its index's own hash where empty."""

    seed: int
    count: int
    split: str = ""


@dataclass(frozen=True, slots=True)
class Corpus:
    """What is asked for: parts in `folder`, films of `size_px`; `exam` names the examination, if any."""

    folder: Path
    parts: tuple[Part, ...]
    size_px: int
    mix: Mix = field(default_factory=Mix)
    exam: str = ""

    @property
    def count(self) -> int:
        """How many studies."""
        return sum(part.count for part in self.parts)

    def places(self) -> Iterator[tuple[Part, int]]:
        """Every study, as its part and its index in there."""
        return ((part, index) for part in self.parts for index in range(part.count))


def split_of(index: int) -> str:
    """80 % train, 10 % val, 10 % test, by the index's own hash."""
    tenth = hashlib.sha256(f"split {index}".encode()).digest()[0] % 10
    return "train" if tenth < 8 else SPLITS[tenth - 7]


def study_id(part: Part, index: int) -> str:
    """The name of a study in its corpus."""
    return f"{part.split}-{index:06d}" if part.split else f"{index:06d}"


def read_index(folder: Path) -> list[PhantomRecord]:
    """All studies of a finished corpus, in order. Raises `RecipeError` where there is none."""
    path = folder / "index.jsonl"
    try:
        manifest = json.loads((folder / "corpus.json").read_text(encoding="utf-8"))
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as problem:
        raise RecipeError(
            "there is no finished phantom corpus.",
            where=str(folder),
            todo="Write one: python -m training phantoms DIR --count N --seed S.",
        ) from problem
    found = manifest.get("format") if isinstance(manifest, dict) else None
    if found != FORMAT:
        raise RecipeError(f'the corpus has format "{found}", not "{FORMAT}".', where=str(folder))
    try:
        return [_record(folder, json.loads(line)) for line in lines]
    except (KeyError, TypeError, ValueError) as problem:
        raise RecipeError(
            f"a line is damaged: {problem}.", where=str(path), todo="Write the corpus again."
        ) from problem


def _record(folder: Path, line: Mapping[str, Any]) -> PhantomRecord:
    return PhantomRecord(
        study_id=line["id"],
        study_uid=line["study_uid"],
        split=line["split"],
        report=line["report"],
        findings=tuple(PhantomFinding(**finding) for finding in line["findings"]),
        denied=tuple(line["denied"]),
        images=tuple(PhantomImage(folder / image["file"], image["view"]) for image in line["images"]),
        masks=folder / line["masks"],
        chest=line["chest"],
    )


def read_masks(path: Path) -> dict[str, npt.NDArray[np.uint8]]:
    """The masks of a study by key, "FINDING_VIEW"."""
    with np.load(path, allow_pickle=False) as archive:
        return {key: archive[key] for key in archive.files}


def describe(phantom: Phantom, part: Part) -> dict[str, Any]:
    """A study's line in the index."""
    name = study_id(part, phantom.index)
    return {
        "id": name,
        "study_uid": study_uid(phantom.seed, phantom.index),
        "split": part.split or split_of(phantom.index),
        "chest": phantom.source.value,
        "report": phantom.report.text,
        "findings": [
            _finding(shown, hedged)
            for shown, hedged in zip(phantom.findings, phantom.report.hedged, strict=True)
        ],
        "denied": list(phantom.report.denied),
        "images": [{"file": f"studies/{name}/{file_name(view)}", "view": view} for view in VIEWS],
        "masks": f"masks/{name}.npz",
    }


def _finding(shown: Shown, hedged: bool) -> dict[str, Any]:
    plan = shown.plan
    return {
        "label": plan.label,
        "polarity": "uncertain" if hedged else "present",
        "side": plan.side_name,
        "place": plan.place,
        "severity": plan.severity,
        "faint": shown.faint,
        "contrast": round(shown.contrast, 2),
        "kind": plan.kind.value,
        "lobe": plan.lobe,
        "size_mm": round(plan.size_mm, 1),
    }


def small_mask(mask: Bools, side_px: int = MASK_SIDE_PX) -> npt.NDArray[np.uint8]:
    """A mask on a coarser grid: cells with a quarter set; of a thin mask, the cells that hold most of it."""
    step = max(-(-mask.shape[0] // side_px), 4)
    height, width = (-(-length // step) for length in mask.shape)
    padded = np.zeros((height * step, width * step), np.float32)
    padded[: mask.shape[0], : mask.shape[1]] = mask
    share = padded.reshape(height, step, width, step).mean(axis=(1, 3))
    return np.asarray(share >= min(0.25, float(share.max()) or 1.0), np.uint8)


def masks_bytes(phantom: Phantom) -> bytes:
    """All masks as an .npz whose bytes depend on nothing but the masks."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(len(phantom.findings)):
            for film in phantom.films:
                key = f"{number}_{Path(file_name(film.view)).stem}"
                entry = zipfile.ZipInfo(f"{key}.npy", EPOCH)
                entry.compress_type = zipfile.ZIP_DEFLATED
                array = BytesIO()
                np.lib.format.write_array(array, small_mask(film.masks[number]), allow_pickle=False)
                archive.writestr(entry, array.getvalue())
    return out.getvalue()


def write_one(corpus: Corpus, part: Part, index: int) -> None:
    """Write one study, its masks and last its line, so that a line means a whole study."""
    phantom = make_phantom(part.seed, index, corpus.size_px, mix=corpus.mix)
    name = study_id(part, index)
    write_study(phantom, corpus.folder / "studies" / name)
    (corpus.folder / "masks" / f"{name}.npz").write_bytes(masks_bytes(phantom))
    _write_whole(_line(corpus, part, index), json.dumps(describe(phantom, part)) + "\n")


def _line(corpus: Corpus, part: Part, index: int) -> Path:
    return corpus.folder / "parts" / f"{study_id(part, index)}.json"


def _write_whole(path: Path, text: str) -> None:
    """A file that is either whole or not there."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)


def write_corpus(corpus: Corpus, workers: int, on_study: Callable[[int], None]) -> None:
    """Write what is still missing; `on_study` is called after each study with how many are there.

    Stopping at any time leaves whole studies behind, and the next call goes on after them. Raises
    `RecipeError` where the folder holds another corpus or cannot be written, or a worker was ended.
    """
    try:
        _write_corpus(corpus, workers, on_study)
    except (OSError, BrokenProcessPool) as problem:
        reason = getattr(problem, "strerror", None) or "a worker was ended, perhaps for lack of memory"
        raise RecipeError(
            f"the corpus cannot be written: {reason.lower()}.",
            where=str(corpus.folder),
            todo="Run the same command again when there is room; what is whole is kept.",
        ) from problem


def _write_corpus(corpus: Corpus, workers: int, on_study: Callable[[int], None]) -> None:
    for name in ("studies", "masks", "parts"):
        (corpus.folder / name).mkdir(parents=True, exist_ok=True)
    _claim(corpus)
    missing = [place for place in corpus.places() if not _line(corpus, *place).exists()]
    done = corpus.count - len(missing)
    on_study(done)
    for _ in _written(corpus, missing, workers):
        done += 1
        on_study(done)
    _finish(corpus)


def _claim(corpus: Corpus) -> None:
    """Say whose folder it is, before the first study, and refuse another's."""
    path = corpus.folder / "parts" / "corpus"
    parts = ", ".join(f"seed {part.seed} {part.split}".strip() for part in corpus.parts)
    mine = f"{FORMAT} generator {GENERATOR_VERSION} {parts} size {corpus.size_px} {corpus.mix}\n"
    if path.exists() and path.read_text(encoding="utf-8") != mine:
        raise RecipeError(
            f"the folder holds another corpus ({path.read_text(encoding='utf-8').strip()}).",
            where=str(corpus.folder),
            todo="Take an empty folder, or ask for the same seed and size.",
        )
    _write_whole(path, mine)


def _written(corpus: Corpus, missing: Iterable[tuple[Part, int]], workers: int) -> Iterator[None]:
    if workers <= 1:
        for place in missing:
            write_one(corpus, *place)
            yield
        return
    waiting = iter(missing)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_quiet_worker) as pool:
        running: set[Future[None]] = set()
        try:
            running = {pool.submit(write_one, corpus, *place) for place in islice(waiting, 3 * workers)}
            while running:
                finished, running = wait(running, return_when=FIRST_COMPLETED)
                for future in finished:
                    future.result()
                    yield
                following = islice(waiting, len(finished))
                running |= {pool.submit(write_one, corpus, *place) for place in following}
        finally:
            pool.shutdown(cancel_futures=True)


def _quiet_worker() -> None:
    """Ctrl+C is the parent's affair: it stops handing out studies, and each worker ends the one it has."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _finish(corpus: Corpus) -> None:
    lines = [_line(corpus, *place).read_text(encoding="utf-8") for place in corpus.places()]
    _write_whole(corpus.folder / "index.jsonl", "".join(lines))
    counts = Counter(part.split or split_of(index) for part, index in corpus.places())
    manifest = {
        "format": FORMAT,
        "generator": GENERATOR_VERSION,
        "exam": corpus.exam,
        "seeds": {part.split or "all": part.seed for part in corpus.parts},
        "count": corpus.count,
        "size_px": corpus.size_px,
        "mix": asdict(corpus.mix),
        "splits": {name: counts[name] for name in SPLITS},
        "vocabulary": vocabulary(),
    }
    _write_whole(corpus.folder / "corpus.json", json.dumps(manifest, indent=2) + "\n")
