"""Python: imports, constants, signatures, classes and docstrings stay; bodies become a docstring and ``pass``."""

import ast
import warnings
from collections.abc import Mapping

from masker.describing import describe_class, describe_function
from masker.model import Masked, Outcome, masked_or_plain
from masker.python_hooks import constructs, handed_on, leaves_as_it_is
from masker.python_imports import Facts, facts
from masker.python_names import Scope
from masker.python_source import Source
from masker.python_statements import Block, Decision, said_instead
from masker.python_trees import Function, blocks, evaluated, is_main_guard

_UNDESCRIBED = frozenset({"Meta", "Media", "Config"})  # classes that configure the class around them


class Unreadable(ValueError):
    """The text is no Python that this interpreter can read."""


def parse(text: str) -> ast.Module:
    """The syntax tree of a text. Raises Unreadable, with the line where there is one."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except SyntaxError as error:
        raise Unreadable(f"it is no Python: {error.msg}, line {error.lineno}") from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise Unreadable(f"it is no Python that can be read: {error or type(error).__name__}") from error


def readable(texts: Mapping[str, str]) -> Mapping[str, ast.Module]:
    """The syntax trees of those texts that are Python."""
    found = {}
    for path, text in texts.items():
        try:
            found[path] = parse(text)
        except Unreadable:
            continue  # said when the file itself is masked
    return found


def mask_python(path: str, text: str, known: Facts | None = None) -> Masked:
    """Masks one module; ``known`` is what its project tells about it, by default only what the module itself does."""
    try:
        if known is None or path not in known.modules.trees:
            known = facts({path: parse(text)}, frozenset())
        masker = _Module(path, text, known.modules.trees[path], known)
        return masked_or_plain(text, masker.masked(), tuple(masker.kept))
    except Unreadable as error:
        return Masked(text, Outcome.BROKEN, str(error))
    except RecursionError:
        return Masked(text, Outcome.BROKEN, "it is nested too deeply to be read")


class _Module:
    def __init__(self, path: str, text: str, tree: ast.Module, known: Facts) -> None:
        self.path, self.tree, self.known = path, tree, known
        self.source = Source(text)
        self.has_said = False
        self.kept: list[str] = []

    def masked(self) -> str:
        scope = Scope(self.known.modules, self.path)
        self._block(self.tree.body, Block.of_module(self.tree, scope, self.known.mentioned), needs_one=False)
        return self.source.result()

    def _block(self, body: list[ast.stmt], block: Block, needs_one: bool) -> None:
        """Masks the statements of a module, a class or a condition; ``needs_one``: it may not become empty."""
        removed: list[tuple[ast.stmt, list[str]]] = []
        for statement in body:
            if block.decide(statement) is Decision.KEEP:
                self._kept(statement, block)
                block.keep(statement)
            else:
                comment = self._comment(statement, block)
                removed.append((statement, [*comment, *(f"{name} = None" for name in block.lose(statement))]))
        has_code = len(removed) < len(body) or any(line[:1] != "#" for _, lines in removed for line in lines)
        for index, (statement, lines) in enumerate(removed):
            self._remove(statement, [*lines, "pass"] if needs_one and not has_code and index == 0 else lines)

    def _comment(self, statement: ast.stmt, block: Block) -> list[str]:
        comment = None if self.has_said else said_instead(statement, block)
        self.has_said = self.has_said or comment is not None
        return [comment] if comment else []

    def _kept(self, statement: ast.stmt, block: Block) -> None:
        match statement:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._function(statement, block)
            case ast.ClassDef():
                self._class(statement, block)
            case ast.If() if is_main_guard(statement):
                self._block(statement.body, block.main(), needs_one=True)
                self._block(statement.orelse, block, needs_one=True)
            case ast.If() | ast.Try():
                for inner in blocks(statement):
                    self._block(inner, block, needs_one=True)
            case _:
                self._expressions(statement)

    def _function(self, node: Function, block: Block) -> None:
        name = (self.path, block.scope.qualified(node.name))
        if name in self.known.modules.kept:
            self.kept.append(name[1])
            return
        for value in [*node.args.defaults, *(value for value in node.args.kw_defaults if value)]:
            self._value(value, block.scope, "None")
        self._decorators(node, block.scope)
        if not _is_stub(node.body):
            self._body(node, block)

    def _body(self, node: Function, block: Block) -> None:
        source = self.source
        colon = source.colon(node)
        indent, inner = self._indents(node, colon)
        if _is_docstring(node.body[0]):
            said = source.text[source.start(node.body[0]) : source.end(node.body[0])]
        else:
            callers = self._callers(node, block)
            said = _docstring(describe_function(node, block.owner, callers), inner)
        end = source.block_end(source.end(node.body[-1]), indent)
        closing = "\n" if source.text[end - 1] == "\n" else ""
        source.change(colon + 1, end, f"\n{inner}{said}\n{inner}{self._given_back(node, block)}{closing}")

    def _callers(self, node: Function, block: Block) -> list[str]:
        """Functions that use it, where they say what it is for: those that it decorates do not."""
        name = (self.path, block.scope.qualified(node.name))
        decorates = name in self.known.decorators | self.known.decorator_makers
        return [] if decorates or block.owner else list(self.known.callers.get(node.name, []))

    def _given_back(self, node: Function, block: Block) -> str:
        """``pass``, unless what Python or the project calls while importing has to give something."""
        name = (self.path, block.scope.qualified(node.name))
        handed = handed_on(node) if block.owner else None
        if handed is None and name in self.known.decorators | self.known.decorator_makers:
            plain, makes = name in self.known.decorators, name in self.known.decorator_makers
            return leaves_as_it_is(node, is_method=bool(block.owner), plain=plain, makes=makes)
        if handed is None and name in self.known.constructors:
            return constructs(node) or "pass"
        return handed or "pass"

    def _class(self, node: ast.ClassDef, block: Block) -> None:
        source = self.source
        self._decorators(node, block.scope)
        for base in node.bases:
            self._value(base, block.scope, "*()")
        for keyword in node.keywords:
            self._value(keyword.value, block.scope, "None" if keyword.arg != "metaclass" else "type")
        if ast.get_docstring(node, clean=False) is None and node.name not in _UNDESCRIBED and not _is_stub(node.body):
            colon = source.colon(node)
            _, inner = self._indents(node, colon)
            said = _docstring(describe_class(node), inner)
            first = source.start(node.body[0])
            if source.begins_line(first):
                line = source.text.index("\n", colon) + 1
                source.change(line, line, f"{inner}{said}\n")
            else:
                source.change(colon + 1, first, f"\n{inner}{said}\n{inner}")
        self._block(node.body, block.inner(node), needs_one=True)

    def _decorators(self, node: Function | ast.ClassDef, scope: Scope) -> None:
        """Decorators stay, but for those that come from masked code."""
        for decorator in node.decorator_list:
            maker = decorator.func if isinstance(decorator, ast.Call) else decorator
            if scope.is_lost(maker):
                place = self.source.start(decorator)
                self.source.change(
                    self.source.line_start(place), self.source.block_end(self.source.end(decorator), ""), ""
                )
            elif isinstance(decorator, ast.Call):
                for value in [*decorator.args, *(keyword.value for keyword in decorator.keywords)]:
                    self._value(value, scope, "None")

    def _value(self, node: ast.expr, scope: Scope, instead: str) -> None:
        """What is evaluated with a definition stays, unless masked code gives it."""
        if scope.loses(node):
            self.source.change(self.source.start(node), self.source.end(node), instead)
        else:
            self._expressions(node)

    def _expressions(self, node: ast.AST) -> None:
        """Masks the bodies of lambdas in what stays."""
        for inner in evaluated(node):
            if isinstance(inner, ast.Lambda) and not _is_none(inner.body):
                self.source.change(self.source.start(inner.body), self.source.end(inner.body), "None")

    def _remove(self, statement: ast.stmt, lines: list[str]) -> None:
        source = self.source
        start, end = source.start(statement), source.end(statement)
        indent = source.indent(start)
        if source.begins_line(start) and source.ends_line(end):
            text = "".join(f"{indent}{line}\n" for line in lines)
            source.change(source.line_start(start), source.block_end(end, indent), text)
        else:
            code = [line for line in lines if not line.startswith("#")]
            source.change(start, end, "; ".join(code) or "pass")

    def _indents(self, node: Function | ast.ClassDef, colon: int) -> tuple[str, str]:
        """The indentation of a definition and of its body."""
        outer = self.source.indent(self.source.offset(node.lineno, node.col_offset))
        first = self.source.start(node.body[0])
        if self.source.begins_line(first) and first > self.source.text.find("\n", colon) > 0:
            return outer, self.source.indent(first)
        return outer, outer + ("\t" if outer.endswith("\t") else "    ")


def _docstring(text: str, indent: str) -> str:
    return f'"""\n{indent}{text}\n{indent}"""'


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_stub(body: list[ast.stmt]) -> bool:
    """Whether a body is ``...``, perhaps after a docstring."""
    last = body[-1]
    is_ellipsis = isinstance(last, ast.Expr) and isinstance(last.value, ast.Constant) and last.value.value is ...
    return is_ellipsis and (len(body) == 1 or (len(body) == 2 and _is_docstring(body[0])))


def _is_docstring(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )
