"""A stage's log as charts: losses, what else validation measures, and the learning rate, epoch by epoch.

They are SVG (`training.plots`): a training machine has no screen, and a plotting library would be the largest
thing installed on it for three drawings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from training.files import written_aside
from training.plots import LineChart, Point, Series, line_svg

RATE = "lr"
LOSSES = ("_ce", "_total", "_loss", "_pixels", "_labels", "_masks", "_orthogonal")
NOT_DRAWN = ("epoch", "step", "warning")

Row = Mapping[str, str]


def write_plots(rows: Sequence[Row], log: Path) -> None:
    """Draw a log of `log` beside it: `reports-loss.svg`, `reports-validation.svg`, `reports-rate.svg`."""
    for name, chart in charts_of(rows, log.stem).items():
        with written_aside(log.with_name(f"{log.stem}-{name}.svg")) as aside:
            aside.write_text(line_svg(chart), encoding="utf-8")


def charts_of(rows: Sequence[Row], stage: str) -> dict[str, LineChart]:
    """The charts that have a line. Of the experts' own losses ("val_ce_0") only their mean is drawn."""
    names = list(dict.fromkeys(name for row in rows for name in row if name not in NOT_DRAWN))
    lines = [line for name in names if (line := line_of(rows, name)).points]
    losses = tuple(line for line in lines if line.name.endswith(LOSSES))
    rate = tuple(line for line in lines if line.name == RATE)
    rest = (line for line in lines if line not in (*losses, *rate))
    measured = tuple(line for line in rest if not line.name.rsplit("_", 1)[-1].isdigit())
    charts = {
        "loss": LineChart(f"Loss: {stage}", "epoch", "nats", losses),
        "validation": LineChart(f"Validation: {stage}", "epoch", "", measured),
        "rate": LineChart(f"Learning rate: {stage}", "epoch", "", rate),
    }
    return {name: chart for name, chart in charts.items() if chart.series}


def line_of(rows: Sequence[Row], name: str) -> Series:
    """A column over epochs, counted from 1; rows that lack it are left out."""
    given = [(float(row["epoch"]) + 1, row.get(name, "")) for row in rows]
    return Series(name, tuple(Point(epoch, float(value)) for epoch, value in given if value))
