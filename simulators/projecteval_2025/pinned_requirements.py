"""Pins in a project's ``requirements.txt`` that contradict the environment.

Inferred from published counts, not from the original's source: two recorded runs whose console program pins other
versions of pandas and openpyxl have exactly the published count when that mission scores 0, and three more without.
Names without a pin have no such effect.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name

from simulators.runtime.environments.host import pinned

LARGEST = 1 << 16
"""Maximum size of a file that is read, in bytes."""


def contradicting_pins(folder: Path, environment: str) -> tuple[str, ...]:
    """The requirements of ``requirements.txt`` in `folder` that exclude the version which `environment` holds."""
    path = folder / "requirements.txt"
    if path.is_symlink() or not path.is_file() or path.stat().st_size > LARGEST:
        return ()
    versions = dict(each.split("==") for each in pinned(environment))
    return tuple(_contradicting(path.read_text(encoding="utf-8", errors="replace"), versions))


def _contradicting(text: str, versions: Mapping[str, str]) -> Iterator[str]:
    for line in text.splitlines():
        try:
            requirement = Requirement(line.partition("#")[0].strip())
        except InvalidRequirement:
            continue
        version = versions.get(canonicalize_name(requirement.name))
        if version is not None and not requirement.specifier.contains(version, prereleases=True):
            yield str(requirement)
