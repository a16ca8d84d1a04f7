"""Data flow of Python code: which values each variable's value comes from.

Equal to the analysis of the package `codebleu`, whose edges' sources pass through a `set`, so that their order, and
with it a few scores in a thousand, depends on Python's hash seed. Here they are in the order of first appearance: one
of the package's possible results, always the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from evaluator.evaluators.similarity.model import MAX_DATA_FLOW_STEPS
from evaluator.evaluators.similarity.trees import Shape

Flow = Counter[str]
"""Normalised edges, ``variable relation sources``, with their numbers."""

COPIED, COMPUTED = "comesFrom", "computedFrom"
ASSIGNMENTS = frozenset({"assignment", "augmented_assignment", "for_in_clause"})
BRANCHES = frozenset({"elif_clause", "else_clause"})


class NoDataFlow(Exception):
    """Code that the analysis cannot read, such as an assignment without a target."""


@dataclass(frozen=True)
class Edge:
    """A variable at a token's position, its relation, and names and positions of the values it comes from."""

    name: str
    position: int
    relation: str
    sources: tuple[str, ...]
    source_positions: tuple[int, ...]


Token = tuple[int, str]
"""Position among the tokens, and text."""


def data_flow(root: Any, code: str, shape: Shape) -> Flow | None:
    """Return the normalised data flow of `code`, whose syntax tree is `root`; None where it would take too long.

    Empty where there is none, and for code that cannot be analysed.
    """
    tokens = _tokens(root, code.split("\n"))
    if shape.data_flow_steps(len({text for _, text in tokens.values()})) > MAX_DATA_FLOW_STEPS:
        return None
    analysis = Analysis(tokens)
    try:
        analysis.run(root)
    except NoDataFlow:
        return Counter()
    edges = sorted(analysis.edges, key=lambda edge: edge.position)
    return _normalised(_merged(_connected(edges)))


Place = tuple[tuple[int, int], tuple[int, int]]
"""Start and end of a token: (row, column in bytes) each."""


def _tokens(root: Any, lines: list[str]) -> dict[Place, Token]:
    """Return the tokens of a tree by place, numbered in the order of the text."""
    return {place: (position, _text(place, lines)) for position, place in enumerate(map(_place, _leaves(root)))}


def _place(node: Any) -> Place:
    return (node.start_point, node.end_point)


def _leaves(node: Any) -> Iterator[Any]:
    """Yield the tokens below a node. A string is one token; comments are none."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if _is_token(node):
            yield node
        else:
            waiting += reversed(node.children)


def _is_token(node: Any) -> bool:
    return bool((not node.child_count or node.type == "string") and node.type != "comment")


def _text(place: Place, lines: list[str]) -> str:
    """Return the text of a token. Like the package, it takes columns for characters and drops line ends."""
    (first, start), (last, end) = place
    if first == last:
        return lines[first][start:end]
    return "".join([lines[first][start:], *lines[first + 1 : last], lines[last][:end]])


class Analysis:
    """Edges of a tree. `state` has the positions at which each variable got its current values.

    Nodes are visited by generators that yield the nodes to visit next, so that depth costs no recursion.
    """

    def __init__(self, tokens: dict[Place, Token]) -> None:
        self.edges: list[Edge] = []
        self.state: dict[str, tuple[int, ...]] = {}
        self._tokens = tokens

    def run(self, root: Any) -> None:
        """Collect the edges of a tree. Raise `NoDataFlow` where it cannot be read."""
        visits = [self._visit(root)]
        while visits:
            child = next(visits[-1], None)
            if child is None:
                visits.pop()
            else:
                visits.append(self._visit(child))

    def _visit(self, node: Any) -> Iterator[Any]:
        if _is_token(node):
            self._token(node)
        elif node.type == "default_parameter":
            yield from self._default(node)
        elif node.type in ASSIGNMENTS:
            yield from self._assignment(node)
        elif node.type == "if_statement":
            yield from self._branches(node)
        elif node.type in ("for_statement", "while_statement"):
            yield from self._loop(node)
        else:
            yield from sorted(node.children, key=lambda child: child.type != "for_in_clause")

    def _token(self, node: Any) -> None:
        position, text = self._at(node)
        if node.type == text:  # a keyword or a mark
            return
        known = self.state.get(text)
        self.edges.append(Edge(text, position, COPIED, () if known is None else (text,), known or ()))
        if known is None and node.type == "identifier":
            self.state[text] = (position,)

    def _default(self, node: Any) -> Iterator[Any]:
        value = node.child_by_field_name("value")
        targets = self._variables(_field(node, "name"))
        sources = [((text,), (position,)) for position, text in self._variables(value)] if value else [((), ())]
        if value:
            yield value
        for position, name in targets:
            self.edges += [Edge(name, position, COPIED, texts, positions) for texts, positions in sources]
            self.state[name] = (position,)

    def _assignment(self, node: Any) -> Iterator[Any]:
        if node.type == "for_in_clause":
            targets, values = [_field(node, "left")], [node.children[-1]]
        elif node.child_by_field_name("right") is None:
            return  # an annotation without a value
        else:
            targets, values = _sides(node)
        yield from values
        self._assign(targets, values)

    def _assign(self, targets: Sequence[Any], values: Sequence[Any]) -> None:
        for target, value in zip(targets, values, strict=False):
            sources = self._variables(value)
            texts, positions = tuple(text for _, text in sources), tuple(position for position, _ in sources)
            for position, name in self._variables(target):
                self.edges.append(Edge(name, position, COMPUTED, texts, positions))
                self.state[name] = (position,)

    def _branches(self, node: Any) -> Iterator[Any]:
        """Visit each branch with the state before the statement, and join the states after them."""
        before, current = self.state, dict(self.state)
        ends = []
        for child in node.children:
            is_branch = child.type in BRANCHES
            self.state = dict(before) if is_branch else current
            yield child
            if is_branch:
                ends.append(self.state)
            else:
                current = self.state
        has_else = any("else" in child.type for child in node.children)
        self.state = _joined([*ends, current] if has_else else [*ends, current, before])

    def _loop(self, node: Any) -> Iterator[Any]:
        """Visit a loop twice, so that values of one round reach the next, and put equal edges together."""
        first = len(self.edges)
        for _ in range(2):
            if node.type == "while_statement":
                yield from node.children
                continue
            targets, values = _sides(node)
            yield from values
            self._assign(targets, values)
            if node.children[-1].type == "block":
                yield node.children[-1]
        self.edges[first:] = _joined_edges(self.edges[first:])

    def _variables(self, node: Any) -> list[Token]:
        """Return the tokens below a node that are neither keywords nor marks."""
        found = [(leaf.type, self._at(leaf)) for leaf in _leaves(node)]
        return [token for kind, token in found if kind != token[1]]

    def _at(self, leaf: Any) -> Token:
        """Return a node's token. A part of a string is none: the package gives up where it meets one."""
        if (token := self._tokens.get(_place(leaf))) is None:
            raise NoDataFlow(f"{leaf.type} is not a token")
        return token


def _field(node: Any, name: str) -> Any:
    found = node.child_by_field_name(name)
    if found is None:
        raise NoDataFlow(f"{node.type} without {name}")
    return found


def _sides(node: Any) -> tuple[list[Any], list[Any]]:
    """Return targets and values, one by one where both sides have as many parts."""
    left, right = _field(node, "left"), _field(node, "right")
    targets, values = ([child for child in side.children if child.type != ","] for side in (left, right))
    if len(targets) != len(values) or not targets:
        return [left], [right]
    return targets, values


def _joined(states: Iterable[dict[str, tuple[int, ...]]]) -> dict[str, tuple[int, ...]]:
    found: dict[str, set[int]] = {}
    for state in states:
        for name, positions in state.items():
            found.setdefault(name, set()).update(positions)
    return {name: tuple(sorted(positions)) for name, positions in found.items()}


def _joined_edges(edges: Iterable[Edge]) -> list[Edge]:
    """Put edges of the same variable and relation together, sorted by position."""
    found: dict[tuple[str, int, str], Edge] = {}
    for edge in edges:
        key = (edge.name, edge.position, edge.relation)
        if (known := found.get(key)) is not None:
            sources = tuple(dict.fromkeys((*known.sources, *edge.sources)))
            positions = tuple(sorted({*known.source_positions, *edge.source_positions}))
            edge = Edge(*key, sources, positions)
        found[key] = edge
    return sorted(found.values(), key=lambda edge: edge.position)


def _connected(edges: Sequence[Edge]) -> list[Edge]:
    ends = {edge.position for edge in edges if edge.source_positions}
    ends.update(position for edge in edges for position in edge.source_positions)
    return [edge for edge in edges if edge.position in ends]


def _merged(edges: Iterable[Edge]) -> Iterable[Edge]:
    """Return one edge per token, with the sources of all of them and the last relation."""
    found: dict[int, Edge] = {}
    for edge in edges:
        if (known := found.get(edge.position)) is not None:
            sources = tuple(dict.fromkeys((*known.sources, *edge.sources)))
            edge = Edge(edge.name, edge.position, edge.relation, sources, ())
        found[edge.position] = edge
    return found.values()


def _normalised(edges: Iterable[Edge]) -> Flow:
    """Number variables by first appearance, so that their names do not matter."""
    numbers: dict[str, int] = {}
    flow: Flow = Counter()
    for edge in edges:
        sources = [numbers.setdefault(source, len(numbers)) for source in edge.sources]
        flow[f"{numbers.setdefault(edge.name, len(numbers))} {edge.relation} {sources}"] += 1
    return flow
