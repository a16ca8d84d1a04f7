"""Serve the report of a run on this machine only; it follows a run that is going on."""

from __future__ import annotations

import hmac
import re
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar
from urllib.parse import unquote

from evaluator.reports.html.page import FOLDER, attempt_files, chart_files, charts_for, index_script, page_of
from evaluator.reports.html.script_data import index_parts, received
from evaluator.runs.folder.paths import AttemptPaths, seconds_of
from evaluator.runs.folder.run import Run
from evaluator.runs.results.results import Results, results_of

NUMBER = "[0-9]{1,9}"
ATTEMPT = re.compile(rf"{FOLDER}/(attempt-({NUMBER})(?:-dialogue|-diffs)?\.js)")
INDEX = re.compile(rf"{FOLDER}/(index-({NUMBER})\.js)")
CHART = re.compile(rf"{FOLDER}/(charts/[\w-]+\.(svg|csv))")
LIVE = re.compile(rf"{FOLDER}/(live-\d+)\.js")
PICTURE = re.compile(r"attempts/.+/attachments/[^/]+\.png")
CHARTS = {"svg": "image/svg+xml", "csv": "text/csv; charset=utf-8"}
HTML, SCRIPT, PNG = "text/html; charset=utf-8", "text/javascript; charset=utf-8", "image/png"


@dataclass
class LiveReport:
    """Report of a run as it is now; results are read again when files of the run have changed."""

    run: Run
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _read: tuple[str, Results] | None = None

    def answer(self, path: str) -> tuple[str, bytes] | None:
        """Return content type and content of a path below the token; None where there is nothing."""
        if path in ("", "report.html"):
            return HTML, self._page().encode()
        if found := LIVE.fullmatch(path):
            return SCRIPT, received(found[1], self.stamp()).encode()
        if found := ATTEMPT.fullmatch(path):
            return self._attempt(found[1], int(found[2]) - 1)
        if found := INDEX.fullmatch(path):
            return self._index(found[1], int(found[2]) - 1)
        if found := CHART.fullmatch(path):
            return self._chart(found[1], found[2])
        return self._picture(path) if PICTURE.fullmatch(path) else None

    def stamp(self) -> str:
        """Return a text that changes with the results: the number of finished steps, and the time of the last one."""
        times = [stat for each in self.run.attempts() for stat in _changes(self.run.paths.of(each))]
        return f"{len(times)}-{max(times, default=0)}"

    def _results(self) -> Results:
        with self._lock:
            stamp = self.stamp()
            if self._read is None or self._read[0] != stamp:
                self._read = stamp, results_of(self.run)
            return self._read[1]

    def _page(self) -> str:
        results = self._results()
        first, *others = index_parts(results)
        parts = [f"{FOLDER}/index-{number}.js" for number in range(2, len(others) + 2)]
        return page_of(results, seconds_of(self.run.paths.times), first, parts, charts_for(results))

    def _attempt(self, name: str, number: int) -> tuple[str, bytes] | None:
        results = self._results()
        if not 0 <= number < len(results.attempts):
            return None
        script = attempt_files(results, number).get(name)
        return None if script is None else (SCRIPT, script.encode())

    def _index(self, name: str, number: int) -> tuple[str, bytes] | None:
        parts = list(index_parts(self._results()))
        return (SCRIPT, index_script(name, parts[number]).encode()) if 0 < number < len(parts) else None

    def _chart(self, name: str, suffix: str) -> tuple[str, bytes] | None:
        content = next((content for each, content in chart_files(charts_for(self._results())) if each == name), None)
        return None if content is None else (CHARTS[suffix], content)

    def _picture(self, path: str) -> tuple[str, bytes] | None:
        folder = self.run.folder.resolve()
        found = (folder / path).resolve()
        return (PNG, found.read_bytes()) if found.is_relative_to(folder) and found.is_file() else None


def _changes(paths: AttemptPaths) -> Iterator[int]:
    for path in (paths.generation, paths.evaluations):
        try:
            yield path.stat().st_mtime_ns
        except FileNotFoundError:
            continue


@contextmanager
def serving_report(run: Run, port: int = 0) -> Iterator[str]:
    """Serve the report of `run` on the loopback interface; the value is its address, with a random token."""
    report = LiveReport(run)

    class Handler(_ReportHandler):
        live = report

    with ThreadingHTTPServer(("127.0.0.1", port), Handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/{report.token}/"
        finally:
            server.shutdown()
            thread.join()


class _ReportHandler(BaseHTTPRequestHandler):
    """Answers GET requests for paths that begin with the token; every other path does not exist."""

    live: ClassVar[LiveReport]

    def do_GET(self) -> None:
        token, _, path = unquote(self.path.partition("?")[0]).removeprefix("/").partition("/")
        found = self.live.answer(path) if hmac.compare_digest(token.encode(), self.live.token.encode()) else None
        if found is None:
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        kind, content = found
        self.send_response(HTTPStatus.OK)
        for name, value in (("Content-Type", kind), ("Content-Length", str(len(content))), *SAFE_HEADERS):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002 - the library's name
        """Write nothing: the address has a secret."""


SAFE_HEADERS = (
    ("Cache-Control", "no-store"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Content-Type-Options", "nosniff"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
)
