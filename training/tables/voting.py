"""What voting is worth: the elected draft against other ways to get one report from M experts.

Every way is scored on the same studies, and differences are resampled with the same draws. A way that
chooses among the experts' drafts is a choice of rows that are scored already; what the experts write together
is scored by itself. "mean expert" and "random choice" are means of the scores of several writers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.joint_decoding import JointRule
from engine.panel import EXPERT_LETTERS
from engine.text.cider import DocumentFrequencies, cider
from engine.text.tokenizer import metric_text
from engine.voting import VOTE_DECIMALS, ranking, vote_corpus
from training.metrics.experts import ALONE, NO_VALIDATION
from training.metrics.nlg import TITLES, Statistics
from training.metrics.scores import SEED, Measured, Rows, combined, measured
from training.readings import Written
from training.table import PAIRED, Group, Line, group_of, interval_of, value_of

ELECTED = "elected"
RANDOM_DRAWS = 20
NOTHING = "there is no study, or nothing that could be right or wrong"
BY_LIKENESS = "cider_d"  # what the best draft of a study is chosen by
WAYS = {
    ELECTED: "voting by CIDEr-D, frequencies of training reports",
    "corpus_vote": "voting by CIDEr-D, frequencies of the drafts",
    "cider_vote": "voting by CIDEr, unclipped",
    "best_expert": "best single expert on validation",
    "mean_expert": "mean expert",
    "random": f"random choice, mean of {RANDOM_DRAWS}",
    "mean": "averaged probabilities",
    "maximum": "max-voting: the surest expert's token",
    "majority": "majority of tokens",
    "best_draft": "the draft most like the report (needs it)",
}
MEASURE_TITLES = TITLES | {
    "ce14_micro_f1": "clinical efficacy, micro F1 over 14 classes",
    "finding_f1_micro": "micro F1 of findings that are in the films",
}
NO_FIGURES = (
    "METransformer states that voting is best among such ways; the figures of its table were not found."
)

IntArray = npt.NDArray[np.int64]
Scorers = Callable[[Sequence[str]], Mapping[str, Statistics]]


@dataclass(frozen=True, slots=True)
class Panel:
    """What a panel wrote of some studies: drafts with votes, reports written together, and who is best alone.

    `best` is the expert that wrote best on validation studies, None where there were none.
    """

    written: Sequence[Written]
    joint: Mapping[JointRule, Sequence[str]]
    best: int | None
    frequencies: DocumentFrequencies

    @property
    def experts(self) -> int:
        """M."""
        return len(self.written[0].texts)

    def drafts(self, expert: int) -> list[str]:
        """One expert's draft of every study."""
        return [each.texts[expert] for each in self.written]


def voting_scores(panel: Panel, scorers: Scorers) -> dict[str, Measured]:
    """`cider_d: mean_expert` and `cider_d: elected minus mean_expert`, for every measure and way."""
    experts = [scorers(panel.drafts(expert)) for expert in range(panel.experts)]
    together = {rule: scorers(texts) for rule, texts in panel.joint.items()}
    choices = chosen(panel, _likeness(experts))
    scores: dict[str, Measured] = {}
    for measure, first in experts[0].items():
        blocks: dict[str, list[Rows]] = {}
        if not first.undefined:
            rows = np.stack([own[measure].rows for own in experts])  # (M, S, K)
            blocks = {
                way: [rows[choice, np.arange(len(choice))] for choice in several]
                for way, several in choices.items()
            }
            blocks |= {rule: [own[measure].rows] for rule, own in together.items()}
        for way in WAYS:
            scores |= _way(measure, way, first, blocks, panel)
    return scores


def chosen(panel: Panel, likeness: Rows) -> dict[str, list[IntArray]]:
    """For each way that chooses among drafts, one choice of an expert a study (S,), or several.

    `likeness` (M, S) is how like the report each draft is.
    """
    studies, experts = len(panel.written), panel.experts
    random = np.random.default_rng(SEED)
    result = {
        ELECTED: [np.array([each.elected for each in panel.written])],
        "corpus_vote": [
            np.array([ballot.elected for ballot in vote_corpus([each.texts for each in panel.written])])
        ],
        "cider_vote": [unclipped_vote(panel.written, panel.frequencies)],
        "mean_expert": [np.full(studies, expert) for expert in range(experts)],
        "random": list(random.integers(experts, size=(RANDOM_DRAWS, studies))),
        "best_draft": [likeness.argmax(axis=0)],
    }
    if panel.best is not None:
        result["best_expert"] = [np.full(studies, panel.best)]
    return result


def unclipped_vote(written: Sequence[Written], frequencies: DocumentFrequencies) -> IntArray:
    """Which drafts plain CIDEr elects (the paper's wording); ties and empty drafts as in `engine.voting`."""
    texts = [[metric_text(text) for text in each.texts] for each in written]
    if len(texts[0]) < 2:
        return np.zeros(len(texts), np.int64)
    judges = [own[:index] + own[index + 1 :] for own in texts for index in range(len(own))]
    votes = cider([text for own in texts for text in own], judges, frequencies).round(VOTE_DECIMALS)
    by_study = votes.reshape(len(texts), -1).tolist()
    return np.array([ranking(own, vote).index(1) for own, vote in zip(texts, by_study, strict=True)])


def _likeness(experts: Sequence[Mapping[str, Statistics]]) -> Rows:
    """(M, S): each draft's CIDEr-D; 0 where it is undefined, so that the first draft is taken."""
    if experts[0][BY_LIKENESS].undefined:
        return np.zeros((len(experts), len(experts[0]["bleu_1"].rows)))
    return np.stack([own[BY_LIKENESS].rows[:, 0] for own in experts])


def _way(
    measure: str, way: str, first: Statistics, blocks: Mapping[str, list[Rows]], panel: Panel
) -> dict[str, Measured]:
    """The score of one way, and the elected draft's minus it."""
    named = f"{first.signature}, {WAYS[way]}"
    if way == "best_expert" and panel.best is not None:
        named += f" (expert {EXPERT_LETTERS[panel.best]})"
    name, gain = f"{measure}: {way}", f"{measure}: {ELECTED} minus {way}"
    if way not in blocks:
        reason = first.undefined or (NO_VALIDATION if way == "best_expert" else "it was not asked for")
        undefined = Measured(None, named, undefined=reason)
        return {name: undefined} if way == ELECTED else {name: undefined, gain: undefined}
    others = blocks[way]
    share = 1 / len(others)
    result = {
        name: measured(np.hstack(others), combined(first.score, [share] * len(others)), named, NOTHING, SEED)
    }
    if way == ELECTED:
        return result
    rows = np.hstack([*blocks[ELECTED], *others])
    lead = f"{named}: voting by CIDEr-D minus it, paired"
    result[gain] = measured(rows, combined(first.score, [1.0, *[-share] * len(others)]), lead, NOTHING, SEED)
    if panel.experts == 1:
        result[gain] = Measured(None, lead, undefined=ALONE)
    return result


def voting_groups(scores: Mapping[str, Measured]) -> list[Group]:
    """A table for each measure: every way, and how much the elected draft lies above it."""
    measures = dict.fromkeys(name.partition(": ")[0] for name in scores)
    groups = []
    for measure in measures:
        defined = scores[f"{measure}: {ELECTED}"].value is not None
        lines = [_line(scores, measure, way) for way in (WAYS if defined else (ELECTED,))]
        title = f"One report from several experts: {MEASURE_TITLES.get(measure, measure)}"
        groups.append(group_of(title, PAIRED, lines, scores))
    if groups:
        last = groups[-1]
        groups[-1] = Group(last.title, last.columns, last.lines, (*last.notes, NO_FIGURES))
    return groups


def _line(scores: Mapping[str, Measured], measure: str, way: str) -> Line:
    name, gain = f"{measure}: {way}", f"{measure}: {ELECTED} minus {way}"
    cells, names = (value_of(scores[name]), interval_of(scores[name])), (name,)
    if gain in scores and scores[gain].value is not None:
        return Line(
            WAYS[way], (*cells, value_of(scores[gain], "+"), interval_of(scores[gain], "+")), (*names, gain)
        )
    return Line(WAYS[way], cells, names)
