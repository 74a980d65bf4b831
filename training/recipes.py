"""Training recipes: strict TOML on disk, frozen dataclasses in the program.

Every key of a recipe must be known and of the right kind; an error names its path and its file. `--set a.b=c`
changes one key before the recipe is read. `recipe_toml` writes the resolved recipe back, so that a run folder
says exactly what was trained.
"""

from __future__ import annotations

import dataclasses
import tomllib
import types
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from engine.errors import RecipeError
from engine.models.metransformer_config import MeTransformerConfig
from engine.resources import RECIPES

Table = dict[str, Any]

TASK, ANSWERING, CAPTIONING = "task", "answering", "captioning"
EXTENDS = "extends"


@dataclass(frozen=True, slots=True)
class DataRecipe:
    """Which corpus, and how its reports become tokens.

    `source` is "kind:place". `tokenizer` is a shipped vocabulary's name or a `tokenizer.json`, used as it is;
    "" makes a word-level vocabulary of all words that occur `min_count` times in training reports.
    `section` is what is learned of reports that lie there with headings. `cleaning` is done to every report
    before it is learned (`training.data.cleaning`). `limit`: only the first so many studies of each split; 0:
    all. `by_heart`: every study is trained on and validated on, to see whether the path loses anything; no
    score of such a run says anything else. `signed_until`: of a desk's reviews, those signed up to then (ISO
    8601), so that a run can be resumed while others are signed; "": all.
    """

    source: str
    tokenizer: str = ""
    min_count: int = 3
    section: Literal["findings", "impression", "both"] = "findings"
    cleaning: Literal["none", "r2gen-iu", "r2gen-mimic"] = "none"
    limit: int = 0
    by_heart: bool = False
    signed_until: str = ""


@dataclass(frozen=True, slots=True)
class InputRecipe:
    """How films fill the model's input; sizes come from the model (`engine.preprocess.InputConvention`)."""

    fit: Literal["pad", "crop", "stretch"] = "pad"
    mean: tuple[float, ...] = (0.5,)
    std: tuple[float, ...] = (0.25,)


@dataclass(frozen=True, slots=True)
class AugmentRecipe:
    """Half-widths of uniform draws: grey levels added, contrast change, shift as a fraction of the side.

    There is no left-right flip: it would contradict every side that a report names.
    """

    brightness: float = 0.0
    contrast: float = 0.0
    shift: float = 0.0


@dataclass(frozen=True, slots=True)
class SelfSupervisedRecipe:
    """The encoder's first stage, on films without reports (`training.tasks.self_supervised`). 0 epochs: none.

    `source` is "films:FOLDER"; `hidden` is the share of patches that are hidden and guessed.
    """

    epochs: int = 0
    source: str = ""
    lr: float = 1e-3
    batch: int = 32
    hidden: float = 0.6

    def __post_init__(self) -> None:
        if not 0 < self.hidden < 1:
            raise ValueError(f"hidden is {self.hidden}, not between 0 and 1")
        if self.epochs and not self.source:
            raise ValueError('epochs without a source ("films:FOLDER")')


@dataclass(frozen=True, slots=True)
class WarmUpRecipe:
    """The encoder's lessons before the decoder's: findings per side, and where they lie. 0 epochs: none.

    `stem_epochs`: of lessons for the stem alone, before them; 0: none.
    """

    stem_epochs: int = 0
    epochs: int = 0
    lr: float = 1e-3
    batch: int = 32


@dataclass(frozen=True, slots=True)
class OptimiserRecipe:
    """RAdam, also for the warm-up; `clip_norm` 0 leaves gradients as they are.

    `beta2` decides how long RAdam holds back: by its rectification, steps with 0.999 are 0.2 of the rate
    after 100 and 0.6 after 1,000; with 0.98 they are 0.6 after 50 and 0.96 after 200.
    """

    lr: float = 1e-4
    beta2: float = 0.999
    weight_decay: float = 0.0
    clip_norm: float = 0.0
    schedule: Literal["constant", "cosine"] = "constant"


@dataclass(frozen=True, slots=True)
class LossRecipe:
    """L = L_CE + orthogonal_weight * L_OrL (METransformer, section 3.4).

    `experts_per_step`: how many experts, drawn for each study, learn its report in a step; 0: all (paper).
    `lessons_weight`: of the encoder's lessons beside the reports; 0: none (paper). `mask_weight`: of masks in
    them; cells with a finding are rare, so that their mean loss is small beside the labels'.
    `case_mix`: by how many nats experts lean towards findings and away (`training.tasks.leanings`); 0: all
    learn from the same cases (paper). `best_expert_share`: of a study's lesson, what goes to the expert that
    reads it best; needs all experts in every step; 0: nothing (paper).
    """

    orthogonal_weight: float = 2.0
    orthogonal_reduction: Literal["mean", "sum"] = "mean"
    experts_per_step: int = 0
    lessons_weight: float = 0.0
    mask_weight: float = 1.0
    case_mix: float = 0.0
    best_expert_share: float = 0.0


@dataclass(frozen=True, slots=True)
class Recipe:
    """All that decides a training run, apart from the data's own bytes.

    `model.vocab_size` is overwritten with the tokenizer's size. Reports are cut to `model.max_tokens` tokens,
    begin and end marks included. `pretrained` is a safetensors file of a timm ViT, which the paper
    starts from; "stem:RUN" takes the stem of another run, "vit:BUNDLE" the whole ViT of a trained panel,
    "panel:BUNDLE" all its weights and its words; "" starts from nothing. `precision` "bfloat16" computes the
    model's products in bfloat16, where the device has it (`stages.native_precision`); weights, their sums and
    all losses stay in float32.
    """

    name: str
    seed: int
    epochs: int
    batch: int
    data: DataRecipe
    model: MeTransformerConfig
    pretrained: str = ""
    precision: Literal["float32", "bfloat16"] = "float32"
    input: InputRecipe = field(default_factory=InputRecipe)
    augment: AugmentRecipe = field(default_factory=AugmentRecipe)
    self_supervised: SelfSupervisedRecipe = field(default_factory=SelfSupervisedRecipe)
    warm_up: WarmUpRecipe = field(default_factory=WarmUpRecipe)
    optimiser: OptimiserRecipe = field(default_factory=OptimiserRecipe)
    loss: LossRecipe = field(default_factory=LossRecipe)


def load_recipe(name: str, settings: Iterable[str] = ()) -> Recipe:
    """The recipe at a path, or of that name among the shipped ones, with `--set` settings applied.

    Raises `RecipeError` where the file is absent or any key or value does not fit.
    """
    table, origin = recipe_table(name, settings)
    return parse_recipe(table, origin)


def recipe_table(name: str, settings: Iterable[str] = ()) -> tuple[Table, str]:
    """What stands in the recipe at a path, or of that name, with settings applied; and where it came from.

    `extends = "NAME"` takes another recipe, by its name or its path seen from the file, and changes what
    stands here as well: tables key by key, all else whole.
    """
    path = recipe_path(name)
    table = _composed(path, ())
    for setting in settings:
        apply_setting(table, setting)
    return table, str(path)


def _composed(path: Path, above: tuple[Path, ...]) -> Table:
    """A recipe's table on top of those that it extends; `above` are the recipes that extend it."""
    if path.resolve() in above:
        raise RecipeError("the recipe extends itself.", where=str(path))
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise RecipeError(f"the recipe cannot be read: {problem}.", where=str(path)) from problem
    base = table.pop(EXTENDS, None)
    if base is None:
        return table
    if not isinstance(base, str):
        raise _wrong(EXTENDS, "a recipe's name or path", base, str(path))
    beside = path.parent / base
    found = beside if beside.is_file() else recipe_path(base)
    return _on_top(_composed(found, (*above, path.resolve())), table)


def _on_top(base: Table, table: Mapping[str, Any]) -> Table:
    """The base with what the table says instead."""
    both = dict(base)
    for key, value in table.items():
        under = base.get(key)
        both[key] = _on_top(under, value) if isinstance(under, dict) and isinstance(value, dict) else value
    return both


def task_of(name: str) -> str:
    """What the recipe of that name teaches: `ANSWERING`, `CAPTIONING`, or "" for a panel's reports."""
    return str(recipe_table(name)[0].get(TASK, ""))


def is_answering(name: str) -> bool:
    """Whether the recipe of that name teaches to answer questions (`training.answering.recipe`)."""
    return task_of(name) == ANSWERING


def is_captioning(name: str) -> bool:
    """Whether the recipe of that name teaches to caption (`training.captioning.recipe`)."""
    return task_of(name) == CAPTIONING


def recipe_path(name: str) -> Path:
    """Where the recipe called `name` lies."""
    candidates = [Path(name), RECIPES / f"{name}.toml"]
    for path in candidates:
        if path.is_file():
            return path
    known = sorted(path.stem for path in RECIPES.glob("*.toml"))
    alike = get_close_matches(name, known, 1)
    guess = f"Did you mean {alike[0]}? " if alike else ""
    raise RecipeError(
        f'there is no recipe "{name}".', todo=f"{guess}Give a path, or one of: {', '.join(known)}."
    )


def apply_setting(table: Table, setting: str) -> None:
    """Change one key in place; `a.b=c`, where c is a TOML value or plain text."""
    path, equals, text = setting.partition("=")
    if not equals or not path.strip():
        raise RecipeError(f'"{setting}" is no setting.', todo="Write --set a.b=value.")
    *parents, key = path.strip().split(".")
    for parent in parents:
        table = table.setdefault(parent, {})
        if not isinstance(table, dict):
            raise RecipeError(f"{path}: {parent} is a value, not a table.")
    table[key] = _setting_value(text.strip())


def _setting_value(text: str) -> object:
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def parse_recipe(table: Mapping[str, Any], origin: str) -> Recipe:
    """The recipe in a table that came from `origin` (named in errors)."""
    recipe: Recipe = parse_table(Recipe, table, "", origin)
    for path, value in _must_be_positive(recipe):
        if value <= 0:
            raise RecipeError(f"{path} must be above 0, got {value} ({origin})")
    return recipe


def _must_be_positive(recipe: Recipe) -> tuple[tuple[str, float], ...]:
    return (
        ("batch", recipe.batch),
        ("self_supervised.batch", recipe.self_supervised.batch),
        ("warm_up.batch", recipe.warm_up.batch),
        ("epochs", recipe.epochs),
        ("optimiser.lr", recipe.optimiser.lr),
    )


def parse_table(kind: type[Any], table: Mapping[str, Any], path: str, origin: str) -> Any:
    """A dataclass of this kind from the table at `path` ("" for the whole) of a recipe, strictly."""
    hints = get_type_hints(kind)
    fields = {entry.name: entry for entry in dataclasses.fields(kind)}
    for key in table:
        if key not in fields:
            raise RecipeError(
                f"{_join(path, key)} is no key of a recipe ({origin}).", todo=_likest(key, fields)
            )
    for name, entry in fields.items():
        if name not in table and _is_required(entry):
            raise RecipeError(f"{_join(path, name)} is missing ({origin})")
    values = {key: _parse_value(hints[key], value, _join(path, key), origin) for key, value in table.items()}
    try:
        return kind(**values)
    except (
        ValueError
    ) as problem:  # what a config itself refuses, for example a width that its heads do not divide
        raise RecipeError(f"{path or 'the recipe'} does not fit: {problem} ({origin})") from problem


def _likest(key: str, known: Iterable[str]) -> str:
    """What an unknown key may have meant, and what there is."""
    names = list(known)
    alike = get_close_matches(key, names, 1)
    return f"{f'Did you mean {alike[0]}? ' if alike else ''}Known here: {', '.join(names)}."


def _is_required(entry: dataclasses.Field[Any]) -> bool:
    return entry.default is dataclasses.MISSING and entry.default_factory is dataclasses.MISSING


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _parse_value(hint: Any, value: object, path: str, origin: str) -> Any:
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        if not isinstance(value, dict):
            raise _wrong(path, "a table", value, origin)
        return parse_table(hint, value, path, origin)
    if get_origin(hint) is Literal:
        if value not in get_args(hint):
            raise _wrong(
                path, "one of " + ", ".join(f'"{choice}"' for choice in get_args(hint)), value, origin
            )
        return value
    if get_origin(hint) is tuple:
        return _parse_array(hint, value, path, origin)
    if get_origin(hint) in (Union, types.UnionType):  # TOML has no null: a key left out means None
        return _parse_value(
            next(part for part in get_args(hint) if part is not type(None)), value, path, origin
        )
    return _parse_scalar(hint, value, path, origin)


def _parse_array(hint: Any, value: object, path: str, origin: str) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise _wrong(path, "an array", value, origin)
    parts = get_args(hint)
    if parts[-1] is Ellipsis:
        parts = (parts[0],) * len(value)
    if len(parts) != len(value):
        raise _wrong(path, f"an array of {len(parts)}", value, origin)
    return tuple(
        _parse_value(part, item, f"{path}[{index}]", origin)
        for index, (part, item) in enumerate(zip(parts, value, strict=True))
    )


SCALARS: dict[type, tuple[str, tuple[type, ...]]] = {
    bool: ("true or false", (bool,)),
    int: ("a whole number", (int,)),
    float: ("a number", (int, float)),
    str: ("text", (str,)),
}


def _parse_scalar(hint: Any, value: object, path: str, origin: str) -> Any:
    name, accepted = SCALARS[hint]
    if not isinstance(value, accepted) or (isinstance(value, bool) and hint is not bool):
        raise _wrong(path, name, value, origin)
    return hint(value)


def _wrong(path: str, wanted: str, value: object, origin: str) -> RecipeError:
    return RecipeError(f"{path} must be {wanted}, got {_toml_value(value)} ({origin})")


def recipe_toml(recipe: Any) -> str:
    """A recipe, a dataclass, as TOML that `parse_table` reads back to an equal recipe."""
    return "\n".join(_toml_lines(dataclasses.asdict(recipe), "")).lstrip("\n") + "\n"


def _toml_lines(table: Mapping[str, Any], path: str) -> list[str]:
    lists = {key: value for key, value in table.items() if _are_tables(value)}
    tables = {key: value for key, value in table.items() if isinstance(value, dict)}
    apart = (*lists, *tables)
    plain = {key: value for key, value in table.items() if key not in apart and value is not None}
    lines = [f"{key} = {_toml_value(value)}" for key, value in plain.items()]
    for key, value in tables.items():
        lines += ["", f"[{_join(path, key)}]", *_toml_lines(value, _join(path, key))]
    for key, values in lists.items():
        for value in values:
            lines += ["", f"[[{_join(path, key)}]]", *_toml_lines(value, _join(path, key))]
    return lines


def _are_tables(value: object) -> bool:
    return isinstance(value, list | tuple) and bool(value) and all(isinstance(item, dict) for item in value)


def _toml_value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_toml_value(item) for item in value) + "]"
    return repr(value)
