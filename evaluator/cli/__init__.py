"""Command line: one module per verb. An error is one line on standard error and an exit status."""

from __future__ import annotations

import io
import os
import sys


def main() -> None:
    """The command ``projecteval``."""
    os.environ["PYTHONSAFEPATH"] = "1"  # the current folder may be a project: import nothing from it
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # the terminal's encoding may lack characters of a mission
    try:
        from evaluator.cli.app import run_app
    except KeyboardInterrupt:
        sys.exit("projecteval: interrupted")
    run_app()
