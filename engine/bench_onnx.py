"""The decoding step on ONNX Runtime, beside the variants of `engine.bench`.

Another process writes the files and the study that was looked at: what exporting takes is not measured, and
the process that is measured holds no second copy of the model.
"""

from __future__ import annotations

import multiprocessing
import tempfile
from pathlib import Path

import numpy as np
import torch
from onnxruntime import OrtValue
from safetensors.numpy import load_file, save_file

from engine.bench import FIRST_TOKEN, Job, Reports, Variant, Workload, random_memory, random_model
from engine.runtime import graphs
from engine.runtime.graphs import SELECT, STEP
from engine.runtime.onnx_graphs import write_graphs
from engine.runtime.onnx_runner import Graph, OnnxState, stepped
from engine.runtime.providers import CPU

LOOKED_AT = "looked-at.safetensors"


def prepare_onnx(workload: Workload) -> Job:
    """`step.onnx` as the runner uses it, with one thread."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        writer = multiprocessing.get_context("spawn").Process(target=write_files, args=(workload, folder))
        writer.start()
        writer.join()
        if writer.exitcode:
            raise RuntimeError(f"the process that exports ended with {writer.exitcode}")
        step, select = Graph(folder / STEP, CPU, 1), Graph(folder / SELECT, CPU, 1)
        arrays = load_file(folder / LOOKED_AT)
    films = {name: OrtValue.ortvalue_from_numpy(array) for name, array in arrays.items()}
    experts, layers = workload.config.experts, workload.config.decoder_layers
    nothing = np.zeros((experts, 1, 1, 1), np.float32)

    def write() -> Reports:
        state = OnnxState(select, nothing, nothing[0, 0], dict(films), layers)
        last = np.full(experts, FIRST_TOKEN)
        written = []
        for _ in range(workload.tokens):
            last = stepped(step, last, state, 1).tokens[:, 0]
            written.append(last)
        return tuple(tuple(row) for row in np.stack(written, 1).tolist())

    return write


def write_files(workload: Workload, folder: Path) -> None:
    """The graphs of a step, and the state of one study's groups under its names in the graphs."""
    torch.set_num_threads(1)
    model = random_model(workload.config)
    memory = random_memory(model)
    with torch.inference_mode():
        state = model.start(memory, 1)
    films = torch.ones(workload.config.experts, 1, 1, workload.config.views)
    values = [state.experts[:, None], films, *(part[:, None] for layer in state.cross for part in layer)]
    names = graphs.group_names(workload.config.decoder_layers)
    arrays = {name: value.contiguous().numpy() for name, value in zip(names, values, strict=True)}
    save_file(arrays, folder / LOOKED_AT)
    write_graphs(model, folder, (STEP, SELECT))


ONNX = Variant("onnx", "cached, the step's ONNX file on ONNX Runtime's CPU provider", prepare_onnx)
