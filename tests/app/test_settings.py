from __future__ import annotations

import getpass
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.settings import (
    UNKNOWN_READER,
    Settings,
    SettingsMalformed,
    SettingsNotSaved,
    data_folder,
    load_settings,
    reader_of,
    save_settings,
    settings_path,
    usual_paper,
)


@given(st.text(), st.floats(0, 1), st.dictionaries(st.text(max_size=5), st.binary(max_size=20), max_size=3))
def test_settings_come_back_as_they_were(
    tmp_path_factory: pytest.TempPathFactory, reader: str, opacity: float, layout: dict[str, bytes]
) -> None:
    path = tmp_path_factory.mktemp("settings") / "settings.json"
    settings = Settings(reader=reader, overlay_opacity=opacity, layout=layout)
    save_settings(settings, path)
    assert load_settings(path) == settings


@pytest.mark.parametrize(("land", "paper"), [("US", "letter"), ("MX", "letter"), ("ES", "a4"), ("", "a4")])
def test_the_usual_paper_is_that_of_the_land(land: str, paper: str) -> None:
    assert usual_paper(land) == paper


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    assert load_settings(tmp_path / "none" / "settings.json") == Settings()


def test_settings_of_a_newer_version_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"reader": "R", "hanging_protocol": {"chest": 2}}')
    save_settings(load_settings(path), path)
    assert json.loads(path.read_text())["hanging_protocol"] == {"chest": 2}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is no JSON"),
        (b"{", "is no JSON"),
        (b"[" * 100_000, "is no JSON"),
        (b"[]", "holds no JSON object"),
        (b"\xff\xfe", "cannot be read"),
        (b'{"reader": 1}', "needs a text for reader"),
        (b'{"overlay_opacity": "0.5"}', "0 to 1 for overlay_opacity"),
        (b'{"overlay_opacity": true}', "0 to 1 for overlay_opacity"),
        (b'{"overlay_threshold": 1.5}', "0 to 1 for overlay_threshold"),
        (b'{"overlay_threshold": NaN}', "0 to 1 for overlay_threshold"),
        (b'{"paper": "a3"}', "one of a4, letter for paper"),
        (b'{"text_size": 89}', "90 to 200 for text_size"),
        (b'{"text_size": true}', "90 to 200 for text_size"),
        (b'{"keys": []}', "an object for keys"),
        (b'{"device": 1}', "auto, cpu, cuda for device"),
        (b'{"language": "tlh"}', "en, es for language"),
        (b'{"language": null}', "en, es for language"),
        (b'{"device": "gpu"}', "auto, cpu, cuda for device"),
        (b'{"layout": []}', "an object for layout"),
        (b'{"layout": {"window": 1}}', "Base64"),
        (b'{"layout": {"window": "!"}}', "Base64"),
    ],
)
def test_a_malformed_file_is_refused_with_what_is_wrong(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(content)
    with pytest.raises(SettingsMalformed, match=said) as caught:
        load_settings(path)
    assert str(path) in str(caught.value)
    assert "delete it" in str(caught.value)


def test_settings_that_cannot_be_saved_leave_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "settings.json"
    save_settings(Settings(reader="R"), path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(SettingsNotSaved, match="No space left"):
        save_settings(Settings(reader="S"), path)
    assert load_settings(path).reader == "R"
    assert list(tmp_path.iterdir()) == [path]


def test_data_and_settings_lie_in_the_users_own_folders(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for place in (data_folder(), settings_path()):
        assert "consilium" in place.parts


@pytest.mark.parametrize("error", [KeyError("uid not found"), OSError("no username"), ImportError("pwd")])
def test_a_user_without_a_name_is_an_unknown_reader(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nameless() -> str:
        raise error

    monkeypatch.setattr(getpass, "getuser", nameless)
    assert reader_of(Settings()) == UNKNOWN_READER
    assert reader_of(Settings(reader="Dr. Roe")) == "Dr. Roe"
