"""Entry point of the process that computes one measure: request on standard input, result on standard output."""

from __future__ import annotations

import sys

from evaluator.evaluators.static_analysis.bounded import REQUEST, RESULT, AnalysisRequest
from evaluator.evaluators.static_analysis.measures import bandit_findings, measure_maintainability, measure_security
from evaluator.evaluators.static_analysis.model import StaticAnalysis
from evaluator.evaluators.untrusted_source import limit_this_process


def main() -> None:
    request = REQUEST.validate_json(sys.stdin.buffer.read())
    limit_this_process(request.limits.memory, request.limits.seconds)
    sys.stdout.buffer.write(RESULT.dump_json(_result(request)))


def _result(request: AnalysisRequest) -> StaticAnalysis:
    what = request.files, request.package
    if request.measure == "maintainability":
        return StaticAnalysis(maintainability=measure_maintainability(*what, executable=request.executable))
    if request.measure == "security":
        return StaticAnalysis(security=measure_security(*what, executable=request.executable))
    return StaticAnalysis(findings=bandit_findings(*what, executable=request.executable))


if __name__ == "__main__":
    main()
