"""What desktop programs need of this machine besides Python packages: tkinter, a display, and fonts."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

NAME = "desktop"
"""Environment of desktop programs."""

FONTS = "projecteval_fonts.conf"
"""Configuration of fonts (fonts.conf(5)), one of the environment's helper files."""

FONT = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
INSTALL = "apt-get install xvfb tesseract-ocr tesseract-ocr-eng python3-tk fonts-dejavu-core"
HOW = f"install it, for instance: {INSTALL}"

PROGRAMS = {"Xvfb": "the display of desktop programs", "tesseract": "reads their screen"}


def problem(name: str, python: str) -> str:
    """Return what this machine lacks for the environment `name`, and what to do; empty when nothing.

    `python` is the interpreter on which the environment is built.
    """
    if name != NAME:
        return ""
    for program, purpose in PROGRAMS.items():
        if shutil.which(program) is None:
            return f"there is no program {program} ({purpose}); {HOW}"
    if not FONT.is_file():
        return f"there is no font {FONT}; {HOW}"
    tried = subprocess.run((python, "-I", "-c", "import tkinter"), capture_output=True, check=False)
    return f"{python} has no tkinter; {HOW}" if tried.returncode else ""


def variables(root: Path) -> dict[str, str]:
    """Return the variable that names the fonts of the environment in `root`; none for other environments."""
    found = next(root.glob(f"lib/python*/site-packages/{FONTS}"), None)
    return {} if found is None else {"FONTCONFIG_FILE": str(found)}
