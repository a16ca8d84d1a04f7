"""Verbs of the simulated users and their signatures, for authors."""

from __future__ import annotations

import ast
import inspect
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, get_type_hints

from missions.errors import MissionError
from missions.formats.tables import testcodes_of
from missions.names import hint
from missions.testcodes.described import decorator_of
from missions.testcodes.testcode import SimulatorName
from simulators.browser import BrowserUser
from simulators.console import ConsoleUser
from simulators.desktop import DesktopUser
from simulators.files import FilesUser
from simulators.service import ServiceUser


def signature_problems(path: Path) -> list[str]:
    """Return what is wrong with the testcodes in `path`, each with its line."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imported = _definitions(ast.parse(testcodes_of(path).read_text(encoding="utf-8")))
    own = _definitions(tree)
    functions = imported.functions | own.functions
    found = [*_twice(tree)]
    for function in (*own.functions.values(), *own.methods.values()):
        found += _of_calls(function, functions)
    for testcode in own.functions.values():
        if decorator_of(testcode) is not None and _users(testcode):
            found += _of_testcode(testcode, imported.methods | own.methods | functions, imported.groups | own.groups)
    return [f"{path.name} line {line}: {problem}" for line, problem in sorted(found)]


class _Definitions(NamedTuple):
    """Functions of a module, methods of its classes, and the names of these, which may be groups of parameters."""

    functions: dict[str, ast.FunctionDef]
    methods: dict[str, ast.FunctionDef]
    groups: frozenset[str]


def _definitions(tree: ast.Module) -> _Definitions:
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    methods = {node.name: node for each in classes for node in each.body if isinstance(node, ast.FunctionDef)}
    return _Definitions(functions, methods, frozenset(each.name for each in classes))


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


USERS: Mapping[str, type] = {
    SimulatorName.BROWSER.value: BrowserUser,
    SimulatorName.CONSOLE.value: ConsoleUser,
    SimulatorName.DESKTOP.value: DesktopUser,
    SimulatorName.FILES.value: FilesUser,
    SimulatorName.SERVICE.value: ServiceUser,
}

NOT_VERBS = frozenset({"abort", "deadline", "document", "exchanges", "printed", "screenshot", "trace"})
"""Public names of the users that the evaluator uses."""

EXPECTING = ("sees", "does_not_see", "is_", "has", "has_")
"""Beginnings of the verbs that expect something."""


@dataclass(frozen=True)
class Verb:
    """A verb of a simulated user; `signature` is without ``self``; a `block` is used in a ``with`` statement."""

    user: str
    name: str
    signature: inspect.Signature
    description: str
    block: bool
    function: Any

    @property
    def expects(self) -> bool:
        return self.name.startswith(EXPECTING)

    def written(self) -> str:
        """Return the verb as it is called: ``user.types(text, *, into, beside=None)``."""
        shown = [_shown(each) for each in self.signature.parameters.values()]
        first_keyword = next(
            (n for n, each in enumerate(self.signature.parameters.values()) if _is_keyword(each)), None
        )
        if first_keyword is not None:
            shown.insert(first_keyword, "*")
        call = f"user.{self.name}({', '.join(shown)})"
        return f"with {call}:" if self.block else call

    def hints(self) -> Mapping[str, Any]:
        """Return the types of arguments and of the result (``return``)."""
        return _hints(self.function)


@cache
def verbs_of(user: type) -> Mapping[str, Verb]:
    """Return the verbs of a simulated user by name, sorted."""
    return MappingProxyType({verb.name: verb for verb in _verbs(user)})


def reference(users: Mapping[str, type] = USERS, part: str = "") -> str:
    """Return the reference of the verbs of `users` as Markdown; with `part` only of those whose name contains it, or
    which verb may have been meant."""
    if part:
        return _named(users, part)
    parts = [
        "# Verbs",
        "Generated by `projecteval missions verbs`; do not edit. Arguments behind `*` are given by name.",
    ]
    for name, user in users.items():
        parts += [f"## {name}", inspect.getdoc(user) or ""]
        parts += [_entry(verb) for verb in verbs_of(user).values()]
    return "\n\n".join(parts) + "\n"


def _named(users: Mapping[str, type], part: str) -> str:
    verbs = [verb for user in users.values() for verb in verbs_of(user).values()]
    found = [f"{_entry(verb)}\n\n({verb.user})" for verb in verbs if part in verb.name]
    if not found:
        names = sorted({verb.name for verb in verbs})
        raise MissionError(f"no verb {part!r}; {hint(part, names)}")
    return "\n\n".join(found) + "\n"


def _entry(verb: Verb) -> str:
    returned = inspect.formatannotation(verb.signature.return_annotation).strip("'")
    result = "" if verb.block or returned == "None" else f" → `{returned}`"
    return f"### {verb.name}\n\n`{verb.written()}`{result}\n\n{verb.description}"


def _verbs(user: type) -> Iterator[Verb]:
    for name in sorted(dir(user)):
        found = inspect.getattr_static(user, name)
        if name.startswith("_") or name in NOT_VERBS or not callable(found):
            continue
        function = inspect.unwrap(found)
        whole = inspect.signature(function)
        signature = whole.replace(parameters=list(whole.parameters.values())[1:])
        description = inspect.getdoc(function) or ""
        block = inspect.isgeneratorfunction(function)
        yield Verb(user.__name__, name, signature, description, block, function)


@cache
def _hints(function: Callable[..., object]) -> Mapping[str, Any]:
    return MappingProxyType(get_type_hints(function))


def _shown(parameter: inspect.Parameter) -> str:
    kind = f": {str(parameter.annotation).strip(chr(39))}" if parameter.annotation is not parameter.empty else ""
    default = f" = {parameter.default!r}" if parameter.default is not parameter.empty else ""
    return f"{parameter.name}{kind}{default}"


def _is_keyword(parameter: inspect.Parameter) -> bool:
    return parameter.kind is parameter.KEYWORD_ONLY
