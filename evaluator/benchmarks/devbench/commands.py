"""Suites of repositories in other languages than Python: commands with reports, executed by programs of the machine.

Unit tests of C++ are built by make with GoogleTest; its acceptance tests are scripts that print a line per case, or
pytest's. Java is compiled by javac and executed by JUnit's console, without Gradle: its wrapper would download it.
JavaScript is executed by Jest with the packages that ``package.json`` asks for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from pydantic import ValidationError

from evaluator.benchmarks.devbench.repository import Repository
from evaluator.benchmarks.devbench.task import CPP, JAVA, JAVASCRIPT
from evaluator.evaluators.command_suite import ReportForm, SuiteCommand, toolchain_path
from missions.errors import MissionError
from simulators.runtime.environments.npm_locks import AskedPackages, NpmPackages

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
