"""The report editor: every change becomes an operation, is undone as one, and is saved within two seconds.

A report belongs to its study, not to the editor: switching studies loses neither text nor undo. While the
store fails, the text and its operations stay here and saving is tried again and again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from app.language import moment, tr, tr_count, tr_engine, tr_marked
from app.messages import (
    AddendumShown,
    FieldShown,
    MarkShown,
    Notice,
    ReportShown,
    SaveState,
    notice_of,
)
from app.ports import Alarm, Now, ReportView, Store
from app.presenters.keeping import Keeper
from app.presenters.steps import step_words
from app.presenters.worklist import paths_of
from app.review.decisions import Verdict, passage_of
from app.review.errors import ReviewClosed
from app.review.fields import EmptyField, FieldKind, empty_fields
from app.review.history import Entry, History
from app.review.judging import reject, withdraw
from app.review.operations import Operation
from app.review.review import (
    Edit,
    Review,
    Status,
    TakeDraft,
    TakeSentence,
    edit_to,
    restore,
    take_draft,
    take_sentence,
)
from app.review.signatures import Addendum
from engine.panel import Draft, Sentence
from engine.study import Study

if TYPE_CHECKING:
    from app.store.rows import StoredReview

SAVE_AFTER_SECONDS = 1.0
"""How long a change waits for others before it is saved; with the write it stays under two seconds."""

NEVER = timedelta(seconds=-1)
"""No typing before it is so short ago that it is undone together with it."""

RETRY_SECONDS = (2.0, 5.0, 10.0, 30.0)
"""How long to wait before saving is tried again, after the first failure, the second, and so on."""


@dataclass(frozen=True, slots=True)
class OpenReport:
    """A study's report as the editor holds it. `unsent` are the entries that the store has not got yet."""

    study: Study
    history: History
    review_id: int | None = None
    unsent: tuple[Entry, ...] = ()
    saved: datetime | None = None
    failure: Notice | None = None
    failures: int = 0
    conflict: bool = False

    @property
    def review(self) -> Review:
        """The report as it stands."""
        return self.history.present

    @property
    def stored_version(self) -> int:
        """The version that the store has, as far as is known here."""
        return self.review.version - len(self.unsent)


class ReportPresenter:
    """`on_changed` is told of every new state of a review, with its study's UID in it."""

    def __init__(
        self,
        view: ReportView,
        keeper: Keeper,
        alarm: Alarm,
        now: Now,
        author: str,
        on_changed: Callable[[Review], None],
    ) -> None:
        self._view = view
        self._keeper = keeper
        self._alarm = alarm
        self._now = now
        self._author = author
        self._on_changed = on_changed
        self._reports: dict[str, OpenReport] = {}
        self._refused: dict[str, Notice] = {}
        self._shown = ""
        self._waiting: set[str] = set()  # an alarm will save these
        self._saving: set[str] = set()  # these are in the store's lane
        self._on_flushed: Callable[[], None] | None = None

    @property
    def review(self) -> Review | None:
        """The review on the screen, None while there is none."""
        report = self._reports.get(self._shown)
        return report.review if report else None

    @property
    def in_conflict(self) -> bool:
        """Whether the reader has yet to choose between the text here and a stored one."""
        report = self._reports.get(self._shown)
        return report is not None and report.conflict

    @property
    def unsaved(self) -> tuple[Review, ...]:
        """Every review with changes that the store has not got."""
        return tuple(report.review for report in self._reports.values() if report.unsent)

    def show_study(self, study: Study | None) -> None:
        """Show the report of this study; the one before keeps its text, its undo and its saving."""
        self._shown = study.study_uid if study else ""
        self._show()
        if study is not None and self._shown not in self._reports:
            self._open(study)

    def text_edited(self, text: str) -> None:
        """The reader has changed the text to this."""
        report = self._reports.get(self._shown)
        if report is not None and text != report.review.text and not report.review.is_closed:
            self._do(report, edit_to(report.review, text))

    def take_draft(self, draft: Draft) -> bool:
        """Replace the report by a draft; whether words of the reader's own gave way."""
        report = self._editable()
        if report is None:
            return False
        own_words = has_own_words(report.review)
        self._do(report, take_draft(report.review, draft))
        return own_words

    def take_sentence(self, draft: Draft, sentence: Sentence, panel: str = "") -> None:
        """Put a sentence at the report's end; `panel` is the key of the draft's panel."""
        report = self._editable()
        if report is not None:
            end = len(report.review.text)
            self._do(report, take_sentence(report.review, draft, sentence, end, panel))

    def add_sentence(self, text: str) -> None:
        """Put a sentence of the reader's own at the report's end, undone by itself."""
        report = self._editable()
        if report is not None:
            lead = " " if report.review.text and not report.review.text[-1].isspace() else ""
            change = edit_to(report.review, f"{report.review.text}{lead}{text}")
            self._keep(report, *report.history.do(change, self._now(), self._author, NEVER))

    def reject_sentence(self, draft: Draft, sentence: Sentence, panel: str = "") -> None:
        """Keep a sentence out of the report, and take it out if it stands there; once more withdraws that."""
        report = self._editable()
        if report is None:
            return
        passage = passage_of(draft, sentence, panel)
        decision = report.review.decision_on(passage)
        if decision is not None and decision.verdict is Verdict.REJECTED:
            self._do(report, withdraw(report.review, passage))
        else:
            self._do(report, reject(report.review, draft, sentence, panel))

    def change(self, *operations: Operation) -> None:
        """Do these to the report on the screen, and save them together at once; errors as for `apply`."""
        shown = self._shown
        for operation in operations:
            if shown in self._reports:
                self._do(self._reports[shown], operation)
        if shown in self._reports:
            self._save(shown)

    def undo(self) -> None:
        """Take the last step back."""
        report = self._reports.get(self._shown)
        if report is not None and report.history.can_undo:
            self._keep(report, *report.history.undo(self._now(), self._author))

    def redo(self) -> None:
        """Do the step again that was undone last."""
        report = self._reports.get(self._shown)
        if report is not None and report.history.can_redo:
            self._keep(report, *report.history.redo(self._now(), self._author))

    def save_now(self) -> None:
        """Save without waiting."""
        for study_uid in tuple(self._reports):
            self._save(study_uid)

    def flush(self, on_flushed: Callable[[], None]) -> None:
        """Save everything and call back when nothing is left; no call as long as saving fails."""
        self._on_flushed = on_flushed
        self.save_now()
        self._tell_flushed()

    def keep_mine(self) -> None:
        """After a conflict: put the text of this window over the stored one, which undo brings back."""
        self._resolve(_with_mine)

    def keep_stored(self) -> None:
        """After a conflict: go on with the stored text; redo brings that of this window back."""
        self._resolve(_with_stored)

    def _open(self, study: Study) -> None:
        def opened(stored: StoredReview) -> None:
            self._refused.pop(study.study_uid, None)
            self._replace(_reunited(self._reports.get(study.study_uid), study, stored))
            self._schedule(study.study_uid, SAVE_AFTER_SECONDS)

        def failed(error: BaseException) -> None:
            if is_refusal(error):
                self._refused[study.study_uid] = notice_of(error)
                self._show()
                return
            report = self._reports.get(study.study_uid) or OpenReport(study, History(Review(study.study_uid)))
            self._replace(_failed(report, error))
            self._alarm.after(_pause(report.failures), lambda: self._open(study))

        self._keeper.ask(lambda store: _stored_review(store, study), done=opened, failed=failed)

    def _editable(self) -> OpenReport | None:
        """The report on the screen, unless it is signed."""
        report = self._reports.get(self._shown)
        return None if report is None or report.review.is_closed else report

    def _do(self, report: OpenReport, operation: Operation) -> None:
        self._keep(report, *report.history.do(operation, self._now(), self._author))

    def _keep(self, report: OpenReport, history: History, entry: Entry) -> None:
        self._replace(replace(report, history=history, unsent=(*report.unsent, entry)))
        self._schedule(report.study.study_uid, SAVE_AFTER_SECONDS)

    def _replace(self, report: OpenReport) -> None:
        self._reports[report.study.study_uid] = report
        if report.study.study_uid == self._shown:
            self._show()
        self._on_changed(report.review)

    def _schedule(self, study_uid: str, seconds: float) -> None:
        if study_uid in self._waiting or not self._reports[study_uid].unsent:
            return
        self._waiting.add(study_uid)

        def ring() -> None:
            self._waiting.discard(study_uid)
            self._save(study_uid)

        self._alarm.after(seconds, ring)

    def _save(self, study_uid: str) -> None:
        report = self._reports[study_uid]
        if study_uid in self._saving or not report.unsent or report.review_id is None or report.conflict:
            return
        self._saving.add(study_uid)
        review_id, entries, version = report.review_id, report.unsent, report.stored_version
        self._keeper.ask(
            lambda store: store.append(review_id, entries, version),
            done=lambda stored: self._saved(study_uid, len(entries), stored),
            failed=lambda error: self._not_saved(study_uid, error),
        )

    def _saved(self, study_uid: str, count: int, stored: StoredReview) -> None:
        self._saving.discard(study_uid)
        report = self._reports[study_uid]
        self._replace(
            replace(report, unsent=report.unsent[count:], saved=stored.saved, failure=None, failures=0)
        )
        self._schedule(study_uid, 0.0 if self._on_flushed else SAVE_AFTER_SECONDS)
        self._tell_flushed()

    def _not_saved(self, study_uid: str, error: BaseException) -> None:
        self._saving.discard(study_uid)
        report = self._reports[study_uid]
        self._replace(replace(_failed(report, error), conflict=_is_stale(error)))
        self._schedule(study_uid, _pause(report.failures))

    def _tell_flushed(self) -> None:
        if self._on_flushed is not None and not self.unsaved:
            call, self._on_flushed = self._on_flushed, None
            call()

    def _resolve(self, choice: Callable[[OpenReport, StoredReview, datetime, str], OpenReport]) -> None:
        report = self._reports.get(self._shown)
        if report is None or not report.conflict:
            return
        study_uid = report.study.study_uid

        def reopened(stored: StoredReview) -> None:
            mine = self._reports[study_uid]
            try:
                self._replace(choice(mine, stored, self._now(), self._author))
            except ReviewClosed as error:  # signed in the other window; both texts are still there
                self._replace(_failed(mine, error))
            else:
                self._schedule(study_uid, 0.0)

        self._keeper.ask(
            lambda store: store.open_review(study_uid),
            done=reopened,
            failed=lambda error: self._replace(_failed(self._reports[study_uid], error)),
        )

    def _show(self) -> None:
        report = self._reports.get(self._shown)
        if report is not None:
            self._view.show_report(shown_report(report))
        else:
            refusal = self._refused.get(self._shown)
            self._view.show_report(
                ReportShown(save_text=tr("cannot be kept"), save=SaveState.FAILED, failure=refusal)
                if refusal
                else ReportShown()
            )


def shown_report(report: OpenReport) -> ReportShown:
    """The editor's content in words."""
    review, history = report.review, report.history
    fields = empty_fields(review.text, review.forms)
    save, save_text = _save_state(report)
    return ReportShown(
        open=True,
        study_uid=report.study.study_uid,
        text=review.text,
        marks=tuple(MarkShown(mark.start, mark.stop, mark.expert, mark.letter) for mark in review.marks),
        state=tr_marked(review.status.value) if review.version else tr("no report yet"),
        save=save,
        save_text=save_text,
        failure=report.failure,
        conflict=report.conflict,
        can_undo=history.can_undo,
        can_redo=history.can_redo,
        undo_text=tr("Undo: {step}", step=step_words(history.done[-1])) if history.done else "",
        redo_text=tr("Redo: {step}", step=step_words(history.undone[-1])) if history.undone else "",
        ai_text=_ai_text(review, history),
        closed=review.is_closed,
        preliminary=review.status is Status.PRELIMINARY,
        signature=_signature(review),
        addenda=tuple(_addendum(addendum) for addendum in review.addenda),
        fields=() if review.is_closed else tuple(_field(empty) for empty in fields),
        fields_text=_fields_text(fields) if not review.is_closed else "",
    )


def _field(empty: EmptyField) -> FieldShown:
    field = empty.field
    if field is None:
        return FieldShown(empty.start, empty.stop, empty.label)
    hints = {FieldKind.NUMBER: tr_engine(field.range_words), FieldKind.DATE: tr("Write it as 2026-03-12.")}
    return FieldShown(
        empty.start,
        empty.stop,
        empty.label,
        field.kind.value,
        field.required,
        field.choices,
        field.default,
        field.unit,
        hints.get(field.kind, ""),
    )


def _fields_text(fields: tuple[EmptyField, ...]) -> str:
    count = sum(field.required for field in fields)
    return tr_count("%n to fill in", "%n to fill in", count) if count else ""


def _signature(review: Review) -> str:
    signed = review.signature
    if signed is None:
        return ""
    return tr(
        "Signed by {name}, {role}, {time}. {meaning} (SHA-256 {hash}…)",
        name=signed.name,
        role=tr_marked(signed.role, "role"),
        time=moment(signed.time),
        meaning=signed.meaning,  # what the hash binds, as it stands
        hash=signed.sha256[:12],
    )


def _addendum(addendum: Addendum) -> AddendumShown:
    head = tr(
        "Addendum by {name}, {role}, {time}: {reason}",
        name=addendum.name,
        role=tr_marked(addendum.role, "role"),
        time=moment(addendum.time),
        reason=tr_marked(addendum.reason, "reason for an addendum"),
    )
    return AddendumShown(head, addendum.text)


def _ai_text(review: Review, history: History) -> str:
    """Whether there is text by a model in the report, also after every word of it was touched."""
    if review.is_closed:
        return tr("Underlined: from AI drafts") if review.marks else ""
    if review.marks:
        return tr("AI text underlined")
    taken = any(isinstance(step, TakeDraft | TakeSentence) for step in history.done)
    return tr("From AI drafts, edited") if taken and review.text.strip() else ""


def has_own_words(review: Review) -> bool:
    """Whether any of the text is the reader's own, blank space aside."""
    inside = [False] * len(review.text)
    for mark in review.marks:
        inside[mark.start : mark.stop] = [True] * (mark.stop - mark.start)
    return any(
        not (covered or character.isspace()) for covered, character in zip(inside, review.text, strict=True)
    )


def _stored_review(store: Store, study: Study) -> StoredReview:
    store.remember_study(study, paths_of(study))
    return store.open_review(study.study_uid)


def _reunited(offline: OpenReport | None, study: Study, stored: StoredReview) -> OpenReport:
    """The stored review, with what was written here while the store could not be opened."""
    fresh = OpenReport(study, stored.history, stored.review_id, saved=stored.saved)
    if offline is None or not offline.unsent:
        return fresh
    if stored.review.version == 0:
        return replace(fresh, history=offline.history, unsent=offline.unsent)
    both = Notice(
        tr("The store holds another text of this report."),
        todo=tr("See both and keep one; the other stays among the versions."),
    )
    return replace(offline, review_id=stored.review_id, failure=both, conflict=True)


def _over(stored: Review, mine: Review) -> Edit:
    """The edit that puts my text, with the origins of its sentences and my verdicts, over the stored one."""
    return restore(stored, mine).change


def _with_mine(mine: OpenReport, stored: StoredReview, now: datetime, author: str) -> OpenReport:
    over = _over(stored.review, mine.review)
    entry = History(stored.review).do(over, now, author)[1]
    history = stored.history.after(entry)
    return OpenReport(mine.study, history, stored.review_id, (entry,), stored.saved)


def _with_stored(mine: OpenReport, stored: StoredReview, now: datetime, author: str) -> OpenReport:
    if stored.review.is_closed:  # it takes no step any more
        return OpenReport(mine.study, stored.history, stored.review_id, saved=stored.saved)
    over = _with_mine(mine, stored, now, author)
    history, undone = over.history.undo(now, author)
    return replace(over, history=history, unsent=(*over.unsent, undone))


def _failed(report: OpenReport, error: BaseException) -> OpenReport:
    return replace(report, failure=notice_of(error), failures=report.failures + 1)


def _pause(failures: int) -> float:
    return RETRY_SECONDS[min(failures, len(RETRY_SECONDS) - 1)]


def _is_stale(error: BaseException) -> bool:
    from app.store.errors import StaleReview  # loaded behind the window, together with the store

    return isinstance(error, StaleReview)


def is_refusal(error: BaseException) -> bool:
    """Whether the store will never take this study, however often it is asked."""
    from app.store.errors import PatientMismatch  # loaded behind the window, together with the store

    return isinstance(error, PatientMismatch)


def _save_state(report: OpenReport) -> tuple[SaveState, str]:
    if report.failure is not None:
        return SaveState.FAILED, tr("not saved")
    if report.unsent:
        return SaveState.PENDING, tr("saving…")
    if report.saved is not None:
        return SaveState.SAVED, tr("saved {time}", time=f"{report.saved.astimezone():%H:%M}")
    return SaveState.NOTHING, ""
