"""Names of patients in their own scripts."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydicom.dataelem import RawDataElement
from pydicom.tag import Tag

from engine.dicom.files import read_file
from engine.study import PersonName
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
