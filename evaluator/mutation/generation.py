"""All mutations of a project, and a seeded sample of them."""

from __future__ import annotations

import ast
import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, zip_longest

from evaluator.mutation.exclusions import excluded_nodes, is_excluded
from evaluator.mutation.javascript_operators import javascript_replacements
from evaluator.mutation.mutation import Mutation, Replacement, Replacements, mutation
from evaluator.mutation.python_operators import HARMLESS_DECORATORS, changes_of
from evaluator.mutation.template_operators import template_replacements
from missions.project_files import Files

TEMPLATES = (".html", ".j2", ".jinja")
SCRIPTS = (".js", ".mjs")


def mutations_of(files: Files) -> list[Mutation]:
    """Return every mutation of a project's Python files, templates and scripts, in the order of files and places."""
    found = (_of_file(file, content) for file, content in sorted(files.items()) if not is_excluded(file))
    return sorted(set(chain.from_iterable(found)))


def sample_of(mutations: Sequence[Mutation], number: int, seed: int) -> list[Mutation]:
    """Return up to `number` mutations, drawn from all operators in turn, in an order that only `seed` decides."""
    groups = defaultdict(list)
    for each in sorted(mutations, key=lambda each: _rank(each, seed)):
        groups[each.operator].append(each)
    in_turn = zip_longest(*(groups[operator] for operator in sorted(groups)))
    return [each for each in chain.from_iterable(in_turn) if each is not None][:number]


def _rank(each: Mutation, seed: int) -> str:
    key = f"{seed}\0{each.file}\0{each.operator}\0{each.line}\0{each.before}\0{each.after}\0{each.start}"
    return hashlib.sha256(key.encode()).hexdigest()


def _of_file(file: str, content: bytes) -> Iterator[Mutation]:
    if file.endswith(".py"):
        original = ast.dump(ast.parse(content))
        for found in _python_replacements(content):
            if _compiles_to_something_else(content, found, original):
                yield mutation(file, found.operator, content, found.start, found.end, found.text)
    elif file.endswith(TEMPLATES):
        yield from _of_text(file, content, template_replacements)
    elif file.endswith(SCRIPTS):
        yield from _of_text(file, content, javascript_replacements)


def _of_text(file: str, content: bytes, replacements: Callable[[str], Replacements]) -> Iterator[Mutation]:
    """Yield the mutations that `replacements` makes of a text, whose positions are those of characters."""
    text = content.decode()
    for found in replacements(text):
        start, end = (len(text[:place].encode()) for place in (found.start, found.end))
        yield mutation(file, found.operator, content, start, end, found.text)


def _python_replacements(content: bytes) -> Replacements:
    tree = ast.parse(content)
    excluded, places = excluded_nodes(tree), _Places(content)
    for node in ast.walk(tree):
        if node in excluded:
            continue
        for operator, target, text in changes_of(node):
            if target not in excluded:
                yield Replacement(operator, *places.range_of(target), text)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from _dropped_decorators(node, places)


def _dropped_decorators(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, places: _Places) -> Replacements:
    """Drop a decorator, which may be a permission."""
    for decorator in node.decorator_list:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        if ast.unparse(called).rpartition(".")[2] not in HARMLESS_DECORATORS:
            yield Replacement("permission", *places.lines_of(decorator), "")


class _Places:
    """Positions of syntax nodes in bytes."""

    def __init__(self, content: bytes) -> None:
        lengths = [len(line) for line in content.splitlines(keepends=True)]
        self._starts = [sum(lengths[:number]) for number in range(len(lengths) + 1)]

    def range_of(self, node: ast.AST) -> tuple[int, int]:
        line, column = getattr(node, "lineno"), getattr(node, "col_offset")  # noqa: B009 - not all nodes have them
        last, end = getattr(node, "end_lineno"), getattr(node, "end_col_offset")  # noqa: B009
        return self._starts[line - 1] + column, self._starts[last - 1] + end

    def lines_of(self, node: ast.expr) -> tuple[int, int]:
        return self._starts[node.lineno - 1], self._starts[node.end_lineno or node.lineno]


def _compiles_to_something_else(content: bytes, found: Replacement, original: str) -> bool:
    changed = content[: found.start] + found.text.encode() + content[found.end :]
    try:
        return ast.dump(ast.parse(changed)) != original
    except SyntaxError:
        return False
