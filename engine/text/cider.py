"""CIDEr-D and CIDEr (Vedantam et al., CVPR 2015), once for votes, metrics and rewards.

For n-gram g of order k in text t, with count h_g(t), D documents of which df(g) hold g in a reference:

    w_g(t) = h_g(t) * (log D - log max(1, df(g)))                                               (tf-idf)
    CIDEr_k(c, r)   = sum_g w_g(c) w_g(r) / (|w(c)| |w(r)|)
    CIDEr-D_k(c, r) = sum_g min(w_g(c), w_g(r)) w_g(r) / (|w(c)| |w(r)|) * exp(-(l(c)-l(r))^2 / (2 sigma^2))
    score(c) = 10 * mean over k = 1..4, mean over references r

CIDEr-D equals pycocoevalcap to rounding; as there, l(t) is the number of *bigrams* of t and a repeated
n-gram counts as often as it occurs. Plain CIDEr has the factor 10 of the released code, not of the paper.

Texts here are tokenised already: tokens between blanks, one form on both sides
(`engine.text.tokenizer.metric_text`). Case and punctuation make different tokens.

Where the score is undefined it is NaN, never 0: without given document frequencies, when fewer than two
references differ, every idf is 0 and the formula can only answer 0 (`undefined_reason` says so in words).

An n-gram is numbered by (number of its first n-1 words, last word), order by order, so that no packed key
overflows whatever the vocabulary's size.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save_file

from engine.errors import BundleDamaged, BundleUnsupported

MAX_ORDER = 4
SIGMA = 6.0
SCALE = 10.0
FREQUENCIES_FORMAT = "1"

IntArray = npt.NDArray[np.int64]
Float64Array = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class DocumentFrequencies:
    """In how many documents of a corpus each n-gram occurs; what idf is made of.

    `words` is sorted. Order k's n-grams are `keys[k-1]`, sorted: row of the prefix in order k-1 times
    len(words) plus row of the last word; `counts[k-1]` is df. N-grams of one document are left out: their
    idf is log D, as of those never seen. `signature` names the counts in a score's signature.
    """

    documents: int
    words: tuple[str, ...]
    keys: tuple[IntArray, ...]
    counts: tuple[IntArray, ...]
    signature: str = field(init=False)
    _rows: Mapping[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        digest = hashlib.sha256("\n".join(self.words).encode())
        for array in (*self.keys, *self.counts):
            digest.update(np.ascontiguousarray(array, "<i8").tobytes())
        counted = f"df:{self.documents}-documents-{digest.hexdigest()[:8]}"
        name = counted if self.words else "df:uniform"
        object.__setattr__(self, "signature", name)
        object.__setattr__(self, "_rows", {word: row for row, word in enumerate(self.words)})

    @property
    def log_documents(self) -> float:
        """log D: the idf of an n-gram that the corpus lacks."""
        return math.log(self.documents)

    @classmethod
    def uniform(cls) -> DocumentFrequencies:
        """No corpus at all: every n-gram counts alike. The score's scale does not depend on D."""
        nothing = tuple(np.zeros(0, np.int64) for _ in range(MAX_ORDER))
        return cls(2, (), nothing, nothing)

    @classmethod
    def of(cls, documents: Sequence[Sequence[str]]) -> DocumentFrequencies:
        """Count over documents, each one or more tokenised texts; at least two must differ (ValueError)."""
        reason = undefined_reason(documents)
        if reason:
            raise ValueError(reason)
        texts, owner = _flat(documents)
        grams = _count(texts)
        words = tuple(sorted(grams.words))
        word_rows = _find_words({word: row for row, word in enumerate(words)}, grams.words)
        rows = np.zeros(1, np.int64)  # of the empty prefix
        keys, counts = [], []
        for level in grams.levels:
            df = _document_frequency(level, owner)
            kept = np.flatnonzero(df > 1)  # a gram's prefix is at least as frequent, so it is kept too
            level_keys = rows[level.prefixes[kept]] * len(words) + word_rows[level.last_words[kept]]
            order = np.argsort(level_keys)
            keys.append(level_keys[order])
            counts.append(df[kept][order])
            rows = np.full(level.size, -1, np.int64)
            rows[kept[order]] = np.arange(len(kept))
        return cls(len(documents), words, tuple(keys), tuple(counts))

    def save(self, path: Path) -> None:
        """Write as safetensors: plain arrays, the words as UTF-8 lines."""
        tensors = {f"keys.{k}": keys for k, keys in enumerate(self.keys, start=1)}
        tensors |= {f"counts.{k}": counts for k, counts in enumerate(self.counts, start=1)}
        tensors["words"] = np.frombuffer("\n".join(self.words).encode(), np.uint8)
        save_file(tensors, path, {"format": FREQUENCIES_FORMAT, "documents": str(self.documents)})

    @classmethod
    def load(cls, path: Path) -> DocumentFrequencies:
        """Read what `save` wrote; BundleUnsupported or BundleDamaged where that is impossible."""
        try:
            with safe_open(path, framework="numpy") as file:
                metadata = file.metadata() or {}
                tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 (no mapping)
            return cls._from_tensors(metadata, tensors, path.name)
        except (OSError, SafetensorError, KeyError, ValueError) as error:
            raise BundleDamaged(
                "The document frequencies cannot be read.", where=path.name, todo="Copy the bundle again."
            ) from error

    @classmethod
    def _from_tensors(
        cls, metadata: Mapping[str, str], tensors: Mapping[str, IntArray], where: str
    ) -> DocumentFrequencies:
        """Checked frequencies; KeyError or ValueError where something is absent or does not fit."""
        if metadata.get("format") != FREQUENCIES_FORMAT:
            raise BundleUnsupported(
                f"Document frequencies of format {metadata.get('format')} are unknown here.",
                where=where,
                todo="Use the Consilium that wrote them, or a newer one.",
            )
        words = tensors["words"].tobytes().decode()
        orders = range(1, MAX_ORDER + 1)
        frequencies = cls(
            int(metadata["documents"]),
            tuple(words.split("\n")) if words else (),
            tuple(tensors[f"keys.{k}"].astype(np.int64) for k in orders),
            tuple(tensors[f"counts.{k}"].astype(np.int64) for k in orders),
        )
        frequencies._check()
        return frequencies

    def _check(self) -> None:
        """ValueError where arrays do not fit each other or counts leave 2..D."""
        if self.documents < 2 or len(self._rows) < len(self.words):
            raise ValueError("fewer than two documents, or a word twice")
        prefixes = 1
        for keys, counts in zip(self.keys, self.counts, strict=True):
            if keys.ndim != 1 or keys.shape != counts.shape or np.any(np.diff(keys) <= 0):
                raise ValueError("keys are not sorted, or have no counts")
            if len(keys) and not 0 <= keys[0] <= keys[-1] < prefixes * len(self.words):
                raise ValueError("a key has no prefix or no word")
            if len(counts) and not 2 <= counts.min() <= counts.max() <= self.documents:
                raise ValueError("counts do not fit the number of documents")
            prefixes = len(keys)

    def word_rows(self, words: Sequence[str]) -> IntArray:
        """The number of each word here, -1 for one that no two documents share."""
        return _find_words(self._rows, words)

    def idf_at(self, words: IntArray) -> list[Float64Array]:
        """idf of the n-gram at each place of texts (R, T) of `word_rows`; of order k (R, T - k + 1)."""
        prefixes, idf = np.zeros_like(words), []
        for order, (keys, counts) in enumerate(zip(self.keys, self.counts, strict=True)):
            last = words[:, order:]
            prefixes = prefixes[:, : last.shape[1]]
            rows = _find(keys, np.where((prefixes >= 0) & (last >= 0), prefixes * len(self.words) + last, -1))
            df = np.ones(rows.shape)
            df[rows >= 0] = counts[rows[rows >= 0]]
            idf.append(self.log_documents - np.log(df))
            prefixes = rows
        return idf

    def _idf(self, grams: _Grams) -> list[Float64Array]:
        """idf of every distinct n-gram of `grams`, order by order."""
        word_rows = _find_words(self._rows, grams.words)
        rows, idf = np.zeros(1, np.int64), []
        for level, keys, counts in zip(grams.levels, self.keys, self.counts, strict=True):
            prefixes, last = rows[level.prefixes], word_rows[level.last_words]
            rows = _find(keys, np.where((prefixes >= 0) & (last >= 0), prefixes * len(self.words) + last, -1))
            df = np.ones(level.size)
            df[rows >= 0] = counts[rows[rows >= 0]]
            idf.append(self.log_documents - np.log(df))
        return idf


def undefined_reason(references: Sequence[Sequence[str]]) -> str:
    """Why idf over these references is undefined, "" where it is defined.

    One document, or documents that all say the same, give every n-gram the idf 0: even a perfect text
    would score 0.
    """
    distinct = {tuple(" ".join(text.split()) for text in document) for document in references}
    return "" if len(distinct) > 1 else "undefined: fewer than 2 distinct references"


def signature(frequencies: DocumentFrequencies | None, *, metric: str = "cider-d") -> str:
    """All that could change a score: metric, orders, sigma, document frequencies and tokens."""
    source = frequencies.signature if frequencies else "df:the-scored-references"
    sigma = f"|sigma:{SIGMA}" if metric == "cider-d" else ""
    return f"{metric}|n:1-{MAX_ORDER}{sigma}|{source}|tokens:whitespace"


def cider_d(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
    frequencies: DocumentFrequencies | None = None,
) -> Float64Array:
    """CIDEr-D of each hypothesis against its own references, in 0..10 (S,).

    Without `frequencies` df is counted over `references`, as pycocoevalcap does; all scores are then NaN
    where `undefined_reason(references)` has one.
    """
    return _scores(hypotheses, references, frequencies, _clipped)


def cider(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
    frequencies: DocumentFrequencies | None = None,
) -> Float64Array:
    """Plain CIDEr (no clipping, no length penalty), times 10; else as `cider_d` (S,)."""
    return _scores(hypotheses, references, frequencies, _cosine)


def pairwise_cider_d(texts: Sequence[str], frequencies: DocumentFrequencies) -> Float64Array:
    """CIDEr-D of every text i as hypothesis with every text j as its only reference (M, M)."""
    grams = _count(texts)
    pairs = _Pairs(*(axis.ravel() for axis in np.indices((len(texts), len(texts)))))
    scores = _clipped(grams, frequencies._idf(grams), pairs)
    return scores.reshape(len(texts), len(texts))


def corpus_pairwise_cider_d(panels: Sequence[Sequence[str]]) -> Float64Array:
    """[s, i, j]: text i of study s against text j, with df over text j of all studies (S, M, M).

    What pycocoevalcap answers for the candidates {s: text i} and the references {s: text j}. Column j is
    NaN where expert j's texts do not differ between studies.
    """
    studies, experts = len(panels), len(panels[0])
    grams = _count([text for panel in panels for text in panel])
    rows = np.arange(studies)[:, None] * experts
    candidates = (rows + np.arange(experts)).ravel()
    matrix = np.full((studies, experts, experts), np.nan)
    for expert in range(experts):
        if undefined_reason([[panel[expert]] for panel in panels]):
            continue
        owner = np.full(studies * experts, -1)
        owner[rows[:, 0] + expert] = np.arange(studies)
        pairs = _Pairs(candidates, np.repeat(rows[:, 0] + expert, experts))
        scores = _clipped(grams, _idf_over(grams, owner, studies), pairs)
        matrix[:, :, expert] = scores.reshape(studies, experts)
    return matrix


@dataclass(frozen=True, slots=True)
class _Level:
    """All n-grams of one order: occurrences by (text, gram), and what the distinct grams consist of.

    `texts`, `grams`, `counts` are sorted by text, then gram; `prefixes`, `last_words` are per distinct gram.
    """

    texts: IntArray
    grams: IntArray
    counts: IntArray
    prefixes: IntArray
    last_words: IntArray

    @property
    def size(self) -> int:
        """Number of distinct n-grams of this order."""
        return len(self.prefixes)


@dataclass(frozen=True, slots=True)
class _Grams:
    """N-grams of orders 1..4 of some texts."""

    texts: int
    words: tuple[str, ...]
    levels: tuple[_Level, ...]
    bigrams: IntArray


def _flat(documents: Sequence[Sequence[str]]) -> tuple[list[str], IntArray]:
    """All texts in one list, and the document that each belongs to."""
    texts = [text for document in documents for text in document]
    return texts, np.repeat(np.arange(len(documents)), [len(document) for document in documents])


def _count(texts: Sequence[str]) -> _Grams:
    """Number and count the n-grams of `texts`."""
    vocabulary: dict[str, int] = {}
    split = [text.split() for text in texts]
    ids = np.array([vocabulary.setdefault(w, len(vocabulary)) for words in split for w in words], np.int64)
    owner = np.repeat(np.arange(len(split)), [len(words) for words in split])
    grams, levels = np.zeros(len(ids), np.int64), []
    for order in range(1, MAX_ORDER + 1):
        if order > 1:  # a gram of this order starts where one of the order before does, one word shorter
            inside = owner[:-1] == owner[1:]  # the text goes on behind the gram
            grams, owner, ids = grams[:-1][inside], owner[1:][inside], ids[1:][inside]
        distinct, grams = np.unique(grams * max(1, len(vocabulary)) + ids, return_inverse=True)
        prefixes, last_words = np.divmod(distinct, max(1, len(vocabulary)))
        occurrences, counts = np.unique(owner * max(1, len(distinct)) + grams, return_counts=True)
        holders, held = np.divmod(occurrences, max(1, len(distinct)))
        levels.append(_Level(holders, held, counts.astype(np.int64), prefixes, last_words))
    lengths = np.array([len(words) for words in split], np.int64)
    return _Grams(len(texts), tuple(vocabulary), tuple(levels), np.maximum(lengths - 1, 0))


def _find(keys: IntArray, wanted: IntArray) -> IntArray:
    """Where each wanted key stands in sorted `keys`, -1 where it does not."""
    if not len(keys):
        return np.full(wanted.shape, -1, np.int64)
    positions = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[positions] == wanted, positions, -1)


def _find_words(rows: Mapping[str, int], words: Sequence[str]) -> IntArray:
    """The row of each word, -1 for an unknown one."""
    return np.array([rows.get(word, -1) for word in words], np.int64)


def _document_frequency(level: _Level, owner: IntArray) -> IntArray:
    """Documents that hold each gram; `owner` is each text's document, -1 for a text that does not count."""
    documents = owner[level.texts]
    counted = documents >= 0
    held = np.unique(documents[counted] * max(1, level.size) + level.grams[counted]) % max(1, level.size)
    return np.bincount(held, minlength=level.size)


def _idf_over(grams: _Grams, owner: IntArray, documents: int) -> list[Float64Array]:
    """idf of every distinct gram with df over the texts that `owner` assigns to documents."""
    return [
        math.log(documents) - np.log(np.maximum(1, _document_frequency(level, owner)))
        for level in grams.levels
    ]


@dataclass(frozen=True, slots=True)
class _Pairs:
    """Which text is scored against which (P,) each."""

    candidates: IntArray
    targets: IntArray


_Similarity = Callable[[_Grams, Sequence[Float64Array], _Pairs], Float64Array]
_Product = Callable[[Float64Array, Float64Array], Float64Array]


def _scores(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
    frequencies: DocumentFrequencies | None,
    similarity: _Similarity,
) -> Float64Array:
    """Mean similarity of each hypothesis to its references."""
    if len(hypotheses) != len(references) or not all(references):
        raise ValueError("every hypothesis needs its own non-empty list of references")
    if not hypotheses or (frequencies is None and undefined_reason(references)):
        return np.full(len(hypotheses), np.nan)
    targets, owner = _flat(references)
    items = len(hypotheses)
    grams = _count([*hypotheses, *targets])
    if frequencies is None:
        idf = _idf_over(grams, np.concatenate([np.full(items, -1), owner]), items)
    else:
        idf = frequencies._idf(grams)
    scores = similarity(grams, idf, _Pairs(owner, np.arange(items, grams.texts)))
    return np.bincount(owner, scores, minlength=items) / np.bincount(owner, minlength=items)


def _clipped(grams: _Grams, idf: Sequence[Float64Array], pairs: _Pairs) -> Float64Array:
    """CIDEr-D of each pair (P,)."""
    delta = grams.bigrams[pairs.candidates] - grams.bigrams[pairs.targets]
    penalty = np.exp(-(delta**2) / (2 * SIGMA**2))
    products = _mean_cosine(grams, idf, pairs, lambda ours, theirs: np.minimum(ours, theirs) * theirs)
    return SCALE * products * penalty


def _cosine(grams: _Grams, idf: Sequence[Float64Array], pairs: _Pairs) -> Float64Array:
    """CIDEr of each pair (P,)."""
    return SCALE * _mean_cosine(grams, idf, pairs, np.multiply)


def _mean_cosine(
    grams: _Grams, idf: Sequence[Float64Array], pairs: _Pairs, product: _Product
) -> Float64Array:
    """Mean over orders of sum_g product(w_g(c), w_g(r)) / (|w(c)| |w(r)|) (P,)."""
    total = np.zeros(len(pairs.targets))
    for level, level_idf in zip(grams.levels, idf, strict=True):
        weights = level.counts * level_idf[level.grams]
        norms = np.sqrt(np.bincount(level.texts, weights**2, minlength=grams.texts))
        pair, entry = _target_entries(level, pairs, grams.texts)
        wanted = pairs.candidates[pair] * level.size + level.grams[entry]
        match = _find(level.texts * level.size + level.grams, wanted)
        pair, entry, match = pair[match >= 0], entry[match >= 0], match[match >= 0]
        sums = np.bincount(pair, product(weights[match], weights[entry]), minlength=len(total))
        scale = norms[pairs.candidates] * norms[pairs.targets]
        total += np.divide(sums, scale, out=np.zeros(len(total)), where=scale != 0)
    return total / MAX_ORDER


def _target_entries(level: _Level, pairs: _Pairs, texts: int) -> tuple[IntArray, IntArray]:
    """For every n-gram of every pair's target: the pair, and the row of `level` where it stands."""
    bounds = np.searchsorted(level.texts, np.arange(texts + 1))
    lengths = np.diff(bounds)[pairs.targets]
    pair = np.repeat(np.arange(len(lengths)), lengths)
    offset = np.arange(len(pair)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    return pair, bounds[:-1][pairs.targets][pair] + offset
