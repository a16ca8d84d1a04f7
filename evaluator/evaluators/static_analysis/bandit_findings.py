"""Findings of bandit: the extended measure of security.

The files are written under generated names, without the project's configuration, and ``# nosec`` is ignored, so that a
project cannot silence it.
"""

from __future__ import annotations

import importlib
import tempfile
from pathlib import Path
from typing import Any

from evaluator.evaluators.static_analysis.model import BanditFinding
from evaluator.evaluators.static_analysis.security import LEFT_OUT
from evaluator.evaluators.static_analysis.sources import package_files, python_sources
from missions.project_files import Files


def bandit_findings(files: Files, package: str = "") -> tuple[BanditFinding, ...]:
    """Return bandit's findings in the files that `measure_security` searches, in the order of path and line."""
    config = importlib.import_module("bandit.core.config")
    manager_module = importlib.import_module("bandit.core.manager")
    manager: Any = manager_module.BanditManager(config.BanditConfig(), "file", quiet=True, ignore_nosec=True)
    with tempfile.TemporaryDirectory(prefix="projecteval-bandit-") as folder:
        paths: dict[str, str] = {}
        for number, (path, text) in enumerate(python_sources(package_files(files, package), LEFT_OUT, any_case=False)):
            place = Path(folder, f"{number}.py")
            place.write_text(text, encoding="utf-8")
            paths[str(place)] = path
        manager.discover_files(list(paths))
        manager.run_tests()
        found = [_finding(issue, paths[issue.fname]) for issue in manager.get_issue_list()]
    return tuple(sorted(found, key=lambda finding: (finding.path, finding.line, finding.test)))


def _finding(issue: Any, path: str) -> BanditFinding:
    return BanditFinding(path, issue.lineno, issue.test_id, issue.severity, issue.confidence, issue.text)
