"""A model's config from a bundle's JSON, read strictly: every field there, no other, each of its type."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, TypeVar, get_args, get_type_hints

from engine.errors import BundleDamaged

C = TypeVar("C")

MOST = 1 << 20
MOST_PARTS = 1 << 10


def config_from_json(config: type[C], values: Mapping[str, Any]) -> C:
    """The config, a dataclass of plain values; a name too few, too many or a wrong value is BundleDamaged."""
    names = {field.name for field in fields(config)}  # type: ignore[arg-type]  # every config is a dataclass
    wrong = sorted(names.symmetric_difference(values))
    if wrong:
        raise BundleDamaged(f"the model's config lacks or does not know: {', '.join(wrong)}")
    for name, hint in get_type_hints(config).items():
        if not _fits(values[name], hint) or (hint is int and values[name] > _most(name)):
            raise BundleDamaged(f"the model's config has {name} = {values[name]!r}")
    try:
        return config(**values)
    except ValueError as error:
        raise BundleDamaged(f"the model's config does not fit together: {error}") from error


def _most(name: str) -> int:
    """No model that anybody has is larger; who claims more wants memory, or a loop without end."""
    return MOST_PARTS if name.endswith(("layers", "depth", "heads", "experts")) else MOST


def _fits(value: object, hint: Any) -> bool:
    if choices := get_args(hint):
        return value in choices
    return type(value) is hint or (hint is float and type(value) is int)
