"""The panel's model on ONNX Runtime, on a CPU or a CUDA device. It never imports torch."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import onnxruntime
from onnxruntime import InferenceSession, OrtValue, SessionOptions

from engine.decoding import IntArray, TopK
from engine.errors import BundleDamaged, OutOfMemory
from engine.models.metransformer_config import MeTransformerConfig
from engine.panel import FloatArray
from engine.runtime import graphs
from engine.runtime.base import BoolArray, Description, Device
from engine.runtime.graphs import ENCODER, SELECT, STEP
from engine.runtime.providers import CPU, CUDA, CUDA_OPTIONS, FAILURES, Host, ThisHost, choose

FATAL = 4  # log level: what goes wrong is raised, and said by us

Array = npt.NDArray[Any]
Values = dict[str, OrtValue]


class Graph:
    """One ONNX file, ready to run. Its results stay on the device, but for those that are asked for here."""

    def __init__(self, path: Path, provider: str, threads: int) -> None:
        options = SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = FATAL
        wanted = [(CUDA, CUDA_OPTIONS), CPU] if provider == CUDA else [CPU]
        # From bytes: a file that a graph names outside itself is not looked for beside it.
        self._session = InferenceSession(path.read_bytes(), options, providers=wanted, enable_fallback=0)
        self._device = "cuda" if self.providers[0] == CUDA else "cpu"
        self._outputs = [output.name for output in self._session.get_outputs()]

    @property
    def providers(self) -> Sequence[str]:
        """What the session got, the best first."""
        return tuple(self._session.get_providers())

    def run(
        self, arrays: Mapping[str, Array], values: Mapping[str, OrtValue], here: Collection[str]
    ) -> Values:
        """Results by name for inputs from here (`arrays`) and on the device; `here` are to come here."""
        binding = self._session.io_binding()
        for name, array in arrays.items():
            binding.bind_cpu_input(name, np.ascontiguousarray(array))
        for name, value in values.items():
            binding.bind_ortvalue_input(name, value)
        for name in self._outputs:
            binding.bind_output(name, "cpu" if name in here else self._device)
        self._session.run_with_iobinding(binding)
        return dict(zip(self._outputs, binding.get_outputs(), strict=True))


class Graphs:
    """The three graphs of a model on one provider."""

    def __init__(self, files: Mapping[str, Path], provider: str, threads: int) -> None:
        self.encoder, self.step, self.select = (
            Graph(files[name], provider, threads) for name in (ENCODER, STEP, SELECT)
        )

    def providers(self) -> Sequence[str]:
        """What all of them got."""
        others = {*self.step.providers} & {*self.select.providers}
        return [provider for provider in self.encoder.providers if provider in others]


class OnnxState:
    """`RunnerState` on values of ONNX Runtime.

    `of_groups` are kept once for all hypotheses of a study and expert, `own` grow with every token.
    """

    def __init__(
        self, select: Graph, expert_maps: FloatArray, features: FloatArray, of_groups: Values, layers: int
    ) -> None:
        *_, width = of_groups[graphs.EXPERTS].shape()
        nothing = np.zeros((len(expert_maps), 1, 0, width), np.float32)
        self.of_groups = of_groups
        self.own = dict.fromkeys(graphs.own_names(layers), OrtValue.ortvalue_from_numpy(nothing))
        self.groups, self.beams, self.length = len(expert_maps), 1, 0
        self._select = select
        self._expert_maps = expert_maps
        self._features = features
        self._looked: OrtValue | None = None
        self._looking = np.arange(self.groups)  # which row of `_looked` each row's is

    @property
    def rows(self) -> int:
        """How many rows are being written now."""
        return self.groups * self.beams

    @property
    def attention(self) -> FloatArray:
        """(rows, F, h, w) of the last step."""
        if self._looked is None:
            raise ValueError("no step was taken yet")
        return np.asarray(self._looked.numpy()[self._looking], np.float32)

    @property
    def expert_maps(self) -> FloatArray:
        """(B M, F, h, w)."""
        return self._expert_maps

    @property
    def features(self) -> FloatArray:
        """(B F, D)."""
        return self._features

    def advance(self, own: Values, attention: OrtValue) -> None:
        """Take over what a step made of every row."""
        self.own = own
        self.length += 1
        self._looked, self._looking = attention, np.arange(self.rows)

    def reorder(self, parents: IntArray) -> None:
        """Let new row r continue old row parents[r]."""
        groups, beams = _grouped(parents, self.beams)
        with _failures_are_errors():
            if len(groups) < self.groups:
                kept = groups[:, None]
                self.of_groups = {name: self._taken(value, kept) for name, value in self.of_groups.items()}
            index = parents.reshape(len(groups), beams)
            if beams != self.beams or not np.array_equal(parents, np.arange(self.rows)):
                self.own = {name: self._taken(value, index) for name, value in self.own.items()}
        self._looking = self._looking[parents]
        self.groups, self.beams = len(groups), beams

    def _taken(self, value: OrtValue, index: IntArray) -> OrtValue:
        taken = self._select.run({graphs.INDEX: index}, {graphs.ARRAY: value}, ())
        return taken[graphs.SELECTED]


def _grouped(parents: IntArray, beams: int) -> tuple[IntArray, int]:
    """Which groups of `beams` old rows go on, and with how many rows each; see `State.reorder`."""
    of_rows = np.asarray(parents, np.int64) // beams
    starts = np.flatnonzero(np.diff(of_rows, prepend=-1))
    counts = np.diff(starts, append=len(of_rows))
    groups = of_rows[starts]
    if not len(groups) or (counts != counts[0]).any() or len(np.unique(groups)) != len(groups):
        raise ValueError("beams of a group must stay together, equally many for every group")
    return groups, int(counts[0])


def stepped(step: Graph, tokens: IntArray, state: OnnxState, k: int) -> TopK:
    """Let every row of a state go on by its token (rows,); the k likeliest next ones."""
    arrays = {
        graphs.TOKENS: tokens.reshape(state.groups, state.beams),
        graphs.K: np.array(k, np.int64),
    }
    here = (graphs.LOG_PROBABILITIES, graphs.TOP_TOKENS)
    values = step.run(arrays, {**state.of_groups, **state.own}, here)
    state.advance({name: values[graphs.NEXT + name] for name in state.own}, values[graphs.ATTENTION])
    return TopK(values[graphs.LOG_PROBABILITIES].numpy(), values[graphs.TOP_TOKENS].numpy())


class OnnxRunner:
    """A METransformer from a bundle's ONNX files, by their names in `engine.runtime.graphs`.

    `device` "auto" takes CUDA where it really works; `describe` says why not, where it does not. `threads` is
    for CPU work: more than one only pays where nothing else runs.

    Raises DeviceUnavailable, and BundleDamaged if the files are not this config's model.
    """

    def __init__(
        self,
        config: MeTransformerConfig,
        files: Mapping[str, Path],
        device: Device = "auto",
        threads: int = 1,
        host: Host | None = None,
    ) -> None:
        self._config = config
        with _unusable_files_are_damage():
            self._chosen = choose(
                device, host or ThisHost(), lambda provider: Graphs(files, provider, threads), self._try
            )
        self._graphs = self._chosen.sessions

    def describe(self) -> Description:
        """What runs where, and why nothing better does."""
        why = f"; not CUDA: {self._chosen.why}" if self._chosen.why else ""
        runtime = f"onnxruntime {onnxruntime.__version__}, {self._chosen.provider}{why}"
        return Description(runtime, self._chosen.device, "float32")

    def encode(self, images: FloatArray, present: BoolArray) -> OnnxState:
        """Look at one study: images (F, C, H, W), present (F,)."""
        return self.encode_batch(images[None], present[None])

    def encode_batch(self, images: FloatArray, present: BoolArray) -> OnnxState:
        """Look at B studies: images (B, F, C, H, W), present (B, F) with a film at least for each."""
        if not present.any(axis=1).all():
            raise ValueError("a study without a film")
        with _failures_are_errors():
            return self._looked_at(self._graphs, images, present)

    def step(self, tokens: IntArray, state: OnnxState, k: int) -> tuple[TopK, OnnxState]:
        """The k likeliest tokens after `tokens` (rows,)."""
        if state.length >= self._config.max_tokens:
            raise ValueError(f"the model was made for {self._config.max_tokens} tokens")
        with _failures_are_errors():
            return stepped(self._graphs.step, tokens, state, min(k, self._config.vocab_size)), state

    def _looked_at(self, on: Graphs, images: FloatArray, present: BoolArray) -> OnnxState:
        films = {graphs.IMAGES: images.astype(np.float32, copy=False), graphs.PRESENT: present}
        values = on.encoder.run(films, {}, (graphs.EXPERT_MAPS, graphs.FEATURES))
        maps, features = (values.pop(name).numpy() for name in (graphs.EXPERT_MAPS, graphs.FEATURES))
        return OnnxState(
            on.select,
            maps.reshape(-1, *maps.shape[2:]),
            features.reshape(-1, features.shape[-1]),
            values,
            self._config.decoder_layers,
        )

    def _try(self, on: Graphs) -> None:
        """One token about an empty study, and one expert goes on."""
        config = self._config
        films = np.zeros((1, config.views, config.channels, config.image_size, config.image_size), np.float32)
        state = self._looked_at(on, films, np.ones((1, config.views), np.bool_))
        stepped(on.step, np.zeros(state.rows, np.int64), state, 1)
        maps, features = state.expert_maps.shape, state.features.shape
        if maps != (config.experts, config.views, config.grid, config.grid) or features[1] != config.width:
            raise BundleDamaged(
                f"it gives maps of {maps} and features of {features}, which are not this model's.",
                where=ENCODER,
                todo=COPY_AGAIN,
            )
        state.reorder(np.zeros(1, np.int64))


COPY_AGAIN = "Copy or export the bundle again."


@contextmanager
def _unusable_files_are_damage() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        where = Path(error.filename).name if error.filename else ""
        raise BundleDamaged("an ONNX file cannot be read.", where=where, todo=COPY_AGAIN) from error
    except FAILURES as error:
        problem = str(error).strip().splitlines()[0][:200]
        raise BundleDamaged(
            f"ONNX Runtime {onnxruntime.__version__} cannot run its ONNX files: {problem}.", todo=COPY_AGAIN
        ) from error


@contextmanager
def _failures_are_errors() -> Iterator[None]:
    try:
        yield
    except FAILURES as error:  # no class of its own for memory
        if "allocate" in str(error) or "out of memory" in str(error):
            advice = "Close other programs, or use fewer beams or --device cpu."
            raise OutOfMemory("the device has too little free memory for this", todo=advice) from error
        raise
