"""Small site on loopback for the tests of all verbs."""

from __future__ import annotations

import io
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import Message
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from PIL import Image

from tests.support.conformance_pages import PAGES

SLOW_SECONDS = 0.3


@contextmanager
def serve(site: type[BaseHTTPRequestHandler] | None = None) -> Iterator[Callable[[int], socket.socket]]:
    """The site, or another; what is given connects to it, whatever the port, as a box would for port 8000."""
    with Server(("127.0.0.1", 0), site or ConformanceSite) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()

        def connect(port: int) -> socket.socket:
            if port != 8000:
                raise ConnectionRefusedError(f"no process listens on {port}")
            return socket.create_connection(("127.0.0.1", server.server_port), 5.0)

        try:
            yield connect
        finally:
            server.shutdown()
            thread.join()


class Server(ThreadingHTTPServer):
    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore errors of connections: the tests kill browsers."""
        if not isinstance(sys.exception(), ConnectionError):
            raise


class ConformanceSite(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *said: object) -> None:
        pass

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        match parts.path:
            case "/slow":
                time.sleep(SLOW_SECONDS)
                self.page(f"<title>Slow</title><h1>Arrived {parts.query}</h1>")
            case "/headers":
                self.page(f"<pre id=headers>{self.headers}</pre>")
            case "/login":
                self.page("<p id=who>logged in</p>", headers={"Set-Cookie": "who=alice; Path=/"})
            case "/protected":
                token = "<input type=hidden name=csrf_token value=from-page>"
                self.page(f"<form method=post>{token}</form>")
            case "/token":
                self.page("<p>token</p>", headers={"Set-Cookie": "csrftoken=from-cookie; Path=/"})
            case "/who":
                self.page(f"<p id=who>{self.headers.get('Cookie', 'nobody')}</p>")
            case "/redirect":
                self.send(302, b"", headers={"Location": f"/redirect?{time.monotonic_ns()}"})
            case "/nothing":
                self.send(204, b"")
            case "/report.csv":
                disposition = {"Content-Disposition": 'attachment; filename="report.csv"'}
                self.send(200, "\ufeffname,price\nMilk,1.50\n".encode(), "text/csv", disposition)
            case "/endless":
                self.endless()
            case "/huge":
                self.huge()
            case "/dot.png":
                self.send(200, red_dot(), "image/png")
            case path if path in PAGES:
                self.page(PAGES[path])
            case _:
                self.page("<h1>Not found</h1>", status=404)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.headers.get_content_type() == "multipart/form-data":
            name, content = uploaded(self.headers, body)
            self.page(f"<p id=name>{name}</p><pre id=content>{content}</pre>")
        elif self.path == "/forbidden":
            self.page("<h1>Not yours</h1>", status=403)
        else:
            fields = parse_qs(body.decode(), keep_blank_values=True)
            lines = "".join(f"<li>{escape(f'{name}={value}')}</li>" for name, [value, *_] in sorted(fields.items()))
            self.page(f"<title>Thanks</title><ul id=fields>{lines}</ul>")

    def page(self, body: str, status: int = 200, headers: dict[str, str] | None = None) -> None:
        html = f"<!doctype html><meta charset=utf-8>{body}".encode()
        self.send(status, html, "text/html; charset=utf-8", headers)

    def send(self, status: int, body: bytes, kind: str = "text/html", headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def endless(self) -> None:
        self.stream({"Content-Disposition": "attachment; filename=endless.bin"}, b"\0" * (1 << 20), 100_000)

    def huge(self) -> None:
        self.stream({}, b"<p>" + b"spam " * 200_000, 400)

    def stream(self, headers: dict[str, str], chunk: bytes, times: int) -> None:
        self.close_connection = True
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        try:
            for _ in range(times):
                self.wfile.write(chunk)
        except OSError:
            return  # the browser has had enough


def uploaded(headers: Message, body: bytes) -> tuple[str, str]:
    """Name and content of the first file of a form."""
    boundary = headers.get_param("boundary")
    part = body.split(f"--{boundary}".encode())[1]
    head, content = part.split(b"\r\n\r\n", 1)
    name = head.decode().split('filename="')[1].split('"')[0]
    return name, content.removesuffix(b"\r\n").decode()


def red_dot() -> bytes:
    picture = io.BytesIO()
    Image.new("RGB", (4, 4), "red").save(picture, "PNG")
    return picture.getvalue()
