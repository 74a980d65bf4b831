"""The help that is shipped: Markdown pages by language, with the keys that are in use now. Knows no Qt.

A page is resources/help/LANGUAGE/NAME.md; its first line is its title. `{take_draft}` in a page stands for
the key of that command. The page of keys is made from the table of commands, so it cannot be out of date.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from app.commands import BY_NAME, COMMANDS, REMARKS, Bindings, groups
from app.language import ENGLISH, tr, tr_marked
from engine.resources import RESOURCES

HELP: Final = RESOURCES / "help"
KEYS_PAGE: Final = "keys"
PAGES: Final = (
    "first-steps",
    "reading",
    "comparing",
    "templates",
    "signing",
    "exporting",
    "archives",
    "measuring",
    "priors",
    "questions",
    "votes-and-maps",
    KEYS_PAGE,
    "retraining",
    "trouble",
    "limits",
)
EXCERPT: Final = 90  # characters of a page shown where a search found something


@dataclass(frozen=True, slots=True)
class Page:
    """One page; `text` is Markdown, its links name other pages ("reading.md")."""

    name: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Found:
    """A page where all the words of a search stand, and the place of the first."""

    page: Page
    excerpt: str


def load_pages(code: str, bindings: Bindings, folder: Path = HELP) -> tuple[Page, ...]:
    """All pages in a language, in English where it has none; OSError if the help is not there."""
    return tuple(
        keys_page(bindings) if name == KEYS_PAGE else _page(name, code, bindings, folder) for name in PAGES
    )


def keys_page(bindings: Bindings) -> Page:
    """Every command with the keys in use."""
    title = tr("Keys")
    head = f"| {tr('Command')} | {tr('Keys')} |\n|---|---|\n"
    parts = [
        f"# {title}",
        tr("Press {key} for the sheet where keys can be changed.", key=_key("help", bindings)),
    ]
    for group in groups():
        lines = [
            f"| {tr_marked(command.text)} | {_keys(command.name, bindings)} |"
            for command in COMMANDS
            if command.group == group
        ]
        lines += [
            f"| {tr_marked(remark.text)} | {tr_marked(remark.keys)} |"
            for remark in REMARKS
            if remark.group == group
        ]
        parts.append(f"## {tr_marked(group)}\n\n{head}" + "\n".join(lines))
    return Page(KEYS_PAGE, title, "\n\n".join(parts))


def search(pages: Sequence[Page], wanted: str) -> tuple[Found, ...]:
    """Pages where every word stands, accents and capitals aside; pages that have one in the title first."""
    words = plain(wanted).split()
    found = [Found(page, _excerpt(page, words)) for page in pages if words and _has_all(page, words)]
    return tuple(sorted(found, key=lambda each: not any(word in plain(each.page.title) for word in words)))


def plain(text: str) -> str:
    """Small letters without accents: what a search compares."""
    apart = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in apart if not unicodedata.combining(sign)).casefold()


def _page(name: str, code: str, bindings: Bindings, folder: Path) -> Page:
    file = folder / code / f"{name}.md"
    file = file if file.is_file() else folder / ENGLISH.code / f"{name}.md"
    text = re.sub(r"\{(\w+)\}", lambda found: _key(found[1], bindings), file.read_text(encoding="utf-8"))
    title = text.partition("\n")[0].removeprefix("# ").strip()
    return Page(name, title, text)


def _key(name: str, bindings: Bindings) -> str:
    if name not in BY_NAME:
        return f"{{{name}}}"
    keys = bindings.keys(name)
    return f"**{_escaped(keys[0])}**" if keys else f"*{tr('no key')}*"


def _keys(name: str, bindings: Bindings) -> str:
    return tr(" or ").join(_escaped(key) for key in bindings.keys(name)) or tr("no key")


def _escaped(key: str) -> str:
    return re.sub(r"([\\`*_{}\[\]()#+\-.!|<>])", r"\\\1", key)


def _has_all(page: Page, words: Sequence[str]) -> bool:
    text = plain(page.text)
    return all(word in text for word in words)


def _excerpt(page: Page, words: Sequence[str]) -> str:
    body = re.sub(r"[#*|`\[\]\\]|\(\w[\w-]*\.md\)", "", page.text.partition("\n")[2])
    flat = " ".join(body.split())
    at = max(plain(flat).find(words[0]), 0)
    start = max(at - EXCERPT // 3, 0)
    return f"{'…' if start else ''}{flat[start : start + EXCERPT].strip()}…"
