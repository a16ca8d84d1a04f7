"""Questions to a Python syntax tree that need no knowledge of names."""

import ast
from collections.abc import Iterator

Function = ast.FunctionDef | ast.AsyncFunctionDef

#: Builtins that act on the world, or wait for it: a declaration does not.
ACTING = frozenset({"input", "print", "open", "exec", "eval", "exit", "quit", "breakpoint", "compile"})


def at_import(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements that the masker treats one by one: those of a body and of its conditions, not those of its loops,
    and not what runs only when the module is started."""
    for statement in body:
        if isinstance(statement, ast.If) and is_main_guard(statement):
            yield from at_import(statement.orelse)
        elif isinstance(statement, ast.If | ast.Try):
            for block in blocks(statement):
                yield from at_import(block)
        else:
            yield statement


def is_flat(tree: ast.Module) -> bool:
    """Whether a module is itself one body: a program from top to bottom, without a function or class."""
    statements = list(at_import(tree.body))
    if any(isinstance(statement, Function | ast.ClassDef) for statement in statements):
        return False
    loops = ast.For | ast.While | ast.With | ast.Match | ast.Delete | ast.Assert
    return any(isinstance(one, loops) or _acts(one) for one in statements)


def _acts(statement: ast.stmt) -> bool:
    """Whether a call stands alone whose function is neither imported nor an attribute of what is."""
    if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)):
        return False
    return isinstance(statement.value.func, ast.Name) and statement.value.func.id in ACTING


def blocks(statement: ast.If | ast.Try) -> list[list[ast.stmt]]:
    """The blocks of a condition, in the order of the text, without those that are not there."""
    if isinstance(statement, ast.If):
        found = [statement.body, statement.orelse]
    else:
        handlers = [handler.body for handler in statement.handlers]
        found = [statement.body, *handlers, statement.orelse, statement.finalbody]
    return [block for block in found if block]


def evaluated(node: ast.AST) -> Iterator[ast.AST]:
    """The node and all below it that is evaluated with it: not the bodies of lambdas."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        waiting += [current.args] if isinstance(current, ast.Lambda) else list(ast.iter_child_nodes(current))


def bound_names(node: ast.AST) -> list[str]:
    """The names that a statement binds in its scope, in the order of the text."""
    found: dict[str, None] = {}
    waiting = [node]
    while waiting:
        current = waiting.pop()
        match current:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                found[current.name] = None
                continue
            case ast.Lambda():
                continue
            case ast.Name(ctx=ast.Store()):
                found[current.id] = None
            case ast.alias():
                found[(current.asname or current.name).partition(".")[0]] = None
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                found[name] = None
        waiting += reversed(list(ast.iter_child_nodes(current)))
    found.pop("*", None)
    return list(found)


def operands(node: ast.AST) -> list[ast.expr]:
    """What a node works on itself, rather than handing it on."""
    match node:
        case ast.BinOp():
            return [node.left, node.right]
        case ast.UnaryOp():
            return [node.operand]
        case ast.Compare():
            return [node.left, *node.comparators]
        case ast.Subscript() | ast.Starred() | ast.FormattedValue():
            return [node.value]
        case ast.comprehension():
            return [node.iter]
        case ast.Dict():
            return [key for key in node.keys if key is not None]
        case ast.Set():
            return node.elts
        case _:
            return []


def is_main_guard(statement: ast.If) -> bool:
    """Whether a condition is ``__name__ == "__main__"``."""
    match statement.test:
        case ast.Compare(left=ast.Name(id="__name__"), ops=[ast.Eq()], comparators=[ast.Constant(value="__main__")]):
            return True
        case _:
            return False
