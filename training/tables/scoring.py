"""All tables of one panel on one corpus: scores, groups for people, charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.text.tokenizer import metric_text
from training.data.corpus import CorpusStudy
from training.metrics.clinical import Reads, clinical_scores, clinical_statistics
from training.metrics.findings import label_signature, truth_of
from training.metrics.java import Java
from training.metrics.meteor import Aligner
from training.metrics.nlg import TITLES, Scorer, Statistics
from training.metrics.protocols import Protocol
from training.metrics.reports import Reports
from training.metrics.scores import Measured, micro_f1
from training.plots import Named, NamedChart
from training.table import Group
from training.tables.groups import clinical_groups, nlg_group
from training.tables.published import Published, published_of
from training.tables.voting import ELECTED, MEASURE_TITLES, WAYS, Panel, voting_groups, voting_scores

NLG, CLINICAL, VOTING = TABLES = ("nlg", "ce", "voting")
UNSEEN = "_unseen"
IN_VOTING = ("cider_d", "bleu_4", "rouge_l", "meteor", "ce14_micro_f1", "finding_f1_micro")
CE_PUBLISHED = "MIMIC-CXR"  # the papers have it for this corpus alone

Scores = Mapping[str, Measured]


@dataclass(frozen=True, slots=True)
class Questionnaire:
    """What is asked: studies with their reports, by which protocol, with which training reports."""

    studies: Sequence[CorpusStudy]
    training: tuple[str, ...]
    protocol: Protocol
    java: Java | None
    reads: Reads
    aligner: Aligner | None = None

    @property
    def reports(self) -> tuple[str, ...]:
        """The studies' own reports."""
        return tuple(study.report for study in self.studies)

    @property
    def unseen(self) -> list[int]:
        """The studies whose report stands in no training report word for word."""
        seen = {metric_text(text) for text in self.training}
        return [row for row, report in enumerate(self.reports) if metric_text(report) not in seen]

    def nlg(self, drafts: Sequence[str]) -> dict[str, Measured]:
        """Text scores on all studies, and "_unseen" on those whose report is new."""
        scores = self._scorer(range(len(drafts))).scores(drafts)
        rows = self.unseen
        unseen = self._scorer(rows).scores([drafts[row] for row in rows])
        return scores | {f"{name}{UNSEEN}": score for name, score in unseen.items()}

    def clinical(self, drafts: Sequence[str]) -> dict[str, Measured]:
        """Clinical efficacy."""
        return clinical_scores(drafts, self.reports, self.reads)

    def voting(self, panel: Panel) -> dict[str, Measured]:
        """What voting is worth, by some of all scores."""
        writers = [panel.drafts(expert) for expert in range(panel.experts)] + list(panel.joint.values())
        self._scorer(range(len(self.studies))).align(writers)
        return voting_scores(panel, self.statistics)

    def _scorer(self, rows: Sequence[int]) -> Scorer:
        references = tuple(self.studies[row].report for row in rows)
        return Scorer(self.protocol, references, self.training, self.java, aligner=self.aligner)

    def statistics(self, drafts: Sequence[str]) -> dict[str, Statistics]:
        """The scores that writers are compared by, before they are summed."""
        every = self._scorer(range(len(drafts))).statistics(drafts)
        every |= clinical_statistics(drafts, self.reports, self.reads)
        if all(study.truth for study in self.studies) and any(study.findings for study in self.studies):
            counts = Reports.of("", drafts).counts(self.studies)
            named = f"micro F1, {label_signature(truth_of(self.studies))}"
            every["finding_f1_micro"] = Statistics(counts, micro_f1, named)
        return {name: every[name] for name in IN_VOTING if name in every}


def groups_of(kind: str, scores: Scores, published: Sequence[Published], corpus: str) -> list[Group]:
    """One of `TABLES` for people, beside the figures that are published of `corpus`."""
    if kind == NLG:
        whole = nlg_group("Text scores of the elected draft", scores, published_of(published, corpus, NLG))
        new = {name.removesuffix(UNSEEN): score for name, score in scores.items() if name.endswith(UNSEEN)}
        title = "The same on studies whose report is no training report, word for word"
        return [whole, nlg_group(title, new, ())]
    if kind == CLINICAL:
        return clinical_groups(scores, published_of(published, CE_PUBLISHED, CLINICAL))
    return voting_groups(scores)


def charts_of(kind: str, scores: Scores, note: str) -> dict[str, NamedChart]:
    """Charts of a table by file name: ways to vote, and text scores."""
    if kind == VOTING:
        measures = dict.fromkeys(name.partition(": ")[0] for name in scores)
        return {
            f"voting-{measure}": NamedChart(
                "One report from several experts",
                MEASURE_TITLES.get(measure, measure),
                tuple(_named(WAYS[way], scores[f"{measure}: {way}"]) for way in WAYS),
                note,
                guide=scores[f"{measure}: {ELECTED}"].value,
            )
            for measure in measures
            if scores[f"{measure}: {ELECTED}"].value is not None
        }
    if kind == NLG:
        shares = [name for name in TITLES if not name.startswith("cider") and name in scores]
        values = tuple(_named(TITLES[name], scores[name]) for name in shares)
        return {"nlg": NamedChart("Text scores of the elected draft", "score, 0 to 1", values, note)}
    averages = [name for name in scores if name.startswith("ce14_") and ": " not in name]
    values = tuple(_named(name.removeprefix("ce14_").replace("_", " "), scores[name]) for name in averages)
    return {"ce": NamedChart("Clinical efficacy, 14 classes", "score, 0 to 1", values, note)}


def _named(title: str, score: Measured) -> Named:
    return Named(title, score.value, score.low, score.high)
