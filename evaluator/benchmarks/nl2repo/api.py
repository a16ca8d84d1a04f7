"""API of a package: its types, the definitions in Python code, and the inventory of untrusted files.

The inventory is taken in a process of its own (this module, executed) within limits of size, time and memory.
"""

from __future__ import annotations

import ast
import re
import sys
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import PurePosixPath

from pydantic import ConfigDict, TypeAdapter, ValidationError, with_config

from evaluator.evaluators.untrusted_source import ChildFailed, limit_this_process, output_of, parsed
from missions.project_files import Files


class ApiKind(StrEnum):
    """Kinds of items of an API; a name is imported from the package without being described as class or function."""

    MODULE = "module"
    CLASS = "class"
    FUNCTION = "function"
    PARAMETER = "parameter"
    NAME = "name"


@dataclass(frozen=True, order=True)
class ApiItem:
    """One documented item.

    `owner` is the module of a name, the class of a method, and the function (``Class.method``) of a parameter.
    """

    kind: ApiKind
    name: str
    owner: str = ""

    @property
    def label(self) -> str:
        """Return the qualified name; of a parameter ``function(parameter)``."""
        if self.kind is ApiKind.PARAMETER:
            return f"{self.owner}({self.name})"
        return f"{self.owner}.{self.name}" if self.owner else self.name


@dataclass(frozen=True)
class Signature:
    """Names of a function's parameters, those with an asterisk as ``*args`` and ``**kwargs``."""

    parameters: tuple[str, ...] = ()

    def merged(self, other: Signature) -> Signature:
        """Return both sets of names, as of overloads or of definitions for several platforms."""
        return Signature(tuple(dict.fromkeys((*self.parameters, *other.parameters))))


@dataclass(frozen=True)
class ClassInventory:
    """Bases, methods and attributes of a class, by name."""

    bases: tuple[str, ...] = ()
    methods: Mapping[str, Signature] = field(default_factory=dict)
    attributes: frozenset[str] = frozenset()


@dataclass(frozen=True)
class ApiInventory:
    """What a solution defines. `names` are the names at the top level of each module, imported ones included.

    Classes and functions of the same name in several modules are merged. `unread` are files that cannot be parsed.
    """

    names: Mapping[str, frozenset[str]] = field(default_factory=dict)
    classes: Mapping[str, ClassInventory] = field(default_factory=dict)
    functions: Mapping[str, Signature] = field(default_factory=dict)
    unread: tuple[str, ...] = ()


@dataclass(frozen=True)
class ApiCoverage:
    """Documented items that a solution has, and those that it lacks."""

    found: tuple[ApiItem, ...]
    missing: tuple[ApiItem, ...]
    unread: tuple[str, ...] = ()

    def share(self, kind: ApiKind | None = None) -> float | None:
        """Return the share of items that exist, of one kind or of all; None where none is documented."""
        found, missing = (sum(kind in (None, item.kind) for item in items) for items in (self.found, self.missing))
        return found / (found + missing) if found + missing else None

    def as_json(self) -> dict[str, object]:
        """Return the labels of found and missing items by kind."""
        by_kind = {
            kind.value: {
                "found": [item.label for item in self.found if item.kind is kind],
                "missing": [item.label for item in self.missing if item.kind is kind],
            }
            for kind in ApiKind
        }
        return {**by_kind, "unread_files": list(self.unread)}


INITIAL = "__init__.py"


def inventory_of(files: Files) -> ApiInventory:
    """Return what the Python files of a solution define. Never raises for what they contain."""
    names: dict[str, frozenset[str]] = {}
    classes: dict[str, ClassInventory] = {}
    functions: dict[str, Signature] = {}
    unread: list[str] = []
    packages = {str(PurePosixPath(path).parent) for path in files if PurePosixPath(path).name == INITIAL}
    for path in sorted(path for path in files if path.endswith(".py")):
        tree = parsed(files[path].decode("utf-8", errors="ignore"))
        if tree is None:
            unread.append(path)
            continue
        for module in module_names(path, packages):
            names[module] = names.get(module, frozenset()) | top_level_names(tree)
        _collect(tree, classes, functions)
    return ApiInventory(names, classes, functions, tuple(unread))


def module_names(path: str, packages: set[str]) -> Iterator[str]:
    """Yield the dotted names of a file: from the project's root, and from the folder that holds its package."""
    pure = PurePosixPath(path)
    parts = pure.parts[:-1] if pure.name == INITIAL else (*pure.parts[:-1], pure.stem)
    yield ".".join(parts)
    folders = pure.parts[:-1]
    outside = next((n for n in range(len(folders), 0, -1) if "/".join(folders[:n]) not in packages), 0)
    if outside:
        yield ".".join(parts[outside:])


def top_level_names(tree: ast.Module) -> frozenset[str]:
    """Return the names that a module binds at its top level; a star import is the name ``*``."""
    found = set[str]()
    for node in statements(tree.body):
        if isinstance(node, ast.ClassDef | FunctionNode):
            found.add(node.name)
        else:
            found.update(assigned_names(node))
    return frozenset(found)


def _collect(tree: ast.Module, classes: dict[str, ClassInventory], functions: dict[str, Signature]) -> None:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            classes[node.name] = _merged(class_inventory(node), classes.get(node.name))
    for each in statements(tree.body):
        if isinstance(each, FunctionNode):
            functions[each.name] = signature(each, method=False).merged(functions.get(each.name, Signature()))


def _merged(one: ClassInventory, other: ClassInventory | None) -> ClassInventory:
    if other is None:
        return one
    methods: Mapping[str, Signature] = {
        name: one.methods.get(name, Signature()).merged(other.methods.get(name, Signature()))
        for name in (*one.methods, *other.methods)
    }
    bases = tuple(dict.fromkeys((*one.bases, *other.bases)))
    return ClassInventory(bases, methods, one.attributes | other.attributes)


FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
HEADER = re.compile(r"^(?P<indent>[ \t]*)(?P<header>(?:async[ \t]+)?def[ \t]+\w+[ \t]*\(|class[ \t]+\w+)", re.MULTILINE)
MAX_HEADER_CHARS = 4_000
"""Characters of one definition's header."""


def parsed_excerpt(text: str) -> ast.Module:
    """Return the definitions in an excerpt that need not be complete: of its headers where it cannot be parsed."""
    whole = parsed(textwrap.dedent(text))
    return whole or ast.Module(list(_from_headers(textwrap.dedent(text))), [])


def _from_headers(text: str) -> Iterator[ast.stmt]:
    """Yield each header as a definition without body; indented functions belong to the class before them."""
    owner: ast.ClassDef | None = None
    for found in HEADER.finditer(text):
        definition = _definition(text[found.start("header") :])
        if isinstance(definition, FunctionNode) and found["indent"] and owner is not None:
            owner.body.append(definition)
        elif definition is not None:
            yield definition
            owner = definition if isinstance(definition, ast.ClassDef) else None


def _definition(text: str) -> ast.ClassDef | FunctionNode | None:
    """Return the definition whose header `text` begins with; None where it does not end."""
    header = _header(text)
    tree = parsed(f"{header}: ...") if header else None
    node = tree.body[0] if tree and tree.body else None
    return node if isinstance(node, ast.ClassDef | FunctionNode) else None


def _header(text: str) -> str:
    """Return `text` up to the colon or the line's end outside of brackets."""
    depth = 0
    for position, character in enumerate(text[:MAX_HEADER_CHARS]):
        depth += (character in "([{") - (character in ")]}")
        if depth == 0 and character in ":\n":
            return text[:position].rstrip()
    return text.rstrip() if depth == 0 and len(text) < MAX_HEADER_CHARS else ""


def signature(node: FunctionNode, *, method: bool) -> Signature:
    """Return the parameters of a function; without the first one of a method that is not a static method."""
    arguments = node.args
    positional = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
    if method and not _is_static(node):
        positional = positional[1:]
    names = [
        *positional,
        *([f"*{arguments.vararg.arg}"] if arguments.vararg else []),
        *(each.arg for each in arguments.kwonlyargs),
        *([f"**{arguments.kwarg.arg}"] if arguments.kwarg else []),
    ]
    return Signature(tuple(names))


def class_inventory(node: ast.ClassDef) -> ClassInventory:
    """Return bases, methods and attributes of a class, also those that its ``__init__`` sets."""
    methods: dict[str, Signature] = {}
    attributes = set[str]()
    for each in statements(node.body):
        if isinstance(each, FunctionNode):
            methods[each.name] = signature(each, method=True).merged(methods.get(each.name, Signature()))
        elif isinstance(each, ast.ClassDef):
            attributes.add(each.name)
        else:
            attributes.update(assigned_names(each))
    return ClassInventory(tuple(_base_names(node)), methods, frozenset(attributes))


def statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements of a body, also those below ``if``, ``try`` and ``with``."""
    for each in body:
        yield each
        if isinstance(each, ast.If | ast.Try | ast.With | ast.For):
            nested = [*each.body, *getattr(each, "orelse", []), *getattr(each, "finalbody", [])]
            handlers = each.handlers if isinstance(each, ast.Try) else []
            yield from statements([*nested, *(one for handler in handlers for one in handler.body)])


def assigned_names(node: ast.stmt) -> Iterator[str]:
    """Yield the names that an assignment or an import binds."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        yield from (alias.asname or alias.name.partition(".")[0] for alias in node.names)
    elif isinstance(node, ast.AnnAssign | ast.AugAssign):
        yield from _target_names(node.target)
    elif isinstance(node, ast.Assign):
        yield from (name for target in node.targets for name in _target_names(target))


def _target_names(target: ast.expr) -> Iterator[str]:
    if isinstance(target, ast.Name):
        yield target.id
    elif isinstance(target, ast.Tuple | ast.List):
        yield from (name for each in target.elts for name in _target_names(each))


def _base_names(node: ast.ClassDef) -> Iterator[str]:
    for base in node.bases:
        plain = base.value if isinstance(base, ast.Subscript) else base
        if isinstance(plain, ast.Name | ast.Attribute):
            yield plain.id if isinstance(plain, ast.Name) else plain.attr


def _is_static(node: FunctionNode) -> bool:
    return any(isinstance(each, ast.Name) and each.id == "staticmethod" for each in node.decorator_list)


CHILD = "evaluator.benchmarks.nl2repo.api"
MEMORY_BYTES = 2 << 30
SECONDS = 120
MAX_SOURCE_BYTES = 64 << 20


@with_config(ConfigDict(ser_json_bytes="base64", val_json_bytes="base64"))
@dataclass(frozen=True)
class InventoryRequest:
    """Python files whose inventory is taken."""

    files: dict[str, bytes]


REQUEST = TypeAdapter(InventoryRequest)
RESULT = TypeAdapter(ApiInventory)


def bounded_inventory(files: Files) -> ApiInventory:
    """Return the inventory of the Python files; an empty one, naming the reason, when it cannot be taken."""
    sources = {path: content for path, content in files.items() if path.endswith(".py")}
    if (size := sum(map(len, sources.values()))) > MAX_SOURCE_BYTES:
        return ApiInventory(unread=(f"all files: {size} bytes are more than {MAX_SOURCE_BYTES}",))
    try:
        return RESULT.validate_json(output_of(CHILD, REQUEST.dump_json(InventoryRequest(sources)), SECONDS))
    except ChildFailed as error:
        return ApiInventory(unread=(f"all files: {error}",))
    except ValidationError:
        return ApiInventory(unread=("all files: the process printed no result",))


def main() -> None:
    request = REQUEST.validate_json(sys.stdin.buffer.read())
    limit_this_process(MEMORY_BYTES, SECONDS)
    sys.stdout.buffer.write(RESULT.dump_json(inventory_of(request.files)))


if __name__ == "__main__":
    main()
