"""Testcodes run with a recording user: every verb is checked and recorded, and returns a value of its type.

Nothing is started. What a testcode computes from such values means nothing, so assertions are evaluated but not
enforced, and errors that depend on values (`INCONCLUSIVE`) end its rehearsal without a problem.
"""

from __future__ import annotations

import ast
import inspect
import traceback
import types
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import MISSING, fields, is_dataclass
from datetime import date, datetime, time
from decimal import Decimal
from difflib import get_close_matches
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any, Union, get_args, get_origin, get_type_hints

from missions.authoring.verbs import USERS, Verb, verbs_of
from missions.formats.tables import is_of_stage
from missions.testcodes.testcode import Testcode
from simulators.clocks import step_forward
from simulators.errors import SimulatorError

EXAMPLES: Mapping[type, object] = {
    str: "7",
    int: 7,
    float: 7.0,
    bool: True,
    bytes: b"7",
    Decimal: Decimal(7),
    date: date(2025, 3, 14),
    datetime: datetime(2025, 3, 14, 9, 30),
    time: time(9, 30),
    object: 7,
    types.NoneType: None,
    Path: Path("file.txt"),
}
"""A value of each type that a verb may return."""


CHECKS: Mapping[str, Callable[..., object]] = {"moves_clock": step_forward}
"""Verbs with functions that refuse wrong arguments of the right types."""


COMPUTED: Mapping[str, Callable[..., object]] = {
    "reads_json": lambda text, shape: example_of(shape),
    "rows": lambda seen, **_: list(seen),
    "pairs": lambda seen, expected: list(zip(seen, expected, strict=False)),
}
"""Verbs whose results have the types of their arguments."""


class VerbMisuse(Exception):
    """A verb does not exist, or was called with other arguments than it takes."""


class _UnknownValue(Exception):
    """No value of the type that a verb returns can be made."""


INCONCLUSIVE = (
    ValueError,
    LookupError,
    ArithmeticError,
    OSError,
    TypeError,
    StopIteration,
    SimulatorError,
    _UnknownValue,
)
"""Errors that the values of a rehearsal may cause."""


def rehearsal_problems(values: Mapping[str, str], load: Callable[[type], Any]) -> Iterator[str]:
    """Yield the problems that running a mission's testcodes shows, each with its line.

    `values` are parameter values by key; `load` imports the testcodes with a loader class.
    """
    module = load(RehearsalLoader)
    for testcode in (each for each in vars(module).values() if isinstance(each, Testcode)):
        if testcode.simulator in USERS:
            problem = _problem(testcode, values)
            if problem:
                yield problem


def _problem(testcode: Testcode, values: Mapping[str, str]) -> str:
    arguments = {p.name: p.kind(values.get(p.key, "7")) for p in testcode.parameters}
    try:
        testcode.run(RecordingUser(USERS[testcode.simulator]), **arguments)
    except VerbMisuse as error:
        return f"{_place(error)}: testcode {testcode.id}: {error}"
    except INCONCLUSIVE:
        return ""
    except AttributeError as error:
        if error.obj is None:  # a search in a value of the rehearsal found nothing
            return ""
        return f"{_place(error)}: testcode {testcode.id}: AttributeError: {error}"
    except Exception as error:  # noqa: BLE001 - a testcode may raise anything; it is the problem reported
        return f"{_place(error)}: testcode {testcode.id}: {type(error).__name__}: {error}"
    return ""


def _place(error: Exception) -> str:
    paths = [(Path(frame.filename), frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    found = [(path.name, line) for path, line in paths if path.name == "testcodes.py" or is_of_stage(path)]
    return f"{found[-1][0]} line {found[-1][1]}" if found else "testcodes.py"


class RecordingUser:
    """Stands for a simulated user of class `kind`; `steps` are the verbs that were called, with their arguments."""

    def __init__(self, kind: type) -> None:
        self._kind, self._verbs = kind, verbs_of(kind)
        self.steps: list[str] = []

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("__"):
            raise AttributeError(name)
        if (verb := self._verbs.get(name)) is None:
            close = get_close_matches(name, self._verbs, 1)
            hint = f"did you mean {close[0]}?" if close else "`projecteval missions verbs` lists them"
            raise VerbMisuse(f"{self._kind.__name__} has no verb {name}; {hint}")

        def called(*arguments: object, **named: object) -> Any:
            _check_arguments(verb, arguments, named)
            self.steps.append(f"{verb.name} {arguments} {named}")
            computed = COMPUTED.get(verb.name)
            return self._result(verb) if computed is None else computed(*arguments, **named)

        return called

    def _result(self, verb: Verb) -> Any:
        wanted = verb.hints()["return"]
        return _opened(self._value(get_args(wanted)[0])) if verb.block else self._value(wanted)

    def _value(self, annotation: Any) -> Any:
        if annotation is self._kind:
            return RecordingUser(self._kind)
        return example_of(annotation)


@contextmanager
def _opened(value: Any) -> Iterator[Any]:
    yield value


def _check_arguments(verb: Verb, arguments: tuple[object, ...], named: Mapping[str, object]) -> None:
    try:
        bound = verb.signature.bind(*arguments, **named)
    except TypeError as error:
        raise VerbMisuse(f"user.{verb.name}: {error}; it is written {verb.written()}") from None
    hints = verb.hints()
    for name, value in bound.arguments.items():
        if not _is_of(value, hints[name]):
            wanted = inspect.formatannotation(hints[name])
            raise VerbMisuse(f"user.{verb.name}: {name} is {value!r}; it must be {wanted}")
    if (check := CHECKS.get(verb.name)) is not None:
        try:
            check(*arguments, **named)
        except (TypeError, ValueError) as error:
            raise VerbMisuse(f"user.{verb.name}: {error}") from None


def _is_of(value: object, annotation: Any) -> bool:
    """Return False where `value` is certainly not of a type; the items of collections are not looked at."""
    if get_origin(annotation) in (Union, types.UnionType):
        return any(_is_of(value, each) for each in get_args(annotation))
    kind = get_origin(annotation) or annotation
    if kind is type:
        return isinstance(value, type) or get_origin(value) is not None
    if kind is float:
        return isinstance(value, (int, float))
    if kind is int and isinstance(value, bool):
        return False
    return not isinstance(kind, type) or isinstance(value, kind)


def example_of(annotation: Any) -> Any:
    """Return a value of a type. Raises `_UnknownValue`."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if annotation in EXAMPLES:
        return EXAMPLES[annotation]
    if origin in (Union, types.UnionType):
        return example_of(inner[0])
    if origin is list:
        return [example_of(inner[0]) for _ in range(3)]
    if origin is tuple:
        return tuple(example_of(each) for each in (inner if Ellipsis not in inner else inner[:1] * 3))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {example_of(inner[0]): example_of(inner[1])}
    if is_dataclass(annotation) and isinstance(annotation, type):
        hints = get_type_hints(annotation)
        return annotation(**{f.name: example_of(hints[f.name]) for f in fields(annotation) if f.default is MISSING})
    raise _UnknownValue(str(annotation))


class RehearsalLoader(SourceFileLoader):
    """Loader of ``testcodes.py`` whose assertions are evaluated but not enforced."""

    def get_code(self, fullname: str) -> CodeType:
        """Return the code of the file as it is now; nothing is stored beside it."""
        path = self.get_filename(fullname)
        tree = _Unenforced().visit(ast.parse(self.get_data(path), path))
        code: CodeType = compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)
        return code


class _Unenforced(ast.NodeTransformer):
    def visit_Assert(self, node: ast.Assert) -> Any:
        return ast.copy_location(ast.Expr(node.test), node)
