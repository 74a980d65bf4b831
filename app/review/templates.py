"""Templates and macros as data: TOML files, read strictly, and which of them fit a study.

A template is a report in the making with fields to fill in (`app.review.fields`), a language, the procedures
for which it is meant, and what each kind of concern does to signing. A macro is a short word that stands for
a sentence. How both are written is in resources/docs/templates.md.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path

from app.review.errors import FieldRefused
from app.review.fields import VALUE, Field, FieldKind, Form, empty_fields, labels_in
from app.review.form_encoding import form_fields
from app.review.policy import DEFAULT_POLICY, ConcernKind, Weight
from engine.canonical import sha256_of
from engine.errors import ConsiliumError
from engine.strict_json import JsonNode
from engine.study import Study

MAX_BYTES = 1_000_000
MAX_NAME, MAX_LABEL = 60, 40  # characters: more do not fit into a menu, or into a line
TEMPLATE_FORMAT = "consilium-template-1"
MACROS_FILE = "macros.toml"
FOLDER = "templates"
ENGLISH = "en"


class TemplateMalformed(ConsiliumError):
    """A file of templates or macros does not follow resources/docs/templates.md; the others still do."""

    code = "template"


@dataclass(frozen=True, slots=True)
class Procedure:
    """What a template is for. Empty parts say nothing; one of `descriptions` must be in the study's own."""

    modalities: frozenset[str] = frozenset()
    body_parts: frozenset[str] = frozenset()
    views: frozenset[str] = frozenset()
    descriptions: frozenset[str] = frozenset()

    @property
    def parts(self) -> int:
        """How many parts say something."""
        return sum(map(bool, (self.modalities, self.body_parts, self.views, self.descriptions)))

    def fit(self, study: Study) -> int:
        """How many parts agree with the study; -1 if one disagrees. What no film tells, does not count."""
        films = study.radiographs
        told = (
            (self.modalities, {film.modality.upper() for film in films}, any),
            (self.body_parts, {film.body_part.upper() for film in films}, any),
            (self.views, {film.label.upper() for film in films if film.label != film.modality}, all),
        )
        agreed = 0
        for wanted, found, how in told:
            known = found - {""}
            if wanted and known:
                if not how(one in known for one in wanted):
                    return -1
                agreed += 1
        if self.descriptions:
            said = study.description.casefold()
            if not any(word in said for word in self.descriptions):
                return -1
            agreed += 1
        return agreed


@dataclass(frozen=True, slots=True)
class Template:
    """A report in the making. `own`: from the reader's folder."""

    name: str
    text: str
    form: Form
    procedure: Procedure = Procedure()
    own: bool = False


@dataclass(frozen=True, slots=True)
class Macro:
    """A word that stands for a text."""

    word: str
    text: str
    form: Form
    own: bool = False


@dataclass(frozen=True, slots=True)
class Library:
    """All templates and macros at hand, and what is wrong with the files that were left out."""

    templates: tuple[Template, ...] = ()
    macros: tuple[Macro, ...] = ()
    problems: tuple[ConsiliumError, ...] = field(default=())

    def for_study(self, study: Study | None) -> tuple[tuple[Template, ...], Template | None]:
        """All templates, those for this study first, and the one to offer before all others, if any fits.

        Of those that agree in as much the one that asks for the least goes first, then the reader's own.
        """
        if study is None:
            return self.templates, None
        fits = {template.name: template.procedure.fit(study) for template in self.templates}
        ordered = sorted(self.templates, key=lambda one: (-fits[one.name], one.procedure.parts, not one.own))
        best = ordered[0] if ordered and fits[ordered[0].name] > 0 else None
        return tuple(ordered), best

    def macro_before(self, text: str, at: int) -> Macro | None:
        """The macro whose word ends at `at` in a text; of several the longest."""
        before = text[:at].casefold()
        found = [
            macro
            for macro in self.macros
            if before.endswith(macro.word.casefold()) and not _goes_on(before, len(macro.word))
        ]
        return max(found, key=lambda macro: len(macro.word), default=None)


def read_library(shipped: Path, own: Path | None) -> Library:
    """Templates in `FOLDER` and macros in `MACROS_FILE` of both; of one name the reader's own goes first."""
    templates: dict[str, Template] = {}
    macros: dict[str, Macro] = {}
    problems: list[ConsiliumError] = []
    for place, is_own in ((shipped, False), *(((own, True),) if own else ())):
        names: set[str] = set()
        for file in sorted((place / FOLDER).glob("*.toml")):
            try:
                template = replace(read_template(file), own=is_own)
                if template.name in names:
                    raise _error(file, f"The name “{template.name}” is taken by another file of this folder.")
                names.add(template.name)
                templates[template.name] = template
            except ConsiliumError as problem:
                problems.append(problem)
        if (place / MACROS_FILE).exists():
            try:
                found = read_macros(place / MACROS_FILE)
                macros |= {macro.word.casefold(): replace(macro, own=is_own) for macro in found}
            except ConsiliumError as problem:
                problems.append(problem)
    return Library(tuple(templates.values()), tuple(macros.values()), tuple(problems))


def read_template(file: Path) -> Template:
    """The template in a file; TemplateMalformed says what does not fit and where."""
    top = _top(file)
    members = top.members({"name", "text"}, {"language", "for", "fields", "policy"})
    name = _line(members["name"], MAX_NAME)
    language = _language(members.get("language"))
    text, fields = _text_with_fields(members["text"], members.get("fields"))
    form = Form(name, language, "", fields, _policy(members.get("policy")))
    procedure = _procedure(members["for"]) if "for" in members else Procedure()
    return Template(name, text, replace(form, sha256=_sha256(form, text)), procedure)


def read_macros(file: Path) -> tuple[Macro, ...]:
    """All macros of a file; TemplateMalformed says what does not fit and where."""
    macros: dict[str, Macro] = {}
    for node in _top(file).members({"macros"})["macros"].items():
        members = node.members({"word", "text"}, {"language", "fields"})
        word = _line(members["word"], MAX_LABEL)
        if word.casefold() in macros:
            raise members["word"].error(f"“{word}” stands here twice.")
        text, fields = _text_with_fields(members["text"], members.get("fields"))
        form = Form(word, _language(members.get("language")), "", fields)
        macros[word.casefold()] = Macro(word, text, replace(form, sha256=_sha256(form, text)))
    return tuple(macros.values())


def _top(file: Path) -> JsonNode:
    def refuse(problem: str) -> ConsiliumError:
        return _error(file, problem)

    try:
        if file.stat().st_size > MAX_BYTES:
            raise refuse("The file is larger than a template can be.")
        content = file.read_text(encoding="utf-8")
        return JsonNode(tomllib.loads(content, parse_float=Decimal), "", refuse)
    except OSError as problem:
        raise refuse(f"The file cannot be read ({problem.strerror}).") from problem
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise refuse(f"This is not TOML: {problem}.") from problem
    except RecursionError as problem:
        raise refuse("This TOML is nested too deep.") from problem


def _text_with_fields(text: JsonNode, fields: JsonNode | None) -> tuple[str, tuple[Field, ...]]:
    """A text and the fields that it waits for: every field stands in it, and nothing else waits."""
    written = text.text().strip("\n")
    if not written.strip():
        raise text.error("is empty.")
    known: dict[str, Field] = {}
    for node in fields.items() if fields is not None else ():
        made = _field(node)
        if made.label in known:
            raise node.error(f"is the second field “{made.label}”.")
        if made.label not in labels_in(written):
            raise node.error(f"stands nowhere in the text; write [{made.label}] there.")
        known[made.label] = made
    form = Form("", "", "", tuple(known.values()))
    for empty in empty_fields(written, (form,)):
        if empty.field is None:
            mark = written[empty.start : empty.stop]
            raise text.error(
                f"holds {mark}, which is no field; name it under [[fields]] or write other words."
            )
    return written, form.fields


def _field(node: JsonNode) -> Field:
    optional = {"required", "default", "wording"}
    kind = _kind(node.members({"label", "kind"}, optional | _ALL_OWN)["kind"])
    members = node.members({"label", "kind"} | _NEEDED.get(kind, set()), optional | _OWN.get(kind, set()))
    made = Field(
        label=_label(members["label"]),
        kind=kind,
        required=_truth(members["required"]) if "required" in members else True,
        wording=_wording(members["wording"]) if "wording" in members else VALUE,
        choices=_choices(members["choices"]) if "choices" in members else (),
        unit=_line(members["unit"], MAX_LABEL) if "unit" in members else "",
        low=_decimal(members["low"]) if "low" in members else None,
        high=_decimal(members["high"]) if "high" in members else None,
        decimals=_decimals(members["decimals"]) if "decimals" in members else 0,
    )
    if made.low is not None and made.high is not None and made.low > made.high:
        raise members["low"].error("is above high.")
    for choice in made.choices:
        _accepted(made, choice, members["choices"])
    if "default" not in members:
        return made
    default = members["default"].text()
    return replace(made, default=_accepted(made, default, members["default"]) if default else "")


def _accepted(made: Field, value: str, node: JsonNode) -> str:
    try:
        return made.value_of(value)
    except FieldRefused as problem:
        raise node.error(f"does not fit: {problem.what}") from problem


def _kind(node: JsonNode) -> FieldKind:
    try:
        return FieldKind(node.value)
    except ValueError as problem:
        raise node.error(f"is none of {', '.join(kind.value for kind in FieldKind)}.") from problem


def _label(node: JsonNode) -> str:
    label = _line(node, MAX_LABEL)
    if list(labels_in(f"[{label}]")) != [label]:
        raise node.error("takes no brackets.")
    return label


def _wording(node: JsonNode) -> str:
    wording = node.text()
    if wording.count(VALUE) != 1 or "\n" in wording or empty_fields(wording.replace(VALUE, "")):
        raise node.error(f"must be one line with {VALUE} in it once, and no other field.")
    return wording


def _choices(node: JsonNode) -> tuple[str, ...]:
    choices = tuple(_line(item, 10 * MAX_NAME) for item in node.items())
    if len(choices) < 2 or len(set(choices)) < len(choices):
        raise node.error("needs two or more choices, each of them once.")
    return choices


def _decimal(node: JsonNode) -> Decimal:
    if isinstance(node.value, Decimal) and node.value.is_finite():
        return node.value
    return Decimal(node.integer())


def _decimals(node: JsonNode) -> int:
    if not 0 <= node.integer() <= 6:
        raise node.error("must be from 0 to 6.")
    return node.integer()


def _truth(node: JsonNode) -> bool:
    if not isinstance(node.value, bool):
        raise node.error("must be true or false.")
    return node.value


def _line(node: JsonNode, longest: int) -> str:
    line = node.text()
    if not line.strip() or line != line.strip() or "\n" in line or len(line) > longest:
        raise node.error(f"must be one line of at most {longest} characters, without blanks at its ends.")
    return line


def _language(node: JsonNode | None) -> str:
    if node is None:
        return ENGLISH
    if not _LANGUAGE.fullmatch(node.text()):
        raise node.error("must be a language as in RFC 5646, such as en or es-MX.")
    return node.text()


def _policy(node: JsonNode | None) -> tuple[tuple[ConcernKind, Weight], ...]:
    """All kinds of concern, so that what a review keeps says everything; those not named as by default."""
    given = dict(DEFAULT_POLICY)
    for kind, weight in node.mapping().items() if node is not None else ():
        try:
            given[ConcernKind(kind)] = Weight(weight.value)
        except ValueError as problem:
            kinds = ", ".join(f'"{one.value}"' for one in ConcernKind)
            raise weight.error(f"does not fit: {kinds} are each prohibit, alert or silent.") from problem
    return tuple(given.items())


def _procedure(node: JsonNode) -> Procedure:
    members = node.members((), {"modalities", "body_parts", "views", "descriptions"})

    def words(name: str) -> Collection[str]:
        return [_line(item, MAX_NAME) for item in members[name].items()] if name in members else []

    return Procedure(
        frozenset(word.upper() for word in words("modalities")),
        frozenset(word.upper() for word in words("body_parts")),
        frozenset(word.upper() for word in words("views")),
        frozenset(word.casefold() for word in words("descriptions")),
    )


def _sha256(form: Form, text: str) -> str:
    """What tells this template from all others: its text, fields and policy."""
    return sha256_of({"format": TEMPLATE_FORMAT, "text": text, "form": form_fields(form)})


def _goes_on(before: str, length: int) -> bool:
    """Whether the word's first letter is not a word's first letter."""
    start = len(before) - length
    return start > 0 and before[start - 1].isalnum()


def _error(file: Path, problem: str) -> TemplateMalformed:
    return TemplateMalformed(problem, where=str(file), todo="Correct the file, then start the desk again.")


_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")
_NEEDED: Mapping[FieldKind, set[str]] = {FieldKind.CHOICE: {"choices"}}
_OWN: Mapping[FieldKind, set[str]] = {FieldKind.NUMBER: {"unit", "low", "high", "decimals"}}
_ALL_OWN: set[str] = {"choices", "unit", "low", "high", "decimals"}
