"""HTTP for DICOMweb: certificates of our choice, no proxy from the environment, errors in our words."""

from __future__ import annotations

import base64
import socket
import ssl
from typing import Any
from urllib.parse import urlsplit

import requests
from requests.adapters import HTTPAdapter
from requests.auth import AuthBase
from requests.exceptions import (
    ContentDecodingError,
    HTTPError,
    ReadTimeout,
    RequestException,
    TooManyRedirects,
)

from engine.archives.config import Auth, DicomwebAddress, Limits, Tls
from engine.archives.failures import Busy, cut, silent, unreachable
from engine.archives.tls import client_context
from engine.errors import ArchiveError, ArchiveFailed, ArchiveNotUnderstood, ArchiveRefused

MOST_REDIRECTS = 3
BUSY = frozenset({429, 502, 503, 504})
"""What may be another answer in a moment (RFC 9110, 6585)."""
TOLD_BY_SOCKETS = (ssl.SSLError, socket.gaierror, ConnectionRefusedError, TimeoutError)


class _PlainWildcards(HTTPAdapter):
    """Leaves * and ? of a query as they are, as RFC 3986 allows: Orthanc 1.10 does not decode them."""

    def send(self, request: requests.PreparedRequest, *arguments: Any, **named: Any) -> requests.Response:
        """Called by the session."""
        path, mark, query = (request.url or "").partition("?")
        request.url = path + mark + query.replace("%2A", "*").replace("%3F", "?")
        return super().send(request, *arguments, **named)


class _OurCertificates(_PlainWildcards):
    """Uses one TLS context as it is; `requests` would add authorities of its own to it."""

    def __init__(self, context: ssl.SSLContext) -> None:
        self._context = context
        super().__init__()

    def init_poolmanager(self, *arguments: Any, **named: Any) -> None:
        """Called by the base class, with the context left out."""
        super().init_poolmanager(*arguments, **named, ssl_context=self._context)

    def cert_verify(self, conn: Any, url: str, verify: Any, cert: Any) -> None:
        """Called by the base class: what is verified stands in the context."""
        conn.cert_reqs = "CERT_REQUIRED"


class _Authorization(AuthBase):
    """Says who asks in each request; `requests` leaves it out when a request is sent on to another host."""

    def __init__(self, words: str) -> None:
        self._words = words

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        request.headers["Authorization"] = self._words
        return request


def http_session(address: DicomwebAddress, secret: str) -> requests.Session:
    """A session that trusts and says what the configuration says, and nothing from the environment."""
    session = requests.Session()
    session.trust_env = False
    session.max_redirects = MOST_REDIRECTS
    session.mount("http://", _PlainWildcards())
    session.mount("https://", _OurCertificates(client_context(address.tls or Tls())))
    if address.auth is Auth.BASIC:
        session.auth = _Authorization(f"Basic {_base64(f'{address.user}:{secret}')}")  # RFC 7617
    elif address.auth is Auth.BEARER:
        session.auth = _Authorization(f"Bearer {secret}")  # RFC 6750
    return session


def _base64(text: str) -> str:
    return base64.b64encode(text.encode("utf-8")).decode("ascii")


class NotAllowed(ArchiveRefused):
    """The archive wants to know who asks, or does not allow it to us."""


class NotThere(ArchiveRefused):
    """The archive has nothing there, or offers no such service."""


def in_words(error: RequestException | ValueError, address: DicomwebAddress, limits: Limits) -> ArchiveError:
    """What `requests` or a reader of JSON raised, as an error of ours."""
    if isinstance(error, HTTPError) and error.response is not None:
        return status_error(error.response.status_code, address)
    if isinstance(error, ReadTimeout):
        return silent(limits)
    if isinstance(error, TooManyRedirects | ContentDecodingError) or not isinstance(error, RequestException):
        return not_understood()
    if isinstance(error, requests.JSONDecodeError):
        return not_understood()
    cause = _cause(error)
    if cause is None:
        return cut()
    return unreachable(cause, _host(address), limits)


def status_error(status: int, address: DicomwebAddress) -> ArchiveError:
    """A status of HTTP that is no success."""
    if status == 401 and address.auth is Auth.NONE:
        return NotAllowed(
            "The archive wants to know who asks (HTTP 401).", todo="Choose a sign-in for this archive."
        )
    if status == 401:
        return NotAllowed(
            "The archive does not accept the password or token (HTTP 401).", todo="Enter it again."
        )
    if status == 403:
        return NotAllowed(
            "The archive does not allow this (HTTP 403).", todo="Ask its administrator for the right."
        )
    if status in (404, 405, 410, 501):
        return NotThere(
            f"The archive has nothing at this address (HTTP {status}).",
            todo="Check that it is the root of a DICOMweb service.",
        )
    if status in BUSY:
        return Busy(f"The archive is busy or not ready (HTTP {status}).", todo="Try again later.")
    if status >= 500:
        return ArchiveFailed(f"The archive failed (HTTP {status}).", todo="Try again, or ask who runs it.")
    return ArchiveRefused(f"The archive refuses the request (HTTP {status}).", todo="Ask who runs it.")


def not_understood() -> ArchiveNotUnderstood:
    """An answer that is no DICOMweb."""
    return ArchiveNotUnderstood(
        "The archive's answer is not what DICOMweb says.",
        todo="Check that its address is the root of a DICOMweb service.",
    )


def _cause(error: BaseException) -> BaseException | None:
    """The socket's own error, which libraries wrap several times."""
    seen: list[BaseException] = []
    todo: list[object] = [error]
    while todo:
        each = todo.pop(0)
        if not isinstance(each, BaseException) or each in seen:
            continue
        if isinstance(each, TOLD_BY_SOCKETS):
            return each
        seen.append(each)
        todo += [each.__cause__, each.__context__, getattr(each, "reason", None), *each.args]
    return next((each for each in seen if type(each) is OSError), None)


def _host(address: DicomwebAddress) -> str:
    return urlsplit(address.url).hostname or address.url
