"""What ONNX Runtime lists and what a session gets are two things."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pytest

from engine.errors import DeviceUnavailable
from engine.runtime.providers import CPU, CUDA, Chosen, ThisHost, choose


@dataclass
class FakeHost:
    """A machine as told; it notes what was loaded."""

    listed: tuple[str, ...] = ("TensorrtExecutionProvider", CUDA, CPU)
    device: str = "Fake GPU"
    loaded: list[str] = field(default_factory=list)

    def providers(self) -> Sequence[str]:
        return self.listed

    def cuda_device(self) -> str:
        if not self.device:
            raise LookupError("this machine has no NVIDIA driver")
        return self.device

    def preload(self) -> None:
        self.loaded.append("CUDA")


@dataclass
class FakeSessions:
    """Sessions that got these providers."""

    got: tuple[str, ...]

    def providers(self) -> Sequence[str]:
        return self.got


def gets_all(provider: str) -> FakeSessions:
    return FakeSessions((provider, CPU))


def gets_cpu_only(_: str) -> FakeSessions:
    return FakeSessions((CPU,))


def runs(_: FakeSessions) -> None:
    pass


def fails_on_cuda(sessions: FakeSessions) -> None:
    if CUDA in sessions.got:
        raise RuntimeError("CUDA failure 209: no kernel image\nand a long stack")


def test_cuda_is_taken_where_sessions_get_it_and_a_trial_runs() -> None:
    assert choose("auto", FakeHost(), gets_all, runs) == Chosen(gets_all(CUDA), CUDA, "Fake GPU", "")


@pytest.mark.parametrize(
    ("host", "open_on", "try_out", "why"),
    [
        (FakeHost(listed=(CPU,)), gets_all, runs, "built without CUDA"),
        (FakeHost(device=""), gets_all, runs, "no NVIDIA driver"),
        (FakeHost(), gets_cpu_only, runs, "could not be loaded"),
        (FakeHost(), gets_all, fails_on_cuda, "a trial failed, CUDA failure 209: no kernel image"),
    ],
    ids=["not built", "no driver", "listed but not had", "had but does not run"],
)
def test_what_keeps_cuda_away_is_said(
    host: FakeHost,
    open_on: Callable[[str], FakeSessions],
    try_out: Callable[[FakeSessions], None],
    why: str,
) -> None:
    chosen = choose("auto", host, open_on, try_out)
    assert (chosen.provider, chosen.device) == (CPU, "cpu")
    assert why in chosen.why
    assert "\n" not in chosen.why
    with pytest.raises(DeviceUnavailable, match=why):
        choose("cuda", host, open_on, try_out)


def test_the_cpu_needs_no_reason_when_it_was_asked_for_and_nothing_of_cuda_is_touched() -> None:
    host = FakeHost()
    assert choose("cpu", host, gets_all, runs) == Chosen(gets_all(CPU), CPU, "cpu", "")
    assert host.loaded == []


def test_libraries_are_loaded_only_where_a_device_is() -> None:
    with_device, without = FakeHost(), FakeHost(device="")
    choose("auto", with_device, gets_all, runs)
    choose("auto", without, gets_all, runs)
    assert (with_device.loaded, without.loaded) == (["CUDA"], [])


def test_what_fails_on_the_cpu_is_not_hidden() -> None:
    def fails(_: FakeSessions) -> None:
        raise RuntimeError("bad graph")

    with pytest.raises(RuntimeError, match="bad graph"):
        choose("auto", FakeHost(device=""), gets_all, fails)


def test_beside_torch_no_second_copy_of_cudas_libraries_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    monkeypatch.setattr("onnxruntime.preload_dlls", lambda: calls.append("loaded"))
    monkeypatch.setitem(sys.modules, "torch", sys)
    ThisHost().preload()
    assert calls == []
    monkeypatch.delitem(sys.modules, "torch")
    ThisHost().preload()
    assert calls == ["loaded"]
