"""Arguments of a testcode, from the agent's answers."""

from __future__ import annotations

from collections.abc import Mapping

from missions.testcodes.parameters import ParameterKind, Unanswered
from missions.testcodes.testcode import Testcode


def values_for(testcode: Testcode, answers: Mapping[str, str]) -> dict[str, ParameterKind]:
    """Return the arguments of `testcode` by name. Raises `Unanswered` naming the parameter."""
    return {
        parameter.name: _value(parameter.name, parameter.key, parameter.kind, answers)
        for parameter in testcode.parameters
    }


def _value(name: str, key: str, kind: type[ParameterKind], answers: Mapping[str, str]) -> ParameterKind:
    if key not in answers:
        raise Unanswered(f"parameter {name} was not answered")
    try:
        return kind.parse(answers[key])
    except Unanswered as error:
        raise Unanswered(
            f"parameter {name} = {answers[key][:200]!r} is not a valid {kind.__name__}: {error}"
        ) from error
