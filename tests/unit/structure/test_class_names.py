"""One name per concept: no class name is defined twice."""

from __future__ import annotations

import ast
from collections import defaultdict

from tests.support.sources import modules

JUSTIFIED: dict[str, str] = {}
"""Names that two classes have for a reason."""


def test_no_class_name_is_defined_twice() -> None:
    places = defaultdict(set)
    for path, tree in modules():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].add(path)
    twice = {name: sorted(paths) for name, paths in places.items() if len(paths) > 1}
    assert {name: paths for name, paths in twice.items() if name not in JUSTIFIED} == {}
    assert JUSTIFIED.keys() <= twice.keys(), "remove names that are unique now"
