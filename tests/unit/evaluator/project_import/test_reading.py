"""What is read from a project before anything of it is executed: files, layout, requirements."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluator.project_import.dependencies import Metadata, lock_of, metadata_of, needed
from evaluator.project_import.layout import layout_of, source_files
from missions.errors import MissionError
from tests.support.python_projects import FILES, committed, write_project

PROJECT = {path: text.encode() for path, text in FILES.items()}


def test_a_folder_and_a_commit_have_the_same_files(tmp_path: Path) -> None:
    folder = write_project(tmp_path / "project")
    digest = committed(folder)
    (folder / "README.md").write_text("changed")
    (folder / ".gitattributes").write_text("*.py filter=evil\n")

    assert source_files(f"{folder}@{digest}") == PROJECT
    assert source_files(f"{folder}@HEAD") == PROJECT
    assert source_files(str(folder))["README.md"] == b"changed"


@pytest.mark.parametrize("source", ["./nothing", "name=1.0", "{repository}@no-such-commit", "{repository}@--help"])
def test_what_is_no_source_is_refused(source: str, tmp_path: Path) -> None:
    committed(write_project(tmp_path))

    with pytest.raises(MissionError):
        source_files(source.format(repository=tmp_path))


def test_the_package_below_src_is_at_the_top() -> None:
    layout = layout_of(PROJECT, "word-counter")

    assert (layout.package, layout.folder) == ("wordcounter", "tests")
    assert sorted(layout.source) == [f"wordcounter/{name}.py" for name in ("__init__", "counting", "optional")]
    assert layout.configuration == "[pytest]\npython_functions = \n    test_*\n    check_*\n"


def test_tests_in_the_package_and_at_the_top_are_found() -> None:
    inside = {"one/__init__.py": b"", "one/tests/test_a.py": b"", "one/tests/data.txt": b"", "conftest.py": b"# c\n"}
    module = {"six.py": b"", "test_six.py": b"", "setup.py": b""}

    assert sorted(layout_of(inside, "one").tests) == [
        "one/tests/conftest.py",
        "one/tests/data.txt",
        "one/tests/test_a.py",
    ]
    assert sorted(layout_of(inside, "one").source) == ["one/__init__.py"]
    assert (layout_of(module, "six").folder, sorted(layout_of(module, "six").tests)) == ("tests", ["tests/test_six.py"])
    assert sorted(layout_of(module, "six").source) == ["six.py"]


def test_several_packages_and_missing_tests_are_reported() -> None:
    two = {"one/__init__.py": b"", "two/__init__.py": b"", "tests/test_a.py": b""}

    assert layout_of(two, "other", "two").package == "two"
    assert layout_of(two, "python-one").package == "one"
    with pytest.raises(MissionError, match="one, two; name one with --package"):
        layout_of(two, "other")
    with pytest.raises(MissionError, match="no tests"):
        layout_of({"one/__init__.py": b""}, "one")


def test_required_packages_and_used_optional_ones_are_needed() -> None:
    info = (
        "Metadata-Version: 2.1\nName: counter\nSummary: Counts.\nRequires-Dist: attrs>=20\n"
        "Requires-Dist: tomli>=2; python_version < '3.11'\nRequires-Dist: pyyaml; extra == 'files'\n"
        "Requires-Dist: pytest-mock; extra == 'dev'\nRequires-Dist: mypy; extra == 'dev'\n"
        "Requires-Dist: x @ http://x/x.whl\n\n"
    )
    files = {"PKG-INFO": info.encode(), "requirements-test.txt": b"freezegun==1.5 # clock\n-r other.txt\n"}
    metadata = metadata_of(files, "counter==1.0")

    found = needed(metadata, {"a.py": b"import yaml"}, {"t.py": b"from freezegun import freeze_time"}, ["sh"])

    assert (metadata.name, metadata.summary) == ("counter", "Counts.")
    assert set(found) == {"attrs>=20", "pyyaml", "pytest-mock", "freezegun==1.5", "sh"}


def test_plug_ins_that_tests_use_are_needed_also_undeclared() -> None:
    tests = b"import pytest\n\n@pytest.mark.asyncio\nasync def test_it(mocker): ...\n"
    declared = {"pyproject.toml": b'[tool.pdm.dev-dependencies]\ntest = ["pytest-asyncio>=0.23"]\n'}

    assert set(needed(metadata_of({}, "a"), {}, {"t.py": tests})) == {"pytest-asyncio", "pytest-mock"}
    assert set(needed(metadata_of(declared, "a"), {}, {"t.py": tests})) == {"pytest-asyncio>=0.23", "pytest-mock"}


def test_a_project_without_requirements_needs_no_lock() -> None:
    assert needed(Metadata("a", optional=("mypy", "pytest-cov")), {}, {}) == ()
    assert "==" not in lock_of((), "a")
