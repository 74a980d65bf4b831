from __future__ import annotations

import json
from pathlib import Path

from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.__main__ import Parts, assemble, remember
from app.language import LANGUAGES
from app.opening import StoreOpener
from app.settings import Settings, load_settings
from app.views.choice_menu import OWN_NAMES, ChoiceMenu, character_set_menu
from app.views.states import NoticeBar
from engine.dicom.undeclared import CODECS
from tests.app.archive_fakes import no_archives
from tests.app.desk_fakes import FakeEngine


def names(menu: ChoiceMenu) -> dict[str, bool]:
    return {action.text(): action.isChecked() for action in menu.actions()}


def test_every_language_stands_in_the_menu_under_its_own_name(qapp: QApplication) -> None:
    assert set(OWN_NAMES) == set(LANGUAGES)


def test_the_chosen_language_is_remembered_for_the_next_start_and_the_reader_is_told(
    qtbot: QtBot, themed: QApplication, tmp_path: Path
) -> None:
    file = tmp_path / "settings.json"
    settings = Settings(language="en")
    store, archives = StoreOpener(str(tmp_path)), no_archives(tmp_path)
    parts = Parts(lambda *_: FakeEngine(), store, (), settings, "Dr. Test", archives)
    desk = assemble(parts)
    menu = desk.window.language
    assert names(menu) == {"As the system has it": False, "English": True, "Español": False}

    spanish = next(action for action in menu.actions() if action.text() == "Español")
    with qtbot.waitSignal(menu.chosen) as chosen:
        spanish.trigger()
    remember(settings, desk, file)

    assert (chosen.args, menu.choice) == (["es"], "es")
    assert load_settings(file).language == json.loads(file.read_text())["language"] == "es"
    said = [label.text() for bar in desk.window.findChildren(NoticeBar) for label in bar.findChildren(QLabel)]
    assert any("from its next start" in text for text in said)
    desk.window.close_now()
    assert desk.end()


def test_every_character_set_that_can_be_read_can_be_chosen(qtbot: QtBot, themed: QApplication) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    assert {action.data() for action in character_set_menu(parent).actions()} == {"", *CODECS}
