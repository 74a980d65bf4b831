"""What the engine returns for a study: drafts, votes, evidence. Frozen values and read-only arrays."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float32]

EXPERT_LETTERS = "ABCDEFGHIJKL"


class Polarity(Enum):
    """How a report speaks of a finding (CheXpert: positive, negative, uncertain)."""

    PRESENT = "present"
    ABSENT = "absent"
    UNCERTAIN = "uncertain"


@dataclass(frozen=True, slots=True)
class Finding:
    """One statement about one of the 14 CheXpert labels. `side` is "left", "right", "bilateral" or ""."""

    label: str
    polarity: Polarity
    side: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class Word:
    """One generated token as the reader sees it: characters `start:stop` of the draft's text."""

    start: int
    stop: int
    log_probability: float | None = None


@dataclass(frozen=True, slots=True)
class Sentence:
    """Characters `start:stop` of the draft's text and words `first_word:last_word` (half open)."""

    text: str
    start: int
    stop: int
    first_word: int
    last_word: int
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a draft comes from; kept with it for ever. Empty fields were not said by the source.

    `version` is the bundle's, as it calls itself; it came last, and origins kept before have none.
    """

    bundle: str = ""
    bundle_sha256: str = ""
    runtime: str = ""
    device: str = ""
    precision: str = ""
    decoding: str = ""
    created: str = ""
    author: str = ""
    version: str = ""

    @property
    def model(self) -> str:
        """The name by which its source is called."""
        return self.bundle or self.author


@dataclass(frozen=True, slots=True)
class Draft:
    """One expert's report.

    `vote` is the mean CIDEr-D to the other drafts, None where there was nothing to vote on (one draft);
    `rank` counts from 1; `log_likelihood` is the sum over tokens in nats, None if the source gave none.
    `reader` counts the models that read the study, from 0: votes and ranks are among one reader's drafts.
    """

    expert: int
    text: str
    words: tuple[Word, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    vote: float | None = None
    rank: int = 1
    log_likelihood: float | None = None
    origin: Origin = Origin()
    reader: int = 0

    @property
    def letter(self) -> str:
        """The expert's letter, the same everywhere on the desk."""
        return EXPERT_LETTERS[self.expert]

    @property
    def all_sentences(self) -> tuple[Sentence, ...]:
        """The sentences; a draft whose source marked none is one sentence, without findings."""
        if self.sentences or not self.text:
            return self.sentences
        return (Sentence(self.text, 0, len(self.text), 0, len(self.words)),)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What the whole draft says, sentence by sentence."""
        return tuple(finding for sentence in self.sentences for finding in sentence.findings)


@dataclass(frozen=True, slots=True)
class MapFrame:
    """Where an attention grid lies on a film: its outer edges in that film's pixel coordinates.

    Pixel (row r, column c) covers [r, r+1) x [c, c+1). Edges may lie outside the film where the model's
    input was padded. A grid cell (i, j) of an h x w map covers
    top + i * (bottom - top) / h .. top + (i + 1) * (bottom - top) / h, and likewise along the columns.
    """

    sop_instance_uid: str
    top: float
    left: float
    bottom: float
    right: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where the experts looked: non-negative attention that sums to 1 over all films of a study.

    `expert_maps` is (M, F, h, w): expert m's encoder attention over film f's patches; of a captioner, which
    has no experts, the mean attention of draft m's words.
    `word_maps[m]` is (T_m, F, h, w): draft m's decoder attention while it wrote each word, aligned with
    `Draft.words`; empty where the source gave none. `frames[f]` places film f's grid on its pixels.
    """

    frames: tuple[MapFrame, ...] = ()
    expert_maps: FloatArray = field(default_factory=lambda: np.zeros((0, 0, 0, 0), np.float32))
    word_maps: tuple[FloatArray, ...] = ()

    def expert_map(self, expert: int) -> FloatArray | None:
        """(F, h, w) attention of one expert, None where none is known."""
        return self.expert_maps[expert] if expert < len(self.expert_maps) else None

    def words_map(self, expert: int, first_word: int, last_word: int) -> FloatArray | None:
        """(F, h, w) mean attention over words `first_word:last_word`, renormalised to sum 1.

        The mean over a sentence's words is our reduction; the paper shows single words.
        """
        if expert >= len(self.word_maps) or not len(self.word_maps[expert]):
            return None
        chosen = self.word_maps[expert][first_word:last_word]
        if not len(chosen):
            return None
        mean = chosen.mean(axis=0, dtype=np.float64)
        total = mean.sum()
        return np.asarray(mean / total if total > 0 else mean, np.float32)


@dataclass(frozen=True, slots=True)
class Timings:
    """Seconds that each stage took; None where a stage did not run here."""

    open: float | None = None
    encode: float | None = None
    decode: float | None = None
    vote: float | None = None


@dataclass(frozen=True, slots=True)
class Panel:
    """All drafts of one study, by expert; `elected` indexes `drafts`.

    `warnings` are sentences for the reader that concern the whole panel; `unfamiliar` is set when the
    film is unlike anything the bundle was trained on, and says so in a sentence ("" otherwise).
    `voting` names what the votes depend on (metric, document frequencies), a line for each reader.
    """

    study_uid: str
    drafts: tuple[Draft, ...]
    elected: int
    evidence: Evidence = field(default_factory=Evidence)
    voting: str = ""
    unfamiliar: str = ""
    warnings: tuple[str, ...] = ()
    seconds: Timings = Timings()

    @property
    def by_vote(self) -> tuple[Draft, ...]:
        """Drafts from rank 1 downwards, reader by reader."""
        return tuple(sorted(self.drafts, key=lambda draft: (draft.reader, draft.rank)))

    @property
    def by_reader(self) -> tuple[tuple[Draft, ...], ...]:
        """Each reader's drafts by expert; one reader where the panel was not joined."""
        numbers = sorted({draft.reader for draft in self.drafts})
        return tuple(tuple(each for each in self.drafts if each.reader == number) for number in numbers)

    @property
    def all_elected(self) -> tuple[Draft, ...]:
        """The draft that each reader's experts elected; the panel's own among them."""
        first = self.drafts[self.elected]
        best = (min(drafts, key=lambda draft: draft.rank) for drafts in self.by_reader)
        return tuple(first if draft.reader == first.reader else draft for draft in best)

    def voting_of(self, draft: Draft) -> str:
        """What this draft's vote depends on."""
        lines = self.voting.split("\n")
        numbers = sorted({each.reader for each in self.drafts})
        return lines[numbers.index(draft.reader)] if len(lines) == len(numbers) else self.voting

    def among(self, draft: Draft) -> tuple[Draft, ...]:
        """The drafts among which this one was voted: those of its reader."""
        return tuple(each for each in self.drafts if each.reader == draft.reader)

    @property
    def distinct(self) -> int:
        """How many different texts the drafts have."""
        return len({draft.text for draft in self.drafts})


def read_only(array: npt.ArrayLike) -> FloatArray:
    """A float32 copy that nobody downstream can change."""
    frozen = np.array(array, dtype=np.float32)
    frozen.setflags(write=False)
    return frozen
