"""Packages of the original's environment that the environment ``public`` leaves out."""

from __future__ import annotations

import re

from missions.project_files import Files

LEFT_OUT = ("sentence_transformers", "torch", "transformers")
"""Packages importable in the original; they need gigabytes, and no known project uses them."""

IMPORT = re.compile(rf"^[ \t]*(?:import|from)[ \t]+({'|'.join(LEFT_OUT)})\b", re.MULTILINE)


def absent_packages(files: Files) -> str:
    """Return a message with the omitted packages that Python files import; empty without any."""
    texts = (content.decode("utf-8", "replace") for name, content in files.items() if name.endswith(".py"))
    found = sorted({name for text in texts for name in IMPORT.findall(text)})
    return f"imports {', '.join(found)}, which the environment public leaves out" if found else ""
