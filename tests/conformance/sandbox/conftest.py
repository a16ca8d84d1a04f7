from __future__ import annotations

import os
import subprocess
import time
import venv
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pytest

from simulators.runtime.sandbox import Box, BoxLimits, Environment, Sandbox
from simulators.runtime.sandbox.choice import SANDBOXES

MAX_STEP_SECONDS = 60.0
"""Maximum seconds of any step on a busy machine."""

HTTP_SERVER = """
import http.server, os, sys
class Site(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200); self.end_headers(); self.wfile.write(sys.argv[2].encode())
    def log_message(self, *_): pass
http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Site).serve_forever()
"""


@dataclass(frozen=True)
class Ended:
    """Result of a program in a box: `status` as in `subprocess`, and its output."""

    status: int
    out: str
    err: str


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """Bare environment; for containers, the name of an image that contains one."""
    root = tmp_path_factory.mktemp("environment") / "console"
    venv.EnvBuilder(symlinks=True, with_pip=False).create(root)
    for folder in (root.parent.parent, root.parent):
        folder.chmod(0o755)
    return Environment("console", root)


@pytest.fixture(params=SANDBOXES, ids=lambda sandbox: sandbox.name)
def sandbox(request: pytest.FixtureRequest) -> Sandbox:
    """Every provider that works here."""
    provider = cast(Sandbox, request.param)
    if problem := provider.problem():
        pytest.skip(f"{provider.name}: {problem}")
    return provider


@pytest.fixture
def confining(sandbox: Sandbox) -> Sandbox:
    """Every provider that works here and isolates anything."""
    if sandbox.name == "none":
        pytest.skip("none keeps nothing apart, and says so")
    return sandbox


Opener = Callable[..., AbstractContextManager[Box]]


@pytest.fixture
def opened(sandbox: Sandbox, environment: Environment, tmp_path: Path) -> Opener:
    """Opens boxes, each around a new empty workspace."""
    count = iter(range(100))

    @contextmanager
    def open_box(limits: BoxLimits = BoxLimits(), variables: Mapping[str, str] | None = None) -> Iterator[Box]:
        workspace = tmp_path / f"workspace-{next(count)}"
        workspace.mkdir()
        with sandbox.box(workspace, environment, limits, variables=variables) as box:
            yield box

    return open_box


@pytest.fixture
def box(opened: Opener) -> Iterator[Box]:
    with opened() as box:
        yield box


def python(box: Box, code: str, *words: str, **options: Any) -> Ended:
    """Run `code` with the box's Python to its end."""
    return run(box, "python", "-c", code, *words, **options)


def run(box: Box, *argv: str, typed: str = "", **options: Any) -> Ended:
    launch = box.launch(argv, **options)
    done = subprocess.run(
        launch.argv,
        env=dict(launch.env),
        cwd=launch.cwd,
        pass_fds=launch.pass_fds,
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        timeout=MAX_STEP_SECONDS,
    )
    return Ended(done.returncode, done.stdout, done.stderr)


@contextmanager
def running(box: Box, *argv: str, **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program inside the context; kill it afterwards."""
    launch = box.launch(argv, **options)
    with launch.start(stdin=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.kill()


@contextmanager
def site(box: Box, port: int, words: str = "hello") -> Iterator[None]:
    """Run a website in the box that answers every request with `words`."""
    with running(box, "python", "-c", HTTP_SERVER, str(port), words):
        until(lambda: bool(box.ports()))
        yield


def fetched(box: Box, port: int) -> str:
    with box.connect(port) as connection:
        connection.sendall(b"GET / HTTP/1.0\r\n\r\n")
        return b"".join(iter(lambda: connection.recv(4096), b"")).decode().rpartition("\r\n\r\n")[2]


def until(so: Callable[[], bool]) -> None:
    """Wait until `so` returns True; fail the test when it takes too long."""
    last = time.monotonic() + MAX_STEP_SECONDS
    while not so():
        assert time.monotonic() < last, "waited too long"
        time.sleep(0.01)


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


IS_ROOT = os.geteuid() == 0
