"""Library missions: complete, consistent with their references, free of risky calls."""

import ast
import json
import tomllib
from pathlib import Path

import pytest

from evaluator.diagrams.agreement import diagram_differences
from evaluator.diagrams.model import file_dag
from evaluator.diagrams.reading import read_project

ROOT = Path(__file__).parents[3]
LIBRARIES = ROOT / "missions" / "libraries"
MISSIONS = sorted(
    path.parent.name
    for path in LIBRARIES.glob("*/mission.toml")
    if tomllib.loads(path.read_text(encoding="utf-8")).get("stack") == "library"
)
DOCUMENTS = ("prompt.md", "checklist.toml", "specification.md", "prd.md", "architecture.md", "requirements.lock")
RISKY = {"eval", "exec", "system", "loads", "load", "Unpickler", "Popen", "run"}


def _config(mission: str) -> dict[str, dict[str, object]]:
    return tomllib.loads((LIBRARIES / mission / "mission.toml").read_text(encoding="utf-8"))


def _project(mission: str) -> Path:
    return ROOT / "canonical" / mission / "project"


def _test_functions(folder: Path) -> list[ast.FunctionDef]:
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("test_*.py"))]
    functions = [node for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)]
    return [node for node in functions if node.name.startswith("test_")]


def test_there_are_six_of_three_difficulties() -> None:
    assert (
        sorted(str(_config(mission)["difficulty"]) for mission in MISSIONS)
        == ["easy"] * 2 + ["hard"] * 2 + ["medium"] * 2
    )


@pytest.mark.parametrize("mission", MISSIONS)
def test_every_document_is_there(mission: str) -> None:
    assert [name for name in DOCUMENTS if not (LIBRARIES / mission / name).is_file()] == []
    assert (LIBRARIES / mission / "uml" / "sequence.mmd").read_text(encoding="utf-8").startswith("sequenceDiagram\n")
    assert 400 <= len((LIBRARIES / mission / "prompt.md").read_text(encoding="utf-8")) <= 3_000
    assert 15_000 <= (LIBRARIES / mission / "specification.md").stat().st_size <= 41_000


@pytest.mark.parametrize("mission", MISSIONS)
def test_the_diagrams_agree_with_the_reference(mission: str) -> None:
    assert diagram_differences(read_project(_project(mission)), LIBRARIES / mission) == ()


@pytest.mark.parametrize("mission", MISSIONS)
def test_every_source_file_with_code_is_tested_by_one_unit_test_file(mission: str) -> None:
    components = _config(mission)["components"]
    tested = [source for sources in components.values() if isinstance(sources, list) for source in sources]
    assert sorted(components) == sorted(
        path.relative_to(LIBRARIES / mission).as_posix()
        for path in (LIBRARIES / mission / "tests/unit").glob("test_*.py")
    )
    assert len(set(tested)) == len(tested)
    assert {path for path in file_dag(read_project(_project(mission))) if not path.endswith("__init__.py")} >= set(
        tested
    )


@pytest.mark.parametrize("mission", MISSIONS)
@pytest.mark.parametrize(
    ("suite", "least"), [("unit", 8), ("acceptance", 8), ("robustness", 10), ("performance", 2), ("resource", 2)]
)
def test_every_suite_has_enough_cases(mission: str, suite: str, least: int) -> None:
    folder = LIBRARIES / mission / "tests" / suite
    assert len(_test_functions(folder)) >= least


@pytest.mark.parametrize("mission", MISSIONS)
def test_the_checklist_names_every_public_class_and_function(mission: str) -> None:
    model = read_project(_project(mission))
    checklist = tomllib.loads((LIBRARIES / mission / "checklist.toml").read_text(encoding="utf-8"))
    listed = {(page["name"], function["name"]) for page in checklist["page"] for function in page["function"]}
    classes = {(each.module, each.name) for each in model.classes()}
    assert listed == classes | {(each.module, each.name) for each in model.functions()}


@pytest.mark.parametrize("mission", MISSIONS)
def test_everything_public_in_the_reference_is_described(mission: str) -> None:
    model = read_project(_project(mission))
    described = [(each.name, each.description) for each in model.modules]
    described += [(each.name, each.description) for each in model.classes()]
    described += [(each.name, each.description) for each in model.functions()]
    assert [name for name, description in described if not description] == []


@pytest.mark.parametrize("mission", MISSIONS)
def test_the_reference_makes_no_risky_call(mission: str) -> None:
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in _project(mission).rglob("*.py")]
    calls = [ast.unparse(node.func) for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    assert [call for call in calls if call.split(".")[-1] in RISKY and call != "json.loads"] == []


@pytest.mark.parametrize("mission", MISSIONS)
def test_the_specification_names_everything_that_the_suites_import(mission: str) -> None:
    package = str(_config(mission)["package"])
    text = (LIBRARIES / mission / "specification.md").read_text(encoding="utf-8")
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in (LIBRARIES / mission / "tests").rglob("test_*.py")]
    imports = [node for tree in trees for node in tree.body if isinstance(node, ast.ImportFrom)]
    names = {alias.name for node in imports if (node.module or "").startswith(package) for alias in node.names}
    assert sorted(name for name in names if name not in text) == []


@pytest.mark.parametrize("mission", MISSIONS)
def test_files_stand_behind_those_that_they_import(mission: str) -> None:
    dag = json.loads((LIBRARIES / mission / "file_dag.json").read_text(encoding="utf-8"))
    order = {path: number for number, path in enumerate(dag)}
    assert [(path, name) for path in dag for name in dag[path] if order[name] >= order[path]] == []
