"""What is installed with the program: no licence that would bind it, no release known as malware."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import PackageNotFoundError, distribution, version

from packaging.requirements import Requirement

from engine.child import PROJECT

BINDING = re.compile(r"(?<!L)GPL|GNU General Public|Affero", re.IGNORECASE)
WEAKER = re.compile(r"LGPL|Lesser|library|exception", re.IGNORECASE)
MALWARE = {"lightning": {"2.6.2", "2.6.3"}}


def asked_for() -> list[str]:
    """The requirements in pyproject.toml, those for developers apart."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [str(line) for line in project["dependencies"]]


def installed_with_the_program() -> set[str]:
    """The names of all that these bring along, so far as it is installed here."""
    found: set[str] = set()
    waiting = asked_for()
    while waiting:
        requirement = Requirement(waiting.pop())
        wanted = requirement.marker is None or any(
            requirement.marker.evaluate({"extra": extra}) for extra in (*requirement.extras, "")
        )
        if not wanted or requirement.name.lower() in found:
            continue
        try:
            waiting += distribution(requirement.name).requires or []
        except PackageNotFoundError:
            continue
        found.add(requirement.name.lower())
    return found


def licence_of(name: str) -> str:
    """What a package says of its licence, in a line of its own or among its classifiers."""
    said = distribution(name).metadata.json
    expression = str(said.get("license_expression") or "")
    classifiers = [line for line in said.get("classifier") or [] if line.startswith("License ::")]
    short = str(said.get("license") or "")[:80]  # some put the whole text there
    return " | ".join(filter(None, (expression, *classifiers, "" if expression or classifiers else short)))


def is_binding(licence: str) -> bool:
    """Whether every licence that is offered is the GPL."""
    offers = [offer for offer in re.split(r"\bOR\b|\||;", licence) if offer.strip()]
    return bool(offers) and all(BINDING.search(offer) and not WEAKER.search(offer) for offer in offers)


def test_the_check_tells_licences_apart() -> None:
    assert is_binding("GPL-3.0-only")
    assert is_binding("License :: OSI Approved :: GNU General Public License v3 (GPLv3)")
    for free in ("LGPL-3.0-only OR GPL-2.0-only", "MIT", "GPL-2.0-or-later WITH Classpath-exception", ""):
        assert not is_binding(free)


def test_nothing_that_comes_with_the_program_is_under_the_gpl_alone() -> None:
    names = installed_with_the_program()
    assert {"pydicom", "pyside6-essentials", "shiboken6"} <= names
    assert {name: licence_of(name) for name in sorted(names) if is_binding(licence_of(name))} == {}


def test_no_release_is_installed_that_was_malware() -> None:
    assert all(version(name) not in bad for name, bad in MALWARE.items())
    (line,) = [line for line in asked_for() if line.startswith("lightning")]
    assert not any(Requirement(line).specifier.contains(bad) for bad in MALWARE["lightning"])
