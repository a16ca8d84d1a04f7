"""``projecteval doctor``: report what this machine can run."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict

import typer

from evaluator.cli.command import VerbCommand
from evaluator.cli.options import AsJson
from evaluator.io.terminal import say


def add_to(app: typer.Typer) -> None:
    app.command("doctor", cls=VerbCommand, help="Check this machine; name what to install.")(doctor)


def doctor(as_json: AsJson = False) -> None:
    from evaluator.reports.doctor import findings, is_ready, summary

    found = list(findings())
    if as_json:
        checks = [asdict(finding) for finding in found]
        print(json.dumps({"ready": is_ready(found), "summary": summary(found), "checks": checks}))
    else:
        for finding in found:
            say(f"{finding.mark:<8} {finding.what:<22} {finding.words}")
        say(summary(found))
    sys.exit(0 if is_ready(found) else 1)
