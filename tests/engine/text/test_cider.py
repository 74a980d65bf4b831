from __future__ import annotations

import math
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pycocoevalcap.cider.cider import Cider
from safetensors.numpy import load_file, save_file

from engine.errors import BundleDamaged, BundleUnsupported
from engine.text.cider import (
    DocumentFrequencies,
    cider,
    cider_d,
    corpus_pairwise_cider_d,
    pairwise_cider_d,
    signature,
    undefined_reason,
)

TEXT = st.lists(st.sampled_from(["a", "b", "c", "d", "e"]), max_size=12).map(" ".join)
REFERENCES = st.lists(st.lists(TEXT, min_size=1, max_size=3), min_size=2, max_size=6)
SAID = ["the heart is enlarged .", "the heart is normal .", "no effusion ."]


def reference_scores(hypotheses: list[str], references: list[list[str]]) -> list[float]:
    """What the public scorer answers."""
    gts = dict(enumerate(references))
    return [float(s) for s in Cider().compute_score(gts, {i: [h] for i, h in enumerate(hypotheses)})[1]]


def counts(text: str, order: int) -> Counter[tuple[str, ...]]:
    words = text.split()
    return Counter(tuple(words[i : i + order]) for i in range(len(words) - order + 1))


def by_loops(hypothesis: str, references: list[str], documents: list[list[str]], *, clipped: bool) -> float:
    """Vedantam et al. 2015 as written, one n-gram at a time."""

    def weights(text: str, order: int) -> dict[tuple[str, ...], float]:
        return {
            gram: count
            * (
                math.log(len(documents))
                - math.log(max(1, sum(any(gram in counts(t, order) for t in d) for d in documents)))
            )
            for gram, count in counts(text, order).items()
        }

    total = 0.0
    for reference in references:
        bigrams = max(0, len(hypothesis.split()) - 1) - max(0, len(reference.split()) - 1)
        for order in range(1, 5):
            ours, theirs = weights(hypothesis, order), weights(reference, order)
            dot = sum(
                (min(ours[gram], theirs[gram]) if clipped else ours[gram]) * theirs[gram]
                for gram in ours
                if gram in theirs
            )
            norms = math.hypot(*ours.values()) * math.hypot(*theirs.values())
            penalty = math.exp(-(bigrams**2) / 72) if clipped else 1.0
            total += dot / norms * penalty if norms else 0.0
    return 10 * total / 4 / len(references)


@settings(deadline=None)
@given(REFERENCES, st.data())
def test_cider_d_equals_the_public_scorer(references: list[list[str]], data: st.DataObject) -> None:
    assume(not undefined_reason(references) and any(t.split() for r in references for t in r))
    hypotheses = [data.draw(TEXT) for _ in references]
    np.testing.assert_allclose(
        cider_d(hypotheses, references), reference_scores(hypotheses, references), atol=1e-9
    )


@settings(deadline=None)
@given(REFERENCES, TEXT, TEXT, st.booleans())
def test_given_frequencies_are_used_as_the_formula_says(
    documents: list[list[str]], hypothesis: str, reference: str, clipped: bool
) -> None:
    assume(not undefined_reason(documents))
    score = (cider_d if clipped else cider)([hypothesis], [[reference]], DocumentFrequencies.of(documents))
    expected = by_loops(hypothesis, [reference], documents, clipped=clipped)
    np.testing.assert_allclose(score, [expected], atol=1e-9)


@settings(deadline=None)
@given(REFERENCES, st.data())
def test_plain_cider_equals_loops(references: list[list[str]], data: st.DataObject) -> None:
    assume(not undefined_reason(references))
    hypotheses = [data.draw(TEXT) for _ in references]
    expected = [
        by_loops(h, r, references, clipped=False) for h, r in zip(hypotheses, references, strict=True)
    ]
    np.testing.assert_allclose(cider(hypotheses, references), expected, atol=1e-9)


def test_an_exact_copy_of_a_long_enough_reference_scores_ten() -> None:
    references = [["the heart is normal"], ["no effusion was seen"]]
    np.testing.assert_allclose(cider_d([r[0] for r in references], references), [10, 10])


@pytest.mark.parametrize("references", [[["a b"]], [["a b"], ["a  b"]]])
def test_fewer_than_two_distinct_references_are_undefined_and_not_zero(references: list[list[str]]) -> None:
    assert np.isnan(cider_d(["a b"] * len(references), references)).all()
    assert undefined_reason(references) == "undefined: fewer than 2 distinct references"
    with pytest.raises(ValueError, match="fewer than 2"):
        DocumentFrequencies.of(references)


def test_case_and_punctuation_are_other_tokens() -> None:
    references = [["the lungs are clear"], ["no effusion is seen"]]
    assert cider_d(["The lungs are clear.", "no effusion is seen"], references)[0] < 10


def test_a_hypothesis_without_references_is_our_mistake() -> None:
    with pytest.raises(ValueError, match="references"):
        cider_d(["a"], [[]])


def test_nothing_to_score_gives_no_scores() -> None:
    assert cider_d([], []).shape == (0,)


def test_words_that_the_corpus_lacks_still_match() -> None:
    frequencies = DocumentFrequencies.of([["a b"], ["b c"]])
    np.testing.assert_allclose(cider_d(["x y z w"], [["x y z w"]], frequencies), [10])


def test_a_vocabulary_beyond_any_packed_key_scores_the_same() -> None:
    many = [[" ".join(f"w{i}-{k}" for k in range(200))] for i in range(400)]  # 80,000 words: 4 x 17 bits > 63
    np.testing.assert_allclose(cider_d([m[0] for m in many], many), 10)


def test_without_a_corpus_every_word_counts_alike() -> None:
    uniform = DocumentFrequencies.uniform()
    assert cider_d(["a b"], [["a c"]], uniform)[0] == pytest.approx(10 / 4 * 1 / 2)
    assert uniform.signature == "df:uniform"


@given(REFERENCES)
def test_frequencies_read_back_as_they_were_written(
    tmp_path_factory: pytest.TempPathFactory, documents: list[list[str]]
) -> None:
    assume(not undefined_reason(documents))
    frequencies = DocumentFrequencies.of(documents)
    path = tmp_path_factory.mktemp("df") / "df.safetensors"
    frequencies.save(path)
    loaded = DocumentFrequencies.load(path)
    assert loaded.signature == frequencies.signature
    assert loaded.documents == len(documents)
    np.testing.assert_array_equal(
        pairwise_cider_d(documents[0], loaded), pairwise_cider_d(documents[0], frequencies)
    )


def test_the_order_of_documents_does_not_matter() -> None:
    one = DocumentFrequencies.of([[text] for text in SAID])
    other = DocumentFrequencies.of([[text] for text in SAID[::-1]])
    assert one.signature == other.signature


def test_a_damaged_frequency_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "df.safetensors"
    path.write_bytes(b"no safetensors")
    with pytest.raises(BundleDamaged, match=r"df\.safetensors"):
        DocumentFrequencies.load(path)
    DocumentFrequencies.of([[text] for text in SAID]).save(path)
    tensors = load_file(path)
    tensors["counts.1"] = tensors["counts.1"] + 1000
    save_file(tensors, path, {"format": "1", "documents": "3"})
    with pytest.raises(BundleDamaged):
        DocumentFrequencies.load(path)
    save_file(tensors, path, {"format": "2", "documents": "3"})
    with pytest.raises(BundleUnsupported, match="format 2"):
        DocumentFrequencies.load(path)


def test_pairwise_scores_are_single_scores() -> None:
    frequencies = DocumentFrequencies.of([[text] for text in SAID])
    matrix = pairwise_cider_d(SAID, frequencies)
    for i, hypothesis in enumerate(SAID):
        for j, reference in enumerate(SAID):
            assert matrix[i, j] == pytest.approx(
                cider_d([hypothesis], [[reference]], frequencies)[0], abs=1e-12
            )


def test_corpus_scores_are_the_public_scorers_with_one_expert_as_reference() -> None:
    panels = [["a b c", "a b d"], ["c d e", "c d d"], ["a a b", "b b"]]
    matrix = corpus_pairwise_cider_d(panels)
    expected = reference_scores([p[0] for p in panels], [[p[1]] for p in panels])
    np.testing.assert_allclose(matrix[:, 0, 1], expected, atol=1e-9)


def test_the_signature_names_all_that_could_change_the_score() -> None:
    frequencies = DocumentFrequencies.of([[text] for text in SAID])
    name = signature(frequencies)
    assert name.startswith("cider-d|n:1-4|sigma:6.0|df:3-documents-")
    assert signature(None, metric="cider") == "cider|n:1-4|df:the-scored-references|tokens:whitespace"


def test_text_votes_and_bundles_start_without_torch() -> None:
    code = (
        "import sys, engine.panel_json, engine.bundle, engine.voting\n"
        "print({'torch', 'timm', 'transformers'} & {name.split('.')[0] for name in sys.modules})"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "set()"
