"""Which models read, chosen in the menu."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.__main__ import Parts, assemble, with_models
from app.callbacks import CallbackLane
from app.models import BETWEEN, ModelChoice, choices
from app.opening import EngineOpener, StoreOpener
from app.settings import Settings
from tests.app.archive_fakes import no_archives
from tests.app.desk_fakes import FakeEngine


class Known(EngineOpener):
    """Knows two models, and opens a fake one."""

    def writers(self) -> tuple[str, ...]:
        return ("panel", "captioner")

    def __call__(self, *_: object) -> FakeEngine:
        return FakeEngine()


def test_each_model_is_offered_alone_and_each_two_together() -> None:
    assert list(choices(("a", "b", "c")).values()) == ["a", "b", "c", "a and b", "a and c", "b and c"]


def test_the_chosen_models_are_opened_and_kept_for_the_next_start(
    qtbot: QtBot, themed: QApplication, tmp_path: Path
) -> None:
    engine = Known(("panel",), "cpu", ())
    settings, store = Settings(bundle="panel"), StoreOpener(str(tmp_path))
    parts = Parts(engine, store, (), settings, "Dr. Test", no_archives(tmp_path))
    desk = assemble(parts)
    models = ModelChoice(desk.window, desk.presenter, CallbackLane(desk.lanes.files), engine)
    menu = desk.window.models
    qtbot.waitUntil(lambda: len(menu.actions()) == 3)
    assert [each.text() for each in menu.actions() if each.isChecked()] == ["panel"]
    assert with_models(parts.settings, models) == parts.settings

    next(each for each in menu.actions() if each.text() == "panel and captioner").trigger()
    kept = with_models(parts.settings, models)
    assert engine.bundles == ("panel", "captioner")
    assert (kept.bundle, kept.second_bundle) == ("panel", "captioner")
    desk.end()
    desk.window.deleteLater()


@pytest.mark.parametrize("value", ["panel", f"panel{BETWEEN}captioner"])
def test_a_choice_names_one_model_or_two(value: str) -> None:
    assert value in choices(("panel", "captioner"))
