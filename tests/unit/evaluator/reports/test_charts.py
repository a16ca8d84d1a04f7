"""Charts of a run: the right numbers, drawn as files with the CSV behind each."""

from __future__ import annotations

import csv
from pathlib import Path
from xml.etree import ElementTree

import pytest

from evaluator.benchmarks.realbench.benchmark import RealBench
from evaluator.model.errors import UsageError
from evaluator.model.evaluation import Evaluation
from evaluator.model.result import AttemptResult
from evaluator.reports.charts import better_from, charts_of, write_charts
from evaluator.reports.drawing import Chart
from evaluator.runs.folder.request import Lock, RunRequest
from evaluator.runs.folder.run import Run
from evaluator.runs.results.results import Results
from tests.support.synthetic_runs import evaluated, failed, in_memory, passed, run_of

HOSTILE = "<script>alert(1)</script> $\\frac{1}{0}$ \x1b[2J \u202e"


@pytest.fixture
def results(tmp_path: Path) -> Results:
    run = run_of(tmp_path / "run", ["bakery", "library", "museum", "clinic", HOSTILE], agent="model:x")
    return in_memory(run, evaluated(passed("greets"), failed("asks", "no")))


def _chart(results: Results, name: str) -> Chart:
    return next(chart for chart in charts_of(results) if chart.name == name)


def test_each_chart_has_the_numbers_of_the_run(results: Results) -> None:
    rates = _chart(results, "pass-rate").table.rows
    assert [(row[0], row[1]) for row in rates] == [
        ("model:x, level-1, direct", 0.6),
        ("model:x, level-1, cascade", 0.6),
    ]
    limits = [float(limit) for row in rates for limit in row[2:] if limit is not None]
    assert [limit < 0.6 for limit in limits] == [True, False] * 2
    assert _chart(results, "cascade-direct").table.rows[1] == ("bakery, level-1", 0.6, 0.6)
    assert _chart(results, "failure-kinds").table.rows == (("expectation", 20),)
    assert [row[1:] for row in _chart(results, "cost-score").table.rows] == [(0.01, 0.6)] * 10


def test_strategies_are_compared_by_the_size_of_the_mission(tmp_path: Path) -> None:
    missions = {"small": (300, 2, 1), "middle": (900, 1, 1), "large": (2500, 0, 2)}
    pairs = (("package", "direct"), ("package", "incremental"))
    lock = Lock("0", "realbench", "model:x", "none", combinations=pairs, missions=dict.fromkeys(missions, "digest"))
    run = Run(tmp_path / "run", RunRequest(agent="model:x", strategy=("direct", "incremental")), lock)
    attempts = []
    for attempt in run.attempts():
        lines, direct, incremental = missions[attempt.mission]
        number = direct if attempt.strategy == "direct" else incremental
        cases = tuple(passed(name) if number > at else failed(name, "no") for at, name in enumerate("ab"))
        evaluation = Evaluation("completion", cases, labels={"lines": str(lines)})
        attempts.append(AttemptResult(attempt, None, {"completion": evaluation}))

    chart = _chart(Results(run, RealBench(), tuple(attempts)), "incremental-direct-size")

    assert chart.table.rows == (
        ("small (300 lines), package", 1.0, 0.5),
        ("middle (900 lines), package", 0.5, 0.5),
        ("large (2500 lines), package", 0.0, 1.0),
    )
    assert chart.title == "Incremental against direct by size: better from 900 lines"


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ([], "better from no size"),
        ([(10, -0.5), (20, -0.1)], "better from no size"),
        ([(10, 0.5), (20, 0.1)], "better at every size"),
        ([(10, -0.5), (20, 0.0), (20, 0.2), (30, 0.4)], "better from 20 lines"),
    ],
)
def test_the_size_from_which_a_strategy_is_better(points: list[tuple[int, float]], words: str) -> None:
    assert better_from(points) == words


def test_charts_are_written_as_files_with_their_numbers(results: Results, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the extra charts is not installed")
    written = write_charts(charts_of(results), tmp_path / "charts")
    names = {path.stem for path in written}
    assert names == {"pass-rate", "cascade-direct", "failure-kinds", "cost-score"}
    assert {path.suffix for path in written} == {".svg", ".pdf", ".png", ".csv"}
    assert (tmp_path / "charts/pass-rate.pdf").read_bytes().startswith(b"%PDF")
    assert (tmp_path / "charts/pass-rate.png").read_bytes().startswith(b"\x89PNG")
    rows = list(csv.DictReader((tmp_path / "charts/failure-kinds.csv").read_text().splitlines()))
    assert rows == [{"failure kind": "expectation", "cases": "20"}]


def test_a_chart_is_the_same_file_every_time_and_holds_no_script(results: Results, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the extra charts is not installed")
    write_charts(charts_of(results), tmp_path / "one")
    write_charts(charts_of(results), tmp_path / "other")
    picture = (tmp_path / "one/cascade-direct.svg").read_bytes()
    assert picture == (tmp_path / "other/cascade-direct.svg").read_bytes()
    tags = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(picture).iter()}
    assert "script" not in tags
    assert "path" in tags


def test_without_matplotlib_the_message_says_what_to_install(
    results: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(UsageError, match=r"projecteval\[charts\]"):
        write_charts(charts_of(results), tmp_path / "charts")
