"""Report text to token ids and back, with the characters that each token became.

Two kinds of `tokenizer.json` (Hugging Face tokenizers) are understood:
- word level, as `train_word_level` makes it from cleaned reports (R2Gen's vocabulary, Chen et al. 2020);
- WordPiece (BERT), where [CLS] opens and [SEP] closes a report.
Models write lower-case tokens; `decode` sets them as a reader expects them ("The heart is enlarged. No
effusion.") and keeps one span per token, so that the evidence for a token can be shown on its characters.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tokenizers import AddedToken, Regex, Tokenizer, models, normalizers, pre_tokenizers

from engine.errors import BundleDamaged, BundleUnsupported

PAD, BOS, EOS, UNKNOWN = "<pad>", "<bos>", "<eos>", "<unk>"

# The names that word-level, BERT and RoBERTa-like vocabularies give to the same four things.
SPECIAL_NAMES = {
    "pad": (PAD, "[PAD]"),
    "bos": (BOS, "[CLS]", "<s>"),
    "eos": (EOS, "[SEP]", "</s>"),
    "unk": (UNKNOWN, "[UNK]"),
}

# An unknown word stays visible: dropping it could turn "no <unk>" into "no".
UNKNOWN_SHOWN = "[unknown]"

SENTENCE_ENDS = frozenset(".?!")
CLOSING = frozenset(".,;:?!)]%")
OPENING = frozenset("([")
# WordPiece cuts words at these; a word-level vocabulary keeps them inside words.
JOINING = frozenset("-/'")

_DROPPED = re.compile(r"[\"'/\\,?;*!%^&_+():<=>@\[\]{}]")
# ".." and "clear.The" are ends of sentences that lack a blank.
_UNSPACED_END = re.compile(r"\.{2,}|(?<=[a-z])\.(?=[A-Z])")
_FULL_STOP = re.compile(r"\.(?=\s|$)")
_INNER_STOP = re.compile(r"(?<!\d)\.(?=\S)|(?<=\d)\.(?=[^\s\d])")


def metric_text(text: str) -> str:
    r"""The one form of a report on which votes and metrics are computed: lower case, tokens between blanks.

    R2Gen's protocol (Chen et al. 2020, whitespace tokens, the full stop a token of its own) for text that
    was not cleaned before: the punctuation that R2Gen's cleaning deletes is deleted, hyphens stay, line
    breaks become blanks. Departure: a decimal point stays ("2.5"), where R2Gen makes 25 of it. Cleaned text
    is not changed, and applying it twice is applying it once.

    >>> metric_text("The heart is enlarged, mildly.\nNo effusion.")
    'the heart is enlarged mildly . no effusion .'
    """
    spaced = _UNSPACED_END.sub(" . ", text)
    bare = _INNER_STOP.sub("", _DROPPED.sub("", spaced.lower()))
    words: list[str] = []
    for token in _FULL_STOP.sub(" . ", bare).split():
        if token != "." or (words and words[-1] != "."):
            words.append(token)
    return " ".join(words)


@dataclass(frozen=True, slots=True)
class DecodedText:
    """Text as a reader sees it; `words[i]` are the characters start:stop that token i became.

    A token that shows nothing (begin, end, padding, a repeated full stop) has an empty span.
    """

    text: str
    words: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class SpecialIds:
    """Ids of the tokens that are no words."""

    pad: int
    bos: int
    eos: int
    unk: int


@dataclass(frozen=True, slots=True)
class Token:
    """A token's id and the characters start:stop of the text that it stands for."""

    id: int
    start: int
    stop: int


class ReportTokenizer:
    """A `tokenizer.json` with the four special ids that our models need."""

    def __init__(self, tokenizer: Tokenizer, *, where: str = "tokenizer.json") -> None:
        tokenizer.no_truncation()  # published files may ask for 128 tokens and for padding
        tokenizer.no_padding()
        self._tokenizer = tokenizer
        self._special = _special_ids(tokenizer, where)
        self._pieces = isinstance(tokenizer.model, models.WordPiece)

    @classmethod
    def load(cls, path: Path) -> ReportTokenizer:
        """Read a `tokenizer.json`; BundleDamaged if it is none, BundleUnsupported without special tokens."""
        try:
            tokenizer = Tokenizer.from_str(path.read_text(encoding="utf-8"))
        except Exception as error:  # the library raises nothing narrower
            raise BundleDamaged(
                "This is not a readable tokenizer file.", where=path.name, todo="Copy the bundle again."
            ) from error
        return cls(tokenizer, where=path.name)

    def save(self, path: Path) -> None:
        """Write `tokenizer.json`; the same vocabulary gives the same bytes."""
        path.write_text(self._tokenizer.to_str(pretty=True), encoding="utf-8")

    @property
    def size(self) -> int:
        """Number of ids, special ones included."""
        return int(self._tokenizer.get_vocab_size())

    @property
    def pad(self) -> int:
        """Id that fills a batch."""
        return self._special.pad

    @property
    def bos(self) -> int:
        """Id that opens a report."""
        return self._special.bos

    @property
    def eos(self) -> int:
        """Id that closes a report."""
        return self._special.eos

    @property
    def unk(self) -> int:
        """Id of every word that the vocabulary lacks."""
        return self._special.unk

    def word(self, index: int) -> str:
        """What an id stands for in the vocabulary, "##" of a word piece included; ValueError beyond it."""
        token = self._tokenizer.id_to_token(index)
        if token is None:
            raise ValueError(f"id {index} is outside the vocabulary of {self.size}")
        return str(token)

    def encode(self, text: str) -> list[int]:
        """Ids of a report, without the begin and end ids; "<eos>" typed into it is an unknown word."""
        return [token.id for token in self.tokens(text)]

    def tokens(self, text: str) -> list[Token]:
        """The same with the characters that each token stands for."""
        encoding = self._tokenizer.encode(text, add_special_tokens=False)
        special = (self.pad, self.bos, self.eos)
        return [
            Token(self.unk if index in special else index, start, stop)
            for index, (start, stop) in zip(encoding.ids, encoding.offsets, strict=True)
        ]

    def decode(self, ids: Sequence[int]) -> DecodedText:
        """The report that `ids` spell and one span per id; ids outside the vocabulary are our mistake."""
        pieces = [self._piece(index) for index in ids]
        return _set_in_type(_with_decimal_points(pieces) if self._pieces else pieces)

    def _piece(self, index: int) -> _Piece:
        """How one id joins the text."""
        if index in (self.pad, self.bos, self.eos):
            return _Piece("")
        if index == self.unk:
            return _Piece(UNKNOWN_SHOWN)
        token = self._tokenizer.id_to_token(index)
        if token is None:
            raise ValueError(f"id {index} is outside the vocabulary of {self.size}")
        if self._pieces and token.startswith("##") and len(token) > 2:
            return _Piece(token[2:], joins_left=True)
        joining = self._pieces and token in JOINING
        return _Piece(token, joins_left=joining or token in CLOSING, joins_right=joining or token in OPENING)


def train_word_level(texts: Iterable[str], min_count: int) -> ReportTokenizer:
    """A vocabulary of all words that occur at least `min_count` times, in alphabetical order.

    Papers' thresholds: 3 for IU X-Ray, 10 for MIMIC-CXR (R2Gen). Punctuation at a word's edge is a token.
    """
    tokenizer = Tokenizer(models.WordLevel({}, unk_token=UNKNOWN))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.WhitespaceSplit(),
            pre_tokenizers.Split(Regex(r"[.,;:?!)\]](?=[.,;:?!)\]]*$)|^[(\[]"), "isolated"),
        ]
    )
    counts = Counter(
        word
        for text in texts
        for word, _ in tokenizer.pre_tokenizer.pre_tokenize_str(tokenizer.normalizer.normalize_str(text))
    )
    special = [PAD, BOS, EOS, UNKNOWN]
    words = special + sorted(
        word for word, count in counts.items() if count >= min_count and word not in special
    )
    tokenizer.model = models.WordLevel({word: index for index, word in enumerate(words)}, unk_token=UNKNOWN)
    tokenizer.add_special_tokens([AddedToken(name, special=True) for name in special])
    return ReportTokenizer(tokenizer)


@dataclass(frozen=True, slots=True)
class _Piece:
    """A token's characters, and whether it touches its neighbours."""

    text: str
    joins_left: bool = False
    joins_right: bool = False


def _with_decimal_points(pieces: Sequence[_Piece]) -> list[_Piece]:
    """WordPiece cuts "2.5" in three: a full stop between two whole numbers is taken for a decimal point."""
    number = [piece.text.isdigit() and not piece.joins_left for piece in pieces]
    return [
        _Piece(".", joins_left=True, joins_right=True)
        if piece.text == "." and 0 < place < len(pieces) - 1 and number[place - 1] and number[place + 1]
        else piece
        for place, piece in enumerate(pieces)
    ]


def _set_in_type(pieces: Sequence[_Piece]) -> DecodedText:
    """Pieces with blanks between them and a capital at the start of each sentence."""
    text, spans = "", []
    touching, opens_sentence = True, True  # nothing before the first piece: no blank, but a capital
    for piece in pieces:
        repeated_stop = opens_sentence and piece.text == "."
        if not piece.text or repeated_stop:
            spans.append((len(text), len(text)))
            continue
        text += "" if touching or piece.joins_left else " "
        spans.append((len(text), len(text) + len(piece.text)))
        text += _capitalised(piece.text) if opens_sentence else piece.text
        touching = piece.joins_right
        opens_sentence = piece.text in SENTENCE_ENDS or (opens_sentence and piece.text in OPENING)
    return DecodedText(text, tuple(spans))


def _capitalised(word: str) -> str:
    """`word` with its first letter in upper case, where that is one character as well."""
    first = word[:1].upper()
    return first + word[1:] if len(first) == 1 else word


def _special_ids(tokenizer: Tokenizer, where: str) -> SpecialIds:
    """The ids of the four special tokens under any of their usual names."""
    found = {}
    for role, names in SPECIAL_NAMES.items():
        ids = [tokenizer.token_to_id(name) for name in names]
        known = [index for index in ids if index is not None]
        if not known:
            raise BundleUnsupported(
                f"The vocabulary has none of the tokens {', '.join(names)}.",
                where=where,
                todo="Use a word-level or WordPiece tokenizer that has them.",
            )
        found[role] = known[0]
    return SpecialIds(**found)
