"""Lock files of environments: those of this package by name, and a mission's own by path.

A mission's lock is combined with the common one, ``library.lock``, which pins pytest and coverage: its own pins win,
and one that pins pytest itself replaces the common lock completely (it then has to pin all that its pytest needs). One
beside a lock of npm is for programs of Node.js and stays as it is.
"""

from __future__ import annotations

import re
from pathlib import Path

from simulators.data_files import home

LOCKS = Path(__file__).parent / "locks"
COMMON = "library"
"""Name of the lock that locks of missions extend."""

SUFFIX = ".lock"
BUILT = re.compile(r"^# built from source: (?P<packages>[\w.,-]+)[ \t]*$", re.MULTILINE)
"""Line of a lock that names packages, separated by commas, which have no wheel."""

PROJECT = Path(__file__).parents[3]
"""Folder of this package's own locks."""

NPM_LOCK = "package-lock.json"
PIN = re.compile(r"^([A-Za-z0-9][\w.-]*)(?:\[[^\]]*\])?\s*==\s*([\w.!+-]+)")


def names() -> tuple[str, ...]:
    """Return the names of the lock files of this package."""
    return tuple(sorted(path.stem for path in LOCKS.glob(f"*{SUFFIX}")))


def is_path(name: str) -> bool:
    """Return True for the path of a mission's lock file, False for the name of an environment."""
    return name.endswith(SUFFIX) and "/" in name


def label(name: str) -> str:
    """Return the beginning of the folder name of an environment: its name, or that of the mission with ``.lock``."""
    return f"{Path(name).resolve().parent.name}{SUFFIX}" if is_path(name) else name


def wheel_options(name: str, lock: str) -> tuple[str, ...]:
    """Return pip's options for archives: a mission's packages come as wheels, since building one executes its code.

    Only locks of this package, and those that were made on this machine, may name exceptions.
    """
    if not is_path(name):
        return ()
    is_own = any(Path(name).resolve().is_relative_to(folder.resolve()) for folder in (PROJECT, home()))
    found = BUILT.search(lock) if is_own else None
    return ("--only-binary", ":all:", *(("--no-binary", found["packages"]) if found else ()))


def content(name: str) -> bytes | None:
    """Return the lock of the environment `name`; None when there is no such lock."""
    if not is_path(name):
        return (LOCKS / f"{name}{SUFFIX}").read_bytes() if name in names() else None
    if not Path(name).is_file():
        return None
    own = Path(name).read_text(encoding="utf-8")
    if (Path(name).parent / NPM_LOCK).is_file():
        return own.encode()
    common = (LOCKS / f"{COMMON}{SUFFIX}").read_text(encoding="utf-8")
    return combined(common, own).encode()


def combined(common: str, own: str) -> str:
    """Return the lock `own`, with the entries of `common` that it does not pin unless it pins pytest."""
    there = entries(own)
    if "pytest" in there:
        return own
    added = [entry for package, entry in entries(common).items() if package not in there]
    return "\n".join([own.rstrip("\n"), *added]) + "\n"


def entries(lock: str) -> dict[str, str]:
    """Return the entries of a lock by normalized package name, each with its hashes and without comments."""
    found: dict[str, list[str]] = {}
    package = ""
    for line in lock.splitlines():
        if pin := PIN.match(line):
            package = normalized(pin[1])
            found[package] = [line]
        elif package and line.strip() and not line.lstrip().startswith("#"):
            found[package].append(line)
    return {package: "\n".join(lines) for package, lines in found.items()}


def pins(lock: str) -> tuple[str, ...]:
    """Return what a lock pins, as ``name==version``, in its order."""
    return tuple(f"{pin[1]}=={pin[2]}" for line in lock.splitlines() if (pin := PIN.match(line)))


def normalized(name: str) -> str:
    """Return a package name as indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()
