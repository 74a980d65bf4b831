"""What the questions work with, loaded when first asked for: a model that answers, the primer, the export."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.asking import Examiner, Measured, PrimerTopic
from app.quiz.answers import ModelAnswer, answer_of
from app.quiz.sets import QuestionSet, question_key, set_of
from engine.experts import Experts
from engine.progress import CancelToken, OnProgress
from engine.question import Question
from engine.resources import RESOURCES

if TYPE_CHECKING:
    from app.store.rows import KeptSitting
    from engine.bundle import Bundle, BundleManifest
    from engine.evidence import ParagraphIndex
    from engine.examinee import Examinee
    from engine.runtime.base import Device

PRIMER = RESOURCES / "questions" / "primer"
SAMPLE = RESOURCES / "questions" / "head-qa"
SAMPLE_TITLE = {"en": "HEAD-QA, exams of 2015 (excerpt)", "es": "HEAD-QA, exámenes de 2015 (extracto)"}
SAMPLE_SOURCE = {
    "en": "Source: Ministerio de Sanidad, Consumo y Bienestar Social, Spain, 2019-01-14; machine translated.",
    "es": "Fuente: Ministerio de Sanidad, Consumo y Bienestar Social, España, 14-1-2019.",
}
"""The sample keeps the language that it was added in, so its title and source are part of it."""
SCORE = "accuracy"


class ExaminerOpener:
    """Opens the first installed bundle that answers questions; an `app.asking.OpenExaminer`."""

    def __init__(self, folders: Sequence[Path], device: Device, primer: Path = PRIMER) -> None:
        self._folders = folders
        self._device = device
        self._primer = primer

    def __call__(self, cancel: CancelToken, _: OnProgress) -> Examiner | None:
        """None where there is no such bundle; ConsiliumError where it cannot be used. Blocks for seconds."""
        bundle = answering_bundle(self._folders)
        if bundle is None:
            return None
        cancel.raise_if_cancelled()
        from engine.evidence import ParagraphIndex
        from engine.examinee import Examinee

        examinee = Examinee.open(bundle, device=self._device)
        index = ParagraphIndex.open(self._primer) if self._primer.is_dir() else None
        return OpenExaminer(bundle, examinee, index)


class OpenExaminer:
    """A bundle that answers, with the primer to look things up in; an `app.asking.Examiner`."""

    def __init__(self, bundle: Bundle, examinee: Examinee, index: ParagraphIndex | None) -> None:
        self._bundle = bundle
        self._examinee = examinee
        self._index = index

    @property
    def name(self) -> str:
        """See `app.asking.Examiner`."""
        return self._examinee.description

    @property
    def sha256(self) -> str:
        """See `app.asking.Examiner`."""
        return self._bundle.sha256

    @property
    def measured(self) -> Measured | None:
        """See `app.asking.Examiner`."""
        return measured_of(self._bundle.manifest)

    @property
    def experts(self) -> Experts | None:
        """See `app.asking.Examiner`."""
        return self._examinee.experts

    def answer(
        self, questions: Sequence[Question], *, cancel: CancelToken, on_progress: OnProgress
    ) -> Mapping[str, ModelAnswer]:
        """See `app.asking.Examiner`."""
        answered = self._examinee.answer(
            questions, evidence=self._index, cancel=cancel, on_progress=on_progress
        )
        return {question_key(each.question): answer_of(each) for each in answered.answers}


def answering_bundle(folders: Sequence[Path]) -> Bundle | None:
    """The first bundle, by name, that answers questions; damaged ones of other kinds do not matter here.

    Only a manifest is read of the others: their files need not be hashed for this.
    """
    from engine.bundle import Bundle, readable_manifests
    from engine.examinee_manifest import ARCHITECTURE

    answering = (
        folder for folder, manifest in readable_manifests(folders) if manifest.architecture == ARCHITECTURE
    )
    found = next(answering, None)
    return Bundle.read(found) if found is not None else None


def measured_of(manifest: BundleManifest) -> Measured | None:
    """How often a bundle is right by its own card; None where nobody measured."""
    score = manifest.scores.get(SCORE)
    if score is None or score.value is None:
        return None
    return Measured(round(100 * score.value), score.signature)


def read_set(path: Path) -> QuestionSet:
    """A question file as a set; QuestionsMalformed where it is none."""
    from engine.questions.load import read_questions

    return set_of(read_questions(path), str(path.parent), path.stem)


def primer_topics(language: str) -> tuple[PrimerTopic, ...]:
    """The topics of the shipped primer in their order, from what stands before the first paragraph."""
    from engine.questions.text_file import read_text

    topics = []
    for path in sorted(PRIMER.glob("*.toml")):
        head = tomllib.loads(read_text(path).partition("[[")[0])
        titles = head.get("title", {})
        topics.append(PrimerTopic(str(titles.get(language) or titles.get("en") or path.stem), path))
    sample = SAMPLE / f"head-qa-excerpt-{language}.json"
    if sample.is_file():
        topics.append(PrimerTopic(SAMPLE_TITLE[language], sample))
    return tuple(topics)


def read_topic(path: Path, language: str) -> QuestionSet:
    """A topic of the primer, or the sample, as a set; a topic's title is the category of its questions."""
    if path.suffix == ".json":
        sample = replace(read_set(path), title=SAMPLE_TITLE[language])
        return replace(sample, notes=(*sample.notes, SAMPLE_SOURCE[language]))
    from engine.questions.primer import LAYOUT, parse_primer
    from engine.questions.text_file import read_text

    primer = parse_primer(read_text(path), path.name)
    titles = next(iter(primer.titles.values()))
    title = titles.get(language, path.stem)
    forms = [item.forms[language] for item in primer.items if language in item.forms]
    questions = tuple(replace(form, category=title) for form in forms)
    return QuestionSet(title, questions, LAYOUT, "", primer.faults)


def export_answers(
    sittings: Sequence[KeptSitting],
    questions: Mapping[str, Question],
    answers: Mapping[str, ModelAnswer],
    path: Path,
) -> None:
    """See `app.documents.answers_table.write_answers_csv`."""
    from app.documents.answers_table import NumberedSitting, write_answers_csv

    numbered = [NumberedSitting(each.id, each.sitting) for each in sittings]
    write_answers_csv(numbered, questions, answers, path)
