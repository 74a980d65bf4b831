from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
import torch
from safetensors.torch import save_file

from engine.decoding import Decoded, DecodingConfig, Watch, decode
from engine.joint_decoding import JointRule, JointState, joint_step, majority, maximum, mean
from engine.models.metransformer import MeTransformer
from engine.progress import CancelToken, ignore_progress
from engine.runtime.torch_runner import TorchRunner
from tests.engine.test_decoding import BEGIN, END, GARDEN_PATH, SHORT, A, Automaton, B, Table
from tests.engine.tiny_bundle import EXPERTS, tiny_config

QUIET = Watch(CancelToken(), ignore_progress)
VOCABULARY = 20
SURE_OF_B: Table = {(): {A: 0.05, B: 0.95}}
UNSURE: Table = {(): {A: 0.55, B: 0.45}}


def together(
    panels: Sequence[Sequence[Table]], rule: JointRule, config: DecodingConfig | None = None
) -> list[tuple[int, ...]]:
    """What each panel's experts write together."""
    automaton = Automaton([table for panel in panels for table in panel])
    state = JointState(automaton.start(), len(panels[0]))
    config = config or DecodingConfig()
    reports = decode(joint_step(automaton.step, 4, rule), state, config, begin=BEGIN, end=END, watch=QUIET)
    return [report.tokens for report in reports]


def test_rules_differ_where_one_expert_is_sure_and_two_are_not() -> None:
    """Means 0.38 and 0.62, highest 0.55 and 0.95, votes two and one."""
    panel = (UNSURE, UNSURE, SURE_OF_B)

    assert together([panel], "mean") == [(B,)]
    assert together([panel], "maximum") == [(B,)]
    assert together([panel], "majority") == [(A,)]


def test_a_tied_ballot_is_decided_by_the_mean() -> None:
    assert together([(UNSURE, SURE_OF_B)], "majority") == [(B,)]


@pytest.mark.parametrize(
    ("rule", "beam"), [("mean", 1), ("mean", 3), ("maximum", 1), ("maximum", 3), ("majority", 1)]
)
def test_experts_that_agree_write_together_what_each_writes_alone(rule: JointRule, beam: int) -> None:
    config = DecodingConfig(beam=beam, length_normalisation="none")
    automaton = Automaton([GARDEN_PATH, SHORT])
    alone = decode(automaton.step, automaton.start(), config, begin=BEGIN, end=END, watch=QUIET)

    assert together([[GARDEN_PATH] * 3, [SHORT] * 3], rule, config) == [each.tokens for each in alone]


def test_every_rule_gives_probabilities() -> None:
    random = np.random.default_rng(1)
    experts = np.log(random.dirichlet(np.ones(7), size=(2, 3, 4)))

    for joined in (mean, maximum, majority):
        np.testing.assert_allclose(np.exp(joined(experts)).sum(axis=-1), 1.0)


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory) -> TorchRunner:
    torch.manual_seed(0)
    path = tmp_path_factory.mktemp("joint") / "weights.safetensors"
    config = replace(tiny_config(VOCABULARY), dropout=0.0)
    save_file(MeTransformer(config).state_dict(), path)
    return TorchRunner(config, path, device="cpu", packed=False)


def read(runner: TorchRunner, films: np.ndarray, rule: JointRule, beam: int) -> tuple[Decoded, ...]:
    state = runner.encode_batch(films, np.ones(films.shape[:2], np.bool_))
    step = joint_step(runner.step, VOCABULARY, rule)
    config = DecodingConfig(beam=beam, max_tokens=8)
    return decode(step, JointState(state, EXPERTS), config, begin=1, end=2, watch=QUIET)


@pytest.mark.parametrize("beam", [1, 3])
def test_studies_that_are_read_in_one_batch_are_read_as_alone(runner: TorchRunner, beam: int) -> None:
    films = np.random.default_rng(2).normal(size=(2, 2, 1, 32, 32)).astype(np.float32)
    both = read(runner, films, "mean", beam)
    alone = [read(runner, films[[study]], "mean", beam)[0] for study in range(2)]

    assert [report.tokens for report in both] == [report.tokens for report in alone]
    for one, other in zip(both, alone, strict=True):
        np.testing.assert_allclose(one.attention, other.attention, atol=1e-5)
        assert one.log_likelihood == pytest.approx(other.log_likelihood, abs=1e-4)
