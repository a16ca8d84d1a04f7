"""Check of a library mission by execution: the reference passes every case, an empty project passes none."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from evaluator.evaluators.pytest_suite.evaluator import limits_of
from evaluator.evaluators.pytest_suite.model import CaseOutcome, Inventory, SuiteCase
from evaluator.evaluators.pytest_suite.run import SuiteOptions, run_suite
from missions.catalog import Catalog
from missions.mission import Mission
from missions.project_files import Files, write_files
from missions.suites import Suite
from simulators.runtime.environments import host as environments
from simulators.runtime.sandbox import Box, Sandbox
from simulators.runtime.sandbox.choice import sandbox_named

MAX_NAMED = 5
"""Cases of a suite that are named; more are counted."""


def suite_problems(catalog: Catalog, mission_id: str, sandbox: str) -> Iterator[str]:
    """Yield what the execution of a library's suites shows; nothing for missions without suites or reference."""
    mission, reference = catalog.mission(mission_id), catalog.reference(mission_id)
    if not mission.suites or reference is None:
        return
    environments.build(mission.environment)
    provider = sandbox_named(sandbox)
    for suite in mission.suites:
        for problem in _of_suite(mission, suite, reference.files, provider):
            yield f"{mission.source or mission.id}: suite {suite.name}: {problem}"


def _of_suite(mission: Mission, suite: Suite, files: Files, sandbox: Sandbox) -> Iterator[str]:
    @contextmanager
    def opened(content: Files) -> Iterator[Box]:
        with tempfile.TemporaryDirectory(prefix="projecteval-suite-", ignore_cleanup_errors=True) as temporary:
            workspace = Path(temporary) / "project"
            workspace.mkdir()
            write_files(content, workspace)
            with sandbox.box(workspace, environments.find(mission.environment), limits_of(suite)) as box:
                yield box

    run = run_suite(suite, files, opened)
    if run.infrastructure is not None:
        yield f"could not be executed: {run.infrastructure.message}"
        return
    if not run.cases:
        yield "it has no case"
    yield from _named([case for case in run.cases if not case.passed], "the reference does not pass")
    yield from _named([case for case in run.cases if case.passed and not case.controlled], "there is no control of")
    empty = run_suite(suite, {}, opened, SuiteOptions(Inventory.of(run)))
    passed = [case for case in empty.cases if case.outcome in (CaseOutcome.PASSED, CaseOutcome.XPASSED)]
    yield from _named(passed, "an empty project passes")


def _named(cases: list[SuiteCase], problem: str) -> Iterator[str]:
    for case in cases[:MAX_NAMED]:
        yield f"{problem} {case.id}" + (f": {case.failure.message}" if case.failure else "")
    if len(cases) > MAX_NAMED:
        yield f"{problem} {len(cases) - MAX_NAMED} more cases"
