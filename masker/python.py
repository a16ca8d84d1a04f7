"""Python: imports, constants, signatures, classes and docstrings stay; bodies become ``pass``.

Statements of a module or class that declare something stay. Statements that compute (loops, output, the steps of a
program without functions) are replaced by one comment. Docstrings are the only description of a body.
"""

import ast
import warnings
from collections.abc import Iterator
from types import EllipsisType

from masker.edits import Edits
from masker.model import Masked, Treatment, masked_or_plain

_UNDOCUMENTED = '"""\nTo be implemented.\n"""'
_PROGRAM = "# The program runs here."
_ACTIONS = frozenset({"print", "input", "open", "exec", "eval", "exit", "quit", "breakpoint"})
_Function = ast.FunctionDef | ast.AsyncFunctionDef
_COMPUTED = ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp | ast.Await | ast.NamedExpr


def mask_python(path: str, text: str) -> Masked:
    """Mask one module."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
        edits = Edits(text)
        _Masker(edits, is_script=_is_script(tree)).statements(tree.body, is_module=True)
        return masked_or_plain(text, edits.apply())
    except SyntaxError as error:
        return Masked(text, Treatment.BROKEN, f"it is not valid Python: {error.msg}, line {error.lineno}")
    except (ValueError, RecursionError, MemoryError) as error:
        return Masked(text, Treatment.BROKEN, f"Python cannot parse it: {error or type(error).__name__}"[:200])


class _Masker:
    def __init__(self, edits: Edits, is_script: bool) -> None:
        self.edits, self.is_script = edits, is_script
        self.has_comment = False

    def statements(self, body: list[ast.stmt], is_module: bool = False) -> None:
        """Mask the statements of a module, class or conditional block."""
        removed = {one for index, one in enumerate(body) if not self._stays(one, is_first=index == 0)}
        for statement in body:
            match statement:
                case ast.FunctionDef() | ast.AsyncFunctionDef():
                    self._function(statement)
                case ast.ClassDef():
                    self.statements(statement.body)
                case ast.If(test=test) if _is_main_guard(test):
                    self._entry(statement)
                    self.statements(statement.orelse)
                case ast.If() | ast.Try():
                    for block in _blocks(statement):
                        self.statements(block)
                case _ if statement in removed:
                    is_needed = not is_module and len(removed) == len(body) and statement is body[0]
                    self._remove(statement, "pass" if is_needed else "")
                case _:
                    self._constants(statement)

    def _function(self, node: _Function) -> None:
        documented = 1 if _is_text(node.body[0]) else 0
        rest = node.body[documented:]
        header = [*node.body[:documented], *ast.walk(node.args), *([node.returns] if node.returns else [])]
        if not documented and _is_placeholder(rest):
            return
        if not rest:
            self.edits.insert_after(node.body[0], "pass")
        elif not _is_placeholder(rest):
            self.edits.replace_block(rest, "pass" if documented else f"{_UNDOCUMENTED}\npass", header)

    def _entry(self, guard: ast.If) -> None:
        """Keep the block of ``if __name__ == "__main__"`` where it only calls by name."""
        if not all(_calls_by_name(statement) for statement in guard.body):
            self.edits.replace_block(guard.body, "pass", [guard.test])

    def _stays(self, statement: ast.stmt, is_first: bool) -> bool:
        match statement:
            case ast.Import() | ast.ImportFrom() | ast.Pass() | ast.Global():
                return True
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() | ast.If() | ast.Try():
                return True
            case ast.Expr(value=ast.Constant(value=value)):
                return value is ... or (isinstance(value, str) and is_first)
            case ast.Expr(value=ast.Call() as call):
                return not self.is_script and not _acts(call)
            case ast.Assign(value=value) | ast.AugAssign(value=value):
                return not self.is_script or _is_literal(value)
            case ast.AnnAssign(value=annotated):
                return annotated is None or not self.is_script or _is_literal(annotated)
            case _:
                return type(statement).__name__ == "TypeAlias"

    def _constants(self, statement: ast.stmt) -> None:
        """Replace computed parts (lambdas, comprehensions) of a declaration by ``...``."""
        waiting: list[ast.AST] = [statement]
        while waiting:
            node = waiting.pop()
            if isinstance(node, ast.Lambda):
                node = node.body
            elif not isinstance(node, _COMPUTED):
                waiting += ast.iter_child_nodes(node)
                continue
            if not _is_ellipsis(node):
                self.edits.replace(node, "(...)" if isinstance(node, ast.GeneratorExp) else "...")

    def _remove(self, statement: ast.stmt, placeholder: str) -> None:
        comment = "" if self.has_comment else _PROGRAM
        self.has_comment = True
        self.edits.remove_statement(statement, comment, placeholder)


def _blocks(statement: ast.If | ast.Try) -> Iterator[list[ast.stmt]]:
    yield statement.body
    for handler in statement.handlers if isinstance(statement, ast.Try) else ():
        yield handler.body
    yield statement.orelse
    yield statement.finalbody if isinstance(statement, ast.Try) else []


def _is_script(tree: ast.Module) -> bool:
    """Return True for a module without functions and classes that does more than declare: its text is one body."""
    if any(isinstance(node, _Function | ast.ClassDef) for node in ast.walk(tree)):
        return False
    loops = ast.For | ast.While | ast.With | ast.Match | ast.Delete | ast.Assert
    return any(isinstance(one, loops) or (isinstance(one, ast.Call) and _acts(one)) for one in ast.walk(tree))


def _acts(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id in _ACTIONS


def _is_literal(node: ast.expr) -> bool:
    return not any(isinstance(inner, ast.Call | _COMPUTED) for inner in ast.walk(node))


def _calls_by_name(statement: ast.stmt) -> bool:
    """Return True for ``main()``, ``game = Game()``, ``sys.exit(main())``: calls without values of their own."""
    if not isinstance(statement, ast.Expr | ast.Assign) or not isinstance(statement.value, ast.Call):
        return isinstance(statement, ast.Pass | ast.Import | ast.ImportFrom)
    allowed = ast.Call | ast.Name | ast.Attribute | ast.keyword | ast.expr_context
    return all(isinstance(node, allowed) for node in ast.walk(statement.value))


def _is_main_guard(test: ast.expr) -> bool:
    match test:
        case ast.Compare(left=ast.Name(id="__name__"), ops=[ast.Eq()], comparators=[ast.Constant(value="__main__")]):
            return True
        case _:
            return False


def _is_text(statement: ast.stmt) -> bool:
    match statement:
        case ast.Expr(value=ast.Constant(value=str())):
            return True
        case _:
            return False


def _is_placeholder(body: list[ast.stmt]) -> bool:
    match body:
        case [ast.Pass()] | [ast.Expr(value=ast.Constant(value=EllipsisType()))]:
            return True
        case _:
            return False


def _is_ellipsis(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...
