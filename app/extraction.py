"""`python -m app.extraction`: sentences out of the code, and translations compiled, both by Qt's tools."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import PySide6

from app.language import ENGLISH, LANGUAGES
from app.translations import TRANSLATIONS
from engine.errors import ConsiliumError

PACKAGE = Path(__file__).resolve().parent
FUNCTIONS = "tr+=tr_count,tr+=tr_mark"
"""Besides Qt's `tr`; a literal as second argument is a note, a third argument means that it counts."""
MARKED = frozenset({"tr", "tr_count", "tr_mark"})
SENTENCES = PACKAGE / "engine_sentences.py"
SPEAKING = (
    "engine",
    "app/review",
    "app/store",
    "app/documents",
    "app/settings.py",
    "app/files.py",
    "app/retraining.py",
)
"""Where sentences are written that know no language."""
SILENT = (
    "engine/__main__.py",
    "engine/commands",  # the engine's own command line stays English
    "engine/models",
    "engine/bench",
    "app/store/migrations",
    "app/store/__main__.py",
    "app/documents/wording.py",  # what stands in a report stays English
    "app/review/measurement_words.py",
)
PHRASES = (
    "Experts look at the films",
    "Experts write their drafts",
    "Films are opened",
    "Opening files",
    "Retrieving files",
    "Sending files",
    "Signed reviews are read",
    "Films are decoded once for training",
    "Training: reports",
    "The present bundle reads",
    "The new bundle reads",
    "one draft: nothing to vote on",
    "votes given by the source",
    "mean CIDEr-D to the other {0} drafts; document frequencies: {1} reports ({2})",
    "mean CIDEr-D to the other {0} drafts; "
    "no document frequencies, so common phrases count as much as rare ones ({1})",
    "The next reader begins",
    "{0} wrote no drafts. {1}",
)
"""What the engine says that is no sentence: stages of its work and what a vote is."""


class ToolFailed(ConsiliumError):
    """One of Qt's tools could not be run, or refused its input."""

    code = "tool"


def extract(translations: Path, code: str) -> None:
    """Bring a .ts file up to date with the code: new sentences are unfinished, those that are gone go.

    No translation is guessed from a similar sentence, and no line numbers are kept: they would change with
    every commit.
    """
    sources = sorted(str(path) for path in PACKAGE.rglob("*.py"))
    with tempfile.TemporaryDirectory() as folder:
        listed = Path(folder, "sources.lst")
        listed.write_text("\n".join(sources), encoding="utf-8")
        _run(
            "lupdate", "-silent", "-locations", "none", "-sort-messages", "-no-obsolete",
            "-disable-heuristic", "sametext", "-disable-heuristic", "similartext",
            "-tr-function-alias", FUNCTIONS, "-source-language", ENGLISH.code, "-target-language", code,
            f"@{listed}", "-ts", str(translations),
        )  # fmt: skip


def engine_sentences(root: Path) -> tuple[str, ...]:
    """Patterns of all sentences that the engine, the store and documents write, and `PHRASES`, in order."""
    found = {
        pattern
        for file in _speaking_files(root)
        for pattern in sentences_of(ast.parse(file.read_text(encoding="utf-8")))
    }
    return tuple(sorted(found | set(PHRASES)))


def sentences_of(tree: ast.Module) -> Iterator[str]:
    """Literals that read as a sentence: a capital, a figure or a place first, words, and a full stop.

    An f-string's expressions become numbered places; docstrings and what is marked already are left out.
    """
    skipped = set(_unspoken(tree))
    for node in ast.walk(tree):
        if id(node) not in skipped:
            pattern = _pattern_of(node)
            if _is_sentence(pattern):
                yield pattern


def sentences_module(patterns: Iterable[str]) -> str:
    """The file in which Qt's lupdate finds the patterns, and the desk at run time."""
    lines = "".join(f'    tr_mark({_quoted(pattern)}, "engine"),\n' for pattern in patterns)
    return f'''"""Patterns of the engine's sentences, written by `python -m app.extraction`, not by hand."""

from __future__ import annotations


def tr_mark(text: str, _note: str) -> str:
    """As in `app.language`, which imports this."""
    return text


# ruff: noqa: E501
# fmt: off
ENGINE_SENTENCES = (
{lines})
'''


def compile_translations(translations: Path, compiled: Path) -> None:
    """Make the .qm file that the desk reads."""
    _run("lrelease", "-silent", str(translations), "-qm", str(compiled))


def main() -> int:
    """Extract and compile every language; the exit code is 0, or 1 where a tool failed."""
    SENTENCES.write_text(sentences_module(engine_sentences(PACKAGE.parent)), encoding="utf-8")
    try:
        for code in LANGUAGES:
            if code != ENGLISH.code:
                file = TRANSLATIONS / f"consilium_{code}.ts"
                extract(file, code)
                compile_translations(file, file.with_suffix(".qm"))
    except ToolFailed as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _speaking_files(root: Path) -> list[Path]:
    places = [root / name for name in SPEAKING]
    files = [file for place in places for file in (place.rglob("*.py") if place.is_dir() else [place])]
    return [file for file in files if not file.relative_to(root).as_posix().startswith(SILENT)]


def _unspoken(tree: ast.Module) -> Iterator[int]:
    """Nodes that are no sentence of their own: docstrings, parts of f-strings, arguments of `tr`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            yield id(node.value)
        elif isinstance(node, ast.JoinedStr):
            yield from (id(part) for part in ast.walk(node) if part is not node)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKED:
            yield from (id(part) for argument in node.args for part in ast.walk(argument))


def _pattern_of(node: ast.AST) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return _braced(node.value)
    if not isinstance(node, ast.JoinedStr):
        return ""
    place, text = 0, ""
    for part in node.values:
        if isinstance(part, ast.Constant):
            text += _braced(str(part.value))
        else:
            text += f"{{{place}}}"
            place += 1
    return text


def _is_sentence(pattern: str) -> bool:
    words = re.findall(r"[A-Za-z]{2,}", re.sub(r"\{\d+\}", "", pattern))
    return bool(re.match(r"[A-Z0-9{“]", pattern)) and pattern.endswith(".") and len(words) > 1


def _braced(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def _quoted(text: str) -> str:
    """A literal as Qt's parser reads it: between double quotes."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _run(tool: str, *arguments: str) -> None:
    command: Sequence[str] = (str(_tool(tool)), *arguments)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode or done.stderr.strip():
        raise ToolFailed(
            f"{tool} failed: {done.stderr.strip() or done.stdout.strip()}",
            todo="See resources/docs/translating.md.",
        )


def _tool(name: str) -> Path:
    """Where the wheel of PySide6 keeps the tool."""
    file = Path(PySide6.__file__).parent / (f"{name}.exe" if sys.platform == "win32" else name)
    if not file.is_file():
        raise ToolFailed(f"There is no {name}.", where=str(file), todo="Install PySide6-Essentials again.")
    return file


if __name__ == "__main__":
    sys.exit(main())
