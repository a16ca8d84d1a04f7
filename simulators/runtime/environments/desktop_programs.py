"""What desktop programs need of this machine besides Python packages: tkinter, a display, and fonts."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from simulators.runtime.environments.pythons import base_python

NAME = "desktop"
"""Environment of desktop programs."""

FONTS = "projecteval_fonts.conf"
"""Configuration of fonts (fonts.conf(5)), one of the environment's helper files."""

FONT = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
INSTALL = "apt-get install xvfb tesseract-ocr tesseract-ocr-eng python3-tk fonts-dejavu-core"
HOW = f"desktop programs need more than a usual installation: projecteval setup --desktop, or {INSTALL}"

PROGRAMS = {"Xvfb": "the display of desktop programs", "tesseract": "reads their screen"}


def problem(name: str) -> str:
    """Return what this machine lacks for the environment `name`, and what to do; empty when nothing."""
    if name != NAME:
        return ""
    for program, purpose in PROGRAMS.items():
        if shutil.which(program) is None:
            return f"there is no program {program} ({purpose}); {HOW}"
    if not FONT.is_file():
        return f"there is no font {FONT}; {HOW}"
    return "" if has_tkinter() else f"{base_python()} has no tkinter; {HOW}"


def has_tkinter() -> bool:
    """Return True when the Python on which environments are built has tkinter."""
    tried = subprocess.run((base_python(), "-I", "-c", "import tkinter"), capture_output=True, check=False)
    return tried.returncode == 0


def variables(root: Path) -> dict[str, str]:
    """Return the variable that names the fonts of the environment in `root`; none for other environments."""
    found = next(root.glob(f"lib/python*/site-packages/{FONTS}"), None)
    return {} if found is None else {"FONTCONFIG_FILE": str(found)}
