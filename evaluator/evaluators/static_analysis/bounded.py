"""Static analysis of untrusted files in a process of its own, within limits of size, time and memory."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import ConfigDict, TypeAdapter, ValidationError, with_config

from evaluator.evaluators.static_analysis.executable_files import may_hold_code
from evaluator.evaluators.static_analysis.model import StaticAnalysis
from evaluator.evaluators.untrusted_source import ChildFailed, output_of
from missions.project_files import Files

CHILD = "evaluator.evaluators.static_analysis.child"


@dataclass(frozen=True)
class AnalysisLimits:
    """Limits of one analysis. `seconds` bounds each measure, and its processor time."""

    files: int = 5_000
    bytes_in_all: int = 64 << 20
    seconds: int = 120
    memory: int = 4 << 30


@with_config(ConfigDict(ser_json_bytes="base64", val_json_bytes="base64"))
@dataclass(frozen=True)
class AnalysisRequest:
    """One measure to compute, as it is sent to the process that does it."""

    measure: str
    files: dict[str, bytes]
    package: str
    limits: AnalysisLimits
    executable: bool = False


REQUEST = TypeAdapter(AnalysisRequest)
RESULT = TypeAdapter(StaticAnalysis)
MEASURES = ("maintainability", "security", "findings")


def analyze(
    files: Files,
    package: str = "",
    *,
    bandit: bool = False,
    limits: AnalysisLimits | None = None,
    executable: bool = False,
) -> StaticAnalysis:
    """Return the measures of a project, and bandit's findings where `bandit` is set.

    They are those of the package, with `executable` those of all files that it may execute (`executable_files`).

    Never raises for what the files contain: a measure that cannot be computed is None, with a problem.
    """
    limits = limits or AnalysisLimits()
    sources = {path: content for path, content in files.items() if may_hold_code(path, content, executable)}
    size = sum(map(len, sources.values()))
    if len(sources) > limits.files or size > limits.bytes_in_all:
        return StaticAnalysis(problems=(f"{len(sources)} files with {size} bytes are over the limits",))
    wanted = MEASURES if bandit else MEASURES[:2]
    found = [_measured(AnalysisRequest(measure, sources, package, limits, executable)) for measure in wanted]
    return StaticAnalysis(
        next((one.maintainability for one in found if one.maintainability), None),
        next((one.security for one in found if one.security), None),
        next((one.findings for one in found if one.findings is not None), None),
        tuple(problem for one in found for problem in one.problems),
    )


def _measured(request: AnalysisRequest) -> StaticAnalysis:
    """Compute one measure in a child process, so that a crash of one costs no other."""
    try:
        return RESULT.validate_json(output_of(CHILD, REQUEST.dump_json(request), request.limits.seconds))
    except ChildFailed as error:
        reason = str(error)
    except ValidationError:
        reason = "its process printed no result"
    return StaticAnalysis(problems=(f"{request.measure} could not be computed: {reason}",))
