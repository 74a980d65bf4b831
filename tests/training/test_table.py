from __future__ import annotations

from training.metrics.scores import Measured
from training.table import WIDTH, score_groups, table_markdown, table_text

SCORES = {
    "finding_f1_micro": Measured(0.9, "micro F1, 500 studies", 0.88, 0.92),
    "finding_f1_micro_constant": Measured(0.5, "constant", 0.45, 0.55),
    "finding_f1_micro_minus_constant": Measured(0.4, "paired", 0.35, 0.45),
    "finding_f1_micro_slim": Measured(0.95, "slim", 0.9, 1.0),
    "finding_f1_micro_minus_slim": Measured(-0.05, "paired", -0.1, 0.0),
    "labeller_f1_micro": Measured(0.99, "true reports", 0.98, 1.0),
    "cases: Edema": Measured(12.0, "studies with Edema"),
    "finding_f1: Edema": Measured(0.7, "F1 of Edema", 0.6, 0.8),
    "finding_f1_slim: Edema": Measured(0.25, "F1 of Edema", 0.2, 0.3),
    "disputed_error_ratio": Measured(3.5, "ratio", 2.0, None),
    "pointing": Measured(None, "peak", undefined="no sentence names a finding"),
    "brand_new": Measured(1.25, "new"),
}


def lines() -> list[str]:
    return table_text(score_groups(SCORES)).splitlines()


def line(start: str) -> str:
    return next(line for line in lines() if line.strip().startswith(start))


def test_a_figure_stands_with_its_interval_and_below_it_its_baselines_with_the_lead() -> None:
    at = next(number for number, text in enumerate(lines()) if text.startswith("all films"))

    assert lines()[at].split()[2:] == ["0.900", "0.880", "to", "0.920"]
    constant, slim, truth = lines()[at + 1 : at + 4]
    assert " ".join(constant.split()) == "most frequent report 0.500 0.450 to 0.550 +0.400 +0.350 to +0.450"
    assert slim.split()[-4:] == ["-0.050", "-0.100", "to", "+0.000"]
    assert "true reports" in truth


def test_labels_have_a_column_for_each_baseline_and_a_dash_where_nothing_is_known() -> None:
    assert line("Edema").split() == ["Edema", "12", "0.700", "0.600", "to", "0.800", "-", "0.250"]


def test_an_undefined_score_says_so_with_its_reason_and_never_0() -> None:
    assert line("peak inside").split()[-1] == "undefined"
    assert "Undefined (no sentence names a finding): pointing." in table_text(score_groups(SCORES))


def test_an_open_interval_is_said_in_words() -> None:
    assert line("ratio of the two").endswith("2.000 or more")


def test_a_score_without_a_place_is_shown_by_its_own_name() -> None:
    assert line("brand_new").split() == ["brand_new", "1.250"]


def test_every_score_is_shown_once() -> None:
    shown = [name for group in score_groups(SCORES) for line in group.lines for name in line.names]

    assert shown.count("labeller_f1_micro") == 2  # beside what depends on it, and with its own kind
    assert sorted({*shown}) == sorted(SCORES)


def test_no_line_is_wider_than_a_terminal_of_100_columns() -> None:
    assert max(len(line) for line in lines()) <= WIDTH


def test_markdown_has_the_same_cells() -> None:
    text = table_markdown(score_groups(SCORES))

    assert "| all films | 0.900 | 0.880 to 0.920 |  |  |" in text
    assert "| - most frequent report | 0.500 | 0.450 to 0.550 | +0.400 | +0.350 to +0.450 |" in text
