"""What importing a project runs: which bodies therefore stay, and which functions decorate.

A masked function gives nothing, so a file that stays whole and calls one while it is imported would no longer import.
Those bodies stay, with all that they call; so does what computes a base class. Constructors of classes that extend a
library and are instantiated while importing (a custom model field, say) still have to call that of the library.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from masker.python_names import Binding, Body, Kind, Modules, Scope, ancestry, definition
from masker.python_trees import Function, at_import, evaluated, is_flat


@dataclass(frozen=True)
class Facts:
    """What a Python file has to know of its project to be masked."""

    modules: Modules
    decorators: frozenset[Body] = frozenset()  # used as ``@name``
    decorator_makers: frozenset[Body] = frozenset()  # used as ``@name(…)``
    constructors: frozenset[Body] = frozenset()  # run for objects of a library while importing
    callers: Mapping[str, list[str]] = field(default_factory=dict)  # function → functions that call it
    mentioned: frozenset[str] = frozenset()  # names that any file imports or looks up


@dataclass(frozen=True)
class _Run:
    """An expression that is evaluated while importing, and where."""

    expression: ast.expr
    scope: Scope
    makes_class: bool = False


def facts(trees: Mapping[str, ast.Module], whole: frozenset[str]) -> Facts:
    """Looks at all Python files of a project at once; ``whole`` are the paths of those that stay as they are."""
    modules = Modules(trees)
    constructors = _keep_what_must_run(modules, whole)
    decorators, makers = _decorators(modules)
    return Facts(modules, decorators, makers, constructors, _callers(trees), _mentioned(trees))


def _keep_what_must_run(modules: Modules, whole: frozenset[str]) -> frozenset[Body]:
    """Adds to ``kept`` until nothing new is found: a body that stays makes more expressions stay.

    Returns the constructors that do not stay, but run.
    """
    while True:
        modules.forget()
        bodies: set[Body] = set()
        constructors: set[Body] = set()
        for path, tree in modules.trees.items():
            is_whole = path in whole
            for run in () if not is_whole and is_flat(tree) else _runs(tree.body, Scope(modules, path), is_whole):
                for callee in _called(run):
                    if callee.kind is Kind.FUNCTION and (is_whole or run.makes_class):
                        bodies.add((callee.path, callee.name))
                    elif callee.kind is Kind.CLASS:
                        (bodies if is_whole else constructors).update(_constructor(modules, callee, is_whole))
        bodies = _with_what_they_call(modules, bodies)
        if bodies <= modules.kept:
            return frozenset(constructors - modules.kept)
        modules.kept |= bodies


def _runs(body: list[ast.stmt], scope: Scope, is_whole: bool) -> Iterator[_Run]:
    """The expressions that importing evaluates in the skeleton."""
    for statement in at_import(body):
        match statement:
            case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value) | ast.Expr(value=value):
                if is_whole or not scope.loses(value):
                    yield _Run(value, scope)
            case ast.ClassDef():
                named = [keyword.value for keyword in statement.keywords if keyword.arg == "metaclass"]
                heads = [*statement.bases, *named]
                yield from (_Run(head, scope, makes_class=True) for head in heads)
                yield from (_Run(decorator, scope) for decorator in statement.decorator_list)
                yield from _runs(statement.body, scope.inner(statement), is_whole)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield from (_Run(decorator, scope) for decorator in statement.decorator_list)
            case _ if is_whole:
                yield from (_Run(node, scope) for node in ast.walk(statement) if isinstance(node, ast.Call))
        scope.observe(statement)


def _called(run: _Run) -> Iterator[Binding]:
    """What of the project an expression calls."""
    for node in evaluated(run.expression):
        callee = run.scope.binding(node.func) if isinstance(node, ast.Call) else None
        if callee is not None:
            yield callee


def _constructor(modules: Modules, owner: Binding, is_whole: bool) -> set[Body]:
    """Where the ``__init__`` is that runs when the class is instantiated, if masking it can do harm."""
    classes, is_foreign = ancestry(modules, owner.path, owner.name)
    if not (is_foreign or is_whole):
        return set()
    found = modules.member(owner, "__init__")
    return {(found.path, found.name)} if found and found.path and classes else set()


def _with_what_they_call(modules: Modules, bodies: set[Body]) -> set[Body]:
    found: set[Body] = set()
    waiting = sorted(bodies)
    while waiting:
        path, name = waiting.pop()
        node = definition(modules, path, name)
        if (path, name) in found or not isinstance(node, Function):
            continue
        found.add((path, name))
        scope = _inside(modules, path, name, node)
        owner = name.rpartition(".")[0]
        if owner:  # a method needs what its constructor sets
            waiting += _constructor(modules, Binding(Kind.CLASS, path, owner), is_whole=True)
        for call in (inner for inner in ast.walk(node) if isinstance(inner, ast.Call)):
            callee = scope.binding(call.func)
            if callee is not None and callee.kind is Kind.FUNCTION:
                waiting.append((callee.path, callee.name))
            elif callee is not None and callee.kind is Kind.CLASS:
                waiting += _constructor(modules, callee, is_whole=True)
    return found


def _inside(modules: Modules, path: str, name: str, node: Function) -> Scope:
    """The names inside of a function: those of its module, what it imports itself, and its own object."""
    scope = Scope(modules, path, modules.names_of(path))
    for inner in ast.walk(node):
        if isinstance(inner, ast.Import | ast.ImportFrom):
            scope.observe(inner)
    owner, _, _ = name.rpartition(".")
    parameters = [*node.args.posonlyargs, *node.args.args]
    if owner and parameters:
        scope.names[parameters[0].arg] = Binding(Kind.INSTANCE, path, owner)
    return scope


def _decorators(modules: Modules) -> tuple[frozenset[Body], frozenset[Body]]:
    plain: set[Body] = set()
    makers: set[Body] = set()
    for path, tree in modules.trees.items():
        for decorator, scope in _decorated(tree.body, Scope(modules, path)):
            is_call = isinstance(decorator, ast.Call)
            found = scope.binding(decorator.func if isinstance(decorator, ast.Call) else decorator)
            if found is not None and found.kind is Kind.FUNCTION:
                (makers if is_call else plain).add((found.path, found.name))
    return frozenset(plain), frozenset(makers)


def _decorated(body: list[ast.stmt], scope: Scope) -> Iterator[tuple[ast.expr, Scope]]:
    for statement in at_import(body):
        if isinstance(statement, Function | ast.ClassDef):
            yield from ((decorator, scope) for decorator in statement.decorator_list)
        if isinstance(statement, ast.ClassDef):
            yield from _decorated(statement.body, scope.inner(statement))
        scope.observe(statement)


def _callers(trees: Mapping[str, ast.Module]) -> Mapping[str, list[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for tree in trees.values():
        for function in (node for node in ast.walk(tree) if isinstance(node, Function)):
            for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
                if isinstance(call.func, ast.Name) and call.func.id != function.name:
                    found[call.func.id].add(function.name)
    return {name: sorted(callers) for name, callers in found.items()}


def _mentioned(trees: Mapping[str, ast.Module]) -> frozenset[str]:
    found: set[str] = set()
    for tree in trees.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.Attribute):
                found.add(node.attr)
    return frozenset(found)
