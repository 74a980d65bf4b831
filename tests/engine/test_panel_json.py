from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import PanelMalformed
from engine.panel import (
    Draft,
    Evidence,
    Finding,
    MapFrame,
    Origin,
    Panel,
    Polarity,
    Timings,
    Word,
    read_only,
)
from engine.panel_json import NOTICE, panel_to_json, parse_panel, read_panel
from engine.resources import RESOURCES
from engine.study import Patient, PersonName, Radiograph, Skipped, Study
from engine.text.annotate import annotated
from engine.voting import vote, voting_frequencies

REPORTS = ["The heart is enlarged. No effusion.", "The heart is normal. No effusion.", "Left effusion."]
STUDY = Study("1.2.3", Patient(PersonName("Doe^Jane"), "4711"), radiographs=(
    Radiograph(Path("a.dcm"), "1.2.4", "", "", "1.2.3", "DX", 10, 10, view_position="PA"),
))  # fmt: skip
FRAMES = [{"sop_instance_uid": "1.2.4", "top": -1, "left": 0, "bottom": 11, "right": 10}]


def draft_of(expert: int, text: str) -> Draft:
    """A draft with two words and a likelihood."""
    words = (Word(0, 3, -0.5), Word(4, 6, None)) if len(text) > 6 else ()
    return Draft(
        expert,
        text,
        words,
        annotated(text, words),
        log_likelihood=-1.5,
        origin=Origin("b", "0f", version="2"),
    )


def panel_of(texts: list[str]) -> Panel:
    """A voted panel with maps, as the engine would make it."""
    ballot = vote(texts, voting_frequencies(REPORTS))
    drafts = tuple(
        replace(draft_of(expert, text), vote=ballot.votes[expert], rank=ballot.ranks[expert])
        for expert, text in enumerate(texts)
    )
    random = np.random.default_rng(3)

    def maps(count: int) -> Any:
        array = random.random((count, 1, 2, 3))
        return read_only(array / array.sum(axis=(1, 2, 3), keepdims=True))

    evidence = Evidence(
        (MapFrame("1.2.4", -1.0, 0.0, 11.0, 10.0),),
        maps(len(texts)),
        tuple(maps(len(draft.words)) for draft in drafts),
    )
    return Panel(
        "1.2.3", drafts, ballot.elected, evidence, ballot.voting, "unlike", ("careful",), Timings(vote=0.1)
    )


def parse(document: Any) -> Panel:
    return parse_panel(json.dumps(document))


def drafts(*texts: str, **more: Any) -> dict[str, Any]:
    return {"drafts": [{"text": text} for text in texts], **more}


@settings(deadline=None, max_examples=30)
@given(st.lists(st.sampled_from([*REPORTS, "", "Größe: 2,5 cm\n→ stable."]), min_size=1, max_size=6))
def test_reading_what_was_written_keeps_everything(texts: list[str]) -> None:
    panel = panel_of(texts)
    again = parse_panel(json.dumps(panel_to_json(panel, STUDY), allow_nan=False))
    nothing = Evidence()  # arrays do not compare as a whole
    assert replace(again, evidence=nothing) == replace(panel, evidence=nothing)
    assert again.evidence.frames == panel.evidence.frames
    np.testing.assert_array_equal(again.evidence.expert_maps, panel.evidence.expert_maps)
    for ours, theirs in zip(again.evidence.word_maps, panel.evidence.word_maps, strict=False):
        np.testing.assert_array_equal(ours, theirs)


def test_what_is_written_says_what_it_is_and_not_who() -> None:
    skipped = [Skipped(Path("b.txt"), "format", "no image")]
    written = panel_to_json(panel_of(REPORTS), STUDY, skipped=skipped)
    assert written["notice"] == NOTICE
    assert written["bundle"] == {"name": "b", "version": "2", "sha256": "0f"}
    assert written["skipped"] == [{"file": "b.txt", "code": "format", "reason": "no image"}]
    assert written["study"]["images"] == [{"sop_instance_uid": "1.2.4", "label": "PA"}]
    assert written["drafts"][0]["findings"][0] == {
        "label": "Cardiomegaly", "polarity": "present", "side": "", "place": "",
    }  # fmt: skip
    assert "Doe" not in json.dumps(written)
    assert "4711" not in json.dumps(written)


def test_texts_alone_make_a_panel() -> None:
    panel = parse(drafts(*REPORTS))
    assert [draft.text for draft in panel.drafts] == REPORTS
    assert [draft.letter for draft in panel.drafts] == ["A", "B", "C"]
    assert sorted(draft.rank for draft in panel.drafts) == [1, 2, 3]
    assert panel.drafts[panel.elected].rank == 1
    assert [sentence.text for sentence in panel.drafts[0].sentences] == REPORTS[0].replace(". ", ".|").split(
        "|"
    )
    assert panel.drafts[2].findings == (Finding("Pleural Effusion", Polarity.PRESENT, "left"),)
    assert panel.study_uid == ""
    assert panel.evidence.expert_map(0) is None


def test_missing_votes_are_computed_and_say_with_what() -> None:
    frequencies = voting_frequencies(REPORTS)
    with_corpus = parse_panel(json.dumps(drafts(*REPORTS)), frequencies)
    assert tuple(draft.vote for draft in with_corpus.drafts) == vote(REPORTS, frequencies).votes
    assert "document frequencies: 3 reports" in with_corpus.voting
    assert "no document frequencies" in parse(drafts(*REPORTS)).voting


def test_given_votes_are_kept_and_elect() -> None:
    document = drafts(*REPORTS)
    for draft, given_vote in zip(document["drafts"], [1, 3.5, 3.5], strict=True):
        draft["vote"] = given_vote
    panel = parse(document)
    assert [draft.vote for draft in panel.drafts] == [1, 3.5, 3.5]
    assert [draft.rank for draft in panel.drafts] == [3, 1, 2]
    assert (panel.elected, panel.voting) == (1, "votes given by the source")


def test_a_winner_against_the_votes_is_kept_with_a_warning() -> None:
    document = drafts("The heart is normal.", "The heart is normal.", "Left effusion.", winner=2)
    panel = parse(document)
    assert panel.elected == 2
    assert panel.warnings == ("The source elected draft C, although draft A has the best vote.",)


def test_experts_order_the_drafts_and_the_winner_counts_in_the_files_order() -> None:
    document = drafts("first", "second", winner=0)
    document["drafts"][0]["expert"], document["drafts"][1]["expert"] = 1, 0
    panel = parse(document)
    assert [draft.text for draft in panel.drafts] == ["second", "first"]
    assert panel.drafts[panel.elected].text == "first"


def test_one_draft_opens_without_a_vote() -> None:
    panel = parse(drafts("Clear."))
    assert (panel.drafts[0].vote, panel.elected) == (None, 0)


def test_a_draft_keeps_its_origin() -> None:
    document = drafts("a", "b", "c", model="m 1", author="group")
    document["drafts"][1]["author"] = "resident"
    document["drafts"][2]["origin"] = {"bundle": "other", "device": "cpu"}
    a, b, c = (draft.origin for draft in parse(document).drafts)
    assert (a.bundle, a.author) == ("m 1", "group")
    assert (b.bundle, b.author) == ("m 1", "resident")
    assert (c.bundle, c.author, c.device) == ("other", "group", "cpu")


def test_maps_of_any_scale_become_shares() -> None:
    document = drafts("No mass.", frames=FRAMES)
    document["drafts"][0] |= {
        "map": [[[1, 1], [2, 4]]],
        "words": [{"start": 0, "stop": 2}, {"start": 3, "stop": 7}],
        "word_maps": [[[[1, 0], [0, 0]]], [[[0, 0], [0, 0]]]],
    }
    evidence = parse(document).evidence
    np.testing.assert_array_equal(evidence.expert_maps, [[[[0.125, 0.125], [0.25, 0.5]]]])
    np.testing.assert_array_equal(evidence.word_maps[0][:, 0, 0, 0], [1, 0])
    assert not evidence.expert_maps.flags.writeable


def test_word_maps_may_stand_without_maps() -> None:
    document = drafts("No", "Yes", frames=FRAMES)
    document["drafts"][1] |= {"words": [{"start": 0, "stop": 3}], "word_maps": [[[[1, 3]]]]}
    evidence = parse(document).evidence
    assert evidence.words_map(0, 0, 1) is None
    assert evidence.expert_map(0) is None
    np.testing.assert_array_equal(evidence.words_map(1, 0, 1), [[[0.25, 0.75]]])


def with_draft(**members: Any) -> dict[str, Any]:
    """Three drafts of which the last has more members."""
    document = drafts("a", "b", "The heart is normal.", frames=FRAMES)
    document["drafts"][2] |= members
    return document


WORDS = [{"start": 0, "stop": 3}]
COLD = {"label": "Cold", "polarity": "present"}


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ([], "The file must be an object"),
        ({}, "drafts is missing"),
        (drafts(), "drafts must hold 1 to 12 drafts, not 0"),
        (drafts(*"abcdefghijklm"), "drafts must hold 1 to 12 drafts, not 13"),
        ({"drafts": [{"text": "a"}, {"text": "b"}, {}]}, r"drafts\[2\]\.text is missing"),
        ({"drafts": [{"text": 5}]}, r"drafts\[0\]\.text must be a text"),
        ({"drafts": ["a"]}, r"drafts\[0\] must be an object"),
        (drafts("a", colour="red"), "colour is not known"),
        (drafts("a", format="consilium-panel/2"), "format must be consilium-panel/1"),
        (drafts("a", winner=1), "winner must be between 0 and 0"),
        (drafts("a", winner=True), "winner must be a whole number"),
        (drafts("a" * 20_001), r"drafts\[0\]\.text has 20001 characters"),
        (drafts("a\0"), r"drafts\[0\]\.text holds the character U\+0000"),
        (drafts("\ud800"), r"U\+D800"),
        (with_draft(txt=1), r"drafts\[2\]\.txt is not known"),
        (with_draft(vote=1), r"drafts\[0\] has no vote while others have one"),
        (with_draft(vote=-1), r"drafts\[2\]\.vote must not be negative"),
        (with_draft(vote="1"), r"drafts\[2\]\.vote must be a number"),
        (with_draft(expert=1), r"drafts\[2\] has expert 1"),
        (with_draft(expert=7), r"drafts\[2\] has expert 7"),
        (with_draft(words=[{"start": 0}]), r"drafts\[2\]\.words\[0\]\.stop is missing"),
        (with_draft(words=[{"start": 3, "stop": 99}]), r"words\[0\]\.stop must be between"),
        (with_draft(words=[*WORDS, *WORDS]), r"words\[1\]\.start must be at least 3"),
        (with_draft(sentences=[{"start": 0, "stop": 3, "text": "A"}]), r"sentences\[0\]\.text is not what"),
        (
            with_draft(sentences=[{"start": 0, "stop": 3, "findings": [COLD]}]),
            r"sentences\[0\]\.findings\[0\]\.label must be one of",
        ),
        (with_draft(map=[[[1]]]), r"drafts\[0\] has no map while others have one"),
        (with_draft(map=[[1]]), r"drafts\[2\]\.map must be numbers in 3 nested"),
        (with_draft(map=[[[1], [1, 2]]]), r"drafts\[2\]\.map must be lists of equal lengths"),
        (with_draft(map=[[["1"]]]), r"drafts\[2\]\.map must be numbers"),
        (with_draft(map=[[[-1]]]), r"drafts\[2\]\.map must hold finite numbers that are not negative"),
        (with_draft(map=[[[1]], [[1]]]), r"drafts\[2\]\.map has 2 grids, but frames places 1"),
        (with_draft(word_maps=[[[[1]]]]), r"drafts\[2\]\.word_maps has 1 maps for 0 words"),
        (with_draft(words=WORDS, word_maps=[5]), r"drafts\[2\]\.word_maps must be numbers in 4 nested"),
        (with_draft(origin={"who": "x"}), r"drafts\[2\]\.origin\.who is not known"),
        (drafts("a", frames=[{**FRAMES[0], "bottom": -1}]), r"frames\[0\] must have bottom below top"),
        (drafts("a", seconds={"vote": "1"}), r"seconds\.vote must be a number"),
    ],
)  # fmt: skip
def test_every_mistake_names_its_place_and_the_manual(document: Any, sentence: str) -> None:
    with pytest.raises(PanelMalformed, match=sentence) as caught:
        parse(document)
    assert "panel-format.md" in caught.value.todo


def test_grids_of_two_sizes_are_refused() -> None:
    document = drafts("a", "b", frames=FRAMES)
    document["drafts"][0]["map"], document["drafts"][1]["map"] = [[[1]]], [[[1, 1]]]
    with pytest.raises(PanelMalformed, match="different sizes"):
        parse(document)


@pytest.mark.parametrize(
    "text", ["", "{", '{"drafts": NaN}', '{"drafts": [], "drafts": []}', "[" * 100_000, '{"drafts": 1e999}']
)
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(PanelMalformed):
        parse_panel(text)


@given(st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from(["text", "drafts", "map", "frames", "words"]), inner, max_size=3),
    max_leaves=12,
))  # fmt: skip
def test_any_json_opens_or_is_refused_in_a_sentence(document: Any) -> None:
    with suppress(PanelMalformed):
        assert isinstance(parse(document), Panel)


@pytest.mark.skipif(os.name != "posix", reason="needs a named pipe")
@pytest.mark.timeout(10)
def test_a_pipe_is_refused_without_waiting_for_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "panel.json")
    with pytest.raises(PanelMalformed, match="regular file"):
        read_panel(tmp_path / "panel.json")


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(PanelMalformed, match=r"absent\.json: The file cannot be read"):
        read_panel(tmp_path / "absent.json")
    (tmp_path / "latin.json").write_bytes(b'{"drafts": "\xe9"}')
    with pytest.raises(PanelMalformed, match=r"latin\.json: The file is not UTF-8"):
        read_panel(tmp_path / "latin.json")


def test_the_documented_example_opens() -> None:
    panel = read_panel(RESOURCES / "docs" / "examples" / "panel.json")
    assert panel.study_uid == "1.2.826.0.1.3680043.8.498.1"
    assert [draft.letter for draft in panel.by_vote] == ["A", "C", "B"]
    assert panel.drafts[2].origin == Origin(bundle="another group's model 2.1", author="second reader")
    assert panel.evidence.expert_maps.shape == (3, 1, 2, 2)


def test_every_key_that_we_write_is_documented() -> None:
    manual = (RESOURCES / "docs" / "panel-format.md").read_text(encoding="utf-8")
    written = panel_to_json(panel_of(REPORTS), STUDY)
    keys = [*written, *written["drafts"][0], *written["frames"][0], *written["drafts"][0]["origin"]]
    assert [key for key in keys if f"`{key}`" not in manual and f'"{key}"' not in manual] == []


def test_a_panel_that_was_kept_before_versions_were_is_still_read() -> None:
    written = panel_to_json(panel_of(REPORTS), STUDY)
    for draft in written["drafts"]:
        del draft["origin"]["version"]
    again = parse_panel(json.dumps(written))
    assert again.drafts[0].origin == Origin("b", "0f")


@pytest.mark.parametrize("sign", ["\u202e", "\u2067"])
def test_a_draft_whose_words_would_be_seen_in_another_order_is_refused(sign: str) -> None:
    with pytest.raises(PanelMalformed, match=rf"drafts\[0\]\.text holds the character U\+{ord(sign):04X}"):
        parse_panel(json.dumps({"drafts": [{"text": f"No effusion.{sign}"}]}))
