"""Plug-in of pytest: simulated users in a team's own test suite.

def test_the_shop_works(projecteval_check):
    run = projecteval_check("shop", mission="shop", missions="tests/missions")
    assert run.all_passed, run.reasons

``pytest --projecteval-mission shop --projecteval-project shop --projecteval-missions tests/missions`` runs every
testcode of a mission as a test.
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
    group.addoption(
        "--projecteval-screenshots",
        metavar="WHICH",
        default="last",
        choices=("last", "failures", "all"),
        help="Screenshots to keep: of the last view of a failed case, of every step of such cases, of all steps.",
    )
    group.addoption(
        "--projecteval-mission", metavar="ID", default=None, help="Run every testcode of this mission as a test."
    )
    group.addoption(
        "--projecteval-project",
        metavar="FOLDER",
        default=".",
        help="Project that is checked against the mission; relative to pytest's root folder.  [default: that folder]",
    )
    group.addoption(
        "--projecteval-parameters",
        metavar="FILE",
        default=None,
        help="Parameter values of the project.  [default: parameters.toml in the project or beside it]",
    )
    group.addoption(
        "--projecteval-missions",
        metavar="CATALOG",
        default="catalog",
        help="Catalog of the mission: a folder relative to pytest's root folder, or a name.  [default: built in]",
    )
    group.addoption(
        "--projecteval-url",
        metavar="URL",
        default=None,
        help="Address of the project's website, where it is running already.  [default: the project is started]",
    )
    words = "Trust the code of the missions as it is now, and remember it."
    group.addoption("--projecteval-trust", action="store_true", default=False, help=words)
    parser.addini("projecteval_trust", words, type="bool", default=False)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add the testcodes of the mission that the command line names, before tests are selected."""
    if config.option.projecteval_mission:
        from projecteval.pytest_items import items_of

        items.extend(items_of(session))


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
        from projecteval.pytest_items import catalog_of, is_trusting

        usual = {
            "sandbox": options.projecteval_sandbox,
            "screenshots": options.projecteval_screenshots,
            "trust": is_trusting(request.config),
            "out": runs / f"projecteval-run-{number}",
        }
        catalog = catalog_of(request.config, missions)
        return projecteval.check(request.config.rootpath / project, mission, missions=catalog, **usual | details)

    return check
