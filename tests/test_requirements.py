"""What is installed with the program: no licence that would bind it, no release known as malware."""

from __future__ import annotations

import json
import tomllib
from importlib.metadata import PackageNotFoundError, distribution, version

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from engine.child import PROJECT
from tests.supply import LOCK, Component, differences, is_binding, read_bill, read_lock

MALWARE = {"lightning": {"2.6.2", "2.6.3"}}


def asked_for() -> list[str]:
    """The requirements in pyproject.toml, those for developers apart."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [str(line) for line in project["dependencies"]]


def developers_ask_for() -> list[str]:
    """The further requirements of those who build and test."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [str(line) for line in project["optional-dependencies"]["dev"]]


def brought_along(by: list[str]) -> set[str]:
    """The names of these requirements and of all that they bring along, so far as it is installed here."""
    found: set[str] = set()
    waiting = list(by)
    while waiting:
        requirement = Requirement(waiting.pop())
        wanted = requirement.marker is None or any(
            requirement.marker.evaluate({"extra": extra}) for extra in (*requirement.extras, "")
        )
        if not wanted or canonicalize_name(requirement.name) in found:
            continue
        try:
            waiting += distribution(requirement.name).requires or []
        except PackageNotFoundError:
            continue
        found.add(canonicalize_name(requirement.name))
    return found


def licence_of(name: str) -> str:
    """What a package says of its licence, in a line of its own or among its classifiers."""
    said = distribution(name).metadata.json
    expression = str(said.get("license_expression") or "")
    classifiers = [line for line in said.get("classifier") or [] if line.startswith("License ::")]
    short = str(said.get("license") or "")[:80]  # some put the whole text there
    return " | ".join(filter(None, (expression, *classifiers, "" if expression or classifiers else short)))


def test_the_check_tells_licences_apart() -> None:
    assert is_binding("GPL-3.0-only")
    assert is_binding("License :: OSI Approved :: GNU General Public License v3 (GPLv3)")
    for free in ("LGPL-3.0-only OR GPL-2.0-only", "MIT", "GPL-2.0-or-later WITH Classpath-exception", ""):
        assert not is_binding(free)


def test_nothing_that_comes_with_the_program_is_under_the_gpl_alone() -> None:
    names = brought_along(asked_for())
    assert {"pydicom", "pyside6-essentials", "shiboken6"} <= names
    assert {name: licence_of(name) for name in sorted(names) if is_binding(licence_of(name))} == {}


def test_no_release_is_installed_that_was_malware() -> None:
    assert all(version(name) not in bad for name, bad in MALWARE.items())
    (line,) = [line for line in asked_for() if line.startswith("lightning")]
    assert not any(Requirement(line).specifier.contains(bad) for bad in MALWARE["lightning"])


def test_the_lock_pins_all_that_is_asked_for_in_a_version_that_is_asked_for() -> None:
    lock = read_lock(LOCK.read_text(encoding="utf-8"))
    for line in asked_for() + developers_ask_for():
        asked = Requirement(line)
        pins = lock[canonicalize_name(asked.name)]
        assert all(asked.specifier.contains(pin.version) for pin in pins), line


def test_the_lock_pins_all_that_these_bring_along() -> None:
    lock = read_lock(LOCK.read_text(encoding="utf-8"))
    assert brought_along(asked_for() + developers_ask_for()) - set(lock) <= {"setuptools"}


def test_the_lock_names_no_release_that_was_malware() -> None:
    lock = read_lock(LOCK.read_text(encoding="utf-8"))
    assert all(pin.version not in bad for name, bad in MALWARE.items() for pin in lock[name])


def test_a_line_without_a_version_or_a_hash_is_no_lock() -> None:
    sound = f"Numpy==2.1 ; python_version < '4' \\\n    --hash=sha256:{'a' * 64}\n"
    assert read_lock(f"# made\n{sound}")["numpy"][0].version == "2.1"
    for bad in ("numpy==2.1", sound.replace("==2.1", ">=2.1"), sound.replace("==2.1", "==2.*"), sound[:-9]):
        with pytest.raises(ValueError, match=r"pins no version|has no SHA-256"):
            read_lock(bad)


def test_a_bill_of_materials_is_held_against_the_lock() -> None:
    lock = read_lock(f"one==1.0 --hash=sha256:{'a' * 64}\ntwo==2.0 --hash=sha256:{'b' * 64}\n")
    components = [
        {"name": "One", "version": "1.0", "licenses": [{"license": {"id": "MIT"}}]},
        {"name": "two", "version": "2.1", "licenses": [{"expression": "LGPL-3.0-only OR GPL-2.0-only"}]},
        {"name": "three", "version": "3.0", "licenses": [{"license": {"id": "GPL-3.0-only"}}]},
        {"name": "pip", "version": "23.2.1"},
    ]
    bill = read_bill(json.dumps({"bomFormat": "CycloneDX", "components": components}))
    assert bill[0] == Component("one", "1.0", ("MIT",))
    assert differences(bill, lock) == (
        "two 2.1 is installed; the lock has 2.0.",
        "three 3.0 is installed and not in the lock.",
        "three 3.0 is under GPL-3.0-only.",
    )
