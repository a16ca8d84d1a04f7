"""Wheels that solutions may require: downloaded beforehand, each listed with its digest; nothing else is installed.

They are stored in ``$PROJECTEVAL_HOME/wheels``. Only wheels, never source distributions: building one runs its code.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from packaging.utils import InvalidWheelFilename, canonicalize_name, parse_wheel_filename
from packaging.version import Version

from simulators.data_files import read_json_value
from simulators.runtime.environments import shared_folders
from simulators.runtime.environments.host import EnvironmentNotReady, home

LIST = "allowed.json"
"""List in the folder of wheels: file name → sha256. A wheel that is not listed is ignored."""


def folder() -> Path:
    return home() / "wheels"


def allowed() -> dict[str, str]:
    """Return the allowed wheels: file name → sha256. Raises `EnvironmentNotReady` when the list cannot be read."""
    path = folder() / LIST
    try:
        found = read_json_value(path)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise EnvironmentNotReady(f"{path}: cannot be read: {error}; remove it and allow the packages again") from error
    return dict(sorted(found.items()))


def versions(wheels: Mapping[str, str]) -> dict[str, list[Version]]:
    """Return package name (canonical) → its allowed versions, the oldest first."""
    found: dict[str, list[Version]] = {}
    for file in wheels:
        name, version, _, _ = parse_wheel_filename(file)
        found.setdefault(name, []).append(version)
    return {name: sorted(set(each)) for name, each in sorted(found.items())}


def packages() -> tuple[str, ...]:
    """Return the allowed packages, as ``name==version``."""
    return tuple(f"{name}=={version}" for name, found in versions(allowed()).items() for version in found)


def allow(requirements: Sequence[str], files: Sequence[Path] = (), source: Path | None = None) -> tuple[str, ...]:
    """Download wheels of `requirements`, of the lists in `files`, and of their dependencies; return the new names.

    They come from pip's index, or from the folder `source` alone. Raises `EnvironmentNotReady` with pip's message.
    """
    with shared_folders.exclusive(folder()):
        folder().mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder(), prefix=".fetching-") as temporary:
            _fetch(Path(temporary), requirements, files, source)
            before, fetched = allowed(), sorted(Path(temporary).glob("*.whl"))
            for path in fetched:
                path.chmod(0o444)
                path.replace(folder() / path.name)
        digests = {path.name: hashlib.sha256((folder() / path.name).read_bytes()).hexdigest() for path in fetched}
        _write({**before, **digests})
    return tuple(name for name in digests if name not in before)


def disallow(names: Sequence[str]) -> tuple[str, ...]:
    """Remove every wheel of the packages `names`; return the files. Raises `EnvironmentNotReady` for unknown names."""
    with shared_folders.exclusive(folder()):
        wheels = allowed()
        if unknown := [name for name in names if canonicalize_name(name) not in versions(wheels)]:
            raise EnvironmentNotReady(f"not allowed anyway: {', '.join(unknown)}; see projecteval environments list")
        wanted = {canonicalize_name(name) for name in names}
        gone = tuple(file for file in wheels if parse_wheel_filename(file)[0] in wanted)
        _write({file: digest for file, digest in wheels.items() if file not in gone})
        for file in gone:
            (folder() / file).unlink(missing_ok=True)
    return gone


def _fetch(into: Path, requirements: Sequence[str], files: Sequence[Path], source: Path | None) -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "download", "--quiet"]
    command += ["--only-binary", ":all:", "--dest", str(into)]
    command += [] if source is None else ["--no-index", "--find-links", str(source)]
    for path in files:
        command += ["--requirement", str(path)]
    done = subprocess.run([*command, "--", *requirements], capture_output=True, text=True, check=False)
    if done.returncode:
        raise EnvironmentNotReady(
            f"these packages cannot be fetched as wheels: {' '.join([*requirements, *map(str, files)])}\n"
            f"{(done.stderr or done.stdout).strip()[-2000:]}"
        )
    for path in into.iterdir():
        _check_wheel(path.name)


def _check_wheel(name: str) -> None:
    try:
        parse_wheel_filename(name)
    except InvalidWheelFilename as error:
        raise EnvironmentNotReady(f"{name} is not a wheel that can be installed: {error}") from error


def _write(wheels: Mapping[str, str]) -> None:
    path = folder() / LIST
    unfinished = path.with_name(f".{LIST}.tmp")
    unfinished.write_text(json.dumps(dict(sorted(wheels.items())), indent=1) + "\n", encoding="utf-8")
    unfinished.replace(path)
