"""From a report to a signed one: what to look at before, who signs as what, and addenda after."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from app.language import tr, tr_mark
from app.messages import AddendumAsked, ConcernShown, Notice, SigningShown, notice_of
from app.ports import Lane, Now, SigningView, Task
from app.presenters.scene import study_line
from app.review.filling import left_out
from app.review.operations import Operation
from app.review.policy import ConcernKind
from app.review.review import Review, Status
from app.review.signing import MakeDraft, MakePreliminary, add_addendum, sign
from engine.errors import ConsiliumError
from engine.panel import Panel
from engine.study import Study

if TYPE_CHECKING:  # SciPy comes with it; at run time the composition root hands the function in
    from app.review.checks import Concern

Check = Callable[[Review, Panel | None], "tuple[tuple[Concern, bool], ...]"]
"""The concerns about a report, each with whether it forbids signing."""

ROLES = (
    tr_mark("radiologist", "role"),
    tr_mark("resident", "role"),
    tr_mark("physician", "role"),
    tr_mark("researcher", "role"),
    tr_mark("student", "role"),
)
MEANINGS = (
    tr_mark("I have seen the films and this is my report.", "meaning of a signature"),
    tr_mark("I have reviewed and approve this report.", "meaning of a signature"),
)
REASONS = (
    tr_mark("correction", "reason for an addendum"),
    tr_mark("additional finding", "reason for an addendum"),
    tr_mark("comparison with an earlier study", "reason for an addendum"),
    tr_mark("result communicated", "reason for an addendum"),
)
"""Kept and signed in these words, whatever language the desk speaks."""


class Signable(Protocol):
    """The report editor, so far as signing asks it."""

    @property
    def review(self) -> Review | None:
        """The review on the screen."""

    @property
    def in_conflict(self) -> bool:
        """Whether the reader has yet to choose between the text on the screen and a stored one."""

    def change(self, *operations: Operation) -> None:
        """Do these to the review on the screen, and save them together at once."""


class SigningPresenter:
    """`refused` is told why something was not signed or added."""

    def __init__(
        self,
        view: SigningView,
        report: Signable,
        lane: Lane,
        check: Check,
        now: Now,
        reader: str,
        refused: Callable[[Notice], None],
    ) -> None:
        """`check` runs on `lane`: it lays report and drafts side by side."""
        self._view = view
        self._report = report
        self._lane = lane
        self._check = check
        self._now = now
        self._reader = reader
        self._refused = refused
        self._study: Study | None = None
        self._panel: Panel | None = None
        self._checking: Task | None = None
        self._asked: Review | None = None

    def show_panel(self, panel: Panel | None) -> None:
        """Drafts of the study on the screen, for the check."""
        self._panel = panel

    def show_study(self, study: Study | None) -> None:
        """The study on the screen: the sheets name it."""
        self._study = study

    def ask(self) -> None:
        """The reader wants to sign, or to add something to what is signed."""
        review = self._report.review
        if review is None:
            return
        if self._report.in_conflict:
            self._refused(_undecided())
        elif review.is_closed:
            self._asked = review
            self._view.ask_addendum(AddendumAsked(self._reader, ROLES, REASONS, study_line(self._study)))
        elif review.text.strip():
            self._ask_signature(review)
        else:
            self._refused(Notice(tr("There is nothing to sign: the report is empty.")))

    def sign(self, name: str, role: str, meaning: str) -> None:
        """Sign the report that was asked about, without its empty optional fields, as the sheet showed it.

        Nothing is signed if it has changed since.
        """

        def operations(review: Review) -> tuple[Operation, ...]:
            leaving, signed = left_out(review)
            return *leaving, sign(signed, name, role, meaning, self._now())

        self._do(operations)

    def add(self, text: str, reason: str, name: str, role: str) -> None:
        """Add this to the signed report."""
        self._do(lambda review: (add_addendum(review, text, reason, name, role, self._now()),))

    def toggle_preliminary(self) -> None:
        """A draft becomes preliminary, a preliminary report a draft again."""
        review = self._report.review
        if review is not None and not review.is_closed and review.text.strip():
            draft = review.status is Status.DRAFT
            self._report.change(MakePreliminary() if draft else MakeDraft())

    def _ask_signature(self, review: Review) -> None:
        if self._checking is not None:
            self._checking.cancel()
        panel = self._panel
        leaving, signed = left_out(review)
        left = [
            ConcernShown(tr("The optional field “{label}” is empty and is left out.", label=each.label))
            for each in reversed(leaving)
        ]

        def checked(found: tuple[tuple[Concern, bool], ...]) -> None:
            self._checking = None
            if self._report.review == review:  # nothing was typed meanwhile
                self._asked = review
                concerns = (*(_concern(concern, forbids) for concern, forbids in found), *left)
                count, whose = len(signed.measurements), study_line(self._study)
                self._view.ask_signature(
                    SigningShown(signed.text, concerns, self._reader, ROLES, MEANINGS, count, whose)
                )

        self._checking = self._lane.run(
            lambda _cancel, _tell: self._check(signed, panel),
            done=checked,
            failed=lambda error: self._refused(notice_of(error)),
        )

    def _do(self, operations: Callable[[Review], tuple[Operation, ...]]) -> None:
        review, asked = self._report.review, self._asked
        self._asked = None
        if self._report.in_conflict:
            self._refused(_undecided())
            return
        if review is None or review != asked:
            self._refused(
                Notice(tr("The report has changed; nothing was signed."), todo=tr("Look at it again."))
            )
            return
        try:
            self._report.change(*operations(review))
        except ConsiliumError as error:
            self._refused(notice_of(error))


def _undecided() -> Notice:
    return Notice(
        tr("This report was changed elsewhere, too; nothing is signed before one of the texts is kept."),
        todo=tr("Choose “Keep mine” or “Keep the stored one”."),
    )


def _concern(concern: Concern, forbids: bool) -> ConcernShown:
    if not forbids:
        return ConcernShown(concern.text)
    empty = concern.kind is ConcernKind.EMPTY_FIELD
    todo = tr("Fill it in or remove it.") if empty else tr("The template in use forbids to sign this.")
    return ConcernShown(concern.text, True, todo)
