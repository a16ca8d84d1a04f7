"""Maintainability index of each file, by the published formula of RAL-Bench."""

from __future__ import annotations

import math
import tokenize
from statistics import fmean

from evaluator.evaluators.python_source import parsed
from evaluator.evaluators.static_analysis.complexity import complexities
from evaluator.evaluators.static_analysis.halstead import volume
from evaluator.evaluators.static_analysis.model import FileMetrics, Maintainability
from evaluator.evaluators.static_analysis.sources import code_lines, package_files, python_sources
from missions.project_files import Files

LEFT_OUT = frozenset(
    """
    .git .hg .svn __pycache__ .mypy_cache .pytest_cache .ruff_cache .tox .venv venv env node_modules dist build
    """.split()  # noqa: SIM905
)


def measure_maintainability(files: Files, package: str = "") -> Maintainability:
    """Return the metrics of the files in the folder `package`, or of all files where there is no such folder."""
    root = package.strip("/")
    chosen = package_files(files, root)
    inside = {path.removeprefix(f"{root}/") if chosen is not files else path: path for path in chosen}
    sources = python_sources({name: files[path] for name, path in inside.items()}, LEFT_OUT, any_case=True)
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
