"""Read Python files into the model by their syntax trees; nothing is imported or executed."""

from __future__ import annotations

import ast
import os
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeGuard

from evaluator.diagrams.model import (
    Attribute,
    ClassModel,
    DiagramError,
    FunctionModel,
    Method,
    Module,
    ProjectModel,
    Relation,
    RelationKind,
    Visibility,
)

_SKIPPED_FOLDERS = frozenset({"__pycache__", "node_modules", "venv", "site-packages", "build", "dist"})
_MAX_FILE_BYTES = 2_000_000  # bytes


@dataclass(frozen=True)
class Source:
    """Parsed file: path below the project folder with forward slashes, dotted name, syntax tree."""

    path: str
    name: str
    tree: ast.Module


def read_sources(folder: Path) -> tuple[Source, ...]:
    """Return the parsed ``.py`` files below `folder`, ordered by path; symbolic links and hidden folders are skipped.

    Raises `DiagramError` for a missing folder and for a file that is too large, not UTF-8 or not valid Python.
    """
    if not folder.is_dir():
        raise DiagramError(f"{folder}: not a folder; name the folder that holds the project's source")
    paths = sorted(path.relative_to(folder).as_posix() for path in _python_files(folder))
    return tuple(Source(path, module_name(path), _parsed(folder, path)) for path in paths)


def module_name(path: str) -> str:
    """Return the dotted name of the module at `path`; a package is named after its folder."""
    parts = path.removesuffix(".py").split("/")
    if parts[-1] == "__init__" and len(parts) > 1:
        parts.pop()
    return ".".join(parts)


def _python_files(folder: Path) -> Iterator[Path]:
    for root, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".") and name not in _SKIPPED_FOLDERS]
        paths = (Path(root) / name for name in files if name.endswith(".py"))
        yield from (path for path in paths if path.is_file() and not path.is_symlink())


def _parsed(folder: Path, path: str) -> ast.Module:
    file = folder / path
    return parsed_source(path, file.read_bytes())


def parsed_source(path: str, content: bytes) -> ast.Module:
    """Return the syntax tree of a file. Raises `DiagramError` for one that is too large or not valid Python."""
    if len(content) > _MAX_FILE_BYTES:
        raise DiagramError(f"{path}: larger than {_MAX_FILE_BYTES} bytes; diagrams are derived from smaller files")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(content.decode("utf-8-sig"))
    except SyntaxError as error:
        raise DiagramError(f"{path}, line {error.lineno}: not valid Python: {error.msg}") from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise DiagramError(f"{path}: cannot be parsed: {error}") from error


def imported_paths(source: Source, paths: Mapping[str, str]) -> tuple[str, ...]:
    """Return the project files that `source` imports, ordered by path; `paths` maps dotted names to paths.

    Imports inside functions count, imports under ``if TYPE_CHECKING`` do not: they are not needed to run the file.
    The implicit import of the packages above an imported module does not count either.
    """
    found = {paths[name] for name in _imported_names(source, paths) if name in paths}
    return tuple(sorted(found - {source.path}))


def _imported_names(source: Source, paths: Mapping[str, str]) -> Iterator[str]:
    for node in _runtime_nodes(source.tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from _named_by_from(_absolute(source, node), node, paths)


def _named_by_from(module: str, node: ast.ImportFrom, paths: Mapping[str, str]) -> Iterator[str]:
    """Return the submodules that ``from module import …`` names, and `module` itself for every other name."""
    for alias in node.names:
        submodule = f"{module}.{alias.name}" if module else alias.name
        yield submodule if submodule in paths else module


def _absolute(source: Source, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    parts = source.name.split(".")
    is_package = source.path.endswith("__init__.py")
    above = parts[: len(parts) - node.level + (1 if is_package else 0)]
    return ".".join([*above, *([node.module] if node.module else [])])


def _runtime_nodes(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and _is_type_checking(child.test):
            yield from (each for other in child.orelse for each in (other, *_runtime_nodes(other)))
            continue
        yield child
        yield from _runtime_nodes(child)


def _is_type_checking(test: ast.expr) -> bool:
    return (isinstance(test, ast.Name) and test.id == "TYPE_CHECKING") or (
        isinstance(test, ast.Attribute) and test.attr == "TYPE_CHECKING"
    )


FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


def summary(node: ast.Module | ast.ClassDef | FunctionNode) -> str:
    """Return the first paragraph of the docstring in one line; empty without a docstring."""
    text = ast.get_docstring(node) or ""
    return " ".join(text.split("\n\n")[0].split())


def signature(node: FunctionNode) -> str:
    """Return parameters and result as in the source: ``(self, text: str, *, strict: bool = True) -> int``."""
    result = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"({ast.unparse(node.args)}){result}"


def visibility(name: str) -> Visibility:
    """Return the visibility that the name implies."""
    dunder = name.startswith("__") and name.endswith("__")
    return Visibility.PRIVATE if name.startswith("_") and not dunder else Visibility.PUBLIC


def methods(node: ast.ClassDef) -> tuple[Method, ...]:
    """Return the methods of a class in source order, without properties; of overloads the last definition."""
    found = {each.name: each for each in functions_of(node) if not _is_property(each)}
    return tuple(Method(each.name, signature(each), visibility(each.name), summary(each)) for each in found.values())


def attributes(node: ast.ClassDef) -> tuple[Attribute, ...]:
    """Return class attributes, properties and what ``__init__`` assigns to ``self``, each name once."""
    found: dict[str, str] = {}
    for name, type_ in (*_class_level(node), *_assigned_to_self(node)):
        if not found.get(name) and name != "__slots__":
            found[name] = type_
    return tuple(Attribute(name, type_, visibility(name)) for name, type_ in found.items())


def functions_of(node: ast.ClassDef) -> Iterator[FunctionNode]:
    """Return the functions defined directly in a class body."""
    return (each for each in node.body if isinstance(each, FunctionNode))


def _class_level(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for each in node.body:
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            yield each.target.id, ast.unparse(each.annotation)
        elif isinstance(each, ast.Assign):
            yield from ((target.id, "") for target in each.targets if isinstance(target, ast.Name))
        elif isinstance(each, FunctionNode) and _is_property(each):
            yield each.name, ast.unparse(each.returns) if each.returns else ""


def _assigned_to_self(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for function in functions_of(node):
        if function.name == "__init__" and function.args.args:
            yield from _assigned_in(function)


def _assigned_in(function: FunctionNode) -> Iterator[tuple[str, str]]:
    arguments = (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
    types = {each.arg: ast.unparse(each.annotation) for each in arguments if each.annotation}
    for node in ast.walk(function):
        if isinstance(node, ast.AnnAssign) and (name := _self_attribute(node.target)):
            yield name, ast.unparse(node.annotation)
        elif isinstance(node, ast.Assign):
            value = types.get(node.value.id, "") if isinstance(node.value, ast.Name) else ""
            yield from ((name, value) for target in node.targets if (name := _self_attribute(target)))


def _self_attribute(target: ast.expr) -> str:
    if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "self":
        return target.attr
    return ""


def _is_property(node: FunctionNode) -> bool:
    names = {each.id for each in node.decorator_list if isinstance(each, ast.Name)}
    names |= {each.attr for each in node.decorator_list if isinstance(each, ast.Attribute)}
    return bool(names & {"property", "cached_property", "setter", "deleter"})


def read_project(folder: Path) -> ProjectModel:
    """Return the model of the Python files below `folder`; public classes and functions only.

    Nothing is imported or executed. Raises `DiagramError` for a folder or file that cannot be read.
    """
    return _project(read_sources(folder))


def read_files(files: Mapping[str, bytes]) -> tuple[ProjectModel, tuple[str, ...]]:
    """Return the model of those Python files that can be read, and why others cannot. Never raises for their content.

    Files below ``src/`` are named as if they were at the top.
    """
    sources: list[Source] = []
    problems = []
    for path, content in sorted(files.items()):
        try:
            sources += _readable(path.removeprefix("src/"), content) if path.endswith(".py") else ()
        except DiagramError as error:
            problems.append(str(error))
    return _project(tuple(sources)), tuple(problems)


def _readable(path: str, content: bytes) -> tuple[Source, ...]:
    """Return one source from which a model can be made. Raises `DiagramError`."""
    source = Source(path, module_name(path), parsed_source(path, content))
    try:
        _project((source,))
    except (ValueError, SyntaxError, RecursionError, MemoryError) as error:
        raise DiagramError(f"{path}: cannot be read: {type(error).__name__}") from error
    return (source,)


def _project(sources: tuple[Source, ...]) -> ProjectModel:
    paths = {source.name: source.path for source in sources}
    known = {node.name for source in sources for node in _public_classes(source)}
    return ProjectModel(tuple(_module(source, paths, known) for source in sources))


def _module(source: Source, paths: Mapping[str, str], known: set[str]) -> Module:
    return Module(
        name=source.name,
        path=source.path,
        description=summary(source.tree),
        exports=_exports(source.tree),
        imports=imported_paths(source, paths),
        classes=tuple(_class(source, node, known) for node in _public_classes(source)),
        functions=tuple(_functions(source)),
    )


def _public_classes(source: Source) -> Iterator[ast.ClassDef]:
    return (node for node in source.tree.body if isinstance(node, ast.ClassDef) and _is_public(node.name))


def _functions(source: Source) -> Iterator[FunctionModel]:
    for node in source.tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and _is_public(node.name):
            yield FunctionModel(node.name, source.name, signature(node), summary(node))


def _class(source: Source, node: ast.ClassDef, known: set[str]) -> ClassModel:
    return ClassModel(
        name=node.name,
        module=source.name,
        description=summary(node),
        bases=tuple(ast.unparse(base) for base in node.bases),
        attributes=attributes(node),
        methods=methods(node),
        relations=tuple(_relations(node, known)),
    )


def _relations(node: ast.ClassDef, known: set[str]) -> Iterator[Relation]:
    """Return at most one relation per other class: the strongest of inheritance, association and dependency."""
    seen = {node.name}
    for kind, names in (
        (RelationKind.INHERITANCE, _names_in(node.bases)),
        (RelationKind.ASSOCIATION, _names_in_types(attribute.type for attribute in attributes(node))),
        (RelationKind.DEPENDENCY, _names_in(_annotations(node))),
    ):
        yield from (Relation(kind, name) for name in sorted((names & known) - seen))
        seen |= names


def _annotations(node: ast.ClassDef) -> Iterator[ast.expr]:
    for function in functions_of(node):
        if function.returns:
            yield function.returns
        yield from (
            each.annotation for each in ast.walk(function.args) if isinstance(each, ast.arg) and each.annotation
        )


def _names_in_types(types: Iterator[str]) -> set[str]:
    return _names_in(ast.parse(type_, mode="eval").body for type_ in types if type_)


def _names_in(expressions: Iterator[ast.expr] | list[ast.expr]) -> set[str]:
    nodes = [node for expression in expressions for node in ast.walk(expression)]
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    names |= {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    return names | {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def _exports(tree: ast.Module) -> tuple[str, ...]:
    """Return ``__all__`` where it is a plain list of strings, else the public names defined at the top level."""
    declared = _declared_exports(tree)
    return declared if declared is not None else tuple(dict.fromkeys(_defined_names(tree)))


def _declared_exports(tree: ast.Module) -> tuple[str, ...] | None:
    for node in tree.body:
        if _assigns_all(node) and isinstance(node.value, ast.List | ast.Tuple):
            values = [each.value for each in node.value.elts if isinstance(each, ast.Constant)]
            return tuple(value for value in values if isinstance(value, str))
    return None


def _assigns_all(node: ast.stmt) -> TypeGuard[ast.Assign]:
    names = node.targets if isinstance(node, ast.Assign) else []
    return any(isinstance(each, ast.Name) and each.id == "__all__" for each in names)


def _defined_names(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and _is_public(node.name):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (each.id for each in targets if isinstance(each, ast.Name) and _is_public(each.id))


def _is_public(name: str) -> bool:
    return visibility(name) is Visibility.PUBLIC and not name.startswith("__")


def parsed_files(files: Mapping[str, bytes]) -> Iterator[ast.Module]:
    """Yield the syntax trees of the Python files of a project; what is not valid Python is left out."""
    for path, content in files.items():
        if path.endswith(".py"):
            with suppress(DiagramError):
                yield parsed_source(path, content)


def imported_modules(node: ast.AST) -> Iterator[str]:
    """Yield the dotted names of the modules that an import statement names, without relative ones."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
        yield node.module


def imported_roots(trees: Iterable[ast.Module]) -> Iterator[str]:
    """Yield the top-level name of each module that is imported, as often as it is."""
    nodes = (node for tree in trees for node in ast.walk(tree))
    return (module.partition(".")[0] for node in nodes for module in imported_modules(node))
