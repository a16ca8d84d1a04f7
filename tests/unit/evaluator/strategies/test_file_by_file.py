"""Files one by one: order, cycles, what prompts show, and answers that do not hold what was asked for."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator.agents.answers.json_values import UnreadableAnswer
from evaluator.benchmarks.realbench.benchmark import RealBench
from evaluator.evaluators.components.file_notes import AnswerNote, read_notes
from evaluator.model.errors import EvaluatorError
from evaluator.model.generation import Artifacts, Generation, Solution, documents_of
from evaluator.model.result import Attempt
from evaluator.strategies import BuildTask, Stage, StageResult
from evaluator.strategies.file_by_file import DESIGNS, FILE_BY_FILE, ordered
from evaluator.strategies.prompts import Prompts
from evaluator.strategies.stage_work import produced_by
from missions.project_files import ArtifactKind
from missions.reference import Reference
from tests.support.designs import LEDGER, REFERENCE

Answer = Callable[[str, Stage], str]
ORDER = ["ledger/__init__.py", "ledger/errors.py", "ledger/accounts.py", "ledger/money.py", "ledger/report.py"]


def _canonical(path: str, stage: Stage) -> str:
    return _files(path)


def _files(*paths: str, **renamed: str) -> str:
    return json.dumps([{"path": renamed.get("to", path), "code": REFERENCE[path].decode()} for path in paths])


def _built(
    answer: Answer, strategy: str = "incremental", window: int | None = None, input_set: str = "package"
) -> tuple[Artifacts, list[Stage]]:
    """Return what a scripted model builds, and the stages."""
    documents = documents_of(LEDGER, DESIGNS[input_set], Reference(REFERENCE))
    led = FILE_BY_FILE[strategy]
    task = BuildTask(
        Attempt("ledger", "package", "incremental"),
        LEDGER,
        documents,
        None,
        Prompts(led.templates),
        True,
        context_window=window,
    )
    generator, stages = led.stages(task), []
    state: Artifacts = {}
    stage = next(generator, None)
    while stage is not None:
        stages.append(stage)
        path = stage.name.removesuffix(" again").removeprefix("file ")
        failure = ""
        try:
            solution = Solution(stage.read(answer(path, stage), stage.produces))
            state = {**state, **produced_by(stage, Generation(solution), state)}
        except UnreadableAnswer as error:
            failure = str(error)
        try:
            stage = generator.send(StageResult(state, failure))
        except StopIteration:
            stage = None
    return state, stages


def _notes(built: Artifacts) -> list[AnswerNote]:
    return list(read_notes(built[ArtifactKind.NOTES]))


@pytest.mark.parametrize("strategy", FILE_BY_FILE)
@pytest.mark.parametrize("input_set", DESIGNS)
def test_every_file_comes_after_those_that_it_imports(strategy: str, input_set: str) -> None:
    built, stages = _built(_canonical, strategy, input_set=input_set)

    assert [stage.name for stage in stages] == [f"file {path}" for path in ORDER]
    assert built[ArtifactKind.CODE] == REFERENCE
    assert set(_notes(built)) == {AnswerNote(path, tuple(ORDER)) for path in ORDER}


def test_retrieval_shows_related_files_only() -> None:
    shown = {strategy: _built(_canonical, strategy)[1][3].prompt for strategy in FILE_BY_FILE}  # of money.py

    assert ["class Account" in shown[strategy] for strategy in ("incremental", "retrieval")] == [True, False]
    assert "from ledger.errors import" in _built(_canonical, "retrieval")[1][4].prompt  # of report.py


@pytest.mark.parametrize("strategy", FILE_BY_FILE)
def test_shown_files_are_cut_from_the_front_to_the_context_window(strategy: str) -> None:
    window = 1000
    built, stages = _built(_canonical, strategy, window)

    assert max(len(stage.prompt) for stage in stages) <= window * 3 * 75 // 100
    assert ORDER[4] in [note.path for note in _notes(built) if note.cut]
    assert built[ArtifactKind.CODE] == REFERENCE


def test_a_file_that_comes_early_is_taken_and_not_asked_for() -> None:
    def early(path: str, _: Stage) -> str:
        return _files(path, "ledger/report.py") if path.endswith("errors.py") else _files(path)

    built, stages = _built(early)

    assert [stage.name for stage in stages] == [f"file {path}" for path in ORDER[:4]]
    assert [note.early for note in _notes(built) if note.early] == [("ledger/report.py",)]
    assert built[ArtifactKind.CODE] == REFERENCE


def test_another_file_than_the_one_asked_for_is_taken_and_the_missing_one_asked_again() -> None:
    def swapped(path: str, stage: Stage) -> str:
        return _files("ledger/money.py" if path.endswith("errors.py") and "again" not in stage.name else path)

    built, stages = _built(swapped)

    assert [stage.name for stage in stages][-1] == "file ledger/errors.py again"
    assert "did not hold this file" in stages[-1].prompt
    assert built[ArtifactKind.CODE] == REFERENCE


def test_a_repeated_file_stays_as_it_was() -> None:
    def repeating(path: str, stage: Stage) -> str:
        changed = [{"path": "ledger/errors.py", "code": "broken ="}] if path.endswith("money.py") else []
        return json.dumps([*json.loads(_files(path)), *changed])

    built, _ = _built(repeating)

    assert built[ArtifactKind.CODE] == REFERENCE
    assert [note.repeated for note in _notes(built) if note.repeated] == [("ledger/errors.py",)]


def test_a_file_of_another_name_is_taken_as_the_one_asked_for() -> None:
    built, _ = _built(lambda path, _: _files(path, to=f"src/{path}"))

    assert built[ArtifactKind.CODE] == REFERENCE
    assert [note.renamed for note in _notes(built)] == [f"src/{path}" for path in ORDER]


def test_unknown_files_beside_the_one_asked_for_are_not_taken() -> None:
    built, _ = _built(lambda path, _: json.dumps([*json.loads(_files(path)), {"path": "notes.txt", "code": "Done."}]))

    assert built[ArtifactKind.CODE] == REFERENCE
    assert {note.unknown for note in _notes(built)} == {("notes.txt",)}


def test_an_answer_without_files_is_asked_for_once_more_and_no_further_attempt_is_made() -> None:
    built, stages = _built(lambda path, _: "I cannot." if path.endswith("money.py") else _files(path))

    assert [stage.name for stage in stages if "money" in stage.name] == [
        "file ledger/money.py",
        "file ledger/money.py again",
    ]
    assert built[ArtifactKind.CODE].keys() == REFERENCE.keys() - {"ledger/money.py"}


def test_an_input_set_without_a_file_graph_is_refused() -> None:
    led = FILE_BY_FILE["incremental"]
    task = BuildTask(Attempt("ledger", "package", "incremental"), LEDGER, {}, None, Prompts(led.templates), True)

    with pytest.raises(EvaluatorError, match="--input package"):
        next(led.stages(task))


def test_cycles_are_broken_at_the_file_given_first() -> None:
    plan = ordered({"a.py": ("b.py",), "b.py": ("c.py",), "c.py": ("a.py",), "d.py": ("c.py",)})

    assert plan.broken == (("a.py", "b.py"),)
    assert plan.order == ("a.py", "c.py", "b.py", "d.py")


GRAPHS = st.dictionaries(st.sampled_from("abcdefgh"), st.lists(st.sampled_from("abcdefghxy"), max_size=5).map(tuple))


@given(GRAPHS)
def test_an_order_has_every_file_once_after_all_imports_that_are_not_broken(graph: dict[str, tuple[str, ...]]) -> None:
    plan = ordered(graph)
    position = {path: number for number, path in enumerate(plan.order)}
    kept = {(user, used) for user, found in graph.items() for used in found if used in graph and used != user}

    assert sorted(plan.order) == sorted(graph)
    assert all(position[used] < position[user] for user, used in kept - set(plan.broken))
    assert set(plan.broken) <= kept


def test_the_benchmark_offers_the_three_strategies() -> None:
    assert list(RealBench.strategies) == ["direct", "incremental", "retrieval"]
