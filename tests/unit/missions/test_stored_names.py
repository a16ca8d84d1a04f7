"""Stored names are the original ones, except where a program of the host would act on them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from missions.errors import SolutionError
from missions.project_files import original_path, restore, stored, stored_path, write_files

ACTIVE = (
    *(".git", ".GIT", ".Git", "git~1", "GIT~1", ".git.", ".git ", ".git. .", ".git::$INDEX_ALLOCATION", "\uff0egit"),
    *(".g\u200cit", "\u200d.git", ".gitmodules", "GITMOD~1", ".gitattributes", ".hg", ".svn", ".envrc", ".env"),
    *(".vscode", ".idea", ".bashrc", ".zshenv", ".profile", ".exrc", "_vimrc", ".dir-locals.el", ".gdbinit", ".npmrc"),
    *(".yarnrc.yml", ".husky", ".pre-commit-config.yaml", "HEAD", "head", "HEAD.", "\u200dHEAD", "Desktop.ini"),
)

HARMLESS = (
    *("main.py", "a.b", "header.html", "git", "gitignore", "~", "a~b", "data~2024-notes.txt", "head.html"),
    "ünicode.py",
)


@pytest.mark.parametrize("name", ACTIVE)
@pytest.mark.parametrize("path", ["{}", "{}/config", "deep/er/{}", "deep/{}/"])
def test_active_names_are_stored_under_others(name: str, path: str) -> None:
    given_path = path.format(name)
    found = stored_path(given_path)

    assert not any(part == name or part.startswith((".", "\u200d")) for part in found.split("/"))
    assert original_path(found) == given_path


@pytest.mark.parametrize("name", HARMLESS)
def test_other_names_remain(name: str) -> None:
    assert stored_path(f"deep/{name}") == f"deep/{name}"
    assert original_path(f"deep/{name}") == f"deep/{name}"


@given(st.text(max_size=20))
def test_every_path_comes_back(path: str) -> None:
    assert original_path(stored_path(path)) == path.replace("\\", "/")


@pytest.mark.parametrize("name", ["%2E_.", "%2F_etc", "%2E_", "%61_b", "%2e_git", "%110000_a"])
def test_names_that_were_not_stored_by_this_remain(name: str) -> None:
    assert original_path(name) == name


def test_a_folder_is_restored(tmp_path: Path) -> None:
    files = {".env": b"a", "%2E_env": b"b", "deep/.git/HEAD": b"c", "deep/.empty/": b"", "main.py": b"d"}
    write_files(stored(files), tmp_path / "stored")
    (tmp_path / "project").mkdir()

    restore(tmp_path / "stored", tmp_path / "project")

    found = {path.relative_to(tmp_path / "project").as_posix(): path for path in (tmp_path / "project").rglob("*")}
    assert {name: path.read_bytes() for name, path in found.items() if path.is_file()} == {
        name: content for name, content in files.items() if not name.endswith("/")
    }
    assert found["deep/.empty"].is_dir()


def test_a_name_that_becomes_too_long_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SolutionError, match="cannot be written"):
        write_files(stored({"." + "a" * 253: b""}), tmp_path)
