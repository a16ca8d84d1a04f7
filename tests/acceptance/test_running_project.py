"""`--url` uses a website that is running already: nothing is started, and output, lock and report say so."""

from __future__ import annotations

import shutil
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.support.commands import MISSIONS, projecteval

PAGES = {
    "/": """<h1>Hello</h1><button id="ask" onclick="document.body.append('How are you?')">Ask</button>""",
    "/about/": "<p>made by the team</p>",
}
NOTE = "was running already: nothing was started, no sandbox was around it"


class Site(BaseHTTPRequestHandler):
    """A website that evaluator and mission did not start."""

    def do_GET(self) -> None:
        page = PAGES.get(self.path, "").encode()
        self.send_response(200 if page else 404)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *words: object) -> None:
        """Print nothing."""


@contextmanager
def _serving(tls: ssl.SSLContext | None = None) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        if tls is not None:
            server.socket = tls.wrap_socket(server.socket, server_side=True)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http{'s' if tls else ''}://localhost:{server.server_address[1]}/"
        server.shutdown()
        thread.join()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Parameter values and a note; nothing in it could be started."""
    folder = tmp_path / "site"
    folder.mkdir()
    shutil.copy(MISSIONS / "hello-site/canonical/parameters.toml", folder)
    (folder / "notes.txt").write_text("the site runs elsewhere")
    return folder


def _words(project: Path, url: str, *options: str, mission: str = "hello-site") -> tuple[str | Path, ...]:
    return ("check", project, "--mission", mission, "--missions", MISSIONS, "--url", url, "--out", "run", *options)


def test_a_running_site_is_used_and_left_running(project: Path, tmp_path: Path) -> None:
    with _serving() as url:
        called = projecteval(*_words(project, url), cwd=tmp_path)
        again = projecteval("evaluate", "run", "--again", cwd=tmp_path)
    assert called.status == 0, called.stderr
    assert "4 of 4 passed" in called.stdout
    assert NOTE in called.stdout
    assert f"at {url}" in (tmp_path / "run/report.html").read_text()
    assert f'"running": "{url}"' in (tmp_path / "run/lock.json").read_text()
    assert (again.status, "--url" in again.stderr) == (2, True)  # a run folder alone sends no user there


def test_a_secured_site_is_used_where_its_certificate_is_trusted(project: Path, tmp_path: Path) -> None:
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed: no certificate can be made")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    made = ("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost")
    added = ("-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(certificate))
    subprocess.run([*made, *added], check=True, capture_output=True)
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate, key)
    with _serving(tls) as url:
        words = _words(project, url, "--only", "greets")
        called = projecteval(*words, cwd=tmp_path, env={"SSL_CERT_FILE": str(certificate)})
        refused = projecteval(*words[:-4], "--out", "other", cwd=tmp_path)
    assert "2 of 2 passed" in called.stdout, called.stdout + called.stderr
    assert "certificate verify failed" in refused.stdout


def test_a_site_that_does_not_answer_is_said(project: Path, tmp_path: Path) -> None:
    with _serving() as url:
        pass
    called = projecteval(*_words(project, url), cwd=tmp_path)
    assert f"no project answers at {url}" in called.stdout, called.stdout


@pytest.mark.parametrize(
    ("url", "options", "mission", "message"),
    [
        ("ftp://localhost/", (), "hello-site", "not an http address"),
        ("localhost:8000", (), "hello-site", "not an http address"),
        ("http://localhost:8000/shop", (), "hello-site", "more than the root of a site"),
        ("http://localhost:99999/", (), "hello-site", "Port out of range"),
        ("http://localhost:8000/", ("--keep-open",), "hello-site", "--keep-open and --url"),
        ("http://localhost:8000/", (), "hello-console", "mission hello-console has no website"),
    ],
)
def test_what_cannot_run_already_is_refused(
    url: str, options: tuple[str, ...], mission: str, message: str, project: Path, tmp_path: Path
) -> None:
    (project / "main.py").write_text("print('Hello')")
    shutil.copy(MISSIONS / mission / "canonical/parameters.toml", project)
    called = projecteval(*_words(project, url, *options, mission=mission), cwd=tmp_path)
    assert (called.status, message in called.stderr) == (2, True), called.stderr
    assert not (tmp_path / "run").exists()


def test_only_a_project_of_ones_own_runs_already(tmp_path: Path) -> None:
    words = ("run", "--agent", "canonical", "--missions", MISSIONS, "--select", "hello-site", "--out", "run")
    called = projecteval(*words, "--url", "http://localhost:8000/", cwd=tmp_path)
    assert (called.status, "only a project of your own runs already" in called.stderr) == (2, True), called.stderr
