"""A program that sends requests gets every answer in words, several at the same time, and after a restart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

import pytest

from simulators.errors import ExpectationFailed, InvalidAnswer, NotFound
from simulators.runtime.environments import host as environments
from simulators.runtime.sandbox import PORT, Sandbox
from simulators.runtime.sandbox.choice import SANDBOXES
from simulators.runtime.start_project import RuntimeSpec, open_site
from simulators.service import Request, ServiceUser
from simulators.setting import Setting

SITE = """
import json, os, threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

print("begun", flush=True)
with open("starts", "a") as file:
    file.write("x")
together = threading.Barrier(4, timeout=30)

class Handler(BaseHTTPRequestHandler):
    def answer(self):
        content = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        if self.path == "/together":
            together.wait()
        if self.path == "/broken":
            self.wfile.write(b"HTTP/1.1 200 OK\\r\\nContent-Length: 100\\r\\n\\r\\nhalf")
            return
        if self.path == "/nothing":
            return
        seen = {"method": self.command, "type": self.headers.get("Content-Type"), "body": content,
                "tag": self.headers.get("If-Match"), "starts": len(open("starts").read())}
        self.send_response(201 if self.command == "POST" else 200)
        self.send_header("ETag", '"7"')
        self.end_headers()
        self.wfile.write(json.dumps(seen).encode())
    do_GET = do_POST = do_PATCH = answer

ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Handler).serve_forever()
"""
NONE = next(each for each in SANDBOXES if each.name == "none")


@pytest.fixture(params=SANDBOXES, ids=lambda sandbox: sandbox.name)
def sandbox(request: pytest.FixtureRequest) -> Sandbox:
    provider = cast(Sandbox, request.param)
    if problem := provider.problem():
        pytest.skip(f"{provider.name}: {problem}")
    return provider


@contextmanager
def _client(project: Path, sandbox: Sandbox) -> Iterator[tuple[ServiceUser, Callable[[], str]]]:
    """Start the site; yield a client, and a function that returns what the site printed."""
    project.mkdir()
    (project / "app.py").write_text(SITE)
    spec = RuntimeSpec(project, "web", environments.build("console"), sandbox, Setting())
    with open_site(spec) as site:
        user = ServiceUser(lambda: site.connect(PORT), site.clock, site.stopped)
        yield user, lambda: site.output.text()


def test_a_killed_server_starts_again_with_its_files(sandbox: Sandbox, tmp_path: Path) -> None:
    with _client(tmp_path / "project", sandbox) as (user, output):
        before = user.reads_json(user.sends("GET", "/").text, dict[str, object])
        for _ in range(2):
            user.restarts_project()
        after = user.reads_json(user.sends("GET", "/").text, dict[str, object])
        assert (before["starts"], after["starts"]) == (1, 3)
        assert output().count("begun") == 3


def test_requests_and_their_answers(tmp_path: Path) -> None:
    with _client(tmp_path / "project", NONE) as (user, _):
        answer = user.sends("PATCH", "/a?b=c", json={"name": "ü"}, headers={"If-Match": '"6"'})
        seen = user.reads_json(answer.text, dict[str, object])
        assert (seen["method"], seen["type"], seen["tag"]) == ("PATCH", "application/json", '"6"')
        assert user.reads_json(str(seen["body"]), dict[str, str]) == {"name": "ü"}
        assert user.header(answer, "etag") == '"7"'
        with pytest.raises(NotFound, match="the answer has no header Location"):
            user.header(answer, "Location")
        plain = user.sends("POST", "/", body="{", headers={"content-type": "text/plain"}, status=201)
        assert user.reads_json(plain.text, dict[str, object])["type"] == "text/plain"
        with pytest.raises(ExpectationFailed, match="GET /: expected status 201, seen 200"):
            user.sends("GET", "/", status=201)
    assert [step.verb for step in user.trace.entries if not step.ok] == ["header", "sends"]


def test_requests_at_the_same_time(tmp_path: Path) -> None:
    """The site answers none before all four have come."""
    with _client(tmp_path / "project", NONE) as (user, _):
        answers = user.sends_at_once([Request("POST", "/together", json=number) for number in range(4)])
        bodies = [user.reads_json(each.text, dict[str, object])["body"] for each in answers]
    assert bodies == ["0", "1", "2", "3"]


def test_what_is_no_whole_answer_fails_in_words(tmp_path: Path) -> None:
    with _client(tmp_path / "project", NONE) as (user, _):
        for path, why in (("/broken", "IncompleteRead"), ("/nothing", "RemoteDisconnected")):
            with pytest.raises(ExpectationFailed, match=f"no answer to GET {path}.*{why}"):
                user.sends("GET", path)
        for address in ("http://example.com/", "http://localhost:8001/", "/a b"):
            with pytest.raises(InvalidAnswer):
                user.sends("GET", address)
