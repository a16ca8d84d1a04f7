"""No module-level mutable state: computed and changed data belongs to objects that are passed as arguments."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.support.sources import modules

MUTATORS = frozenset(
    {"append", "add", "update", "setdefault", "pop", "popitem", "clear", "extend", "remove", "discard", "insert"}
)
CACHES = frozenset({"cache", "lru_cache", "functools.cache", "functools.lru_cache"})
PURE = "a pure function of its arguments"
PACKAGED = "a file of the package"
MACHINE = "a fact of the machine that lasts as long as the process"
PROCESS = "belongs to the process itself: ends with it, whatever run it works for"
JUSTIFIED = {
    "evaluator/evaluators/command_suite.py _version": MACHINE,
    "evaluator/evaluators/similarity/embeddings.py _embedder": PURE,
    "evaluator/evaluators/similarity/codebleu.py _keywords": PACKAGED,
    "evaluator/evaluators/similarity/codebleu.py _kept": PURE,
    "evaluator/evaluators/similarity/codebleu.py parser_for": PURE,
    "evaluator/io/files.py _reader": PURE,
    "evaluator/reports/templates.py template": PACKAGED,
    "evaluator/runs/execution/jobs.py _this_worker": PROCESS,
    "missions/authoring/verbs.py _hints": PURE,
    "missions/authoring/verbs.py verbs_of": PURE,
    "simulators/browser/chromium/launch.py _major_version": MACHINE,
    "simulators/browser/chromium/launch.py own_sandbox_works": MACHINE,
    "simulators/browser/chromium/launch.py user_agent": MACHINE,
    "simulators/browser/chromium/launch.py _clock_template": PACKAGED,
    "simulators/browser/engines/frameworks.py _script": PACKAGED,
    "simulators/browser/vocabulary/session.py library": PACKAGED,
    "simulators/matching.py _compiled": PURE,
    "simulators/runtime/environments/shared_folders.py _held": PROCESS,
    "simulators/runtime/sandbox/cgroups.py hierarchy": MACHINE,
    "simulators/runtime/sandbox/seccomp.py program": PURE,
}
"""What no run, worker or attempt can change for another one."""


def test_no_module_has_mutable_state() -> None:
    found = {place for path, tree in modules() for place in _state(path, tree)}
    assert sorted(found - JUSTIFIED.keys()) == []
    assert sorted(JUSTIFIED.keys() - found) == [], "remove what is no longer there"


def _state(path: str, tree: ast.Module) -> Iterator[str]:
    containers = {name for node in tree.body for name in _assigned(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Global):
            yield from (f"{path} {name}" for name in node.names)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            local = _local_names(node)
            yield from (f"{path} {name}" for name in _mutated(node) if name in containers - local)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and any(_name_of(each) in CACHES for each in node.decorator_list):
            yield f"{path} {node.name}"


def _assigned(node: ast.stmt) -> Iterator[str]:
    """Return names of module level bound to a list, dict, set or the result of a call."""
    value = node.value if isinstance(node, (ast.Assign, ast.AnnAssign)) else None
    if isinstance(value, (ast.List, ast.Dict, ast.Set, ast.Call, ast.ListComp, ast.DictComp, ast.SetComp)):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]  # type: ignore[attr-defined]
        yield from (target.id for target in targets if isinstance(target, ast.Name))


def _local_names(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    names = {each.arg for each in ast.walk(function) if isinstance(each, ast.arg)}
    return names | {
        each.id for each in ast.walk(function) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    }


def _mutated(function: ast.AST) -> Iterator[str]:
    """Return names with a changed item or a call of a mutating method."""
    for node in ast.walk(function):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, (ast.Store, ast.Del)):
            yield _name_of(node.value)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MUTATORS:
            yield _name_of(node.func.value)


def _name_of(node: ast.expr) -> str:
    if isinstance(node, ast.Call):
        node = node.func
    return ast.unparse(node)


def test_the_rule_finds_each_kind_of_state() -> None:
    source = (
        "from functools import cache\nSEEN = {}\nOTHER = []\nNEVER = {}\ncount = 0\n"
        "@cache\ndef read(path): ...\n"
        "def a(key):\n    SEEN[key] = 1\ndef b():\n    OTHER.append(1)\ndef c():\n    global count\n    count += 1\n"
        "def d(NEVER):\n    NEVER[1] = 2\n"
    )
    assert sorted(_state("m", ast.parse(source))) == ["m OTHER", "m SEEN", "m count", "m read"]
