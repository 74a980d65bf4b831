from __future__ import annotations

import dataclasses
from typing import Any

import pytest
import timm
import torch
from torch import Tensor
from torch.nn.functional import layer_norm

from engine.errors import BundleDamaged, RecipeError
from engine.models.metransformer import (
    Adjust,
    DecoderLayer,
    EncoderLayer,
    Memory,
    MeTransformer,
    MeTransformerConfig,
    load_vit,
)

SMALL = MeTransformerConfig(
    image_size=16,
    patch_size=8,
    channels=1,
    width=12,
    depth=2,
    heads=2,
    experts=3,
    d_mid=8,
    vocab_size=20,
    max_tokens=9,
)
READINGS: list[dict[str, Any]] = [
    {},
    {"patch_stem": "convolutional"},
    {"patch_stem": "residual"},
    {"class_token": True},
    {"final_norm": False},
    {"view_handling": "per_view"},
    {"visual_per_expert": True},
    {"encoder_activation": "relu"},
    {"bilinear_heads": 4},
    {"adjust_norm": True},
    {"adjust_residual": True},
    {"adjust_shared": True},
    {"dec_self_kv": "adjusted"},
    {"dec_self_residual": "adjusted"},
    {"positions": "learned"},
    {"experts": 1},
    {"views": 1},
    {"encoder_layers": 1, "decoder_layers": 4},
    {"decoder_layers": 1},
    {"visual_per_expert": True, "view_handling": "per_view", "class_token": True, "experts": 1},
]
every_reading = pytest.mark.parametrize(
    "reading", READINGS, ids=lambda reading: ", ".join(reading) or "default"
)


@pytest.fixture(autouse=True)
def one_thread_and_seed() -> None:
    torch.set_num_threads(1)
    torch.manual_seed(0)


def panel(**reading: Any) -> MeTransformer:
    model = MeTransformer(dataclasses.replace(SMALL, **reading)).double().eval()
    with torch.no_grad():
        for parameter in model.parameters():  # so that nothing hides behind a zero
            parameter.add_(0.1 * torch.randn_like(parameter))
    return model


def study(model: MeTransformer, B: int = 2) -> tuple[Tensor, Tensor, Tensor]:
    F = model.config.views
    present = torch.ones(B, F, dtype=torch.bool)
    present[1:, 1:] = False
    side = model.config.image_size
    images = torch.randn(B, F, model.config.channels, side, side).double()
    return images, present, torch.randint(0, model.config.vocab_size, (B, 7))


def norm(layer: torch.nn.LayerNorm, x: Tensor) -> Tensor:
    return layer_norm(x, x.shape[-1:], layer.weight, layer.bias, layer.eps)


def dense(layer: torch.nn.Linear, x: Tensor) -> Tensor:
    return layer.weight @ x + layer.bias


def test_the_encoder_layer_equals_its_equations_as_loops() -> None:
    layer = EncoderLayer(SMALL).double().eval()
    experts, visual = torch.randn(1, 3, 12).double(), torch.randn(1, 5, 12).double()
    got_experts, got_visual, _ = layer(experts, visual[:, None], torch.ones(1, 5, dtype=torch.bool))
    wanted = torch.stack(
        [
            norm(
                layer.expert_norm, layer.attention(experts[:, m : m + 1], visual).output[0, 0] + experts[0, m]
            )
            for m in range(3)
        ]
    )
    torch.testing.assert_close(got_experts[0], wanted, atol=1e-9, rtol=0)
    for n in range(5):
        merged = torch.stack([dense(layer.merge, torch.cat([wanted[m], visual[0, n]])) for m in range(3)])
        row = norm(layer.visual_norm, merged.mean(0) + visual[0, n])
        torch.testing.assert_close(got_visual[0, 0, n], row, atol=1e-9, rtol=0)


def test_the_encoder_layer_with_a_stream_per_expert_equals_its_equations_as_loops() -> None:
    layer = EncoderLayer(SMALL).double().eval()
    experts, visual = torch.randn(1, 3, 12).double(), torch.randn(1, 3, 5, 12).double()
    got_experts, got_visual, _ = layer(experts, visual, torch.ones(1, 5, dtype=torch.bool))
    for m in range(3):
        attended = layer.attention(experts[:, m : m + 1], visual[:, m]).output[0, 0]
        expert = norm(layer.expert_norm, attended + experts[0, m])
        torch.testing.assert_close(got_experts[0, m], expert, atol=1e-9, rtol=0)
        for n in range(5):
            merged = dense(layer.merge, torch.cat([expert, visual[0, m, n]]))
            row = norm(layer.visual_norm, merged + visual[0, m, n])
            torch.testing.assert_close(got_visual[0, m, n], row, atol=1e-9, rtol=0)


@pytest.mark.parametrize("adjust_norm", [False, True])
@pytest.mark.parametrize("residual", [False, True])
def test_the_adjust_block_equals_its_equation_as_loops(adjust_norm: bool, residual: bool) -> None:
    config = dataclasses.replace(SMALL, adjust_norm=adjust_norm, adjust_residual=residual)
    block = Adjust(config).double()
    experts, features = torch.randn(3, 12).double(), torch.randn(4, 12).double()
    adjusted = block(experts[:, None], features[None])
    assert adjusted.shape == (3, 4, 12)
    for m in range(3):
        for n in range(4):
            left, right = dense(block.expert, experts[m]).relu(), dense(block.feature, features[n]).relu()
            if adjust_norm:
                left, right = layer_norm(left, (12,)), layer_norm(right, (12,))
            wanted = left * right + (features[n] if residual else 0)
            torch.testing.assert_close(adjusted[m, n], wanted, atol=1e-9, rtol=0)


@pytest.mark.parametrize("kv", ["raw", "adjusted"])
@pytest.mark.parametrize("residual", ["raw", "adjusted"])
def test_the_decoder_equals_its_equations_as_loops(kv: str, residual: str) -> None:
    model = panel(dec_self_kv=kv, dec_self_residual=residual)
    images, present, tokens = study(model, B=1)
    memory = model.encode(images, present)
    got = model.decode(memory, tokens)
    for m in range(3):
        words = [
            norm(model.embedding_norm, 12**0.5 * model.embedding.weight[token] + model.sinusoids[t])
            for t, token in enumerate(tokens[0])
        ]
        expert, films = memory.experts[0, m], memory.adjusted[:, m]
        for index in range(2):
            layer, adjust = model.decoder[index], model.adjust_words[index]
            assert isinstance(layer, DecoderLayer)
            seen = [adjust(expert, word) for word in words]
            source = torch.stack(seen if kv == "adjusted" else words)[None]
            crossed = []
            for t, word in enumerate(words):
                own = layer.self_attention(seen[t][None, None], source[:, : t + 1]).output[0, 0]
                middle = norm(layer.self_norm, own + (seen[t] if residual == "adjusted" else word))
                cross = layer.cross_attention(middle[None, None], films, memory.key_mask).output[0, 0]
                crossed.append(norm(layer.cross_norm, cross + middle))
            if layer.merge is not None and layer.merge_norm is not None:
                words = [
                    norm(layer.merge_norm, dense(layer.merge, torch.cat([c, w])) + w)
                    for c, w in zip(crossed, words, strict=True)
                ]
        torch.testing.assert_close(got[0, m], torch.stack(crossed), atol=1e-9, rtol=0)


@every_reading
def test_shapes_are_those_that_the_docstrings_say(reading: dict[str, Any]) -> None:
    model = panel(**reading)
    images, present, tokens = study(model)
    logits, memory = model(images, present, tokens)
    M, F = model.config.experts, model.config.views
    assert logits.shape == (2, M, 7, 20)
    assert memory.patches.shape == memory.visual.shape == (2, F * 4, 12)
    assert memory.experts.shape == (2, M, 12)
    assert memory.adjusted.shape == (2, M, F * 4, 12)
    assert memory.expert_attention.shape == (2, M, F, 2, 2)


@every_reading
def test_changing_a_token_changes_nothing_before_it(reading: dict[str, Any]) -> None:
    model = panel(**reading)
    images, present, tokens = study(model)
    memory = model.encode(images, present)
    before = model.decode(memory, tokens)
    tokens[:, 4] = (tokens[:, 4] + 1) % 20
    after = model.decode(memory, tokens)
    assert torch.equal(before[:, :, :4], after[:, :, :4])
    assert not torch.allclose(before[:, :, 4:], after[:, :, 4:])


@every_reading
def test_padding_on_the_right_changes_nothing_before_it(reading: dict[str, Any]) -> None:
    model = panel(**reading)
    images, present, tokens = study(model)
    memory = model.encode(images, present)
    padded = torch.cat([tokens, torch.zeros(2, 2, dtype=torch.long)], 1)
    torch.testing.assert_close(model.decode(memory, padded)[:, :, :7], model.decode(memory, tokens))


@every_reading
def test_token_by_token_equals_the_parallel_pass(reading: dict[str, Any]) -> None:
    model = panel(**reading)
    images, present, tokens = study(model)
    logits, memory = model(images, present, tokens)
    state = model.start(memory, 7)
    M = model.config.experts
    for t in range(7):
        step, state = model.step(tokens[:, t].repeat_interleave(M), state)
        torch.testing.assert_close(step.view(2, M, 20), logits[:, :, t], atol=1e-12, rtol=1e-9)


@every_reading
def test_a_batch_equals_its_singles(reading: dict[str, Any]) -> None:
    model = panel(**reading)
    images, present, tokens = study(model)
    logits, memory = model(images, present, tokens)
    for b in range(2):
        one = slice(b, b + 1)
        single, alone = model(images[one], present[one], tokens[one])
        torch.testing.assert_close(single, logits[one], atol=1e-12, rtol=1e-9)
        torch.testing.assert_close(
            alone.expert_attention, memory.expert_attention[one], atol=1e-12, rtol=1e-9
        )


@every_reading
def test_permuting_the_experts_permutes_their_reports(reading: dict[str, Any]) -> None:
    model = panel(**reading)
    images, present, tokens = study(model)
    logits, memory = model(images, present, tokens)
    M = model.config.experts
    order = torch.arange(M).roll(1)
    with torch.no_grad():
        model.vit.expert_tokens.copy_(model.vit.expert_tokens[order])
        places = model.vit.positions[-M:].clone()
        model.vit.positions[-M:] = places[order]
    permuted, shuffled = model(images, present, tokens)
    torch.testing.assert_close(permuted, logits[:, order], atol=1e-12, rtol=1e-9)
    torch.testing.assert_close(shuffled.expert_attention, memory.expert_attention[:, order])


@every_reading
def test_an_absent_film_has_no_influence_and_gets_no_attention(reading: dict[str, Any]) -> None:
    model = panel(**(reading | {"views": 2}))
    images, present, tokens = study(model)
    logits, memory = model(images, present, tokens)
    images[1, 1] = torch.nan
    other, _ = model(images, present, tokens)
    assert torch.equal(logits, other)
    alone, single = model(images[1:, :1], present[1:, :1], tokens[1:])
    torch.testing.assert_close(alone, logits[1:], atol=1e-12, rtol=1e-9)
    torch.testing.assert_close(single.expert_attention, memory.expert_attention[1:, :, :1])
    assert (memory.expert_attention[1, :, 1] == 0).all()
    torch.testing.assert_close(
        memory.expert_attention.sum((2, 3, 4)), torch.ones(2, model.config.experts).double()
    )


@every_reading
def test_every_parameter_learns(reading: dict[str, Any]) -> None:
    model = panel(**reading).train()
    images, _, tokens = study(model)
    everything = torch.ones(2, model.config.views, dtype=torch.bool)
    logits, _ = model(images, everything, tokens)
    logits.log_softmax(-1)[..., 0].sum().backward()
    silent = [name for name, parameter in model.named_parameters() if parameter.grad is None]
    assert silent == []


def prefix_logits(model: MeTransformer, memory: Memory, group: int, prefix: list[int]) -> Tensor:
    b, m = divmod(group, model.config.experts)
    hidden = model.decode(memory, torch.tensor([prefix] * len(memory.experts)))
    logits: Tensor = model.output(hidden[b, m, -1])
    return logits


def test_beams_follow_their_parents_and_share_the_films() -> None:
    model = panel()
    images, present, _ = study(model)
    memory = model.encode(images, present)
    state = model.start(memory, 9)
    assert (state.rows, state.groups) == (6, 6)
    written: list[list[int]] = [[row] for row in range(6)]
    model.step(torch.arange(6), state)
    for parents in (
        [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5],  # two beams each
        [1, 0, 2, 2, 4, 5, 7, 6, 9, 9, 10, 11],  # swapped, doubled, kept
        [0, 1, 5, 4, 10, 11],  # experts 1, 3 and 4 (of six rows) have ended
    ):
        state.reorder(torch.tensor(parents))
        tokens = torch.randint(0, 20, (len(parents),))
        written = [[*written[parent], int(token)] for parent, token in zip(parents, tokens, strict=True)]
        logits, state = model.step(tokens, state)
        for row, prefix in enumerate(written):
            wanted = prefix_logits(model, memory, prefix[0], prefix)
            torch.testing.assert_close(logits[row], wanted, atol=1e-12, rtol=1e-9)
    assert state.groups == 3
    assert state.attention is not None
    assert state.attention.shape == (6, 2, 2, 2)


def test_word_attention_sums_to_one_and_comes_from_the_layer_that_is_asked_for() -> None:
    model = panel()
    images, present, _ = study(model)
    memory = model.encode(images, present)
    maps = []
    for layer in (0, 1, -1):
        state = model.start(memory, 9, attention_layer=layer)
        model.step(torch.zeros(6, dtype=torch.long), state)
        assert state.attention is not None
        torch.testing.assert_close(state.attention.sum((1, 2, 3)), torch.ones(6).double())
        assert (state.attention[3:, 1] == 0).all(), "the second study has no second film"
        maps.append(state.attention)
    assert torch.equal(maps[1], maps[2])
    assert not torch.allclose(maps[0], maps[1])


@pytest.mark.parametrize("parents", [[0, 1, 1], [0, 1, 0, 1], []])
def test_rows_of_a_group_must_stay_together(parents: list[int]) -> None:
    model = panel()
    images, present, _ = study(model)
    state = model.start(model.encode(images, present), 9)
    with pytest.raises(ValueError, match="stay together"):
        state.reorder(torch.tensor(parents, dtype=torch.long))


def test_more_tokens_than_the_model_was_made_for_are_refused() -> None:
    model = panel()
    images, present, _ = study(model)
    memory = model.encode(images, present)
    with pytest.raises(ValueError, match="made for 9"):
        model.start(memory, 10)
    with pytest.raises(ValueError, match="made for 9"):
        model.decode(memory, torch.zeros(2, 10, dtype=torch.long))


def test_a_config_survives_its_dictionary() -> None:
    config = dataclasses.replace(SMALL, positions="learned", dropout=0.0)
    assert MeTransformerConfig.from_dict(config.to_dict()) == config


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"colour": 1}, "colour"),
        ({"width": "768"}, "width"),
        ({"width": True}, "width"),
        ({"positions": "random"}, "positions"),
        ({"heads": 5}, "multiple of heads"),
        ({"experts": 0}, "experts"),
        ({"dropout": float("nan")}, "dropout"),
    ],
)
def test_a_config_that_does_not_fit_is_refused_by_name(change: dict[str, Any], said: str) -> None:
    with pytest.raises(BundleDamaged, match=said):
        MeTransformerConfig.from_dict(SMALL.to_dict() | change)


def test_a_config_that_lacks_a_name_is_refused() -> None:
    values = SMALL.to_dict()
    del values["d_mid"]
    with pytest.raises(BundleDamaged, match="d_mid"):
        MeTransformerConfig.from_dict(values)


def tiny_timm(**changes: Any) -> Any:  # timm is untyped
    sizes = {"img_size": 16, "patch_size": 8, "in_chans": 1, "embed_dim": 12, "depth": 2, "num_heads": 2}
    model = timm.models.vision_transformer.VisionTransformer(num_classes=5, **(sizes | changes))
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(0.1 * torch.randn_like(parameter))
    return model.double().eval()


def test_the_blocks_compute_what_timms_do() -> None:
    source, model = tiny_timm(), panel()
    load_vit(model, source.state_dict())
    tokens = torch.randn(2, 7, 12).double()
    wanted, got = tokens, tokens
    for theirs, ours in zip(source.blocks, model.vit.blocks, strict=True):
        wanted, got = theirs(wanted), ours(got, torch.ones(2, 7, dtype=torch.bool))
    torch.testing.assert_close(model.vit.norm(got), source.norm(wanted), atol=1e-12, rtol=1e-9)
    images = torch.randn(2, 1, 16, 16).double()
    torch.testing.assert_close(model.vit.patch_embed(images), source.patch_embed(images))


def test_patch_positions_are_taken_without_the_class_tokens() -> None:
    source, model = tiny_timm(), panel()
    experts = model.vit.positions[4:].clone()
    load_vit(model, source.state_dict())
    assert torch.equal(model.vit.positions[:4], source.pos_embed[0, 1:])
    assert torch.equal(model.vit.positions[4:], experts)


def test_with_a_class_token_and_no_experts_in_sight_the_vit_is_timms() -> None:
    source, model = tiny_timm(), panel(class_token=True, views=1)
    load_vit(model, source.state_dict())
    with torch.no_grad():
        model.vit.segments.zero_()
        model.vit.view_embedding.zero_()
        model.vit.expert_tokens.zero_()
        model.vit.positions[4:] = 0
    images = torch.randn(2, 1, 1, 16, 16).double()
    z = torch.cat([source.cls_token.expand(2, -1, -1), source.patch_embed(images[:, 0])], 1)
    z = torch.cat([z + source.pos_embed, torch.zeros(2, 3, 12).double()], 1)
    for block in source.blocks:
        z = block(z)
    wanted = source.norm(z)
    visual, experts = model.vit(images, torch.ones(2, 1, dtype=torch.bool))
    torch.testing.assert_close(visual, wanted[:, 1:5], atol=1e-12, rtol=1e-9)
    torch.testing.assert_close(experts, wanted[:, 5:], atol=1e-12, rtol=1e-9)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"depth": 3}, "depth"),
        ({"embed_dim": 8}, "shape"),
        ({"img_size": 24}, "pos_embed"),
        ({"in_chans": 3}, "shape"),
    ],
)
def test_weights_of_another_vit_are_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(RecipeError, match=said):
        load_vit(panel(), tiny_timm(**changes).state_dict())


def test_a_vit_of_fewer_blocks_is_refused_also_where_no_last_norm_is_wanted() -> None:
    load_vit(panel(final_norm=False), tiny_timm().state_dict())
    with pytest.raises(RecipeError, match="this depth"):
        load_vit(panel(final_norm=False), tiny_timm(depth=1).state_dict())


def test_the_papers_sizes_have_timms_names_and_shapes() -> None:
    with torch.device("meta"):
        source, model = timm.create_model("vit_base_patch32_224"), MeTransformer(MeTransformerConfig())
    ours = {name: tensor.shape for name, tensor in model.vit.state_dict().items()}
    theirs = {name: tensor.shape for name, tensor in source.state_dict().items()}
    shared = ours.keys() & theirs.keys()
    assert theirs.keys() - shared == {"cls_token", "pos_embed", "head.weight", "head.bias"}
    assert ours.keys() - shared == {"expert_tokens", "positions", "segments", "view_embedding"}
    assert all(ours[name] == theirs[name] for name in shared)
    assert ours["positions"] == (49 + 6, 768)


@pytest.mark.slow
def test_the_papers_sizes_take_timms_vit_base_and_read_a_study() -> None:
    source: Any = timm.create_model("vit_base_patch32_224", pretrained=False)
    model = MeTransformer(MeTransformerConfig()).eval()
    load_vit(model, source.state_dict())
    ours: Any = model.vit.blocks[11]
    assert torch.equal(ours.mlp.fc2.weight, source.blocks[11].mlp.fc2.weight)
    with torch.no_grad():
        memory = model.encode(torch.randn(1, 2, 3, 224, 224), torch.tensor([[True, True]]))
        hidden = model.decode(memory, torch.tensor([[101, 2000, 2001]]))
    assert memory.expert_attention.shape == (1, 6, 2, 7, 7)
    assert memory.adjusted.shape == (1, 6, 98, 768)
    assert hidden.shape == (1, 6, 3, 768)
