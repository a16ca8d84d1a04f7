"""Drafts of a mission's requirement and checklist from a project's README and docstrings."""

from __future__ import annotations

import re

import tomli_w

from evaluator.diagrams import Module, ProjectModel
from missions.formats.tables import ChecklistTable
from missions.mission import Checklist, Function, Page
from missions.project_files import Files
from missions.validation import DRAFT

READMES = ("README.md", "README.rst", "README.txt", "README")
MAX_README_CHARS = 12_000
LEFT_OUT = re.compile(
    r"badge|shields\.io|codecov|readthedocs\.org/projects|travis-ci|<img|^\.\. (image|\|)|^\s*:(target|alt):", re.I
)


def prompt_of(
    title: str, summary: str, package: str, packages: tuple[str, ...], files: Files, model: ProjectModel
) -> str:
    """Return a requirement in Markdown that is marked as a draft."""
    needs = f"It may use: {', '.join(packages)}." if packages else "It uses Python's standard library only."
    modules = [f"- `{each.name}`: {each.description or _names(each)}" for each in model.modules]
    parts = [
        DRAFT,
        f"Write `{package}`, a Python package (Python 3.11). {summary.strip().rstrip('.') or title}. {needs}",
        "Its modules:\n\n" + "\n".join(modules),
        "What its README says:\n\n" + _readme(files),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


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
