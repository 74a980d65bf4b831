"""Several readers of one study as one: a joined panel, in which votes are counted within each reader."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from math import ceil
from typing import Protocol

import numpy as np
import numpy.typing as npt

from engine.errors import ConsiliumError
from engine.panel import (
    EXPERT_LETTERS,
    Draft,
    Evidence,
    FloatArray,
    MapFrame,
    Panel,
    Timings,
    read_only,
)
from engine.progress import Cancelled, CancelToken, OnProgress, Progress, ignore_progress
from engine.reader import OnDraft, ignore_draft
from engine.study import Study

Shares = npt.NDArray[np.float64]


class StudyReader(Protocol):
    """What `engine.reader.Reader` does."""

    @property
    def description(self) -> str:
        """Bundle, device and runtime in a few words."""

    def read(
        self, study: Study, *, cancel: CancelToken | None, on_progress: OnProgress, on_draft: OnDraft
    ) -> Panel:
        """All drafts of a study."""

    def close(self) -> None:
        """End what it has started."""


class SeveralReaders:
    """Readers that read every study one after the other; where one fails, the drafts of the others stay.

    `absent` are readers that were asked for and could not be opened, by name, and why.
    """

    def __init__(
        self, readers: Sequence[StudyReader], absent: Sequence[tuple[str, ConsiliumError]] = ()
    ) -> None:
        self._readers = tuple(readers)
        self._absent = tuple(absent)

    @property
    def description(self) -> str:
        """What reads, for people: "report-phantom · CPU · PyTorch + caption-phantom · CPU · PyTorch"."""
        return " + ".join(reader.description for reader in self._readers)

    def read(
        self,
        study: Study,
        *,
        cancel: CancelToken | None = None,
        on_progress: OnProgress = ignore_progress,
        on_draft: OnDraft = ignore_draft,
    ) -> Panel:
        """The joined panel; else as `Reader.read`, whose error is raised where no reader has a draft.

        Cancelled in the middle of a later reader, it is the panel of those that are done.
        """
        panels: list[Panel] = []
        failed = list(self._absent)
        stopped: list[str] = []
        for place, reader in enumerate(self._readers):
            before = sum(len(panel.drafts) for panel in panels)

            def told(draft: Draft, before: int = before, number: int = len(panels)) -> None:
                if before + draft.expert < len(EXPERT_LETTERS):
                    on_draft(replace(draft, expert=before + draft.expert, reader=number))

            if place:
                on_progress(Progress("The next reader begins", 0, 1))
            try:
                panels.append(reader.read(study, cancel=cancel, on_progress=on_progress, on_draft=told))
            except ConsiliumError as error:
                failed.append((_name(reader), error))
            except Cancelled:
                if not panels:
                    raise
                stopped = [
                    f"{_name(each)} was stopped before its drafts were done."
                    for each in self._readers[place:]
                ]
                break
        if not panels:
            raise failed[0][1]
        panel = joined(panels)
        warnings = [f"{name} wrote no drafts. {error}" for name, error in failed]
        return replace(panel, warnings=(*warnings, *stopped, *panel.warnings))

    def close(self) -> None:
        """End what the readers have started."""
        for reader in self._readers:
            reader.close()


def joined(panels: Sequence[Panel]) -> Panel:
    """Panels of one study as one: letters and `Draft.reader` go on, votes and ranks stay each reader's own.

    The elected draft is the first reader's. There are twelve letters: of what does not fit, the lowest ranks
    of later readers are left out, and a warning says so. Maps are laid on one grid (`on_one_grid`).
    """
    if len(panels) == 1:
        return panels[0]
    drafts: list[Draft] = []
    kept: list[tuple[Evidence, list[int]]] = []
    warnings: list[str] = []
    for number, panel in enumerate(panels):
        room = len(EXPERT_LETTERS) - len(drafts)
        staying = sorted(draft.expert for draft in panel.by_vote[:room])
        if len(staying) < len(panel.drafts):
            left_out = len(panel.drafts) - len(staying)
            warnings.append(f"{left_out} drafts of reader {number + 1} were left out: there are 12 letters.")
        kept.append((panel.evidence, staying))
        by_expert = {draft.expert: draft for draft in panel.drafts}
        for expert in staying:
            drafts.append(replace(by_expert[expert], expert=len(drafts), reader=number))
    said = dict.fromkeys(sentence for panel in panels for sentence in panel.warnings)
    return Panel(
        study_uid=panels[0].study_uid,
        drafts=tuple(drafts),
        elected=panels[0].elected,
        evidence=on_one_grid(kept),
        voting="\n".join(panel.voting for panel in panels),
        unfamiliar=next((panel.unfamiliar for panel in panels if panel.unfamiliar), ""),
        warnings=(*warnings, *said),
        seconds=_summed([panel.seconds for panel in panels]),
    )


def on_one_grid(parts: Sequence[tuple[Evidence, Sequence[int]]]) -> Evidence:
    """The maps of several readers' chosen experts, one after the other, on grids that lie alike.

    A film's grid lies where the first reader that saw it has it, made finer by a whole factor until it has
    as many rows and columns as any reader's; a cell that is split or cut gives its attention by area. What a
    later reader saw beyond that place, which is padding, is left out, and the rest sums to 1 again.
    """
    given = [(evidence, chosen) for evidence, chosen in parts if evidence.frames]
    places: dict[str, MapFrame] = {}
    for evidence, _ in given:
        for frame in evidence.frames:
            places.setdefault(frame.sop_instance_uid, frame)
    frames = tuple(places.values())
    sizes = [size for evidence, _ in given if (size := _grid_of(evidence)) is not None]
    if not sizes:
        return Evidence(frames)
    rows, columns = (
        side * max(ceil(size[axis] / side) for size in sizes) for axis, side in enumerate(sizes[0])
    )
    nothing = read_only(np.zeros((0, len(frames), rows, columns)))
    experts: list[FloatArray] = []
    words: list[FloatArray] = []
    for evidence, chosen in parts:
        for expert in chosen:
            own = evidence.expert_map(expert)
            laid = None if own is None else _laid(own[None], evidence.frames, frames, (rows, columns))[0]
            experts.append(read_only(np.zeros(nothing.shape[1:])) if laid is None else laid)
            has_words = expert < len(evidence.word_maps) and len(evidence.word_maps[expert])
            words.append(
                _laid(evidence.word_maps[expert], evidence.frames, frames, (rows, columns))
                if has_words
                else nothing
            )
    return Evidence(frames, read_only(np.stack(experts)), tuple(words) if any(map(len, words)) else ())


def _grid_of(evidence: Evidence) -> tuple[int, int] | None:
    """Rows and columns of a reader's grids, None where it has no maps."""
    maps = next((each for each in (evidence.expert_maps, *evidence.word_maps) if each.size), None)
    return None if maps is None else (maps.shape[-2], maps.shape[-1])


def _laid(
    maps: FloatArray, own: Sequence[MapFrame], frames: Sequence[MapFrame], grid: tuple[int, int]
) -> FloatArray:
    """Maps (N, F, h, w) of films `own` as (N, F', h', w') on the films and places of `frames`."""
    whole = np.zeros((len(maps), len(frames), *grid))
    by_film = {frame.sop_instance_uid: number for number, frame in enumerate(own)}
    for number, frame in enumerate(frames):
        place = by_film.get(frame.sop_instance_uid)
        if place is None:
            continue
        down = overlaps(
            (own[place].top, own[place].bottom), maps.shape[-2], (frame.top, frame.bottom), grid[0]
        )
        along = overlaps(
            (own[place].left, own[place].right), maps.shape[-1], (frame.left, frame.right), grid[1]
        )
        whole[:, number] = down @ maps[:, place].astype(np.float64) @ along.T
    before, after = (each.sum((1, 2, 3), keepdims=True, dtype=np.float64) for each in (maps, whole))
    return read_only(whole * np.divide(before, after, out=np.ones_like(after), where=after > 0))


def overlaps(own: tuple[float, float], cells: int, onto: tuple[float, float], parts: int) -> Shares:
    """Shares (parts, cells): how much of each equal cell of an interval falls into each part of another.

    A column sums to 1 where its cell lies within the other interval, and to what of it does elsewhere.
    """
    edges = np.linspace(*own, cells + 1)
    bounds = np.linspace(*onto, parts + 1)
    low = np.maximum(edges[None, :-1], bounds[:-1, None])
    high = np.minimum(edges[None, 1:], bounds[1:, None])
    shares: Shares = np.clip(high - low, 0, None) / np.diff(edges)
    return shares


def _summed(timings: Sequence[Timings]) -> Timings:
    known = {each.name: [getattr(one, each.name) for one in timings] for each in fields(Timings)}
    return Timings(**{name: None if None in values else sum(values) for name, values in known.items()})


def _name(reader: StudyReader) -> str:
    """The bundle's name, with which a description begins."""
    return reader.description.split(" · ")[0]
