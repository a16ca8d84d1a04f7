"""Testcodes that are source texts, as in the public format: compiled once, run with the names they expect in scope.

They use Selenium and the names of their original host.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import CodeType
from typing import Any

from missions.errors import MissionError
from missions.parameter_values import BETWEEN, key_of
from missions.testcodes.assertions import reporting
from missions.testcodes.parameters import ParameterKind
from missions.testcodes.testcode import Parameter, Published, Testcode

PUBLIC_USER = "PublicUser"
"""Simulator of the public benchmark's testcodes."""


class PublishedValue(ParameterKind):
    """Value by the rule of the public benchmark: any text, including the empty one."""

    asks_for = "the value"

    @classmethod
    def parse(cls, answer: str) -> PublishedValue:
        return cls(answer)


def left_out_key(testcode: Testcode) -> str:
    """Return the key that marks a testcode without parameters whose function is missing in the recorded values."""
    return key_of(testcode.page, testcode.function, "")


def public_testcode(
    page: str, function: str, parameters: Mapping[str, str], text: str, where: str | None = None
) -> Testcode:
    """Return the testcode of a text in the public format; `parameters` are names with descriptions.

    Raises `MissionError` with `where` when the text is not Python or defines no function.
    """
    where = where or f"page {page}, function {function}"
    tree = _parsed(text, where)
    return Testcode(
        id=f"{page}{BETWEEN}{function}",
        page=page,
        function=function,
        simulator=PUBLIC_USER,
        parameters=tuple(
            Parameter(name, PublishedValue, words, key_of(page, function, name)) for name, words in parameters.items()
        ),
        run=SourceTestcode.compiled(tree, function, where),
        published=Published(page, function, text),
    )


class EndedByExit(Exception):
    """A project's program called `sys.exit` and so ended the testcode that ran it: a pass in the original, which runs
    both in one thread."""


@dataclass(frozen=True)
class SourceTestcode:
    """Testcode called with a user that has `scope` (names to values), `arguments` (before the values) and `at_work`.

    As in the original, the first function that the text defines is called. `opens_a_page` is True when the text
    opens a page; otherwise the testcode depends on the page at which the previous one left the browser.
    """

    function: str
    code: CodeType = field(compare=False, repr=False)
    opens_a_page: bool = True

    @classmethod
    def compiled(cls, tree: ast.Module, function: str, where: str) -> SourceTestcode:
        names = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
        if not names:
            raise MissionError(f"{where}: the testcode defines no function")
        return cls(names[0], _compiled(tree, function, where), _opens_a_page(tree))

    def __call__(self, user: Any, **answers: str) -> None:
        """Run the testcode. Raises its exceptions, `AssertionError` when it returns a value, and `EndedByExit`."""
        scope: dict[str, Any] = {"__name__": "testcode", **user.scope()}
        try:
            with user.at_work():
                exec(self.code, scope)  # the mission's own text, not a model's
                found = scope[self.function](*user.arguments(), **answers)
        except SystemExit as stop:
            raise EndedByExit(f"the program ended itself, and the testcode with it (status {stop.code})") from stop
        if found is not None:
            raise AssertionError(f"the testcode returned {found!r} instead of nothing")


def _parsed(text: str, where: str) -> ast.Module:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise MissionError(f"{where}: the testcode is not Python: {error}") from error


def _compiled(tree: ast.Module, function: str, where: str) -> CodeType:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            return compile(reporting(tree), f"<testcode {function}>", "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise MissionError(f"{where}: the testcode is not Python: {error}") from error


def _opens_a_page(tree: ast.AST) -> bool:
    return any(
        isinstance(node, ast.Attribute) and node.attr == "get" and isinstance(node.value, ast.Name)
        for node in ast.walk(tree)
    )
