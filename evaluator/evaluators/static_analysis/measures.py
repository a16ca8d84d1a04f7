"""Measures of Python files as published (maintainability, risky calls), and findings of bandit."""

from __future__ import annotations

import ast
import importlib
import io
import math
import tempfile
import token
import tokenize
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean
from typing import Any

from evaluator.evaluators.static_analysis.executable_files import executable_files
from evaluator.evaluators.static_analysis.model import (
    BanditFinding,
    FileMetrics,
    Maintainability,
    RiskyCall,
    Security,
    code_lines,
    package_files,
    python_sources,
)
from evaluator.evaluators.untrusted_source import parsed
from missions.project_files import Files

BRANCHES = (
    ast.If,
    ast.For,
    ast.While,
    ast.Try,
    ast.With,
    ast.AsyncWith,
    ast.IfExp,
    ast.ExceptHandler,
    ast.comprehension,
    ast.Match,
    ast.match_case,
)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def complexities(tree: ast.Module) -> list[int]:
    """Return the complexity of each function, or that of the module where it has none. Linear in the tree."""
    decisions = _decisions_below(tree)
    functions = [1 + decisions[node] for node in decisions if isinstance(node, FUNCTIONS)]
    return functions or [1 + decisions[tree]]


def _decisions_below(tree: ast.Module) -> dict[ast.AST, int]:
    """Return for every node the decisions in it and below it."""
    order: list[tuple[ast.AST, ast.AST | None]] = []
    waiting: list[tuple[ast.AST, ast.AST | None]] = [(tree, None)]
    while waiting:
        node, parent = waiting.pop()
        order.append((node, parent))
        waiting += [(child, node) for child in ast.iter_child_nodes(node) if not isinstance(child, _SHARED)]
    found = {node: _decisions(node) for node, _ in order}
    for node, parent in reversed(order):
        if parent is not None:
            found[parent] += found[node]
    return found


_SHARED = (ast.expr_context, ast.operator, ast.boolop, ast.unaryop, ast.cmpop)
"""Nodes that Python shares between places of a tree; they hold no decisions."""


def _decisions(node: ast.AST) -> int:
    if isinstance(node, ast.BoolOp):
        return max(0, len(node.values) - 1)
    return int(isinstance(node, BRANCHES))


_STARTS = frozenset(getattr(token, name) for name in ("FSTRING_START", "TSTRING_START") if hasattr(token, name))
_ENDS = frozenset(getattr(token, name) for name in ("FSTRING_END", "TSTRING_END") if hasattr(token, name))
"""Python 3.12 and later cut f-strings into tokens; they are counted as strings, so that all versions agree."""


def volume(text: str) -> float:
    """Return length times the binary logarithm of the vocabulary; 0 where there are fewer than two distinct tokens.

    Raise `tokenize.TokenError` or `SyntaxError` for a text that is not Python.
    """
    distinct: set[str | int] = set()
    length = 0
    for kind, text_ in _tokens(text):
        if kind in (token.NAME, token.OP):
            distinct.add(text_)
        elif kind in (token.NUMBER, token.STRING):
            distinct.add(kind)
        else:
            continue
        length += 1
    return length * math.log2(len(distinct)) if len(distinct) > 1 else 0.0


def _tokens(text: str) -> Iterator[tuple[int, str]]:
    depth = 0
    for found in tokenize.generate_tokens(io.StringIO(text).readline):
        if found.type in _STARTS:
            depth += 1
        elif found.type in _ENDS:
            depth -= 1
            if not depth:
                yield token.STRING, found.string
        elif not depth:
            yield found.type, found.string


UNMEASURED = frozenset(
    """
    .git .hg .svn __pycache__ .mypy_cache .pytest_cache .ruff_cache .tox .venv venv env node_modules dist build
    """.split()  # noqa: SIM905
)


def measure_maintainability(files: Files, package: str = "", *, executable: bool = False) -> Maintainability:
    """Return the metrics of the files in the folder `package`, or of all files where there is no such folder; with
    `executable` of all files that the package may execute."""
    if executable:
        measured = (_file_metrics(path, text) for path, text in executable_files(files, package).items())
        return Maintainability(tuple(metrics for metrics in measured if metrics))
    root = package.strip("/")
    chosen = package_files(files, root)
    inside = {path.removeprefix(f"{root}/") if chosen is not files else path: path for path in chosen}
    sources = python_sources({name: files[path] for name, path in inside.items()}, UNMEASURED, any_case=True)
    found = (_file_metrics(inside[name], text) for name, text in sources)
    return Maintainability(tuple(metrics for metrics in found if metrics))


def _file_metrics(path: str, text: str) -> FileMetrics | None:
    lines = code_lines(text)
    if not lines:
        return None
    tree = parsed(text)
    if tree is None:
        return FileMetrics(path, lines, is_parsed=False)
    try:
        size = volume(text)
    except (tokenize.TokenError, SyntaxError):
        return FileMetrics(path, lines, is_parsed=False)
    per_function = complexities(tree)
    mean = fmean(per_function)
    return FileMetrics(path, lines, maintainability_index(lines, mean, size), mean, max(per_function), size)


def maintainability_index(lines: int, complexity: float, volume: float) -> float:
    """Return (171 - 5.2 ln volume - 0.23 complexity - 16.2 ln lines) · 100 / 171, cut to 0 … 100."""
    index = 171 - 5.2 * math.log(max(1.0, volume)) - 0.23 * max(0.0, complexity) - 16.2 * math.log(max(1, lines))
    return max(0.0, min(100.0, index * 100 / 171))


UNSCANNED = frozenset(
    """
    .git __pycache__ .pytest_cache .mypy_cache .ruff_cache .tox venv .venv env build dist site-packages tests
    """.split()  # noqa: SIM905
)
RISKY = frozenset(
    """
    eval exec os.system pickle.loads pickle.load pickle.Unpickler dill.loads dill.load
    cloudpickle.loads cloudpickle.load
    """.split()  # noqa: SIM905
)


def _searched(files: Files, package: str, executable: bool) -> Iterator[tuple[str, str]]:
    """Yield path and text of the files in which calls are searched."""
    if executable:
        yield from executable_files(files, package).items()
    else:
        yield from python_sources(package_files(files, package), UNSCANNED, any_case=False)


def measure_security(files: Files, package: str = "", *, executable: bool = False) -> Security:
    """Return the risky calls in the folder `package`, or in all files where there is no such folder; with `executable`
    in all files that the package may execute.

    A folder named in `UNSCANNED` is not searched; the original also left out projects that lay below such a folder.
    """
    calls: list[RiskyCall] = []
    unparsed: list[str] = []
    count = 0
    for path, text in _searched(files, package, executable):
        count += 1
        tree = parsed(text)
        if tree is None:
            unparsed.append(path)
        else:
            calls += [RiskyCall(path, line, name) for line, name in _risky_calls(tree)]
    return Security(tuple(calls), count, tuple(unparsed))


def _risky_calls(tree: ast.Module) -> list[tuple[int, str]]:
    """Return line and resolved name of each risky call, in the order of the text."""
    imported: dict[str, str] = {}
    found: list[tuple[int, str]] = []
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import | ast.ImportFrom):
            imported |= _imported(node)
        elif isinstance(node, ast.Call):
            name = _dotted_name(node.func)
            name = imported.get(name, name)
            if name in RISKY or (name.startswith("subprocess.") and _runs_a_shell(node)):
                found.append((node.lineno, name))
        waiting += reversed(list(ast.iter_child_nodes(node)))
    return found


def _imported(node: ast.Import | ast.ImportFrom) -> dict[str, str]:
    """Return local name → imported name."""
    if isinstance(node, ast.Import):
        return {alias.asname or alias.name.rpartition(".")[2]: alias.name for alias in node.names}
    prefix = f"{node.module}." if node.module else ""
    return {alias.asname or alias.name: f"{prefix}{alias.name}" for alias in node.names}


def _dotted_name(node: ast.expr) -> str:
    """Return ``a.b`` of ``a.b`` and ``b`` of ``f().b``; empty for other expressions."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if isinstance(node, ast.Name):
        parts.append(node.id)
    return ".".join(reversed(parts))


def _runs_a_shell(call: ast.Call) -> bool:
    """Return the value of the first keyword ``shell`` where it is a literal bool."""
    values = [keyword.value for keyword in call.keywords if keyword.arg == "shell"]
    literals = [value.value for value in values if isinstance(value, ast.Constant) and isinstance(value.value, bool)]
    return bool(literals and literals[0])


def bandit_findings(files: Files, package: str = "", *, executable: bool = False) -> tuple[BanditFinding, ...]:
    """Return bandit's findings in the files that `measure_security` searches, in the order of path and line."""
    config = importlib.import_module("bandit.core.config")
    manager_module = importlib.import_module("bandit.core.manager")
    manager: Any = manager_module.BanditManager(config.BanditConfig(), "file", quiet=True, ignore_nosec=True)
    with tempfile.TemporaryDirectory(prefix="projecteval-bandit-") as folder:
        paths: dict[str, str] = {}
        for number, (path, text) in enumerate(_searched(files, package, executable)):
            place = Path(folder, f"{number}.py")
            place.write_text(text, encoding="utf-8")
            paths[str(place)] = path
        manager.discover_files(list(paths))
        manager.run_tests()
        found = [_finding(issue, paths[issue.fname]) for issue in manager.get_issue_list()]
    return tuple(sorted(found, key=lambda finding: (finding.path, finding.line, finding.test)))


def _finding(issue: Any, path: str) -> BanditFinding:
    return BanditFinding(path, issue.lineno, issue.test_id, issue.severity, issue.confidence, issue.text)
