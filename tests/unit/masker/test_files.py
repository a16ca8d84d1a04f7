"""Treatment of files by path, encoding and size; masking of folders."""

import json
import time
from pathlib import Path

import pytest

from masker import MaskError, Treatment, mask, mask_file, mask_folder


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
    assert (result.treatment, result.content) == (Treatment.WHOLE, source.encode())


@pytest.mark.parametrize(
    ("path", "content", "outcome"),
    [
        ("a.py", b"", Treatment.EMPTY),
        ("a.html", b" \n", Treatment.EMPTY),
        ("logo.png", b"\x89PNG\r\n\x1a\n\0\0", Treatment.BINARY),
        ("a.py", b"def f(): return '\xff'\n", Treatment.BROKEN),
        ("a.py", b"x = '\0'\n", Treatment.BROKEN),
        ("a.py", b"# coding: nonsense\n", Treatment.BROKEN),
        ("a.js", b"function f() { return 1", Treatment.BROKEN),
        ("a.ts", b"const x: number = 1", Treatment.UNSUPPORTED),
        ("a.html", b"<p>\xe9</p>", Treatment.MASKED),
        ("README.md", b"# Read me", Treatment.WHOLE),
        ("data.csv", b"a,b\n1,2\n", Treatment.WHOLE),
        ("__pycache__/a.pyc", b"\0", Treatment.LEFT_OUT),
        ("node_modules/a/index.js", b"f()", Treatment.LEFT_OUT),
    ],
)
def test_every_file_has_a_treatment_with_a_reason(path: str, content: bytes, outcome: Treatment) -> None:
    result = mask_file(path, content)
    assert result.treatment is outcome
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
def test_huge_and_deeply_nested_files_are_masked_soon(path: str, content: bytes) -> None:
    begin = time.process_time()
    result = mask_file(path, content)
    assert isinstance(result.treatment, Treatment)
    assert result.reason
    assert time.process_time() - begin < 60


def test_of_large_data_the_shape_stays() -> None:
    rows = [{"name": "secret", "size": 42, "tags": ["secret"]}] * 3000
    result = mask_file("data.json", json.dumps(rows))
    assert json.loads(str(result.content)) == [{"name": "", "size": 0, "tags": [""]}]
    head = mask_file("data.csv", "name,size\n" + "a,1\n" * 30_000)
    assert str(head.content).splitlines() == ["name,size", "a,1", "a,1", "a,1", "a,1"]


def test_a_project_keeps_its_order_and_counts_its_outcomes() -> None:
    skeleton = mask({"b.py": "def f(): return 1", "a.py": "X = 1\n", "c.py": ""})
    assert [file.path for file in skeleton] == ["a.py", "b.py", "c.py"]
    assert skeleton.counts() == {Treatment.PLAIN: 1, Treatment.MASKED: 1, Treatment.EMPTY: 1}


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
    assert {file.path: file.treatment for file in report} == {
        "app/views.py": Treatment.MASKED,
        "link.py": Treatment.LEFT_OUT,
        "start.sh": Treatment.UNSUPPORTED,
    }
    assert "42" not in (tmp_path / "out/app/views.py").read_text()
    assert (tmp_path / "out/start.sh").stat().st_mode & 0o111
    assert not (tmp_path / "out/link.py").exists()


@pytest.mark.parametrize("wrong", ["missing", "file", "inside", "full"])
def test_a_folder_that_cannot_be_masked_is_refused_with_a_reason(tmp_path: Path, wrong: str) -> None:
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
        (out / "mine").write_text("content")
    with pytest.raises(MaskError, match=r"is not a folder|not empty|is inside"):
        mask_folder(project, out)
