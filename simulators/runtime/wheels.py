"""Packages that a solution requires in addition to its environment, and the wheels that were allowed for them."""

from __future__ import annotations

import codecs
import hashlib
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import InvalidWheelFilename, canonicalize_name, parse_wheel_filename
from packaging.version import Version

from simulators.data_files import read_json_value
from simulators.errors import ExpectationFailed, InvalidAnswer, NotFound
from simulators.runtime.environments import shared_folders
from simulators.runtime.environments.host import EnvironmentNotReady, UnknownEnvironment, home
from simulators.runtime.workspace import Workspace
from simulators.setting import Start, StartError

FILE = "requirements.txt"
MAX_FILE_BYTES = 64 << 10
MAX_LINES = 200
"""Bytes and lines of a list of requirements that are read."""

MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
"""Byte order marks of texts that are not plain UTF-8: PowerShell writes UTF-16."""


def requirements_of(project: Path, start: Start | None) -> tuple[Requirement, ...]:
    """Return every applicable requirement once. Raises `StartError` for a line that is not a package with a version."""
    lines = [*_lines_of_file(project, "." if start is None else start.root)]
    lines += [("the answer how to start", line) for line in (start.requirements if start else ())]
    return _applying(lines)


def requirements_in(content: bytes) -> tuple[Requirement, ...]:
    """Return the requirements of a ``requirements.txt``, as `requirements_of` does."""
    return _applying([*_lines(content[:MAX_FILE_BYTES])])


def _applying(lines: Sequence[tuple[str, str]]) -> tuple[Requirement, ...]:
    if len(lines) > MAX_LINES:
        raise StartError(f"{len(lines)} requirements are listed, more than {MAX_LINES}; list fewer")
    found = [_parsed(where, line) for where, line in lines]
    applying = {str(each): each for each in found if each.marker is None or each.marker.evaluate()}
    return tuple(applying.values())


def _lines_of_file(project: Path, root: str) -> Iterator[tuple[str, str]]:
    for folder in dict.fromkeys((root, ".")):
        try:
            content = Workspace(project, folder).read(FILE, MAX_FILE_BYTES)
        except NotFound:
            continue
        except (ExpectationFailed, InvalidAnswer) as error:
            raise StartError(str(error)) from error
        yield from _lines(content)
        return


def _lines(content: bytes) -> Iterator[tuple[str, str]]:
    encoding = next((name for mark, name in MARKS.items() if content.startswith(mark)), "utf-8")
    text = content.decode(encoding, "replace").replace("\\\r\n", " ").replace("\\\n", " ")
    for number, line in enumerate(text.splitlines(), 1):
        if bare := re.sub(r"(^|\s)#.*", "", line).strip():
            yield f"{FILE}, line {number}", bare


def _parsed(where: str, line: str) -> Requirement:
    """Parse one line; digests (``--hash=…``) are ignored, since allowed wheels have digests of their own."""
    bare = re.sub(r"\s--hash[= ]\S+", "", line).strip()
    try:
        found = Requirement(bare)
    except InvalidRequirement:
        raise StartError(f"{where}: {line[:100]!r} is not a package with a version, as {'django>=5'!r}") from None
    if found.url:
        raise StartError(
            f"{where}: {line[:100]!r} names an address; packages can be asked for by name and version only"
        )
    return found


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
    """Remove every wheel of the packages `names`; return the files. Raises `UnknownEnvironment` for unknown names."""
    with shared_folders.exclusive(folder()):
        wheels = allowed()
        if unknown := [name for name in names if canonicalize_name(name) not in versions(wheels)]:
            raise UnknownEnvironment(f"not allowed anyway: {', '.join(unknown)}; see projecteval environments list")
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
