"""Passwords and tokens of archives: asked for when a call needs one, never kept in a value, file or log."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from engine.errors import SecretMissing, SecretNotKept

SERVICE = "consilium archive"
VARIABLE = "CONSILIUM_ARCHIVE_SECRET"


class Secrets(Protocol):
    """Where an archive's password or bearer token comes from."""

    def secret(self, archive: str) -> str:
        """The secret of the archive of that name; SecretMissing where there is none."""
        ...


def variable_of(archive: str) -> str:
    """The environment variable of an archive's secret: for "St. Anna" CONSILIUM_ARCHIVE_SECRET_ST_ANNA."""
    return f"{VARIABLE}_{re.sub('[^A-Z0-9]+', '_', archive.upper()).strip('_')}"


@dataclass(frozen=True, slots=True)
class EnvironmentSecrets:
    """Secrets in environment variables: for servers and scripts, which have no keyring."""

    environment: Mapping[str, str] = field(default_factory=lambda: os.environ, repr=False)

    def secret(self, archive: str) -> str:
        """The variable's value."""
        found = self.environment.get(variable_of(archive), "")
        if not found:
            raise SecretMissing(
                "The password or token of this archive is not known.",
                where=archive,
                todo=f"Set the environment variable {variable_of(archive)}.",
            )
        return found


@dataclass(frozen=True, slots=True)
class SystemSecrets:
    """Secrets in the system's keyring; an environment variable, where one is set, comes first."""

    environment: EnvironmentSecrets = field(default_factory=EnvironmentSecrets)

    def secret(self, archive: str) -> str:
        """The variable's value, else what the keyring holds."""
        if self.environment.environment.get(variable_of(archive)):
            return self.environment.secret(archive)
        import keyring
        from keyring.errors import KeyringError

        try:
            found = keyring.get_password(SERVICE, archive)
        except KeyringError as error:  # also NoKeyringError: a machine without one
            raise SecretMissing(
                "This machine has no keyring that can be read, so the password is not known.",
                where=archive,
                todo=f"Unlock the keyring, or set the environment variable {variable_of(archive)}.",
            ) from error
        if not found:
            raise SecretMissing(
                "The password or token of this archive is not known.",
                where=archive,
                todo=f"Enter it again, or set the environment variable {variable_of(archive)}.",
            )
        return found

    def keep(self, archive: str, secret: str) -> None:
        """Keep a secret in the keyring; SecretNotKept where there is none or it is locked."""
        import keyring
        from keyring.errors import KeyringError

        try:
            keyring.set_password(SERVICE, archive, secret)
        except KeyringError as error:
            raise SecretNotKept(
                "The system's keyring cannot keep the password, so it was not kept.",
                where=archive,
                todo=f"Unlock the keyring, or set the environment variable {variable_of(archive)}.",
            ) from error

    def forget(self, archive: str) -> None:
        """Take a secret out of the keyring, if it holds one."""
        import keyring
        from keyring.errors import KeyringError, PasswordDeleteError

        try:
            keyring.delete_password(SERVICE, archive)
        except PasswordDeleteError:
            return  # there was none
        except KeyringError as error:
            raise SecretNotKept(
                "The system's keyring cannot be changed.", where=archive, todo="Unlock it and try again."
            ) from error
