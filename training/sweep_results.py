"""What a plan's variants score: a table a measure, charts, and the budget that all of it depends on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.text.findings import Labeller
from training.data.opening import open_corpus
from training.metrics.clinical import Reads
from training.metrics.nlg import Statistics
from training.metrics.protocols import protocol_of
from training.metrics.scores import SEED, Measured, Rows, combined, measured
from training.plan import Plan, Variant
from training.plots import LineChart, Named, NamedChart, Point, Series
from training.sweep import Trained
from training.table import Group, Line, group_of, interval_of, value_of
from training.tables.scoring import Questionnaire
from training.tables.voting import MEASURE_TITLES, NOTHING, Panel

MEASURES = ("cider_d", "bleu_4", "ce14_micro_f1", "finding_f1_micro")

IntArray = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Results:
    """All of a plan: by variant one `Trained` a seed."""

    plan: Plan
    trained: Mapping[str, tuple[Trained, ...]]

    @property
    def first(self) -> Trained:
        """The first variant with the first seed."""
        return self.trained[self.plan.variant[0].name][0]

    @property
    def budget(self) -> str:
        """How much every variant was trained and read, and what intervals are."""
        plan, recipe = self.plan, self.first.recipe
        seeds = ", ".join(map(str, plan.seeds))
        return (
            f"Budget: {recipe.epochs} epochs of reports after {recipe.warm_up.stem_epochs} of the stem and "
            f"{recipe.warm_up.epochs} of the encoder, batch {recipe.batch}, seeds {seeds}; data "
            f"{recipe.data.source}; compared on {len(self.first.panel.written)} {plan.split} studies by "
            f"{plan.protocol}. "
            "Small budgets rank variants by how fast they learn, not by how far they get. Intervals are 95 % "
            "bootstrap intervals over studies, differences paired; seeds are not resampled."
        )

    @property
    def short_budget(self) -> str:
        """The same for below a chart."""
        compared = f"{len(self.first.panel.written)} {self.plan.split} studies"
        return f"{self.first.recipe.epochs} epochs, {len(self.plan.seeds)} seeds, {compared}"

    def scores(self, asked: Questionnaire) -> dict[str, Measured]:
        """By measure and variant: elected draft, mean expert, the one minus the other, minus the first.

        "minus the first" is how much the elected draft lies above the first variant's. With several seeds a
        score is the mean of theirs; intervals are over studies, seeds are not resampled.
        """
        by_variant = {
            name: [SeedScores.of(asked, each.panel) for each in seeds] for name, seeds in self.trained.items()
        }
        first = self.plan.variant[0].name
        measures = [name for name in MEASURES if name in by_variant[first][0].statistics[0]]
        scores: dict[str, Measured] = {}
        for measure in measures:
            for name, seeds in by_variant.items():
                scores |= _variant_scores(measure, name, seeds, first, by_variant[first])
        return scores


@dataclass(frozen=True, slots=True)
class SeedScores:
    """One seed's scores before they are summed, by expert, and which expert was elected for each study."""

    statistics: tuple[Mapping[str, Statistics], ...]
    elected: IntArray

    @classmethod
    def of(cls, asked: Questionnaire, panel: Panel) -> SeedScores:
        """What the panel's drafts score."""
        statistics = tuple(asked.statistics(panel.drafts(expert)) for expert in range(panel.experts))
        return cls(statistics, np.array([each.elected for each in panel.written]))

    def experts(self, measure: str) -> list[Rows]:
        """Every expert's rows."""
        return [own[measure].rows for own in self.statistics]

    def chosen(self, measure: str) -> Rows:
        """The elected drafts' rows."""
        return np.stack(self.experts(measure))[self.elected, np.arange(len(self.elected))]


def _variant_scores(
    measure: str, name: str, seeds: Sequence[SeedScores], first: str, first_seeds: Sequence[SeedScores]
) -> dict[str, Measured]:
    statistics = seeds[0].statistics[0][measure]
    named = f"{statistics.signature}, {name}, {len(seeds)} seed{'s' if len(seeds) > 1 else ''}"
    whats = {
        f"{measure}: {name}": "elected draft",
        f"{measure}: {name}, mean expert": "mean expert",
        f"{measure}: {name}, lead": "elected draft minus mean expert, paired",
        f"{measure}: {name} minus {first}": f"elected draft minus that of {first}, paired",
    }
    if statistics.undefined:
        return {
            score: Measured(None, f"{named}, {what}", undefined=statistics.undefined)
            for score, what in whats.items()
        }
    elected = _weighted([seed.chosen(measure) for seed in seeds])
    experts = _weighted([rows for seed in seeds for rows in seed.experts(measure)])
    base = _weighted([seed.chosen(measure) for seed in first_seeds])
    parts = (elected, experts, elected + _less(experts), elected + _less(base))
    result = {}
    for (score, what), part in zip(whats.items(), parts, strict=True):
        of = combined(statistics.score, [weight for weight, _ in part])
        rows = np.hstack([rows for _, rows in part])
        result[score] = measured(rows, of, f"{named}, {what}", NOTHING, SEED)
    if name == first:
        del result[f"{measure}: {name} minus {first}"]
    return result


Weighted = list[tuple[float, Rows]]


def _weighted(blocks: Sequence[Rows]) -> Weighted:
    """Writers whose mean score is meant."""
    return [(1 / len(blocks), rows) for rows in blocks]


def _less(part: Weighted) -> Weighted:
    return [(-weight, rows) for weight, rows in part]


def asked_of(results: Results, labeller: Labeller) -> Questionnaire:
    """What every variant is asked: the plan's studies, by its protocol."""
    plan, recipe = results.plan, results.first.recipe
    corpus = open_corpus(recipe.data)
    return Questionnaire(
        corpus.split(plan.split)[: plan.studies or None],
        tuple(study.report for study in corpus.split("train")),
        protocol_of(plan.protocol),
        None,  # no variant is compared by METEOR
        Reads(labeller),
    )


def groups_of(results: Results, scores: Mapping[str, Measured]) -> list[Group]:
    """A table a measure, and what the variants are made of."""
    plan, first = results.plan, results.plan.variant[0].name
    groups = []
    for measure in dict.fromkeys(name.partition(": ")[0] for name in scores):
        lines = []
        for variant in plan.variant:
            own = f"{measure}: {variant.name}"
            names = [own, f"{own} minus {first}", f"{own}, mean expert", f"{own}, lead"]
            there = [name for name in names if name in scores]
            cells = [_cells(scores.get(name), sign) for name, sign in zip(names, "-+-+", strict=True)]
            lines.append(Line(variant.title, tuple(cell for pair in cells for cell in pair), tuple(there)))
        columns = (
            "elected",
            "95 %",
            f"minus {first}",
            "95 %",
            "mean expert",
            "95 %",
            "elected minus it",
            "95 %",
        )
        groups.append(group_of(f"{plan.title}: {MEASURE_TITLES[measure]}", columns, lines, scores))
    return [*groups, _made_of(results)]


def _cells(score: Measured | None, sign: str) -> tuple[str, str]:
    return ("", "") if score is None else (value_of(score, sign), interval_of(score, sign))


def _made_of(results: Results) -> Group:
    lines = []
    for variant in results.plan.variant:
        seeds = results.trained[variant.name]
        texts = [len(set(each.texts)) for seed in seeds for each in seed.panel.written]
        alike = f"{np.mean(texts):.2f} of {seeds[0].panel.experts}"
        lines.append(Line(variant.title, (f"{seeds[0].parameters:,}", alike, " ".join(variant.set)), ()))
    notes = (f"In the paper: {results.plan.paper}",)
    return Group("What the variants are", ("parameters", "different drafts", "settings"), tuple(lines), notes)


def charts_of(results: Results, scores: Mapping[str, Measured]) -> dict[str, LineChart | NamedChart]:
    """A chart a measure: over the plan's axis where it has one, else by variant."""
    charts: dict[str, LineChart | NamedChart] = {}
    for measure in dict.fromkeys(name.partition(": ")[0] for name in scores):
        title, y_title = results.plan.title, MEASURE_TITLES[measure]
        elected = [(variant, scores[f"{measure}: {variant.name}"]) for variant in results.plan.variant]
        if not results.plan.axis:
            values = tuple(Named(v.title, score.value, score.low, score.high) for v, score in elected)
            charts[measure] = NamedChart(title, y_title, values, results.short_budget)
            continue
        mean = [
            (variant, scores[f"{measure}: {variant.name}, mean expert"]) for variant in results.plan.variant
        ]
        series = tuple(
            _series(name, own) for name, own in {"elected draft": elected, "mean expert": mean}.items()
        )
        charts[measure] = LineChart(title, results.plan.axis, y_title, series, results.short_budget)
    return charts


def _series(name: str, scores: Sequence[tuple[Variant, Measured]]) -> Series:
    points = [
        Point(variant.x, score.value, score.low, score.high)
        for variant, score in scores
        if score.value is not None
    ]
    return Series(name, tuple(sorted(points, key=lambda point: point.x)))
