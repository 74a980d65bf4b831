"""What an expert attended to, laid over a study's films: how the reader likes it, its scale, its caption."""

from __future__ import annotations

from dataclasses import dataclass

from app.language import decimal, tr
from app.viewing import Drawing, LegendShown, OverlayShown
from engine.panel import EXPERT_LETTERS, Evidence, FloatArray
from engine.study import Radiograph


@dataclass(frozen=True, slots=True)
class OverlayChoice:
    """How the reader likes overlays; outlives the study. `marks_on` is about those that files bring."""

    on: bool = True
    drawing: Drawing = Drawing.SMOOTH
    opacity: float = 0.5
    threshold: float = 0.0
    marks_on: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Map:
    """An attention map over a study's films: `maps` (F, h, w), films as in `evidence.frames`."""

    evidence: Evidence
    maps: FloatArray
    expert: int
    caption: str


def expert_map(evidence: Evidence, expert: int) -> Map | None:
    """All that one expert attended to; None where the panel came without it."""
    maps = evidence.expert_map(expert)
    return _map(evidence, maps, expert, tr("expert {letter}", letter=EXPERT_LETTERS[expert]))


def words_map(evidence: Evidence, expert: int, first_word: int, last_word: int) -> Map | None:
    """What an expert attended to while it wrote words `first_word:last_word`."""
    letter = EXPERT_LETTERS[expert]
    caption = (
        tr("expert {letter}, this word", letter=letter)
        if last_word - first_word == 1
        else tr("expert {letter}, these words", letter=letter)
    )
    return _map(evidence, evidence.words_map(expert, first_word, last_word), expert, caption)


def _map(evidence: Evidence, maps: FloatArray | None, expert: int, caption: str) -> Map | None:
    return None if maps is None else Map(evidence, maps, expert, caption)


def overlay_on(radiograph: Radiograph, laid: Map | None, choice: OverlayChoice) -> OverlayShown | None:
    """The map as it lies on this film; None where it has nothing for it, or is switched off."""
    if laid is None or not choice.on:
        return None
    peak = float(laid.maps.max(initial=0.0))
    for frame, grid in zip(laid.evidence.frames, laid.maps, strict=True):
        if frame.sop_instance_uid == radiograph.sop_instance_uid and peak > 0:
            return OverlayShown(grid / peak, frame, choice.drawing, choice.opacity, choice.threshold)
    return None


def legend(laid: Map) -> LegendShown:
    """The map's scale; it holds for all films of the study."""
    peak = float(laid.maps.max())
    times = peak * laid.maps.size  # attention sums to 1 over all cells
    highest = tr(
        "{share} % a cell, {times} × even",
        share=decimal(f"{100 * peak:.1f}"),
        times=decimal(f"{times:.1f}"),
    )
    return LegendShown(laid.caption, "0", highest, laid.expert)
