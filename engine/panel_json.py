"""The panel as JSON: what `python -m engine read --json` writes, and the open door for other models' drafts.

The format is documented in `resources/docs/panel-format.md`; only `drafts[].text` is required. Whatever the
source leaves out is worked out here as for our own drafts (sentences, findings, votes, ranks); what it gives
is kept (votes, winner, maps, origin). Reading what was written gives the same texts, votes and maps.

Every mistake is PanelMalformed and names its place ("drafts[2].text is missing.").
"""

from __future__ import annotations

import stat
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np

from engine.disagreement import Disagreement
from engine.errors import PanelMalformed
from engine.panel import (
    EXPERT_LETTERS,
    Draft,
    Evidence,
    Finding,
    FloatArray,
    MapFrame,
    Origin,
    Panel,
    Polarity,
    Sentence,
    Timings,
    Word,
    read_only,
)
from engine.plain_text import TURNING
from engine.strict_json import JsonNode, parse
from engine.study import Skipped, Study
from engine.text.annotate import annotated, sentence_of
from engine.text.cider import DocumentFrequencies
from engine.text.findings import LABELS, merged
from engine.voting import ranking, vote

FORMAT = "consilium-panel/1"
NOTICE = "Research use. Not a medical device."
MANUAL = "See resources/docs/panel-format.md."

MAX_BYTES = 100_000_000
MAX_CHARACTERS = 20_000  # of one draft; the longest real reports have a few thousand
SIDES = ("", "left", "right", "bilateral")

# Maps whose sum is this close to 1 are taken as they are, so that reading what was written changes nothing.
SUM_TOLERANCE = 1e-3

JsonObject = dict[str, Any]


def panel_to_json(panel: Panel, study: Study, *, skipped: Sequence[Skipped] = ()) -> JsonObject:
    """The panel as plain JSON values; the patient's name and id are left out."""
    origin = panel.drafts[0].origin
    return {
        "format": FORMAT,
        "notice": NOTICE,
        "study": _study_to_json(study),
        "bundle": {"name": origin.bundle, "version": origin.version, "sha256": origin.bundle_sha256},
        "frames": [asdict(frame) for frame in panel.evidence.frames],
        "drafts": [_draft_to_json(draft, panel.evidence) for draft in panel.drafts],
        "winner": panel.elected,
        "voting": panel.voting,
        "unfamiliar": panel.unfamiliar,
        "warnings": list(panel.warnings),
        "skipped": [{"file": str(s.path), "code": s.code, "reason": s.reason} for s in skipped],
        "runtime": {key: getattr(origin, key) for key in ("runtime", "device", "precision", "decoding")},
        "seconds": asdict(panel.seconds),
    }


def disagreement_to_json(each: Disagreement) -> JsonObject:
    """One finding about which two readers disagree; null for a reader that says nothing of it."""
    first, second = (
        _finding_to_json(finding) if finding is not None else None for finding in (each.first, each.second)
    )
    return {"label": each.label, "dispute": each.dispute.value, "first": first, "second": second}


def read_panel(path: Path, frequencies: DocumentFrequencies | None = None) -> Panel:
    """Read a panel's JSON file; else as `parse_panel`."""
    try:
        status = path.stat()
        size, is_file = status.st_size, stat.S_ISREG(status.st_mode)
        text = path.read_text(encoding="utf-8-sig") if is_file and size <= MAX_BYTES else ""
    except OSError as error:
        raise PanelMalformed(
            f"The file cannot be read: {error.strerror}.", where=path.name, todo="Check the path."
        ) from error
    except UnicodeDecodeError as error:
        raise PanelMalformed("The file is not UTF-8 text.", where=path.name, todo=MANUAL) from error
    if not is_file:  # a pipe would be waited for without end
        raise PanelMalformed("This is not a regular file.", where=path.name, todo="Check the path.")
    if size > MAX_BYTES:
        raise PanelMalformed(
            f"The file has {size / 1e6:.0f} MB; {MAX_BYTES / 1e6:.0f} MB is the limit.",
            where=path.name,
            todo="Leave out word maps or use smaller grids.",
        )
    return parse_panel(text, frequencies, where=path.name)


def parse_panel(text: str, frequencies: DocumentFrequencies | None = None, *, where: str = "panel") -> Panel:
    """A panel from JSON text.

    Votes that the source left out are computed with `frequencies`; without these every n-gram counts alike,
    and `Panel.voting` says so. `study_uid` is "" where the source names no study. `where` stands in errors.
    """
    node = parse(text, lambda problem: PanelMalformed(problem, where=where, todo=MANUAL))
    members = node.members({"drafts"}, _PANEL_KEYS)
    _check_format(members)
    frames = tuple(_frame(frame) for frame in _items(members, "frames"))
    sources = _sources(members, frames)
    election = _election(members, sources, frequencies or DocumentFrequencies.uniform())
    drafts = [
        replace(source.draft, vote=vote, rank=rank)
        for source, vote, rank in zip(sources, election.votes, election.ranks, strict=True)
    ]
    return Panel(
        study_uid=_study_uid(members),
        drafts=tuple(drafts),
        elected=election.elected,
        evidence=_evidence(frames, sources),
        voting=election.voting,
        unfamiliar=_text(members, "unfamiliar"),
        warnings=(*(warning.text() for warning in _items(members, "warnings")), *election.warnings),
        seconds=_timings(members),
    )


# --- writing ---


def _study_to_json(study: Study) -> JsonObject:
    """Which study and films; no patient."""
    return {
        "study_uid": study.study_uid,
        "study_date": study.study_date,
        "description": study.description,
        "images": [
            {"sop_instance_uid": film.sop_instance_uid, "label": film.label} for film in study.radiographs
        ],
    }


def _draft_to_json(draft: Draft, evidence: Evidence) -> JsonObject:
    """One draft with its maps, where there are any."""
    members: JsonObject = {
        "expert": draft.expert,
        "letter": draft.letter,
        "text": draft.text,
        "words": [asdict(word) for word in draft.words],
        "sentences": [_sentence_to_json(sentence) for sentence in draft.sentences],
        "findings": [_finding_to_json(finding) for finding in merged(draft.findings)],
        "vote": draft.vote,
        "rank": draft.rank,
        "log_likelihood": draft.log_likelihood,
        "origin": asdict(draft.origin),
    }
    if draft.reader:  # absent where one reader wrote all, as in files from before there were several
        members["reader"] = draft.reader
    expert_map = evidence.expert_map(draft.expert)
    if expert_map is not None:
        members["map"] = _numbers(expert_map)
    if draft.expert < len(evidence.word_maps) and len(evidence.word_maps[draft.expert]):
        members["word_maps"] = _numbers(evidence.word_maps[draft.expert])
    return members


def _sentence_to_json(sentence: Sentence) -> JsonObject:
    """One sentence; its words follow from its characters."""
    findings = [_finding_to_json(finding) for finding in sentence.findings]
    return {"text": sentence.text, "start": sentence.start, "stop": sentence.stop, "findings": findings}


def _finding_to_json(finding: Finding) -> JsonObject:
    """One statement; the polarity by its word."""
    return {**asdict(finding), "polarity": finding.polarity.value}


def _numbers(array: FloatArray) -> Any:
    """Nested lists with nine digits, which restore every float32 exactly."""
    if array.ndim > 1:
        return [_numbers(row) for row in array]
    return [float(f"{value:.9g}") for value in array.tolist()]


# --- reading ---

_WRITTEN_ONLY = {"notice", "bundle", "skipped", "runtime"}
_PANEL_KEYS = _WRITTEN_ONLY | {
    "format", "study", "frames", "winner", "voting", "unfamiliar", "warnings", "seconds", "model", "author",
}  # fmt: skip
_DRAFT_WRITTEN_ONLY = {"letter", "findings", "rank"}
_DRAFT_KEYS = _DRAFT_WRITTEN_ONLY | {
    "expert", "words", "sentences", "vote", "log_likelihood", "origin", "model", "author", "map", "word_maps",
    "reader",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Source:
    """A draft as the file has it, its place there, and its maps (F, h, w) and (T, F, h, w), None without."""

    node: JsonNode
    position: int
    draft: Draft
    expert_map: FloatArray | None
    word_maps: FloatArray | None


@dataclass(frozen=True, slots=True)
class _Election:
    """Votes and ranks by expert, whom they elect, and what is to be said about it."""

    votes: tuple[float | None, ...]
    ranks: tuple[int, ...]
    elected: int
    voting: str
    warnings: tuple[str, ...] = ()


def _check_format(members: Mapping[str, JsonNode]) -> None:
    """PanelMalformed for a format of another kind or a later day."""
    if "format" in members and members["format"].text() != FORMAT:
        raise members["format"].error(f"must be {FORMAT}, or be left out.")


def _sources(members: Mapping[str, JsonNode], frames: tuple[MapFrame, ...]) -> list[_Source]:
    """All drafts, by expert."""
    nodes = members["drafts"].items()
    if not 1 <= len(nodes) <= len(EXPERT_LETTERS):
        raise members["drafts"].error(f"must hold 1 to {len(EXPERT_LETTERS)} drafts, not {len(nodes)}.")
    general = Origin(bundle=_text(members, "model"), author=_text(members, "author"))
    sources = [_source(node, index, general, frames) for index, node in enumerate(nodes)]
    seen: set[int] = set()
    for source in sources:
        if source.draft.expert in seen or not 0 <= source.draft.expert < len(nodes):
            raise source.node.error(
                f"has expert {source.draft.expert}; {len(nodes)} drafts are of experts 0 to"
                f" {len(nodes) - 1}, each once (or leave all out)."
            )
        seen.add(source.draft.expert)
    return sorted(sources, key=lambda source: source.draft.expert)


def _source(node: JsonNode, position: int, general: Origin, frames: tuple[MapFrame, ...]) -> _Source:
    """One draft; its vote is the file's, if any."""
    members = node.members({"text"}, _DRAFT_KEYS)
    text = _report(members["text"])
    words = _words(members, text)
    draft = Draft(
        expert=members["expert"].integer() if "expert" in members else position,
        text=text,
        words=words,
        sentences=_sentences(members, text, words),
        vote=_vote(members),
        log_likelihood=_optional_number(members, "log_likelihood"),
        origin=_origin(members, general),
        reader=_reader(members),
    )
    expert_map = _map(members["map"], frames, 3) if "map" in members else None
    word_maps = _word_maps(members["word_maps"], frames, len(words)) if "word_maps" in members else None
    return _Source(node, position, draft, expert_map, word_maps)


def _reader(members: Mapping[str, JsonNode]) -> int:
    """Which of the models that read the study wrote it; the only one where nothing is said."""
    if "reader" not in members:
        return 0
    reader = members["reader"].integer()
    if not 0 <= reader < len(EXPERT_LETTERS):
        raise members["reader"].error(f"must be between 0 and {len(EXPERT_LETTERS) - 1}.")
    return reader


def _report(node: JsonNode) -> str:
    """A draft's text: characters that can be shown, stored and signed."""
    text = node.text()
    if len(text) > MAX_CHARACTERS:
        raise node.error(f"has {len(text)} characters; {MAX_CHARACTERS} is the limit.")
    strange = next(
        (c for c in text if (c < " " and c not in "\n\r\t") or "\ud800" <= c <= "\udfff" or c in TURNING),
        None,
    )
    if strange is not None:
        raise node.error(f"holds the character U+{ord(strange):04X}, which is no text.")
    return text


def _words(members: Mapping[str, JsonNode], text: str) -> tuple[Word, ...]:
    """Tokens in order, inside the text."""
    words: list[Word] = []
    for node in _items(members, "words"):
        keys = node.members({"start", "stop"}, {"log_probability"})
        before = words[-1].stop if words else 0
        start, stop = _span(keys, before, text)
        words.append(Word(start, stop, _optional_number(keys, "log_probability")))
    return tuple(words)


def _span(keys: Mapping[str, JsonNode], before: int, text: str) -> tuple[int, int]:
    """start:stop behind what came before and inside the text."""
    start, stop = keys["start"].integer(), keys["stop"].integer()
    if start < before:
        raise keys["start"].error(f"must be at least {before}: spans are in order and do not overlap.")
    if not start <= stop <= len(text):
        raise keys["stop"].error(f"must be between its start and the text's length, {len(text)}.")
    return start, stop


def _sentences(members: Mapping[str, JsonNode], text: str, words: tuple[Word, ...]) -> tuple[Sentence, ...]:
    """The file's own sentences, else ours."""
    if "sentences" not in members:
        return annotated(text, words)
    sentences: list[Sentence] = []
    for node in members["sentences"].items():
        keys = node.members({"start", "stop"}, {"text", "findings"})
        start, stop = _span(keys, sentences[-1].stop if sentences else 0, text)
        if "text" in keys and keys["text"].text() != text[start:stop]:
            raise keys["text"].error(f"is not what characters {start} to {stop} of the draft say.")
        sentence = sentence_of(text, start, stop, words)
        if "findings" in keys:
            findings = tuple(_finding(finding) for finding in keys["findings"].items())
            sentence = replace(sentence, findings=findings)
        sentences.append(sentence)
    return tuple(sentences)


def _finding(node: JsonNode) -> Finding:
    """One statement about one of the 14 labels."""
    keys = node.members({"label", "polarity"}, {"side", "place"})
    label = _one_of(keys["label"], LABELS)
    polarity = Polarity(_one_of(keys["polarity"], [polarity.value for polarity in Polarity]))
    side = _one_of(keys["side"], SIDES) if "side" in keys else ""
    return Finding(label, polarity, side, _text(keys, "place"))


def _one_of(node: JsonNode, allowed: Sequence[str]) -> str:
    """A text from a fixed list."""
    if node.text() not in allowed:
        raise node.error(f"must be one of: {', '.join(word or 'the empty text' for word in allowed)}.")
    return node.text()


def _vote(members: Mapping[str, JsonNode]) -> float | None:
    """The file's vote, which no bar could show if it were negative."""
    vote = _optional_number(members, "vote")
    if vote is not None and vote < 0:
        raise members["vote"].error("must not be negative.")
    return vote


def _origin(members: Mapping[str, JsonNode], general: Origin) -> Origin:
    """The draft's own origin, filled up from `model` and `author` of the draft, then of the file."""
    keys = (
        members["origin"].members((), {each.name for each in fields(Origin)}) if "origin" in members else {}
    )
    said = Origin(**{key: node.text() for key, node in keys.items()})
    return replace(
        said,
        bundle=said.bundle or _text(members, "model") or general.bundle,
        author=said.author or _text(members, "author") or general.author,
    )


def _election(
    members: Mapping[str, JsonNode], sources: Sequence[_Source], frequencies: DocumentFrequencies
) -> _Election:
    """The file's votes where it has them, else ours; the file's winner in either case.

    Drafts are voted and ranked among those of their reader; the first reader's best is the usual winner.
    """
    votes = [source.draft.vote for source in sources]
    ranks = [0] * len(sources)
    voting = _text(members, "voting") or "votes given by the source"
    for reader in sorted({source.draft.reader for source in sources}):
        own = [place for place, source in enumerate(sources) if source.draft.reader == reader]
        texts = [sources[place].draft.text for place in own]
        if all(votes[place] is None for place in own):
            ballot = vote(texts, frequencies)
            voting = ballot.voting if len(own) == len(sources) else voting
            for place, score in zip(own, ballot.votes, strict=True):
                votes[place] = score
        elif without := [place for place in own if votes[place] is None]:
            raise sources[without[0]].node.error("has no vote while others have one: give all votes or none.")
        for place, rank in zip(own, ranking(texts, [votes[place] for place in own]), strict=True):
            ranks[place] = rank
    first = min(range(len(sources)), key=lambda place: (sources[place].draft.reader, ranks[place]))
    elected = _winner(members, sources, first)
    if ranks[elected] == 1:
        return _Election(tuple(votes), tuple(ranks), elected, voting)
    warning = (
        f"The source elected draft {EXPERT_LETTERS[elected]}, although draft {EXPERT_LETTERS[first]} has"
        " the best vote."
    )
    return _Election(tuple(votes), tuple(ranks), elected, voting, (warning,))


def _winner(members: Mapping[str, JsonNode], sources: Sequence[_Source], otherwise: int) -> int:
    """The elected expert: the file counts in its own order of drafts."""
    if "winner" not in members or members["winner"].value is None:
        return otherwise
    position = members["winner"].integer()
    if not 0 <= position < len(sources):
        raise members["winner"].error(f"must be between 0 and {len(sources) - 1}, the place of a draft.")
    return next(index for index, source in enumerate(sources) if source.position == position)


def _frame(node: JsonNode) -> MapFrame:
    """Where a map lies on its film."""
    keys = node.members({"sop_instance_uid", "top", "left", "bottom", "right"})
    frame = MapFrame(
        keys["sop_instance_uid"].text(),
        *(keys[edge].number() for edge in ("top", "left", "bottom", "right")),
    )
    if frame.bottom <= frame.top or frame.right <= frame.left:
        raise node.error("must have bottom below top and right beyond left.")
    return frame


def _map(node: JsonNode, frames: tuple[MapFrame, ...], dimensions: int) -> FloatArray:
    """Non-negative numbers (..., F, h, w), one grid per frame."""
    try:
        array = np.array(node.value)
    except ValueError as error:
        raise node.error("must be lists of equal lengths.") from error
    if array.ndim != dimensions or not array.size or array.dtype.kind not in "iuf":
        raise node.error(f"must be numbers in {dimensions} nested, non-empty lists of equal lengths.")
    if array.shape[-3] != len(frames):
        raise node.error(f"has {array.shape[-3]} grids, but frames places {len(frames)}.")
    if not np.all(np.isfinite(array)) or np.any(array < 0):
        raise node.error("must hold finite numbers that are not negative.")
    return _shares(array.astype(np.float64))


def _shares(array: np.ndarray[Any, np.dtype[np.float64]]) -> FloatArray:
    """Each map divided by its sum over all films; a map of zeros stays."""
    sums = array.sum(axis=(-3, -2, -1), keepdims=True)
    divide = (sums > 0) & (np.abs(sums - 1) > SUM_TOLERANCE)
    return read_only(array / np.where(divide, sums, 1))


def _word_maps(node: JsonNode, frames: tuple[MapFrame, ...], words: int) -> FloatArray:
    """One map per word."""
    if len(node.items()) != words:
        raise node.error(f"has {len(node.items())} maps for {words} words; there must be one for each.")
    return _map(node, frames, 4)


def _evidence(frames: tuple[MapFrame, ...], sources: Sequence[_Source]) -> Evidence:
    """All maps by expert: of one grid size, and an expert's map for every draft or for none."""
    expert_maps = [source.expert_map for source in sources if source.expert_map is not None]
    word_maps = [source.word_maps for source in sources if source.word_maps is not None]
    if expert_maps and len(expert_maps) < len(sources):
        without = next(source for source in sources if source.expert_map is None)
        raise without.node.error("has no map while others have one: give all maps or none.")
    shapes = {array.shape[-3:] for array in (*expert_maps, *word_maps)}
    if len(shapes) > 1:
        raise sources[0].node.error(f"and the others have grids of different sizes: {sorted(shapes)}.")
    if not shapes:
        return Evidence(frames)
    shape = shapes.pop()
    nothing = read_only(np.zeros((0, *shape)))
    by_expert = tuple(nothing if source.word_maps is None else source.word_maps for source in sources)
    stacked = read_only(np.stack(expert_maps)) if expert_maps else nothing
    return Evidence(frames, stacked, by_expert if word_maps else ())


def _study_uid(members: Mapping[str, JsonNode]) -> str:
    """The study's UID; what else is said of the study is for people."""
    return _text(members["study"].mapping(), "study_uid") if "study" in members else ""


def _timings(members: Mapping[str, JsonNode]) -> Timings:
    """Seconds of each stage."""
    names = {each.name for each in fields(Timings)}
    keys = members["seconds"].members((), names) if "seconds" in members else {}
    return Timings(**{name: node.optional_number() for name, node in keys.items()})


def _items(members: Mapping[str, JsonNode], key: str) -> list[JsonNode]:
    """A list, empty where it was left out."""
    return members[key].items() if key in members else []


def _text(members: Mapping[str, JsonNode], key: str) -> str:
    """A text, empty where it was left out."""
    return members[key].text() if key in members else ""


def _optional_number(members: Mapping[str, JsonNode], key: str) -> float | None:
    """A number, None where it was left out or is null."""
    return members[key].optional_number() if key in members else None
