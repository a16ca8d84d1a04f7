"""Inner nodes of a syntax tree, and the estimated cost of its analysis."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from evaluator.evaluators.similarity.model import MAX_NESTING_SUM, MAX_TREE_DEPTH

LOOPS = re.compile(
    r"(enhanced_)?for(_each|each|_in)?(_statement|_expression)?|(do|while|until)(_statement|_expression|_modifier)?"
)
"""Types of nodes that the analysis visits twice, in any of its languages."""
MAX_DOUBLINGS = 40


@dataclass
class Shape:
    """Sizes of a tree: its inner nodes, levels, sum of depths, visited nodes with loops visited twice."""

    nodes: int = 0
    depth: int = 0
    nesting: int = 0
    visits: int = 0
    branches: int = 0
    tokens: int = 0

    @property
    def too_deep(self) -> bool:
        return self.depth > MAX_TREE_DEPTH or self.nesting > MAX_NESTING_SUM

    def data_flow_steps(self, words: int) -> int:
        """Return the steps of the analysis, about 10 ns each: every visit copies the known variables, every branch
        joins their uses."""
        return self.visits * (300 + words) + self.branches * (self.tokens + 60 * words)


def inner_nodes(root: Any) -> tuple[list[Any], Shape]:
    """Return the root and every node below it that has children, in the package's order, and the tree's sizes.

    It stops early, with the nodes found so far, in a tree that is too deep.
    """
    found: list[Any] = []
    shape = Shape()
    waiting = [(root, 1, 0)]
    while waiting and not shape.too_deep:
        node, depth, loops = waiting.pop()
        found.append(node)
        children = node.children
        kind = node.type
        loops = min(loops + (LOOPS.fullmatch(kind) is not None), MAX_DOUBLINGS)
        shape.nodes += 1
        shape.depth = max(shape.depth, depth)
        shape.nesting += depth
        shape.visits += len(children) << loops
        shape.branches += ("if" in kind or "switch" in kind or "match" in kind) << loops
        inner = [child for child in children if child.child_count]
        shape.tokens += len(children) - len(inner)
        waiting.extend((child, depth + 1, loops) for child in inner)
    return found, shape
