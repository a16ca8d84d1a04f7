"""Mutation operators for Python: each yields the replacements possible at one node of the syntax tree."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from copy import copy

Change = tuple[str, ast.AST, str]
"""Operator, node whose text is replaced, text."""

OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
BOUNDARY: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
}
HARMLESS_DECORATORS = frozenset(
    {
        *(
            "property",
            "staticmethod",
            "classmethod",
            "dataclass",
            "cached_property",
            "wraps",
            "abstractmethod",
            "cache",
        ),
        *("contextmanager", "register", "total_ordering", "setter", "overload", "lru_cache", "filter", "simple_tag"),
        *("override", "unique", "display", "action", "app_template_filter", "template_filter", "get", "post", "route"),
        *("atomic", "require_safe", "require_GET"),
    }
)
"""Decorators that do not restrict what a user sees or may do, or without which the program does not start."""

REFUSALS = frozenset({"PermissionDenied", "Http404", "HTTPException", "Forbidden"})
QUERIES = frozenset({"filter", "exclude", "get", "get_object_or_404", "filter_by", "first_or_404"})
CHECKS = frozenset(
    {
        *("required", "max_length", "min_length", "min_value", "max_value", "max_digits", "decimal_places", "unique"),
        *("validators", "initial", "default", "choices", "blank"),
    }
)
"""Arguments of fields that decide what is accepted or shown."""

DROPPED = (ast.AugAssign, ast.Raise, ast.Delete, ast.Break, ast.Continue)


def changes_of(node: ast.AST) -> Iterator[Change]:
    """Return every change of all operators at `node`."""
    for operator in OPERATORS:
        yield from operator(node)


def _conditions(node: ast.AST) -> Iterator[Change]:
    """Negate a test, drop one part of ``and`` and ``or``, exchange True and False."""
    match node:
        case ast.If() | ast.While() | ast.IfExp():
            yield "condition", node.test, _negated(node.test)
        case ast.comprehension():
            yield from (("condition", test, _negated(test)) for test in node.ifs)
        case ast.BoolOp():
            for position in range(len(node.values)):
                rest = [*node.values[:position], *node.values[position + 1 :]]
                text = ast.unparse(rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest))
                yield "condition", node, f"({text})"
        case ast.Compare(ops=[operator]) if type(operator) in OPPOSITE:
            yield "condition", node, _compared(node, OPPOSITE[type(operator)])
        case ast.Constant(value=bool()):
            yield "condition", node, str(not node.value)


def _negated(test: ast.expr) -> str:
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return f"({ast.unparse(operand)})"
    return f"(not ({ast.unparse(test)}))"


def _compared(node: ast.Compare, *operators: type[ast.cmpop]) -> str:
    return f"({ast.unparse(ast.Compare(node.left, [each() for each in operators], node.comparators))})"


def _boundaries(node: ast.AST) -> Iterator[Change]:
    """Move a bound: ``<`` and ``<=``, and whole numbers by one."""
    match node:
        case ast.Compare():
            for position, operator in enumerate(node.ops):
                if type(operator) in BOUNDARY:
                    kinds = [type(each) for each in node.ops]
                    kinds[position] = BOUNDARY[type(operator)]
                    yield "boundary", node, _compared(node, *kinds)
        case ast.Constant(value=int(number)) if not isinstance(number, bool):
            yield "boundary", node, str(number + 1)
            yield "boundary", node, str(number - 1) if number else "(-1)"


def _arithmetic(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.BinOp() if type(node.op) in ARITHMETIC and not (_is_text(node.left) or _is_text(node.right)):
            yield (
                "arithmetic",
                node,
                f"({ast.unparse(ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right))})",
            )


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str | bytes))


def _statements(node: ast.AST) -> Iterator[Change]:
    """Drop a statement; a dropped refusal is a missing permission."""
    match node:
        case ast.Raise(exc=error) if error is not None and _name(error) in REFUSALS:
            yield "permission", node, "pass"
        case ast.Expr(value=ast.Call() | ast.Await() | ast.Yield()):
            yield "statement", node, "pass"
        case ast.Assign(targets=targets) if any(isinstance(each, ast.Attribute | ast.Subscript) for each in targets):
            yield "statement", node, "pass"
        case _ if isinstance(node, DROPPED):
            yield "statement", node, "pass"


def _name(node: ast.AST) -> str:
    """Return the last part of the name of what is called, raised or decorated; empty without one."""
    match node:
        case ast.Call():
            return _name(node.func)
        case ast.Attribute():
            return node.attr
        case ast.Name():
            return node.id
    return ""


def _queries(node: ast.AST) -> Iterator[Change]:
    """Drop one condition of a query."""
    match node:
        case ast.Call() if _name(node) in QUERIES and node.keywords and len(node.args) + len(node.keywords) > 1:
            for keyword in node.keywords:
                yield "query", node, _without(node, keyword)


def _without(node: ast.Call, keyword: ast.keyword) -> str:
    return ast.unparse(ast.Call(node.func, node.args, [each for each in node.keywords if each is not keyword]))


def _ordering(node: ast.AST) -> Iterator[Change]:
    """Turn an order round."""
    match node:
        case ast.Call(func=ast.Attribute(attr="order_by"), args=[ast.Constant(value=str(field)) as first, *_]):
            yield "ordering", first, repr(_reversed(field))
        case ast.Assign(
            targets=[ast.Name(id="ordering")],
            value=ast.List(elts=[ast.Constant(value=str(field)) as first, *_])
            | ast.Tuple(elts=[ast.Constant(value=str(field)) as first, *_]),
        ):
            yield "ordering", first, repr(_reversed(field))
        case ast.Call(func=ast.Attribute(attr="asc" | "desc") as function, args=[]):
            other = copy(function)
            other.attr = "desc" if function.attr == "asc" else "asc"
            yield "ordering", node, f"{ast.unparse(other)}()"
        case ast.Call() if _name(node) in ("sorted", "sort"):
            yield "ordering", node, _sorted_otherwise(node)
        case ast.Call(func=ast.Name(id="reversed"), args=[value]):
            yield "ordering", node, f"list({ast.unparse(value)})"
        case ast.Call(func=ast.Name(id="min" | "max") as function):
            other_name = "max" if function.id == "min" else "min"
            yield "ordering", function, other_name


def _reversed(field: str) -> str:
    return field[1:] if field.startswith("-") else f"-{field}"


def _sorted_otherwise(node: ast.Call) -> str:
    others = [each for each in node.keywords if each.arg != "reverse"]
    given = [each for each in node.keywords if each.arg == "reverse"]
    if given:
        return ast.unparse(ast.Call(node.func, node.args, others))
    return ast.unparse(ast.Call(node.func, node.args, [*others, ast.keyword("reverse", ast.Constant(True))]))


def _fields(node: ast.AST) -> Iterator[Change]:
    """Drop an element of a list, set, table or tuple of names, and a check of a form's or model's field."""
    match node:
        case ast.List(ctx=ast.Load()) | ast.Set() if len(node.elts) > 1:
            for position in range(len(node.elts)):
                rest = [*node.elts[:position], *node.elts[position + 1 :]]
                yield "field", node, ast.unparse(type(node)(elts=rest, ctx=ast.Load()))  # type: ignore[call-arg]
        case ast.Tuple(ctx=ast.Load()) if len(node.elts) > 2 and all(_is_text(each) for each in node.elts):
            for position in range(len(node.elts)):
                rest = [*node.elts[:position], *node.elts[position + 1 :]]
                yield "field", node, ast.unparse(ast.Tuple(rest, ast.Load()))
        case ast.Dict() if len(node.keys) > 1:
            for position in range(len(node.keys)):
                keys = [*node.keys[:position], *node.keys[position + 1 :]]
                values = [*node.values[:position], *node.values[position + 1 :]]
                yield "field", node, ast.unparse(ast.Dict(keys, values))
        case ast.Call() if _name(node).endswith("Field"):
            yield from (("field", node, _without(node, each)) for each in node.keywords if each.arg in CHECKS)


def _messages(node: ast.AST) -> Iterator[Change]:
    """Empty a text for people: one with a blank or with values."""
    match node:
        case ast.Constant(value=str(text)) if " " in text.strip() and any(map(str.isalpha, text)):
            yield "message", node, '""'
        case ast.JoinedStr():
            yield "message", node, '""'


OPERATORS: tuple[Callable[[ast.AST], Iterator[Change]], ...] = (
    _conditions,
    _boundaries,
    _arithmetic,
    _statements,
    _queries,
    _ordering,
    _fields,
    _messages,
)
