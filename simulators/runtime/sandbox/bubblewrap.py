"""Sandbox provider `bubblewrap`: the default on Linux, for root and ordinary users.

A box is a set of namespaces that one process holds open (`namespace_holder`). `enter` starts every program in them,
so that all programs of a box reach each other on the loopback and share one private ``/tmp``. Its file system
contains of the host only the programs and libraries of the system, the environment and the interpreter below it,
and the workspace. ``/etc`` is generated, so it reveals nothing and is the same everywhere.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cached_property
from pathlib import Path

import simulators
from simulators.runtime.sandbox import (
    CLOCK,
    PROJECT,
    Box,
    BoxLimits,
    BoxSpec,
    Coverage,
    Environment,
    Sandbox,
    SandboxError,
    cgroups,
    disk_quota,
    seccomp,
)
from simulators.runtime.sandbox.cgroups import Group
from simulators.runtime.sandbox.namespace_holder import memory_file, namespace_holder
from simulators.runtime.sandbox.namespaces import NamespaceBox

COVERS = (
    "network: loopback only, own ports",
    "processes: only its own are seen and reached",
    "files: read-only system, project folder and private /tmp only",
    "user: unprivileged, without capabilities",
    "system calls: filtered",
    "processor time and open files of each process, size of a file, number of pseudo-terminals",
    "disk: the project folder is checked four times a second",
)
LEAVES_OPEN = (
    "the kernel is shared: a hole in it is a way out",
    "processor time of all processes together: bounded by the time limits of the evaluation",
)


TRIAL_SECONDS = 60.0
"""Seconds for the program of the trial box; it takes milliseconds on an idle machine."""


class Bubblewrap(Sandbox):
    """Provider `bubblewrap`. `hidden` are folders that no box may show, in addition to the evaluator's code."""

    name = "bubblewrap"
    listens = True

    def __init__(self, hidden: Sequence[Path] = ()) -> None:
        self._hidden = tuple(hidden)

    @cached_property
    def coverage(self) -> Coverage:
        found = cgroups.hierarchy()
        if found is not None:
            groups = f"memory and number of processes of a box (control groups, version {found.version})"
            return Coverage((*COVERS, groups), LEAVES_OPEN)
        return Coverage(
            (*COVERS, "memory of each process, number of processes (resource limits)"),
            (*LEAVES_OPEN, "memory of all processes together: no control group can be made here"),
        )

    def problem(self) -> str | None:
        if sys.platform != "linux":
            return "bubblewrap needs Linux; use --sandbox docker"
        if (unfiltered := seccomp.problem()) is not None:
            return unfiltered
        if shutil.which("bwrap") is None:
            return "bubblewrap is not installed; install it, for instance: apt-get install bubblewrap"
        return self._trial

    @cached_property
    def _trial(self) -> str | None:
        """Open and use a box; return the problem, or None."""
        here = Environment("trial", Path("/usr"))
        try:
            with tempfile.TemporaryDirectory() as folder, self.box(Path(folder), here) as box:
                completed = box.run(("/bin/true",), TRIAL_SECONDS)
        except SandboxError as error:
            return f"{error}{_advice(str(error))}"
        if completed.status == 0:
            return None
        return f"a program cannot be started in a box: {completed.output.strip() or 'it does not end'}"

    @contextmanager
    def _open(self, spec: BoxSpec) -> Iterator[Box]:
        """Open a box; readable folders are mounted at their own path, read-only."""
        program = shutil.which("bwrap")
        if program is None:
            raise SandboxError("bubblewrap is not installed; install it, for instance: apt-get install bubblewrap")
        user = disk_quota.unprivileged()
        with ExitStack() as stack:
            files = _files(stack, user)
            arguments = file_system(spec, files, self._hidden)
            stack.enter_context(disk_quota.owned_by(spec.workspace, user))
            group = _grouped(stack, spec.limits)
            holder = stack.enter_context(namespace_holder(program, arguments, [descriptor for _, descriptor in files]))
            box = NamespaceBox(spec, holder, group, user)
            stack.callback(box.close)
            stack.enter_context(disk_quota.DiskQuota(spec.workspace, spec.limits.disk, box.pids, box.end))
            yield box


def _files(stack: ExitStack, user: int | None) -> list[tuple[str, int]]:
    files = etc_files(os.geteuid() if user is None else user, os.getegid() if user is None else user)
    return [(path, stack.enter_context(memory_file(text.encode()))) for path, text in files.items()]


def _grouped(stack: ExitStack, limits: BoxLimits) -> Group | None:
    found = cgroups.hierarchy()
    if found is None:
        return None
    group = found.make(limits)
    stack.callback(group.remove)
    return group


def _advice(words: str) -> str:
    """Return what to do about an error message of bubblewrap, if known."""
    if "Unknown option" in words:
        return "; bubblewrap 0.7 or newer is needed"
    if "namespace" in words or "Permission denied" in words or "not permitted" in words:
        return (
            "; this machine lets you make no namespaces: allow them (sysctl "
            "kernel.unprivileged_userns_clone=1, kernel.apparmor_restrict_unprivileged_userns=0), "
            "or run in a container that may (--privileged)"
        )
    return ""


SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib64", "/lib32", "/libx32")
FROM_ETC = ("/etc/ld.so.cache", "/etc/alternatives")
"""Cache of the loader; the system's choice among alternative libraries (for example BLAS)."""

MAX_TEMPORARY_BYTES = 256 << 20
SHARED_MEMORY = 64 << 20

OWN_CODE = Path(simulators.__file__).parents[1]
"""Evaluator, missions and canonical solutions: never visible, wherever they are installed."""


def etc_files(user: int, group: int) -> dict[str, str]:
    """Return the generated files of ``/etc``, by path."""
    return {
        "/etc/passwd": f"root:x:0:0:root:/:/usr/sbin/nologin\nuser:x:{user}:{group}:user:/tmp:/bin/sh\n",
        "/etc/group": f"root:x:0:\nuser:x:{group}:\n",
        "/etc/hosts": "127.0.0.1 localhost\n::1 localhost\n",
        "/etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
    }


def file_system(spec: BoxSpec, files: Iterable[tuple[str, int]], hidden: Sequence[Path] = ()) -> list[str]:
    """Return bubblewrap's arguments for the whole file system of a box.

    `files` are paths of generated files with the descriptors of their content; `hidden` are folders emptied where one
    of the others would show them.
    """
    environment = spec.environment
    shown = [*map(str, interpreters(environment)), str(environment.root), *map(str, spec.readable)]
    everything = [*map(Path, SYSTEM), *map(Path, shown)]
    masked = [path for path in (OWN_CODE, *hidden) if _is_below(path, everything)]
    arguments = [
        *_system(),
        *_tmpfs("/tmp", min(spec.limits.disk, MAX_TEMPORARY_BYTES)),
        *_bound(path for path in shown if not _is_below(Path(path), SYSTEM)),
    ]
    for path in masked:
        arguments += ["--tmpfs", str(path)]
    arguments += _bound(path for path in shown if _is_below(Path(path), masked))
    if spec.clock is not None:
        arguments += ["--ro-bind", str(spec.clock), str(CLOCK)]
    arguments += ["--bind", str(spec.workspace), str(PROJECT), "--proc", "/proc", "--dev", "/dev"]
    for name, descriptor in files:
        arguments += ["--perms", "0444", "--ro-bind-data", str(descriptor), name]
    arguments += _tmpfs("/dev/shm", SHARED_MEMORY)
    for name in (*map(str, masked), "/dev", "/"):
        arguments += ["--remount-ro", name]
    return arguments


def interpreters(environment: Environment) -> list[Path]:
    """Return the folders in which the Python below a virtual environment is installed.

    Raises `SandboxError` when one of them would make a home folder visible.
    """
    found = {environment.python.resolve().parent.parent, *python_folders(environment.root)}
    for folder in found:
        if Path.home().is_relative_to(folder):
            raise SandboxError(
                f"the Python of environment {environment.name!r} is installed in {folder}, and all of that "
                "would be visible to solutions; build the environment with a Python in a folder of its own"
            )
    return sorted(found - {environment.root})


def python_folders(root: Path) -> set[Path]:
    """Return the folders in which the Python below the virtual environment `root` is installed; none for others."""
    config = root / "pyvenv.cfg"
    if not config.is_file():
        return set()
    settings = dict(line.split(" = ", 1) for line in config.read_text().splitlines() if " = " in line)
    return {(root / "bin" / "python").resolve().parent.parent, Path(settings["home"]).parent}


def _system() -> list[str]:
    arguments = ["--perms", "0755", "--dir", "/etc"]
    for path in map(Path, SYSTEM):
        if path.is_symlink():
            arguments += ["--symlink", os.readlink(path), str(path)]  # noqa: PTH115 - as it is written
        elif path.exists():
            arguments += ["--ro-bind", str(path), str(path)]
    for name in FROM_ETC:
        arguments += ["--ro-bind-try", name, name]
    return arguments


def _is_below(path: Path, folders: Iterable[str | Path]) -> bool:
    return path.exists() and any(path.is_relative_to(folder) for folder in folders)


def _bound(paths: Iterable[str]) -> list[str]:
    arguments = []
    for path in paths:
        for parent in reversed(Path(path).parents[:-1]):
            arguments += ["--perms", "0755", "--dir", str(parent)]  # otherwise only root could pass
        arguments += ["--ro-bind", path, path]
    return arguments


def _tmpfs(path: str, size: int) -> list[str]:
    return ["--perms", "1777", "--size", str(size), "--tmpfs", path]
