"""A DICOMweb archive in memory, on loopback, that can fail in every way."""

from __future__ import annotations

import base64
import json
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from pydicom import dcmread
from pydicom.dataset import FileDataset

from tests.engine.archives.watching import encoded

BOUNDARY = "a-boundary"
JSON = "application/dicom+json"


@dataclass
class Web:
    """What the archive holds, and how it behaves."""

    held: list[FileDataset] = field(default_factory=list)
    studies: list[str] = field(default_factory=list)
    """Further studies, of which only the UID is known."""
    received: list[FileDataset] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    authorization: str = ""
    statuses: list[int] = field(default_factory=list)
    """Answered one after the other before anything else is."""
    body: bytes | None = None
    """Answered to everything."""
    content_type: str = JSON
    encoding: str = ""
    pages: bool = True
    lists_instances: bool = True
    cut_after: int | None = None
    """So many bytes of a study are sent, then the connection is closed."""
    forgets: frozenset[str] = frozenset()
    """SOP Instance UIDs that are listed and never sent with the study."""
    silent: threading.Event = field(default_factory=threading.Event)
    confirms: bool = True
    refuses: bool = False
    chunk_seconds: float = 0.0
    endless: bool = False
    elsewhere: str = ""
    """Where everything is redirected to."""
    told: list[str] = field(default_factory=list)
    """Who was said to ask."""
    url: str = ""

    def search(self, path: list[str], query: dict[str, list[str]]) -> list[dict[str, Any]]:
        """QIDO-RS of studies, or of a study's instances."""
        wanted = [each for each in self.held if path[1:2] in ([], [each.StudyInstanceUID])]
        unique = {each[("SOPInstanceUID" if path[1:] else "StudyInstanceUID")].value: each for each in wanted}
        answers = [_described(each) for each in unique.values()]
        answers += [{"0020000D": {"vr": "UI", "Value": [uid]}} for uid in self.studies]
        if not self.pages:
            return answers
        start, count = int(query.get("offset", ["0"])[0]), int(query.get("limit", ["1000"])[0])
        return answers[start : start + count]

    def retrieve(self, path: list[str]) -> list[FileDataset]:
        """WADO-RS of a study or of one of its instances."""
        study = [each for each in self.held if each.StudyInstanceUID == path[1]]
        if len(path) == 6:
            return [each for each in study if each.SOPInstanceUID == path[5]]
        return [each for each in study if each.SOPInstanceUID not in self.forgets]

    def take(self, content: bytes, content_type: str) -> dict[str, Any]:
        """STOW-RS: what was taken, and what was not."""
        message = message_from_bytes(b"Content-Type: " + content_type.encode() + b"\r\n\r\n" + content)
        taken, failed = [], []
        for part in message.get_payload():
            dataset = dcmread(BytesIO(part.get_payload(decode=True)))  # type: ignore[union-attr, arg-type]
            reference = {"00081155": {"vr": "UI", "Value": [str(dataset.SOPInstanceUID)]}}
            if self.refuses:
                failed.append({**reference, "00081197": {"vr": "US", "Value": [0xA700]}})
            else:
                self.received.append(dataset)
                taken.append(reference)
        answer: dict[str, Any] = {}
        if taken and self.confirms:
            answer["00081199"] = {"vr": "SQ", "Value": taken}
        if failed:
            answer["00081198"] = {"vr": "SQ", "Value": failed}
        return answer


def _described(dataset: FileDataset) -> dict[str, Any]:
    found = json.loads(dataset.to_json())
    return {tag: value for tag, value in found.items() if not tag.startswith(("7FE0", "0028"))}


def multipart(files: list[bytes]) -> bytes:
    """Files as WADO-RS sends them."""
    parts = [
        f"--{BOUNDARY}\r\nContent-Type: application/dicom\r\n\r\n".encode() + each + b"\r\n" for each in files
    ]
    return b"".join(parts) + f"--{BOUNDARY}--\r\n".encode()


@contextmanager
def serving(web: Web, context: ssl.SSLContext | None = None) -> Iterator[Web]:
    """The archive, listening on a port of its own choice."""

    class Handler(BaseHTTPRequestHandler):
        """One request."""

        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            """Quietly."""

        def do_GET(self) -> None:
            """Search or retrieve."""
            web.asked.append(self.path)
            parts = urlsplit(self.path)
            path = [unquote(part) for part in parts.path.strip("/").split("/")[1:]]
            if self._is_turned_away():
                return
            if "multipart" in self.headers["Accept"]:
                files = [encoded(each) for each in web.retrieve(path)]
                if not files:
                    self._answer(404, b"", "text/plain")
                    return
                self._stream(multipart(files))
                return
            if path[1:] and not web.lists_instances:
                self._answer(404, b"", "text/plain")
                return
            found = web.search(path, parse_qs(parts.query))
            self._answer(200, json.dumps(found).encode(), JSON)

        def do_POST(self) -> None:
            """Store."""
            content = self.rfile.read(int(self.headers["Content-Length"]))
            if self._is_turned_away():
                return
            answer = web.take(content, self.headers["Content-Type"])
            self._answer(409 if web.refuses else 200, json.dumps(answer).encode(), JSON)

        def _is_turned_away(self) -> bool:
            while web.silent.is_set():
                time.sleep(0.01)
            web.told.append(self.headers.get("Authorization", ""))
            if web.elsewhere:
                self._answer(307, b"", "text/plain")
                return True
            if web.authorization and self.headers.get("Authorization") != web.authorization:
                self._answer(401, b"", "text/plain")
            elif web.statuses:
                self._answer(web.statuses.pop(0), b"<h1>Oh</h1>", "text/html")
            elif web.body is not None:
                self._answer(200, web.body, web.content_type)
            else:
                return False
            return True

        def _answer(self, status: int, content: bytes, content_type: str) -> None:
            self.send_response(status)
            self.send_header("Content-Type", content_type)
            self.send_header("Content-Length", str(len(content)))
            if web.encoding:
                self.send_header("Content-Encoding", web.encoding)
            if web.elsewhere:
                self.send_header("Location", web.elsewhere + self.path.removeprefix("/dicom-web"))
            self.end_headers()
            self.wfile.write(content)

        def _stream(self, content: bytes) -> None:
            self.send_response(200)
            kind = f'multipart/related; type="application/dicom"; boundary={BOUNDARY}'
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(1 << 40 if web.endless else len(content)))
            self.end_headers()
            if web.cut_after is not None:
                self.wfile.write(content[: web.cut_after])
                self.close_connection = True
                web.cut_after = None
                return
            for start in range(0, len(content), 512):
                self.wfile.write(content[start : start + 512])
                self.wfile.flush()
                time.sleep(web.chunk_seconds)
            while web.endless:
                self.wfile.write(bytes(1 << 16))

    class Server(ThreadingHTTPServer):
        """Connections that break are part of the plan."""

        daemon_threads = True

        def handle_error(self, *_: object) -> None:
            """Quietly."""

    server = Server(("127.0.0.1", 0), Handler)
    if context is not None:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    scheme = "http" if context is None else "https"
    web.url = f"{scheme}://127.0.0.1:{server.server_address[1]}/dicom-web"
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield web
    finally:
        web.silent.clear()
        web.endless = False
        server.shutdown()
        server.server_close()


def basic(user: str, password: str) -> str:
    """The header of a user and a password."""
    return f"Basic {base64.b64encode(f'{user}:{password}'.encode()).decode()}"
