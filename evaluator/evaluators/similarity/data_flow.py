"""The data flow of a file, by the package's own analysis, made repeatable and bounded.

The package passes the names that a value comes from through a `set`, so that their order, and with it a few
scores in a thousand, changes with Python's hash seed. Here its module is loaded a second time with a `set`
that keeps the order of first appearance: one of the package's possible results, and always the same one.
"""

from __future__ import annotations

import importlib.util
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from types import ModuleType
from typing import Any, TypeVar

from evaluator.evaluators.similarity.errors import SimilarityError, needed
from evaluator.evaluators.similarity.limits import MOST_DATA_FLOW_STEPS
from evaluator.evaluators.similarity.trees import Shape

T = TypeVar("T")

Flow = Counter[str]
"""Normalised data-flow edges, ``variable relation sources``, and how often each occurs."""


def data_flow(language: str, root: Any, code: str, shape: Shape) -> Flow | None:
    """The normalised data flow of `code`, whose tree is `root`; None when finding it would take too long.

    Empty where the package finds none, which it does for much code that it cannot analyse.
    """
    package = _package_analysis(language)
    try:
        places, words = _tokens(package, root, code)
        if shape.data_flow_steps(len(set(words))) > MOST_DATA_FLOW_STEPS:
            return None
        edges, _ = _with_room(package.edges, root, dict(zip(places, enumerate(words), strict=True)), {})
    except Exception:  # noqa: BLE001 - the package's own rule: code that it cannot analyse has no data flow
        return Counter()
    return _normalised(_merged(_connected(sorted(edges, key=lambda edge: edge[1]))))


def _tokens(package: _Analysis, root: Any, code: str) -> tuple[list[Any], list[str]]:
    """The places of the tree's tokens, and their text."""
    places = _with_room(package.tokens, root)
    lines = code.split("\n")
    return places, [package.word(place, lines) for place in places]


def _with_room(recursive: Callable[..., T], *arguments: Any) -> T:
    """The result of a function that recurses deeply, whatever room the caller has left."""
    try:
        return recursive(*arguments)
    except RecursionError:
        with ThreadPoolExecutor(1) as alone:
            return alone.submit(recursive, *arguments).result()


Edge = tuple[str, int, str, list[str], list[int]]
"""Variable, its token's position, relation, names and positions that its value comes from."""


def _connected(edges: list[Edge]) -> list[Edge]:
    ends = {edge[1] for edge in edges if edge[4]}
    ends.update(source for edge in edges for source in edge[4])
    return [edge for edge in edges if edge[1] in ends]


def _merged(edges: list[Edge]) -> Iterable[tuple[str, str, list[str]]]:
    """One edge per token; the sources of several are put together."""
    merged: dict[int, tuple[str, str, list[str]]] = {}
    for name, position, relation, sources, _ in edges:
        if position in merged:
            sources = _in_order([*merged[position][2], *sources])
        merged[position] = (name, relation, sources)
    return merged.values()


def _normalised(edges: Iterable[tuple[str, str, list[str]]]) -> Flow:
    """Variables numbered by first appearance, so that their names do not matter."""
    numbers: dict[str, int] = {}
    flow: Flow = Counter()
    for name, relation, sources in edges:
        come_from = [numbers.setdefault(source, len(numbers)) for source in sources]
        flow[f"{numbers.setdefault(name, len(numbers))} {relation} {come_from}"] += 1
    return flow


def _in_order(items: Iterable[Any] = ()) -> list[Any]:
    return list(dict.fromkeys(items))


class _Analysis:
    """The package's functions for one language."""

    def __init__(self, language: str) -> None:
        helpers = needed("codebleu.parser.utils")
        self.tokens: Callable[[Any], list[Any]] = helpers.tree_to_token_index
        self.word: Callable[[Any, list[str]], str] = helpers.index_to_code_token
        function = needed("codebleu.dataflow_match").dfg_function[language].__name__
        self.edges: Callable[[Any, Any, Any], tuple[list[Edge], Any]] = getattr(_repeatable(), function)


@lru_cache(maxsize=16)
def _package_analysis(language: str) -> _Analysis:
    return _Analysis(language)


@lru_cache(maxsize=1)
def _repeatable() -> ModuleType:
    original = needed("codebleu.parser.DFG")
    spec = importlib.util.spec_from_file_location("codebleu.parser._repeatable_DFG", original.__file__)
    if spec is None or spec.loader is None:
        raise SimilarityError(f"codebleu cannot be loaded again from {original.__file__}; install it as files")
    module = importlib.util.module_from_spec(spec)
    module.__dict__["set"] = _in_order
    spec.loader.exec_module(module)
    return module
