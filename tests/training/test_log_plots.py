from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

from training.log_plots import charts_of, write_plots

ROWS = [
    {
        "epoch": "0",
        "step": "4",
        "train_ce": "3.5",
        "val_ce": "3.2",
        "val_ce_0": "3",
        "val_distinct_drafts": "2",
        "lr": "0.001",
    },
    {
        "epoch": "1",
        "step": "8",
        "train_ce": "2.5",
        "val_ce": "2.9",
        "val_ce_0": "3",
        "val_distinct_drafts": "",
        "lr": "0.0005",
    },
]


def test_losses_validation_and_rate_have_a_chart_each_over_epochs_from_1() -> None:
    charts = charts_of(ROWS, "reports")

    names = {name: [series.name for series in chart.series] for name, chart in charts.items()}
    assert names == {"loss": ["train_ce", "val_ce"], "validation": ["val_distinct_drafts"], "rate": ["lr"]}
    assert [(point.x, point.y) for point in charts["loss"].series[0].points] == [(1.0, 3.5), (2.0, 2.5)]
    assert len(charts["validation"].series[0].points) == 1


def test_charts_lie_beside_the_log_and_a_log_without_rows_has_none(tmp_path: Path) -> None:
    write_plots([], tmp_path / "reports.csv")
    assert list(tmp_path.iterdir()) == []

    write_plots(ROWS, tmp_path / "reports.csv")
    drawn = sorted(path.name for path in tmp_path.iterdir())
    assert drawn == ["reports-loss.svg", "reports-rate.svg", "reports-validation.svg"]
    assert all(ET.parse(path).getroot().tag.endswith("svg") for path in tmp_path.iterdir())
