"""Templates, macros and fields on the desk: what is on offer for a study, and what goes into the report."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from app.language import tr, tr_count
from app.messages import MacroLine, Notice, TemplateLine, TemplatesShown, notice_of
from app.ports import Lane, TemplatesView
from app.review.errors import FieldRefused
from app.review.filling import fill, insert_macro, insert_template
from app.review.operations import Operation
from app.review.review import Review
from app.review.templates import Library, Macro, Template
from engine.study import Study

ReadLibrary = Callable[[], Library]
"""All templates and macros from disk; blocks."""


class Writable(Protocol):
    """The report editor, so far as templates ask it."""

    @property
    def review(self) -> Review | None:
        """The review on the screen."""

    def change(self, operation: Operation) -> None:
        """Do this to the review on the screen, and save it without waiting."""


class TemplatesPresenter:
    """`told` hears where a template went if the report had words already, `complained` what was left out."""

    def __init__(
        self,
        view: TemplatesView,
        report: Writable,
        lane: Lane,
        read: ReadLibrary,
        told: Callable[[Notice], None],
        complained: Callable[[Notice], None],
    ) -> None:
        """`read` runs on `lane`."""
        self._view = view
        self._report = report
        self._lane = lane
        self._read = read
        self._told = told
        self._complained = complained
        self._study: Study | None = None
        self._library = Library()

    def start(self) -> None:
        """Read what there is."""
        self._lane.run(
            lambda _cancel, _tell: self._read(),
            done=self._found,
            failed=lambda error: self._complained(notice_of(error)),
        )

    def show_study(self, study: Study | None) -> None:
        """The study on the screen: its templates are offered first."""
        self._study = study
        self._show()

    def insert(self, name: str) -> None:
        """Put a template into the report and go to its first field."""
        review = self._editable()
        if review is None:
            return
        template = next(one for one in self._library.templates if one.name == name)
        untouched = any(review.text == one.text for one in self._library.templates)
        below = bool(review.text.strip()) and not untouched
        start = len(review.text.rstrip()) if below else 0
        self._report.change(insert_template(review, template.form, template.text, untouched))
        if below:
            self._told(
                Notice(
                    tr("“{name}” stands below your text.", name=name),
                    todo=tr("Ctrl+Z takes it out again."),
                )
            )
        self._view.go_on(start, len(self._text))

    def insert_macro(self, word: str, at: int) -> None:
        """Put a macro's text at a place of the report."""
        macro = next(one for one in self._library.macros if one.word == word)
        self._expand(macro, at, at)

    def expand(self, at: int) -> None:
        """Put a macro's text in the place of its word, which ends at `at`; else list all macros."""
        review = self._editable()
        if review is None:
            return
        macro = self._library.macro_before(review.text, at)
        if macro is not None:
            self._expand(macro, at - len(macro.word), at)
        elif self._library.macros:
            self._view.ask_macro()
        else:
            self._told(Notice(tr("There are no macros yet."), todo=tr("Write them into macros.toml.")))

    def fill(self, at: int, typed: str) -> None:
        """Give the empty field at `at` a value and go to the next; or say why it does not take it."""
        review = self._editable()
        if review is None:
            return
        try:
            filled = fill(review, at, typed)
        except FieldRefused as error:
            self._view.refuse_value(str(notice_of(error)))
            return
        self._report.change(filled)
        end = filled.change.at + len(filled.change.inserted)
        self._view.go_on(end, end)

    def _expand(self, macro: Macro, start: int, stop: int) -> None:
        review = self._editable()
        if review is not None:
            inserted = insert_macro(review, macro.form, macro.text, start, stop)
            self._report.change(inserted)
            end = start + len(inserted.change.inserted)
            self._view.go_on(start if macro.form.fields else end, end)

    @property
    def _text(self) -> str:
        return self._report.review.text if self._report.review else ""

    def _editable(self) -> Review | None:
        review = self._report.review
        return None if review is None or review.is_closed else review

    def _found(self, library: Library) -> None:
        self._library = library
        self._show()
        if library.problems:
            first = notice_of(library.problems[0])
            more = len(library.problems) - 1
            and_more = tr_count("%n more file was left out.", "%n more files were left out.", more)
            what = tr("A file of templates was left out. {problem}", problem=first.what)
            self._complained(Notice(f"{what} {and_more}" if more else what, first.where, first.todo))

    def _show(self) -> None:
        templates, best = self._library.for_study(self._study)
        self._view.show_templates(
            TemplatesShown(
                tuple(_line(template, template is best) for template in templates),
                tuple(MacroLine(macro.word, macro.text) for macro in self._library.macros),
            )
        )


def _line(template: Template, offered: bool) -> TemplateLine:
    first = template.text.strip().splitlines()[0]
    return TemplateLine(template.name, first, offered, template.own)
