"""Reports warn when an evaluation was made without a protection of the evaluator."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from evaluator.model.evaluation import MissingProtection
from evaluator.reports.comparison import comparison_of
from evaluator.reports.comparison_views import print_comparison
from evaluator.reports.formats import ReportFormat, render_comparison, render_run
from evaluator.reports.html import write_report
from evaluator.reports.terminal import print_results
from evaluator.runs.results.results import Results
from tests.support.synthetic_runs import evaluated, on_disk, passed, run_of

WARNING = "WARNING: 1 attempt evaluated on a machine where Chromium runs with --no-sandbox"
FORMATS = (ReportFormat.JSON, ReportFormat.HTML, ReportFormat.MARKDOWN)


def _results(folder: Path, missing: tuple[MissingProtection, ...]) -> Results:
    """Return a stored run of two attempts, the first evaluated without `missing`."""
    run = run_of(folder, ["bakery"])
    first, second = run.attempts()
    found = evaluated(passed("greets"))
    weak = found | {"simulated-use": replace(found["simulated-use"], missing_protections=missing)}
    return on_disk(run, {first: weak, second: found})


@pytest.mark.parametrize("missing", [(), (MissingProtection.BROWSER_SANDBOX,)], ids=["sandbox", "no sandbox"])
def test_every_report_shows_a_browser_without_sandbox(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], missing: tuple[MissingProtection, ...]
) -> None:
    results = _results(tmp_path / "run", missing)
    print_results(results, 1.0)
    texts = {"terminal": capsys.readouterr().out, "page": write_report(results, 1.0).read_text()}
    texts |= {each: render_run(results, 1.0, each).decode() for each in FORMATS}

    assert {name: WARNING in _plain(text) for name, text in texts.items()} == dict.fromkeys(texts, bool(missing))


def test_every_report_shows_the_warnings_of_evaluators(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = run_of(tmp_path / "run", ["bakery"])
    found = evaluated(passed("greets"))
    warned = found | {"simulated-use": replace(found["simulated-use"], warnings=("`make` ended with status 2",))}
    results = on_disk(run, dict.fromkeys(run.attempts(), warned))

    print_results(results, 1.0)

    texts = [capsys.readouterr().out, write_report(results, 1.0).read_text()]
    texts += [render_run(results, 1.0, each).decode() for each in FORMATS]
    expected = "WARNING: bakery: simulated-use: `make` ended with status 2 (2 attempts)"
    assert [_plain(text).count(expected) for text in texts] == [1] * 5


def test_a_comparison_names_the_run_that_was_evaluated_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    weak = _results(tmp_path / "weak", (MissingProtection.BROWSER_SANDBOX,))
    comparison = comparison_of([weak, _results(tmp_path / "usual", ())])

    print_comparison(comparison, with_cases=False)

    texts = [capsys.readouterr().out, *(render_comparison(comparison, each).decode() for each in FORMATS)]
    assert all(f"weak: {WARNING}" in _plain(text) for text in texts)
    assert len(comparison.warnings) == 1


def test_the_suites_of_junit_have_it_as_a_property(tmp_path: Path) -> None:
    results = _results(tmp_path / "run", (MissingProtection.BROWSER_SANDBOX,))

    assert render_run(results, 1.0, ReportFormat.JUNIT).count(b'"missing_protection:browser_sandbox"') == 1


def test_the_stored_results_of_a_run_without_it_have_an_empty_list(tmp_path: Path) -> None:
    found = json.loads(render_run(_results(tmp_path / "run", ()), 1.0, ReportFormat.JSON))

    assert found["warnings"] == []


def _plain(text: str) -> str:
    """Return the text without the escapes of Markdown."""
    return text.replace("\\", "")
