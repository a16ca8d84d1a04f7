"""Cases of a suite that has no reference: one per test that its files declare, whatever a solution makes of it.

What pytest collects depends on the solution: parameters come from its values, and code that is imported may take tests
away. Without the cases of a reference, the files alone say how many there are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from evaluator.evaluators.pytest_suite.controls import controls_of
from evaluator.evaluators.pytest_suite.results import PASSING, CaseOutcome, SuiteCase, SuiteRun
from missions.reference import Suite
from simulators.failures import Failure, FailureKind

LEFT_OUT = frozenset({CaseOutcome.SKIPPED, CaseOutcome.XFAILED})


def declared_tests(suite: Suite) -> tuple[str, ...]:
    """Return the tests that the files of a suite declare, without parameters; of those that are executed."""
    tests = controls_of({path: place.read_bytes() for path, place in suite.files.items()}).declared
    named = tuple(each.rstrip("/") for each in suite.arguments if not each.startswith("-"))
    chosen = [each for each in tests if any(_is_below(each, target) for target in named)] or tests
    return tuple(dict.fromkeys(each for each in chosen if each not in suite.excluded))


def _is_below(test: str, target: str) -> bool:
    return target == "." or test == target or test.startswith((f"{target}/", f"{target}::"))


def by_test(run: SuiteRun, tests: Sequence[str]) -> SuiteRun:
    """Return `run` with a case for each of `tests`: it passed when it was collected and all of its cases passed. Files
    that declare none, or cannot be read, leave the cases as they were collected."""
    if not tests:
        return run
    found: dict[str, list[SuiteCase]] = defaultdict(list)
    for case in run.cases:
        found[case.id.partition("[")[0]].append(case)
    cases = tuple(_case(test, found.get(test, ())) for test in tests)
    others = tuple(case.id for test, own in found.items() if test not in set(tests) for case in own)
    return replace(run, cases=cases, unexpected=(*run.unexpected, *others))


def _case(test: str, cases: Sequence[SuiteCase]) -> SuiteCase:
    if not cases:
        failure = Failure(FailureKind.COLLECTION_ERROR, "the test was not collected")
        return SuiteCase(test, CaseOutcome.NOT_RUN, failure)
    not_passed = [case for case in cases if case.outcome not in PASSING]
    failed = [case for case in not_passed if case.outcome not in LEFT_OUT]
    worst = (*failed, *not_passed, *cases)[0]
    seconds, controlled = sum(case.seconds for case in cases), all(case.controlled for case in cases)
    return replace(worst, id=test, seconds=seconds, controlled=controlled)
