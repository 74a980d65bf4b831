"""One question of a sitting as it is shown: options in order, and after the answer all that is known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from app.asking import CellShown, EvidenceShown, Measured, OptionShown, RouteShown, SheetShown
from app.language import decimal, tr, tr_count, tr_mark, tr_marked
from app.quiz.answers import ModelAnswer
from app.quiz.sitting import Mark, Mode, Sitting
from engine.experts import Experts
from engine.panel import EXPERT_LETTERS
from engine.question import Question

TOPICS = 2  # of an expert, shown
KINDS = {
    "pathogenesis": tr_mark("pathogenesis", "question"),
    "treatment": tr_mark("treatment", "question"),
    "result": tr_mark("result", "question"),
    "diagnosis": tr_mark("diagnosis", "question"),
}


@dataclass(frozen=True, slots=True)
class Known:
    """What a sheet is made from, the sitting apart."""

    questions: Mapping[str, Question]
    folders: Mapping[str, str] = field(default_factory=dict)
    answers: Mapping[str, ModelAnswer] = field(default_factory=dict)
    model: str = ""
    measured: Measured | None = None
    experts: Experts | None = None
    asking: bool = False
    striking: bool = False
    found: frozenset[int] = frozenset()


def sheet_shown(sitting: Sitting, known: Known) -> SheetShown:
    """The current question of a sitting."""
    place = sitting.current
    key = sitting.plan.asked[place].question
    question, mark, revealed = known.questions[key], sitting.marks[place], sitting.revealed(place)
    answer = known.answers.get(key) if revealed else None
    image, image_text = picture(question, known.folders.get(key, ""))
    return SheetShown(
        title=sitting.plan.title,
        place=place,
        cells=tuple(_cell(sitting, number, known) for number in range(len(sitting.marks))),
        progress=progress(sitting),
        stem=question.stem,
        options=tuple(
            _option(question, option, number, mark, revealed, answer)
            for number, option in enumerate(sitting.plan.asked[place].order)
        ),
        action=action(sitting),
        image=image,
        image_text=image_text,
        verdict=verdict(question, mark) if revealed else "",
        explanation=question.explanation if revealed else "",
        paragraph=question.context if revealed else "",
        model=model_words(answer, known.model, known.measured),
        topics=topics(answer, known.experts),
        can_ask=bool(known.model) and revealed and answer is None and not known.asking,
        asking=known.asking,
        flagged=mark.flagged,
        note=mark.note,
        striking=known.striking,
        revealed=revealed,
        finished=sitting.finished,
        time=time_words(sitting, 0.0),
    )


def action(sitting: Sitting) -> str:
    """What Enter does."""
    place = sitting.current
    if waits_for_check(sitting):
        return tr("Show the answer")
    if place + 1 < len(sitting.marks):
        return tr("Next question")
    return tr("Statistics") if sitting.finished else tr("Finish")


def waits_for_check(sitting: Sitting) -> bool:
    """Whether the current question has an answer that was not looked at against the right one yet."""
    place = sitting.current
    chosen = sitting.marks[place].chosen is not None
    return sitting.plan.mode is Mode.TUTOR and chosen and not sitting.revealed(place)


def progress(sitting: Sitting) -> str:
    """How far the sitting is."""
    done = sum(mark.chosen is not None for mark in sitting.marks)
    return tr(
        "Question {number} of {count} · {done} answered",
        number=sitting.current + 1,
        count=len(sitting.marks),
        done=done,
    )


def time_words(sitting: Sitting, since: float) -> str:
    """The time of a sitting, `since` seconds after its last event: what is left, or what was used."""
    if sitting.finished:
        return tr("took {time}", time=clock(sitting.seconds))
    left = sitting.seconds_left
    if left is None:
        return clock(sitting.seconds + since)
    return tr("{time} left", time=clock(max(0.0, left - since)))


def clock(seconds: float) -> str:
    """4:05, or 1:04:05."""
    hours, rest = divmod(int(seconds), 3600)
    minutes, rest = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def picture(question: Question, folder: str) -> tuple[Path | None, str]:
    """The question's image if its file is there, and what is to be said of it."""
    if not question.image:
        return None, ""
    name = Path(question.image)
    place = Path(folder)
    inside = bool(folder) and not name.is_absolute() and ".." not in name.parts
    if inside and (place / name).is_file():
        return place / name, tr("Image of the question: {name}", name=name.name)
    return None, tr(
        "This question has an image, {name}, which is not there. It may have no answer without it.",
        name=question.image,
    )


def verdict(question: Question, mark: Mark) -> str:
    """Whether the answer is right, in a sentence."""
    if question.key is None:
        return tr("The source gives no right answer, so this question is not scored.")
    if mark.chosen is None:
        return tr("Not answered.")
    return tr("Right.") if question.is_right(mark.chosen) else tr("Not right.")


def model_words(answer: ModelAnswer | None, model: str, measured: Measured | None) -> str:
    """What stands beside a model's answer: whose it is, and how often it is right."""
    if answer is None:
        return ""
    name = model or answer.bundle
    if measured is None:
        return tr("{model} answered. Nobody has measured how often it is right.", model=name)
    return tr(
        "{model} answered. It is right in {count} of 100 such questions ({signature}).",
        model=name,
        count=measured.of_hundred,
        signature=measured.signature,
    )


def topics(answer: ModelAnswer | None, experts: Experts | None) -> tuple[str, ...]:
    """What the experts of a question were asked mostly about, in training."""
    if answer is None or experts is None:
        return ()
    used = sorted({route.expert for route in answer.routes})
    lines = []
    for expert in used:
        if expert < len(experts.profiles) and experts.profiles[expert].topics:
            asked = "; ".join(
                " · ".join(filter(None, (topic.category, topic.question)))
                for topic in experts.profiles[expert].topics[:TOPICS]
            )
            lines.append(
                tr(
                    "Expert {letter} was asked mostly about: {topics}",
                    letter=EXPERT_LETTERS[expert],
                    topics=asked,
                )
            )
    return tuple(lines)


def kind_words(kind: str) -> str:
    """A kind of question in the reader's language; another's word as it is."""
    return tr_marked(KINDS[kind], "question") if kind in KINDS else kind


def _cell(sitting: Sitting, place: int, known: Known) -> CellShown:
    mark = sitting.marks[place]
    question = known.questions[sitting.plan.asked[place].question]
    if sitting.revealed(place) and question.key is not None and mark.chosen is not None:
        is_right = question.is_right(mark.chosen)
        state, sign = (tr("right", "answer"), "✓") if is_right else (tr("not right", "answer"), "✗")
    elif mark.chosen is not None:
        state, sign = tr("answered"), "●"
    else:
        state, sign = tr("not answered"), "○"
    if mark.flagged:
        state, sign = tr("{state}, flagged", state=state), f"{sign}⚑"
    return CellShown(str(place + 1), state, sign, place in known.found)


def _option(
    question: Question, option: int, number: int, mark: Mark, revealed: bool, answer: ModelAnswer | None
) -> OptionShown:
    words: list[str] = []
    if revealed and question.is_right(option):
        words.append(tr("right answer"))
    if mark.chosen == option:
        words.append(tr("your answer"))
    if option in mark.struck:
        words.append(tr("struck out"))
    if answer is not None and answer.choice == option:
        words.append(tr("model's answer"))
    return OptionShown(
        option=option,
        letter=EXPERT_LETTERS[number],
        text=question.options[option].text,
        chosen=mark.chosen == option,
        struck=option in mark.struck,
        right=revealed and question.is_right(option),
        verdict=" · ".join(words),
        share=answer.probabilities[option] if answer is not None else None,
        route=_route(answer, option),
        evidence=_evidence(answer, option),
    )


def _route(answer: ModelAnswer | None, option: int) -> RouteShown | None:
    if answer is None or not answer.routes:
        return None
    route = answer.routes[option]
    letter = EXPERT_LETTERS[route.expert]
    text = tr("expert {letter}, gate {gate}", letter=letter, gate=decimal(f"{route.gate:.2f}"))
    return RouteShown(route.expert, text, tuple(float(share) for share in route.shares))


def _evidence(answer: ModelAnswer | None, option: int) -> tuple[EvidenceShown, ...]:
    if answer is None or option >= len(answer.evidence):
        return ()
    return tuple(
        EvidenceShown(
            tr(
                "{title} · {id} · score {score}",
                title=each.title,
                id=each.id,
                score=decimal(f"{each.score:.1f}"),
            ),
            each.text,
            each.words,
        )
        for each in answer.evidence[option]
    )


def counted(count: int) -> str:
    """How many questions."""
    return tr_count("%n question", "%n questions", count)
