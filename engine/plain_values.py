"""Frozen values as plain JSON and back, by their annotations: how processes of ours hand them to each other.

Known are dataclasses, enums, paths, bytes, tuples of one type, optional values, and what JSON has itself. Of
several dataclasses in one annotation the one that was written is made again.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

OF = "of"  # the member that names a dataclass


def to_plain(value: object) -> Any:
    """The value in what JSON has."""
    if is_dataclass(value) and not isinstance(value, type):
        members = {each.name: to_plain(getattr(value, each.name)) for each in fields(value)}
        return {OF: type(value).__name__, **members}
    if isinstance(value, tuple):
        return [to_plain(each) for each in value]
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Path):
        return os.fspath(value)
    if isinstance(value, bytes):
        return value.hex()
    return value


def from_plain(kind: Any, plain: Any) -> Any:
    """The value of this type again; ValueError, TypeError or KeyError where it is none."""
    if get_origin(kind) in (Union, UnionType):
        return _of_several(get_args(kind), plain)
    if get_origin(kind) is tuple:
        return tuple(from_plain(get_args(kind)[0], each) for each in plain)
    if is_dataclass(kind):
        assert isinstance(kind, type)
        if plain[OF] != kind.__name__:
            raise ValueError(f"{plain[OF]} is no {kind.__name__}")
        return kind(**{name: from_plain(each, plain[name]) for name, each in _types(kind).items()})
    if kind is bytes:
        return bytes.fromhex(plain)
    if isinstance(kind, type) and issubclass(kind, Enum | Path):
        return kind(plain)
    if kind is float and isinstance(plain, int):
        return float(plain)
    if not isinstance(plain, kind):
        raise TypeError(f"{plain!r} is no {kind.__name__}")
    return plain


def _of_several(kinds: tuple[Any, ...], plain: Any) -> Any:
    if plain is None and NoneType in kinds:
        return None
    others = [kind for kind in kinds if kind is not NoneType]
    if len(others) == 1:
        return from_plain(others[0], plain)
    return from_plain({kind.__name__: kind for kind in others}[plain[OF]], plain)


@cache
def _types(kind: type) -> Mapping[str, Any]:
    hints = get_type_hints(kind)
    return {each.name: hints[each.name] for each in fields(kind)}
