"""Files of a project that its package may execute: what rule ``strict`` measures, wherever the code was put.

These are all Python files, except those in folders that usually hold something else (`ASIDE`). A file there counts as
soon as a measured file names it or its folder; so does a file of another suffix that holds Python code, in a project
that executes texts.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from evaluator.evaluators.static_analysis.model import decoded
from evaluator.evaluators.untrusted_source import parsed
from missions.project_files import Files

ASIDE = frozenset(
    """
    .git .github .hg .svn __pycache__ .mypy_cache .pytest_cache .ruff_cache .tox .venv .venvs venv env node_modules
    dist build site-packages test tests testing doc docs example examples benchmark benchmarks setup conftest noxfile
    """.split()  # noqa: SIM905
)
"""Names of folders, and of modules at the top of a project, that are no part of its package."""

EXECUTING = frozenset({"exec", "eval", "compile", "SourceFileLoader", "SourceLoader", "run_path", "source_to_code"})
"""Names by which a program executes a text."""

MAX_DATA_BYTES = 1 << 20
DEFINITION = re.compile(rb"\b(def|class)\s")
WORD = re.compile(r"\w+")


def may_hold_code(path: str, content: bytes, data: bool = True) -> bool:
    """Return True for a Python file, with `data` also for another file that may be one."""
    if path.endswith(".py") or not data:
        return path.endswith(".py")
    return not path.endswith("/") and len(content) <= MAX_DATA_BYTES and DEFINITION.search(content) is not None


def executable_files(files: Files, package: str) -> dict[str, str]:
    """Return path and text of the files that may be executed, in the order of their paths."""
    sources = {path: decoded(content) for path, content in files.items() if path.endswith(".py")}
    chosen = {path: text for path, text in sources.items() if _is_of(path, package) or not _is_aside(path)}
    waiting, words = dict(chosen), set[str]()
    while waiting:
        words |= {word for text in waiting.values() for word in _words(text)}
        others = sources | (_code_in_data(files) if words & EXECUTING else {})
        waiting = {path: text for path, text in others.items() if path not in chosen and _names_of(path) & words}
        chosen |= waiting
    return dict(sorted(chosen.items()))


def _is_of(path: str, package: str) -> bool:
    """Return True for a file of the package, also in ``src/``."""
    inner = path.removeprefix("src/")
    return bool(package) and (inner == f"{package}.py" or inner.startswith(f"{package.strip('/')}/"))


def _is_aside(path: str) -> bool:
    pure = PurePosixPath(path)
    names = {*pure.parts[:-1], *([pure.stem] if len(pure.parts) == 1 else [])}
    return any(name.lower() in ASIDE for name in names)


def _names_of(path: str) -> set[str]:
    """Return the words by which a program names a file: its own without the suffix, and those of its folders."""
    pure = PurePosixPath(path)
    return {word for part in (*pure.parts[:-1], pure.stem) for word in WORD.findall(part)} - {"__init__"}


def _words(text: str) -> Iterator[str]:
    """Yield the names and the words of texts in a file, without those of its documentation."""
    if (tree := parsed(text)) is None:
        yield from WORD.findall(text)
        return
    documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name):
                yield from WORD.findall(name)
            case ast.ImportFrom(module=str(name)):
                yield from WORD.findall(name)
            case ast.Constant(value=str(said)) if id(node) not in documentation:
                yield from WORD.findall(said)


def _code_in_data(files: Files) -> dict[str, str]:
    """Return the files of other suffixes that are Python with a function or a class."""
    found = {}
    for path, content in files.items():
        if path.endswith(".py") or not may_hold_code(path, content):
            continue
        tree = parsed(text := decoded(content))
        if tree is not None and any(isinstance(node, DEFINITIONS) for node in ast.walk(tree)):
            found[path] = text
    return found


DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
