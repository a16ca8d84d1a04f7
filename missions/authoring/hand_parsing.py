"""Check that testcodes convert and index what a project shows by verbs, which fail as expectations.

``int(user.text(total))`` raises `ValueError` where no number is shown; ``user.reads_number`` says what was seen.
Values are followed through assignments, loops and the file's own functions. Literals, and values that a testcode
computes from them, are not reported.
"""

from __future__ import annotations

import ast
import types
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import IntEnum
from pathlib import Path
from typing import Union, get_args, get_origin

from missions.authoring.verbs import USERS, verbs_of


class Trust(IntEnum):
    """How far the form of a value is known."""

    OWN = 0
    """Computed by the testcode, or converted by a verb."""
    CHECKED = 1
    """Rows of a checked number, with checked cells."""
    LISTED = 2
    """A list of the testcode whose items are as the project wrote them."""
    FILTERED = 3
    """Some of a testcode's items or of checked rows: their number is not known."""
    FOREIGN = 4
    """As the project wrote it."""


OWN = Trust.OWN

CONVERSIONS: Mapping[str, str] = {
    "json.loads": "user.reads_json(text, shape)",
    "json.load": "user.reads_json(text, shape)",
    "csv.reader": "user.reads_csv(text, columns=…)",
    "csv.DictReader": "user.reads_csv(text, columns=…)",
    "int": "user.reads_number(text, pattern)",
    "float": "user.reads_number(text, pattern)",
    "Decimal": "user.reads_number(text, pattern)",
    "Fraction": "user.reads_number(text, pattern)",
    "ast.literal_eval": "user.reads_json(text, shape)",
    "date.fromisoformat": "user.reads_match(text, pattern), compared as text",
    "datetime.fromisoformat": "user.reads_match(text, pattern), compared as text",
    "datetime.strptime": "user.reads_match(text, pattern), compared as text",
}
"""Functions that raise errors of their own for another text than expected, and the verbs to use instead."""

ROWS = "user.rows(seen, count=… or at_least=…, columns=…)"
TEXT_VERBS = frozenset({"reads_json", "reads_csv", "reads_match", "reads_number", "rows", "pairs"})
ROW_VERBS = frozenset({"reads_csv", "rows", "pairs"})
MODULES = frozenset(name.partition(".")[0] for name in CONVERSIONS if "." in name)
COUNTED = frozenset({"colors"})
"""Verbs whose results have a form that does not depend on the project."""
PLAIN = (bytes, bool, int, float, Decimal, date, types.NoneType)
OWN_RESULTS = frozenset({"len", "range", "isinstance", "all", "any", "bool", "str.find", "hash", "id"})
OWN_METHODS = frozenset({"find", "rfind", "count", "startswith", "endswith", "isdigit", "issubset", "isdisjoint"})


def hand_parsing_problems(path: Path) -> list[str]:
    """Return the places in a ``testcodes.py`` that parse a project's output by hand, each with the verb to use."""
    module = _Module.of(ast.parse(path.read_text(encoding="utf-8")))
    while module.changed:
        module.changed = False
        module.found.clear()
        for functions in module.functions.values():
            for function in functions:
                _Function(module, function).check()
    first = dict(sorted(module.found, reverse=True))  # one problem per line
    return [f"{path.name} line {line}: {problem}" for line, problem in sorted(first.items())]


@dataclass
class _Module:
    """Functions and methods of a file by name; the trust in their arguments and results, as known so far."""

    functions: Mapping[str, Sequence[ast.FunctionDef]]
    methods: frozenset[str]
    reading_verbs: frozenset[str]
    arguments: dict[tuple[str, str], Trust] = field(default_factory=lambda: defaultdict(lambda: OWN))
    results: dict[str, Trust] = field(default_factory=lambda: defaultdict(lambda: OWN))
    found: set[tuple[int, str]] = field(default_factory=set)
    changed: bool = True

    @staticmethod
    def of(tree: ast.Module) -> _Module:
        classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
        methods = [node for each in classes for node in each.body if isinstance(node, ast.FunctionDef)]
        functions: dict[str, list[ast.FunctionDef]] = defaultdict(list)
        for node in [*methods, *(each for each in tree.body if isinstance(each, ast.FunctionDef))]:
            functions[node.name].append(node)
        return _Module(functions, frozenset(node.name for node in methods), _reading_verbs())

    def lower(self, known: dict[str, Trust] | dict[tuple[str, str], Trust], key: object, trust: Trust) -> None:
        """Note that a value may be as little known as `trust`."""
        if trust > known[key]:  # type: ignore[index]
            known[key] = trust  # type: ignore[index]
            self.changed = True


class _Function:
    """Follows the values of one function."""

    def __init__(self, module: _Module, function: ast.FunctionDef) -> None:
        self._module, self._function = module, function
        names = [each.arg for each in _arguments(function)]
        self._names: dict[str, Trust] = {name: module.arguments[function.name, name] for name in names}
        self._users = {each.arg for each in _arguments(function) if _is_user(each.annotation)}

    def check(self) -> None:
        for _ in range(2):  # a loop may change what its beginning uses
            self._statements(self._function.body)

    def _statements(self, body: Sequence[ast.stmt]) -> None:
        for statement in body:
            self._statement(statement)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._assign(target, self._trust(value), value)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._assign(target, self._trust(value), value)
            case ast.AugAssign(target=ast.Name(id=name), value=value):
                self._names[name] = max(self._names.get(name, OWN), self._trust(value))
            case ast.Return(value=ast.expr() as value):
                self._module.lower(self._module.results, self._function.name, self._trust(value))
            case ast.For(target=target, iter=values, body=body, orelse=orelse):
                self._loop(target, values)
                self._statements([*body, *orelse])
            case ast.With(items=items, body=body):
                for item in items:
                    trust = self._trust(item.context_expr)
                    if item.optional_vars is not None:
                        self._assign(item.optional_vars, trust, item.context_expr)
                self._statements(body)
            case _:
                for child in ast.iter_child_nodes(node):
                    if isinstance(child, ast.expr):
                        self._trust(child)
                    elif isinstance(child, ast.stmt):
                        self._statement(child)

    def _assign(self, target: ast.expr, trust: Trust, value: ast.expr | None) -> None:
        match target:
            case ast.Name(id=name):
                self._names[name] = trust
            case ast.Starred(value=inner):
                self._assign(inner, trust, None)
            case ast.Tuple(elts=targets) | ast.List(elts=targets):
                if isinstance(value, ast.Tuple) and len(value.elts) == len(targets):
                    for each, part in zip(targets, value.elts, strict=True):
                        self._assign(each, self._trust(part), part)
                    return
                if trust >= Trust.FILTERED and len(targets) > 0:
                    self._report(target, "taking a value apart raises where it has another number of parts", ROWS)
                for each in targets:
                    self._assign(each, _item(trust), None)

    def _loop(self, target: ast.expr, values: ast.expr) -> None:
        """Bind the target of a loop; ``zip`` and ``enumerate`` make tuples of their own."""
        self._trust(values)
        match (values, target):
            case (ast.Call(func=ast.Name(id="zip"), args=parts), ast.Tuple(elts=targets)) if len(parts) == len(targets):
                for each, part in zip(targets, parts, strict=True):
                    self._loop(each, part)
            case (ast.Call(func=ast.Name(id="zip")), ast.Tuple(elts=targets)):
                for each in targets:
                    self._assign(each, _item(self._trust(values)), None)
            case (ast.Call(func=ast.Name(id="enumerate"), args=[part, *_]), ast.Tuple(elts=[place, each])):
                self._assign(place, OWN, None)
                self._loop(each, part)
            case (ast.Call(func=ast.Attribute(attr="items"), args=[]), ast.Tuple(elts=[key, each])):
                for part in (key, each):
                    self._assign(part, _item(self._trust(values)), None)
            case (ast.Call(func=ast.Attribute(attr="pairs"), args=[seen, own]), ast.Tuple(elts=[each, other])):
                self._assign(each, _item(max(self._trust(seen), Trust.CHECKED)), None)
                self._assign(other, _item(self._trust(own)), None)
            case (ast.Tuple(elts=rows), ast.Tuple(elts=targets)) if all(_has_parts(row, len(targets)) for row in rows):
                for column, each in enumerate(targets):
                    self._assign(each, max(self._trust(row.elts[column]) for row in rows), None)  # type: ignore[attr-defined]
            case _:
                self._assign(target, _item(self._trust(values)), None)

    def _trust(self, node: ast.expr) -> Trust:
        """Return the trust in an expression; report its conversions and indices of foreign values."""
        match node:
            case ast.Name(id=name):
                return self._names.get(name, OWN)
            case ast.Call():
                return self._call(node)
            case ast.Subscript(value=value, slice=index):
                return self._subscript(node, self._trust(value), index)
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
                return self._comprehension(node)
            case ast.Compare() | ast.UnaryOp(op=ast.Not()):
                self._parts(node)
                return OWN
            case ast.NamedExpr(target=target, value=value):
                trust = self._trust(value)
                self._assign(target, trust, value)
                return trust
            case ast.IfExp(test=test, body=body, orelse=orelse):
                self._trust(test)
                return max(self._trust(body), self._trust(orelse))
            case ast.Tuple() | ast.List() if not any(isinstance(each, ast.Starred) for each in node.elts):
                return _listed(self._parts(node))
            case _:
                return self._parts(node)

    def _parts(self, node: ast.AST) -> Trust:
        """Return the least trust in the parts of a node."""
        return max(
            (self._trust(each) for each in ast.iter_child_nodes(node) if isinstance(each, ast.expr)), default=OWN
        )

    def _subscript(self, node: ast.Subscript, trust: Trust, index: ast.expr) -> Trust:
        if isinstance(index, ast.Slice):
            self._parts(index)
            return OWN if trust is OWN else Trust(max(trust, Trust.FILTERED))
        self._trust(index)
        if trust >= Trust.FILTERED and isinstance(node.ctx, ast.Load):
            self._report(
                node, "an index raises where the item is missing", f"{ROWS} or user.reads_match(text, pattern)"
            )
        return _item(trust)

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> Trust:
        trust = OWN
        for each in node.generators:
            self._loop(each.target, each.iter)
            source = self._trust(each.iter)
            for condition in each.ifs:
                self._trust(condition)
            chosen = max([source, *map(self._parts, each.ifs)]) if each.ifs else OWN
            trust = max(trust, source, Trust.FILTERED if chosen is not OWN else OWN)
        if isinstance(node, ast.DictComp):
            inner = max(self._trust(node.key), self._trust(node.value))
            return Trust.FOREIGN if trust not in (OWN, Trust.LISTED) else _listed(inner)
        inner = self._trust(node.elt)
        return trust if trust >= Trust.FILTERED else max(_listed(inner), OWN if trust is Trust.LISTED else trust)

    def _call(self, node: ast.Call) -> Trust:
        name = _dotted(node.func)
        trusts = [self._trust(each.value if isinstance(each, ast.Starred) else each) for each in node.args]
        named = {each.arg or "": self._trust(each.value) for each in node.keywords}
        if isinstance(node.func, ast.Attribute) and not self._is_own_method(node.func):
            return self._method(node, node.func, trusts)
        if (
            isinstance(node.func, (ast.Name, ast.Attribute))
            and (own := name.rpartition(".")[2]) in self._module.functions
        ):
            return self._own(own, trusts, named)
        trust = max([*trusts, *named.values()], default=OWN)
        self._by_hand(node, name, trust)
        return OWN if name in OWN_RESULTS else trust

    def _method(self, node: ast.Call, function: ast.Attribute, trusts: Sequence[Trust]) -> Trust:
        receiver, verb, name = self._trust(function.value), function.attr, _dotted(function)
        trust = max([receiver, *trusts], default=OWN)
        if verb in TEXT_VERBS:
            return Trust.CHECKED if verb in ROW_VERBS else OWN
        if receiver is OWN and verb in self._module.reading_verbs:
            return Trust.CHECKED if verb in COUNTED else Trust.FOREIGN
        if verb in ("append", "add", "extend", "insert") and isinstance(function.value, ast.Name):
            self._names[function.value.id] = max(receiver, _listed(trust))
        if verb in ("group", "index") and receiver is not OWN:
            self._report(
                node, f".{verb}() raises where nothing is found", "user.reads_match(text, pattern), or .find()"
            )
        self._by_hand(node, name, trust)
        if verb in ("split", "rsplit", "splitlines", "findall", "partition", "rpartition") and trust is not OWN:
            return Trust.CHECKED if "partition" in verb else Trust.FOREIGN
        return OWN if verb in OWN_METHODS else trust

    def _own(self, name: str, trusts: Sequence[Trust], named: Mapping[str, Trust]) -> Trust:
        """Pass the trust in arguments to a function of the file; return the trust in its result."""
        for function in self._module.functions[name]:
            arguments = [each.arg for each in _arguments(function) if each.arg != "self"]
            for argument, trust in [*zip(arguments, trusts, strict=False), *named.items()]:
                self._module.lower(self._module.arguments, (name, argument), trust)
        return self._module.results[name]

    def _by_hand(self, node: ast.Call, name: str, trust: Trust) -> None:
        strict = any(each.arg == "strict" and getattr(each.value, "value", False) for each in node.keywords)
        keywords = {each.arg for each in node.keywords}
        if trust is not OWN and name in CONVERSIONS:
            self._report(node, f"{name}() raises where the text is no such value", CONVERSIONS[name])
        elif trust >= Trust.FILTERED and name == "zip" and strict:
            self._report(node, "zip(strict=True) raises where an item is missing", "user.pairs(seen, expected)")
        elif trust >= Trust.FILTERED and name in ("min", "max") and len(node.args) == 1 and "default" not in keywords:
            self._report(node, f"{name}() raises where there is no item", "default=…")
        elif trust >= Trust.FILTERED and name == "next" and len(node.args) == 1:
            self._report(node, "next() raises where nothing is found", f"{ROWS} of those that fit")

    def _is_own_method(self, function: ast.Attribute) -> bool:
        if isinstance(function.value, ast.Name) and function.value.id in {*self._users, *MODULES}:
            return False
        return function.attr in self._module.methods

    def _report(self, node: ast.AST, problem: str, instead: str) -> None:
        line = getattr(node, "lineno", self._function.lineno)
        text = ast.unparse(node)
        short = text if len(text) <= 60 else f"{text[:57]}…"
        self._module.found.add((line, f"{short}: {problem}, and the case ends as an error; use {instead}"))


def _reading_verbs() -> frozenset[str]:
    """Return the verbs whose results have a form that the project decides."""
    verbs = [verb for user in USERS.values() for verb in verbs_of(user).values() if verb.name not in TEXT_VERBS]
    return frozenset(verb.name for verb in verbs if not verb.block and not _is_plain(verb.hints()["return"]))


def _is_plain(annotation: object) -> bool:
    if get_origin(annotation) in (Union, types.UnionType):
        return all(_is_plain(each) for each in get_args(annotation))
    return annotation in PLAIN or annotation in USERS.values()


def _item(trust: Trust) -> Trust:
    """Return the trust in an item of a sequence."""
    return {Trust.FILTERED: Trust.CHECKED, Trust.LISTED: Trust.FOREIGN}.get(trust, trust)


def _listed(item: Trust) -> Trust:
    """Return the trust in a testcode's own sequence of such items."""
    return Trust.LISTED if item >= Trust.LISTED else item


def _has_parts(node: ast.expr, count: int) -> bool:
    return isinstance(node, ast.Tuple) and len(node.elts) == count


def _arguments(function: ast.FunctionDef) -> Iterator[ast.arg]:
    each = function.args
    yield from [*each.posonlyargs, *each.args]
    if each.vararg is not None:
        yield each.vararg
    yield from each.kwonlyargs


def _is_user(annotation: ast.expr | None) -> bool:
    return isinstance(annotation, ast.Name) and annotation.id in USERS


def _dotted(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=name):
            return f"{_dotted(value)}.{name}"
        case _:
            return ""
