"""What names a patient is replaced in free text, and found again in files."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.identifiers import Identifiers, Scrubber, byte_forms, hits, identifiers_of, name_words
from engine.study import Patient, PersonName
from tests.app.documents.exporting import study, texts, unhurried

ZEBEDEE = study(
    patient=Patient(PersonName("Plantagenet^Zebedee^Q", "山田^太郎"), "QX-73519", "", "19341122"),
    study_date="20250817",
    accession_number="ACC73520",
)
KNOWN = identifiers_of(ZEBEDEE, ["Dr. Łukasz Smith"])
SCRUBBER = Scrubber(KNOWN)


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Zebedee Plantagenet was seen.", "[name] [name] was seen."),
        ("PLANTAGENET, zebedee", "[name], [name]"),
        ("山田太郎さん", "[name]さん"),
        ("Read by Lukasz and Łukasz.", "Read by [name] and [name]."),
        ("Seen by ŁUKASZ SMITH-JONES", "Seen by [name] [name]-JONES"),
        ("MRN QX73519, QX 73519, qx-73519.", "MRN [number], [number], [number]."),
        ("Order ACC73520.", "Order [number]."),
        ("Study 2.25.5 again.", "Study [number] again."),
        ("Born 22.11.1934, seen 2025-08-17.", "Born [date], seen [date]."),
        ("Compared with March 3rd, 2024 and 5 Aug 2023.", "Compared with [date] and [date]."),
        ("Comparado con 5 de marzo de 2024.", "Comparado con [date]."),
        ("Prior 1/2/24 and 2023/12/01 and 20231201.", "Prior [date] and [date] and [date]."),
        ("Told Dr. Jones, Mrs Van Dyke and Prof. A. Müller.", "Told [name], [name] and [name]."),
        ("Call 030 555 1234 or a.b@c.org.", "Call [number] or [address]."),
        ("See https://host/x?id=1 now.", "See [address] now."),
        ("A 93-year-old man.", "A [age over 89]-year-old man."),
        ("Number 4711123 given.", "Number [number] given."),
    ],
)
def test_what_names_somebody_is_replaced_by_what_it_is(said: str, shown: str) -> None:
    assert SCRUBBER.scrub(said).text == shown


@pytest.mark.parametrize(
    "text",
    [
        "Small left effusion, 2.5 cm, at T10-T11.",
        "The cardiothoracic ratio is 0.55; nodule 12 x 14 mm.",
        "A 64-year-old woman; ribs 4 to 6.",
        "No change. May represent atelectasis. In 2 views.",
        "Tip 4 cm above the carina, 10/12 ribs seen.",
        "Plantagenets and the Zebedees of old.",
    ],
)
def test_what_a_report_says_of_a_chest_stays(text: str) -> None:
    assert SCRUBBER.scrub(text).text == text


def test_a_place_behind_a_replaced_part_moves_with_its_words() -> None:
    text = "Zebedee is well. No nodule."
    scrubbed = SCRUBBER.scrub(text)
    start, stop = (scrubbed.moved(place) for place in (text.index("No"), len(text)))
    assert scrubbed.text[start:stop] == "No nodule."
    assert scrubbed.text[: scrubbed.moved(len("Zebedee"))] == "[name]"


def test_a_place_inside_a_replaced_part_lies_behind_it() -> None:
    scrubbed = SCRUBBER.scrub("Zebedee is well.")
    assert scrubbed.text[: scrubbed.moved(3)] == "[name]"


IDENTIFIERS = [
    "Zebedee",
    "plantagenet",
    "QX-73519",
    "QX 73519",
    "ACC73520",
    "19341122",
    "2025-08-17",
    "山田太郎",
]


@unhurried
@given(st.lists(st.sampled_from(IDENTIFIERS) | texts, max_size=8))
def test_nothing_known_is_left_and_the_second_time_nothing_changes(pieces: list[str]) -> None:
    clean = SCRUBBER.scrub(" ".join(pieces)).text
    assert hits(clean, KNOWN) == ()
    assert SCRUBBER.scrub(clean).text == clean


@unhurried
@given(texts, st.data())
def test_words_between_replaced_parts_keep_their_characters(text: str, data: st.DataObject) -> None:
    whole = f"Zebedee {text} Zebedee"
    start, stop = len("Zebedee "), len("Zebedee ") + len(text)
    scrubbed = SCRUBBER.scrub(whole)
    if len(scrubbed.changes) == 2:
        assert scrubbed.text[scrubbed.moved(start) : scrubbed.moved(stop)] == text
    places = sorted(data.draw(st.lists(st.integers(0, len(whole)), max_size=5)))
    moved = [scrubbed.moved(place) for place in places]
    assert moved == sorted(moved)
    assert all(0 <= place <= len(scrubbed.text) for place in moved)


@pytest.mark.parametrize("spelling", ["Müller", "MÜLLER", "Mueller", "Muller", "Mu\u0308ller"])
def test_a_name_is_found_in_every_spelling(spelling: str) -> None:
    scrubber = Scrubber(Identifiers(names=frozenset({"Müller"})))
    assert scrubber.clean(f"Told {spelling} so.") == "Told [name] so."


def test_titles_and_initials_are_no_names_and_a_short_name_is_told() -> None:
    assert name_words("Dr. Bo A. Li^Ann") == {"Bo", "Li", "Ann"}
    assert Identifiers(names=frozenset({"Bo", "Ann"})).too_short == {"Bo"}


def test_an_identifier_is_found_in_bytes_of_several_encodings_and_a_short_number_is_not_sought() -> None:
    forms = byte_forms(KNOWN | Identifiers(codes=frozenset({"123456"})))
    assert b"plantagenet" in forms
    assert "山田太郎".encode("shift_jis").lower() in forms
    assert "plantagenet".encode("utf-16-le") in forms
    assert b"123456" not in forms


def test_a_patient_called_as_our_own_words_does_not_stop_every_export() -> None:
    known = Identifiers(names=frozenset({"Report", "Zebedee"}))
    assert known.without_words_of("Radiology report").names == {"Zebedee"}
