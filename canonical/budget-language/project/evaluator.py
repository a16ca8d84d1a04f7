"""Calculating the value of an expression."""

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from builtin import CONDITION, FUNCTIONS, WrongArgument
from problems import Place, Problem
from tree import (
    Call,
    Definition,
    Expression,
    Name,
    Negation,
    Number,
    Operation,
    Percentage,
)

TOO_LARGE = 10**100
LARGEST_EXPONENT = 999
DEEPEST_CALL = 100

COMPARE: dict[str, Callable[[Fraction, Fraction], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


@dataclass(frozen=True)
class Surroundings:
    """Names known where an expression is calculated: in the input itself, or in the body of `function`.

    `call` is the place of the outermost call in the input, `depth` how many calls are nested.
    """

    variables: Mapping[str, Fraction]
    functions: Mapping[str, Definition]
    ans: Fraction
    parameters: Mapping[str, Fraction] = field(default_factory=dict)
    function: str = ""
    call: Place | None = None
    depth: int = 0

    def problem(self, message: str, place: Place) -> Problem:
        """Return the problem to report; inside functions it is placed at the outermost call."""
        if self.call is None:
            return Problem(message, place)
        return Problem(f"{message} in {self.function!r}", self.call)

    def inside(self, definition: Definition, values: list[Fraction], place: Place) -> "Surroundings":
        """Return the surroundings of the body of a function that is called at `place`."""
        return Surroundings(
            variables=self.variables,
            functions=self.functions,
            ans=self.ans,
            parameters=dict(zip(definition.parameters, values, strict=True)),
            function=definition.name,
            call=self.call or place,
            depth=self.depth + 1,
        )


def evaluate(expression: Expression, around: Surroundings) -> Fraction:
    """Return the value of an expression. Raises `Problem`."""
    match expression:
        case Number(value):
            return value
        case Name(name, place):
            return _look_up(name, place, around)
        case Negation(operand):
            return -evaluate(operand, around)
        case Percentage(operand):
            return evaluate(operand, around) / 100
        case Operation():
            return _operate(expression, around)
        case Call():
            return _call(expression, around)


def _look_up(name: str, place: Place, around: Surroundings) -> Fraction:
    if name == "ans":
        return around.ans
    for values in (around.parameters, around.variables):
        if name in values:
            return values[name]
    raise around.problem(f"unknown variable {name!r}", place)


def _operate(operation: Operation, around: Surroundings) -> Fraction:
    left = evaluate(operation.left, around)
    right = evaluate(operation.right, around)
    match operation.sign:
        case "+":
            value = left + right
        case "-":
            value = left - right
        case "*":
            value = left * right
        case "/":
            if not right:
                raise around.problem("division by zero", operation.place)
            value = left / right
        case "^":
            value = _power(left, right, operation.place, around)
        case sign:
            return Fraction(COMPARE[sign](left, right))
    return _checked(value, operation.place, around)


def _power(base: Fraction, exponent: Fraction, place: Place, around: Surroundings) -> Fraction:
    if exponent.denominator != 1 or abs(exponent) > LARGEST_EXPONENT:
        message = f"the exponent must be a whole number from -{LARGEST_EXPONENT} to {LARGEST_EXPONENT}"
        raise around.problem(message, place)
    if not base and exponent < 0:
        raise around.problem("division by zero", place)
    return base ** int(exponent)


def _checked(value: Fraction, place: Place, around: Surroundings) -> Fraction:
    if abs(value) >= TOO_LARGE:
        raise around.problem("the number is too large", place)
    return value


def _call(call: Call, around: Surroundings) -> Fraction:
    if call.name == CONDITION:
        return _choose(call, around)
    if call.name in FUNCTIONS:
        return _call_built_in(call, around)
    definition = around.functions.get(call.name)
    if definition is None:
        raise around.problem(f"unknown function {call.name!r}", call.place)
    _check_arity(call, len(definition.parameters), around)
    values = [evaluate(argument, around) for argument in call.arguments]
    if around.depth >= DEEPEST_CALL:
        raise around.problem("calls are nested too deeply", call.place)
    return evaluate(definition.body, around.inside(definition, values, call.place))


def _choose(call: Call, around: Surroundings) -> Fraction:
    """Calculate an `if`: its condition, and then only one of the other two arguments."""
    _check_arity(call, 3, around)
    condition, then, otherwise = call.arguments
    return evaluate(then if evaluate(condition, around) else otherwise, around)


def _call_built_in(call: Call, around: Surroundings) -> Fraction:
    function = FUNCTIONS[call.name]
    if function.arity is not None:
        _check_arity(call, function.arity, around)
    try:
        value = function.calculate([evaluate(argument, around) for argument in call.arguments])
    except WrongArgument as wrong:
        raise around.problem(str(wrong), call.place) from None
    return _checked(value, call.place, around)


def _check_arity(call: Call, arity: int, around: Surroundings) -> None:
    given = len(call.arguments)
    if given != arity:
        arguments = "1 argument" if arity == 1 else f"{arity} arguments"
        raise around.problem(f"{call.name!r} takes {arguments}, not {given}", call.place)
