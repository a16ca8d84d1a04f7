"""The mission's own files, which a user puts in place or compares with."""

from __future__ import annotations

from pathlib import Path

from simulators.errors import InfrastructureError


def material_path(materials: Path | None, name: str) -> Path:
    """The file `name` among the mission's materials. Raises `InfrastructureError`: a mission that names a file it
    does not have is our fault, not the project's."""
    if materials is None:
        raise InfrastructureError(f"the mission has no materials; {name!r} was asked for")
    path = (materials / name).resolve()
    if not path.is_relative_to(materials.resolve()) or not path.is_file():
        raise InfrastructureError(f"the mission has no material {name!r} in {materials.name}/")
    return path
