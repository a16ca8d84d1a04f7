"""Declared options: a frozen dataclass whose fields carry help, unit and limits; the values that some of them take.

The command line, files and the Python interface read the same declaration. This module imports nothing of the
project, so that help pages load neither missions nor simulators nor pydantic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import Field, dataclass, field, fields
from enum import StrEnum
from typing import Any, get_args, get_origin


class Screenshots(StrEnum):
    """Steps of which a screenshot is kept; more of them make an evaluation slower."""

    LAST = "last"
    """The last view of each case that did not pass, and each window that a desktop program opened at its start."""
    FAILURES = "failures"
    """Every step of each case that did not pass."""
    ALL = "all"
    """Every step of every case, actions before and after."""


@dataclass(frozen=True)
class Option:
    """Meaning and limits of one option.

    `group` is the heading and `unit` the placeholder in the help; `default` describes a default that is computed;
    `raisable` options may be changed when a run is resumed; `check` raises `ValueError` for text of the wrong form.
    """

    group: str
    help: str
    unit: str = ""
    default: str = ""
    choices: tuple[str | int, ...] = ()
    minimum: float | None = None
    above: float | None = None
    maximum: float | None = None
    short: str = ""
    raisable: bool = False
    check: Callable[[str], object] | None = None


def option(group: str, help: str, *, value: Any = None, **details: Any) -> Any:  # noqa: A002 - the field's term
    """Return a dataclass field with an `Option`; `value` is the default (`MISSING`: a value is required)."""
    return field(default=value, metadata={"option": Option(group, help, **details)})


def options(declaration: type) -> Iterator[tuple[Field[Any], Option]]:
    """Return the fields of `declaration` that carry an option."""
    for each in fields(declaration):
        if "option" in each.metadata:
            yield each, each.metadata["option"]


def flag(name: str) -> str:
    """Return the option's name on the command line."""
    return f"--{name.replace('_', '-')}"


def element_type(declared: Field[Any]) -> tuple[type, bool]:
    """Return the type of one value, and True when the option takes several."""
    if get_origin(declared.type) is tuple:
        return get_args(declared.type)[0], True
    kind = next(iter(get_args(declared.type)), declared.type)  # X of X | None
    assert isinstance(kind, type)
    return kind, False


def problem_of(declared: Option, value: Any) -> str:
    """Say what is wrong with a value of the right type; empty when it is allowed."""
    for each in value if isinstance(value, tuple) else (value,):
        if declared.choices and each not in declared.choices:
            return f"choose from {', '.join(map(str, declared.choices))}"
        if (bounds := _bounds(declared)) and each is not None and not _is_within(declared, each):
            return f"must be {bounds}"
        try:
            if declared.check is not None:
                declared.check(each)
        except ValueError as error:
            return str(error)
    return ""


def _is_within(declared: Option, value: float) -> bool:
    """Return True for a value within the limits; False for NaN."""
    low = declared.minimum is None or value >= declared.minimum
    above = declared.above is None or value > declared.above
    return low and above and (declared.maximum is None or value <= declared.maximum) and value == value


def _bounds(declared: Option) -> str:
    low = f"at least {declared.minimum:g}" if declared.minimum is not None else ""
    above = f"greater than {declared.above:g}" if declared.above is not None else ""
    high = f"at most {declared.maximum:g}" if declared.maximum is not None else ""
    return " and ".join(filter(None, (low, above, high)))


class Rule(StrEnum):
    """As published, with the defects of that computation, or corrected; each evaluator says how they differ."""

    PAPER = "paper"
    STRICT = "strict"
