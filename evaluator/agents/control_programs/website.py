"""Website that answers every request with status 200: ``empty`` with an empty page, ``echo`` with all that was sent.

Usage: website.py PORT KIND. It is a control: no testcode may be satisfied by it.
"""

import html
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote_plus


class ControlServer(ThreadingHTTPServer):
    """Server that remembers every request; `echoes` makes its pages show them."""

    def __init__(self, port: int, echoes: bool) -> None:
        super().__init__(("", port), ControlHandler)
        self.echoes = echoes
        self.sent: list[str] = []

    def page(self) -> bytes:
        shown = "".join(f"<p>{html.escape(each)}</p>" for each in self.sent) if self.echoes else ""
        return f"<!DOCTYPE html><html><head><title></title></head><body>{shown}</body></html>".encode()


class ControlHandler(BaseHTTPRequestHandler):
    """Answers every method in the same way."""

    server: ControlServer

    def do_GET(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode("utf-8", "replace")
        self.server.sent.append(unquote_plus(f"{self.path} {body}"))
        page = self.server.page()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    do_POST = do_PUT = do_PATCH = do_DELETE = do_GET  # noqa: N815 - names of the library


if __name__ == "__main__":
    ControlServer(int(sys.argv[1]), sys.argv[2] == "echo").serve_forever()
