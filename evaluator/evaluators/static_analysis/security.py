"""Number of risky calls, by the published definition of RAL-Bench.

``eval``, ``exec``, ``os.system``, ``subprocess.*`` with ``shell=True``, and loading with ``pickle``, ``dill`` or
``cloudpickle``. A name is followed through ``import``, but only a whole dotted name: ``import subprocess as sp`` hides
``sp.run(…, shell=True)``, and ``x().exec()`` counts as ``exec()``. bandit does not have these gaps.
"""

from __future__ import annotations

import ast

from evaluator.evaluators.python_source import parsed
from evaluator.evaluators.static_analysis.model import RiskyCall, Security
from evaluator.evaluators.static_analysis.sources import package_files, python_sources
from missions.project_files import Files

LEFT_OUT = frozenset(
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


def measure_security(files: Files, package: str = "") -> Security:
    """Return the risky calls in the folder `package`, or in all files where there is no such folder.

    A folder named in `LEFT_OUT` is not searched; the original also left out projects that lay below such a folder.
    """
    calls: list[RiskyCall] = []
    unparsed: list[str] = []
    count = 0
    for path, text in python_sources(package_files(files, package), LEFT_OUT, any_case=False):
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
