"""Serve the reports of one run, or of all runs of a folder, on this machine only; they follow runs that go on."""

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
from pathlib import Path
from typing import ClassVar, Protocol
from urllib.parse import unquote

from evaluator.io.files import UnreadableFile
from evaluator.model.errors import UsageError
from evaluator.reports.html.page import FOLDER, attempt_files, chart_files, charts_for, index_script, page_of
from evaluator.reports.html.script_data import agent_title, index_parts, received
from evaluator.reports.templates import asset, digest, joined_script, template
from evaluator.runs.folder.paths import AttemptPaths, seconds_of
from evaluator.runs.folder.run import Run, open_run, runs_in
from evaluator.runs.results.results import Results, results_of

NUMBER = "[0-9]{1,9}"
ATTEMPT = re.compile(rf"{FOLDER}/(attempt-({NUMBER})(?:-dialogue|-diffs)?\.js)")
INDEX = re.compile(rf"{FOLDER}/(index-({NUMBER})\.js)")
CHART = re.compile(rf"{FOLDER}/(charts/[\w-]+\.(svg|csv))")
LIVE = re.compile(rf"{FOLDER}/(live-\d+)\.js")
ATTACHMENT = re.compile(r"(attempts/.+)/attachments/[^/]+\.(png|html)")
CHARTS = {"svg": "image/svg+xml", "csv": "text/csv; charset=utf-8"}
HTML, SCRIPT = "text/html; charset=utf-8", "text/javascript; charset=utf-8"
ATTACHMENTS = {"png": "image/png", "html": HTML}


class Served(Protocol):
    """What is served below a token."""

    def answer(self, path: str) -> tuple[str, bytes] | None:
        """Return content type and content of a path; None where there is nothing."""
        ...


@dataclass
class LiveReport:
    """Report of a run as it is now; results are read again when files of the run have changed."""

    run: Run
    listed: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _read: tuple[str, Results] | None = None

    def answer(self, path: str) -> tuple[str, bytes] | None:
        """Return content type and content of a path; None where there is nothing."""
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
        if found := ATTACHMENT.fullmatch(path):
            return self._attachment(path, found[1], ATTACHMENTS[found[2]])
        return None

    def stamp(self) -> str:
        """Return a text that changes with the results: the number of finished steps, and the time of the last one."""
        times = [stat for each in self.run.attempts() for stat in _changes(self.run.paths.of(each))]
        return f"{len(times)}-{max(times, default=0)}"

    def results(self) -> Results:
        with self._lock:
            stamp = self.stamp()
            if self._read is None or self._read[0] != stamp:
                self._read = stamp, results_of(self.run)
            return self._read[1]

    def _page(self) -> str:
        results = self.results()
        first, *others = index_parts(results)
        parts = [f"{FOLDER}/index-{number}.js" for number in range(2, len(others) + 2)]
        return page_of(results, seconds_of(self.run.paths.times), first, parts, charts_for(results), self.listed)

    def _attempt(self, name: str, number: int) -> tuple[str, bytes] | None:
        results = self.results()
        if not 0 <= number < len(results.attempts):
            return None
        script = attempt_files(results, number).get(name)
        return None if script is None else (SCRIPT, script.encode())

    def _index(self, name: str, number: int) -> tuple[str, bytes] | None:
        parts = list(index_parts(self.results()))
        return (SCRIPT, index_script(name, parts[number]).encode()) if 0 < number < len(parts) else None

    def _chart(self, name: str, suffix: str) -> tuple[str, bytes] | None:
        content = next((content for each, content in chart_files(charts_for(self.results())) if each == name), None)
        return None if content is None else (CHARTS[suffix], content)

    def _attachment(self, path: str, owner: str, content_type: str) -> tuple[str, bytes] | None:
        """Return an attachment of an attempt, never a file of its solution in a folder of that name."""
        place = self.run.folder.resolve() / path
        if owner not in {f"attempts/{each.label}" for each in self.run.attempts()} or place.resolve() != place:
            return None
        return (content_type, place.read_bytes()) if place.is_file() else None


LIST_SCRIPTS = ("dom", "loading", "live")


@dataclass(frozen=True)
class ListedRun:
    """A run in the list: its folder's name, agent and benchmark, what passed, and how much is done."""

    name: str
    agent: str
    benchmark: str
    passed: int
    total: int
    done: int
    attempts: int

    @property
    def percent(self) -> str:
        return f"{100 * self.passed / self.total:.1f} %" if self.total else "–"


@dataclass
class LiveFolder:
    """List of the runs in a folder, those that began last first, each with its report below its name."""

    folder: Path
    _reports: dict[str, LiveReport] = field(default_factory=dict)

    def answer(self, path: str) -> tuple[str, bytes] | None:
        """Return content type and content of a path; None where there is nothing."""
        if path in ("", "index.html"):
            return HTML, self._page().encode()
        if found := LIVE.fullmatch(path):
            stamp = "-".join(f"{name}:{report.stamp()}" for name, report in self._found().items())
            return SCRIPT, received(found[1], stamp).encode()
        name, slash, rest = path.partition("/")
        report = self._found().get(name) if slash else None
        return report.answer(rest) if report is not None else None

    def _found(self) -> dict[str, LiveReport]:
        """Return the report of every run that is there now."""
        found = [each.folder for each in runs_in(self.folder)]
        for path in found:
            if path.name not in self._reports:
                try:
                    self._reports[path.name] = LiveReport(open_run(path), listed=True)
                except (UsageError, UnreadableFile, OSError):
                    continue  # of another format, or not complete yet
        return {path.name: self._reports[path.name] for path in found if path.name in self._reports}

    def _page(self) -> str:
        script, style = joined_script(LIST_SCRIPTS), asset("report.css")
        return template("runs.html.j2").render(
            folder=self.folder.resolve().name,
            runs=[_listed(name, report.results()) for name, report in self._found().items()],
            style=style,
            script=script,
            style_digest=digest(style),
            script_digest=digest(script),
        )


def _listed(name: str, results: Results) -> ListedRun:
    request, lock, attempts = results.run.request, results.run.lock, len(results.attempts)
    done = attempts - len(results.unfinished)
    return ListedRun(name, agent_title(request.agent), lock.benchmark, results.passed, results.total, done, attempts)


def _changes(paths: AttemptPaths) -> Iterator[int]:
    for path in (paths.generation, paths.evaluations):
        try:
            yield path.stat().st_mtime_ns
        except FileNotFoundError:
            continue


@contextmanager
def serving_report(shown: Run | Path, port: int = 0) -> Iterator[str]:
    """Serve the report of a run, or the list of the runs in a folder, on the loopback interface; the value is its
    address, with a random token."""
    secret = secrets.token_urlsafe(24)

    class Handler(_ReportHandler):
        live: ClassVar[Served] = LiveFolder(shown) if isinstance(shown, Path) else LiveReport(shown)
        token: ClassVar[str] = secret

    with ThreadingHTTPServer(("127.0.0.1", port), Handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/{secret}/"
        finally:
            server.shutdown()
            thread.join()


class _ReportHandler(BaseHTTPRequestHandler):
    """Answers GET requests for paths that begin with the token; every other path does not exist."""

    live: ClassVar[Served]
    token: ClassVar[str]

    def do_GET(self) -> None:
        token, _, path = unquote(self.path.partition("?")[0]).removeprefix("/").partition("/")
        found = self.live.answer(path) if hmac.compare_digest(token.encode(), self.token.encode()) else None
        if found is None:
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        kind, content = found
        self.send_response(HTTPStatus.OK)
        policy = (("Content-Security-Policy", READ_ONLY),) if ATTACHMENT.search(path) else ()
        for name, value in (("Content-Type", kind), ("Content-Length", str(len(content))), *SAFE_HEADERS, *policy):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002 - the library's name
        """Write nothing: the address has a secret."""


READ_ONLY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""Policy of stored pages, which may come from a stranger: nothing in them runs, loads or opens anything."""

SAFE_HEADERS = (
    ("Cache-Control", "no-store"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Content-Type-Options", "nosniff"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
)
