"""Studies as a panel reads them: what scores need of a panel, whose maps are not kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from engine.bundle import Bundle
from engine.decoding import State, Step, Watch, decode
from engine.joint_decoding import JointRule, JointState, joint_step
from engine.panel import FloatArray, Panel
from engine.preprocess import InputConvention
from engine.progress import CancelToken, OnProgress, Progress, ignore_progress
from engine.reader import Reader, Runtime, decoding_of, runner_of
from engine.runtime.base import Device, Runner, RunnerState
from engine.study import Study
from engine.voting import vote
from training.baselines.learned import study_features
from training.data.corpus import CorpusStudy, film_masks
from training.data.films import read_inputs, read_study
from training.metrics.deletion import Deletion, Dropped
from training.metrics.findings import said_labels
from training.metrics.pointing import LabelPlaces, Pointed, named_findings, pointed

S = TypeVar("S", bound=State)

TOGETHER = 16  # studies whose drafts are written in one batch


@dataclass(frozen=True, slots=True)
class Written:
    """One study's drafts by expert, their votes, and the index of the elected one."""

    study_uid: str
    texts: tuple[str, ...]
    votes: tuple[float | None, ...]
    elected: int

    @property
    def report(self) -> str:
        """The elected draft."""
        return self.texts[self.elected]

    @property
    def labels(self) -> tuple[frozenset[str], ...]:
        """What each draft states, by expert."""
        return tuple(said_labels(text) for text in self.texts)


@dataclass(frozen=True, slots=True)
class Reading:
    """One study as the panel read it; `features` (F D) are its films' mean visual tokens."""

    written: Written
    pointed: tuple[Pointed, ...]
    dropped: Dropped
    features: FloatArray


@dataclass(frozen=True, slots=True)
class Examinee:
    """A bundle opened to be measured: the desk's own reader, and its runner for what no desk asks."""

    bundle: Bundle
    runner: Runner[Any]
    reader: Reader
    convention: InputConvention

    @classmethod
    def open(cls, bundle: Bundle, runtime: Runtime, device: Device) -> Examinee:
        """Load the bundle's model once; fails as `Reader.open` does."""
        decoding = decoding_of(bundle.manifest)
        runner = runner_of(bundle, runtime, device)
        convention = InputConvention.from_dict(dict(bundle.manifest.input))
        return cls(bundle, runner, Reader(bundle, runner, decoding), convention)

    def close(self) -> None:
        """End the reader's processes."""
        self.reader.close()

    @property
    def grid(self) -> tuple[int, int]:
        """Cells (h, w) of the model's attention maps."""
        images = np.zeros(
            (self.convention.views, self.convention.channels, self.convention.height, self.convention.width),
            np.float32,
        )
        h, w = self.runner.encode(images, np.ones(self.convention.views, np.bool_)).expert_maps.shape[-2:]
        return int(h), int(w)

    def drafts(
        self, studies: Sequence[CorpusStudy], stage: str, on_progress: OnProgress
    ) -> list[tuple[str, ...]]:
        """Every expert's text on every study, written together: the reader's own, without vote and maps."""
        return [each.texts for each in self.panels(studies, stage, on_progress)]

    def panels(self, studies: Sequence[CorpusStudy], stage: str, on_progress: OnProgress) -> list[Written]:
        """The same with votes."""
        frequencies = self.bundle.frequencies()
        panels: list[Written] = []
        for uids, state in self._looked_at(studies):
            texts = self._texts(self.runner.step, state)
            experts = len(texts) // len(uids)
            for row, uid in enumerate(uids):
                own = tuple(texts[row * experts : (row + 1) * experts])
                ballot = vote(own, frequencies)
                panels.append(Written(uid, own, ballot.votes, ballot.elected))
            on_progress(Progress(stage, len(panels), len(studies)))
        return panels

    def joint(
        self, rule: JointRule, studies: Sequence[CorpusStudy], stage: str, on_progress: OnProgress
    ) -> list[Written]:
        """The one report that all experts write of each study together (`engine.joint_decoding`)."""
        step = joint_step(self.runner.step, self.bundle.tokenizer().size, rule)
        reports: list[Written] = []
        for uids, state in self._looked_at(studies):
            texts = self._texts(step, JointState(state, state.rows // len(uids)))
            reports += [Written(uid, (text,), (None,), 0) for uid, text in zip(uids, texts, strict=True)]
            on_progress(Progress(stage, len(reports), len(studies)))
        return reports

    def _looked_at(self, studies: Sequence[CorpusStudy]) -> Iterator[tuple[list[str], RunnerState]]:
        """Studies' UIDs and what the model has seen of them, some at a time."""
        for start in range(0, len(studies), TOGETHER):
            opened = [read_study(study) for study in studies[start : start + TOGETHER]]
            given = [read_inputs(study, self.convention) for study in opened]
            images = np.stack([each.images for each in given])
            state = self.runner.encode_batch(images, np.array([each.present for each in given]))
            yield [study.study_uid for study in opened], state

    def _texts(self, step: Step[S], state: S) -> list[str]:
        """What every row of a fresh state becomes, decoded as the bundle says."""
        tokenizer, decoding = self.bundle.tokenizer(), decoding_of(self.bundle.manifest)
        watch = Watch(CancelToken(), ignore_progress, attention=False)
        reports = decode(step, state, decoding, begin=tokenizer.bos, end=tokenizer.eos, watch=watch)
        return [tokenizer.decode(report.tokens).text for report in reports]

    def read(
        self, studies: Sequence[CorpusStudy], places: LabelPlaces, deletions: int, on_progress: OnProgress
    ) -> list[Reading]:
        """Drafts, pointing and features of every study; the deletion test on the first `deletions` studies

        of which the elected draft names a finding rightly.
        """
        deletion = Deletion(self.runner, self.bundle.tokenizer(), places)
        readings: list[Reading] = []
        for number, study in enumerate(studies):
            tried = sum(reading.dropped.findings > 0 for reading in readings)
            readings.append(self._reading(study, places, deletion if tried < deletions else None, number))
            on_progress(Progress("The panel reads", number + 1, len(studies)))
        return readings

    def _reading(
        self, study: CorpusStudy, places: LabelPlaces, deletion: Deletion | None, number: int
    ) -> Reading:
        opened = read_study(study)
        panel = self.reader.read(opened)
        given = read_inputs(opened, self.convention)
        masks = film_masks(study, opened.radiographs[0].rows)
        named = named_findings(panel, masks, film_files(opened))
        there = [slot for slot, present in enumerate(given.present) if present]
        elected = panel.drafts[panel.elected]
        return Reading(
            written=written_of(panel),
            pointed=pointed(named, places, there),
            dropped=deletion.dropped(elected, named, given, number) if deletion is not None else Dropped(),
            features=study_features(self.runner, given.images[None], np.array([given.present]))[0],
        )


def written_of(panel: Panel) -> Written:
    """A panel's texts and votes."""
    drafts = panel.drafts
    votes = tuple(draft.vote for draft in drafts)
    return Written(panel.study_uid, tuple(draft.text for draft in drafts), votes, panel.elected)


def film_files(study: Study) -> dict[str, Any]:
    """The file of each film by its SOP Instance UID."""
    return {film.sop_instance_uid: film.path for film in study.radiographs}
