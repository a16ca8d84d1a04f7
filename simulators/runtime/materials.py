"""Material files of a mission, which testcodes put in place or compare with."""

from __future__ import annotations

from pathlib import Path

from simulators.errors import InfrastructureError


def material_path(materials: Path | None, name: str) -> Path:
    """Return the path of the material file `name`. Raises `InfrastructureError` when it is missing: that is a
    defect of the mission, not of the project."""
    if materials is None:
        raise InfrastructureError(f"the mission has no materials; {name!r} was asked for")
    path = (materials / name).resolve()
    if not path.is_relative_to(materials.resolve()) or not path.is_file():
        raise InfrastructureError(f"the mission has no material {name!r} in {materials.name}/")
    return path
