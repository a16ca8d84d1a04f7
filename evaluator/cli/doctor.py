"""``projecteval doctor``: report what this machine can run."""

from __future__ import annotations

import sys

import typer

from evaluator.cli.command import VerbCommand
from evaluator.io.terminal import say


def add_to(app: typer.Typer) -> None:
    app.command("doctor", cls=VerbCommand, help="Check this machine; name what to install.")(doctor)


def doctor() -> None:
    from evaluator.reports.doctor import findings

    broken = False
    for finding in findings():
        say(f"{finding.mark:<8} {finding.what:<22} {finding.words}")
        broken |= finding.is_needed and not finding.is_well
    sys.exit(1 if broken else 0)
