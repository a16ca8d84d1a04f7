"""Extraction of one testcode of a ``testcodes.py`` as a separate text, with the statements of the file that it needs.

The public format stores every testcode separately. The testcode is the first function of the text, because that one is
called; only imports and the names of its signature (including groups of parameters) precede it. Only the decorator is
rewritten: its ``requires`` become the ids of the testcodes that are not in the text.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from missions.errors import MissionError
from missions.formats.projecteval_2025.source import decorator_of
from missions.testcodes.testcode import Testcode

HEADER = "# For the {user} of projecteval: `projecteval run --missions projecteval:FOLDER` plays it."
FUTURE = "from __future__"
DEFINES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Excerpts:
    """Testcodes of one file. Raises `MissionError` when it cannot be read."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._lines = path.read_text(encoding="utf-8").split("\n")
            tree = ast.parse("\n".join(self._lines))
        except (OSError, UnicodeDecodeError, SyntaxError) as error:
            raise MissionError(f"{path}: cannot be read: {error}") from error
        self._statements = [_Statement.of(number, node) for number, node in enumerate(tree.body)]
        self._defining: dict[str, list[_Statement]] = {}
        for statement in self._statements:
            for name in statement.binds:
                self._defining.setdefault(name, []).append(statement)

    def text(self, testcode: Testcode) -> str:
        """Return the text of `testcode`. Raises `MissionError` when it depends on the path of its file."""
        own = self._statement_of(testcode)
        node = own.node
        assert isinstance(node, ast.FunctionDef)
        first = _names([node.args, *_others(node), *_optional(node.returns)])
        needs = first | _names(node.body)
        before = self._needed(first) - {own}
        after = self._needed(needs | self._always_needed()) - before - {own}
        imports = {statement for statement in before | after if statement.kind == "import"}
        if "__file__" in needs.union(*(statement.needs for statement in before | after)):
            raise MissionError(
                f"{self._path}: testcode {testcode.id} looks for its own file, which it does not have in the public "
                "format; put what it needs into material/"
            )
        blocks = [
            _Block("header", HEADER.format(user=testcode.simulator)),
            *self._blocks(imports),
            *self._blocks(before - imports),
            _Block("definition", f"{self._decorators(node, testcode)}\n{self._segment(node.lineno, node.end_lineno)}"),
            *self._blocks(after - imports),
        ]
        return _laid_out(blocks)

    def _statement_of(self, testcode: Testcode) -> _Statement:
        for statement in self._defining.get(testcode.id, []):
            if isinstance(statement.node, ast.FunctionDef) and decorator_of(statement.node):
                return statement
        raise MissionError(
            f"{self._path}: testcode {testcode.id} is not written as a function below @testcode(…), so that it cannot "
            "be taken out of its file"
        )

    def _needed(self, names: Iterable[str]) -> set[_Statement]:
        """Return the statements that define `names`, and those that define the names used in these."""
        found: set[_Statement] = set()
        todo = sorted(names)
        while todo:
            for statement in self._defining.get(todo.pop(), []):
                if statement not in found:
                    found.add(statement)
                    todo += sorted(statement.needs)
        return found

    def _always_needed(self) -> set[str]:
        """Return names whose statements have effects beyond a definition, so that their users cannot be determined."""
        return {name for statement in self._statements if statement.acts for name in statement.binds}

    def _decorators(self, node: ast.FunctionDef, testcode: Testcode) -> str:
        arguments = f"{testcode.page!r}, {testcode.function!r}"
        if testcode.requires:
            arguments += f", requires={list(testcode.requires)!r}"
        ours = decorator_of(node)
        assert ours is not None
        return "\n".join(
            f"@{ast.unparse(ours.func)}({arguments})"
            if decorator is ours
            else f"@{self._segment(decorator.lineno, decorator.end_lineno).strip().removeprefix('@')}"
            for decorator in node.decorator_list
        )

    def _blocks(self, statements: set[_Statement]) -> Iterator[_Block]:
        """Yield the statements in the order of the file."""
        for statement in sorted(statements, key=lambda statement: statement.number):
            node = statement.node
            first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])
            yield _Block(statement.kind, self._segment(first, node.end_lineno))

    def _segment(self, first: int, last: int | None) -> str:
        return "\n".join(self._lines[first - 1 : last])


@dataclass(frozen=True)
class _Block:
    """Lines of a text. `kind` determines the blank lines around them."""

    kind: Literal["header", "import", "statement", "definition"]
    text: str


def _laid_out(blocks: Iterable[_Block]) -> str:
    text, last = "", ""
    for block in blocks:
        if text:
            text += "\n\n\n" if "definition" in (block.kind, last) else "\n" if block.kind == last else "\n\n"
        text, last = text + block.text, block.kind
    return f"{text}\n"


@dataclass(frozen=True, eq=False)
class _Statement:
    """Statement of the file: the names that it binds and uses, and whether it has other effects."""

    number: int
    node: ast.stmt
    binds: frozenset[str]
    needs: frozenset[str]
    acts: bool

    @property
    def kind(self) -> Literal["import", "statement", "definition"]:
        if isinstance(self.node, (ast.Import, ast.ImportFrom)):
            return "import"
        return "definition" if isinstance(self.node, DEFINES) else "statement"

    @classmethod
    def of(cls, number: int, node: ast.stmt) -> _Statement:
        binds, needs = frozenset(_bound(node)), frozenset(_names([node]))
        if isinstance(node, (*DEFINES, ast.Import, ast.ImportFrom)) and FUTURE not in binds:
            return cls(number, node, binds, needs, acts=False)
        if _binds_names_only(node) or _is_text(node):
            return cls(number, node, binds, needs, acts=False)
        return cls(number, node, binds | {f"statement {number}"}, needs, acts=True)


def _bound(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, DEFINES):
        yield node.name
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        future = isinstance(node, ast.ImportFrom) and node.module == "__future__"
        for alias in node.names:
            yield FUTURE if future else (alias.asname or alias.name).partition(".")[0]
    else:
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                yield part.id


def _binds_names_only(node: ast.stmt) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    parts = [part for target in targets for part in getattr(target, "elts", [target])]
    return bool(parts) and all(isinstance(part, ast.Name) for part in parts)


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _names(nodes: Iterable[ast.AST]) -> set[str]:
    """Return all names in `nodes`, including those in annotations that are texts."""
    found: set[str] = set()
    for node in (part for top in nodes for part in ast.walk(top)):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
            found.add(node.value)
    return found


def _others(node: ast.FunctionDef) -> list[ast.expr]:
    """Return the expressions evaluated with the definition: decorators and, of the project's own, only their callee."""
    ours = decorator_of(node)
    return [ours.func if ours is not None and d is ours else d for d in node.decorator_list]


def _optional(node: ast.expr | None) -> list[ast.expr]:
    return [] if node is None else [node]
