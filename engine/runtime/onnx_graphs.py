"""The panel's model cut into the three graphs of `engine.runtime.graphs`, written as ONNX.

Each graph calls the model's own methods: nothing of the model is written here a second time. Weights stand
in the graph that needs them, so the encoder's and the step's together are the model's.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import onnx_ir
import torch
from torch import Tensor, nn
from torch.export import Dim

from engine.models.bilinear import ALL_AT_ONCE, ExpertBilinearAttention, Source
from engine.models.metransformer import DecoderState, MeTransformer, MeTransformerConfig
from engine.runtime import graphs
from engine.runtime.graphs import ENCODER, SELECT, STEP
from engine.runtime.torch_runner import film_means

OPSET = 18  # the lowest that torch writes without converting; ONNX Runtime has it since 1.14

# Sizes of the sample that a graph is recorded with. 0 and 1 would be taken for constants, equal ones for one.
STUDIES, GROUPS, BEAMS, WRITTEN, K = 3, 5, 3, 4, 2

Axes = tuple[Any, ...]


class EncoderGraph(nn.Module):
    """`MeTransformer.encode`, and `start` for what decoding keeps of the films."""

    def __init__(self, model: MeTransformer) -> None:
        super().__init__()
        self.model = model

    def forward(self, images: Tensor, present: Tensor) -> tuple[Tensor, ...]:
        """Maps, features and the groups' state; shapes in `engine.runtime.graphs`."""
        memory = self.model.encode(images, present)
        state = self.model.start(memory, 1)
        by_expert = present[:, None].expand(-1, memory.experts.shape[1], -1)  # (B, M, F)
        visible = by_expert.reshape(-1, 1, 1, present.shape[1]).to(memory.experts.dtype)
        return (
            memory.expert_attention,
            film_means(memory.patches, present),
            state.experts[:, None],
            visible,
            *(part[:, None] for layer in state.cross for part in layer),
        )


class StepGraph(nn.Module):
    """`MeTransformer.step` from a state of arrays to the next one, and the likeliest tokens."""

    def __init__(self, model: MeTransformer) -> None:
        super().__init__()
        self.model = model

    def forward(
        self,
        tokens: Tensor,
        k: int,
        experts: Tensor,
        visible: Tensor,
        cross: Sequence[Tensor],
        own: Sequence[Tensor],
    ) -> tuple[Tensor, ...]:
        """Log-probabilities, tokens, attention and the next own state; shapes in `engine.runtime.graphs`."""
        h = self.model.config.grid
        groups, beams, written, width = own[0].shape
        state = DecoderState(
            experts=experts[:, 0],
            key_mask=(visible[:, 0, 0] > 0).repeat_interleave(h * h, dim=1),
            own=_sources([_with_room(part) for part in own]),
            cross=_sources([part[:, 0] for part in cross]),
            films=(visible.shape[3], h, h),
            attention_layer=len(self.model.decoder) - 1,
            length=written,
        )
        logits, state = self.model.step(tokens.flatten(), state)
        top = logits.log_softmax(-1).topk(k)
        assert state.attention is not None  # set by every step
        grown = (part.view(groups, beams, written + 1, width) for layer in state.own for part in layer)
        return (top.values, top.indices, state.attention, *grown)


class SelectGraph(nn.Module):
    """Rows of a state array."""

    def forward(self, array: Tensor, index: Tensor) -> Tensor:
        """(m, n, x, y) and (p, q) to (p, q, x, y)."""
        return array.flatten(0, 1)[index]


def _with_room(part: Tensor) -> Tensor:
    """(G, b, t, D) as the buffer (G b, t + 1, D) that `step` writes the next token's numbers into."""
    return nn.functional.pad(part.flatten(0, 1), (0, 0, 0, 1))


def _sources(parts: Sequence[Tensor]) -> list[Source]:
    return [Source(keys, values) for keys, values in zip(parts[::2], parts[1::2], strict=True)]


@dataclass(frozen=True, slots=True)
class Recording:
    """What a graph is recorded from: arguments of its sample run, and the axes of all inputs and outputs.

    `inputs` and `outputs` are in the order of the arguments and results, lists among them laid flat. An axis
    is its size, or a `Dim` where any size will do.
    """

    module: nn.Module
    arguments: tuple[Any, ...]
    inputs: Mapping[str, Axes]
    outputs: Mapping[str, Axes]


def encoder_recording(model: MeTransformer) -> Recording:
    """Several studies with every view."""
    config, studies, films = model.config, Dim("studies"), films_of(model.config)
    h, width = config.grid, config.width
    image = (config.channels, config.image_size, config.image_size)
    return Recording(
        EncoderGraph(model),
        (torch.zeros(STUDIES, config.views, *image), torch.ones(STUDIES, config.views, dtype=torch.bool)),
        {graphs.IMAGES: (studies, films, *image), graphs.PRESENT: (studies, films)},
        {
            graphs.EXPERT_MAPS: (studies, config.experts, films, h, h),
            graphs.FEATURES: (studies, films, width),
            **group_axes(config, config.experts * studies, films),
        },
    )


def step_recording(model: MeTransformer) -> Recording:
    """Several groups with several hypotheses each, some tokens written."""
    config, layers = model.config, model.config.decoder_layers
    groups, beams, k, films = Dim("groups"), Dim("beams"), Dim("k"), films_of(config)
    written = Dim("written", min=0, max=config.max_tokens - 1)
    rows, h = Dim("rows"), config.grid
    cross = [torch.ones(GROUPS, 1, config.views * h * h, config.width) for _ in range(2 * layers)]
    own = [torch.ones(GROUPS, BEAMS, WRITTEN, config.width) for _ in range(2 * layers)]
    state = (torch.ones(GROUPS, 1, 1, config.width), torch.ones(GROUPS, 1, 1, config.views), cross, own)
    names = graphs.own_names(layers)
    return Recording(
        StepGraph(model),
        (torch.zeros(GROUPS, BEAMS, dtype=torch.int64), K, *state),
        {
            graphs.TOKENS: (groups, beams),
            graphs.K: (),
            **group_axes(config, groups, films),
            **dict.fromkeys(names, (groups, beams, written, config.width)),
        },
        {
            graphs.LOG_PROBABILITIES: (rows, k),
            graphs.TOP_TOKENS: (rows, k),
            graphs.ATTENTION: (rows, films, h, h),
            **{graphs.NEXT + name: (groups, beams, written + 1, config.width) for name in names},
        },
    )


def select_recording(_: MeTransformer) -> Recording:
    """Any rows of any array of the state; the model has no part in it."""
    groups, beams, rows, columns, chosen, width = map(
        Dim, ("groups", "beams", "rows", "columns", "new_groups", "new_beams")
    )
    return Recording(
        SelectGraph(),
        (torch.zeros(GROUPS, BEAMS, WRITTEN, 7), torch.zeros(2, 6, dtype=torch.int64)),
        {graphs.ARRAY: (groups, beams, rows, columns), graphs.INDEX: (chosen, width)},
        {graphs.SELECTED: (chosen, width, rows, columns)},
    )


def films_of(config: MeTransformerConfig) -> Any:
    """The axis of films: up to all views."""
    return Dim("films", max=config.views) if config.views > 1 else 1


def group_axes(config: MeTransformerConfig, groups: Any, films: Any) -> dict[str, Axes]:
    """The state of a group, in its order."""
    sizes = {graphs.EXPERTS: (1, config.width), graphs.VISIBLE: (1, films)}
    of_films = (config.grid**2 * films, config.width)
    return {
        name: (groups, 1, *sizes.get(name, of_films)) for name in graphs.group_names(config.decoder_layers)
    }


def write_graphs(
    model: MeTransformer, folder: Path, names: Sequence[str] = graphs.GRAPHS
) -> tuple[Path, ...]:
    """Write ONNX files by their names into a folder; afterwards the model is for inference only.

    It must be on the CPU and in evaluation mode.
    """
    for module in model.modules():
        if isinstance(module, ExpertBilinearAttention):
            module.block_numbers = ALL_AT_ONCE
    recordings = {ENCODER: encoder_recording, STEP: step_recording, SELECT: select_recording}
    for name in names:
        (folder / name).write_bytes(recorded(recordings[name](model)))
    return tuple(folder / name for name in names)


def recorded(recording: Recording) -> bytes:
    """The graph as an ONNX file's bytes, weights inside."""
    with torch.no_grad(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of torch's own parts about each other
        program = torch.onnx.export(
            recording.module.eval(),
            recording.arguments,
            input_names=list(recording.inputs),
            output_names=list(recording.outputs),
            opset_version=OPSET,
            dynamic_shapes=_dynamic(recording),
            dynamo=True,
            verbose=False,
        )
    assert program is not None
    _clean(program.model, {**recording.inputs, **recording.outputs})
    data: bytes = onnx_ir.to_proto(program.model).SerializeToString(deterministic=True)
    return data


def _dynamic(recording: Recording) -> tuple[Any, ...]:
    """Which axes may have any size, in the form of the arguments; a number among them (k) may be any too."""
    shapes = iter(
        {place: axis for place, axis in enumerate(axes) if not isinstance(axis, int)}
        for axes in recording.inputs.values()
    )

    def of(argument: Any) -> Any:
        if isinstance(argument, list):
            return [next(shapes) for _ in argument]
        shape = next(shapes)
        return Dim.AUTO if isinstance(argument, int) else shape

    return tuple(of(argument) for argument in recording.arguments)


def _clean(model: onnx_ir.Model, axes: Mapping[str, Axes]) -> None:
    """Give the axes their names, and leave out the paths and lines of code that torch notes at every node."""
    model.metadata_props.clear()
    model.graph.metadata_props.clear()
    for node in model.graph.all_nodes():
        node.metadata_props.clear()
        node.doc_string = None
        for value in node.outputs:
            value.metadata_props.clear()
    for value in (*model.graph.inputs, *model.graph.outputs, *model.graph.initializers.values()):
        value.metadata_props.clear()
        if value.name is not None and value.name in axes:
            named = (axis if isinstance(axis, int) else axis.__name__ for axis in axes[value.name])
            value.shape = onnx_ir.Shape(named)
