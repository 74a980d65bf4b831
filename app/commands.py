"""Every command of the desk with its keys: one table that sheet, menus, tips and windows read. Knows no Qt.

A new command is one line of `COMMANDS`. Its name is what settings keep, so it never changes. Where a window
has an action of this name, the key is the action's; else the window is given the name (`app.views.keys`).
Keys are written as Qt's portable text: "Ctrl+Shift+Z", "Space", "[".
"""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Final

from app.language import tr, tr_mark, tr_marked


class Place(Enum):
    """Where a command works. With studies and with questions in the window a key may mean two things."""

    ALWAYS = "in the desk's window, whatever it shows"
    DESK = "in the desk's window, with studies"
    FILMS = "wherever films are shown"
    QUESTIONS = "in the desk's window, with questions"
    ARCHIVE = "in the desk's window, with an archive"


APART: Final = frozenset({Place.QUESTIONS, Place.ARCHIVE})
"""Places of which only one is on the screen at a time; a key may mean another thing in each."""


@dataclass(frozen=True, slots=True)
class Command:
    """One thing to do. `fixed` says why its keys cannot be changed, "" where they can.

    `short` is what a question calls it ("L is Length. Give it to Zoom instead?"), `text` what the sheet says.
    """

    name: str
    group: str
    short: str
    text: str
    keys: tuple[str, ...] = ()
    fixed: str = ""
    place: Place = Place.DESK


WAY_OUT: Final = tr_mark("Esc always leads out of whatever is going on, so it can be relied on.")
SIGNATURE: Final = tr_mark("A signature is never on a key that a hand could hit by habit.")
EDITING: Final = tr_mark("Every text field of the system undoes and redoes with these keys.")
HELPING: Final = tr_mark("Whoever is lost must find the keys and the help on the same key everywhere.")
SIZING: Final = tr_mark(
    "Whoever cannot read the desk must be able to enlarge it without reading which key does."
)

COMMANDS: Final = (
    Command(
        "next_draft",
        tr_mark("Drafts"),
        tr_mark("Next draft"),
        tr_mark("next draft, or expert of a statement"),
        ("J",),
    ),
    Command(
        "previous_draft",
        tr_mark("Drafts"),
        tr_mark("Previous draft"),
        tr_mark("previous draft, or expert"),
        ("K",),
    ),
    Command(
        "next_sentence",
        tr_mark("Drafts"),
        tr_mark("Next sentence"),
        tr_mark("next sentence, or statement"),
        ("Down",),
    ),
    Command(
        "previous_sentence",
        tr_mark("Drafts"),
        tr_mark("Previous sentence"),
        tr_mark("previous sentence, or statement"),
        ("Up",),
    ),
    Command(
        "take_draft",
        tr_mark("Drafts"),
        tr_mark("Take the draft"),
        tr_mark("take the draft"),
        ("Return", "Enter"),
    ),
    Command(
        "take_sentence", tr_mark("Drafts"), tr_mark("Take the sentence"), tr_mark("take the sentence"), ("A",)
    ),
    Command(
        "reject_sentence",
        tr_mark("Drafts"),
        tr_mark("Reject the sentence"),
        tr_mark("reject the sentence, or take that back"),
        ("X",),
    ),
    Command("read", tr_mark("Drafts"), tr_mark("Read again"), tr_mark("read again"), ("Ctrl+R",)),
    Command("edit", tr_mark("Report"), tr_mark("Edit the report"), tr_mark("edit the report"), ("E",)),
    Command("undo", tr_mark("Report"), tr_mark("Undo"), tr_mark("undo"), ("Ctrl+Z",), EDITING),
    Command("redo", tr_mark("Report"), tr_mark("Redo"), tr_mark("redo"), ("Ctrl+Shift+Z", "Ctrl+Y"), EDITING),
    Command(
        "insert_template",
        tr_mark("Report"),
        tr_mark("Insert a template"),
        tr_mark("insert a template"),
        ("Ctrl+T",),
    ),
    Command(
        "expand_macro",
        tr_mark("Report"),
        tr_mark("Macro"),
        tr_mark("a macro's text in the place of its word"),
        ("Ctrl+M",),
    ),
    Command("save", tr_mark("Report"), tr_mark("Save now"), tr_mark("save now"), ("Ctrl+S",)),
    Command(
        "sign",
        tr_mark("Report"),
        tr_mark("Sign"),
        tr_mark("sign, or add to a signed report"),
        ("Ctrl+Return", "Ctrl+Enter"),
        SIGNATURE,
    ),
    Command(
        "send_report",
        tr_mark("Report"),
        tr_mark("Send to archive"),
        tr_mark("send the signed report to an archive"),
        ("Ctrl+Shift+E",),
    ),
    Command(
        "escape",
        tr_mark("Report"),
        tr_mark("Leave"),
        tr_mark("leave the text or the search, or cancel the reading"),
        ("Esc",),
        WAY_OUT,
        place=Place.ALWAYS,
    ),
    Command("window", tr_mark("Films"), tr_mark("Window"), tr_mark("window tool"), ("W",), place=Place.FILMS),
    Command("zoom", tr_mark("Films"), tr_mark("Zoom"), tr_mark("zoom tool"), ("Z",), place=Place.FILMS),
    Command("pan", tr_mark("Films"), tr_mark("Pan"), tr_mark("pan tool"), ("H",), place=Place.FILMS),
    Command("probe", tr_mark("Films"), tr_mark("Probe"), tr_mark("show pixel values"), place=Place.FILMS),
    Command("invert", tr_mark("Films"), tr_mark("Invert"), tr_mark("invert"), ("I",), place=Place.FILMS),
    Command("fit", tr_mark("Films"), tr_mark("Fit"), tr_mark("fit"), ("F",), place=Place.FILMS),
    Command(
        "actual",
        tr_mark("Films"),
        tr_mark("One to one"),
        tr_mark("one film pixel to one screen pixel"),
        place=Place.FILMS,
    ),
    Command("reset", tr_mark("Films"), tr_mark("Reset"), tr_mark("reset"), ("R",), place=Place.FILMS),
    Command(
        "overlay",
        tr_mark("Films"),
        tr_mark("Overlay"),
        tr_mark("overlay on or off"),
        ("Space",),
        place=Place.FILMS,
    ),
    Command(
        "next_frame",
        tr_mark("Films"),
        tr_mark("Next frame"),
        tr_mark("next frame of a film with several"),
        ("PgDown",),
        place=Place.FILMS,
    ),
    Command(
        "previous_frame",
        tr_mark("Films"),
        tr_mark("Previous frame"),
        tr_mark("previous frame"),
        ("PgUp",),
        place=Place.FILMS,
    ),
    Command(
        "marks",
        tr_mark("Films"),
        tr_mark("Annotations"),
        tr_mark("annotations of the file on or off"),
        ("G",),
        place=Place.FILMS,
    ),
    Command(
        "shutter",
        tr_mark("Films"),
        tr_mark("Shutter"),
        tr_mark("shutter of the file on or off"),
        ("S",),
        place=Place.FILMS,
    ),
    Command(
        "prior",
        tr_mark("Films"),
        tr_mark("Prior"),
        tr_mark("prior of the patient beside the film, and away"),
        ("B",),
        place=Place.FILMS,
    ),
    Command(
        "link",
        tr_mark("Films"),
        tr_mark("Link films"),
        tr_mark("window, zoom and pan of film and prior together, or each alone"),
        ("U",),
        place=Place.FILMS,
    ),
    Command(
        "length", tr_mark("Measure"), tr_mark("Length"), tr_mark("length tool"), ("L",), place=Place.FILMS
    ),
    Command("angle", tr_mark("Measure"), tr_mark("Angle"), tr_mark("angle tool"), place=Place.FILMS),
    Command("ellipse", tr_mark("Measure"), tr_mark("Ellipse"), tr_mark("ellipse tool"), place=Place.FILMS),
    Command(
        "rectangle", tr_mark("Measure"), tr_mark("Rectangle"), tr_mark("rectangle tool"), place=Place.FILMS
    ),
    Command(
        "heart", tr_mark("Measure"), tr_mark("Heart ratio"), tr_mark("heart ratio tool"), place=Place.FILMS
    ),
    Command(
        "calibrate",
        tr_mark("Measure"),
        tr_mark("Calibrate"),
        tr_mark("calibrate by a known length"),
        place=Place.FILMS,
    ),
    Command(
        "next_measurement",
        tr_mark("Measure"),
        tr_mark("Next measurement"),
        tr_mark("select the next measurement"),
        (".",),
        place=Place.FILMS,
    ),
    Command(
        "previous_measurement",
        tr_mark("Measure"),
        tr_mark("Previous measurement"),
        tr_mark("select the measurement before"),
        (",",),
        place=Place.FILMS,
    ),
    Command(
        "insert_measurement",
        tr_mark("Measure"),
        tr_mark("Insert measurement"),
        tr_mark("put the selected measurement into the report"),
        place=Place.FILMS,
    ),
    Command(
        "lens",
        tr_mark("Measure"),
        tr_mark("Magnifier"),
        tr_mark("magnifier: 2:1, 4:1, away"),
        ("M",),
        place=Place.FILMS,
    ),
    Command(
        "alone",
        tr_mark("Films"),
        tr_mark("Films alone"),
        tr_mark("films in a window of their own, and back"),
        ("F11",),
        place=Place.FILMS,
    ),
    Command("next_study", tr_mark("Desk"), tr_mark("Next study"), tr_mark("next study"), ("N",)),
    Command("previous_study", tr_mark("Desk"), tr_mark("Previous study"), tr_mark("previous study"), ("P",)),
    Command(
        "open",
        tr_mark("Desk"),
        tr_mark("Open"),
        tr_mark("open films or a panel"),
        ("Ctrl+O",),
        place=Place.ALWAYS,
    ),
    Command(
        "search",
        tr_mark("Desk"),
        tr_mark("Search"),
        tr_mark("search studies; Enter opens the first"),
        ("Ctrl+F",),
        place=Place.ALWAYS,
    ),
    Command("mode_read", tr_mark("Desk"), tr_mark("Read"), tr_mark("read"), ("Ctrl+1",), place=Place.ALWAYS),
    Command(
        "mode_compare",
        tr_mark("Desk"),
        tr_mark("Compare"),
        tr_mark("compare"),
        ("Ctrl+2",),
        place=Place.ALWAYS,
    ),
    Command(
        "mode_questions",
        tr_mark("Desk"),
        tr_mark("Questions"),
        tr_mark("questions"),
        ("Ctrl+3",),
        place=Place.ALWAYS,
    ),
    Command(
        "mode_archive",
        tr_mark("Desk"),
        tr_mark("Archive"),
        tr_mark("archive: search and retrieve"),
        ("Ctrl+4",),
        place=Place.ALWAYS,
    ),
    Command(
        "compare_other",
        tr_mark("Desk"),
        tr_mark("Other comparison"),
        tr_mark("compare all drafts, or two"),
        ("T",),
    ),
    Command(
        "fold_worklist",
        tr_mark("Desk"),
        tr_mark("Fold the worklist"),
        tr_mark("worklist away and back"),
        ("[",),
    ),
    Command("fold_panel", tr_mark("Desk"), tr_mark("Fold the panel"), tr_mark("panel away and back"), ("]",)),
    Command(
        "text_larger",
        tr_mark("Desk"),
        tr_mark("Larger text"),
        tr_mark("larger text"),
        ("Ctrl++", "Ctrl+="),
        SIZING,
        place=Place.ALWAYS,
    ),
    Command(
        "text_smaller",
        tr_mark("Desk"),
        tr_mark("Smaller text"),
        tr_mark("smaller text"),
        ("Ctrl+-",),
        SIZING,
        place=Place.ALWAYS,
    ),
    Command(
        "text_usual",
        tr_mark("Desk"),
        tr_mark("Usual text"),
        tr_mark("text of the usual size"),
        ("Ctrl+0",),
        SIZING,
        place=Place.ALWAYS,
    ),
    Command(
        "option_a",
        tr_mark("Questions"),
        tr_mark("Option A"),
        tr_mark("choose option A"),
        ("A",),
        place=Place.QUESTIONS,
    ),
    Command(
        "option_b",
        tr_mark("Questions"),
        tr_mark("Option B"),
        tr_mark("choose option B"),
        ("B",),
        place=Place.QUESTIONS,
    ),
    Command(
        "option_c",
        tr_mark("Questions"),
        tr_mark("Option C"),
        tr_mark("choose option C"),
        ("C",),
        place=Place.QUESTIONS,
    ),
    Command(
        "option_d",
        tr_mark("Questions"),
        tr_mark("Option D"),
        tr_mark("choose option D"),
        ("D",),
        place=Place.QUESTIONS,
    ),
    Command(
        "option_e",
        tr_mark("Questions"),
        tr_mark("Option E"),
        tr_mark("choose option E"),
        ("E",),
        place=Place.QUESTIONS,
    ),
    Command(
        "next_question",
        tr_mark("Questions"),
        tr_mark("Next question"),
        tr_mark("show the right option, or the next question"),
        ("Return", "Enter"),
        place=Place.QUESTIONS,
    ),
    Command(
        "previous_question",
        tr_mark("Questions"),
        tr_mark("Previous question"),
        tr_mark("previous question"),
        ("P",),
        place=Place.QUESTIONS,
    ),
    Command(
        "flag_question",
        tr_mark("Questions"),
        tr_mark("Flag"),
        tr_mark("flag the question, or take the flag away"),
        ("F",),
        place=Place.QUESTIONS,
    ),
    Command(
        "strike_option",
        tr_mark("Questions"),
        tr_mark("Strike out"),
        tr_mark("strike out: the next option is struck, or brought back"),
        ("S",),
        place=Place.QUESTIONS,
    ),
    Command(
        "strike_a",
        tr_mark("Questions"),
        tr_mark("Strike A"),
        tr_mark("strike option A"),
        ("Shift+A",),
        place=Place.QUESTIONS,
    ),
    Command(
        "strike_b",
        tr_mark("Questions"),
        tr_mark("Strike B"),
        tr_mark("strike option B"),
        ("Shift+B",),
        place=Place.QUESTIONS,
    ),
    Command(
        "strike_c",
        tr_mark("Questions"),
        tr_mark("Strike C"),
        tr_mark("strike option C"),
        ("Shift+C",),
        place=Place.QUESTIONS,
    ),
    Command(
        "strike_d",
        tr_mark("Questions"),
        tr_mark("Strike D"),
        tr_mark("strike option D"),
        ("Shift+D",),
        place=Place.QUESTIONS,
    ),
    Command(
        "strike_e",
        tr_mark("Questions"),
        tr_mark("Strike E"),
        tr_mark("strike option E"),
        ("Shift+E",),
        place=Place.QUESTIONS,
    ),
    Command(
        "note_question",
        tr_mark("Questions"),
        tr_mark("Note"),
        tr_mark("write a note; Esc leaves it"),
        ("N",),
        place=Place.QUESTIONS,
    ),
    Command(
        "finish_sitting",
        tr_mark("Questions"),
        tr_mark("Finish"),
        tr_mark("finish the sitting"),
        ("Ctrl+Return", "Ctrl+Enter"),
        place=Place.QUESTIONS,
    ),
    Command(
        "ask_model",
        tr_mark("Questions"),
        tr_mark("Ask the model"),
        tr_mark("ask the model this question, once its answer is shown"),
        ("M",),
        place=Place.QUESTIONS,
    ),
    Command(
        "retrieve_studies",
        tr_mark("Archive"),
        tr_mark("Retrieve"),
        tr_mark("retrieve the chosen studies"),
        ("Ctrl+Return", "Ctrl+Enter"),
        place=Place.ARCHIVE,
    ),
    Command(
        "open_match",
        tr_mark("Archive"),
        tr_mark("Open the study"),
        tr_mark("open the chosen study, if it is here"),
        ("O",),
        place=Place.ARCHIVE,
    ),
    Command(
        "go_to_results",
        tr_mark("Archive"),
        tr_mark("Results"),
        tr_mark("from the fields to the results"),
        ("Ctrl+L",),
        place=Place.ARCHIVE,
    ),
    Command(
        "search_today",
        tr_mark("Archive"),
        tr_mark("Studies of today"),
        tr_mark("search all of today"),
        ("Ctrl+T",),
        place=Place.ARCHIVE,
    ),
    Command(
        "search_week",
        tr_mark("Archive"),
        tr_mark("Studies of 7 days"),
        tr_mark("search the last 7 days"),
        ("Ctrl+Shift+T",),
        place=Place.ARCHIVE,
    ),
    Command(
        "sort_next",
        tr_mark("Archive"),
        tr_mark("Sort"),
        tr_mark("sort by the next column"),
        ("S",),
        place=Place.ARCHIVE,
    ),
    Command(
        "sort_turn",
        tr_mark("Archive"),
        tr_mark("Turn the order"),
        tr_mark("sort the other way round"),
        ("Shift+S",),
        place=Place.ARCHIVE,
    ),
    Command(
        "search_again",
        tr_mark("Archive"),
        tr_mark("Search again"),
        tr_mark("ask the same again"),
        ("Ctrl+R",),
        place=Place.ARCHIVE,
    ),
    Command(
        "edit_archives",
        tr_mark("Archive"),
        tr_mark("Archives"),
        tr_mark("add, change or test archives; the cache"),
        ("Ctrl+,",),
        place=Place.ARCHIVE,
    ),
    Command(
        "manual",
        tr_mark("Help"),
        tr_mark("Help"),
        tr_mark("this program's help"),
        ("F1",),
        HELPING,
        place=Place.ALWAYS,
    ),
    Command(
        "help", tr_mark("Help"), tr_mark("Keys"), tr_mark("this sheet"), ("?",), HELPING, place=Place.ALWAYS
    ),
    Command(
        "retrain",
        tr_mark("Help"),
        tr_mark("Retrain on signed reviews"),
        tr_mark("let the bundle learn from signed reviews, compare, and go back"),
        place=Place.ALWAYS,
    ),
    Command(
        "tour",
        tr_mark("Help"),
        tr_mark("Tour"),
        tr_mark("tour of the window, on a sample study"),
        place=Place.ALWAYS,
    ),
)


@dataclass(frozen=True, slots=True)
class Remark:
    """A line of the sheet that is no command: keys that count, and what the mouse does."""

    group: str
    keys: str
    text: str


REMARKS: Final = (
    Remark(tr_mark("Drafts"), tr_mark("1–9"), tr_mark("map of expert A, B, C …; again takes it away")),
    Remark(tr_mark("Questions"), tr_mark("1–9"), tr_mark("choose the first, second, third … option")),
    Remark(
        tr_mark("Films"),
        tr_mark("Mouse"),
        tr_mark("right drag: window; middle drag: pan; wheel: zoom; double click: fit"),
    ),
    Remark(
        tr_mark("Archive"),
        tr_mark("Enter"),
        tr_mark("in the fields: search; on a study: open it if it is here, else retrieve it"),
    ),
    Remark(tr_mark("Measure"), tr_mark("Del"), tr_mark("remove the selected measurement")),
)

RESERVED: Final = MappingProxyType(
    dict.fromkeys(
        ("Tab", "Shift+Tab", "Backtab", "Shift+Backtab"), tr_mark("moves between the parts of a window")
    )
    | dict.fromkeys(("Ctrl+C", "Ctrl+X", "Ctrl+V"), tr_mark("copies, cuts or pastes text"))
    | {"Ctrl+A": tr_mark("chooses the whole text")}
    | dict.fromkeys(("Backspace", "Del"), tr_mark("deletes text"))
    | dict.fromkeys("123456789", tr_mark("shows an expert's map, or chooses an option"))
)
"""Keys that no command can have, and what they do already."""


@dataclass(frozen=True, slots=True)
class Bindings:
    """The keys of every command: the table's, where `changed` has no others. No key has two in one place."""

    changed: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))

    def keys(self, name: str) -> tuple[str, ...]:
        """A command's keys, none for a name that is not in the table."""
        found = self.changed.get(name)
        return found if found is not None else BY_NAME[name].keys if name in BY_NAME else ()

    def owners(self, key: str, name: str) -> tuple[Command, ...]:
        """The commands that have this key and work where the command of this name does."""
        return tuple(
            command
            for command in COMMANDS
            if key in self.keys(command.name) and work_together(command, BY_NAME[name])
        )

    def refusal(self, name: str, key: str) -> str:
        """Why this command cannot have this key, "" where it can; another's key may still be given away."""
        if BY_NAME[name].fixed:
            return tr_marked(BY_NAME[name].fixed)
        if normal_key(key) != key:
            return tr("{key} is no key that can be kept.", key=key)
        if key in RESERVED:
            return f"{key} {tr_marked(RESERVED[key])}."
        for owner in self.owners(key, name):
            if owner.fixed and owner.name != name:
                return f"{taken_by(key, owner)} {tr_marked(owner.fixed)}"
        return ""

    def give(self, name: str, key: str) -> Bindings:
        """With this one key for a command, taken from those who had it; ValueError where it is refused."""
        if refusal := self.refusal(name, key):
            raise ValueError(refusal)
        left = {
            owner.name: tuple(each for each in self.keys(owner.name) if each != key)
            for owner in self.owners(key, name)
        }
        return _tidy({**self.changed, **left, name: (key,)})

    def reset(self, name: str) -> Bindings:
        """With the table's keys for one command: who was given one loses it, who gave one gets it back."""
        own = BY_NAME[name].keys
        others = {
            other: tuple(
                key for key in keys if key not in own or not work_together(BY_NAME[other], BY_NAME[name])
            )
            for other, keys in self.changed.items()
            if other != name
        }
        reset = _tidy(others)
        for robbed in (other for other, keys in others.items() if not keys):
            if not any(reset.owners(key, robbed) for key in BY_NAME[robbed].keys):
                reset = _tidy({other: keys for other, keys in reset.changed.items() if other != robbed})
        return reset

    def hint(self, name: str) -> str:
        """What a tip or question adds: " (L)", or nothing where the command has no key."""
        keys = self.keys(name)
        return f" ({keys[0]})" if keys else ""


def bindings_from(kept: Mapping[str, object]) -> tuple[Bindings, tuple[str, ...]]:
    """The bindings that settings hold; a sentence for each entry that is ignored or costs another its key.

    What a reader chose goes before the table's own keys, which a newer version may have added to.
    """
    chosen: dict[str, tuple[str, ...]] = {}
    said: list[str] = []
    for name, value in kept.items():
        keys, why = _readable(name, value)
        twice = next(
            (key for key in keys for other in chosen if key in chosen[other] and _meet(name, other)), ""
        )
        why = why or (tr("{key} has two commands.", key=twice) if twice else "")
        if why:
            said.append(f"{name}: {why}")
        else:
            chosen[name] = keys
    first_chosen = dict(chosen)
    for command in COMMANDS:
        takers = {
            key: name
            for name, keys in first_chosen.items()
            for key in keys
            if key in command.keys and command.name not in first_chosen and _meet(name, command.name)
        }
        if takers:
            chosen[command.name] = tuple(key for key in command.keys if key not in takers)
            key, taker = next(iter(takers.items()))
            said.append(f"{command.name}: {taken_by(key, BY_NAME[taker])}")
    return _tidy(chosen), tuple(said)


def normal_key(text: str) -> str:
    """A key as Qt's portable text has it, "" for what is none: "shift+ctrl+z" is "Ctrl+Shift+Z"."""
    head, _, last = text.rpartition("+")
    if text.endswith("+"):  # plus itself, alone or behind a modifier's plus
        head, last = text[:-1].removesuffix("+"), "+" if text[:-1][-1:] in {"", "+"} else ""
    modifiers = head.split("+")
    given = {modifier.strip().lower() for modifier in modifiers if modifier}
    if not given <= set(_MODIFIERS):
        return ""
    key = _NAMED.get(last.strip().lower(), last.upper() if len(last) == 1 and last in _SIGNS else "")
    return "".join(f"{_MODIFIERS[each]}+" for each in _MODIFIERS if each in given) + key if key else ""


def work_together(first: Command, second: Command) -> bool:
    """Whether there is a place where both work: they cannot have the same key."""
    places = {first.place, second.place}
    return len(places) == 1 or Place.ALWAYS in places or not places & APART


def taken_by(key: str, owner: Command) -> str:
    """That a key has a command already: "L is Length."."""
    return tr("{key} is {command}.", key=key, command=tr_marked(owner.short))


def groups() -> Sequence[str]:
    """The groups in the table's order."""
    return tuple(dict.fromkeys(command.group for command in COMMANDS))


def _readable(name: str, value: object) -> tuple[tuple[str, ...], str]:
    if name not in BY_NAME:
        return (), tr("there is no such command.")
    if not isinstance(value, list | tuple) or not all(isinstance(key, str) for key in value):
        return (), tr("keys are a list of texts.")
    if BY_NAME[name].fixed:
        return (), tr_marked(BY_NAME[name].fixed)
    for key in value:
        if normal_key(key) != key or not key:
            return (), tr("{key} is no key.", key=repr(key))
        if key in RESERVED:
            return (), f"{key} {tr_marked(RESERVED[key])}."
        for owner in COMMANDS:
            if key in owner.keys and owner.fixed and _meet(name, owner.name):
                return (), f"{taken_by(key, owner)} {tr_marked(owner.fixed)}"
    return tuple(value), ""


def _meet(first: str, second: str) -> bool:
    return work_together(BY_NAME[first], BY_NAME[second])


def _tidy(changed: Mapping[str, tuple[str, ...]]) -> Bindings:
    """Without what is as in the table."""
    kept = {name: keys for name, keys in changed.items() if keys != BY_NAME[name].keys}
    return Bindings(MappingProxyType(kept))


BY_NAME: Final = MappingProxyType({command.name: command for command in COMMANDS})
_MODIFIERS = {"meta": "Meta", "ctrl": "Ctrl", "alt": "Alt", "shift": "Shift"}  # in Qt's order
_SIGNS = string.ascii_letters + string.digits + string.punctuation
_NAMED = {
    name.lower(): name
    for name in (
        *(f"F{number}" for number in range(1, 25)),
        *("Space", "Return", "Enter", "Esc", "Tab", "Backtab", "Backspace", "Del", "Ins"),
        *("Home", "End", "PgUp", "PgDown", "Left", "Right", "Up", "Down"),
    )
}
