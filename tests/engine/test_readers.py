from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from engine.errors import ConsiliumError, NothingToRead
from engine.panel import Draft, Evidence, MapFrame, Origin, Panel, read_only
from engine.panel_json import panel_to_json, parse_panel
from engine.progress import Cancelled, CancelToken, OnProgress
from engine.reader import OnDraft
from engine.readers import SeveralReaders, joined, on_one_grid, overlaps
from engine.study import Study
from engine.text.annotate import annotated
from engine.text.cider import DocumentFrequencies
from engine.voting import vote
from tests.engine.test_panel_json import STUDY

FRAME = MapFrame("1", 0, 0, 100, 80)


def panel_of(texts: Sequence[str], name: str, maps: Sequence[object] = (), frame: MapFrame = FRAME) -> Panel:
    ballot = vote(texts, DocumentFrequencies.uniform())
    drafts = tuple(
        Draft(
            expert, text, (), annotated(text, ()), ballot.votes[expert], ballot.ranks[expert],
            origin=Origin(name),
        )
        for expert, text in enumerate(texts)
    )  # fmt: skip
    evidence = Evidence((frame,), read_only(np.array(maps, float)[:, None])) if maps else Evidence()
    return Panel(STUDY.study_uid, drafts, ballot.elected, evidence, ballot.voting)


PANEL = panel_of(["No effusion.", "Left effusion.", "Left effusion."], "panel")
CAPTIONER = panel_of(["Right effusion.", "Right effusion. Normal heart."], "captioner")


class Fixed:
    """A reader that always says the same, or always fails."""

    def __init__(self, panel: Panel, error: ConsiliumError | None = None) -> None:
        self.panel, self.error = panel, error
        self.closed = False

    @property
    def description(self) -> str:
        return f"{self.panel.drafts[0].origin.bundle} · CPU · PyTorch"

    def read(
        self, study: Study, *, cancel: CancelToken | None, on_progress: OnProgress, on_draft: OnDraft
    ) -> Panel:
        if self.error is not None:
            raise self.error
        for draft in self.panel.drafts:
            on_draft(replace(draft, vote=None))
        return self.panel

    def close(self) -> None:
        self.closed = True


class Stopped(Fixed):
    """A reader whose reader loses patience."""

    def read(self, *_: object, **__: object) -> Panel:
        raise Cancelled


def test_letters_go_on_and_votes_stay_among_the_drafts_of_each_reader() -> None:
    panel = joined([PANEL, CAPTIONER])

    assert [draft.letter for draft in panel.drafts] == ["A", "B", "C", "D", "E"]
    assert [draft.reader for draft in panel.drafts] == [0, 0, 0, 1, 1]
    before = [*PANEL.drafts, *CAPTIONER.drafts]
    assert [(draft.vote, draft.rank) for draft in panel.drafts] == [(each.vote, each.rank) for each in before]
    assert [draft.letter for draft in panel.by_vote] == ["B", "C", "A", "D", "E"]
    assert [draft.letter for draft in panel.all_elected] == ["B", "D"]
    assert [each.letter for each in panel.among(panel.drafts[4])] == ["D", "E"]
    assert panel.drafts[panel.elected].letter == "B"


def test_a_joined_panel_is_read_again_as_it_was_written() -> None:
    panel = joined([PANEL, CAPTIONER])

    assert parse_panel(json.dumps(panel_to_json(panel, STUDY))).drafts == panel.drafts


def test_a_reader_with_one_draft_has_no_vote_beside_one_with_votes() -> None:
    panel = joined([PANEL, panel_of(["Normal."], "alone")])

    again = parse_panel(json.dumps(panel_to_json(panel, STUDY)))
    assert [draft.vote is None for draft in again.drafts] == [False, False, False, True]


def test_what_has_no_letter_is_left_out_and_said() -> None:
    texts = [f"Nodule {number}." for number in range(8)]
    panel = joined([panel_of(texts, "first"), panel_of(texts, "second")])

    assert len(panel.drafts) == 12
    assert panel.warnings == ("4 drafts of reader 2 were left out: there are 12 letters.",)
    assert {draft.rank for draft in panel.by_reader[1]} == {1, 2, 3, 4}


def test_drafts_are_told_with_the_letters_that_they_keep() -> None:
    told: list[Draft] = []
    readers = SeveralReaders([Fixed(PANEL), Fixed(CAPTIONER)])
    panel = readers.read(STUDY, on_draft=told.append)

    assert [(draft.letter, draft.reader) for draft in told] == [
        (draft.letter, draft.reader) for draft in panel.drafts
    ]
    assert readers.description == "panel · CPU · PyTorch + captioner · CPU · PyTorch"


@pytest.mark.parametrize("failing", [0, 1])
def test_where_one_reader_fails_the_drafts_of_the_other_stay(failing: int) -> None:
    readers = [Fixed(PANEL), Fixed(CAPTIONER)]
    readers[failing].error = NothingToRead("No film is frontal.")
    left = (PANEL, CAPTIONER)[1 - failing]

    panel = SeveralReaders(readers).read(STUDY)
    assert panel.drafts == left.drafts
    name = readers[failing].panel.drafts[0].origin.bundle
    assert panel.warnings == (f"{name} wrote no drafts. No film is frontal.",)


def test_where_all_fail_the_first_reason_is_raised_and_an_absent_reader_is_said_with_every_panel() -> None:
    none = SeveralReaders([Fixed(PANEL, NothingToRead("First.")), Fixed(CAPTIONER, NothingToRead("Second."))])
    with pytest.raises(NothingToRead, match="First"):
        none.read(STUDY)
    absent = [("other", NothingToRead("It is not here."))]
    panel = SeveralReaders([Fixed(PANEL)], absent).read(STUDY)
    assert panel.warnings == ("other wrote no drafts. It is not here.",)


def test_grids_that_lie_alike_stay_as_they_are() -> None:
    first, second = np.array([[0.5, 0.5], [0, 0]]), np.full((2, 2), 0.25)
    evidence = joined([panel_of(["a"], "x", [first]), panel_of(["b"], "y", [second])]).evidence

    assert evidence.frames == (FRAME,)
    assert np.array_equal(evidence.expert_maps[:, 0], np.stack([first, second]))


def test_a_grid_elsewhere_on_the_film_is_laid_where_it_looked() -> None:
    lower = MapFrame("1", 50, 0, 100, 80)  # one cell over the lower half of the film
    evidence = joined(
        [panel_of(["a"], "x", [[[1.0], [0.0]]]), panel_of(["b"], "y", [[[1.0]]], lower)]
    ).evidence

    assert np.array_equal(evidence.expert_maps[1, 0], [[0], [1]])


def test_what_a_reader_saw_beyond_the_place_draws_no_false_edge() -> None:
    wide = MapFrame("1", -100, -80, 200, 160)
    even = np.full((3, 3), 1 / 9)
    evidence = joined(
        [panel_of(["a"], "x", [np.full((3, 3), 1 / 9)]), panel_of(["b"], "y", [even], wide)]
    ).evidence

    assert evidence.expert_maps[1, 0] == pytest.approx(np.full((3, 3), 1 / 9))


def test_a_later_reader_that_is_cancelled_leaves_the_panel_of_the_first() -> None:
    token = CancelToken()
    readers = SeveralReaders([Fixed(PANEL), Stopped(CAPTIONER)])

    panel = readers.read(STUDY, cancel=token)
    assert panel.drafts == PANEL.drafts
    assert panel.warnings == ("captioner was stopped before its drafts were done.",)
    with pytest.raises(Cancelled):
        SeveralReaders([Stopped(PANEL), Fixed(CAPTIONER)]).read(STUDY, cancel=token)


def test_a_file_may_number_its_readers_as_it_likes() -> None:
    panel = joined([PANEL, CAPTIONER])
    drafts = tuple(replace(draft, reader=3 * draft.reader + 1) for draft in panel.drafts)
    odd = replace(panel, drafts=drafts)

    assert odd.voting_of(odd.drafts[-1]) == panel.voting_of(panel.drafts[-1])
    assert parse_panel(json.dumps(panel_to_json(odd, STUDY))).elected == panel.elected


def test_a_film_that_one_reader_did_not_see_has_nothing_of_it() -> None:
    other = MapFrame("2", 0, 0, 10, 10)
    evidence = joined([panel_of(["a"], "x", [[[1.0]]]), panel_of(["b"], "y", [[[1.0]]], other)]).evidence

    assert [frame.sop_instance_uid for frame in evidence.frames] == ["1", "2"]
    assert evidence.expert_maps[:, :, 0, 0].tolist() == [[1, 0], [0, 1]]


sides = some.integers(1, 6)
intervals = some.tuples(some.floats(-50, 50), some.floats(1, 100)).map(lambda pair: (pair[0], sum(pair)))


@given(own=intervals, cells=sides, onto=intervals, parts=sides)
def test_every_cell_gives_what_of_it_lies_in_the_other_place(
    own: tuple[float, float], cells: int, onto: tuple[float, float], parts: int
) -> None:
    shares = overlaps(own, cells, onto, parts)

    edges, bounds = np.linspace(*own, cells + 1), np.linspace(*onto, parts + 1)
    inside = np.clip(np.minimum(edges[1:], onto[1]) - np.maximum(edges[:-1], onto[0]), 0, None)
    assert shares.sum(0) * np.diff(edges) == pytest.approx(inside, abs=1e-9)
    for part, cell in np.argwhere(shares > 1e-9):
        assert bounds[part] < edges[cell + 1]
        assert edges[cell] < bounds[part + 1]


@given(rows=sides, columns=sides, more=sides, seed=some.integers(0, 99))
def test_every_map_still_sums_to_one_on_finer_grids(rows: int, columns: int, more: int, seed: int) -> None:
    draw = np.random.default_rng(seed)
    coarse, fine = draw.random((2, 1, rows, columns)), draw.random((1, 1, rows + more, columns + more))
    parts = [
        (Evidence((FRAME,), read_only(each / each.sum((1, 2, 3), keepdims=True))), range(len(each)))
        for each in (coarse, fine)
    ]
    laid = on_one_grid(parts).expert_maps

    assert laid.sum((1, 2, 3)) == pytest.approx(np.ones(3), abs=1e-5)
    assert laid.shape[2] >= rows + more
    assert laid.shape[2] % rows == laid.shape[3] % columns == 0
