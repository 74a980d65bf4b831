"""TLS from certificates in PEM files. The other side is always checked; nothing here turns that off."""

from __future__ import annotations

import ssl
from pathlib import Path

from engine.archives.config import Tls
from engine.errors import ArchiveMisconfigured


def client_context(tls: Tls) -> ssl.SSLContext:
    """For connections that we make."""
    return _prepared(ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT), tls)


def server_context(tls: Tls) -> ssl.SSLContext:
    """For connections that an archive makes to us: it must show a certificate, too."""
    if tls.certificate is None:
        raise ArchiveMisconfigured("To receive over TLS, a certificate of our own is needed.")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.verify_mode = ssl.CERT_REQUIRED
    return _prepared(context, tls)


def _prepared(context: ssl.SSLContext, tls: Tls) -> ssl.SSLContext:
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        if tls.authorities is None:
            context.load_default_certs()
        else:
            context.load_verify_locations(tls.authorities)
        if tls.certificate is not None:
            context.load_cert_chain(tls.certificate, tls.key, password=_no_password)
    except FileNotFoundError as error:
        raise ArchiveMisconfigured(
            "A certificate file is not there.", todo=f"Look for {_named(tls)}."
        ) from error
    except OSError as error:  # ssl.SSLError is one
        raise ArchiveMisconfigured(
            "A certificate file is no PEM, or its key does not fit or has a password.",
            todo=f"Look at {_named(tls)}.",
        ) from error
    return context


def _no_password() -> str:
    """Instead of OpenSSL's question on the terminal."""
    return ""


def _named(tls: Tls) -> str:
    files: list[Path | None] = [tls.authorities, tls.certificate, tls.key]
    return ", ".join(str(file) for file in files if file is not None)
