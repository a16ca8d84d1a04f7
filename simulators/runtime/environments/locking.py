"""Lock files for any Python version, made by uv: every package with its version and the digests of its archives."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from simulators.runtime.environments import pythons
from simulators.runtime.environments.host import EnvironmentNotReady
from simulators.runtime.environments.lock_files import normalized, pins

SECONDS = 900.0
"""Seconds that the resolution of one lock may take."""


@dataclass(frozen=True)
class LockRequest:
    """What a lock file has to contain.

    `requirements` are in pip's syntax; `wished` are further ones, of which those that no lock can have are left out.
    `project` is a file with a project's own requirements (``pyproject.toml``, ``setup.py``), `extras` and `groups` are
    its optional ones. Where `versions` name one, it is taken whatever the packages require. `built` have no wheel,
    `without` are not taken from the project's requirements; packages that were released after `until` (a date) are not
    used.
    """

    python: str
    requirements: Sequence[str]
    wished: Sequence[str] = ()
    project: Path | None = None
    extras: Sequence[str] = ()
    groups: Sequence[str] = ()
    versions: Mapping[str, str] = field(default_factory=dict)
    built: Sequence[str] = ()
    without: Sequence[str] = ()
    until: str = ""
    variables: Mapping[str, str] = field(default_factory=dict)


def lock_text(request: LockRequest) -> str:
    """Return the lock file of `request`. Raises `EnvironmentNotReady` with uv's message.

    uv asks the project's build program for metadata where they are not static: its code is executed as this user.
    """
    uv = pythons.find_uv()
    if not uv:
        raise EnvironmentNotReady("lock files are made by uv; install it: pip install uv")
    if missing := pythons.python_problem(request.python):
        raise EnvironmentNotReady(missing)
    with tempfile.TemporaryDirectory(prefix="projecteval-lock-") as temporary:
        entries = _resolved(uv, request, Path(temporary))
    built = f"# built from source: {','.join(request.built)}\n" if request.built else ""
    return f"# python: {request.python}\n{built}{entries}"


def _resolved(uv: str, request: LockRequest, folder: Path) -> str:
    """Return the entries of the lock, and before them which of the `wished` packages could not be had."""
    wanted, versions = folder / "requirements.in", folder / "versions.txt"
    versions.write_text("".join(f"{name}=={version}\n" for name, version in request.versions.items()), encoding="utf-8")
    only_wheels = [word for name in request.built for word in ("--no-binary", normalized(name))]
    only_wheels += ["--generate-hashes", "--override", str(versions), "--only-binary", ":all:", str(wanted)]
    required = [*request.requirements, *_of_project(uv, request, folder)]

    def entries(wished: Sequence[str]) -> str:
        wanted.write_text("\n".join([*required, *wished]) + "\n", encoding="utf-8")
        return _compiled(uv, request, folder, only_wheels)

    if not request.wished:
        return entries(())
    kept, lock = available(request.wished, entries)
    missing = [name for name in request.wished if name not in kept]
    return f"# no lock has: {','.join(missing)}\n{lock}" if missing else lock


def available(wished: Sequence[str], entries: Callable[[Sequence[str]], str]) -> tuple[Sequence[str], str]:
    """Return those of `wished` that a lock can have, and that lock. Raises `EnvironmentNotReady` where there is none
    without them. What cannot be had is found by halves."""

    @cache
    def found(names: tuple[str, ...]) -> str | None:
        with suppress(EnvironmentNotReady):
            return entries(names)
        return None

    if (whole := found(tuple(wished))) is not None:
        return wished, whole
    kept: tuple[str, ...] = ()
    lock, parts = entries(kept), _halves(wished)
    while parts:
        part = parts.pop()
        if (larger := found((*kept, *part))) is None:
            parts += _halves(part)
        else:
            kept, lock = (*kept, *part), larger
    return kept, lock


def _halves(wished: Sequence[str]) -> list[Sequence[str]]:
    """Return the second and the first half; none of a single package."""
    middle = len(wished) // 2
    return [wished[middle:], wished[:middle]] if middle else []


def _of_project(uv: str, request: LockRequest, folder: Path) -> list[str]:
    """Return what the project itself requires, each package with the newest version that it allows."""
    if request.project is None:
        return []
    options = [word for name in request.extras for word in ("--extra", name)]
    options += [word for name in request.groups for word in ("--group", f"{request.project}:{name}")]
    pinned = _compiled(uv, request, folder, [str(request.project), "--no-deps", *options])
    left_out = {normalized(name) for name in request.without}
    return [f"{name}=={version}" for name, version in map(_split, pins(pinned)) if normalized(name) not in left_out]


def _split(pin: str) -> tuple[str, str]:
    name, _, version = pin.partition("==")
    return name, version


def _compiled(uv: str, request: LockRequest, folder: Path, words: Sequence[str]) -> str:
    command = [uv, "pip", "compile", "--quiet", "--no-annotate", "--no-header", "--no-config", *words]
    command += ["--python", pythons.find_python(request.python), "--python-platform", "linux"]
    command += ["--exclude-newer", request.until] if request.until else []
    variables = {**os.environ, **request.variables}
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=SECONDS, cwd=folder, env=variables
        )
    except subprocess.TimeoutExpired as error:
        raise EnvironmentNotReady(f"uv did not finish within {SECONDS:g} s; try again") from error
    if done.returncode:
        raise EnvironmentNotReady(f"uv cannot resolve the lock:\n{done.stderr.strip()[-2500:]}")
    return done.stdout
