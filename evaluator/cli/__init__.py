"""The command line: one module per verb, loaded when it is asked for; errors become one line and a status."""

from __future__ import annotations


def main() -> None:
    """The command ``projecteval``."""
    from evaluator.cli.app import run_app

    run_app()
