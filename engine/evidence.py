"""Paragraphs from a folder, looked up by the words of a question (BM25, Robertson and others, 1994).

Text and Markdown are cut at empty lines, TOML is read as the primer's. The scores are `bm25s`'s; order and
ties are ours: the higher score first, of equal scores the paragraph that was read first.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import bm25s
import numpy as np
from bm25s.stopwords import STOPWORDS_EN_PLUS, STOPWORDS_SPANISH

from engine.answer import Found, Paragraph
from engine.errors import NothingToRead, QuestionsMalformed
from engine.question import Fault
from engine.questions.primer import parse_primer
from engine.questions.text_file import read_text

TEXTS = frozenset({".txt", ".md"})
MAX_FILES = 20_000
MAX_CHARACTERS = 100_000_000  # of all paragraphs together; the index takes about ten times as many bytes
PARAGRAPH_CHARACTERS = 1500  # longer blocks are cut at sentence ends: about 300 tokens of a row's 512

_WORD = re.compile(r"[\u3400-\u9fff]|[^\W_\u3400-\u9fff]+")  # a Chinese character is a word of its own
_BLOCK_END = re.compile(r"\n[ \t]*\n")
_SENTENCE_END = re.compile(r"(?<=[.?!])\s+|(?<=[。？！])")


class ParagraphIndex:
    """Paragraphs that can be looked up; `skipped` names every file that was not read and why."""

    def __init__(self, paragraphs: Iterable[Paragraph], skipped: Sequence[Fault] = ()) -> None:
        self.paragraphs = tuple(paragraphs)
        self.skipped = tuple(skipped)
        terms = [[term for term, _, _ in terms_of(each.text)] for each in self.paragraphs]
        self._index = bm25s.BM25() if any(terms) else None
        if self._index is not None:
            self._index.index(terms, show_progress=False)

    @classmethod
    def open(cls, folder: Path) -> ParagraphIndex:
        """All text, Markdown and TOML files in and under a folder; NothingToRead where they hold nothing."""
        if not folder.is_dir():
            raise NothingToRead("This is no folder.", where=str(folder), todo="Name a folder of paragraphs.")
        paragraphs: list[Paragraph] = []
        skipped: list[Fault] = []
        paths = [path for path in sorted(folder.rglob("*")) if path.is_file()]
        if len(paths) > MAX_FILES:
            raise NothingToRead(f"It has {len(paths)} files; {MAX_FILES} can be read.", where=str(folder))
        size = 0
        for path in paths:
            name = path.relative_to(folder).as_posix()
            try:
                own = list(paragraphs_of(path, name))
            except QuestionsMalformed as error:
                skipped.append(Fault(name, f"{error.what} {error.todo}".strip()))
                continue
            size += sum(len(paragraph.text) for paragraph in own)
            if size > MAX_CHARACTERS:
                raise NothingToRead(
                    f"It has more than {MAX_CHARACTERS / 1e6:.0f} million characters.",
                    where=str(folder),
                    todo="Name a smaller folder.",
                )
            paragraphs += own
        if not paragraphs:
            raise NothingToRead(
                "No paragraph was found here.",
                where=str(folder),
                todo="Put .txt, .md or primer files into it.",
            )
        return cls(paragraphs, skipped)

    def find(self, query: str, count: int = 3, language: str = "") -> tuple[Found, ...]:
        """At most `count` paragraphs with a word of the query, the likeliest first.

        With a language, paragraphs that are known to be in another one are left out.
        """
        asked = list(dict.fromkeys(term for term, _, _ in terms_of(query)))
        if self._index is None or not asked:
            return ()
        scores = np.asarray(self._index.get_scores(asked), np.float64)
        if language:
            other = [each.language not in ("", language) for each in self.paragraphs]
            scores[np.array(other)] = 0
        best = np.argsort(-scores, kind="stable")[:count]
        return tuple(
            self._found(int(place), float(scores[place]), set(asked)) for place in best if scores[place] > 0
        )

    def _found(self, place: int, score: float, asked: set[str]) -> Found:
        paragraph = self.paragraphs[place]
        words = tuple((start, stop) for term, start, stop in terms_of(paragraph.text) if term in asked)
        return Found(paragraph, score, words)


def terms_of(text: str) -> Iterator[tuple[str, int, int]]:
    """The words that count, without case and accents, and where they stand; English and Spanish stop words
    do not count.
    """
    for match in _WORD.finditer(text):
        decomposed = unicodedata.normalize("NFKD", match[0].casefold())
        term = "".join(char for char in decomposed if not unicodedata.combining(char))
        if term and term not in STOP_WORDS:
            yield term, match.start(), match.end()


STOP_WORDS = frozenset(
    unicodedata.normalize("NFKD", word).encode("ascii", "ignore").decode()
    for word in (*STOPWORDS_EN_PLUS, *STOPWORDS_SPANISH)
)


def paragraphs_of(path: Path, name: str) -> Iterator[Paragraph]:
    """A file's paragraphs; QuestionsMalformed where it is of another kind or cannot be read."""
    kind = path.suffix.lower()
    if kind == ".toml":
        for passage in parse_primer(read_text(path), path.name).passages:
            for language, text in passage.texts.items():
                yield Paragraph(f"{passage.id}.{language}", text, passage.topic, language)
    elif kind in TEXTS:
        yield from blocks(read_text(path), name, markdown=kind == ".md")
    else:
        raise QuestionsMalformed("Only .txt, .md and .toml files are read.")


def blocks(text: str, name: str, *, markdown: bool) -> Iterator[Paragraph]:
    """Blocks between empty lines, numbered from 1; a Markdown heading is the title of those under it."""
    title, number = "", 0
    for block in _BLOCK_END.split(text.replace("\r\n", "\n")):
        lines = [line.strip() for line in block.splitlines() if line.strip()]
        while markdown and lines and lines[0].startswith("#"):
            title = lines.pop(0).lstrip("#").strip()
        for piece in pieces(" ".join(lines)):
            number += 1
            yield Paragraph(f"{name}#{number}", piece, title)


def pieces(text: str) -> Iterator[str]:
    """A block in pieces of whole sentences, each about `PARAGRAPH_CHARACTERS` long at most."""
    piece = ""
    for sentence in _SENTENCE_END.split(text):
        if piece and len(piece) + len(sentence) >= PARAGRAPH_CHARACTERS:
            yield piece
            piece = ""
        piece = f"{piece} {sentence}".strip()
    if piece:
        yield piece
