"""The shipped help: whole in both languages, its links lead somewhere, its keys are those in use."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.commands import BY_NAME, COMMANDS, Bindings
from app.language import LANGUAGES
from app.manual import HELP, KEYS_PAGE, PAGES, Page, keys_page, load_pages, plain, search

WRITTEN = [name for name in PAGES if name != KEYS_PAGE]


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_page_is_there_in_every_language_and_no_other(code: str) -> None:
    assert sorted(file.stem for file in (HELP / code).glob("*")) == sorted(WRITTEN)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", WRITTEN)
def test_a_page_begins_with_its_title_links_to_pages_and_names_commands(code: str, name: str) -> None:
    text = (HELP / code / f"{name}.md").read_text(encoding="utf-8")
    assert re.match(r"# \S.*\n\n", text)
    assert set(re.findall(r"\]\(([^)]*)\)", text)) <= {f"{each}.md" for each in PAGES}
    assert set(re.findall(r"\{(\w+)\}", text)) <= set(BY_NAME)
    assert "://" not in text


@pytest.mark.parametrize("name", WRITTEN)
def test_both_languages_name_the_same_commands_and_link_to_the_same_pages(name: str) -> None:
    english, spanish = ((HELP / code / f"{name}.md").read_text(encoding="utf-8") for code in ("en", "es"))
    for pattern in (r"\{\w+\}", r"\]\([^)]*\)", r"^#+ ", r"^- ", r"^\|"):
        found = [re.findall(pattern, text, flags=re.MULTILINE) for text in (english, spanish)]
        assert sorted(found[0]) == sorted(found[1]), pattern


def test_pages_name_the_keys_in_use() -> None:
    pages = {page.name: page for page in load_pages("en", Bindings().give("take_draft", "Y"))}
    assert "Take a draft with **Y**" in pages["first-steps"].text
    assert "{" not in "".join(page.text for page in pages.values())


def test_the_page_of_keys_has_every_command() -> None:
    text = keys_page(Bindings()).text
    for command in COMMANDS:
        assert f"| {command.text} |" in text


def test_a_language_without_a_page_shows_the_english_one(tmp_path: Path) -> None:
    (tmp_path / "en").mkdir()
    for name in WRITTEN:
        (tmp_path / "en" / f"{name}.md").write_text(f"# {name}\n\nText.\n")
    assert [page.title for page in load_pages("es", Bindings(), tmp_path)][:2] == ["first-steps", "reading"]


def test_a_search_wants_every_word_without_accents_or_capitals_and_titles_come_first() -> None:
    pages = (
        Page("a", "First", "# First\n\nWhat a **vote** is, and a mapa."),
        Page("b", "Votes", "# Votes\n\nA vóte on maps."),
        Page("c", "Other", "# Other\n\nNothing."),
    )
    assert [found.page.name for found in search(pages, "VOTE map")] == ["b", "a"]
    assert search(pages, "vote nothing") == ()
    assert search(pages, "  ") == ()
    assert plain("Ángulo") == "angulo"
    assert search(pages, "vote")[1].excerpt.startswith("What a vote is")
