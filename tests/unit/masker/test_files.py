"""Which files stay whole, which are no part of a skeleton, and files that are hardly files."""

import json
import time
from pathlib import Path

import pytest

from masker import MaskError, Outcome, mask, mask_file, mask_folder


@pytest.mark.parametrize(
    "path",
    [
        "manage.py",
        "a/settings.py",
        "a/urls.py",
        "a/wsgi.py",
        "asgi.py",
        "__init__.py",
        "migrations/0001_initial.py",
        "apps.py",
    ],
)
def test_what_a_framework_reads_by_name_stays_whole(path: str) -> None:
    source = "def f():\r\n    return 42\n"
    result = mask_file(path, source.encode())
    assert (result.outcome, result.content) == (Outcome.WHOLE, source.encode())


@pytest.mark.parametrize(
    ("path", "content", "outcome"),
    [
        ("a.py", b"", Outcome.EMPTY),
        ("a.html", b" \n", Outcome.EMPTY),
        ("logo.png", b"\x89PNG\r\n\x1a\n\0\0", Outcome.BINARY),
        ("a.py", b"def f(): return '\xff'\n", Outcome.BROKEN),
        ("a.py", b"x = '\0'\n", Outcome.BROKEN),
        ("a.py", b"# coding: nonsense\n", Outcome.BROKEN),
        ("a.js", b"function f() { return 1", Outcome.BROKEN),
        ("a.css", b"a { b: c " * 200, Outcome.BROKEN),
        ("a.ts", b"const x: number = 1", Outcome.UNSUPPORTED),
        ("a.html", b"<p>\xe9</p>", Outcome.MASKED),
        ("README.md", b"# Read me", Outcome.WHOLE),
        ("data.csv", b"a,b\n1,2\n", Outcome.WHOLE),
        ("__pycache__/a.pyc", b"\0", Outcome.LEFT_OUT),
        ("node_modules/a/index.js", b"f()", Outcome.LEFT_OUT),
    ],
)
def test_every_file_has_an_outcome_with_a_reason(path: str, content: bytes, outcome: Outcome) -> None:
    result = mask_file(path, content)
    assert result.outcome is outcome
    assert result.reason
    assert mask_file(path, result.content).content == result.content


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("a.py", b"x = 1\n" * 2_000_000),
        ("a.py", b"x = " + b"(" * 100_000),
        ("a.py", b"x = " + b"-" * 100_000 + b"1"),
        ("a.py", b"x = " + b"a." * 50_000 + b"b"),
        ("a.py", b"x = " + b"a." * 700 + b"b"),
        ("a.py", b"x = " + b"1 + " * 50_000 + b"1"),
        ("a.py", b"def f():\n" + b"".join(b" " * i + b"if x:\n" for i in range(1, 95)) + b" " * 95 + b"pass\n"),
        ("a.html", b"<div>" * 90_000),
        ("a.html", b"<!--" * 120_000),
        ("a.html", b"<a '" * 120_000),
        ("a.html", b"{% block a %}" * 35_000),
        ("a.html", b"x" * 12_000_000),
        ("a.js", b"{" * 500_000),
        ("a.js", b"(" * 200_000 + b")" * 200_000),
        ("a.js", b"/" * 500_000),
        ("a.js", b"`${" * 150_000),
        ("a.js", b"x = 1\n" * 80_000),
        ("a.css", b"a{" * 150_000 + b"}" * 150_000),
        ("a.css", b"/* x */" * 70_000),
        ("a.json", b"[" * 1_000_000),
        ("a.csv", b"1,2,3\n" * 2_000_000),
    ],
)
def test_huge_and_deeply_nested_files_end_soon_with_an_outcome(path: str, content: bytes) -> None:
    begin = time.monotonic()
    result = mask_file(path, content)
    assert isinstance(result.outcome, Outcome)
    assert result.reason
    assert time.monotonic() - begin < 60


def test_many_files_that_import_one_another_in_a_row_are_masked() -> None:
    project = {f"m{i}.py": f"from m{i + 1} import f\ndef f(): return 'secret'\n" for i in range(1000)}
    for file in mask(project):
        assert file.outcome is Outcome.MASKED
        assert "secret" not in str(file.content)


def test_of_large_data_the_shape_stays() -> None:
    rows = [{"name": "secret", "size": 42, "tags": ["secret"]}] * 3000
    result = mask_file("data.json", json.dumps(rows))
    assert json.loads(str(result.content)) == [{"name": "", "size": 0, "tags": [""]}]
    head = mask_file("data.csv", "name,size\n" + "a,1\n" * 30_000)
    assert str(head.content).splitlines() == ["name,size", "a,1", "a,1", "a,1", "a,1"]


def test_a_project_keeps_its_order_and_counts_its_outcomes() -> None:
    skeleton = mask({"b.py": "def f(): return 1", "a.py": "X = 1\n", "c.py": ""})
    assert [file.path for file in skeleton] == ["a.py", "b.py", "c.py"]
    assert skeleton.counts() == {Outcome.PLAIN: 1, Outcome.MASKED: 1, Outcome.EMPTY: 1}


def test_a_folder_is_masked_into_another(tmp_path: Path) -> None:
    project = tmp_path / "project"
    (project / "app").mkdir(parents=True)
    (project / "app" / "views.py").write_text("def home(request): return 42\n")
    (project / "start.sh").write_text("#!/bin/sh\nsecret\n")
    (project / "start.sh").chmod(0o755)
    (project / "__pycache__").mkdir()
    (project / "__pycache__" / "a.pyc").write_bytes(b"\0")
    (project / "link.py").symlink_to("/etc/passwd")
    report = mask_folder(project, tmp_path / "out")
    assert {file.path: file.outcome for file in report} == {
        "app/views.py": Outcome.MASKED,
        "link.py": Outcome.LEFT_OUT,
        "start.sh": Outcome.UNSUPPORTED,
    }
    assert "42" not in (tmp_path / "out/app/views.py").read_text()
    assert (tmp_path / "out/start.sh").stat().st_mode & 0o111
    assert not (tmp_path / "out/link.py").exists()


@pytest.mark.parametrize("wrong", ["missing", "file", "inside", "full"])
def test_a_folder_that_cannot_be_masked_is_told_why(tmp_path: Path, wrong: str) -> None:
    project, out = tmp_path / "project", tmp_path / "out"
    if wrong != "missing":
        project.mkdir()
    if wrong == "file":
        project = tmp_path / "project" / "a.py"
        project.write_text("x = 1")
    if wrong == "inside":
        out = project / "out"
    if wrong == "full":
        out.mkdir()
        (out / "mine").write_text("dear")
    with pytest.raises(MaskError, match=r"is no folder|not empty|lies inside"):
        mask_folder(project, out)
