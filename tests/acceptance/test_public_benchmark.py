"""The public benchmark's unchanged data and recorded runs; skipped where they are absent."""

from __future__ import annotations

import json
import os
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import ROOT, projecteval
from tests.support.processor_load import busy_processors

PUBLIC = Path(os.environ.get("PROJECTEVAL_PUBLIC", ROOT.parent / "shared" / "projecteval"))
CATALOG = f"projecteval:{PUBLIC / 'data'}"
PUBLISHED = PUBLIC / "published.json"
CASCADE, DIRECT = "gpt-4o_20250210-201445_level_1", "gpt-4o_20250210-214312_level_1"

pytestmark = pytest.mark.skipif(
    not (PUBLIC / "data").is_dir(), reason="the public benchmark's data is absent (set PROJECTEVAL_PUBLIC)"
)


def test_the_canonical_answers_pass(tmp_path: Path) -> None:
    asked = ("--agent", "canonical", "--missions", CATALOG, "--steps", "generate,evaluate", "--out", tmp_path / "run")
    called = projecteval("run", *asked, "--json", timeout=900)
    assert called.status == 0, called.stderr
    missing = {name: found["reasons"] for name, found in called.json["missions"].items() if found["reasons"]}
    assert (called.json["passed"], called.json["total"], missing) == (284, 284, {})


@pytest.mark.slow
def test_the_leaderboard_includes_the_recorded_runs(tmp_path: Path) -> None:
    recorded = ("--recorded", PUBLIC / "recorded", "--recorded-runs", tmp_path / "runs", "--missions", CATALOG)
    called = projecteval("leaderboard", *recorded, "--select", "2,18", "--out", tmp_path / "site", timeout=900)
    assert called.status == 0, called.stderr
    page = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert all(name in page for name in (CASCADE, DIRECT, "projecteval-2025, level-1, cascade", "level-1, direct"))
    assert page.index('<th scope="col"><bdi>2</bdi>') < page.index('<th scope="col"><bdi>18</bdi>')
    assert (tmp_path / "site" / "runs" / "1" / "report.html").is_file()


@pytest.mark.slow
def test_ten_runs_pass_the_same_half_of_them_on_a_busy_machine(tmp_path: Path) -> None:
    asked = ("--agent", "canonical", "--missions", CATALOG, "--steps", "generate,evaluate", "--json")
    for number in range(10):
        with busy_processors() if number % 2 else nullcontext():
            called = projecteval("run", *asked, "--out", tmp_path / str(number), timeout=1800)
        assert called.status == 0, called.stderr
        reasons = {name: found["reasons"] for name, found in called.json["missions"].items() if found["reasons"]}
        assert (called.json["passed"], reasons) == (284, {}), f"run {number + 1}"


@pytest.mark.slow
@pytest.mark.parametrize("recorded", ["gpt-4o-cascade-level-1", "gpt-4o-direct-level-1"])
def test_similarity_is_as_published(recorded: str, tmp_path: Path) -> None:
    asked = ("--agent", f"replay:{PUBLIC / 'recorded' / recorded}", "--missions", CATALOG, "--rule", "paper")
    called = projecteval(
        "run", *asked, "--steps", "generate,evaluate", "--evaluators", "similarity", "--out", tmp_path / "run", "--json"
    )
    assert called.status == 0, called.stderr
    published = json.loads(PUBLISHED.read_text())[f"recorded/{recorded}"]
    found = called.json["similarity"]
    named = {"checklist": "checklist", "skeleton": "skeleton", "code": "code", "parameters": "parameter"}
    assert found == {name: published.get(key) for name, key in named.items()}


def test_recorded_runs_are_judged_scored_and_compared_in_one_run(tmp_path: Path) -> None:
    agent = ("--agent", f"replay:{PUBLIC / 'recorded'}", "--missions", CATALOG, "--rule", "paper")
    called = projecteval("run", *agent, "--select", "1,16,18", "--out", tmp_path / "run", "--json", timeout=300)
    assert called.status == 0, called.stderr
    assert called.json["infrastructure"] == 0
    assert {name: (each["level"], each["mode"], each["passed"]) for name, each in called.json["recorded"].items()} == {
        CASCADE: (1, "cascade", 4),
        DIRECT: (1, "direct", 6),
    }
    assert called.json["missions"][f"1/level-1-cascade/{CASCADE}"]["runnable"] == "not_runnable"
    compared = projecteval("compare", tmp_path / "run", "--json").json
    (pair,) = compared["pairs"]
    assert (pair["what"], pair["difference"]["pairs"]) == ("cascade − direct", 3)
    cascade, direct = compared["rows"]
    assert None not in cascade["similarity"].values()
    assert [name for name, value in direct["similarity"].items() if value is None] == ["checklist", "skeleton"]


@pytest.mark.slow
def test_the_recorded_runs_score_about_what_was_published(tmp_path: Path) -> None:
    agent = ("--agent", f"replay:{PUBLIC / 'recorded'}", "--missions", CATALOG, "--rule", "paper")
    called = projecteval("run", *agent, "--out", tmp_path / "run", "--json", timeout=1200)
    assert called.status == 0, called.stderr
    published = _published_by_run()
    for name, found in called.json["recorded"].items():
        theirs = published[name]
        assert abs(found["passed"] - theirs["passed"]) <= 3, (name, found["passed"])
        assert found["similarity"]["code"] == theirs["code"]
        assert found["similarity"]["parameters"] == theirs["parameter"]
    printed = projecteval("compare", tmp_path / "run").stdout
    assert CASCADE in printed
    assert "over 20 missions" in printed


@pytest.mark.slow
@pytest.mark.skipif(not (PUBLIC / "recorded-2").is_dir(), reason="the further recorded runs are absent")
def test_recorded_runs_score_what_was_published(tmp_path: Path) -> None:
    agent = ("--agent", f"replay:{PUBLIC / 'recorded-2'}", "--missions", CATALOG, "--rule", "paper")
    called = projecteval("run", *agent, "--out", tmp_path / "run", "--json", timeout=2400)
    assert called.status == 0, called.stderr
    assert called.json["infrastructure"] == 0
    rows = projecteval("compare", tmp_path / "run", "--published", PUBLISHED, "--json").json["rows"]
    differences = {row["run"]: row["passed"] - row["published"] for row in rows}
    assert len(differences) == 13
    assert sum(abs(difference) <= 1 for difference in differences.values()) >= 12, differences
    for row in rows:
        for name, (published, measured) in row["similarity"].items():
            assert published is None or abs(measured - published) <= 0.02, (row["run"], name)


def _published_by_run() -> dict[str, Any]:
    found = json.loads(PUBLISHED.read_text())
    return {each["run"]: each for name, each in found.items() if name != "source"}


def test_a_malformed_file_is_named_with_its_place(tmp_path: Path) -> None:
    projects = json.loads((PUBLIC / "data" / "project_eval_project.json").read_text())
    del projects[2]["testcode"][0]["function"][1]["test"]
    (tmp_path / "project_eval_project.json").write_text(json.dumps(projects))
    called = projecteval("missions", "list", "--missions", f"projecteval:{tmp_path}")
    assert called.status == 2
    assert "project_eval_project.json" in called.stderr
    assert "(3)" in called.stderr
    assert "(Navigation Button)" in called.stderr
