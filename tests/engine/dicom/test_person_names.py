"""Names of patients in their own scripts."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydicom.dataelem import RawDataElement
from pydicom.tag import Tag

from engine.dicom.files import open_paths, read_file
from engine.dicom.undeclared import with_character_set
from engine.study import Opened, PersonName
from tests.engine.dicom.making import film_dataset, radiograph_of, saved

KATAKANA = b"\xd4\xcf\xc0\xde^\xc0\xdb\xb3"
KANJI = b"\x1b$B;3ED\x1b(J^\x1b$BB@O:\x1b(J"
HIRAGANA = b"\x1b$B$d$^$@\x1b(J^\x1b$B$?$m$&\x1b(J"
HANGUL_HANJA = "\x1b$)C洪^\x1b$)C吉洞".encode("euc_kr")
HANGUL = "\x1b$)C홍^\x1b$)C길동".encode("euc_kr")


def name_in_a_file(charset: bytes, name: bytes, folder: Path) -> PersonName:
    dataset = film_dataset([0, 1])
    for keyword, vr, value in (("SpecificCharacterSet", "CS", charset), ("PatientName", "PN", name)):
        tag = Tag(keyword)
        padded = value + b" " * (len(value) % 2)
        dataset[tag] = RawDataElement(tag, vr, len(padded), padded, 0, False, True)
    return read_file(saved(dataset, folder)).study.patient.name


@pytest.mark.parametrize(
    ("charset", "name", "expected"),
    [
        (
            b"ISO 2022 IR 13\\ISO 2022 IR 87",
            b"=".join((KATAKANA, KANJI, HIRAGANA)),
            PersonName("ﾔﾏﾀﾞ^ﾀﾛｳ", "山田^太郎", "やまだ^たろう"),
        ),
        (
            b"\\ISO 2022 IR 149",
            b"=".join((b"Hong^Gildong", HANGUL_HANJA, HANGUL)),
            PersonName("Hong^Gildong", "洪^吉洞", "홍^길동"),
        ),
        (b"GB18030", "Wang^XiaoDong=王^小东=".encode("gb18030"), PersonName("Wang^XiaoDong", "王^小东", "")),
        (b"ISO_IR 192", "Wang^XiaoDong=王^小东=".encode(), PersonName("Wang^XiaoDong", "王^小东", "")),
        (b"ISO_IR 100", "Buc^Jérôme".encode("latin-1"), PersonName("Buc^Jérôme")),
        (b"", b"Doe^John^^^", PersonName("Doe^John")),
    ],
    ids=["japanese", "korean", "chinese", "utf-8", "latin-1", "ascii"],
)
def test_all_scripts_of_a_name_are_read(
    charset: bytes, name: bytes, expected: PersonName, tmp_path: Path
) -> None:
    found = name_in_a_file(charset, name, tmp_path)
    assert found == expected
    assert "¥" not in f"{found.alphabetic}{found.ideographic}{found.phonetic}"


@pytest.mark.filterwarnings("ignore::UserWarning")  # from pydicom, which writes the file
def test_a_misspelt_character_set_is_understood_and_noted(tmp_path: Path) -> None:
    name = "Wang^XiaoDong=王^小东".encode()
    assert name_in_a_file(b"ISO IR 192", name, tmp_path).ideographic == "王^小东"
    assert any("ISO IR 192" in note for note in radiograph_of(tmp_path / "film.dcm").notes)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_an_unknown_character_set_does_not_stop_the_film(tmp_path: Path) -> None:
    name_in_a_file(b"KLINGON", b"Doe^John", tmp_path)
    assert radiograph_of(tmp_path / "film.dcm").notes


def undeclared(name: str, codec: str, folder: Path) -> Opened:
    """A file that writes a name in this codec and names no character set."""
    dataset = film_dataset([0, 1])
    del dataset.SpecificCharacterSet
    dataset.PatientName = "?" * len(name.encode(codec))
    path = saved(dataset, folder)
    path.write_bytes(path.read_bytes().replace(b"?" * len(name.encode(codec)), name.encode(codec)))
    return open_paths([path])


@pytest.mark.parametrize(
    ("term", "codec", "name"),
    [
        ("ISO_IR 192", "utf-8", "Wang^XiaoDong=王^小东"),
        ("GB18030", "gb18030", "Wang^XiaoDong=王^小东"),
        ("ISO_IR 13", "shift_jis", "Yamada^Tarou=山田^太郎"),
        ("ISO 2022 IR 149", "euc_kr", "Hong^Gildong=洪^吉洞"),
        ("ISO_IR 144", "iso8859_5", "Люкceмбypг^А"),
    ],
)
def test_names_without_a_character_set_are_read_in_the_one_that_is_chosen(
    term: str, codec: str, name: str, tmp_path: Path
) -> None:
    opened = undeclared(name, codec, tmp_path)
    (study,) = with_character_set(opened, term).studies
    alphabetic, _, ideographic = name.partition("=")
    assert (study.patient.name.alphabetic, study.patient.name.ideographic) == (alphabetic, ideographic)
    assert any(f"were read as {term}" in note for note in study.radiographs[0].notes)
    assert with_character_set(opened, "") == opened


def test_a_name_that_is_not_in_the_chosen_character_set_stays_and_that_is_said(tmp_path: Path) -> None:
    opened = undeclared("Müller^A", "latin-1", tmp_path)
    (study,) = with_character_set(opened, "ISO_IR 192").studies
    assert study.patient.name.alphabetic == "Müller^A"
    assert any("are not in ISO_IR 192" in note for note in study.radiographs[0].notes)


def test_a_file_that_names_its_character_set_is_not_read_in_another(tmp_path: Path) -> None:
    saved(film_dataset([0, 1], {"PatientName": "王^小东"}), tmp_path)
    opened = open_paths([tmp_path])
    assert with_character_set(opened, "GB18030") == opened
