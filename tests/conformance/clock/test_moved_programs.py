"""A move of the clock reaches every process of a running project, in every sandbox."""

from __future__ import annotations

import errno
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path
from typing import cast

import pytest

from simulators.console import ConsoleUser
from simulators.files import FilesUser
from simulators.runtime.environments import host as environments
from simulators.runtime.sandbox import Sandbox
from simulators.runtime.sandbox.choice import SANDBOXES
from simulators.runtime.start_project import PreparedProject, RuntimeSpec, open_project, open_site
from simulators.setting import Setting

DATES = """
import datetime, os, subprocess, sys
child = [sys.executable, "-c", "import datetime; print(datetime.date.today())"]
while True:
    print(datetime.date.today(), subprocess.check_output(child, text=True))
    if input("again? ") != "y":
        break
"""

ATTACK = """
import os
for attempt in (lambda: os.open(place, os.O_WRONLY), lambda: os.truncate(place, 0), lambda: os.unlink(place),
                lambda: os.chmod(place, 0o666), lambda: os.rename(place, "clock")):
    place = os.environ["PROJECTEVAL_CLOCK_FILE"]
    try:
        attempt()
        print("done")
    except OSError as error:
        print(error.errno)
"""

SITE = """
import datetime, sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(datetime.date.today().isoformat().encode())

if "runserver" in sys.argv:
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[-1])), Handler).serve_forever()
"""

NODE_SITE = """
require("node:http").createServer((request, response) => response.end(new Date().toISOString().slice(0, 10)))
  .listen(process.env.PORT);
"""


@pytest.fixture(params=SANDBOXES, ids=lambda sandbox: sandbox.name)
def sandbox(request: pytest.FixtureRequest) -> Sandbox:
    provider = cast(Sandbox, request.param)
    if problem := provider.problem():
        pytest.skip(f"{provider.name}: {problem}")
    return provider


def _spec(project: Path, stack: str, environment: str, sandbox: Sandbox, name: str, source: str) -> RuntimeSpec:
    project.mkdir()
    (project / name).write_text(source)
    return RuntimeSpec(project, stack, environments.build(environment), sandbox, Setting(patience=2.0))


def test_a_running_console_program_and_its_children(sandbox: Sandbox, tmp_path: Path) -> None:
    spec = _spec(tmp_path / "project", "console", "console", sandbox, "main.py", DATES)
    with open_project(spec) as project, ConsoleUser(project.box, project.program, clock=project.clock) as user:
        user.starts()
        user.sees("2025-03-14 2025-03-14")
        user.moves_clock(days=2, hours=20)
        assert user.today() == date(2025, 3, 17)
        user.enters("y")
        user.sees("2025-03-17 2025-03-17")
        user.starts()
        user.sees("2025-03-17 2025-03-17")
    moved = next(step for step in user.trace.entries if step.verb == "moves_clock")
    assert moved.what == "forward by 2 days 20 hours"
    assert moved.seen.startswith("now 2025-03-17 05:3")


def test_runs_of_a_batch_program(sandbox: Sandbox, tmp_path: Path) -> None:
    program = "import datetime; print(datetime.date.today())"
    spec = _spec(tmp_path / "project", "batch", "console", sandbox, "main.py", program)
    with open_project(spec) as project, FilesUser(project.box, project.program, clock=project.clock) as user:
        seen = [user.runs().stdout.strip()]
        user.moves_clock(hours=20)
        seen.append(user.runs().stdout.strip())
        project.clock.restart()
        seen.append(user.runs().stdout.strip())
    assert seen == ["2025-03-14", "2025-03-15", "2025-03-14"]


def test_a_program_cannot_write_the_clock(sandbox: Sandbox, tmp_path: Path) -> None:
    if sandbox.name == "none":
        pytest.skip("none isolates no files, and says so")
    spec = _spec(tmp_path / "project", "batch", "console", sandbox, "main.py", ATTACK)
    with open_project(spec) as project, FilesUser(project.box, project.program, clock=project.clock) as user:
        refused = {int(word) if word.isdigit() else word for word in user.runs().stdout.split()}
        project.clock.move(timedelta(days=1))
    assert refused <= {errno.EROFS, errno.EACCES, errno.EPERM, errno.EBUSY, errno.EXDEV}


def test_a_program_that_damages_the_clock_damages_itself_only(tmp_path: Path) -> None:
    (none,) = (each for each in SANDBOXES if each.name == "none")
    damage = "import os; os.truncate(os.environ['PROJECTEVAL_CLOCK_FILE'], 0); print('cut')"
    spec = _spec(tmp_path / "project", "batch", "console", none, "main.py", damage)
    with open_project(spec) as project, FilesUser(project.box, project.program, clock=project.clock) as user:
        user.runs(status=None)
        user.sees_output("cut")
        user.moves_clock(days=1)
        assert user.today() == date(2025, 3, 15)


@contextmanager
def _running(spec: RuntimeSpec) -> Iterator[tuple[PreparedProject, Callable[[], str]]]:
    """Start a site; yield it with a function that returns the date that it answers."""
    with open_site(spec) as site:
        box = site.project.box

        def answer() -> str:
            with box.connect(8000) as connection:
                connection.sendall(b"GET / HTTP/1.0\r\n\r\n")
                return b"".join(iter(lambda: connection.recv(4096), b"")).decode().rpartition("\r\n\r\n")[2]

        yield site.project, answer


def test_a_running_server_of_django_projects(sandbox: Sandbox, tmp_path: Path) -> None:
    spec = _spec(tmp_path / "project", "django", "django", sandbox, "manage.py", SITE)
    with _running(spec) as (project, answer):
        assert answer() == "2025-03-14"
        project.clock.move(timedelta(days=30))
        assert answer() == "2025-04-13"
        project.clock.restart()
        assert answer() == "2025-03-14"


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js: apt-get install nodejs")
def test_a_running_server_of_node(sandbox: Sandbox, tmp_path: Path) -> None:
    spec = _spec(tmp_path / "project", "web", "node", sandbox, "server.js", NODE_SITE)
    with _running(spec) as (project, answer):
        assert answer() == "2025-03-14"
        project.clock.move(timedelta(days=30))
        assert answer() == "2025-04-13"


def test_the_real_time_stays(sandbox: Sandbox, tmp_path: Path) -> None:
    spec = _spec(tmp_path / "project", "batch", "console", sandbox, "main.py", "print('run')")
    real = RuntimeSpec(spec.project, "batch", spec.environment, sandbox, Setting(time=None))
    with open_project(real) as project, FilesUser(project.box, project.program, clock=project.clock) as user:
        user.runs()
        with pytest.raises(ValueError, match="a clock with the real time cannot be moved"):
            user.moves_clock(days=1)
