"""Templates and macros as files: read strictly, one error a file, the default for a study."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.review.fields import FieldKind, policy_of
from app.review.filling import insert_template
from app.review.policy import DEFAULT_POLICY, ConcernKind, Weight
from app.review.review import Review
from app.review.templates import (
    FOLDER,
    MACROS_FILE,
    Library,
    TemplateMalformed,
    read_library,
    read_macros,
    read_template,
)
from engine.resources import RESOURCES
from tests.app.desk_fakes import film_of, study_of

SHIPPED = RESOURCES / "text"
NOWHERE = Path("/nowhere")
GOOD = """
name = "Nodule"
text = "A nodule of [size] in the [place]."
[[fields]]
label = "size"
kind = "number"
unit = "mm"
low = 1
high = 60
decimals = 1
[[fields]]
label = "place"
kind = "choice"
choices = ["apex", "base"]
default = "apex"
[policy]
contradiction = "prohibit"
"""
MACROS = '[[macros]]\nword = "nl"\ntext = "Normal."\n'


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "a.toml"
    file.write_text(text, encoding="utf-8")
    return file


def own(tmp_path: Path, **files: str) -> Path:
    """A reader's folder with these templates, by name of the file."""
    (tmp_path / FOLDER).mkdir()
    for name, text in files.items():
        (tmp_path / FOLDER / f"{name}.toml").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture(scope="module")
def shipped() -> Library:
    return read_library(SHIPPED, NOWHERE)


def test_what_is_shipped_can_be_read_and_inserted(shipped: Library) -> None:
    assert not shipped.problems
    assert len(shipped.templates) >= 4
    assert shipped.macros
    for template in shipped.templates:
        review = insert_template(Review("1"), template.form, template.text).apply(Review("1"))
        assert review.text == template.text
        assert policy_of(review.forms)[ConcernKind.EMPTY_FIELD] is Weight.PROHIBIT


def test_a_template_says_everything_that_a_review_keeps(tmp_path: Path) -> None:
    template = read_template(written(tmp_path, GOOD))
    assert [field.kind for field in template.form.fields] == [FieldKind.NUMBER, FieldKind.CHOICE]
    assert dict(template.form.policy) == {**DEFAULT_POLICY, ConcernKind.CONTRADICTION: Weight.PROHIBIT}
    assert (template.form.language, len(template.form.sha256)) == ("en", 64)


def test_any_change_makes_another_template(tmp_path: Path) -> None:
    hashes = {
        read_template(written(tmp_path, GOOD.replace(old, new))).form.sha256
        for old, new in (("", ""), ("nodule", "mass"), ("high = 60", "high = 61"), ("prohibit", "alert"))
    }
    assert len(hashes) == 4


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('name = "Nodule"', "", "name is missing"),
        ('name = "Nodule"', 'name = ""', "name must be one line"),
        ('name = "Nodule"', 'name = "N"\nmood = 1', "mood is not known"),
        ("of [size] in", "in", "stands nowhere in the text; write [size] there"),
        ("A nodule", "A [new] nodule", "text holds [new], which is no field"),
        ("A nodule", "A ___ nodule", "text holds ___, which is no field"),
        ('kind = "number"', 'kind = "count"', "kind is none of text, choice, number, date"),
        ("low = 1", "low = 61", "fields[0].low is above high"),
        ("low = 1", 'low = "1"', "fields[0].low must be a whole number"),
        ("decimals = 1", "decimals = 9", "fields[0].decimals must be from 0 to 6"),
        ("decimals = 1", 'choices = ["a", "b"]', "fields[0].choices is not known"),
        ('choices = ["apex", "base"]', "", "fields[1].choices is missing"),
        ('choices = ["apex", "base"]', 'choices = ["apex"]', "needs two or more choices"),
        ('choices = ["apex", "base"]', 'choices = ["apex", "[x]"]', "fields[1].choices does not fit"),
        ('default = "apex"', 'default = "top"', "fields[1].default does not fit"),
        ('default = "apex"', "required = 1", "fields[1].required must be true or false"),
        ('default = "apex"', 'wording = "at"', "must be one line with {value} in it once"),
        ('label = "place"', 'label = "size"', "is the second field “size”"),
        ('contradiction = "prohibit"', 'contradiction = "no"', "policy.contradiction does not fit"),
        ('contradiction = "prohibit"', 'mood = "alert"', "policy.mood does not fit"),
        ("[policy]", "[policy", "This is not TOML"),
        ('name = "Nodule"', 'name = "N"\nlanguage = "English"', "language must be a language as in RFC 5646"),
        ('name = "Nodule"', 'name = "N"\nfor = {mood = []}', "for.mood is not known"),
    ],
)
def test_a_bad_file_is_refused_by_name_place_and_what_next(
    tmp_path: Path, old: str, new: str, problem: str
) -> None:
    assert old in GOOD
    with pytest.raises(TemplateMalformed) as refused:
        read_template(written(tmp_path, GOOD.replace(old, new)))
    assert problem in refused.value.what
    assert refused.value.where == str(tmp_path / "a.toml")
    assert refused.value.todo


def test_a_bad_file_keeps_none_of_the_others_away(tmp_path: Path) -> None:
    folder = own(tmp_path, bad="name = 1", good=GOOD, same=GOOD)
    (folder / FOLDER / "not-utf8.toml").write_bytes(b'name = "\xff"')
    (folder / FOLDER / "large.toml").write_bytes(b"#" * 1_000_001)
    (folder / FOLDER / "folder.toml").mkdir()
    (folder / MACROS_FILE).write_text(MACROS * 2)
    found = read_library(NOWHERE, folder)
    assert [template.name for template in found.templates] == ["Nodule"]
    names = [Path(problem.where).name for problem in found.problems]
    assert names == ["bad.toml", "folder.toml", "large.toml", "not-utf8.toml", "same.toml", "macros.toml"]


def test_the_readers_own_goes_before_a_shipped_one_of_that_name(tmp_path: Path) -> None:
    folder = own(tmp_path, mine=GOOD.replace('"Nodule"', '"Normal chest"'))
    (folder / MACROS_FILE).write_text('[[macros]]\nword = "NL heart"\ntext = "Heart fine."\n')
    found = read_library(SHIPPED, folder)
    mine = next(template for template in found.templates if template.name == "Normal chest")
    assert mine.own
    assert mine.text.startswith("A nodule")
    macro = found.macro_before("nl heart", 8)
    assert macro is not None
    assert macro.text == "Heart fine."


@pytest.mark.parametrize(
    ("views", "description", "offered"),
    [
        (("PA", "LL"), "Chest", "Chest PA and lateral, by region"),
        (("AP",), "Chest portable", "Portable chest with devices (ICU)"),
        (("PA",), "Chest", "Normal chest"),
        (("PA",), "Chest, follow-up of nodule", "Follow-up of a nodule"),
        (("",), "", "Normal chest"),
    ],
)
def test_the_template_for_the_procedure_is_offered_first(
    shipped: Library, views: tuple[str, ...], description: str, offered: str
) -> None:
    films = tuple(replace(film_of("1", view), body_part="CHEST") for view in views)
    study = replace(study_of("1", films=films), description=description)
    ordered, best = shipped.for_study(study)
    assert best is not None
    assert (best.name, ordered[0].name) == (offered, offered)
    assert len(ordered) == len(shipped.templates)


def test_a_hand_is_offered_no_template_for_chests_and_can_have_any(shipped: Library) -> None:
    films = (replace(film_of("1", "PA"), body_part="HAND"),)
    ordered, best = shipped.for_study(study_of("1", films=films))
    assert best is None
    assert len(ordered) == len(shipped.templates)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Normal. nl heart", "nl heart"),
        ("NL HEART", "nl heart"),
        ("anl heart", None),
        ("heart", None),
        ("", None),
    ],
)
def test_a_macro_is_known_by_the_word_before_the_cursor(
    shipped: Library, text: str, word: str | None
) -> None:
    found = shipped.macro_before(text, len(text))
    assert (found.word if found else None) == word


def test_macros_are_read_as_strictly(tmp_path: Path) -> None:
    assert [macro.word for macro in read_macros(written(tmp_path, MACROS))] == ["nl"]
    with pytest.raises(TemplateMalformed, match="text holds"):
        read_macros(written(tmp_path, MACROS.replace("Normal.", "Normal [x].")))
