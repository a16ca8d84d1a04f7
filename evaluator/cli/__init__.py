"""The command line: one module per verb, loaded when it is asked for; errors become one line and a status."""

from __future__ import annotations

import io
import os
import sys


def main() -> None:
    """The command ``projecteval``."""
    os.environ["PYTHONSAFEPATH"] = "1"  # who stands in a project's folder imports nothing from it, nor do our processes
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal may know fewer characters than a mission has
    try:
        from evaluator.cli.app import run_app
    except KeyboardInterrupt:
        sys.exit("projecteval: interrupted")
    run_app()
