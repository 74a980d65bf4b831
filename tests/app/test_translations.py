from __future__ import annotations

import gc
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale

from app.extraction import compile_translations
from app.language import ENGLISH, speaking, tr_count, tr_marked
from app.translations import LanguageMissing, chosen_code, open_language

TS = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es" sourcelanguage="en">
<context>
    <name></name>
    <message numerus="yes">
        <source>%n draft</source>
        <comment>%n drafts</comment>
        <translation>
            <numerusform>%n borrador</numerusform>
            <numerusform>%n borradores</numerusform>
        </translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Leer</translation>
    </message>
    <message>
        <source>resident</source>
        <comment>role</comment>
        <translation>residente</translation>
    </message>
</context>
</TS>
"""


@pytest.mark.parametrize(
    ("wanted", "system", "spoken"),
    [
        ("", ["es-MX", "es", "en"], "es"),
        ("", ["de-DE", "es", "en"], "es"),
        ("", ["en-US", "es"], "en"),
        ("", ["C"], "en"),
        ("", [], "en"),
        ("en", ["es-ES"], "en"),
        ("es", ["en-US"], "es"),
    ],
)
def test_the_setting_goes_before_the_system_and_english_is_the_rest(
    wanted: str, system: list[str], spoken: str
) -> None:
    assert chosen_code(wanted, system) == spoken


def test_what_qts_tool_compiled_is_spoken_with_the_regions_decimal_sign(tmp_path: Path) -> None:
    source, compiled = tmp_path / "consilium_es.ts", tmp_path / "consilium_es.qm"
    source.write_text(TS, encoding="utf-8")
    compile_translations(source, compiled)
    spanish = open_language("es", QLocale("en_US"), tmp_path)
    mexican = open_language("", QLocale("es_MX"), tmp_path)
    compiled.write_bytes(b"")  # an update of the program while the desk is open
    gc.collect()
    with speaking(spanish):
        assert [tr_count("%n draft", "%n drafts", count) for count in (1, 6)] == [
            "1 borrador",
            "6 borradores",
        ]
    assert (spanish.decimal_point, mexican.decimal_point) == (",", ".")


def test_a_word_that_somebody_typed_is_not_taken_for_one_of_the_desks(tmp_path: Path) -> None:
    source, compiled = tmp_path / "consilium_es.ts", tmp_path / "consilium_es.qm"
    source.write_text(TS, encoding="utf-8")
    compile_translations(source, compiled)
    with speaking(open_language("es", QLocale("es_ES"), tmp_path)):
        assert [tr_marked(role, "role") for role in ("resident", "Read")] == ["residente", "Read"]
        assert tr_marked("Read") == "Leer"


def test_missing_translations_are_named_and_english_needs_none(tmp_path: Path) -> None:
    with pytest.raises(LanguageMissing, match=r"consilium_es\.qm.*speaks English"):
        open_language("es", QLocale("C"), tmp_path)
    (tmp_path / "consilium_es.qm").write_bytes(b"damaged")
    with pytest.raises(LanguageMissing):
        open_language("es", QLocale("C"), tmp_path)
    assert open_language("en", QLocale("es_ES"), tmp_path) is ENGLISH
