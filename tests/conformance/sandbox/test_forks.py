"""A website that starts as a fork of a Python outside of its box is as confined, and as fresh, as an executed one."""

from __future__ import annotations

import http.client
import json
import os
import signal
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import psutil
import pytest

from simulators.failures import FailureKind
from simulators.runtime.environments import host as environments
from simulators.runtime.processes.process_tree import is_running, wait_until_ended
from simulators.runtime.readiness import status_of
from simulators.runtime.sandbox.providers.bubblewrap import Bubblewrap
from simulators.runtime.stage import RuntimeSpec, Site, open_site
from simulators.runtime.start import StartError
from simulators.runtime.worker_context import WorkerContext

MAX_SECONDS = 60.0
"""Seconds for processes to end on a busy machine."""

SITE = """
import os, sys, threading
import django
from django.conf import settings
from django.core.management import execute_from_command_line
from django.http import HttpResponse
from django.urls import path

settings.configure(
    DEBUG=True, SECRET_KEY="k", ALLOWED_HOSTS=["*"], ROOT_URLCONF="__main__",
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "db.sqlite3"}},
)

def end(request, number):
    os._exit(number)

def kill(request, number):
    os.kill(os.getpid(), number)
    threading.Event().wait()  # another thread may take the signal: no answer before it ends the process

urlpatterns = [
    path("", lambda request: HttpResponse("here")),
    path("end/<int:number>", end),
    path("kill/<int:number>", kill),
]
if "runserver" in sys.argv:
    import probe
execute_from_command_line(sys.argv)
"""

PROBE = """
import gc, hashlib, json, os, random, resource, signal, sys, time

def attempt(what):
    try:
        return what() and "done"
    except OSError as error:
        return type(error).__name__

status = dict(line.split(":", 1) for line in open("/proc/self/status").read().splitlines())
CONFINED = ("Uid", "Gid", "Groups", "CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb", "NoNewPrivs", "Seccomp", "SigIgn")
print("PROBE" + json.dumps({
    "confined": {name: status[name].split() for name in CONFINED},
    "limits": {name: resource.getrlimit(getattr(resource, name)) for name in dir(resource) if name[:7] == "RLIMIT_"},
    "variables": dict(os.environ),
    "words": sys.argv,
    "path": sys.path,
    "executable": [sys.executable, sys.prefix],
    "flags": list(sys.flags),
    "streams": [(one.encoding, one.errors, one.line_buffering) for one in (sys.stdin, sys.stdout, sys.stderr)],
    "descriptors": [number for number in range(3, 200) if attempt(lambda: os.fstat(number)) == "done"],
    "folder": [os.getcwd(), os.listdir("/"), os.stat("/tmp").st_mode],
    "processes": len([name for name in os.listdir("/proc") if name.isdigit()]),
    "own": attempt(lambda: os.listdir("/proc/self/fd")),
    "drawn": [random.random(), hash("a")],
    "day": time.strftime("%Y-%m-%d %H"),
    "umask": os.umask(0o022),
    "interpreter": attempt(lambda: open("/proc/self/exe", "r+b")),
    "keys": attempt(lambda: os.setuid(0)),
    "collects": gc.isenabled(),
    "stopped": signal.getsignal(signal.SIGINT) is signal.default_int_handler,
}), flush=True)
"""


@pytest.fixture(autouse=True)
def forks() -> None:
    if problem := Bubblewrap().problem():
        pytest.skip(problem)
    if os.geteuid() != 0:
        pytest.skip("only root's boxes have a user of their own, without whom nothing begins as a fork")


@pytest.fixture
def worker() -> Iterator[WorkerContext]:
    with WorkerContext() as worker:
        yield worker


@pytest.fixture
def project(tmp_path: Path) -> Path:
    project = tmp_path / "project"
    project.mkdir()
    (project / "manage.py").write_text(SITE)
    (project / "probe.py").write_text(PROBE)
    return project


def _opened(project: Path, worker: WorkerContext | None) -> AbstractContextManager[Site]:
    return open_site(RuntimeSpec(project, "django", environments.build("django"), Bubblewrap(), worker=worker))


def _servers() -> list[psutil.Process]:
    """The fork servers of this process."""
    return [one for one in psutil.Process().children() if any("fork_protocol.serve" in word for word in one.cmdline())]


def _probed(project: Path, worker: WorkerContext | None) -> Any:
    """Return the surroundings of a running site."""
    with _opened(project, worker) as site:
        printed = site.server.output.text()
    found = next(line for line in printed.splitlines() if line.startswith("PROBE"))
    return json.loads(found.removeprefix("PROBE"))


def test_a_fork_finds_what_an_executed_program_finds(project: Path) -> None:
    with WorkerContext() as worker:
        forked, again = _probed(project, worker), _probed(project, worker)
        assert len(_servers()) == 1
    executed = _probed(project, None)
    assert not _servers()
    for one in (forked, again, executed):
        users = {one["confined"][kind][0] for kind in ("Uid", "Gid")}
        assert len(users) == 1
        assert int(users.pop()) > 1000  # a number of its own for each box
        del one["confined"]["Uid"], one["confined"]["Gid"], one["variables"]["PROJECTEVAL_CLOCK"]
    assert executed["interpreter"] == executed["keys"] == "PermissionError"
    assert forked == executed
    assert again == executed


def test_forks_come_from_one_server_that_ends_with_who_keeps_it(worker: WorkerContext, project: Path) -> None:
    with _opened(project, worker):
        (server,) = _servers()
        with _opened(project, worker) as second:
            assert _servers() == [server]
            assert status_of(second.place.box, "/", 10.0) == 200
    worker.close()
    assert not server.is_running()


@pytest.mark.parametrize(
    ("path", "trouble"),
    [
        ("/end/0", "the project's server ended with status 0"),
        ("/end/3", "the project's server ended with status 3"),
        (f"/kill/{signal.SIGKILL}", "the project's server ended by signal SIGKILL"),
        (f"/kill/{signal.SIGABRT}", "the project's server ended by signal SIGABRT"),
    ],
)
def test_how_a_fork_ended_is_told(worker: WorkerContext, project: Path, path: str, trouble: str) -> None:
    with _opened(project, worker) as site:
        with pytest.raises((OSError, http.client.HTTPException)):
            status_of(site.place.box, path, 10.0)
        found = site.trouble()
        assert found is not None
        assert found.message.startswith(trouble)
        assert (found.kind is FailureKind.PROCESS_KILLED) == (f"{signal.SIGKILL}" in path)


def test_a_project_that_does_not_start_says_why(worker: WorkerContext, project: Path) -> None:
    (project / "probe.py").write_text("raise LookupError('no such planet')\n")
    with pytest.raises(StartError, match=r"status 1 .*: LookupError: no such planet"), _opened(project, worker):
        pass


@pytest.mark.parametrize("name", ["calendar.py", "sqlparse/__init__.py", "enter.py"])
def test_what_a_project_has_itself_is_not_there_before_it(worker: WorkerContext, project: Path, name: str) -> None:
    """The fork has imported a module of that name; the project must get its own."""
    (project / name).parent.mkdir(exist_ok=True)
    (project / name).write_text("mine = 'true'\n")
    module = name.partition("/")[0].removesuffix(".py")
    (project / "probe.py").write_text(f"import {module} as own; print('PROBE' + own.mine, flush=True)\n")
    assert _probed(project, worker) is True


def test_a_server_that_died_is_done_without(worker: WorkerContext, project: Path) -> None:
    with _opened(project, worker) as first:
        (server,) = _servers()
        server.kill()
        psutil.wait_procs([server], MAX_SECONDS)
        assert status_of(first.place.box, "/", 10.0) == 200
        with _opened(project, worker) as second:
            assert status_of(second.place.box, "/", 10.0) == 200
            assert server not in _servers()


def test_an_ended_box_takes_its_forks_with_it(worker: WorkerContext, project: Path) -> None:
    with _opened(project, worker) as site:
        inside = [psutil.Process(pid) for pid in site.place.box.pids()]
        assert inside
    forks = [*inside, *_servers()[0].children(recursive=True)]
    wait_until_ended(forks, MAX_SECONDS)
    assert not list(filter(is_running, forks))
