"""Drafts of a mission's requirement and checklist from a project's README and docstrings."""

from __future__ import annotations

import re

import tomli_w

from evaluator.diagrams.model import Module, ProjectModel, Visibility
from missions.formats.tables import ChecklistTable
from missions.mission import Checklist, Function, Page
from missions.project_files import Files
from missions.validation import DRAFT

READMES = ("README.md", "README.rst", "README.txt", "README")
MAX_README_CHARS = 12_000
LEFT_OUT = re.compile(
    r"badge|shields\.io|codecov|readthedocs\.org/projects|travis-ci|<img|^\.\. (image|\|)|^\s*:(target|alt):", re.I
)


def prompt_of(title: str, summary: str, package: str, packages: tuple[str, ...], model: ProjectModel) -> str:
    """Return a requirement in Markdown that is marked as a draft."""
    needs = f"It may use: {', '.join(packages)}." if packages else "It uses Python's standard library only."
    modules = [f"- `{each.name}`: {each.description or _names(each)}" for each in model.modules]
    what = f"Write `{package}`, a Python package (Python 3.11). {summary.strip().rstrip('.') or title}. {needs}"
    return "\n\n".join([DRAFT, what, "Its modules:\n\n" + "\n".join(modules)]) + "\n"


def specification_of(files: Files, model: ProjectModel) -> str:
    """Return what README and docstrings say, in Markdown, marked as a draft."""
    parts = [DRAFT, "# What its README says", _readme(files), "# Interface", *map(_interface, model.modules)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _interface(module: Module) -> str:
    lines = []
    for each in module.classes:
        bases = f"({', '.join(each.bases)})" if each.bases else ""
        lines.append(f"- `class {each.name}{bases}`: {each.description}")
        public = (method for method in each.methods if method.visibility is Visibility.PUBLIC)
        lines += [f"  - `{method.name}{method.signature}`: {method.description}" for method in public]
    lines += [f"- `{each.name}{each.signature}`: {each.description}" for each in module.functions]
    return "\n".join([f"## {module.name}", "", *lines]) if lines else ""


def _names(module: Module) -> str:
    return ", ".join(module.exports[:8]) or "no public name"


def _readme(files: Files) -> str:
    """Return the README without pictures, shortened."""
    content = next((files[name] for name in READMES if name in files), b"(it has none)")
    lines = [line for line in content.decode("utf-8", "replace").splitlines() if not LEFT_OUT.search(line)]
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
    return text if len(text) <= MAX_README_CHARS else text[:MAX_README_CHARS].rsplit("\n", 1)[0] + "\n\n(shortened)"


def checklist_of(model: ProjectModel, package: str) -> str:
    """Return a checklist as TOML: a page per module, with its public classes and functions."""
    pages = tuple(page for module in model.modules if (page := _page(module)).functions)
    if not pages:
        pages = (Page(package, (Function(package, "the package can be imported"),)),)
    return tomli_w.dumps(ChecklistTable.of(Checklist(pages)).table(), multiline_strings=True)


def _page(module: Module) -> Page:
    described = {
        **{each.name: each.description for each in module.classes},
        **{each.name: each.description for each in module.functions},
    }
    return Page(
        module.name, tuple(Function(name, text or f"{name} of {module.name}") for name, text in described.items())
    )
