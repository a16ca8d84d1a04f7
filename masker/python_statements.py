"""Which statements of a module or class stay.

A declaration stays: an import, a constant, a class attribute, what wires definitions together. What acts does not:
loops, output, computations from top to bottom. Where other code needs a name that goes, it remains with the value None.
"""

import ast
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from types import EllipsisType

from masker.python_names import Binding, Kind, Scope
from masker.python_trees import at_import, bound_names, evaluated, is_flat, is_main_guard
from masker.words import listed


class Decision(Enum):
    """What becomes of a statement."""

    KEEP = auto()
    REPLACE = auto()


@dataclass(frozen=True)
class Block:
    """Statements that run one after the other while a module is imported, and what is known where they stand."""

    scope: Scope
    wanted: frozenset[str]  # names that code elsewhere may need
    imported: frozenset[str]
    last_import: int  # line
    is_flat: bool  # the module is one body
    is_main: bool = False  # the block of ``if __name__ == "__main__"``
    declared: set[str] = field(default_factory=set)  # names that have a value in the skeleton, so far

    @classmethod
    def of_module(cls, tree: ast.Module, scope: Scope, mentioned: frozenset[str]) -> "Block":
        """The top of a module; ``mentioned`` are the names that other files may look up in it."""
        imports = [one for one in at_import(tree.body) if isinstance(one, ast.Import | ast.ImportFrom)]
        imported = frozenset(name for statement in imports for name in bound_names(statement))
        loaded = frozenset(node.id for node in ast.walk(tree) if isinstance(node, ast.Name))
        last = max((statement.lineno for statement in imports), default=0)
        flat = is_flat(tree)
        return cls(scope, mentioned if flat else mentioned | loaded, imported, last, flat)

    @property
    def owner(self) -> str | None:
        """The class that the block is the body of."""
        return self.scope.owner.rpartition(".")[2] or None

    def inner(self, node: ast.ClassDef) -> "Block":
        """The body of a class."""
        return replace(self, scope=self.scope.inner(node), declared=set())

    def main(self) -> "Block":
        """The block that only runs when the module is started."""
        return replace(self, is_main=True)

    def keep(self, statement: ast.stmt) -> None:
        """Takes in what a statement binds that stays."""
        if not isinstance(statement, ast.If | ast.Try):  # their blocks have been taken in
            self.scope.observe(statement)
            self.declared.update(bound_names(statement))

    def lose(self, statement: ast.stmt) -> list[str]:
        """Takes in a statement that goes. Returns the names that code elsewhere may need, to be given a value."""
        if self.is_main or isinstance(statement, ast.AugAssign | ast.Delete):
            return []
        names = [name for name in bound_names(statement) if name not in self.declared]
        self.scope.lose(names)
        is_declaration = isinstance(statement, ast.Assign | ast.AnnAssign) and not self.is_flat
        needed = [name for name in names if is_declaration or name in self.wanted or "*" in self.wanted]
        self.declared.update(needed)
        return needed

    def decide(self, statement: ast.stmt) -> Decision:
        """What becomes of a statement of this block."""
        if self.is_main:
            stays = _is_entry(statement)
        elif isinstance(statement, ast.If) and is_main_guard(statement):
            stays = True
        elif isinstance(statement, ast.If | ast.Try):
            stays = not (isinstance(statement, ast.If) and self.scope.loses(statement.test)) and self._declares(
                statement
            )
        else:
            stays = self._stays(statement)
        return Decision.KEEP if stays else Decision.REPLACE

    def _declares(self, statement: ast.If | ast.Try) -> bool:
        inner = list(at_import([statement]))
        is_empty = all(isinstance(one, ast.Pass) for one in inner)
        return is_empty or any(self._stays(one) and not isinstance(one, ast.Pass) for one in inner)

    def _stays(self, statement: ast.stmt) -> bool:
        match statement:
            case ast.Import() | ast.ImportFrom() | ast.Pass() | ast.Global() | ast.ClassDef():
                return True
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                return True
            case ast.Expr(value=ast.Constant(value=str() | EllipsisType())):
                return True
            case ast.Expr(value=ast.Call() as call):
                return self._call_stays(call, statement)
            case ast.Assign() | ast.AnnAssign() | ast.AugAssign():
                return self._assignment_stays(statement)
            case _:
                return type(statement).__name__ == "TypeAlias"

    def _assignment_stays(self, statement: ast.Assign | ast.AnnAssign | ast.AugAssign) -> bool:
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        if any(self.scope.loses(target) for target in targets if not _is_new_name(target, statement)):
            return False
        if statement.value is None:
            return True
        computes = any(isinstance(node, ast.Call | ast.Await) for node in evaluated(statement.value))
        return not self.scope.loses(statement.value) and not (self.is_flat and computes)

    def _call_stays(self, call: ast.Call, statement: ast.stmt) -> bool:
        """Calls stay that set a library up or hand it definitions of the project, and entries into the project."""
        if _is_entry_call(call, self.scope):
            return True
        if self.scope.loses(call):
            return False
        root = _root(call.func)
        if root is None or root in self.scope.names or root not in self.imported:
            return self._wires(call)
        return not self.is_flat or statement.lineno < self.last_import

    def _wires(self, call: ast.Call) -> bool:
        values = [*call.args, *(keyword.value for keyword in call.keywords)]
        kinds = {Kind.FUNCTION, Kind.CLASS, Kind.MODULE}
        found = [self.scope.binding(value) for value in values]
        return isinstance(call.func, ast.Attribute) and any(one is not None and one.kind in kinds for one in found)


def said_instead(statement: ast.stmt, block: Block) -> str | None:
    """A comment for the place where a module acts, None where the statement only declares."""
    acts = isinstance(statement, ast.Expr | ast.For | ast.While | ast.With | ast.Match | ast.AugAssign)
    if not (acts or block.is_flat) or block.is_main or block.owner:
        return None
    calls = [node.func for node in ast.walk(statement) if isinstance(node, ast.Call)]
    bindings = {call.id: block.scope.binding(call) for call in calls if isinstance(call, ast.Name)}
    names = sorted(name for name, found in bindings.items() if found is not None and found.kind is Kind.FUNCTION)
    return f"# The module runs {listed(names) if names else 'the program'} here."


def _is_entry(statement: ast.stmt) -> bool:
    """Whether a statement starts the program by names only: ``main()``, ``game = Game()``, ``sys.exit(main())``."""
    match statement:
        case ast.Pass():
            return True
        case ast.Expr(value=ast.Call() as call) | ast.Assign(value=ast.Call() as call):
            return all(_only_names(node) for node in ast.walk(call))
        case _:
            return False


def _only_names(node: ast.AST) -> bool:
    if isinstance(node, ast.Constant):
        return node.value is None or isinstance(node.value, bool)
    return isinstance(node, ast.Call | ast.Name | ast.Attribute | ast.keyword | ast.expr_context)


def _is_entry_call(call: ast.Call, scope: Scope) -> bool:
    """Whether a call enters the project: a function or method of it, with names for arguments."""
    values = [*call.args, *(keyword.value for keyword in call.keywords)]
    callee: Binding | None = scope.binding(call.func)
    return (
        callee is not None
        and callee.kind is Kind.FUNCTION
        and all(isinstance(value, ast.Name) for value in values)
        and not any(isinstance(node, ast.Call) for node in ast.walk(call.func))
    )


def _is_new_name(target: ast.expr, statement: ast.stmt) -> bool:
    return isinstance(target, ast.Name) and not isinstance(statement, ast.AugAssign)


def _root(node: ast.expr) -> str | None:
    """``a`` of ``a.b().c``."""
    while isinstance(node, ast.Attribute | ast.Call | ast.Subscript):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else None
