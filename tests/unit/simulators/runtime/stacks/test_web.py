"""Entry points of websites of any stack, and of those made of files only."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulators.runtime.entry_points import find_start
from simulators.setting import Start, StartError

DJANGO = ("python", "-m", "projecteval_django", "{port}")
STATIC = ("python", "-m", "projecteval_static", "{port}")


def project(folder: Path, *names: str, package: str = "") -> Path:
    """Create empty files in `folder`, and a package.json with the content `package`."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()
    if package:
        (folder / "package.json").write_text(package)
    return folder


@pytest.mark.parametrize(
    ("names", "root", "program"),
    [
        (("manage.py", "app.py", "index.html"), ".", DJANGO),
        (("app.py", "main.py", "package.json", "index.html"), ".", ("python", "app.py")),
        (("main.py", "server.js"), ".", ("python", "main.py")),
        (("server.js", "index.html"), ".", ("node", "server.js")),
        (("index.html", "script.js"), ".", (*STATIC, ".")),
        (("readme.md", "dist/index.html"), ".", (*STATIC, "dist")),
    ],
)
def test_the_first_entry_point_is_started(tmp_path: Path, names: tuple[str, ...], root: str, program: object) -> None:
    start = find_start("web", project(tmp_path, *names), None)
    assert (start.root, start.program) == (root, program)


@pytest.mark.parametrize(
    ("package", "program"),
    [
        ('{"scripts": {"start": "node --no-warnings src/main.js"}}', ("node", "--no-warnings", "src/main.js")),
        ('{"scripts": {"start": "vite"}}', ("node", "index.js")),
        ('{"scripts": {"start": "node \'"}}', ("node", "index.js")),
        ('{"scripts": ["start"]}', ("node", "index.js")),
        ("[" * 100_000, ("node", "index.js")),
        ("no JSON", ("node", "index.js")),
    ],
)
def test_the_start_script_of_a_package_is_used_when_it_starts_node(
    tmp_path: Path, package: str, program: object
) -> None:
    assert find_start("web", project(tmp_path, "index.js", package=package), None).program == program


def test_given_commands_precede_what_is_found(tmp_path: Path) -> None:
    given = Start("site", (("python", "set_up.py"),), ("uvicorn", "main:app", "--port", "{port}"))
    assert find_start("web", project(tmp_path, "manage.py", "site/main.py"), given) == given


@pytest.mark.parametrize("name", ["app.py", "server.js", "index.html", "public/index.html"])
def test_a_program_that_is_found_is_prepared_where_the_answer_says(tmp_path: Path, name: str) -> None:
    given = Start("site", prepare=(("python", "create_tables.py"),))
    found = find_start("web", project(tmp_path, f"site/{name}"), given)
    assert (found.root, found.prepare) == (given.root, given.prepare)


def test_the_commands_of_django_are_those_of_its_stack(tmp_path: Path) -> None:
    given = Start("site", program=("python", "manage.py", "runserver"))
    start = find_start("web", project(tmp_path, "site/manage.py", "app.py"), given)
    assert (start.root, start.program) == ("site", DJANGO)


def test_a_root_limits_where_the_entry_point_is_looked_for(tmp_path: Path) -> None:
    start = find_start("web", project(tmp_path, "app.py", "web/server.js"), Start("web"))
    assert (start.root, start.program) == ("web", ("node", "server.js"))


def test_a_folder_without_entry_point_is_refused_with_the_names_that_are_looked_for(tmp_path: Path) -> None:
    with pytest.raises(StartError, match=r"nothing to start in \.: there is no manage.py, app.py"):
        find_start("web", project(tmp_path, "readme.md"), None)


def test_a_site_of_files_only_needs_a_home_page_and_no_program(tmp_path: Path) -> None:
    with pytest.raises(StartError, match=r"no index\.html"):
        find_start("static", project(tmp_path, "app.py"), None)
    assert find_start("static", project(tmp_path, "public/index.html"), None) == Start(program=(*STATIC, "public"))
    with pytest.raises(StartError, match="leave out program"):
        find_start("static", tmp_path, Start(program=("python", "app.py")))
