"""Report of Playwright Test in JSON: the tests of a project, the server that it names, and the result of each test.

It is written in the box in which tests run, and tests of some projects execute what the agent wrote: nothing of it is
trusted to be complete.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from pydantic import BaseModel, ConfigDict, ValidationError

from evaluator.model.evaluation import Case, Outcome
from simulators.data_files import DataError, parse_json
from simulators.failures import Failure, FailureKind

MAX_ERROR_CHARACTERS = 4_000
TestTitles = tuple[str, ...]
"""Name of a test: its file without ending (the task), then its titles from outer to inner."""

COLOURS = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
PLACES = re.compile(r"/project(?:/projects/[\w-]+(?:/src)?)?(?![\w-])")


class ReportPart(BaseModel):
    """Base of what is read; other keys are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class TestError(ReportPart):
    """One error in words."""

    message: str = ""


class TestRun(ReportPart):
    """One execution of a test; `errors` are in the words of Playwright's reporters, with the lines of the test."""

    status: str
    duration: float = 0.0
    error: TestError | None = None
    errors: tuple[TestError, ...] = ()


class PlannedTest(ReportPart):
    """A test on one browser; without `results` it was only listed."""

    status: str = ""
    results: tuple[TestRun, ...] = ()


class Spec(ReportPart):
    """A test; it has one `PlannedTest` per browser."""

    title: str
    tests: tuple[PlannedTest, ...] = ()


class TestGroup(ReportPart):
    """A file, or a group of tests in it."""

    title: str
    specs: tuple[Spec, ...] = ()
    suites: tuple[TestGroup, ...] = ()


class WebServer(ReportPart):
    """The server that the project's configuration names."""

    command: str
    cwd: str = ""
    env: dict[str, str] = {}
    timeout: float = 60_000


class ProjectSettings(ReportPart):
    """What the project's configuration says."""

    webServer: WebServer | None = None  # noqa: N815 - Playwright's name


class PlaywrightReport(ReportPart):
    """A whole report; `errors` are those outside of tests."""

    config: ProjectSettings = ProjectSettings()
    suites: tuple[TestGroup, ...] = ()
    errors: tuple[TestError, ...] = ()


def read_report(content: bytes) -> PlaywrightReport:
    """Read a report. Raises `DataError`."""
    try:
        return PlaywrightReport.model_validate(parse_json(content, "the report of Playwright Test"))
    except ValidationError as error:
        raise DataError(f"the report of Playwright Test cannot be read: {error}") from error


def titled_tests(report: PlaywrightReport) -> Iterator[tuple[TestTitles, PlannedTest]]:
    """Yield the tests of a report in order; one that runs on several browsers by its first."""
    for suite in report.suites:
        task = PurePosixPath(suite.title).name.removesuffix(".spec.js")
        yield from _below(suite, (task,))


def _below(suite: TestGroup, titles: TestTitles) -> Iterator[tuple[TestTitles, PlannedTest]]:
    for spec in suite.specs:
        if spec.tests:
            yield (*titles, spec.title), spec.tests[0]
    for each in suite.suites:
        yield from _below(each, (*titles, each.title))


def case(titles: TestTitles, outcome: Outcome, failure: Failure | None = None, seconds: float = 0.0) -> Case:
    """Return the case of a test."""
    return Case(" › ".join(titles), titles[:-1], outcome, failure, seconds)


def case_of(titles: TestTitles, planned: PlannedTest, *, with_code: bool) -> Case:
    """Return the case of an executed test. A test that the project's own configuration repeats counts by its last run.

    `with_code` adds the lines of the test to the failure, as Playwright's reporters for terminals do.
    """
    if planned.status == "skipped":
        return case(titles, Outcome.SKIPPED)
    if not planned.results:
        return case(titles, Outcome.ERROR, Failure(FailureKind.TEST_ERROR, "the test was not executed"))
    last = planned.results[-1]
    seconds = last.duration / 1000
    if planned.status in ("expected", "flaky"):
        return case(titles, Outcome.PASSED, seconds=seconds)
    errors = last.errors if with_code else filter(None, (last.error,))
    words = "\n".join(plain(each.message) for each in errors) or f"the test ended as {last.status}"
    words = words[:MAX_ERROR_CHARACTERS]
    if last.status == "timedOut":
        return case(titles, Outcome.TIMEOUT, Failure(FailureKind.TIMEOUT, words), seconds)
    return case(titles, Outcome.FAILED, Failure(FailureKind.EXPECTATION, words), seconds)


def plain(text: str) -> str:
    """Return what a program printed without colours and places in a box."""
    return PLACES.sub(".", COLOURS.sub("", text)).strip()
