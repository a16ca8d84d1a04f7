"""The commands from a user's view."""

import csv
import json
import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest

from missions.formats.folder import BUILT_IN, FolderCatalog
from tests.support.commands import MISSIONS, projecteval

JSON_KEYS = {"passed", "total", "pass_rate", "runnable", "missions", "similarity", "seconds", "run"}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "canonical"
    asked = ("--missions", MISSIONS, "--out", folder, "--jobs", "2")
    called = projecteval("run", "--agent", "canonical", *asked, "--json")
    assert called.status == 0, called.stderr
    assert "Traceback" not in called.stderr
    assert called.json.keys() >= JSON_KEYS
    assert (called.json["passed"], called.json["total"], called.json["runnable"]) == (6, 6, 2)
    return folder


def test_a_run_folder_holds_what_the_design_says(run: Path) -> None:
    assert {"run.toml", "lock.json", "results.json", "report.html", "attempts"} <= {p.name for p in run.iterdir()}
    attempt = run / "attempts/hello-site/level-1-direct/sample-1"
    assert {"generation.json", "solution", "evaluations"} <= {p.name for p in attempt.iterdir()}
    traces = json.loads((attempt / "evaluations" / "simulated-use.traces.json").read_text())
    assert [step["verb"] for step in traces["greets"]] == ["opens", "sees"]


def test_a_run_is_reported_to_other_programs(run: Path, tmp_path: Path) -> None:
    called = projecteval("report", run, "--csv", tmp_path / "verdicts.csv", "--junit", tmp_path / "junit.xml")
    assert called.status == 0, called.stderr
    rows = list(csv.DictReader((tmp_path / "verdicts.csv").read_text().splitlines()))
    assert len(rows) == 6
    assert {(row["mission"], row["case"], row["outcome"]) for row in rows} >= {("hello-site", "greets", "passed")}
    suites = ElementTree.parse(tmp_path / "junit.xml").getroot()
    assert sorted(suite.get("name", "").partition("/")[0] for suite in suites) == ["hello-console", "hello-site"]
    assert len(list(suites.iter("testcase"))) == 6


def test_what_a_spreadsheet_would_calculate_stays_text(tmp_path: Path) -> None:
    asked = ("--missions", MISSIONS, "--select", "hello-console", "--out", tmp_path / "run")
    assert projecteval("run", "--agent", "nop", *asked).status == 0
    evaluation = next((tmp_path / "run").rglob("simulated-use.json"))
    evaluation.write_text(evaluation.read_text().replace("there is no", "=HYPERLINK(1)"))
    assert projecteval("report", tmp_path / "run", "--csv", tmp_path / "verdicts.csv").status == 0
    assert "'=HYPERLINK(1)" in (tmp_path / "verdicts.csv").read_text()


@pytest.mark.slow
def test_an_author_chooses_what_drives_the_browser(tmp_path: Path) -> None:
    shutil.copytree(MISSIONS, tmp_path / "missions")
    table = tmp_path / "missions" / "hello-site" / "mission.toml"
    table.write_text(table.read_text().replace("[setting]", '[setting]\nbrowser = "selenium"'))
    asked = ("--missions", tmp_path / "missions", "--select", "hello-site", "--steps", "generate,evaluate")
    called = projecteval("run", "--agent", "canonical", *asked, "--out", tmp_path / "run", "--json")
    assert called.status == 0, called.stderr
    assert called.json["passed"] == called.json["total"] > 1

    table.write_text(table.read_text().replace("selenium", "lynx"))
    called = projecteval("run", "--agent", "canonical", *asked, "--out", tmp_path / "other")
    assert called.status != 0
    assert "setting.browser" in called.stderr
    assert "'playwright' or 'selenium'" in called.stderr


@pytest.mark.slow
def test_nothing_is_imported_from_where_the_user_stands(tmp_path: Path) -> None:
    """A project's own folder may hold files with any names that a model chose."""
    shutil.copytree(MISSIONS / "hello-console" / "canonical", tmp_path / "given")
    project, mark = tmp_path / "given" / "project", tmp_path / "imported"
    own = ("evaluator", "simulators", "missions", "masker")
    others = (
        "multiprocessing",
        "concurrent",
        "selectors",
        "signal",
        "pickle",
        "selenium",
        "pydantic",
        "psutil",
        "pexpect",
    )
    for name in (*own, *others):
        (project / f"{name}.py").write_text(f"open({str(mark)!r}, 'a').write({name!r}); raise ImportError({name!r})")
    asked = ("--mission", "hello-console", "--missions", MISSIONS, "--json")
    called = projecteval("check", ".", *asked, cwd=project)
    assert called.status == 0, called.stderr
    assert called.json["passed"] == called.json["total"]
    called = projecteval("run", "--agent", "canonical", "--missions", MISSIONS, "--out", tmp_path / "run", cwd=project)
    assert called.status == 0, called.stderr
    assert not mark.exists(), mark.read_text()


def test_a_terminal_may_know_few_characters(run: Path) -> None:
    few = {"PYTHONIOENCODING": "ascii"}
    shown = projecteval("missions", "show", "trip-splitter", env=few)
    assert (shown.status, shown.stderr) == (0, "")
    assert r"\xb7" in shown.stdout
    assert projecteval("report", run, env=few).status == 0


def test_resuming_a_finished_run_does_nothing_again(run: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in run.rglob("simulated-use.json")}
    called = projecteval("resume", run, "--json")
    assert called.status == 0, called.stderr
    assert "0 attempts to do, 2 are done" in called.stderr
    assert {path: path.stat().st_mtime_ns for path in run.rglob("simulated-use.json")} == before


def test_a_changed_request_is_refused_with_what_changed(run: Path) -> None:
    called = projecteval("run", "--agent", "nop", "--missions", MISSIONS, "--out", run)
    assert called.status == 2
    assert "agent: canonical → nop" in called.stderr


def test_a_changed_mission_is_refused_with_what_changed(tmp_path: Path) -> None:
    missions = Path(shutil.copytree(MISSIONS, tmp_path / "missions"))
    asked = ("--missions", missions, "--select", "hello-console", "--out", tmp_path / "run")
    assert projecteval("run", "--agent", "nop", *asked).status == 0
    (missions / "hello-console" / "prompt.md").write_text("Something else.")
    called = projecteval("resume", tmp_path / "run")
    assert called.status == 2
    assert "missions.hello-console" in called.stderr


def test_nop_scores_nothing_because_nothing_starts(tmp_path: Path) -> None:
    called = projecteval("run", "--agent", "nop", "--missions", MISSIONS, "--out", tmp_path / "run", "--json")
    assert called.status == 0, called.stderr
    assert (called.json["passed"], called.json["runnable"]) == (0, 0)
    verdicts = {v for found in called.json["missions"].values() for v in found["testcodes"].values()}
    assert verdicts == {"not_runnable"}


def test_every_failure_has_reason_trace_and_picture(tmp_path: Path) -> None:
    missions = Path(shutil.copytree(MISSIONS, tmp_path / "missions"))
    manage = missions / "hello-site/canonical/project/manage.py"
    manage.write_text(manage.read_text().replace("<h1>Hello", "<h1>Goodbye"))
    asked = ("--missions", missions, "--select", "hello-site", "--out", tmp_path / "run")
    called = projecteval("run", "--agent", "canonical", *asked, "--json")
    found = called.json["missions"]["hello-site"]
    assert found["testcodes"] == {"greets": "failed", "asks_back": "blocked", "names_the_maker": "passed"}
    assert "Goodbye" in found["reasons"]["greets"]
    assert "greets" in found["reasons"]["asks_back"]
    attempt = tmp_path / "run/attempts/hello-site/level-1-direct/sample-1"
    assert (attempt / "attachments/greets.png").read_bytes().startswith(b"\x89PNG")
    report = (tmp_path / "run/report.html").read_text()
    assert "Goodbye" in report
    details = (tmp_path / "run/report/attempt-1.js").read_text()
    assert "attempts/hello-site/level-1-direct/sample-1/attachments/greets.png" in details
    assert "sees text" in details


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["run"], 2, "--agent"),
        (["run", "--agent", "nobody"], 2, "there is no agent 'nobody'"),
        (["run", "--agent", "nop", "--missions", "/nowhere"], 2, "there is no such folder"),
        (["run", "--agent", "nop", "--select", "bmi"], 2, "no mission 'bmi'"),
        (["run", "--agent", "nop", "--level", "4"], 2, "--input level-4"),
        (["run", "--agent", "nop", "--sandbox", "moon"], 2, "moon"),
        (["check", "/nowhere", "--mission", "hello-site", "--missions", str(MISSIONS)], 2, "no such folder"),
        (["check", ".", "--mission", "x", "--missions", str(MISSIONS)], 2, "there is no mission 'x'"),
        (["resume", "/nowhere"], 2, "not a run folder"),
        (["missions", "show", "bmi"], 2, "there is no mission 'bmi'"),
        (["fly"], 2, "fly"),
    ],
)
def test_wrong_usage_is_answered_in_words(arguments: list[str], status: int, words: str) -> None:
    called = projecteval(*arguments)
    assert called.status == status
    assert words in called.stderr
    assert "Traceback" not in called.stderr
    assert called.stdout == ""


def test_our_missions_are_sound() -> None:
    called = projecteval("missions", "validate")
    assert called.status == 0, called.stderr
    assert called.stdout == f"{len(FolderCatalog(BUILT_IN).ids())} missions, 0 problems\n"


def test_missions_are_listed_and_shown() -> None:
    called = projecteval("missions", "list")
    assert called.status == 0
    listed = [line.split()[0] for line in called.stdout.splitlines()]
    assert listed == list(FolderCatalog(BUILT_IN).ids())
    for mission_id in listed[::9]:
        assert mission_id in projecteval("missions", "show", mission_id).stdout


def test_missions_are_grouped_by_their_labels() -> None:
    called = projecteval("missions", "list", "--by", "kind")
    assert called.status == 0
    headings = [line for line in called.stdout.splitlines() if not line.startswith(" ")]
    assert "kind: data pipeline (1)" in headings
    assert len(called.stdout.splitlines()) == len(headings) + len(FolderCatalog(BUILT_IN).ids())
    labels = projecteval("missions", "list", "--json").json["meter-book"]["labels"]
    assert (labels["kind"], labels["freedom"], labels["difficulty"]) == ("tool with state", "Python", "hard")
    assert labels["lines"] > 300
    assert labels["requirements"] > 30
    assert 700 < labels["words"] < 900
    assert 11 <= labels["reading_age"] <= 17


def test_doctor_says_what_this_machine_can_do() -> None:
    called = projecteval("doctor")
    assert called.status == 0, called.stdout
    for word in ("chromium", "sandbox none", "environment django"):
        assert word in called.stdout


def test_the_report_explains_every_similarity(tmp_path: Path) -> None:
    asked = (
        "--missions",
        MISSIONS,
        "--select",
        "hello-console",
        "--steps",
        "generate,evaluate,report",
        "--evaluators",
        "similarity",
    )
    called = projecteval("run", "--agent", "canonical", *asked, "--out", tmp_path / "run", "--json")
    assert called.status == 0, called.stderr
    assert called.json["similarity"]["code"] == pytest.approx(100)
    details = (tmp_path / "run/report/attempt-1.js").read_text()
    assert '"settings":{"rule":"strict"' in details
    assert '"artifact":"code","value":1.0' in details
    assert details.count("main.py") >= 2
