"""What the names of a Python module stand for, as far as masking other code may change it.

Masked code returns nothing. What it would have given is *lost*, and an expression that needs it while the project is
imported cannot stay as it is; so the masker has to know which names are functions, classes and instances of it.
"""

import ast
import builtins
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import PurePosixPath

from masker.python_trees import ACTING, Function, at_import, bound_names, evaluated, operands

Body = tuple[str, str]  # path of the file, qualified name of a function in it

_BUILTINS = frozenset(dir(builtins))


_PLAIN_DECORATORS = frozenset({"staticmethod", "classmethod"})


class Kind(Enum):
    """What a name of the project stands for."""

    FUNCTION = "function"
    CLASS = "class"
    INSTANCE = "instance"
    MODULE = "module"
    LOST = "lost"


@dataclass(frozen=True)
class Binding:
    """A name of the project: where it is defined and under which qualified name."""

    kind: Kind
    path: str = ""
    name: str = ""


_LOST = Binding(Kind.LOST)
Names = Mapping[str, Binding]


@dataclass
class Modules:
    """The readable Python files of a project, and the bodies among them that stay because importing runs them."""

    trees: Mapping[str, ast.Module]
    kept: set[Body] = field(default_factory=set)
    _names: dict[str, Names] = field(default_factory=dict)
    _members: dict[Body, Binding | None] = field(default_factory=dict)

    def names_of(self, path: str) -> Names:
        """What the names at the top of a file stand for, once it is imported."""
        if path not in self._names:
            scope = Scope(self, path)
            self._names[path] = scope.names  # an import cycle sees the names so far, as in Python
            for statement in at_import(self.trees[path].body):
                scope.observe(statement)
        return self._names[path]

    def forget(self) -> None:
        """Names are to be looked at again, because ``kept`` has changed."""
        self._names.clear()
        self._members.clear()

    def member(self, owner: Binding, name: str) -> Binding | None:
        """The method or inner class ``name`` of a class or instance of the project; lost where its value is."""
        place = (owner.path, f"{owner.name}.{name}")
        if place not in self._members:
            self._members[place] = None  # a class that asks for itself sees nothing
            self._members[place] = _member(self, owner, name)
        return self._members[place]

    def find(self, importer: str, level: int, module: str) -> str | None:
        """The path of the file that ``importer`` imports, or None where it is no file of the project."""
        folder = PurePosixPath(importer).parent
        folders = [folder.joinpath(*([".."] * (level - 1)))] if level else [folder, *folder.parents]
        below = module.replace(".", "/") if module else ""
        for start in folders:
            base = _without_dots(start / below)
            for candidate in (f"{base}.py", f"{base}/__init__.py".lstrip("/")):
                if candidate in self.trees:
                    return candidate
        return None


class Scope:
    """The names of a module or class body, statement by statement as Python meets them."""

    def __init__(self, modules: Modules, path: str, names: Names | None = None, owner: str = "") -> None:
        self.modules, self.path, self.owner = modules, path, owner
        self.names: dict[str, Binding] = dict(names or {})

    def inner(self, node: ast.ClassDef) -> "Scope":
        """The scope of a class body."""
        return Scope(self.modules, self.path, self.names, self.qualified(node.name))

    def qualified(self, name: str) -> str:
        """The name as seen from the module."""
        return f"{self.owner}.{name}" if self.owner else name

    def observe(self, statement: ast.stmt) -> None:
        """Takes in what one statement binds."""
        match statement:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self.names[statement.name] = self._own(Kind.FUNCTION, statement.name)
            case ast.ClassDef():
                self.names[statement.name] = self._own(Kind.CLASS, statement.name)
            case ast.ImportFrom():
                self._import_from(statement)
            case ast.Import():
                self._import(statement)
            case ast.Assign() | ast.AnnAssign() | ast.AugAssign():
                self._assign(statement)
            case _:
                self.lose(bound_names(statement))

    def lose(self, names: list[str]) -> None:
        """Takes in that names do not have their value in the skeleton."""
        self.names.update((name, _LOST) for name in names)

    def is_lost(self, node: ast.expr) -> bool:
        """Whether an expression gives what masked code no longer gives."""
        return self.binding(node) == _LOST

    def binding(self, node: ast.expr) -> Binding | None:
        """What an expression gives, None where it does not come from the project."""
        match node:
            case ast.Name():
                return self.names.get(node.id)
            case ast.Attribute():
                return self._attribute(self.binding(node.value), node.attr)
            case ast.Call():
                return self._called(self.binding(node.func))
            case _:
                return None

    def loses(self, node: ast.expr) -> bool:
        """Whether the expression, evaluated while importing, needs what masked code no longer gives."""
        return any(self._loses_here(inner) for inner in evaluated(node))

    def _loses_here(self, node: ast.AST) -> bool:
        match node:
            case ast.Name():
                return self.names.get(node.id) == _LOST
            case ast.Call():
                return self._call_loses(node)
            case ast.Attribute():
                found = self.binding(node)
                return found == _LOST or (self._is_instance(node.value) and self._computes(found))
            case _:
                return any(self._is_instance(operand) for operand in operands(node))

    def _call_loses(self, node: ast.Call) -> bool:
        if self.binding(node) == _LOST:
            return True
        if not isinstance(node.func, ast.Name) or node.func.id in self.names or node.func.id not in _BUILTINS:
            return False
        values = [*node.args, *(keyword.value for keyword in node.keywords)]
        return node.func.id in ACTING or any(
            isinstance(value, ast.Lambda) or self._is_masked_function(value) or self._is_instance(value)
            for value in values
        )

    def _is_instance(self, node: ast.expr) -> bool:
        found = self.binding(node)
        return found is not None and found.kind is Kind.INSTANCE

    def _is_masked_function(self, node: ast.expr) -> bool:
        found = self.binding(node)
        return found is not None and found.kind is Kind.FUNCTION and not self._stays(found)

    def _computes(self, attribute: Binding | None) -> bool:
        """Whether looking an attribute up runs a method: that of a property, or of any other descriptor."""
        if attribute is None or attribute.kind is not Kind.FUNCTION or self._stays(attribute):
            return False
        node = definition(self.modules, attribute.path, attribute.name)
        decorators = node.decorator_list if isinstance(node, Function) else []
        return any(not (isinstance(one, ast.Name) and one.id in _PLAIN_DECORATORS) for one in decorators)

    def _stays(self, function: Binding) -> bool:
        return (function.path, function.name) in self.modules.kept

    def _own(self, kind: Kind, name: str) -> Binding:
        return Binding(kind, self.path, self.qualified(name))

    def _attribute(self, base: Binding | None, name: str) -> Binding | None:
        if base is None or base.kind is Kind.FUNCTION:
            return None
        if base.kind is Kind.LOST:
            return _LOST
        if base.kind is Kind.MODULE:
            return self.modules.names_of(base.path).get(name) if base.path in self.modules.trees else None
        return self.modules.member(base, name)

    def _called(self, callee: Binding | None) -> Binding | None:
        if callee is None or callee.kind is Kind.MODULE:
            return None
        if callee.kind is Kind.CLASS:
            return Binding(Kind.INSTANCE, callee.path, callee.name)
        return None if callee.kind is Kind.FUNCTION and self._stays(callee) else _LOST

    def _import(self, statement: ast.Import) -> None:
        for alias in statement.names:
            whole = alias.name if alias.asname else alias.name.partition(".")[0]
            found = self.modules.find(self.path, 0, whole)
            self._bind(alias.asname or whole, Binding(Kind.MODULE, found) if found else None)

    def _import_from(self, statement: ast.ImportFrom) -> None:
        module = statement.module or ""
        source = self.modules.find(self.path, statement.level, module)
        names = self.modules.names_of(source) if source else {}
        for alias in statement.names:
            if alias.name == "*":
                self.names.update(names)
                continue
            inner = self.modules.find(self.path, statement.level, f"{module}.{alias.name}".strip("."))
            found = names.get(alias.name) or (Binding(Kind.MODULE, inner) if inner else None)
            if source is None and inner is None and statement.level:
                found = _guess(alias.name)
            self._bind(alias.asname or alias.name, found)

    def _assign(self, statement: ast.Assign | ast.AnnAssign | ast.AugAssign) -> None:
        value = statement.value
        found = None if value is None else _LOST if self.loses(value) else self.binding(value)
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        if isinstance(statement, ast.AugAssign) and found != _LOST:
            return
        for target in targets:
            if isinstance(target, ast.Name):
                self._bind(target.id, found)
            else:
                for name in bound_names(target):
                    self._bind(name, _LOST if found == _LOST else None)

    def _bind(self, name: str, binding: Binding | None) -> None:
        if binding is None:
            self.names.pop(name, None)
        else:
            self.names[name] = binding


def definition(modules: Modules, path: str, name: str) -> Function | ast.ClassDef | None:
    """The definition of a function or class by its qualified name."""
    body = modules.trees[path].body if path in modules.trees else []
    found: Function | ast.ClassDef | None = None
    for part in name.split("."):
        candidates = (one for one in at_import(body) if isinstance(one, Function | ast.ClassDef) and one.name == part)
        found = next(candidates, None)
        if found is None:
            return None
        body = found.body if isinstance(found, ast.ClassDef) else []
    return found


def ancestry(modules: Modules, path: str, name: str) -> tuple[list[Binding], bool]:
    """A class of the project with those that it inherits from, and whether it inherits from outside of the project."""
    found: list[Binding] = []
    foreign = False
    waiting = [Binding(Kind.CLASS, path, name)]
    while waiting:
        current = waiting.pop(0)
        node = definition(modules, current.path, current.name)
        if current in found or not isinstance(node, ast.ClassDef):
            continue
        found.append(current)
        scope = Scope(modules, current.path, modules.names_of(current.path))
        for base in node.bases:
            binding = scope.binding(base)
            if binding is not None and binding.kind is Kind.CLASS:
                waiting.append(binding)
            elif not (isinstance(base, ast.Name) and base.id in _BUILTINS):
                foreign = True
    return found, foreign


def _member(modules: Modules, owner: Binding, name: str) -> Binding | None:
    for one in ancestry(modules, owner.path, owner.name)[0]:
        node = definition(modules, one.path, one.name)
        scope = Scope(modules, one.path, modules.names_of(one.path), one.name)
        for statement in at_import(node.body if isinstance(node, ast.ClassDef) else []):
            scope.observe(statement)
            if name in bound_names(statement):
                return scope.names.get(name)
    return None


def _guess(name: str) -> Binding | None:
    """What a name from a file that is not at hand will be, going by PEP 8."""
    if name.isupper():
        return None
    return Binding(Kind.CLASS if name[:1].isupper() else Kind.FUNCTION)


def _without_dots(path: PurePosixPath) -> str:
    parts: list[str] = []
    for part in path.parts:
        if part == "..":
            if not parts:
                return "/"  # above the project: no file is there
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)
