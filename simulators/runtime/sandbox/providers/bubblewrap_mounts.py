"""File system of a box: the mount arguments of bubblewrap.

It contains of the host only the programs and libraries of the system, the environment and the interpreter below it,
and the workspace. ``/etc`` is generated, so it reveals nothing and is the same everywhere.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

import simulators
from simulators.runtime.sandbox import CLOCK, BoxSpec, Environment, SandboxError

PROJECT = Path("/project")
"""Path of the workspace in every box."""

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib64", "/lib32", "/libx32")
FROM_ETC = ("/etc/ld.so.cache", "/etc/alternatives")
"""Cache of the loader; the system's choice among alternative libraries (for example BLAS)."""

MAX_TEMPORARY_BYTES = 256 << 20
SHARED_MEMORY = 64 << 20

OWN_CODE = Path(simulators.__file__).parents[1]
"""Evaluator, missions and canonical solutions: never visible, wherever they are installed."""


def made_up(user: int, group: int) -> dict[str, str]:
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
    found = {environment.python.resolve().parent.parent}
    config = environment.root / "pyvenv.cfg"
    if config.exists():
        settings = dict(line.split(" = ", 1) for line in config.read_text().splitlines() if " = " in line)
        found.add(Path(settings["home"]).parent)
    for folder in found:
        if Path.home().is_relative_to(folder):
            raise SandboxError(
                f"the Python of environment {environment.name!r} is installed in {folder}, and all of that "
                "would be visible to solutions; build the environment with a Python in a folder of its own"
            )
    return sorted(found - {environment.root})


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
