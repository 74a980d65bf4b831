"""The released checkpoints of ExpansionNet: which of our names each of theirs is."""

from __future__ import annotations

import re
from collections.abc import Mapping

from torch import Tensor

from engine.errors import RecipeError
from engine.models.expansionnet import ExpansionNet

_EXPANSION = r"(en|de)coders\.(\d+)\.(?:stc|dyn)_exp\."
_PUBLISHED = tuple(
    (re.compile(pattern), ours)
    for pattern, ours in (
        (r"input_linear\.(\w+)", r"features.\1"),
        (r"vocab_linear\.(\w+)", r"output.\1"),
        (r"out_embedder\.embed\.weight", r"embedding.weight"),
        (r"pos_encoder\.weight", r"positions"),
        (r"(en|de)c_reduce_group\.(\w+)", r"\1coder_aggregate.reduce.\2"),
        (r"(en|de)c_reduce_norm\.(\w+)", r"\1coder_aggregate.norm.\2"),
        (r"(en|de)coders\.(\d+)\.norm_1\.(\w+)", r"\1coder.\2.norm.\3"),
        (r"encoders\.(\d+)\.norm_2\.(\w+)", r"encoder.\1.feed_forward.norm.\2"),
        (r"decoders\.(\d+)\.norm_2\.(\w+)", r"decoder.\1.cross_norm.\2"),
        (r"decoders\.(\d+)\.norm_3\.(\w+)", r"decoder.\1.feed_forward.norm.\2"),
        (r"(en|de)coders\.(\d+)\.ff\.linear_1\.(\w+)", r"\1coder.\2.feed_forward.expand.\3"),
        (r"(en|de)coders\.(\d+)\.ff\.linear_2\.(\w+)", r"\1coder.\2.feed_forward.reduce.\3"),
        (_EXPANSION + r"(query|bias)_exp_vectors\.weight", r"\1coder.\2.mixer.\3_vectors"),
        (_EXPANSION + r"key_(?:embed|linear)\.(\w+)", r"\1coder.\2.mixer.key.\3"),
        (_EXPANSION + r"class_a_embed\.(\w+)", r"\1coder.\2.mixer.first.\3"),
        (_EXPANSION + r"class_b_embed\.(\w+)", r"\1coder.\2.mixer.second.\3"),
        (_EXPANSION + r"selector_embed\.(\w+)", r"\1coder.\2.mixer.selector.\3"),
        (r"decoders\.(\d+)\.dyn_exp\.cond_embed\.(\w+)", r"decoder.\1.mixer.condition.\2"),
        (r"decoders\.(\d+)\.mha\.Wq\.(\w+)", r"decoder.\1.cross_attention.query.\2"),
        (r"decoders\.(\d+)\.mha\.Wk\.(\w+)", r"decoder.\1.cross_attention.key.\2"),
        (r"decoders\.(\d+)\.mha\.Wv\.(\w+)", r"decoder.\1.cross_attention.value.\2"),
        (r"decoders\.(\d+)\.mha\.out_linear\.(\w+)", r"decoder.\1.cross_attention.output.\2"),
    )
)  # names of the released checkpoints, and ours


def load_published(model: ExpansionNet, weights: Mapping[str, Tensor]) -> None:
    """Copy the weights of a released checkpoint, its `model_state_dict`, into the model, in place.

    RecipeError, and nothing copied, if a name is unknown or absent or a shape does not fit.
    """
    wanted = model.state_dict()
    renamed = {_renamed(name): tensor for name, tensor in weights.items()}
    if differing := sorted(renamed.keys() ^ wanted.keys())[:3]:
        raise RecipeError(f"these are not the weights of this ExpansionNet: {', '.join(differing)}")
    for name, tensor in renamed.items():
        if tensor.shape != wanted[name].shape:
            raise RecipeError(
                f"{name} has shape {tuple(tensor.shape)} where {tuple(wanted[name].shape)} is needed"
            )
    model.load_state_dict(renamed)


def _renamed(name: str) -> str:
    for pattern, ours in _PUBLISHED:
        if pattern.fullmatch(name):
            return pattern.sub(ours, name)
    return name
