"""Layers: read-only folders of installed wheels, one per set of requirements.

pip resolves and unpacks wheels inside a box of the sandbox, offline, because their metadata is not trusted either. A
layer precedes the environment on the module path and contains no package of the environment: those are used in the
environment's version.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename

from simulators.data_files import parse_json
from simulators.errors import ExpectationFailed, NotFound
from simulators.runtime import wheels
from simulators.runtime.entry_points import find_start
from simulators.runtime.environments import host as environments
from simulators.runtime.environments import shared_folders
from simulators.runtime.printed_errors import last_error
from simulators.runtime.processes.process import describe_exit
from simulators.runtime.sandbox import Box, BoxLimits, Environment, Sandbox, SandboxError
from simulators.runtime.start_project import RuntimeSpec
from simulators.runtime.wheels import requirements_of
from simulators.runtime.workspace import Workspace
from simulators.setting import StartError

LIMITS = BoxLimits(disk=4 << 30)
PIP_SECONDS = 300.0
"""Seconds for pip to resolve, and again to unpack."""

PIP = ("python", "-m", "pip", "--isolated", "--disable-pip-version-check", "--no-input", "install")
OFFLINE = ("--no-cache-dir", "--no-index", "--only-binary", ":all:", "--root-user-action", "ignore", "--find-links")


def folder() -> Path:
    return environments.home() / "layers"


def built() -> tuple[Path, ...]:
    """Return all layers, and the remains of those whose building was killed."""
    return tuple(sorted(path for path in folder().glob("*") if path.is_dir())) if folder().is_dir() else ()


def with_requirements(production: RuntimeSpec) -> RuntimeSpec:
    """Return `production` with the layer of its solution's requirements, if the mission permits such packages.

    Raises `StartError` naming a package that is not allowed or that conflicts with the others.
    """
    if not production.extra_packages or production.layer is not None or production.running is not None:
        return production
    start = find_start(production.stack, production.project, production.start)
    given = () if production.start is None else production.start.requirements
    requirements = requirements_of(production.project, replace(start, requirements=given))
    return replace(production, layer=layer_of(requirements, production.environment, production.sandbox))


def layer_of(requirements: Sequence[Requirement], environment: Environment, sandbox: Sandbox) -> Path | None:
    """Return the folder with what `requirements` ask for beyond `environment`, which is built where it is missing; None
    where the environment has everything.

    Raises `StartError` naming a package that is not allowed or that conflicts with the others.
    """
    missing = _beyond(environment, requirements)
    return _layer(missing, environment, sandbox) if missing else None


def _beyond(environment: Environment, requirements: Sequence[Requirement]) -> list[Requirement]:
    """Return the requirements whose packages the environment does not contain."""
    there = {canonicalize_name(pin.partition("==")[0]) for pin in environments.pinned(environment.name)}
    return [requirement for requirement in requirements if canonicalize_name(requirement.name) not in there]


def _layer(requirements: Sequence[Requirement], environment: Environment, sandbox: Sandbox) -> Path:
    """Return the layer for `requirements`; build it when it is missing."""
    there = wheels.allowed()
    _check_allowed(requirements, there)
    place = folder() / f"{environment.name}-{_digest(requirements, environment, sandbox, there)}"
    if not shared_folders.hold(place):
        with shared_folders.exclusive(place):
            if not shared_folders.is_built(place):
                _build(place, requirements, environment, sandbox, there)
        shared_folders.hold(place)
    return place


def _check_allowed(requirements: Sequence[Requirement], pins: Mapping[str, str]) -> None:
    versions = wheels.versions(pins)
    for asked in requirements:
        found = versions.get(canonicalize_name(asked.name), [])
        if not any(asked.specifier.contains(version, prereleases=True) for version in found):
            has = f"allowed is {', '.join(map(str, found))}" if found else "it is not allowed"
            raise StartError(f"the project requires {asked}: {has}; {_how_to_allow(str(asked))}")


def _how_to_allow(requirement: str) -> str:
    return f"to allow it: projecteval environments allow '{requirement}'"


def _digest(
    requirements: Sequence[Requirement], environment: Environment, sandbox: Sandbox, pins: Mapping[str, str]
) -> str:
    """Return the digest of everything that determines the content of the layer."""
    decides = [
        sandbox.name,
        environments.digest(environment.name),
        sorted(map(str, requirements)),
        sorted(pins.items()),
    ]
    return hashlib.sha256(json.dumps(decides).encode()).hexdigest()[:16]


def _build(
    folder: Path,
    requirements: Sequence[Requirement],
    environment: Environment,
    sandbox: Sandbox,
    pins: Mapping[str, str],
) -> None:
    work = folder.with_name(f".building-{folder.name}")
    shared_folders.remove_tree(work)
    project, installer = work / "project", work / "installer"
    try:
        (project / "tmp").mkdir(parents=True)
        _copy_pip(installer)
        variables, readable = {"PYTHONPATH": str(installer)}, [installer, wheels.folder()]
        with sandbox.box(project, environment, LIMITS, variables=variables, readable=readable) as box:
            _write(project, "asked.txt", map(str, requirements))
            _write(project, "held.txt", environments.pinned(environment.name))
            _resolve(box)
            _write(project, "chosen.txt", _chosen(project, pins))
            _unpack(box)
            _compile(box, folder)
        (project / "layer").replace(folder)
        shared_folders.finish(folder, (project / "chosen.txt").read_text().strip())
    finally:
        shared_folders.remove_tree(work)


def _copy_pip(installer: Path) -> None:
    """Copy only the evaluator's pip, so that no other package of its environment is visible or counts as installed."""
    found = importlib.util.find_spec("pip")
    if found is None or found.origin is None:
        raise SandboxError(
            "requirements are installed by pip, which the evaluator's environment lacks; install it there"
        )
    shutil.copytree(Path(found.origin).parent, installer / "pip")


def _write(project: Path, name: str, lines: Iterable[str]) -> None:
    Workspace(project).write(name, ("\n".join(lines) + "\n").encode())


def _resolve(box: Box) -> None:
    """Let pip choose wheels for the requirements, in addition to the environment's packages."""
    status, output = _pip(box, "--dry-run", "--report", "chosen.json", "-c", "held.txt", "-r", "asked.txt")
    if status:
        why = _why(output)
        if why is None:
            raise SandboxError(f"pip {describe_exit(status)}, resolving what a solution requires: {last_error(output)}")
        raise StartError(f"what the project requires cannot be installed: {why}", output)


def _why(output: str) -> str | None:
    """Return pip's reason for rejecting the requirements, and what to do; None when it failed for another reason."""
    if conflict := re.search(r"^The conflict is caused by:\n(.*?)\n\n", output, re.MULTILINE | re.DOTALL):
        return " ".join(conflict[1].split())[:600]
    if missing := re.search(r"No matching distribution found for ([^\s(;]+)", output):
        return f"{missing[1]} is needed too; {_how_to_allow(missing[1])}"
    return None


def _unpack(box: Box) -> None:
    status, output = _pip(box, "--no-deps", "--require-hashes", "--no-compile", "--target", "layer", "-r", "chosen.txt")
    if status:
        said = " ".join(re.findall(r"^(?:ERROR: )?(.*\S)", output, re.MULTILINE))[-600:]
        raise SandboxError(f"allowed wheels cannot be installed ({wheels.folder()}); allow them again: {said}")


def _pip(box: Box, *words: str) -> tuple[int, str]:
    return _run(box, (*PIP, *OFFLINE, str(wheels.folder()), *words))


def _run(box: Box, argv: Sequence[str]) -> tuple[int, str]:
    completed = box.run(argv, PIP_SECONDS, env={"TMPDIR": str(box.inside / "tmp")})
    if completed.status is None:
        raise SandboxError(f"pip did not install a solution's requirements within {PIP_SECONDS:g} seconds")
    return completed.status, completed.output


def _chosen(project: Path, pins: Mapping[str, str]) -> list[str]:
    """Return pip's choice as pinned lines with the digests of the wheels at the time when they were allowed."""
    try:
        report = parse_json(Workspace(project).read("chosen.json"), "chosen.json")
        files = [unquote(Path(item["download_info"]["url"]).name) for item in report["install"]]
        return [_pinned(file, pins[file]) for file in files]
    except (NotFound, ExpectationFailed, ValueError, KeyError, TypeError) as error:
        raise SandboxError(f"pip's report on a solution's requirements cannot be used: {error!r}") from error


def _pinned(file: str, digest: str) -> str:
    name, version, _, _ = parse_wheel_filename(file)
    return f"{name}=={version} --hash=sha256:{digest}"


def _compile(box: Box, folder: Path) -> None:
    """Compile in advance, since a box cannot write there; files that Python cannot compile (templates) are skipped."""
    inside = box.inside / "layer"
    words = ("python", "-m", "compileall", "-q", "-q", "-s", str(inside), "-p", str(folder), str(inside))
    _run(box, words)
