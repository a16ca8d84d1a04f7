"""Prompts: templates that a strategy declares, with versions, shown by ``projecteval prompts``, replaced by
``--prompts FOLDER``."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jinja2
from jinja2.sandbox import ImmutableSandboxedEnvironment

from evaluator.model.errors import UsageError
from simulators.data_files import SMALL, DataError, read_text

BUILT_IN = Path(__file__).parent / "prompts"
VARIANTS = Path(__file__).parent / "prompt_variants"
"""Folders of prompts that word the same request differently, to measure how much the wording matters."""

ENDING = ".md.j2"
REPAIR = "repair"
"""Template of every strategy that asks models: an answer that cannot be read is asked for again."""


@dataclass(frozen=True)
class Templates:
    """Templates of a strategy: names of files ``NAME.md.j2`` in `folder`, else among the built-in ones.

    `for_models` are those for agents that answer prompts, `for_programs` the instructions of autonomous agents.
    """

    for_models: tuple[str, ...] = ()
    for_programs: tuple[str, ...] = ()
    folder: Path = BUILT_IN

    def names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.for_models, *((REPAIR,) if self.for_models else ()), *self.for_programs)))


@dataclass(frozen=True)
class Prompts:
    """Prompts of one strategy; files in `replaced` replace them."""

    templates: Templates = field(default_factory=Templates)
    replaced: Path | None = None

    def path(self, name: str) -> Path:
        """Return the file of a prompt. Raises `UsageError` for one that the strategy does not declare."""
        if name not in self.templates.names():
            raise UsageError(f"there is no prompt {name!r}; there are {', '.join(self.templates.names())}")
        folders = (self.replaced or BUILT_IN, self.templates.folder, BUILT_IN)
        found = (path for folder in folders if (path := folder / f"{name}{ENDING}").exists())
        return next(found, BUILT_IN / f"{name}{ENDING}")

    def source(self, name: str) -> str:
        path = self.path(name)
        if not path.resolve().is_relative_to(path.parent.resolve()):
            raise UsageError(f"{path}: is a link to a file elsewhere, which the agent would be shown; copy the file")
        try:
            return read_text(path, SMALL)
        except (OSError, DataError) as error:
            raise UsageError(str(error) if isinstance(error, DataError) else f"{path}: {error.strerror}") from error

    def version(self, name: str) -> str:
        """What the first line says (``{# version: 1 #}``) and the digest of the text."""
        first = self.source(name).partition("\n")[0]
        said = first.removeprefix("{# version:").removesuffix("#}").strip() if first.startswith("{#") else "?"
        return f"{said} ({hashlib.sha256(self.source(name).encode()).hexdigest()[:12]})"

    def versions(self, conversational: bool) -> dict[str, str]:
        """Return the versions of the prompts that an agent is given; part of a run's lock."""
        own = self.templates
        names = (*own.for_models, *((REPAIR,) if own.for_models else ())) if conversational else own.for_programs
        return {name: self.version(name) for name in names}

    def text(self, name: str, **values: Any) -> str:
        """Return the prompt, filled in. Raises `UsageError` for a replaced prompt that cannot be filled in."""
        try:
            return self._template(name).render(**values).strip() + "\n"
        except UsageError:
            raise
        except Exception as error:  # what a template computes may raise anything
            raise UsageError(f"{self.path(name)}: {error or type(error).__name__}") from error

    def check(self) -> None:
        """Raise `UsageError` for a prompt that is no template."""
        for name in self.templates.names():
            self._template(name)

    def _template(self, name: str) -> jinja2.Template:
        environment = ImmutableSandboxedEnvironment(
            undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
        )
        try:
            return environment.from_string(self.source(name))
        except (jinja2.TemplateError, SyntaxError, RecursionError) as error:  # the last two: nested too deep
            raise UsageError(f"{self.path(name)}: {error}") from error


def replacements(name: str) -> Path | None:
    """Return the folder of a variant or of replaced prompts; None for an empty name. Raises `UsageError`."""
    if not name:
        return None
    folder = VARIANTS / name if _is_variant(name) else Path(name)
    if not folder.is_dir():
        known = ", ".join(variants())
        raise UsageError(f"{name}: there is no such folder or variant of prompts; variants are {known}")
    return folder


def check_replacements(name: str, declared: Iterable[Templates]) -> None:
    """Raise `UsageError` for a file that replaces none of the declared prompts, or that is no template."""
    folder, every = replacements(name), tuple(declared)
    known = tuple(dict.fromkeys(name for templates in every for name in templates.names()))
    found = folder.glob(f"*{ENDING}") if folder else ()
    if unknown := sorted(path.name for path in found if path.name.removesuffix(ENDING) not in known):
        raise UsageError(f"{folder}: {', '.join(unknown)} replaces no prompt; there are {', '.join(known)}")
    for templates in every:
        Prompts(templates, folder).check()


def full_name(name: str) -> str:
    """Return the name by which `replacements` finds the same prompts from any folder."""
    return name if not name or _is_variant(name) else str(Path(name).resolve())


def variants() -> tuple[str, ...]:
    """Return the names of the variants."""
    return tuple(sorted(path.name for path in VARIANTS.iterdir() if path.is_dir()))


def _is_variant(name: str) -> bool:
    return name in variants() and not Path(name).is_dir()


def distinct_prompts(declared: Iterable[Templates], replaced: Path | None) -> Iterator[tuple[str, Prompts]]:
    """Yield every declared prompt once: its name, and prompts that have it."""
    seen: set[Path] = set()
    for templates in declared:
        prompts = Prompts(templates, replaced)
        for name in templates.names():
            if (path := prompts.path(name)) not in seen:
                seen.add(path)
                yield name, prompts
