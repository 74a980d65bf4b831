"""Questions in, answers out: each option is a row of its own, routed by the question and scored.

`Examinee.open` loads a bundle once and takes seconds (importing torch and transformers does);
`Examinee.answer` blocks, can be watched, and stops within a batch when it is cancelled. One examinee serves
one thread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

import numpy as np

from engine.answer import Answer, Found, Given, Route, Unanswered
from engine.bundle import Bundle
from engine.errors import BundleDamaged, QuestionsMalformed
from engine.evidence import ParagraphIndex
from engine.examinee_manifest import WEIGHTS, examinee_config, row_tokens
from engine.experts import Experts, read_experts
from engine.models.moebqa_config import MoebqaConfig
from engine.panel import EXPERT_LETTERS, FloatArray, Origin, read_only
from engine.progress import CancelToken, OnProgress, Progress, ignore_progress
from engine.question import Question
from engine.runtime.base import Description, Device
from engine.runtime.rows import RowBatch, RowScores, batches, joined, row_batch
from engine.text.question_rows import QuestionRow, RowBuilder

WINDOW = 64  # questions whose rows are batched together; their answers come out at once
PARAGRAPHS = 3  # looked up for an option; more than a row has room for

OnAnswer = Callable[[Answer], None]


def ignore_answer(_: Answer) -> None:
    """An `OnAnswer` for callers who wait for all."""


class Scores(Protocol):
    """A model, ready on a device."""

    @property
    def batch_tokens(self) -> int:
        """How many tokens, padding included, are best scored at once."""

    def describe(self) -> Description:
        """What runs where."""

    def score(self, batch: RowBatch, cancel: CancelToken) -> RowScores:
        """Score rows of equal length; Cancelled as soon as `cancel` says so."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """What came of a file's questions, in their order: answers, and questions that could not be read."""

    answers: tuple[Answer, ...]
    unanswered: tuple[Unanswered, ...]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A question with its rows and what was given with each."""

    question: Question
    rows: tuple[QuestionRow, ...]
    given: tuple[Given, ...]


class Examinee:
    """A bundle that is ready to answer questions."""

    def __init__(self, bundle: Bundle, runner: Scores) -> None:
        """Take what `open` puts together; tests put in a runner of their own."""
        config = examinee_config(bundle.manifest)
        self._bundle = bundle
        self._runner = runner
        self._routed = config.unshared_experts > 0
        whole = config.routing == "question"
        self._builder = RowBuilder(
            bundle.tokenizer(), row_tokens(bundle.manifest, config), "question" if whole else "last_sentence"
        )
        self.experts: Experts | None = experts_of(bundle)

    @classmethod
    def open(cls, bundle: Bundle, *, device: Device = "auto", threads: int = 1) -> Examinee:
        """Load the bundle's model.

        BundleUnsupported if the bundle does not answer questions, BundleDamaged if its parts do not fit,
        DeviceUnavailable if the device is not there.
        """
        config = examinee_config(bundle.manifest)
        check_parts(bundle, config)
        weights = bundle.path(WEIGHTS)
        from engine.runtime.routed_runner import RoutedRunner

        return cls(bundle, RoutedRunner(config, weights, device=device, threads=threads))

    @property
    def description(self) -> str:
        """What answers, for people: "exam-primer · CPU · PyTorch"."""
        device = self._runner.describe().device
        return f"{self._bundle.manifest.name} · {'CPU' if device == 'cpu' else device} · PyTorch"

    def answer(
        self,
        questions: Sequence[Question],
        *,
        evidence: ParagraphIndex | None = None,
        cancel: CancelToken | None = None,
        on_progress: OnProgress = ignore_progress,
        on_answer: OnAnswer = ignore_answer,
    ) -> Sitting:
        """Answer all questions; those that are too long for the model are named and the others answered.

        With `evidence`, paragraphs are looked up for every option; a context of the question's own stands
        before them. `on_answer` gets each answer as it is there. Raises Cancelled within a batch.
        """
        cancel = cancel or CancelToken()
        origin = self._origin()
        answers: list[Answer] = []
        unanswered: list[Unanswered] = []
        total = len(questions)
        for start in range(0, total, WINDOW):
            window = questions[start : start + WINDOW]
            prepared = []
            for question in window:
                cancel.raise_if_cancelled()
                try:
                    prepared.append(self._prepared(question, evidence))
                except QuestionsMalformed as error:
                    unanswered.append(Unanswered(question, f"{error.what} {error.todo}"))

            def show(share: float, before: int = start, count: int = len(window)) -> None:
                on_progress(Progress("Questions are answered", before + int(share * count), total))

            for answer in self._answered(prepared, origin, cancel, show) if prepared else ():
                answers.append(answer)
                on_answer(answer)
        return Sitting(tuple(answers), tuple(unanswered))

    def _prepared(self, question: Question, evidence: ParagraphIndex | None) -> Prepared:
        found: list[tuple[Found, ...]] = [()] * len(question.options)
        if evidence is not None:
            asked = (f"{question.stem} {option.text}" for option in question.options)
            found = [evidence.find(query, PARAGRAPHS, question.language) for query in asked]
        texts = [
            "\n".join(
                filter(None, (question.context, option.context, *(each.paragraph.text for each in own)))
            )
            for option, own in zip(question.options, found, strict=True)
        ]
        rows = self._builder.rows(question, texts)
        given = (
            Given(text, row.evidence_kept, own) for text, row, own in zip(texts, rows, found, strict=True)
        )
        return Prepared(question, rows, tuple(given))

    def _answered(
        self, prepared: Sequence[Prepared], origin: Origin, cancel: CancelToken, show: Callable[[float], None]
    ) -> Iterator[Answer]:
        """Answers in the questions' order, their rows scored together."""
        scores = self._scored([row for each in prepared for row in each.rows], cancel, show)
        first = 0
        for each in prepared:
            own = slice(first, first + len(each.rows))
            first = own.stop
            part = scores.taken(own)
            yield Answer(
                question=each.question,
                choice=int(part.logits.argmax()),
                probabilities=read_only(softmax(part.logits)),
                routes=routes_of(part) if self._routed else (),
                given=each.given,
                origin=origin,
            )

    def _scored(
        self, rows: Sequence[QuestionRow], cancel: CancelToken, show: Callable[[float], None]
    ) -> RowScores:
        """Scores of rows in their order; `show` gets the share that is done."""
        show(0)
        places: list[int] = []
        parts = []
        for batch in batches(rows, self._runner.batch_tokens):
            given = row_batch([rows[place] for place in batch], self._builder.tokenizer.pad)
            parts.append(self._runner.score(given, cancel))
            places += batch
            show(len(places) / len(rows))
        return joined(parts).taken(np.argsort(places))

    def _origin(self) -> Origin:
        what = self._runner.describe()
        return Origin(
            bundle=self._bundle.manifest.name,
            bundle_sha256=self._bundle.sha256,
            runtime=what.runtime,
            device=what.device,
            precision=what.precision,
            created=datetime.now(UTC).isoformat(timespec="seconds"),
            version=self._bundle.manifest.version,
        )


def routes_of(scores: RowScores) -> tuple[Route, ...]:
    """Where each option of one question went."""
    rows = zip(scores.experts.tolist(), scores.gates.tolist(), scores.affinities, strict=True)
    return tuple(
        Route(option, expert, gate, read_only(affinities))
        for option, (expert, gate, affinities) in enumerate(rows)
    )


def softmax(logits: FloatArray) -> FloatArray:
    """Probabilities of one question's options: eq. 6 of the model."""
    weights = np.exp(np.asarray(logits, np.float64) - logits.max())
    return np.asarray(weights / weights.sum(), np.float32)


def experts_of(bundle: Bundle) -> Experts | None:
    """What the bundle knows of its experts; None where it has nothing for it."""
    name = bundle.manifest.experts
    return read_experts(bundle.path(name)) if name else None


def check_parts(bundle: Bundle, config: MoebqaConfig) -> None:
    """BundleDamaged where a bundle's parts do not belong together."""
    manifest = bundle.manifest
    words, letters, experts = bundle.tokenizer().size, len(EXPERT_LETTERS), experts_of(bundle)
    row_tokens(manifest, config)
    fits = {
        f"The model has {config.unshared_experts} experts; the desk has letters for {letters}.": (
            config.unshared_experts <= letters
        ),
        f"The tokenizer has {words} words, the model {config.vocab_size}.": words == config.vocab_size,
        "Its topics are those of other experts.": (
            experts is None
            or (len(experts.profiles), len(experts.cosines))
            == (config.unshared_experts, config.unshared_experts + config.shared_expert)
        ),
    }
    for problem, fit in fits.items():
        if not fit:
            raise BundleDamaged(problem, where=manifest.name, todo="Export or copy the bundle again.")
