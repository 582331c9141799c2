"""Serving a snapshot to a browser: exactly the verified public bytes, on the loopback interface, nothing else.

A URL is served if the snapshot's runtime lists it, or if it is a path of the public part (`/public/...`); `/` is
`/index.html` where that is listed. There is no listing, no guess at a name, no decoding of a path, and no file is
opened: the bytes were read and verified before. A page may load from here alone; its content security policy knows no
other host. Requests that name another host are refused, so that no page elsewhere can reach in by a name of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from snapshots.opened import Snapshot

__all__ = ["HEADERS", "Page", "pages_of", "server_for"]

LOOPBACK = "127.0.0.1"
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; media-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; "
    "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Mapping[str, str] = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
_TEXT = ("text/", "application/json", "application/xml", "application/manifest+json", "image/svg+xml")


@dataclass(frozen=True, slots=True)
class Page:
    """What a URL gives: its bytes and their media type."""

    data: bytes
    media_type: str


def pages_of(snapshot: Snapshot) -> dict[str, Page]:
    """URL -> page of everything that is served."""
    types = {one["path"]: one["media_type"] for one in snapshot.manifest["files"]}
    pages = {f"/{path}": Page(data, types[path]) for path, data in snapshot.files.items() if path.startswith("public/")}
    served = snapshot.served()
    pages |= {url: Page(data, served[url]["media_type"]) for url, data in snapshot.runtime().items()}
    if "/" not in pages and "/index.html" in pages:
        pages["/"] = pages["/index.html"]
    return pages


def server_for(pages: Mapping[str, Page], port: int = 0) -> ThreadingHTTPServer:
    """A server on the loopback interface; port 0 takes a free one (`server_address[1]`). The caller runs and closes it.

    Raises:
        OSError: the port is taken.
    """

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        server_version, sys_version = "levelpress", ""

        def do_GET(self) -> None:
            self._answer(with_body=True)

        def do_HEAD(self) -> None:
            self._answer(with_body=False)

        def _answer(self, *, with_body: bool) -> None:
            here = self.connection.getsockname()[1]
            if self.headers.get("Host") not in (f"{LOOPBACK}:{here}", f"localhost:{here}"):
                self._send(HTTPStatus.MISDIRECTED_REQUEST, Page(b"another host\n", "text/plain"), with_body)
                return
            # The target as it was sent: `self.path` has its leading slashes folded into one.
            page = pages.get(self.requestline.split()[1].partition("?")[0])
            if page is None:
                self._send(HTTPStatus.NOT_FOUND, Page(b"not in the snapshot\n", "text/plain"), with_body)
            else:
                self._send(HTTPStatus.OK, page, with_body)

        def _send(self, status: HTTPStatus, page: Page, with_body: bool) -> None:
            charset = "; charset=utf-8" if page.media_type.startswith(_TEXT) else ""
            self.send_response(status)
            self.send_header("Content-Type", page.media_type + charset)
            self.send_header("Content-Length", str(len(page.data)))
            for name, value in HEADERS.items():
                self.send_header(name, value)
            self.end_headers()
            if with_body:
                self.wfile.write(page.data)

        def log_message(self, format: str, *args: object) -> None:
            """Nothing is printed below the command line."""

    return ThreadingHTTPServer((LOOPBACK, port), Handler)
