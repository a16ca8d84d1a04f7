"""Server of a site of files only: ``python -m projecteval_static PORT FOLDER``, the folder of its ``index.html``.

A page that does not exist is answered with ``index.html``, so that an application whose script reads the address (its
router) can be opened at every address. Other missing files are answered with 404. Nothing is cached, so that a page
always sees the files as they are; there are no listings of folders.
"""

import functools
import http.server
import os
import sys
import urllib.parse

HOME = "index.html"
TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".json": "application/json",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}


class FileHandler(http.server.SimpleHTTPRequestHandler):
    """Answers GET and HEAD with files."""

    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, **TYPES}  # noqa: RUF012 - never changed
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self._fall_back()
        super().do_GET()

    def do_HEAD(self) -> None:
        self._fall_back()
        super().do_HEAD()

    def list_directory(self, path: object) -> None:
        self.send_error(404)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def _fall_back(self) -> None:
        """Let a page that does not exist be the home page. A page is requested with a name without a suffix."""
        name = urllib.parse.urlsplit(self.path).path.rpartition("/")[2]
        if "." not in name and not os.path.exists(self.translate_path(self.path)):
            self.path = f"/{HOME}"


def main() -> None:
    handler = functools.partial(FileHandler, directory=sys.argv[2])
    with http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), handler) as server:
        server.serve_forever()


if __name__ == "__main__":
    main()
