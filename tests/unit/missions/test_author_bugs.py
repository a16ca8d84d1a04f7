"""`missions validate` reports the mistakes of authors, and nothing for valid missions."""

from __future__ import annotations

from pathlib import Path

import pytest

from missions.authoring.checks import calls_problems, file_of, mission_problems, type_problems
from missions.formats.folder import BUILT_IN, FolderCatalog
from tests.support.author_bugs import BUGS, HELPER, AuthorBug
from tests.support.commands import MISSIONS


@pytest.mark.parametrize("bug", BUGS, ids=[bug.name for bug in BUGS])
def test_each_mistake_is_found_without_starting_anything(bug: AuthorBug, tmp_path: Path) -> None:
    catalog = FolderCatalog(bug.planted(tmp_path))
    path = tmp_path / "hello-site" / "testcodes.py"
    path.write_text(path.read_text() + HELPER)
    found = mission_problems(catalog, "hello-site")
    assert any(bug.message in problem for problem in found), found
    assert all(str(tmp_path / "hello-site") in problem for problem in found)


def test_sound_testcodes_have_no_problem() -> None:
    catalog = FolderCatalog(MISSIONS)
    missions = [catalog.mission(mission) for mission in ("hello-site", "hello-console")]
    assert [calls_problems(mission, None) for mission in missions] == [[], []]


def test_the_built_in_missions_have_no_problem() -> None:
    catalog = FolderCatalog(BUILT_IN)
    found = [mission_problems(catalog, mission) for mission in ("kanban-board", "recipe-box", "log-inspector")]
    assert found == [[], [], []]


def test_a_broken_mission_does_not_hide_the_others(tmp_path: Path) -> None:
    BUGS[-1].planted(tmp_path)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "mission.toml").write_text("title = 3")
    catalog = FolderCatalog(tmp_path)
    assert catalog.benchmark == "projecteval"
    assert [len(mission_problems(catalog, mission)) for mission in catalog.ids()] == [1, 1]


def test_types_are_checked_where_mypy_is_installed(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    bug = AuthorBug("", 'user.sees_text("How are you?")', "user.sees_text(user.count(ask))", "")
    mission = FolderCatalog(bug.planted(tmp_path / "missions")).mission("hello-site")
    path = file_of(mission)
    assert path is not None
    found = type_problems({"hello-site": path}, tmp_path / "cache")["hello-site"]
    assert len(found) == 1
    assert 'incompatible type "int"; expected "str"' in found[0]
