"""The prior beside the current film as it is drawn: the line that offers it, captions, and its frame."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from app.presenters.viewer import ViewerPresenter
from app.viewing import PriorOffered, PriorShown, StripItem
from app.views.theme import colour
from app.views.viewer import FilmViewer, wire, wire_prior
from tests.app.filming import DirectLane, film, ramp, reader_of, study_of

OFFER = PriorOffered("12 Sep 2025", "8 months earlier", "Chest PA", "Counts as the same patient by number 7.")
OLDER = PriorOffered("10 Jan 2023", "3 years earlier", "Chest", "Counts as the same patient by number 7.")
OFFERED = PriorShown(offers=(OFFER, OLDER), current="25 May 2026")
BESIDE = replace(OFFERED, chosen=0, beside=OFFER, in_millimetres=True)


def viewer_with(qtbot: QtBot, width: int = 900) -> FilmViewer:
    """Two films of different shapes: the current one is twice as wide as the prior."""
    current, prior = film(ramp(100, 200), uid="current"), film(ramp(200, 200), uid="prior")
    viewer = FilmViewer()
    qtbot.addWidget(viewer)
    viewer.resize(width, 500)
    viewer.show()
    for view, of, join in ((viewer, current, wire), (viewer.prior, prior, wire_prior)):
        presenter = ViewerPresenter(view, DirectLane(), reader_of([of]))
        join(viewer, presenter)
        presenter.show_study(study_of([of]))
    QApplication.processEvents()
    return viewer


def texts(viewer: FilmViewer) -> list[str]:
    return [
        label.text() for label in viewer.findChildren(QLabel) if label.isVisible() and label.text().strip()
    ]


def test_a_prior_is_offered_in_one_line_and_a_click_asks_for_it(qtbot: QtBot, themed: QApplication) -> None:
    viewer = viewer_with(qtbot)
    assert not viewer.offer.isVisible()
    viewer.show_prior(OFFERED)
    assert "Prior: 12 Sep 2025, 8 months earlier and 1 more" in texts(viewer)
    button = viewer.offer.findChild(QPushButton)
    assert isinstance(button, QPushButton)
    with qtbot.waitSignal(viewer.offer.asked):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_both_films_say_which_they_are_and_only_the_prior_has_the_frame(
    qtbot: QtBot, themed: QApplication
) -> None:
    viewer = viewer_with(qtbot, 1200)
    viewer.show_prior(BESIDE)
    QApplication.processEvents()
    shown = texts(viewer)
    assert "CURRENT   25 May 2026" in shown
    assert "PRIOR   12 Sep 2025" in shown
    assert "8 months earlier · same scale" in shown
    assert not viewer.offer.isVisible()
    picture = viewer.grab().toImage()
    frame = colour("prior")
    ring = [picture.pixelColor(x, viewer.prior.geometry().bottom() - 1) for x in range(picture.width())]
    framed = [x for x, ink in enumerate(ring) if ink == frame]
    assert len(framed) > 100
    assert min(framed) >= viewer.prior.geometry().left()
    viewer.show_prior(OFFERED)
    assert not viewer.prior.isVisible()
    assert not [text for text in texts(viewer) if text.startswith(("CURRENT", "PRIOR"))]


def test_films_beside_each_other_get_room_by_their_shape(qtbot: QtBot, themed: QApplication) -> None:
    viewer = viewer_with(qtbot, 1500)
    viewer.show_prior(BESIDE)
    QApplication.processEvents()
    assert abs(viewer.panes[0].width() / viewer.prior.width() - 2) < 0.1


def test_in_a_narrow_viewer_the_word_and_the_day_are_never_cut(qtbot: QtBot, themed: QApplication) -> None:
    viewer = viewer_with(qtbot, 660)
    viewer.show_prior(BESIDE)
    viewer.show_strip([StripItem("PA", 0), StripItem("LAT", -1)])
    QApplication.processEvents()
    for label in viewer.findChildren(QLabel):
        if label.text().startswith(("CURRENT", "PRIOR")):
            assert label.width() >= label.fontMetrics().horizontalAdvance(label.text())
    assert viewer.prior.geometry().right() <= viewer.width()


def test_a_day_without_room_begins_the_line_below_and_is_never_half_a_day(
    qtbot: QtBot, themed: QApplication
) -> None:
    viewer = viewer_with(qtbot, 600)
    viewer.show_prior(BESIDE)
    viewer.resize(360, 500)
    QApplication.processEvents()
    titles = [text for text in texts(viewer) if text.startswith("PRIOR")]
    assert titles == ["PRIOR"] or titles == ["PRIOR   12 Sep 2025"]
    for label in viewer.findChildren(QLabel):
        if label.text().startswith(("CURRENT", "PRIOR")):
            assert label.width() >= label.fontMetrics().horizontalAdvance(label.text())


def test_another_prior_is_chosen_from_the_caption_and_the_films_of_the_study_are_words(
    qtbot: QtBot, themed: QApplication
) -> None:
    viewer = viewer_with(qtbot)
    viewer.show_prior(BESIDE)
    menu = next(each for each in viewer.prior.findChildren(QMenu) if len(each.actions()) == 2)
    assert [(action.text(), action.isChecked()) for action in menu.actions()] == [
        ("12 Sep 2025, 8 months earlier, Chest PA", True),
        ("10 Jan 2023, 3 years earlier, Chest", False),
    ]
    with qtbot.waitSignal(viewer.prior.chosen) as told:
        menu.actions()[1].trigger()
    assert told.args == [1]
    viewer.show_strip([StripItem("PA", 0), StripItem("LAT", -1)])
    frontal = next(each for each in viewer.findChildren(QToolButton) if each.text() == "PA")
    with qtbot.waitSignal(viewer.strip_chosen) as chosen:
        qtbot.mouseClick(frontal, Qt.MouseButton.LeftButton)
    assert chosen.args == [0]


def test_link_and_prior_are_commands_that_can_only_be_given_when_they_mean_something(
    qtbot: QtBot, themed: QApplication
) -> None:
    viewer = viewer_with(qtbot)
    viewer.show_prior(OFFERED)
    assert not viewer.commands["link"].isEnabled()
    viewer.show_prior(BESIDE)
    assert (viewer.commands["link"].isEnabled(), viewer.commands["link"].isChecked()) == (True, True)
    assert viewer.commands["prior"].isChecked()
