"""JSON from outside, read strictly: every value knows its path, so that a mistake can be named.

    node = parse(text, refuse)             # refuse("drafts[2].text is missing.") makes the error to raise
    members = node.members(required={"drafts"}, optional={"model"})
    members["drafts"].items()[2].path      # "drafts[2]"

What JSON allows and nobody means is refused: a key twice, NaN, Infinity, nesting beyond reason.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.errors import ConsiliumError

Refuse = Callable[[str], ConsiliumError]


@dataclass(frozen=True, slots=True)
class JsonNode:
    """One value, where it stands ("" at the top), and how a mistake is reported."""

    value: Any
    path: str
    refuse: Refuse

    def error(self, problem: str) -> ConsiliumError:
        """The error "<path> <problem>"."""
        return self.refuse(f"{self.path or 'The file'} {problem}")

    def members(self, required: Collection[str], optional: Collection[str] = ()) -> dict[str, JsonNode]:
        """An object's values by key; a missing or unknown key is an error."""
        nodes = self.mapping()
        for key in sorted(required):  # of several the same one is named whenever
            if key not in nodes:
                raise self.refuse(f"{self._child(key)} is missing.")
        for key, node in nodes.items():
            if key not in required and key not in optional:
                known = ", ".join(sorted([*required, *optional]))
                raise node.error(f"is not known. Known here: {known}.")
        return nodes

    def mapping(self) -> dict[str, JsonNode]:
        """An object's values by key, whatever the keys."""
        if not isinstance(self.value, dict):
            raise self.error("must be an object.")
        return {key: JsonNode(value, self._child(key), self.refuse) for key, value in self.value.items()}

    def items(self) -> list[JsonNode]:
        """A list's values."""
        if not isinstance(self.value, list):
            raise self.error("must be a list.")
        return [
            JsonNode(value, f"{self.path}[{index}]", self.refuse) for index, value in enumerate(self.value)
        ]

    def text(self) -> str:
        """A string."""
        if not isinstance(self.value, str):
            raise self.error("must be a text.")
        return self.value

    def integer(self) -> int:
        """A whole number."""
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.error("must be a whole number.")
        return self.value

    def number(self) -> float:
        """A finite number."""
        if not isinstance(self.value, int | float) or isinstance(self.value, bool):
            raise self.error("must be a number.")
        try:
            number = float(self.value)
        except OverflowError:
            number = math.inf
        if not math.isfinite(number):  # 1e999 is valid JSON
            raise self.error("is too large.")
        return number

    def optional_number(self) -> float | None:
        """A finite number, or null."""
        return None if self.value is None else self.number()

    def _child(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key


def parse(text: str, refuse: Refuse, first_line: int = 1) -> JsonNode:
    """The top value of a JSON text, which stands in a file from `first_line` on."""

    def unique(pairs: Sequence[tuple[str, Any]]) -> Mapping[str, Any]:
        members: dict[str, Any] = {}
        for key, value in pairs:
            if key in members:
                raise refuse(f"The key {key} stands twice in one object.")
            members[key] = value
        return members

    def constant(name: str) -> float:
        raise refuse(f"{name} is not a number that JSON knows; use null.")

    try:
        value = json.loads(text, object_pairs_hook=unique, parse_constant=constant)
    except json.JSONDecodeError as error:
        line = first_line + error.lineno - 1
        raise refuse(f"This is not JSON: {error.msg} in line {line}.") from error
    except (RecursionError, ValueError) as error:  # nested too deep, or a number of thousands of digits
        raise refuse("This JSON is nested too deep or has a number that is too long.") from error
    return JsonNode(value, "", refuse)
