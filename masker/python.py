"""Python: imports, constants, signatures, classes and docstrings stay; bodies become ``pass``.

Statements of a module or class that declare something stay. Statements that compute (loops, output, the steps of a
program without functions) are replaced by one comment. Docstrings are the only description of a body.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from types import EllipsisType

from masker.model import Masked, Treatment, masked_or_plain

_INDENT = re.compile(rb"[ \t\f]*")
_BLANK_OR_COMMENT = re.compile(rb"([ \t\f]*)(#[^\n]*)?(?:\n|\Z)")
_REST_OF_LINE = re.compile(rb"[ \t\f;]*(?:#[^\n]*)?(?:\n|\Z)")


class Edits:
    """Collected replacements of one text. The syntax tree counts columns in UTF-8 bytes, so the text is bytes here."""

    def __init__(self, text: str) -> None:
        self.text = text.encode()
        self._starts = [0, *(found.end() for found in re.finditer(rb"\n", self.text))]
        self._changes: list[tuple[int, int, str]] = []

    def apply(self) -> str:
        """Return the text with all replacements."""
        parts, place = [], 0
        for start, end, new in sorted(self._changes):
            parts += [self.text[place:start], new.encode()]
            place = end
        return b"".join([*parts, self.text[place:]]).decode()

    def replace(self, node: ast.expr, new: str) -> None:
        """Replace an expression."""
        self._changes.append((self._start(node), self._end(node), new))

    def insert_after(self, statement: ast.stmt, new: str) -> None:
        """Add a statement after another one of the same block."""
        start, end = self._start(statement), self._end(statement)
        line = self._line(start)
        indent = self.text[line:start]
        separator = f"\n{indent.decode()}" if not indent.strip() else "; "
        self._changes.append((end, self._line_end(end), f"{separator}{new}"))

    def replace_block(self, body: list[ast.stmt], new: str, header: list[ast.AST]) -> None:
        """Replace the statements of a body, with its comments. `header` are the nodes that stand before it."""
        start, end = self._start(body[0]), self._end(body[-1])
        line = self._line(start)
        indent = self.text[line:start]
        if indent.strip():  # on the line of its header, or after a docstring and a semicolon
            self._changes.append((start, self._line_end(end), new.rpartition("\n")[2]))
            return
        before = max((self._end(node) for node in header if isinstance(node, ast.expr | ast.stmt | ast.arg)), default=0)
        first = self._comments_before(line, before)
        lines = "\n".join(indent.decode() + line for line in new.split("\n"))
        self._changes.append((first, self._block_end(end, self._width(indent)), lines))

    def remove_statement(self, statement: ast.stmt, comment: str, placeholder: str) -> None:
        """Remove a statement, leaving a comment, and a placeholder statement where the block would be empty."""
        start, end = self._start(statement), self._end(statement)
        line = self._line(start)
        indent = self.text[line:start]
        if indent.strip() or not _REST_OF_LINE.match(self.text, end):
            self._changes.append((start, end, placeholder or "pass"))
            return
        end = min(self._line_end(end) + 1, len(self.text))
        new = "".join(f"{indent.decode()}{part}\n" for part in (comment, placeholder) if part)
        self._changes.append((line, end, new))

    def _start(self, node: ast.expr | ast.stmt | ast.arg) -> int:
        decorators = (
            node.decorator_list if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef) else []
        )
        if decorators:
            return self.text.rindex(b"@", 0, self._starts[decorators[0].lineno - 1] + decorators[0].col_offset)
        return self._starts[node.lineno - 1] + node.col_offset

    def _end(self, node: ast.expr | ast.stmt | ast.arg) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._starts[node.end_lineno - 1] + node.end_col_offset

    def _line(self, position: int) -> int:
        return self.text.rfind(b"\n", 0, position) + 1

    def _line_end(self, position: int) -> int:
        end = self.text.find(b"\n", position)
        return len(self.text) if end < 0 else end

    @staticmethod
    def _width(indent: bytes) -> int:
        return len(indent.expandtabs())

    def _comments_before(self, line: int, before: int) -> int:
        """Return where the comments begin that end before `line`, searching back to `before`."""
        first = line
        while line > before and (above := self._line(line - 1)) >= before:
            found = _BLANK_OR_COMMENT.fullmatch(self.text, above, line)
            if not found:
                break
            line = above
            first = above if found.group(2) else first
        return first

    def _block_end(self, end: int, width: int) -> int:
        """Return the end of a block's last line, or of the last comment after it that is indented like the block."""
        end = place = self._line_end(end)
        while place < len(self.text) and (found := _BLANK_OR_COMMENT.match(self.text, place + 1)):
            if found.group(2) and self._width(found.group(1)) < width:
                break
            place = self._line_end(place + 1)
            end = place if found.group(2) else end
        return end


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
