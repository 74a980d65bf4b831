"""What names a patient, and how it is found again: in free text, where it is replaced, and in finished files.

Known identifiers come from the study and its films. Free text may name people that no header knows, so dates,
titles with a name, addresses, telephone and other long numbers are replaced by what they look like, too
(after HIPAA's safe harbour list, 45 CFR 164.514(b)(2)). It errs towards replacing: a report on a patient
called "Young" loses the word "young", and who exports is told how many passages were replaced.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from engine.study import Study

NAME, NUMBER, DATE, AGE, PLACE = "[name]", "[number]", "[date]", "[age over 89]", "[address]"
MIN_NAME = 3
"""Characters that a word of a name, or a number, needs to be looked for: "No" is a name and a word."""
TITLES = frozenset({"dr", "prof", "md", "phd", "mr", "mrs", "ms", "jr", "sr", "ii", "iii", "med"})
MIN_SPACED_CODE = 5  # characters from which on blanks and dashes between them are looked through
_BARE = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ı": "i", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th"}
)
_WRITTEN_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "ß": "ss"})
_MONTHS = (
    "Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:t(?:ember)?)?|"
    "Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?|"
    "enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre"
)
_GENERAL = (
    (
        rf"\b\d{{1,2}}(?:st|nd|rd|th)?\.?\s*(?:of\s+|de\s+)?(?:{_MONTHS})\b\.?,?(?:\s+(?:de\s+)?\d{{4}}\b)?",
        DATE,
    ),
    (rf"\b(?:{_MONTHS})\.?\s+\d{{1,2}}(?:st|nd|rd|th)?\b(?:,?\s+\d{{4}}\b)?", DATE),
    (r"\b\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\b", DATE),
    (r"\b\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})\b", DATE),
    (r"\b(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\b", DATE),
    (r"\b\d{4}年\d{1,2}月\d{1,2}日", DATE),
    (r"\b(?:9\d|1[0-4]\d)(?=[\s-]*(?:year|yr|y/?o\b|años))", AGE),
    (r"\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b", PLACE),
    (r"\bhttps?://\S+", PLACE),
    (r"\b\d+(?:\.\d+){4,}\b", NUMBER),
    (r"(?<!\w)\+?\(?\d{2,4}\)?(?:[ /-]\d{2,5}){2,}\b", NUMBER),
    (r"\b\d{6,}\b", NUMBER),
    (r"\b(?:[A-Z]{1,4}[-#]?)?\d{5,}\b", NUMBER),
)
_TITLES = (
    r"\b(?:Dr|Drs|Prof|Mr|Mrs|Ms|Miss|Sr|Sra|Dra)\b\.?\s+"
    r"(?:[A-Z]\.\s*)?[^\W\d_][\w'’-]+(?:\s+[A-Z][\w'’-]+)?"
)


@dataclass(frozen=True, slots=True)
class Identifiers:
    """Words of names, numbers as they are written, and dates as yyyymmdd."""

    names: frozenset[str] = frozenset()
    codes: frozenset[str] = frozenset()
    dates: frozenset[str] = frozenset()

    def without_words_of(self, text: str) -> Identifiers:
        """Those that are no words of a text: a patient may be called as our own words are."""
        own = {word.casefold() for word in re.findall(r"[^\W_]+", text)}
        names, codes = (
            frozenset(one for one in some if one.casefold() not in own) for some in (self.names, self.codes)
        )
        return Identifiers(names, codes, self.dates)

    @property
    def rare(self) -> Identifiers:
        """Numbers so long that no other number is likely to be the same."""
        return Identifiers(codes=frozenset(code for code in self.codes if len(code) >= MIN_BYTES))

    def __or__(self, other: Identifiers) -> Identifiers:
        return Identifiers(self.names | other.names, self.codes | other.codes, self.dates | other.dates)

    @property
    def too_short(self) -> frozenset[str]:
        """Names and numbers that cannot be looked for, because they stand in ordinary text as well."""
        return frozenset(one for one in self.names | self.codes if not _is_sought(one))


@dataclass(frozen=True, slots=True)
class Scrubbed:
    """A text without identifiers; `changes` are (start, stop, replacement) in the text as it was."""

    text: str
    changes: tuple[tuple[int, int, str], ...] = ()

    def moved(self, place: int) -> int:
        """Where a place of the old text lies now; one inside a replaced part lies behind it."""
        shift = 0
        for start, stop, new in self.changes:
            if place <= start:
                break
            if place < stop:
                return start + shift + len(new)
            shift += len(new) - (stop - start)
        return place + shift


def identifiers_of(study: Study, readers: Iterable[str] = ()) -> Identifiers:
    """What the study itself says of its patient; `readers` are further people's names."""
    patient = study.patient
    names = name_words(patient.name.alphabetic, patient.name.ideographic, patient.name.phonetic, *readers)
    films = [uid for film in study.radiographs for uid in (film.series_uid, film.sop_instance_uid)]
    codes = frozenset((patient.patient_id, study.accession_number, study.study_uid, *films))
    dates = frozenset((patient.birth_date, study.study_date))
    return Identifiers(names, codes - {""}, frozenset(filter(is_date, dates)))


def name_words(*names: str) -> frozenset[str]:
    """The words of names, without titles and initials; names in other scripts also whole, without blanks."""
    words = {word for name in names for word in re.split(r"[\s^=.,()]+", name) if _is_name(word)}
    whole = {re.sub(r"[\s^]+", "", name) for name in names if name and not name.isascii()}
    return frozenset(words | whole)


class Scrubber:
    """Replaces identifiers in free text, the same ones by the same marks."""

    def __init__(self, known: Identifiers) -> None:
        self._rules = tuple(_rules(known))

    def scrub(self, text: str) -> Scrubbed:
        """The text without anything that names the patient, so far as rules can tell."""
        found = sorted(
            (match.start(), match.end(), mark)
            for pattern, mark in self._rules
            for match in pattern.finditer(text)
        )
        changes = tuple(_merged(found))
        pieces, at = [], 0
        for start, stop, mark in changes:
            pieces += [text[at:start], mark]
            at = stop
        return Scrubbed("".join((*pieces, text[at:])), changes)

    def clean(self, text: str) -> str:
        """Only the text."""
        return self.scrub(text).text


def hits(text: str, known: Identifiers) -> tuple[str, ...]:
    """Which known identifiers stand in a text, as marks: never the identifier itself."""
    return tuple(dict.fromkeys(mark for pattern, mark in _known_rules(known) if pattern.search(text)))


def byte_forms(known: Identifiers) -> frozenset[bytes]:
    """Known identifiers as they may stand in a file, ASCII letters in lower case; none that chance makes.

    Grey values that rise by one look like digits in a row, so a number alone needs more of them.
    """
    everything = known.names | known.codes | known.dates
    unlikely = [text for text in everything if len(text) >= (MIN_DIGITS if text.isdecimal() else MIN_NAME)]
    forms = (_encoded(text, encoding) for text in unlikely for encoding in _ENCODINGS)
    return frozenset(form.lower() for form in forms if len(form) >= MIN_BYTES)


MIN_BYTES, MIN_DIGITS = 6, 8
_ENCODINGS = (
    "utf-8",
    "latin-1",
    "utf-16-le",
    "utf-16-be",
    "shift_jis",
    "euc_jp",
    "euc_kr",
    "gb18030",
    "iso8859_5",
)


def _encoded(text: str, encoding: str) -> bytes:
    try:
        return text.encode(encoding)
    except UnicodeEncodeError:
        return b""


def _rules(known: Identifiers) -> Iterator[tuple[re.Pattern[str], str]]:
    yield from _known_rules(known)
    yield re.compile(_TITLES), NAME
    for pattern, mark in _GENERAL:
        yield re.compile(pattern, re.IGNORECASE), mark


def _known_rules(known: Identifiers) -> Iterator[tuple[re.Pattern[str], str]]:
    for word in sorted(known.names, key=len, reverse=True):
        if _is_sought(word):
            yield _whole_word(_loosely(word)), NAME
    for code in sorted(known.codes, key=len, reverse=True):
        if _is_sought(code):
            yield _whole_word(_spaced(code)), NUMBER
    for date in sorted(known.dates):
        yield _whole_word("|".join(re.escape(form) for form in _date_forms(date))), DATE


def _is_name(word: str) -> bool:
    return word.lower() not in TITLES and (len(word) > 1 or not word.isascii())


def _is_sought(word: str) -> bool:
    return len(word) >= (MIN_NAME if word.isascii() else 2)


def _whole_word(pattern: str) -> re.Pattern[str]:
    """The pattern not inside a longer word; scripts without blanks have no such thing."""
    return re.compile(rf"(?<![A-Za-z0-9])(?:{pattern})(?![A-Za-z0-9])", re.IGNORECASE)


def _loosely(word: str) -> str:
    """A name with or without its accents, or with the letters that stand for them."""
    plain = "".join(one for one in unicodedata.normalize("NFD", word) if not unicodedata.combining(one))
    spelled = [
        word.lower(),
        plain.lower(),
        *(word.lower().translate(table) for table in (_WRITTEN_OUT, _BARE)),
    ]
    decomposed = [unicodedata.normalize("NFD", form) for form in spelled]
    return "|".join(re.escape(form) for form in dict.fromkeys(spelled + decomposed))


def _spaced(code: str) -> str:
    """A number with or without blanks and dashes between its characters."""
    parts = [re.escape(one) for one in code if one.isalnum() or one in "._"]
    if len(parts) < MIN_SPACED_CODE:
        return re.escape(code)
    return r"[\s-]?".join(parts)


def is_date(text: str) -> bool:
    """Whether a text is a date as DICOM writes one (PS3.5 6.2, DA)."""
    return _day(text) is not None


def _day(text: str) -> datetime | None:
    try:
        return datetime.strptime(text.strip(), "%Y%m%d") if len(text.strip()) == len("yyyymmdd") else None
    except ValueError:
        return None


def _date_forms(date: str) -> Iterator[str]:
    """How people write a date; other forms are found as dates in general."""
    day = _day(date)
    if day is None:
        yield date
        return
    yield from (
        day.strftime(form) for form in ("%Y%m%d", "%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%d%m%Y")
    )


def _merged(found: list[tuple[int, int, str]]) -> Iterator[tuple[int, int, str]]:
    """Overlapping parts as one, under the first one's mark."""
    current: tuple[int, int, str] | None = None
    for start, stop, mark in found:
        if current is not None and start < current[1]:
            current = (current[0], max(current[1], stop), current[2])
            continue
        if current is not None:
            yield current
        current = (start, stop, mark)
    if current is not None:
        yield current
