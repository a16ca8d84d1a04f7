"""Evaluator of hidden pytest suites.

`run_suite` executes one suite against a solution's files and returns its cases; `PytestSuite` is the evaluator around
it. docs/library-missions.md has the format and the security model.
"""

from evaluator.evaluators.pytest_suite.evaluator import PytestSuite
from evaluator.evaluators.pytest_suite.results import (
    CaseOutcome,
    CodeCoverage,
    FileCoverage,
    Inventory,
    SuiteCase,
    SuiteRun,
)
from evaluator.evaluators.pytest_suite.run import SuiteOptions, run_suite

__all__ = [
    "CaseOutcome",
    "CodeCoverage",
    "FileCoverage",
    "Inventory",
    "PytestSuite",
    "SuiteCase",
    "SuiteOptions",
    "SuiteRun",
    "run_suite",
]
