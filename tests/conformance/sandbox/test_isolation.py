"""Attempts to read, write or reach anything outside of the project from inside a box; all must fail.

Everything is also tried outside of any box, where most of it succeeds: an attempt that fails everywhere
would prove nothing.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from simulators.runtime.sandbox import Environment, Sandbox
from tests.conformance.sandbox.conftest import IS_ROOT, python

TRYING = Path(__file__).with_name("trying.py")
ROOT = Path(__file__).parents[3]

DEVICES = "the devices of the host"

Try = tuple[str, ...]
"""Name, function of `trying`, and its arguments."""


@pytest.fixture
def surroundings(tmp_path: Path) -> Iterator[dict[str, str]]:
    """Objects of the host that a solution must not reach."""
    with ExitStack() as stack:
        tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        abstract = stack.enter_context(socket.socket(socket.AF_UNIX))
        abstract.bind(f"\0projecteval-test-{os.getpid()}")
        abstract.listen()
        named = stack.enter_context(socket.socket(socket.AF_UNIX))
        named.bind(str(tmp_path / "socket"))
        named.listen()
        for folder in ("run", "other-attempt"):
            (tmp_path / folder).mkdir()
            (tmp_path / folder / "file").write_text("secret")
        yield {
            "port": str(tcp.getsockname()[1]),
            "abstract": f"@projecteval-test-{os.getpid()}",
            "socket": str(tmp_path / "socket"),
            "run": str(tmp_path / "run"),
            "other": str(tmp_path / "other-attempt" / "file"),
        }


def tried(around: dict[str, str]) -> list[Try]:
    """Return the attempts that succeed outside of a box, as root or not."""
    pid = str(os.getpid())
    return [
        ("the repository", "read", str(ROOT)),
        ("canonical answers", "read", str(ROOT / "canonical")),
        ("testcodes and missions", "read", str(ROOT / "missions")),
        ("the evaluator's code", "read", str(ROOT / "evaluator")),
        ("the sandbox's code", "read", str(ROOT / "simulators/runtime/sandbox/guest/enter.py")),
        ("the run folder", "read", around["run"]),
        ("another attempt's files", "read", around["other"]),
        ("another attempt's files, changed", "write", around["other"]),
        ("a new file in the run folder", "make", around["run"]),
        ("the host's processes", "processes", pid),
        ("the evaluator by a signal", "signal", pid),
        ("the evaluator's variables", "read", f"/proc/{pid}/environ"),
        ("the evaluator's files by /proc", "read", f"/proc/{pid}/cwd"),
        ("the evaluator's root folder by /proc", "read", f"/proc/{pid}/root"),
        ("a service on the host's loopback", "tcp", "127.0.0.1", around["port"]),
        ("a service on the host, by any address", "tcp", "0.0.0.0", around["port"]),
        ("an abstract Unix socket of the host", "unix", around["abstract"]),
        ("a Unix socket in the host's /tmp", "unix", around["socket"]),
        (DEVICES, "read", "/sys/class"),
        *(("the evaluator's home", "read", str(path)) for path in _files_at_home()),
    ]


def _files_at_home() -> list[Path]:
    return [path for path in Path.home().iterdir() if path.is_file() and path.stat().st_size]


TRIED_BY_ROOT: list[Try] = [
    ("the host's passwords", "read", "/etc/shadow"),
    ("a new program in /usr/bin", "make", "/usr/bin"),
    ("a new library in /usr/lib", "make", "/usr/lib"),
    ("a new file in /etc", "make", "/etc"),
    ("a new file in /", "make", "/"),
    ("a new device", "make", "/dev"),
    ("raw packets", "family", "17", "3"),
]

TRIED_BESIDES: list[Try] = [
    ("the internet", "tcp", "1.1.1.1", "53"),
    ("the internet by IPv6", "tcp", "2606:4700:4700::1111", "53"),
    ("a cloud's secrets", "tcp", "169.254.169.254", "80"),
    ("a name of the internet", "resolve", "example.com"),
    ("the virtual machine's host", "family", "40", "1"),
    ("raw internet packets", "family", "2", "3"),
    ("docker's socket", "unix", "/var/run/docker.sock"),
    ("the system's bus", "unix", "/run/dbus/system_bus_socket"),
    ("the kernel's log", "read", "/dev/kmsg"),
    ("the machine's memory", "read", "/proc/kcore"),
    ("the disk", "read", "/dev/vda"),
    ("the kernel's settings", "write", "/proc/sys/kernel/core_pattern"),
    ("the first process's memory", "write", "/proc/1/mem"),
    ("the magic keys", "write", "/proc/sysrq-trigger"),
]


def test_a_box_keeps_everything_away(
    confining: Sandbox, environment: Environment, surroundings: dict[str, str], tmp_path: Path
) -> None:
    tries = [*tried(surroundings), *TRIED_BY_ROOT, *TRIED_BESIDES, *_changes(environment)]
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    with confining.box(workspace, environment) as box:
        ended = python(box, TRYING.read_text(), json.dumps(tries))
    assert ended.err == ""
    got_at = [name for name, why_not in json.loads(ended.out).items() if why_not is None]
    stated = [DEVICES] if any("/sys" in gap for gap in confining.coverage.leaves_open) else []
    assert got_at == stated


def test_outside_of_a_box_the_same_program_gets_at_them(surroundings: dict[str, str]) -> None:
    tries = [*tried(surroundings), *(TRIED_BY_ROOT if IS_ROOT else [])]
    done = subprocess.run([sys.executable, TRYING, json.dumps(tries)], capture_output=True, text=True, check=True)
    failed: dict[str, Any] = {name: why for name, why in json.loads(done.stdout).items() if why is not None}
    assert failed == {}


def _changes(environment: Environment) -> list[Try]:
    """Return attempts to change the environment and its interpreter, which a solution may use but not change."""
    return [
        ("a new package in the environment", "make", str(environment.root / "lib")),
        ("the environment's Python", "write", str(environment.python.resolve())),
        ("the environment's settings", "write", str(environment.root / "pyvenv.cfg")),
        ("the standard library", "make", str(Path(os.__file__).parent)),
    ]
