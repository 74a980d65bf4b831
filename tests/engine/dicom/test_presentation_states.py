"""Presentation states: a film as somebody wanted it seen, and what of that is not done."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pydicom import uid
from pydicom.dataset import Dataset, FileDataset
from pydicom.sequence import Sequence

from engine.dicom.files import open_paths, read_file
from engine.dicom.film import Annotation, Film
from engine.dicom.pixels import read_film
from engine.dicom.presentation import presented
from engine.dicom.turning import Turn
from engine.study import Document
from tests.engine.dicom.making import NOTHING, film_dataset, lut, radiograph_of, saved

FILM_UID = "1.2.3.4"
PIXELS = np.array([[0, 1000, 4095]])
WINDOW = {"WindowCenter": 1000, "WindowWidth": 1001}


def item(**attributes: Any) -> Dataset:
    dataset = Dataset()
    for keyword, value in attributes.items():
        setattr(dataset, keyword, value)
    return dataset


def named(film_uid: str = FILM_UID, **more: Any) -> Sequence:
    return Sequence([item(ReferencedSOPInstanceUID=film_uid, **more)])


def state(attributes: Mapping[str, Any], film_uid: str = FILM_UID) -> FileDataset:
    dataset = film_dataset([[0]], {"SOPClassUID": uid.GrayscaleSoftcopyPresentationStateStorage})
    for keyword in (
        "Rows",
        "Columns",
        "BitsAllocated",
        "BitsStored",
        "HighBit",
        "PixelData",
        "SamplesPerPixel",
    ):
        delattr(dataset, keyword)
    dataset.Modality, dataset.ContentLabel = "PR", "HEART"
    dataset.ReferencedSeriesSequence = Sequence([item(ReferencedImageSequence=named(film_uid))])
    for keyword, value in attributes.items():
        setattr(dataset, keyword, value)
    return dataset


def voi(**attributes: Any) -> Sequence:
    return Sequence([item(**attributes)])


def shown(
    folder: Path, attributes: Mapping[str, Any], film: Mapping[str, Any] = NOTHING, pixels: Any = PIXELS
) -> Film:
    of = saved(film_dataset(pixels, {"SOPInstanceUID": FILM_UID, **film}), folder)
    return presented(read_film(radiograph_of(of)), saved(state(attributes), folder, "state.dcm"))


def test_a_state_is_listed_with_the_films_that_it_is_for(tmp_path: Path) -> None:
    document = read_file(saved(state({}), tmp_path)).part
    assert isinstance(document, Document)
    assert (document.kind, document.title, document.films) == ("presentation state", "HEART", (FILM_UID,))


def test_the_window_of_the_state_takes_the_place_of_the_films(tmp_path: Path) -> None:
    film = shown(tmp_path, {"SoftcopyVOILUTSequence": voi(**WINDOW)}, {"WindowCenter": 5, "WindowWidth": 9})
    assert film.display()[0].tolist() == [0, 128, 255]
    assert [window.center for window in film.windows] == [1000, 5]


def test_a_window_for_another_film_is_not_this_films(tmp_path: Path) -> None:
    other = voi(WindowCenter=5, WindowWidth=9, ReferencedImageSequence=named("1.2.3.5"))
    mine = voi(**WINDOW, ReferencedImageSequence=named())
    film = shown(tmp_path, {"SoftcopyVOILUTSequence": Sequence([*other, *mine])})
    assert film.display()[0].tolist() == [0, 128, 255]


def test_a_window_over_other_modality_values_is_carried_over(tmp_path: Path) -> None:
    # The film has values 2 x - 1000, the state none: its window counts stored values.
    film = shown(
        tmp_path, {"SoftcopyVOILUTSequence": voi(**WINDOW)}, {"RescaleSlope": 2, "RescaleIntercept": -1000}
    )
    assert film.display()[0].tolist() == [0, 128, 255]
    assert film.probe(0, 1).modality == 1000


def test_a_table_of_the_state_is_applied(tmp_path: Path) -> None:
    film = shown(tmp_path, {"SoftcopyVOILUTSequence": voi(VOILUTSequence=lut(0, [65535, 0]))})
    assert film.display()[0].tolist() == [255, 0, 0]


@pytest.mark.parametrize("photometric", ["MONOCHROME1", "MONOCHROME2"])
@pytest.mark.parametrize(("shape", "levels"), [("INVERSE", [255, 127, 0]), ("IDENTITY", [0, 128, 255])])
def test_the_state_alone_says_the_polarity_and_inverts_once(
    photometric: str, shape: str, levels: list[int], tmp_path: Path
) -> None:
    attributes = {"SoftcopyVOILUTSequence": voi(**WINDOW), "PresentationLUTShape": shape}
    film = shown(tmp_path, attributes, {"PhotometricInterpretation": photometric})
    assert film.display()[0].tolist() == levels


def test_without_a_window_in_the_state_the_films_own_is_used_and_that_is_said(tmp_path: Path) -> None:
    film = shown(tmp_path, {}, WINDOW)
    assert film.display()[0].tolist() == [0, 128, 255]
    assert any("no window" in note for note in film.notes)


def test_the_shutter_is_the_states(tmp_path: Path) -> None:
    shutter = {
        "ShutterShape": "RECTANGULAR",
        "ShutterLeftVerticalEdge": 2,
        "ShutterRightVerticalEdge": 3,
        "ShutterUpperHorizontalEdge": 1,
        "ShutterLowerHorizontalEdge": 1,
    }
    film = shown(tmp_path, shutter)
    assert film.shutter is not None
    assert film.shutter.seen.tolist() == [[False, True, True]]
    assert shown(tmp_path / "none", {}, shutter).shutter is None


def graphics(units: str, **attributes: Any) -> Sequence:
    return Sequence([item(GraphicAnnotationUnits=units, **attributes)])


def annotated(objects: Sequence, texts: Sequence | None = None, **more: Any) -> dict[str, Any]:
    layer = item(GraphicObjectSequence=objects, **more)
    if texts is not None:
        layer.TextObjectSequence = texts
    return {"GraphicAnnotationSequence": Sequence([layer])}


def test_graphics_lie_where_they_were_drawn_in_pixels_and_in_shares_of_the_displayed_area(
    tmp_path: Path,
) -> None:
    square = np.zeros((10, 10))
    line = graphics("PIXEL", GraphicType="POLYLINE", GraphicData=[1.0, 2.0, 3.0, 4.0])
    assert shown(tmp_path, annotated(line), pixels=square).annotations == (
        Annotation((((2.0, 1.0), (4.0, 3.0)),)),
    )
    shares = graphics("DISPLAY", GraphicType="POLYLINE", GraphicData=[0.0, 0.0, 1.0, 0.5])
    area = item(DisplayedAreaTopLeftHandCorner=[3, 1], DisplayedAreaBottomRightHandCorner=[6, 8])
    film = shown(
        tmp_path, annotated(shares) | {"DisplayedAreaSelectionSequence": Sequence([area])}, pixels=square
    )
    assert film.displayed == (0, 2, 8, 6)
    assert film.annotations == (Annotation((((0.0, 2.0), (4.0, 6.0)),)),)


def test_circles_and_ellipses_go_through_their_points(tmp_path: Path) -> None:
    circle = graphics("PIXEL", GraphicType="CIRCLE", GraphicData=[5.0, 5.0, 5.0, 8.0])
    ((outline,),) = (one.lines for one in shown(tmp_path, annotated(circle)).annotations)
    assert outline[0] == pytest.approx((8, 5))
    assert {round(np.hypot(row - 5, column - 5), 6) for row, column in outline} == {3}
    ellipse = graphics("PIXEL", GraphicType="ELLIPSE", GraphicData=[1.0, 5.0, 9.0, 5.0, 5.0, 3.0, 5.0, 7.0])
    ((outline,),) = (one.lines for one in shown(tmp_path, annotated(ellipse)).annotations)
    rows, columns = zip(*outline, strict=True)
    assert (min(columns), max(columns)) == pytest.approx((1, 9))
    assert (min(rows), max(rows)) == pytest.approx((3, 7), abs=0.01)


def test_a_text_stands_at_its_box_with_a_line_from_its_nearest_corner_to_its_anchor(tmp_path: Path) -> None:
    text = item(
        BoundingBoxAnnotationUnits="PIXEL",
        BoundingBoxTopLeftHandCorner=[1.0, 2.0],
        BoundingBoxBottomRightHandCorner=[4.0, 3.0],
        AnchorPointAnnotationUnits="PIXEL",
        AnchorPoint=[8.0, 9.0],
        AnchorPointVisibility="Y",
        UnformattedTextValue="nodule",
    )
    film = shown(tmp_path, annotated(Sequence([]), Sequence([text])))
    assert film.annotations == (Annotation((((3.0, 4.0), (9.0, 8.0)),), "nodule", (2.0, 1.0)),)


@pytest.mark.parametrize(
    ("attributes", "said"),
    [
        ({"ImageRotation": 45}, "turns the film by 45°; this is not applied"),
        ({"PresentationLUTSequence": lut(0, [])}, "presentation lookup table"),
        (annotated(graphics("PIXEL", GraphicType="SPIRAL", GraphicData=[1.0, 2.0])), "cannot be drawn"),
        (annotated(Sequence([]), Sequence([item(UnformattedTextValue="lost")])), "cannot be placed"),
    ],
)
def test_what_is_not_applied_is_said(attributes: Mapping[str, Any], said: str, tmp_path: Path) -> None:
    assert any(said in note for note in shown(tmp_path, attributes).notes)


@pytest.mark.parametrize(
    ("attributes", "turn", "said"),
    [
        ({"ImageRotation": 90}, Turn(1), "turns the film by 90°."),
        ({"ImageHorizontalFlip": "Y"}, Turn(0, mirrored=True), "left and right are exchanged"),
    ],
)
def test_a_film_is_turned_and_mirrored_and_that_is_said(
    attributes: Mapping[str, Any], turn: Turn, said: str, tmp_path: Path
) -> None:
    film = shown(tmp_path, attributes)
    assert film.turn == turn
    assert any(said in note for note in film.notes)
    assert film.values.tolist() == PIXELS.tolist()  # only the way to the screen turns


def test_the_corners_of_the_displayed_area_are_named_as_the_turned_film_has_them(tmp_path: Path) -> None:
    # Of a mirrored film the upper left corner lies in the right column of the file.
    line = graphics("DISPLAY", GraphicType="POLYLINE", GraphicData=[0.0, 0.0, 0.25, 1.0])
    area = item(DisplayedAreaTopLeftHandCorner=[6, 1], DisplayedAreaBottomRightHandCorner=[3, 8])
    attributes = annotated(line) | {"DisplayedAreaSelectionSequence": Sequence([area])}
    film = shown(tmp_path, attributes | {"ImageHorizontalFlip": "Y"}, pixels=np.zeros((10, 10)))
    assert film.displayed == (0, 2, 8, 6)
    assert film.annotations == (
        Annotation((((0.0, 6.0), (8.0, 5.0)),)),
    )  # shares of what is seen, from its left
    assert shown(tmp_path, attributes, pixels=np.zeros((10, 10))).displayed is None


@pytest.mark.parametrize("photometric", ["MONOCHROME1", "MONOCHROME2"])
def test_a_presentation_table_makes_the_screens_levels_whatever_the_files_polarity(
    photometric: str, tmp_path: Path
) -> None:
    attributes = {
        "SoftcopyVOILUTSequence": voi(**WINDOW),
        "PresentationLUTSequence": lut(0, [65535, 13107, 0]),
    }
    film = shown(tmp_path, attributes, {"PhotometricInterpretation": photometric})
    assert film.display()[0].tolist() == [255, 51, 0]


def test_pixels_of_another_shape_than_the_files_are_said(tmp_path: Path) -> None:
    area = item(
        DisplayedAreaTopLeftHandCorner=[1, 1],
        DisplayedAreaBottomRightHandCorner=[3, 1],
        PresentationPixelAspectRatio=[2, 1],
    )
    film = shown(tmp_path, {"DisplayedAreaSelectionSequence": Sequence([area])})
    assert any("another shape" in note for note in film.notes)


def test_an_area_that_makes_no_sense_is_ignored(tmp_path: Path) -> None:
    area = item(DisplayedAreaTopLeftHandCorner=[3, 1], DisplayedAreaBottomRightHandCorner=[2, 1])
    assert shown(tmp_path, {"DisplayedAreaSelectionSequence": Sequence([area])}).displayed is None


def test_a_damaged_state_leaves_the_film_as_it_is_and_says_so(tmp_path: Path) -> None:
    film = read_film(radiograph_of(saved(film_dataset(PIXELS, WINDOW), tmp_path)))
    (tmp_path / "state").write_bytes(b"no state")
    after = presented(film, tmp_path / "state")
    assert after.display().tolist() == film.display().tolist()
    assert any("cannot be read and is not applied" in note for note in after.notes)


def test_values_and_the_models_input_are_the_films_own(tmp_path: Path) -> None:
    film = shown(tmp_path, {"SoftcopyVOILUTSequence": voi(**WINDOW), "PresentationLUTShape": "INVERSE"})
    assert film.values.tolist() == PIXELS.tolist()


def test_a_state_stands_in_the_study_of_its_film(tmp_path: Path) -> None:
    saved(film_dataset(PIXELS, {"SOPInstanceUID": FILM_UID, "StudyInstanceUID": "1.2"}), tmp_path)
    saved(state({"StudyInstanceUID": "1.2"}), tmp_path, "state")
    (study,) = open_paths([tmp_path]).studies
    assert [document.films for document in study.documents] == [(FILM_UID,)]
