"""Cyclomatic complexity by the published definition of RAL-Bench.

1 per function or lambda, 1 per branching node in it and n - 1 for a boolean expression of n operands. Unlike McCabe's
(and radon's), it also counts ``try``, ``with`` and ``match``, and a function counts the branches of functions in it.
"""

from __future__ import annotations

import ast

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
