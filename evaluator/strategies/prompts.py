"""The prompts: files with names and versions, shown by ``projecteval prompts``, replaced by ``--prompts FOLDER``."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2

from evaluator.model.errors import UsageError

OWN = Path(__file__).parent / "prompts"
NAMES = ("checklist", "skeleton", "code", "parameters", "start", "repair", "command", "workspace")


@dataclass(frozen=True)
class Prompts:
    """The prompts of a folder; one that is missing there is ours."""

    folder: Path = OWN

    def __post_init__(self) -> None:
        if not self.folder.is_dir():
            raise UsageError(f"{self.folder}: there is no such folder of prompts")
        unknown = sorted(p.name for p in self.folder.glob("*.md.j2") if p.name[: -len(".md.j2")] not in NAMES)
        if unknown:
            raise UsageError(f"{self.folder}: {', '.join(unknown)} replaces no prompt; there are {', '.join(NAMES)}")
        for name in NAMES:
            self._template(name)

    def path(self, name: str) -> Path:
        own = self.folder / f"{name}.md.j2"
        return own if own.exists() else OWN / own.name

    def source(self, name: str) -> str:
        """The text as it stands in its file. Raises `UsageError` for a name that there is not."""
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
