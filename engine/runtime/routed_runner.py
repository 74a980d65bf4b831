"""The examinee's model on PyTorch, on a CPU or a CUDA device: rows of tokens in, scores and routes out."""

from __future__ import annotations

from pathlib import Path

import torch
from transformers.models.bert.modeling_bert import BertLayer

from engine.models.moebqa import Moebqa, MoebqaConfig, Rows
from engine.progress import CancelToken
from engine.runtime.base import Description, Device
from engine.runtime.packing import can_pack, pack
from engine.runtime.rows import RowBatch, RowScores
from engine.runtime.threads import torch_threads
from engine.runtime.weights import chosen_device, no_room_is_an_error, read_weights

# Tokens of a batch with its padding; see resources/docs/performance.md.
CPU_TOKENS, CUDA_TOKENS = 1024, 32768

COUNTS = "router.counts"  # what training counted for its balance loss; no part of a trained model


class RoutedRunner:
    """A Moebqa with trained weights; arguments and errors as `engine.runtime.torch_runner.TorchRunner`."""

    def __init__(
        self,
        config: MoebqaConfig,
        weights: Path,
        device: Device = "auto",
        packed: bool = True,
        threads: int = 1,
    ) -> None:
        self._device = chosen_device(device)
        self._threads = threads
        self._cancel = CancelToken()
        with no_room_is_an_error():
            self._model = load_examinee(config, weights).to(self._device)
        for module in self._model.modules():
            if isinstance(module, BertLayer):
                module.register_forward_pre_hook(lambda *_: self._cancel.raise_if_cancelled())
        self._packed = packed and self._device.type == "cpu" and can_pack()
        if self._packed:
            pack(self._model)

    @property
    def batch_tokens(self) -> int:
        """How many tokens, padding included, are best scored at once."""
        return CPU_TOKENS if self._device.type == "cpu" else CUDA_TOKENS

    def describe(self) -> Description:
        """What runs where."""
        name = "cpu" if self._device.type == "cpu" else torch.cuda.get_device_name(self._device)
        return Description(
            f"torch {torch.__version__}" + (", packed" if self._packed else ""), name, "float32"
        )

    def score(self, batch: RowBatch, cancel: CancelToken) -> RowScores:
        """Score rows; Cancelled between two blocks of the model."""
        self._cancel = cancel
        with torch.inference_mode(), torch_threads(self._threads), no_room_is_an_error():
            rows = Rows(*(torch.from_numpy(array).to(self._device) for array in batch))
            scored = self._model.score(rows)
            return RowScores(scored.logits.cpu().numpy(), *(each.cpu().numpy() for each in scored.routing))


def load_examinee(config: MoebqaConfig, weights: Path) -> Moebqa:
    """The model in evaluation mode, float32 on the CPU; BundleDamaged if these are not all its weights."""
    with torch.device("meta"):  # nothing is allocated or drawn at random only to be overwritten
        model = Moebqa(config)
    wanted = {name: tensor for name, tensor in model.state_dict().items() if name != COUNTS}
    tensors = read_weights(weights, wanted)
    if model.router is not None:
        tensors[COUNTS] = torch.zeros(config.unshared_experts, dtype=torch.int64)
    model.load_state_dict(tensors, assign=True)
    for name, buffer in model.embeddings.named_buffers():  # places and segments, which rows bring along
        setattr(model.embeddings, name, torch.zeros(buffer.shape, dtype=buffer.dtype))
    return model.requires_grad_(False).eval()
