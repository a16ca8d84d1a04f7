"""From the agent's answers to the values that a testcode is called with."""

from __future__ import annotations

from collections.abc import Mapping

from missions.formats.projecteval_2025.source import Answer, key_of, left_out_key
from missions.testcodes.parameters import ParameterKind, Unanswered
from missions.testcodes.testcode import SimulatorName, Testcode


def values_for(testcode: Testcode, answers: Mapping[str, str]) -> dict[str, ParameterKind]:
    """The arguments of `testcode`. Raises `Unanswered` naming the parameter."""
    if not testcode.parameters and left_out_key(testcode) in answers:
        raise Unanswered("the answers leave its function out")
    asked = {
        parameter.name: _value(parameter.name, parameter.key, parameter.kind, answers)
        for parameter in testcode.parameters
    }
    return _all_answered(testcode, answers) | asked if testcode.simulator is SimulatorName.ORIGINAL else asked


def _all_answered(testcode: Testcode, answers: Mapping[str, str]) -> dict[str, ParameterKind]:
    """The public benchmark calls a testcode with all that was answered for its function, asked for or not."""
    prefix = key_of(testcode.page, testcode.function, "")
    return {key.removeprefix(prefix): Answer.parse(value) for key, value in answers.items() if key.startswith(prefix)}


def _value(name: str, key: str, kind: type[ParameterKind], answers: Mapping[str, str]) -> ParameterKind:
    if key not in answers:
        raise Unanswered(f"parameter {name} was not answered")
    try:
        return kind.parse(answers[key])
    except Unanswered as error:
        raise Unanswered(f"parameter {name} = {answers[key][:200]!r} is no valid {kind.__name__}: {error}") from error


def vacuous_answer(testcode: Testcode, answers: Mapping[str, str]) -> str:
    """Why our own rule would refuse the answers of `testcode`, whatever its kinds allow; empty when it would not."""
    for parameter in testcode.parameters:
        try:
            ParameterKind.parse(answers.get(parameter.key, ""))
        except Unanswered as error:
            return f"parameter {parameter.name}: {error}"
    return ""
