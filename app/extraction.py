"""`python -m app.extraction`: sentences out of the code, and translations compiled, both by Qt's tools."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import PySide6

from app.language import ENGLISH, LANGUAGES
from app.translations import TRANSLATIONS
from engine.errors import ConsiliumError

PACKAGE = Path(__file__).resolve().parent
FUNCTIONS = "tr+=tr_count,tr+=tr_mark"
"""Besides Qt's `tr`; a literal as second argument is a note, a third argument means that it counts."""


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


def compile_translations(translations: Path, compiled: Path) -> None:
    """Make the .qm file that the desk reads."""
    _run("lrelease", "-silent", str(translations), "-qm", str(compiled))


def main() -> int:
    """Extract and compile every language; the exit code is 0, or 1 where a tool failed."""
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
