"""Where passwords come from, and what is said on a machine that has no place for them."""

from __future__ import annotations

from collections.abc import Iterator

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends.fail import Keyring as NoKeyring
from keyring.errors import PasswordDeleteError

from engine.archives.secrets import EnvironmentSecrets, SystemSecrets, variable_of
from engine.errors import SecretMissing, SecretNotKept


class MemoryKeyring(KeyringBackend):
    """A keyring in memory."""

    priority = 1.0

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if self.kept.pop((service, username), None) is None:
            raise PasswordDeleteError(username)


@pytest.fixture
def ring() -> Iterator[MemoryKeyring]:
    before = keyring.get_keyring()
    memory = MemoryKeyring()
    keyring.set_keyring(memory)
    yield memory
    keyring.set_keyring(before)


@pytest.fixture
def no_ring(ring: MemoryKeyring) -> None:
    keyring.set_keyring(NoKeyring())


WITHOUT_VARIABLES = SystemSecrets(EnvironmentSecrets({}))


def test_a_secret_that_was_kept_is_found_and_forgotten_again(ring: MemoryKeyring) -> None:
    WITHOUT_VARIABLES.keep("St. Anna", "hunter2")
    assert WITHOUT_VARIABLES.secret("St. Anna") == "hunter2"
    WITHOUT_VARIABLES.forget("St. Anna")
    WITHOUT_VARIABLES.forget("St. Anna")
    with pytest.raises(SecretMissing, match="CONSILIUM_ARCHIVE_SECRET_ST_ANNA"):
        WITHOUT_VARIABLES.secret("St. Anna")


def test_a_variable_comes_before_the_keyring(ring: MemoryKeyring) -> None:
    secrets = SystemSecrets(EnvironmentSecrets({variable_of("St. Anna"): "from the server"}))
    secrets.keep("St. Anna", "hunter2")
    assert secrets.secret("St. Anna") == "from the server"


def test_a_machine_without_a_keyring_says_so_and_names_the_variable(no_ring: None) -> None:
    with pytest.raises(SecretMissing, match=r"no keyring.*CONSILIUM_ARCHIVE_SECRET_PACS"):
        WITHOUT_VARIABLES.secret("pacs")
    with pytest.raises(SecretNotKept, match="CONSILIUM_ARCHIVE_SECRET_PACS"):
        WITHOUT_VARIABLES.keep("pacs", "hunter2")


def test_neither_errors_nor_reprs_tell_a_secret() -> None:
    secrets = EnvironmentSecrets({variable_of("pacs"): "hunter2"})
    assert secrets.secret("pacs") == "hunter2"
    assert "hunter2" not in repr(secrets) + repr(SystemSecrets(secrets))
