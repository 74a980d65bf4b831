"""On what ONNX Runtime really runs here.

`get_available_providers` lists what the package was built with: CUDA and TensorRT on machines without either.
A session that cannot have a provider takes the next one and says so in a log only. So a provider counts once
sessions got it and a trial run came through, and what stood in a better one's way is kept to be shown.

TensorRT is not tried: it builds an engine for minutes and for every new shape, and each step has another.
"""

from __future__ import annotations

import contextlib
import ctypes
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import onnxruntime
from onnxruntime.capi import onnxruntime_pybind11_state as native

from engine.errors import DeviceUnavailable
from engine.runtime.base import Device

CPU, CUDA = "CPUExecutionProvider", "CUDAExecutionProvider"

# What ONNX Runtime raises, which has no common class; RuntimeError comes from values on a device.
FAILURES = (
    native.EPFail,
    native.EngineError,
    native.Fail,
    native.InvalidArgument,
    native.InvalidGraph,
    native.InvalidProtobuf,
    native.NoModel,
    native.NotImplemented,
    native.RuntimeException,
    RuntimeError,
)

# CUDA's own choice of TF32 keeps 10 bits of a float32's 23: not the same answer. Any algorithm, not the best
# after seconds of trying each.
CUDA_OPTIONS = {"use_tf32": "0", "cudnn_conv_algo_search": "HEURISTIC"}


class Host(Protocol):
    """What this machine and its ONNX Runtime offer."""

    def providers(self) -> Sequence[str]:
        """What the package was built with."""

    def cuda_device(self) -> str:
        """The first CUDA device's name; LookupError says why there is none."""

    def preload(self) -> None:
        """Load CUDA's libraries for a session to find."""


class ThisHost:
    """The machine that this process runs on."""

    def providers(self) -> Sequence[str]:
        """What the installed package was built with."""
        return tuple(onnxruntime.get_available_providers())

    def cuda_device(self) -> str:
        """Ask the driver itself, which is there before any library of CUDA's."""
        try:
            driver = ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
        except OSError as error:
            raise LookupError("this machine has no NVIDIA driver") from error
        name, device = ctypes.create_string_buffer(256), ctypes.c_int()
        if (
            driver.cuInit(0)
            or driver.cuDeviceGet(ctypes.byref(device), 0)
            or driver.cuDeviceGetName(name, len(name), device)
        ):
            raise LookupError("the NVIDIA driver finds no device")
        return name.value.decode(errors="replace")

    def preload(self) -> None:
        """Where torch is loaded its libraries are too, and a second copy of them would do harm."""
        if "torch" not in sys.modules:
            with contextlib.redirect_stdout(sys.stderr):  # it prints, where results may be printed
                onnxruntime.preload_dlls()


class Sessions(Protocol):
    """Sessions that were asked to run on a provider."""

    def providers(self) -> Sequence[str]:
        """What they all got, the best first."""


S = TypeVar("S", bound=Sessions)


@dataclass(frozen=True, slots=True)
class Chosen(Generic[S]):
    """Sessions that ran, their provider, its device's name, and why it is not a better one ("" if it is)."""

    sessions: S
    provider: str
    device: str
    why: str


def choose(
    wanted: Device, host: Host, open_on: Callable[[str], S], try_out: Callable[[S], None]
) -> Chosen[S]:
    """The best provider that sessions of `open_on` really get and `try_out` runs on.

    DeviceUnavailable where CUDA was asked for and cannot be had; whatever `open_on` and `try_out` raise on
    the CPU comes through.
    """
    why = ""
    if wanted != "cpu":
        try:
            return _on_cuda(host, open_on, try_out)
        except LookupError as problem:
            why = str(problem)
    if wanted == "cuda":
        raise DeviceUnavailable(
            f"ONNX Runtime cannot use CUDA: {why}.", todo="Use --device cpu, or look at the driver."
        )
    sessions = open_on(CPU)
    try_out(sessions)
    return Chosen(sessions, CPU, "cpu", why)


def _on_cuda(host: Host, open_on: Callable[[str], S], try_out: Callable[[S], None]) -> Chosen[S]:
    """Sessions on CUDA; LookupError saying what stood in the way."""
    if CUDA not in host.providers():
        raise LookupError("this onnxruntime was built without CUDA")
    device = host.cuda_device()
    host.preload()
    try:
        sessions = open_on(CUDA)
        if CUDA not in sessions.providers():
            raise LookupError(f"its libraries for {_cuda_version()} could not be loaded")
        try_out(sessions)
    except FAILURES as error:
        raise LookupError(f"a trial failed, {_first_line(error)}") from error
    return Chosen(sessions, CUDA, device, "")


def _cuda_version() -> str:
    version = onnxruntime.cuda_version
    return f"CUDA {version} and cuDNN 9" if version else "CUDA"


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0][:200]
