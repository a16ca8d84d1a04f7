"""Execution of one suite against a solution: once for its results, once with its controls."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath

from evaluator.evaluators.pytest_suite.controls import Controls, controls_of
from evaluator.evaluators.pytest_suite.execution import Regions, SuiteExecution, execute, job_of
from evaluator.evaluators.pytest_suite.results import (
    PASSING,
    CaseOutcome,
    CodeCoverage,
    FileCoverage,
    Inventory,
    Reading,
    SuiteCase,
    SuiteRun,
    read,
)
from missions.project_files import Files, laid_over
from missions.reference import CONFTEST, Suite
from simulators.failures import INFRASTRUCTURE, Failure, FailureKind
from simulators.runtime.sandbox import Box

OpenBox = Callable[[Files], AbstractContextManager[Box]]
"""Opens a sandbox with these files as its working folder."""


@dataclass(frozen=True)
class SuiteOptions:
    """Options of `run_suite`.

    `controls` adds an execution in which every test has to fail (see `controls`). `coverage` names the source folders
    or packages whose statement and branch coverage is measured, `functions` the lines of functions whose tests are
    recorded with it. `inventory` fixes the cases in advance. `trusted` says that the files are the reference's own: a
    control that passes there belongs to a test that cannot be made to fail, which has none.
    """

    inventory: Inventory | None = None
    controls: bool = True
    coverage: tuple[str, ...] = ()
    functions: Regions = field(default_factory=dict)
    trusted: bool = False


def run_suite(suite: Suite, files: Files, opened: OpenBox, options: SuiteOptions | None = None) -> SuiteRun:
    """Execute `suite` against the solution's `files` and return its cases.

    The suite's files replace the solution's of the same path. Each execution has a sandbox of its own, which `opened`
    opens, and at most `suite.seconds`. Nothing that the solution prints decides a result.
    """
    options = options or SuiteOptions()
    tests = {path: place.read_bytes() for path, place in suite.files.items()}
    controls = controls_of(tests) if options.controls else Controls({}, frozenset())
    execution = _executed(suite, files, tests, opened, options)
    control = _executed(suite, files, {**tests, **controls.files}, opened) if controls.tests else None
    reading = read(execution)
    cases, unexpected = _expected(reading, suite, options.inventory, controls.declared)
    failed, tampering = _judged_controls(control, controls, options)
    tampering = (*reading.tampering, *tampering)
    return SuiteRun(
        suite.name,
        tuple(_final(case, failed, tampering, options.inventory) for case in cases),
        round(execution.seconds, 3),
        reading.is_complete,
        tampering,
        _infrastructure(execution, control),
        unexpected,
        reading.statuses,
        _coverage(execution) if options.coverage else None,
        execution.log,
        next((event.tests for event in execution.events if event.tests is not None), {}),
    )


def _executed(
    suite: Suite, files: Files, tests: Files, opened: OpenBox, options: SuiteOptions = SuiteOptions()
) -> SuiteExecution:
    with opened(laid_over(placed(files, suite), tests)) as box:
        for path in tests:
            (box.workspace / path).chmod(0o666 if path in suite.writable else 0o444)
        return execute(job_of(suite, tests, options.coverage, options.functions), box, suite.seconds)


def placed(files: Files, suite: Suite) -> dict[str, bytes]:
    """Return the files of a solution where `suite` expects them, without what pytest or Python would load in place of
    others; a folder that the suite names exists without files, too."""
    usable = {
        path: content
        for path, content in files.items()
        if PurePosixPath(path).name != CONFTEST and "__pycache__" not in PurePosixPath(path).parts
    }
    if suite.folder == ".":
        return usable
    return {f"{suite.folder}/": b"", **{f"{suite.folder}/{path}": content for path, content in usable.items()}}


def _expected(
    reading: Reading, suite: Suite, inventory: Inventory | None, declared: tuple[str, ...]
) -> tuple[list[SuiteCase], tuple[str, ...]]:
    """Return the cases of the inventory, and the ids of others; without one, the cases found or declared."""
    if inventory is None:
        return _found(reading, suite, declared), ()
    unexpected = tuple(node_id for node_id in reading.cases if node_id not in inventory.ids)
    return [reading.cases.get(each) or _missing(each, reading, suite) for each in inventory.ids], unexpected


def _found(reading: Reading, suite: Suite, declared: tuple[str, ...]) -> list[SuiteCase]:
    """Return the cases that were found, and for a file that was not collected whole the tests that it declares."""
    begun = {node_id.partition("[")[0] for node_id in reading.cases}
    missing = [each for each in declared if each not in begun and _is_cut_off(each.partition("::")[0], reading, suite)]
    explained = {each.partition("::")[0] for each in missing}
    found = [case for case in reading.cases.values() if case.id not in explained]
    return [*found, *(_missing(each, reading, suite) for each in missing)]


def _is_cut_off(file: str, reading: Reading, suite: Suite) -> bool:
    """Return True for a test file that could not be collected, or whose test process ended early."""
    return file in reading.cases or _group_of(file, suite) in reading.ends or reading.failure is not None


def _group_of(file: str, suite: Suite) -> int:
    """Return the number of the test process that executes `file`."""
    return suite.test_files().index(file) if suite.separate and file in suite.test_files() else 0


def _missing(node_id: str, reading: Reading, suite: Suite) -> SuiteCase:
    """Return the case that was not collected: its file could not be, or the process ended before."""
    file = node_id.partition("::")[0]
    collected = reading.cases.get(file)
    if collected is not None and collected.failure is not None:
        failure = replace(collected.failure, caused_by=file)
        return SuiteCase(node_id, CaseOutcome.ERROR, failure, exception=collected.exception)
    end = reading.ends.get(_group_of(file, suite)) or reading.failure
    kind, message = (end.kind, end.message) if end else (FailureKind.COLLECTION_ERROR, "the test was not collected")
    failure = Failure(kind, message if end is None else f"not run: {message}")
    return SuiteCase(node_id, CaseOutcome.NOT_RUN, failure)


def _judged_controls(
    control: SuiteExecution | None, controls: Controls, options: SuiteOptions
) -> tuple[frozenset[str], tuple[str, ...]]:
    """Return the cases whose control failed, and those whose control passed although it had to fail, in words."""
    if control is None:
        return frozenset(), ()
    reading = read(control)
    passed = [case.id for case in reading.cases.values() if case.outcome in PASSING and controls.has(case.id)]
    inventory = options.inventory
    known = [each for each in passed if inventory is None or each in inventory.controlled]
    suspicious = [] if options.trusted else known
    words = tuple(f"the control of {each} passed: the solution changes results" for each in suspicious[:3])
    failing = frozenset({CaseOutcome.FAILED, CaseOutcome.ERROR})
    failed = frozenset(case.id for case in reading.cases.values() if case.outcome in failing and controls.has(case.id))
    return failed, (*reading.tampering, *words)


def _final(
    case: SuiteCase, failed: frozenset[str], tampering: tuple[str, ...], inventory: Inventory | None
) -> SuiteCase:
    """Return the case with what its control says; a pass that a control contradicts is an error."""
    case = replace(case, controlled=case.id in failed)
    if tampering and case.outcome is CaseOutcome.NOT_RUN:
        return replace(case, failure=Failure(FailureKind.TAMPERING, tampering[0]))
    if case.outcome not in PASSING:
        return case
    if tampering:
        return replace(case, outcome=CaseOutcome.ERROR, failure=Failure(FailureKind.TAMPERING, tampering[0]))
    if inventory is not None and case.id in inventory.controlled and not case.controlled:
        why = "its control did not run: the test, changed so that it has to fail, was not reached"
        return replace(case, outcome=CaseOutcome.ERROR, failure=Failure(FailureKind.TAMPERING, why))
    return case


def _infrastructure(*executions: SuiteExecution | None) -> Failure | None:
    """Return the evaluator's own failure: a sandbox that broke, or a supervisor that never began."""
    for execution in executions:
        if execution is None or execution.failure is None:
            continue
        if execution.failure.kind in INFRASTRUCTURE:
            return execution.failure
        if not any(event.event == "ready" for event in execution.events) and not execution.timed_out:
            return Failure(FailureKind.INTERNAL, f"{execution.failure.message}: {execution.log[-1500:]}")
    return None


def _coverage(execution: SuiteExecution) -> CodeCoverage | None:
    found: Iterator[Mapping[str, tuple[int, int, int, int]]] = (
        event.files for event in execution.events if event.event == "coverage" and event.files is not None
    )
    files = next(found, None)
    return None if files is None else CodeCoverage({path: FileCoverage(*numbers) for path, numbers in files.items()})
