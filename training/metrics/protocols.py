"""Evaluation protocols by name: what becomes of a text before it is scored, and of a reference before that.

The same draft has another BLEU and another CIDEr under another protocol, so that a score without its
protocol's name says nothing. `r2gen-iu` and `r2gen-mimic` are what R2Gen and the papers after it report:
their cleaning, tokens between blanks with the full stop among them, references cut to what their model could
have written and with rare words as "<unk>". `coco` is that of the captions' papers: Penn Treebank tokens
without punctuation, which needs Java. `consilium` is the desk's own form, on which drafts vote.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.errors import RecipeError
from engine.text.tokenizer import metric_text
from training.data.cleaning import r2gen_iu, r2gen_mimic
from training.metrics.java import NO_JAVA, Java, JavaFailed
from training.metrics.ptb import ptb_texts

UNKNOWN = "<unk>"


@dataclass(frozen=True, slots=True)
class Protocol:
    """What the scored texts are made of.

    `clean` makes tokens between blanks of a text, after `ptb` where that is so. References keep their first
    `cut` tokens (0: all), and tokens that occur in training references less than `min_count` times become
    "<unk>" (0: none).
    """

    name: str
    title: str
    clean: Callable[[str], str]
    tokens: str
    ptb: bool = False
    cut: int = 0
    min_count: int = 0

    def texts(self, texts: Sequence[str], java: Java | None) -> list[str]:
        """Texts as they are scored. `JavaFailed` where Java is needed and absent or at fault."""
        if self.ptb:
            if java is None:
                raise JavaFailed(f"{NO_JAVA}, which Penn Treebank tokens need")
            texts = ptb_texts(texts, java)
        return [self.clean(text) for text in texts]

    def references(self, texts: Sequence[str], known: frozenset[str] | None, java: Java | None) -> list[str]:
        """References as they are scored; `known` are the words that stay, None: all."""
        return [self._cut(text, known) for text in self.texts(texts, java)]

    def known_words(self, training: Sequence[str]) -> frozenset[str] | None:
        """The words of training references that stay; None: all, as where there is no training report."""
        if not self.min_count or not training:
            return None
        counts = Counter(word for text in training for word in self.clean(text).split())
        return frozenset(word for word, count in counts.items() if count >= self.min_count)

    def signature(self, known: frozenset[str] | None) -> str:
        """What scores under this protocol depend on."""
        references = f"cut to {self.cut} tokens" if self.cut else "full"
        rare = ""
        if self.min_count:
            rare = f", rare words <unk> ({len(known)} known)" if known is not None else ", rare words kept"
        return f"protocol:{self.name}|tokens:{self.tokens}|references:{references}{rare}"

    def _cut(self, text: str, known: frozenset[str] | None) -> str:
        if not self.cut and known is None:
            return text
        words = text.split()[: self.cut or None]
        return " ".join(word if known is None or word in known else UNKNOWN for word in words)


R2GEN_TOKENS = "R2Gen's cleaning, whitespace"
PROTOCOLS = (
    Protocol("r2gen-iu", "R2Gen on IU X-Ray", r2gen_iu, R2GEN_TOKENS, cut=59, min_count=3),
    Protocol("r2gen-mimic", "R2Gen on MIMIC-CXR", r2gen_mimic, R2GEN_TOKENS, cut=99, min_count=10),
    Protocol("r2gen-iu-full", "R2Gen's cleaning for IU X-Ray, references whole", r2gen_iu, R2GEN_TOKENS),
    Protocol(
        "r2gen-mimic-full", "R2Gen's cleaning for MIMIC-CXR, references whole", r2gen_mimic, R2GEN_TOKENS
    ),
    Protocol("coco", "COCO captions", str, "Penn Treebank (corenlp 3.4.1), no punctuation", ptb=True),
    Protocol("consilium", "the desk's own form, references whole", metric_text, "metric_text, whitespace"),
)


def protocol_of(name: str) -> Protocol:
    """The protocol of that name; `RecipeError` where there is none."""
    for protocol in PROTOCOLS:
        if protocol.name == name:
            return protocol
    known = ", ".join(protocol.name for protocol in PROTOCOLS)
    raise RecipeError(f'there is no protocol "{name}".', todo=f"Known: {known}.")
