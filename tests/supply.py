"""What the program is installed from: the lock, the bill of materials, and whether they say the same.

`python -m tests.supply BOM` holds a CycloneDX bill of materials (`make sbom`) against `requirements.lock`.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from engine.child import PROJECT

LOCK = PROJECT / "requirements.lock"
OURSELVES = "consilium"
SETUP = {"pip", "setuptools", "wheel"}  # a new environment has them before anything is installed in it

BINDING = re.compile(r"(?<!L)GPL|GNU General Public|Affero", re.IGNORECASE)
WEAKER = re.compile(r"LGPL|Lesser|library|exception", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Locked:
    """A line of the lock: one version of a package, perhaps for some systems only, and its files' SHA-256."""

    requirement: Requirement
    version: str
    hashes: tuple[str, ...]


def read_lock(text: str) -> dict[str, tuple[Locked, ...]]:
    """The lines of a lock by the package's name; ValueError where a line pins no version or has no hash."""
    found: dict[str, tuple[Locked, ...]] = {}
    for line in _lines(text):
        asked, *hashes = (part.strip() for part in line.split("--hash="))
        requirement = Requirement(asked)
        pins = [each.version for each in requirement.specifier if each.operator == "=="]
        if len(pins) != 1 or "*" in pins[0]:
            raise ValueError(f"{asked} pins no version.")
        if not hashes or not all(re.fullmatch(r"sha256:[0-9a-f]{64}", each) for each in hashes):
            raise ValueError(f"{asked} has no SHA-256.")
        name = canonicalize_name(requirement.name)
        found[name] = (*found.get(name, ()), Locked(requirement, pins[0], tuple(hashes)))
    return found


def _lines(text: str) -> Iterator[str]:
    for line in text.replace("\\\n", " ").splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            yield line.strip()


@dataclass(frozen=True, slots=True)
class Component:
    """A package of a bill of materials, and its licences as it says them."""

    name: str
    version: str
    licences: tuple[str, ...]


def read_bill(text: str) -> tuple[Component, ...]:
    """The packages of a CycloneDX bill of materials."""
    bill = json.loads(text)
    if bill.get("bomFormat") != "CycloneDX":
        raise ValueError("This is no CycloneDX bill of materials.")
    return tuple(
        Component(canonicalize_name(each["name"]), each["version"], tuple(_licences(each)))
        for each in bill.get("components", [])
    )


def _licences(component: Mapping[str, Sequence[Mapping[str, object]]]) -> Iterator[str]:
    for entry in component.get("licenses", []):
        named = entry.get("license")
        said = entry.get("expression") or (
            (named.get("id") or named.get("name")) if isinstance(named, Mapping) else None
        )
        if isinstance(said, str) and "\n" not in said:  # some put the whole text there
            yield said


def differences(bill: Sequence[Component], lock: Mapping[str, Sequence[Locked]]) -> tuple[str, ...]:
    """What is installed and not in the lock, or in another version, or under the GPL alone."""
    found = []
    for each in bill:
        if each.name in SETUP or each.name == OURSELVES:
            continue
        versions = {line.version for line in lock.get(each.name, ())}
        if not versions:
            found.append(f"{each.name} {each.version} is installed and not in the lock.")
        elif each.version not in versions:
            found.append(
                f"{each.name} {each.version} is installed; the lock has {', '.join(sorted(versions))}."
            )
        if each.licences and all(is_binding(licence) for licence in each.licences):
            found.append(f"{each.name} {each.version} is under {' and '.join(each.licences)}.")
    return tuple(found)


def is_binding(licence: str) -> bool:
    """Whether every licence that is offered is the GPL."""
    offers = [offer for offer in re.split(r"\bOR\b|\||;", licence) if offer.strip()]
    return bool(offers) and all(BINDING.search(offer) and not WEAKER.search(offer) for offer in offers)


def main(arguments: Sequence[str]) -> int:
    """Print what differs; 1 if anything does, 2 for a wrong call."""
    if len(arguments) != 1:
        print("usage: python -m tests.supply BOM", file=sys.stderr)
        return 2
    bill = read_bill(Path(arguments[0]).read_text(encoding="utf-8"))
    found = differences(bill, read_lock(LOCK.read_text(encoding="utf-8")))
    for line in found:
        print(line)
    print(f"{len(bill)} packages, {len(found)} not as the lock has them.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
