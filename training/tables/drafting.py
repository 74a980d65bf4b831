"""What a bundle's panel writes of a split, kept on disk: tables are made again without writing again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.commands.output import write_json
from engine.errors import RecipeError
from engine.joint_decoding import JOINT_RULES, JointRule
from engine.progress import OnProgress
from engine.reader import WEIGHTS
from training.data.corpus import Corpus, CorpusStudy
from training.metrics.experts import best_expert
from training.readings import Examinee, Written
from training.readings_json import Readings, read_readings
from training.tables.voting import Panel


@dataclass(frozen=True, slots=True)
class Desk:
    """A bundle that writes of a corpus, and the folder where what it wrote is kept as readings."""

    examinee: Examinee
    corpus: Corpus
    folder: Path
    on_progress: OnProgress

    @property
    def weights_sha256(self) -> str:
        """What readings belong to."""
        return self.examinee.bundle.manifest.files[WEIGHTS].sha256

    def panel(
        self, studies: Sequence[CorpusStudy], split: str, val: Sequence[CorpusStudy], *, together: bool
    ) -> Panel:
        """The panel's drafts of `studies` and its best expert on `val`; if asked, what all write together."""
        written = self._kept(
            f"{split}-experts",
            split,
            len(studies),
            lambda stage: self.examinee.panels(studies, stage, self.on_progress),
        )
        joint: dict[JointRule, list[str]] = {}
        for rule in JOINT_RULES if together else ():
            reports = self._kept(f"{split}-{rule}", split, len(studies), self._writes(rule, studies))
            joint[rule] = [each.report for each in reports]
        return Panel(written, joint, self._best(val), self.examinee.bundle.frequencies())

    def _writes(self, rule: JointRule, studies: Sequence[CorpusStudy]) -> Callable[[str], list[Written]]:
        return lambda stage: self.examinee.joint(rule, studies, stage, self.on_progress)

    def _best(self, val: Sequence[CorpusStudy]) -> int | None:
        if not val:
            return None
        written = self._kept(
            "val-experts",
            "val",
            len(val),
            lambda stage: self.examinee.panels(val, stage, self.on_progress),
        )
        return best_expert([each.labels for each in written], val)

    def _kept(
        self, name: str, split: str, count: int, write: Callable[[str], list[Written]]
    ) -> Sequence[Written]:
        """What was kept under this name, or what `write` gives, kept then."""
        path = self.folder / f"{name}.json"
        if path.is_file():
            kept = read_readings(path)
            same = (self.weights_sha256, self.corpus.fingerprint, split, count)
            if same != (kept.weights_sha256, kept.fingerprint, kept.split, len(kept.studies)):
                raise RecipeError(
                    "what lies here was written by another bundle or of other studies.",
                    where=str(path),
                    todo="Give another --out, or remove the file.",
                )
            return kept.studies
        written = write(f"Drafts: {name}")
        bundle = self.examinee.bundle.manifest.name
        readings = Readings(bundle, self.weights_sha256, self.corpus.fingerprint, split, tuple(written))
        path.parent.mkdir(parents=True, exist_ok=True)
        write_json(readings.to_json(), str(path))
        return written
