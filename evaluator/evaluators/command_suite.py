"""Suites that a command executes and reports in a file (JUnit's XML, GoogleTest's XML or TAP) or in what it prints; for
languages other than Python, with programs of the machine.

The tests share a process with the solution and report by themselves: unlike a pytest suite, such a suite has no
controls against a solution that writes its own report.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

from evaluator.evaluators.interface import EvaluationOptions, Evaluator, Workbench, is_reference
from evaluator.model.evaluation import Case, Evaluation, Outcome
from evaluator.model.generation import Solution
from missions.mission import Mission
from missions.project_files import Files, laid_over, write_files
from simulators.errors import ExpectationFailed, NotFound
from simulators.failures import Failure, FailureKind
from simulators.runtime.environments import host as environments
from simulators.runtime.environments import node_packages
from simulators.runtime.sandbox import BoxLimits
from simulators.runtime.workspace import Workspace

MAX_REPORT_BYTES = 8 << 20
LIMITS = BoxLimits(memory=4 << 30, processes=512)
TOOLCHAIN = "PROJECTEVAL_TOOLCHAIN"
"""Variable with a folder that has further programs, headers and libraries below ``usr``, as packages of Debian do."""


class ReportForm(StrEnum):
    """Form of a report. GoogleTest writes the form of JUnit; lines are those that the command prints."""

    JUNIT = "junit"
    TAP = "tap"
    LINES = "lines"


@dataclass(frozen=True)
class SuiteCommand:
    """A suite: its files and the words of its command.

    `report` is the path of the report that it writes, or for lines a pattern with the groups ``name`` and ``failed``.
    `readable` are folders of the machine that it reads besides its toolchain.
    """

    name: str
    files: Mapping[str, Path]
    argv: tuple[str, ...]
    report: str
    format: ReportForm = ReportForm.JUNIT
    seconds: float = 300.0
    variables: Mapping[str, str] = field(default_factory=dict)
    readable: tuple[Path, ...] = ()


def further_folders() -> tuple[Path, ...]:
    """Return the folder of the machine's further toolchain, where it exists."""
    named = os.environ.get(TOOLCHAIN, "")
    return (Path(named).resolve(),) if named and Path(named).is_dir() else ()


def toolchain_path(path: str) -> Path | None:
    """Return where a path below ``/usr`` of the machine or of its further toolchain is; None where it is missing."""
    roots = (Path("/usr"), *(folder / "usr" for folder in further_folders()))
    return next((root / path for root in roots if (root / path).exists()), None)


def versions_of(programs: Iterable[str]) -> Mapping[str, str]:
    """Return the versions of programs of the machine, as they print them; nothing of those that it lacks."""
    return {program: _version(found) for program in programs if (found := shutil.which(program))}


@cache
def _version(program: str) -> str:
    said = subprocess.run((program, "--version"), capture_output=True, text=True, check=False)
    return (said.stdout or said.stderr).partition("\n")[0].strip()


def cases_in(report: bytes, form: ReportForm, pattern: str = "") -> Mapping[str, Case]:
    """Return the cases of a report by id; none of one that cannot be read. Repeated ids are numbered."""
    cases: dict[str, Case] = {}
    seen: Counter[str] = Counter()
    for case in _read(report, form, pattern):
        seen[case.id] += 1
        name = case.id if seen[case.id] == 1 else f"{case.id} ({seen[case.id]})"
        cases[name] = replace(case, id=name)
    return cases


def _read(report: bytes, form: ReportForm, pattern: str) -> Iterator[Case]:
    if form is ReportForm.LINES:
        return _of_lines(report, pattern)
    return _of_tap(report) if form is ReportForm.TAP else _of_junit(report)


def _of_junit(report: bytes) -> Iterator[Case]:
    if b"<!DOCTYPE" in report or b"<!ENTITY" in report:
        return
    try:
        tree = ElementTree.fromstring(report)
    except ElementTree.ParseError:
        return
    for node in tree.iter("testcase"):
        suite = node.get("classname") or "suite"
        failed = next((each for name in ("failure", "error") for each in node.findall(name)), None)
        is_skipped = node.find("skipped") is not None or node.get("status") == "notrun"
        message = (failed.get("message") or failed.text or "it failed")[:2000] if failed is not None else ""
        yield _case(f"{suite}.{node.get('name')}", suite, message, is_skipped=is_skipped)


LINE = re.compile(r"^(?P<failed>not )?ok\b\s*\d*\s*-?\s*(?P<name>[^#]*)(?P<rest>#.*)?$")


def _of_tap(report: bytes) -> Iterator[Case]:
    for number, line in enumerate(report.decode("utf-8", "replace").splitlines(), 1):
        if found := LINE.match(line.strip()):
            is_skipped = bool(re.match(r"#\s*(skip|todo)", found["rest"] or "", re.IGNORECASE))
            message = "not ok" if found["failed"] else ""
            yield _case(found["name"].strip() or f"line {number}", "tap", message, is_skipped=is_skipped)


def _of_lines(report: bytes, pattern: str) -> Iterator[Case]:
    for found in re.finditer(pattern, report.decode("utf-8", "replace"), re.MULTILINE):
        yield _case(found["name"], "lines", found[0] if found["failed"] else "", is_skipped=False)


def _case(name: str, group: str, message: str, *, is_skipped: bool) -> Case:
    if is_skipped:
        return Case(name, (group,), Outcome.SKIPPED)
    if not message:
        return Case(name, (group,), Outcome.PASSED)
    return Case(name, (group,), Outcome.FAILED, Failure(FailureKind.EXPECTATION, message))


@dataclass(frozen=True)
class CommandSuite(Evaluator):
    """Executes a suite's command on a solution's files: the cases are those of the reference's own report."""

    suite: SuiteCommand
    name: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", self.name or self.suite.name)

    def not_built(self, mission: Mission, failure: str, workbench: Workbench) -> Evaluation:
        reason = Failure(FailureKind.NOT_BUILT, failure)
        baseline = workbench.baseline(self)
        known = baseline.cases if baseline else ()
        cases = tuple(Case(case.id, case.group, Outcome.NOT_RUNNABLE, reason) for case in known)
        return Evaluation(self.name, cases, log=failure, settings=self.settings(workbench.options))

    def evaluate(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        workbench.takes(self.suite.seconds)
        found, log = self._executed(solution.files, mission, workbench)
        baseline = None if is_reference(solution.files, workbench) else workbench.baseline(self)
        reason = Failure(FailureKind.TEST_ERROR, f"the command reported no such case: {log.strip()[-300:]}")
        if baseline is None:
            cases = tuple(found.values())
        else:
            missing = {case.id: Case(case.id, case.group, Outcome.ERROR, reason) for case in baseline.cases}
            cases = tuple(found.get(name, case) for name, case in missing.items())
        for number, case in enumerate(cases, 1):
            workbench.announce(case, number, len(cases))
        return Evaluation(self.name, cases, log=log, settings=self.settings(workbench.options))

    def files(self, mission: Mission, options: EvaluationOptions) -> Mapping[str, Path]:
        """Return the files that are laid over a solution."""
        return self.suite.files

    def _executed(self, solution: Files, mission: Mission, workbench: Workbench) -> tuple[Mapping[str, Case], str]:
        suite, further = self.suite, further_folders()
        own = {path: place.read_bytes() for path, place in self.files(mission, workbench.options).items()}
        variables = dict(suite.variables)
        for folder in further:
            variables["CPATH"] = str(folder / "usr" / "include")
            variables["LIBRARY_PATH"] = f"{folder / 'usr/lib'}:{folder / 'usr/lib/x86_64-linux-gnu'}"
        environment = environments.build(mission.environment)
        readable = (*further, *suite.readable)
        with tempfile.TemporaryDirectory(prefix="projecteval-command-", ignore_cleanup_errors=True) as temporary:
            workspace = Path(temporary) / "project"
            workspace.mkdir()
            write_files(laid_over(solution, own), workspace)
            node_packages.link_modules(environment.root, workspace)
            with workbench.sandbox.box(workspace, environment, LIMITS, variables=variables, readable=readable) as box:
                done = box.run(suite.argv, suite.seconds)
                if suite.format is ReportForm.LINES:
                    return cases_in(done.output.encode(), suite.format, suite.report), done.output
                try:
                    report = Workspace(workspace).read(suite.report, MAX_REPORT_BYTES)
                except (NotFound, ExpectationFailed):
                    report = b""
        return cases_in(report, suite.format), done.output
