"""Deciding about sentences of drafts: rejecting, editing, withdrawing. Accepting is `take_sentence`."""

from __future__ import annotations

from dataclasses import replace

from app.review.decisions import Decision, Passage, Verdict, passage_of, storable
from app.review.history import joined
from app.review.review import (
    Decide,
    Edit,
    Review,
    by_passage,
    edit,
    edit_to,
    standing,
    take_sentence,
    with_verdicts,
)
from engine.panel import Draft, Sentence


def reject(review: Review, draft: Draft, sentence: Sentence, panel: str = "") -> Decide:
    """The sentence is not to be in the report. If it stands there as it came, it is taken out."""
    passage = passage_of(draft, sentence, panel)
    rejected = Decision(passage, Verdict.REJECTED)
    return Decide(
        Verdict.REJECTED, draft.expert, with_verdicts(_without(review, passage), review, (rejected,))
    )


def edit_sentence(review: Review, draft: Draft, sentence: Sentence, wording: str, panel: str = "") -> Decide:
    """The sentence in the reader's words, in its place if it stands in the report, else at the end.

    What is left of the expert's words stays marked.
    """
    passage = passage_of(draft, sentence, panel)
    place = standing(review.text, review.marks, passage)
    if place is None:
        take = take_sentence(review, draft, sentence, len(review.text), panel).change
        taken = take.apply(review)
        start = len(taken.text) - len(passage.text)
        change = joined(take, edit_to(taken, taken.text[:start] + storable(wording).strip()))
    else:
        start, stop = place
        change = edit_to(review, review.text[:start] + storable(wording).strip() + review.text[stop:])
    edited = Decision(passage, Verdict.EDITED)
    return Decide(Verdict.EDITED, draft.expert, with_verdicts(change, review, (edited,)))


def withdraw(review: Review, passage: Passage) -> Decide:
    """No verdict on this sentence any more; one that was accepted, and stands as it came, is taken out again.

    KeyError where there is no verdict.
    """
    decision = review.decision_on(passage)
    if decision is None:
        raise KeyError(passage)
    accepted = decision.verdict is Verdict.ACCEPTED
    change = _without(review, passage) if accepted else Edit(0, "", "")
    others = (one for one in change.decisions_after if one.passage != passage)
    change = replace(
        change,
        decisions_before=by_passage({decision, *change.decisions_before}),
        decisions_after=by_passage(others),
    )
    return Decide(None, passage.expert, change)


def _without(review: Review, passage: Passage) -> Edit:
    """The report without the sentence and one blank beside it; an empty change where it does not stand."""
    place = standing(review.text, review.marks, passage)
    if place is None:
        return Edit(0, "", "")
    start, stop = place
    if review.text[stop : stop + 1] == " ":
        stop += 1
    elif review.text[max(0, start - 1) : start] == " ":
        start -= 1
    return edit(review, start, stop, "")
