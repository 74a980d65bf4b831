"""Panels in the phantoms' own language: six observers put the same findings in their words.

Each leaves some findings out. In half of the panels one observer contradicts the others: denies what they
see, sees what they deny, or puts it on the other side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from engine.text.findings import SUPPORT_DEVICES
from tests.app.review.known_panels import KnownPanel, Meaning, Said, known_panel
from training.phantoms.anatomy import LEFT, RIGHT, Person, draw_person
from training.phantoms.findings import SIDED, Kind, Plan
from training.phantoms.language.blanks import tidy
from training.phantoms.language.observers import draw_observer
from training.phantoms.language.report import Sentence, Writer, phrase_book
from training.phantoms.mix import Mix, draw_plan, draw_plans

EXPERTS = 6
LEFT_OUT = 0.2
DENIED = {  # where the phrase book has no denial of one label alone
    Kind.ATELECTASIS: "No atelectasis.",
    Kind.THICKENING: "There is no pleural thickening.",
    Kind.LINE: "No central venous catheter is seen.",
    Kind.PACEMAKER: "There is no pacemaker.",
    Kind.TUBE: "The endotracheal tube is no longer present.",
}
DENIED_BY_ALL = (Kind.EFFUSION, Kind.PNEUMOTHORAX, Kind.FRACTURE, Kind.CARDIOMEGALY)


def phantom_panels(count: int, seed: int) -> Iterator[KnownPanel]:
    """Panels of studies with up to six findings, two of one label among them now and then."""
    for number in range(count):
        yield _panel(np.random.default_rng((seed, number)))


def _panel(random: np.random.Generator) -> KnownPanel:
    plans = _told_apart((*draw_plans(random, Mix()), *draw_plans(random, Mix())))
    person = draw_person(random)
    turn = _turn(plans, random) if random.random() < 0.5 else None
    who = int(random.integers(EXPERTS))
    return known_panel([_report(plans, person, turn, expert == who, random) for expert in range(EXPERTS)])


def _told_apart(plans: Sequence[Plan]) -> tuple[Plan, ...]:
    """One of each label and side: a film cannot show two effusions on the left."""
    kept: list[Plan] = []
    for plan in plans:
        near = [other for other in kept if other.label == plan.label]
        one_sided = {plan.side_name, *(other.side_name for other in near)} <= {"left", "right"}
        devices = plan.label == SUPPORT_DEVICES and plan.kind not in {other.kind for other in near}
        if not near or devices or (one_sided and plan.side not in {other.side for other in near}):
            kept.append(plan)
    return tuple(kept)


@dataclass(frozen=True, slots=True)
class _Turn:
    """What one observer says against the others of plan `index` (None: of something that is not there)."""

    index: int | None
    plan: Plan | None


def _turn(plans: Sequence[Plan], random: np.random.Generator) -> _Turn | None:
    labels = [plan.label for plan in plans]
    alone = [index for index, plan in enumerate(plans) if labels.count(plan.label) == 1]
    sided = [index for index in alone if plans[index].kind in SIDED and plans[index].side in (LEFT, RIGHT)]
    choice = random.random()
    if sided and choice < 1 / 3:
        index = int(random.choice(sided))
        return _Turn(index, replace(plans[index], side=LEFT if plans[index].side == RIGHT else RIGHT))
    if alone and choice < 2 / 3:
        return _Turn(int(random.choice(alone)), None)
    kinds = [kind for kind in DENIED_BY_ALL if kind not in {plan.kind for plan in plans}]
    return _Turn(None, draw_plan(random, kinds[int(random.integers(len(kinds)))], Mix(faint=0.0)))


def _report(
    plans: Sequence[Plan], person: Person, turn: _Turn | None, turned: bool, random: np.random.Generator
) -> list[Said]:
    planted = turn.index if turn else None
    told = [
        (plan, plan.subtle and index != planted and bool(random.random() < 0.85))
        for index, plan in enumerate(plans)
    ]
    writer = Writer(phrase_book(), draw_observer(random).habit, random)
    sentences = writer.sentences(told, person)
    said = [
        (sentence.region, Said(sentence.text, _meanings(sentence, plans, index)))
        for index, sentence in enumerate(sentences)
        if index >= len(plans) or index == planted or random.random() > LEFT_OUT
    ]
    if turn and turned:
        said = _with_turn(said, plans, turn, writer)
    regions = phrase_book().regions
    findings_first = bool(random.random() < 0.25)
    ordered = sorted(said, key=lambda item: (findings_first and _denies(item[1]), regions.index(item[0])))
    return [item for _, item in ordered]


def _with_turn(
    said: Sequence[tuple[str, Said]], plans: Sequence[Plan], turn: _Turn, writer: Writer
) -> list[tuple[str, Said]]:
    """The report with one sentence turned; where something new is seen, what denied it goes."""
    if turn.index is not None:
        turned = plans[turn.index]
        meanings = frozenset({(turned.label, turn.index)})
        kept = [item for item in said if item[1].meanings != meanings]
        text = _denial(turned) if turn.plan is None else _positive(turn.plan, writer)
        denied = frozenset({(turned.label, "denied")}) if turn.plan is None else frozenset[Meaning]()
        return [*kept, ("pleura", Said(text, meanings | denied, turned=True))]
    assert turn.plan is not None
    meaning = (turn.plan.label, "denied")
    kept = [item for item in said if meaning not in item[1].meanings]
    return [*kept, ("pleura", Said(_positive(turn.plan, writer), frozenset({meaning}), turned=True))]


def _positive(plan: Plan, writer: Writer) -> str:
    nobody = draw_person(np.random.default_rng(0))
    return writer.sentences([(plan, False)], nobody)[0].text


def _denial(plan: Plan) -> str:
    for denial in phrase_book().denials:
        if denial.denies == {plan.label} and not denial.remainder and plan.kind not in DENIED:
            return tidy(denial.wordings.usual)
    return DENIED[plan.kind]


def _meanings(sentence: Sentence, plans: Sequence[Plan], index: int) -> frozenset[Meaning]:
    """A finding by its number; a denial by its labels, and by all findings of these that others may see."""
    if sentence.positive:
        return frozenset({(plans[index].label, index)})
    if sentence.text in _remarks():
        return frozenset({("remark", _remarks()[sentence.text])})
    denied = {(label, "denied") for label in sentence.denies}
    seen = {(p.label, i) for i, p in enumerate(plans) if p.label in sentence.denies}
    return frozenset(denied if sentence.text in _remainders() else denied | seen)


def _denies(said: Said) -> bool:
    return any(meaning[1] == "denied" for meaning in said.meanings if isinstance(meaning, tuple))


@cache
def _remarks() -> dict[str, int]:
    remarks = enumerate(phrase_book().remarks)
    return {tidy(wording): number for number, remark in remarks for wording in remark.wordings.all}


@cache
def _remainders() -> frozenset[str]:
    denials = [denial for denial in phrase_book().denials if denial.remainder]
    return frozenset(tidy(wording) for denial in denials for wording in denial.wordings.all)
