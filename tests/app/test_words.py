"""Every word that a reader sees goes through the translations, and the translations are whole."""

from __future__ import annotations

import ast
import re
import string
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale

from app.extraction import MARKED, compile_translations, extract
from app.sentences import NOTE
from app.translations import TRANSLATIONS, open_language

ROOT = Path(__file__).resolve().parents[2]
SPANISH = TRANSLATIONS / "consilium_es.ts"
LOOKING_UP = MARKED | {"tr_marked", "tr_engine", "set_role", "_choice", "setStyle", "setObjectName"}
SHOWING = frozenset(
    {
        "QLabel",
        "QPushButton",
        "QAction",
        "QCheckBox",
        "QRadioButton",
        "addAction",
        "addTab",
        "addButton",
        "addRow",
        "drawText",
        "setText",
        "setToolTip",
        "setWindowTitle",
        "setAccessibleName",
        "setAccessibleDescription",
        "setPlaceholderText",
        "setInformativeText",
        "setStatusTip",
        "setTabText",
        "showText",
        "show_text",
        "Notice",
        "ProgressShown",
        "tip_with_key",
        "say",
    }
)
"""What is handed to these is seen, even one small word."""
NOT_WORDS = {
    "No drafts: {}.": "printed by --screenshot, as all of the command line in English",
    "Consilium": "the program's name",
    "English": "a language's own name",
    "Esc": "a key",
    "consilium text size": "a property's name",
}
"""Literals that look like words for the reader and are none, each with its reason."""


@dataclass(frozen=True, slots=True)
class Message:
    """One sentence of the .ts file; `forms` are its translations."""

    source: str
    note: str
    counts: bool
    state: str
    forms: tuple[str, ...]


def messages(file: Path) -> list[Message]:
    return [
        Message(
            each.findtext("source", ""),
            each.findtext("comment", ""),
            each.get("numerus") == "yes",
            "".join(translation.get("type", "") for translation in each.iter("translation")),
            tuple(form.text or "" for form in each.iter("numerusform"))
            or (each.findtext("translation", ""),),
        )
        for each in ET.parse(file).iter("message")
    ]


def calls(tree: ast.Module) -> Iterator[tuple[str, ast.Call]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            function = node.func
            name = function.id if isinstance(function, ast.Name) else ""
            yield (function.attr if isinstance(function, ast.Attribute) else name), node


def said_in(tree: ast.Module) -> Iterator[Message]:
    """The same as Qt's lupdate takes out, by Python's own parser."""
    for name, call in calls(tree):
        if name in MARKED and isinstance(call.func, ast.Name):
            texts = [argument.value for argument in call.args if isinstance(argument, ast.Constant)]
            words = [text for text in texts if isinstance(text, str)]
            if words:
                counts = name == "tr_count"
                yield Message(words[0], words[1] if len(words) > 1 else "", counts, "", ())


def template(node: ast.AST) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    parts = node.values if isinstance(node, ast.JoinedStr) else []
    return "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in parts)  # type: ignore[misc]


def reads_as_words(text: str, composed: bool) -> bool:
    """Two words, one with a capital, or a word beside what an f-string fills in."""
    if re.search(r"[A-Za-z]{2,} [a-z]{2,}", text) or re.fullmatch(r"[A-Z][a-z]{2,}[.…]?| [a-z]+ ", text):
        return True
    return composed and re.search(r"(?:\} ?|\b)[A-Za-z]{2,} \{|\} [A-Za-z]{2,}", text) is not None


def unwrapped(source: str) -> set[str]:
    """Literals that a reader would see in English."""
    tree = ast.parse(source)
    quiet, shown = set[int](), set[int]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):  # docstrings, and those of constants
            quiet.add(id(node.value))
        elif isinstance(node, ast.JoinedStr):
            quiet |= {id(part) for part in node.values}
        for field in ("annotation", "returns"):
            annotation = getattr(node, field, None)
            quiet |= {id(part) for part in ast.walk(annotation)} if annotation is not None else set()
    for name, call in calls(tree):
        arguments = [*call.args, *(keyword.value for keyword in call.keywords)]
        if name in LOOKING_UP:
            quiet |= {id(argument) for argument in call.args}
        if name in SHOWING:
            shown |= {id(argument) for argument in arguments[:2]}
    found = set[str]()
    for node in ast.walk(tree):
        text = "" if id(node) in quiet else template(node)
        alone = id(node) in shown and re.search(r"[A-Za-z]{3,}", text)
        if alone or reads_as_words(text, isinstance(node, ast.JoinedStr)):
            found.add(text)
    return found


@pytest.mark.parametrize("package", ["app/views", "app/presenters"])
def test_no_words_for_the_reader_are_left_unwrapped(package: str) -> None:
    found = {
        f"{file.relative_to(ROOT)}: {text}"
        for file in sorted(Path(ROOT, package).rglob("*.py"))
        for text in unwrapped(file.read_text(encoding="utf-8"))
        if text not in NOT_WORDS
    }
    assert found == set()


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('label.setText("Take the draft")', {"Take the draft"}),
        ('button = QPushButton("Take")', {"Take"}),
        ('def f(n): return f"draft {n}"', {"draft {}"}),
        ('def f(n): return f"{n} drafts"', {"{} drafts"}),
        ('EMPTY = "No study yet."', {"No study yet."}),
        ('label.setText(tr("Take the draft"))', set()),
        ('X = tr_mark("Take", "a button")', set()),
        ('both = " or ".join(keys)', {" or "}),
        ('label.setText("take")', {"take"}),
        ('set_role(label, "card-chosen")', set()),
        ('def f(n): return f"body-{n}"', set()),
        ('def f():\n    """Take the draft."""', set()),
    ],
)
def test_the_search_for_unwrapped_words_finds_them(source: str, found: set[str]) -> None:
    assert unwrapped(source) == found


def test_qts_tool_sees_every_sentence_that_python_sees() -> None:
    spoken = {
        (said.source, said.note, said.counts)
        for file in sorted(Path(ROOT, "app").rglob("*.py"))
        for said in said_in(ast.parse(file.read_text(encoding="utf-8")))
    }
    kept = {(message.source, message.note, message.counts) for message in messages(SPANISH)}
    assert kept == spoken, "run: python -m app.extraction"


def test_the_spanish_file_is_what_the_code_says_now_and_wholly_translated(tmp_path: Path) -> None:
    fresh = tmp_path / SPANISH.name
    fresh.write_bytes(SPANISH.read_bytes())
    extract(fresh, "es")
    assert fresh.read_text(encoding="utf-8") == SPANISH.read_text(encoding="utf-8"), (
        "run: python -m app.extraction"
    )
    open_ones = [each.source for each in messages(SPANISH) if each.state or not all(each.forms)]
    assert open_ones == [], "translate these in resources/languages/consilium_es.ts"


def test_the_shipped_file_is_compiled_from_the_spanish_one(tmp_path: Path) -> None:
    compiled = tmp_path / "consilium_es.qm"
    compile_translations(SPANISH, compiled)
    assert compiled.read_bytes() == SPANISH.with_suffix(".qm").read_bytes(), "run: python -m app.extraction"


def places(text: str) -> set[str]:
    named = {f"{{{name}}}" for _, name, _, _ in string.Formatter().parse(text) if name is not None}
    return named | set(re.findall(r"%n", text))


def test_places_are_the_same_in_both_languages() -> None:
    differing = [
        (message.source, form)
        for message in messages(SPANISH)
        for form in message.forms
        if places(form) - {"%n"} != places(message.source) - {"%n"}
        or (message.counts and "%n" in message.note and form is message.forms[-1] and "%n" not in form)
    ]
    assert differing == []


def test_every_translation_is_found_under_its_own_note() -> None:
    """A word without a note must not mean the same as with one: it would be taken for what somebody typed."""
    look_up = open_language("es", QLocale("es_ES")).look_up
    plain = {message.source: message.forms for message in messages(SPANISH) if not message.note}
    lost = [
        (message.source, message.note)
        for message in messages(SPANISH)
        for count, form in zip((1, 2) if message.counts else (-1,), message.forms, strict=True)
        if look_up(message.source, message.note, count) != form
        and not (message.note == NOTE and plain.get(message.source) == message.forms)
    ]
    assert lost == []


def test_every_counting_sentence_has_one_form_for_one_and_one_for_many() -> None:
    assert {len(message.forms) for message in messages(SPANISH) if message.counts} == {2}


def test_full_stops_and_ellipses_end_where_they_end_in_english() -> None:
    for message in messages(SPANISH):
        for sign in ("…", "."):
            if message.note not in {"month"} and message.source.endswith(sign):
                assert all(form.endswith(sign) for form in message.forms), message.source
