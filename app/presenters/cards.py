"""Drafts and panels as the desk draws them: pure functions from the engine's values to the views'."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.finding_names import label_name, side_name, stand_word
from app.language import decimal, tr, tr_count, tr_engine, tr_mark
from app.messages import DisputeShown, DraftCard, FindingRow, SentenceShown, WordShown
from engine.disagreement import Disagreement, Dispute, differing
from engine.panel import Draft, Finding, Origin, Panel, Polarity, Sentence


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of the drafts' sentences in the report.

    `passages`: expert and text of all that stands there unedited; `rejected`: expert and first character.
    """

    passages: tuple[tuple[int, str], ...] = ()
    rejected: frozenset[tuple[int, int]] = frozenset()

    def stands(self, expert: int, sentence: Sentence) -> bool:
        """Whether the expert's sentence stands in the report as it was written."""
        return any(expert == of and sentence.text.strip() in passage for of, passage in self.passages)

    def refused(self, expert: int, sentence: Sentence) -> bool:
        """Whether the reader has rejected it."""
        return (expert, sentence.start) in self.rejected


UNJUDGED = Judged()

NOT_MENTIONED = tr_mark("not mentioned", "finding")
POLARITY_SIGNS = {
    Polarity.PRESENT: "",
    Polarity.ABSENT: tr_mark("no", "before a finding"),
    Polarity.UNCERTAIN: tr_mark("possible", "before a finding"),
}


def cards(drafts: Sequence[Draft], panel: Panel | None, judged: Judged) -> tuple[DraftCard, ...]:
    """One card a draft, in the given order; without a panel nothing is voted yet."""
    best = [
        max((draft.vote for draft in drafts if draft.reader == of and draft.vote is not None), default=0.0)
        for of in range(readers(drafts))
    ]
    return tuple(_card(draft, drafts, panel, best[draft.reader], judged) for draft in drafts)


def readers(drafts: Sequence[Draft]) -> int:
    """How many models there are, so far as their drafts tell."""
    return max((draft.reader for draft in drafts), default=0) + 1


def dispute(panel: Panel) -> DisputeShown | None:
    """Where the first two models' elected drafts differ; None where they do not, or one model read."""
    elected = panel.all_elected
    if len(elected) < 2:
        return None
    found = differing(elected[0], elected[1])
    if not found:
        return None
    said = "; ".join(_dispute(each, elected[0], elected[1]) for each in found)
    return DisputeShown(
        tr("The models disagree: {findings}.", findings=said), elected[0].expert, elected[1].expert
    )


def _dispute(each: Disagreement, one: Draft, other: Draft) -> str:
    """ "Pleural effusion (B right, H left)"."""
    stands = ", ".join(
        f"{draft.letter} {_stand(finding, each.dispute)}"
        for draft, finding in ((one, each.first), (other, each.second))
    )
    return f"{label_name(each.label)} ({stands})"


def _stand(finding: Finding | None, dispute: Dispute) -> str:
    """What a draft says of a label, as short as the kind of dispute allows."""
    if finding is None:
        return stand_word(NOT_MENTIONED)
    return side_name(finding.side) if dispute is Dispute.SIDE else stand_word(finding.polarity.value)


def summary(panel: Panel) -> str:
    """How many drafts there are, whether a model wrote them, and how many differ."""
    count = len(panel.drafts)
    by_ai = all(_is_ai(draft.origin) for draft in panel.drafts)
    drafts = (
        tr_count("%n AI draft", "%n AI drafts", count) if by_ai else tr_count("%n draft", "%n drafts", count)
    )
    if count == 1:
        return drafts
    if (models := len(panel.by_reader)) > 1:
        drafts = tr("{drafts} of {count} models", drafts=drafts, count=models)
    how = tr("all identical") if panel.distinct == 1 else tr("{count} distinct", count=panel.distinct)
    return f"{drafts} · {how}"


def remarks(panel: Panel) -> tuple[str, ...]:
    """What the reader should know about the whole panel, besides an unfamiliar film."""
    count = len(panel.drafts)
    alike = count > 1 and panel.distinct == 1
    said = (tr("All {count} drafts say the same. Agreement is not proof.", count=count),) if alike else ()
    return (*said, *map(tr_engine, panel.warnings))


def finding_rows(drafts: Sequence[Draft]) -> tuple[FindingRow, ...]:
    """Which experts say what, most often said first; statements that a finding is absent come last."""
    said: dict[Finding, set[int]] = {}
    for draft in drafts:
        for finding in draft.findings:
            key = Finding(finding.label, finding.polarity, finding.side)
            said.setdefault(key, set()).add(draft.expert)
    ordered = sorted(said.items(), key=_finding_order)
    return tuple(_finding_row(finding, experts, len(drafts)) for finding, experts in ordered)


def origin_line(origin: Origin) -> str:
    """Where a draft comes from, in a few words."""
    parts = (origin.author or origin.bundle, origin.device, origin.runtime)
    return " · ".join(part for part in parts if part) or tr("made elsewhere, origin not said")


def _is_ai(origin: Origin) -> bool:
    """Whether the source says that a model wrote it; a draft that names an author may be a person's."""
    return bool(origin.bundle) and not origin.author


def _card(
    draft: Draft, drafts: Sequence[Draft], panel: Panel | None, best: float, judged: Judged
) -> DraftCard:
    voted = draft.vote is not None and panel is not None
    return DraftCard(
        expert=draft.expert,
        letter=draft.letter,
        sentences=tuple(
            _sentence(draft, index, sentence, judged) for index, sentence in enumerate(draft.all_sentences)
        ),
        vote=decimal(f"{draft.vote:.1f}") if voted else "",
        share=max(0.0, draft.vote / best) if voted and draft.vote is not None and best > 0 else 0.0,
        vote_help=_vote_help(draft, panel),
        elected=panel is not None and draft.expert in {each.expert for each in panel.all_elected},
        same_as=_same_as(draft, drafts),
        origin=origin_line(draft.origin),
        origin_help=_origin_help(draft),
        model=draft.origin.model if readers(drafts) > 1 else "",
    )


def _sentence(draft: Draft, index: int, sentence: Sentence, judged: Judged) -> SentenceShown:
    words = tuple(
        WordShown(number, word.start - sentence.start, word.stop - sentence.start)
        for number, word in enumerate(draft.words)
        if sentence.start <= word.start < word.stop <= sentence.stop
    )
    stands = judged.stands(draft.expert, sentence)
    return SentenceShown(index, sentence.text, words, stands, judged.refused(draft.expert, sentence))


def _same_as(draft: Draft, drafts: Sequence[Draft]) -> str:
    """The letters of other drafts with the same words."""
    twins = sorted(
        other.letter for other in drafts if other.text == draft.text and other.expert != draft.expert
    )
    return ", ".join(twins)


def _vote_help(draft: Draft, panel: Panel | None) -> str:
    if panel is None:
        return tr("Votes are counted when every expert has written.")
    voters = len(panel.among(draft))
    if draft.vote is None:
        return tr("No vote: there is no other draft to agree with.")
    basis = tr_engine(panel.voting_of(draft)) or tr(
        "mean CIDEr-D to the other {count} drafts", count=voters - 1
    )
    vote = decimal(f"{draft.vote:.2f}")
    lines = [
        tr("Vote {vote}, rank {rank} of {count}.", vote=vote, rank=draft.rank, count=voters),
        tr("What it is: {basis}.", basis=basis),
    ]
    if draft.log_likelihood is not None:
        nats = decimal(f"{draft.log_likelihood:.1f}")
        lines.append(tr("Log-likelihood of the text: {nats} nats.", nats=nats))
    lines.append(tr("A vote is agreement among experts, not a probability of being right."))
    return "\n".join(lines)


def _origin_help(draft: Draft) -> str:
    origin = draft.origin
    named = (
        (tr("Author"), origin.author),
        (tr("Bundle"), " ".join(filter(None, (origin.bundle, origin.version)))),
        ("sha256", origin.bundle_sha256),
        (tr("Runtime"), origin.runtime),
        (tr("Device"), origin.device),
        (tr("Precision"), origin.precision),
        (tr("Decoding"), origin.decoding),
        (tr("Made"), origin.created),
    )
    return "\n".join(f"{name}: {value}" for name, value in named if value) or tr("The source said nothing.")


def _finding_order(item: tuple[Finding, set[int]]) -> tuple[int, int, str, str]:
    finding, experts = item
    ranks = (Polarity.PRESENT, Polarity.UNCERTAIN, Polarity.ABSENT)
    return ranks.index(finding.polarity), -len(experts), finding.label, finding.side


def _finding_row(finding: Finding, experts: set[int], of: int) -> FindingRow:
    return FindingRow(
        finding=label_name(finding.label),
        side=side_name(finding.side),
        polarity=POLARITY_SIGNS[finding.polarity],
        experts=tuple(sorted(experts)),
        count=f"{len(experts)}/{of}",
    )
