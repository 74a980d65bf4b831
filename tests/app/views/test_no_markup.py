"""What comes from files, models and people is never read as markup: there is one way to show it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import Qt
from PySide6.QtWidgets import QApplication

from app.views.labels import ElidedLabel, plain_label, plain_tip
from engine.child import PROJECT

OURS = {"tr", "tr_marked", "tr_count", "plain_tip"}
"""What gives our own words, or makes others' harmless."""
MARKED_UP_ON_PURPOSE = {"labels.py", "quiz_option.py", "manual.py", "pdf.py"}
"""The labels themselves; evidence with its words marked and all else escaped; our own help; the page."""


def sources() -> list[Path]:
    return sorted((PROJECT / "app").rglob("*.py"))


def is_ours(argument: ast.expr) -> bool:
    if isinstance(argument, ast.IfExp):
        return is_ours(argument.body) and is_ours(argument.orelse)
    if isinstance(argument, ast.Call):
        return isinstance(argument.func, ast.Name) and argument.func.id in OURS
    return isinstance(argument, ast.Constant)


def calls(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func
            yield called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", ""), node


def suspects(source: str) -> list[int]:
    """Lines where a tip or a label is given words of unknown origin, or markup is set at all."""
    found = []
    for name, call in calls(ast.parse(source)):
        shown = {"setToolTip": call.args[-1:], "QLabel": [each for each in call.args if is_text(each)]}
        if name == "showText" and len(call.args) > 1:
            shown["showText"] = [call.args[1]]
        if name in ("setItemData", "setData") and any("ToolTipRole" in ast.dump(each) for each in call.args):
            shown[name] = [each for each in call.args if "ToolTipRole" not in ast.dump(each)][-1:]
        bare_label = name == "QLabel" and not any(map(is_text, call.args))
        markup = name in ("setHtml", "insertHtml", "setMarkdown") or "attr='RichText'" in ast.dump(call)
        if markup or bare_label or not all(map(is_ours, shown.get(name, []))):
            found.append(call.lineno)
    return found


def is_text(argument: ast.expr) -> bool:
    """Whether a label's argument is what it shows, and not its parent."""
    return not isinstance(argument, ast.Name) or argument.id not in ("self", "parent")


@pytest.mark.parametrize(
    ("source", "is_bad"),
    [
        ("w.setToolTip(tr('Open'))", False),
        ("w.setToolTip(plain_tip(name))", False),
        ("w.setToolTip(tr('A') if closed else '')", False),
        ("w.setToolTip(name)", True),
        ("w.setToolTip(f'{name}')", True),
        ("QToolTip.showText(at, text, self)", True),
        ("QLabel(tr('Report'))", False),
        ("QLabel(name)", True),
        ("QLabel()", True),
        ("QLabel(self)", True),
        ("view.setHtml(text)", True),
        ("label.setTextFormat(Qt.TextFormat.RichText)", True),
    ],
)
def test_the_check_finds_what_it_is_for(source: str, is_bad: bool) -> None:
    assert bool(suspects(source)) == is_bad


@pytest.mark.parametrize("path", sources(), ids=lambda path: path.name)
def test_tips_and_labels_show_our_words_or_are_plain(path: Path) -> None:
    if path.name not in MARKED_UP_ON_PURPOSE:
        assert suspects(path.read_text(encoding="utf-8")) == []


HOSTILE = ["<b>bold</b>", "<img src='file:///etc/passwd'>", "a\n<b>b", "&lt;b&gt;", "<!-- -->", "<qt>x"]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_tip_shows_signs_of_markup_as_they_stand(text: str) -> None:
    tip = plain_tip(text)
    assert not Qt.mightBeRichText(text) or tip.startswith("<qt>")
    assert "<b>" not in tip
    assert "<img" not in tip


@pytest.mark.parametrize("text", HOSTILE)
def test_labels_show_signs_of_markup_as_they_stand(text: str, qapp: QApplication) -> None:
    plain, elided = plain_label(), ElidedLabel("")
    plain.setText(text)
    elided.show_text(text)
    assert {plain.textFormat(), elided.textFormat()} == {Qt.TextFormat.PlainText}
    assert plain.text() == elided.whole == text
    for label in (plain, elided):
        label.deleteLater()
