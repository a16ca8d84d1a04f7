"""Evaluator ``playwright``: the tests of all tasks until now, as the project's authors wrote them.

The project's server runs in one box, Playwright Test and its browser in another. The project never sees the tests.
The browser's box has no network but one port, which is carried into the project's.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from evaluator.benchmarks.webbench import playwright_report as reported
from evaluator.benchmarks.webbench.playwright_report import PlaywrightReport, WebServer, plain, read_report
from evaluator.benchmarks.webbench.repository import INIT, SOLUTION, TESTS, Project, lay_out
from evaluator.evaluators.interface import EvaluationOptions, Evaluator, Workbench
from evaluator.model.evaluation import Case, Evaluation, Measure, Outcome
from evaluator.model.generation import Solution
from evaluator.model.options import Rule
from missions.mission import Mission
from missions.project_files import Files
from simulators.browser.chromium import boxed_browser
from simulators.browser.chromium.launch import NoBrowser, find_browser
from simulators.clocks import Deadline, load_factor
from simulators.data_files import DataError
from simulators.errors import ExpectationFailed, NotFound
from simulators.failures import Failure, FailureKind
from simulators.runtime.environments import host as environments
from simulators.runtime.environments import node_packages
from simulators.runtime.port_forward import PortForward
from simulators.runtime.sandbox import PORT, PROGRAM_FOLDERS, PROJECT, Box, BoxLimits, Environment, Sandbox
from simulators.runtime.start_project import wait_until_it_answers
from simulators.runtime.workspace import Workspace
from simulators.setting import NODE, StartError

PLAYWRIGHT = "playwright"
TASKS = "tasks"
"""Measure with the number of tasks of the project, without `INIT`."""

REPEATED_RUNS = 3
"""How often the original runs the tests whose page was not loaded; rule ``strict`` runs them once."""

ABORTED = "net::ERR_ABORTED"


@dataclass(frozen=True)
class PlaywrightTests(Evaluator):
    """Executes the tests of `until` and of all tasks before it; of all tasks by default.

    Rule ``paper`` repeats tests whose page was not loaded and shows lines of the tests in failures, as the original.
    """

    name: str = PLAYWRIGHT
    until: str = ""

    def settings(self, options: EvaluationOptions) -> Mapping[str, str]:
        return {"rule": options.rule.value}

    def unavailable(self) -> str:
        try:
            find_browser()
        except NoBrowser as error:
            return str(error)
        return node_packages.problem(NODE)

    def not_built(self, mission: Mission, failure: str, workbench: Workbench) -> Evaluation:
        return self._evaluation(mission, {}, workbench, Failure(FailureKind.NOT_BUILT, failure))

    def evaluate(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        return self._evaluation(mission, dict(solution.files), workbench)

    def _evaluation(
        self, mission: Mission, files: Mapping[str, bytes], workbench: Workbench, not_built: Failure | None = None
    ) -> Evaluation:
        project = mission.facts(Project)
        if project is None:
            return Evaluation(self.name)
        began = time.monotonic()
        workbench.takes(2 * BUILD_SECONDS + 2 * LIST_SECONDS + REPEATED_RUNS * TEST_SECONDS)
        environment = environments.find(mission.environment)
        tested = TestedProject(project, files, environment, workbench.sandbox, self.until)
        cases = self._cases(tested, workbench, not_built)
        for number, each in enumerate(cases, 1):
            workbench.announce(each, number, len(cases))
        tasks = sum(task.id != INIT for task in project.tasks)
        return Evaluation(
            self.name,
            cases,
            (Measure(TASKS, tasks),),
            seconds=round(time.monotonic() - began, 3),
            settings=self.settings(workbench.options),
        )

    def _cases(self, tested: TestedProject, workbench: Workbench, not_built: Failure | None) -> tuple[Case, ...]:
        """Return one case per test, the same ones for every solution: they are listed beside the reference, since some
        tests execute what an agent wrote."""
        tests = tested.project.tests_until(self.until)
        with ExitStack() as opened:
            try:
                with open_box(tested.of_reference, with_tests=True) as (box, place):
                    listed = list_tests(box, place, tests)
            except TestRunError as error:
                failure = Failure(FailureKind.INTERNAL, f"the tests cannot be listed: {error}")
                return (Case(PLAYWRIGHT, (PLAYWRIGHT,), Outcome.INFRASTRUCTURE, failure),)
            names = [name for name, _ in reported.titled_tests(listed)]
            if not_built is not None:
                return _all(names, not_built)
            tests_box, place = opened.enter_context(open_box(tested, with_tests=True))
            project_box, _ = opened.enter_context(open_box(tested, with_tests=False))
            if failed := build(tested, project_box, place):
                return _all(names, Failure(FailureKind.NOT_STARTED, failed))
            server = listed.config.webServer
            if server is None:
                return _all(names, Failure(FailureKind.INTERNAL, "playwright.config.js names no server"))
            try:
                opened.enter_context(serving(server, project_box, place))
                opened.enter_context(forward(project_box, tests_box))
                rule = workbench.options.rule
                return _tested(names, rule, lambda: run_tests(tests_box, place, tests))
            except StartError as error:
                said = reported.plain(f"{error.reason}\n{error.output}")[-MAX_LOG_CHARACTERS:]
                return _all(names, Failure(FailureKind.NOT_STARTED, said))


def _tested(
    names: Sequence[reported.TestTitles], rule: Rule, run: Callable[[], reported.PlaywrightReport]
) -> tuple[Case, ...]:
    """Execute the tests, once more where `rule` says so, and return their cases."""
    missing = Failure(FailureKind.TEST_ERROR, "the test is missing in the report")
    cases: tuple[Case, ...] = ()
    for _ in range(REPEATED_RUNS if rule is Rule.PAPER else 1):
        try:
            found = {
                name: reported.case_of(name, test, with_code=rule is Rule.PAPER)
                for name, test in reported.titled_tests(run())
            }
        except TestRunError as error:
            return _all(names, Failure(FailureKind.TIMEOUT, str(error)))
        cases = tuple(found.get(name) or reported.case(name, Outcome.ERROR, missing) for name in names)
        if not any(ABORTED in each.reason for each in cases):
            break
    return cases


def _all(names: Sequence[reported.TestTitles], failure: Failure) -> tuple[Case, ...]:
    return tuple(reported.case(name, Outcome.NOT_RUNNABLE, failure) for name in names)


LIMITS = BoxLimits(memory=4 << 30, processes=1024, cpu=3600, disk=2 << 30)
TEST_SECONDS = 600.0
"""Seconds for all tests of a task, as in the original; more on a machine with other work."""

BUILD_SECONDS = 300.0
LIST_SECONDS = 300.0
MAX_REPORT_BYTES = 64 << 20
MAX_LOG_CHARACTERS = 20_000

RUNNER = Path(__file__).parent / "guest" / "runner.config.mjs"
REPORT, BROWSER = "projecteval-report.json", "projecteval-browser"
FONTS = Path("/etc/fonts")
"""How programs find the fonts of the system: texts have the sizes that they have outside of a box."""


@dataclass(frozen=True)
class TestedProject:
    """A project with a solution; `task` is the one that was asked for."""

    project: Project
    solution: Files
    environment: Environment
    sandbox: Sandbox
    task: str

    @property
    def of_reference(self) -> TestedProject:
        """Return the same with the state after the last task, or with the agent's where the repository has none."""
        return replace(self, solution=self.project.files(SOLUTION) or self.solution)


class TestRunError(Exception):
    """Playwright Test left no report; the message says what it printed."""


@contextmanager
def open_box(tested: TestedProject, *, with_tests: bool) -> Iterator[tuple[Box, str]]:
    """Open a box with the project and yield it with the project's folder there."""
    modules = tested.environment.root / "node_modules"
    with tempfile.TemporaryDirectory(prefix="projecteval-webbench-", ignore_cleanup_errors=True) as temporary:
        workspace = Path(temporary) / "repository"
        folder = lay_out(tested.project, tested.solution, modules, workspace, with_tests=with_tests)
        place = folder.relative_to(workspace).as_posix()
        if with_tests:
            _add_runner(folder, f"{PROJECT}/{place}", tested.environment)
        readable = [path for path in (FONTS, find_browser().resolve().parent) if with_tests and path.is_dir()]
        variables = _variables(f"{PROJECT}/{place}", tested.task)
        with tested.sandbox.box(workspace, tested.environment, LIMITS, variables=variables, readable=readable) as box:
            yield box, place


def _add_runner(folder: Path, inside: str, environment: Environment) -> None:
    """Write the runner's configuration and the program that starts the browser; `inside` is the folder in the box."""
    for guest in (RUNNER, Path(boxed_browser.__file__)):
        (folder / guest.name).write_bytes(guest.read_bytes())
    words = f'{environment.python} {inside}/{Path(boxed_browser.__file__).name} {find_browser().resolve()} "$@"'
    (folder / BROWSER).write_text(f"#!/bin/sh\nexec {words}\n", encoding="utf-8")
    (folder / BROWSER).chmod(0o755)


def _variables(folder: str, task: str) -> Mapping[str, str]:
    """Return what the original sets, and what keeps npm from asking its registry."""
    return {
        "EVAL": "true",
        "EVAL_TASK": task,
        "EVAL_PROJECT_PORT": str(PORT),
        "EVAL_PROJECT_ROOT": f"{folder}/{SOLUTION}",
        "IS_EVAL_PRODUCTION": "true",
        "HOME": "/tmp",
        "PATH": f"{folder}/node_modules/.bin:{PROGRAM_FOLDERS}",
        "npm_config_offline": "true",
        "npm_config_update_notifier": "false",
        "PLAYWRIGHT_JSON_OUTPUT_FILE": REPORT,
        "PROJECTEVAL_BROWSER": f"{folder}/{BROWSER}",
    }


def build(tested: TestedProject, box: Box, place: str) -> str:
    """Prepare and build the project as its scripts say; return the error of the build, empty without one."""
    scripts = tested.project.manifest.scripts
    if scripts.get("init"):
        box.run(("npm", "run", "init"), BUILD_SECONDS, folder=place)  # the original ignores how it ends
    if not scripts.get("build"):
        return ""
    done = box.run(("npm", "run", "build"), BUILD_SECONDS, folder=place)
    if done.status == 0:
        return ""
    ending = f"did not end within {BUILD_SECONDS:g} seconds" if done.status is None else "failed"
    return f"the build {ending}:\n{plain(done.output)[-MAX_LOG_CHARACTERS:]}"


@contextmanager
def serving(server: WebServer, box: Box, place: str) -> Iterator[None]:
    """Start the project's server and wait until it answers. Raises `StartError`."""
    folder = Path(server.cwd or f"{PROJECT}/{place}")
    below = folder.relative_to(PROJECT) if folder.is_relative_to(PROJECT) else Path(place, folder)
    with box.start(("/bin/sh", "-c", server.command), folder=below.as_posix(), env=server.env) as process:
        wait_until_it_answers(box, process, Deadline.after(server.timeout / 1000))
        yield


def list_tests(box: Box, place: str, tests: Sequence[str]) -> PlaywrightReport:
    """Return all tests, without executing them, and the server. Raises `TestRunError`."""
    return _run(box, place, ("--list", *_paths(tests)), {"PROJECTEVAL_OWN_SERVER": "yes"}, LIST_SECONDS)


def forward(project_box: Box, tests_box: Box) -> PortForward:
    """Return what carries the server's port into the box of the tests, while its context is open."""
    return PortForward(lambda: project_box.connect(PORT), tests_box.listen(PORT))


def run_tests(box: Box, place: str, tests: Sequence[str]) -> PlaywrightReport:
    """Execute tests against the server that is forwarded into `box`. Raises `TestRunError`."""
    return _run(box, place, _paths(tests), {"PROJECTEVAL_LOAD": str(load_factor())}, TEST_SECONDS)


def _paths(tests: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"{TESTS}/{name}" for name in tests)


def _run(box: Box, place: str, words: Sequence[str], variables: Mapping[str, str], seconds: float) -> PlaywrightReport:
    workspace = Workspace(box.workspace, place)
    workspace.remove(REPORT)
    program = ("npx", "playwright", "test", "-c", RUNNER.name, "--reporter=json", *words)
    done = box.run(program, seconds, folder=place, env=variables)
    if done.status is None:
        raise TestRunError(f"the tests did not end within {seconds:g} seconds: an endless loop?")
    try:
        return read_report(workspace.read(REPORT, MAX_REPORT_BYTES))
    except (NotFound, ExpectationFailed, DataError) as error:
        raise TestRunError(f"{error}; Playwright Test printed: {plain(done.output)[-2000:]}") from error
