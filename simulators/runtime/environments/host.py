"""Environments of solutions: virtual environments built once from a lock file, then read-only.

An environment is stored in ``$PROJECTEVAL_HOME/environments`` (default ``~/.cache/projecteval``) under its
name and the digest of its lock file, so a changed lock file gives a new environment, never a half-changed one. Its
name is that of a lock file of this package, or the path of a mission's own (`lock_files`).
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from simulators.data_files import home as home
from simulators.errors import InfrastructureError
from simulators.failures import FailureKind
from simulators.runtime.environments import (
    desktop_programs,
    lock_files,
    node_packages,
    pythons,
    shared_folders,
)
from simulators.runtime.sandbox import Environment

GUEST = Path(__file__).parent / "guest"
HELPERS = tuple(sorted(path for path in GUEST.glob("projecteval*") if path.is_file()))
"""Helper modules that every environment contains in addition to its packages; ``projecteval.pth`` names those that
every Python of an environment imports at its start."""


def helpers(name: str) -> tuple[Path, ...]:
    """Return the helper modules of an environment: the common ones, and those of the folder with its name."""
    own = () if lock_files.is_path(name) else (GUEST / name).glob("projecteval*")
    return (*HELPERS, *sorted(own))


class EnvironmentNotReady(InfrastructureError):
    """An environment is unknown, not built, or cannot be built; the message says what to do."""

    usual_kind = FailureKind.SANDBOX


class UnknownEnvironment(EnvironmentNotReady):
    """No environment, lock file or allowed package has this name."""


def names() -> tuple[str, ...]:
    """Return the environments for which this package has lock files; those of missions are named by their paths."""
    return lock_files.names()


def digest(name: str) -> str:
    """Return twelve hexadecimal digits over everything that determines the content of an environment."""
    version = pythons.declared_version(_lock_of(name).decode()) or sys.version
    parts = [_inputs(name), *(path.read_bytes() for path in helpers(name)), version.encode()]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:12]


def made_of(name: str) -> str:
    """Return the digest of the inputs of the environment's image, which has its own Python (docker/build-images)."""
    return hashlib.sha256(b"".join([_inputs(name), *(path.read_bytes() for path in helpers(name))])).hexdigest()


def place(name: str) -> Path:
    """Return the folder of an environment, built or not."""
    return home() / "environments" / f"{lock_files.label(name)}-{digest(name)}"


def is_built(name: str) -> bool:
    return shared_folders.is_built(place(name))


def find(name: str) -> Environment:
    """Return the built environment `name`, which cannot be removed while this process runs. Raises
    `EnvironmentNotReady` when it is not built."""
    if not shared_folders.hold(place(name)):
        first = f"{missing}; then " if (missing := problem(name)) else ""
        raise EnvironmentNotReady(
            f"environment {name!r} is not built; {first}run: projecteval environments build {name}"
        )
    return Environment(name, place(name))


def problem(name: str) -> str:
    """Return what this machine lacks to build the environment `name`, and what to do; empty when nothing."""
    version = pythons.declared_version(_lock_of(name).decode())
    return pythons.python_problem(version) or node_packages.problem(name) or desktop_programs.problem(name)


def build(name: str) -> Environment:
    """Build the environment `name` unless it exists; safe for concurrent processes."""
    folder = place(name)
    if not is_built(name) and (missing := problem(name)):
        raise EnvironmentNotReady(f"environment {name!r} cannot be built: {missing}")
    with shared_folders.exclusive(folder):
        if not is_built(name):
            shared_folders.remove_tree(folder)
            _install(name, folder)
            shared_folders.finish(folder, digest(name))
    return find(name)


def packages(name: str) -> tuple[str, ...]:
    """Return the packages of an environment, as ``name==version``, without those of the helper modules."""
    python = tuple(package for package in pinned(name) if not package.startswith("time-machine"))
    return (*python, *node_packages.pins(name))


def pinned(name: str) -> tuple[str, ...]:
    """Return everything that the lock file of an environment pins, as ``name==version``."""
    return lock_files.pins(_lock_of(name).decode())


def left_over() -> tuple[Path, ...]:
    """Folders of environments that no lock file of this version describes any more; those of missions left out."""
    current = {place(name) for name in names()}
    folder = home() / "environments"
    return tuple(
        sorted(
            path
            for path in folder.glob("[!.]*-*")
            if path.is_dir() and path not in current and not path.name.rpartition("-")[0].endswith(lock_files.SUFFIX)
        )
    )


def of_missions() -> tuple[Path, ...]:
    """Folders of environments that were built from lock files of missions."""
    return tuple(sorted(path for path in (home() / "environments").glob(f"[!.]*{lock_files.SUFFIX}-*")))


def _inputs(name: str) -> bytes:
    """Return the locks of an environment."""
    return _lock_of(name) + node_packages.content(name)


def _lock_of(name: str) -> bytes:
    lock = lock_files.content(name)
    if lock is None and lock_files.is_path(name):
        raise UnknownEnvironment(f"{name}: there is no such lock file; write one with pip-compile --generate-hashes")
    if lock is None:
        raise UnknownEnvironment(f"there is no environment {name!r}; there are {', '.join(names())}")
    return lock


def _install(name: str, folder: Path) -> None:
    content = _lock_of(name)
    python = pythons.find_python(pythons.declared_version(content.decode()))
    _run(name, python, "-m", "venv", "--without-pip", str(folder))
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(folder / "bin/python"))
    with tempfile.NamedTemporaryFile(suffix=lock_files.SUFFIX) as lock:
        lock.write(content)
        lock.flush()
        wheels = lock_files.wheel_options(name, content.decode())
        _run(name, *pip, "install", "--quiet", "--require-hashes", "--no-deps", *wheels, "-r", lock.name)
    packages = next((folder / "lib").glob("python*/site-packages"))
    if command := node_packages.install(name, folder):
        _run(name, *command)
        node_packages.remove_cache(folder)
        _compile_packages(name, folder)
    for helper in helpers(name):
        shutil.copy(helper, packages)
    _run(name, "env", "PYTHONHASHSEED=0", str(folder / "bin/python"), "-m", "projecteval_finish")


def _compile_packages(name: str, folder: Path) -> None:
    try:
        node_packages.compile_packages(folder)
    except node_packages.CompileError as error:
        raise EnvironmentNotReady(f"environment {name!r} cannot be built: {error}") from error


def _run(name: str, *command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise EnvironmentNotReady(
            f"environment {name!r} cannot be built: {' '.join(command[:4])} … ended with "
            f"{done.returncode}:\n{(done.stderr or done.stdout).strip()[-2000:]}"
        )
