"""The prompts: files with names and versions, shown by ``projecteval prompts``, replaced by ``--prompts FOLDER``."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2

from evaluator.model.errors import UsageError

OWN = Path(__file__).parent / "prompts"
VARIANTS = Path(__file__).parent / "prompt_variants"
"""Folders of prompts that word the same request differently, to measure how much the wording matters."""
NAMES = (
    *("checklist", "skeleton", "code", "parameters", "start", "repair", "command"),
    *("plan", "own_tests", "self_repair", "requirements", "contract", "workspace"),
)


def prompts_named(name: str) -> Prompts:
    """Return the prompts of a folder or variant; the built-in ones for an empty name. Raises `UsageError`."""
    if not name:
        return Prompts()
    return Prompts(VARIANTS / name if _is_variant(name) else Path(name))


def full_name(name: str) -> str:
    """Return the name by which `prompts_named` finds the same prompts from any folder."""
    return name if not name or _is_variant(name) else str(Path(name).resolve())


def _is_variant(name: str) -> bool:
    return name in variants() and not Path(name).is_dir()


def variants() -> tuple[str, ...]:
    """Return the names of the variants."""
    return tuple(sorted(path.name for path in VARIANTS.iterdir() if path.is_dir()))


@dataclass(frozen=True)
class Prompts:
    """Prompts of a folder; a missing one is taken from the built-in prompts."""

    folder: Path = OWN

    def __post_init__(self) -> None:
        if not self.folder.is_dir():
            known = ", ".join(variants())
            raise UsageError(f"{self.folder}: there is no such folder or variant of prompts; variants are {known}")
        unknown = sorted(p.name for p in self.folder.glob("*.md.j2") if p.name[: -len(".md.j2")] not in NAMES)
        if unknown:
            raise UsageError(f"{self.folder}: {', '.join(unknown)} replaces no prompt; there are {', '.join(NAMES)}")
        for name in NAMES:
            self._template(name)

    def path(self, name: str) -> Path:
        own = self.folder / f"{name}.md.j2"
        return own if own.exists() else OWN / own.name

    def source(self, name: str) -> str:
        """Return the text of the file. Raises `UsageError` for an unknown name."""
        if name not in NAMES:
            raise UsageError(f"there is no prompt {name!r}; there are {', '.join(NAMES)}")
        return self.path(name).read_text(encoding="utf-8")

    def version(self, name: str) -> str:
        """What the first line says (``{# version: 1 #}``) and the digest of the text."""
        first = self.source(name).partition("\n")[0]
        said = first.removeprefix("{# version:").removesuffix("#}").strip() if first.startswith("{#") else "?"
        return f"{said} ({hashlib.sha256(self.source(name).encode()).hexdigest()[:12]})"

    def versions(self) -> dict[str, str]:
        """Part of a run's lock: another prompt is another run."""
        return {name: self.version(name) for name in NAMES}

    def text(self, name: str, **values: Any) -> str:
        """The prompt, filled in. Raises `UsageError` for a replaced prompt that cannot be filled in."""
        try:
            return self._template(name).render(**values).strip() + "\n"
        except jinja2.TemplateError as error:
            raise UsageError(f"{self.path(name)}: {error}") from error

    def _template(self, name: str) -> jinja2.Template:
        environment = jinja2.Environment(undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True)
        try:
            return environment.from_string(self.source(name))
        except (jinja2.TemplateError, OSError, UnicodeDecodeError) as error:
            raise UsageError(f"{self.path(name)}: {error}") from error
