"""What a bundle's ONNX files take and give: the contract between who writes them and who runs them.

Shapes
    B studies, F films of a study, M experts, D width, N = F h w visual tokens, t tokens written so far,
    G groups (study and expert; B M at first), b hypotheses of each group, L decoder layers

    encoder.onnx  images (B, F, C, H, W) float, present (B, F) bool
                  -> expert_maps (B, M, F, h, w), features (B, F, D), and the state of every group:
                     experts (G, 1, 1, D), visible (G, 1, 1, F) 1 or 0,
                     cross_keys.l and cross_values.l (G, 1, N, D)
    step.onnx     tokens (G, b) int64, k () int64, the state above, own_keys.l and own_values.l (G, b, t, D)
                  -> log_probabilities (G b, k), top_tokens (G b, k) int64, attention (G b, F, h, w),
                     next.own_keys.l and next.own_values.l (G, b, t + 1, D)
    select.onnx   array (m, n, x, y) of the state, index (p, q) int64 into its m n rows
                  -> selected (p, q, x, y)

`select` is what `reorder` is made of: with it the state never leaves its device. Films are kept per group and
not per hypothesis, so beams copy none of them.
"""

from __future__ import annotations

ENCODER, STEP, SELECT = "encoder.onnx", "step.onnx", "select.onnx"
GRAPHS = (ENCODER, STEP, SELECT)

IMAGES, PRESENT = "images", "present"
EXPERT_MAPS, FEATURES = "expert_maps", "features"
EXPERTS, VISIBLE = "experts", "visible"
TOKENS, K = "tokens", "k"
LOG_PROBABILITIES, TOP_TOKENS, ATTENTION = "log_probabilities", "top_tokens", "attention"
ARRAY, INDEX, SELECTED = "array", "index", "selected"
NEXT = "next."


def group_names(layers: int) -> tuple[str, ...]:
    """The state that a group keeps for all its hypotheses."""
    return (EXPERTS, VISIBLE, *_pairs("cross", layers))


def own_names(layers: int) -> tuple[str, ...]:
    """The state that grows with every token, hypothesis by hypothesis."""
    return _pairs("own", layers)


def _pairs(what: str, layers: int) -> tuple[str, ...]:
    return tuple(f"{what}_{part}.{layer}" for layer in range(layers) for part in ("keys", "values"))
