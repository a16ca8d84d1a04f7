"""Specification of a task (``start.md``): title, instruction, Python version, pinned packages, documented API.

The API is that of the imports and signatures in the code blocks of its API guide.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from evaluator.benchmarks.nl2repo.api import (
    ApiItem,
    ApiKind,
    FunctionNode,
    Signature,
    class_inventory,
    parsed_excerpt,
    signature,
    statements,
)
from evaluator.diagrams.reading import imported_modules, imported_roots

TITLE = re.compile(r"^#{1,3}\s+(?P<text>.+?)\s*$", re.MULTILINE)
INSTRUCTION = re.compile(r"^##\s+.*Instruction", re.MULTILINE | re.IGNORECASE)
ENVIRONMENT = re.compile(r"^#+\s+.*Environment Configuration", re.MULTILINE | re.IGNORECASE)
PYTHON_VERSION = re.compile(r"Python version used[^\n]*?(?P<version>\d+\.\d+(\.\d+)?)", re.IGNORECASE)
PIN = re.compile(r"^(?P<name>[A-Za-z][\w.-]*)(?:\s+|\s*==\s*)(?P<version>\d[\w.+!]*)\s*(?:#.*)?$")
STATED = re.compile(r"^(?P<name>[A-Za-z][\w.-]*)(?:\[[\w,.-]*\])?\s*(?:$|[<>=!~;]|\d)")
FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})\s*(\w*)")
HEADING = re.compile(r"^(#{1,6})\s+(.*)")
INSTALLER = frozenset({"pip", "setuptools", "wheel"})
"""Packages that are part of every environment list and that locks pin by themselves."""


def title_of(text: str, task: str) -> str:
    """Return the first heading; the task's name where there is none."""
    found = TITLE.search(text)
    return found["text"] if found else task


def instruction_of(text: str) -> str:
    """Return the section with the natural-language instruction; empty where there is none."""
    return _section(text, INSTRUCTION)


def python_version(text: str) -> str:
    """Return the Python version that the specification names; empty where it names none."""
    found = PYTHON_VERSION.search(text)
    return found["version"] if found else ""


def pinned_packages(text: str) -> dict[str, str]:
    """Return the pinned packages of the environment section, name → version; without the installer's own."""
    return {name: version for name, version in _pins(_section(text, ENVIRONMENT)) if name.lower() not in INSTALLER}


def _pins(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        if found := PIN.match(line.strip()):
            yield found["name"], found["version"]


def stated_packages(text: str) -> tuple[str, ...]:
    """Return the names of all packages that the code blocks of the environment section name, pinned or not."""
    blocks = [part.text for part in parts_of(_section(text, ENVIRONMENT)) if isinstance(part, CodeBlock)]
    lines = [line.partition("#")[0].strip() for block in blocks for line in block.splitlines()]
    return tuple(dict.fromkeys(found["name"] for line in lines if (found := STATED.match(line))))


def _section(text: str, heading: re.Pattern[str]) -> str:
    """Return the text below the first heading that matches, up to the next one of its level; "#" in code is none."""
    found = heading.search(text)
    if found is None:
        return ""
    level = min(2, len(found[0]) - len(found[0].lstrip("#")))
    rest, fence = list[str](), ""
    for line in text[found.end() :].partition("\n")[2].splitlines():
        if opened := FENCE.match(line):
            fence = "" if fence and opened[1].startswith(fence) else fence or opened[1]
        elif not fence and (title := HEADING.match(line)) and len(title[1]) <= level:
            break
        rest.append(line)
    return "\n".join(rest).strip()


LANGUAGES = frozenset({"", "py", "python", "python3", "pycon"})
GUIDE = "API"
"""Word in the heading of the sections that document the API; without such a section the whole document does."""

HEADING_SIGNATURE = re.compile(r"`?(?P<name>[A-Za-z_][\w.]*)\((?P<parameters>[^()]*)\)")
EXAMPLES = ("test_", "Test", "main")
"""Beginnings of names that examples define."""


def documented_api(text: str, package: str = "") -> tuple[ApiItem, ...]:
    """Return the documented items, each once, in order.

    `package` is the name that is imported; without it, the one that the code blocks import most often.
    """
    parts = section(list(parts_of(text)), GUIDE)
    trees = [parsed_excerpt(part.text) for part in parts if isinstance(part, CodeBlock) and part.language in LANGUAGES]
    package = package or imported_package(trees)
    found = [item for tree in trees for item in (*_imported(tree, package), *_defined(tree))]
    found += [item for part in parts if isinstance(part, MarkdownHeading) for item in _from_heading(part.text, package)]
    described = {item.name for item in found if item.kind in (ApiKind.CLASS, ApiKind.FUNCTION) and not item.owner}
    return tuple(dict.fromkeys(item for item in found if not (item.kind is ApiKind.NAME and item.name in described)))


def imported_package(trees: Iterable[ast.Module]) -> str:
    """Return the top-level name outside Python's library that is imported most often; empty without imports."""
    roots = Counter(imported_roots(trees))
    own = [name for name, _ in roots.most_common() if name not in sys.stdlib_module_names and name != "pytest"]
    return own[0] if own else ""


def _imported(tree: ast.Module, package: str) -> Iterator[ApiItem]:
    """Yield the modules and names that are imported from the package."""
    for node in ast.walk(tree):
        for module in imported_modules(node):
            if package and module.partition(".")[0] == package:
                yield ApiItem(ApiKind.MODULE, module)
                if isinstance(node, ast.ImportFrom):
                    names = (alias.name for alias in node.names if alias.name != "*")
                    yield from (ApiItem(ApiKind.NAME, name, module) for name in names)


def _defined(tree: ast.Module) -> Iterator[ApiItem]:
    """Yield the definitions of a block that only defines; a block that also calls something is an example."""
    if any(map(_is_example, tree.body)):
        return
    for node in statements(tree.body):
        if isinstance(node, ast.ClassDef) and _is_public(node.name):
            yield ApiItem(ApiKind.CLASS, node.name)
            yield from _members(node)
        elif isinstance(node, FunctionNode) and _is_public(node.name):
            is_method = [each.arg for each in node.args.args[:1]] == ["self"]
            yield from _function(node.name, signature(node, method=is_method))


def _members(node: ast.ClassDef) -> Iterator[ApiItem]:
    for name, found in class_inventory(node).methods.items():
        if name == "__init__":
            yield from _parameters(node.name, found)
        elif _is_public(name):
            yield from _function(name, found, node.name)


def _function(name: str, signature: Signature, owner: str = "") -> Iterator[ApiItem]:
    yield ApiItem(ApiKind.FUNCTION, name, owner)
    yield from _parameters(f"{owner}.{name}" if owner else name, signature)


def _parameters(owner: str, signature: Signature) -> Iterator[ApiItem]:
    yield from (ApiItem(ApiKind.PARAMETER, name, owner) for name in signature.parameters)


def _from_heading(text: str, package: str) -> Iterator[ApiItem]:
    """Yield the function that a heading names with its parameters, ``dumps(obj, *, indent=None)``."""
    found = HEADING_SIGNATURE.search(text)
    tree = parsed_excerpt(f"def f({found['parameters']}): ...") if found else ast.Module([], [])
    if found is None or not tree.body or not isinstance(node := tree.body[0], ast.FunctionDef):
        return
    name = found["name"].removeprefix(f"{package}.").rpartition(".")[2]
    if name.isidentifier() and _is_public(name):
        yield from _function(name, signature(node, method=[each.arg for each in node.args.args[:1]] == ["self"]))


def _is_example(node: ast.stmt) -> bool:
    """Return True for a statement that uses the API: a call, a loop, an assertion."""
    if isinstance(node, ast.Expr):
        return not isinstance(node.value, ast.Constant)
    return isinstance(node, ast.For | ast.While | ast.With | ast.Assert | ast.Try | ast.AsyncFor | ast.AsyncWith)


def _is_public(name: str) -> bool:
    dunder = name.startswith("__") and name.endswith("__")
    return (dunder or not name.startswith("_")) and not name.startswith(EXAMPLES)


@dataclass(frozen=True)
class MarkdownHeading:
    level: int
    text: str


@dataclass(frozen=True)
class CodeBlock:
    """Fenced code; `language` in lower case, empty where none is named."""

    language: str
    text: str


def parts_of(text: str) -> Iterator[MarkdownHeading | CodeBlock]:
    """Yield headings and code blocks in order; a fence that does not end reaches to the end of the document."""
    fence, language, code = "", "", list[str]()
    for line in text.splitlines():
        found = FENCE.match(line)
        if fence:
            if found and found[1].startswith(fence) and not line.strip().strip(fence[0]):
                yield CodeBlock(language, "\n".join(code))
                fence = ""
            else:
                code.append(line)
        elif found:
            fence, language, code = found[1], found[2].lower(), []
        elif heading := HEADING.match(line):
            yield MarkdownHeading(len(heading[1]), heading[2].strip())
    if fence:
        yield CodeBlock(language, "\n".join(code))


def section(parts: list[MarkdownHeading | CodeBlock], word: str) -> list[MarkdownHeading | CodeBlock]:
    """Return the parts of every section whose heading contains `word`, all parts where no heading does."""
    inside, found = 0, list[MarkdownHeading | CodeBlock]()
    for part in parts:
        if isinstance(part, MarkdownHeading):
            if inside and part.level <= inside:
                inside = 0
            if not inside and word.lower() in part.text.lower():
                inside = part.level
        if inside:
            found.append(part)
    return found or parts
