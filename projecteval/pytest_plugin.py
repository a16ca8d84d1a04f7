"""Plug-in of pytest: simulated users in a team's own test suite.

def test_the_shop_works(projecteval_check):
    run = projecteval_check("shop", mission="shop", missions="tests/missions")
    assert run.all_passed, run.reasons
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from projecteval.loading import EvaluatedRun

    Check = Callable[..., EvaluatedRun]


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("projecteval", "simulated users (projecteval)")
    group.addoption("--projecteval-sandbox", metavar="NAME", default="auto", help="Sandbox of the checked projects.")
    group.addoption(
        "--projecteval-runs", metavar="FOLDER", default=None, help="Keep the run folders, with reports, in FOLDER."
    )


@pytest.fixture
def projecteval_check(request: pytest.FixtureRequest, tmp_path: Path) -> Check:
    """Call `projecteval.check` with paths relative to pytest's root folder; return the run.

    Run folders are in the test's temporary folder, or below ``--projecteval-runs``.
    """
    import projecteval

    options = request.config.option
    runs = Path(options.projecteval_runs).resolve() / request.node.name if options.projecteval_runs else tmp_path
    number = 0

    def check(project: str | Path, mission: str, *, missions: str = "catalog", **details: Any) -> EvaluatedRun:
        nonlocal number
        number += 1
        root = request.config.rootpath
        place = root / missions
        details = {"sandbox": options.projecteval_sandbox, "out": runs / f"projecteval-run-{number}", **details}
        found = str(place) if place.is_dir() else missions
        return projecteval.check(root / project, mission, missions=found, **details)

    return check
