"""Evaluator of projects by the tests of the upstream project, after its published commands.

`prepare` runs the commands before the tests in a sandbox and returns the files that they leave; the tests then run as a
hidden suite (`evaluator.evaluators.pytest_suite`).
"""

from evaluator.evaluators.upstream_tests.evaluator import UpstreamTests
from evaluator.evaluators.upstream_tests.preparation import CommandResult, Prepared, prepare
from evaluator.evaluators.upstream_tests.score import success_rate

__all__ = ["CommandResult", "Prepared", "UpstreamTests", "prepare", "success_rate"]
