"""What every user of a program can do in its folder."""

from __future__ import annotations

from pathlib import Path

from simulators.stage.materials import material_path
from simulators.stage.sandbox import Box
from simulators.stage.workspace import Workspace
from simulators.trace import Trace


class AtAFolder:
    """Puts files into the program's folder, `folder` of the box's workspace, and removes them."""

    def __init__(self, box: Box, folder: str, materials: Path | None) -> None:
        self.trace = Trace()
        self._materials = materials
        self._workspace = Workspace(box.workspace, folder)

    def puts(self, material: str, name: str | None = None) -> None:
        """Put a material file of the mission into the folder, under `name` (default: its own)."""
        with self.trace.step("puts", material if name is None else f"{material} as {name}"):
            path = material_path(self._materials, material)
            self._workspace.write(name or path.name, path.read_bytes())

    def writes(self, name: str, text: str) -> None:
        """Put a text file (UTF-8) into the folder."""
        with self.trace.step("writes", name):
            self._workspace.write(name, text.encode())

    def removes(self, name: str) -> None:
        """Remove a file; it is no error when there is none."""
        with self.trace.step("removes", name) as step:
            step.seen = "removed" if self._workspace.remove(name) else "it was not there"
