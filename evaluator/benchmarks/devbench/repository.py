"""One repository of DevBench: its files, its ``repo_config.json``, and its suites where they are not in Python.

Suites of languages other than Python are commands with reports, executed by programs of the machine. Unit tests of C++
are built by make with GoogleTest; its acceptance tests are scripts that print a line per case, or pytest's. Java is
compiled by javac and executed by JUnit's console, without Gradle: its wrapper would download it. JavaScript is executed
by Jest with the packages that ``package.json`` asks for.
"""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from evaluator.benchmarks.devbench.task import CPP, DOCUMENTS, ENDINGS, JAVA, JAVASCRIPT, PYTHON, is_below
from evaluator.evaluators.command_suite import ReportForm, SuiteCommand, toolchain_path
from missions.errors import MissionError, SolutionError
from missions.formats.folder import in_words
from missions.project_files import Files, read_files
from simulators.data_files import DataError, parse_json
from simulators.runtime.environments.npm_locks import AskedPackages, NpmPackages

CONFIGURATION = "repo_config.json"


class Configuration(BaseModel):
    """``repo_config.json``. Unknown keys are ignored, missing ones have a default and a note."""

    model_config = ConfigDict(extra="ignore", frozen=True)
    language: str = PYTHON
    PRD: str = "docs/PRD.md"
    UML_class: str = "docs/UML_class.md"
    UML_sequence: str = "docs/UML_sequence.md"
    architecture_design: str = "docs/architecture_design.md"
    dependencies: str = ""
    unit_tests: str = "unit_tests"
    acceptance_tests: str = "acceptance_tests"
    usage_examples: str = "examples"
    required_files: tuple[str, ...] = ()
    code_file_DAG: dict[str, list[str]] = Field(default_factory=dict)  # noqa: N815 - as in the data
    unit_test_linking: dict[str, list[str]] = Field(default_factory=dict)
    fine_unit_test_prompt: dict[str, str] = Field(default_factory=dict)
    fine_acceptance_test_prompt: dict[str, str] = Field(default_factory=dict)

    def document(self, name: str) -> str:
        """Return the path of a document by its name here."""
        paths = (self.PRD, self.UML_class, self.UML_sequence, self.architecture_design)
        return dict(zip(DOCUMENTS, paths, strict=True))[name]

    def is_test(self, path: str) -> bool:
        return is_below(path, self.unit_tests) or is_below(path, self.acceptance_tests)

    def is_documentation(self, path: str) -> bool:
        return path in (CONFIGURATION, *map(self.document, DOCUMENTS)) or is_below(path, "docs")

    def is_required(self, path: str) -> bool:
        return any(is_below(path, each) or fnmatch.fnmatchcase(path, each) for each in self.required_files)

    def is_code(self, path: str) -> bool:
        """Return True for the sources that an agent writes: the planned ones, and others outside of other folders."""
        if path in self.code_file_DAG or any(path in found for found in self.code_file_DAG.values()):
            return True
        other = self.is_test(path) or is_below(path, self.usage_examples) or self.is_documentation(path)
        return path.endswith(ENDINGS[self.language]) and not other and not self.is_required(path)


def read_configuration(path: Path) -> tuple[Configuration, tuple[str, ...]]:
    """Read one ``repo_config.json``, with notes on misspelt and missing keys. Raises `MissionError`."""
    try:
        found = parse_json(path.read_bytes(), str(path))
        if not isinstance(found, dict):
            raise MissionError(f"{path}: not an object of settings")
        there, notes = _by_known_keys(found)
        configuration = Configuration.model_validate(there)
    except (OSError, DataError) as error:
        raise MissionError(f"{path}: cannot be read: {error}") from error
    except ValidationError as error:
        raise MissionError(f"{path}: {in_words(error)}") from error
    if configuration.language not in ENDINGS:
        raise MissionError(f"{path}: language {configuration.language!r} is none of {', '.join(ENDINGS)}")
    return configuration, notes


def _by_known_keys(settings: Mapping[str, object]) -> tuple[dict[str, object], tuple[str, ...]]:
    """Return the settings by the keys of `Configuration`; unknown keys that are nearly one of them are read as it."""
    known, notes = list(Configuration.model_fields), []
    there = {key: value for key, value in settings.items() if key in known and value is not None}
    unknown = [key for key in settings if key not in known]
    for key in known:
        if key in there:
            continue
        near = get_close_matches(key, unknown, 1, 0.85)
        if near and not any(name in near[0] for name in ("coarse", "script")):
            there[key] = settings[near[0]]
        notes.append(f"{near[0]} is read as {key}" if key in there else f"{key} is missing")
    return there, tuple(notes)


@dataclass(frozen=True)
class Repository:
    """One repository of the data: its folder, its configuration and the paths of its files."""

    folder: Path
    configuration: Configuration
    notes: tuple[str, ...]
    paths: tuple[str, ...]

    @classmethod
    def read(cls, path: Path) -> Repository:
        """Read the repository of a ``repo_config.json``. Raises `MissionError`."""
        configuration, notes = read_configuration(path)
        try:
            return cls(path.parent, configuration, notes, tuple(sorted(read_files(path.parent))))
        except (OSError, SolutionError) as error:
            raise MissionError(f"{path.parent}: cannot be read: {error}") from error

    def files(self, paths: Iterable[str]) -> dict[str, bytes]:
        return {path: place.read_bytes() for path, place in self.places(paths).items()}

    def places(self, paths: Iterable[str]) -> dict[str, Path]:
        return {path: self.folder / path for path in paths if not path.endswith("/")}

    def tests(self, folder: str) -> dict[str, Path]:
        """Return the files of a suite."""
        return self.places(path for path in self.paths if is_below(path, folder))

    def code(self) -> Files:
        return self.files(path for path in self.paths if self.configuration.is_code(path))

    def text(self, name: str) -> str:
        """Return a document. Raises `MissionError`."""
        path = self.folder / self.configuration.document(name)
        try:
            return path.read_text(encoding="utf-8", errors="replace")
        except OSError as error:
            raise MissionError(f"{path}: cannot be read: {error.strerror}") from error


JUNIT = "share/java/junit-platform-console-standalone.jar"
TOOLS: Mapping[str, tuple[str, ...]] = {
    CPP: ("bin/make", "bin/g++", "include/gtest/gtest.h", "include/sqlite3.h"),
    JAVA: ("bin/javac", "bin/java", JUNIT),
}
"""What repositories need: of Debian make, g++, libgtest-dev, libsqlite3-dev; a JDK and junit5."""

PROGRAMS: Mapping[str, tuple[str, ...]] = {CPP: ("make", "g++"), JAVA: ("javac",), JAVASCRIPT: ("node",)}
"""Programs whose versions decide results."""

LINES: Mapping[str, str] = {
    "area_calculation": r"^(?:File|(?P<failed>Mismatch found in file)) (?P<name>\S+\.txt)(?: matches)?$",
    "graph-cpp": r"^Test (?:passed|(?P<failed>failed)): .*?(?P<name>Bad Input File|'[^']+')",
    "logistic_system": r"^Test (?P<name>\d+): \[(?:PASSED|(?P<failed>FAILED))\]",
    "xlsx2csv": r"^Test (?P<name>\d+): \[(?:PASSED|(?P<failed>FAILED))\]",
}
"""What an acceptance script prints for each case."""

REPORT = "projecteval-report.xml"
JAVA_SCRIPT = """set -e
javac -encoding UTF-8 -cp "$1" -d projecteval-classes $(find src/main/java "$2" -name '*.java')
java -Xmx1g -jar "$1" -cp projecteval-classes --scan-classpath projecteval-classes --include-classname '.*' \
    --reports-dir projecteval-reports --details none --disable-banner
"""
UNIT_TESTS, SCRIPT = "make -f makefile_test test", "bash acceptance_tests/test.sh"
PYTEST = f'make; python -m pytest -q --noconftest -c /dev/null --rootdir . --junitxml={REPORT} "$@"'
JEST = ("node", "node_modules/jest/bin/jest.js", "--ci", "--reporters=jest-junit")
SHELL = ("/bin/sh", "-c")


def packages_of(repository: Repository) -> NpmPackages:
    """Return the packages that a JavaScript repository asks for, with the reporter of its tests."""
    path = repository.folder / "package.json"
    try:
        manifest = AskedPackages.model_validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        raise MissionError(f"{path}: cannot be read as a package.json with names and versions of packages") from error
    return NpmPackages.of(
        repository.folder.name, {"jest-junit": "^10.0.0"}, manifest.devDependencies, manifest.dependencies
    )


def commands_of(repository: Repository) -> tuple[SuiteCommand, ...]:
    """Return the suites that can run here; none of a repository in Python."""
    suites = {CPP: _cpp_suites, JAVA: _java_suites, JAVASCRIPT: _jest_suites}.get(repository.configuration.language)
    return tuple(suites(repository)) if suites else ()


def _cpp_suites(repository: Repository) -> Iterator[SuiteCommand]:
    """Yield the suites of C++; the acceptance script is executed before unit tests, too: it makes what they read."""
    own, lines = repository.configuration, LINES.get(repository.folder.name)
    first = repository.tests(own.acceptance_tests)
    script = f"{SCRIPT}; {UNIT_TESTS}" if lines else UNIT_TESTS
    files, variables = {**first, **repository.tests(own.unit_tests)}, {"GTEST_OUTPUT": f"xml:{REPORT}"}
    yield SuiteCommand("unit", files, (*SHELL, script), REPORT, variables=variables)
    reported = ((*SHELL, SCRIPT), lines, ReportForm.LINES) if lines else ((*SHELL, PYTEST, "sh", *first), REPORT)
    yield SuiteCommand("acceptance", first, *reported)


def _java_suites(repository: Repository) -> Iterator[SuiteCommand]:
    own, report = repository.configuration, "projecteval-reports/TEST-junit-jupiter.xml"
    readable = tuple(Path("/etc").glob("java-*-openjdk"))
    for name, folder in (("unit", own.unit_tests), ("acceptance", own.acceptance_tests)):
        files = repository.tests(folder)
        if any(path.endswith(".java") for path in files):  # a script would drive Gradle
            command = (*SHELL, JAVA_SCRIPT, "sh", str(toolchain_path(JUNIT)), folder)
            yield SuiteCommand(name, files, command, report, readable=readable)


def _jest_suites(repository: Repository) -> Iterator[SuiteCommand]:
    files, variables = repository.tests(repository.configuration.unit_tests), {"JEST_JUNIT_OUTPUT_NAME": REPORT}
    yield SuiteCommand("unit", files, JEST, REPORT, variables={"HOME": "/tmp", **variables})
