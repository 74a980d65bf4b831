"""The table of commands and keys: no key twice, changes that can be told, settings that cannot break it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QKeySequence

from app.commands import BY_NAME, COMMANDS, RESERVED, Bindings, bindings_from, normal_key

CHANGEABLE = [command.name for command in COMMANDS if not command.fixed]
KEYS = [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ[],.;", "F5", "Ctrl+T", "Ctrl+Shift+L", "Up", "Space", "Return"]


def every_key(bindings: Bindings) -> list[str]:
    return [key for command in COMMANDS for key in bindings.keys(command.name)]


def has_one_command_for_each_key(bindings: Bindings) -> bool:
    owned = ((key, command) for command in COMMANDS for key in bindings.keys(command.name))
    return all(bindings.owners(key, command.name) == (command,) for key, command in owned)


@pytest.mark.parametrize("key", every_key(Bindings()))
def test_the_tables_keys_are_written_as_qt_writes_them(key: str) -> None:
    assert QKeySequence(key).toString(QKeySequence.SequenceFormat.PortableText) == key == normal_key(key)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("shift+ctrl+z", "Ctrl+Shift+Z"),
        ("Ctrl++", "Ctrl++"),
        ("+", "+"),
        ("Alt+Ctrl+Del", "Ctrl+Alt+Del"),
        ("", ""),
        ("Ctrl", ""),
        ("Ctrl+", ""),
        ("Hyper+A", ""),
        ("nonsense", ""),
    ],
)
def test_a_key_is_brought_to_one_form_or_is_none(text: str, key: str) -> None:
    assert normal_key(text) == key


@given(st.lists(st.tuples(st.sampled_from(CHANGEABLE), st.sampled_from(KEYS)), max_size=8))
def test_whatever_is_changed_no_key_has_two_commands_and_settings_bring_it_back(
    changes: list[tuple[str, str]],
) -> None:
    bindings = Bindings()
    for name, key in changes:
        if not bindings.refusal(name, key):
            bindings = bindings.give(name, key)
            assert bindings.keys(name) == (key,)
    assert has_one_command_for_each_key(bindings)
    kept = {name: list(keys) for name, keys in bindings.changed.items()}
    assert bindings_from(kept) == (bindings, ())
    for name in CHANGEABLE:
        assert bindings.reset(name).keys(name) == BY_NAME[name].keys


def test_a_key_that_is_given_away_leaves_its_owner_without_and_comes_back_with_a_reset() -> None:
    given_away = Bindings().give("zoom", "I")
    assert (given_away.keys("zoom"), given_away.keys("invert")) == (("I",), ())
    assert given_away.reset("zoom") == Bindings()
    assert given_away.reset("invert") == Bindings()  # and zoom has its own again


@pytest.mark.parametrize("command", [command for command in COMMANDS if command.fixed], ids=lambda c: c.name)
def test_fixed_keys_can_neither_be_changed_nor_taken(command: object) -> None:
    assert isinstance(command, type(COMMANDS[0]))
    assert Bindings().refusal(command.name, "F5") == command.fixed
    for key in command.keys:
        assert command.fixed in Bindings().refusal("zoom", key)
        with pytest.raises(ValueError, match="is "):
            Bindings().give("zoom", key)


@pytest.mark.parametrize("key", RESERVED)
def test_keys_that_move_or_edit_belong_to_no_command(key: str) -> None:
    assert Bindings().refusal("zoom", key).startswith(f"{key} ")
    assert not any(Bindings().owners(key, command.name) for command in COMMANDS)


@pytest.mark.parametrize(
    ("kept", "said"),
    [
        ({"teleport": ["Y"]}, "teleport: there is no such command."),
        ({"zoom": "Y"}, "zoom: keys are a list of texts."),
        ({"zoom": [1]}, "zoom: keys are a list of texts."),
        ({"zoom": ["Hyper+Q"]}, "zoom: 'Hyper+Q' is no key."),
        ({"zoom": ["Tab"]}, "zoom: Tab moves between the parts of a window."),
        ({"zoom": ["Esc"]}, "zoom: Esc is Leave."),
        ({"sign": ["L"]}, "sign: A signature"),
    ],
)
def test_an_entry_that_cannot_be_used_is_said_and_ignored(kept: dict[str, object], said: str) -> None:
    bindings, ignored = bindings_from(kept)
    assert bindings == Bindings()
    assert len(ignored) == 1
    assert ignored[0].startswith(said)


def test_a_key_of_the_questions_may_be_another_commands_with_studies_but_not_one_that_always_works() -> None:
    assert has_one_command_for_each_key(Bindings())
    both = Bindings().give("flag_question", "L")
    assert (both.keys("flag_question"), both.keys("length")) == (("L",), ("L",))
    assert [each.name for each in both.owners("L", "mode_read")] == ["length", "flag_question"]
    taken = both.give("mode_read", "L")
    assert (taken.keys("flag_question"), taken.keys("length")) == ((), ())


def test_of_two_entries_for_one_key_the_first_holds() -> None:
    bindings, ignored = bindings_from({"zoom": ["Y"], "fit": ["Y"]})
    assert (bindings.keys("zoom"), bindings.keys("fit")) == (("Y",), ("F",))
    assert ignored == ("fit: Y has two commands.",)


def test_a_chosen_key_goes_before_one_that_the_table_has_by_now_and_that_is_said() -> None:
    bindings, said = bindings_from({"zoom": ["I"]})
    assert (bindings.keys("zoom"), bindings.keys("invert")) == (("I",), ())
    assert said == ("invert: I is Zoom.",)
