"""Calls in a ``testcodes.py``, checked against the verbs and against the file's own functions, without running it."""

from __future__ import annotations

import ast
import inspect
from collections import Counter
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path

from missions.authoring.verbs import EXPECTING, USERS, verbs_of
from missions.testcodes.described import decorator_of


def signature_problems(path: Path) -> list[str]:
    """Return what is wrong with the testcodes in `path`, each with its line."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    methods = {node.name: node for each in classes for node in each.body if isinstance(node, ast.FunctionDef)}
    groups = frozenset(each.name for each in classes)
    found = [*_twice(tree)]
    for function in (*functions.values(), *methods.values()):
        found += _of_calls(function, functions)
    for testcode in functions.values():
        if decorator_of(testcode) is not None and _users(testcode):
            found += _of_testcode(testcode, methods | functions, groups)
    return [f"{path.name} line {line}: {problem}" for line, problem in sorted(found)]


Problem = tuple[int, str]


def _twice(tree: ast.Module) -> Iterator[Problem]:
    names = Counter(node.name for node in tree.body if isinstance(node, ast.FunctionDef))
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and names[node.name] > 1:
            yield node.lineno, f"{node.name} is defined {names[node.name]} times; only the last one is used"
            names[node.name] = 0


def _of_calls(function: ast.FunctionDef, functions: Mapping[str, ast.FunctionDef]) -> Iterator[Problem]:
    users = _users(function)
    for call in ast.walk(function):
        match call:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=verb)) if name in users:
                yield from _of_verb(call, name, users[name], verb)
            case ast.Call(func=ast.Name(id=name)) if name in functions and not functions[name].decorator_list:
                yield from _of_arguments(call, name, _signature(functions[name]))


def _of_verb(call: ast.Call, name: str, user: str, verb: str) -> Iterator[Problem]:
    known = verbs_of(USERS[user])
    if verb in known:
        yield from _of_arguments(call, f"{name}.{verb}", known[verb].signature)
        return
    close = get_close_matches(verb, known, 1)
    hint = f"did you mean {close[0]}?" if close else "`projecteval missions verbs` lists them"
    yield call.lineno, f"{user} has no verb {verb}; {hint}"


def _of_arguments(call: ast.Call, name: str, signature: inspect.Signature) -> Iterator[Problem]:
    """Yield why a call does not fit; calls with ``*`` or ``**`` cannot be known."""
    if any(isinstance(each, ast.Starred) for each in call.args) or any(each.arg is None for each in call.keywords):
        return
    try:
        signature.bind(*call.args, **{str(each.arg): each.value for each in call.keywords})
    except TypeError as error:
        wanted = ", ".join(str(each).partition(":")[0].partition("=")[0] for each in signature.parameters.values())
        yield call.lineno, f"{name}: {error}; its arguments are: {wanted}"


def _of_testcode(
    function: ast.FunctionDef, functions: Mapping[str, ast.FunctionDef], groups: frozenset[str]
) -> Iterator[Problem]:
    """Yield problems of a testcode; `groups` of parameters need not be used."""
    if not any(_expects(each) for each in _reached(function, functions)):
        yield function.lineno, f"testcode {function.name} expects nothing; add an expectation, for example user.sees(…)"
    used = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
    for argument in [*function.args.args, *function.args.kwonlyargs][1:]:
        if argument.arg not in used and ast.unparse(argument.annotation or ast.Constant(0)) not in groups:
            yield argument.lineno, f"testcode {function.name} does not use its parameter {argument.arg}; remove it"


def _reached(function: ast.FunctionDef, functions: Mapping[str, ast.FunctionDef]) -> list[ast.FunctionDef]:
    """Return `function` and the functions of the file that it names, directly or by others."""
    reached, waiting = {function.name: function}, [function]
    while waiting:
        for node in ast.walk(waiting.pop()):
            name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
            if name in functions and name not in reached:
                reached[name] = functions[name]
                waiting.append(functions[name])
    return list(reached.values())


def _expects(function: ast.FunctionDef) -> bool:
    return any(
        isinstance(node, (ast.Assert, ast.Raise))
        or (isinstance(node, ast.Attribute) and node.attr.startswith(EXPECTING))
        for node in ast.walk(function)
    )


def _users(function: ast.FunctionDef) -> dict[str, str]:
    """Return the names of simulated users in a function: arguments by their types, and `someone_else`."""
    found = {}
    for argument in [*function.args.args, *function.args.kwonlyargs]:
        kind = ast.unparse(argument.annotation).strip("'\"").rpartition(".")[2] if argument.annotation else ""
        if kind in USERS:
            found[argument.arg] = kind
    for node in ast.walk(function):
        match node:
            case ast.Assign(
                targets=[ast.Name(id=name)],
                value=ast.Call(func=ast.Attribute(value=ast.Name(id=user), attr="someone_else")),
            ) if user in found:
                found[name] = found[user]
    return found


def _signature(function: ast.FunctionDef) -> inspect.Signature:
    kinds, arguments = inspect.Parameter, function.args
    plain = [*arguments.posonlyargs, *arguments.args]
    first_default = len(plain) - len(arguments.defaults)
    found = [
        kinds(each.arg, kinds.POSITIONAL_OR_KEYWORD, default=None if number >= first_default else kinds.empty)
        for number, each in enumerate(plain)
    ]
    if arguments.vararg:
        found.append(kinds(arguments.vararg.arg, kinds.VAR_POSITIONAL))
    for each, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        found.append(kinds(each.arg, kinds.KEYWORD_ONLY, default=kinds.empty if default is None else None))
    if arguments.kwarg:
        found.append(kinds(arguments.kwarg.arg, kinds.VAR_KEYWORD))
    return inspect.Signature(found)
