"""Every format of a report: complete, described by a schema, and harmless whatever a project printed."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from evaluator.model.evaluation import Case, Evaluation, Outcome
from evaluator.model.result import Attempt, AttemptResult, GenerationRecord
from evaluator.reports.comparison import Comparison, comparison_of
from evaluator.reports.formats import ReportFormat, render_comparison, render_run
from evaluator.reports.schemas import NAMES, json_schema
from evaluator.runs.results.results import Results
from tests.support.synthetic_runs import evaluated, failed, in_memory, passed, run_of

HOSTILE = "<script>alert(1)</script> | =1+1 \x1b[2J \u202egnp.exe \ud800 \\input{x} $a_b$ & ]]> \x00 " + "x" * 1_000_000
OUTCOMES = (Outcome.FAILED, Outcome.PASSED)
TEXTS = [each for each in ReportFormat if each is not ReportFormat.PARQUET]


@pytest.fixture
def results(tmp_path: Path) -> Results:
    run = run_of(tmp_path / "run", ["bakery", "library"], agent="model:hostile", samples=2)
    return in_memory(run, evaluated(passed("greets"), failed(HOSTILE[:60], HOSTILE), log=HOSTILE))


@pytest.fixture
def comparison(results: Results, tmp_path: Path) -> Comparison:
    other = in_memory(run_of(tmp_path / "other", ["bakery", "library"]), evaluated(failed("greets", HOSTILE)))
    return comparison_of([results, other])


@pytest.mark.parametrize("wanted", TEXTS)
def test_no_format_hands_on_control_characters(results: Results, comparison: Comparison, wanted: ReportFormat) -> None:
    for content in (render_run(results, 1.0, wanted), render_comparison(comparison, wanted)):
        text = content.decode()
        assert not set(text) & set("\x00\x1b\u202e")
        assert max(map(len, text.splitlines())) < 250_000 or wanted is ReportFormat.JSON


def test_html_and_markdown_show_markup_as_text(results: Results) -> None:
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in render_run(results, 1.0, ReportFormat.HTML).decode()
    assert r"\<script\>alert\(1\)\</script\> \| =1\+1" in render_run(results, 1.0, ReportFormat.MARKDOWN).decode()


def test_latex_is_a_table_of_averages(results: Results) -> None:
    lines = render_run(results, 1.0, ReportFormat.LATEX).decode().splitlines()
    assert lines[1] == r"\begin{tabular}{lllrrllll}"
    assert lines[3].endswith(r"Macro average & pass@1 & pass@2 \\")
    row = r"model:hostile & level-1 & direct & 2 & 12/20 " + r"& \textbf{60.0} " * 4 + r"\\"
    assert row in lines, "two missions have no interval"


def test_latex_marks_the_best_row_and_those_significantly_behind(tmp_path: Path) -> None:
    missions = [f"mission-{number}" for number in range(8)]
    good = in_memory(run_of(tmp_path / "good", missions, agent="model:good_one"), evaluated(passed("a"), passed("b")))
    weak = in_memory(run_of(tmp_path / "weak", missions, agent="model:weak"), evaluated(passed("a"), failed("b", "no")))
    text = render_comparison(comparison_of([good, weak]), ReportFormat.LATEX).decode()
    assert r"model:good\_one & level-1 & direct & 8 & " in text
    assert text.count(r"$^\dagger$ &") == 1
    assert text.index(r"\textbf{") < text.index("model:weak") < text.index(r"$^\dagger$ &")


def test_latex_marks_every_value_that_is_shown_like_the_best(tmp_path: Path) -> None:
    missions = ["one", "two"]
    names = [f"c{number}" for number in range(1000)]
    one, other = (
        in_memory(
            run_of(tmp_path / name, missions, agent=f"model:{name}"),
            evaluated(*(passed(name) for name in names[:count]), *(failed(name, "no") for name in names[count:])),
        )
        for name, count in (("one", 500), ("other", 499))
    )
    lines = render_comparison(comparison_of([one, other]), ReportFormat.LATEX).decode().splitlines()
    assert [line.count(r"\textbf{50.0}") for line in lines if line.startswith("model:")] == [3, 3, 3, 3]


def test_pass_at_every_k_has_its_interval(tmp_path: Path) -> None:
    record = GenerationRecord(True)
    outcomes = [(2, 0), (1, 1), (0, 2), (2, 1), (1, 0), (2, 2)]  # passed samples of two cases in each of six missions
    run = run_of(tmp_path / "run", [f"mission-{number}" for number in range(6)], samples=2)
    attempts = [
        AttemptResult(
            Attempt(f"mission-{number}", "level-1", "direct", sample),
            record,
            {
                "s": Evaluation(
                    "s", tuple(Case(f"c{at}", (), OUTCOMES[sample <= count]) for at, count in enumerate(counts))
                )
            },
        )
        for number, counts in enumerate(outcomes)
        for sample in (1, 2)
    ]
    results = replace(in_memory(run, {}), attempts=tuple(attempts))
    rows = list(csv.DictReader(io.StringIO(render_comparison(comparison_of([results]), ReportFormat.CSV).decode())))
    assert float(rows[0]["pass_at_1"]) == pytest.approx(14 / 24)
    assert float(rows[0]["pass_at_2"]) == pytest.approx(9 / 12)
    for k in "12":
        value, low, high = (float(rows[0][f"pass_at_{k}{limit}"]) for limit in ("", "_low", "_high"))
        assert 0 <= low < value < high <= 1
    assert "pass_at_5" not in rows[0]
    table = render_run(results, 1.0, ReportFormat.LATEX).decode()
    assert (table.count(r"\textbf{58.3} ["), table.count(r"\textbf{75.0} [")) == (3, 1), table


def test_csv_tables_of_two_runs_can_be_concatenated(results: Results, tmp_path: Path) -> None:
    other = in_memory(run_of(tmp_path / "other", ["bakery"], agent="nop"), evaluated(passed("greets")))
    tables = [render_run(each, 1.0, ReportFormat.CSV).decode() for each in (results, other)]
    heads = {table.partition("\n")[0] for table in tables}
    assert len(heads) == 1
    rows = list(csv.DictReader(io.StringIO(tables[0] + tables[1].partition("\n")[2])))
    assert {(row["run"], row["agent"]) for row in rows} == {("run", "model:hostile"), ("other", "nop")}
    assert len(rows) == 8 * 5 + 2 * 4
    assert {row["evaluator"] for row in rows} == {"simulated-use", "pytest-suite"}


def test_parquet_has_the_rows_of_the_csv(results: Results) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra parquet is not installed")
    table = parquet.read_table(io.BytesIO(render_run(results, 1.0, ReportFormat.PARQUET)))
    rows = list(csv.DictReader(io.StringIO(render_run(results, 1.0, ReportFormat.CSV).decode())))
    assert table.column_names == list(rows[0])
    assert table.column("case").to_pylist() == [row["case"].removeprefix("'") for row in rows]
    assert table.column("seconds").to_pylist()[1] == 0.5


def test_junit_names_are_unique_and_say_agent_input_strategy_and_sample(results: Results) -> None:
    root = ElementTree.fromstring(render_run(results, 1.0, ReportFormat.JUNIT))
    names = [(case.get("classname"), case.get("name")) for case in root.iter("testcase")]
    assert len(names) == len(set(names)) == 8 * 5
    assert ("model:hostile.bakery.level-1.cascade.sample-2.simulated-use", "greets") in names
    suite = root.find("testsuite")
    assert suite is not None
    properties = {each.get("name"): each.get("value") for each in suite.findall("properties/property")}
    assert properties["level"] == "1"
    assert properties["mode"] == "direct"
    assert properties["measure:pytest-suite.coverage"] == "71.25"


def test_junit_of_a_comparison_fails_where_the_later_run_is_worse(comparison: Comparison) -> None:
    root = ElementTree.fromstring(render_comparison(comparison, ReportFormat.JUNIT))
    worse = [case.get("name") for case in root.iter("testcase") if case.find("failure") is not None]
    assert worse == ["greets"] * 4


@pytest.mark.parametrize("samples", [1, 2])
def test_json_is_as_its_schema_says(results: Results, comparison: Comparison, tmp_path: Path, samples: int) -> None:
    jsonschema = pytest.importorskip("jsonschema", reason="dev packages are not installed")
    run = run_of(tmp_path / "run", ["bakery"], samples=samples)
    rendered = {
        "results-1": render_run(in_memory(run, evaluated(passed("greets"))), 1.0, ReportFormat.JSON),
        "comparison-1": render_comparison(comparison, ReportFormat.JSON),
    }
    assert set(rendered) == set(NAMES)
    for name, content in rendered.items():
        schema = json_schema(name)
        jsonschema.Draft202012Validator.check_schema(schema)
        jsonschema.validate(json.loads(content), schema)
        assert json.loads(content)["schema"] == schema["$id"]
        assert set(json.loads(content)) == set(schema["properties"]), "describe new keys in the schema"


def test_figures_of_a_mixture_are_undefined(results: Results) -> None:
    found = json.loads(render_run(results, 1.0, ReportFormat.JSON))
    assert set(found["pass_at"].values()) == {None}
    assert [(each["mode"], each["pass_at"]["1"], each["pass_at"]["2"]) for each in found["groups"]] == [
        ("direct", 0.6, 0.6),
        ("cascade", 0.6, 0.6),
    ]
