"""Where things are kept on this machine, and what the desk remembers between two starts. No patient data.

The settings file is one JSON object. A known setting of the wrong type is an error that names it; an unknown
one, which a newer version may have written, is kept as it is.
"""

from __future__ import annotations

import base64
import getpass
import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

import platformdirs

from app.language import LANGUAGES
from engine.dicom.undeclared import CODECS
from engine.errors import ConsiliumError
from engine.runtime.base import DEVICES, Device

APP_NAME = "consilium"
SETTINGS_FILE = "settings.json"
UNKNOWN_READER = "unknown reader"
OVERLAY_OPACITY = 0.5
OVERLAY_THRESHOLD = 0.0
TEXT_SIZE, SMALLEST_TEXT, LARGEST_TEXT = 100, 90, 200  # per cent
CACHE_GIB, LARGEST_CACHE_GIB = 20, 10_000

PAPERS = ("a4", "letter")
LETTER_LANDS = frozenset(["US", "CA", "MX", "PH", "PR", "CL", "CO", "CR", "GT", "NI", "PA", "SV", "VE", "BZ"])
"""Where letter paper is usual (Unicode CLDR, supplemental data, paper size)."""


class SettingsMalformed(ConsiliumError):
    """The settings file cannot be read; the desk can go on with `Settings()`."""

    code = "settings"


class SettingsNotSaved(ConsiliumError):
    """The settings file cannot be written; the old one is still there."""

    code = "settings"


@dataclass(frozen=True, slots=True)
class Settings:
    """What the desk remembers.

    `reader` is the name under which changes are kept. `bundle`, `second_bundle` and `device` are as in
    `python -m engine read`: an empty bundle is the shipped one, an empty second one none. `language` is
    one of `LANGUAGES`, "" follows the system. `overlay_opacity` and `overlay_threshold` lie in 0..1,
    `text_size` is in per cent. `paper` is one of `PAPERS`, "" is the one that is usual here.
    `annotations` says whether the marks that files lay over their films are drawn. `layout` holds opaque
    bytes by name, such as splitter positions. `character_set` is the term of PS3.3 C.12.1.1.2 in which
    files that name none are read, "" for ASCII. `keys` are lists of keys by command; what they mean, and
    which are ignored, `app.commands.bindings_from` says. `cache_gib` is how much retrieved studies may
    take on the disk.
    `unknown` are settings of other versions.
    """

    reader: str = ""
    bundle: str = ""
    second_bundle: str = ""
    device: Device = "auto"
    language: str = ""
    overlay_opacity: float = OVERLAY_OPACITY
    overlay_threshold: float = OVERLAY_THRESHOLD
    annotations: bool = True
    text_size: int = TEXT_SIZE
    paper: str = ""
    tour_seen: bool = False
    character_set: str = ""
    layout: Mapping[str, bytes] = field(default_factory=lambda: MappingProxyType({}))
    keys: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    cache_gib: int = CACHE_GIB
    unknown: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))


def data_folder() -> Path:
    """Where the database goes if nothing else is said."""
    return platformdirs.user_data_path(APP_NAME, appauthor=False)


def settings_path() -> Path:
    """The settings file of this user."""
    return platformdirs.user_config_path(APP_NAME, appauthor=False) / SETTINGS_FILE


def reader_of(settings: Settings) -> str:
    """The name under which changes are kept: the one set, else the login name, where the user has one."""
    try:
        return settings.reader or getpass.getuser()
    except (KeyError, OSError, ImportError):  # a user who is but a number, as containers have; or Windows
        return UNKNOWN_READER


def usual_paper(territory: str) -> str:
    """The paper of a country or region, by its ISO 3166 code."""
    return "letter" if territory in LETTER_LANDS else "a4"


def load_settings(path: Path) -> Settings:
    """The settings in a file, the defaults if there is none; SettingsMalformed if it cannot be read."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Settings()
    except (OSError, UnicodeDecodeError) as error:
        raise _malformed(path, "The settings file cannot be read.") from error
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _malformed(path, "The settings file is no JSON.") from error
    if not isinstance(values, dict):
        raise _malformed(path, "The settings file holds no JSON object.")
    return _settings(values, path)


def save_settings(settings: Settings, path: Path) -> None:
    """Write the settings; a crash leaves the old file or the new one, never half of one."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path, json.dumps(_values(settings), indent=2).encode())
    except OSError as error:
        raise SettingsNotSaved(
            f"The settings cannot be saved ({error.strerror}).",
            where=str(path),
            todo="Check folder and disk space.",
        ) from error


def _settings(values: dict[str, Any], path: Path) -> Settings:
    rest = dict(values)

    def text(name: str) -> str:
        value = rest.pop(name, "")
        if not isinstance(value, str):
            raise _malformed(path, f"The settings file needs a text for {name}.")
        return value

    def device() -> Device:
        value = rest.pop("device", "auto") or "auto"  # "" was once written for it
        for known in DEVICES:
            if value == known:
                return known
        raise _malformed(path, f"The settings file needs one of {', '.join(DEVICES)} for device.")

    def language() -> str:
        value = rest.pop("language", "")
        if value not in ("", *LANGUAGES):
            raise _malformed(path, f"The settings file needs one of {', '.join(LANGUAGES)} for language.")
        return str(value)

    def paper() -> str:
        value = rest.pop("paper", "")
        if value not in ("", *PAPERS):
            raise _malformed(path, f"The settings file needs one of {', '.join(PAPERS)} for paper.")
        return str(value)

    def character_set() -> str:
        value = rest.pop("character_set", "")
        if value not in ("", *CODECS):
            raise _malformed(path, f"The settings file needs one of {', '.join(CODECS)} for character_set.")
        return str(value)

    def fraction(name: str, default: float) -> float:
        value = rest.pop(name, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
            raise _malformed(path, f"The settings file needs a number from 0 to 1 for {name}.")
        return float(value)

    def choice(name: str, default: bool) -> bool:
        value = rest.pop(name, default)
        if not isinstance(value, bool):
            raise _malformed(path, f"The settings file needs true or false for {name}.")
        return value

    def whole(name: str, default: int, least: int, most: int) -> int:
        value = rest.pop(name, default)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise _malformed(
                path, f"The settings file needs a whole number from {least} to {most} for {name}."
            )
        return value

    return Settings(
        reader=text("reader"),
        bundle=text("bundle"),
        second_bundle=text("second_bundle"),
        device=device(),
        language=language(),
        overlay_opacity=fraction("overlay_opacity", OVERLAY_OPACITY),
        overlay_threshold=fraction("overlay_threshold", OVERLAY_THRESHOLD),
        annotations=choice("annotations", True),
        tour_seen=choice("tour_seen", False),
        text_size=whole("text_size", TEXT_SIZE, SMALLEST_TEXT, LARGEST_TEXT),
        paper=paper(),
        character_set=character_set(),
        layout=_layout(rest.pop("layout", {}), path),
        keys=_keys(rest.pop("keys", {}), path),
        cache_gib=whole("cache_gib", CACHE_GIB, 1, LARGEST_CACHE_GIB),
        unknown=MappingProxyType(rest),
    )


def _layout(value: object, path: Path) -> Mapping[str, bytes]:
    """Opaque bytes by name, Base64 in the file."""
    if not isinstance(value, dict):
        raise _malformed(path, "The settings file needs an object for layout.")
    try:
        return MappingProxyType({name: base64.b64decode(text, validate=True) for name, text in value.items()})
    except (TypeError, ValueError) as error:
        raise _malformed(path, "The settings file needs Base64 texts in layout.") from error


def _keys(value: object, path: Path) -> Mapping[str, object]:
    """Lists of keys by command; a wrong entry costs itself alone, later, where it can be said."""
    if not isinstance(value, dict):
        raise _malformed(path, "The settings file needs an object for keys.")
    return MappingProxyType(value)


def _values(settings: Settings) -> dict[str, object]:
    return {
        **settings.unknown,
        "reader": settings.reader,
        "bundle": settings.bundle,
        "second_bundle": settings.second_bundle,
        "device": settings.device,
        "language": settings.language,
        "character_set": settings.character_set,
        "overlay_opacity": settings.overlay_opacity,
        "overlay_threshold": settings.overlay_threshold,
        "annotations": settings.annotations,
        "text_size": settings.text_size,
        "paper": settings.paper,
        "tour_seen": settings.tour_seen,
        "keys": dict(settings.keys),
        "cache_gib": settings.cache_gib,
        "layout": {name: base64.b64encode(data).decode() for name, data in settings.layout.items()},
    }


def _replace(path: Path, content: bytes) -> None:
    """Written beside the file, forced to the disk, then put in its place."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    partial = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


def _malformed(path: Path, what: str) -> SettingsMalformed:
    return SettingsMalformed(what, where=str(path), todo="Correct it or delete it.")
