"""A testcode that is source text: compiled once, run with the names that it expects in scope."""

from __future__ import annotations

import ast
import warnings
from dataclasses import dataclass, field
from types import CodeType
from typing import Any

from missions.errors import MissionError


@dataclass(frozen=True)
class SourceTestcode:
    """Called with a user that offers `scope` (names to values), `arguments` (what precedes the answers) and `at_work`.

    As in the original, the first function that the text defines is called. `opens_a_page` says whether the
    text itself goes to a page; a testcode that does not depends on where the one before left the browser.
    """

    source: str
    function: str
    code: CodeType = field(compare=False, repr=False)
    opens_a_page: bool = True

    @classmethod
    def compiled(cls, source: str, where: str) -> SourceTestcode:
        """Raises `MissionError` when the text is no Python or defines no function."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", SyntaxWarning)
                tree = ast.parse(source)
                code = compile(tree, f"<testcode {where.rpartition('function ')[2]}>", "exec")
        except (SyntaxError, ValueError) as error:
            raise MissionError(f"{where}: the testcode is not Python: {error}") from error
        names = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
        if not names:
            raise MissionError(f"{where}: the testcode defines no function")
        return cls(source, names[0], code, _opens_a_page(tree))

    def __call__(self, user: Any, **answers: str) -> None:
        """Raises whatever the testcode raises, and `AssertionError` when it returns something."""
        scope: dict[str, Any] = {"__name__": "testcode", **user.scope()}
        with user.at_work():
            exec(self.code, scope)  # the mission's own text, not a model's
            found = scope[self.function](*user.arguments(), **answers)
        if found is not None:
            raise AssertionError(f"the testcode returned {found!r} instead of nothing")


def _opens_a_page(tree: ast.AST) -> bool:
    return any(
        isinstance(node, ast.Attribute) and node.attr == "get" and isinstance(node.value, ast.Name)
        for node in ast.walk(tree)
    )
