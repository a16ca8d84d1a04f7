"""Real code: canonical solutions, this project's own files, and the public canonical answers."""

import ast
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from masker import Treatment, mask, mask_file

ROOT = Path(__file__).parents[3]
PUBLIC = Path(os.environ.get("PROJECTEVAL_PUBLIC", ROOT.parent / "shared" / "projecteval")) / "data"
PACKAGES = ("evaluator", "masker", "missions", "simulators")


def _canonical() -> list[Path]:
    folders = (*ROOT.glob("canonical/*/project"), *ROOT.glob("canonical/*/alternatives/*/project"))
    return sorted(path for path in folders if path.is_dir())


def _files(folder: Path) -> dict[str, bytes]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def _bodies(source: bytes | str) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    functions = ast.FunctionDef | ast.AsyncFunctionDef
    yield from (node for node in ast.walk(ast.parse(source)) if isinstance(node, functions))


@pytest.mark.parametrize("project", _canonical(), ids=lambda path: path.parent.name)
def test_a_canonical_solution_is_masked_in_every_body(project: Path) -> None:
    files = _files(project)
    assert files
    for file in mask(files):
        assert file.treatment not in {Treatment.BROKEN, Treatment.TOO_LARGE}, file
        if file.path.endswith(".py") and not file.is_whole:
            for node in _bodies(file.content):
                assert ast.unparse(node.body[-1]) in ("pass", "..."), f"{file.path}: {node.name}"
                assert len(node.body) == 1 + bool(ast.get_docstring(node)), f"{file.path}: {node.name}"


@pytest.mark.parametrize("project", _canonical(), ids=lambda path: path.parent.name)
def test_a_masked_canonical_solution_is_its_own_mask(project: Path) -> None:
    once = mask(_files(project)).contents()
    assert mask(once).contents() == once


@pytest.mark.parametrize("package", PACKAGES)
def test_this_project_can_be_masked(package: str) -> None:
    files = _files(ROOT / package)
    assert files
    for path, content in files.items():
        result = mask_file(path, content)
        assert mask_file(path, result.content).content == result.content
        if path.endswith(".py"):
            compile(result.content, path, "exec")


@pytest.mark.skipif(not PUBLIC.is_dir(), reason="the public data is absent: set PROJECTEVAL_PUBLIC to its folder")
def test_what_stayed_whole_in_the_public_skeletons_stays_whole() -> None:
    answers = json.loads((PUBLIC / "project_eval_answer.json").read_text(encoding="utf-8"))
    compared = 0
    for mission in json.loads((PUBLIC / "project_eval_project.json").read_text(encoding="utf-8")):
        answer = {file["path"]: file["code"] for file in answers[mission["project_id"]]}
        contents = mask(answer).contents()
        for file in mission["skeleton"]:
            if file["code"].split() == answer.get(file["path"], "-").split():
                assert contents[file["path"]] == answer[file["path"]]
                compared += 1
    assert compared
