"""Packages that a project and its tests need, from its metadata, and their lock file."""

from __future__ import annotations

import ast
import email.parser
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from configparser import ConfigParser
from configparser import Error as ConfigError
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from packaging.requirements import InvalidRequirement, Requirement

from evaluator.diagrams.reading import imported_roots, parsed_files
from evaluator.project_import.layout import toml_of
from missions.errors import MissionError
from missions.project_files import Files
from simulators.runtime.environments.lock_files import COMMON, LOCKS, entries, normalized

SECONDS = 300.0
EXTRA = re.compile(r"extra == ['\"]([\w.-]+)['\"]")
REQUIREMENT_FILES = (
    "requirements-test",
    "requirements-tests",
    "requirements-dev",
    "test-requirements",
    "dev-requirements",
)
DISTRIBUTIONS: Mapping[str, str] = {
    "attr": "attrs",
    "bs4": "beautifulsoup4",
    "cv2": "opencv-python",
    "dateutil": "python-dateutil",
    "google": "protobuf",
    "jwt": "pyjwt",
    "pil": "pillow",
    "sklearn": "scikit-learn",
    "yaml": "pyyaml",
}
"""Distributions of modules with another name, normalized; for others both are equal."""


def distribution_of(module: str) -> str:
    """Return the normalized name of the distribution that has a top-level module."""
    name = normalized(module)
    return DISTRIBUTIONS.get(name, name)


PLUG_INS_BY_MARK: Mapping[str, str] = {"asyncio": "pytest-asyncio", "trio": "pytest-trio", "twisted": "pytest-twisted"}
PLUG_INS_BY_FIXTURE: Mapping[str, str] = {
    "benchmark": "pytest-benchmark",
    "datadir": "pytest-datadir",
    "fs": "pyfakefs",
    "httpserver": "pytest-httpserver",
    "httpx_mock": "pytest-httpx",
    "mocker": "pytest-mock",
    "requests_mock": "requests-mock",
    "subtests": "pytest-subtests",
}
"""Plug-ins by what tests use of them."""

NO_TOOLS = frozenset({"pytest-cov", "pytest-xdist", "pytest-randomly", "pytest-sugar", "pytest-rerunfailures"})
"""Plug-ins that tests do not need, and that change how they are executed."""


@dataclass(frozen=True)
class Metadata:
    """Name and summary of a project, and its requirements; `optional` are those of extras, groups and files."""

    name: str
    summary: str = ""
    required: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()


@dataclass
class _Collected:
    name: str = ""
    summary: str = ""
    required: list[str] = field(default_factory=list)
    optional: list[str] = field(default_factory=list)


def metadata_of(files: Files, source: str) -> Metadata:
    """Return what the project's files declare; nothing of it is executed. `source` is where it comes from."""
    found = _Collected()
    for name, read in (("PKG-INFO", _of_pkg_info), ("pyproject.toml", _of_pyproject), ("setup.cfg", _of_setup_cfg)):
        if name in files:
            read(files[name].decode("utf-8", "replace"), found)
    for path, content in files.items():
        if PurePosixPath(path).stem in REQUIREMENT_FILES and path.endswith((".txt", ".in")):
            found.optional += content.decode("utf-8", "replace").splitlines()
    name = found.name or PurePosixPath(source.partition("==")[0].rpartition("@")[2] or source).name
    return Metadata(name, found.summary, tuple(found.required), tuple(found.optional))


def _of_pkg_info(text: str, collected: _Collected) -> None:
    message = email.parser.HeaderParser().parsestr(text)
    collected.name, collected.summary = str(message.get("Name", "")), str(message.get("Summary", ""))
    for each in message.get_all("Requires-Dist", []):
        (collected.optional if "extra ==" in each else collected.required).append(str(each))


def _of_pyproject(text: str, collected: _Collected) -> None:
    table = toml_of(text)
    project = _table(table, "project")
    poetry = _table(_table(table, "tool"), "poetry")
    collected.name = collected.name or str(project.get("name", poetry.get("name", "")))
    collected.summary = collected.summary or str(project.get("description", poetry.get("description", "")))
    collected.required += _texts(project.get("dependencies"))
    groups = {**_table(project, "optional-dependencies"), **_table(table, "dependency-groups")}
    collected.optional += [each for group in groups.values() for each in _texts(group)]
    collected.required += [each for each in _table(poetry, "dependencies") if each != "python"]
    for group in _table(poetry, "group").values():
        collected.optional += list(_table(group, "dependencies")) if isinstance(group, dict) else []
    tool = _table(table, "tool")
    collected.optional += [
        each for group in _table(_table(tool, "pdm"), "dev-dependencies").values() for each in _texts(group)
    ]
    for environment in _table(_table(tool, "hatch"), "envs").values():
        if isinstance(environment, dict):
            collected.optional += [
                *_texts(environment.get("dependencies")),
                *_texts(environment.get("extra-dependencies")),
            ]


def _table(table: Mapping[str, object], name: str) -> dict[str, object]:
    found = table.get(name)
    return found if isinstance(found, dict) else {}


def _texts(value: object) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def _of_setup_cfg(text: str, collected: _Collected) -> None:
    parser = ConfigParser(interpolation=None, strict=False)
    try:
        parser.read_string(text)
    except ConfigError:
        return
    collected.name = collected.name or parser.get("metadata", "name", fallback="")
    collected.summary = collected.summary or parser.get("metadata", "description", fallback="")
    collected.required += parser.get("options", "install_requires", fallback="").splitlines()
    collected.optional += parser.get("options", "tests_require", fallback="").splitlines()
    if parser.has_section("options.extras_require"):
        for _, lines in parser.items("options.extras_require"):
            collected.optional += lines.splitlines()


def needed(metadata: Metadata, source: Files, tests: Files, more: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the requirements to install, in the form of pip.

    These are the required ones, `more`, of the optional ones those that the files import and pytest plug-ins, and
    plug-ins whose marks or fixtures the tests use. Where several name a package, the first of these counts.
    """
    roots = {root for files in (source, tests) for root in imported_roots(parsed_files(files))}
    imported = {*map(normalized, roots), *map(distribution_of, roots)}
    required = [found for line in (*metadata.required, *more) if (found := _requirement(line))]
    used = [Requirement(name) for name in sorted(set(_plug_ins(tests)))]
    optional = [found for line in metadata.optional if (found := _requirement(line)) and _is_used(found, imported)]
    once = {normalized(each.name): each for each in (*used, *optional, *required)}
    return tuple(f"{each.name}{_extras(each)}{each.specifier}" for each in once.values())


def _plug_ins(tests: Files) -> Iterator[str]:
    """Yield the plug-ins whose marks or fixtures tests use, whether the project declares them or not."""
    for tree in parsed_files(tests):
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute) and node.value.attr == "mark":
                yield from [PLUG_INS_BY_MARK[node.attr]] if node.attr in PLUG_INS_BY_MARK else []
            elif isinstance(node, ast.arg) and node.arg in PLUG_INS_BY_FIXTURE:
                yield PLUG_INS_BY_FIXTURE[node.arg]


def _extras(requirement: Requirement) -> str:
    return f"[{','.join(sorted(requirement.extras))}]" if requirement.extras else ""


def requirement_of(line: str) -> Requirement | None:
    """Return the requirement of a line; None for what is none, and for one by address."""
    try:
        found = Requirement(line.partition("#")[0].strip())
    except InvalidRequirement:
        return None
    return found if found.url is None else None


def _requirement(line: str) -> Requirement | None:
    """Return the requirement of a line when it holds on this machine."""
    found = requirement_of(line)
    if found is None or found.marker is None:
        return found
    return found if any(found.marker.evaluate({"extra": extra}) for extra in ("", *EXTRA.findall(line))) else None


def _is_used(requirement: Requirement, imported: set[str]) -> bool:
    name = normalized(requirement.name)
    is_plug_in = name.startswith("pytest-") and name not in NO_TOOLS
    return is_plug_in or name in imported


def lock_of(requirements: Iterable[str], package: str) -> str:
    """Return a lock file of `requirements` with the versions that pip chooses now, without those of the common lock.

    Only wheels are considered. Raises `MissionError` with pip's message.
    """
    wanted = tuple(requirements)
    common = entries((LOCKS / f"{COMMON}.lock").read_text(encoding="utf-8"))
    try:
        pins = _resolved(wanted, [entry.partition(" ")[0] for entry in common.values()])
    except MissionError:
        pins = _resolved((*wanted, "pytest", "coverage"), [])
        common = {}
    left = [line for name, line in sorted(pins.items()) if name not in common and name != normalized(package)]
    head = "# Written by `projecteval missions new --from-project`; refresh it with pip-compile --generate-hashes.\n"
    return head + "".join(f"{line}\n" for line in left)


def _resolved(requirements: tuple[str, ...], constraints: list[str]) -> dict[str, str]:
    """Return the lines of a lock by normalized name."""
    if not requirements:
        return {}
    with tempfile.TemporaryDirectory(prefix="projecteval-lock-") as folder:
        bound = Path(folder) / "constraints.txt"
        bound.write_text("".join(f"{each}\n" for each in constraints), encoding="utf-8")
        report = Path(folder) / "report.json"
        pip = (sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet", "--no-input")
        options = ("--only-binary", ":all:", "--report", str(report), "-c", str(bound))
        try:
            done = subprocess.run(
                (*pip, *options, *requirements),
                capture_output=True, text=True, check=False, timeout=SECONDS, env=os.environ,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            raise MissionError(f"pip did not resolve {', '.join(requirements)} within {SECONDS:g} s") from None
        if done.returncode:
            raise MissionError(f"pip cannot resolve {', '.join(requirements)}:\n{done.stderr.strip()[-1500:]}")
        return dict(_pins(json.loads(report.read_text(encoding="utf-8"))["install"]))


def _pins(installed: Iterable[Mapping[str, Mapping[str, object]]]) -> Iterator[tuple[str, str]]:
    for each in installed:
        name, version = str(each["metadata"]["name"]), each["metadata"]["version"]
        archive = each["download_info"]["archive_info"]
        digest = archive["hashes"]["sha256"] if isinstance(archive, dict) else ""
        yield normalized(name), f"{name}=={version} --hash=sha256:{digest}"
