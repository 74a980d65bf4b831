from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from engine import bench
from engine.__main__ import main
from engine.bench import BLOCKED, CACHED, NAIVE, PACKED, WHOLE, Measured, Round, Variant, Workload, speed_up
from engine.bench_onnx import ONNX
from engine.bench_reward import CAPTIONS, PREPARED, PUBLIC, TIMES
from engine.bench_routed import EXAM, PAIRED, ROUTED, mixing_job, paired, routed
from engine.commands import bench as command
from engine.models.metransformer import MeTransformerConfig

SMALL = Workload(
    MeTransformerConfig(
        image_size=32,
        patch_size=8,
        channels=1,
        width=32,
        depth=1,
        heads=4,
        experts=3,
        d_mid=16,
        vocab_size=50,
        max_tokens=12,
    ),
    tokens=6,
    batch=2,
)


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


def measured(variant: Variant, *cpu_seconds: float) -> Measured:
    return Measured(variant, tuple(Round(seconds, 2 * seconds, ()) for seconds in cpu_seconds), 100.0)


def test_every_way_of_decoding_writes_the_same_tokens() -> None:
    reports = {variant.name: variant.prepare(SMALL)() for variant in bench.decoding_variants()}
    assert len(set(reports.values())) == 1
    assert [len(report) for report in reports["naive"]] == [6, 6, 6]


@pytest.mark.slow
def test_onnx_writes_the_same_tokens_in_a_process_of_its_own() -> None:
    cached, onnx = bench.measure((CACHED, ONNX), SMALL, 1, lambda: None)
    assert cached.rounds[0].reports == onnx.rounds[0].reports


def test_both_ways_of_training_run() -> None:
    for variant in (WHOLE, BLOCKED):
        assert variant.prepare(SMALL)() == ()


def test_a_speed_up_is_the_median_of_ratios_within_rounds() -> None:
    ratio = speed_up(measured(NAIVE, 10, 40, 30), measured(CACHED, 1, 2, 10))
    assert (ratio.median, ratio.low, ratio.high) == (10, 3, 20)


def test_variants_run_in_processes_of_their_own_and_take_turns() -> None:
    turns = []
    naive, cached = bench.measure((NAIVE, CACHED), SMALL, 2, lambda: turns.append(1))
    assert len(turns) == 4
    assert len(naive.rounds) == len(cached.rounds) == 2
    assert naive.rounds[0].reports == cached.rounds[1].reports
    assert all(one.cpu_seconds > 0 for one in naive.rounds)
    assert cached.peak_rss_mb is None or cached.peak_rss_mb > 10


@pytest.fixture
def quick_results(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds with known times, so that the words around them can be checked."""
    times = {
        NAIVE: (30.0, 32.0),
        CACHED: (2.0, 2.0),
        PACKED: (1.0, 1.0),
        ONNX: (1.5, 1.5),
        WHOLE: (4.0, 4.0),
        BLOCKED: (2.0, 5.0),
        PAIRED: (1.0, 2.0),
        ROUTED: (1.1, 2.4),
        PUBLIC: (30.0, 32.0),
        PREPARED: (1.0, 1.0),
    }

    def measure(variants: tuple[Variant, ...], *_: object) -> tuple[Measured, ...]:
        return tuple(measured(variant, *times[variant]) for variant in variants)

    monkeypatch.setattr("engine.bench.measure", measure)
    monkeypatch.setattr("engine.bench.can_pack", lambda: True)


@pytest.mark.usefixtures("quick_results")
def test_the_table_says_what_each_row_depends_on_and_judges_the_target(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["bench", "--rounds", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    cached = next(line for line in lines if line.startswith("cached  "))
    assert "180.0" in cached  # 6 experts x 60 tokens in 2 CPU-seconds
    assert "15.5 (15.0-16.0)" in cached
    assert CACHED.depends_on in cached
    assert any("Target cached / naive >= 15: 15.5, met." in line for line in lines)


@pytest.mark.usefixtures("quick_results")
def test_the_table_says_what_routing_costs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--rounds", "2"]) == 0
    assert "Target routed / two dense experts <= 1.3: 1.15, met." in capsys.readouterr().out


@pytest.mark.usefixtures("quick_results")
def test_the_table_says_how_much_faster_rewards_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--rounds", "2"]) == 0
    assert "Target prepared / pycocoevalcap >= 25: 31.0, met." in capsys.readouterr().out


def test_the_public_scorer_and_ours_give_the_same_rewards() -> None:
    public, prepared = (variant.prepare(SMALL)() for variant in (PUBLIC, PREPARED))
    assert public == prepared
    assert len(public) == TIMES
    assert len(public[0]) == CAPTIONS
    assert len(set(public[0])) > CAPTIONS / 2  # rewards differ, and are not all 0


def test_both_ways_of_mixing_experts_run() -> None:
    for mix in (paired, routed):
        small = replace(
            EXAM, config=replace(EXAM.config, width=12, hidden_width=16), rows=6, tokens=4, times=1
        )
        assert mixing_job(mix, small)() == ()


@pytest.mark.usefixtures("quick_results")
def test_a_quick_run_does_not_judge_a_target_for_longer_reports(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--quick"]) == 0
    assert "undefined, the target is for 60 tokens, not 20." in capsys.readouterr().out


@pytest.mark.usefixtures("quick_results")
def test_json_goes_to_a_file_beside_the_table_or_alone_to_stdout(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "--json", str(tmp_path / "bench.json")]) == 0
    assert "tokens/CPU-s" in capsys.readouterr().out
    assert main(["bench", "--json", "-"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown == json.loads((tmp_path / "bench.json").read_text("utf-8"))
    assert [row["name"] for row in shown["decoding"]] == ["naive", "cached", "cached, packed", "onnx"]
    assert shown["same_tokens"] is True


def test_different_tokens_void_the_comparison(monkeypatch: pytest.MonkeyPatch) -> None:
    def measure(variants: tuple[Variant, ...], *_: object) -> tuple[Measured, ...]:
        return tuple(
            Measured(variant, (Round(1.0, 1.0, ((index,),)),), None) for index, variant in enumerate(variants)
        )

    monkeypatch.setattr("engine.bench.measure", measure)
    lines = list(command.lines(command.report(SMALL, 1)))
    assert command.OTHER_TOKENS in lines
    assert any("undefined" in line for line in lines), "the peak that nobody could tell"


def test_no_rounds_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["bench", "--rounds", "0"])
    assert caught.value.code == 2
    assert "at least 1" in capsys.readouterr().err
