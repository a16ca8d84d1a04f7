"""Every defect of a recorded run is the agent's failure, for the affected mission."""

from __future__ import annotations

import copy
import json
import random
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from evaluator.agents import Assignment
from evaluator.benchmarks.projecteval_2025.replay import ReplayAgent
from evaluator.model.generation import ArtifactKind, Solution
from evaluator.model.result import Attempt, GenerationRecord
from evaluator.runs.folder.paths import AttemptPaths
from evaluator.runs.folder.records import read_generation, read_solution, write_generation
from missions.catalog import Catalog, open_catalog
from tests.support.recorded_runs import Recording, a_recording, write_data, write_product, write_recording

JSON: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["../x", "/etc/x", "a\\b", "."]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
PRODUCTS = sorted(a_recording())


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    return open_catalog(write_data(tmp_path_factory.mktemp("data")))


def _records(catalog: Catalog, folder: Path) -> dict[str, GenerationRecord]:
    """Return the stored generation of every mission."""
    agent = ReplayAgent(str(folder))
    ((name, _),) = agent.recordings("level-1").items()
    records = {}
    for number in catalog.ids():
        paths = AttemptPaths(folder / "attempts" / number)
        paths.transcript.mkdir(parents=True, exist_ok=True)
        attempt = Attempt(number, "level-1", "direct", recorded=name)
        assignment = Assignment(attempt, catalog.mission(number), {}, frozenset(), None, paths.transcript)
        write_generation(paths, agent.build(assignment))
        record = read_generation(paths)
        assert record is not None
        assert record.built or record.failure
        read_solution(paths, record)
        records[number] = record
    return records


def _solution(folder: Path, number: str) -> Solution:
    """Return the stored solution of a mission."""
    paths = AttemptPaths(folder / "attempts" / number)
    record = read_generation(paths)
    assert record is not None
    return read_solution(paths, record)


def test_public_solutions_have_to_do_with_their_environment(catalog: Catalog) -> None:
    assert not catalog.mission("1").extra_packages


def test_what_is_whole_is_built(catalog: Catalog, tmp_path: Path) -> None:
    write_recording(tmp_path, a_recording())
    records = _records(catalog, tmp_path)
    assert [(record.built, record.steps) for record in records.values()] == [(True, ())] * 3
    assert _solution(tmp_path, "1").checklist is not None
    assert ArtifactKind.SKELETON in records["1"].artifacts


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Yield every place in a JSON value as a path of keys."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path] * bool(path) + [place for key, each in items for place in _places(each, (*path, key))]


def _damaged(answers: Any, place: tuple[Any, ...], how: str, by: Any) -> Any:
    answers = copy.deepcopy(answers)
    inner = answers
    for key in place[:-1]:
        inner = inner[key]
    last = place[-1]
    if how == "removed":
        del inner[last]
    elif how == "doubled" and isinstance(inner, list):
        inner.insert(last, inner[last])
    else:
        inner[last] = [inner[last]] if how == "nested" else json.dumps(inner[last]) if how == "a text" else by
    return answers


@settings(
    max_examples=150, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.sampled_from(PRODUCTS),
    st.integers(0, 10_000),
    st.sampled_from(["removed", "doubled", "nested", "a text", "by"]),
    JSON,
)
@example("", 0, "by", "\ud800")
@example("parameter", 0, "by", [[[[{}]]]])
def test_damage_anywhere_concerns_its_own_mission_only(
    catalog: Catalog, product: str, number: int, how: str, by: Any
) -> None:
    whole = a_recording()
    mine = [place for place in _places(whole[product]) if place[0] == "1"]
    recording: Recording = whole | {product: _damaged(whole[product], mine[number % len(mine)], how, by)}
    with tempfile.TemporaryDirectory() as folder:
        write_recording(Path(folder), recording)
        records = _records(catalog, Path(folder))
    assert records["2"].built
    assert records["3"].built


@pytest.mark.parametrize("product", PRODUCTS)
@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"null",
        b"[1, 2]",
        b'"text"',
        b"{",
        b"\xff\xfe{",
        b"\x80\x81",
        b"{" * 5000,
        b"[" * 100_000,
        b'{"1": ' + b"[" * 150 + b"]" * 150 + b"}",
        b'{"1": "\\ud800"}',
        b'{"1": 1e999, "2": NaN}',
    ],
    ids=lambda content: repr(content[:12]),
)
def test_a_file_that_cannot_be_used_is_named_in_the_reason(
    catalog: Catalog, tmp_path: Path, product: str, content: bytes
) -> None:
    write_recording(tmp_path, a_recording())
    write_product(tmp_path, product, content)
    records = _records(catalog, tmp_path)
    if product == "":
        assert not any(record.built for record in records.values())


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_byte_order_marks_are_understood(catalog: Catalog, tmp_path: Path, encoding: str) -> None:
    for product, answers in a_recording().items():
        write_product(tmp_path, product, json.dumps(answers).encode(encoding))
    assert all(record.built for record in _records(catalog, tmp_path).values())


def test_missing_files_are_named_and_code_and_parameters_are_required(catalog: Catalog, tmp_path: Path) -> None:
    recording = a_recording()
    write_recording(tmp_path, {"": recording[""], "parameter": recording["parameter"]})
    record = _records(catalog, tmp_path)["3"]
    assert record.built
    assert {step.name: step.failure for step in record.steps} == {
        "start": "m_20250101-000000_level_1_startfile.json is missing"
    }
    (tmp_path / "m_20250101-000000_level_1_parameter.json").unlink()
    lacking = _records(catalog, tmp_path)["3"]
    assert (lacking.built, lacking.failure) == (False, "m_20250101-000000_level_1_parameter.json is missing")
    write_recording(tmp_path / "other", {"parameter": a_recording()["parameter"]})
    lacking = _records(catalog, tmp_path / "other")["1"]
    assert (lacking.built, lacking.failure) == (False, "m_20250101-000000_level_1.json is missing")


def test_projects_that_the_data_does_not_have_are_left_alone(catalog: Catalog, tmp_path: Path) -> None:
    recording = a_recording()
    for answers in recording.values():
        answers |= {"99": "?", "01": None, "": []}
    write_recording(tmp_path, recording)
    assert all(record.built for record in _records(catalog, tmp_path).values())


@pytest.mark.parametrize(
    ("named", "program"),
    [
        ("main.py", ("python", "main.py")),
        ("main.py; reboot", ("python", "main.py; reboot")),
        ("python main.py", ("python", "python main.py")),
        ("$(reboot)", ("python", "$(reboot)")),
        ("src\\main.py", ("python", "src/main.py")),
        (None, ("python", "main.py")),
        (["main.py"], ("python", "main.py")),
        ({"3": "main.py"}, ("python", "main.py")),
    ],
)
def test_a_start_file_is_a_file_name_and_nothing_more(
    catalog: Catalog, tmp_path: Path, named: object, program: tuple[str, ...]
) -> None:
    write_recording(tmp_path, a_recording() | {"startfile": {"3": named}})
    _records(catalog, tmp_path)
    start = _solution(tmp_path, "3").start
    assert start is not None
    assert start.program == program


@pytest.mark.parametrize(
    ("named", "started", "problems"),
    [("../../evil.py", "..evil.py", 0), ("/etc/passwd", "etc/passwd", 0), ("C:\\evil.py", "main.py", 1)],
)
def test_a_start_file_never_leads_out_of_the_project(
    catalog: Catalog, tmp_path: Path, named: str, started: str, problems: int
) -> None:
    write_recording(tmp_path, a_recording() | {"startfile": {"3": named}})
    record = _records(catalog, tmp_path)["3"]
    start = _solution(tmp_path, "3").start
    assert start is not None
    assert start.program == ("python", started)
    assert len(record.steps) == problems


def test_an_answer_that_cannot_be_written_is_judged_as_far_as_it_could(catalog: Catalog, tmp_path: Path) -> None:
    recording = a_recording()
    recording[""]["3"] = ["no file"]
    write_recording(tmp_path, recording)
    record = _records(catalog, tmp_path)["3"]
    assert record.built
    assert [step.name for step in record.steps] == ["code"]


def test_packages_that_are_left_out_of_the_environment_are_named(catalog: Catalog, tmp_path: Path) -> None:
    recording = a_recording()
    recording[""]["3"][0]["code"] = "import torchvision\nif True:\n    from transformers import pipeline\n"
    write_recording(tmp_path, recording)
    (step,) = _records(catalog, tmp_path)["3"].steps
    assert step.name == "packages"
    assert step.failure.startswith("imports transformers, ")


def test_a_website_without_manage_py_at_its_root_says_where_it_is(catalog: Catalog, tmp_path: Path) -> None:
    recording = a_recording()
    recording[""]["1"] = [*recording[""]["1"], {"file": "README.md", "path": "README.md", "code": ""}]
    write_recording(tmp_path, recording)
    record = _records(catalog, tmp_path)["1"]
    assert not record.built
    assert record.failure == "no manage.py at the top of the project (there is site/manage.py)"


def test_noise_in_the_bytes_is_no_crash(catalog: Catalog, tmp_path: Path) -> None:
    chance = random.Random(7)
    for number in range(30):
        folder = tmp_path / str(number)
        write_recording(folder, a_recording())
        for path in folder.glob("*.json"):
            content = bytearray(path.read_bytes())
            for _ in range(chance.randrange(4)):
                content[chance.randrange(len(content))] = chance.randrange(256)
            path.write_bytes(bytes(content))
        _records(catalog, folder)
