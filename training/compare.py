"""Whether a new bundle reads better than an old one, study by study, on studies that neither learned from.

Both write of the same studies with their own decoding and their own vote; only elected drafts are compared.
A study's error is the number of findings in which the elected draft and the signed report differ (labels of
the report labeller, present or possible; "No Finding" is none). The new bundle is better on a study where it
errs less, worse where it errs more. Compared by text, CIDEr-D to the report takes the place of errors.

The new bundle counts as better only if all of this holds:

- there are at least so many studies (`LEAST`): fewer say nothing;
- it is better on more studies than it is worse on;
- the paired 95 % bootstrap interval of the mean gain lies above 0;
- by findings: that of the gain in CIDEr-D does not lie below 0: words are not what is paid with.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Literal

import numpy as np

from engine.progress import OnProgress
from engine.text.cider import signature
from engine.text.findings import NO_FINDING, report_findings
from training.data.corpus import CorpusStudy
from training.metrics.findings import said_labels
from training.metrics.scores import Measured
from training.metrics.text import cider_scores, difference_score
from training.readings import Examinee

By = Literal["findings", "text"]
LEAST = 20
READ_SHARE = 0.5
"""Of the reports, how many the labeller must find anything in, present or denied: it reads English alone."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """On how many studies the new bundle is better, worse and the same, and what follows."""

    old: str
    new: str
    by: By
    better: int
    worse: int
    same: int
    gain: Measured
    likeness: Measured
    reason: str = ""

    @property
    def is_better(self) -> bool:
        """Whether nothing speaks against the new bundle."""
        return not self.reason

    @property
    def studies(self) -> int:
        """How many were compared."""
        return self.better + self.worse + self.same

    def text(self, done: str) -> str:
        """The result in plain words; `done` says what was done then, as in "not replaced"."""
        said = f"better on {self.better}, worse on {self.worse}, same on {self.same}; {done}"
        return f"{said} ({self.reason})" if self.reason else said

    def to_json(self) -> dict[str, object]:
        """For a program."""
        scores = {"gain": self.gain.to_json(), "likeness": self.likeness.to_json()}
        return {**asdict(self), **scores, "is_better": self.is_better, "studies": self.studies}


def compare(
    old: Examinee,
    new: Examinee,
    studies: Sequence[CorpusStudy],
    by: By,
    least: int,
    on_progress: OnProgress,
) -> Comparison:
    """Let both read the studies."""
    drafts = [
        elected_drafts(examinee, studies, stage, on_progress)
        for stage, examinee in (("The present bundle reads", old), ("The new bundle reads", new))
    ]
    names = [f"{each.bundle.manifest.name} {each.bundle.sha256[:8]}" for each in (old, new)]
    frequencies = old.bundle.frequencies()
    reports = [study.report for study in studies]
    ciders = [cider_scores(texts, reports, frequencies) for texts in drafts]
    errors = [finding_errors(texts, reports) for texts in drafts]
    likeness = difference_score(ciders[1], ciders[0], f"{signature(frequencies)}, new minus old, paired")
    gains = np.subtract(errors[0], errors[1]) if by == "findings" else ciders[1] - ciders[0]
    gain = (
        difference_score(errors[0], errors[1], "wrong findings per study, old minus new, paired")
        if by == "findings"
        else likeness
    )
    result = Comparison(
        old=names[0],
        new=names[1],
        by=by,
        better=int((gains > 0).sum()),
        worse=int((gains < 0).sum()),
        same=int((gains == 0).sum()),
        gain=gain,
        likeness=likeness,
    )
    return replace(result, reason=objection(result, unread_share(reports), least))


def objection(result: Comparison, unread: float, least: int) -> str:
    """What speaks against the new bundle; "" if nothing does."""
    if result.studies < least:
        return f"{result.studies} held-out studies are too few, {least} are needed"
    if result.by == "findings" and unread > READ_SHARE:
        return "the labeller finds nothing in most of these reports; compare by text"
    if result.better <= result.worse:
        return "it is not better on more studies than it is worse on"
    if result.gain.low is None or result.gain.low <= 0:
        return "the gain may be chance: its 95 % interval reaches 0"
    if result.likeness.high is not None and result.likeness.high < 0:
        return "its words are less like the signed reports"
    return ""


def elected_drafts(
    examinee: Examinee, studies: Sequence[CorpusStudy], stage: str, on_progress: OnProgress
) -> list[str]:
    """What a bundle's panel elects for each study."""
    return [written.report for written in examinee.panels(studies, stage, on_progress)]


def finding_errors(drafts: Sequence[str], reports: Sequence[str]) -> list[int]:
    """In how many labels each draft differs from its report."""
    return [
        len((said_labels(draft) ^ said_labels(report)) - {NO_FINDING})
        for draft, report in zip(drafts, reports, strict=True)
    ]


def unread_share(reports: Sequence[str]) -> float:
    """In which share of the reports the labeller finds nothing, neither stated nor denied."""
    return sum(not report_findings(report) for report in reports) / max(1, len(reports))
