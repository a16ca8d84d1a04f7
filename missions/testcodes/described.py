"""Testcodes of a module as its source says, for lists and templates: nothing is imported or executed.

Testcodes are functions at the top of the module, decorated with ``@testcode``. Names stand for what the module assigns
to them at the top, and for what it imports from `missions`.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from missions.errors import MissionError
from missions.testcodes import parameters as kinds
from missions.testcodes.parameters import ParameterKind
from missions.testcodes.testcode import Inputs, Parameter, SimulatorName, Testcode

KINDS: Mapping[str, type[ParameterKind]] = {
    name: kind for name, kind in vars(kinds).items() if isinstance(kind, type) and issubclass(kind, ParameterKind)
}
MAX_SOURCE_CHARACTERS = 4_000_000
MAX_NAME_STEPS = 50
"""Names that stand for another name, one after the other."""


class NotDescribed(MissionError):
    """The source does not say what a testcode is: only its execution would."""


def parsed_source(text: str, where: str) -> ast.Module:
    """Return the syntax tree. Raises `MissionError` when it is not Python, or too long."""
    if len(text) > MAX_SOURCE_CHARACTERS:
        raise MissionError(f"{where}: has {len(text)} characters, more than {MAX_SOURCE_CHARACTERS}")
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise MissionError(f"{where}: is not Python: {error}") from error


def described_testcodes(text: str, where: str, imported: tuple[str, str] | None = None) -> tuple[Testcode, ...]:
    """Return the testcodes of a module, whose `run` raises `MissionError`.

    `imported` are text and place of the module that it imports from, if any. Raises `NotDescribed` where the source
    does not say what they are, `MissionError` for a malformed one.
    """
    other = _Module.of(parsed_source(*imported), imported[1]) if imported else _Module(where)
    module = _Module.of(parsed_source(text, where), where, other)
    own = [each for name, each in module.testcodes.items() if each is not other.testcodes.get(name)]
    if not own:
        raise NotDescribed(f"{where}: no testcode; decorate functions with @testcode(page, function)")
    return tuple(dict.fromkeys(own))


def decorator_of(node: ast.FunctionDef) -> ast.Call | None:
    """The function's ``@testcode(…)``, or ``@missions.testcodes.testcode(…)``."""
    for decorator in node.decorator_list:
        called = decorator.func if isinstance(decorator, ast.Call) else None
        if isinstance(decorator, ast.Call) and _last_name(called) == "testcode":
            return decorator
    return None


def _not_imported(*_: Any, **__: Any) -> NoReturn:
    raise MissionError("this testcode was read without being imported")


@dataclass
class _Module:
    """A module as far as it was read: what its names stand for, and its testcodes by name."""

    where: str
    names: dict[str, ast.expr] = field(default_factory=dict)
    classes: dict[str, ast.ClassDef] = field(default_factory=dict)
    testcodes: dict[str, Testcode] = field(default_factory=dict)

    @classmethod
    def of(cls, tree: ast.Module, where: str, imported: _Module | None = None) -> _Module:
        known = imported or cls(where)
        module = cls(where, {**known.names}, {**known.classes}, {**known.testcodes})
        for statement in tree.body:
            module.read(statement)
        return module

    def read(self, statement: ast.stmt) -> None:
        if isinstance(statement, ast.FunctionDef) and (call := decorator_of(statement)):
            self.testcodes[statement.name] = self._testcode(statement, call)
        elif isinstance(statement, ast.ImportFrom):
            self.names |= {each.asname: ast.Name(each.name) for each in statement.names if each.asname}
        elif isinstance(statement, ast.ClassDef):
            self.classes[statement.name] = statement
        elif isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            for name in (target.id for target in targets if isinstance(target, ast.Name)):
                self._assign(name, statement.value)
        elif any(isinstance(each, ast.FunctionDef) and decorator_of(each) for each in ast.walk(statement)):
            raise self._unclear(statement, "a testcode within another statement")

    def _assign(self, name: str, value: ast.expr) -> None:
        if isinstance(value, ast.Call) and _last_name(value.func).endswith("testcode"):
            raise self._unclear(value, "a testcode that is made by a call")
        if isinstance(value, ast.Name) and value.id in self.testcodes:
            self.testcodes[name] = self.testcodes[value.id]
        else:
            self.names[name] = value

    def _testcode(self, node: ast.FunctionDef, call: ast.Call) -> Testcode:
        arguments = dict(zip(("page", "function"), call.args, strict=False))
        arguments |= {each.arg: each.value for each in call.keywords if each.arg}
        if not {"page", "function"} <= arguments.keys():
            raise self._unclear(node, f"testcode {node.name} without page and function")
        first, *arguments_left = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs) or (None,)
        inputs = [each for each in arguments_left if self._is_inputs(each)]
        others = [each for each in arguments_left if each not in inputs]
        return Testcode(
            id=node.name,
            page=self._text(arguments["page"]),
            function=self._text(arguments["function"]),
            simulator=self._simulator(node, first),
            parameters=tuple(dict.fromkeys(each for argument in others for each in self._parameters(argument))),
            run=_not_imported,
            requires=self._testcodes(node, arguments.get("requires")),
            before=self._testcodes(node, arguments.get("before")),
            summary=inspect.cleandoc(ast.get_docstring(node) or ""),
            inputs=inputs[-1].arg if inputs else "",
        )

    def _testcodes(self, node: ast.FunctionDef, value: ast.expr | None) -> tuple[str, ...]:
        """Return the ids of the testcodes that an argument of the decorator names."""
        listed = ast.Tuple([]) if value is None else self._value_of(value)
        if not isinstance(listed, ast.List | ast.Tuple | ast.Set):
            raise self._unclear(node, f"what testcode {node.name} requires")
        return tuple(map(self._required, listed.elts))

    def _is_inputs(self, argument: ast.arg) -> bool:
        """Return True for the argument that draws inputs."""
        return _last_name(self._annotation(argument)) == Inputs.__name__

    def _required(self, value: ast.expr) -> str:
        if isinstance(value, ast.Name) and value.id in self.testcodes:
            return self.testcodes[value.id].id
        return self._text(value)

    def _simulator(self, node: ast.FunctionDef, first: ast.arg | None) -> SimulatorName:
        name = _last_name(self._annotation(first)) if first else ""
        try:
            return SimulatorName(name)
        except ValueError:
            known = ", ".join(SimulatorName)
            raise self._wrong(node, f"the first parameter's type is {name or 'missing'}, not one of {known}") from None

    def _parameters(self, argument: ast.arg | None) -> Iterator[Parameter]:
        """Yield the parameters that an argument stands for: itself, or the fields of a dataclass."""
        if argument is None:
            return
        hint = self._annotation(argument)
        if isinstance(hint, ast.Name) and hint.id in self.classes:
            fields = dict(self._fields(self.classes[hint.id]))
            yield from (self._parameter(name, each) for name, each in fields.items())
        else:
            yield self._parameter(argument.arg, hint)

    def _fields(self, group: ast.ClassDef, steps: int = 0) -> Iterator[tuple[str, ast.expr]]:
        """Yield name and type of every field of a dataclass, inherited ones first."""
        if steps > MAX_NAME_STEPS:
            raise self._unclear(group, "the classes that it inherits from")
        for base in group.bases:
            if not isinstance(base, ast.Name) or base.id not in self.classes:
                raise self._unclear(group, "a class that it inherits from")
            yield from self._fields(self.classes[base.id], steps + 1)
        for each in group.body:
            if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
                yield each.target.id, self._hint(each.annotation)

    def _parameter(self, name: str, hint: ast.expr) -> Parameter:
        parts = hint.slice.elts if isinstance(hint, ast.Subscript) and isinstance(hint.slice, ast.Tuple) else []
        if not isinstance(hint, ast.Subscript) or _last_name(hint.value) != "Annotated" or len(parts) != 2:
            raise self._wrong(hint, f'parameter {name}: write it as Annotated[Kind, "what it is, in words"]')
        kind = KINDS.get(_last_name(self._value_of(parts[0])))
        if kind is None and _last_name(parts[0]) in self.classes:
            raise self._unclear(hint, f"parameter {name} of a kind of its own")
        if kind is None:
            raise self._wrong(hint, f"parameter {name}: it has no parameter kind (Url, Element, Command, …)")
        return Parameter(name, kind, " ".join(self._text(parts[1]).split()))

    def _annotation(self, argument: ast.arg) -> ast.expr:
        if argument.annotation is None:
            raise self._wrong(argument, f"parameter {argument.arg} has no type")
        return self._hint(argument.annotation)

    def _hint(self, hint: ast.expr) -> ast.expr:
        """Return a type, also one that is written as a text or stands for another name."""
        value = self._value_of(hint)
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            tree = parsed_source(value.value, self.where)
            if len(tree.body) == 1 and isinstance(tree.body[0], ast.Expr):
                return self._value_of(tree.body[0].value)
        return value

    def _value_of(self, value: ast.expr) -> ast.expr:
        """Return what a name stands for; the expression itself where it is no name of this module."""
        for _ in range(MAX_NAME_STEPS):
            if not isinstance(value, ast.Name) or value.id not in self.names:
                return value
            value = self.names[value.id]
        raise self._unclear(value, "a name that stands for itself")

    def _text(self, value: ast.expr, steps: int = 0) -> str:
        """Return a text that is constant: a literal, a name of one, or several joined. Raises `NotDescribed`."""
        value = self._value_of(value)
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            return value.value
        if steps < MAX_NAME_STEPS and isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add):
            return self._text(value.left, steps + 1) + self._text(value.right, steps + 1)
        if steps < MAX_NAME_STEPS and isinstance(value, ast.JoinedStr):
            return "".join(self._text(each, steps + 1) for each in value.values)
        if steps < MAX_NAME_STEPS and isinstance(value, ast.FormattedValue) and value.format_spec is None:
            return self._text(value.value, steps + 1)
        raise self._unclear(value, "a text that is computed")

    def _unclear(self, node: ast.AST, what: str) -> NotDescribed:
        line = getattr(node, "lineno", 0)
        return NotDescribed(f"{self.where} line {line}: {what}: this cannot be read without executing the module")

    def _wrong(self, node: ast.AST, what: str) -> MissionError:
        return MissionError(f"{self.where} line {getattr(node, 'lineno', 0)}: {what}")


def _last_name(node: ast.expr | None) -> str:
    """Return the last part of a dotted name; empty for another expression."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
